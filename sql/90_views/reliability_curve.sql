create or replace view groundcheck.reliability_curve
with (security_invoker = true) as
select
  b.level,
  p.name as policy,
  p.version as policy_version,
  b.bin / 10::double precision as bin_from,
  (b.bin + 1) / 10::double precision as bin_to,
  b.labelled,
  b.mean_score,
  b.grounded_share,
  b.mean_score - b.grounded_share as gap,
  sum(b.labelled * abs(b.mean_score - b.grounded_share)) over whole / sum(b.labelled) over whole as calibration_error,
  b.tenant
from (
  select
    s.tenant,
    s.level,
    s.policy_id,
    least(trunc(s.score::numeric * 10), 9)::int as bin,
    count(*) as labelled,
    avg(s.score) as mean_score,
    count(*) filter (where s.grounded) / count(*)::double precision as grounded_share
  from groundcheck_internal.labelled_scores as s
  where s.score is not null
  group by s.tenant, s.level, s.policy_id, least(trunc(s.score::numeric * 10), 9)
) as b
inner join groundcheck_internal.policies as p on p.id = b.policy_id
window whole as (partition by b.tenant, b.level, b.policy_id);
comment on view groundcheck.reliability_curve is 'How far a score can be taken as a probability: by tenths of the score, the share of labelled answers (or claims) that are grounded.';
comment on column groundcheck.reliability_curve.level is 'answer: trust scores and labels of answers; claim: support and labels of claims.';
comment on column groundcheck.reliability_curve.policy is 'Name of the policy that scored.';
comment on column groundcheck.reliability_curve.policy_version is 'Version of the policy.';
comment on column groundcheck.reliability_curve.bin_from is 'Lowest score of the bin.';
comment on column groundcheck.reliability_curve.bin_to is 'Where the bin ends; only the last one holds its end.';
comment on column groundcheck.reliability_curve.labelled is 'Labelled answers or claims with such a score; bins without any have no row.';
comment on column groundcheck.reliability_curve.mean_score is 'Their mean score.';
comment on column groundcheck.reliability_curve.grounded_share is 'The share of them that is grounded.';
comment on column groundcheck.reliability_curve.gap is 'mean_score - grounded_share: above 0 the scores promise too much.';
comment on column groundcheck.reliability_curve.calibration_error is 'Expected calibration error of the whole curve: mean of |gap|, weighted by labelled.';
comment on column groundcheck.reliability_curve.tenant is 'Tenant; the empty string where there is but one.';
revoke all on groundcheck.reliability_curve from public;
