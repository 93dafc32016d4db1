insert into groundcheck_internal.installation (package_version, sql_digest, applied_at)
values (:package_version, :sql_digest, pg_catalog.clock_timestamp())
on conflict (singleton) do update
  set package_version = excluded.package_version, sql_digest = excluded.sql_digest, applied_at = excluded.applied_at;
