-- Checks an answer against its context and stores the verdict in the caller's transaction. The settings keep the session's
-- own from deciding anything: plans are kept (planning anew costs a sixth of the time), numbers are written in full, and a
-- backslash is a backslash.
create or replace function groundcheck.check(
  answer text,
  context text[],
  question text default null,
  policy text default 'default',
  metadata jsonb default '{}'
)
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set jit = off
set plan_cache_mode = force_generic_plan
set extra_float_digits = 1
set standard_conforming_strings = on
as $$
declare
  v_started timestamptz := clock_timestamp();
  v_policy groundcheck_internal.policies;
begin
  v_policy := groundcheck_internal.find_policy("check".policy);
  perform groundcheck_internal.require_object("check".metadata);

  return groundcheck_internal.check_context(
    v_policy, "check".answer, "check".context, "check".question, "check".metadata, '{}', v_started
  );
end;
$$;
comment on function groundcheck.check is
'Checks whether the context supports each claim of the answer, stores the verdict and returns it as a document. GC101: unknown policy. GC006: metadata is no object.';
revoke all on function groundcheck.check from public;

-- What check() and check_corpus() share once the context is there. details: what the caller adds to audit_details, such
-- as where the passages come from.
create or replace function groundcheck_internal.check_context(
  policy groundcheck_internal.policies,
  answer text,
  context text[],
  question text,
  metadata jsonb,
  details jsonb,
  started timestamptz
)
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_assessment groundcheck_internal.assessment;
  v_check groundcheck_internal.checks;
begin
  perform groundcheck_internal.store_context(check_context.context);

  v_assessment := groundcheck_internal.assess(
    check_context.policy, check_context.answer, check_context.context, check_context.question
  );
  if (check_context.policy).verify <> 'never' then
    v_assessment.decision := groundcheck_internal.await_verification(
      check_context.policy, v_assessment.decision, v_assessment.claims
    );
  end if;
  v_check := groundcheck_internal.new_check(
    check_context.policy, v_assessment.decision, check_context.answer, check_context.question, check_context.metadata,
    check_context.started, groundcheck_internal.static_encoder()
  );
  v_check.details := v_check.details || check_context.details;
  perform groundcheck_internal.store_check(v_check, v_assessment.claims, check_context.context);
  if v_check.status = 'provisional' then
    perform groundcheck_internal.queue_verification(v_check);
  end if;
  return groundcheck_internal.document(v_check, v_assessment.claims);
end;
$$;
comment on function groundcheck_internal.check_context is 'Checks an answer against its context, stores the verdict and returns the document.';
revoke all on function groundcheck_internal.check_context from public;

create or replace function groundcheck_internal.require_object(metadata jsonb)
returns void
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  if jsonb_typeof(require_object.metadata) <> 'object' then
    raise exception using
      errcode = 'GC006',
      message = format('metadata is a JSON %s: %s', jsonb_typeof(require_object.metadata),
        left(require_object.metadata::text, 100)),
      hint = 'Give a JSON object, such as {"user": "u-17", "channel": "chat"}.';
  end if;
end;
$$;
comment on function groundcheck_internal.require_object is 'Raises GC006 where metadata is not a JSON object.';
revoke all on function groundcheck_internal.require_object from public;

create or replace function groundcheck_internal.new_check(
  policy groundcheck_internal.policies,
  decision groundcheck_internal.decision,
  answer text,
  question text,
  metadata jsonb,
  started timestamptz,
  encoder_id int
)
returns groundcheck_internal.checks
language plpgsql
volatile
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_check groundcheck_internal.checks;
begin
  v_check.id := groundcheck_internal.new_id();
  v_check.created_at := groundcheck_internal.id_time(v_check.id);
  v_check.tenant := groundcheck_internal.current_tenant();
  v_check.status := (new_check.decision).status;
  v_check.action := (new_check.decision).action;
  v_check.trust_score := (new_check.decision).trust_score;
  v_check.reason_code := (new_check.decision).reason_code;
  v_check.reason := (new_check.decision).reason;
  v_check.answer := new_check.answer;
  v_check.question := new_check.question;
  v_check.policy_id := (new_check.policy).id;
  v_check.method := (new_check.policy).method;
  v_check.threshold := (new_check.policy).threshold;
  v_check.encoder_id := new_check.encoder_id;
  v_check.relevance := (new_check.decision).relevance;
  v_check.details := coalesce((new_check.decision).details, '{}');
  v_check.metadata := coalesce(new_check.metadata, '{}');
  v_check.latency_ms := extract(epoch from clock_timestamp() - new_check.started) * 1000;
  return v_check;
end;
$$;
comment on function groundcheck_internal.new_check is 'The audit row of a decision, not yet stored.';
revoke all on function groundcheck_internal.new_check from public;
