-- How one value of a claim stands to one value of the evidence.

-- Half a unit of the last digit that was written, as a share of the value: "2.75" is good to 1 in 550. Trailing zeros
-- count as digits only in exact values.
create or replace function groundcheck_internal.written_precision(value groundcheck.extracted_value, exact boolean)
returns numeric
language plpgsql
immutable
parallel safe
as $$
declare
  v_digits text := pg_catalog.ltrim(pg_catalog.translate(substring(value.raw from '[0-9](?:[0-9]|[.,] ?(?=[0-9]))*'), '., ', ''), '0');
begin
  if v_digits is null or v_digits = '' then
    v_digits := pg_catalog.trim_scale(pg_catalog.abs(value.amount))::text;
    v_digits := pg_catalog.ltrim(pg_catalog.translate(v_digits, '.', ''), '0');
    exact := false;
  end if;
  if not exact then
    v_digits := pg_catalog.rtrim(v_digits, '0');
  end if;
  return case when v_digits = '' then 0 else 0.5 / pg_catalog.left(v_digits, 30)::numeric end;
end;
$$;
comment on function groundcheck_internal.written_precision(groundcheck.extracted_value, boolean) is 'Half a unit of the last written digit as a share of the value.';
revoke all on function groundcheck_internal.written_precision(groundcheck.extracted_value, boolean) from public;

-- Whether two exact amounts of one dimension are the same: to nine digits; or the claim's is the evidence's rounded, where
-- rounding is plain to see: the claim says "about"; it is written with a magnitude ("58 thousand"), as a whole percentage
-- of ten and more, or with decimals of which the evidence has more; or the two are written in different units.
create or replace function groundcheck_internal.same_amount(
  claim groundcheck.extracted_value, evidence groundcheck.extracted_value, claim_amount numeric, evidence_amount numeric,
  out same boolean, out rounded boolean
)
language plpgsql
immutable
parallel safe
as $$
declare
  v_gap numeric := pg_catalog.abs(claim_amount - evidence_amount);
  v_written text;
  v_share numeric;
begin
  rounded := false;
  same := v_gap <= 0.000000001 * pg_catalog.abs(evidence_amount);
  if same or sign(claim_amount) <> sign(evidence_amount) or v_gap > 0.25 * pg_catalog.abs(claim_amount) then
    return;
  end if;
  v_written := substring(claim.raw from '[0-9][0-9.,]*');
  if claim.qualifier = 'about' then
    v_share := greatest(0.05, groundcheck_internal.written_precision(claim, false));
    if claim.dimension = 'count' and claim_amount < 20 then
      v_share := groundcheck_internal.written_precision(claim, true);
    end if;
  elsif claim.raw ~ E'[0-9A-Za-z] ?(?:[kKMBT](?![A-Za-z])|[Tt]housand|[Mm]illi|[Bb]illion|[Tt]rillion|bn|mn|[Mm]io|[Mm]rd|Tsd|lakh|crore|\u4e07|\u4ebf|\u5104)'
    and v_gap < 0.06 * pg_catalog.abs(claim_amount) then
    v_share := groundcheck_internal.written_precision(claim, v_written is not null);
  elsif v_written is not null and (
      (claim.dimension = 'percent' and claim_amount >= 10)
      or (v_written ~ '[.,][0-9]' and pg_catalog.length(v_written) >= 3)
    ) and pg_catalog.scale(pg_catalog.trim_scale(evidence_amount)) > pg_catalog.scale(pg_catalog.trim_scale(claim_amount)) then
    v_share := groundcheck_internal.written_precision(claim, true);
  elsif claim.dimension in ('length', 'mass', 'area', 'volume', 'temperature', 'length/duration', 'duration', 'power', 'energy')
    and pg_catalog.translate(claim.raw, '0123456789., ', '') <> pg_catalog.translate(evidence.raw, '0123456789., ', '')
    and not claim.raw ~ '^[a-z]' and claim.dimension <> 'duration' then
    -- 5 miles and 8 km: each is good to its last digit.
    v_share := greatest(
      least(groundcheck_internal.written_precision(claim, false), 0.03), least(groundcheck_internal.written_precision(evidence, false), 0.03)
    );
  end if;
  if v_gap <= v_share * 1.000001 * pg_catalog.abs(claim_amount) then
    same := true;
    rounded := true;
  end if;
end;
$$;
comment on function groundcheck_internal.same_amount(groundcheck.extracted_value, groundcheck.extracted_value, numeric, numeric) is 'Whether two amounts are the same, and whether only by rounding.';
revoke all on function groundcheck_internal.same_amount(groundcheck.extracted_value, groundcheck.extracted_value, numeric, numeric) from public;

