-- How often a job is tried before it counts as dead. A worker that died over it counts as a try.
create or replace function groundcheck_internal.most_attempts()
returns int
language sql
immutable
parallel safe
return 5;
comment on function groundcheck_internal.most_attempts is 'After so many attempts a job is dead.';
revoke all on function groundcheck_internal.most_attempts from public;

-- Takes jobs for a worker that has the model loaded, for as long as lease says, and returns the pairs to read; a job whose
-- lease runs out may be taken by another. Nobody waits for anybody: rows that another worker is about to take are skipped.
--   A job that was tried before comes alone: it may have taken its worker and all that was in the batch down with it.
--   A job whose check is gone, or is not provisional any more, goes.
--   A job that was tried too often is buried.
--   A job whose evidence was erased comes without a pair; to finish it buries it.
-- A worker serves policies that name its model, and those that name none where that model's name was registered last.
create or replace function groundcheck_internal.lease_jobs(worker text, model_id int, most int, lease interval)
returns table (job_id bigint, claim_index int, premise text, hypothesis text)
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
#variable_conflict use_column
declare
  v_model text := (select m.name from groundcheck_internal.models as m where m.id = lease_jobs.model_id);
  v_policies int[] := array(
    select p.id
    from groundcheck_internal.policies as p
    where p.verify <> 'never' and (groundcheck_internal.find_verifier(p)).name = v_model
  );
  v_start timestamptz := groundcheck_internal.queue_start();
  v_jobs bigint[];
  v_gone bigint[];
  v_job record;
begin
  for v_job in
    select j.id, j.attempts, j.last_error
    from groundcheck_internal.jobs as j
    where j.dead_at is null and j.attempts >= groundcheck_internal.most_attempts()
      and j.run_at between v_start and now() and (j.leased_until is null or j.leased_until < now())
    for update skip locked
  loop
    perform groundcheck_internal.bury_job(
      v_job.id, coalesce(v_job.last_error, 'the worker died over it ' || v_job.attempts || ' times')
    );
  end loop;

  select array_agg(j.id) into v_jobs
  from (
    select j.id, j.attempts
    from groundcheck_internal.jobs as j
    where j.dead_at is null and j.run_at between v_start and now() and (j.leased_until is null or j.leased_until < now())
      and j.policy_id = any(v_policies)
    order by j.run_at asc, j.id asc
    limit lease_jobs.most
    for update skip locked
  ) as j;
  if v_jobs is null then
    return;
  end if;

  delete from groundcheck_internal.jobs as j
  where j.id = any(v_jobs) and not exists (
    select from groundcheck_internal.checks as c
    where c.id = j.check_id and c.created_at = groundcheck_internal.id_time(j.check_id) and c.status = 'provisional'
  );

  v_jobs := array(
    select j.id
    from (
      select
        j.id, j.attempts > 0 as is_retry,
        first_value(j.id) over w as first_id, first_value(j.attempts > 0) over w as first_is_retry
      from groundcheck_internal.jobs as j
      where j.id = any(v_jobs)
      window w as (order by j.run_at, j.id)
    ) as j
    where case when j.first_is_retry then j.id = j.first_id else not j.is_retry end
  );

  update groundcheck_internal.jobs as j
  set leased_by = lease_jobs.worker, leased_until = now() + lease_jobs.lease, attempts = j.attempts + 1
  where j.id = any(v_jobs);

  return query
  select j.id, p.claim_index, p.premise, p.hypothesis
  from groundcheck_internal.jobs as j
  left join groundcheck_internal.verification_pairs(array(
    select k.check_id from groundcheck_internal.jobs as k where k.id = any(v_jobs)
  )) as p on p.check_id = j.check_id
  where j.id = any(v_jobs)
  order by j.id asc, p.claim_index asc;
end;
$$;
comment on function groundcheck_internal.lease_jobs is 'Leases jobs to a worker and returns the pairs to read, by job.';
revoke all on function groundcheck_internal.lease_jobs from public;
