insert into groundcheck_internal.installation (package_version, sql_digest)
values (:package_version, :sql_digest)
on conflict (singleton) do update
  set package_version = excluded.package_version, sql_digest = excluded.sql_digest, applied_at = pg_catalog.now();
