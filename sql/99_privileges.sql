-- Who may do what. The entry points are the boundary: they run with their owner's rights and pinned settings, so that a
-- role needs no rights on the tables and cannot write a verdict that no check came to. Everything else runs with the
-- rights of whoever calls it, and nobody but the owner and the engine may.
--
--   groundcheck_owner   owns the tables and the upkeep; nobody logs in as it
--   groundcheck_engine  owns the entry points; row-level security binds it, and it can neither drop nor alter a table
--   groundcheck_reader, _checker, _worker, _admin: to be granted to roles that log in

-- runs_as: engine (within the calling tenant), owner (across tenants, or to make and drop tables), caller (commits, or
-- only calls other entry points).
create or replace function groundcheck_internal.entry_points()
returns table (function_name text, runs_as text, roles text[])
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select e.function_name, e.runs_as, array(select 'groundcheck_' || r from unnest(string_to_array(e.roles, ' ')) as r)
  from (
    values
    ('groundcheck.check', 'engine', 'checker admin'),
    ('groundcheck.check_vectors', 'engine', 'checker admin'),
    ('groundcheck.evaluate', 'engine', 'checker admin'),
    ('groundcheck.passes', 'engine', 'checker admin'),
    ('groundcheck.check_and_wait', 'caller', 'checker admin'),
    ('groundcheck_internal.check_and_wait_cannot_run_inside_begin', 'caller', 'checker admin'),
    ('groundcheck_internal.message_where_none_may_commit', 'caller', 'checker admin'),
    ('groundcheck_internal.document_if_done', 'engine', 'checker admin'),
    ('groundcheck.check_corpus', 'engine', 'checker admin'),
    ('groundcheck.retrieve', 'engine', 'checker admin'),
    ('groundcheck.result', 'engine', 'checker admin'),
    ('groundcheck.label', 'engine', 'checker admin'),
    ('groundcheck.split_claims', 'engine', 'checker admin'),
    ('groundcheck.extract_values', 'engine', 'checker admin'),
    ('groundcheck.tokens', 'engine', 'checker admin'),
    ('groundcheck.embed', 'engine', 'checker admin'),
    ('groundcheck.load_document', 'engine', 'admin'),
    ('groundcheck.remove_document', 'engine', 'admin'),
    ('groundcheck.create_policy', 'engine', 'admin'),
    ('groundcheck.retire_policy', 'engine', 'admin'),
    ('groundcheck.recheck', 'engine', 'admin'),
    ('groundcheck.recheck_all', 'engine', 'admin'),
    ('groundcheck.calibrate', 'engine', 'admin'),
    ('groundcheck.refresh_summaries', 'owner', 'admin'),
    ('groundcheck.check_drift', 'owner', 'admin'),
    ('groundcheck.ensure_partitions', 'owner', 'admin'),
    ('groundcheck.retry_checks', 'owner', 'admin'),
    -- The jobs are made by those who have the rights of the owner.
    ('groundcheck.schedule_jobs', 'caller', ''),
    ('groundcheck.unschedule_jobs', 'caller', ''),
    ('groundcheck.schedule_script', 'caller', ''),
    ('groundcheck.purge_job_runs', 'caller', ''),
    -- pg_cron shows a role the runs of its own jobs.
    ('groundcheck_internal.job_runs', 'caller', 'reader admin'),
    ('groundcheck_internal.our_runs_condition', 'caller', 'reader admin'),
    ('groundcheck_internal.our_jobs_condition', 'caller', 'reader admin'),
    ('groundcheck.health', 'owner', 'reader worker admin'),
    ('groundcheck.purge', 'owner', 'admin'),
    ('groundcheck.forget', 'owner', 'admin'),
    -- A worker serves all tenants. Who verifies its own checks, as the Python client does, is a checker and a worker.
    ('groundcheck_internal.check_and_lease', 'engine', 'worker'),
    ('groundcheck_internal.lease_jobs', 'owner', 'worker'),
    ('groundcheck_internal.finish_job', 'owner', 'worker'),
    ('groundcheck_internal.fail_job', 'owner', 'worker'),
    ('groundcheck_internal.heartbeat', 'owner', 'worker'),
    ('groundcheck_internal.sign_off', 'owner', 'worker')
  ) as e (function_name, runs_as, roles)
$$;
comment on function groundcheck_internal.entry_points is 'The functions that roles may call: with whose rights each runs, and which roles may.';
revoke all on function groundcheck_internal.entry_points from public;

