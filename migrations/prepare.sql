-- Runs before the revisions, each time: one migration at once, on a server that can carry it.
-- What a migration before this one has done must be seen, whatever the database's default is.
set local transaction_isolation = 'read committed';
set local transaction_read_only = off;
-- Defaults of the database, the role and the client change neither what the scripts mean nor how names compare.
set local standard_conforming_strings = on;
set local quote_all_identifiers = off;
set local datestyle = 'ISO';
set local client_encoding = 'UTF8';
select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('groundcheck-db migrate', 0));

do $$
declare
  v_pgvector text;
begin
  if pg_catalog.current_setting('server_version_num')::int < 160000 then
    raise feature_not_supported using
      message = pg_catalog.format('groundcheck-db needs PostgreSQL 16 or later, this server is %s',
        pg_catalog.current_setting('server_version')),
      hint = 'Upgrade the server, or leave --dsn out to use the embedded one.';
  end if;
  if pg_catalog.current_setting('server_encoding') <> 'UTF8' then
    raise feature_not_supported using
      message = pg_catalog.format('groundcheck-db needs a database in UTF8, this one is in %s',
        pg_catalog.current_setting('server_encoding')),
      hint = 'create database ... template template0 encoding ''UTF8''';
  end if;

  select extversion into v_pgvector from pg_catalog.pg_extension where extname = 'vector';
  if not found then
    begin
      create extension vector;
    exception
      when insufficient_privilege then
        raise insufficient_privilege using
          message = pg_catalog.format('role %I may not create the extension vector', current_user),
          hint = 'Have a superuser run: create extension vector;';
      when invalid_schema_name then
        raise invalid_schema_name using
          message = pg_catalog.format('the extension vector has no schema to be created in: search_path is %s',
            pg_catalog.current_setting('search_path')),
          hint = 'create extension vector schema public; or name a schema that exists in search_path.';
      when undefined_file or feature_not_supported then
        raise undefined_file using
          message = 'pgvector is not installed on this server',
          hint = 'Install pgvector 0.8 or later (https://github.com/pgvector/pgvector).';
    end;
    select extversion into v_pgvector from pg_catalog.pg_extension where extname = 'vector';
  end if;
  if (pg_catalog.string_to_array(v_pgvector, '.'))[1:2]::int[] < array[0, 8] then
    raise feature_not_supported using
      message = pg_catalog.format('groundcheck-db needs pgvector 0.8 or later, found %s', v_pgvector),
      hint = 'alter extension vector update;';
  end if;

  if pg_catalog.to_regnamespace('groundcheck_internal') is null then
    create schema groundcheck_internal;
  end if;
end;
$$;

-- No object of a schema that others may create in stands in for one of the server's.
set local search_path = pg_catalog, pg_temp;
