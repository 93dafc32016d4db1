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
  v_words text[] := '{}';
  v_before text[] := '{}';
  v_after int := 0;
begin
  for i in 1..pg_catalog.cardinality(features.words) loop
    continue when features.kinds[i] not in ('c', 'n', 'i');
    if features.starts[i] < value.span_start then
      v_before := (v_before || features.concepts[i]);
    elsif features.starts[i] >= value.span_end then
      v_words := v_words || features.concepts[i];
      v_after := v_after + 1;
      exit when v_after = 2;
    else
      -- The value's own noun, where it has one: "14 hours".
      continue;
    end if;
  end loop;
  return v_words || v_before[pg_catalog.cardinality(v_before) - 1:];
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
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  with word as (
    select w.concept
    from unnest(
      (find_rival.claim).concepts, (find_rival.claim).kinds, (find_rival.claim).starts, (find_rival.claim).clauses
    ) as w (concept, kind, start, clause)
    where w.kind in ('c', 'n', 'd', 'i')
      and w.clause = (
        select min(own.clause)
        from unnest((find_rival.claim).clauses, (find_rival.claim).starts) as own (clause, start)
        where own.start >= (find_rival.claim_values[find_rival.claim_pos]).span_start and own.start < (find_rival.claim_values[find_rival.claim_pos]).span_end
      )
      and not (w.start >= (find_rival.claim_values[find_rival.claim_pos]).span_start and w.start < (find_rival.claim_values[find_rival.claim_pos]).span_end)
  ),

  clause as (
    select
      v.place, v.canonical,
      (
        select min(w.clause)
        from unnest((find_rival.evidence).clauses, (find_rival.evidence).starts) as w (clause, start)
        where w.start >= v.span_start and w.start < v.span_end
      ) as number
    from unnest(find_rival.evidence_values) with ordinality as v (
      kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end, place
    )
    where v.dimension = (find_rival.claim_values[find_rival.claim_pos]).dimension
  ),

  shared as (
    select c.place, c.number, count(distinct w.concept)::float8 / nullif((select count(*) from word), 0) as share
    from clause as c
    left join unnest((find_rival.evidence).concepts, (find_rival.evidence).clauses) as e (concept, number)
      on e.number = c.number
    left join word as w on w.concept = e.concept
    group by c.place, c.number
  )

  select rival.place::int
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
  limit 1
$$;
comment on function groundcheck_internal.find_rival is 'Which value of a sentence is said of what the claim says its own of, where that is not the equal one.';
revoke all on function groundcheck_internal.find_rival from public;
