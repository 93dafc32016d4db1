-- Whatever schedule_jobs() has made for this database, in this version or an earlier one.
create or replace function groundcheck.unschedule_jobs()
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_removed int;
begin
  perform groundcheck_internal.require_pg_cron();
  execute groundcheck_internal.unschedule_statement();
  get diagnostics v_removed = row_count;
  return v_removed;
end;
$$;
comment on function groundcheck.unschedule_jobs is
'Takes the jobs of this database out of pg_cron, and returns how many they were. GC621: no pg_cron here.';
revoke all on function groundcheck.unschedule_jobs from public;

create or replace function groundcheck_internal.unschedule_statement()
returns text
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select 'select cron.unschedule(j.jobid) from cron.job as j where ' || groundcheck_internal.our_jobs_condition()
$$;
comment on function groundcheck_internal.unschedule_statement is 'The statement that removes the jobs in the database of pg_cron.';
revoke all on function groundcheck_internal.unschedule_statement from public;
