-- A claim's values held against those of the evidence.

-- How a claim's value follows from two values of the evidence of one dimension, or from all of them: 'sum', 'difference',
-- 'percentage change', 'share', 'ratio', 'years between'; null where it does not. Small counts are no evidence of it: too
-- many pairs of small numbers add up to any small number.
create or replace function groundcheck_internal.derive_value(
  claim groundcheck.extracted_value, evidence groundcheck.extracted_value[]
)
returns text
language sql
immutable
parallel safe
as $$
  with amounts as (
    -- "Rose from 40 % to 46 %" is written like a range; its ends are two values.
    select e.n * 2 + d.place as n, d.amount, e.dimension, e.canonical || ' ' || d.place as canonical
    from unnest(evidence) with ordinality as e (
      kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end, n
    )
    cross join lateral unnest(
      case when e.dimension = 'percent' and e.amount_high is not null then array[e.amount, e.amount_high] else array[e.amount] end
    ) with ordinality as d (amount, place)
    where ((e.amount_high is null or e.dimension = 'percent') and e.amount <> 0 and e.dimension <> 'date' and e.dimension not in ('ordinal', 'weekday', 'time', 'temperature'))
      or (e.dimension = 'date' and e.kind = 'date' and pg_catalog.abs(e.amount) > 9999)
    order by n
    limit 40
  ),
  pairs as (
    select a.amount as a, b.amount as b, a.dimension
    from amounts as a
    inner join amounts as b on a.dimension = b.dimension and a.n < b.n and a.canonical <> b.canonical or a.dimension = b.dimension and a.n < b.n and a.dimension <> 'date'
  ),
  exact as (
    select greatest(pg_catalog.abs(claim.amount) * 0.000000001, case when claim.dimension = 'percent' or claim.qualifier = 'about' or claim.raw ~ '[.,][0-9]{1,2}(?![0-9])'
      then pg_catalog.abs(claim.amount) * groundcheck_internal.written_precision(claim, true) * 1.000001 else 0 end) as gap
  )
  select d.how
  from (
    select
      case
        when p.dimension = claim.dimension and p.dimension <> 'date' and (p.dimension <> 'count' or claim.amount >= 10) then
          case
            when pg_catalog.abs(p.a + p.b - claim.amount) <= x.gap then 'sum'
            -- From 40 % to 46 % is a rise of 6 points, and no rise of 6 %.
            when p.dimension <> 'percent' and pg_catalog.abs(pg_catalog.abs(p.a - p.b) - pg_catalog.abs(claim.amount)) <= x.gap then 'difference'
          end
        when claim.dimension = 'percentage_point' and p.dimension = 'percent' and pg_catalog.abs(pg_catalog.abs(p.a - p.b) - pg_catalog.abs(claim.amount)) <= x.gap then 'difference'
        when claim.dimension = 'percent' and p.dimension not in ('percent', 'date') then
          case
            when pg_catalog.abs(pg_catalog.abs(p.b - p.a) / pg_catalog.abs(nullif(p.a, 0)) * 100 - pg_catalog.abs(claim.amount)) <= x.gap
              or pg_catalog.abs(pg_catalog.abs(p.b - p.a) / pg_catalog.abs(nullif(p.b, 0)) * 100 - pg_catalog.abs(claim.amount)) <= x.gap then 'percentage change'
            when pg_catalog.abs(p.a / nullif(p.b, 0) * 100 - claim.amount) <= x.gap or pg_catalog.abs(p.b / nullif(p.a, 0) * 100 - claim.amount) <= x.gap then 'share'
          end
        when claim.dimension = 'count' and claim.raw ~* '(times|fold|mal|fois|veces|x)$' and p.dimension <> 'date' and claim.amount >= 2
          and (pg_catalog.abs(p.a / nullif(p.b, 0) - claim.amount) <= x.gap or pg_catalog.abs(p.b / nullif(p.a, 0) - claim.amount) <= x.gap) then 'ratio'
        when claim.dimension = 'duration' and p.dimension = 'date' and claim.amount >= 31556952 and claim.amount % 31556952 = 0
          and pg_catalog.div(pg_catalog.abs(p.a - p.b), 10000) = claim.amount / 31556952 then 'years between'
      end as how
    from pairs as p
    cross join exact as x
    union all
    select 'sum of all'
    from amounts as a
    cross join exact as x
    where a.dimension = claim.dimension and a.dimension <> 'date' and (a.dimension <> 'count' or claim.amount >= 10)
    group by x.gap
    having count(*) > 2 and pg_catalog.abs(sum(a.amount) - claim.amount) <= x.gap
  ) as d
  where d.how is not null and claim.amount_high is null and coalesce(claim.qualifier, 'about') = 'about'
  limit 1
