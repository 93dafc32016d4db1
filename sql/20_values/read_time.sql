-- Clock times.

-- am, pm, a.m., o'clock, Uhr and a zone after an hour: hours to add (12 for pm), whether 12 is a half-day's, the zone.
create or replace function groundcheck_internal.read_time_marks(
  tokens groundcheck_internal.value_token[], at int, out meridiem int, out oclock boolean, out zone int, out next int
)
language plpgsql
immutable
parallel safe
as $$
declare
  v groundcheck_internal.value_token;
begin
  next := at;
  oclock := false;
  v := tokens[next];
  if v.role = 'meridiem' then
    meridiem := v.amount;
    next := next + 1;
  elsif v.word in ('a', 'p') and tokens[next + 1].word = '.' and tokens[next + 2].word = 'm' and tokens[next + 1].gap = '' then
    meridiem := case v.word when 'p' then 12 else 0 end;
    -- The stop of "p.m." belongs to it, unless it is the last of the text.
    next := next + 3 + coalesce(tokens[next + 3].word = '.' and tokens[next + 3].gap = '' and tokens[next + 4].word is not null, false)::int;
  elsif v.word = 'o' and tokens[next + 1].word in ('''', '’') and tokens[next + 2].word = 'clock' then
    oclock := true;
    next := next + 3;
  elsif v.role = 'oclock' then
    oclock := true;
    next := next + 1;
  end if;
  v := tokens[next];
  if v.role = 'zone' then
    zone := v.amount;
    next := next + 1;
    v := tokens[next];
  end if;
  if v.word in ('+', '-') and v.gap = '' and tokens[next + 1].gap = '' and tokens[next + 1].shape in ('00', '0000', '00:00') and tokens[next + 1].word < '15'
    and (zone is not null or tokens[next + 1].shape = '00:00') then
    zone := coalesce(zone, 0) + case v.word when '-' then -1 else 1 end
      * (pg_catalog.left(tokens[next + 1].word, 2)::int * 60
        + case when pg_catalog.length(tokens[next + 1].word) > 2 then pg_catalog.right(tokens[next + 1].word, 2)::int else 0 end);
    next := next + 2;
  end if;
end;
$$;
comment on function groundcheck_internal.read_time_marks(groundcheck_internal.value_token[], int) is 'What follows an hour: am or pm, o''clock, a time zone.';
revoke all on function groundcheck_internal.read_time_marks(groundcheck_internal.value_token[], int) from public;

-- A clock time at a token: minutes after midnight, in UTC where the zone is said (unit UTC), else local (unit null).
-- Hours 1 to 12 without am or pm have the unit 12h: they may be either half of the day.
create or replace function groundcheck_internal.read_time(tokens groundcheck_internal.value_token[], at int)
returns groundcheck_internal.value_reading
language plpgsql
stable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  v groundcheck_internal.value_token := tokens[at];
  p text[];
  v_hour int;
  v_minutes numeric := 0;
  v_next int := at + 1;
  v_half int;
  m record;
begin
  r.kind := 'time';
  r.dimension := 'time';
  r.first := at;
  if v.role = 'noon' then
    v_hour := v.amount / 60;
    m := groundcheck_internal.read_time_marks(tokens, v_next);
  else
    -- Chinese, Japanese and Korean say the half of the day first.
    if v.gap = '' and tokens[at - 1].shape = '.' and tokens[at - 1].word >= E'\u1100' collate "C" and tokens[at - 1].word not in ('–', '—', '“', '”', '‘', '’', '…') then
      select w.amount into v_half
      from groundcheck_internal.value_words as w
      where w.word = tokens[at - 2].word || tokens[at - 1].word and w.role = 'meridiem';
      if v_half is not null then
        r.first := at - 2;
      end if;
    end if;
    if v.shape in ('0:00', '00:00', '00:00:00', '0:00:00') or v.shape like '00:00:00._%' or v.shape in ('0:0', '00:0') and v.word like '%:0' then
      p := pg_catalog.string_to_array(v.word, ':');
      v_hour := p[1]::int;
      v_minutes := p[2]::numeric + coalesce(pg_catalog.replace(p[3], ',', '.')::numeric / 60, 0);
      m := groundcheck_internal.read_time_marks(tokens, v_next);
    elsif v.shape in ('0', '00') and tokens[v_next].word = 'h' and tokens[v_next].gap in ('', ' ') and tokens[v_next + 1].shape = '00'
      and tokens[v_next + 1].gap = tokens[v_next].gap then
      v_hour := v.word::int;
      v_minutes := tokens[v_next + 1].word::int;
      m := groundcheck_internal.read_time_marks(tokens, v_next + 2);
    elsif v.shape in ('0', '00', '0.00', '00.00') then
      m := groundcheck_internal.read_time_marks(tokens, v_next);
      if m.meridiem is null and not m.oclock and v_half is null and (m.zone is null or v.shape not like '%.%') then
        return null;
      end if;
      p := pg_catalog.string_to_array(v.word, '.');
      v_hour := p[1]::int;
      v_minutes := coalesce(p[2]::int, 0);
      -- 8点15分
      if m.oclock and tokens[m.next].shape in ('0', '00') and tokens[m.next].gap = '' and tokens[m.next + 1].word = '分' then
        v_minutes := tokens[m.next].word::int;
        m.next := m.next + 2;
      elsif m.oclock and tokens[m.next - 1].word = 'uhr' and tokens[m.next].shape = '00' then
        v_minutes := tokens[m.next].word::int;
        m.next := m.next + 1;
      end if;
    elsif v.role = 'cardinal' then
      m := groundcheck_internal.read_time_marks(tokens, v_next);
      if m.meridiem is null and not m.oclock then
        return null;
      end if;
      v_hour := v.amount;
    else
      return null;
    end if;
    v_half := coalesce(v_half, m.meridiem);
    if v_hour > 24 or v_minutes >= 60 or (v_half is not null and v_hour > 12 and v_half = 0) then
      return null;
    end if;
    if v_half is not null and v_hour <= 12 then
      v_hour := v_hour % 12 + v_half;
    elsif v_half is null and v_hour between 1 and 12 and v.word not like '0%' and m.zone is null and not coalesce(tokens[m.next - 1].word in ('uhr', 'h'), false) then
      r.unit := '12h';
    end if;
  end if;
  r.amount := v_hour % 24 * 60 + v_minutes;
  r.next := m.next;
  if m.zone is not null then
    r.amount := (r.amount - m.zone + 1440) % 1440;
    r.unit := 'UTC';
  end if;
  r.canonical := pg_catalog.lpad((pg_catalog.floor(r.amount / 60)::int)::text, 2, '0') || ':'
    || pg_catalog.lpad(pg_catalog.floor(r.amount % 60)::text, 2, '0')
    || case when r.amount % 1 <> 0 then ':' || pg_catalog.lpad(pg_catalog.trim_scale(pg_catalog.round(r.amount % 1 * 60, 3))::text, 2, '0') else '' end
    || case r.unit when 'UTC' then 'Z' else '' end;
  return r;
end;
$$;
comment on function groundcheck_internal.read_time(groundcheck_internal.value_token[], int) is 'A clock time at a token in minutes after midnight, or null.';
revoke all on function groundcheck_internal.read_time(groundcheck_internal.value_token[], int) from public;
