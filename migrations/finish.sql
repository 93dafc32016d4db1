-- Runs after the revisions and sql/, each time.
select groundcheck_internal.ensure_partitions();
