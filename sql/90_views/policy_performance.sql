create or replace view groundcheck.policy_performance
with (security_invoker = true) as
with used as (
  select
    h.tenant,
    h.policy_id,
    sum(h.checks)::bigint as checks,
    sum(h.passed) / nullif(sum(h.passed + h.review + h.rejected), 0)::double precision as pass_rate,
    sum(h.trust_sum) / nullif(sum(h.scored), 0)::double precision as mean_trust_score,
    sum(h.contradicted) / nullif(sum(h.supported + h.unsupported + h.contradicted), 0)::double precision
      as contradiction_rate,
    sum(h.latency_sum) / nullif(sum(h.checks), 0)::double precision as mean_latency_ms
  from groundcheck_internal.hourly_sums as h
  group by h.tenant, h.policy_id
),

labelled as materialized (
  select n.* from groundcheck_internal.label_counts as n
),

judged as (
  select
    u.tenant,
    u.policy_id
  from used as u
  union
  select
    l.tenant,
    l.policy_id
  from labelled as l
)

select
  p.name as policy,
  p.version as policy_version,
  p.threshold,
  p.retired_at is not null as retired,
  coalesce(u.checks, 0) as checks,
  u.pass_rate,
  u.mean_trust_score,
  u.contradiction_rate,
  u.mean_latency_ms,
  coalesce(a.labelled, 0) as labelled_answers,
  coalesce(a.passed_grounded, 0) as passed_grounded,
  coalesce(a.passed_ungrounded, 0) as passed_ungrounded,
  coalesce(a.stopped_grounded, 0) as stopped_grounded,
  coalesce(a.stopped_ungrounded, 0) as stopped_ungrounded,
  a.precision,
  a.recall,
  a.balanced_accuracy,
  a.f1_ungrounded,
  coalesce(c.labelled, 0) as labelled_claims,
  c.precision as claim_precision,
  c.recall as claim_recall,
  c.balanced_accuracy as claim_balanced_accuracy,
  j.tenant
from judged as j
inner join groundcheck_internal.policies as p on p.id = j.policy_id
left join used as u on u.tenant = j.tenant and u.policy_id = j.policy_id
left join labelled as a on a.tenant = j.tenant and a.policy_id = j.policy_id and a.level = 'answer'
left join labelled as c on c.tenant = j.tenant and c.policy_id = j.policy_id and c.level = 'claim';
comment on view groundcheck.policy_performance is 'One row a version of a policy that has judged answers: what it lets pass, and how right it was by what people labelled.';
comment on column groundcheck.policy_performance.policy is 'Name of the policy.';
comment on column groundcheck.policy_performance.policy_version is 'Version of the policy.';
comment on column groundcheck.policy_performance.threshold is 'The policy''s threshold.';
comment on column groundcheck.policy_performance.retired is 'Whether the policy is out of use.';
comment on column groundcheck.policy_performance.checks is 'Answers that were checked under it; checks made again are not counted.';
comment on column groundcheck.policy_performance.pass_rate is 'Share of its final checks that passed, in [0,1]; null without any.';
comment on column groundcheck.policy_performance.mean_trust_score is 'Mean trust score of its final checks, in [0,1]; null without any.';
comment on column groundcheck.policy_performance.contradiction_rate is 'Share of checkable claims that are contradicted, in [0,1]; null without any.';
comment on column groundcheck.policy_performance.mean_latency_ms is 'Mean time of a check inside the server, in milliseconds.';
comment on column groundcheck.policy_performance.labelled_answers is 'Labelled answers that it has judged, those that were checked again under it among them.';
comment on column groundcheck.policy_performance.passed_grounded is 'Of these: passed, and grounded.';
comment on column groundcheck.policy_performance.passed_ungrounded is 'Of these: passed, and not grounded.';
comment on column groundcheck.policy_performance.stopped_grounded is 'Of these: not passed, though grounded.';
comment on column groundcheck.policy_performance.stopped_ungrounded is 'Of these: not passed, and not grounded.';
comment on column groundcheck.policy_performance.precision is 'Share of the labelled answers that passed which are grounded; null where none passed.';
comment on column groundcheck.policy_performance.recall is 'Share of the grounded labelled answers that passed; null where none is grounded.';
comment on column groundcheck.policy_performance.balanced_accuracy is 'Mean of recall and of the share of ungrounded answers that were stopped; null where a kind is missing.';
comment on column groundcheck.policy_performance.f1_ungrounded is 'F1 of finding ungrounded answers; null where none was stopped and none is ungrounded.';
comment on column groundcheck.policy_performance.labelled_claims is 'Labelled claims that it has judged.';
comment on column groundcheck.policy_performance.claim_precision is 'Share of the labelled claims called supported which are grounded; null where none is called so.';
comment on column groundcheck.policy_performance.claim_recall is 'Share of the grounded labelled claims called supported; null where none is grounded.';
comment on column groundcheck.policy_performance.claim_balanced_accuracy is 'Mean of claim_recall and of the share of ungrounded claims not called supported; null where a kind is missing.';
comment on column groundcheck.policy_performance.tenant is 'Tenant; the empty string where there is but one.';
revoke all on groundcheck.policy_performance from public;