-- How fine a date is: 1 day (or days of one month), 2 month, 3 quarter or half, 4 year, 5 longer or another stretch.
create or replace function groundcheck_internal.date_grain(low numeric, high numeric)
returns int
language sql
immutable
parallel safe
return case
  when high is null or high = low or high - low < 27 and high % 100 <= 31 then 1
  when low % 100 = 1 and pg_catalog.div(low, 100) = pg_catalog.div(high, 100) then 2
  when low % 100 = 1 and pg_catalog.div(low, 10000) = pg_catalog.div(high, 10000) then case when high - low = 1130 then 4 else 3 end
  else 5
end;
comment on function groundcheck_internal.date_grain(numeric, numeric) is 'How fine a date is: 1 day, 2 month, 3 quarter or half, 4 year, 5 longer.';
revoke all on function groundcheck_internal.date_grain(numeric, numeric) from public;

-- Dates and stretches of time, as the days from amount to amount_high. The evidence supports what it lies inside of;
-- a claim that is more precise than the evidence is absent from it. Two dates apart are different only where they answer
-- the same question: the evidence's is as fine as the claim's or finer ("in 1988", "on 14 March 1987"), both are days and
-- months of one year, or a month is claimed of another year. A day beside a year or decade is of something else.
create or replace function groundcheck_internal.compare_dates(
  claim groundcheck.extracted_value, evidence groundcheck.extracted_value, out outcome text, out detail text
)
language plpgsql
immutable
parallel safe
as $$
declare
  c_low numeric := claim.amount;
  c_high numeric := coalesce(claim.amount_high, claim.amount);
  e_low numeric := evidence.amount;
  e_high numeric := coalesce(evidence.amount_high, evidence.amount);
  v_claim_grain int := groundcheck_internal.date_grain(claim.amount, claim.amount_high);
  v_grain int := groundcheck_internal.date_grain(evidence.amount, evidence.amount_high);
  v_partial boolean := false;
begin
  -- Without a year on one side, days and months alone are compared.
  if c_low between 0 and 9999 and e_low > 9999 then
    if pg_catalog.div(e_low, 10000) <> pg_catalog.div(e_high, 10000) or e_high - e_low > 1000 then
      outcome := 'absent';
      return;
    end if;
    e_low := e_low % 10000;
    e_high := e_high % 10000;
  elsif e_low between 0 and 9999 and c_low > 9999 then
    if pg_catalog.div(c_low, 10000) <> pg_catalog.div(c_high, 10000) or c_high - c_low > 1000 then
      outcome := 'absent';
      return;
    end if;
    c_low := c_low % 10000;
    c_high := c_high % 10000;
    v_partial := true;
  end if;
  if c_low = e_low and c_high = e_high then
    outcome := case
      when evidence.qualifier in ('before', 'after') and claim.qualifier is null then 'absent'
      when claim.qualifier in ('before', 'less_than', 'after', 'more_than') and claim.qualifier is distinct from evidence.qualifier then 'different'
      else 'equal'
    end;
  elsif claim.qualifier = evidence.qualifier and claim.qualifier <> 'about' then
    -- Two bounds of one kind at different dates.
    outcome := case when v_grain = v_claim_grain or v_grain < v_claim_grain and (e_high < c_low or e_low > c_high) then 'different' else 'absent' end;
  elsif claim.qualifier in ('before', 'less_than') then
    outcome := case when e_high < c_low then 'bound_respected' else 'different' end;
  elsif claim.qualifier in ('after', 'more_than') then
    outcome := case when e_low > c_high then 'bound_respected' else 'different' end;
  elsif claim.kind = 'range' and evidence.kind = 'range' and (c_low = e_low or c_high = e_high) then
    -- "From 1912 to 1919" and "from 1912 to 1929" begin alike and end at different times.
    outcome := 'different';
  elsif e_low >= c_low and e_high <= c_high then
    outcome := 'contained';
  elsif e_low <= c_high and e_high >= c_low then
    outcome := 'absent';
    detail := 'the evidence is less precise';
  elsif claim.qualifier = 'about' and pg_catalog.abs(pg_catalog.div(e_low, 10000) - pg_catalog.div(c_low, 10000)) <= 3 and c_low > 9999 then
    outcome := 'equal';
    detail := 'rounded';
  elsif v_grain <= v_claim_grain or v_claim_grain = 2 and v_grain in (3, 4)
    or v_claim_grain = 1 and v_grain = 2 and pg_catalog.div(c_low, 10000) = pg_catalog.div(e_low, 10000) then
    outcome := 'different';
  else
    outcome := 'absent';
    detail := 'the evidence is less precise';
  end if;
  if v_partial and outcome in ('equal', 'contained') then
    outcome := 'absent';
    detail := 'the evidence has no year';
  end if;