-- Makes the roles where the current role may. Roles belong to the whole cluster: another database may make them at the
-- same moment, and then they are there. Returns the role that is to own the installation, null where that stays the
-- current one.
create or replace function groundcheck_internal.make_roles()
returns void
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_role text;
begin
  foreach v_role in array array['owner', 'engine', 'reader', 'checker', 'worker', 'admin'] loop
    v_role := 'groundcheck_' || v_role;
    if to_regrole(v_role) is null then
      begin
        execute format('create role %I nologin', v_role);
      exception
        when duplicate_object or unique_violation then
          null;
      end;
    end if;
    -- Only what is to own something needs the current role as a member. Who made the role may make itself one.
    if v_role in ('groundcheck_owner', 'groundcheck_engine') and not pg_has_role(current_user, v_role, 'set') then
      execute format('grant %I to %I with inherit true, set true', v_role, current_user);
    end if;
  end loop;
exception
  when insufficient_privilege then
    raise notice using
      message = format('role %I may not make or join the roles of groundcheck-db (%s): it owns the installation itself',
        current_user, sqlerrm),
      hint = format('A superuser can run: create role groundcheck_owner nologin; create role groundcheck_engine nologin; '
        'create role groundcheck_reader nologin; create role groundcheck_checker nologin; '
        'create role groundcheck_worker nologin; create role groundcheck_admin nologin; '
        'grant groundcheck_owner, groundcheck_engine to %I; and then groundcheck-db migrate again.', current_user);
end;
$$;
comment on function groundcheck_internal.make_roles is 'Makes the roles of groundcheck-db where the current role may; says how where it may not.';
revoke all on function groundcheck_internal.make_roles from public;

-- Everything in the two schemas goes to the owner, the engine's entry points to the engine.
create or replace function groundcheck_internal.give_to_owners(owner name, engine name)
returns void
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set quote_all_identifiers = off
as $$
declare
  v_statement text;
begin
  for v_statement in
    select format('alter schema %I owner to %I', n.nspname, give_to_owners.owner)
    from pg_namespace as n
    where n.nspname in ('groundcheck', 'groundcheck_internal') and pg_get_userbyid(n.nspowner) <> give_to_owners.owner
    union all
    -- Without which nobody but a superuser may make the engine an owner there; apply_privileges() takes it back.
    select format('grant create on schema %I to %I', n.nspname, give_to_owners.engine)
    from pg_namespace as n
    where n.nspname in ('groundcheck', 'groundcheck_internal')
      and not has_schema_privilege(give_to_owners.engine, n.oid, 'create')
      and exists (
        select from pg_proc as p
        join groundcheck_internal.entry_points() as e on e.function_name = n.nspname || '.' || p.proname
        where p.pronamespace = n.oid and e.runs_as = 'engine' and pg_get_userbyid(p.proowner) <> give_to_owners.engine
      )
    union all
    -- The sequences of identity columns follow their tables, row types likewise.
    select format(
      case c.relkind when 'v' then 'alter view %s owner to %I' when 'c' then 'alter type %s owner to %I'
        when 'm' then 'alter materialized view %s owner to %I' when 'S' then 'alter sequence %s owner to %I' else 'alter table %s owner to %I' end,
      c.oid::regclass, give_to_owners.owner
    )
    from pg_class as c
    where c.relnamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)
      and (c.relkind in ('r', 'p', 'v', 'm', 'c') or c.relkind = 'S' and not exists (
        select from pg_depend as d where d.objid = c.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      ))
      and pg_get_userbyid(c.relowner) <> give_to_owners.owner
    union all
    select format('alter routine %s owner to %I', p.oid::regprocedure, w.owner)
    from pg_proc as p
    left join groundcheck_internal.entry_points() as e on e.function_name = p.pronamespace::regnamespace || '.' || p.proname
    cross join lateral (
      select case e.runs_as when 'engine' then give_to_owners.engine else give_to_owners.owner end as owner
    ) as w
    where p.pronamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)
      and pg_get_userbyid(p.proowner) <> w.owner
    union all
    select format('alter routine %s security %s', p.oid::regprocedure,
      case when e.runs_as in ('engine', 'owner') then 'definer' else 'invoker' end)
    from pg_proc as p
    left join groundcheck_internal.entry_points() as e on e.function_name = p.pronamespace::regnamespace || '.' || p.proname
    where p.pronamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)
      and p.prosecdef <> (coalesce(e.runs_as, 'caller') in ('engine', 'owner'))
  loop
    execute v_statement;
  end loop;
end;
$$;
comment on function groundcheck_internal.give_to_owners is 'Gives what is installed to the roles that own it, and the entry points the rights of their owners.';
revoke all on function groundcheck_internal.give_to_owners from public;

