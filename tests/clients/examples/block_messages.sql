-- The same, but an answer that does not pass is refused. The audit of the refused goes with the transaction.
create function refuse_message() returns trigger language plpgsql as $$
declare
  document jsonb := groundcheck.check(new.answer, new.context, new.question);
begin
  if document ->> 'status' <> 'final' or document ->> 'action' <> 'PASS' then
    raise check_violation using message = document #>> '{audit_details,reason}';
  end if;
  new.check_id := document ->> 'id';
  new.shown := true;
  return new;
end;
$$;

create or replace trigger checked before insert or update of answer, context on message
for each row execute function refuse_message();
