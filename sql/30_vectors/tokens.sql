-- The WordPiece ids of a text, without [CLS] and [SEP] and without a limit of length: the ids that the tokenizers
-- library gives for bert-base-uncased (BertNormalizer, BertPreTokenizer, WordPiece of at most 100 characters a word)
-- with add_special_tokens=False. Null for null, an empty array for a text without words.
create or replace function groundcheck.tokens(body text)
returns int[]
language sql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
  select t.tokens from groundcheck_internal.tokenize(array[tokens.body]) as t
$$;
comment on function groundcheck.tokens is
'The WordPiece ids of a text, equal to those of the tokenizers library, without special tokens around it and never cut.';
revoke all on function groundcheck.tokens from public;

-- tokens() of many texts in one statement; ordinal is 1-based, one row a text, null tokens for a null text.
-- plpgsql, because it keeps its plan between calls: planning costs more than tokenizing a sentence. Of few rows, so that
-- what is joined to the tokens is looked up by index.
create or replace function groundcheck_internal.tokenize(texts text[])
returns table (ordinal int, tokens int[])
language plpgsql
stable
strict
parallel safe
rows 20
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set jit = off
as $$
#variable_conflict use_column
declare
  v_ordinals int[];
  v_places bigint[];
  v_words text[];
  v_tokens int[];
begin
  select array_agg(t.ordinal), array_agg(w.place), array_agg(w.word), array_agg(v.token_id)
  into v_ordinals, v_places, v_words, v_tokens
  from unnest(tokenize.texts) with ordinality as t (body, ordinal)
  cross join lateral unnest(groundcheck_internal.split_words(t.body)) with ordinality as w (word, place)
  left join groundcheck_internal.token_vectors as v on v.token = w.word collate "C"
  where w.word <> '';

  -- Most sentences have no word that is no entry, and need no more.
  if array_position(v_tokens, null) is null then
    return query
    select t.ordinal::int, case when t.body is not null then coalesce(k.tokens, '{}') end
    from unnest(tokenize.texts) with ordinality as t (body, ordinal)
    left join (
      select w.ordinal, array_agg(w.token_id order by w.place) as tokens
      from unnest(v_ordinals, v_places, v_tokens) as w (ordinal, place, token_id)
      group by w.ordinal
    ) as k on k.ordinal = t.ordinal;
    return;
  end if;

  return query
  with recursive word as materialized (
    select w.ordinal, w.place, w.word, w.token_id
    from unnest(v_ordinals, v_places, v_words, v_tokens) as w (ordinal, place, word, token_id)
  ),

  -- Words that are no entry are cut into the longest entries, from the left.
  piece as (
    select distinct w.word, char_length(w.word) as size, 1 as next, 0 as number, null::int as token_id
    from word as w
    where w.token_id is null and char_length(w.word) <= 100
    union all
    select p.word, p.size, p.next + longest.size, p.number + 1, longest.token_id
    from piece as p
    cross join lateral (
      select v.token_id, s.size
      from generate_series(
        1, least(p.size - p.next + 1, (select max(char_length(e.token)) from groundcheck_internal.token_vectors as e))
      ) as s (size)
      join groundcheck_internal.token_vectors as v
        on v.token = (case when p.next > 1 then '##' else '' end || substr(p.word, p.next, s.size)) collate "C"
      order by s.size desc
      limit 1
    ) as longest
    where p.next <= p.size
  ),

  -- A word that cannot be cut to its end is unknown as a whole.
  cut as materialized (
    select p.word, array_agg(p.token_id order by p.number) filter (where p.number > 0) as tokens
    from piece as p
    group by p.word, p.size
    having max(p.next) > p.size
  ),

  unknown as materialized (
    select v.token_id from groundcheck_internal.token_vectors as v where v.token = '[UNK]'
  ),

  token as (
    select w.ordinal, w.place, 0 as number, w.token_id
    from word as w
    where w.token_id is not null
    union all
    select w.ordinal, w.place, c.number, coalesce(c.token_id, u.token_id)
    from word as w
    cross join unknown as u
    left join cut on cut.word = w.word
    left join lateral unnest(cut.tokens) with ordinality as c (token_id, number) on true
    where w.token_id is null
  ),

  tokenized as materialized (
    select k.ordinal, array_agg(k.token_id order by k.place, k.number) as tokens
    from token as k
    group by k.ordinal
  )

  select t.ordinal::int, case when t.body is not null then coalesce(k.tokens, '{}') end
  from unnest(tokenize.texts) with ordinality as t (body, ordinal)
  left join tokenized as k on k.ordinal = t.ordinal;
