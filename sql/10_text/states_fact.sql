-- Does a sentence that has the form of an abstention, an offer or a greeting (see classify_phrase) state something all the
-- same? In doubt it does: what it says is checked then. The sentence is a cleaned one.
create or replace function groundcheck_internal.states_fact(sentence text, phrase text)
returns boolean
language sql
stable
strict
parallel safe
as $$
  select case phrase
    when 'abstention' then groundcheck_internal.abstains_of_fact(sentence)
    when 'offer' then groundcheck_internal.is_polite_fact(sentence)
    when 'greeting' then groundcheck_internal.is_polite_fact(sentence)
    else false
  end
$$;
comment on function groundcheck_internal.states_fact is
'Whether a sentence with the form of an abstention, offer or greeting states something.';
revoke all on function groundcheck_internal.states_fact from public;

-- A value: a figure, or a number in words, that is no year and no part of a name (passage 3, Windows 11, A4).
create or replace function groundcheck_internal.holds_value(sentence text)
returns boolean
language sql
immutable
strict
parallel safe
as $$
  select case
    when sentence ~ '[0-9]' then pg_catalog.regexp_replace(sentence,
      '[A-Z][A-Za-z]*[ -]?[0-9]+(?![0-9.,:%]*[0-9%]| ?(?:%|€|\$|£|[a-z]+s\M|per\M))|\m(?:[Pp]assages?|[Dd]ocuments?|[Cc]ontexts?|[Ss]ources?|[Qq]uestions?|[Cc]hunks?|[Ss]ections?|[Cc]hapters?|[Pp]ages?|[Pp]arts?|[Tt]exts?|[Ee]xcerpts?|[Dd]okumente?n?|[Qq]uellen?)[ #:]*[0-9]+(?:(?:,|,? and|,? or|,? und|-) ?[0-9]+)*|(?<![0-9€$£.,-])(?:1[5-9]|20)[0-9]{2}(?![0-9%€$£]|[.,:][0-9])',
      '', 'g') ~ '[0-9]'
    else false
  end
  or sentence ~* '\m(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|twice|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|hundert|tausend|deux|trois|quatre|cinq|dix|cent|mille|dos|tres|cuatro|cinco|diez|cien|mil|due|tre|quattro|cinque|dieci)\M(?! (?:[a-z]+ ){0,2}(?:passages?|documents?|sources?|texts?|excerpts?|articles?|questions?)\M)'
$$;
comment on function groundcheck_internal.holds_value is 'Whether a sentence holds a number that is no year and no part of a name.';
revoke all on function groundcheck_internal.holds_value from public;

