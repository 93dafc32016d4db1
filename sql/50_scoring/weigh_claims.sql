-- How signals and a finding become support and a verdict: one place for the screen, the verifier and for scoring anew.

-- Whether the verifier has seen the claim and this policy heeds what it said.
create or replace function groundcheck_internal.is_verified(policy groundcheck_internal.policies, signals jsonb)
returns boolean
language sql
immutable
parallel safe
return (is_verified.policy).verify <> 'never' and is_verified.signals ? 'entailment';
comment on function groundcheck_internal.is_verified is 'Whether a claim is scored with what the verifier said of it.';
revoke all on function groundcheck_internal.is_verified from public;

-- The severity of a claim's gravest finding. What SQL found at odds stays so whatever the verifier says: where the two
-- disagree, a small model is wrong more often. A finding of the verifier counts only for a policy that asks it.
create or replace function groundcheck_internal.claim_severity(
  policy groundcheck_internal.policies,
  signals jsonb,
  finding groundcheck_internal.finding
)
returns double precision
language sql
immutable
parallel safe
return case
  when
    (claim_severity.finding).source = 'verifier'
    and not groundcheck_internal.is_verified(claim_severity.policy, claim_severity.signals)
    then 0
  else (claim_severity.finding).severity
end;
comment on function groundcheck_internal.claim_severity is 'Severity in [0,1] of what a claim differs in from its evidence; null where in nothing.';
revoke all on function groundcheck_internal.claim_severity from public;

-- The scorer's probability: that of the scorer of verified claims where the verifier has read the claim. Else what follows
-- from the evidence's values (signal inference) is supported however few words the two share. A finding of SQL that is at
-- odds with the claim takes half of it.
create or replace function groundcheck_internal.claim_support(
  policy groundcheck_internal.policies,
  signals jsonb,
  severity double precision
)
returns double precision
language sql
stable
parallel safe
return case
  when groundcheck_internal.is_verified(claim_support.policy, claim_support.signals)
    then groundcheck_internal.score_support((claim_support.policy).verified_scorer_id, claim_support.signals)
  else
    greatest(
      groundcheck_internal.score_support((claim_support.policy).scorer_id, claim_support.signals),
      case when claim_support.signals ? 'inference' then 0.7 end
    )
end * case when claim_support.severity >= groundcheck_internal.doubt_severity() then 0.5 else 1 end;
comment on function groundcheck_internal.claim_support is 'The probability that the context supports a claim, after what contradicts it.';
revoke all on function groundcheck_internal.claim_support from public;

-- Contradicted beats everything, then support against the policy's threshold.
create or replace function groundcheck_internal.claim_verdict(
  policy groundcheck_internal.policies,
  checkable boolean,
  support double precision,
  severity double precision
)
returns text
language sql
immutable
parallel safe
return case
  when not claim_verdict.checkable then 'not_checkable'
  when claim_verdict.severity >= groundcheck_internal.contradiction_severity() then 'contradicted'
  when claim_verdict.support >= (claim_verdict.policy).threshold then 'supported'
  else 'unsupported'
end;
comment on function groundcheck_internal.claim_verdict is 'The verdict on a claim.';
revoke all on function groundcheck_internal.claim_verdict from public;

create or replace function groundcheck_internal.weigh_claims(
  policy groundcheck_internal.policies,
  claims groundcheck_internal.judged_claim[]
)
returns groundcheck_internal.judged_claim[]
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(row(
    c.claim_index, c.claim, c.statement, c.span_start, c.span_end, c.kind, c.citations,
    groundcheck_internal.claim_verdict(weigh_claims.policy, c.verdict <> 'not_checkable', s.support, f.severity),
    s.support, c.signals, c.finding, c.evidence
  )::groundcheck_internal.judged_claim order by c.claim_index), '{}')
  from unnest(weigh_claims.claims) as c
  cross join lateral (
    select groundcheck_internal.claim_severity(weigh_claims.policy, c.signals, c.finding) as severity
  ) as f
  cross join lateral (
    select case
      when c.verdict <> 'not_checkable'
        then groundcheck_internal.claim_support(weigh_claims.policy, c.signals, f.severity)
    end as support
  ) as s
$$;
comment on function groundcheck_internal.weigh_claims is 'The same claims with support and verdict made anew from their signals and findings.';
revoke all on function groundcheck_internal.weigh_claims from public;
