create or replace view groundcheck.audit
with (security_invoker = true) as
select
  c.id,
  c.created_at,
  c.status,
  c.action,
  c.trust_score,
  c.threshold,
  c.reason_code,
  c.reason,
  p.name as policy,
  p.version as policy_version,
  c.method,
  c.question,
  c.answer,
  n.claims,
  n.supported,
  n.unsupported,
  n.contradicted,
  n.not_checkable,
  (
    select count(*) from groundcheck_internal.check_passages as cp
    where cp.check_id = c.id and cp.created_at = c.created_at
  ) as passages,
  c.relevance,
  e.name as encoder,
  e.version as encoder_version,
  v.name as verifier,
  v.version as verifier_version,
  c.latency_ms,
  c.metadata,
  c.tenant
from groundcheck_internal.checks as c
join groundcheck_internal.policies as p on p.id = c.policy_id
left join groundcheck_internal.models as e on e.id = c.encoder_id
left join groundcheck_internal.models as v on v.id = c.verifier_id
cross join lateral (
  select
    count(*) as claims,
    count(*) filter (where k.verdict = 'supported') as supported,
    count(*) filter (where k.verdict = 'unsupported') as unsupported,
    count(*) filter (where k.verdict = 'contradicted') as contradicted,
    count(*) filter (where k.verdict = 'not_checkable') as not_checkable
  from groundcheck_internal.claims as k
  where k.check_id = c.id and k.created_at = c.created_at
) as n;
comment on view groundcheck.audit is 'One row a check: the answer, its verdict, and under which policy and models it came about.';
comment on column groundcheck.audit.id is 'The check; a uuid v7, which documents show as audit_<id>.';
comment on column groundcheck.audit.created_at is 'When the check was made. The audit is partitioned by it: filter on it.';
comment on column groundcheck.audit.status is 'final, provisional (screened, verification queued), pending (needs vectors) or failed (could not be checked).';
comment on column groundcheck.audit.action is 'PASS, REVIEW or REJECT.';
comment on column groundcheck.audit.trust_score is 'Aggregate of the claims'' support in [0,1]; null where nothing was checked.';
comment on column groundcheck.audit.threshold is 'The policy''s threshold, at and above which the answer passes.';
comment on column groundcheck.audit.reason_code is 'Why, as a code: supported, unsupported, contradicted, nothing_to_check, empty_answer, no_context, ...';
comment on column groundcheck.audit.reason is 'Why, as a sentence.';
comment on column groundcheck.audit.policy is 'Name of the policy.';
comment on column groundcheck.audit.policy_version is 'Version of the policy.';
comment on column groundcheck.audit.method is 'claims, mean_cosine or weighted_cosine.';
comment on column groundcheck.audit.question is 'The question that was asked, where the caller gave it.';
comment on column groundcheck.audit.answer is 'The answer that was checked.';
comment on column groundcheck.audit.claims is 'Number of claims, the uncheckable ones among them.';
comment on column groundcheck.audit.supported is 'Number of supported claims.';
comment on column groundcheck.audit.unsupported is 'Number of claims that the context does not support.';
comment on column groundcheck.audit.contradicted is 'Number of claims that the context contradicts.';
comment on column groundcheck.audit.not_checkable is 'Number of greetings, questions, abstentions and other parts that claim nothing.';
comment on column groundcheck.audit.passages is 'Number of passages in the context that were not blank.';
comment on column groundcheck.audit.relevance is 'Cosine of the answer to the question in [-1,1]; null without a question.';
comment on column groundcheck.audit.encoder is 'Name of the encoder whose vectors were compared; null where the caller brought them.';
comment on column groundcheck.audit.encoder_version is 'First digits of the encoder''s sha256.';
comment on column groundcheck.audit.verifier is 'Name of the verifier; null where the screen decided alone.';
comment on column groundcheck.audit.verifier_version is 'First digits of the verifier''s sha256.';
comment on column groundcheck.audit.latency_ms is 'Time the check took inside the server, in milliseconds, but for the writing of the audit itself.';
comment on column groundcheck.audit.metadata is 'What the caller gave along.';
comment on column groundcheck.audit.tenant is 'Tenant; the empty string where there is but one.';
revoke all on groundcheck.audit from public;
