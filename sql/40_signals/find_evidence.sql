-- The sentences that speak to each checkable claim: up to eight candidates each, of which ranks 1 to 3 are the
-- evidence. Rank 1 scores highest; ranks 2 and 3 are those that add most of the claim's words that the ranks before
-- them lack, so that a claim may rest on two passages together; they are left out where nothing adds to it.
--
-- score = cosine(claim, sentence) + coverage, where coverage is the share of the claim's tokens, weighted by rarity,
-- that the sentence has. Cosine finds paraphrase, coverage finds the sentence that has the very words.
-- A sentence that stands in the context twice counts once, at its first place. Scores are compared to six decimals, so
-- that the order in which a plan adds them up decides nothing.
create or replace function groundcheck_internal.find_evidence(
  claims groundcheck_internal.parsed_claim[],
  sentences groundcheck_internal.parsed_sentence[]
)
returns setof groundcheck_internal.evidence
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
    select c.claim_index, c.tokens, c.embedding
    from unnest(find_evidence.claims) as c
    where c.checkable
  ),

  sentence as materialized (
    select distinct on (s.hash) s.*
    from unnest(find_evidence.sentences) as s
    order by s.hash asc, s.position asc
  ),

  -- Tokens below this weight are so frequent that sharing them says nothing, and cost the most.
  claim_token as materialized (
    select c.claim_index, v.token_id, v.weight, sum(v.weight) over (partition by c.claim_index) as total
    from claim as c
    cross join lateral (select distinct t.token_id from unnest(c.tokens) as t (token_id)) as t
    join groundcheck_internal.token_vectors as v on v.token_id = t.token_id
    where v.weight >= 0.1
  ),

  sentence_token as materialized (
    select distinct s.position, t.token_id
    from sentence as s
    cross join lateral (select unnest(s.tokens) as token_id) as t
    where t.token_id in (select ct.token_id from claim_token as ct)
  ),

  covered as materialized (
    select ct.claim_index, st.position, ct.token_id, ct.weight / ct.total as share
    from claim_token as ct
    join sentence_token as st on st.token_id = ct.token_id
  ),

  scored as (
    select
      pair.claim_index, pair.position,
      sum(pair.similarity) as similarity,
      sum(pair.similarity + pair.share) as score
    from (
      select
        c.claim_index, s.position,
        coalesce(1 - (c.embedding operator(@vector_schema@.<=>) s.embedding), 0) as similarity,
        0::float8 as share
      from claim as c
      cross join sentence as s
      union all
      select cv.claim_index, cv.position, 0::float8, cv.share
      from covered as cv
    ) as pair
    group by pair.claim_index, pair.position
  ),

  candidate as materialized (
    select r.claim_index, r.position, r.similarity, r.place
    from (
      select
        sc.claim_index, sc.position, sc.similarity,
        row_number() over (
          partition by sc.claim_index order by round(sc.score * 1e6) desc, sc.position asc
        ) as place
      from scored as sc
    ) as r
    where r.place <= 8
  ),

  -- What the first candidate lacks, and others have: little, mostly.
  candidate_token as materialized (
    select t.claim_index, t.position, t.token_id, t.share
    from (
      select
        cv.claim_index, cv.position, cv.token_id, cv.share,
        bool_or(cd.place = 1) over (partition by cv.claim_index, cv.token_id) as in_first
      from covered as cv
      join candidate as cd on cd.claim_index = cv.claim_index and cd.position = cv.position
    ) as t
    where not t.in_first
  ),

  -- gain: the share of the claim that a sentence adds to the ones before it.
  second_place as materialized (
    select distinct on (g.claim_index) g.claim_index, g.position
    from (
      select
        cd.claim_index, cd.position, cd.place, cd.similarity,
        round(coalesce(sum(ct.share), 0) * 1e6) / 1e6 as gain
      from candidate as cd
      left join candidate_token as ct on ct.claim_index = cd.claim_index and ct.position = cd.position
      where cd.place > 1
      group by cd.claim_index, cd.position, cd.place, cd.similarity
    ) as g
    where g.gain >= 0.05 or g.similarity >= 0.5
    order by g.claim_index asc, g.gain desc, g.place asc
  ),

  remaining_token as materialized (
    select
      ct.claim_index, ct.position, ct.share,
      bool_or(ct.position = s.position) over (partition by ct.claim_index, ct.token_id) as is_had
    from candidate_token as ct
    join second_place as s on s.claim_index = ct.claim_index
  ),

  third_place as materialized (
    select distinct on (g.claim_index) g.claim_index, g.position
    from (
      select
        cd.claim_index, cd.position, cd.place, cd.similarity,
        round(coalesce(sum(rt.share) filter (where not rt.is_had), 0) * 1e6) / 1e6 as gain
      from candidate as cd
      join second_place as s on s.claim_index = cd.claim_index and s.position <> cd.position
      left join remaining_token as rt on rt.claim_index = cd.claim_index and rt.position = cd.position
      where cd.place > 1
      group by cd.claim_index, cd.position, cd.place, cd.similarity
    ) as g
    where g.gain >= 0.05 or g.similarity >= 0.5
    order by g.claim_index asc, g.gain desc, g.place asc
  )

  select
    cd.claim_index,
    case
      when cd.place = 1 then 1
      when s2.position is not null then 2
      when s3.position is not null then 3
      else cd.place::int + 2
    end as rank,
    s.position, s.context_index, s.hash, s.body, s.span_start, s.span_end,
    cd.similarity
  from candidate as cd
  join sentence as s on s.position = cd.position
  left join second_place as s2 on s2.claim_index = cd.claim_index and s2.position = cd.position
  left join third_place as s3 on s3.claim_index = cd.claim_index and s3.position = cd.position;
end;
$$;
comment on function groundcheck_internal.find_evidence is
'Up to eight sentences a claim, ranked; ranks 1 to 3 together are its evidence.';
revoke all on function groundcheck_internal.find_evidence from public;
