-- Is all well? One row a thing: ok is null where it cannot be told or does not matter here. Read-only, so that it works on
-- replicas too. What only the installed package knows, `groundcheck-db doctor` adds.
create or replace function groundcheck.health()
returns table (name text, ok boolean, detail text, advice text)
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
  select h.name, h.ok, h.detail, case when h.ok then null else h.advice end
  from (
    select 1 as section, s.* from groundcheck_internal.health_of_server() as s
    union all
    select 2, m.* from groundcheck_internal.health_of_models() as m
    union all
    select 3, q.* from groundcheck_internal.health_of_queue() as q
    union all
    select 4, p.* from groundcheck_internal.health_of_partitions() as p
    union all
    select 5, j.* from groundcheck_internal.health_of_jobs() as j
  ) as h (section, name, ok, detail, advice)
  order by h.section
$$;
comment on function groundcheck.health is
'One row a thing that must be well: its name, ok (null: cannot be told, or does not matter here), the detail, and what to do where it is not ok.';
revoke all on function groundcheck.health from public;

create or replace function groundcheck_internal.health_of_server()
returns table (name text, ok boolean, detail text, advice text)
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set quote_all_identifiers = off
as $$
  with pgvector as (
    select
      e.extversion as version,
      quote_ident(n.nspname) as schema_name,
      a.default_version as available
    from pg_extension as e
    join pg_namespace as n on n.oid = e.extnamespace
    left join pg_available_extensions as a on a.name = e.extname
    where e.extname = 'vector'
  )

  select
    'server',
    current_setting('server_version_num')::int >= 160000,
    'PostgreSQL ' || current_setting('server_version'),
    'Upgrade the server to PostgreSQL 16 or later.'
  union all
  select
    'pgvector',
    string_to_array(substring(v.version, '^[0-9.]+'), '.')::int[] >= array[0, 8, 4],
    'version ' || v.version,
    case
      when string_to_array(substring(v.available, '^[0-9.]+'), '.')::int[] >= array[0, 8, 4]
        then 'alter extension vector update; versions before 0.8.4 have bugs in index scans and builds.'
      else 'Install pgvector 0.8.4 or later on the server, then: alter extension vector update; earlier versions have bugs in index scans and builds.'
    end
  from pgvector as v
  union all
  -- The functions name the schema that they were created for.
  select
    'pgvector schema',
    not exists (
      select from pg_proc as p
      where p.pronamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)
        and p.proname not like 'health%'
        and p.prosrc like '%operator(%.<=>)%'
        and strpos(p.prosrc, 'operator(' || v.schema_name || '.<=>)') = 0
    ),
    v.schema_name,
    'The extension was moved after the installation: run groundcheck-db migrate, which makes the functions anew for this schema.'
  from pgvector as v
  union all
  -- A plan of a check is short of reasons to be compiled, and check() switches it off for itself; the views do not.
  select
    'jit',
    case when current_setting('jit')::boolean then null else true end,
    'jit is ' || current_setting('jit'),
    'Checks switch it off for themselves. Where queries on the views are slow to begin: alter database ... set jit = off.'
  union all
  select
    'installation',
    true,
    format('groundcheck-db %s at revision %s, applied %s', i.package_version, a.version_num,
      to_char(i.applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
    null
  from groundcheck_internal.installation as i
  cross join groundcheck_internal.alembic_version as a
$$;
comment on function groundcheck_internal.health_of_server is 'health(): the server, pgvector and what is installed.';
revoke all on function groundcheck_internal.health_of_server from public;

create or replace function groundcheck_internal.health_of_models()
returns table (name text, ok boolean, detail text, advice text)
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  with static as (
    select m.id, m.name || '@' || m.version as label
    from groundcheck_internal.models as m
    where m.id = groundcheck_internal.static_encoder()
  ),

  vectors as (
    select count(*) as number from groundcheck_internal.token_vectors
  ),

  -- Passages of collections that retrieval cannot find, because they have no vector of the encoder in use. A hundred are
  -- enough to know; a text without a single word has none by right.
  missing as (
    select count(*) as number
    from (
      select p.body
      from groundcheck_internal.documents as d
      join groundcheck_internal.document_passages as dp on dp.document_id = d.id
      join groundcheck_internal.passages as p on p.tenant = d.tenant and p.hash = dp.passage_hash
      where not exists (
        select from groundcheck_internal.collection_passages as v
        where v.tenant = d.tenant and v.collection = d.collection and v.passage_hash = dp.passage_hash
          and v.model_id = groundcheck_internal.static_encoder()
      )
      limit 100
    ) as unfound
    where groundcheck.embed(unfound.body) is not null
  )

  select
    'encoder',
    s.id is not null and t.number > 0,
    coalesce(format('%s, %s token vectors', s.label, t.number), 'no static encoder is registered'),
    'No check can be made without token vectors: run groundcheck-db migrate, which loads them.'
  from vectors as t
  left join static as s on true
  union all
  select
    'vectors',
    m.number = 0,
    case m.number
      when 0 then 'every passage of a collection has its own'
      when 100 then '100 or more passages of collections have none of this encoder'
      else m.number || ' passages of collections have none of this encoder'
    end,
    'Retrieval does not find them: load their documents again (groundcheck-db load, or groundcheck.load_document).'
  from missing as m
  union all
  select
    'policies',
    count(*) filter (where p.name = 'default' and p.tenant = '') > 0,
    count(distinct (p.tenant, p.name)) || ' in use',
    'There is no policy named default: every check has to name one. groundcheck.create_policy(''default'') makes one.'
  from groundcheck_internal.policies as p
  where p.retired_at is null
$$;
comment on function groundcheck_internal.health_of_models is 'health(): the static encoder, its vectors and the policies.';
revoke all on function groundcheck_internal.health_of_models from public;

create or replace function groundcheck_internal.health_of_queue()
returns table (name text, ok boolean, detail text, advice text)
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  with queue as (
    select
      count(*) filter (where j.dead_at is null) as live,
      count(*) filter (where j.dead_at is not null) as dead,
      coalesce(now() - min(j.created_at) filter (where j.dead_at is null), '0') as age
    from groundcheck_internal.jobs as j
  ),

  workers as (
    select
      count(*) filter (where w.seen_at > now() - interval '1 minute') as alive,
      max(w.seen_at) as seen_at
    from groundcheck_internal.workers as w
  )

  select
    'queue',
    q.age < interval '10 minutes',
    case q.live
      when 0 then 'empty'
      else format('%s checks wait for the verifier, the oldest for %s', q.live, date_trunc('second', q.age))
    end,
    'The workers are too few or stand still: start another groundcheck-db worker, and read the log of those that run.'
  from queue as q
  union all
  select
    'dead jobs',
    q.dead = 0,
    case q.dead when 0 then 'none' else q.dead || ' checks could not be verified after every try' end,
    'groundcheck_internal.jobs.last_error says why; groundcheck.queue counts them.'
  from queue as q
  union all
  -- Who never asks for the verifier needs no worker.
  select
    'workers',
    case when w.alive > 0 then true when q.live > 0 then false end,
    format('%s alive', w.alive)
    || coalesce(', last heard of ' || to_char(w.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), ''),
    case when q.live > 0
      then 'Checks wait and nobody verifies them: start groundcheck-db worker.'
      else 'Needed only where a policy asks for the verifier.' end
  from queue as q
  cross join workers as w
$$;
comment on function groundcheck_internal.health_of_queue is 'health(): the verifier''s queue and its workers.';
revoke all on function groundcheck_internal.health_of_queue from public;

create or replace function groundcheck_internal.health_of_partitions()
returns table (name text, ok boolean, detail text, advice text)
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
declare
  v_parents constant text[] := array['checks', 'check_passages', 'claims', 'claim_evidence'];
  v_next text := to_char(date_trunc('month', now()) + interval '1 month', '"_y"YYYY"m"MM');
  v_missing text[] := array(
    select p.name from unnest(v_parents) as p (name)
    where to_regclass(format('groundcheck_internal.%I', p.name || v_next)) is null
  );
  v_parent text;
  v_found boolean;
  v_stray text[] := '{}';
begin
  return query values (
    'partitions', v_missing = '{}',
    case v_missing when '{}' then 'next month''s are there' else 'next month''s are missing of ' || array_to_string(v_missing, ', ') end,
    'select groundcheck.ensure_partitions(); and let groundcheck.schedule_jobs() do it from now on.'
  );
  foreach v_parent in array v_parents loop
    if to_regclass(format('groundcheck_internal.%I', v_parent || '_default')) is not null then
      execute format('select exists (select from groundcheck_internal.%I)', v_parent || '_default') into v_found;
      if v_found then
        v_stray := v_stray || (v_parent || '_default');
      end if;
    end if;
  end loop;
  return query values (
    'default partition', v_stray = '{}',
    case v_stray when '{}' then 'empty' else 'rows in ' || array_to_string(v_stray, ', ') end,
    'Rows of a month that has no partition of its own: select groundcheck.ensure_partitions() moves those of this month on. A clock that was wrong leaves others, which retention does not drop.'
  );
end;
$$;
comment on function groundcheck_internal.health_of_partitions is 'health(): the audit''s monthly partitions.';
revoke all on function groundcheck_internal.health_of_partitions from public;

-- pg_cron may be missing, live in another database, or be closed to this role, and it shows a role no jobs but its own:
-- health() sees those of the owner, doctor those that its caller sees. A job's name ends with its database.
create or replace function groundcheck_internal.health_of_jobs()
returns table (name text, ok boolean, detail text, advice text)
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scheduled bigint;
  v_inactive text;
  v_failing text;
  v_silent text;
begin
  -- to_regclass() is an error in a schema that is closed.
  if to_regnamespace('cron') is null then
    return query values (
      'jobs', null::boolean, 'pg_cron is not in this database',
      'Let pg_cron (groundcheck.schedule_jobs(), or from another database groundcheck.schedule_script()) or another clock run the upkeep.'
    );
    return;
  elsif not has_schema_privilege(current_user, 'cron', 'usage') then
    return query values (
      'jobs', null::boolean, format('role %I may not see pg_cron''s jobs', current_user),
      format('grant usage on schema cron to %I; grant select on cron.job, cron.job_run_details to %1$I;', current_user)
    );
    return;
  end if;
  -- pg_cron keeps no time of when a job was made. A check that was written after it, and long enough ago, tells.
  execute
    $q$with ours as (
      select
        j.jobid, j.xmin as made_by, split_part(split_part(j.jobname, '@', 1), '.', 2) as job, j.active,
        now() - groundcheck_internal.longest_pause(j.schedule) - interval '1 hour' as due
      from cron.job as j
      where starts_with(j.jobname, 'groundcheck.') and substr(j.jobname, strpos(j.jobname, '@') + 1) = current_database()
    )

    select
      count(*),
      string_agg(o.job, ', ' order by o.job) filter (where not o.active),
      string_agg(format('%s (%s)', o.job, coalesce(last.message, 'no message')), '; ' order by o.job) filter (where last.status = 'failed'),
      string_agg(
        o.job || coalesce(to_char(ran.at at time zone 'UTC', '" (last "YYYY-MM-DD"T"HH24:MI:SS"Z)"'), ' (never)'), ', ' order by o.job
      ) filter (where o.active and coalesce(ran.at < o.due, age(o.made_by) > age(long_ago.made_by)))
    from ours as o
    left join lateral (
      select r.status, left(btrim(r.return_message), 200) as message
      from cron.job_run_details as r
      where r.jobid = o.jobid and r.status in ('succeeded', 'failed')
      order by r.runid desc
      limit 1
    ) as last on true
    left join lateral (
      select max(r.start_time) as at from cron.job_run_details as r where r.jobid = o.jobid
    ) as ran on true
    left join lateral (
      select c.xmin as made_by
      from groundcheck_internal.checks as c
      where c.created_at < o.due
      order by c.created_at desc
      limit 1
    ) as long_ago on true$q$
  into v_scheduled, v_inactive, v_failing, v_silent;
  return query values (
    'jobs',
    case
      when v_scheduled > 0 then v_inactive is null and v_failing is null and v_silent is null
      when (select r.rolsuper from pg_roles as r where r.rolname = current_user) then false
    end,
    concat_ws('; ', v_scheduled || ' scheduled', 'switched off: ' || v_inactive, 'failed at their last run: ' || v_failing,
      'due and not run: ' || v_silent),
    case
      when v_scheduled = 0 then format('select * from groundcheck.schedule_jobs(); role %I sees none: pg_cron shows a role its own jobs only.', current_user)
      else 'groundcheck.job_run and cron.job say more; groundcheck.schedule_jobs() makes the jobs anew, and has pg_cron read its list again.'
    end
  );
end;
$$;
comment on function groundcheck_internal.health_of_jobs is 'health(): the jobs of pg_cron and how they ended last.';
revoke all on function groundcheck_internal.health_of_jobs from public;
