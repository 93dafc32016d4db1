-- The tenants are found by hopping through the index from one to the next, so that the cost is that of their number, not of
-- what is stored.
create or replace view groundcheck_internal.checked_tenants
with (security_invoker = true) as
with recursive tenant as (
  (
    select c.tenant
    from groundcheck_internal.checks as c
    order by c.tenant asc
    limit 1
  )
  union all
  select (
    select c.tenant
    from groundcheck_internal.checks as c
    where c.tenant > t.tenant
    order by c.tenant asc
    limit 1
  )
  from tenant as t
  where t.tenant is not null
)

select t.tenant
from tenant as t
where t.tenant is not null;
comment on view groundcheck_internal.checked_tenants is 'The tenants that have checks.';
revoke all on groundcheck_internal.checked_tenants from public;

-- What check_summaries does not speak for yet, summed as it is read: for each tenant the hours since its last refresh, all
-- where there was none.
create or replace view groundcheck_internal.unsummarised
with (security_invoker = true) as
select
  t.tenant,
  s.*
from groundcheck_internal.checked_tenants as t
left join groundcheck_internal.summary_states as w on w.tenant = t.tenant
cross join lateral (
  with recent as materialized (
    select
      c.id,
      c.created_at,
      pg_catalog.date_bin('1 hour', c.created_at, '2000-01-01 00:00:00+00') as hour,
      c.policy_id,
      c.status,
      c.action,
      case when c.status = 'final' then c.trust_score end as trust_score,
      c.latency_ms
    from groundcheck_internal.checks as c
    where
      c.tenant = t.tenant
      and c.created_at >= coalesce(w.summarised_until, '-infinity')
      -- Always so; with both ends the planner takes what is new for little, and looks it up.
      and c.created_at <= greatest(w.summarised_until, 'infinity')
      and c.recheck_of is null
  ),

  claim_sums as (
    select
      r.hour,
      r.policy_id,
      count(*) as claims,
      count(*) filter (where k.verdict = 'supported') as supported,
      count(*) filter (where k.verdict = 'unsupported') as unsupported,
      count(*) filter (where k.verdict = 'contradicted') as contradicted,
      count(*) filter (where k.verdict = 'not_checkable') as not_checkable,
      coalesce(sum(k.support), 0) as support_sum,
      array[
        count(*) filter (where k.support < 0.1),
        count(*) filter (where k.support >= 0.1 and k.support < 0.2),
        count(*) filter (where k.support >= 0.2 and k.support < 0.3),
        count(*) filter (where k.support >= 0.3 and k.support < 0.4),
        count(*) filter (where k.support >= 0.4 and k.support < 0.5),
        count(*) filter (where k.support >= 0.5 and k.support < 0.6),
        count(*) filter (where k.support >= 0.6 and k.support < 0.7),
        count(*) filter (where k.support >= 0.7 and k.support < 0.8),
        count(*) filter (where k.support >= 0.8 and k.support < 0.9),
        count(*) filter (where k.support >= 0.9)
      ] as support_bins
    from recent as r
    inner join groundcheck_internal.claims as k on k.check_id = r.id and k.created_at = r.created_at
    group by r.hour, r.policy_id
  ),

  check_sums as (
    select
      r.hour,
      r.policy_id,
      count(*) as checks,
      count(*) filter (where r.status = 'final' and r.action = 'PASS') as passed,
      count(*) filter (where r.status = 'final' and r.action = 'REVIEW') as review,
      count(*) filter (where r.status = 'final' and r.action = 'REJECT') as rejected,
      count(*) filter (where r.status = 'failed') as failed,
      count(*) filter (where r.status in ('provisional', 'pending')) as unfinished,
      count(r.trust_score) as scored,
      coalesce(sum(r.trust_score), 0) as trust_sum,
      min(r.trust_score) as trust_low,
      array[
        count(*) filter (where r.trust_score < 0.1),
        count(*) filter (where r.trust_score >= 0.1 and r.trust_score < 0.2),
        count(*) filter (where r.trust_score >= 0.2 and r.trust_score < 0.3),
        count(*) filter (where r.trust_score >= 0.3 and r.trust_score < 0.4),
        count(*) filter (where r.trust_score >= 0.4 and r.trust_score < 0.5),
        count(*) filter (where r.trust_score >= 0.5 and r.trust_score < 0.6),
        count(*) filter (where r.trust_score >= 0.6 and r.trust_score < 0.7),
        count(*) filter (where r.trust_score >= 0.7 and r.trust_score < 0.8),
        count(*) filter (where r.trust_score >= 0.8 and r.trust_score < 0.9),
        count(*) filter (where r.trust_score >= 0.9)
      ] as trust_bins,
      sum(r.latency_ms) as latency_sum,
      max(r.latency_ms) as latency_high
    from recent as r
    group by r.hour, r.policy_id
  )

  select
    c.hour,
    c.policy_id,
    c.checks,
    c.passed,
    c.review,
    c.rejected,
    c.failed,
    c.unfinished,
    c.scored,
    c.trust_sum,
    c.trust_low,
    c.trust_bins,
    coalesce(k.claims, 0) as claims,
    coalesce(k.supported, 0) as supported,
    coalesce(k.unsupported, 0) as unsupported,
    coalesce(k.contradicted, 0) as contradicted,
    coalesce(k.not_checkable, 0) as not_checkable,
    coalesce(k.support_sum, 0) as support_sum,
    coalesce(k.support_bins, '{0,0,0,0,0,0,0,0,0,0}') as support_bins,
    c.latency_sum,
    c.latency_high
  from check_sums as c
  left join claim_sums as k on k.hour = c.hour and k.policy_id = c.policy_id
) as s;
comment on view groundcheck_internal.unsummarised is 'The sums of check_summaries for what it does not speak for yet.';
revoke all on groundcheck_internal.unsummarised from public;

create or replace view groundcheck_internal.hourly_sums
with (security_invoker = true) as
select
  s.tenant,
  s.hour,
  s.policy_id,
  s.checks,
  s.passed,
  s.review,
  s.rejected,
  s.failed,
  s.unfinished,
  s.scored,
  s.trust_sum,
  s.trust_low,
  s.trust_bins,
  s.claims,
  s.supported,
  s.unsupported,
  s.contradicted,
  s.not_checkable,
  s.support_sum,
  s.support_bins,
  s.latency_sum,
  s.latency_high
from groundcheck_internal.check_summaries as s
inner join groundcheck_internal.summary_states as w on w.tenant = s.tenant and s.hour < w.summarised_until
union all
select
  u.tenant,
  u.hour,
  u.policy_id,
  u.checks,
  u.passed,
  u.review,
  u.rejected,
  u.failed,
  u.unfinished,
  u.scored,
  u.trust_sum,
  u.trust_low,
  u.trust_bins,
  u.claims,
  u.supported,
  u.unsupported,
  u.contradicted,
  u.not_checkable,
  u.support_sum,
  u.support_bins,
  u.latency_sum,
  u.latency_high
from groundcheck_internal.unsummarised as u;
comment on view groundcheck_internal.hourly_sums is 'The sums of every hour and policy: kept ones, and what is newer.';
revoke all on groundcheck_internal.hourly_sums from public;
