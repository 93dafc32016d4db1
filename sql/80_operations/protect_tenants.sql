-- The samples that the planner keeps would hold texts of all tenants, and hold them after they were erased; no plan rests
-- on them.
create or replace function groundcheck_internal.keep_no_samples("table" regclass)
returns void
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_column name;
begin
  for v_column in
    select a.attname
    from pg_attribute as a
    where a.attrelid = keep_no_samples."table"
      and a.attname in (
        'answer', 'body', 'citations', 'claim', 'details', 'features', 'finding', 'last_error', 'metadata', 'note', 'question',
        'reason', 'statement', 'uri', 'vals'
      )
      and coalesce(a.attstattarget, -1) <> 0
  loop
    execute format('alter table %s alter column %I set statistics 0', keep_no_samples."table", v_column);
  end loop;
end;
$$;
comment on function groundcheck_internal.keep_no_samples is 'Keeps texts out of the planner''s statistics.';
revoke all on function groundcheck_internal.keep_no_samples from public;

-- Row-level security on every table that has a tenant, partitions and tables of later revisions among them. Tables that
-- are protected already are left alone, so that nothing is locked for nothing. Returns how many were not.
--
-- A row is seen, and may be written, by the tenant that groundcheck.tenant names. Unset or empty it names none, but for
-- the engine, which acts for the owner too and has asked require_tenant(). The owner of the tables is exempt. The
-- expression is stable and reads no table, so that it can be an index condition. A partition gets no policy: reached by
-- itself it shows nothing, reached through its table the table's policy counts.
create or replace function groundcheck_internal.protect_tenants()
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_own constant text := 'tenant = case when current_user = ''groundcheck_engine'''
    ' then coalesce(current_setting(''groundcheck.tenant'', true), '''')'
    ' else nullif(current_setting(''groundcheck.tenant'', true), '''') end';
  v_table record;
  v_protected int := 0;
begin
  for v_table in
    select c.oid::regclass as name, c.relispartition as is_partition, c.relname = 'policies' as is_shared
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attname = 'tenant' and not a.attisdropped
    where c.relnamespace = 'groundcheck_internal'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relrowsecurity
    order by c.relname
  loop
    execute format('alter table %s enable row level security', v_table.name);
    perform groundcheck_internal.keep_no_samples(v_table.name);
    if not v_table.is_partition then
      execute format('create policy own_tenant on %s using (%s)', v_table.name, v_own);
    end if;
    -- What the shared tenant offers to all is read by all.
    if v_table.is_shared then
      execute format('create policy shared_tenant on %s for select using (tenant = '''')', v_table.name);
    end if;
    v_protected := v_protected + 1;
  end loop;
  -- The queue holds no text, and is one for all tenants to those who see to it.
  if to_regrole('groundcheck_worker') is not null and to_regrole('groundcheck_admin') is not null and not exists (
    select from pg_policy as p where p.polrelid = 'groundcheck_internal.jobs'::regclass and p.polname = 'whole_queue'
  ) then
    create policy whole_queue on groundcheck_internal.jobs for select to groundcheck_worker, groundcheck_admin using (true);
  end if;
  return v_protected;
end;
$$;
comment on function groundcheck_internal.protect_tenants is 'Puts row-level security on the tables that have a tenant and lack it; returns how many.';
revoke all on function groundcheck_internal.protect_tenants from public;
