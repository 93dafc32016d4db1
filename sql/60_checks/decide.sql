create or replace function groundcheck_internal.plural(n bigint, one text, many text)
returns text
language sql
immutable
strict
parallel safe
return case when n = 1 then one else many end;
comment on function groundcheck_internal.plural is 'The word for one thing or for many.';
revoke all on function groundcheck_internal.plural from public;

-- What a check by claims comes to. Many good claims do not carry a bad one: below the policy's claim_floor, a single one
-- keeps the answer from passing, whatever the trust score. The order of the branches is the contract: what could not be checked never passes,
-- and is told apart from what was checked and found wanting.
create or replace function groundcheck_internal.decide(
  policy groundcheck_internal.policies,
  answer text,
  has_context boolean,
  claims groundcheck_internal.judged_claim[]
)
returns groundcheck_internal.decision
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_decision groundcheck_internal.decision;
  v_checkable bigint;
  v_scored bigint;
  v_contradicted bigint;
  v_unsupported bigint;
  v_worst groundcheck_internal.judged_claim;
begin
  select
    count(*) filter (where c.verdict <> 'not_checkable'),
    count(c.support),
    count(*) filter (where c.verdict = 'contradicted'),
    count(*) filter (where c.verdict = 'unsupported')
  into v_checkable, v_scored, v_contradicted, v_unsupported
  from unnest(decide.claims) as c;

  v_decision.status := 'final';
  v_decision.details := '{}';

  if groundcheck_internal.is_blank(decide.answer) then
    v_decision.action := 'REJECT';
    v_decision.reason_code := 'empty_answer';
    v_decision.reason := 'The answer is empty.';
  elsif v_checkable = 0 then
    v_decision.action := 'PASS';
    v_decision.reason_code := 'nothing_to_check';
    v_decision.reason := 'The answer makes no claim that could be checked.';
  elsif not decide.has_context then
    v_decision.action := 'REJECT';
    v_decision.reason_code := 'no_context';
    v_decision.reason := format('The answer makes %s %s, and there is no context to check %s against.',
      v_checkable, groundcheck_internal.plural(v_checkable, 'claim', 'claims'),
      groundcheck_internal.plural(v_checkable, 'it', 'them'));
  elsif v_scored < v_checkable then
    v_decision.status := 'failed';
    v_decision.action := 'REJECT';
    v_decision.reason_code := 'not_scored';
    v_decision.reason := format('%s of %s claims could not be scored.', v_checkable - v_scored, v_checkable);
  else
    v_decision.trust_score := groundcheck_internal.aggregate_support((decide.policy).aggregate, decide.claims);
    select c.* into v_worst
    from unnest(decide.claims) as c
    where c.verdict <> 'not_checkable'
    order by
      c.verdict = 'contradicted' and (decide.policy).contradiction_gate desc, c.support asc, c.claim_index asc
    limit 1;

    if v_contradicted > 0 and (decide.policy).contradiction_gate then
      v_decision.action := 'REJECT';
      v_decision.reason_code := 'contradicted';
      v_decision.reason := format('The context contradicts %s: "%s"%s.',
        case when v_checkable = 1 then 'the claim' else format('%s of %s claims', v_contradicted, v_checkable) end,
        left(v_worst.claim, 300),
        case when lower((v_worst.finding).evidence_part) <> lower((v_worst.finding).claim_part)
            and (v_worst.finding).evidence_part <> '' and (v_worst.finding).claim_part <> ''
          then format(', where it says "%s" instead of "%s"',
            (v_worst.finding).evidence_part, (v_worst.finding).claim_part)
          else '' end);
    elsif v_decision.trust_score >= (decide.policy).threshold
      and v_worst.support >= coalesce((decide.policy).claim_floor, 0)
    then
      v_decision.action := 'PASS';
      v_decision.reason_code := 'supported';
      v_decision.reason := case
        when v_unsupported + v_contradicted = 0 then
          format('The context supports %s.', case v_checkable
            when 1 then 'the claim' when 2 then 'both claims' else format('all %s claims', v_checkable) end)
        else
          format('The context supports %s of %s claims, and none of the others too little to pass; the least is "%s".',
            v_checkable - v_unsupported - v_contradicted, v_checkable, left(v_worst.claim, 300))
      end;
    else
      v_decision.action := case when v_decision.trust_score >= (decide.policy).review_threshold then 'REVIEW' else 'REJECT' end;
      v_decision.reason_code := 'unsupported';
      -- No claim need be unsupported by itself: under the product, many doubts add up.
      v_decision.reason := case
        when v_checkable = 1 then format('The context does not support the claim "%s".', left(v_worst.claim, 300))
        else format('The context does not support %s of %s claims; the least is "%s".',
          v_unsupported + v_contradicted, v_checkable, left(v_worst.claim, 300))
      end;
    end if;
  end if;

  return v_decision;
end;
$$;
comment on function groundcheck_internal.decide is 'Status, action, trust score and reason of a check by claims.';
revoke all on function groundcheck_internal.decide from public;
