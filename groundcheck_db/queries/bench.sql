-- Statements of groundcheck_db.bench.

-- name: without_jit
set local jit = off;

-- name: read_context
select groundcheck_internal.store_context(%(context)s::text []);

-- name: policy
select p.name, p.version, p.threshold, p.aggregate
from groundcheck_internal.find_policy(%(policy)s::text) as p;

-- name: judge
select
  (a.decision).status,
  (a.decision).action,
  (a.decision).reason_code,
  (a.decision).trust_score,
  jsonb_build_object(
    'mean', groundcheck_internal.aggregate_support('mean', a.claims),
    'min', groundcheck_internal.aggregate_support('min', a.claims),
    'product', groundcheck_internal.aggregate_support('product', a.claims)
  ) as aggregates,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'claim', j.claim,
      'statement', j.statement,
      'kind', j.kind,
      'span', jsonb_build_array(j.span_start, j.span_end),
      'verdict', j.verdict,
      'support', j.support,
      'signals', j.signals,
      'finding', case when (j.finding).kind is not null then to_jsonb(j.finding) end,
      'evidence', (select coalesce(jsonb_agg(e.body order by e.rank), '[]') from unnest(j.evidence) as e)
    ) order by j.claim_index), '[]')
    from unnest(a.claims) as j
  ) as claims
from groundcheck_internal.assess(
  groundcheck_internal.find_policy(%(policy)s::text), %(answer)s::text, %(context)s::text [], %(question)s::text
) as a;

-- name: sentences
select s.body
from unnest(%(passages)s::text []) as p (body)
cross join lateral groundcheck_internal.split_sentences(p.body) as s
order by s.ordinal;
