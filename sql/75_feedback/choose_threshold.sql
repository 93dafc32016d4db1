-- A support as the calibration makes it: where a policy's other bounds go.
create or replace function groundcheck_internal.calibrated(
  calibration groundcheck_internal.calibration,
  support double precision
)
returns double precision
language sql
immutable
parallel safe
return case
  when (calibrated.calibration).slope is null or calibrated.support is null or calibrated.support in (0, 1) then calibrated.support
  else 1 / (1 + pg_catalog.exp(-(
    (calibrated.calibration).slope * pg_catalog.ln(calibrated.support / (1 - calibrated.support))
    + (calibrated.calibration).intercept
  )))
end;
comment on function groundcheck_internal.calibrated is 'What a calibration makes of a support; the same where there is none.';
revoke all on function groundcheck_internal.calibrated from public;

-- A scorer whose logits are slope * (those of another) + intercept: the next version of one that carries the policy's name,
-- and the tenant's mark, as scorers are not kept by tenant. Null without a calibration.
create or replace function groundcheck_internal.calibrated_scorer(
  policy groundcheck_internal.policies,
  scorer_id int,
  calibration groundcheck_internal.calibration
)
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_tenant text := groundcheck_internal.current_tenant();
  v_name text;
  v_mark text := '-' || (calibrated_scorer.policy).name
    || case when v_tenant <> '' then '-' || left(encode(sha256(convert_to(v_tenant, 'UTF8')), 'hex'), 12) else '' end;
  v_new int;
begin
  if (calibrated_scorer.calibration).slope is null or calibrated_scorer.scorer_id is null then
    return null;
  end if;
  select s.name into v_name from groundcheck_internal.scorers as s where s.id = calibrated_scorer.scorer_id;
  if right(v_name, char_length(v_mark)) <> v_mark then
    v_name := v_name || v_mark;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('groundcheck-db scorer ' || v_name, 0));
  insert into groundcheck_internal.scorers (name, version, fitted_on)
  select
    v_name,
    coalesce((select max(s.version) from groundcheck_internal.scorers as s where s.name = v_name), 0) + 1,
    format('%s labelled claims, from scorer %s', (calibrated_scorer.calibration).labels,
      groundcheck_internal.scorer_name(calibrated_scorer.scorer_id))
  returning id into v_new;
  insert into groundcheck_internal.scorer_weights (scorer_id, signal, weight)
  select
    v_new, w.signal,
    (calibrated_scorer.calibration).slope * w.weight
    + case when w.signal = 'intercept' then (calibrated_scorer.calibration).intercept else 0 end
  from groundcheck_internal.scorer_weights as w
  where w.scorer_id = calibrated_scorer.scorer_id;
  return v_new;
end;
$$;
comment on function groundcheck_internal.calibrated_scorer is 'A new scorer with a calibration built in; null without one.';
revoke all on function groundcheck_internal.calibrated_scorer from public;

-- What a policy makes of everything that is labelled: each answer (or claim) with its score, whether it may pass at all
-- (no gate, no floor keeps it), and whether it is grounded.
create or replace function groundcheck_internal.score_labelled(policy groundcheck_internal.policies)
returns table (level text, score double precision, may_pass boolean, grounded boolean)
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  with weighed as materialized (
    select
      c.id,
      groundcheck_internal.weigh_claims(score_labelled.policy, groundcheck_internal.stored_claims(c)) as claims
    from (
      select distinct l.check_id, l.check_created_at
      from groundcheck_internal.labels as l
      where l.tenant = groundcheck_internal.current_tenant()
    ) as l
    join groundcheck_internal.checks as c
      on c.id = l.check_id and c.created_at = l.check_created_at
    where c.tenant = groundcheck_internal.current_tenant() and c.method = 'claims'
  )

  select
    'answer',
    groundcheck_internal.aggregate_support((score_labelled.policy).aggregate, w.claims),
    not (s.contradicted and (score_labelled.policy).contradiction_gate)
    and s.least >= coalesce((score_labelled.policy).claim_floor, 0),
    l.grounded
  from weighed as w
  join groundcheck_internal.answer_labels as l on l.check_id = w.id and l.tenant = groundcheck_internal.current_tenant()
  cross join lateral (
    select bool_or(j.verdict = 'contradicted') as contradicted, min(j.support) as least, count(*) = count(j.support) as whole
    from unnest(w.claims) as j
    where j.verdict <> 'not_checkable'
  ) as s
  where s.whole and s.least is not null
  union all
  select 'claim', j.support, j.verdict <> 'contradicted', l.grounded
  from weighed as w
  cross join unnest(w.claims) as j
  join groundcheck_internal.claim_labels as l
    on l.check_id = w.id and l.claim_index = j.claim_index and l.tenant = groundcheck_internal.current_tenant()
  where j.verdict <> 'not_checkable' and j.support is not null
