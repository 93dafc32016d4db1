-- Makes pg_cron run the upkeep of this database; again, it brings the jobs to what is asked for now. The jobs run as the
-- role that calls this. keep: how long checks are kept, null for ever. schedules: {"job": "its schedule"} where another
-- than the usual one is wanted, null to leave a job out. Where pg_cron lives in another database, schedule_script() is the way.
create or replace function groundcheck.schedule_jobs(keep interval default null, schedules jsonb default '{}')
returns table (job text, schedule text, command text)
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_statement text;
begin
  -- A wish that cannot be comes before whether pg_cron is there.
  perform from groundcheck_internal.wanted_jobs(schedule_jobs.keep, schedule_jobs.schedules, true);
  perform groundcheck_internal.require_pg_cron();
  perform groundcheck_internal.require_owner_rights();
  for v_statement in
    select s.statement
    from groundcheck_internal.schedule_statements(schedule_jobs.keep, schedule_jobs.schedules, true) as s (statement)
  loop
    execute v_statement;
  end loop;
  return query
  select w.job, w.schedule, w.command
  from groundcheck_internal.wanted_jobs(schedule_jobs.keep, schedule_jobs.schedules, true) as w;
end;
$$;
comment on function groundcheck.schedule_jobs is
'Has pg_cron run the upkeep of this database, and returns the jobs. keep: how long checks are kept; null for ever. schedules: a job''s schedule, null to leave it out. GC621: no pg_cron here. GC622: no such job or schedule. GC623: a role that may not.';
revoke all on function groundcheck.schedule_jobs from public;

-- The jobs, with the times that they run at unless the caller names others; an hour is UTC's unless cron.timezone says
-- otherwise. Each is one call that does nothing where there is nothing to do, so that whatever else keeps time can make it.
-- here: pg_cron lives in this database; else the records of its runs can only be cleared where it does.
create or replace function groundcheck_internal.wanted_jobs(keep interval, schedules jsonb, here boolean)
returns table (job text, schedule text, command text)
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set intervalstyle = postgres
as $$
#variable_conflict use_column
declare
  v_wrong record;
