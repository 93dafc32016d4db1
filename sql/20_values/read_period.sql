-- Years, decades, centuries and quarters.

-- "the 14th century", "fourteenth century", "14. Jahrhundert", "the 1990s", "Q3 2021", "third quarter of 2021".
create or replace function groundcheck_internal.read_period(tokens groundcheck_internal.value_token[], at int)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  v groundcheck_internal.value_token := tokens[at];
  v_at int := at + 1;
  v_number int;
  v_sign int := 1;
  y record;
begin
  if v.role = 'quarter' then
    if tokens[v_at].gap <> '' or tokens[v_at].word is null or tokens[v_at].word not in ('1', '2', '3', '4') then
      return null;
    end if;
    v_number := tokens[v_at].word::int;
    v_at := v_at + 1;
  elsif v.role = 'digit' or v.role = 'ordinal' then
    if v.role = 'digit' then
      if v.shape not in ('0', '00', '000', '0000') then
        return null;
      end if;
      v_number := v.word::int;
      -- "1990s", "1990er"
      if tokens[v_at].gap = '' and tokens[v_at].word in ('s', 'er') and v.shape in ('00', '0000') and v.word like '%0'
        and not coalesce(tokens[v_at + 1].gap = '' and tokens[v_at + 1].shape <> '.', false) then
        if pg_catalog.length(v.word) = 2 then
          v_number := v_number + 1900;
        elsif pg_catalog.length(v.word) < 4 then
          return null;
        end if;
        return groundcheck_internal.years_reading('decade', v_number, v_number + case when v_number % 100 = 0 and v_number <> 2000 then 99 else 9 end, at, v_at + 1);
      elsif tokens[v_at].gap = '' and tokens[v_at].word in ('’', '''') and tokens[v_at + 1].gap = '' and tokens[v_at + 1].word = 's'
        and v.shape = '0000' and v.word like '%0' then
        return groundcheck_internal.years_reading('decade', v_number, v_number + 9, at, v_at + 2);
      end if;
      if tokens[v_at].gap = '' and tokens[v_at].word in ('st', 'nd', 'rd', 'th', '.', 'e', 'º') then
        v_at := v_at + 1;
      end if;
    else
      v_number := v.amount;
    end if;
    if tokens[v_at].word = '-' and tokens[v_at].gap = '' then
      v_at := v_at + 1;
    end if;
    if tokens[v_at].role = 'century' and (v.role = 'ordinal' or v_at > at + 1 or tokens[v_at].word in ('世紀', '世纪')) then
      if v_number not between 1 and 30 then
        return null;
      end if;
      v_at := v_at + 1;
      y := groundcheck_internal.read_era(tokens, v_at);
      if y.sign = -1 then
        r := groundcheck_internal.years_reading('century', -v_number * 100, -(v_number - 1) * 100 - 1, at, y.next);
      else
        r := groundcheck_internal.years_reading('century', (v_number - 1) * 100 + 1, v_number * 100, at, coalesce(y.next, v_at));
      end if;
      return r;
    elsif tokens[v_at].word = 'quarter' and v_number between 1 and 4 and (v.role = 'ordinal' or v_at > at + 1) then
      v_at := v_at + 1;
    elsif tokens[v_at].word = 'half' and v_number between 1 and 2 and (v.role = 'ordinal' or v_at > at + 1) then
      y := groundcheck_internal.read_year(tokens, v_at + 1);
      if y.year is null then
        return null;
      end if;
      r := groundcheck_internal.years_reading('date', y.year, y.year, at, y.next);
      r.canonical := y.year || '-H' || v_number;
      r.amount := y.year * 10000 + case v_number when 1 then 101 else 701 end;
      r.amount_high := y.year * 10000 + case v_number when 1 then 630 else 1231 end;
      return r;
    else
      return null;
    end if;
  else
    return null;
  end if;

  -- A quarter, with its year or without.
  y := groundcheck_internal.read_year(tokens, v_at);
  r.kind := 'quarter';
  r.dimension := 'date';
  r.first := at;
  r.next := coalesce(y.next, v_at);
  r.canonical := coalesce(y.year::text, '-') || '-Q' || v_number;
  r.amount := coalesce(y.year, 0) * 10000 + ((v_number - 1) * 3 + 1) * 100 + 1;
  r.amount_high := coalesce(y.year, 0) * 10000 + v_number * 300 + case v_number when 1 then 31 when 4 then 31 else 30 end;
  return r;
end;
$$;
comment on function groundcheck_internal.read_period(groundcheck_internal.value_token[], int) is 'A century, decade, quarter or half of a year at a token, or null.';
revoke all on function groundcheck_internal.read_period(groundcheck_internal.value_token[], int) from public;

-- A bare year, with its era or a second year ("1908", "44 BC", "1914-18"). A four-digit number is a year unless what
-- stands around it counts or measures something: "2000 people", "about 1500", "Room 1204".
create or replace function groundcheck_internal.read_bare_year(tokens groundcheck_internal.value_token[], at int)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  v groundcheck_internal.value_token := tokens[at];
  b groundcheck_internal.value_token := tokens[at - 1];
  a groundcheck_internal.value_token := tokens[at + 1];
  e record;
begin
  if v.shape in ('0', '00', '000', '0000') then
    e := groundcheck_internal.read_era(tokens, at + 1);
    if e.sign is not null then
      return groundcheck_internal.date_reading(e.sign * v.word::int, null, null, at, e.next);
    elsif b.role = 'era' and b.written in ('AD', 'CE') then
      return groundcheck_internal.date_reading(v.word::int, null, null, at, at + 1);
    end if;
  end if;
  if v.shape <> '0000' or v.word not between '1000' and '2199' then
    return null;
  end if;
  if a.word in ('-', '–', '/') and a.gap = '' and tokens[at + 2].gap = '' and tokens[at + 2].shape = '00'
    and tokens[at + 2].word::int > pg_catalog.right(v.word, 2)::int and tokens[at + 3].word is distinct from a.word then
    return groundcheck_internal.years_reading('range', v.word::int, pg_catalog.left(v.word, 2)::int * 100 + tokens[at + 2].word::int, at, at + 3);
  end if;
  if a.gap = '' and (a.shape <> '.' or a.word in ('%', '°', '²')) then
    return null;
  elsif b.word = 'as' and tokens[at - 2].word in ('early', 'late', 'recently') or (b.role = 'article' and v.word >= '1900' and a.role is null) then
    return groundcheck_internal.date_reading(v.word::int, null, null, at, at + 1);
  elsif b.role in ('in', 'from', 'month', 'weekday', 'between', 'ordinal', 'joiner') or b.word in ('(', 'the', 'year', 'by', '''', '’', '–', 'to') then
    if not coalesce(a.role in ('unit', 'percent', 'currency', 'magnitude') and a.word not in ('in', 'x'), false)
      and not (b.word in ('the', 'of', 'to', 'around', 'and', 'within') and coalesce(a.role is null and a.gap <> '' and a.shape = 'a' and a.word like '%s', false)) then
      return groundcheck_internal.date_reading(v.word::int, null, null, at, at + 1);
    end if;
    return null;
  elsif v.word < '1400' or b.word in ('form', 'room', 'flight', 'route', 'section', 'page', 'pages', 'article', 'model', 'number', 'chapter', 'suite', 'unit', 'highway',
      'box', 'passage', 'line', 'bus', 'order', 'channel', 'gate', 'act', 'item', 'lot', 'building', 'street', 'avenue') then
    return null;
  elsif a.role in ('unit', 'percent', 'currency', 'magnitude', 'per', 'fraction', 'century', 'oclock') or b.role in ('currency', 'label', 'qualifier', 'percent')
    or b.word in ('.', '#', '+', '=', '/', 'than', 'no', 'room', 'model', 'series') and b.gap = '' then
    return null;
  elsif a.role is null and a.gap <> '' and a.shape = 'a'
    and a.word not in ('when', 'while', 'where', 'who', 'whose', 'after', 'because', 'but', 'or', 'as', 'he', 'she', 'it', 'they', 'we', 'under', 'following', 'due', 'alone', 'onward', 'onwards', 'also', 'did', 'would', 'could', 'saw', 'came', 'marked', 'became') then
    return null;
  end if;
  return groundcheck_internal.date_reading(v.word::int, null, null, at, at + 1);
end;
$$;
comment on function groundcheck_internal.read_bare_year(groundcheck_internal.value_token[], int) is 'A year at a token, or null where the number counts or measures something.';
revoke all on function groundcheck_internal.read_bare_year(groundcheck_internal.value_token[], int) from public;
