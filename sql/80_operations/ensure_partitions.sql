-- The tables of the audit, in the order in which a check writes them: whoever locks several of them keeps to it.
create or replace function groundcheck_internal.audit_tables()
returns table (name name, place bigint)
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select
    c.relname,
    row_number() over (
      order by coalesce(array_position(array['checks', 'check_passages', 'claims', 'claim_evidence'], c.relname::text), 9), c.relname
    )
  from pg_class as c
  where c.relnamespace = 'groundcheck_internal'::regnamespace and c.relkind = 'p'
$$;
comment on function groundcheck_internal.audit_tables is 'The tables that are partitioned by month, in the order in which they are written.';
revoke all on function groundcheck_internal.audit_tables from public;

-- Their partitions; ends_at is null for the default one.
create or replace function groundcheck_internal.audit_partitions()
returns table (parent name, place bigint, name name, ends_at timestamptz)
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set datestyle = 'ISO'
as $$
  select
    t.name, t.place, c.relname,
    substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamptz
  from groundcheck_internal.audit_tables() as t
  join pg_inherits as i on i.inhparent = format('groundcheck_internal.%I', t.name)::regclass
  join pg_class as c on c.oid = i.inhrelid
$$;
comment on function groundcheck_internal.audit_partitions is 'The partitions of the audit, and when the month of each ends.';
revoke all on function groundcheck_internal.audit_partitions from public;

-- Makes the audit's monthly partitions (months of UTC), from this month on for months_ahead more, and a default one for
-- what falls outside: checks of a clock that is wrong, or of a month that nobody made a partition for. Rows that wait in
-- the default partition move to their month, for which a partition is made whichever month that is.
create or replace function groundcheck.ensure_partitions(months_ahead int default 3)
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
set standard_conforming_strings = on
as $$
declare
  v_parent name;
  v_default text;
  v_months timestamptz[];
  v_month timestamptz;
  v_name text;
  v_is_waiting boolean;
  v_made int := 0;
begin
  if ensure_partitions.months_ahead is null or ensure_partitions.months_ahead not between 0 and 1200 then
    raise exception using
      errcode = 'GC602',
      message = format('cannot make partitions for %s months ahead', coalesce(ensure_partitions.months_ahead::text, 'null')),
      hint = 'Give a number from 0 to 1200.';
  end if;
  -- Most days there is nothing to do, and then nobody has to wait. Checks reach the default partition first.
  if to_regclass('groundcheck_internal.checks_default') is not null then
    execute 'select exists (select from groundcheck_internal.checks_default)' into v_is_waiting;
    if not v_is_waiting and (
      select count(*)
      from groundcheck_internal.audit_partitions() as p
      where p.ends_at > now() and p.ends_at <= date_trunc('month', now()) + make_interval(months => ensure_partitions.months_ahead + 1)
    ) = (ensure_partitions.months_ahead + 1) * (select count(*) from groundcheck_internal.audit_tables()) then
      return 0;
    end if;
    perform groundcheck_internal.have_audit_alone(with_readers => true);
  end if;
  for v_parent in select t.name from groundcheck_internal.audit_tables() as t order by t.place loop
    v_default := format('groundcheck_internal.%I', v_parent || '_default');
    if to_regclass(v_default) is null then
      execute format('create table %s partition of groundcheck_internal.%I default', v_default, v_parent);
      execute format('alter table %s enable row level security', v_default);
      perform groundcheck_internal.keep_no_samples(v_default::regclass);
      v_made := v_made + 1;
    end if;
    execute format('select array_agg(distinct date_trunc(''month'', created_at)) from %s', v_default) into v_months;
    for v_month in
      select date_trunc('month', now()) + make_interval(months => n)
      from generate_series(0, ensure_partitions.months_ahead) as n
      union
      select unnest(v_months)
      order by 1
    loop
      v_name := v_parent || to_char(v_month, '"_y"YYYY"m"MM');
      continue when to_regclass(format('groundcheck_internal.%I', v_name)) is not null;
      execute format('create table groundcheck_internal.%I (like groundcheck_internal.%I including defaults including constraints)',
        v_name, v_parent);
      execute format(
        'with moved as (
           delete from %s where created_at >= %L and created_at < %L returning *
         )
         insert into groundcheck_internal.%I select * from moved',
        v_default, v_month, v_month + interval '1 month', v_name);
      execute format('alter table groundcheck_internal.%I enable row level security', v_name);
      perform groundcheck_internal.keep_no_samples(format('groundcheck_internal.%I', v_name)::regclass);
      execute format('alter table groundcheck_internal.%I attach partition groundcheck_internal.%I for values from (%L) to (%L)',
        v_parent, v_name, v_month, v_month + interval '1 month');
      v_made := v_made + 1;
    end loop;
  end loop;
  return v_made;
end;
$$;
comment on function groundcheck.ensure_partitions is
'Makes the audit''s partitions, this month''s and those of the months ahead, and moves rows that wait in the default partition to their month; returns how many it made. GC602: months_ahead.';
revoke all on function groundcheck.ensure_partitions from public;