$$;
comment on function groundcheck_internal.score_labelled is 'Scores of labelled answers and claims under a policy, weighed anew.';
revoke all on function groundcheck_internal.score_labelled from public;

-- The lowest threshold that reaches the precision, which keeps most of what is grounded. Fewer than a third of the labels
-- asked for must not carry it.
create or replace function groundcheck_internal.choose_threshold(
  policy groundcheck_internal.policies,
  target_precision double precision,
  minimum_labels int
)
returns groundcheck_internal.threshold_choice
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_levels text[];
  v_scores double precision[];
  v_may_pass boolean[];
  v_grounded boolean[];
  v_best double precision;
  v_choice groundcheck_internal.threshold_choice;
begin
  select array_agg(s.level), array_agg(s.score), array_agg(s.may_pass), array_agg(s.grounded)
  into v_levels, v_scores, v_may_pass, v_grounded
  from groundcheck_internal.score_labelled(choose_threshold.policy) as s;

  select s.level, count(*) into v_choice.level, v_choice.labels
  from unnest(v_levels, v_grounded) as s (level, grounded)
  group by s.level
  having count(*) >= choose_threshold.minimum_labels
    and count(*) filter (where s.grounded) >= 5
    and count(*) filter (where not s.grounded) >= 5
  order by s.level asc
  limit 1;
  if not found then
    raise exception using
      errcode = 'GC515',
      message = format('%s answers and %s claims are labelled: too few to calibrate policy %L',
        cardinality(array_positions(v_levels, 'answer')), cardinality(array_positions(v_levels, 'claim')),
        (choose_threshold.policy).name),
      hint = format('Label %s of either, at least 5 that are grounded and 5 that are not, with label().',
        choose_threshold.minimum_labels);
  end if;

  with labelled as (
    select s.score, s.may_pass, s.grounded
    from unnest(v_levels, v_scores, v_may_pass, v_grounded) as s (level, score, may_pass, grounded)
    where s.level = v_choice.level
  ),

  step as (
    select trunc(l.score::numeric, 6) as threshold, count(*) as more, count(*) filter (where l.grounded) as more_grounded
    from labelled as l
    where l.may_pass
    group by trunc(l.score::numeric, 6)
  ),

  curve as (
    select
      s.threshold,
      sum(s.more) over (order by s.threshold desc) as passing,
      sum(s.more_grounded) over (order by s.threshold desc) as passing_grounded
    from step as s
  ),

  reaching as (
    select
      c.threshold, c.passing_grounded / c.passing as reached,
      c.passing_grounded / (select count(*) from labelled as l where l.grounded) as recall
    from curve as c
    where c.passing >= choose_threshold.minimum_labels / 3
  )

  select
    max(r.reached),
    (array_agg(r.threshold order by r.threshold) filter (where r.reached >= choose_threshold.target_precision))[1],
    (array_agg(r.reached order by r.threshold) filter (where r.reached >= choose_threshold.target_precision))[1],
    (array_agg(r.recall order by r.threshold) filter (where r.reached >= choose_threshold.target_precision))[1]
  into v_best, v_choice.threshold, v_choice.reached_precision, v_choice.recall
  from reaching as r;
  if v_choice.threshold is null then
    raise exception using
      errcode = 'GC516',
      message = format('no threshold of policy %L reaches a precision of %s on %s labelled %ss',
        (choose_threshold.policy).name, choose_threshold.target_precision, v_choice.labels, v_choice.level),
      hint = coalesce(format('The best is %s. Ask for less, or label more.', round(v_best::numeric, 3)),
        'Too few of them may pass at all.');
  end if;
  return v_choice;
end;
$$;
comment on function groundcheck_internal.choose_threshold is 'The lowest threshold at which a policy reaches a precision on what is labelled. Raises GC515 or GC516.';
revoke all on function groundcheck_internal.choose_threshold from public;
