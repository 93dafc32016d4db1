-- A view cannot name a table that may be missing.
create or replace function groundcheck_internal.job_runs()
returns table (
  run_id bigint,
  job text,
  started_at timestamptz,
  ended_at timestamptz,
  status text,
  message text,
  command text,
  ran_as text
)
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  if to_regnamespace('cron') is null or not has_schema_privilege(current_user, 'cron', 'usage') then
    return;
  end if;
  return query execute
    $q$select r.runid, pg_catalog.split_part(pg_catalog.split_part(k.jobname, '@', 1), '.', 2), r.start_time, r.end_time,
      r.status, r.return_message, r.command, r.username
    from cron.job_run_details as r
    left join cron.job as k on k.jobid = r.jobid
    where $q$ || groundcheck_internal.our_runs_condition();
end;
$$;
comment on function groundcheck_internal.job_runs is 'The runs of this database''s jobs that pg_cron has recorded in this database.';
revoke all on function groundcheck_internal.job_runs from public;

create or replace view groundcheck.job_run
with (security_invoker = true) as
select
  r.run_id,
  r.job,
  r.started_at,
  r.ended_at,
  extract(epoch from r.ended_at - r.started_at)::double precision as seconds,
  r.status,
  r.message,
  r.command,
  r.ran_as
from groundcheck_internal.job_runs() as r;
comment on view groundcheck.job_run is 'One row a run of a job by pg_cron; none where pg_cron lives in another database. A role sees the runs of its own jobs, a superuser all.';
comment on column groundcheck.job_run.run_id is 'pg_cron''s number of the run.';
comment on column groundcheck.job_run.job is 'Name of the job, as schedule_jobs() returns it; null where it is scheduled no more.';
comment on column groundcheck.job_run.started_at is 'When it began; null where it could not be started.';
comment on column groundcheck.job_run.ended_at is 'When it was done; null while it runs.';
comment on column groundcheck.job_run.seconds is 'How long it took.';
comment on column groundcheck.job_run.status is 'starting, running, sending, connecting, succeeded or failed.';
comment on column groundcheck.job_run.message is 'What the server answered, or why it failed.';
comment on column groundcheck.job_run.command is 'The statement that was run.';
comment on column groundcheck.job_run.ran_as is 'The role that it ran as.';
revoke all on groundcheck.job_run from public;
