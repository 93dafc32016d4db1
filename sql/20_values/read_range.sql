-- Dates, times and ranges.

-- The dates and times that begin at a token; null where none does.
create or replace function groundcheck_internal.read_moment(
  tokens groundcheck_internal.value_token[], at int, day_first boolean
)
returns groundcheck_internal.value_reading
language plpgsql
stable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  v groundcheck_internal.value_token := tokens[at];
  a groundcheck_internal.value_token := tokens[at + 1];
begin
  if v.role = 'digit' then
    -- Each reader is asked only where the neighbours leave it a chance.
    if a.role = 'datemark' or (a.gap = '' and a.word in ('-', '/')) or v.shape like '%.%.%' then
      r := groundcheck_internal.read_numeric_date(tokens, at, day_first);
    end if;
    if r.next is null and pg_catalog.length(v.shape) <= 4 and (a.gap = '' or a.role in ('century', 'quarter')) then
      r := groundcheck_internal.read_period(tokens, at);
    end if;
    if r.next is null and v.shape in ('0', '00') and (a.role = 'month' or a.gap = '' or a.word in ('of', 'de', 'day')) then
      r := groundcheck_internal.read_named_date(tokens, at);
    end if;
    if r.next is null and (v.shape like '%:%' or a.role in ('meridiem', 'oclock', 'zone') or a.word in ('a', 'p', 'o', 'h')) then
      r := groundcheck_internal.read_time(tokens, at);
    end if;
    if r.next is null and pg_catalog.length(v.shape) <= 4 and (v.shape = '0000' or a.role = 'era' or a.word in ('v', 'vor', 'n', 'nach', 'b')
        or tokens[at - 1].role = 'era') then
      r := groundcheck_internal.read_bare_year(tokens, at);
    end if;
  elsif v.role = 'month' then
    r := groundcheck_internal.read_named_date(tokens, at);
  elsif v.role = 'ordinal' then
    r := groundcheck_internal.read_period(tokens, at);
    if r.next is null then
      r := groundcheck_internal.read_named_date(tokens, at);
    end if;
  elsif v.role = 'quarter' then
    r := groundcheck_internal.read_period(tokens, at);
  elsif v.role = 'noon' or (v.role = 'cardinal' and (a.role in ('meridiem', 'oclock') or a.word in ('a', 'p', 'o'))) then
    r := groundcheck_internal.read_time(tokens, at);
  elsif v.role = 'weekday' then
    r := row('date', v.amount, null, null, 'weekday', 'weekday ' || v.amount, at, at + 1, null);
  end if;
  return r;
end;
$$;
comment on function groundcheck_internal.read_moment(groundcheck_internal.value_token[], int, boolean) is 'A date, a stretch of time or a clock time at a token, or null.';
revoke all on function groundcheck_internal.read_moment(groundcheck_internal.value_token[], int, boolean) from public;

-- The range that a reading begins ("4-5 kg", "from 8 to 16", "1990–1995", "14-16 March"): what the second end adds to
-- it. The reading itself where there is no range.
create or replace function groundcheck_internal.read_range(
  tokens groundcheck_internal.value_token[], reading groundcheck_internal.value_reading, decimal_comma boolean
)
returns groundcheck_internal.value_reading
language plpgsql
stable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading := reading;
  q groundcheck_internal.value_reading;
  v groundcheck_internal.value_token := tokens[reading.next];
  v_at int := reading.next + 1;
  v_between boolean := coalesce(tokens[reading.first - 1].role = 'between', false);
