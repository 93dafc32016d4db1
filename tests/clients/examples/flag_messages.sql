-- An application's own table. Every answer is checked as it is written, and shown only where it passes.
create table message (
  id bigint generated always as identity primary key,
  question text,
  context text[] not null,
  answer text not null,
  check_id text,
  shown boolean not null default false
);

create function check_message() returns trigger language plpgsql as $$
declare
  document jsonb := groundcheck.check(new.answer, new.context, new.question);
begin
  new.check_id := document ->> 'id';
  new.shown := document ->> 'status' = 'final' and document ->> 'action' = 'PASS';
  return new;
end;
$$;

create trigger checked before insert or update of answer, context on message
for each row execute function check_message();
