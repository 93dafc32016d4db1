-- The gate of an upgrade. Every call that needs a policy reads installation, and so holds a lock on it until its
-- transaction ends; migrate takes the table for itself before it touches anything. So an upgrade waits for the calls that
-- have begun, and a call that begins later waits here. When it goes on, the functions that it is in the middle of are
-- those from before the upgrade, and they may call what is gone: it ends with an error that means "try again" (40001)
-- instead. Volatile, because the row must be read as it is after the wait.
create or replace function groundcheck_internal.wait_for_upgrade()
returns void
language plpgsql
volatile
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_applied_at timestamptz;
begin
  select i.applied_at into v_applied_at from groundcheck_internal.installation as i;
  if v_applied_at >= statement_timestamp() then
    raise serialization_failure using
      message = 'groundcheck-db was upgraded while this call waited',
      hint = 'Try again: the next call runs on the new version.';
  end if;
end;
$$;
comment on function groundcheck_internal.wait_for_upgrade is 'Waits while an upgrade runs; raises 40001 where one has ended since the statement began.';
revoke all on function groundcheck_internal.wait_for_upgrade from public;
