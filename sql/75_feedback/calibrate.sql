-- A new version of a policy that fits what people have said:
--   calibration  where enough claims are labelled, Platt's logistic of the scorer's logit on the labels: the scorer's weights
--                times the slope, its intercept moved; so that a support of 0.8 is right eight times in ten
--   threshold    the lowest at which, of the labelled answers that pass, the share of grounded ones is at least
--                target_precision. Where too few answers are labelled, claims stand for them.
-- Answers that were checked under other policies count, too: their claims are weighed anew by this policy's new scorer.
-- remarks say what is not calibrated and why, and whose policy it is: who works without a tenant makes the shared one's next
-- version, by the labels of the empty tenant.
create or replace function groundcheck.calibrate(
  policy text default 'default',
  target_precision double precision default 0.95,
  minimum_labels int default 30
)
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set jit = off
set extra_float_digits = 1
set standard_conforming_strings = on
as $$
declare
  v_policy groundcheck_internal.policies := groundcheck_internal.find_policy(calibrate.policy);
  v_screen groundcheck_internal.calibration;
  v_verified groundcheck_internal.calibration;
  v_candidate groundcheck_internal.policies := v_policy;
  v_choice groundcheck_internal.threshold_choice;
  v_settings jsonb;
begin
  perform groundcheck_internal.require_calibratable(v_policy, calibrate.target_precision, calibrate.minimum_labels);
  v_screen := groundcheck_internal.fit_calibration(v_policy, false, calibrate.minimum_labels);
  v_verified := groundcheck_internal.fit_calibration(v_policy, true, calibrate.minimum_labels);
  v_candidate.scorer_id := coalesce(
    groundcheck_internal.calibrated_scorer(v_policy, v_policy.scorer_id, v_screen), v_policy.scorer_id
  );
  v_candidate.verified_scorer_id := coalesce(
    groundcheck_internal.calibrated_scorer(v_policy, v_policy.verified_scorer_id, v_verified), v_policy.verified_scorer_id
  );
  v_candidate.claim_floor := groundcheck_internal.calibrated(v_screen, v_policy.claim_floor);
  v_candidate.review_threshold := groundcheck_internal.calibrated(v_screen, v_policy.review_threshold);

  v_choice := groundcheck_internal.choose_threshold(v_candidate, calibrate.target_precision, calibrate.minimum_labels);
  v_settings := groundcheck.create_policy(calibrate.policy, jsonb_strip_nulls(jsonb_build_object(
    'threshold', v_choice.threshold,
    'claim_floor', v_candidate.claim_floor,
    'review_threshold', least(v_candidate.review_threshold, v_choice.threshold),
    'scorer', groundcheck_internal.scorer_name(v_candidate.scorer_id),
    'verified_scorer', groundcheck_internal.scorer_name(v_candidate.verified_scorer_id)
  )));

  return jsonb_build_object(
    'policy', v_settings -> 'name',
    'version', v_settings -> 'version',
    'threshold', v_settings -> 'threshold',
    'target_precision', calibrate.target_precision,
    'precision', round(v_choice.reached_precision::numeric, 4),
    'recall', round(v_choice.recall::numeric, 4),
    'level', v_choice.level,
    'labels', v_choice.labels,
    'calibration', to_jsonb(v_screen),
    'verified_calibration', to_jsonb(v_verified),
    'tenant', groundcheck_internal.current_tenant(),
    'remarks', groundcheck_internal.calibration_remarks(v_policy, v_screen, v_verified, calibrate.minimum_labels)
  );
end;
$$;
comment on function groundcheck.calibrate is
'Makes the next version of a policy, with calibrated support and the lowest threshold that reaches the precision on what people labelled; returns what it found, with remarks. Without a tenant it is the version that all tenants share. GC101: unknown policy. GC514: a policy or number that cannot be. GC515: too few labels. GC516: no threshold reaches it, or support does not rise with the labels.';
revoke all on function groundcheck.calibrate from public;

