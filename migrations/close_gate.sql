-- Runs before an upgrade touches anything: waits for the transactions that have run a check, and lets no other begin one
-- (see groundcheck_internal.wait_for_upgrade). Not for long: while it waits, every check waits behind it.
set local lock_timeout = '10s';

do $$
begin
  lock table groundcheck_internal.installation in access exclusive mode;
exception
  when lock_not_available then
    raise lock_not_available using
      message = pg_catalog.format('open transactions that have run a check keep the upgrade from beginning: process %s', (
        select pg_catalog.string_agg(distinct l.pid::text, ', ')
        from pg_catalog.pg_locks as l
        where
          l.relation = 'groundcheck_internal.installation'::pg_catalog.regclass
          and l.database = (select d.oid from pg_catalog.pg_database as d where d.datname = pg_catalog.current_database())
          and l.granted
      )),
      hint = 'Nothing was changed. End them (select pg_terminate_backend(...)) or wait, and migrate again.';
end;
$$;

set local lock_timeout to default;
