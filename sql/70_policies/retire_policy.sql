create or replace function groundcheck.retire_policy(name text)
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_tenant text := groundcheck_internal.require_tenant();
  v_retired int;
begin
  update groundcheck_internal.policies as p
  set retired_at = now()
  where p.tenant = v_tenant
    and p.name = retire_policy.name
    and p.retired_at is null;
  get diagnostics v_retired = row_count;
  if v_retired = 0 then
    -- Raises where there is none at all; a shared policy is not this tenant's to retire.
    perform groundcheck_internal.find_policy(retire_policy.name);
    raise exception using
      errcode = 'GC104',
      message = format('policy %L is shared by all tenants', retire_policy.name),
      hint = 'The owner can, with the setting groundcheck.tenant left empty.';
  end if;
  return v_retired;
end;
$$;
comment on function groundcheck.retire_policy is
'Takes every version of a policy out of use, and returns how many; checks made under it keep it. GC101: unknown policy. GC104: not this tenant''s.';
revoke all on function groundcheck.retire_policy from public;
