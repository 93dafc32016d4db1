-- Sums up what was checked, so that the views over time read hours instead of checks; they are right without it, too. Twice
-- is a no-op. The last hours are left to the views, as their checks may still be written or verified, and the day before
-- what was summed last is summed again; since: from which hour on. Hours whose checks have all been purged keep their sums.
create or replace function groundcheck.refresh_summaries(since timestamptz default null)
returns bigint
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set jit = off
set standard_conforming_strings = on
as $$
declare
  v_until timestamptz := date_bin('1 hour', now() - interval '1 hour', '2000-01-01 00:00:00+00');
  v_from timestamptz := case
    when isfinite(refresh_summaries.since) then date_bin('1 hour', refresh_summaries.since, '2000-01-01 00:00:00+00')
    else refresh_summaries.since
  end;
  v_written bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('groundcheck-db summaries', 0));
  -- The view that sums what is new begins where a tenant's summaries end: set them back, and it sums again.
  insert into groundcheck_internal.summary_states as s (tenant, summarised_until)
  select t.tenant, '-infinity'
  from groundcheck_internal.checked_tenants as t
  on conflict do nothing;
  update groundcheck_internal.summary_states as s
  set summarised_until = least(s.summarised_until, coalesce(v_from, s.summarised_until - interval '1 day'));

  insert into groundcheck_internal.check_summaries as s (
    tenant, hour, policy_id, checks, passed, review, rejected, failed, unfinished, scored, trust_sum, trust_low, trust_bins,
    claims, supported, unsupported, contradicted, not_checkable, support_sum, support_bins, latency_sum, latency_high
  )
  select
    u.tenant, u.hour, u.policy_id, u.checks, u.passed, u.review, u.rejected, u.failed, u.unfinished, u.scored, u.trust_sum,
    u.trust_low, u.trust_bins, u.claims, u.supported, u.unsupported, u.contradicted, u.not_checkable, u.support_sum,
    u.support_bins, u.latency_sum, u.latency_high
  from groundcheck_internal.unsummarised as u
  where u.hour < v_until
  on conflict (tenant, hour, policy_id) do update set
    checks = excluded.checks, passed = excluded.passed, review = excluded.review, rejected = excluded.rejected,
    failed = excluded.failed, unfinished = excluded.unfinished, scored = excluded.scored, trust_sum = excluded.trust_sum,
    trust_low = excluded.trust_low, trust_bins = excluded.trust_bins, claims = excluded.claims,
    supported = excluded.supported, unsupported = excluded.unsupported, contradicted = excluded.contradicted,
    not_checkable = excluded.not_checkable, support_sum = excluded.support_sum, support_bins = excluded.support_bins,
    latency_sum = excluded.latency_sum, latency_high = excluded.latency_high, summarised_at = now()
  where s.checks <> excluded.checks
    or s.unfinished <> excluded.unfinished
    or s.passed <> excluded.passed
    or s.failed <> excluded.failed
    -- Added up in another order, a sum may be another in its last digit.
    or abs(s.trust_sum - excluded.trust_sum) > 1e-6
    or abs(s.support_sum - excluded.support_sum) > 1e-6
    or s.contradicted <> excluded.contradicted;
  get diagnostics v_written = row_count;

  update groundcheck_internal.summary_states as s
  set summarised_until = v_until;
  return v_written;
end;
$$;
comment on function groundcheck.refresh_summaries is
'Sums up the checks that the views over time would else read one by one, from since on or from where it ended; returns how many sums it wrote. For a schedule; the views are right without it.';
revoke all on function groundcheck.refresh_summaries from public;
