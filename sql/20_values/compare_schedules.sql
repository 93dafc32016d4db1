-- When something is open, day by day: "Mon–Fri 9:00–17:00, Sat 10:00–14:00, Sun closed", "open Monday to Thursday from 8 am to
-- 6 pm", "hours Monday: 8:0-18:0", "on weekdays it closes at 17:00". One row a day (1 Monday to 7 Sunday), in minutes from
-- midnight; null where that end is not said; is_open false where it is said to be closed. No rows for a text without days.
create or replace function groundcheck_internal.read_schedule(body text)
returns table (day int, opens int, closes int, is_open boolean)
language plpgsql
immutable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_day constant text := '\m(?:mon(?:day)?s?|tue(?:s|sday)?s?|wed(?:nesday)?s?|thu(?:r|rs|rsday)?s?|fri(?:day)?s?|sat(?:urday)?s?|sun(?:day)?s?|weekdays?|weekends?|daily|every ?day)\M';
  v_time constant text := '\m(?:[01]?[0-9]|2[0-4])(?:[:.][0-5]?[0-9])?(?: ?[ap]\.?m\M\.?| ?uhr\M| ?h\M)?|\mnoon\M|\mmidnight\M';
  v_range constant text := '(?:(?:' || v_time || ') *(?:-|–|—|to|until|till|through|bis) *(?:' || v_time || '))';
  v_pattern constant text := '(' || v_day || '|(?:(?:from|between|at) )?' || v_range
    || '|\m(?:opens?|from|starts?|closes?|until|till|ends?|at)\M(?: (?:at|from|by|until))? (?:' || v_time || ')'
    || '|\m(?:closed|shut|geschlossen)\M|\mopen\M)';
  v_body text := groundcheck_internal.fold(read_schedule.body);
  v_token text;
  v_before text;
  v_days int[] := '{}';
  v_first int;
  v_now int[];
  v_time_from int;
  v_time_to int;
  v_part text[];
  v_said boolean := false;
  v_word text;
