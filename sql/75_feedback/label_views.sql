-- What labels come to. Views instead of functions, as the views that people read are built on them.

-- The last label of each person on each thing.
create or replace view groundcheck_internal.current_labels
with (security_invoker = true) as
select distinct on (l.tenant, l.check_id, l.claim_index, l.labelled_by)
  l.tenant,
  l.check_id,
  l.check_created_at,
  l.claim_index,
  l.labelled_by,
  l.grounded
from groundcheck_internal.labels as l
order by l.tenant asc, l.check_id asc, l.claim_index asc, l.labelled_by asc, l.labelled_at desc, l.id desc;
comment on view groundcheck_internal.current_labels is 'Of one person''s labels on the same thing the last.';
revoke all on groundcheck_internal.current_labels from public;

-- Where people differ the majority counts; where they are even, the doubt does.
create or replace view groundcheck_internal.claim_labels
with (security_invoker = true) as
select
  l.tenant,
  l.check_id,
  l.check_created_at,
  l.claim_index,
  count(*) filter (where l.grounded) * 2 > count(*) as grounded
from groundcheck_internal.current_labels as l
where l.claim_index is not null
group by l.tenant, l.check_id, l.check_created_at, l.claim_index;
comment on view groundcheck_internal.claim_labels is 'Whether a claim is grounded, by most of the people who labelled it.';
revoke all on groundcheck_internal.claim_labels from public;

-- An answer without a label of its own is not grounded where one of its claims is not, and grounded where all are.
create or replace view groundcheck_internal.answer_labels
with (security_invoker = true) as
with own_label as (
  select
    l.tenant,
    l.check_id,
    l.check_created_at,
    count(*) filter (where l.grounded) * 2 > count(*) as grounded
  from groundcheck_internal.current_labels as l
  where l.claim_index is null
  group by l.tenant, l.check_id, l.check_created_at
),

by_claims as (
  select
    t.tenant,
    t.check_id,
    t.check_created_at,
    case
      when not bool_and(l.grounded) filter (where k.verdict <> 'not_checkable') then false
      when
        count(l.claim_index) filter (where k.verdict <> 'not_checkable') > 0
        and count(*) filter (where k.verdict <> 'not_checkable' and l.claim_index is null) = 0 then true
    end as grounded
  from (
    select distinct
      c.tenant,
      c.check_id,
      c.check_created_at
    from groundcheck_internal.claim_labels as c
  ) as t
  inner join groundcheck_internal.claims as k on k.check_id = t.check_id and k.created_at = t.check_created_at
  left join groundcheck_internal.claim_labels as l
    on l.tenant = t.tenant and l.check_id = t.check_id and l.claim_index = k.claim_index
  group by t.tenant, t.check_id, t.check_created_at
)

select
  o.tenant,
  o.check_id,
  o.check_created_at,
  o.grounded
from own_label as o
union all
select
  c.tenant,
  c.check_id,
  c.check_created_at,
  c.grounded
from by_claims as c
where
  c.grounded is not null
  and not exists (
    select 1 from own_label as o
    where o.tenant = c.tenant and o.check_id = c.check_id
  );
comment on view groundcheck_internal.answer_labels is 'Whether an answer is grounded, by the labels on it or else on its claims.';
revoke all on groundcheck_internal.answer_labels from public;

-- What each policy made of a labelled answer: the check itself, and the last time that it was made again under the policy.
create or replace view groundcheck_internal.policy_checks
with (security_invoker = true) as
select distinct on (c.tenant, c.label_of, c.policy_id)
  c.tenant,
  c.label_of,
  c.policy_id,
  c.check_id,
  c.created_at,
  c.action,
  c.trust_score,
  -- Gate and floor keep an answer from passing at any threshold.
  c.reason_code <> 'contradicted' and not (c.reason_code = 'unsupported' and c.trust_score >= c.threshold) as may_pass
