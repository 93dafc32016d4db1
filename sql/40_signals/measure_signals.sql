-- The numbers about each checkable claim and its evidence (ranks 1 to 3) from which support is computed.
-- Weight of a token = a / (a + p), its rarity (see token_vectors). All signals lie in [0,1], but for length.
--
--   cosine            greatest cosine of the claim to a sentence of the context
--   cosine_joint      cosine of the claim to the sum of its evidence's vectors
--   coverage          weighted share of the claim's tokens that the evidence has
--   coverage_first    the same, of the best sentence alone
--   coverage_near     the same, of all candidates: an enumeration may draw on many short ones
--   coverage_context  the same, of the whole context
--   alignment         the same, each token that the evidence lacks counting as its greatest cosine to a token of it
--   gap               the token that is missed most: greatest weight * (1 - that cosine); one invented word is enough
--   bigrams           share of the claim's token pairs that stand in the evidence as pairs
--   bigrams_context   the same, in the whole context
--   skip_bigrams      share of the claim's pairs of content words at most three apart that stand so in one candidate
--   substitution      1 where a content word has been put in the place of one of the best sentence's
--   missing_words     number of its content words that the whole context lacks, at most 5, divided by 5
--   value_support     share of the claim's values that the evidence has, contains, respects or gives by a sum; 1 without
--   value_conflict    share of the claim's values for which the evidence has another value of that kind
--   value_absence     share of the claim's values that the whole context does not have
--   has_value         1 where the claim has a value
--   name_absence      share of the claim's names that the whole context does not have
--   name_displaced    share of the claim's names in whose place the best sentence has another
--   subject_displaced the same of the words that say who or what the claim is about
--   difference        severity of the gravest difference in words (negation, antonym, roles, ...)
--   length            ln(1 + number of tokens)
create or replace function groundcheck_internal.measure_signals(
  claims groundcheck_internal.parsed_claim[],
  sentences groundcheck_internal.parsed_sentence[],
  evidence groundcheck_internal.evidence[],
  findings groundcheck_internal.finding[]
)
returns table (claim_index int, signals jsonb)
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set jit = off
as $$
#variable_conflict use_column
begin
  return query
  with claim as materialized (
    select c.* from unnest(measure_signals.claims) as c where c.checkable
  ),

  sentence as materialized (
    select s.* from unnest(measure_signals.sentences) as s
  ),

  cited as materialized (
    select e.claim_index, e.rank, e.similarity, s.position, s.tokens, s.features, s.embedding
    from unnest(measure_signals.evidence) as e
    join sentence as s on s.position = e.position
  ),

  claim_token as materialized (
    select c.claim_index, v.token_id, v.weight, v.embedding, v.token ~ '^(##)?[0-9]+$' as is_digits
    from claim as c
    cross join lateral (select distinct t.token_id from unnest(c.tokens) as t (token_id)) as t
    join groundcheck_internal.token_vectors as v on v.token_id = t.token_id
  ),

  context_token as materialized (
    select distinct t.token_id from sentence as s cross join unnest(s.tokens) as t (token_id)
  ),

  cited_token as materialized (
    select e.claim_index, t.token_id, min(e.rank) as rank
    from cited as e
    cross join unnest(e.tokens) as t (token_id)
    group by e.claim_index, t.token_id
  ),

  -- A value that the context gives in other words ("14 days" for "two weeks") has its tokens there, too.
  agreed_value as materialized (
    select f.claim_index, f.claim_part, row_number() over (order by f.claim_index, f.claim_part)::int as ordinal
    from unnest(measure_signals.findings) as f
    where f.source = 'value' and f.outcome in ('equal', 'contained', 'bound_respected', 'derived')
  ),

  value_token as materialized (
    select distinct v.claim_index, t.token_id
    from groundcheck_internal.tokenize((select array_agg(a.claim_part order by a.ordinal) from agreed_value as a)) as k
    join agreed_value as v on v.ordinal = k.ordinal
    cross join unnest(k.tokens) as t (token_id)
  ),

  token_state as materialized (
    select
      ct.claim_index, ct.token_id, ct.weight, ct.embedding, ct.is_digits,
      case when vt.token_id is not null then least(coalesce(ce.rank, 3), 3) else ce.rank end as rank,
      x.token_id is not null or vt.token_id is not null as in_context
    from claim_token as ct
    left join value_token as vt on vt.claim_index = ct.claim_index and vt.token_id = ct.token_id
    left join cited_token as ce on ce.claim_index = ct.claim_index and ce.token_id = ct.token_id
    left join context_token as x on x.token_id = ct.token_id
  ),

  many_missed as materialized (
    select ts.claim_index
    from token_state as ts
    where coalesce(ts.rank, 9) > 3 and ts.weight >= 0.1
    group by ts.claim_index
    having count(*) > 100
  ),

  -- Digits are near each other in any vector space and far apart in meaning.
  aligned as (
    select ts.claim_index, ts.token_id, nearest.similarity
    from token_state as ts
    cross join lateral (
      select max(1 - (ts.embedding operator(@vector_schema@.<=>) v.embedding)) as similarity
      from cited_token as ce
      join groundcheck_internal.token_vectors as v on v.token_id = ce.token_id
      where ce.claim_index = ts.claim_index and ce.rank <= 3 and v.weight >= 0.1
    ) as nearest
    where coalesce(ts.rank, 9) > 3 and ts.weight >= 0.1 and not ts.is_digits
      -- A claim that misses that many tokens is not saved by likeness.
      and ts.claim_index not in (select m.claim_index from many_missed as m)
  ),

  words as (
    select
      ts.claim_index,
      sum(ts.weight) as total,
      sum(ts.weight) filter (where ts.rank <= 3) as covered,
      sum(ts.weight) filter (where ts.rank is not null) as covered_near,
      sum(ts.weight) filter (where ts.rank = 1) as covered_first,
      sum(ts.weight) filter (where ts.in_context) as covered_context,
      sum(ts.weight * greatest(al.similarity, 0)) filter (where coalesce(ts.rank, 9) > 3) as aligned,
      max(ts.weight * (1 - greatest(coalesce(al.similarity, 0), 0))) filter (where coalesce(ts.rank, 9) > 3) as gap
    from token_state as ts
    left join aligned as al on al.claim_index = ts.claim_index and al.token_id = ts.token_id
    group by ts.claim_index
  ),

  -- Words of scripts that the vocabulary lacks are all the same token, and equal to nothing.
  unknown_token as materialized (
    select v.token_id from groundcheck_internal.token_vectors as v where v.token = '[UNK]'
  ),

  claim_pair as materialized (
    select distinct p.claim_index, p.first_id, p.second_id
    from (
      select
        c.claim_index, t.token_id as first_id,
        lead(t.token_id) over (partition by c.claim_index order by t.ordinality) as second_id
      from claim as c
      cross join unnest(c.tokens) with ordinality as t (token_id, ordinality)
    ) as p
    where p.second_id is not null
  ),

  context_pair as materialized (
    select p.position, p.first_id, p.second_id
    from (
      select
        s.position, t.token_id as first_id,
        lead(t.token_id) over (partition by s.position order by t.ordinality) as second_id
      from sentence as s
      cross join unnest(s.tokens) with ordinality as t (token_id, ordinality)
    ) as p
    cross join unknown_token as u
    where p.second_id is not null and p.first_id <> u.token_id and p.second_id <> u.token_id
  ),

  pairs as (
    select
      cp.claim_index,
      count(*) as total,
      count(*) filter (where m.found) as in_context,
      count(*) filter (where m.cited) as in_evidence
    from claim_pair as cp
    left join (
      select k.claim_index, k.first_id, k.second_id, true as found, bool_or(e.rank is not null) as cited
      from claim_pair as k
      join context_pair as xp on xp.first_id = k.first_id and xp.second_id = k.second_id
      left join unnest(measure_signals.evidence) as e
        on e.claim_index = k.claim_index and e.position = xp.position and e.rank <= 3
      group by k.claim_index, k.first_id, k.second_id
    ) as m on m.claim_index = cp.claim_index and m.first_id = cp.first_id and m.second_id = cp.second_id
    group by cp.claim_index
  ),

  -- Spans of the values, in order, so that whether a word is part of one is found by bisection.
  claim_span as materialized (
    select
      c.claim_index, array_agg(v.span_start order by v.span_start) as starts,
      array_agg(v.span_end order by v.span_start) as ends
    from claim as c
    cross join unnest(c.vals) as v (
      kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end
    )
    group by c.claim_index
  ),

  claim_word as materialized (
    select
      c.claim_index, w.concept, row_number() over (partition by c.claim_index order by w.place) as place,
      coalesce(w.start < s.ends[nullif(width_bucket(w.start, s.starts), 0)], false) as in_value
    from claim as c
    cross join unnest((c.features).concepts, (c.features).kinds, (c.features).starts)
      with ordinality as w (concept, kind, start, place)
    left join claim_span as s on s.claim_index = c.claim_index
    where w.kind in ('c', 'n', 'd', 'i')
  ),

  cited_word as materialized (
    select
      e.claim_index, e.position, e.rank, w.concept,
      row_number() over (partition by e.claim_index, e.position order by w.place) as place
    from cited as e
    cross join unnest((e.features).concepts, (e.features).kinds) with ordinality as w (concept, kind, place)
    where w.kind in ('c', 'n', 'd', 'i')
  ),

  claim_skip as materialized (
    select distinct a.claim_index, a.concept as first, b.concept as second
    from claim_word as a
    join claim_word as b on b.claim_index = a.claim_index and b.place between a.place + 1 and a.place + 3
  ),

  -- The words of the candidates that the claim has, too, each in its place.
  claimed_word as materialized (
    select w.claim_index, w.position, w.place, w.concept
    from cited_word as w
    join (select distinct k.claim_index, k.concept from claim_word as k) as k
      on k.claim_index = w.claim_index and k.concept = w.concept
  ),

  cited_skip as materialized (
    select distinct a.claim_index, a.concept as first, b.concept as second
    from claimed_word as a
    join claimed_word as b
      on b.claim_index = a.claim_index and b.position = a.position and b.place between a.place + 1 and a.place + 3
  ),

  skips as (
    select k.claim_index, count(*) as total, count(x.first) as found
    from claim_skip as k
    left join cited_skip as x on x.claim_index = k.claim_index and x.first = k.first and x.second = k.second
    group by k.claim_index
  ),

  -- A word of the claim between the same two words as another one in the best sentence: rum in the place of tea. The
  -- ends of a sentence count as words, but not both of them. Values are compared as values.
  claim_slot as materialized (
    select
      w.claim_index, w.concept, w.in_value,
      coalesce(lag(w.concept) over (partition by w.claim_index order by w.place), '^') as before,
      coalesce(lead(w.concept) over (partition by w.claim_index order by w.place), '$') as after
    from claim_word as w
  ),

  best_slot as materialized (
    select
      w.claim_index, w.concept,
      coalesce(lag(w.concept) over (partition by w.claim_index, w.position order by w.place), '^') as before,
      coalesce(lead(w.concept) over (partition by w.claim_index, w.position order by w.place), '$') as after
    from cited_word as w
    where w.rank = 1
  ),

  substituted as (
    select distinct k.claim_index
    from claim_slot as k
    join best_slot as b on b.claim_index = k.claim_index and b.before = k.before and b.after = k.after
    left join best_slot as had on had.claim_index = k.claim_index and had.concept = k.concept
    left join claim_slot as kept on kept.claim_index = b.claim_index and kept.concept = b.concept
    where b.concept <> k.concept
      and not k.in_value
      and had.concept is null
      and kept.concept is null
      and not (k.before = '^' and k.after = '$')
  ),

  context_concept as materialized (
    select distinct w.concept from sentence as s cross join unnest((s.features).concepts) as w (concept)
  ),

  -- What stands for coverage where a claim has such words: the same shares, of words instead of tokens.
  unknown_claim as materialized (
    select c.claim_index from claim as c cross join unknown_token as u where u.token_id = any(c.tokens)
  ),

  -- Scripts without spaces are compared character by character.
  claim_unit as (
    select distinct w.claim_index, u.unit
    from claim_word as w
    cross join unnest(case
      when w.concept ~ '[\u3040-\u9fff]' then string_to_array(w.concept, null) else array[w.concept]
    end) as u (unit)
    where w.claim_index in (select c.claim_index from unknown_claim as c)
  ),

  cited_unit as materialized (
    select w.claim_index, u.unit, min(w.rank) as rank
    from cited_word as w
    cross join unnest(case
      when w.concept ~ '[\u3040-\u9fff]' then string_to_array(w.concept, null) else array[w.concept]
    end) as u (unit)
    where w.claim_index in (select c.claim_index from unknown_claim as c)
    group by w.claim_index, u.unit
  ),

  word_cover as (
    select
      k.claim_index,
      count(*)::float8 as total,
      count(*) filter (where x.rank <= 3) as covered,
      count(*) filter (where x.rank = 1) as covered_first,
      count(x.rank) as covered_near,
      count(x.rank) as covered_context
    from claim_unit as k
    left join cited_unit as x on x.claim_index = k.claim_index and x.unit = k.unit
    group by k.claim_index
  ),

  missed as (
    select w.claim_index, count(*) as words
    from (select distinct k.claim_index, k.concept from claim_word as k where not k.in_value) as w
    left join context_concept as x on x.concept = w.concept
    where x.concept is null
    group by w.claim_index
  ),

  vectors as (
    select
      e.claim_index,
      max(e.similarity) as cosine,
      @vector_schema@.sum(e.embedding) filter (where e.rank <= 3) as joint
    from cited as e
    group by e.claim_index
  ),

  compared as (
    select
      f.claim_index,
      count(*) filter (where f.source = 'value') as total,
      count(*) filter (where f.outcome in ('equal', 'contained', 'bound_respected', 'derived')) as supported,
      count(*) filter (where f.source = 'value' and f.outcome = 'different') as different,
      count(*) filter (where f.source = 'value' and f.outcome = 'absent') as absent,
      count(*) filter (where f.source = 'name') as names,
      count(*) filter (where f.source = 'name' and f.outcome = 'absent') as names_absent,
      count(*) filter (where f.source = 'name' and f.outcome = 'displaced') as names_displaced,
      count(*) filter (where f.source = 'subject') as subjects,
      count(*) filter (where f.source = 'subject' and f.outcome = 'displaced') as subjects_displaced,
      max(f.severity) filter (where f.source = 'words') as difference
    from unnest(measure_signals.findings) as f
    group by f.claim_index
  )

  select
    c.claim_index,
    jsonb_build_object(
      'cosine', greatest(coalesce(v.cosine, 0), 0),
      'cosine_joint', greatest(coalesce(1 - (c.embedding operator(@vector_schema@.<=>) v.joint), 0), 0),
      'coverage', coalesce(u.covered / u.total, w.covered / nullif(w.total, 0), 0),
      'coverage_first', coalesce(u.covered_first / u.total, w.covered_first / nullif(w.total, 0), 0),
      'coverage_context', coalesce(u.covered_context / u.total, w.covered_context / nullif(w.total, 0), 0),
      'coverage_near', coalesce(u.covered_near / u.total, w.covered_near / nullif(w.total, 0), 0),
      'alignment', least(coalesce(
        u.covered / u.total, (coalesce(w.covered, 0) + coalesce(w.aligned, 0)) / nullif(w.total, 0), 0
      ), 1),
      'gap', coalesce((u.covered < u.total)::int, w.gap, 0),
      'bigrams', coalesce(p.in_evidence::float8 / p.total, 0),
      'bigrams_context', coalesce(p.in_context::float8 / p.total, 0),
      'skip_bigrams', coalesce(k.found::float8 / k.total, 0),
      'substitution', (b.claim_index is not null)::int,
      'missing_words', least(coalesce(g.words, 0), 5) / 5.0,
      'value_support', case when x.total > 0 then x.supported::float8 / x.total else 1 end,
      'value_conflict', case when x.total > 0 then x.different::float8 / x.total else 0 end,
      'value_absence', case when x.total > 0 then x.absent::float8 / x.total else 0 end,
      'has_value', coalesce((x.total > 0)::int, 0),
      'name_absence', case when x.names > 0 then x.names_absent::float8 / x.names else 0 end,
      'name_displaced', case when x.names > 0 then x.names_displaced::float8 / x.names else 0 end,
      'subject_displaced', case when x.subjects > 0 then x.subjects_displaced::float8 / x.subjects else 0 end,
      'difference', coalesce(x.difference, 0),
      'length', ln(1 + cardinality(c.tokens))
    )
  from claim as c
  left join words as w on w.claim_index = c.claim_index
  left join word_cover as u on u.claim_index = c.claim_index
  left join pairs as p on p.claim_index = c.claim_index
  left join skips as k on k.claim_index = c.claim_index
  left join missed as g on g.claim_index = c.claim_index
  left join substituted as b on b.claim_index = c.claim_index
  left join vectors as v on v.claim_index = c.claim_index
  left join compared as x on x.claim_index = c.claim_index;
end;
$$;
comment on function groundcheck_internal.measure_signals is 'The signals of each checkable claim, as an object of numbers.';
revoke all on function groundcheck_internal.measure_signals from public;
