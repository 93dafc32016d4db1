-- Fails closed: anything but a final PASS is false, never null.
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
return coalesce(
  (
    select d.document ->> 'status' = 'final' and d.document ->> 'action' = 'PASS'
    from groundcheck.check(answer, context, question, policy, metadata) as d (document)
  ),
  false
);
comment on function groundcheck.passes is 'Whether the answer passes: check() as a gate. Stores the check. GC101: unknown policy.';
revoke all on function groundcheck.passes from public;