begin
  if v.word = '-' then
    if tokens[v_at].gap <> v.gap or (v.gap = '' and tokens[v_at].role not in ('digit', 'month', 'currency')) then
      return r;
    end if;
  elsif not coalesce(v.role = 'to' or (v_between and v.role = 'joiner'), false) then
    return r;
  end if;
  if tokens[v_at].role = 'currency' then
    v_at := v_at + 1;
  end if;
  if r.dimension in ('date', 'time') or (r.kind = 'number' and r.unit_at = r.next and r.amount between 0 and 31) then
    q := groundcheck_internal.read_moment(tokens, v_at, decimal_comma);
    if q.next is not null and q.dimension in ('date', 'time') then
      if r.dimension = 'date' and q.dimension = 'date' then
        -- "from March to May 2020", "from 14 March to 2 April 1987": the year is said once.
        if r.amount < 10000 and q.amount > 10000 then
          r.canonical := pg_catalog.split_part(q.canonical, '-', 1) || pg_catalog.substr(r.canonical, 2);
          r.amount := r.amount + pg_catalog.div(q.amount, 10000) * 10000;
        end if;
      elsif r.dimension = 'count' and q.dimension = 'date' and q.amount_high is null and r.amount >= 1 and r.amount < q.amount % 100 then
        r.canonical := pg_catalog.left(q.canonical, -2) || pg_catalog.lpad(r.amount::text, 2, '0');
        r.amount := q.amount - q.amount % 100 + r.amount;
      elsif r.dimension in ('count', 'time') and q.dimension = 'time' then
        if r.dimension = 'count' then
          r.amount := r.amount * 60;
          r.canonical := pg_catalog.lpad(pg_catalog.div(r.amount, 60)::text, 2, '0') || ':00';
          r.unit := '12h';
        end if;
        -- "9-11 pm", "from 9 to 5 pm": the first half-day is the second's where that keeps their order.
        if r.unit = '12h' and q.unit is null and (tokens[q.next - 1].role = 'meridiem' or tokens[q.next - 1].word in ('m', '.')) and r.amount + 720 < q.amount and r.amount < 720 and tokens[reading.next].word <> 'to' and r.amount + 720 < 1440 and q.amount - r.amount - 720 <= 300 then
          r.amount := r.amount + 720;
          r.canonical := pg_catalog.lpad(pg_catalog.div(r.amount, 60)::text, 2, '0') || pg_catalog.substr(r.canonical, 3);
        end if;
        r.unit := q.unit;
      else
        return reading;
      end if;
      if coalesce(q.amount_high, q.amount) <= r.amount and q.dimension = 'date' then
        return reading;
      end if;
      -- "0:00-0:00" is all day.
      if q.dimension = 'time' and r.amount = 0 and q.amount = 0 then
        q.amount := 1440;
        q.canonical := '24:00';
      end if;
      r.dimension := q.dimension;
      r.kind := 'range';
      r.amount_high := coalesce(q.amount_high, q.amount);
      r.canonical := pg_catalog.split_part(r.canonical, '/', 1) || '/' || q.canonical;
      r.next := q.next;
      return r;
    elsif r.dimension in ('date', 'time') then
      return r;
    end if;
  end if;

  if tokens[v_at].role not in ('digit', 'cardinal', 'article', 'vulgar') then
    return r;
  end if;
  q := groundcheck_internal.read_quantity(tokens, v_at, decimal_comma);
  if q.next is null or q.first > v_at or q.kind = 'fraction' then
    return reading;
  end if;
  if r.kind = 'number' and q.kind <> 'number' and r.unit_at = r.next then
    r := groundcheck_internal.read_quantity(
      tokens, case when tokens[reading.first].role = 'digit' then reading.first else reading.unit_at - 1 end, decimal_comma, q.unit_at
    );
    if r.next is null then
      return reading;
    end if;
    r.first := reading.first;
  elsif r.kind = 'money' and q.kind = 'number' then
    q.kind := r.kind;
    q.unit := r.unit;
    q.dimension := r.dimension;
  end if;
  -- "$5-10 million": the magnitude is said once.
  if r.unit_at = reading.next and tokens[v_at].role = 'digit' and tokens[q.unit_at - 1].role = 'magnitude' and r.unit_at - 1 >= r.first
    and tokens[r.unit_at - 1].role = 'digit' then
    r.amount := r.amount * tokens[q.unit_at - 1].amount;
  end if;
  if r.dimension <> q.dimension or r.unit is distinct from q.unit or r.amount >= q.amount then
    return reading;
  end if;
  r.amount_high := q.amount;
  r.canonical := groundcheck_internal.amount_text(r.amount) || '..' || groundcheck_internal.amount_canonical(q.amount, q.unit, 'number');
  r.kind := 'range';
  r.next := q.next;
  return r;
end;
$$;
comment on function groundcheck_internal.read_range(groundcheck_internal.value_token[], groundcheck_internal.value_reading, boolean) is 'The range that a reading begins, or the reading.';
revoke all on function groundcheck_internal.read_range(groundcheck_internal.value_token[], groundcheck_internal.value_reading, boolean) from public;
