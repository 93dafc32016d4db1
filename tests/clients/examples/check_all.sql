-- Answers from a file, checked all at once.
create table draft (id int primary key, question text, context text[], answer text);
\copy draft from pstdin (format csv, header)

create table verdict as
select d.id, c.document ->> 'action' as action, (c.document ->> 'trust_score')::float8 as trust_score,
  c.document #>> '{audit_details,reason}' as reason
from draft as d
cross join lateral groundcheck.check(d.answer, d.context, d.question) as c (document);

select id, action from verdict order by id;
