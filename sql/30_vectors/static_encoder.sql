create or replace function groundcheck_internal.current_tenant()
returns text
language sql
stable
parallel safe
return coalesce(pg_catalog.current_setting('groundcheck.tenant', true), '');
comment on function groundcheck_internal.current_tenant is 'The tenant that the setting groundcheck.tenant names, the empty string where it is unset.';
revoke all on function groundcheck_internal.current_tenant from public;

-- The newest registered one: token_vectors holds its vectors and no other's.
create or replace function groundcheck_internal.static_encoder()
returns int
language sql
stable
parallel safe
return (
  select m.id from groundcheck_internal.models as m
  where m.kind = 'static'
  order by m.id desc limit 1
);
comment on function groundcheck_internal.static_encoder is 'The id of the static encoder whose token vectors are loaded.';
revoke all on function groundcheck_internal.static_encoder from public;
