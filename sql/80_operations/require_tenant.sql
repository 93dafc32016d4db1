-- The role on whose behalf the server works. The entry points run with their owner's rights, where current_user is that
-- owner; the role that the session has set, or logged in as, stays visible.
create or replace function groundcheck_internal.calling_role()
returns name
language sql
stable
parallel safe
return case pg_catalog.current_setting('role')
  when 'none' then session_user
  else pg_catalog.current_setting('role')::pg_catalog.name
end;
comment on function groundcheck_internal.calling_role is 'The role that the session acts as, seen from inside a function that runs with its owner''s rights.';
revoke all on function groundcheck_internal.calling_role from public;

-- Without a tenant, an installation has one: the empty string, which the owner (and a superuser) works as. Everyone else
-- names theirs, so that a forgotten setting is an error and not another's data.
create or replace function groundcheck_internal.require_tenant()
returns text
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_tenant text := groundcheck_internal.current_tenant();
begin
  if v_tenant = '' and not pg_has_role(
    groundcheck_internal.calling_role(),
    (select n.nspowner from pg_namespace as n where n.nspname = 'groundcheck_internal'),
    'usage'
  ) then
    raise exception using
      errcode = 'GC601',
      message = format('no tenant is set for role %I', groundcheck_internal.calling_role()),
      hint = format('In each transaction: set local groundcheck.tenant = ''acme''; or once for the role: '
        'alter role %I set groundcheck.tenant = ''acme'';', groundcheck_internal.calling_role());
  end if;
  -- It stands in keys, which cannot be long.
  if char_length(v_tenant) > 200 then
    raise exception using
      errcode = 'GC607',
      message = format('groundcheck.tenant has %s characters: %L', char_length(v_tenant), left(v_tenant, 100)),
      hint = 'Name a tenant by 200 characters at most.';
  end if;
  return v_tenant;
end;
$$;
comment on function groundcheck_internal.require_tenant is 'The tenant of the call. Raises GC601 where none is set and the role does not belong to the owner, and GC607 where it is too long.';
revoke all on function groundcheck_internal.require_tenant from public;