from (
  select
    k.tenant,
    k.id as label_of,
    k.policy_id,
    k.id as check_id,
    k.created_at,
    k.action,
    k.trust_score,
    k.reason_code,
    k.threshold
  from (
    select distinct
      l.check_id,
      l.check_created_at
    from groundcheck_internal.labels as l
  ) as l
  inner join groundcheck_internal.checks as k on k.id = l.check_id and k.created_at = l.check_created_at
  where k.status = 'final'
  union all
  select
    k.tenant,
    k.recheck_of,
    k.policy_id,
    k.id,
    k.created_at,
    k.action,
    k.trust_score,
    k.reason_code,
    k.threshold
  from (
    select distinct
      l.tenant,
      l.check_id
    from groundcheck_internal.labels as l
  ) as l
  inner join groundcheck_internal.checks as k on k.tenant = l.tenant and k.recheck_of = l.check_id
  where k.status = 'final'
) as c
order by c.tenant asc, c.label_of asc, c.policy_id asc, c.created_at desc, c.check_id desc;
comment on view groundcheck_internal.policy_checks is 'The last final check of each labelled answer under each policy that has judged it.';
revoke all on groundcheck_internal.policy_checks from public;

-- Scores beside labels, of answers and of claims: what every curve is drawn from. passed: what the policy said.
create or replace view groundcheck_internal.labelled_scores
with (security_invoker = true) as
select
  c.tenant,
  'answer' as level,
  c.policy_id,
  c.trust_score as score,
  c.may_pass,
  c.action = 'PASS' as passed,
  l.grounded
from groundcheck_internal.policy_checks as c
inner join groundcheck_internal.answer_labels as l on l.tenant = c.tenant and l.check_id = c.label_of
union all
select
  c.tenant,
  'claim' as level,
  c.policy_id,
  k.support as score,
  k.verdict <> 'contradicted' as may_pass,
  k.verdict = 'supported' as passed,
  l.grounded
from groundcheck_internal.policy_checks as c
inner join groundcheck_internal.claims as k on k.check_id = c.check_id and k.created_at = c.created_at
inner join groundcheck_internal.claim_labels as l
  on l.tenant = c.tenant and l.check_id = c.label_of and l.claim_index = k.claim_index
where k.verdict <> 'not_checkable';
comment on view groundcheck_internal.labelled_scores is 'Score and label of each labelled answer and claim, under each policy that has judged it.';
revoke all on groundcheck_internal.labelled_scores from public;

create or replace view groundcheck_internal.label_counts
with (security_invoker = true) as
select
  n.*,
  n.passed_grounded / nullif(n.passed_grounded + n.passed_ungrounded, 0)::double precision as precision,
  n.passed_grounded / nullif(n.passed_grounded + n.stopped_grounded, 0)::double precision as recall,
  (
    n.passed_grounded / nullif(n.passed_grounded + n.stopped_grounded, 0)::double precision
    + n.stopped_ungrounded / nullif(n.passed_ungrounded + n.stopped_ungrounded, 0)::double precision
  ) / 2 as balanced_accuracy,
  2 * n.stopped_ungrounded
  / nullif(2 * n.stopped_ungrounded + n.stopped_grounded + n.passed_ungrounded, 0)::double precision as f1_ungrounded
from (
  select
    s.tenant,
    s.level,
    s.policy_id,
    count(*) as labelled,
    count(*) filter (where s.passed and s.grounded) as passed_grounded,
    count(*) filter (where s.passed and not s.grounded) as passed_ungrounded,
    count(*) filter (where not s.passed and s.grounded) as stopped_grounded,
    count(*) filter (where not s.passed and not s.grounded) as stopped_ungrounded
  from groundcheck_internal.labelled_scores as s
  group by s.tenant, s.level, s.policy_id
) as n;
comment on view groundcheck_internal.label_counts is 'How often each policy was right by the labels, and what that comes to.';
revoke all on groundcheck_internal.label_counts from public;