create or replace function groundcheck_internal.calibration_remarks(
  policy groundcheck_internal.policies,
  screen groundcheck_internal.calibration,
  verified groundcheck_internal.calibration,
  minimum_labels int
)
returns jsonb
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(r.remark order by r.place), '[]')
  from (
    values
    (
      1, calibration_remarks.screen is null,
      format('calibration is null: fewer than %s labelled claims that the verifier has not read, or fewer than 5 of a kind; '
        'their support stays as it is.', calibration_remarks.minimum_labels)
    ),
    (
      2, calibration_remarks.verified is null and (calibration_remarks.policy).verify <> 'never',
      format('verified_calibration is null: fewer than %s labelled claims that the verifier has read, or fewer than 5 of a '
        'kind; their support stays as it is.', calibration_remarks.minimum_labels)
    ),
    (
      3, groundcheck_internal.current_tenant() = '',
      format('No tenant is set: this is the shared policy "%s", which every tenant goes by that has none of this name.',
        (calibration_remarks.policy).name)
    )
  ) as r (place, holds, remark)
  where r.holds
$$;
comment on function groundcheck_internal.calibration_remarks is 'What calibrate() has to say beside its numbers, a sentence each.';
revoke all on function groundcheck_internal.calibration_remarks from public;

create or replace function groundcheck_internal.require_calibratable(
  policy groundcheck_internal.policies,
  target_precision double precision,
  minimum_labels int
)
returns void
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  if (require_calibratable.policy).method <> 'claims' then
    raise exception using
      errcode = 'GC514',
      message = format('policy %L compares whole answers, and has no support to calibrate', (require_calibratable.policy).name),
      hint = 'Calibrate a policy with the method claims; the view threshold_curve shows what a threshold would do for any.';
  elsif not coalesce(require_calibratable.target_precision > 0 and require_calibratable.target_precision <= 1, false) then
    raise exception using
      errcode = 'GC514',
      message = format('the precision to reach cannot be %s', coalesce(require_calibratable.target_precision::text, 'null')),
      hint = 'Give the share of passing answers that must be grounded, above 0 and up to 1.';
  elsif not coalesce(require_calibratable.minimum_labels >= 10, false) then
    raise exception using
      errcode = 'GC514',
      message = format('%s labels are too few to ask for', coalesce(require_calibratable.minimum_labels::text, 'null')),
      hint = 'Give 10 or more; below 30 a threshold says little.';
  end if;
end;
$$;
comment on function groundcheck_internal.require_calibratable is 'Raises GC514 where there is nothing that labels could set.';
revoke all on function groundcheck_internal.require_calibratable from public;

-- Every labelled claim with what one of the policy's scorers makes of it: of the claims that the verifier has seen, or of the
-- others. A contradiction takes its own part of the support, whatever the scorer says: it is no sample of it.
create or replace function groundcheck_internal.fit_calibration(
  policy groundcheck_internal.policies,
  verified boolean,
  minimum_labels int
)
returns groundcheck_internal.calibration
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scorer int := case
    when fit_calibration.verified then (fit_calibration.policy).verified_scorer_id else (fit_calibration.policy).scorer_id
  end;
  v_logits double precision[];
  v_grounded boolean[];
  v_fit groundcheck_internal.calibration;
begin
  select array_agg(ln(s.support / (1 - s.support))), array_agg(l.grounded) into v_logits, v_grounded
  from groundcheck_internal.claim_labels as l
  join groundcheck_internal.claims as c
    on c.check_id = l.check_id and c.created_at = l.check_created_at and c.claim_index = l.claim_index
  cross join lateral (select groundcheck_internal.score_support(v_scorer, c.signals) as support) as s
  where l.tenant = groundcheck_internal.current_tenant()
    and c.verdict <> 'not_checkable'
    and s.support > 0 and s.support < 1
    and groundcheck_internal.is_verified(fit_calibration.policy, c.signals) = fit_calibration.verified
    and (fit_calibration.verified
      or coalesce((c.finding ->> 'severity')::float8, 0) < groundcheck_internal.contradiction_severity());

  if coalesce(cardinality(v_logits), 0) < fit_calibration.minimum_labels
    or cardinality(array_positions(v_grounded, true)) < 5 or cardinality(array_positions(v_grounded, false)) < 5
  then
    return null;
  end if;
  v_fit := groundcheck_internal.fit_platt(v_logits, v_grounded);
  if v_fit.slope <= 0 then
    raise exception using
      errcode = 'GC516',
      message = format('of %s labelled claims the grounded ones have no more support than the others', v_fit.labels),
      hint = 'The labels may be the wrong way round, or of texts that this scorer cannot judge.';
  end if;
  return v_fit;
end;
$$;
comment on function groundcheck_internal.fit_calibration is 'Platt''s calibration of a policy''s scorer on labelled claims; null where they are too few. Raises GC516.';
revoke all on function groundcheck_internal.fit_calibration from public;

