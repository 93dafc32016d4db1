-- Makes a provisional check final by what the verifier said of its pairs, in the steps that check() takes: weigh the claims,
-- judge the citations, decide. False, and nothing done, where the lease is another's by now or the job is gone: whoever
-- has it finishes it. contradiction may be null, for a verifier that tells entailment from the rest only.
create or replace function groundcheck_internal.finish_job(
  job_id bigint,
  worker text,
  model_id int,
  claim_indexes int[],
  entailment double precision[],
  contradiction double precision[]
)
returns boolean
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set jit = off
set standard_conforming_strings = on
as $$
declare
  v_job groundcheck_internal.jobs;
  v_check groundcheck_internal.checks;
  v_policy groundcheck_internal.policies;
  v_claims groundcheck_internal.judged_claim[];
  v_decision groundcheck_internal.decision;
begin
  perform groundcheck_internal.require_probabilities(
    finish_job.claim_indexes, finish_job.entailment, finish_job.contradiction
  );
  delete from groundcheck_internal.jobs as j
  where j.id = finish_job.job_id and j.leased_by = finish_job.worker and j.dead_at is null
  returning j.* into v_job;
  if not found then
    return false;
  end if;
  select c.* into v_check
  from groundcheck_internal.checks as c
  where c.id = v_job.check_id and c.created_at = groundcheck_internal.id_time(v_job.check_id) and c.status = 'provisional'
  for update;
  if not found then
    return false;
  end if;
  select p.* into v_policy from groundcheck_internal.policies as p where p.id = v_check.policy_id;
  v_claims := groundcheck_internal.stored_claims(v_check);

  if exists (
    select
    from unnest(v_claims) as c
    where groundcheck_internal.needs_verification(v_policy, c.verdict, c.support)
      and cardinality(c.evidence) > 0
      and c.statement <> all(array(
        select read.statement from unnest(v_claims) as read where read.claim_index = any(finish_job.claim_indexes)
      ))
  ) or cardinality(finish_job.claim_indexes) = 0 then
    v_decision := groundcheck_internal.cannot_check(
      'verification_failed', 'Not all of the claims could be verified: their evidence may have been erased.'
    );
  else
    v_claims := groundcheck_internal.judge_citations(
      groundcheck_internal.verify_claims(
        v_policy, v_claims, finish_job.claim_indexes, finish_job.entailment, finish_job.contradiction
      ),
      groundcheck_internal.stored_context(v_check)
    );
    v_decision := groundcheck_internal.decide(v_policy, v_check.answer, true, v_claims);
  end if;
  v_check.verifier_id := finish_job.model_id;
  perform groundcheck_internal.store_verdict(v_check, v_decision, v_claims);
  return true;
end;
$$;
comment on function groundcheck_internal.finish_job is
'Makes a check final by the verifier''s probabilities; whether the job was still this worker''s. GC401: probabilities that cannot be.';
revoke all on function groundcheck_internal.finish_job from public;

-- NaN is greater than every number, so that it is no probability here.
create or replace function groundcheck_internal.require_probabilities(
  claim_indexes int[],
  entailment double precision[],
  contradiction double precision[]
)
returns void
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_wrong record;
begin
  if cardinality(require_probabilities.entailment) is distinct from cardinality(require_probabilities.claim_indexes)
    or cardinality(require_probabilities.contradiction) is distinct from cardinality(require_probabilities.claim_indexes)
  then
    raise exception using
      errcode = 'GC401',
      message = format('%s claims came with %s and %s probabilities', cardinality(require_probabilities.claim_indexes),
        cardinality(require_probabilities.entailment), cardinality(require_probabilities.contradiction)),
      hint = 'Give one of each a claim, in the same order.';
  end if;
  select u.* into v_wrong
  from unnest(require_probabilities.claim_indexes, require_probabilities.entailment, require_probabilities.contradiction)
    as u (claim_index, entailment, contradiction)
  where not coalesce(
    u.entailment between 0 and 1 and u.contradiction between 0 and 1 and u.entailment + u.contradiction < 1.001, false
  )
  limit 1;
  if found then
    raise exception using
      errcode = 'GC401',
      message = format('claim %s cannot have entailment %s and contradiction %s', v_wrong.claim_index,
        coalesce(v_wrong.entailment::text, 'null'), coalesce(v_wrong.contradiction::text, 'null')),
      hint = 'Both are probabilities, together at most 1.';
  end if;
end;
$$;
comment on function groundcheck_internal.require_probabilities is 'Raises GC401 where numbers are no probabilities.';
revoke all on function groundcheck_internal.require_probabilities from public;

create or replace function groundcheck_internal.stored_context("check" groundcheck_internal.checks)
returns text[]
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select array(
    select p.body
    from generate_series(0, (
      select max(cp.context_index)
      from groundcheck_internal.check_passages as cp
      where cp.check_id = ("check").id and cp.created_at = ("check").created_at
    )) as g (context_index)
    left join groundcheck_internal.check_passages as cp
      on cp.check_id = ("check").id and cp.created_at = ("check").created_at and cp.context_index = g.context_index
    left join groundcheck_internal.passages as p on p.tenant = cp.tenant and p.hash = cp.passage_hash
    order by g.context_index
  )
$$;
comment on function groundcheck_internal.stored_context is 'The passages of a stored check in their places; null where one was blank or erased.';
revoke all on function groundcheck_internal.stored_context from public;

-- Writes what a stored check comes to now. relevance and the time that the screen took stay.
create or replace function groundcheck_internal.store_verdict(
  "check" groundcheck_internal.checks,
  decision groundcheck_internal.decision,
  claims groundcheck_internal.judged_claim[]
)
returns void
language sql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
  update groundcheck_internal.checks as c
  set status = (store_verdict.decision).status,
    action = (store_verdict.decision).action,
    trust_score = (store_verdict.decision).trust_score,
    reason_code = (store_verdict.decision).reason_code,
    reason = (store_verdict.decision).reason,
    details = c.details || coalesce((store_verdict.decision).details, '{}'),
    verifier_id = ("check").verifier_id,
    verified_at = case when ("check").verifier_id is not null then clock_timestamp() end
  where c.id = ("check").id and c.created_at = ("check").created_at;

  update groundcheck_internal.claims as c
  set verdict = j.verdict,
    support = j.support,
    signals = j.signals,
    citations = j.citations,
    finding = case when (j.finding).kind is not null then to_jsonb(j.finding) - 'claim_index' end
  from unnest(store_verdict.claims) as j
  where c.check_id = ("check").id and c.created_at = ("check").created_at and c.claim_index = j.claim_index
    and j.verdict <> 'not_checkable';
$$;
comment on function groundcheck_internal.store_verdict is 'Writes the new verdict on a stored check and its claims.';
revoke all on function groundcheck_internal.store_verdict from public;
