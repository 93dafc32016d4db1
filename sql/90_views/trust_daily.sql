create or replace view groundcheck.trust_daily
with (security_invoker = true) as
select
  s.day,
  p.name as policy,
  p.version as policy_version,
  s.checks,
  s.passed,
  s.review,
  s.rejected,
  s.failed,
  s.unfinished,
  s.passed / nullif(s.passed + s.review + s.rejected, 0)::double precision as pass_rate,
  s.scored,
  s.trust_sum / nullif(s.scored, 0) as mean_trust_score,
  s.trust_low as lowest_trust_score,
  s.claims,
  s.supported,
  s.unsupported,
  s.contradicted,
  s.not_checkable,
  s.contradicted / nullif(s.supported + s.unsupported + s.contradicted, 0)::double precision as contradiction_rate,
  s.latency_sum / s.checks as mean_latency_ms,
  s.latency_high as highest_latency_ms,
  s.tenant
from (
  select
    h.tenant,
    h.policy_id,
    (h.hour at time zone 'UTC')::date as day,
    sum(h.checks)::bigint as checks,
    sum(h.passed)::bigint as passed,
    sum(h.review)::bigint as review,
    sum(h.rejected)::bigint as rejected,
    sum(h.failed)::bigint as failed,
    sum(h.unfinished)::bigint as unfinished,
    sum(h.scored)::bigint as scored,
    sum(h.trust_sum) as trust_sum,
    min(h.trust_low) as trust_low,
    sum(h.claims)::bigint as claims,
    sum(h.supported)::bigint as supported,
    sum(h.unsupported)::bigint as unsupported,
    sum(h.contradicted)::bigint as contradicted,
    sum(h.not_checkable)::bigint as not_checkable,
    sum(h.latency_sum) as latency_sum,
    max(h.latency_high) as latency_high
  from groundcheck_internal.hourly_sums as h
  group by h.tenant, h.policy_id, (h.hour at time zone 'UTC')::date
) as s
inner join groundcheck_internal.policies as p on p.id = s.policy_id;
comment on view groundcheck.trust_daily is 'One row a day (of UTC) and policy: how many answers were checked, passed, and how far they could be trusted. Never stale; refresh_summaries() keeps it quick.';
comment on column groundcheck.trust_daily.day is 'The day, from midnight to midnight UTC.';
comment on column groundcheck.trust_daily.policy is 'Name of the policy.';
comment on column groundcheck.trust_daily.policy_version is 'Version of the policy.';
comment on column groundcheck.trust_daily.checks is 'Answers that were checked; checks made again are not counted.';
comment on column groundcheck.trust_daily.passed is 'Final checks with the action PASS.';
comment on column groundcheck.trust_daily.review is 'Final checks with the action REVIEW.';
comment on column groundcheck.trust_daily.rejected is 'Final checks with the action REJECT.';
comment on column groundcheck.trust_daily.failed is 'Answers that could not be checked.';
comment on column groundcheck.trust_daily.unfinished is 'Checks that wait for the verifier.';
comment on column groundcheck.trust_daily.pass_rate is 'Share of the final checks that passed, in [0,1]; null without any.';
comment on column groundcheck.trust_daily.scored is 'Final checks that have a trust score.';
comment on column groundcheck.trust_daily.mean_trust_score is 'Mean trust score of those, in [0,1]; null without any.';
comment on column groundcheck.trust_daily.lowest_trust_score is 'Lowest trust score of those.';
comment on column groundcheck.trust_daily.claims is 'Claims of the answers, the uncheckable ones among them.';
comment on column groundcheck.trust_daily.supported is 'Claims that the context supports.';
comment on column groundcheck.trust_daily.unsupported is 'Claims that the context does not support.';
comment on column groundcheck.trust_daily.contradicted is 'Claims that the context contradicts.';
comment on column groundcheck.trust_daily.not_checkable is 'Greetings, questions, abstentions and other parts that claim nothing.';
comment on column groundcheck.trust_daily.contradiction_rate is 'Share of the checkable claims that are contradicted, in [0,1]; null without any.';
comment on column groundcheck.trust_daily.mean_latency_ms is 'Mean time of a check inside the server, in milliseconds.';
comment on column groundcheck.trust_daily.highest_latency_ms is 'Longest time of a check inside the server, in milliseconds.';
comment on column groundcheck.trust_daily.tenant is 'Tenant; the empty string where there is but one.';
revoke all on groundcheck.trust_daily from public;