begin
  if v_body !~ v_day then
    return;
  end if;
  for v_part in
    select array[k.gap, k.match[1]]
    from rows from (
      regexp_matches(v_body, v_pattern, 'g'), regexp_split_to_table(v_body, v_pattern)
    ) as k (match, gap)
    where k.match is not null
  loop
    v_before := v_part[1];
    v_token := v_part[2];
    if v_token ~ ('^(?:' || v_day || ')$') then
      v_now := case
        when v_token like 'mon%' then '{1}' when v_token like 'tue%' then '{2}' when v_token like 'wed%' then '{3}'
        when v_token like 'thu%' then '{4}' when v_token like 'fri%' then '{5}' when v_token like 'sat%' then '{6}'
        when v_token like 'sun%' then '{7}' when v_token like 'weekend%' then '{6,7}' when v_token like 'weekday%' then '{1,2,3,4,5}'
        else '{1,2,3,4,5,6,7}'
      end::int[];
      if v_word = 'closed' and v_days <> '{}' and not v_said and v_before ~ '[.;]' then
        -- "Closed on Mondays. Tuesday to Sunday: 11–19"
        return query select d.day, null::int, null::int, false from unnest(v_days) as d (day);
        v_said := true;
        v_word := null;
      end if;
      if v_said then
        v_days := '{}';
        v_said := false;
      end if;
      if v_days <> '{}' and cardinality(v_now) = 1 and v_before ~ '^[a-z]?\.?\s*(?:-|–|—|to|through|until|till|bis)\s*$' then
        v_first := v_days[cardinality(v_days)];
        v_days := v_days || array(
          select (d - 1) % 7 + 1 from generate_series(v_first + 1, case when v_now[1] > v_first then v_now[1] else v_now[1] + 7 end) as d
        );
      else
        v_days := v_days || v_now;
      end if;
      continue;
    end if;
    if v_token in ('closed', 'shut', 'geschlossen') then
      opens := null;
      closes := null;
      is_open := v_before ~ '\m(?:not|never)\s*$|n''t\s*$';
      if v_days = '{}' or v_said then
        v_word := case when is_open then 'open' else 'closed' end;
        continue;
      end if;
    elsif v_token = 'open' then
      opens := null;
      closes := null;
      is_open := v_before !~ '\m(?:not|never|nicht)\s*$|n[''’]t\s*$';
      -- "open on Saturday": the days are yet to come.
      if v_days = '{}' or v_said then
        v_word := case when is_open then 'open' else 'closed' end;
        continue;
      end if;
      continue when is_open;
    else
      is_open := true;
      v_time_from := null;
      v_time_to := null;
      select
        min(t.minutes) filter (where t.place = 1), min(t.minutes) filter (where t.place = 2)
      into v_time_from, v_time_to
      from (
        select r.place, groundcheck_internal.clock_minutes(r.parts[1], lead(r.parts[1]) over (order by r.place)) as minutes
        from regexp_matches(v_token, '(' || v_time || ')', 'g') with ordinality as r (parts, place)
      ) as t;
      if v_time_to is not null then
        opens := v_time_from;
        closes := v_time_to;
      elsif v_token ~ '^(?:closes?|until|till|ends?)' or v_token ~ '^at' and v_before ~ 'close[sd]?\s*$' then
        opens := null;
        closes := v_time_from;
      elsif v_token ~ '^(?:opens?|from|starts?)' or v_token ~ '^at' and v_before ~ 'opens?\s*$' then
        opens := v_time_from;
        closes := null;
      else
        continue;
      end if;
    end if;
    if v_days = '{}' then
      -- "closes at 6 pm on Monday": kept for the days that follow.
      v_word := 'times';
      v_time_from := opens;
      v_time_to := closes;
      continue;
    end if;
    return query select d.day, opens, closes, is_open from unnest(v_days) as d (day);
    v_said := true;
    v_word := null;
  end loop;
  if not v_said and v_days <> '{}' then
    if v_word = 'times' then
      return query
      select d.day, v_time_from, v_time_to, coalesce(is_open, true) from unnest(v_days) as d (day);
    elsif v_word is not null then
      return query select d.day, null::int, null::int, v_word = 'open' from unnest(v_days) as d (day);
    end if;
  end if;
end;
$$;
comment on function groundcheck_internal.read_schedule is 'When something is open by the day, as a text says it.';
revoke all on function groundcheck_internal.read_schedule from public;

-- Minutes from midnight of a time of day in lower case. following: the other end of a range, which may carry the am or pm.
create or replace function groundcheck_internal.clock_minutes(written text, following text)
returns int
language sql
immutable
parallel safe
return case
  when clock_minutes.written = 'noon' then 720
  when clock_minutes.written = 'midnight' then 1440
  else (
    pg_catalog.substring(clock_minutes.written, '^([0-9]+)')::int % case when clock_minutes.written ~ '[ap]\.?m' then 12 else 25 end * 60
    + coalesce(pg_catalog.substring(clock_minutes.written, '^[0-9]+[:.]([0-9]+)')::int, 0)
    + case
      when clock_minutes.written ~ 'p\.?m' then 720
      when
        clock_minutes.written !~ '[ap]\.?m' and clock_minutes.following ~ 'p\.?m'
        and pg_catalog.substring(clock_minutes.written, '^([0-9]+)')::int < 12
        and pg_catalog.substring(clock_minutes.written, '^([0-9]+)')::int < pg_catalog.substring(clock_minutes.following, '^([0-9]+)')::int % 12
        then 720
      else 0
    end
  )
end;
comment on function groundcheck_internal.clock_minutes is 'A time of day in minutes from midnight.';
revoke all on function groundcheck_internal.clock_minutes from public;

