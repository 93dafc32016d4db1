-- Ends the retention of what is older: whole months go as partitions, at once and without a trace in the tables that stay.
-- A check is therefore kept for up to a month longer than older_than says, unless whole_months is false, which deletes the
-- rows that are left of a month one by one. Summaries stay; they hold no text.
--   archive_schema  moves the months there instead of dropping them, each with the passages that its checks had
-- Texts that nothing refers to any more go with them, up to 100,000 passages a call.
create or replace function groundcheck.purge(
  older_than interval,
  archive_schema text default null,
  whole_months boolean default true
)
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set datestyle = 'ISO'
set standard_conforming_strings = on
as $$
declare
  v_before timestamptz;
  v_part record;
  v_tenants text[];
  v_hashes bytea[];
  v_rows bigint;
  v_deleted bigint := 0;
  v_months text[] := '{}';
begin
  perform groundcheck_internal.require_age(purge.older_than);
  v_before := now() - purge.older_than;
  if purge.archive_schema is not null and (
    to_regnamespace(quote_ident(purge.archive_schema)) is null
    or purge.archive_schema in ('groundcheck', 'groundcheck_internal')
    or not has_schema_privilege(quote_ident(purge.archive_schema)::regnamespace, 'create, usage')
  ) then
    raise exception using
      errcode = 'GC604',
      message = format('%I cannot take the archive', left(purge.archive_schema, 63)),
      hint = case
        when purge.archive_schema in ('groundcheck', 'groundcheck_internal') then format(
          'That is where the audit is kept. Give a schema of your own: '
          'create schema audit_archive; grant usage, create on schema audit_archive to %I;', current_user)
        else format('create schema if not exists %1$I; grant usage, create on schema %1$I to %2$I;',
          left(purge.archive_schema, 63), current_user)
      end;
  end if;
  if coalesce(purge.whole_months, true) then
    v_before := date_trunc('month', v_before);
  end if;

  -- Looked for before anybody has to wait, and looked at again afterwards.
  select array_agg(p.tenant), array_agg(p.hash) into v_tenants, v_hashes
  from (
    select c.tenant, c.hash
    from groundcheck_internal.passages as c
    where c.created_at < v_before
      and not exists (
        select from groundcheck_internal.check_passages as cp
        where cp.tenant = c.tenant and cp.passage_hash = c.hash and cp.created_at >= v_before
      )
      and not exists (
        select from groundcheck_internal.document_passages as dp where dp.tenant = c.tenant and dp.passage_hash = c.hash
      )
    limit 100000
  ) as p;

  perform groundcheck_internal.have_audit_alone(
    with_readers => exists (select from groundcheck_internal.audit_partitions() as p where p.ends_at <= v_before)
  );
  for v_part in
    select p.parent, p.name, substring(p.name from '_y\d+m\d+$') as month, coalesce(p.ends_at <= v_before, false) as is_over
    from groundcheck_internal.audit_partitions() as p
    order by p.place, p.name
  loop
    if v_part.is_over then
      if purge.archive_schema is not null and v_part.parent = 'check_passages' then
        execute format(
          'create table %1$I.%2$I as
           select p.* from groundcheck_internal.passages as p
           where exists (
             select from groundcheck_internal.%3$I as cp where cp.tenant = p.tenant and cp.passage_hash = p.hash
           )',
          purge.archive_schema, 'passages' || v_part.month, v_part.name);
      end if;
      execute format('alter table groundcheck_internal.%I detach partition groundcheck_internal.%I', v_part.parent, v_part.name);
      if purge.archive_schema is null then
        execute format('drop table groundcheck_internal.%I', v_part.name);
      else
        execute format('alter table groundcheck_internal.%I set schema %I', v_part.name, purge.archive_schema);
      end if;
      v_months := v_months || v_part.name::text;
    else
      -- With whole months, nothing but what waits in the default partition.
      execute format('delete from groundcheck_internal.%I where created_at < $1', v_part.name) using v_before;
      get diagnostics v_rows = row_count;
      v_deleted := v_deleted + case when v_part.parent = 'checks' then v_rows else 0 end;
    end if;
  end loop;

  delete from groundcheck_internal.labels as l where groundcheck_internal.id_time(l.check_id) < v_before;
  delete from groundcheck_internal.jobs as j where groundcheck_internal.id_time(j.check_id) < v_before;
  return jsonb_build_object('before', v_before, 'partitions', to_jsonb(v_months), 'checks_deleted', v_deleted)
    || groundcheck_internal.drop_unused_texts(v_tenants, v_hashes);
end;
$$;
comment on function groundcheck.purge is
'Drops, or moves to archive_schema, the months of the audit that are older, and the texts that nothing refers to any more; returns what went. 55P03: open transactions. GC603: an age that cannot be. GC604: archive_schema.';
revoke all on function groundcheck.purge from public;

-- Before the year 4713 BC there is no time; infinity is older than everything.
create or replace function groundcheck_internal.require_age(age interval)
returns void
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  if require_age.age is null or require_age.age < interval '0'
    or (isfinite(require_age.age) and require_age.age > interval '6000 years')
  then
    raise exception using
      errcode = 'GC603',
      message = format('%s is no age that a row can have', coalesce(require_age.age::text, 'null')),
      hint = 'Give an age, such as interval ''90 days''.';
  end if;
end;
$$;
comment on function groundcheck_internal.require_age is 'Raises GC603 where an interval is no age.';
revoke all on function groundcheck_internal.require_age from public;