$$;
comment on function groundcheck_internal.derive_value(groundcheck.extracted_value, groundcheck.extracted_value[]) is 'How a value follows from two or all values of the evidence, or null.';
revoke all on function groundcheck_internal.derive_value(groundcheck.extracted_value, groundcheck.extracted_value[]) from public;

-- The dimensions that two or more of the values have: without such a pair, nothing is derived from them.
create or replace function groundcheck_internal.paired_dimensions(evidence groundcheck.extracted_value[])
returns text[]
language plpgsql
immutable
parallel safe
as $$
declare
  e groundcheck.extracted_value;
  v_once text[] := '{}';
  v_twice text[] := '{}';
begin
  foreach e in array evidence loop
    if e.dimension = any(v_once) or e.dimension = 'percent' and e.amount_high is not null then
      v_twice := v_twice || e.dimension;
    else
      v_once := v_once || e.dimension;
    end if;
  end loop;
  return v_twice;
end;
$$;
comment on function groundcheck_internal.paired_dimensions(groundcheck.extracted_value[]) is 'The dimensions of which there are two values or more.';
revoke all on function groundcheck_internal.paired_dimensions(groundcheck.extracted_value[]) from public;

-- What compare_pair may find comparable beside values of the very same dimension; counts and rates with any.
create or replace function groundcheck_internal.dimension_family(dimension text)
returns text
language sql
immutable
parallel safe
return case
  when dimension like '%/%' then 'rate'
  when dimension like 'money:%' then 'money'
  when dimension in ('time', 'age') or dimension like 'duration%' then 'time'
  when dimension in ('angle', 'temperature') then 'degrees'
  when dimension in ('percent', 'percentage_point') then 'percent'
  else dimension
end;
comment on function groundcheck_internal.dimension_family(text) is 'Dimensions with the same family may be compared.';
revoke all on function groundcheck_internal.dimension_family(text) from public;

-- The canonical values alone.
create or replace function groundcheck_internal.canonicals(vals groundcheck.extracted_value[])
returns text[]
language sql
immutable
parallel safe
as $$
  select array(
    select v.canonical
    from pg_catalog.unnest(vals) as v (
      kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end
    )
  )
$$;
comment on function groundcheck_internal.canonicals(groundcheck.extracted_value[]) is 'The canonical spellings of values.';
revoke all on function groundcheck_internal.canonicals(groundcheck.extracted_value[]) from public;

-- A weight in pounds as money, where one of the others is in pounds sterling: "18 pounds a night" beside "£18 a night". The
-- value itself where none is.
create or replace function groundcheck_internal.pounds_as_money(
  value groundcheck.extracted_value, others groundcheck.extracted_value[]
)
returns groundcheck.extracted_value
language plpgsql
immutable
parallel safe
as $$
declare
  r groundcheck.extracted_value := value;
