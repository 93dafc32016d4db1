-- Submits, commits, waits: both tiers in one statement, from any driver. A procedure without SET and with the caller's
-- rights, else it could not commit; therefore everything in it is qualified. Each round of the loop is a transaction of
-- its own, so that a long wait keeps nothing from being vacuumed. Where the time is up, the document is as it stands then.
create or replace procedure groundcheck.check_and_wait(
  answer text,
  context text[],
  question text default null,
  policy text default 'default',
  metadata jsonb default '{}',
  timeout interval default '30 seconds',
  inout document jsonb default null
)
language plpgsql
as $$
declare
  v_until timestamptz := pg_catalog.clock_timestamp()
    operator(pg_catalog.+) least(greatest(coalesce(check_and_wait.timeout, '0'), '0'), interval '1000 years');
begin
  call groundcheck_internal.check_and_wait_cannot_run_inside_begin();
  document := groundcheck.check(
    check_and_wait.answer, check_and_wait.context, check_and_wait.question, check_and_wait.policy, check_and_wait.metadata
  );
  commit;
  while document operator(pg_catalog.->>) 'status' operator(pg_catalog.=) any(array['provisional', 'pending'])
    and pg_catalog.clock_timestamp() operator(pg_catalog.<) v_until
  loop
    perform pg_catalog.pg_sleep(0.01);
    commit;
    document := groundcheck_internal.document_if_done(document);
  end loop;
end;
$$;
comment on procedure groundcheck.check_and_wait is
'CALL it outside a transaction block: check(), commit, and wait up to timeout until the check is final. 2D000: inside BEGIN. GC101, GC006: as check().';
revoke all on procedure groundcheck.check_and_wait from public;

-- Inside BEGIN no procedure may commit, and there is no other way to find out than to try. The trial's error tells by its
-- message alone whether the transaction block forbids it, or only the exception handler here; and messages are translated,
-- so that it is compared with the one that a function gets, which may never commit.
create or replace procedure groundcheck_internal.check_and_wait_cannot_run_inside_begin()
language plpgsql
as $$
declare
  v_message text;
begin
  begin
    commit;
  exception
    when invalid_transaction_termination then
      v_message := sqlerrm;
  end;
  if v_message operator(pg_catalog.=) groundcheck_internal.message_where_none_may_commit() then
    raise exception using
      errcode = '2D000',
      message = 'check_and_wait commits, and cannot run inside a transaction block',
      hint = 'Call it outside BEGIN, in autocommit mode. Inside a transaction: groundcheck.check(), commit, then groundcheck.result(id, wait).';
  end if;
  -- Where a caller's own exception handler forbids it.
  commit;
end;
$$;
comment on procedure groundcheck_internal.check_and_wait_cannot_run_inside_begin is 'Raises 2D000 inside a transaction block.';
revoke all on procedure groundcheck_internal.check_and_wait_cannot_run_inside_begin from public;

create or replace function groundcheck_internal.message_where_none_may_commit()
returns text
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
begin
  commit;
exception
  when invalid_transaction_termination then
    return sqlerrm;
end;
$$;
comment on function groundcheck_internal.message_where_none_may_commit is 'What the server says, in the language of the session, where a transaction cannot be committed.';
revoke all on function groundcheck_internal.message_where_none_may_commit from public;

create or replace function groundcheck_internal.document_if_done(document jsonb)
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_id uuid := groundcheck_internal.check_id(document_if_done.document ->> 'id');
begin
  if exists (
    select from groundcheck_internal.checks as c
    where c.id = v_id and c.created_at = groundcheck_internal.id_time(v_id) and c.status in ('provisional', 'pending')
  ) then
    return document_if_done.document;
  end if;
  return groundcheck.result(v_id::text);
end;
$$;
comment on function groundcheck_internal.document_if_done is 'The document as it has become where the check is done by now, else the same.';
revoke all on function groundcheck_internal.document_if_done from public;
