-- A sentence with a question mark, cut where it claims something: 'did you know that | X | ?', 'X | , right?',
-- 'X | , do you like it?'. The parts are end to end; kinds says of each whether it is a question, a statement, or
-- null for words that only ask for assent. One part where the sentence asks only, or is a statement in the tone of a
-- question ('so it is open?'). It asks only where it begins as a question does and holds no answer: see asks_of_fact.
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
  -- X (ok?)
  v_cut := pg_catalog.char_length(pg_catalog.regexp_replace(pg_catalog.left(v_lower, v_end), ' ?\([a-z'' ]{1,16}$', ''));
  if v_cut between 1 and v_end - 1 and sentence ~ '\)[^0-9A-Za-z]*$' then
    v_end := v_cut;
    v_claims := true;
  end if;

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
      if groundcheck_internal.asks_of_fact(sentence) then
        kinds := array['statement'];
        return;
      end if;
      v_claims := false;
    elsif not v_claims then
      -- X, do you like it?
      v_cut := pg_catalog.char_length(pg_catalog.substring(pg_catalog.left(v_lower, v_end), '^(.*[^ ]) ?(?:,|;| -+| –| —|\.\.\.) ?(?:(?:and|so|but|or|now|then|well|i wonder|also) ,?)?(?:what|who|whose|whom|which|when|where|why|how|i wonder|do|does|did|is|are|was|were|have|has|had|can|could|will|would|should|any)(?:n''?t| n''t)?\M'));
      if v_cut > 0 then
        if groundcheck_internal.is_clause(pg_catalog.left(v_lower, v_cut)) then
          parts := array[pg_catalog.left(sentence, v_cut), pg_catalog.substr(sentence, v_cut + 1)];
          kinds := array['statement', 'question'];
          return;
        elsif not groundcheck_internal.holds_value(pg_catalog.left(sentence, v_cut)) then
          return;
        end if;
      end if;
      -- What neither begins as a question does nor is a word or two ('the opening hours?') states.
      v_claims := groundcheck_internal.holds_value(sentence)
        or v_lower ~ '[a-z\u00df-\u024f]' and v_lower !~ '^(?:[^ ]+ ,? ?){0,2}(?:you|i) '
          and (groundcheck_internal.is_clause(pg_catalog.left(v_lower, v_end)) or pg_catalog.left(v_lower, v_end) ~ '^ *(?:[^ ]+ +){3}[^ ]')
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

-- Does a sentence that begins as a question does hold a fact all the same? 'Isn't it X?', 'is it not good that X?', a value
-- or a name that it takes for granted ('why did X', 'who sells the 9 euro ticket'), or an answer behind a comma.
create or replace function groundcheck_internal.asks_of_fact(question text)
returns boolean
language plpgsql
stable
strict
parallel safe
as $$
declare
  c_asks constant text := '^(?:(?:or|and|but|so) )?(?:what|who|whom|whose|which|when|where|why|how|do|does|did|is|are|was|were|am|have|has|had|can|could|will|would|should|shall|may|if|whether|please|as|for example|such as|like|in|on|at|for|or|wer|wie|was|wann|wo|warum|quand|où|qui|que|comment|cuándo|dónde|quién|cómo)\M';
  c_opening constant text := '^(?:[a-z]+ ?, ?|(?:so|and|but|oh|well|wow|yes|no) )*';
  v_plain text := pg_catalog.translate(question, '’', '''');
  v_lower text := groundcheck_internal.plain_lower(v_plain);
  v_value boolean := groundcheck_internal.holds_value(v_plain);
  v_before text;
  v_parts text[];
  v_part text;
  v_list boolean;
begin
  if v_lower ~ (c_opening || '(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|ca|wo)(?: ?n''t| not) (?!(?:you|we|i)\M)')
    or v_lower ~ (c_opening || '(?:is|was|are) (?:it|this|that|you|they)(?: not)? (?:[a-z]+ ){1,4}that (?!(?:one|way)\M)')
      and groundcheck_internal.is_clause(pg_catalog.substring(v_lower, ' that (.*)$'))
    or v_lower ~ ',? (?:given|considering|seeing|because|now|since|even though|although) (?:that )?(?:it|he|she|they|the|a|we|our|its|this|there) '
  then
    return true;
  end if;
  if v_value and (
    v_lower ~ (c_opening || '(?:(?:in|on|at|to|for|from|with|by|of) )?(?:what|who|whom|whose|which|when|where|why|how)\M(?! (?:many|much|long|far|old|often)\M)')
    or v_lower ~ '\m(?:you|interested|ready|curious)\M' and v_lower !~ ' (?:if|whether|or) ')
  then
    return true;
  end if;
  if v_plain ~ '[a-z.] [A-Z][a-z]+' and v_lower ~ (c_opening || '(?:why|how (?:did|could|has|had|come|was|were))\M') then
    return true;
  end if;
  -- 'Is the owner who robbed it here?': a relative clause behind a noun.
  v_before := pg_catalog.substring(v_lower, '([a-z]+),? (?:who|whose|where) ');
  if v_before is not null
    and v_before <> all (array['know', 'see', 'tell', 'remember', 'say', 'says', 'guess', 'wonder', 'sure', 'about', 'of', 'to', 'on', 'and', 'or', 'for',
      'with', 'from', 'by', 'in', 'me', 'us', 'you', 'find', 'out', 'anyone', 'someone', 'people', 'those', 'so', 'but', 'then', 'well', 'place', 'places', 'what', 'when', 'where', 'exactly', 'is', 'are'])
    and (v_plain ~ '[a-z],? where (?:[a-z]+ ){0,2}[A-Z]'
      or groundcheck_internal.is_clause('someone ' || pg_catalog.substring(v_lower, '[a-z],? (?:who|whose|where) (.*)$')))
  then
    return true;
  end if;
  v_parts := pg_catalog.regexp_split_to_array(v_plain, ' *(?:[,:](?![0-9])|(?<!\m(?:Dr|Mr|Mrs|Ms|Prof|St|No|vs|[A-Z]))\.(?= )|[;(–—]| -+ )');
  v_list := pg_catalog.array_to_string(v_parts[2:], ', ') ~ '\m(?:or|and|oder|ou|o|und|et)\M';
  for i in 2 .. pg_catalog.cardinality(v_parts) loop
    v_part := pg_catalog.btrim(v_parts[i], ' ?!.)"''');
    continue when v_part = '' or v_part ~* c_asks;
    if groundcheck_internal.holds_value(v_part) then
      return true;
    end if;
    -- 'Hi, do you', 'Good morning, is it': the question begins here only.
    continue when v_list or pg_catalog.strpos(pg_catalog.btrim(v_parts[1]), ' ') = 0;
    if v_part ~* '^(?:the|a|an|who|which|that|where|his|her|their|its|our|it|he|she|they|we|der|die|das|le|la|les|el|los|las|il|o|de|het) [^ ]'
      or v_part ~ '^[A-Z][a-z]' and not (v_part !~ ' ' and v_parts[i - 1] ~ ' [A-Z][a-z]+$')
      or groundcheck_internal.is_clause(groundcheck_internal.plain_lower(v_part))
    then
      return true;
    end if;
  end loop;
  return false;
end;
$$;
comment on function groundcheck_internal.asks_of_fact is 'Whether a question takes a fact for granted or answers itself.';
revoke all on function groundcheck_internal.asks_of_fact from public;
