-- Roles, row-level security, erasure and retention.
select 1;