-- The whole list, as it should be. Readers get the views, and of the tables the columns that the views show, which they
-- can name through the views alone, having no usage on the schema of the tables.
create or replace function groundcheck_internal.wanted_privileges()
returns table (kind text, object oid, attribute smallint, role_name name, privilege text)
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set quote_all_identifiers = off
as $$
  with recursive our_function as (
    select p.oid, p.proowner, p.pronamespace, p.prorettype, e.runs_as, e.roles
    from pg_proc as p
    left join groundcheck_internal.entry_points() as e on e.function_name = p.pronamespace::regnamespace || '.' || p.proname
    where p.pronamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)
  ),

  our_table as (
    select c.oid, c.relname, c.relnamespace, c.relkind, c.relrowsecurity
    from pg_class as c
    where c.relnamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)
      and c.relkind in ('r', 'p', 'v')
      and not c.relispartition
  ),

  view_reader as (
    select v.oid, 'groundcheck_' || r.role_name as role_name
    from our_table as v
    cross join unnest(array['reader', 'admin', 'worker']) as r (role_name)
    where v.relkind = 'v' and v.relnamespace = 'groundcheck'::regnamespace
      and (r.role_name <> 'worker' or v.relname = 'queue')
  ),

  -- What the views show: relations whole (attribute 0), their columns, functions; and so on through the views among them.
  shown as (
    select 'pg_class'::regclass::oid as class, v.oid as object, 0 as attribute, v.role_name
    from view_reader as v
    union
    select d.refclassid, d.refobjid, d.refobjsubid, s.role_name
    from shown as s
    join pg_rewrite as r on r.ev_class = s.object and s.class = 'pg_class'::regclass
    join pg_depend as d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refobjid <> s.object
  ),

  wanted as (
    select 'schema' as kind, n.oid as object, 0 as attribute, 'groundcheck_' || r.role_name as role_name, 'USAGE' as privilege
    from pg_namespace as n
    cross join unnest(array['reader', 'checker', 'worker', 'admin', 'engine']) as r (role_name)
    where n.nspname = 'groundcheck' or (n.nspname = 'groundcheck_internal' and r.role_name <> 'reader')
    union all
    select 'function', f.oid, 0, r.role_name, 'EXECUTE'
    from our_function as f
    cross join unnest(f.roles) as r (role_name)
    union all
    select 'function', f.oid, 0, 'groundcheck_engine', 'EXECUTE'
    from our_function as f
    where f.prorettype <> 'trigger'::regtype
      and f.runs_as is distinct from 'owner'
      and f.oid::regproc::text <> all(array[
        'groundcheck_internal.apply_privileges', 'groundcheck_internal.give_to_owners', 'groundcheck_internal.make_roles',
        'groundcheck_internal.protect_tenants'
      ])
    union all
    select 'function', f.oid, 0, 'groundcheck_owner', 'EXECUTE'
    from our_function as f
    where pg_get_userbyid(f.proowner) = 'groundcheck_engine'
    union all
    select 'function', s.object, 0, s.role_name, 'EXECUTE'
    from shown as s
    join our_function as f on f.oid = s.object
    where s.class = 'pg_proc'::regclass
    union all
    select 'table', t.oid, 0, 'groundcheck_engine', w.privilege
    from our_table as t
    cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as w (privilege)
    where w.privilege = 'SELECT' or t.relrowsecurity or (w.privilege = 'INSERT' and t.relname in ('scorers', 'scorer_weights'))
    union all
    select 'table', v.oid, 0, s.role_name, 'SELECT'
    from shown as s
    join our_table as v on v.oid = s.object and v.relkind = 'v'
    where s.class = 'pg_class'::regclass
    union all
    select 'table', t.oid, 0, 'groundcheck_worker', 'SELECT'
    from our_table as t
    where t.relname = 'models'
    union all
    select 'column', s.object, s.attribute, s.role_name, 'SELECT'
    from shown as s
    join our_table as t on t.oid = s.object and t.relkind <> 'v'
    where s.class = 'pg_class'::regclass and s.attribute > 0
  )

  select distinct w.kind, w.object, w.attribute::smallint, r.rolname, w.privilege
  from wanted as w
  join pg_roles as r on r.rolname = w.role_name
$$;
comment on function groundcheck_internal.wanted_privileges is 'Every privilege that a role of groundcheck-db is to have in this database.';
revoke all on function groundcheck_internal.wanted_privileges from public;

