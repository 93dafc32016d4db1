-- The newest version that is not retired; a tenant's own policy before the shared one of that name. Nearly every call begins
-- here, so this is where an upgrade is waited for, and where it is asked whose check it is.
create or replace function groundcheck_internal.find_policy(name text)
returns groundcheck_internal.policies
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_policy groundcheck_internal.policies;
begin
  perform groundcheck_internal.wait_for_upgrade();
  perform groundcheck_internal.require_tenant();
  select p.* into v_policy
  from groundcheck_internal.policies as p
  where p.name = find_policy.name
    and p.tenant in (groundcheck_internal.current_tenant(), '')
    and p.retired_at is null
  order by p.tenant desc, p.version desc
  limit 1;
  if not found then
    raise exception using
      errcode = 'GC101',
      message = format('there is no policy %s', coalesce(quote_literal(left(find_policy.name, 100)), 'null')),
      hint = coalesce(
        (
          select 'Policies: ' || string_agg(distinct p.name, ', ' order by p.name)
          from groundcheck_internal.policies as p
          where p.tenant in (groundcheck_internal.current_tenant(), '') and p.retired_at is null
        ) || '. create_policy() makes another.',
        'There is no policy at all: create_policy() makes one.'
      );
  end if;
  return v_policy;
end;
$$;
comment on function groundcheck_internal.find_policy is 'The policy of a name in its newest version. Raises GC101, and GC601 where the role has to name a tenant.';
revoke all on function groundcheck_internal.find_policy from public;
