create or replace view groundcheck.audit_claim
with (security_invoker = true) as
select
  k.check_id,
  k.created_at,
  k.claim_index,
  k.claim,
  k.kind,
  k.verdict,
  k.support,
  k.finding ->> 'kind' as difference,
  k.span_start,
  k.span_end,
  e.context_index,
  s.body as evidence,
  e.similarity,
  k.signals,
  k.citations,
  k.tenant,
  jsonb_path_query_array(
    c.details, '$.flags[*] ? (@.claim_index == $index).flag', jsonb_build_object('index', k.claim_index)
  ) as flags
from groundcheck_internal.claims as k
join groundcheck_internal.checks as c on c.id = k.check_id and c.created_at = k.created_at
left join groundcheck_internal.claim_evidence as e
  on e.check_id = k.check_id and e.created_at = k.created_at and e.claim_index = k.claim_index and e.rank = 1
left join groundcheck_internal.sentences as s on s.tenant = e.tenant and s.hash = e.sentence_hash;
comment on view groundcheck.audit_claim is 'One row a claim: its verdict and the sentence of the context that speaks most to it.';
comment on column groundcheck.audit_claim.check_id is 'The check, as audit.id.';
comment on column groundcheck.audit_claim.created_at is 'When the check was made. The audit is partitioned by it: filter on it.';
comment on column groundcheck.audit_claim.claim_index is 'Place of the claim in the answer, from 0.';
comment on column groundcheck.audit_claim.claim is 'The claim, cleaned of markup.';
comment on column groundcheck.audit_claim.kind is 'statement, list_item, table_row, fragment, greeting, question, abstention, ...';
comment on column groundcheck.audit_claim.verdict is 'supported, unsupported, contradicted or not_checkable.';
comment on column groundcheck.audit_claim.support is 'Probability in [0,1] that the context supports the claim; null where it is not checkable.';
comment on column groundcheck.audit_claim.difference is 'In what the claim differs most from its evidence: value, negation, name, ...; null where in nothing.';
comment on column groundcheck.audit_claim.span_start is 'Where the claim begins in the answer, in code points from 0.';
comment on column groundcheck.audit_claim.span_end is 'Where it ends; the end is not part of it.';
comment on column groundcheck.audit_claim.context_index is 'The passage that the evidence stands in, from 0.';
comment on column groundcheck.audit_claim.evidence is 'The sentence that speaks most to the claim.';
comment on column groundcheck.audit_claim.similarity is 'Cosine of claim and evidence in [-1,1].';
comment on column groundcheck.audit_claim.signals is 'The numbers that support was computed from.';
comment on column groundcheck.audit_claim.citations is 'Citation marks that the claim carried.';
comment on column groundcheck.audit_claim.tenant is 'Tenant; the empty string where there is but one.';
comment on column groundcheck.audit_claim.flags is 'What is to be known beside the verdict: ambiguous_reference, conflicting_sources, abstention_but_answerable.';
revoke all on groundcheck.audit_claim from public;
