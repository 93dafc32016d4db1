-- For pg_cron in another database of the same server, which no SQL can reach from here: psql -Atc "select
-- groundcheck.schedule_script()" mydb | psql postgres. The jobs run as the role that runs the script.
create or replace function groundcheck.schedule_script(
  keep interval default null,
  schedules jsonb default '{}',
  remove boolean default false
)
returns text
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
begin
  return concat_ws(E'\n',
    'begin;',
    $s$do $do$
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    raise exception using errcode = 'GC621',
      message = pg_catalog.format('pg_cron is not installed in database "%s"', pg_catalog.current_database()),
      hint = 'Run this in the database that the setting cron.database_name names.';
  end if;
end;
$do$;$s$,
    case when schedule_script.remove then groundcheck_internal.unschedule_statement() || ';'
    else (
      select string_agg(s.statement || ';', E'\n' order by s.ordinality)
      from groundcheck_internal.schedule_statements(schedule_script.keep, schedule_script.schedules, false)
        with ordinality as s (statement, ordinality)
    ) end,
    'commit;', ''
  );
end;
$$;
comment on function groundcheck.schedule_script is
'What schedule_jobs() would do, or with remove unschedule_jobs(), as a script for the database that pg_cron lives in. GC622: no such job or schedule.';
revoke all on function groundcheck.schedule_script from public;
