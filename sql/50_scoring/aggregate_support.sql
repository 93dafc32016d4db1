-- The trust score of an answer from the support of its claims; NULL where there is nothing to check.
-- A claim's weight in the mean is ln(1 + its number of tokens): a long claim says more than a short one, but not in
-- proportion.
create or replace function groundcheck_internal.aggregate_support(aggregate text, claims groundcheck_internal.judged_claim[])
returns double precision
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select case aggregate_support.aggregate
    when 'mean' then sum(c.support * w.weight) / sum(w.weight)
    when 'min' then min(c.support)
    -- support is never 0 (see score_support), so that the logarithm exists.
    when 'product' then exp(sum(ln(greatest(c.support, 1e-16))))
  end
  from unnest(aggregate_support.claims) as c
  cross join lateral (select greatest((c.signals ->> 'length')::float8, 0.1) as weight) as w
  where c.verdict <> 'not_checkable'
$$;
comment on function groundcheck_internal.aggregate_support is 'Weighted mean, minimum or product of the checkable claims'' support, in [0,1].';
revoke all on function groundcheck_internal.aggregate_support from public;
