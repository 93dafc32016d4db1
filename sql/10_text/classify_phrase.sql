-- What a sentence is said for where it claims nothing: greeting, offer, abstention, reply ('Yes.'); null for any other.
-- The rows of phrases decide, tried in that order.
create or replace function groundcheck_internal.classify_phrase(sentence text)
returns text
language plpgsql
stable
strict
parallel safe
as $$
declare
  v_key text := groundcheck_internal.phrase_key(sentence);
  v_cue text := ' ' || v_key || ' ';
  v_plain boolean := pg_catalog.octet_length(v_key) = pg_catalog.char_length(v_key);
  v_long boolean := pg_catalog.char_length(v_key) > 5 or not v_plain;
  v_kind text;
begin
  if v_key = '' or pg_catalog.char_length(v_key) > 600 then
    return null;
  end if;
  select p.kind into v_kind
  from groundcheck_internal.phrases as p
  where p.kind in ('greeting', 'offer', 'abstention', 'reply')
    -- Plain letters are of none of the languages that write others.
    and (v_plain is false or p.language not in ('zh', 'ja', 'ko', 'ru', 'ar', 'hi', 'th', 'el', 'uk', 'he'))
    and (v_long or p.kind in ('reply', 'greeting') or p.language = 'en')
    and (p.kind <> 'greeting' or pg_catalog.char_length(v_key) <= 80)
    and (p.kind <> 'reply' or pg_catalog.char_length(v_key) <= 40)
    -- A case, so that the expression is only reached, and compiled, after its cue.
    and case when v_cue like any (p.cues) then v_key ~ p.pattern else false end
  order by case p.kind when 'abstention' then 1 when 'greeting' then 2 when 'offer' then 3 else 4 end
  limit 1;
  return v_kind;
end;
$$;
comment on function groundcheck_internal.classify_phrase is 'Greeting, offer, abstention or reply; null for a statement.';
revoke all on function groundcheck_internal.classify_phrase from public;

-- The sentence as the lexicon writes it: lower case, without accents, contractions and marks at either end.
create or replace function groundcheck_internal.phrase_key(sentence text)
returns text
language plpgsql
stable
strict
parallel safe
as $$
declare
  v_key text := sentence;
begin
  if pg_catalog.octet_length(v_key) > pg_catalog.char_length(v_key) then
    v_key := pg_catalog.translate(v_key, '’‘ʼ，！？、。', '''''''');
    -- Folding takes the voicing marks off kana.
    if v_key ~ '[\u3040-\u30ff]' then
      v_key := pg_catalog.translate(sentence, '！？。', '');
    else
      v_key := groundcheck_internal.fold(v_key);
    end if;
  else
    v_key := pg_catalog.lower(v_key collate "C");
  end if;
  if pg_catalog.strpos(v_key, '''') > 0 then
    v_key := pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(v_key, 'can''t', 'can not'), 'won''t', 'will not'), 'n''t', ' not');
    v_key := pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(v_key, 'i''m ', 'i am '), '''re ', ' are '), '''ve ', ' have ');
    v_key := pg_catalog.replace(pg_catalog.replace(v_key, 'that''s ', 'that is '), 'it''s ', 'it is ');
  end if;
  v_key := pg_catalog.replace(v_key, 'cannot', 'can not');
  if pg_catalog.octet_length(v_key) = pg_catalog.char_length(v_key) then
    return pg_catalog.btrim(
      v_key,
      E' !"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f'
    );
  end if;
  return pg_catalog.regexp_replace(v_key, '^[^0-9a-z\u00aa-\u1fff\u2c00-\ud7ff\uf900-\ufdff]+|[^0-9a-z\u00aa-\u1fff\u2c00-\ud7ff\uf900-\ufdff]+$', '', 'g');
end;
$$;
comment on function groundcheck_internal.phrase_key is 'A sentence as the lexicon of phrases writes it.';
revoke all on function groundcheck_internal.phrase_key from public;