end;
$$;
comment on function groundcheck_internal.compare_dates(groundcheck.extracted_value, groundcheck.extracted_value) is 'How a date of a claim stands to a date of the evidence.';
revoke all on function groundcheck_internal.compare_dates(groundcheck.extracted_value, groundcheck.extracted_value) from public;

-- Amounts that may be ranges or bounds. An exact amount keeps to a bound or breaks it; two bounds of one kind are equal or
-- different, whichever is the wider.
create or replace function groundcheck_internal.compare_amounts(
  claim groundcheck.extracted_value, evidence groundcheck.extracted_value, claim_amount numeric, evidence_amount numeric,
  out outcome text, out detail text
)
language plpgsql
immutable
parallel safe
as $$
declare
  s record;
  q text := claim.qualifier;
  p text := evidence.qualifier;
begin
  if claim.amount_high is not null then
    outcome := case
      when evidence_amount = claim_amount and evidence.amount_high = claim.amount_high then 'equal'
      -- Two ranges with one end in common have another at the other end.
      when claim.kind = 'range' and evidence.kind = 'range' and claim.dimension <> 'time'
        and (evidence_amount = claim_amount or evidence.amount_high = claim.amount_high) then 'different'
      when evidence_amount >= claim_amount and coalesce(evidence.amount_high, evidence_amount) <= claim.amount_high then 'contained'
      when evidence.amount_high is not null and evidence_amount <= claim.amount_high and evidence.amount_high >= claim_amount then 'absent'
      else 'different'
    end;
    return;
  elsif evidence.amount_high is not null then
    outcome := case
      when q in ('at_least', 'more_than') then case when evidence_amount >= claim_amount then 'bound_respected' when evidence.amount_high < claim_amount then 'different' else 'absent' end
      when q in ('at_most', 'less_than') then case when evidence.amount_high <= claim_amount then 'bound_respected' when evidence_amount > claim_amount then 'different' else 'absent' end
      when pg_catalog.abs(claim_amount - evidence_amount) <= 0.000000001 * claim_amount or pg_catalog.abs(claim_amount - evidence.amount_high) <= 0.000000001 * claim_amount then 'equal'
      when claim_amount between evidence_amount and evidence.amount_high then 'absent'
      else 'different'
    end;
    return;
  end if;
  s := groundcheck_internal.same_amount(claim, evidence, claim_amount, evidence_amount);
  if s.same then
    detail := case when s.rounded then 'rounded' end;
    outcome := case
      when q in ('at_least', 'more_than') and p in ('at_most', 'less_than') or q in ('at_most', 'less_than') and p in ('at_least', 'more_than') then 'different'
      when q in ('more_than', 'less_than') and p is null then 'different'
      when q in ('at_least', 'at_most') and p is null then 'bound_respected'
      else 'equal'
    end;
    if outcome = 'equal' and q is distinct from p and p is not null and p <> 'about' then
      detail := pg_catalog.concat_ws(', ', detail, 'the evidence says ' || p);
    end if;
  elsif q = p and q <> 'about' then
    -- "Up to 2,500" and "up to 1,500" state two limits.
    outcome := 'different';
  elsif q in ('at_least', 'more_than', 'after') then
    outcome := case when p in ('at_most', 'less_than') and evidence_amount > claim_amount then 'absent' when evidence_amount > claim_amount then 'bound_respected' else 'different' end;
  elsif q in ('at_most', 'less_than', 'before') then
    outcome := case when p in ('at_least', 'more_than') and evidence_amount < claim_amount then 'absent' when evidence_amount < claim_amount then 'bound_respected' else 'different' end;
  else
    outcome := 'different';
  end if;
end;
$$;
comment on function groundcheck_internal.compare_amounts(groundcheck.extracted_value, groundcheck.extracted_value, numeric, numeric) is 'How an amount of a claim, perhaps a bound or a range, stands to one of the evidence.';
revoke all on function groundcheck_internal.compare_amounts(groundcheck.extracted_value, groundcheck.extracted_value, numeric, numeric) from public;

-- What one value of a claim is to one of the evidence: equal, contained, bound_respected, different, absent (comparable,
-- but the evidence does not decide); null where the two cannot be compared.
create or replace function groundcheck_internal.compare_pair(
  claim groundcheck.extracted_value, evidence groundcheck.extracted_value, out outcome text, out detail text
)
language plpgsql
immutable
parallel safe
as $$
declare
  c_dimension text := claim.dimension;
  e_dimension text := evidence.dimension;
  c_amount numeric := claim.amount;
  e_amount numeric := evidence.amount;
  r record;
