-- Makes the audit's monthly partitions, from this month on for months_ahead more, and a default one for what falls
-- outside. Rows of a month that wait in the default partition move into the new one.
create or replace function groundcheck_internal.ensure_partitions(months_ahead int default 3)
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set timezone = 'UTC'
as $$
declare
  v_parent text;
  v_month timestamptz;
  v_name text;
  v_made int := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('groundcheck-db partitions', 0));
  foreach v_parent in array array['checks', 'check_passages', 'claims', 'claim_evidence'] loop
    if to_regclass(format('groundcheck_internal.%I', v_parent || '_default')) is null then
      execute format('create table groundcheck_internal.%I partition of groundcheck_internal.%I default',
        v_parent || '_default', v_parent);
      v_made := v_made + 1;
    end if;
    for v_month in
      select date_trunc('month', now()) + make_interval(months => n)
      from generate_series(0, ensure_partitions.months_ahead) as n
    loop
      v_name := v_parent || to_char(v_month, '"_y"YYYY"m"MM');
      continue when to_regclass(format('groundcheck_internal.%I', v_name)) is not null;
      -- Nothing may come into the default partition between the move and the attachment.
      execute format('lock table groundcheck_internal.%I in access exclusive mode', v_parent || '_default');
      execute format('create table groundcheck_internal.%I (like groundcheck_internal.%I including defaults including constraints)',
        v_name, v_parent);
      execute format(
        'with moved as (
           delete from groundcheck_internal.%I where created_at >= %L and created_at < %L returning *
         )
         insert into groundcheck_internal.%I select * from moved',
        v_parent || '_default', v_month, v_month + interval '1 month', v_name);
      execute format('alter table groundcheck_internal.%I attach partition groundcheck_internal.%I for values from (%L) to (%L)',
        v_parent, v_name, v_month, v_month + interval '1 month');
      v_made := v_made + 1;
    end loop;
  end loop;
  return v_made;
end;
$$;
comment on function groundcheck_internal.ensure_partitions is 'Makes the audit''s partitions for the months to come; returns how many it made.';
revoke all on function groundcheck_internal.ensure_partitions from public;