end;
$$;
comment on function groundcheck_internal.tokenize is 'The WordPiece ids of each of many texts.';
revoke all on function groundcheck_internal.tokenize from public;

-- The words and punctuation marks of a text as WordPiece takes them, in order, with empty strings between some. Null for
-- null, but not strict: else it would not be inlined.
create or replace function groundcheck_internal.split_words(body text)
returns text[]
language sql
stable
parallel safe
as $$
  select case
    when pg_catalog.octet_length(body) = pg_catalog.char_length(body)
      and body !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]|\[(?:PAD|UNK|CLS|SEP|MASK)\]'
      then pg_catalog.string_to_array(
        pg_catalog.translate(
          pg_catalog.regexp_replace(pg_catalog.lower(body collate "C"), '([!-/:-@[-`{-~])', ' \1 ', 'g'),
          E'\t\n\r', '   '
        ),
        ' '
      )
    else groundcheck_internal.split_any_words(body)
  end
$$;
comment on function groundcheck_internal.split_words is 'The words and punctuation marks of a text, as WordPiece takes them; ignore empty ones.';
revoke all on function groundcheck_internal.split_words from public;

-- split_words() for texts with characters above ASCII, control characters or special tokens. The latter are found in
-- the raw text, before anything is normalised, and are the only words with capitals.
create or replace function groundcheck_internal.split_any_words(body text)
returns text[]
language sql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select string_to_array(
    string_agg(
      concat_ws(
        ' ',
        regexp_replace(groundcheck_internal.normalise(part.plain), '([!-/:-@[-`{-~])', ' \1 ', 'g'),
        part.special
      ),
      ' ' order by part.ordinality
    ),
    ' '
  )
  from rows from (
    regexp_split_to_table(split_any_words.body, '\[(?:PAD|UNK|CLS|SEP|MASK)\]'),
    regexp_matches(split_any_words.body, '\[(?:PAD|UNK|CLS|SEP|MASK)\]', 'g')
  ) with ordinality as found (plain, special, ordinality)
  cross join lateral (select found.plain, found.special[1] as special, found.ordinality) as part
$$;
comment on function groundcheck_internal.split_any_words is 'split_words() for texts beyond plain ASCII.';
revoke all on function groundcheck_internal.split_any_words from public;

-- What BertNormalizer makes of a text, with spaces around ideographs and around punctuation above ASCII: control and
-- format characters and private use areas removed, white space as ' ', decomposed, nonspacing marks removed, lower case.
create or replace function groundcheck_internal.normalise(body text)
returns text
language plpgsql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_body text := translate(lower(body collate "C"), E'\t\n\r', '   ');
  v_above text := regexp_replace(v_body, '[\u0001-\u007f]+', '', 'g');
  v_from text;
  v_to text;
  v_standalone text[];
  v_is_simple boolean;
  v_has_marks boolean;
  v_mark text;
