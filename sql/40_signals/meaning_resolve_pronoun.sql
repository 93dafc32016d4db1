-- A claim that opens with a pronoun, read with the subject of the claim before: "She left." after "Ines is a chemist."
-- -> "Ines left." Null where the claim opens otherwise or where the claim before has no subject of its own.
create or replace function groundcheck_internal.resolve_pronoun(claim text, previous text)
returns text
language sql
stable
strict
parallel safe
as $$
  select
    pg_catalog.concat(
      pg_catalog.btrim(
        pg_catalog.substr(resolve_pronoun.previous, s.first_start + 1, s.end_start - s.first_start), E' ,:;\t\n'
      ),
      case when o.parts[1] in ('his', 'her', 'its', 'their') then '''s' end,
      pg_catalog.substr(resolve_pronoun.claim, pg_catalog.char_length(o.parts[1]) + 1)
    )
  from pg_catalog.regexp_match(
    groundcheck_internal.fold(pg_catalog.substr(resolve_pronoun.claim, 1, 8)), '^(he|she|it|they|his|her|its|their)[^a-z0-9'']'
  ) as o (parts)
  cross join lateral (
    select min(w.start) filter (where w.role = 's') as first_start, min(w.start) filter (where w.role = 'v') as end_start
    from (select (groundcheck_internal.word_features(resolve_pronoun.previous)).*) as f
    cross join lateral unnest(f.starts, f.roles, f.kinds, f.clauses) as w (start, role, kind, clause)
    where w.clause = 1
    having
      bool_or(w.role = 's' and w.kind <> 'f')
      and pg_catalog.count(*) filter (where w.role = 's' and w.kind <> 'f') <= 6
  ) as s
  where o.parts is not null and s.first_start < s.end_start
$$;
comment on function groundcheck_internal.resolve_pronoun is 'The claim with its opening pronoun replaced by the subject of the claim before; null where there is nothing to replace.';
revoke all on function groundcheck_internal.resolve_pronoun from public;