-- Brings roles, owners, row-level security and privileges to what they should be; what is so already is not touched. Runs
-- at the end of each migration, and may run at any time, as after roles were made or a dump was restored elsewhere.
create or replace function groundcheck_internal.apply_privileges()
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set quote_all_identifiers = off
as $$
declare
  v_vector_schema name := (
    select n.nspname from pg_extension as e join pg_namespace as n on n.oid = e.extnamespace where e.extname = 'vector'
  );
  v_owner name := current_user;
  v_engine name := current_user;
  v_statement text;
  v_changed int := 0;
begin
  perform groundcheck_internal.make_roles();
  if to_regrole('groundcheck_owner') is not null and pg_has_role(current_user, 'groundcheck_owner', 'set')
    and to_regrole('groundcheck_engine') is not null and pg_has_role(current_user, 'groundcheck_engine', 'set')
  then
    foreach v_owner in array array['groundcheck_owner', 'groundcheck_engine'] loop
      if not has_schema_privilege(v_owner, v_vector_schema, 'usage') then
        execute format('grant usage on schema %I to %I', v_vector_schema, v_owner);
      end if;
    end loop;
    v_owner := 'groundcheck_owner';
    v_engine := 'groundcheck_engine';
  end if;

  perform groundcheck_internal.protect_tenants();
  perform groundcheck_internal.give_to_owners(v_owner, v_engine);

  -- Every function is taken from PUBLIC beside its creation; a dump that was restored without privileges gives it back.
  for v_statement in
    select format('revoke all on routine %s from public', p.oid::regprocedure)
    from pg_proc as p
    where p.pronamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)
      and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a where a.grantee = 0)
  loop
    execute v_statement;
    v_changed := v_changed + 1;
  end loop;

  for v_statement in
    with actual as (
      select 'schema' as kind, n.oid as object, 0::smallint as attribute, a.grantee, a.privilege_type, n.nspowner as owner
      from pg_namespace as n
      cross join aclexplode(n.nspacl) as a
      where n.nspname in ('groundcheck', 'groundcheck_internal')
      union all
      select 'function', p.oid, 0::smallint, a.grantee, a.privilege_type, p.proowner
      from pg_proc as p
      cross join aclexplode(p.proacl) as a
      where p.pronamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)
      union all
      select 'table', c.oid, 0::smallint, a.grantee, a.privilege_type, c.relowner
      from pg_class as c
      cross join aclexplode(c.relacl) as a
      where c.relnamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)
      union all
      select 'column', c.oid, t.attnum, a.grantee, a.privilege_type, c.relowner
      from pg_class as c
      join pg_attribute as t on t.attrelid = c.oid
      cross join aclexplode(t.attacl) as a
      where c.relnamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)
    ),

    had as (
      select a.kind, a.object, a.attribute, r.rolname as role_name, a.privilege_type as privilege, a.grantee = a.owner as is_owner
      from actual as a
      join pg_roles as r on r.oid = a.grantee
      where r.rolname = any(array[
        'groundcheck_owner', 'groundcheck_engine', 'groundcheck_reader', 'groundcheck_checker', 'groundcheck_worker',
        'groundcheck_admin'
      ])
    ),

    difference as (
      select coalesce(w.kind, h.kind) as kind, coalesce(w.object, h.object) as object,
        coalesce(w.attribute, h.attribute) as attribute, coalesce(w.role_name, h.role_name) as role_name,
        coalesce(w.privilege, h.privilege) as privilege, h.kind is null as is_missing
      from groundcheck_internal.wanted_privileges() as w
      full join had as h
        on h.kind = w.kind and h.object = w.object and h.attribute = w.attribute and h.role_name = w.role_name
        and h.privilege = w.privilege
      where h.kind is null or (w.kind is null and not h.is_owner)
    )

    select format(
      case when d.is_missing then 'grant %1$s %2$s on %3$s to %4$I' else 'revoke %1$s %2$s on %3$s from %4$I' end,
      d.privilege,
      case d.kind when 'column' then (
        select format('(%I)', t.attname) from pg_attribute as t where t.attrelid = d.object and t.attnum = d.attribute
      ) end,
      case d.kind
        when 'schema' then 'schema ' || d.object::regnamespace
        when 'function' then 'routine ' || d.object::regprocedure
        else 'table ' || d.object::regclass
      end,
      d.role_name
    )
    from difference as d
  loop
    execute v_statement;
    v_changed := v_changed + 1;
  end loop;
  return v_changed;
end;
$$;
comment on function groundcheck_internal.apply_privileges is 'Brings roles, owners, row-level security and privileges to what they should be; returns how many privileges it changed.';
revoke all on function groundcheck_internal.apply_privileges from public;
