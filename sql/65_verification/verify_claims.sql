create or replace function groundcheck_internal.logit_signal(probability double precision)
returns double precision
language sql
immutable
strict
parallel safe
return pg_catalog.ln(
  greatest(least(logit_signal.probability, 0.9997), 0.0003) / (1 - greatest(least(logit_signal.probability, 0.9997), 0.0003))
) / 8;
comment on function groundcheck_internal.logit_signal is 'ln(p / (1 - p)) / 8, held within about -1 and 1.';
revoke all on function groundcheck_internal.logit_signal from public;

-- The claims with what the verifier said of them, weighed anew. Adds to the signals of the claims that it has read
--   entailment, contradiction              the probability that the evidence says what the claim says, or that it cannot
--                                          be so; with neutral, which is not kept, they make 1
--   entailment_logit, contradiction_logit  the same as ln(p / (1 - p)) / 8
--   severity                               of the screen's gravest finding, 0 without one
-- Where the screen found no contradiction, the verifier is nearly sure of one and the evidence is about the same thing,
-- that becomes the claim's finding. Claims that it has not read keep what the screen made of them.
create or replace function groundcheck_internal.verify_claims(
  policy groundcheck_internal.policies,
  claims groundcheck_internal.judged_claim[],
  claim_indexes int[],
  entailment double precision[],
  contradiction double precision[]
)
returns groundcheck_internal.judged_claim[]
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $$
begin
  return groundcheck_internal.weigh_claims(verify_claims.policy, (
    select array_agg(row(
      c.claim_index, c.claim, c.statement, c.span_start, c.span_end, c.kind, c.citations, c.verdict, c.support,
      case when v.claim_index is null then c.signals else c.signals || jsonb_build_object(
        'entailment', v.entailment,
        'contradiction', v.contradiction,
        'entailment_logit', groundcheck_internal.logit_signal(v.entailment),
        'contradiction_logit', groundcheck_internal.logit_signal(v.contradiction),
        'severity', coalesce((c.finding).severity, 0)
      ) end,
      case
        when v.contradiction >= 0.9
          and coalesce((c.finding).severity, 0) < groundcheck_internal.contradiction_severity()
          and groundcheck_internal.is_on_topic(c.signals)
          then row(
            c.claim_index, 'verifier', 'meaning', 'contradicted', v.contradiction, null, null, first.position
          )::groundcheck_internal.finding
        else c.finding
      end,
      c.evidence
    )::groundcheck_internal.judged_claim order by c.claim_index)
    from unnest(verify_claims.claims) as c
    left join (
      select r.claim_index, r.entailment, r.contradiction, read.statement
      from unnest(verify_claims.claim_indexes, verify_claims.entailment, verify_claims.contradiction)
        as r (claim_index, entailment, contradiction)
      join unnest(verify_claims.claims) as read on read.claim_index = r.claim_index
    ) as v on v.statement = c.statement and c.verdict <> 'not_checkable'
    left join lateral (
      select e.position from unnest(c.evidence) as e where e.rank = 1
    ) as first on true
  ));
end;
$$;
comment on function groundcheck_internal.verify_claims is 'The claims of a check with the verifier''s probabilities, weighed anew.';
revoke all on function groundcheck_internal.verify_claims from public;

-- A contradiction needs evidence about the same thing: a model calls many a sentence about something else one.
create or replace function groundcheck_internal.is_on_topic(signals jsonb)
returns boolean
language sql
immutable
strict
parallel safe
return (is_on_topic.signals ->> 'cosine')::float8 >= 0.5 and (is_on_topic.signals ->> 'coverage')::float8 >= 0.4;
comment on function groundcheck_internal.is_on_topic is 'Whether a claim''s evidence is about what the claim is about.';
revoke all on function groundcheck_internal.is_on_topic from public;
