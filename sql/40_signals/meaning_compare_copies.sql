-- Where a claim repeats a sentence but for the word that decides: what may and what must be, if and unless, not. Only for a
-- claim all of whose words of content the sentence has, besides those that say what may and must be (find_novelties sees to
-- that before it calls), with at most three of its own. One row a finding, as in compare_meaning.
create or replace function groundcheck_internal.compare_copies(
  claim groundcheck_internal.word_features,
  evidence groundcheck_internal.word_features
)
returns table (kind text, severity real, claim_part text, evidence_part text)
language plpgsql
immutable
strict
parallel safe
as $$
declare
  c_permit text;
  e_permit text;
  v_claim text;
  v_evidence text;
  v_own int;
  v_own_turns boolean;
  v_turned boolean;
begin
  if groundcheck_internal.denial_length(claim.words) > 0 or groundcheck_internal.denial_length(evidence.words) > 0 then
    return;
  end if;
  select pg_catalog.count(*), pg_catalog.bool_or(w.pole <> 0 or w.bare <> '') into v_own, v_own_turns
  from unnest(evidence.words, evidence.concepts, evidence.kinds, evidence.tags, evidence.poles, evidence.bare)
    as w (word, concept, kind, tag, pole, bare)
  where w.kind <> 'f' and w.concept <> '' and w.tag not in ('obligation', 'negator', 'modal')
    and w.concept <> all (claim.concepts) and w.word <> all (claim.words);
  if v_own > 3 then
    return;
  end if;
  v_claim := ' ' || pg_catalog.array_to_string(claim.words, ' ') || ' ';
  v_evidence := ' ' || pg_catalog.array_to_string(evidence.words, ' ') || ' ';

  c_permit := groundcheck_internal.read_permission(v_claim);
  if c_permit is not null then
    e_permit := groundcheck_internal.read_permission(v_evidence);
  end if;
  if c_permit <> e_permit and (e_permit, c_permit) not in (('must', 'may')) then
    kind := 'modality';
    severity := case when (e_permit, c_permit) in (('may', 'must'), ('may', 'need not')) then 0.7 else 0.9 end;
    claim_part := c_permit;
    evidence_part := e_permit;
    if (e_permit, c_permit) not in (('need not', 'may'), ('may', 'need not'), ('must not', 'need not')) then
      return next;
      return;
    end if;
  end if;

  -- "If it rains" after "unless it rains".
  if (pg_catalog.strpos(v_claim, ' unless ') > 0) <> (pg_catalog.strpos(v_evidence, ' unless ') > 0)
    and (pg_catalog.strpos(v_claim, ' if ') > 0) <> (pg_catalog.strpos(v_evidence, ' if ') > 0)
    and pg_catalog.cardinality(pg_catalog.array_positions(claim.tags, 'negator')) = pg_catalog.cardinality(pg_catalog.array_positions(evidence.tags, 'negator')) then
    kind := 'condition';
    severity := 0.9;
    claim_part := case when pg_catalog.strpos(v_claim, ' unless ') > 0 then 'unless' else 'if' end;
    evidence_part := case when pg_catalog.strpos(v_claim, ' unless ') > 0 then 'if' else 'unless' end;
    return next;
    return;
  end if;

  -- Not, once more or once less than the sentence, where nothing else turns a word round. Most sentences have none, and are
  -- not counted through.
  if v_claim || v_evidence like any ('{% not %,% never %,% cannot %,%n''t %}')
    and (pg_catalog.cardinality(pg_catalog.regexp_split_to_array(v_claim, '(?<= )(?:not|never|cannot|[a-z]+n''t)(?= )'))
      + pg_catalog.cardinality(pg_catalog.regexp_split_to_array(v_evidence, '(?<= )(?:not|never|cannot|[a-z]+n''t)(?= )'))) % 2 = 1
    and v_claim !~ '^ no ' and v_evidence !~ '^ no ' and v_claim !~ ' (?:not only|but) ' and v_evidence !~ ' (?:not only|but|if|unless|whether|or) '
    and pg_catalog.cardinality(pg_catalog.array_positions(evidence.predicates, 0)) = 0 and pg_catalog.cardinality(evidence.predicates) = 1
  then
    select pg_catalog.bool_or(c.pole * e.pole = -1 or c.concept = e.bare or c.bare = e.concept) into v_turned
    from unnest(claim.concepts, claim.bare, claim.poles) as c (concept, bare, pole)
    join unnest(evidence.concepts, evidence.bare, evidence.poles) as e (concept, bare, pole)
      on c.concept <> '' and c.concept = e.concept or c.bare <> '' and c.bare = e.concept or e.bare <> '' and e.bare = c.concept;
    -- The other words that deny are the same on both sides.
    if not coalesce(v_turned, false) and not coalesce(v_own_turns, false) and (
      select pg_catalog.array_agg(w.word order by w.word collate "C")
      from unnest(claim.words, claim.tags) as w (word, tag)
      where (w.tag = 'negator' or w.tag = 'exclusive' or w.word = 'any') and w.word !~ '^(?:not|never|cannot|[a-z]+n''t)$'
    ) is not distinct from (
      select pg_catalog.array_agg(w.word order by w.word collate "C")
      from unnest(evidence.words, evidence.tags) as w (word, tag)
      where (w.tag = 'negator' or w.tag = 'exclusive' or w.word = 'any') and w.word !~ '^(?:not|never|cannot|[a-z]+n''t)$'
    ) then
      kind := 'negation';
      severity := 0.9;
      claim_part := case when v_claim ~ ' (?:not|never|cannot|[a-z]+n''t) ' then 'not' else 'affirmed' end;
      evidence_part := case when v_claim ~ ' (?:not|never|cannot|[a-z]+n''t) ' then 'affirmed' else 'not' end;
      return next;
    end if;
  end if;
