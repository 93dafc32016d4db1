-- Statements of groundcheck_db.bench.

-- name: without_jit
set local jit = off;

-- name: read_context
select groundcheck_internal.store_context(%(context)s::text []);

-- name: policy
select p.name, p.version, p.threshold, p.aggregate
from groundcheck_internal.find_policy(%(policy)s::text) as p;

-- name: screen_weights
select w.signal, w.weight
from groundcheck_internal.find_policy(%(policy)s::text) as p
join groundcheck_internal.scorer_weights as w on w.scorer_id = p.scorer_id;

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

-- name: judge_stored
select
  c.status,
  c.action,
  c.reason_code,
  c.trust_score,
  jsonb_build_object(
    'mean', groundcheck_internal.aggregate_support('mean', s.claims),
    'min', groundcheck_internal.aggregate_support('min', s.claims),
    'product', groundcheck_internal.aggregate_support('product', s.claims)
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
    from unnest(s.claims) as j
  ) as claims
from groundcheck_internal.checks as c
cross join lateral (select groundcheck_internal.stored_claims(c) as claims) as s
where c.id = groundcheck_internal.check_id(%(check_id)s::text);

-- name: verify_all
select groundcheck.create_policy(%(policy)s::text, '{"verify": "always"}');

-- name: sentences
select s.body
from unnest(%(passages)s::text []) as p (body)
cross join lateral groundcheck_internal.split_sentences(p.body) as s
order by s.ordinal;

-- name: insert_scorer
with scorer as (
  insert into groundcheck_internal.scorers (name, version, fitted_on)
  select %(name)s::text, coalesce(max(s.version), 0) + 1, %(fitted_on)s::text
  from groundcheck_internal.scorers as s
  where s.name = %(name)s::text
  returning id, version
),

weighted as (
  insert into groundcheck_internal.scorer_weights (scorer_id, signal, weight)
  select scorer.id, w.signal, w.weight
  from scorer
  cross join unnest(%(signals)s::text [], %(weights)s::float8 []) as w (signal, weight)
)

select scorer.id, scorer.version from scorer;

-- name: scorer_as_sql
select format(
  $sql$with scorer as (
  insert into groundcheck_internal.scorers (name, version, fitted_on)
  values (%%L, %%s, %%L)
  returning id
)
insert into groundcheck_internal.scorer_weights (scorer_id, signal, weight)
select scorer.id, w.signal, w.weight
from scorer
cross join (
  values
%%s
) as w (signal, weight);
$sql$,
  s.name, s.version, s.fitted_on,
  string_agg(format('    (%%L, %%s)', w.signal, w.weight), E',\n' order by w.signal <> 'intercept', w.signal)
)
from groundcheck_internal.scorers as s
join groundcheck_internal.scorer_weights as w on w.scorer_id = s.id
where s.id = %(scorer_id)s::int
group by s.id;
