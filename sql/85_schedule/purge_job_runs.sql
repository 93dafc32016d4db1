-- pg_cron keeps a row of every run for ever. Only those of this database's jobs go. Where pg_cron is not installed here,
-- there is nothing to do.
create or replace function groundcheck.purge_job_runs(older_than interval default '14 days')
returns bigint
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_removed bigint := 0;
begin
  perform groundcheck_internal.require_age(purge_job_runs.older_than);
  if to_regclass('cron.job_run_details') is not null then
    execute groundcheck_internal.purge_job_runs_statement(purge_job_runs.older_than);
    get diagnostics v_removed = row_count;
  end if;
  return v_removed;
end;
$$;
comment on function groundcheck.purge_job_runs is
'Deletes pg_cron''s records of runs of this database''s jobs that ended longer ago than older_than, and returns how many; a job. GC603: an age that cannot be.';
revoke all on function groundcheck.purge_job_runs from public;

create or replace function groundcheck_internal.purge_job_runs_statement(older_than interval)
returns text
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set intervalstyle = postgres
as $$
  select format(
    'delete from cron.job_run_details as r where coalesce(r.end_time, r.start_time) < pg_catalog.now() - interval %L and %s',
    purge_job_runs_statement.older_than, groundcheck_internal.our_runs_condition()
  )
$$;
comment on function groundcheck_internal.purge_job_runs_statement is 'The statement that deletes old records in the database of pg_cron.';
revoke all on function groundcheck_internal.purge_job_runs_statement from public;

-- A job that is there no more has left its command.
create or replace function groundcheck_internal.our_runs_condition()
returns text
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select format(
    '(r.database = %L and r.command ~ ''^select ([*] from )?groundcheck[.]'' or r.jobid in (select j.jobid from cron.job as j where %s))',
    current_database(), groundcheck_internal.our_jobs_condition()
  )
$$;
comment on function groundcheck_internal.our_runs_condition is 'Which rows of cron.job_run_details, called r, are of this database''s jobs.';
revoke all on function groundcheck_internal.our_runs_condition from public;