end;
$$;
comment on function groundcheck_internal.compare_copies is 'Findings of the kinds modality, condition and negation between a claim and a sentence that it repeats.';
revoke all on function groundcheck_internal.compare_copies from public;

-- What a sentence says may or must be, from its words between spaces: must, must not, may, need not; null where nothing.
-- Patterns of LIKE: PostgreSQL keeps 32 compiled regular expressions, and a check has others to use them for. Not strict, so
-- that it is inlined.
create or replace function groundcheck_internal.read_permission(words text)
returns text
language sql
immutable
parallel safe
return case
  when
    words like any('{% must not %,% mustn''t %,% may not %,% shall not %,% cannot %,% can''t %,% can not %,% not allowed %,% not permitted %,% forbidden %,% prohibited %,% banned %}')
    or words like '% no %' and words ~ ' no [a-z]+ (?:may|can) ' then 'must not'
  when words like any('{% need not %,% needn''t %,% not have to %,% don''t have to %,% doesn''t have to %,% not need to %,% not required %,% not obliged %,% not mandatory %,% not compulsory %,% optional %,% optionally %,% voluntary %,% if they wish %,% if they like %,% if they want %,% may choose %,% can choose %}') then 'need not'
  when words like any('{% must %,% have to %,% has to %,% required to %,% are required %,% is required %,% obliged to %,% mandatory %,% compulsory %,% obligatory %,% need to %,% needs to %}') then 'must'
  when words like any('{% may %,% can %,% allowed %,% permitted %,% free to %}') then 'may'
end;
comment on function groundcheck_internal.read_permission is 'Whether a sentence says must, must not, may or need not; null where it says nothing of that.';
revoke all on function groundcheck_internal.read_permission from public;

-- Claims that take the value of another key of a record: "61.00 this month" where the record has 18.40 this month and 61.00
-- last month. The claim has all words of the one key that the other lacks, and none of the other's.
create or replace function groundcheck_internal.find_other_keys(
  claim groundcheck_internal.word_features,
  claim_values groundcheck.extracted_value[],
  leaves groundcheck_internal.word_features[],
  leaf_values groundcheck.extracted_value[],
  leaf_of int[]
)
returns table (claim_part text, evidence_part text, place int)
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  with leaf as materialized (
    select
      l.place, k.words, v.canonical, v.raw, v.dimension
    from unnest(find_other_keys.leaf_of) with ordinality as o (place, at)
    cross join lateral (select (find_other_keys.leaf_values[o.at]).*) as v
    cross join lateral (
      select o.place, (find_other_keys.leaves[o.place]).words as words, (find_other_keys.leaves[o.place]).starts as starts
    ) as l
    cross join lateral (
      select array_agg(w.word) as words
      from unnest(l.words, l.starts) as w (word, start)
      where w.start < v.span_start and w.word ~ '[a-z0-9]'
    ) as k
    where ':' = any(l.words) and cardinality(k.words) between 1 and 8
  ),

  claimed as (
    select v.canonical, v.raw, v.dimension
    from unnest(find_other_keys.claim_values) as v (
      kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end
    )
  )

  select distinct on (c.canonical) c.raw, b.raw, b.place::int
  from claimed as c
  join leaf as a on a.canonical = c.canonical
  join leaf as b on b.dimension = a.dimension and b.canonical <> a.canonical and b.place <> a.place
  where not exists (select from leaf as o where o.canonical = c.canonical and o.words <@ ((find_other_keys.claim).words || a.words) and o.words <@ b.words)
    and not (b.words <@ a.words) and not (a.words <@ b.words)
    and array(select w from unnest(b.words) as w where w <> all(a.words)) <@ (find_other_keys.claim).words
    and not (array(select w from unnest(a.words) as w where w <> all(b.words)) && (find_other_keys.claim).words)
  order by c.canonical, b.place
$$;
comment on function groundcheck_internal.find_other_keys is 'Values of a claim that stand in a record under another key than the claim gives them.';
revoke all on function groundcheck_internal.find_other_keys from public;
