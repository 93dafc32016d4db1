-- Erases, for good: one check with all that was made of it again; or every check that had the passage in its context, with
-- the passage itself, from loaded documents too; or all that a tenant has. Returns how many rows went from which table.
-- Erased is what the tables hold. The server overwrites the rows when it vacuums, and copies (archives, backups, replicas,
-- write-ahead logs) are not reached.
create or replace function groundcheck.forget(
  check_id text default null,
  passage text default null,
  tenant text default null
)
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_tenant text;
  v_ids uuid[];
  v_hashes bytea[];
begin
  if num_nonnulls(forget.check_id, forget.passage, forget.tenant) <> 1 then
    raise exception using
      errcode = 'GC605',
      message = format('forget() was given %s of check_id, passage and tenant',
        num_nonnulls(forget.check_id, forget.passage, forget.tenant)),
      hint = 'Name one: forget(check_id => ...), forget(passage => ...) or forget(tenant => ...).';
  end if;
  if forget.tenant is not null then
    perform groundcheck_internal.have_audit_alone(with_readers => false);
    return groundcheck_internal.forget_tenant(forget.tenant);
  end if;

  v_tenant := groundcheck_internal.require_tenant();
  if forget.check_id is not null then
    v_ids := array[(groundcheck_internal.stored_check(forget.check_id)).id];
  else
    v_hashes := array[groundcheck_internal.text_hash(forget.passage)];
  end if;
  perform groundcheck_internal.have_audit_alone(with_readers => false);
  if v_ids is null then
    v_ids := array(
      select cp.check_id from groundcheck_internal.check_passages as cp
      where cp.tenant = v_tenant and cp.passage_hash = any(v_hashes)
    );
  end if;
  return groundcheck_internal.forget_checks(v_tenant, v_ids, v_hashes);
end;
$$;
comment on function groundcheck.forget is
'Erases one check, every check that had a passage, or a whole tenant, with all texts that nothing else refers to; returns the number of rows by table. 55P03: open transactions. GC301, GC302: the check. GC605: not one of the three.';
revoke all on function groundcheck.forget from public;

-- The checks, what was made of them again, and everything with their ids in whichever table; then the passages that they
-- had, and passages, from documents too.
create or replace function groundcheck_internal.forget_checks(tenant text, ids uuid[], passages bytea[])
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids uuid[];
  v_hashes bytea[];
  v_documents bigint[];
  v_table record;
  v_rows bigint;
  v_gone jsonb := '{}';
begin
  with origin as (
    select distinct coalesce(c.recheck_of, c.id) as id
    from unnest(forget_checks.ids) as i (id)
    join groundcheck_internal.checks as c
      on c.id = i.id and c.created_at = groundcheck_internal.id_time(i.id) and c.tenant = forget_checks.tenant
  )

  select array_agg(a.id) into v_ids
  from (
    select o.id from origin as o
    union
    select c.id
    from origin as o
    join groundcheck_internal.checks as c on c.tenant = forget_checks.tenant and c.recheck_of = o.id
  ) as a;

  v_hashes := array(
    select distinct cp.passage_hash
    from unnest(v_ids) as i (id)
    join groundcheck_internal.check_passages as cp
      on cp.check_id = i.id and cp.created_at = groundcheck_internal.id_time(i.id)
    union
    select unnest(forget_checks.passages)
  );

  for v_table in
    select c.relname as name, a.attname as key, c.relkind = 'p' as is_audit
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.atttypid = 'uuid'::regtype and not a.attisdropped
    where c.relnamespace = 'groundcheck_internal'::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = case c.relname when 'checks' then 'id' else 'check_id' end
    order by c.relname
  loop
    -- The time in the id finds the partition.
    execute format(
      case when v_table.is_audit
        then 'delete from groundcheck_internal.%1$I as t using unnest($1) as i (id)
              where t.%2$I = i.id and t.created_at = groundcheck_internal.id_time(i.id)'
        else 'delete from groundcheck_internal.%1$I as t where t.%2$I = any($1)' end,
      v_table.name, v_table.key) using v_ids;
    get diagnostics v_rows = row_count;
    v_gone := v_gone || jsonb_build_object(v_table.name, v_rows);
  end loop;

  if cardinality(forget_checks.passages) > 0 then
    with gone as (
      delete from groundcheck_internal.document_passages as dp
      where dp.tenant = forget_checks.tenant and dp.passage_hash = any(forget_checks.passages)
      returning dp.document_id
    ),

    unlisted as (
      delete from groundcheck_internal.collection_passages as cp
      where cp.tenant = forget_checks.tenant and cp.passage_hash = any(forget_checks.passages)
    )

    select v_gone || jsonb_build_object('document_passages', count(*)), array_agg(distinct g.document_id)
    into v_gone, v_documents
    from gone as g;
    delete from groundcheck_internal.documents as d
    where d.id = any(v_documents)
      and not exists (select from groundcheck_internal.document_passages as dp where dp.document_id = d.id);
  end if;
  return v_gone || groundcheck_internal.drop_unused_texts(
    array_fill(forget_checks.tenant, array[cardinality(v_hashes)]), v_hashes
  );
end;
$$;
comment on function groundcheck_internal.forget_checks is 'Erases checks and passages of a tenant; returns the number of rows by table.';
revoke all on function groundcheck_internal.forget_checks from public;

-- Every row of every table that has a tenant, those that most others refer to last. The policies of the shared tenant are
-- everybody's, and stay.
create or replace function groundcheck_internal.forget_tenant(tenant text)
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_table record;
  v_rows bigint;
  v_gone jsonb := '{}';
begin
  for v_table in
    select c.relname as name
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attname = 'tenant' and not a.attisdropped
    where c.relnamespace = 'groundcheck_internal'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not (c.relname = 'policies' and forget_tenant.tenant = '')
    order by (select count(*) from pg_constraint as f where f.confrelid = c.oid and f.contype = 'f'), c.relname
  loop
    execute format('delete from groundcheck_internal.%I where tenant = $1', v_table.name) using forget_tenant.tenant;
    get diagnostics v_rows = row_count;
    v_gone := v_gone || jsonb_build_object(v_table.name, v_rows);
  end loop;
  return v_gone;
end;
$$;
comment on function groundcheck_internal.forget_tenant is 'Erases all that a tenant has; returns the number of rows by table.';
revoke all on function groundcheck_internal.forget_tenant from public;
