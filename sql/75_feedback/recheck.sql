-- Makes a stored check again under another policy: from the signals and findings that were kept with its claims, and where
-- those do not suffice, from its answer and context. The new check is stored beside the old one, and says whose it is.
create or replace function groundcheck.recheck(id text, policy text default 'default')
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set jit = off
set extra_float_digits = 1
set standard_conforming_strings = on
as $$
declare
  v_policy groundcheck_internal.policies := groundcheck_internal.find_policy(recheck.policy);
  v_check groundcheck_internal.checks := groundcheck_internal.stored_check(recheck.id);
  v_new uuid[];
begin
  v_new := groundcheck_internal.recheck_some(v_policy, array[v_check.id]);
  if cardinality(v_new) = 0 then
    raise exception using
      errcode = 'GC513',
      message = format('check %s cannot be made again: its context has been erased', recheck.id),
      hint = 'Check the answer anew, with its context.';
  end if;
  select c.* into v_check
  from groundcheck_internal.checks as c
  where c.id = v_new[1] and c.created_at = groundcheck_internal.id_time(v_new[1]);
  return groundcheck_internal.document(v_check, groundcheck_internal.stored_claims(v_check));
end;
$$;
comment on function groundcheck.recheck is
'Makes a stored check again under a policy, from what was kept with it, stores it as a new check with recheck_of, and returns its document. GC101: unknown policy. GC301, GC302: the check. GC513: its context has been erased.';
revoke all on function groundcheck.recheck from public;

-- The checks from since (included) to until (not included) that the policy has not judged yet, those that failed among them.
-- Those whose context has been erased are left out. Twice is once: what was made again is not made again.
create or replace function groundcheck.recheck_all(
  policy text default 'default',
  since timestamptz default null,
  until timestamptz default null
)
returns bigint
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set jit = off
set extra_float_digits = 1
set standard_conforming_strings = on
as $$
declare
  v_at_a_time constant int := 500;
  v_policy groundcheck_internal.policies := groundcheck_internal.find_policy(recheck_all.policy);
  v_tenant text := groundcheck_internal.current_tenant();
  v_ids uuid[];
  v_made bigint := 0;
begin
  -- Two at once would make each check again twice.
  perform pg_advisory_xact_lock(hashtextextended('groundcheck-db recheck ' || v_tenant || ' ' || v_policy.id, 0));
  v_ids := array(
    select c.id
    from groundcheck_internal.checks as c
    where c.tenant = v_tenant
      and c.created_at >= coalesce(recheck_all.since, '-infinity')
      and c.created_at < coalesce(recheck_all.until, 'infinity')
      and c.recheck_of is null
      and (c.policy_id <> v_policy.id or c.status = 'failed')
      and not exists (
        select from groundcheck_internal.checks as made
        where made.tenant = c.tenant and made.recheck_of = c.id and made.policy_id = v_policy.id and made.status <> 'failed'
      )
    order by c.created_at asc
  );
  for v_first in 1..cardinality(v_ids) by v_at_a_time loop
    v_made := v_made + cardinality(groundcheck_internal.recheck_some(v_policy, v_ids[v_first:v_first + v_at_a_time - 1]));
  end loop;
  return v_made;
end;
$$;
comment on function groundcheck.recheck_all is
'Makes the stored checks of a time again under a policy, except those that it has judged already; returns how many. GC101: unknown policy.';
revoke all on function groundcheck.recheck_all from public;

-- In the steps of check(), many at a time; returns the ids of the new checks.
create or replace function groundcheck_internal.recheck_some(policy groundcheck_internal.policies, ids uuid[])
returns uuid[]
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_new uuid[];
begin
  perform groundcheck_internal.keep_texts();
  with old as materialized (
    select c as kept
    from unnest(recheck_some.ids) as i (id)
    join groundcheck_internal.checks as c on c.id = i.id and c.created_at = groundcheck_internal.id_time(i.id)
    where not groundcheck_internal.is_erased(c)
  ),

  made as materialized (
    select (o.kept).id as old_id, (o.kept).created_at as old_created_at, r.claims, r.new
    from old as o
    cross join lateral groundcheck_internal.make_again(recheck_some.policy, o.kept) as r
  ),

  stored as (
    insert into groundcheck_internal.checks
    select (m.new).* from made as m
  ),

  placed as (
    insert into groundcheck_internal.check_passages (check_id, created_at, tenant, context_index, passage_hash)
    select (m.new).id, (m.new).created_at, p.tenant, p.context_index, p.passage_hash
    from made as m
    join groundcheck_internal.check_passages as p on p.check_id = m.old_id and p.created_at = m.old_created_at
  ),

  claimed as (
    insert into groundcheck_internal.claims (
      check_id, created_at, tenant, claim_index, claim, statement, span_start, span_end, kind, verdict, support,
      finding, signals, citations
    )
    select
      (m.new).id, (m.new).created_at, (m.new).tenant, j.claim_index, j.claim, j.statement, j.span_start, j.span_end,
      j.kind, j.verdict, j.support,
      case when (j.finding).kind is not null then to_jsonb(j.finding) - 'claim_index' end, j.signals, j.citations
    from made as m
    cross join unnest(m.claims) as j
  ),

  evidenced as (
    insert into groundcheck_internal.claim_evidence (
      check_id, created_at, tenant, claim_index, rank, position, context_index, sentence_hash, span_start, span_end,
      similarity
    )
    select
      (m.new).id, (m.new).created_at, (m.new).tenant, j.claim_index, e.rank, e.position, e.context_index, e.sentence_hash,
      e.span_start, e.span_end, e.similarity
    from made as m
    cross join unnest(m.claims) as j
    cross join unnest(j.evidence) as e
  )

  select array_agg((m.new).id) into v_new
  from made as m;

  if (recheck_some.policy).verify <> 'never' then
    perform groundcheck_internal.queue_verification(c)
    from unnest(v_new) as i (id)
    join groundcheck_internal.checks as c on c.id = i.id and c.created_at = groundcheck_internal.id_time(i.id)
    where c.status = 'provisional';
  end if;
  return coalesce(v_new, '{}');
