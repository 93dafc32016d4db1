-- The logistic model: 1 / (1 + exp(-z)), z = sum of weight * signal. NULL, which no verdict can come from, where the
-- scorer does not exist or asks for a signal that was not measured. z is held within +-36, beyond which exp overflows
-- or the result is 0 or 1 to the last bit.
create or replace function groundcheck_internal.score_support(scorer_id int, signals jsonb)
returns double precision
language plpgsql
stable
strict
parallel safe
as $$
declare
  v_support double precision;
begin
  select 1 / (1 + pg_catalog.exp(-least(greatest(pg_catalog.sum(s.part), -36), 36))) into v_support
  from (
    select
      w.weight * case
        when w.signal = 'intercept' then 1
        else (score_support.signals ->> w.signal)::float8
      end as part
    from groundcheck_internal.scorer_weights as w
    where w.scorer_id = score_support.scorer_id
  ) as s
  having pg_catalog.count(*) = pg_catalog.count(s.part);
  return v_support;
end;
$$;
comment on function groundcheck_internal.score_support is 'The probability that the context supports a claim with these signals.';
revoke all on function groundcheck_internal.score_support from public;
