-- The sentences of a run of prose, end to end: their concatenation is the prose. White space stays at the front of the
-- sentence that follows it. cased = false (a text without capitals) lets a sentence open in lower case.
--
-- One pass of a regular expression finds every place where a sentence may end, then each is judged by the words around
-- it. No look-behind: with it, a global match costs the square of the text.
create or replace function groundcheck_internal.split_prose(prose text, cased boolean)
returns text[]
language plpgsql
stable
strict
parallel safe
as $$
declare
  c_closing constant text := '"''”’»›)]}*_」』）】》';
  c_opening constant text := ' "''“‘„‚«‹([{*_¿¡「『（【《–—-•·';
  c_lower constant text :=
    'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿßāăąćčďđēęěğīıįķłńņňőœřśşšťţūůűųžźżșțабвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ'
    'αβγδεζηθικλμνξοπρστυφχψωάέήίόύώς';
  v_parts text[];
  v_sentences text[] := '{}';
  v_current text;
  v_next text;
  v_token text;
  v_bare text;
  v_before text;
  v_stop text;
  v_first text;
  v_char text;
  v_word text;
  v_follows text;
  v_lower boolean;
  v_quoted boolean;
  v_ends boolean;
begin
  v_parts := pg_catalog.string_to_array(pg_catalog.regexp_replace(prose,
    '[.!?…‥]+["''”’»›)\]*_]*(?: ?\[[0-9^][0-9,; ^–-]*\]| ?【[0-9][^】 ]*】)*(?=\s)'
    '|[。！？｡]+[」』”’）)】》"]*(?: ?\[[0-9][0-9,; –-]*\]| ?【[0-9][^】 ]*】)*'
    '|[؟۔।॥։።။៕]+["”’»)]*'
    '|[a-z0-9][a-z0-9)][.!?]+["”’]?(?=["“]?[A-Z][a-z]*[ ,''’])',
    E'\\&\x01', 'g'), E'\x01');
  -- Stops on their own, numbers without text: nothing that has sentences.
  if pg_catalog.cardinality(v_parts) > 5000 and pg_catalog.cardinality(v_parts) * 6 > pg_catalog.char_length(prose) then
    return groundcheck_internal.window_sentences(array[prose]);
  end if;
  v_current := coalesce(v_parts[1], '');

  for i in 2 .. pg_catalog.cardinality(v_parts) loop
    v_next := v_parts[i];
    -- Tokenised text sets a closing quote or bracket apart: 'it is good . '' he said .'
    v_quoted := pg_catalog.left(v_next, 1) = ' ' and pg_catalog.strpos(c_closing, pg_catalog.substr(v_next, 2, 1)) > 0
      and v_next ~ '^ (?:''''|["”’»)''\]])(?: |$)'
      and groundcheck_internal.closes_quote(v_current, pg_catalog.rtrim(pg_catalog.substr(v_next, 2, 2)));
    if v_quoted then
      v_current := v_current || pg_catalog.left(v_next, 1 + pg_catalog.char_length(pg_catalog.rtrim(pg_catalog.substr(v_next, 2, 2))));
      v_next := pg_catalog.substr(v_next, 2 + pg_catalog.char_length(pg_catalog.rtrim(pg_catalog.substr(v_next, 2, 2))));
    end if;
    v_first := pg_catalog.ltrim(pg_catalog.left(v_next, 60), E' \n' || c_opening);
    v_char := pg_catalog.left(v_first, 1);
    v_token := pg_catalog.split_part(pg_catalog.translate(pg_catalog.right(v_current, 48), E'\n', ' '), ' ', -1);
    v_token := pg_catalog.ltrim(v_token, c_opening);
    v_before := pg_catalog.split_part(pg_catalog.translate(pg_catalog.right(v_current, 48), E'\n', ' '), ' ', -2);
    v_bare := pg_catalog.rtrim(v_token, c_closing);
    v_stop := pg_catalog.right(v_bare, 1);

    if v_char = '' or pg_catalog.strpos('.!?…,;:', v_char) > 0 then
      v_ends := false;
    elsif v_stop <> '' and pg_catalog.strpos('。！？｡؟۔।॥։።။៕', v_stop) > 0 then
      -- 「…」と: the quotation is part of the sentence around it.
      v_ends := not (pg_catalog.strpos('」』', pg_catalog.right(v_current, 1)) > 0
        and (pg_catalog.left(v_next, 1) collate "C") between 'ぁ' and 'ゖ');
    elsif pg_catalog.left(v_next, 1) not in (' ', E'\n') then
      -- No space after the stop: addresses and names of code are one word.
      v_ends := v_token !~ '[/@_\\]|[.][a-zA-Z]+[.]|^www';
    else
      v_lower := ((v_char collate "C") between 'a' and 'z' or pg_catalog.strpos(c_lower, v_char) > 0);
      if v_lower then
        -- iPhone, eBay
        v_lower := cased and not ((pg_catalog.substr(v_first, 2, 1) collate "C") between 'A' and 'Z');
      end if;
      v_word := groundcheck_internal.plain_lower(pg_catalog.rtrim(
        pg_catalog.split_part(pg_catalog.split_part(pg_catalog.translate(v_first, E'\n’', ' '''), ' ', 1), '''', 1), '.,;:!?…' || c_closing));

      if v_quoted then
        v_ends := not v_lower and v_first !~ '^(?:[^ ]+ ){1,4}(?:said|says|added|adds|asked|told|tells|wrote|explained|replied|announced|insisted|continued|sagte|a dit|dijo|disse|zei)\M';
      elsif v_stop <> '.' then
        -- A citation after the stop, or ! ? …
        v_ends := not v_lower and not (v_stop in ('…', '‥') and pg_catalog.char_length(v_current) < 12);
      elsif pg_catalog.right(v_bare, 2) = '..' then
        v_ends := not v_lower and pg_catalog.char_length(v_current) >= 12;
      else
        v_bare := pg_catalog.rtrim(v_bare, '.');
        if v_bare = '' then
          -- A stop of its own, as in tokenised text.
          v_ends := (not v_lower and (cased or pg_catalog.right(v_before, 1) <> '.')
            or (pg_catalog.char_length(v_before) > 2 and pg_catalog.strpos(v_before, '.') = 0))
            and not (pg_catalog.char_length(v_before) = 1 and (v_before collate "C") between 'A' and 'Z' and v_before <> 'I')
            and not exists (
              select from groundcheck_internal.abbreviations as a
              where a.follows = 'never' and a.language = 'en' and pg_catalog.char_length(v_before) <= 5
                and a.form = groundcheck_internal.plain_lower(v_before));
        elsif pg_catalog.translate(v_bare, '0123456789', '') = '' then
          if (v_char collate "C") between '0' and '9' and pg_catalog.left(v_next, 1) = ' '
            and groundcheck_internal.is_decimal(v_before, v_bare, v_first)
          then
            v_ends := false;
          elsif pg_catalog.btrim(v_current, ' ' || E'\n') = v_token then
            -- A number alone numbers what follows.
            v_ends := pg_catalog.char_length(v_bare) > 3;
          elsif v_lower then
            v_ends := false;
          elsif pg_catalog.char_length(v_bare) > 3 then
            v_ends := true;
          elsif pg_catalog.right(pg_catalog.rtrim(pg_catalog.left(v_current, -pg_catalog.char_length(v_token)), E' \n'), 1) in (':', ';')
            and pg_catalog.char_length(v_bare) < 3
          then
            -- 'Steps: 1. Hold': the number goes with what it numbers.
            v_sentences := v_sentences || pg_catalog.left(v_current, -pg_catalog.char_length(v_token));
            v_current := v_token || v_next;
            continue;
          else
            v_ends := not groundcheck_internal.is_ordinal(v_before, v_word);
          end if;
        else
          v_follows := null;
          -- 'z. B.' is looked up as 'z.B'.
          if pg_catalog.char_length(v_before) = 2 and pg_catalog.right(v_before, 1) = '.' and pg_catalog.char_length(v_bare) <= 3 then
            v_bare := v_before || v_bare;
          end if;
          if pg_catalog.char_length(v_bare) <= 9 then
            -- A capital alone is an initial, whatever the small letter stands for.
            select a.follows into v_follows
            from groundcheck_internal.abbreviations as a
            where a.form in (v_bare, case when pg_catalog.char_length(v_bare) > 1 then groundcheck_internal.plain_lower(v_bare) end)
            order by case a.follows when 'never' then 1 when 'may_end' then 3 else 2 end
            limit 1;
          end if;
          if v_follows is null and (pg_catalog.char_length(v_bare) = 1 or v_bare like any ('{%.%,%-%}'))
            and v_bare ~ '^(?:[A-Za-z]|[A-ZÀ-Þ](?:[.-][A-Z])+|[A-Za-z]\.[A-Za-z](?:\.[A-Za-z])*)$' then
            -- An initial, or letters with stops between; a unit after a number (5 m.) is neither.
            v_follows := case when (v_bare collate "C") between 'a' and 'zz' then null else 'may_end' end;
          end if;

          if v_follows = 'never' then
            v_ends := false;
          elsif v_follows = 'may_end' then
            v_ends := not v_lower and exists (
              select from groundcheck_internal.sentence_words as w where w.role = 'opener' and w.word = v_word);
          elsif v_follows = 'time' then
            v_ends := not v_lower and not exists (
              select from groundcheck_internal.sentence_words as w where w.role = 'after_time' and w.word = v_word);
          elsif v_follows = 'before_number' then
            v_ends := not v_lower and v_first !~ '^(?:[0-9#§(]|[IVXLC]+\M|[A-Z](?:[0-9.)]|\s|$))';
          elsif v_lower then
            v_ends := pg_catalog.char_length(v_bare) >= 4 and pg_catalog.right(v_current, 1) = '.'
              and pg_catalog.strpos(v_bare, '.') = 0;
          else
            v_ends := true;
          end if;
        end if;
      end if;
    end if;

    -- However a text is written, no sentence grows without bound.
    if v_ends or pg_catalog.char_length(v_current) > 1500 then
      v_sentences := v_sentences || v_current;
      v_current := v_next;
    else
      v_current := v_current || v_next;
    end if;
  end loop;
  v_sentences := v_sentences || v_current;
  if pg_catalog.char_length(prose) > 1500 then
    v_sentences := groundcheck_internal.window_sentences(v_sentences);
  end if;
  return v_sentences;
end;
$$;
comment on function groundcheck_internal.split_prose is 'The sentences of a run of prose, end to end.';
revoke all on function groundcheck_internal.split_prose from public;

-- The same sentences, those over 1500 characters cut at white space into windows of about 600: text without stops.
create or replace function groundcheck_internal.window_sentences(sentences text[])
returns text[]
language plpgsql
immutable
strict
parallel safe
as $$
declare
  c_chunk constant int := 20000;
  v_windows text[] := '{}';
  v_sentence text;
  v_rest text;
  v_last boolean;
  v_cut int;
begin
  foreach v_sentence in array sentences loop
    if pg_catalog.char_length(v_sentence) <= 1500 then
      v_windows := v_windows || v_sentence;
      continue;
    end if;
    -- Chunk by chunk: cutting from the whole would copy it for every window.
    v_rest := '';
    for v_at in 0 .. (pg_catalog.char_length(v_sentence) - 1) / c_chunk loop
      v_rest := v_rest || pg_catalog.substr(v_sentence, 1 + v_at * c_chunk, c_chunk);
      v_last := (v_at + 1) * c_chunk >= pg_catalog.char_length(v_sentence);
      while v_rest <> '' and (v_last or pg_catalog.char_length(v_rest) > 850) loop
        -- From 600 on to the next white space, if one is near.
        v_cut := pg_catalog.strpos(pg_catalog.translate(pg_catalog.substr(v_rest, 600, 250), E'\n', ' '), ' ');
        v_cut := case when v_cut > 0 then 599 + v_cut - 1 else 849 end;
        v_windows := v_windows || pg_catalog.left(v_rest, v_cut);
        v_rest := pg_catalog.substr(v_rest, v_cut + 1);
      end loop;
    end loop;
  end loop;
  return v_windows;
end;
$$;
comment on function groundcheck_internal.window_sentences is 'The same sentences, long ones cut into windows.';
revoke all on function groundcheck_internal.window_sentences from public;

-- Lower case for the scripts whose words the lexicons hold, letter for letter: accents stay. Not strict, so that it is
-- inlined.
create or replace function groundcheck_internal.plain_lower(word text)
returns text
language sql
immutable
parallel safe
as $$
  select case
    when pg_catalog.octet_length(word) = pg_catalog.char_length(word) then pg_catalog.lower(word collate "C")
    else pg_catalog.translate(pg_catalog.lower(word collate "C"),
      'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĄĆČĎĐĘĚĞĮŁŃŇŐŒŘŚŞŠŤŮŰŽŹŻȘȚАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁІЇЄҐ',
      'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþąćčďđęěğįłńňőœřśşšťůűžźżșțабвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ')
  end
$$;
comment on function groundcheck_internal.plain_lower is 'Lower case, letter for letter, in any locale.';
revoke all on function groundcheck_internal.plain_lower from public;

-- Is the number between these two words an ordinal ('am' 1. 'oktober')? Both words may be empty.
create or replace function groundcheck_internal.is_ordinal(word_before text, word_after text)
returns boolean
language sql
stable
parallel safe
as $$
  select exists (
    select from groundcheck_internal.sentence_words as w
    where w.role = 'after_ordinal' and w.word = word_after
  ) or (
    exists (
      select from groundcheck_internal.sentence_words as w
      where w.role = 'before_ordinal' and w.word = groundcheck_internal.plain_lower(word_before))
    and not exists (
      select from groundcheck_internal.sentence_words as w
      where w.role = 'opener' and w.word = word_after)
  )
$$;
comment on function groundcheck_internal.is_ordinal is 'Whether a number with a stop is an ordinal, by the words around it.';
revoke all on function groundcheck_internal.is_ordinal from public;

-- Does a space only part a number from its decimals ('to 31.' before '8 million people')? A unit after them says so, or
-- that nothing could be said of them alone; a year, and what happened '8 minutes later', begin a sentence.
create or replace function groundcheck_internal.is_decimal(word_before text, whole text, rest text)
returns boolean
language sql
stable
parallel safe
as $$
  select case
    -- 3. 5. 1950
    when rest ~ '^[0-9]{4}\M' and word_before ~ '^[0-9]{1,2}\.$' then true
    when pg_catalog.char_length(whole) > 3 or rest !~ '^[0-9]{1,3}(?![0-9])' then false
    when rest ~ '^[0-9]+(?:st|nd|rd|th|s)\M|^[0-9]+[.,:][0-9]|^[0-9]+(?: [^ ]+){1,2} (?:later|after|before|ago|earlier|später|zuvor|danach|plus tard|après|avant|después|antes|dopo|prima|depois|later|daarna)\M' then false
    when rest ~ '^[0-9]+(?:[^0-9A-Za-z ]|-[a-z]|$| ?(?:[%)°×€$£,;]|\.(?: |$)))' then true
    -- 3bn, 5kg
    when rest ~ '^[0-9]+[A-Za-zµΩ]' then true
    when rest ~ '^[0-9] out of (?:5|10|five|ten)(?: stars?| points?)?(?:[.,;!?) ]*$|[.,;!?)])' then true
    when whole = '0' and rest ~ '^[0-9]+ [a-z]' then true
    else exists (
      select from groundcheck_internal.sentence_words as w
      where w.role = 'after_decimal'
        and w.word = groundcheck_internal.plain_lower(pg_catalog.rtrim(pg_catalog.split_part(rest, ' ', 2), '.,;:!?)"''”’')))
  end
$$;
comment on function groundcheck_internal.is_decimal is 'Whether a number, a stop, a space and digits are one number.';
revoke all on function groundcheck_internal.is_decimal from public;

-- Is a quote or bracket that stands alone after a stop the end of one in the sentence before it?
create or replace function groundcheck_internal.closes_quote(sentence text, mark text)
returns boolean
language sql
immutable
parallel safe
as $$
  select case mark
    when '"' then (pg_catalog.char_length(sentence) - pg_catalog.char_length(pg_catalog.replace(sentence, '"', ''))) % 2 = 1
    when '''' then sentence ~ '(?:^| )[`‘''](?: |[A-Za-z])'
    when ')' then pg_catalog.strpos(sentence, '(') > 0
    when ']' then pg_catalog.strpos(sentence, '[') > 0
    else true
  end
$$;
comment on function groundcheck_internal.closes_quote is 'Whether a mark on its own closes what the sentence before it opened.';
revoke all on function groundcheck_internal.closes_quote from public;