-- Findings with what a claim says of days against the schedule of its evidence, which stand for all that was found of its
-- days and times; the others are handed through. A day that a schedule leaves out is closed where the schedule says when
-- something opens on other days. Claims without a day, and evidence without a schedule, are left alone.
create or replace function groundcheck_internal.compare_schedules(
  findings groundcheck_internal.finding[],
  claims groundcheck_internal.parsed_claim[],
  sentences groundcheck_internal.parsed_sentence[],
  evidence groundcheck_internal.evidence[]
)
returns groundcheck_internal.finding[]
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_findings groundcheck_internal.finding[] := compare_schedules.findings;
  c record;
  v_found groundcheck_internal.finding;
begin
  for c in
    select k.claim_index, k.statement
    from unnest(compare_schedules.claims) as k
    where k.checkable
      -- A case, so that the expressions are only reached, and compiled, where a day may be named.
      and case when lower(k.statement collate "C") like any ('{%mon%,%tue%,%wed%,%thu%,%fri%,%sat%,%sun%,%week%,%day%,%daily%}')
        then k.statement ~* '\m(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\M|week(?:day|end)|daily|every day'
          and k.statement ~* '\m(?:open|opens|opening|closed?|closes|closing|hours|until|till|from|available)\M' else false end
  loop
    with said as materialized (
      select s.* from groundcheck_internal.read_schedule(c.statement) as s
    ),
    known as materialized (
      select s.*, e.position, e.rank
      from unnest(compare_schedules.evidence) as e
      cross join lateral groundcheck_internal.read_schedule(e.body) as s
      where e.claim_index = c.claim_index
    ),
    judged as (
      select
        k.position, k.rank, a.day,
        case
          when k.day is null then case when a.is_open and exists (select from known as o where o.opens is not null) then 'different' end
          when a.is_open <> k.is_open then 'different'
          when not a.is_open then 'equal'
          when a.opens is null and a.closes is null then 'equal'
          when a.opens is not null and k.opens is null or a.closes is not null and k.closes is null then null
          when (a.opens is null or a.opens = k.opens or a.opens + 720 = k.opens and a.closes is null)
            and (a.closes is null or a.closes % 1440 = k.closes % 1440 or a.closes + 720 = k.closes) then 'equal'
          else 'different'
        end as outcome
      from said as a
      left join known as k on k.day = a.day
      where exists (select from known)
    )
    select
      c.claim_index, 'value', 'hours', case when bool_or(d.best = 'different') then 'different' else 'equal' end,
      case when bool_or(d.best = 'different') then 0.9 else 0 end, c.statement, null,
      coalesce(min(d.position) filter (where d.best = 'different'), min(d.position))
    into v_found
    from (
      -- One of several sentences about the day is enough.
      select
        j.day, min(j.position) as position,
        case when bool_or(j.outcome = 'equal') then 'equal' when bool_or(j.outcome = 'different') then 'different' end as best
      from judged as j
      group by j.day
    ) as d
    having bool_and(d.best is not null) and count(*) > 0;
    if v_found.claim_index is not null then
      v_found.claim_part := (
        select string_agg(m[1], ', ') from regexp_matches(c.statement, '(\m(?:mon|tue|wed|thu|fri|sat|sun|week|dai|every d)[a-z]*)', 'gi') as m
      );
      v_found.evidence_part := (
        select e.body from unnest(compare_schedules.evidence) as e
        where e.claim_index = c.claim_index and e.position = v_found.position
      );
      v_findings := array(
        select f from unnest(v_findings) as f
        where f.claim_index <> c.claim_index
          or not (
            f.source = 'value' and f.kind in ('date', 'time', 'range', 'number', 'duration', 'weekday', 'quantity')
            or f.source = 'words' and f.kind in ('antonym', 'negation', 'novelty', 'inference', 'binding')
            or f.source = 'name' and f.claim_part ~ '^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$'
          )
      ) || v_found;
      if v_found.outcome = 'equal' then
        v_found.source := 'words';
        v_found.kind := 'inference';
        v_findings := v_findings || v_found;
      end if;
    end if;
  end loop;
  return v_findings;
end;
$$;
comment on function groundcheck_internal.compare_schedules is 'Findings, with claims about opening days and hours held against the schedules of their evidence.';
revoke all on function groundcheck_internal.compare_schedules from public;