-- What is abstained from is no fact while it only names a thing or asks a plain question. A value, a relative clause, a
-- that-clause that says more than what a text holds, a name set beside a noun or in a clause, and turns such as 'other
-- than' or 'wrong with' bring one in.
create or replace function groundcheck_internal.abstains_of_fact(sentence text)
returns boolean
language plpgsql
stable
strict
parallel safe
as $$
declare
  v_plain text := pg_catalog.translate(sentence, '’', '''');
  v_key text := groundcheck_internal.phrase_key(sentence);
  v_rest text;
begin
  if groundcheck_internal.holds_value(v_plain)
    or pg_catalog.char_length(v_key) > 320
    or v_key ~ '\m(?:other than|otherwise than|except|apart from|aside from|besides|beyond (?!(?:my|the scope)\M)|wrong with|wrong about|the fact|doubts?|but that|anything but|nothing but|rather than|despite|in spite of|even though|given that|considering|contradict[a-z]+|disputing|denying|refuting|(?:would|could|can|may|might|should|to) (?:[a-z]+ )?(?:deny|dispute|contradict|refute|question)|evidence against|enough (?:good|bad|great|nice)|as (?:bad|good|many|much) as|(?:more|less|fewer|better|worse|cheaper|safer|larger|bigger|smaller|older|faster) (?:[a-z]+ )?than)\M'
    or v_key ~ '\m(?:außer|dass|daran zweif|abgesehen von|sauf|hormis|excepto|salvo|aparte de|tranne|eccetto|exceto|behalve)\M.* '
  then
    return true;
  end if;
  if v_key !~ ' (?:that|who|whom|whose|which|why|how|when|where|what|because|since|whether|if|as) ' and v_plain !~ '[a-z] [A-Z]' then
    return false;
  end if;
  -- A that-clause: what a text would have to hold is none.
  v_rest := pg_catalog.substring(v_key, '(?<! (?:of|in|on|at|by|to|for|from|with|about)) that (?!(?:information|info|question|detail|data|topic|kind|type|part|text|document|specific|particular|matter|subject|regard)\M)(.*)$');
  if v_rest is not null and v_rest !~ '^(?:(?:is|are|was|were|would|could|can|may|might|will|does|do|did|directly|specifically|explicitly|clearly|further|not|you|i|we|have|has|been|be|am|you are|allows?|help(?:s|ed)?|me|us|to) )*(?:answer|address|mention|state|specif|indicat|say|help|relat|pertain|describe|explain|confirm|provide|support|contain|discuss|suggest|detail|cover|relevant|asked|asking|requested|looking|need|provided|given|available|directly|use|determin|find|conclude|pertinent|would|refer|point|show|impl)'
  then
    return true;
  end if;
  if v_key ~ ' (?:reason|reasons) ' then
    return v_key ~ ' (?:reason|reasons) (?:why|that|[a-z]+ [a-z]+)' and v_key !~ ' reasons? (?:for|of|behind) [^ ]+(?: [^ ]+){0,3}$';
  end if;
  -- A relative clause says something of what is named.
  if v_key ~ '[a-z] (?:who|whom|whose|which|where) '
    and pg_catalog.regexp_replace(v_key,
      '(?:\m(?:know|knows|sure|certain|say|says|tell|tells|mention|mentions|mentioned|specify|specifies|specified|state|states|stated|explain|explains|explained|indicate|indicates|determine|find|verify|confirm|identify|clarify|clarifies|answer|describe|describes|disclose|discloses|give|gives|provide|provides|reveal|reveals|recall|about|on|regarding|concerning|of|to|by|in|for|from|with|at|as|and|or|but|unclear|see|discuss|discusses|address|addresses|detail|details|list|lists|exactly|clear|idea|unknown|include|includes|make|out|note|notes|people|persons?|those|someone|anyone|individuals|me|you|us|i|knowing|places?|locations?|cases?|situations?|information|what|when|where)|,) (?:who|whom|whose|which|where)\M', '', 'g')
      ~ '[a-z] (?:who|whom|whose|which|where) '
  then
    return true;
  end if;
  -- Why and how take what they ask of for granted.
  v_rest := pg_catalog.substring(v_key, ' (?:why|how) (?!(?:much|many|long|often|far|old|big|large|tall|high|wide|deep|fast|soon|late|early|to|it|they|he|she|this|that|these|those|or|and|i|you|we|[a-z]+ (?:it|they|he|she|that|this))\M)([^ ]+ .*)$');
  if v_rest is not null and groundcheck_internal.is_clause(v_rest) then
    return true;
  end if;
  -- A name set beside a noun, and one that something is said of in a clause.
  return v_plain ~ '\m(?:[a-z]+(?:er|or|ist|ian|man|woman|ent|ant|ess|ee|eur|al)|[a-z]*(?:chief|boss|doctor|owner|killer|thief|king|queen|star|nurse|judge|mayor|fraud|rapist|spy))\M (?:(?:Dr|Mr|Mrs|Ms|Prof)\. )?[A-Z][a-z]+ [A-Z][a-z]+'
    or v_plain ~ '\m(?:when|where|what|who|which|because|since|as) (?:[a-z]+ ){0,3}(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )[A-Z]'
    or v_plain ~ '\m(?:when|where|what|who|which|because|since) (?:[a-z]+ ){0,3}[A-Z][a-z]+(?: [A-Z][a-z]+)* [a-z]+(?:ed|s|t|[lmrw][a-z]?[eow][lnstw][a-z]?) (?:[a-z]+ )*(?:[A-Z]|his|her|their|its|the|a|an)\M';
end;
$$;
comment on function groundcheck_internal.abstains_of_fact is 'Whether an abstention takes a fact for granted.';
revoke all on function groundcheck_internal.abstains_of_fact from public;

-- Politeness is made of few words. A figure, a name within the sentence, a clause of its own beside the formula or more
-- than a word or two that the formulas do not know say something.
create or replace function groundcheck_internal.is_polite_fact(sentence text)
returns boolean
language plpgsql
stable
strict
parallel safe
as $$
declare
  c_formula constant text := '^(?:a|about|able|additional|afternoon|again|all|also|always|am|an|and|any|anything|anytime|apologies|apologi[sz]e|are|around|ask|asking|assist|assistance|assisting|at|available|back|be|been|below|best|better|bye|can|cause|check|cheers|choosing|clarif[a-z]+|clear|clearer|comments?|concerns?|confusion|contact|context|continue|could|day|dear|delay|delighted|detail|details|directly|dive|do|doubts?|elaborate|else|enjoy|enough|evening|excellent|explain|fantastic|feedback|feel|find|for|free|further|get|give|glad|good|goodbye|great|greetings|happy|has|have|help|helpful|helping|helps|hello|here|hesitate|hey|hi|hope|how|i|if|in|inconvenience|info|information|informative|input|inquir[a-z]+|interest|interested|interesting|is|it|just|kind|know|let|like|look|looking|lovely|luck|many|may|me|mistake|misunderstanding|more|morning|much|my|need|needs|never|nice|no|not|now|of|official|on|one|or|other|out|patience|perfect|please|pleased|pleasure|point|problem|provide|provided|providing|question|questions|reach|reaching|ready|regarding|regards|relevant|rephrase|request|resources?|response|say|see|send|service|share|shall|sharing|should|sincerely|so|some|soon|sorry|source|specific|specif[a-z]+|started|still|support|sure|take|team|thank|thanks|that|the|them|then|there|these|things?|this|time|to|today|topic|try|trying|understand|understanding|understood|up|us|useful|very|via|visit|waiting|want|warm|was|we|website|weekend|welcome|what|when|will|wish|wishes|with|wonderful|worries|would|writing|yes|you|your|yours|answer|answers|another|questions?|staff|customer|guidance|anymore|whatever|way|something|anyone|everyone|folks|begin|begins|later|trip|stay|care|meet|doing|using|wondering|looking|forward|hearing|from|as|well|clarity|issue|issues|documentation|document|documents|latest|up-to-date|instead|able|correct|full|text|passage|passages|relevant|consult|refer|experience)$';
  v_plain text := pg_catalog.translate(sentence, '’‘', '''''');
  v_key text := groundcheck_internal.phrase_key(sentence);
  v_part text;
  v_latin boolean := v_key !~ '[\u0100-\u024f\u0370-\ud7ff]';
begin
  if v_plain ~ '[0-9]' then
    return true;
  end if;
  if v_latin is false or not exists (
    select from groundcheck_internal.phrases as p
    where p.language = 'en' and p.kind in ('greeting', 'offer')
      and case when ' ' || v_key || ' ' like any (p.cues) then v_key ~ p.pattern else false end)
  then
    -- Of another language: short.
    return pg_catalog.char_length(v_key) > 160;
  end if;
  -- 'Good morning, Dr. Lund!' addresses someone, so does a name at the end.
  if v_key ~ '^(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day)|dear)\M' then
    return false;
  end if;
  v_plain := pg_catalog.regexp_replace(v_plain, ', [A-Z][a-z]+[.!]*$', '');
  if v_plain ~ '[a-z,;:] (?!I\M|I''|AI\M|FAQs?\M|OK\M)[A-Z][A-Za-z]' and v_plain !~ '[.!] ' then
    return true;
  end if;
  v_key := groundcheck_internal.phrase_key(v_plain);
  -- More than a word or two that is no formula, 'free' but for 'feel free' among them; none where it is a list of them.
  if (
    select pg_catalog.count(*) > 2
    from pg_catalog.regexp_split_to_table(pg_catalog.replace(v_key, 'feel free', ''), '[^a-z-]+') as w (word)
    where w.word <> '' and (w.word = 'free' or w.word !~ c_formula))
    or pg_catalog.replace(v_key, 'feel free', '') ~ '\m(?:free|never|always (?!(?:here|happy|glad|available|feel|be|a|welcome)\M))\M'
      and v_key !~ 'never hesitate'
  then
    return true;
  end if;
  -- Another clause: not one that the formula hangs on.
  foreach v_part in array pg_catalog.regexp_split_to_array(v_key, '[,;:!.()] *| [-–—]+ | (?:because|since|as|and|but) (?=(?:it|he|she|they|we|our|the|a|this|that|there|your|its)\M)') loop
    if v_part !~ '^(?:and |but |or |so |please )*(?:if|when|should|in case|whenever|once|until|unless|i|we|you|feel|let|hope|thanks|thank|sorry|do not|for|with|that is all|(?:this|that|it|these) (?:helps|helped|was|is|are|clarif[a-z]+|answers?|were))\M'
      and groundcheck_internal.is_clause(v_part) and groundcheck_internal.classify_phrase(v_part) is null
    then
      return true;
    end if;
  end loop;
  return false;
end;
$$;
comment on function groundcheck_internal.is_polite_fact is 'Whether an offer or a greeting states something.';
revoke all on function groundcheck_internal.is_polite_fact from public;
