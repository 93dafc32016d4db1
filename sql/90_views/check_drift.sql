-- For a schedule: what drift shows of the last days, as rows, as warnings in the server's log, and as a notification on the
-- channel groundcheck_drift. Few scores scatter: minimum_scores keeps them from crying wolf.
create or replace function groundcheck.check_drift(
  days int default 1,
  minimum_psi double precision default 0.2,
  minimum_scores int default 100
)
returns table (
  day date,
  policy text,
  policy_version int,
  metric text,
  psi double precision,
  mean_score double precision,
  reference_mean_score double precision,
  tenant text
)
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
#variable_conflict use_column
begin
  -- NaN is greater than every number, and would warn of nothing for ever; so would null.
  if not coalesce(
    check_drift.days between 0 and 100000 and check_drift.minimum_psi >= 0 and check_drift.minimum_psi < 'infinity'
    and check_drift.minimum_scores >= 0, false
  ) then
    raise exception using
      errcode = 'GC606',
      message = format('drift cannot be told by days %s, minimum_psi %s, minimum_scores %s',
        coalesce(check_drift.days::text, 'null'), coalesce(check_drift.minimum_psi::text, 'null'),
        coalesce(check_drift.minimum_scores::text, 'null')),
      hint = 'Give numbers from 0 on, such as days 1, minimum_psi 0.2, minimum_scores 100; days at most 100000.';
  end if;
  for day, policy, policy_version, metric, psi, mean_score, reference_mean_score, tenant in
    select d.day, d.policy, d.policy_version, d.metric, d.psi, d.mean_score, d.reference_mean_score, d.tenant
    from groundcheck.drift as d
    where d.day >= (now() at time zone 'UTC')::date - check_drift.days
      and d.psi >= check_drift.minimum_psi
      and d.scores >= check_drift.minimum_scores
      and d.reference_scores >= check_drift.minimum_scores
    order by d.day, d.tenant, d.policy, d.policy_version, d.metric
  loop
    raise warning '% of policy % (version %) drifts on %: PSI %, mean % instead of %', metric, policy, policy_version, day,
      round(psi::numeric, 3), round(mean_score::numeric, 3), round(reference_mean_score::numeric, 3);
    perform pg_notify('groundcheck_drift', jsonb_build_object(
      'day', day, 'tenant', tenant, 'policy', policy, 'policy_version', policy_version, 'metric', metric,
      'psi', round(psi::numeric, 3)
    )::text);
    return next;
  end loop;
end;
$$;
comment on function groundcheck.check_drift is
'The rows of drift of the last days that tell of a change, with a warning and a notification on channel groundcheck_drift for each. For a schedule. GC606: numbers that cannot be.';
revoke all on function groundcheck.check_drift from public;
