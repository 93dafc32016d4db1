-- Dates: a span of days from amount to amount_high, as the numbers yyyymmdd; without a year, mmdd.

-- The reading of a year, month and day, each null where it is not said. Null for a day that no calendar has.
create or replace function groundcheck_internal.date_reading(year int, month int, day int, first int, next int)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  v_last int := case month when 2 then case when year is null or (year % 4 = 0 and (year % 100 <> 0 or year % 400 = 0)) then 29 else 28 end
    when 4 then 30 when 6 then 30 when 9 then 30 when 11 then 30 else 31 end;
begin
  if month not between 1 and 12 or day < 1 or day > v_last then
    return null;
  end if;
  r.kind := 'date';
  r.dimension := 'date';
  r.first := first;
  r.next := next;
  r.canonical := coalesce(case when year < 0 then '-' else '' end || pg_catalog.lpad(pg_catalog.abs(year)::text, 4, '0'), '-')
    || coalesce('-' || pg_catalog.lpad(month::text, 2, '0'), '') || coalesce('-' || pg_catalog.lpad(day::text, 2, '0'), '');
  r.amount := coalesce(year, 0) * 10000 + coalesce(month, 1) * 100 + coalesce(day, 1);
  if day is null then
    r.amount_high := coalesce(year, 0) * 10000 + coalesce(month, 12) * 100 + v_last;
  end if;
  return r;
end;
$$;
comment on function groundcheck_internal.date_reading(int, int, int, int, int) is 'The date value of a year, month and day of which some may be null.';
revoke all on function groundcheck_internal.date_reading(int, int, int, int, int) from public;

-- A stretch of whole years: a century, a decade, a range.
create or replace function groundcheck_internal.years_reading(kind text, from_year int, to_year int, first int, next int)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
begin
  r.kind := kind;
  r.dimension := 'date';
  r.first := first;
  r.next := next;
  r.amount := from_year * 10000 + 101;
  r.amount_high := to_year * 10000 + 1231;
  r.canonical := pg_catalog.format('%s/%s', from_year, to_year);
  return r;
end;
$$;
comment on function groundcheck_internal.years_reading(text, int, int, int, int) is 'The date value of a stretch of whole years.';
revoke all on function groundcheck_internal.years_reading(text, int, int, int, int) from public;

-- The era after a year ("44 BC", "300 v. Chr."): its sign and the token after it; null sign where there is none.
create or replace function groundcheck_internal.read_era(
  tokens groundcheck_internal.value_token[], at int, out sign int, out next int
)
language plpgsql
immutable
parallel safe
as $$
declare
  v text := tokens[at].word;
begin
  if tokens[at].role = 'era' and tokens[at].amount is not null then
    sign := tokens[at].amount;
    next := at + 1;
  elsif v in ('v', 'vor', 'n', 'nach') then
    next := at + 1 + coalesce(tokens[at + 1].word = '.', false)::int;
    if tokens[next].word = 'chr' then
      sign := case pg_catalog.left(v, 1) when 'v' then -1 else 1 end;
      next := next + 1;
    end if;
  elsif v = 'b' and tokens[at + 1].word = '.' and tokens[at + 2].word = 'c' and tokens[at + 2].gap = '' then
    sign := -1;
    next := at + 3;
  end if;
end;
$$;
comment on function groundcheck_internal.read_era(groundcheck_internal.value_token[], int) is 'The era after a year: -1, 1 or null.';
revoke all on function groundcheck_internal.read_era(groundcheck_internal.value_token[], int) from public;

-- The year that may follow a month: ", 1987", "of 1987", "de 1987", "'87". Null next: none.
create or replace function groundcheck_internal.read_year(
  tokens groundcheck_internal.value_token[], at int, out year int, out next int
)
language plpgsql
immutable
parallel safe
as $$
declare
  v_at int := at;
