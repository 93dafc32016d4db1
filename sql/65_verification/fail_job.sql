-- Gives a job back that its worker could not do: to be tried again after a while, which doubles each time up to five
-- minutes, or, where trying again is of no use or was done often enough, to be buried with its check. False where the
-- lease is another's by now.
create or replace function groundcheck_internal.fail_job(job_id bigint, worker text, reason text, retry boolean)
returns boolean
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_job groundcheck_internal.jobs;
begin
  select j.* into v_job
  from groundcheck_internal.jobs as j
  where j.id = fail_job.job_id and j.leased_by = fail_job.worker and j.dead_at is null
  for update;
  if not found then
    return false;
  end if;
  if fail_job.retry and v_job.attempts < groundcheck_internal.most_attempts() then
    update groundcheck_internal.jobs as j
    set leased_by = null, leased_until = null, last_error = left(fail_job.reason, 1000),
      run_at = now() + least(interval '1 second' * 2 ^ v_job.attempts, interval '5 minutes')
    where j.id = v_job.id;
  else
    perform groundcheck_internal.bury_job(v_job.id, fail_job.reason);
  end if;
  return true;
end;
$$;
comment on function groundcheck_internal.fail_job is 'Gives a leased job back with the reason why it could not be done.';
revoke all on function groundcheck_internal.fail_job from public;

-- A dead job stays, to be looked at, until it is purged or its check is checked again.
create or replace function groundcheck_internal.bury_job(job_id bigint, reason text)
returns void
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_job groundcheck_internal.jobs;
  v_check groundcheck_internal.checks;
begin
  update groundcheck_internal.jobs as j
  set dead_at = now(), leased_by = null, leased_until = null, last_error = left(bury_job.reason, 1000)
  where j.id = bury_job.job_id
  returning j.* into v_job;
  select c.* into v_check
  from groundcheck_internal.checks as c
  where c.id = v_job.check_id and c.created_at = groundcheck_internal.id_time(v_job.check_id) and c.status = 'provisional'
  for update;
  if not found then
    delete from groundcheck_internal.jobs as j where j.id = bury_job.job_id;
    return;
  end if;
  perform groundcheck_internal.store_verdict(
    v_check,
    groundcheck_internal.cannot_check(
      'verification_failed', 'The claims could not be verified: ' || left(bury_job.reason, 1000)
    ),
    '{}'
  );
end;
$$;
comment on function groundcheck_internal.bury_job is 'Declares a job dead and its check failed.';
revoke all on function groundcheck_internal.bury_job from public;
