-- Summed by passage first, of which there are few: what is many is joined by ids alone. created_at says nothing that the id
-- does not, and planners would take it for a coincidence.
create or replace view groundcheck.source_quality
with (security_invoker = true) as
with used_passage as materialized (
  select
    cp.tenant,
    cp.passage_hash,
    count(*) as claims,
    count(*) filter (where k.verdict = 'supported') as supported,
    count(*) filter (where k.verdict = 'unsupported') as unsupported,
    count(*) filter (where k.verdict = 'contradicted') as contradicted,
    sum(k.support) as support_sum,
    sum(e.similarity) as similarity_sum,
    max(c.created_at) as last_used_at
  from groundcheck_internal.claims as k
  inner join groundcheck_internal.claim_evidence as e
    on e.check_id = k.check_id and e.claim_index = k.claim_index and e.rank = 1
  inner join groundcheck_internal.check_passages as cp on cp.check_id = e.check_id and cp.context_index = e.context_index
  inner join groundcheck_internal.checks as c on c.id = k.check_id and c.recheck_of is null
  where k.verdict <> 'not_checkable'
  group by cp.tenant, cp.passage_hash
),

used_document as (
  select
    p.document_id,
    sum(p.passages)::bigint as passages,
    coalesce(sum(u.claims), 0)::bigint as claims,
    coalesce(sum(u.supported), 0)::bigint as supported,
    coalesce(sum(u.unsupported), 0)::bigint as unsupported,
    coalesce(sum(u.contradicted), 0)::bigint as contradicted,
    sum(u.support_sum) as support_sum,
    sum(u.similarity_sum) as similarity_sum,
    max(u.last_used_at) as last_used_at
  from (
    -- A document may have the passage twice.
    select
      dp.tenant,
      dp.document_id,
      dp.passage_hash,
      count(*) as passages
    from groundcheck_internal.document_passages as dp
    group by dp.tenant, dp.document_id, dp.passage_hash
  ) as p
  left join used_passage as u on u.tenant = p.tenant and u.passage_hash = p.passage_hash
  group by p.document_id
)

select
  d.collection,
  d.uri,
  d.loaded_at,
  coalesce(u.passages, 0) as passages,
  coalesce(u.claims, 0) as claims,
  coalesce(u.supported, 0) as supported,
  coalesce(u.unsupported, 0) as unsupported,
  coalesce(u.contradicted, 0) as contradicted,
  u.supported / nullif(u.claims, 0)::double precision as support_rate,
  u.contradicted / nullif(u.claims, 0)::double precision as contradiction_rate,
  u.support_sum / nullif(u.claims, 0) as mean_support,
  u.similarity_sum / nullif(u.claims, 0) as mean_similarity,
  u.last_used_at,
  d.tenant
from groundcheck_internal.documents as d
left join used_document as u on u.document_id = d.id;
comment on view groundcheck.source_quality is 'One row a loaded document: how often claims rest on it most, and what came of them. One that contradicts many claims may be out of date.';
comment on column groundcheck.source_quality.collection is 'The collection that the document was loaded into.';
comment on column groundcheck.source_quality.uri is 'The document.';
comment on column groundcheck.source_quality.loaded_at is 'When it was loaded, or loaded anew after a change.';
comment on column groundcheck.source_quality.passages is 'Its passages.';
comment on column groundcheck.source_quality.claims is 'Claims whose best evidence stands in it; checks made again are not counted.';
comment on column groundcheck.source_quality.supported is 'Of these: supported.';
comment on column groundcheck.source_quality.unsupported is 'Of these: not supported.';
comment on column groundcheck.source_quality.contradicted is 'Of these: contradicted.';
comment on column groundcheck.source_quality.support_rate is 'Share of them that is supported, in [0,1]; null without any.';
comment on column groundcheck.source_quality.contradiction_rate is 'Share of them that is contradicted, in [0,1]; null without any.';
comment on column groundcheck.source_quality.mean_support is 'Their mean support, in [0,1].';
comment on column groundcheck.source_quality.mean_similarity is 'Mean cosine of claim and evidence, in [-1,1].';
comment on column groundcheck.source_quality.last_used_at is 'When a claim rested on it last.';
comment on column groundcheck.source_quality.tenant is 'Tenant; the empty string where there is but one.';
revoke all on groundcheck.source_quality from public;
