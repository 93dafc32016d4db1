create or replace view groundcheck.trust_hourly
with (security_invoker = true) as
select
  s.hour,
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
from groundcheck_internal.hourly_sums as s
inner join groundcheck_internal.policies as p on p.id = s.policy_id;
comment on view groundcheck.trust_hourly is 'One row an hour and policy: how many answers were checked, passed, and how far they could be trusted. Never stale; refresh_summaries() keeps it quick.';
comment on column groundcheck.trust_hourly.hour is 'Begin of the hour.';
comment on column groundcheck.trust_hourly.policy is 'Name of the policy.';
comment on column groundcheck.trust_hourly.policy_version is 'Version of the policy.';
comment on column groundcheck.trust_hourly.checks is 'Answers that were checked; checks made again are not counted.';
comment on column groundcheck.trust_hourly.passed is 'Final checks with the action PASS.';
comment on column groundcheck.trust_hourly.review is 'Final checks with the action REVIEW.';
comment on column groundcheck.trust_hourly.rejected is 'Final checks with the action REJECT.';
comment on column groundcheck.trust_hourly.failed is 'Answers that could not be checked.';
comment on column groundcheck.trust_hourly.unfinished is 'Checks that wait for the verifier.';
comment on column groundcheck.trust_hourly.pass_rate is 'Share of the final checks that passed, in [0,1]; null without any.';
comment on column groundcheck.trust_hourly.scored is 'Final checks that have a trust score.';
comment on column groundcheck.trust_hourly.mean_trust_score is 'Mean trust score of those, in [0,1]; null without any.';
comment on column groundcheck.trust_hourly.lowest_trust_score is 'Lowest trust score of those.';
comment on column groundcheck.trust_hourly.claims is 'Claims of the answers, the uncheckable ones among them.';
comment on column groundcheck.trust_hourly.supported is 'Claims that the context supports.';
comment on column groundcheck.trust_hourly.unsupported is 'Claims that the context does not support.';
comment on column groundcheck.trust_hourly.contradicted is 'Claims that the context contradicts.';
comment on column groundcheck.trust_hourly.not_checkable is 'Greetings, questions, abstentions and other parts that claim nothing.';
comment on column groundcheck.trust_hourly.contradiction_rate is 'Share of the checkable claims that are contradicted, in [0,1]; null without any.';
comment on column groundcheck.trust_hourly.mean_latency_ms is 'Mean time of a check inside the server, in milliseconds.';
comment on column groundcheck.trust_hourly.highest_latency_ms is 'Longest time of a check inside the server, in milliseconds.';
comment on column groundcheck.trust_hourly.tenant is 'Tenant; the empty string where there is but one.';
revoke all on groundcheck.trust_hourly from public;
