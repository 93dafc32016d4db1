-- Whether two values stand beside the same word: one of the two nearest content words on either side of each. Dates and
-- times need no such word: a sentence has few of them.
create or replace function groundcheck_internal.is_anchored(
  claim groundcheck_internal.word_features,
  claim_value groundcheck.extracted_value,
  evidence groundcheck_internal.word_features,
  evidence_value groundcheck.extracted_value
)
returns boolean
language sql
immutable
parallel safe
as $$
  select claim_value.kind in ('date', 'time') or groundcheck_internal.words_beside(claim, claim_value)
    operator(pg_catalog.&&) groundcheck_internal.words_beside(evidence, evidence_value)
$$;
comment on function groundcheck_internal.is_anchored is 'Whether two values are of the same thing, by the words beside them.';
revoke all on function groundcheck_internal.is_anchored from public;

create or replace function groundcheck_internal.words_beside(
  features groundcheck_internal.word_features,
  value groundcheck.extracted_value
)
returns text[]
language plpgsql
immutable
parallel safe
as $$
declare
  -- Arrays of their own are read in constant time, those inside of a composite are not.
  f_words text[] := features.words;
  f_concepts text[] := features.concepts;
  f_kinds text[] := features.kinds;
  f_starts int[] := features.starts;
  v_first int := value.span_start;
  v_end int := value.span_end;
  v_words text[] := '{}';
  v_before text;
  v_before_that text;
  v_after int := 0;
begin
  for i in 1..pg_catalog.cardinality(f_kinds) loop
    continue when f_kinds[i] not in ('c', 'n', 'i');
    if f_starts[i] < v_first then
      -- "At least" is the value's own bound.
      continue when value.qualifier is not null and f_words[i] in ('at', 'least', 'most', 'minimum', 'maximum', 'fewer', 'less', 'more');
      v_before_that := v_before;
      v_before := f_concepts[i];
    elsif f_starts[i] >= v_end then
      v_words := v_words || f_concepts[i];
      v_after := v_after + 1;
      exit when v_after = 2;
    end if;
    -- Between them stands the value's own noun, where it has one: "14 hours".
  end loop;
  if v_before is not null then
    v_words := v_words || v_before;
  end if;
  if v_before_that is not null then
    v_words := v_words || v_before_that;
  end if;
  return v_words;
end;
$$;
comment on function groundcheck_internal.words_beside is 'The concepts of the two content words before a value and the two after it.';
revoke all on function groundcheck_internal.words_beside from public;

-- A sentence may have the claim's value and say it of something else: "signed on 14 March and in force since 1 June" does
-- not say that it was signed on 1 June. The position of the value that stands, in another clause, where most of the
-- claim's words do; NULL where the equal value's own clause has any of them.
create or replace function groundcheck_internal.find_rival(
  claim groundcheck_internal.word_features,
  claim_values groundcheck.extracted_value[],
  claim_pos int,
  evidence groundcheck_internal.word_features,
  evidence_values groundcheck.extracted_value[],
  evidence_pos int
)
returns int
language plpgsql
immutable
parallel safe
as $$
#variable_conflict use_column
declare
  v_value groundcheck.extracted_value := claim_values[claim_pos];
  v_has_other boolean := false;
  v_rival int;
begin
  -- A sentence of one clause, or without another value of that sort, has no rival: most have none.
  if pg_catalog.cardinality(evidence.predicates) < 2
    or (evidence_values[evidence_pos]).dimension is distinct from v_value.dimension then
    return null;
  end if;
  for i in 1..pg_catalog.cardinality(evidence_values) loop
    v_has_other := v_has_other or i <> evidence_pos and (evidence_values[i]).dimension = v_value.dimension;
  end loop;
  if not v_has_other then
    return null;
  end if;

  with word as (
    select w.concept
    from unnest(
      (find_rival.claim).concepts, (find_rival.claim).kinds, (find_rival.claim).starts, (find_rival.claim).clauses
    ) as w (concept, kind, start, clause)
    where w.kind in ('c', 'n', 'd', 'i')
      and w.clause = (
        select pg_catalog.min(own.clause)
        from unnest((find_rival.claim).clauses, (find_rival.claim).starts) as own (clause, start)
        where own.start >= v_value.span_start and own.start < v_value.span_end
      )
      and not (w.start >= v_value.span_start and w.start < v_value.span_end)
  ),

  clause as (
    select
      v.place, v.canonical,
      (
        select pg_catalog.min(w.clause)
        from unnest((find_rival.evidence).clauses, (find_rival.evidence).starts) as w (clause, start)
        where w.start >= v.span_start and w.start < v.span_end
      ) as number
    from unnest(find_rival.evidence_values) with ordinality as v (
      kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end, place
    )
    where v.dimension = v_value.dimension
  ),

  shared as (
    select c.place, c.number, pg_catalog.count(distinct w.concept)::float8 / nullif((select pg_catalog.count(*) from word), 0) as share
    from clause as c
    left join unnest((find_rival.evidence).concepts, (find_rival.evidence).clauses) as e (concept, number)
      on e.number = c.number
    left join word as w on w.concept = e.concept
    group by c.place, c.number
  )

  select rival.place::int into v_rival
  from shared as own
  join shared as rival on rival.number <> own.number
  where own.place = find_rival.evidence_pos
    and own.share = 0
    and rival.share >= 0.5
    -- A value that the claim has as well is no rival.
    and not exists (
      select from clause as c
      join unnest(find_rival.claim_values) as v (
        kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end
      ) on v.canonical = c.canonical
      where c.place = rival.place
    )
  order by rival.share desc, rival.place asc
  limit 1;
  return v_rival;
end;
$$;
comment on function groundcheck_internal.find_rival is 'Which value of a sentence is said of what the claim says its own of, where that is not the equal one.';
revoke all on function groundcheck_internal.find_rival from public;
