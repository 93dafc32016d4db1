-- check(), and the job that it may have queued leased to the caller at once, with its pairs: for a client that has the
-- model itself and finishes by finish_job(). job_id is null where the document is as it will be. Where the policy asks for
-- another verifier than the caller's, the job stays in the queue.
create or replace function groundcheck_internal.check_and_lease(
  answer text,
  context text[],
  question text,
  policy text,
  metadata jsonb,
  worker text,
  model_id int,
  lease interval
)
returns table (document jsonb, job_id bigint, claim_indexes int[], premises text[], hypotheses text[])
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_document jsonb := groundcheck.check(
    check_and_lease.answer, check_and_lease.context, check_and_lease.question, check_and_lease.policy,
    check_and_lease.metadata
  );
  v_job groundcheck_internal.jobs;
begin
  if v_document ->> 'status' = 'provisional' then
    update groundcheck_internal.jobs as j
    set leased_by = check_and_lease.worker, leased_until = now() + check_and_lease.lease, attempts = j.attempts + 1
    from groundcheck_internal.policies as p, groundcheck_internal.models as m
    where j.check_id = groundcheck_internal.check_id(v_document ->> 'id') and j.task = 'verify'
      and p.id = j.policy_id and m.id = check_and_lease.model_id
      and (groundcheck_internal.find_verifier(p)).name = m.name
    returning j.* into v_job;
  end if;
  return query
  select
    v_document, v_job.id,
    coalesce(array_agg(p.claim_index order by p.claim_index), '{}'),
    coalesce(array_agg(p.premise order by p.claim_index), '{}'),
    coalesce(array_agg(p.hypothesis order by p.claim_index), '{}')
  from groundcheck_internal.verification_pairs(array[v_job.check_id]) as p;
end;
$$;
comment on function groundcheck_internal.check_and_lease is 'Checks, and hands the pairs to verify to the caller in the same breath.';
revoke all on function groundcheck_internal.check_and_lease from public;