end;
$$;
comment on function groundcheck_internal.recheck_some is 'Makes stored checks again under a policy and stores them; returns their ids.';
revoke all on function groundcheck_internal.recheck_some from public;

create or replace function groundcheck_internal.is_erased("check" groundcheck_internal.checks)
returns boolean
language sql
stable
parallel safe
return exists (
  select
  from groundcheck_internal.check_passages as cp
  where
    cp.check_id = ("check").id
    and cp.created_at = ("check").created_at
    and not exists (
      select from groundcheck_internal.passages as p
      where p.tenant = cp.tenant and p.hash = cp.passage_hash
    )
);
comment on function groundcheck_internal.is_erased is 'Whether a passage of a stored check is not there any more.';
revoke all on function groundcheck_internal.is_erased from public;

-- What a stored check comes to under a policy. The kept signals answer at once; where the policy's scorer asks for one that
-- was not measured, or either method compares whole answers, the texts are assessed anew.
create or replace function groundcheck_internal.assess_again(
  policy groundcheck_internal.policies,
  "check" groundcheck_internal.checks
)
returns groundcheck_internal.assessment
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_assessment groundcheck_internal.assessment;
  v_claims groundcheck_internal.judged_claim[];
begin
  if (assess_again.policy).method = 'claims' and ("check").method = 'claims' and ("check").encoder_id is not null then
    v_claims := groundcheck_internal.weigh_claims(assess_again.policy, groundcheck_internal.stored_claims("check"));
    if not exists (select from unnest(v_claims) as c where c.support is null and c.verdict <> 'not_checkable')
      or ("check").reason_code = 'no_context'
    then
      v_assessment.claims := groundcheck_internal.judge_citations(v_claims, groundcheck_internal.stored_context("check"));
      v_assessment.decision := groundcheck_internal.decide(
        assess_again.policy, ("check").answer, ("check").reason_code <> 'no_context', v_assessment.claims
      );
      v_assessment.decision.relevance := ("check").relevance;
    end if;
  end if;
  if (v_assessment.decision).status is null then
    v_assessment := groundcheck_internal.assess(
      assess_again.policy, ("check").answer, groundcheck_internal.stored_context("check"), ("check").question
    );
  end if;
  if (assess_again.policy).verify <> 'never' then
    -- What the verifier has said of a claim, it need not say again.
    v_assessment.decision := groundcheck_internal.await_verification(assess_again.policy, v_assessment.decision, array(
      select c
      from unnest(v_assessment.claims) as c
      where not (c.signals ? 'entailment'
        and ("check").verifier_id is not distinct from (groundcheck_internal.find_verifier(assess_again.policy)).id)
    ));
  end if;
  return v_assessment;
end;
$$;
comment on function groundcheck_internal.assess_again is 'The decision on a stored check under a policy, and its claims; stores nothing.';
revoke all on function groundcheck_internal.assess_again from public;

create or replace function groundcheck_internal.make_again(
  policy groundcheck_internal.policies,
  "check" groundcheck_internal.checks,
  out new groundcheck_internal.checks,
  out claims groundcheck_internal.judged_claim[]
)
returns record
language plpgsql
volatile
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_started timestamptz := clock_timestamp();
  v_assessment groundcheck_internal.assessment := groundcheck_internal.assess_again(make_again.policy, "check");
begin
  claims := v_assessment.claims;
  new := groundcheck_internal.new_check(
    make_again.policy, v_assessment.decision, ("check").answer, ("check").question, ("check").metadata, v_started,
    coalesce(("check").encoder_id, groundcheck_internal.static_encoder())
  );
  new.recheck_of := coalesce(("check").recheck_of, ("check").id);
  if exists (select from unnest(v_assessment.claims) as c where c.signals ? 'entailment') then
    new.verifier_id := ("check").verifier_id;
    new.verified_at := ("check").verified_at;
  end if;
  -- Where the passages came from, and what claims were flagged for, is as true as it was.
  new.details := coalesce((
      select jsonb_object_agg(d.key, d.value)
      from jsonb_each(("check").details) as d
      where d.key in ('collection', 'sources') or d.key = 'flags' and new.method = 'claims'
    ), '{}')
    || new.details
    || jsonb_build_object('recheck_of', 'audit_' || new.recheck_of);
end;
$$;
comment on function groundcheck_internal.make_again is 'The audit row and the claims of a stored check under a policy; stores nothing.';
revoke all on function groundcheck_internal.make_again from public;