-- Platt's method (Probabilistic Outputs for Support Vector Machines, 1999): the logistic regression of the labels on one
-- number, with targets a little off 0 and 1, so that it ends where the classes can be told apart without error. By Newton's
-- steps, halved while they would make it worse.
create or replace function groundcheck_internal.fit_platt(logits double precision[], grounded boolean[])
returns groundcheck_internal.calibration
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_labels int := cardinality(fit_platt.logits);
  v_positive double precision := cardinality(array_positions(fit_platt.grounded, true));
  v_high double precision := (v_positive + 1) / (v_positive + 2);
  v_low double precision := 1 / (v_labels - v_positive + 2);
  v_slope double precision := 1;
  v_intercept double precision := 0;
  v_loss double precision := groundcheck_internal.platt_loss(fit_platt.logits, fit_platt.grounded, v_high, v_low, 1, 0);
  v_new_loss double precision;
  v_step double precision;
  v record;
  v_fit groundcheck_internal.calibration;
begin
  for v_round in 1..100 loop
    -- Gradient and curvature; 1e-9 keeps the latter invertible where all logits are alike.
    select
      sum((p.p - p.t) * p.x) as g1, sum(p.p - p.t) as g0,
      sum(p.w * p.x * p.x) + 1e-9 as h11, sum(p.w * p.x) as h10, sum(p.w) + 1e-9 as h00
    into v
    from (
      select q.x, q.t, q.p, q.p * (1 - q.p) as w
      from (
        select
          u.x, case when u.y then v_high else v_low end as t,
          1 / (1 + exp(-least(greatest(v_slope * u.x + v_intercept, -36), 36))) as p
        from unnest(fit_platt.logits, fit_platt.grounded) as u (x, y)
      ) as q
    ) as p;
    exit when abs(v.g1) < 1e-9 * v_labels and abs(v.g0) < 1e-9 * v_labels;
    v_step := 1;
    loop
      v_new_loss := groundcheck_internal.platt_loss(
        fit_platt.logits, fit_platt.grounded, v_high, v_low,
        v_slope - v_step * (v.h00 * v.g1 - v.h10 * v.g0) / (v.h11 * v.h00 - v.h10 * v.h10),
        v_intercept - v_step * (v.h11 * v.g0 - v.h10 * v.g1) / (v.h11 * v.h00 - v.h10 * v.h10)
      );
      exit when v_new_loss <= v_loss or v_step < 1e-10;
      v_step := v_step / 2;
    end loop;
    exit when v_step < 1e-10;
    v_slope := v_slope - v_step * (v.h00 * v.g1 - v.h10 * v.g0) / (v.h11 * v.h00 - v.h10 * v.h10);
    v_intercept := v_intercept - v_step * (v.h11 * v.g0 - v.h10 * v.g1) / (v.h11 * v.h00 - v.h10 * v.h10);
    v_loss := v_new_loss;
  end loop;

  v_fit.labels := v_labels;
  v_fit.slope := v_slope;
  v_fit.intercept := v_intercept;
  select
    avg((1 / (1 + exp(-u.x)) - u.y::int) ^ 2),
    avg((1 / (1 + exp(-least(greatest(v_slope * u.x + v_intercept, -36), 36))) - u.y::int) ^ 2)
  into v_fit.brier_before, v_fit.brier_after
  from unnest(fit_platt.logits, fit_platt.grounded) as u (x, y);
  return v_fit;
end;
$$;
comment on function groundcheck_internal.fit_platt is 'Slope and intercept that turn logits into probabilities of the labels.';
revoke all on function groundcheck_internal.fit_platt from public;

-- The cross entropy, with ln(1 + exp(-|z|)), which does not overflow.
create or replace function groundcheck_internal.platt_loss(
  logits double precision[],
  grounded boolean[],
  high double precision,
  low double precision,
  slope double precision,
  intercept double precision
)
returns double precision
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select sum(ln(1 + exp(-least(abs(z.z), 700))) + greatest(z.z, 0) - z.t * z.z)
  from (
    select
      platt_loss.slope * u.x + platt_loss.intercept as z,
      case when u.y then platt_loss.high else platt_loss.low end as t
    from unnest(platt_loss.logits, platt_loss.grounded) as u (x, y)
  ) as z
$$;
comment on function groundcheck_internal.platt_loss is 'Cross entropy of labels and calibrated logits.';
revoke all on function groundcheck_internal.platt_loss from public;
