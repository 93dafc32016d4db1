-- Statements of groundcheck_db.checker and groundcheck_db.worker.

-- name: verifier
select m.id, m.location
from groundcheck_internal.models as m
where m.kind = 'verifier' and m.name = %(name)s::text and m.digest = %(digest)s::text;

-- name: check_and_lease
select c.document, c.job_id, c.claim_indexes, c.premises, c.hypotheses
from groundcheck_internal.check_and_lease(
  %(answer)s::text, %(context)s::text [], %(question)s::text, %(policy)s::text, %(metadata)s::jsonb,
  %(worker)s::text, %(model_id)s::int, %(lease)s::interval
) as c;

-- name: finish_check
select case
  when groundcheck_internal.finish_job(
    %(job_id)s::bigint, %(worker)s::text, %(model_id)s::int,
    %(claim_indexes)s::int [], %(entailment)s::float8 [], %(contradiction)s::float8 []
  ) is not null then groundcheck.result(%(check_id)s::text)
end;

-- name: fail_check
select case
  when groundcheck_internal.fail_job(%(job_id)s::bigint, %(worker)s::text, %(reason)s::text, %(retry)s::boolean) is not null
    then groundcheck.result(%(check_id)s::text)
end;

-- name: result
select groundcheck.result(%(check_id)s::text, %(wait)s::interval);

-- name: lease
select j.job_id, j.claim_index, j.premise, j.hypothesis
from groundcheck_internal.lease_jobs(
  %(worker)s::text, %(model_id)s::int, %(most)s::int, %(lease)s::interval
) as j;

-- name: finish
select groundcheck_internal.finish_job(
  %(job_id)s::bigint, %(worker)s::text, %(model_id)s::int,
  %(claim_indexes)s::int [], %(entailment)s::float8 [], %(contradiction)s::float8 []
);

-- name: fail
select groundcheck_internal.fail_job(%(job_id)s::bigint, %(worker)s::text, %(reason)s::text, %(retry)s::boolean);

-- name: heartbeat
select groundcheck_internal.heartbeat(
  %(worker)s::text, %(model_id)s::int, %(checks)s::bigint, %(pairs)s::bigint, %(about)s::jsonb
);

-- name: sign_off
select groundcheck_internal.sign_off(%(worker)s::text);

-- name: listen
listen groundcheck_jobs;

-- name: queue
select q.waiting, q.delayed, q.leased, q.dead, q.oldest_seconds, q.workers_alive
from groundcheck.queue as q;