begin
  if tokens[v_at].word = '.' and tokens[v_at].gap = '' then
    v_at := v_at + 1;
  end if;
  if tokens[v_at].word in (',', 'of', 'de', 'del', '/', '-') then
    v_at := v_at + 1;
  end if;
  if tokens[v_at].shape = '0000' and tokens[v_at].word between '1000' and '2999' and not coalesce(tokens[v_at + 1].gap = '' and (tokens[v_at + 1].shape in ('a', 'A', 'AA') or tokens[v_at + 1].word in (':', '%')), false) then
    year := tokens[v_at].word::int;
    next := v_at + 1;
  elsif tokens[v_at].word in ('''', '’') and tokens[v_at + 1].gap = '' and tokens[v_at + 1].shape = '00' then
    year := tokens[v_at + 1].word::int + case when tokens[v_at + 1].word::int < 50 then 2000 else 1900 end;
    next := v_at + 2;
  end if;
end;
$$;
comment on function groundcheck_internal.read_year(groundcheck_internal.value_token[], int) is 'The year after a month or quarter, or null.';
revoke all on function groundcheck_internal.read_year(groundcheck_internal.value_token[], int) from public;

-- Dates in numbers alone: 2021-03-14, 14.03.1987, 14/03/1987, 3/14/87, 1968年3月5日. Where day and month could change
-- places, a point and a decimal comma mean day first, else the month is first, as in American use.
create or replace function groundcheck_internal.read_numeric_date(
  tokens groundcheck_internal.value_token[], at int, day_first boolean
)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  a text := tokens[at].word;
  v_shape text := tokens[at].shape;
  b groundcheck_internal.value_token := tokens[at + 1];
  p text[];
  v_year int;
begin
  if b.role = 'datemark' then
    if b.amount = 1 and v_shape in ('00', '0000', '000', '0') then
      if tokens[at + 2].role = 'digit' and tokens[at + 3].role = 'datemark' and tokens[at + 3].amount = 2 then
        if tokens[at + 4].role = 'digit' and tokens[at + 5].role = 'datemark' and tokens[at + 5].amount = 3 and tokens[at + 4].shape in ('0', '00') and tokens[at + 2].shape in ('0', '00') then
          return groundcheck_internal.date_reading(a::int, tokens[at + 2].word::int, tokens[at + 4].word::int, at, at + 6);
        elsif tokens[at + 2].shape in ('0', '00') then
          return groundcheck_internal.date_reading(a::int, tokens[at + 2].word::int, null, at, at + 4);
        end if;
      end if;
      return groundcheck_internal.date_reading(a::int, null, null, at, at + 2);
    elsif b.amount = 2 and v_shape in ('0', '00') then
      if tokens[at + 2].role = 'digit' and tokens[at + 3].role = 'datemark' and tokens[at + 3].amount = 3 and tokens[at + 2].shape in ('0', '00') then
        return groundcheck_internal.date_reading(null, a::int, tokens[at + 2].word::int, at, at + 4);
      end if;
      return groundcheck_internal.date_reading(null, a::int, null, at, at + 2);
    end if;
    return null;
  end if;

  if v_shape in ('00.00.0000', '0.00.0000', '00.0.0000', '0.0.0000', '00.00.00') then
    p := pg_catalog.string_to_array(a, '.');
    v_year := p[3]::int + case when pg_catalog.length(p[3]) = 4 then 0 when p[3]::int < 50 then 2000 else 1900 end;
    -- Three short numbers are a version unless the last is a year or the day and month are padded.
    if pg_catalog.length(p[3]) = 4 or (pg_catalog.length(p[1]) = 2 and pg_catalog.length(p[2]) = 2) then
      return groundcheck_internal.date_reading(v_year, p[2]::int, p[1]::int, at, at + 1);
    end if;
    return null;
  end if;

  if b.word in ('-', '/') and b.gap = '' and tokens[at + 2].role = 'digit' and tokens[at + 2].gap = '' then
    if tokens[at + 3].word = b.word and tokens[at + 3].gap = '' and tokens[at + 4].role = 'digit' and tokens[at + 4].gap = '' then
      p := array[a, tokens[at + 2].word, tokens[at + 4].word];
      if v_shape = '0000' and tokens[at + 2].shape in ('0', '00') and tokens[at + 4].shape in ('0', '00') then
        return groundcheck_internal.date_reading(p[1]::int, p[2]::int, p[3]::int, at, at + 5);
      elsif v_shape in ('0', '00') and tokens[at + 2].shape in ('0', '00') and tokens[at + 4].shape in ('00', '0000') then
        v_year := p[3]::int + case when pg_catalog.length(p[3]) = 4 then 0 when p[3]::int < 50 then 2000 else 1900 end;
        if p[1]::int > 12 or (day_first and p[2]::int <= 12) then
          return groundcheck_internal.date_reading(v_year, p[2]::int, p[1]::int, at, at + 5);
        end if;
        return groundcheck_internal.date_reading(v_year, p[1]::int, p[2]::int, at, at + 5);
      end if;
    elsif v_shape = '0000' and b.word = '-' and tokens[at + 2].shape = '00' and tokens[at + 2].word between '01' and '12'
      and pg_catalog.right(a, 2)::int >= tokens[at + 2].word::int then
      return groundcheck_internal.date_reading(a::int, tokens[at + 2].word::int, null, at, at + 3);
    end if;
  end if;
  return null;
end;
$$;
comment on function groundcheck_internal.read_numeric_date(groundcheck_internal.value_token[], int, boolean) is 'A date written in numbers alone at a token, or null.';
revoke all on function groundcheck_internal.read_numeric_date(groundcheck_internal.value_token[], int, boolean) from public;

-- Dates with a month's name: "14 March 1987", "March 14th, 1987", "the 1st of May", "1. Oktober", "May 2020", "in June".
create or replace function groundcheck_internal.read_named_date(tokens groundcheck_internal.value_token[], at int)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  v groundcheck_internal.value_token := tokens[at];
  v_at int := at;
  v_day int;
  v_month int;
  y record;
begin
  if v.role in ('digit', 'ordinal') then
    -- A day, perhaps an ordinal, and then a month.
    if v.role = 'digit' and v.shape not in ('0', '00') then
      return null;
    end if;
    v_day := case v.role when 'digit' then v.word::int else v.amount end;
    v_at := at + 1;
    if tokens[v_at].gap = '' and tokens[v_at].word in ('st', 'nd', 'rd', 'th', 'er', '.', 'º', '-') then
      v_at := v_at + 1;
    end if;
    if tokens[v_at].word in ('of', 'de', 'day') then
      v_at := v_at + 1;
      if tokens[v_at].word = 'of' then
        v_at := v_at + 1;
      end if;
    end if;
    if tokens[v_at].role is distinct from 'month' then
      return null;
    end if;
    v_month := tokens[v_at].amount;
    v_at := v_at + 1;
    y := groundcheck_internal.read_year(tokens, v_at);
    return groundcheck_internal.date_reading(y.year, v_month, v_day, at, coalesce(y.next, v_at));
  end if;

  v_month := v.amount;
  v_at := at + 1;
  if tokens[v_at].word = '.' and tokens[v_at].gap = '' and pg_catalog.length(v.word) <= 4 then
    v_at := v_at + 1;
  end if;
  if tokens[v_at].word = 'the' then
    v_at := v_at + 1;
  end if;
  if tokens[v_at].shape in ('0', '00') and tokens[v_at].word::int between 1 and 31
    and not coalesce(tokens[v_at + 1].gap = '' and tokens[v_at + 1].word in (':', '%'), false) then
    v_day := tokens[v_at].word::int;
    v_at := v_at + 1;
    if tokens[v_at].gap = '' and tokens[v_at].word in ('st', 'nd', 'rd', 'th') then
      v_at := v_at + 1;
    end if;
    -- "March 14-16, 1987"
    if tokens[v_at].word in ('-', '–') and tokens[v_at + 1].shape in ('0', '00') and tokens[v_at + 1].word::int between v_day + 1 and 31 then
      y := groundcheck_internal.read_year(tokens, v_at + 2);
      r := groundcheck_internal.date_reading(y.year, v_month, v_day, at, coalesce(y.next, v_at + 2));
      if r.next is not null then
        r.kind := 'range';
        r.amount_high := r.amount + tokens[v_at + 1].word::int - v_day;
        r.canonical := r.canonical || '/' || pg_catalog.left(r.canonical, -2) || pg_catalog.lpad(tokens[v_at + 1].word, 2, '0');
      end if;
      return r;
    end if;
    y := groundcheck_internal.read_year(tokens, v_at);
    return groundcheck_internal.date_reading(y.year, v_month, v_day, at, coalesce(y.next, v_at));
  end if;
  v_at := at + 1;
  y := groundcheck_internal.read_year(tokens, v_at);
  if y.next is null and pg_catalog.length(v.written) <= 3 and v.shape <> 'a' then
    -- "May" and short forms need company: a day or year behind them, or a word of time before.
    if not coalesce(tokens[at - 1].role in ('in', 'from', 'to', 'between', 'month', 'qualifier', 'determiner', 'joiner')
        or tokens[at - 1].word in ('last', 'next', 'each', 'every', 'the', '-'), false) or v.written <> 'May' then
      return null;
    end if;
  end if;
  return groundcheck_internal.date_reading(y.year, v_month, null, at, coalesce(y.next, v_at));
end;
$$;
comment on function groundcheck_internal.read_named_date(groundcheck_internal.value_token[], int) is 'A date with a month''s name at a token, or null.';
revoke all on function groundcheck_internal.read_named_date(groundcheck_internal.value_token[], int) from public;
