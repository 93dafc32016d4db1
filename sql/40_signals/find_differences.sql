-- In what each checkable claim agrees with and differs from the context: one row a value, a name, a difference in words.
--
-- value: of all candidate sentences with a value to compare, those that speak most of the same thing count: topic is the
-- weighted share of the claim's words, digits left out, that the sentence has. So "14 hours" said of another battery
-- supports nothing. outcome: equal, contained, bound_respected, derived, different, absent.
-- name: present, or absent_name where one of its words stands nowhere in the context.
-- words: see compare_meaning.
-- severity is 0 where the claim agrees.
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
    select c.* from unnest(find_differences.claims) as c where c.checkable
  ),

  sentence as materialized (
    select s.* from unnest(find_differences.sentences) as s
  ),

  cited as materialized (
    select e.claim_index, e.rank, s.position, s.tokens, s.vals, s.features
    from unnest(find_differences.evidence) as e
    join sentence as s on s.position = e.position
  ),

  -- The words that say what the values are said of.
  topic_word as materialized (
    select c.claim_index, v.token_id, v.weight, sum(v.weight) over (partition by c.claim_index) as total
    from claim as c
    cross join lateral (select distinct t.token_id from unnest(c.tokens) as t (token_id)) as t
    join groundcheck_internal.token_vectors as v on v.token_id = t.token_id
    where v.weight >= 0.1 and v.token !~ '^(##)?[0-9]+$'
  ),

  topic as materialized (
    select e.claim_index, e.position, sum(w.weight) / max(w.total) as share
    from cited as e
    join topic_word as w on w.claim_index = e.claim_index and w.token_id = any(e.tokens)
    group by e.claim_index, e.position
  ),

  compared as materialized (
    select
      e.claim_index, k.claim_pos, k.outcome, k.evidence_pos, k.detail, e.position,
      (e.vals[k.evidence_pos]).raw as evidence_part,
      coalesce(t.share, 0) as topic
    from claim as c
    join cited as e on e.claim_index = c.claim_index
    cross join lateral groundcheck_internal.compare_values(c.vals, e.vals) as k
    left join topic as t on t.claim_index = e.claim_index and t.position = e.position
    where cardinality(c.vals) > 0 and cardinality(e.vals) > 0
  ),

  -- Against all evidence at once: sums over sentences, and values that stand only outside of the candidates.
  pooled as (
    select c.claim_index, k.claim_pos, k.outcome
    from claim as c
    cross join lateral groundcheck_internal.compare_values(c.vals, array(
      select v from cited as e cross join unnest(e.vals) as v where e.claim_index = c.claim_index and e.rank <= 3
    )) as k
    where cardinality(c.vals) > 0 and k.outcome = 'derived'
  ),

  best as (
    select distinct on (k.claim_index, k.claim_pos, k.outcome = 'different')
      k.claim_index, k.claim_pos, k.outcome, k.position, k.evidence_part, k.topic
    from compared as k
    where k.outcome <> 'absent'
    order by
      k.claim_index asc, k.claim_pos asc, k.outcome = 'different' asc, k.topic desc, k.position asc
  ),

  valued as (
    select
      c.claim_index, v.kind, v.raw,
      case
        when agreed.topic >= coalesce(differing.topic, 0) - 0.05 then agreed.outcome
        when p.outcome is not null then p.outcome
        when differing.topic is not null then 'different'
        else 'absent'
      end as outcome,
      agreed.position as agreed_position,
      differing.position as differing_position,
      differing.evidence_part,
      differing.topic
    from claim as c
    cross join unnest(c.vals) with ordinality as v (
      kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end, place
    )
    left join best as agreed
      on agreed.claim_index = c.claim_index and agreed.claim_pos = v.place and agreed.outcome <> 'different'
    left join best as differing
      on differing.claim_index = c.claim_index and differing.claim_pos = v.place and differing.outcome = 'different'
    left join pooled as p on p.claim_index = c.claim_index and p.claim_pos = v.place
  ),

  context_word as materialized (
    select w.word from sentence as s cross join unnest((s.features).words) as w (word)
    union
    select w.word from sentence as s cross join unnest((s.features).concepts) as w (word)
  ),

  named as (
    select c.claim_index, w.word, w.concept, x.word is null and y.word is null as is_absent
    from claim as c
    cross join unnest((c.features).words, (c.features).concepts, (c.features).kinds) as w (word, concept, kind)
    left join context_word as x on x.word = w.word
    left join context_word as y on y.word = w.concept
    where w.kind = 'n'
  )

  select
    v.claim_index, 'value', v.kind, v.outcome,
    case v.outcome
      when 'different' then case when v.topic >= 0.5 then least(0.6 + 0.4 * v.topic, 1) else v.topic end
      when 'absent' then 0.5
      else 0
    end,
    v.raw,
    case when v.outcome = 'different' then v.evidence_part end,
    case when v.outcome = 'different' then v.differing_position else v.agreed_position end
  from valued as v
  union all
  select
    n.claim_index, 'name', 'name', case when n.is_absent then 'absent_name' else 'present' end,
    case when n.is_absent then 0.5 else 0 end, n.word, null, null
  from named as n
  union all
  select
    e.claim_index, 'words', m.kind, 'different', m.severity, m.claim_part, m.evidence_part, e.position
  from claim as c
  join cited as e on e.claim_index = c.claim_index
  cross join lateral groundcheck_internal.compare_meaning(c.features, e.features) as m
  where e.rank <= 3;
end;
$$;
comment on function groundcheck_internal.find_differences is 'How the values, names and words of each claim compare with the context.';
revoke all on function groundcheck_internal.find_differences from public;
