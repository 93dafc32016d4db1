-- A citation is right or wrong apart from its claim: a grounded claim may cite a passage that does not exist, or one that
-- says nothing of it. Adds to each citation by number (from 1, as readers count passages)
--   exists    whether the context has such a passage with text in it
--   supports  whether evidence of the claim stands in it: the best sentence, or one nearly as near; null where the claim
--             itself is not supported
-- and flags the claim's citations that do not hold: invented, misattributed, outside (author and year, which name no
-- passage of the context).
create or replace function groundcheck_internal.judge_citations(
  claims groundcheck_internal.judged_claim[],
  context text[]
)
returns groundcheck_internal.judged_claim[]
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_claims groundcheck_internal.judged_claim[] := judge_citations.claims;
  -- Counted from 1, however the caller's array is.
  v_context text[] := array(select p from unnest(judge_citations.context) as p);
  v_index int;
begin
  for v_index in
    select c.place
    from unnest(judge_citations.claims) with ordinality as c (
      claim_index, claim, statement, span_start, span_end, kind, citations, verdict, support, signals, finding, evidence,
      place
    )
    where c.citations <> '[]'
  loop
    v_claims[v_index].citations := (
      select jsonb_agg(n.citation || jsonb_build_object(
        'exists', p.body is not null,
        'supports', s.supports,
        'flag', case
          when n.citation -> 'number' is null then 'outside'
          when p.body is null then 'invented'
          when not s.supports then 'misattributed'
        end
      ) order by n.place)
      from jsonb_array_elements(v_claims[v_index].citations) with ordinality as n (citation, place)
      left join lateral (
        select c.body
        from unnest(v_context) with ordinality as c (body, place)
        where c.place = (n.citation ->> 'number')::int and not groundcheck_internal.is_blank(c.body)
      ) as p on true
      left join lateral (
        -- Compared by text: a passage that stands in the context twice may be cited as either.
        select bool_or(v_context[e.context_index + 1] = p.body) as supports
        from unnest(v_claims[v_index].evidence) as e
        where p.body is not null
          and v_claims[v_index].verdict = 'supported'
          and e.similarity >= 0.8 * (select max(b.similarity) from unnest(v_claims[v_index].evidence) as b)
      ) as s on true
    );
  end loop;
  return v_claims;
end;
$$;
comment on function groundcheck_internal.judge_citations is 'The claims with a word on each of their citations: does it exist, does it support, what is wrong.';
revoke all on function groundcheck_internal.judge_citations from public;
