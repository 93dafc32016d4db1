-- What a claim adds to the sentence that it otherwise repeats: "The shop sells coffee" after "The shop sells tea", "The
-- flat has two bedrooms and a balcony" after "The flat has two bedrooms", "Lisbon, the capital of Portugal, ..." after
-- "Lisbon ...". One row a claim at most, for the added word that the evidence comes least near to.
--
-- And what a claim that repeats a sentence has otherwise: what may and must be, parts exchanged, a subject's name, a record's
-- key, a "not" or an "only" of which its evidence gives no sign.
create or replace function groundcheck_internal.find_novelties(
  claims groundcheck_internal.parsed_claim[],
  sentences groundcheck_internal.parsed_sentence[],
  evidence groundcheck_internal.evidence[],
  findings groundcheck_internal.finding[]
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
declare
  v_asked int[];
begin
  -- What costs most is only asked of claims that it may find something of: those with a word that their evidence does not
  -- have as it stands, with a value that follows from another, or with a word and its opposite, of which one is denied.
  with cited as materialized (
    select
      e.claim_index, e.rank, (s.parsed).words, (s.parsed).concepts, 0 <> any((s.parsed).negations) as denies
    from unnest(find_novelties.evidence) as e
    -- A sentence's position is its place in the array.
    cross join lateral (select (find_novelties.sentences[e.position]).features as parsed offset 0) as s
  )

  select array_agg(c.claim_index) into v_asked
  from (
    select
      k.claim_index, (k.features).words, (k.features).concepts, (k.features).kinds,
      0 <> any((k.features).negations) as denies, 0 <> any((k.features).poles) as is_either
    from unnest(find_novelties.claims) as k
    where k.checkable
  ) as c
  where exists (
    select from unnest(c.words, c.concepts, c.kinds) as w (word, concept, kind)
    where w.kind in ('c', 'n', 'i') and w.concept <> ''
      and not exists (
        select from cited as e
        where e.claim_index = c.claim_index and (w.word = any(e.words) or w.concept = any(e.concepts))
      )
  )
  or c.is_either and exists (
    select from cited as e where e.claim_index = c.claim_index and e.rank = 1 and (c.denies or e.denies)
  )
  or exists (
    select from unnest(find_novelties.findings) as f
    where f.claim_index = c.claim_index and f.source = 'value' and f.outcome in ('contained', 'derived', 'bound_respected')
  );

  if v_asked is not null then
    return query select a.* from groundcheck_internal.find_additions(
      array(select c from unnest(find_novelties.claims) as c where c.claim_index = any(v_asked)),
      find_novelties.sentences,
      array(select e from unnest(find_novelties.evidence) as e where e.claim_index = any(v_asked)),
      find_novelties.findings
    ) as a;
  end if;

  return query
  with claim as materialized (
    select
      c.claim_index, c.features, c.vals, (c.features).words, (c.features).concepts, (c.features).kinds, (c.features).tags,
      case when n.is_name then (c.features).concepts[(c.features).predicates[1]] end as verb
    from unnest(find_novelties.claims) as c
    -- Whether it is of a name what the claim says.
    cross join lateral (
      select bool_and(w.kind <> 'c') as is_name
      from (
        select
          unnest((c.features).kinds[:(c.features).predicates[1] - 1]) as kind,
          unnest((c.features).roles[:(c.features).predicates[1] - 1]) as role
      ) as w
      where w.role = 's' and w.kind <> 'f'
    ) as n
    where c.checkable
  ),

  cited as materialized (
    select
      e.claim_index, e.rank, e.position, s.features, s.vals, (s.features).words, (s.features).concepts
    from unnest(find_novelties.evidence) as e
    join unnest(find_novelties.sentences) as s on s.position = e.position
  ),

  -- Materialised, so that what a pair is asked for a call costs less than the call: the planner would call first.
  pair as materialized (
    select
      c.claim_index, e.position, c.features as claim, e.features as sentence, c.verb, c.words, c.concepts, c.kinds, c.tags,
      e.words as cited_words, e.concepts as cited_concepts
    from claim as c
    join cited as e on e.claim_index = c.claim_index and e.rank <= 3
  ),

  -- Leaves of records.
  leaf as materialized (
    select e.claim_index, e.position, e.features, e.vals
    from cited as e
    where ':' = any(e.words) and cardinality(e.vals) > 0
  )

  select p.claim_index, 'words', m.kind, 'different', m.severity::float8, m.claim_part, m.evidence_part, p.position
  from pair as p
  cross join lateral groundcheck_internal.compare_copies(p.claim, p.sentence) as m
  where cardinality(p.words) between 3 and 30 and cardinality(p.cited_words) <= 40
    -- A claim repeats a sentence where the sentence has all of its words of content, besides those that say what may and
    -- must be.
    and not exists (
      select
      from (
        select unnest(p.words) as word, unnest(p.concepts) as concept, unnest(p.kinds) as kind, unnest(p.tags) as tag
      ) as w
      where w.kind <> 'f' and w.concept <> '' and w.tag not in ('obligation', 'negator', 'modal')
        and w.concept <> all(p.cited_concepts) and w.word <> all(p.cited_words)
        and not w.word like any('{allow%,permi%,requir%,oblig%,forbid%,prohibit%,need%,wish%,like%,want%,optional%,choose%}')
    )
  union all
  -- A claim that repeats a sentence but for a "not" or an "only", of which nothing in its evidence gives a sign.
  (select distinct on (p.claim_index)
    p.claim_index, 'words', case t.tag when 'negator' then 'negation' else 'exclusive' end, 'different', 0.7::float8, t.word,
    null::text, p.position
  from pair as p
  cross join lateral (
    select w.word, w.tag
    from (select unnest(p.words) as word, unnest(p.tags) as tag, generate_subscripts(p.words, 1) as place) as w
    where w.tag in ('negator', 'exclusive')
      -- "Not really, ..." denies the question.
      and not (w.place = 1 and ',' = any(p.words[2:4]))
    order by w.place asc
    limit 1
  ) as t
  where cardinality((p.claim).predicates) = 1 and cardinality(p.words) <= 30
    and (t.tag = 'exclusive' or 1 = any((p.claim).negations))
    -- At most one word in three is another.
    and (
      select 3 * count(*) filter (where w.concept <> all(p.cited_concepts) and w.word <> all(p.cited_words)) <= count(*)
      from (
        select unnest(p.words) as word, unnest(p.concepts) as concept, unnest(p.kinds) as kind, unnest(p.tags) as tag
      ) as w
      where w.kind <> 'f' and w.concept <> '' and w.tag not in ('negator', 'exclusive', 'modal')
    )
    and not exists (
      select from cited as o
      where o.claim_index = p.claim_index and groundcheck_internal.restricts(o.features)
    )
  order by p.claim_index asc, p.position asc)
  union all
  select p.claim_index, 'words', m.kind, 'different', m.severity::float8, m.claim_part, m.evidence_part, p.position
  from pair as p
  cross join lateral groundcheck_internal.compare_exchanges(p.claim, p.sentence) as m
  where p.words <@ (p.cited_words || '{.,",",;,:,?,!,a,an,the,that}'::text[])
    -- Another sentence may say it as the claim does.
    and not exists (
      select from cited as o
      where o.claim_index = p.claim_index and o.position <> p.position
        and strpos(array_to_string(o.words, ' '), m.claim_part) > 0
    )
  union all
  select p.claim_index, 'words', m.kind, 'different', m.severity::float8, m.claim_part, m.evidence_part, p.position
  from pair as p
  cross join lateral groundcheck_internal.compare_subjects(p.claim, p.sentence) as m
  where 'n' = any(p.kinds) and p.verb = any(p.cited_concepts)
    -- Not where another sentence has both names: the one may be the other.
    and not exists (
      select from unnest(find_novelties.sentences) as o
      where (o.features).words && string_to_array(m.claim_part, ' ') and (o.features).words && string_to_array(m.evidence_part, ' ')
    )
  union all
  select c.claim_index, 'value', 'key', 'different', 0.9::float8, o.claim_part, o.evidence_part, l.positions[o.place]
  from claim as c
  cross join lateral (
    select
      array_agg(e.position order by e.position) as positions, array_agg(e.features order by e.position) as features
    from leaf as e
    where e.claim_index = c.claim_index
  ) as l
  cross join lateral (
    select array_agg(v order by p.place, v.span_start) as vals, array_agg(p.place::int order by p.place, v.span_start) as places
    from unnest(l.positions) with ordinality as p (position, place)
    join leaf as e on e.claim_index = c.claim_index and e.position = p.position
    cross join unnest(e.vals) as v
  ) as k
  cross join lateral groundcheck_internal.find_other_keys(c.features, c.vals, l.features, k.vals, k.places) as o
  where cardinality(c.vals) > 0 and cardinality(l.positions) > 1
    and c.claim_index in (select e.claim_index from leaf as e);
end;
$$;
comment on function groundcheck_internal.find_novelties is 'Findings of the kind novelty: what claims add to the sentences that they otherwise repeat.';
revoke all on function groundcheck_internal.find_novelties from public;

-- Whether a sentence denies or limits anything: not, only, unless, a record's false, or what is forbidden, absent, disabled.
create or replace function groundcheck_internal.restricts(features groundcheck_internal.word_features)
returns boolean
language sql
immutable
parallel safe
as $$
  select 0 < any(features.negations)
    or features.tags operator(pg_catalog.&&) '{negator,exclusive,condition,denied}'::text[]
    or exists (
      select from unnest(features.concepts, features.poles) as w (concept, pole)
      where w.pole = -1 and w.concept in (
        'accept', 'allow', 'enable', 'include', 'like', 'open', 'possible', 'present', 'start', 'success', 'true', 'win'
      )
    )
$$;
comment on function groundcheck_internal.restricts is 'Whether a sentence denies or limits anything.';
revoke all on function groundcheck_internal.restricts from public;
