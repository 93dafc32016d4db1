-- Runs after the revisions and sql/, each time.
select groundcheck_internal.apply_privileges();
select groundcheck.ensure_partitions();
