-- What could not be checked for a reason that has gone by now is checked again, under its own id and policy: once the
-- model that was missing is there, and up to three times where the verifier failed. What waits for the verifier without
-- being in its queue is queued.
create or replace function groundcheck.retry_checks(newer_than interval default '1 day', most int default 500)
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_caller text := coalesce(current_setting('groundcheck.tenant', true), '');
  v_check groundcheck_internal.checks;
  v_retried int := 0;
begin
  perform groundcheck_internal.require_age(retry_checks.newer_than);
  if retry_checks.most < 0 then
    raise exception using
      errcode = 'GC606',
      message = format('cannot check %s checks again', retry_checks.most),
      hint = 'Give how many at most, such as 500.';
  end if;
  perform groundcheck_internal.wait_for_upgrade();
  for v_check in
    select c.*
    from groundcheck_internal.checks as c
    join groundcheck_internal.policies as p on p.id = c.policy_id
    where c.created_at >= now() - retry_checks.newer_than
      and c.status in ('failed', 'provisional')
      and case
        when c.status = 'provisional' then not exists (
          select from groundcheck_internal.jobs as j where j.check_id = c.id and j.dead_at is null
        )
        when c.reason_code = 'encoder_missing' then groundcheck_internal.static_encoder() is not null
        when c.reason_code = 'verifier_missing' then (groundcheck_internal.find_verifier(p)).id is not null
        else c.reason_code in ('not_scored', 'verification_failed') and coalesce((c.details ->> 'retries')::int, 0) < 3
      end
    order by c.created_at asc
    limit retry_checks.most
    for update of c skip locked
  loop
    -- The texts of a tenant are read as that tenant.
    perform set_config('groundcheck.tenant', v_check.tenant, true);
    if groundcheck_internal.retry_check(v_check) then
      v_retried := v_retried + 1;
    end if;
  end loop;
  perform set_config('groundcheck.tenant', v_caller, true);
  return v_retried;
end;
$$;
comment on function groundcheck.retry_checks is
'Checks again what failed for want of a model or in the verifier, and queues what waits for the verifier outside its queue, of the last newer_than; returns how many it brought further; a job. GC603: an age that cannot be. GC606: most.';
revoke all on function groundcheck.retry_checks from public;

-- The check anew, in the place of the old one. False where it fails again, which is counted.
create or replace function groundcheck_internal.retry_check("check" groundcheck_internal.checks)
returns boolean
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
  v_retries int := coalesce((("check").details ->> 'retries')::int, 0) + 1;
  v_context text[] := groundcheck_internal.stored_context("check");
  v_policy groundcheck_internal.policies;
  v_assessment groundcheck_internal.assessment;
  v_check groundcheck_internal.checks := "check";
begin
  select p.* into v_policy from groundcheck_internal.policies as p where p.id = ("check").policy_id;
  v_assessment := groundcheck_internal.assess(v_policy, ("check").answer, v_context, ("check").question);
  if v_policy.verify <> 'never' then
    v_assessment.decision := groundcheck_internal.await_verification(v_policy, v_assessment.decision, v_assessment.claims);
  end if;
  if (v_assessment.decision).status = 'failed' then
    update groundcheck_internal.checks as c
    set details = c.details || jsonb_build_object('retries', v_retries)
    where c.id = ("check").id and c.created_at = ("check").created_at;
    return false;
  end if;

  v_check.status := (v_assessment.decision).status;
  v_check.action := (v_assessment.decision).action;
  v_check.trust_score := (v_assessment.decision).trust_score;
  v_check.reason_code := (v_assessment.decision).reason_code;
  v_check.reason := (v_assessment.decision).reason;
  v_check.relevance := (v_assessment.decision).relevance;
  v_check.details := v_check.details || coalesce((v_assessment.decision).details, '{}')
    || jsonb_build_object('retries', v_retries);
  v_check.encoder_id := groundcheck_internal.static_encoder();
  v_check.verifier_id := null;
  v_check.verified_at := null;

  delete from groundcheck_internal.jobs as j where j.check_id = ("check").id;
  delete from groundcheck_internal.claim_evidence as e
  where e.check_id = ("check").id and e.created_at = ("check").created_at;
  delete from groundcheck_internal.claims as k where k.check_id = ("check").id and k.created_at = ("check").created_at;
  delete from groundcheck_internal.check_passages as p
  where p.check_id = ("check").id and p.created_at = ("check").created_at;
  delete from groundcheck_internal.checks as c where c.id = ("check").id and c.created_at = ("check").created_at;
  perform groundcheck_internal.store_check(v_check, v_assessment.claims, v_context);
  if v_check.status = 'provisional' then
    perform groundcheck_internal.queue_verification(v_check);
  end if;
  return true;
end;
$$;
comment on function groundcheck_internal.retry_check is 'Checks a stored check again in its place; false where it fails again.';
revoke all on function groundcheck_internal.retry_check from public;
