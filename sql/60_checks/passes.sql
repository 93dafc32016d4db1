-- Fails closed: anything but a final PASS is false, never null. It cannot wait for the verifier, which sees the check only
-- once it is committed; where the policy's setting provisional is screen, a PASS of the screen counts until then.
create or replace function groundcheck.passes(
  answer text,
  context text[],
  question text default null,
  policy text default 'default',
  metadata jsonb default '{}'
)
returns boolean
language sql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
  select coalesce((
    select
      d.document ->> 'action' = 'PASS'
      and (
        d.document ->> 'status' = 'final'
        or d.document ->> 'status' = 'provisional'
        and (groundcheck_internal.find_policy(passes.policy)).provisional = 'screen'
      )
    from groundcheck.check(passes.answer, passes.context, passes.question, passes.policy, passes.metadata) as d (document)
  ), false)
$$;
comment on function groundcheck.passes is 'Whether the answer passes: check() as a gate. Stores the check. GC101: unknown policy.';
revoke all on function groundcheck.passes from public;
