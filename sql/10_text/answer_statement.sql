-- What an answer says that goes on after its yes or no, given the question without its mark: "No, it lasts 90 minutes." ->
-- "the exam lasts 90 minutes". Null for any other answer.
create or replace function groundcheck_internal.answer_statement(claim text, asked text)
returns text
language sql
stable
parallel safe
as $$
  select case
    when k.said is null or answer_statement.asked is null then null
    when k.rest = '' then null
    when k.rest ~* '^(?:it|he|she|they)\M'
      then coalesce(groundcheck_internal.question_subject(answer_statement.asked), '')
        || pg_catalog.regexp_replace(k.rest, '^[A-Za-z]+', '')
    else k.rest
  end
  from (
    select
      case
        when groundcheck_internal.fold(m.parts[1]) in ('yes', 'yeah', 'yep', 'ja', 'oui', 'si', 'sim') then 'yes'
        when groundcheck_internal.fold(m.parts[1]) in ('no', 'nope', 'nein', 'non', 'nao', 'nee') then 'no'
      end as said,
      pg_catalog.rtrim(m.parts[2], ' .!') as rest
    from pg_catalog.regexp_match(answer_statement.claim, '^\s*([[:alpha:]]+)(?:[,.!;:–—-]+\s*|\s*$)(.*)$') as m (parts)
  ) as k
$$;
comment on function groundcheck_internal.answer_statement is 'What an answer says after its yes or no; null where it says no more, or is another answer.';
revoke all on function groundcheck_internal.answer_statement from public;

-- Whom or what a question of yes or no is about: "Does the exam last 90 minutes" -> "the exam". Null where that cannot be told.
create or replace function groundcheck_internal.question_subject(asked text)
returns text
language sql
stable
strict
parallel safe
as $$
  select pg_catalog.btrim(pg_catalog.substr(question_subject.asked, f.starts[2] + 1, f.starts[e.place] - f.starts[2]))
  from groundcheck_internal.word_features(question_subject.asked) as f
  cross join lateral (
    select min(w.place) as place
    from unnest(f.words, f.tags, f.kinds, f.roles) with ordinality as w (word, tag, kind, role, place)
    where w.place > 2 and (
      w.tag in ('verb', 'speech', 'negator', 'preposition', 'obligation', 'hedge') and w.kind <> 'n' or w.kind = 'd' or w.role = 'v' or w.word ~ '(ed|ing)$'
    )
  ) as e
  where pg_catalog.cardinality(f.words) > 2 and e.place > 2
$$;
comment on function groundcheck_internal.question_subject is 'The subject of a question of yes or no; null where that cannot be told.';
revoke all on function groundcheck_internal.question_subject from public;
