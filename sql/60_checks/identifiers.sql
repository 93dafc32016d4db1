-- uuid v7 (RFC 9562): 48 bits of milliseconds, then random. Servers before 18 have none of their own; one way for all.
create or replace function groundcheck_internal.new_id()
returns uuid
language sql
volatile
parallel safe
return pg_catalog.encode(
  pg_catalog.set_bit(pg_catalog.set_bit(
    pg_catalog.overlay(
      pg_catalog.uuid_send(pg_catalog.gen_random_uuid()),
      pg_catalog.substring(
        pg_catalog.int8send(pg_catalog.floor(extract(epoch from pg_catalog.clock_timestamp()) * 1000)::bigint), 3
      ),
      1, 6
    ), 52, 1
  ), 53, 1), 'hex'
)::uuid;
comment on function groundcheck_internal.new_id is 'A new uuid v7: it sorts by time, to the millisecond.';
revoke all on function groundcheck_internal.new_id from public;

create or replace function groundcheck_internal.id_time(id uuid)
returns timestamptz
language sql
immutable
strict
parallel safe
return '1970-01-01 00:00:00+00'::timestamptz
+ ('x' || pg_catalog.substr(pg_catalog.replace(id::text, '-', ''), 1, 12))::bit(48)::bigint * interval '1 millisecond';
comment on function groundcheck_internal.id_time is 'The time inside a uuid v7.';
revoke all on function groundcheck_internal.id_time from public;

-- Documents show "audit_" before the uuid, so that an id says what it is of; both forms are taken.
create or replace function groundcheck_internal.check_id(id text)
returns uuid
language plpgsql
immutable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  if check_id.id !~ '^(audit_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    raise exception using
      errcode = 'GC302',
      message = format('"%s" is not the id of a check', left(check_id.id, 100)),
      hint = 'Give the "id" of the document that check() returned, such as audit_0199c0de-6e7a-7c3e-9b5d-2f1f0a8c4e21.';
  end if;
  return right(check_id.id, 36)::uuid;
end;
$$;
comment on function groundcheck_internal.check_id is 'The uuid in the id of a document. Raises GC302.';
revoke all on function groundcheck_internal.check_id from public;
