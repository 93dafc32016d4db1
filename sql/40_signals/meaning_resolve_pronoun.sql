-- A claim that opens with a pronoun, read with the subject of the claim before: "She left." after "Ines is a chemist."
-- -> "Ines left." Null where the claim opens otherwise, where the claim before has no subject of its own, and where it
-- names two that may be meant: "Ines met Kai. She left." Whose brother is another than whose brother it is: his, her and
-- their stay as they are.
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
      case when o.parts[1] = 'its' then '''s' end,
      pg_catalog.substr(resolve_pronoun.claim, pg_catalog.char_length(o.parts[1]) + 1)
    )
  from pg_catalog.regexp_match(
    groundcheck_internal.fold(pg_catalog.substr(resolve_pronoun.claim, 1, 8)), '^(he|she|it|they|its)[^a-z0-9'']'
  ) as o (parts)
  cross join lateral (
    select min(w.start) filter (where w.role = 's') as first_start, min(w.start) filter (where w.role = 'v') as end_start
    from (select (groundcheck_internal.word_features(resolve_pronoun.previous)).*) as f
    cross join lateral unnest(f.starts, f.roles, f.kinds, f.clauses, f.words, f.concepts) as w (start, role, kind, clause, word, concept)
    where w.clause = 1
    having
      bool_or(w.role = 's' and w.kind <> 'f')
      and pg_catalog.count(*) filter (where w.role = 's' and w.kind <> 'f') <= 6
      -- "Ines and Kai left. She ..."; "Ines married Lea Moor. She ..."
      and not (o.parts[1] in ('he', 'she') and (
        bool_or(w.role = 's' and w.word = 'and')
        or bool_or(w.role = 'o' and w.kind = 'n') and bool_or(w.role = 'v' and w.concept in (
          'meet', 'marri', 'marriage', 'accompani', 'help', 'teach', 'win', 'succeed', 'replac', 'join', 'hire', 'employ', 'thank', 'tell',
          'ask', 'like', 'know', 'visit', 'interview', 'sue', 'kill', 'accept', 'praise', 'follow', 'assist', 'befriend', 'call', 'see',
          'invit', 'introduc', 'support', 'married', 'single'
        ))
      ))
  ) as s
  where o.parts is not null and s.first_start < s.end_start
$$;
comment on function groundcheck_internal.resolve_pronoun is 'The claim with its opening pronoun replaced by the subject of the claim before; null where there is nothing to replace.';
revoke all on function groundcheck_internal.resolve_pronoun from public;