begin
  if r.raw ~* '\mpounds?\M' and exists (
    select
    from pg_catalog.unnest(others) as o (
      kind, raw, canonical, amount, amount_high, unit, dimension, qualifier, span_start, span_end
    )
    where o.dimension like 'money:GBP%'
  ) then
    r.kind := case when r.kind = 'range' then 'range' else 'money' end;
    r.amount := pg_catalog.round(r.amount / 0.45359237, 12);
    r.amount_high := pg_catalog.round(r.amount_high / 0.45359237, 12);
    r.unit := 'GBP' || pg_catalog.substr(r.unit, 3);
    r.dimension := 'money:GBP' || pg_catalog.substr(r.dimension, 5);
    if r.dimension = 'money:GBP/duration' then
      -- Money is kept per month or per hour.
      r.unit := case when r.raw ~* 'month|quarter|year' then 'GBP/month' else 'GBP/h' end;
      r.amount := pg_catalog.round(value.amount / 0.45359237 * case r.unit when 'GBP/month' then 2629746 else 3600 end, 9);
      r.amount_high := pg_catalog.round(value.amount_high / 0.45359237 * case r.unit when 'GBP/month' then 2629746 else 3600 end, 9);
      r.dimension := 'money:GBP/time';
    end if;
    r.canonical := groundcheck_internal.amount_canonical(r.amount, r.unit, 'money');
  end if;
  return r;
end;
$$;
comment on function groundcheck_internal.pounds_as_money(groundcheck.extracted_value, groundcheck.extracted_value[]) is 'A weight in pounds as money, beside pounds sterling.';
revoke all on function groundcheck_internal.pounds_as_money(groundcheck.extracted_value, groundcheck.extracted_value[]) from public;

-- One row for each value of the claim (positions from 1): the best that the evidence does for it.
--   equal            the same value, after conversion or plain rounding
--   contained        the evidence's value lies in the claim's range, century or less precise date
--   bound_respected  the evidence's value keeps to the claim's bound
--   derived          the sum, difference, share, change or ratio of values of the evidence
--   different        comparable, but another value: evidence_pos is the nearest one
--   absent           nothing comparable, or nothing that decides
-- A bound or range that some values of the dimension keep and others do not is different, but for counts, dates and times:
-- those speak of too many things. No rows where the claim has no value; null arrays are empty ones.
create or replace function groundcheck_internal.compare_values(
  claim groundcheck.extracted_value[], evidence groundcheck.extracted_value[]
)
returns table (claim_pos int, outcome text, evidence_pos int, detail text)
language plpgsql
immutable
parallel safe
as $$
declare
  c groundcheck.extracted_value;
  e groundcheck.extracted_value;
  r record;
  v_rank int;
  v_best int;
  v_gap numeric;
  v_nearest numeric;
  v_breaks int;
  v_how text;
  v_is_plain boolean;
  v_family text;
  v_paired text[];
  v_claimed text[];
