-- A sentence with a question mark, cut where it claims something: 'did you know that | X | ?', 'X | , right?',
-- 'X | , do you like it?'. The parts are end to end; kinds says of each whether it is a question, a statement, or
-- null for words that only ask for assent. One part where the sentence asks only, or is a statement in the tone of a
-- question ('so it is open?').
create or replace function groundcheck_internal.part_question(sentence text, out parts text[], out kinds text[])
language plpgsql
stable
strict
parallel safe
as $$
declare
  v_lower text := groundcheck_internal.plain_lower(pg_catalog.translate(sentence, '’', ''''));
  v_pattern text;
  v_length int := pg_catalog.char_length(sentence);
  v_start int := 0;
  v_end int;
  v_cut int;
  v_claims boolean := false;
begin
  parts := array[sentence];
  kinds := array['question'];
  if v_length > 1500 then
    return;
  end if;
  v_end := pg_catalog.char_length(pg_catalog.rtrim(sentence, ' ?!？؟"''”’»)]*_'));

  -- X, right?
  for v_pattern in
    select p.pattern from groundcheck_internal.phrases as p
    where p.kind = 'tag' and ' ' || v_lower like any (p.cues)
  loop
    v_cut := pg_catalog.char_length(pg_catalog.regexp_replace(pg_catalog.left(v_lower, v_end), v_pattern, ''));
    if v_cut < v_end then
      v_end := v_cut;
      v_claims := true;
      exit;
    end if;
  end loop;
  -- Did you know that X?
  for v_pattern in
    select p.pattern from groundcheck_internal.phrases as p
    where p.kind = 'embedding' and ' ' || v_lower like any (p.cues)
  loop
    v_cut := v_end - pg_catalog.char_length(pg_catalog.regexp_replace(pg_catalog.left(v_lower, v_end), v_pattern, ''));
    if v_cut > 0 and pg_catalog.substr(v_lower, v_cut + 1, v_end - v_cut) ~ '[^ ] +[^ ]|[\u0e00-\ud7ff]{3}' then
      v_start := v_cut;
      v_claims := true;
      exit;
    end if;
  end loop;
  if v_start = 0 then
    if exists (
      select from groundcheck_internal.phrases as p
      where p.kind = 'interrogative' and v_lower ~ p.pattern)
    then
      v_claims := false;
    elsif not v_claims then
      -- X, do you like it?
      v_cut := pg_catalog.char_length(pg_catalog.substring(pg_catalog.left(v_lower, v_end), '^(.*[^ ]) ?(?:,|;| -+| –| —|\.\.\.) ?(?:(?:and|so|but|or|now|then|well|i wonder|also) ,?)?(?:what|who|whose|whom|which|when|where|why|how|i wonder|do|does|did|is|are|was|were|have|has|had|can|could|will|would|should|any)(?:n''?t| n''t)?\M'));
      if v_cut > 0 then
        if groundcheck_internal.is_clause(pg_catalog.left(v_lower, v_cut)) then
          parts := array[pg_catalog.left(sentence, v_cut), pg_catalog.substr(sentence, v_cut + 1)];
          kinds := array['statement', 'question'];
        end if;
        return;
      end if;
      -- English alone: elsewhere a question may have the order of a statement.
      v_claims := v_lower ~ '\m(?:the|is|are|were|has|have|it|they|he|she|we|that|this|there|of|and|to)\M'
        and v_lower !~ '^(?:[^ ]+ ,? ?){0,2}(?:you|i) ' and groundcheck_internal.is_clause(pg_catalog.left(v_lower, v_end))
        or v_lower ~ '^(?:so|and|but|then|oh|well|ok|okay)?,? ?(?:you|i|we) (?:can|could|must|should|have to|need to|may|will) ';
    end if;
  end if;
  if v_claims then
    parts := array[
      pg_catalog.left(sentence, v_start),
      pg_catalog.substr(sentence, v_start + 1, v_end - v_start),
      pg_catalog.substr(sentence, v_end + 1)];
    kinds := array[null, 'statement', null];
  end if;
end;
$$;
comment on function groundcheck_internal.part_question is 'A sentence with a question mark, cut where it claims something.';
revoke all on function groundcheck_internal.part_question from public;