begin
  if c_dimension = e_dimension then
    if c_dimension in ('identifier', 'version', 'url', 'email', 'phone', 'ratio') then
      outcome := case
        when claim.canonical = evidence.canonical then 'equal'
        -- A page of a site that the evidence names, or the site of a page.
        when c_dimension = 'url' and evidence.canonical like claim.canonical || '/%' then 'contained'
        when c_dimension = 'identifier' and pg_catalog.translate(claim.canonical, '0123456789', '') <> pg_catalog.translate(evidence.canonical, '0123456789', '') then null
        -- Labels ("part 3"): a text has many. Only those by which one thing is found are compared: "bus no. 14", "room 210"; not kinds and
        -- parts, which are many: "type 2", "chapter 4".
        when c_dimension = 'identifier' and (claim.canonical ~ '[a-z]' or evidence.canonical ~ '[a-z]')
          and not coalesce(claim.canonical ~ ' ' and pg_catalog.split_part(claim.canonical, ' ', 1) = pg_catalog.split_part(evidence.canonical, ' ', 1)
            and pg_catalog.split_part(claim.canonical, ' ', 1) in (
              'no', 'bus', 'train', 'flight', 'gate', 'platform', 'track', 'room', 'building', 'suite', 'apartment', 'locker', 'seat',
              'route', 'page', 'figure', 'volume', 'lot', 'channel', 'exit'
            ), false) then null
        else 'different'
      end;
      return;
    elsif c_dimension = 'date' then
      r := groundcheck_internal.compare_dates(claim, evidence);
      outcome := r.outcome;
      detail := r.detail;
      return;
    elsif c_dimension = 'time' and claim.amount_high is null and evidence.amount_high is null then
      if c_amount = e_amount and claim.unit is not distinct from evidence.unit
        or ((claim.unit = '12h' or evidence.unit = '12h') and (c_amount - e_amount) % 720 = 0)
        or (claim.unit is distinct from evidence.unit and 'UTC' in (claim.unit, evidence.unit)
          and pg_catalog.ltrim(substring(claim.raw from '[0-9][0-9:.]*'), '0') = pg_catalog.ltrim(substring(evidence.raw from '[0-9][0-9:.]*'), '0')) then
        c_amount := e_amount;
      end if;
    elsif claim.unit is distinct from evidence.unit and c_dimension like '%/time' then
      -- Per month against per hour: a month is 730.485 hours.
      c_amount := c_amount / case when claim.unit like '%/month' then 730.485 else 1 end;
      e_amount := e_amount / case when evidence.unit like '%/month' then 730.485 else 1 end;
    end if;
    r := groundcheck_internal.compare_amounts(claim, evidence, c_amount, e_amount);
    outcome := r.outcome;
    detail := r.detail;
    return;
  end if;

  -- Money in a currency that is only half said, and values with a rate against values without.
  if c_dimension like '%/%' or e_dimension like '%/%' or c_dimension like 'money:%' and e_dimension like 'money:%' then
    if pg_catalog.split_part(c_dimension, '/', 1) = pg_catalog.split_part(e_dimension, '/', 1)
      or (c_dimension like 'money:%' and e_dimension like 'money:%' and exists (
        select from (values ('¤', null), ('kr', 'SEK NOK DKK'), ('franc', 'CHF'), ('peso', 'MXN')) as k (half, whole)
        where (k.half in (pg_catalog.split_part(claim.unit, '/', 1), pg_catalog.split_part(evidence.unit, '/', 1)))
          and (k.whole is null or pg_catalog.split_part(claim.unit, '/', 1) = any(pg_catalog.string_to_array(k.whole || ' ' || k.half, ' '))
            and pg_catalog.split_part(evidence.unit, '/', 1) = any(pg_catalog.string_to_array(k.whole || ' ' || k.half, ' ')))
      )) then
      if (c_dimension like '%/night' and e_dimension like '%/time' and evidence.raw !~* 'day|daily|tag')
        or (e_dimension like '%/night' and c_dimension like '%/time' and claim.raw !~* 'day|daily|tag') then
        outcome := 'different';
        detail := 'another period';
        return;
      end if;
      if (c_dimension like '%/time') <> (e_dimension like '%/time') then
        -- The rate is said once: its number as it is written counts.
        c_amount := c_amount * groundcheck_internal.written_periods(claim);
        e_amount := e_amount * groundcheck_internal.written_periods(evidence);
        detail := 'the rate is said once';
      end if;
      r := groundcheck_internal.compare_amounts(claim, evidence, c_amount, e_amount);
      outcome := r.outcome;
      detail := pg_catalog.concat_ws(', ', r.detail, detail);
      if outcome = 'different' and c_dimension not like 'money:%' then
        outcome := null;
      end if;
    elsif c_dimension like 'money:%' and e_dimension like 'money:%' and c_amount = e_amount then
      outcome := 'different';
      detail := 'another currency';
    end if;
    return;
  end if;

  -- "open 24 hours", "0:00-0:00"
  if c_dimension like 'duration%' and c_amount in (86400, 1) and e_dimension = 'time' and evidence.amount_high - e_amount = 1440
    or e_dimension like 'duration%' and e_amount in (86400, 1) and c_dimension = 'time' and claim.amount_high - c_amount = 1440 then
    outcome := 'equal';
    return;
  end if;

  if c_dimension in ('age', 'duration') and e_dimension in ('age', 'duration') then
    outcome := case when c_amount = e_amount and claim.amount_high is not distinct from evidence.amount_high then 'equal' end;
    return;
  end if;

  -- What counts is no label: "10 people" is not in "Windows 10".
  if c_dimension = 'count' and e_dimension = 'identifier' and evidence.canonical ~ '[a-z]' then
    return;
  end if;

  -- A number and something more than a number are the same only where the digits are.
  if ('count' in (c_dimension, e_dimension) or c_dimension in ('angle', 'temperature') and e_dimension in ('angle', 'temperature')) and claim.amount_high is null and evidence.amount_high is null then
    if c_dimension = 'date' and c_amount % 10000 = 101 and c_amount / 10000 = e_amount + 0.0101
      or e_dimension = 'date' and e_amount / 10000 = c_amount + 0.0101
      or 'ordinal' in (c_dimension, e_dimension) and c_amount = e_amount
      or c_dimension = 'time' and (c_amount = e_amount * 60 or c_amount = e_amount * 60 + 720)
      or e_dimension = 'time' and (e_amount = c_amount * 60 or e_amount = c_amount * 60 + 720)
      or (c_dimension not in ('ordinal', 'time', 'date', 'weekday') and e_dimension not in ('ordinal', 'time', 'date', 'weekday')
        and (claim.canonical = evidence.canonical
          or substring(claim.raw from '[0-9][0-9.,]*[0-9]|[0-9]') = substring(evidence.raw from '[0-9][0-9.,]*[0-9]|[0-9]')
          or c_dimension like 'money:%' and c_amount = e_amount or e_dimension like 'money:%' and c_amount = e_amount)) then
      outcome := 'equal';
      detail := 'the unit is said once';
    end if;
  elsif c_dimension = 'date' and e_dimension = 'date' then
    null;
  elsif c_dimension in ('percent', 'percentage_point') and e_dimension in ('percent', 'percentage_point') and c_amount = e_amount then
    outcome := 'different';
    detail := 'percent and percentage points';
  end if;
