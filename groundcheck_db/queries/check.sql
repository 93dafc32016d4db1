-- Statements of groundcheck_db.cli.check.

-- name: check
select groundcheck.check(
  answer => %(answer)s::text,
  context => %(context)s::text [],
  question => %(question)s::text,
  policy => %(policy)s::text,
  metadata => %(metadata)s::jsonb
);
