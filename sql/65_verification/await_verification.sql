-- The verifier that a policy asks for: the model of that name, or of any where it names none, registered last. NULL: none.
create or replace function groundcheck_internal.find_verifier(policy groundcheck_internal.policies)
returns groundcheck_internal.models
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select m
  from groundcheck_internal.models as m
  where m.kind = 'verifier' and m.name = coalesce((find_verifier.policy).verifier, m.name)
  order by m.id desc
  limit 1
$$;
comment on function groundcheck_internal.find_verifier is 'The verifier of a policy; null where there is none.';
revoke all on function groundcheck_internal.find_verifier from public;

create or replace function groundcheck_internal.needs_verification(
  policy groundcheck_internal.policies,
  verdict text,
  support double precision
)
returns boolean
language sql
immutable
parallel safe
return needs_verification.verdict <> 'not_checkable' and case (needs_verification.policy).verify
  when 'always' then true
  when 'borderline'
    then needs_verification.support between (needs_verification.policy).verify_from and (needs_verification.policy).verify_to
  else false
end;
comment on function groundcheck_internal.needs_verification is 'Whether the policy has the verifier look at a claim that the screen has judged.';
revoke all on function groundcheck_internal.needs_verification from public;

-- A decision of the screen that the policy has verified is provisional, and its reason says so before it gives the screen's;
-- where there is no verifier, nothing was checked.
-- What has no claim with evidence that the policy would have verified stays final.
create or replace function groundcheck_internal.await_verification(
  policy groundcheck_internal.policies,
  decision groundcheck_internal.decision,
  claims groundcheck_internal.judged_claim[]
)
returns groundcheck_internal.decision
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_decision groundcheck_internal.decision := await_verification.decision;
begin
  if v_decision.status <> 'final' or not exists (
    select
    from unnest(await_verification.claims) as c
    where groundcheck_internal.needs_verification(await_verification.policy, c.verdict, c.support)
      and cardinality(c.evidence) > 0
  ) then
    return v_decision;
  end if;
  if (groundcheck_internal.find_verifier(await_verification.policy)).id is null then
    return groundcheck_internal.cannot_check('verifier_missing', case
      when (await_verification.policy).verifier is null then 'The policy asks for a verifier, and none is registered.'
      else format('The policy asks for the verifier "%s", which is not registered.', (await_verification.policy).verifier)
    end);
  end if;
  v_decision.status := 'provisional';
  v_decision.reason := 'Not decided yet: the verifier has still to read it, and groundcheck.result() then gives its verdict. So far, by the words alone: '
    || v_decision.reason;
  return v_decision;
end;
$$;
comment on function groundcheck_internal.await_verification is 'A decision of the screen, provisional where the policy has the verifier look at it.';
revoke all on function groundcheck_internal.await_verification from public;

-- One row, ids only. However many checks a transaction makes, the server sends one notification, as all are the same.
create or replace function groundcheck_internal.queue_verification("check" groundcheck_internal.checks)
returns void
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into groundcheck_internal.jobs (tenant, task, check_id, policy_id)
  values (("check").tenant, 'verify', ("check").id, ("check").policy_id);
  perform pg_notify('groundcheck_jobs', '');
end;
$$;
comment on function groundcheck_internal.queue_verification is 'Queues a provisional check for the workers and wakes one.';
revoke all on function groundcheck_internal.queue_verification from public;
