-- Only in the script that groundcheck-db sql prints: the database is the one that the script was made for.
-- :revision is null where the script installs.
do $$
declare
  v_expected text := :revision;
  v_found text;
  v_schema text;
begin
  select pg_catalog.quote_ident(n.nspname) into v_schema
  from pg_catalog.pg_extension as e
  join pg_catalog.pg_namespace as n on n.oid = e.extnamespace
  where e.extname = 'vector';
  if v_schema <> pg_catalog.quote_ident((pg_catalog.parse_ident($vs$@vector_schema@$vs$))[1]) then
    raise exception using
      errcode = 'GC691',
      message = pg_catalog.format('this script is for pgvector in schema %s, here it is in %s', $vs$@vector_schema@$vs$, v_schema),
      hint = pg_catalog.format('groundcheck-db sql --vector-schema %s', v_schema);
  end if;
  if pg_catalog.to_regclass('groundcheck_internal.alembic_version') is not null then
    select a.version_num into v_found from groundcheck_internal.alembic_version as a;
  end if;
  if v_expected is null and v_found is not null then
    raise exception using
      errcode = 'GC692',
      message = pg_catalog.format('this script installs groundcheck-db, which is here already, at revision %s', v_found),
      hint = pg_catalog.format('groundcheck-db sql --from %s', v_found);
  elsif v_expected is distinct from v_found then
    raise exception using
      errcode = 'GC692',
      message = pg_catalog.format('this script upgrades revision %s, the database is at %s',
        v_expected, coalesce(v_found, 'none: groundcheck-db is not installed')),
      hint = pg_catalog.concat('groundcheck-db sql', ' --from ' || v_found);
  end if;
end;
$$;
