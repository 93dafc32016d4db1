-- In what each checkable claim agrees with and differs from the context: one row a value, a name, a difference in words.
--
-- value   What a value is said of decides which sentence it is compared with. topic is the share of the claim's other
--         words (content, names, identifiers) that a sentence has; the sentence with the greatest topic among those that
--         have a value to compare wins, so that "14 hours" said of another battery supports nothing. Another value
--         counts as different only beside the same word ("12 rooms", "14 rooms"). outcome: equal, contained,
--         bound_respected, derived, different, absent. An identifier that stands anywhere is there.
-- name    present, or absent where neither the word nor its stem stands anywhere in the context; displaced where the
--         best sentence has another name in its place, and no other evidence ties the two together.
-- subject the same of the words before the verb: who or what the claim is about.
-- words   see compare_meaning. A sentence that speaks at least as much of the claim's topic and is not at odds with it
--         takes the finding back.
--
-- severity: 0 where the claim agrees; 1 - (1 - topic) / 2 where it is different, times compare_meaning's for words.
create or replace function groundcheck_internal.find_differences(
  claims groundcheck_internal.parsed_claim[],
  sentences groundcheck_internal.parsed_sentence[],
  evidence groundcheck_internal.evidence[]
)
returns setof groundcheck_internal.finding
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
    select c.claim_index, c.statement, c.tokens, c.vals, c.features
    from unnest(find_differences.claims) as c
    where c.checkable
  ),

  -- A sentence's position is its place in the array. One that opens with a pronoun says what it says of the subject before.
  cited as materialized (
    select
      e.claim_index, e.rank, e.position, (s.parsed).tokens, (s.parsed).vals, (s.parsed).features,
      ((s.parsed).features).words || ((b.parsed).features).words as words,
      ((s.parsed).features).concepts || ((b.parsed).features).concepts as concepts
    from unnest(find_differences.evidence) as e
    cross join lateral (select find_differences.sentences[e.position] as parsed) as s
    left join lateral (select find_differences.sentences[e.position - 1] as parsed) as b
      on (b.parsed).context_index = (s.parsed).context_index
      and ((s.parsed).features).words[1] in ('he', 'she', 'it', 'they', 'his', 'her', 'its', 'their')
  ),

  -- value_place: of the value that the word is part of; null outside of values. The spans are in order, so that it is found
  -- by bisection.
  claim_word as materialized (
    select
      c.claim_index, w.word, w.concept, w.kind, w.role, w.start,
      case when w.start < b.ends[nullif(w.bucket, 0)] then b.places[nullif(w.bucket, 0)] end as value_place
    from claim as c
    cross join lateral (
      select
        array_agg(v.span_start order by v.span_start) as starts,
        array_agg(v.span_end order by v.span_start) as ends,
        array_agg(v.place order by v.span_start) as places
      from unnest(c.vals) with ordinality as v (kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end, place)
    ) as b
    cross join lateral (
      select k.*, coalesce(width_bucket(k.start, b.starts), 0) as bucket
      from unnest(
        (c.features).words, (c.features).concepts, (c.features).kinds, (c.features).roles, (c.features).starts
      ) as k (word, concept, kind, role, start)
      where k.kind in ('c', 'n', 'd', 'i')
    ) as w
  ),

  -- places: of the values that the words are part of.
  word_count as materialized (
    select w.claim_index, count(*) as words, array_agg(w.value_place) as places
    from claim_word as w
    group by w.claim_index
  ),

  -- Which of a claim's words each of its candidate sentences has.
  shared_word as materialized (
    select e.claim_index, e.position, e.rank, w.start, w.value_place
    from cited as e
    join claim_word as w on w.claim_index = e.claim_index
    where w.word = any(e.words) or w.concept = any(e.concepts)
  ),

  shared_count as materialized (
    select w.claim_index, w.position, count(*) as words, array_agg(w.value_place) as places
    from shared_word as w
    group by w.claim_index, w.position
  ),

  -- words: how many of the claim's words say what the value is said of.
  claim_value as materialized (
    select
      c.claim_index, v.place, v.kind, v.raw, v.canonical,
      coalesce(n.words - cardinality(array_positions(n.places, v.place)), 0) as words
    from claim as c
    cross join unnest(c.vals) with ordinality as v (kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end, place)
    left join word_count as n on n.claim_index = c.claim_index
  ),

  -- What stands for topic where a claim has hardly a word beside its value, as in scripts without spaces.
  token_topic as materialized (
    select
      t.claim_index, e.position,
      sum(t.weight) filter (where t.token_id = any(e.tokens)) / nullif(sum(t.weight), 0) as share
    from (
      select c.claim_index, v.token_id, v.weight
      from claim as c
      cross join lateral (select distinct k.token_id from unnest(c.tokens) as k (token_id)) as k
      join groundcheck_internal.token_vectors as v on v.token_id = k.token_id
      where v.token !~ '^(##)?[0-9]+$'
        and c.claim_index in (select n.claim_index from claim_value as n where n.words <= 1)
    ) as t
    join cited as e on e.claim_index = t.claim_index
    group by t.claim_index, e.position
  ),

  paired as materialized (
    select
      e.claim_index, k.claim_pos, e.position,
      case when r.rival is not null then 'different' else d.outcome end as outcome,
      k.outcome = 'different' and d.outcome = 'equal' as is_denied,
      (e.vals[coalesce(r.rival, k.evidence_pos)]).raw as evidence_part,
      k.outcome <> 'different' or groundcheck_internal.is_anchored(
        c.features, c.vals[k.claim_pos], e.features, e.vals[k.evidence_pos]
      ) as is_anchored
    from claim as c
    join cited as e on e.claim_index = c.claim_index
    cross join lateral groundcheck_internal.compare_values(c.vals, e.vals) as k
    cross join lateral (
      select case when k.outcome = 'equal' and cardinality(e.vals) > 1 then groundcheck_internal.find_rival(
        c.features, c.vals, k.claim_pos, e.features, e.vals, k.evidence_pos
      ) end as rival
      -- Computed once, not at each place that it is used; and below.
      offset 0
    ) as r
    -- Most sentences deny nothing, and are spared the call.
    cross join lateral (
      select case
        when 1 = any((c.features).negations) or 1 = any((e.features).negations) then groundcheck_internal.turned_outcome(
          k.outcome, c.features, c.vals[k.claim_pos], e.features, e.vals[k.evidence_pos]
        )
        else k.outcome
      end as outcome
      offset 0
    ) as d
    where cardinality(c.vals) > 0 and cardinality(e.vals) > 0 and k.outcome <> 'absent'
      and (k.outcome <> 'derived' or groundcheck_internal.says_derived(c.statement))
      -- A value that the claim has as well is no rival of another of its values, nor of its own bound where one is denied.
      and not (k.outcome = 'different' and exists (
        select from unnest(c.vals) with ordinality as own (kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end, place)
        where own.canonical = (e.vals[k.evidence_pos]).canonical
          and (own.place <> k.claim_pos or 1 = any((c.features).negations) or 1 = any((e.features).negations))
      ))
  ),

  compared as materialized (
    select
      k.claim_index, k.claim_pos, k.outcome, k.position, k.evidence_part,
      coalesce(greatest(
        coalesce(n.words - cardinality(array_positions(n.places, v.place)), 0)::float8 / nullif(v.words, 0), t.share
      ), 0) as topic
    from paired as k
    join claim_value as v on v.claim_index = k.claim_index and v.place = k.claim_pos
    left join shared_count as n on n.claim_index = k.claim_index and n.position = k.position
    left join token_topic as t on t.claim_index = k.claim_index and t.position = k.position
    where k.is_anchored or v.words <= 1
  ),

  best as (
    select distinct on (k.claim_index, k.claim_pos, k.outcome = 'different')
      k.claim_index, k.claim_pos, k.outcome, k.position, k.evidence_part, k.topic
    from compared as k
    order by k.claim_index asc, k.claim_pos asc, k.outcome = 'different' asc, k.topic desc, k.position asc
  ),

  context_value as materialized (
    select distinct v.canonical
    from unnest(find_differences.sentences) as s
    cross join unnest(s.vals) as v (kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end)
    where v.canonical is not null
  ),

  -- Values that no sentence has by itself may be the sum or difference of values of several.
  unfound as materialized (
    select distinct v.claim_index
    from claim_value as v
    left join compared as k
      on k.claim_index = v.claim_index and k.claim_pos = v.place and k.outcome <> 'different'
    where k.claim_index is null
  ),

  pooled as (
    select c.claim_index, k.claim_pos
    from claim as c
    join unfound as u on u.claim_index = c.claim_index
    cross join lateral groundcheck_internal.compare_values(c.vals, array(
      select v from cited as e cross join unnest(e.vals) as v where e.claim_index = c.claim_index and e.rank <= 3
    )) as k
    where k.outcome = 'derived' and groundcheck_internal.says_derived(c.statement)
  ),

  -- Whether a sentence has all that the claim is about: subject, names, labels.
  said_of as (
    select n.claim_index, e.position, bool_and(w.start is not null) as is_whole
    from claim_word as n join cited as e on e.claim_index = n.claim_index
    left join shared_word as w on w.claim_index = n.claim_index and w.position = e.position and w.start = n.start
    where (n.role = 's' or n.kind in ('n', 'i')) and n.value_place is null and n.claim_index in (select d.claim_index from compared as d where d.outcome = 'different')
    group by n.claim_index, e.position having bool_or(n.role = 's')
  ),

  -- Values whose sentence lacks another of the claim's that the rival has: another locker's team is not this locker's.
  lacking as (
    select a.claim_index, a.claim_pos as place
    from best as a
    join best as d on d.claim_index = a.claim_index and d.claim_pos = a.claim_pos and d.outcome = 'different' and a.outcome <> 'different'
    join paired as own on own.claim_index = d.claim_index and own.position = d.position and own.claim_pos <> d.claim_pos
    left join paired as k on k.claim_index = a.claim_index and k.position = a.position and k.claim_pos = own.claim_pos and k.outcome <> 'different'
    where own.outcome <> 'different' and k.claim_pos is null
  ),

  valued as (
    select
      v.claim_index, v.kind, v.raw,
      case
        when agreed.topic >= coalesce(differing.topic, 0) - 0.05 then agreed.outcome
        when agreed.outcome is not null and v.kind in ('identifier', 'url', 'email', 'version') then agreed.outcome
        -- Of two passages that disagree on the same thing, one bears the claim out.
        when s.is_whole and (find_differences.sentences[agreed.position]).context_index
          <> (find_differences.sentences[differing.position]).context_index
          and not exists (select from lacking as l where (l.claim_index, l.place) = (v.claim_index, v.place)) then agreed.outcome
        when p.claim_pos is not null then 'derived'
        when differing.topic > coalesce(agreed.topic, 0) + 0.15 then 'different'
        when agreed.outcome is not null then agreed.outcome
        when v.canonical in (select a.canonical from context_value as a) then 'equal'
        when differing.topic is not null then 'different'
        else 'absent'
      end as outcome,
      agreed.position as agreed_position,
      differing.position as differing_position,
      differing.evidence_part,
      differing.topic
    from claim_value as v
    left join best as agreed
      on agreed.claim_index = v.claim_index and agreed.claim_pos = v.place and agreed.outcome <> 'different'
    left join best as differing
      on differing.claim_index = v.claim_index and differing.claim_pos = v.place and differing.outcome = 'different'
    left join pooled as p on p.claim_index = v.claim_index and p.claim_pos = v.place
    left join said_of as s on s.claim_index = v.claim_index and s.position = agreed.position
  ),

  context_word as materialized (
    select distinct w.word
    from unnest(find_differences.sentences) as s
    cross join unnest((s.features).words || (s.features).concepts) as w (word)
    where w.word is not null
  ),

  -- Names and subjects of the claim that the best sentence lacks.
  lacked_word as materialized (
    select n.claim_index, n.start, n.kind, n.role
    from claim_word as n
    left join shared_word as w on w.claim_index = n.claim_index and w.rank = 1 and w.start = n.start
    where (n.kind = 'n' or n.role = 's') and w.start is null
  ),

  -- The names and subjects of the evidence that such a claim does not have.
  foreign_word as materialized (
    select e.claim_index, e.position, e.rank, w.word, w.kind = 'n' as is_name, w.role = 's' as is_subject
    from cited as e
    join claim as c on c.claim_index = e.claim_index
    cross join unnest((e.features).words, (e.features).concepts, (e.features).kinds, (e.features).roles)
      as w (word, concept, kind, role)
    where e.rank <= 3
      and e.claim_index in (select k.claim_index from lacked_word as k)
      and (w.kind = 'n' or w.role = 's' and w.kind in ('c', 'd', 'i'))
      and w.word <> all((c.features).words)
      and w.concept <> all((c.features).concepts)
  ),

  -- What the best sentence has of its own, where it shares anything with the claim.
  rival as materialized (
    select f.claim_index, bool_or(f.is_name) as has_name, bool_or(f.is_subject) as has_subject
    from foreign_word as f
    where f.rank = 1 and f.claim_index in (select w.claim_index from shared_word as w where w.rank = 1)
    group by f.claim_index
  ),

  -- Words of the claim that another sentence ties to one of the best sentence's own.
  tied as materialized (
    select distinct w.claim_index, w.start
    from foreign_word as b
    join foreign_word as f on f.claim_index = b.claim_index and f.word = b.word and f.rank > 1
    join shared_word as w on w.claim_index = f.claim_index and w.position = f.position
    where b.rank = 1
  ),

  -- A name or subject of the claim that the best sentence lacks, with another in its place.
  displaced as materialized (
    select n.claim_index, n.start
    from lacked_word as n
    join rival as r on r.claim_index = n.claim_index
    left join tied as t on t.claim_index = n.claim_index and t.start = n.start
    where (n.kind = 'n' and r.has_name or n.role = 's' and r.has_subject) and t.start is null
  ),

  named as (
    select
      n.claim_index, n.word, n.kind, n.role,
      -- What a candidate has is in the context: all its words are only collected for a name that none has.
      n.kind = 'n'
      and (n.claim_index, n.start) not in (select w.claim_index, w.start from shared_word as w)
      and n.word not in (select x.word from context_word as x)
      and n.concept not in (select x.word from context_word as x) as is_absent,
      d.start is not null as is_displaced
    from claim_word as n
    left join displaced as d on d.claim_index = n.claim_index and d.start = n.start
    where n.kind = 'n' or n.role = 's'
  ),

  -- The evidence is read as one text, in the order of the context: what one sentence denies the next may grant.
  read_together as (
    select
      e.claim_index, array_agg(e.features order by e.position) as features, array_agg(e.position order by e.position) as positions
    from cited as e
    where e.rank <= 3
    group by e.claim_index
  ),

  worded as materialized (
    select
      c.claim_index, m.kind, m.severity, m.claim_part, m.evidence_part, r.positions[m.evidence_ordinal] as position,
      -- "only JSON and CSV", "wifi: no": short as they are, they say all that there is to say on their matter. What a
      -- short claim says of another is found over several sentences, of which none need share much with it.
      m.kind in ('exclusive', 'formula')
      or m.kind in ('binding', 'attribution') and cardinality((c.features).words) <= 12
      or m.kind = 'negation' and m.evidence_part in ('false', 'no', 'none', 'null', '0', 'true', 'yes') as says_all
    from claim as c
    join read_together as r on r.claim_index = c.claim_index
    cross join lateral groundcheck_internal.compare_meaning(c.features, r.features) as m
    where m.kind <> 'name' and m.severity > 0
    union all
    select e.claim_index, 'denial', 0.9, d.words, 'no ' || d.words, e.position, true
    from claim as c
    join cited as e on e.claim_index = c.claim_index
    cross join lateral (select groundcheck_internal.denied_words(c.features, e.features) as words) as d
    where (e.features).words[1] = 'there' and d.words is not null
  ),

  topic as (
    select e.claim_index, e.position, coalesce(w.words, 0)::float8 / nullif(n.words, 0) as share
    from cited as e
    join word_count as n on n.claim_index = e.claim_index
    left join shared_count as w on w.claim_index = e.claim_index and w.position = e.position
    where e.rank <= 3
  ),

  -- agreeing: the greatest topic of a sentence that is not at odds with the claim.
  weighed as (
    select w.*, t.share, t.agreeing
    from worded as w
    cross join lateral (
      select
        max(t.share) filter (where t.position = w.position) as share,
        max(t.share) filter (where not exists (
          select from worded as o where o.claim_index = t.claim_index and o.position = t.position
        )) as agreeing
      from topic as t
      where t.claim_index = w.claim_index
    ) as t
  )

  select
    v.claim_index, 'value', v.kind, v.outcome,
    case v.outcome when 'different' then least(0.5 + v.topic / 2, 1) when 'absent' then 0.5 else 0 end::float8,
    v.raw,
    case when v.outcome = 'different' then v.evidence_part end,
    case when v.outcome = 'different' then v.differing_position else v.agreed_position end
  from valued as v
  union all
  select n.claim_index, case when n.kind = 'n' then 'name' else 'subject' end, 'name',
    case when n.is_absent then 'absent' when n.is_displaced then 'displaced' else 'present' end,
    case when n.is_absent or n.is_displaced then 0.5 else 0 end, n.word, null, null
  from named as n
  union all
  select
    w.claim_index, 'words', w.kind, 'different',
    case when w.says_all then w.severity else least(w.severity * (0.5 + coalesce(w.share, 1) / 2), 1) end,
    w.claim_part, w.evidence_part, w.position
  from weighed as w
  where (w.says_all or w.position is null or w.share > coalesce(w.agreeing, 0) - 0.05)
    -- Another value is what makes the claim's denial true.
    and not (w.kind = 'negation' and exists (select from paired as k where k.claim_index = w.claim_index and k.is_denied));
end;
$$;
comment on function groundcheck_internal.find_differences is 'How the values, names and words of each claim compare with the context.';
revoke all on function groundcheck_internal.find_differences from public;
