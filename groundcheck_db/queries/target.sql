-- Statements of groundcheck_db.target.

-- name: database_exists
select 1 from pg_catalog.pg_database where datname = %(name)s;

-- name: create_database
create database groundcheck template template0;

-- name: installed
select i.package_version, i.sql_digest, a.version_num, pg_catalog.quote_ident(n.nspname)
from groundcheck_internal.installation as i
cross join groundcheck_internal.alembic_version as a
cross join pg_catalog.pg_extension as e
join pg_catalog.pg_namespace as n on n.oid = e.extnamespace
where e.extname = 'vector';