begin
  if jsonb_typeof(wanted_jobs.schedules) is distinct from 'object' then
    raise exception using
      errcode = 'GC622',
      message = format('schedules is no JSON object: %s', left(coalesce(wanted_jobs.schedules::text, 'null'), 100)),
      hint = 'Give an object of job and schedule, such as {"drift": "0 6 * * *"}; null leaves a job out.';
  end if;
  if wanted_jobs.keep <= interval '0' then
    raise exception using
      errcode = 'GC622',
      message = format('checks cannot be kept for %s', wanted_jobs.keep),
      hint = 'Give how long they are kept, such as 400 days; null keeps them for ever.';
  end if;
  select s.key, s.value, g.job is not null as is_known into v_wrong
  from jsonb_each(wanted_jobs.schedules) as s
  left join groundcheck_internal.usual_jobs(wanted_jobs.keep, wanted_jobs.here) as g on g.job = s.key
  where g.job is null
    or jsonb_typeof(s.value) not in ('string', 'null')
    or jsonb_typeof(s.value) = 'string' and not groundcheck_internal.is_schedule(s.value #>> '{}')
  limit 1;
  if found then
    raise exception using
      errcode = 'GC622',
      message = case
        when not v_wrong.is_known then format('there is no job "%s"', left(v_wrong.key, 100))
        when jsonb_typeof(v_wrong.value) = 'string'
          then format('pg_cron cannot read the schedule of %s: %s', v_wrong.key, left(v_wrong.value::text, 100))
        else format('the schedule of %s is no string: %s', v_wrong.key, left(v_wrong.value::text, 100))
      end,
      hint = 'Jobs: ' || (
        select string_agg(g.job, ', ' order by g.job)
        from groundcheck_internal.usual_jobs(wanted_jobs.keep, wanted_jobs.here) as g
      ) || '. A schedule is five fields as in "0 6 * * mon-fri" (minute, hour, day of the month, month, day of the week), a word as "@daily", or "30 seconds" (1 to 59).';
  end if;

  return query
  select g.job, coalesce(wanted_jobs.schedules ->> g.job, g.schedule), g.command
  from groundcheck_internal.usual_jobs(wanted_jobs.keep, wanted_jobs.here) with ordinality as g
  where jsonb_typeof(wanted_jobs.schedules -> g.job) is distinct from 'null'
  order by g.ordinality;
end;
$$;
comment on function groundcheck_internal.wanted_jobs is 'The jobs that are asked for: name, schedule, command. Raises GC622.';
revoke all on function groundcheck_internal.wanted_jobs from public;

create or replace function groundcheck_internal.usual_jobs(keep interval, here boolean)
returns table (job text, schedule text, command text)
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set intervalstyle = postgres
as $$
  select j.job, j.schedule, j.command
  from (
    values
    (1, 'partitions', '10 0 * * *', 'select groundcheck.ensure_partitions()'),
    -- To keep for ever is to keep for a thousand years: what nothing refers to any more goes all the same.
    (2, 'retention', '30 2 * * *', format('select groundcheck.purge(%L)', coalesce(usual_jobs.keep, '1000 years'))),
    (3, 'summaries_hourly', '5 * * * *', 'select groundcheck.refresh_summaries()'),
    (4, 'summaries_daily', '20 1 * * *', 'select groundcheck.refresh_summaries(now() - interval ''7 days'')'),
    (5, 'drift', '40 1 * * *', 'select * from groundcheck.check_drift()'),
    (6, 'retry', '*/10 * * * *', 'select groundcheck.retry_checks()'),
    (7, 'job_runs', '50 2 * * *', case
      when usual_jobs.here then 'select groundcheck.purge_job_runs()'
      else groundcheck_internal.purge_job_runs_statement('14 days')
    end)
  ) as j (place, job, schedule, command)
  order by j.place
$$;
comment on function groundcheck_internal.usual_jobs is 'All jobs, at the times that suit most.';
revoke all on function groundcheck_internal.usual_jobs from public;

-- A condition on cron.job: the jobs of this database. Their names end with it, as one pg_cron serves all databases.
create or replace function groundcheck_internal.our_jobs_condition()
returns text
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select format(
    $c$j.jobname ~ '^groundcheck[.][a-z_]+@' and pg_catalog.substr(j.jobname, pg_catalog.strpos(j.jobname, '@') + 1) = %L$c$,
    current_database()
  )
$$;
comment on function groundcheck_internal.our_jobs_condition is 'Which rows of cron.job, called j, are this database''s.';
revoke all on function groundcheck_internal.our_jobs_condition from public;

-- What makes the jobs, statement by statement, in the database of pg_cron. A job of the same name that another role has
-- made goes first where the caller may see it: both would run.
create or replace function groundcheck_internal.schedule_statements(keep interval, schedules jsonb, here boolean)
returns setof text
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  with jobs as (
    select
      format('groundcheck.%s@%s', w.job, current_database()) as name,
      w.*
    from groundcheck_internal.wanted_jobs(schedule_statements.keep, schedule_statements.schedules, schedule_statements.here)
      with ordinality as w
  )

  select s.statement
  from (
    select
      0 as place,
      format('select cron.unschedule(j.jobid) from cron.job as j where %s and (j.username <> current_user or j.jobname <> all(%L::text[]))',
        groundcheck_internal.our_jobs_condition(), coalesce(array_agg(j.name), '{}')) as statement
    from jobs as j
    union all
    select
      j.ordinality,
      case
        when schedule_statements.here or j.job = 'job_runs'
          then format('select cron.schedule(%L, %L, %L)', j.name, j.schedule, j.command)
        else format('select cron.schedule_in_database(%L, %L, %L, %L)', j.name, j.schedule, j.command, current_database())
      end
    from jobs as j
  ) as s
  order by s.place
$$;
comment on function groundcheck_internal.schedule_statements is 'The statements that make the jobs in the database of pg_cron.';
revoke all on function groundcheck_internal.schedule_statements from public;

create or replace function groundcheck_internal.require_pg_cron()
returns void
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_home text;
begin
  if not exists (select from pg_extension as e where e.extname = 'pg_cron') then
    if pg_has_role(current_user, 'pg_read_all_settings', 'usage') then
      v_home := nullif(current_setting('cron.database_name', true), '');
    end if;
    raise exception using
      errcode = 'GC621',
      message = format('pg_cron is not installed in database "%s"', current_database()),
      hint = case
        when v_home is null then
          'Where it lives in another database: groundcheck-db schedule --cron-dsn, or run there what groundcheck.schedule_script() returns. Where there is none, anything that keeps time can call the jobs.'
        when v_home = current_database() then 'Have a superuser run: create extension pg_cron;'
        else format(
          'It lives in database "%s": groundcheck-db schedule --cron-dsn, or run there what groundcheck.schedule_script() returns.',
          v_home)
      end;
  end if;
  if not has_schema_privilege(current_user, 'cron', 'usage') then
    raise insufficient_privilege using
      message = format('role "%s" may not use pg_cron', current_user),
      hint = format('Have a superuser run: grant usage on schema cron to %I;', current_user);
  end if;
end;
$$;
comment on function groundcheck_internal.require_pg_cron is 'Raises GC621 where pg_cron is not installed in this database, and 42501 where it may not be used.';
revoke all on function groundcheck_internal.require_pg_cron from public;

-- The jobs serve all tenants and make partitions: they run with the rights of the owner, or not at all.
create or replace function groundcheck_internal.require_owner_rights()
returns void
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_owner oid := (select c.relowner from pg_class as c where c.oid = 'groundcheck_internal.checks'::regclass);
begin
  if not pg_has_role(current_user, v_owner, 'usage') then
    raise exception using
      errcode = 'GC623',
      message = format('role "%s" cannot run the jobs, which need the rights of the owner "%s"', current_user, v_owner::regrole),
      hint = format('Schedule them as a member of it: grant %s to ...;', v_owner::regrole);
  end if;
end;
$$;
comment on function groundcheck_internal.require_owner_rights is 'Raises GC623 where the caller has not the rights of the tables'' owner.';
revoke all on function groundcheck_internal.require_owner_rights from public;
