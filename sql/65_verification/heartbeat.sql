-- A worker says that it is there, and how much it has done since it started.
create or replace function groundcheck_internal.heartbeat(
  worker text,
  model_id int,
  checks bigint,
  pairs bigint,
  about jsonb
)
returns void
language sql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
  insert into groundcheck_internal.workers as w (id, model_id, checks, pairs, about)
  values (heartbeat.worker, heartbeat.model_id, heartbeat.checks, heartbeat.pairs, heartbeat.about)
  on conflict (id) do update set
    seen_at = now(),
    checks = excluded.checks,
    pairs = excluded.pairs,
    checks_per_minute = 60 * (excluded.checks - w.checks) / greatest(extract(epoch from now() - w.seen_at)::float8, 0.001),
    pairs_per_second = (excluded.pairs - w.pairs) / greatest(extract(epoch from now() - w.seen_at)::float8, 0.001)
$$;
comment on function groundcheck_internal.heartbeat is 'Notes that a worker is alive, and its throughput since it was heard of last.';
revoke all on function groundcheck_internal.heartbeat from public;

-- Gives back what a worker holds as it stops, as if it had never leased it, and takes its name off the list; so do the
-- names of workers that were not heard of for a day.
create or replace function groundcheck_internal.sign_off(worker text)
returns void
language sql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
  update groundcheck_internal.jobs as j
  set leased_by = null, leased_until = null, attempts = greatest(j.attempts - 1, 0)
  where j.leased_by = sign_off.worker and j.dead_at is null;

  delete from groundcheck_internal.workers as w
  where w.id = sign_off.worker or w.seen_at < now() - interval '1 day';
$$;
comment on function groundcheck_internal.sign_off is 'Ends a worker''s leases and forgets the worker.';
revoke all on function groundcheck_internal.sign_off from public;
