-- What a reader of the verdict should know beside it, as an array of objects with claim_index and flag:
--   abstention_but_answerable  the answer abstains, and a sentence of the context answers the question (source)
--   ambiguous_reference        the claim opens with a pronoun that nothing before it settles
--   conflicting_sources        another passage says otherwise of what the claim is supported in (sources: the two)
-- Flags change no verdict.
create or replace function groundcheck_internal.raise_flags(
  judged groundcheck_internal.judged_claim[],
  claims groundcheck_internal.parsed_claim[],
  sentences groundcheck_internal.parsed_sentence[],
  question text
)
returns jsonb
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_flags jsonb := '[]';
  v_claim groundcheck_internal.judged_claim;
  v_source jsonb;
  v_conflicts jsonb;
begin
  select jsonb_object_agg(c.claim_index, c.sources) into v_conflicts
  from groundcheck_internal.find_conflicts(raise_flags.judged, raise_flags.claims, raise_flags.sentences) as c;

  foreach v_claim in array raise_flags.judged loop
    if v_claim.kind = 'abstention' then
      v_source := groundcheck_internal.find_answer(
        coalesce(nullif(raise_flags.question, ''), v_claim.claim), v_claim.claim, raise_flags.sentences
      );
      if v_source is not null then
        v_flags := v_flags || jsonb_build_object(
          'claim_index', v_claim.claim_index, 'flag', 'abstention_but_answerable', 'source', v_source
        );
      end if;
    elsif v_claim.kind = 'statement' and v_claim.verdict <> 'not_checkable' and v_claim.claim = v_claim.statement
      and (
        translate(left(v_claim.claim, 5), '''', ' ') like any (array['He %', 'She %', 'It %', 'They %', 'Its %'])
        or v_claim.claim_index = 0 and v_claim.claim like any (
          array['His %', 'Her %', 'Their %', 'This %', 'These %', 'Those %']
        )
      )
      and not groundcheck_internal.has_own_subject(v_claim.claim)
    then
      v_flags := v_flags || jsonb_build_object('claim_index', v_claim.claim_index, 'flag', 'ambiguous_reference');
    end if;
    if v_conflicts ? v_claim.claim_index::text then
      v_flags := v_flags || jsonb_build_object(
        'claim_index', v_claim.claim_index, 'flag', 'conflicting_sources',
        'sources', v_conflicts -> v_claim.claim_index::text
      );
    end if;
  end loop;
  return v_flags;
end;
$$;
comment on function groundcheck_internal.raise_flags is 'What is to be known of claims beside their verdicts: abstention_but_answerable, ambiguous_reference, conflicting_sources.';
revoke all on function groundcheck_internal.raise_flags from public;

-- Whether what opens like a pronoun needs nothing before it: "It is true that", "It rained", "Their house" of a claim
-- that names whose, "This bridge".
create or replace function groundcheck_internal.has_own_subject(claim text)
returns boolean
language sql
immutable
strict
parallel safe
return has_own_subject.claim ~* '^it (?:is|was|seems|appears|has been)(?: not)? (?:[a-z]+ly )?[a-z]+ (?:that|to|for|how|whether|when|if)\M'
or has_own_subject.claim ~* '^it (?:is|was) (?:raining|snowing|sunny|cold|warm|hot|dark|late|early|[0-9])'
or has_own_subject.claim ~* '^it (?:rain|snow|takes|took|costs? .* to)'
or has_own_subject.claim ~* '^(?:this|these|those) (?!is\M|are\M|was\M|were\M|has\M|have\M|had\M|can\M|could\M|will\M|would\M|may\M|might\M|must\M|should\M|means\M|made\M|makes\M)';
comment on function groundcheck_internal.has_own_subject is 'Whether a claim that opens like a pronoun is complete without the claim before.';
revoke all on function groundcheck_internal.has_own_subject from public;

-- The sentence of the context that answers a question, as {context_index, text}; null where none does. It has at least
-- two thirds of what the question names and, where the question asks for an amount, a time, a person or a place, one that the
-- question does not have itself. Without a question, what the abstention names stands for it.
create or replace function groundcheck_internal.find_answer(
  question text,
  abstention text,
  sentences groundcheck_internal.parsed_sentence[]
)
returns jsonb
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  with asked as (
    select
      f.*,
      case
        when q.folded ~ '\m(how much|what (?:does|do|did) .* cost|price of|what .* (?:price|fee|cost|salary|budget|percentage|share|rate|weight|height|length|size|age|capacity|temperature|distance))\M|wie ?viel|combien|cuanto' then 'amount'
        when q.folded ~ '\m(how many|how (?:long|old|tall|high|deep|wide|far|big|large|heavy|fast|often))\M|wie (?:lange|hoch|alt|viele)' then 'number'
        when q.folded ~ '^(?:when|since when|until when)\M|\m(?:what|which) (?:time|date|day|month|year)\M|^wann\M|^quand\M|^cuando\M' then 'time'
        when q.folded ~ '^(?:who|whom|whose|by whom)\M|^wer\M|^qui\M|^quien' then 'person'
        when q.folded ~ '^where\M|^wo\M|^donde\M' then 'place'
      end as wanted
    from groundcheck_internal.word_features(find_answer.question) as f
    cross join (select groundcheck_internal.fold(btrim(find_answer.question)) as folded) as q
  ),

  named as (
    select distinct w.concept, w.word
    from asked as a
    cross join unnest(a.words, a.concepts, a.kinds) as w (word, concept, kind)
    where w.kind in ('c', 'n', 'd', 'i') and w.concept <> ''
      and not groundcheck_internal.says_little(w.word)
      and w.word !~ '^(?:tell|know|find|found|mention|mentioned|information|provided|provide|provides|specify|state|stated|states|say|says|said|contain|contains|contained|available|give|given|answer|unable|sorry|unfortunately|context|happen|happened|exact|exactly|much|many|long|old|tall|high|often|far|time)$'
  ),

  held as (
    select
      s.context_index, s.position, s.body, s.features, s.vals,
      count(n.concept) filter (where n.concept = any((s.features).concepts) or n.word = any((s.features).words))::float8
      / count(*) as share,
      count(*) as words
    from unnest(find_answer.sentences) as s
    cross join named as n
    group by s.context_index, s.position, s.body, s.features, s.vals
  )

  select jsonb_build_object('context_index', h.context_index, 'text', h.body)
  from held as h
  cross join asked as a
  where h.share >= case when a.wanted is null then 0.75 else 0.6 end
    and (h.words >= 2 or a.wanted is not null or h.share = 1)
    and (h.features).negators is not null
    and case a.wanted
      when 'amount' then exists (
        select from unnest(h.vals) as v (kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end)
        where v.kind not in ('date', 'time', 'identifier', 'version', 'url', 'email', 'ordinal', 'weekday', 'century', 'decade')
      )
      when 'number' then exists (
        select from unnest(h.vals) as v (kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end)
        where v.kind not in ('date', 'time', 'identifier', 'version', 'url', 'email', 'ordinal', 'weekday', 'century', 'decade', 'money')
      )
      when 'time' then exists (
        select from unnest(h.vals) as v (kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end)
        where v.dimension in ('date', 'time', 'weekday')
      )
      when 'person' then exists (
        select from unnest((h.features).words, (h.features).kinds, (h.features).starts) as w (word, kind, start)
        where (w.kind = 'n' or w.kind = 'i' and w.word = (h.features).words[1]) and w.word not in (select n.word from named as n)
          and not exists (
            select from unnest(h.vals) as v (kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end)
            where w.start >= v.span_start and w.start < v.span_end
          )
      )
      when 'place' then exists (
        select from unnest((h.features).words, (h.features).tags) with ordinality as w (word, tag, place)
        where w.word in ('in', 'at', 'on', 'near', 'behind', 'beside', 'under', 'from', 'to', 'im', 'am')
          and not exists (
            select from unnest(h.vals) as v (kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end)
            where (h.features).starts[w.place + 1] >= v.span_start and (h.features).starts[w.place + 1] < v.span_end
          )
      )
      else true
    end
  order by h.share desc, h.position asc
  limit 1
$$;
comment on function groundcheck_internal.find_answer is 'The sentence of the context that answers a question; null where none does.';
revoke all on function groundcheck_internal.find_answer from public;

-- Whether a sentence has anything that makes it the opposite of another: a negator, one of two opposites, a negative prefix,
-- a record that is true or false.
create or replace function groundcheck_internal.may_oppose(features groundcheck_internal.word_features)
returns boolean
language sql
immutable
parallel safe
return 0 <> any(features.negations) or 0 < any(features.negators) or 0 <> any(features.poles) or '' <> any(features.bare)
or features.tags && array['negator', 'denied', 'affirmed'];
comment on function groundcheck_internal.may_oppose is 'Whether a sentence has a word by which it may say the opposite of another.';
revoke all on function groundcheck_internal.may_oppose from public;

-- Of each supported claim, the sentence that it agrees with and one of another passage that says otherwise of the same
-- thing: another value, or the opposite. Of the same thing: the two sentences have the same words of the claim. No row
-- where no passage says otherwise.
create or replace function groundcheck_internal.find_conflicts(
  judged groundcheck_internal.judged_claim[],
  claims groundcheck_internal.parsed_claim[],
  sentences groundcheck_internal.parsed_sentence[]
)
returns table (claim_index int, sources jsonb)
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
    select
      j.claim_index, j.support > 0.5 as is_likely, j.evidence, c.features, c.vals,
      groundcheck_internal.may_oppose(c.features) as may_oppose
    from unnest(find_conflicts.judged) as j
    join unnest(find_conflicts.claims) as c on c.claim_index = j.claim_index
    where j.verdict = 'supported'
      -- It takes two passages: most claims have their evidence in one.
      and exists (select from unnest(j.evidence) as e where e.context_index <> (j.evidence[1]).context_index)
  ),

  source as materialized (
    select
      c.claim_index, e.position, e.context_index, e.body, e.similarity, (s.parsed).features, (s.parsed).vals,
      c.is_likely and e.similarity >= 0.6 and (
        c.may_oppose or groundcheck_internal.may_oppose((s.parsed).features)
      ) as may_oppose
    from claim as c
    cross join unnest(c.evidence) as e
    -- A sentence's position is its place in the array.
    cross join lateral (select find_conflicts.sentences[e.position] as parsed offset 0) as s
  ),

  -- And of the claim and them two values, or one denial. topic: the claim's words outside of its values.
  asked as materialized (
    select c.claim_index, c.features, c.vals, t.topic
    from claim as c
    cross join lateral (
      select array_agg(distinct w.concept) as topic
      from unnest((c.features).concepts, (c.features).kinds, (c.features).starts) as w (concept, kind, start)
      where w.kind <> 'f' and w.concept <> ''
        and not exists (
          select from unnest(c.vals) as v (
            kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end
          )
          where w.start >= v.span_start and w.start < v.span_end and v.kind <> 'identifier'
        )
    ) as t
    where exists (select from source as s where s.claim_index = c.claim_index and s.may_oppose)
      or cardinality(c.vals) > 0
      and (select count(*) from source as s where s.claim_index = c.claim_index and cardinality(s.vals) > 0) > 1
  ),

  cited as materialized (
    select s.*, k.shared
    from asked as c
    join source as s on s.claim_index = c.claim_index
    cross join lateral (
      select count(*) as shared
      from (select unnest(c.topic) as concept) as t
      where t.concept = any((s.features).concepts)
    ) as k
    where k.shared > 0
  ),

  compared as materialized (
    select
      e.claim_index, e.position, v.claim_pos, v.outcome, (e.vals[v.evidence_pos]).raw as raw
    from asked as c
    join cited as e on e.claim_index = c.claim_index
    cross join lateral groundcheck_internal.compare_values(c.vals, e.vals) as v
    where cardinality(c.vals) > 0 and cardinality(e.vals) > 0
  ),

  -- The opposite in words: asked once of each sentence.
  opposing as materialized (
    select o.claim_index, o.position, o.context_index, o.body, o.shared
    from asked as c
    join cited as o on o.claim_index = c.claim_index
    where o.may_oppose
      -- The two have a word in common that is denied or turned round on one side only: else nothing comes of the
      -- comparison, which costs ten times this.
      and ((o.features).tags && array['denied', 'affirmed'] or exists (
        select
        from unnest((c.features).concepts, (c.features).poles, (c.features).negations, (c.features).bare)
          as w (concept, pole, negation, bare)
        join unnest((o.features).concepts, (o.features).poles, (o.features).negations, (o.features).bare)
          as k (concept, pole, negation, bare)
          on k.concept = w.concept or k.bare = w.concept or w.bare <> '' and k.concept = w.bare
        where w.concept <> ''
          and (w.concept <> k.concept or ((w.pole < 0) <> (k.pole < 0)) <> ((w.negation + k.negation) % 2 = 1))
      ))
      and exists (
        select from groundcheck_internal.compare_meaning(c.features, o.features) as m
        where m.severity >= 0.8 and m.kind in ('negation', 'antonym')
          -- The large one is no opposite of the small one: two things, each with its own.
          and not (m.kind = 'antonym' and exists (
            select
            from unnest((c.features).words, (c.features).concepts, (c.features).roles) as w (word, concept, role)
            join unnest((o.features).concepts, (o.features).roles) as k (concept, role) on k.concept = w.concept and k.role = 's'
            where w.word = m.claim_part and w.role = 's'
          ))
      )
  ),

  differing as materialized (
    select a.claim_index, a.position as agreed, d.position as opposed, d.raw, 1 as place
    from compared as a
    join compared as d
      on d.claim_index = a.claim_index and d.claim_pos = a.claim_pos
      and a.outcome in ('equal', 'contained', 'bound_respected') and d.outcome = 'different'
    join asked as c on c.claim_index = a.claim_index
    join cited as o on o.claim_index = d.claim_index and o.position = d.position
    where (c.vals[a.claim_pos]).kind <> 'identifier'
      -- The large one's price is no other price of the small one.
      and not exists (
        select
        from unnest((c.features).concepts, (c.features).poles) as w (concept, pole)
        join unnest((o.features).concepts, (o.features).poles) as k (concept, pole) on k.concept = w.concept
        where w.pole * k.pole < 0
      )
    union all
    select o.claim_index, a.position, o.position, null, 2
    from opposing as o
    join cited as a
      on a.claim_index = o.claim_index and a.position <> o.position and a.context_index <> o.context_index
      and a.body <> o.body and o.shared >= a.shared
    join asked as c on c.claim_index = o.claim_index
    where a.similarity >= 0.6
      and not exists (
        select from groundcheck_internal.compare_meaning(c.features, a.features) as m
        where m.severity >= 0.5 and m.kind <> 'name'
      )
  )

  select distinct on (d.claim_index)
    d.claim_index,
    jsonb_build_array(
      jsonb_build_object('context_index', a.context_index, 'text', a.body),
      jsonb_build_object('context_index', o.context_index, 'text', o.body)
      || case when d.raw is null then '{}' else jsonb_build_object('source_part', d.raw) end
    )
  from differing as d
  join cited as a on a.claim_index = d.claim_index and a.position = d.agreed
  join cited as o on o.claim_index = d.claim_index and o.position = d.opposed
  where a.context_index <> o.context_index and a.body <> o.body and o.shared >= a.shared
  order by d.claim_index asc, d.place asc, a.position asc, o.position asc;
end;
$$;
comment on function groundcheck_internal.find_conflicts is 'Pairs of sentences of which one bears a claim out and the other says otherwise, one pair a claim at most.';
revoke all on function groundcheck_internal.find_conflicts from public;
