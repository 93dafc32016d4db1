-- By cumulative sums over hundredths of the score, from the highest down.
create or replace view groundcheck.threshold_curve
with (security_invoker = true) as
with hundredth as (
  select
    s.tenant,
    s.level,
    s.policy_id,
    case when s.may_pass then trunc(s.score::numeric * 100)::int else -1 end as step,
    count(*) as labelled,
    count(*) filter (where s.grounded) as grounded
  from groundcheck_internal.labelled_scores as s
  where s.score is not null
  group by s.tenant, s.level, s.policy_id, case when s.may_pass then trunc(s.score::numeric * 100)::int else -1 end
),

whole as (
  select
    h.tenant,
    h.level,
    h.policy_id,
    sum(h.labelled)::bigint as labelled,
    sum(h.grounded)::bigint as grounded
  from hundredth as h
  group by h.tenant, h.level, h.policy_id
),

curve as (
  select
    w.tenant,
    w.level,
    w.policy_id,
    w.labelled,
    w.grounded,
    g.step,
    (sum(coalesce(h.labelled, 0)) over (
      partition by w.tenant, w.level, w.policy_id order by g.step desc
    ))::bigint as passed,
    (sum(coalesce(h.grounded, 0)) over (
      partition by w.tenant, w.level, w.policy_id order by g.step desc
    ))::bigint as passed_grounded
  from whole as w
  cross join generate_series(0, 100) as g (step)
  left join hundredth as h
    on h.tenant = w.tenant and h.level = w.level and h.policy_id = w.policy_id and h.step = g.step
)

select
  c.level,
  p.name as policy,
  p.version as policy_version,
  c.step / 100::double precision as threshold,
  c.labelled,
  c.passed,
  c.passed_grounded,
  c.passed - c.passed_grounded as passed_ungrounded,
  c.grounded - c.passed_grounded as stopped_grounded,
  c.passed / c.labelled::double precision as pass_rate,
  c.passed_grounded / nullif(c.passed, 0)::double precision as precision,
  c.passed_grounded / nullif(c.grounded, 0)::double precision as recall,
  (c.passed - c.passed_grounded) / nullif(c.labelled - c.grounded, 0)::double precision as false_pass_rate,
  (
    1 + c.passed_grounded / nullif(c.grounded, 0)::double precision
    - (c.passed - c.passed_grounded) / nullif(c.labelled - c.grounded, 0)::double precision
  ) / 2 as balanced_accuracy,
  c.tenant
from curve as c
inner join groundcheck_internal.policies as p on p.id = c.policy_id;
comment on view groundcheck.threshold_curve is 'What each threshold from 0 to 1 would let pass of the labelled answers (or claims) that a policy has scored, and how much of that is grounded.';
comment on column groundcheck.threshold_curve.level is 'answer: trust scores and labels of answers; claim: support and labels of claims.';
comment on column groundcheck.threshold_curve.policy is 'Name of the policy that scored.';
comment on column groundcheck.threshold_curve.policy_version is 'Version of the policy.';
comment on column groundcheck.threshold_curve.threshold is 'The threshold, in steps of 0.01; a score equal to it passes.';
comment on column groundcheck.threshold_curve.labelled is 'Labelled answers or claims that have a score.';
comment on column groundcheck.threshold_curve.passed is 'How many would pass; what the contradiction gate or the claim floor stops never does.';
comment on column groundcheck.threshold_curve.passed_grounded is 'Of these: grounded.';
comment on column groundcheck.threshold_curve.passed_ungrounded is 'Of these: not grounded.';
comment on column groundcheck.threshold_curve.stopped_grounded is 'Grounded ones that would not pass.';
comment on column groundcheck.threshold_curve.pass_rate is 'Share that would pass, in [0,1].';
comment on column groundcheck.threshold_curve.precision is 'Share of what would pass that is grounded; null where nothing would.';
comment on column groundcheck.threshold_curve.recall is 'Share of what is grounded that would pass; null where nothing is.';
comment on column groundcheck.threshold_curve.false_pass_rate is 'Share of what is not grounded that would pass; null where all is.';
comment on column groundcheck.threshold_curve.balanced_accuracy is 'Mean of recall and 1 - false_pass_rate; null where a kind is missing.';
comment on column groundcheck.threshold_curve.tenant is 'Tenant; the empty string where there is but one.';
revoke all on groundcheck.threshold_curve from public;
