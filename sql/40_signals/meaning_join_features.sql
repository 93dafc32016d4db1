-- Several sentences read as one text, in order: what is said of one thing in the second is told from what is said of
-- another in the first. A sentence whose subject is a pronoun alone takes the subject of the one before. Null elements
-- are skipped; null for an array without any other.
create or replace function groundcheck_internal.join_features(parts groundcheck_internal.word_features[])
returns groundcheck_internal.word_features
language plpgsql
immutable
strict
parallel safe
as $$
declare
  f groundcheck_internal.word_features;
  p groundcheck_internal.word_features;
  v_words int;
  v_clauses int;
  v_opening int := 1;
  v_opens_with_pronoun boolean;
begin
  foreach p in array parts loop
    continue when p is null;
    if f.words is null then
      f := p;
      continue;
    end if;
    v_words := pg_catalog.cardinality(f.words);
    v_clauses := pg_catalog.cardinality(f.predicates);

    v_opens_with_pronoun := false;
    for i in 1..pg_catalog.cardinality(p.words) loop
      exit when p.clauses[i] > 1 or p.roles[i] <> 's';
      if p.kinds[i] <> 'f' then
        v_opens_with_pronoun := false;
        exit;
      end if;
      v_opens_with_pronoun := v_opens_with_pronoun or p.tags[i] = 'pronoun';
    end loop;

    f.words := f.words || p.words;
    f.starts := f.starts || p.starts;
    f.concepts := f.concepts || p.concepts;
    f.bare := f.bare || p.bare;
    f.poles := f.poles || p.poles;
    f.negations := f.negations || p.negations;
    f.kinds := f.kinds || p.kinds;
    f.roles := f.roles || p.roles;
    f.tags := f.tags || p.tags;
    f.levels := f.levels || p.levels;
    f.clauses := f.clauses || array(select u.clause + v_clauses from pg_catalog.unnest(p.clauses) as u (clause));
    f.passives := f.passives || p.passives;
    f.speakers := f.speakers || p.speakers;
    f.certainties := f.certainties || p.certainties;
    f.obligations := f.obligations || p.obligations;
    f.negators := f.negators || p.negators;
    f.quotations := f.quotations || p.quotations;
    for k in 1..pg_catalog.cardinality(p.predicates) loop
      f.subject_clauses[v_clauses + k] := case
        when p.subject_clauses[k] = 1 and v_opens_with_pronoun then f.subject_clauses[v_opening]
        else p.subject_clauses[k] + v_clauses
      end;
      f.predicates[v_clauses + k] := case when p.predicates[k] > 0 then p.predicates[k] + v_words else 0 end;
      f.pivots[v_clauses + k] := case when p.pivots[k] > 0 then p.pivots[k] + v_words else 0 end;
      f.pivot_ends[v_clauses + k] := case when p.pivot_ends[k] > 0 then p.pivot_ends[k] + v_words else 0 end;
      f.comparators[v_clauses + k] := case when p.comparators[k] > 0 then p.comparators[k] + v_words else 0 end;
    end loop;
    v_opening := v_clauses + 1;
  end loop;
  return f;
end;
$$;
comment on function groundcheck_internal.join_features is 'Parsed sentences as one parsed text, in the order given. Positions and clauses count on; starts stay those in each sentence.';
revoke all on function groundcheck_internal.join_features from public;

-- The same as compare_meaning of a claim and one text, for a text of several sentences. evidence_ordinal: which of them
-- a finding quotes, 1-based; null where it quotes none. Not strict, so that it is inlined.
create or replace function groundcheck_internal.compare_meaning(
  claim groundcheck_internal.word_features,
  evidence groundcheck_internal.word_features[]
)
returns table (kind text, severity real, claim_part text, evidence_part text, evidence_ordinal int)
language sql
stable
parallel safe
as $$
  select
    m.kind, m.severity, m.claim_part, m.evidence_part,
    (
      select min(s.ordinal)::int
      from (
        select p.ordinal, sum(pg_catalog.cardinality(p.words)) over (order by p.ordinal) as last
        from unnest(compare_meaning.evidence) with ordinality as p (
          words, starts, concepts, bare, poles, negations, clauses, kinds, roles, tags, levels, subject_clauses, predicates,
          passives, speakers, certainties, obligations, pivots, pivot_ends, comparators, negators, quotations, ordinal
        )
      ) as s
      where s.last >= m.evidence_at
    )
  from groundcheck_internal.compare_meaning(
    compare_meaning.claim, groundcheck_internal.join_features(compare_meaning.evidence)
  ) as m
$$;
comment on function groundcheck_internal.compare_meaning(
  groundcheck_internal.word_features, groundcheck_internal.word_features[]
) is 'Findings where a claim and several sentences of the context, read as one text, are at odds.';
revoke all on function groundcheck_internal.compare_meaning(
  groundcheck_internal.word_features, groundcheck_internal.word_features[]
) from public;
