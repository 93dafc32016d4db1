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
--   gaps              mean of the four greatest of these, a claim that misses fewer tokens counting 0 for the others
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
declare
  -- Words of scripts that the vocabulary lacks are all the same token, and equal to nothing.
  v_unknown int := (select v.token_id from groundcheck_internal.token_vectors as v where v.token = '[UNK]');
  -- All tokens of the context between spaces, all concepts between separators: whether one is there, or two in a row, is
  -- a search for a substring, which costs a tenth of a join.
  v_tokens text;
  v_concepts text;
begin
  select
    coalesce(string_agg(groundcheck_internal.written_tokens(s.tokens), ''), ''),
    coalesce(string_agg(concat(E'\x01', array_to_string((s.features).concepts, E'\x01'), E'\x01'), ''), '')
  into v_tokens, v_concepts
  from unnest(measure_signals.sentences) as s;

  return query
  -- Arrays are unrolled in a select list wherever it is done many times: a function in from fills a store each time, which
  -- costs as much as ten words. in_values: whether the word is part of a value. The spans are in order, so that it is found by bisection.
  with claim as materialized (
    select c.claim_index, c.tokens, c.embedding, w.content, w.in_values
    from unnest(measure_signals.claims) as c
    cross join lateral (
      select array_agg(v.span_start order by v.span_start) as starts, array_agg(v.span_end order by v.span_start) as ends
      from unnest(c.vals) as v
    ) as s
    cross join lateral (
      select
        coalesce(array_agg(w.concept order by w.place), '{}') as content,
        array_agg(coalesce(w.start < s.ends[nullif(width_bucket(w.start, s.starts), 0)], false) order by w.place) as in_values
      from unnest((c.features).concepts, (c.features).kinds, (c.features).starts)
        with ordinality as w (concept, kind, start, place)
      where w.kind in ('c', 'n', 'd', 'i')
    ) as w
    where c.checkable
  ),

  cited as materialized (
    select
      e.claim_index, e.rank, e.similarity, s.tokens, s.embedding, groundcheck_internal.written_tokens(s.tokens) as written,
      array(
        select w.concept
        from (select unnest((s.features).concepts) as concept, unnest((s.features).kinds) as kind) as w
        where w.kind in ('c', 'n', 'd', 'i')
      ) as content
    from unnest(measure_signals.evidence) as e
    join unnest(measure_signals.sentences) as s on s.position = e.position
  ),

  cover as materialized (
    select
      e.claim_index,
      max(e.similarity) as cosine,
      @vector_schema@.sum(e.embedding) filter (where e.rank <= 3) as joint,
      coalesce(string_agg(e.written, '') filter (where e.rank = 1), '') as first,
      coalesce(string_agg(e.written, '') filter (where e.rank <= 3), '') as evidence,
      string_agg(e.written, '') as near
    from cited as e
    group by e.claim_index
  ),

  token_state as materialized (
    select
      c.claim_index, v.token_id, v.weight,
      coalesce(strpos(n.first, t.written) > 0, false) as in_first,
      coalesce(strpos(n.evidence, t.written) > 0, false) as in_evidence,
      coalesce(strpos(n.near, t.written) > 0, false) as is_near,
      strpos(v_tokens, t.written) > 0 as in_context
    from claim as c
    left join cover as n on n.claim_index = c.claim_index
    cross join lateral (
      select k.token_id, concat(' ', k.token_id, ' ') as written from unnest(c.tokens) as k (token_id) group by k.token_id
    ) as t
    join groundcheck_internal.token_vectors as v on v.token_id = t.token_id
  ),

  -- A value that the context gives in other words ("14 days" for "two weeks") has its tokens there, too.
  agreed_value as materialized (
    select f.claim_index, f.claim_part, row_number() over (order by f.claim_index, f.claim_part)::int as ordinal
    from unnest(measure_signals.findings) as f
    where f.source = 'value'
      and f.outcome in ('equal', 'contained', 'bound_respected', 'derived')
      and f.claim_index in (select ts.claim_index from token_state as ts where not ts.in_evidence)
  ),

  value_token as materialized (
    select distinct v.claim_index, t.token_id
    from groundcheck_internal.tokenize((select array_agg(a.claim_part order by a.ordinal) from agreed_value as a)) as k
    join agreed_value as v on v.ordinal = k.ordinal
    cross join unnest(k.tokens) as t (token_id)
  ),

  missed_token as materialized (
    select ts.claim_index, ts.token_id, ts.weight
    from token_state as ts
    left join value_token as vt on vt.claim_index = ts.claim_index and vt.token_id = ts.token_id
    where not ts.in_evidence and vt.token_id is null
  ),

  -- What may be likened to another token. Digits are near each other in any vector space and far apart in meaning; a
  -- claim that misses more than a hundred tokens is not saved by likeness.
  likened_token as materialized (
    select m.claim_index, m.token_id, v.embedding
    from missed_token as m
    join groundcheck_internal.token_vectors as v on v.token_id = m.token_id
    where m.weight >= 0.1
      and v.token !~ '^(##)?[0-9]+$'
      and m.claim_index not in (
        select h.claim_index from missed_token as h where h.weight >= 0.1 group by h.claim_index having count(*) > 100
      )
  ),

  evidence_token as materialized (
    select t.claim_index, v.embedding
    from (
      select distinct e.claim_index, k.token_id
      from cited as e
      cross join unnest(e.tokens) as k (token_id)
      where e.rank <= 3 and e.claim_index in (select l.claim_index from likened_token as l)
    ) as t
    join groundcheck_internal.token_vectors as v on v.token_id = t.token_id
    where v.weight >= 0.1
  ),

  aligned as materialized (
    select l.claim_index, l.token_id, max(1 - (l.embedding operator(@vector_schema@.<=>) e.embedding)) as similarity
    from likened_token as l
    join evidence_token as e on e.claim_index = l.claim_index
    group by l.claim_index, l.token_id
  ),

  words as (
    select
      ts.claim_index,
      sum(ts.weight) as total,
      sum(ts.weight) filter (where m.token_id is null) as covered,
      sum(ts.weight) filter (where ts.is_near or vt.token_id is not null) as covered_near,
      sum(ts.weight) filter (where ts.in_first) as covered_first,
      sum(ts.weight) filter (where ts.in_context or vt.token_id is not null) as covered_context,
      sum(m.weight * greatest(al.similarity, 0)) as aligned,
      array_agg(
        m.weight * (1 - greatest(coalesce(al.similarity, 0), 0)) order by m.weight * (1 - greatest(coalesce(al.similarity, 0), 0)) desc
      ) filter (where m.token_id is not null) as gaps
    from token_state as ts
    left join value_token as vt on vt.claim_index = ts.claim_index and vt.token_id = ts.token_id
    left join missed_token as m on m.claim_index = ts.claim_index and m.token_id = ts.token_id
    left join aligned as al on al.claim_index = ts.claim_index and al.token_id = ts.token_id
    group by ts.claim_index
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
      'cosine', greatest(coalesce(n.cosine, 0), 0),
      'cosine_joint', greatest(coalesce(1 - (c.embedding operator(@vector_schema@.<=>) n.joint), 0), 0),
      'coverage', coalesce(u.covered / u.total, w.covered / nullif(w.total, 0), 0),
      'coverage_first', coalesce(u.covered_first / u.total, w.covered_first / nullif(w.total, 0), 0),
      'coverage_context', coalesce(u.covered_context / u.total, w.covered_context / nullif(w.total, 0), 0),
      'coverage_near', coalesce(u.covered_near / u.total, w.covered_near / nullif(w.total, 0), 0),
      'alignment', least(coalesce(
        u.covered / u.total, (coalesce(w.covered, 0) + coalesce(w.aligned, 0)) / nullif(w.total, 0), 0
      ), 1),
      'gap', coalesce((u.covered < u.total)::int, w.gaps[1], 0),
      'gaps', case
        when u.total > 0 then least(u.total - u.covered, 4)
        else coalesce(w.gaps[1], 0) + coalesce(w.gaps[2], 0) + coalesce(w.gaps[3], 0) + coalesce(w.gaps[4], 0)
      end / 4,
      'bigrams', coalesce(p.in_evidence::float8 / nullif(p.total, 0), 0),
      'bigrams_context', coalesce(p.in_context::float8 / nullif(p.total, 0), 0),
      'skip_bigrams', coalesce(k.found::float8 / nullif(k.total, 0), 0),
      'substitution', b.is_one::int,
      'missing_words', least(g.words, 5) / 5.0,
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
  left join cover as n on n.claim_index = c.claim_index
  left join compared as x on x.claim_index = c.claim_index
  left join cited as best on best.claim_index = c.claim_index and best.rank = 1
  cross join lateral (
    select
      count(*) as total,
      count(*) filter (where k.is_known and strpos(v_tokens, k.written) > 0) as in_context,
      count(*) filter (where k.is_known and strpos(n.evidence, k.written) > 0) as in_evidence
    from (
      select distinct
        concat(' ', p.first, ' ', p.second, ' ') as written,
        p.first is distinct from v_unknown and p.second is distinct from v_unknown as is_known
      from unnest(c.tokens[:cardinality(c.tokens) - 1], c.tokens[2:]) as p (first, second)
    ) as k
  ) as p
  cross join lateral (
    select count(*) as total, count(y.first) as found
    from (
      select distinct a.concept as first, b.concept as second
      from unnest(c.content) with ordinality as a (concept, place)
      cross join lateral (select unnest(c.content[a.place + 1:a.place + 3]) as concept) as b
    ) as k
    left join (
      select distinct a.concept as first, b.concept as second
      from cited as e
      cross join lateral (
        select unnest(e.content) as concept, generate_subscripts(e.content, 1) as place
      ) as a
      cross join lateral (select unnest(e.content[a.place + 1:a.place + 3]) as concept) as b
      where e.claim_index = c.claim_index and a.concept = any(c.content)
    ) as y on y.first = k.first and y.second = k.second
  ) as k
  -- A word of the claim between the same two words as another one in the best sentence: rum in the place of tea. The
  -- ends of a sentence count as words, but not both of them. Values are compared as values.
  cross join lateral (
    select count(*) > 0 as is_one
    from unnest(
      c.content, c.in_values, array_prepend('^', c.content[:cardinality(c.content) - 1]), array_append(c.content[2:], '$')
    ) as a (concept, in_value, before, after)
    join unnest(
      best.content, array_prepend('^', best.content[:cardinality(best.content) - 1]), array_append(best.content[2:], '$')
    ) as b (concept, before, after) on b.before = a.before and b.after = a.after
    where b.concept <> a.concept
      and not a.in_value
      and not (a.before = '^' and a.after = '$')
      and a.concept <> all(best.content)
      and b.concept <> all(c.content)
  ) as b
  cross join lateral (
    select count(distinct o.concept) as words
    from unnest(c.content, c.in_values) as o (concept, in_value)
    where not o.in_value and strpos(v_concepts, concat(E'\x01', o.concept, E'\x01')) = 0
  ) as g
  -- What stands for coverage where a claim has words that the vocabulary lacks: the same shares, of words instead of
  -- tokens. Scripts without spaces are compared character by character.
  left join lateral (
    select
      count(*)::float8 as total,
      count(*) filter (where y.rank <= 3) as covered,
      count(*) filter (where y.rank = 1) as covered_first,
      count(y.rank) as covered_near,
      count(y.rank) as covered_context
    from (
      select distinct u.unit
      from unnest(c.content) as o (concept)
      cross join unnest(groundcheck_internal.word_units(o.concept)) as u (unit)
    ) as k
    left join (
      select u.unit, min(e.rank) as rank
      from cited as e
      cross join unnest(e.content) as o (concept)
      cross join unnest(groundcheck_internal.word_units(o.concept)) as u (unit)
      where e.claim_index = c.claim_index
      group by u.unit
    ) as y on y.unit = k.unit
    where v_unknown = any(c.tokens)
    having count(*) > 0
  ) as u on true;
end;
$$;
comment on function groundcheck_internal.measure_signals is 'The signals of each checkable claim, as an object of numbers.';
revoke all on function groundcheck_internal.measure_signals from public;

-- The tokens of one sentence between spaces, with a mark after them, so that no pair spans two sentences. Stable, as concat
-- and array_to_string are: else it would not be inlined.
create or replace function groundcheck_internal.written_tokens(tokens int[])
returns text
language sql
stable
parallel safe
return pg_catalog.concat(' ', pg_catalog.array_to_string(tokens, ' '), ' |');
comment on function groundcheck_internal.written_tokens is 'Token ids as a text to search in: each between spaces.';
revoke all on function groundcheck_internal.written_tokens from public;

create or replace function groundcheck_internal.word_units(concept text)
returns text[]
language sql
immutable
parallel safe
return case
  when concept ~ '[\u3040-\u9fff]' then pg_catalog.string_to_array(concept, null) else array[concept]
end;
comment on function groundcheck_internal.word_units is 'A word in the parts it is compared by: the characters of scripts without spaces, else the word itself.';
revoke all on function groundcheck_internal.word_units from public;
