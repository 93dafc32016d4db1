-- Whether pg_cron 1.6 reads it: 1 to 59 seconds; a word such as @daily; or five fields. Of a field it leaves unread what
-- follows the part that it understands, and so does this. One thing that pg_cron takes is refused here: a number so large
-- that it overflows into another.
create or replace function groundcheck_internal.is_schedule(schedule text)
returns boolean
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
  with text as (
    -- Blank lines and comments before it.
    select regexp_replace(is_schedule.schedule, '^([ \t]*(#[^\n]*)?\n)*[ \t]*', '') as body
  ),

  field as (
    -- A list: * or a number or a range, a step after * or a range. $ is the last day of a month, alone.
    select
      b.low, b.high, b.names,
      substring(
        f.body from
        '^((?:(?:[*](?:/[0-9A-Za-z]+)?|[0-9A-Za-z]+(?:-[0-9A-Za-z]+(?:/[0-9A-Za-z]+)?)?),)*(?:[*](?![/,])|[*]/[0-9A-Za-z]+(?![,0-9A-Za-z])|[0-9A-Za-z]+(?![-/,0-9A-Za-z])|[0-9A-Za-z]+-[0-9A-Za-z]+(?![/,0-9A-Za-z])|[0-9A-Za-z]+-[0-9A-Za-z]+/[0-9A-Za-z]+(?![,0-9A-Za-z])))'
      ) as list,
      b.place = 3 and f.body = '$' as is_last_day
    from text as t
    cross join regexp_match(
      t.body, '^([^ \t\n]+)[ \t]+([^ \t\n]+)[ \t]+([^ \t\n]+)[ \t]+([^ \t\n]+)[ \t]+([^ \t\n]+)'
    ) as m (bodies)
    cross join unnest(m.bodies) with ordinality as f (body, place)
    join (
      values
      (1, 0, 59, null),
      (2, 0, 23, null),
      (3, 1, 31, null),
      (4, 1, 12, string_to_array('jan feb mar apr may jun jul aug sep oct nov dec', ' ')),
      (5, 0, 7, string_to_array('sun mon tue wed thu fri sat', ' '))
    ) as b (place, low, high, names) on b.place = f.place
  ),

  item as (
    select f.*, regexp_match(i.body, '^(?:[*]|([0-9A-Za-z]+)(?:-([0-9A-Za-z]+))?)(?:/([0-9A-Za-z]+))?$') as parts
    from field as f
    cross join regexp_split_to_table(f.list, ',') as i (body)
    where not f.is_last_day
  )

  select coalesce(
    octet_length(is_schedule.schedule) < 1000 and (
      is_schedule.schedule
      ~ '^[ \t\n\v\f\r]*[+]?0*([1-9]|[1-5][0-9])[ \t\n\v\f\r]*[sS][eE][cC][oO][nN][dD]([sS][ \t\n\v\f\r]*)?$'
      or t.body ~ '^@(reboot|restart|yearly|annually|monthly|weekly|daily|midnight|hourly)($|[ \t\n])'
      or (select count(*) = 5 and bool_and(f.is_last_day or f.list is not null) from field as f)
      and (
        select bool_and(
          coalesce(groundcheck_internal.schedule_number(i.parts[1], i.low, i.names) between i.low and i.high, i.parts[1] is null)
          and coalesce(
            groundcheck_internal.schedule_number(i.parts[2], i.low, i.names) between i.low and i.high, i.parts[2] is null)
          and coalesce(
            groundcheck_internal.schedule_number(i.parts[3], 0, null) between 1 and i.high, i.parts[3] is null)
        )
        from item as i
      )
    ),
    false
  )
  from text as t
$$;
comment on function groundcheck_internal.is_schedule is 'Whether pg_cron can read a schedule.';
revoke all on function groundcheck_internal.is_schedule from public;

-- A number of a field, which may be written as a name; null where it is none.
create or replace function groundcheck_internal.schedule_number(part text, low int, names text[])
returns int
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select case
    when schedule_number.part ~ '^0*[0-9]{1,9}$' then schedule_number.part::numeric::int
    else array_position(schedule_number.names, lower(schedule_number.part collate "C")) - 1 + schedule_number.low
  end
$$;
comment on function groundcheck_internal.schedule_number is 'The number that a part of a schedule stands for.';
revoke all on function groundcheck_internal.schedule_number from public;

-- No two runs are further apart, as a bound that is easy to see: an hour where only the minute is given, and so on. A day of
-- the month may be lacking in the next. Null where it runs when the server starts.
create or replace function groundcheck_internal.longest_pause(schedule text)
returns interval
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
  select case
    when f.fields[1] ~ '^[+]?[0-9]' and f.fields[2] ~* '^second' or f.fields[1] ~* '^[+]?[0-9]+second' then interval '1 minute'
    when f.fields[1] ~ '^@re' then null
    when f.fields[1] = '@hourly' then interval '1 hour'
    when f.fields[1] in ('@daily', '@midnight') then interval '1 day'
    when f.fields[1] = '@weekly' then interval '7 days'
    when f.fields[1] = '@monthly' then interval '31 days'
    when f.fields[1] ~ '^@' or f.fields[4] <> '*' then interval '366 days'
    when f.fields[3] <> '*' then interval '62 days'
    when f.fields[5] <> '*' then interval '7 days'
    when f.fields[2] <> '*' then interval '1 day'
    else interval '1 hour'
  end
  from regexp_split_to_array(btrim(longest_pause.schedule, E' \t\n\r'), '[ \t\n\v\f\r]+') as f (fields)
$$;
comment on function groundcheck_internal.longest_pause is 'How long pg_cron may leave a job alone that has this schedule, at most; null for ever.';
revoke all on function groundcheck_internal.longest_pause from public;
