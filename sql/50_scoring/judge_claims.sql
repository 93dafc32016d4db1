-- Each claim with its verdict: the one way a verdict comes about.
--   evidence    the sentences that speak to the claim
--   findings    in what the claim differs from them
--   signals     numbers about both
--   support     the scorer's probability; a contradiction leaves at most 1 - severity of it
--   verdict     contradicted beats everything, then support against the policy's threshold
create or replace function groundcheck_internal.judge_claims(
  claims groundcheck_internal.parsed_claim[],
  sentences groundcheck_internal.parsed_sentence[],
  policy groundcheck_internal.policies
)
returns groundcheck_internal.judged_claim[]
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_evidence groundcheck_internal.evidence[];
  v_findings groundcheck_internal.finding[];
  v_judged groundcheck_internal.judged_claim[];
begin
  v_evidence := array(select e from groundcheck_internal.find_evidence(judge_claims.claims, judge_claims.sentences) as e);
  v_findings := array(
    select f from groundcheck_internal.find_differences(judge_claims.claims, judge_claims.sentences, v_evidence) as f
  );

  select coalesce(array_agg(row(
    c.claim_index, c.claim, c.statement, c.span_start, c.span_end, c.kind, c.citations,
    case
      when not c.checkable then 'not_checkable'
      when f.severity >= groundcheck_internal.contradiction_severity() then 'contradicted'
      when s.support >= (judge_claims.policy).threshold then 'supported'
      else 'unsupported'
    end,
    s.support,
    coalesce(m.signals, '{}'),
    f.finding,
    array(
      select e from unnest(v_evidence) as e
      where e.claim_index = c.claim_index and (e.rank <= 3 or e.position = f.position)
      order by e.rank
    )
  )::groundcheck_internal.judged_claim order by c.claim_index), '{}')
  into v_judged
  from unnest(judge_claims.claims) as c
  left join groundcheck_internal.measure_signals(judge_claims.claims, judge_claims.sentences, v_evidence, v_findings) as m
    on m.claim_index = c.claim_index
  left join (
    select distinct on (g.claim_index) g.claim_index, g.severity, g.position, g as finding
    from unnest(v_findings) as g
    where g.severity > 0
    order by g.claim_index asc, g.severity desc, g.position asc
  ) as f on f.claim_index = c.claim_index
  cross join lateral (
    select least(
      groundcheck_internal.score_support((judge_claims.policy).scorer_id, m.signals),
      case when f.severity >= groundcheck_internal.contradiction_severity() then 1 - f.severity end
    ) as support
  ) as s;

  return v_judged;
end;
$$;
comment on function groundcheck_internal.judge_claims is 'The claims of an answer with verdict, support, signals, finding and evidence.';
revoke all on function groundcheck_internal.judge_claims from public;

create or replace function groundcheck_internal.contradiction_severity()
returns double precision
language sql
immutable
parallel safe
return 0.7;
comment on function groundcheck_internal.contradiction_severity is 'From this severity on, a difference between a claim and its evidence is a contradiction.';
revoke all on function groundcheck_internal.contradiction_severity from public;
