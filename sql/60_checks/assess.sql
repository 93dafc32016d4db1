-- What check() and evaluate() share: everything between the texts and the decision. Stores nothing.
create or replace function groundcheck_internal.assess(
  policy groundcheck_internal.policies,
  answer text,
  context text[],
  question text
)
returns groundcheck_internal.assessment
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_claims groundcheck_internal.parsed_claim[];
  v_sentences groundcheck_internal.parsed_sentence[];
  v_assessment groundcheck_internal.assessment;
begin
  v_assessment.claims := '{}';
  if groundcheck_internal.static_encoder() is null then
    v_assessment.decision := groundcheck_internal.cannot_check('encoder_missing', 'The static encoder is not loaded.');
  elsif (assess.policy).method <> 'claims' then
    v_assessment.decision := groundcheck_internal.compare_whole(
      assess.policy,
      groundcheck.embed(assess.answer),
      array(select groundcheck.embed(p) from unnest(assess.context) as p where not groundcheck_internal.is_blank(p)),
      groundcheck.embed(assess.question),
      groundcheck_internal.is_blank(assess.answer)
    );
  else
    v_claims := groundcheck_internal.parse_answer(assess.answer, assess.question);
    v_sentences := groundcheck_internal.parse_context(assess.context);
    v_assessment.claims := groundcheck_internal.judge_citations(
      groundcheck_internal.judge_claims(v_claims, v_sentences, assess.policy), assess.context
    );
    v_assessment.decision := groundcheck_internal.decide(
      assess.policy, assess.answer, cardinality(v_sentences) > 0, v_assessment.claims
    );
    v_assessment.decision.details := (v_assessment.decision).details || jsonb_build_object(
      'flags', groundcheck_internal.raise_flags(v_assessment.claims, v_claims, v_sentences, assess.question)
    );
    if assess.question <> '' then
      v_assessment.decision.relevance := groundcheck_internal.cosine(
        groundcheck.embed(assess.answer), groundcheck.embed(assess.question)
      );
    end if;
  end if;
  return v_assessment;
end;
$$;
comment on function groundcheck_internal.assess is 'The decision on an answer, and its claims with their verdicts.';
revoke all on function groundcheck_internal.assess from public;

create or replace function groundcheck_internal.cannot_check(reason_code text, reason text)
returns groundcheck_internal.decision
language sql
immutable
parallel safe
return row('failed', 'REJECT', null, reason_code, reason, null, '{}'::jsonb)::groundcheck_internal.decision;
comment on function groundcheck_internal.cannot_check is 'The decision where an answer could not be checked: failed, never PASS.';
revoke all on function groundcheck_internal.cannot_check from public;
