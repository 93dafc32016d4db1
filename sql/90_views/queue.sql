create or replace view groundcheck.queue
with (security_invoker = true) as
select
  j.waiting,
  j.delayed,
  j.leased,
  j.dead,
  j.oldest_seconds,
  w.workers_alive,
  w.checks_per_minute,
  w.pairs_per_second
from (
  select
    count(*) filter (where q.dead_at is null and q.run_at <= now() and coalesce(q.leased_until < now(), true)) as waiting,
    count(*) filter (where q.dead_at is null and q.run_at > now()) as delayed,
    count(*) filter (where q.dead_at is null and q.run_at <= now() and q.leased_until >= now()) as leased,
    count(*) filter (where q.dead_at is not null) as dead,
    extract(epoch from now() - min(q.created_at) filter (where q.dead_at is null))::float8 as oldest_seconds
  from groundcheck_internal.jobs as q
) as j
cross join (
  select
    count(*) as workers_alive,
    coalesce(sum(a.checks_per_minute), 0) as checks_per_minute,
    coalesce(sum(a.pairs_per_second), 0) as pairs_per_second
  from groundcheck_internal.workers as a
  where a.seen_at > now() - interval '30 seconds'
) as w;
comment on view groundcheck.queue is 'One row: how much waits for the verifier, for how long, and who works on it.';
comment on column groundcheck.queue.waiting is 'Checks that no worker has taken yet.';
comment on column groundcheck.queue.delayed is 'Checks that failed and are tried again later.';
comment on column groundcheck.queue.leased is 'Checks that a worker is at.';
comment on column groundcheck.queue.dead is 'Checks that were given up: their status is failed, their reason says why.';
comment on column groundcheck.queue.oldest_seconds is 'Age of the oldest check that is not final; null where none is.';
comment on column groundcheck.queue.workers_alive is 'Workers that were heard of within 30 seconds.';
comment on column groundcheck.queue.checks_per_minute is 'Checks that they finish per minute: each counts what it finished between its last two heartbeats, about ten seconds apart.';
comment on column groundcheck.queue.pairs_per_second is 'Pairs of texts that they read per second, over the same seconds.';
revoke all on groundcheck.queue from public;
