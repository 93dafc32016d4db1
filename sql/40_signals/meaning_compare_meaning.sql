-- How the words of a claim relate to those of one piece of evidence on the same topic, beyond overlap. One row a
-- finding; none where nothing is at odds. severity: 1 contradicts, about 0.5 is not supported as stated. evidence_at is
-- the word of the evidence (1-based in its words), null where the evidence has none.
--
-- Each clause of the claim is compared with the clause of the evidence that shares most of its words: a sentence may
-- say that one thing rose and another fell. A finding needs that much topic in common; precise before complete.
-- Two texts of more than a million pairs of words are not compared: no sentence is that long.
create or replace function groundcheck_internal.compare_meaning(
  claim groundcheck_internal.word_features,
  evidence groundcheck_internal.word_features
)
returns table (kind text, severity real, claim_part text, evidence_part text, evidence_at int)
language plpgsql
stable
strict
parallel safe
as $$
#variable_conflict use_column
declare
  v_match groundcheck_internal.word_match;
  v_tags text[] := evidence.tags;
  v_text text;
begin
  if pg_catalog.cardinality(claim.words)::bigint * pg_catalog.cardinality(evidence.words) not between 1 and 1000000 then
    return;
  end if;
  v_match := groundcheck_internal.match_words(claim, evidence);

  if v_match.hits > 0 and ('denied' = any (v_tags) or 'affirmed' = any (v_tags)) then
    return query
    select
      r.kind,
      r.severity,
      groundcheck_internal.word_part(claim, r.claim_at, r.kind),
      groundcheck_internal.word_part(evidence, r.evidence_at, r.kind),
      r.evidence_at
    from groundcheck_internal.compare_records(claim, evidence, v_match) as r;
  end if;

  if v_match.hits > 0 and v_match.hits >= 0.4 * v_match.total then
    return query
    select
      x.kind,
      x.severity,
      groundcheck_internal.word_part(claim, x.claim_at, x.kind),
      groundcheck_internal.word_part(evidence, x.evidence_at, x.kind),
      x.evidence_at
    from (
      select p.* from groundcheck_internal.compare_polarity(claim, evidence, v_match) as p
      union all
      select d.* from groundcheck_internal.compare_degrees(claim, evidence, v_match) as d
      union all
      select b.* from groundcheck_internal.compare_bindings(claim, evidence, v_match) as b
    ) as x;

    v_text := pg_catalog.concat(pg_catalog.array_to_string(claim.words, ' '), ' ');
    if v_text like '%est %' or v_text like '% most %' then
      return query
      select r.kind, r.severity, r.claim_part, r.evidence_part, r.evidence_at
      from groundcheck_internal.compare_ranks(claim, evidence) as r;
    end if;
  end if;

  if v_match.hits > 0 and evidence.words operator(pg_catalog.&&) '{only,solely,exclusively,other}' then
    return query
    select
      o.kind,
      o.severity,
      groundcheck_internal.word_part(claim, o.claim_at, o.kind),
      groundcheck_internal.word_part(evidence, o.evidence_at, o.kind),
      o.evidence_at
    from groundcheck_internal.compare_exclusives(claim, evidence, v_match) as o;
  end if;

  if v_match.hits > 1 and (
    evidence.words operator(pg_catalog.&&) '{except,excepting,excluding,exception,apart,aside}'
    or evidence.words operator(pg_catalog.@>) '{other,than}'
  ) then
    return query
    select
      o.kind,
      o.severity,
      groundcheck_internal.word_part(claim, o.claim_at, o.kind),
      groundcheck_internal.word_part(evidence, o.evidence_at, o.kind),
      o.evidence_at
    from groundcheck_internal.compare_exceptions(claim, evidence) as o;
  end if;

  -- Quoted words must be there, word for word.
  if claim.quotations <> '{}' then
    v_text := pg_catalog.concat(' ', pg_catalog.array_to_string(evidence.words, ' '), ' ');
    return query
    select 'quotation', 0.5::real, q.words, null::text, null::int
    from pg_catalog.unnest(claim.quotations) as q (words)
    where not pg_catalog.starts_with(q.words, '=') and pg_catalog.strpos(v_text, pg_catalog.concat(' ', q.words, ' ')) = 0;
  end if;

  -- The same operands with another operator between them. A slash and a hyphen are often no operators at all.
  if claim.quotations <> '{}' and evidence.quotations <> '{}' then
    return query
    select 'formula', 0.9::real, pg_catalog.substr(c.formula, 2), min(pg_catalog.substr(e.formula, 2)), null::int
    from pg_catalog.unnest(claim.quotations) as c (formula)
    join pg_catalog.unnest(evidence.quotations) as e (formula)
      on pg_catalog.translate(e.formula, '+*/^-', '#####') = pg_catalog.translate(c.formula, '+*/^-', '#####')
    where pg_catalog.starts_with(c.formula, '=') and pg_catalog.starts_with(e.formula, '=')
    group by c.formula
    having not pg_catalog.bool_or(pg_catalog.translate(e.formula, '/', '-') = pg_catalog.translate(c.formula, '/', '-'));
  end if;

  -- Names and identifiers that this evidence does not have.
  if 'n' = any (claim.kinds) then
    return query
    select 'name', 0.5::real, n.word, null::text, null::int
    from unnest(claim.words, claim.concepts, claim.kinds) as n (word, concept, kind)
    where n.kind = 'n' and n.concept <> all (evidence.concepts) and n.word <> all (evidence.words);
  end if;
end;
$$;
comment on function groundcheck_internal.compare_meaning(
  groundcheck_internal.word_features, groundcheck_internal.word_features
) is 'Findings where a claim and evidence on its topic are at odds in negation, opposites, comparison, order, rank, roles, quantity, certainty, condition, attribution, binding, names or quotations.';
revoke all on function groundcheck_internal.compare_meaning(
  groundcheck_internal.word_features, groundcheck_internal.word_features
) from public;

-- A word as a finding shows it: with the second word of its phrase, and whether it is denied.
create or replace function groundcheck_internal.word_part(features groundcheck_internal.word_features, place int, kind text)
returns text
language sql
immutable
parallel safe
as $$
  select pg_catalog.concat(
    case when word_part.kind = 'negation' and (features.negations)[place] % 2 = 1 then 'not ' end,
    (features.words)[place],
    case when (features.tags)[place + 1] = 'second' then ' ' || (features.words)[place + 1] end
  )
  where place > 0
$$;
comment on function groundcheck_internal.word_part is 'The word, or the phrase that begins there, as a finding quotes it.';
revoke all on function groundcheck_internal.word_part from public;
