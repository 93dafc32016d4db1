-- What claims add to the sentence that they otherwise repeat, the word that the evidence comes least near to; and a row of
-- the kind inference for a claim whose values follow from those of its evidence. Called by find_novelties.
--
-- A word is added where none of the claim's evidence has it, its concept, or a word of the same beginning, and it is
--   a name that is no subject, or a word for a thing or a quality behind the verb, in a claim of up to seven words of
--     content: longer claims say in other words what their source says, short ones repeat it; or
--   part of an insertion between commas behind the subject.
-- Everything else that the claim says must stand in its best sentence. A word that stands for the only one that the best
-- sentence has besides may be nearer to it than one that is merely added; one that stands for another of its class counts
-- wherever it stands (blue for red: see the table alternatives), a synonym of that table does not. Verbs, adverbs and words
-- that say little (see says_little) do not count, nor do values, which are compared as values.
create or replace function groundcheck_internal.find_additions(
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
begin
  return query
  with claim as materialized (
    select c.* from unnest(find_additions.claims) as c where c.checkable
  ),

  cited as materialized (
    select e.claim_index, e.rank, s.position, s.features, s.tokens, s.vals
    from unnest(find_additions.evidence) as e
    join unnest(find_additions.sentences) as s on s.position = e.position
  ),

  claim_word as materialized (
    select
      c.claim_index, w.word, w.concept, w.bare, w.kind, w.role, w.tag, w.place,
      count(*) over (partition by c.claim_index) as words,
      w.word || 's' as plural, w.word || 'es' as plural_es, left(w.word, 4) as four, left(w.word, 5) as five,
      char_length(w.word) as length,
      exists (
        select from unnest(c.vals) as v (
          kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end
        )
        where w.start >= v.span_start and w.start < v.span_end
      ) as in_value
    from claim as c
    cross join unnest(
      (c.features).words, (c.features).concepts, (c.features).bare, (c.features).kinds, (c.features).roles,
      (c.features).tags, (c.features).starts
    ) with ordinality as w (word, concept, bare, kind, role, tag, start, place)
    where w.kind in ('c', 'n', 'd', 'i') and w.concept <> ''
  ),

  -- A sentence that opens with a pronoun says what it says of the subject before.
  cited_word as materialized (
    select
      d.*, d.word || 's' as plural, d.word || 'es' as plural_es, left(d.word, 4) as four, left(d.word, 5) as five,
      char_length(d.word) as length
    from (
      select distinct e.claim_index, e.position, e.rank, w.word, w.concept, w.bare
      from cited as e
      left join unnest(find_additions.sentences) as b
        on b.position = e.position - 1 and (e.features).words[1] in ('he', 'she', 'it', 'they', 'his', 'her', 'its', 'their')
      cross join unnest(
        (e.features).words || (b.features).words, (e.features).concepts || (b.features).concepts,
        (e.features).bare || (b.features).bare
      ) as w (word, concept, bare)
      where ltrim(w.word, ' !"#$%&''()*+,-./:;<=>?@[\]^_`{|}~') <> ''
    ) as d
  ),

  known as materialized (
    select w.claim_index, w.place, k.position, k.rank
    from claim_word as w
    join cited_word as k on k.claim_index = w.claim_index
      and (k.word = w.word or k.concept = w.concept or w.bare <> '' and k.concept = w.bare or k.bare = w.concept
        or w.word = k.plural or w.word = k.plural_es or k.word = w.plural or k.word = w.plural_es
        or w.length >= 5 and k.five = w.five
        or w.length >= 4 and k.four = w.four and abs(k.length - w.length) <= 3)
    group by w.claim_index, w.place, k.position, k.rank
  ),

  added as materialized (
    select w.*
    from claim_word as w
    where not w.in_value and w.kind <> 'd'
      and not exists (select from known as k where k.claim_index = w.claim_index and k.place = w.place)
  ),

  repeated as materialized (
    select w.claim_index, count(*) as words, count(*) filter (where not w.in_value) as outside
    from claim_word as w
    left join added as a on a.claim_index = w.claim_index and a.place = w.place
    where a.place is null
    group by w.claim_index
  ),

  -- Claims that otherwise repeat one sentence, and add to it no more than half of what they repeat.
  copied as materialized (
    select distinct on (r.claim_index) r.claim_index, k.position
    from repeated as r
    join known as k on k.claim_index = r.claim_index and k.rank <= 3
    join claim_word as w on w.claim_index = k.claim_index and w.place = k.place and not w.in_value
    where (select count(*) from added as a where a.claim_index = r.claim_index) between 1 and (r.words + 1) / 2
    group by r.claim_index, k.position, k.rank, r.outside
    having count(distinct k.place) = r.outside
    order by r.claim_index asc, k.rank asc
  ),

  -- Words of the sentence that are of a class with an added one.
  of_class as materialized (
    select a.claim_index, a.place, a.kind, a.role, a.words, x.word as other, x.role as other_role, k.member = own.member as is_same,
      a.role = 'v' and (own.class = 'event' or own.class like 'work on %' or own.class like 'course of %') as is_done
    from added as a
    join copied as p on p.claim_index = a.claim_index
    join claim as c on c.claim_index = a.claim_index
    join cited as e on e.claim_index = p.claim_index and e.position = p.position
    cross join unnest((e.features).words, (e.features).concepts, (e.features).kinds, (e.features).roles)
      as x (word, concept, kind, role)
    join groundcheck_internal.alternatives as own on own.key = groundcheck_internal.stem(a.word)
    join groundcheck_internal.alternatives as k on k.key = groundcheck_internal.stem(x.word) and k.class = own.class
    where x.kind in ('c', 'i', 'n') and x.word <> all((c.features).words) and x.concept <> all((c.features).concepts)
      -- The second date of a life (1875 - 1947) says when it ended.
      and not (own.member = 'died' and exists (select from unnest(e.vals) as v where v.kind = 'range' and v.dimension = 'date'))
  ),

  -- Another of its class in the place of the sentence's: blue for red, cats for dogs.
  exchanged as materialized (
    select distinct on (o.claim_index, o.place) o.claim_index, o.place, o.other
    from of_class as o
    where o.kind in ('c', 'i', 'n') and o.words <= 20 and not o.is_same
      and (o.is_done or o.other_role <> 'v' and (o.role = 's') = (o.other_role = 's'))
    order by o.claim_index asc, o.place asc, o.other collate "C" asc
  ),

  counted as materialized (
    select a.claim_index, a.word, a.place, row_number() over (order by a.claim_index, a.place)::int as ordinal
    from added as a
    join copied as p on p.claim_index = a.claim_index
    join claim as c on c.claim_index = a.claim_index
    where not groundcheck_internal.says_little(a.word)
      and (a.claim_index, a.place) not in (select o.claim_index, o.place from of_class as o where o.is_same)
      and case
        when (a.claim_index, a.place) in (select x.claim_index, x.place from exchanged as x) then true
        when a.role <> 's' then
          a.kind = 'n'
          or a.words <= 7 and a.kind in ('c', 'i') and a.role <> 'v' and a.tag = 'word' and not a.word like any (array['%ly', '%ing', '%ed'])
            and char_length(a.word) > 2
        -- Another name in the place of the subject's: Tomas Holm for Tomas Berg.
        when a.kind = 'n' and exists (
          select
          from cited as e
          cross join unnest((e.features).words, (e.features).kinds, (e.features).roles) as n (word, kind, role)
          where e.claim_index = a.claim_index and e.position = p.position and n.kind = 'n' and n.role in ('s', 'a')
            and n.word <> all((c.features).words)
        ) then true
        -- An insertion: a comma before it, behind a word of the subject that the evidence has, and one after it.
        else exists (
          select
          from unnest((c.features).words) with ordinality as m (word, place)
          join claim_word as s on s.claim_index = a.claim_index and s.place < m.place and s.role = 's'
          join known as k on k.claim_index = s.claim_index and k.place = s.place
          where m.word = ',' and m.place < a.place and ',' = any((c.features).words[a.place:])
            and (c.features).clauses[m.place] = (c.features).clauses[s.place]
        )
      end
  ),

  -- Claims whose values follow from values of the evidence, and that add no other word for a thing: "The charter dates
  -- from the 14th century" after "The town got its charter in 1312".
  inferred as materialized (
    select f.claim_index, string_agg(f.claim_part, ', ' order by f.claim_part collate "C") as parts
    from unnest(find_additions.findings) as f
    where f.source = 'value'
    group by f.claim_index
    having bool_or(f.outcome in ('contained', 'derived', 'bound_respected'))
      and bool_and(f.outcome in ('equal', 'contained', 'derived', 'bound_respected'))
      and not exists (
        select from added as a
        where a.claim_index = f.claim_index and not groundcheck_internal.says_little(a.word)
          and (a.kind = 'n' or a.role <> 'v' and a.tag = 'word' and not a.word like any (array['%ly', '%ing', '%ed']))
      )
      and exists (select from known as k where k.claim_index = f.claim_index and k.rank <= 3)
  ),

  -- "Often" after "not uncommon": an opposite that is denied, in a claim that adds nothing.
  affirmed as materialized (
    select c.claim_index, min(w.word collate "C") as part
    from claim as c
    join cited as e on e.claim_index = c.claim_index and e.rank = 1
    cross join unnest((c.features).words, (c.features).concepts, (c.features).poles, (c.features).negations)
      as w (word, concept, pole, negation)
    join unnest((e.features).concepts, (e.features).poles, (e.features).negations) as k (concept, pole, negation)
      on k.concept = w.concept and k.pole * w.pole = -1 and (k.negation + w.negation) % 2 = 1
    where c.claim_index not in (select a.claim_index from added as a)
      and c.claim_index not in (select f.claim_index from unnest(find_additions.findings) as f where f.severity > 0)
      and c.claim_index in (select k.claim_index from known as k where k.rank = 1)
    group by c.claim_index
  ),

  -- What the best sentence has of its own.
  own as materialized (
    select e.claim_index, count(*) as words
    from cited as e
    join claim as c on c.claim_index = e.claim_index
    join copied as p on p.claim_index = e.claim_index and p.position = e.position
    cross join unnest((e.features).words, (e.features).concepts, (e.features).kinds) as w (word, concept, kind)
    where w.kind in ('c', 'n', 'i') and w.concept <> ''
      and w.concept <> all((c.features).concepts) and w.word <> all((c.features).words)
    group by e.claim_index
  ),

  -- How near the evidence comes to it: a banjo is an instrument. Digits are near each other and mean nothing by it.
  token as materialized (
    select d.claim_index, d.word, d.place, t.token_id
    from groundcheck_internal.tokenize((select array_agg(d.word order by d.ordinal) from counted as d)) as k
    join counted as d on d.ordinal = k.ordinal
    cross join unnest(k.tokens) as t (token_id)
  ),

  distance as (
    select
      t.claim_index, t.word, t.place,
      max(v.weight * (1 - greatest(coalesce((
        select max(1 - (v.embedding operator(@vector_schema@.<=>) n.embedding))
        from cited as e
        cross join unnest(e.tokens) as x (token_id)
        join groundcheck_internal.token_vectors as n on n.token_id = x.token_id
        where e.claim_index = t.claim_index and e.rank <= 3 and n.weight >= 0.1
      ), 0), 0))) as gap
    from token as t
    join groundcheck_internal.token_vectors as v on v.token_id = t.token_id
    group by t.claim_index, t.word, t.place
  )

  (select distinct on (d.claim_index)
    d.claim_index, 'words', 'novelty', 'different', 0.7::float8, d.word, x.other, e.position
  from distance as d
  left join copied as e on e.claim_index = d.claim_index
  left join own as o on o.claim_index = d.claim_index
  left join exchanged as x on x.claim_index = d.claim_index and x.place = d.place
  where x.other is not null or d.gap >= case when o.words = 1 then 0.3 else 0.45 end
  order by d.claim_index asc, x.other is null asc, d.gap desc, d.word collate "C" asc)
  union all
  select i.claim_index, 'words', 'inference', 'equal', 0::float8, i.parts, null::text, null::int
  from inferred as i
  union all
  select a.claim_index, 'words', 'inference', 'equal', 0::float8, a.part, null::text, null::int
  from affirmed as a;
end;
$$;
comment on function groundcheck_internal.find_additions is 'Findings of the kinds novelty and inference: what claims add, and what follows from their evidence.';
revoke all on function groundcheck_internal.find_additions from public;

-- What inflections have in common, as the tables of words have it.
create or replace function groundcheck_internal.stem(word text)
returns text
language sql
immutable
parallel safe
as $$
  select coalesce((pg_catalog.ts_lexize('pg_catalog.english_stem', word))[1], word)
$$;
comment on function groundcheck_internal.stem is 'An English word without its ending; the word where it has none, or says nothing (the, of).';
revoke all on function groundcheck_internal.stem from public;

-- Words that an answer adds without saying more than its source: how it is said, what sort of thing something is.
create or replace function groundcheck_internal.says_little(word text)
returns boolean
language sql
stable
parallel safe
as $$
  select exists (
    select from groundcheck_internal.sentence_words as w where w.word = says_little.word and w.role = 'says_little'
  )
$$;
comment on function groundcheck_internal.says_little is 'Whether a word says how something is put or what sort of thing it is, and no more.';
revoke all on function groundcheck_internal.says_little from public;
