-- From when on jobs wait. While a long transaction keeps the server from vacuuming, the rows of finished jobs stay at the
-- head of the index, and whoever looks for a job would step over all of them. So the whole queue is searched once in five
-- seconds, and the place of its oldest job is remembered; in between, a search steps over what has been finished since, and
-- in the minute before. A job whose transaction took longer than that to commit is found by the next search of the whole.
create or replace function groundcheck_internal.queue_start()
returns timestamptz
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now bigint := extract(epoch from clock_timestamp()) * 1000;
  v_oldest timestamptz;
begin
  -- A clock that was set back searches at once.
  if abs(v_now - (select s.last_value from groundcheck_internal.jobs_searched_at as s)) > 5000 then
    select min(j.run_at) into v_oldest
    from groundcheck_internal.jobs as j
    where j.dead_at is null;
    v_oldest := least(v_oldest, now()) - interval '1 minute';
    perform setval('groundcheck_internal.jobs_oldest_at', greatest(floor(extract(epoch from v_oldest) * 1000)::bigint, 1));
    perform setval('groundcheck_internal.jobs_searched_at', v_now);
  end if;
  return to_timestamp((select s.last_value from groundcheck_internal.jobs_oldest_at as s) / 1000.0);
end;
$$;
comment on function groundcheck_internal.queue_start is 'A time before which no job waits, as of at most five seconds ago.';
revoke all on function groundcheck_internal.queue_start from public;
