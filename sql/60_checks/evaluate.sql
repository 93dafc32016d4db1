-- The same verdict as check() by the screen, without a trace: for replicas, batches and trials. Its id is null.
create or replace function groundcheck.evaluate(
  answer text,
  context text[],
  question text default null,
  policy text default 'default'
)
returns jsonb
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
set plan_cache_mode = force_generic_plan
set extra_float_digits = 1
set standard_conforming_strings = on
as $$
declare
  v_started timestamptz := clock_timestamp();
  v_policy groundcheck_internal.policies;
  v_assessment groundcheck_internal.assessment;
begin
  v_policy := groundcheck_internal.find_policy(evaluate.policy);

  v_assessment := groundcheck_internal.assess(v_policy, evaluate.answer, evaluate.context, evaluate.question);
  return groundcheck_internal.document(
    groundcheck_internal.new_check(
      v_policy, v_assessment.decision, evaluate.answer, evaluate.question, '{}', v_started,
      groundcheck_internal.static_encoder()
    ),
    v_assessment.claims
  ) || '{"id": null}';
end;
$$;
comment on function groundcheck.evaluate is 'The document of check() by the screen alone; stores nothing, id is null. GC101: unknown policy.';
revoke all on function groundcheck.evaluate from public;