end;
$$;
comment on function groundcheck_internal.compare_pair(groundcheck.extracted_value, groundcheck.extracted_value) is 'What one value of a claim is to one value of the evidence; null where they cannot be compared.';
revoke all on function groundcheck_internal.compare_pair(groundcheck.extracted_value, groundcheck.extracted_value) from public;

-- How many canonical periods the written one has: 12 for "per year", which is kept per month.
create or replace function groundcheck_internal.written_periods(value groundcheck.extracted_value)
returns numeric
language sql
immutable
parallel safe
return case
  when value.dimension not like '%/time' then 1
  when value.raw ~* '\mhalf ' then 0.5 * case when value.raw ~* 'year' then 12 when value.raw ~* 'day' then 24 else 1 end
  when value.raw ~* '\mquarter (?:of an )?hour' then 0.25
  when value.unit like '%/month' and value.raw ~* 'quarter' then 3
  when value.unit like '%/month' and value.raw ~* 'year|annu|jahr|p\.a' then 12
  when value.unit like '%/month' then 1
  when value.raw ~* 'day|daily|tag' then 24
  when value.raw ~* 'week|woche' then 168
  when value.raw ~* 'min' then 1 / 60.0
  when value.raw ~* 'sec|/s' then 1 / 3600.0
  else 1
end;
comment on function groundcheck_internal.written_periods(groundcheck.extracted_value) is 'Canonical periods in the period that a rate is written with.';
revoke all on function groundcheck_internal.written_periods(groundcheck.extracted_value) from public;
