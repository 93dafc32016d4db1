-- The population stability index of a day's scores against those of the 28 days before it:
--   sum over tenths of the score of (p - q) * ln(p / q)
-- where p and q are the shares of the day and of the days before; half a score is added to each tenth, so that an empty one
-- is finite. Below 0.1 nothing has changed, from 0.2 on something has (Siddiqi, Credit Risk Scorecards, 2006).
create or replace view groundcheck.drift
with (security_invoker = true) as
with tenth as (
  select
    h.tenant,
    h.policy_id,
    m.metric,
    (h.hour at time zone 'UTC')::date as day,
    b.bin,
    sum(b.scores) as scores,
    -- The sum of all scores stands at the first tenth.
    sum(case when b.bin = 1 then m.total else 0 end) as total
  from groundcheck_internal.hourly_sums as h
  cross join
    lateral (
      values ('trust_score', h.trust_bins, h.trust_sum), ('support', h.support_bins, h.support_sum)
    ) as m (metric, bins, total)
  cross join lateral unnest(m.bins) with ordinality as b (scores, bin)
  group by h.tenant, h.policy_id, m.metric, (h.hour at time zone 'UTC')::date, b.bin
),

compared as (
  select
    t.*,
    coalesce(sum(t.scores) over reference, 0) as reference_scores,
    coalesce(sum(t.total) over reference, 0) as reference_total
  from tenth as t
  window reference as (
    partition by t.tenant, t.policy_id, t.metric, t.bin
    order by t.day
    range between interval '28 days' preceding and interval '1 day' preceding
  )
),

summed as (
  select
    c.*,
    sum(c.scores) over whole as all_scores,
    sum(c.reference_scores) over whole as all_reference_scores
  from compared as c
  window whole as (partition by c.tenant, c.policy_id, c.metric, c.day)
)

select
  s.day,
  p.name as policy,
  p.version as policy_version,
  s.metric,
  max(s.all_scores)::bigint as scores,
  max(s.all_reference_scores)::bigint as reference_scores,
  sum(s.total) / nullif(max(s.all_scores), 0)::double precision as mean_score,
  sum(s.reference_total) / nullif(max(s.all_reference_scores), 0)::double precision as reference_mean_score,
  case
    when max(s.all_scores) > 0 and max(s.all_reference_scores) > 0 then sum(
      ((s.scores + 0.5) / (s.all_scores + 5) - (s.reference_scores + 0.5) / (s.all_reference_scores + 5))
      * ln(
        ((s.scores + 0.5) / (s.all_scores + 5) / ((s.reference_scores + 0.5) / (s.all_reference_scores + 5)))::double precision
      )
    )
  end as psi,
  s.tenant
from summed as s
inner join groundcheck_internal.policies as p on p.id = s.policy_id
group by s.tenant, s.policy_id, p.name, p.version, s.metric, s.day;
comment on view groundcheck.drift is 'How far the scores of a day (of UTC) are spread otherwise than those of the 28 days before it: answers, context or models may have changed.';
comment on column groundcheck.drift.day is 'The day, from midnight to midnight UTC.';
comment on column groundcheck.drift.policy is 'Name of the policy.';
comment on column groundcheck.drift.policy_version is 'Version of the policy.';
comment on column groundcheck.drift.metric is 'trust_score, of answers, or support, of claims.';
comment on column groundcheck.drift.scores is 'Scores of the day.';
comment on column groundcheck.drift.reference_scores is 'Scores of the 28 days before.';
comment on column groundcheck.drift.mean_score is 'Mean score of the day; null without any.';
comment on column groundcheck.drift.reference_mean_score is 'Mean score of the 28 days before; null without any.';
comment on column groundcheck.drift.psi is 'Population stability index, 0 or more: from 0.2 on something has changed, where there are scores enough. Null without scores on either side.';
comment on column groundcheck.drift.tenant is 'Tenant; the empty string where there is but one.';
revoke all on groundcheck.drift from public;