begin
  for i in 1 .. coalesce(pg_catalog.cardinality(claim), 0) loop
    c := claim[i];
    claim_pos := i;
    outcome := 'absent';
    evidence_pos := null;
    detail := null;
    v_best := 0;
    v_breaks := null;
    v_nearest := null;
    v_is_plain := c.amount is not null and c.amount_high is null and c.qualifier is null and c.dimension not in ('date', 'time');
    if c.dimension like 'mass%' then
      c := groundcheck_internal.pounds_as_money(c, evidence);
    end if;
    v_family := groundcheck_internal.dimension_family(c.dimension);
    for j in 1 .. coalesce(pg_catalog.cardinality(evidence), 0) loop
      e := evidence[j];
      if e.dimension like 'mass%' and c.dimension like 'money:GBP%' then
        e := groundcheck_internal.pounds_as_money(e, claim);
      end if;
      continue when c.dimension <> e.dimension and c.kind in ('identifier', 'version', 'url', 'email', 'phone') and e.kind <> 'number';
      -- compare_pair has nothing to say of these.
      continue when c.dimension <> e.dimension and c.dimension <> 'count' and e.dimension <> 'count'
        and v_family <> groundcheck_internal.dimension_family(e.dimension)
        and v_family <> 'rate' and e.dimension not like '%/%';
      if v_is_plain and e.dimension = c.dimension and e.amount_high is null and e.unit is not distinct from c.unit
        and pg_catalog.abs(c.amount - e.amount) > 0.25 * greatest(pg_catalog.abs(c.amount), 0.000000004 * pg_catalog.abs(e.amount)) then
        -- Too far apart for any rounding: what compare_pair would say, without the call.
        v_gap := pg_catalog.abs(c.amount - e.amount);
        -- Values that the claim has as well are the last to be taken for what another of its values should be.
        if e.dimension = c.dimension and pg_catalog.cardinality(claim) > 1 and pg_catalog.cardinality(evidence) > 1 then
          v_claimed := coalesce(v_claimed, groundcheck_internal.canonicals(claim));
          if e.canonical = any(v_claimed) then
            v_gap := v_gap + 1e30;
          end if;
        end if;
        if v_best < 2 or v_best = 2 and v_gap < v_nearest then
          v_best := 2;
          v_nearest := v_gap;
          outcome := 'different';
          evidence_pos := j;
          detail := null;
        end if;
        continue;
      end if;
      r := groundcheck_internal.compare_pair(c, e);
      continue when r.outcome is null;
      v_rank := case r.outcome when 'equal' then 5 when 'contained' then 4 when 'bound_respected' then 3 when 'different' then 2 else 1 end;
      if v_rank = 2 then
        v_gap := coalesce(pg_catalog.abs(c.amount - e.amount), 0);
        if e.dimension = c.dimension and pg_catalog.cardinality(claim) > 1 and pg_catalog.cardinality(evidence) > 1 then
          v_claimed := coalesce(v_claimed, groundcheck_internal.canonicals(claim));
          if e.canonical = any(v_claimed) then
            v_gap := v_gap + 1e30;
          end if;
        end if;
        if e.qualifier is null and c.dimension = e.dimension and e.amount_high is null then
          v_breaks := coalesce(v_breaks, j);
        end if;
      end if;
      if v_rank > v_best or (v_rank = 2 and v_best = 2 and v_gap < v_nearest) then
        v_best := v_rank;
        v_nearest := v_gap;
        outcome := r.outcome;
        evidence_pos := j;
        detail := r.detail;
      end if;
      exit when v_best = 5;
    end loop;
    if v_breaks is not null and v_best in (3, 4) and c.dimension not in ('count', 'date', 'time') then
      outcome := 'different';
      evidence_pos := v_breaks;
      detail := 'not all values keep to it';
    elsif v_best <= 2 and c.amount is not null and c.dimension <> 'date' and (pg_catalog.cardinality(evidence) > 1 or evidence[1].amount_high is not null)
      and c.amount_high is null and (c.qualifier is null or c.qualifier = 'about') then
      v_paired := coalesce(v_paired, groundcheck_internal.paired_dimensions(evidence));
      if c.dimension = any(v_paired) and (c.dimension <> 'count' or c.amount >= 10)
        or v_paired <> '{}' and (
          c.dimension in ('percent', 'percentage_point', 'duration')
          or c.dimension = 'count' and c.raw ~* '(times|fold|mal|fois|veces|x)$'
        ) then
        v_how := groundcheck_internal.derive_value(c, evidence);
        if v_how is not null then
          outcome := 'derived';
          evidence_pos := null;
          detail := v_how;
        end if;
      end if;
    end if;
    return next;
  end loop;
end;
$$;
comment on function groundcheck_internal.compare_values(groundcheck.extracted_value[], groundcheck.extracted_value[]) is 'For each value of a claim, what the evidence does for it: equal, contained, bound_respected, derived, different or absent.';
revoke all on function groundcheck_internal.compare_values(groundcheck.extracted_value[], groundcheck.extracted_value[]) from public;