begin
  v_body := regexp_replace(v_body, '[\u0001-\u001f\u007f]+', '', 'g');
  if v_above = '' then
    return v_body;
  end if;

  select
    string_agg(f.character, '' order by f.folded = '') filter (where not f.standalone and f.folded <> f.character),
    string_agg(f.folded, '' order by f.folded = '') filter (where not f.standalone and f.folded <> f.character),
    array_agg(f.character) filter (where f.standalone),
    count(*) <= 64 and coalesce(bool_and(char_length(f.folded) < 2 and not (f.standalone and f.folded <> f.character)), true),
    coalesce(bool_or(f.combining > 0 or f.folded ~ '[\U0001d165-\U0001d172]'), false)
  into v_from, v_to, v_standalone, v_is_simple, v_has_marks
  from groundcheck_internal.unicode_fold as f
  where f.character = any(string_to_array(v_above, null));

  if v_has_marks then
    return groundcheck_internal.normalise_marks(v_body);
  elsif not v_is_simple then
    return groundcheck_internal.normalise_characters(v_body);
  end if;

  v_body := translate(v_body, coalesce(v_from, ''), coalesce(v_to, ''));
  foreach v_mark in array coalesce(v_standalone, '{}') loop
    v_body := replace(v_body, v_mark, ' ' || v_mark || ' ');
  end loop;
  if v_above ~ '[\u2e80-\U0010ffff]' then
    v_body := regexp_replace(
      regexp_replace(v_body, '[\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]+', '', 'g'),
      '([\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002a6df\U0002a700-\U0002b81f\U0002b920-\U0002ceaf])', ' \1 ', 'g'
    );
  end if;
  return v_body;
end;
$$;
comment on function groundcheck_internal.normalise is 'What BertNormalizer makes of a text, with spaces around what stands alone.';
revoke all on function groundcheck_internal.normalise from public;

-- One character's part in normalise(); fold is its row of unicode_fold, null where it has none.
create or replace function groundcheck_internal.normalise_character(
  body text, folded text, standalone boolean
)
returns text
language sql
immutable
parallel safe
return case
  when standalone then ' ' || folded || ' '
  when folded is not null then folded
  when pg_catalog.ascii(body) < 13312 then body
  when
    body collate "C" between U&'\3400' and U&'\4dbf' or body collate "C" between U&'\4e00' and U&'\9fff'
    or body collate "C" between U&'\+020000' and U&'\+02a6df' or body collate "C" between U&'\+02a700' and U&'\+02b81f'
    or body collate "C" between U&'\+02b920' and U&'\+02ceaf' then ' ' || body || ' '
  when
    body collate "C" between U&'\e000' and U&'\f8ff' or body collate "C" between U&'\+0f0000' and U&'\+0ffffd'
    or body collate "C" between U&'\+100000' and U&'\+10fffd' then ''
  else body
end;
comment on function groundcheck_internal.normalise_character is 'What BertNormalizer makes of one character.';
revoke all on function groundcheck_internal.normalise_character from public;

-- normalise() for texts with many different characters, or with some that become several: linear in the length.
create or replace function groundcheck_internal.normalise_characters(body text)
returns text
language plpgsql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_body text;
begin
  select string_agg(
    groundcheck_internal.normalise_character(c.character, f.folded, f.standalone), '' order by c.ordinality
  ) into v_body
  from unnest(string_to_array(normalise_characters.body, null)) with ordinality as c (character, ordinality)
  left join groundcheck_internal.unicode_fold as f on f.character = c.character collate "C";
  return v_body;
end;
$$;
comment on function groundcheck_internal.normalise_characters is 'normalise(), character by character.';
revoke all on function groundcheck_internal.normalise_characters from public;

-- normalise() for texts with marks that stay: decomposition puts neighbouring marks in order of their combining class.
create or replace function groundcheck_internal.normalise_marks(body text)
returns text
language plpgsql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_body text;
begin
  with piece as (
    select c.ordinality, p.part, p.character, coalesce(g.combining, 0) as class
    from unnest(string_to_array(normalise_marks.body, null)) with ordinality as c (character, ordinality)
    left join groundcheck_internal.unicode_fold as f on f.character = c.character collate "C"
    left join lateral unnest(string_to_array(
      groundcheck_internal.normalise_character(c.character, f.folded, f.standalone), null
    )) with ordinality as p (character, part) on true
    left join groundcheck_internal.unicode_fold as g on g.character = p.character collate "C"
    where p.character is not null or f.combining = 0
  ),

  placed as (
    select p.*, count(*) filter (where p.class = 0) over (order by p.ordinality, p.part) as run
    from piece as p
  )

  select string_agg(p.character, '' order by p.run, p.class, p.ordinality, p.part) into v_body
  from placed as p;
  return v_body;
end;
$$;
comment on function groundcheck_internal.normalise_marks is 'normalise(), with marks put in their canonical order.';
revoke all on function groundcheck_internal.normalise_marks from public;
