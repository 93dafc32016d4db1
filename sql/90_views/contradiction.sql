create or replace view groundcheck.contradiction
with (security_invoker = true) as
select
  k.check_id,
  k.created_at,
  k.claim_index,
  k.claim,
  s.body as source_truth,
  k.finding ->> 'kind' as kind,
  k.finding ->> 'claim_part' as claim_part,
  k.finding ->> 'evidence_part' as source_part,
  e.context_index,
  c.question,
  p.name as policy,
  k.tenant
from groundcheck_internal.claims as k
join groundcheck_internal.checks as c on c.id = k.check_id and c.created_at = k.created_at
join groundcheck_internal.policies as p on p.id = c.policy_id
left join groundcheck_internal.claim_evidence as e
  on
    e.check_id = k.check_id
    and e.created_at = k.created_at
    and e.claim_index = k.claim_index
    and e.position = (k.finding ->> 'position')::int
left join groundcheck_internal.sentences as s on s.tenant = e.tenant and s.hash = e.sentence_hash
where k.verdict = 'contradicted';
comment on view groundcheck.contradiction is 'One row a claim that its context contradicts, with the sentence that does.';
comment on column groundcheck.contradiction.check_id is 'The check, as audit.id.';
comment on column groundcheck.contradiction.created_at is 'When the check was made. The audit is partitioned by it: filter on it.';
comment on column groundcheck.contradiction.claim_index is 'Place of the claim in the answer, from 0.';
comment on column groundcheck.contradiction.claim is 'The claim, cleaned of markup.';
comment on column groundcheck.contradiction.source_truth is 'The sentence of the context that contradicts it.';
comment on column groundcheck.contradiction.kind is 'In what they differ: value, negation, antonym, role_swap, ...';
comment on column groundcheck.contradiction.claim_part is 'The words of the claim that differ.';
comment on column groundcheck.contradiction.source_part is 'The words of the context that they differ from.';
comment on column groundcheck.contradiction.context_index is 'The passage that the sentence stands in, from 0.';
comment on column groundcheck.contradiction.question is 'The question that was asked, where the caller gave it.';
comment on column groundcheck.contradiction.policy is 'Name of the policy.';
comment on column groundcheck.contradiction.tenant is 'Tenant; the empty string where there is but one.';
revoke all on groundcheck.contradiction from public;
