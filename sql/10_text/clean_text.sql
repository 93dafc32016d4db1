-- The text without what is there for the eye alone: Markdown marks, HTML tags, citation marks, zero-width and control
-- characters, runs of white space. What carries meaning stays: 3 * 4, a_b, R^2, A_1\B, 100%. Null for null.
create or replace function groundcheck_internal.clean_text(dirty text)
returns text
language plpgsql
immutable
strict
parallel safe
as $$
declare
  v text := dirty;
begin
  -- First, so that an escaped character is treated as the character.
  if pg_catalog.strpos(v, '\u') > 0 then
    v := groundcheck_internal.unescape_unicode(v);
  end if;
  v := pg_catalog.translate(v,
    E'\t\n\r\x0b\x0c\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f',
    E' \n                              ');
  if pg_catalog.octet_length(v) > pg_catalog.char_length(v) then
    v := pg_catalog.translate(v,
      U&'\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\0085'
      '\00AD\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\2061\2062\2063\2064\2066\2067\2068\2069\FEFF',
      '                   ');
    v := pg_catalog.regexp_replace(v, '[\u034f\u115f\u1160\u180e\u206a-\u206f\u20e3\u3164\ufe0f\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]+', '', 'g');
    v := groundcheck_internal.plain_glyphs(v, false);
  end if;

  -- What is struck out is not said; before anything that takes line breaks away, which end it.
  if pg_catalog.strpos(v, '~~') > 0 and v !~ '^\s*~~~+[A-Za-z0-9_+#.-]* *(?:\n|$)' then
    v := pg_catalog.regexp_replace(pg_catalog.regexp_replace(v, '~~[^~\n]+~~', '', 'g'), '~~+', '', 'g');
  end if;

  -- A block of code: only its fences go.
  if (pg_catalog.strpos(v, '```') > 0 or pg_catalog.strpos(v, '~~~') > 0) and v ~ '^\s*(?:```+|~~~+)[A-Za-z0-9_+#.-]* *(?:\n|$)' then
    v := pg_catalog.regexp_replace(v, '^\s*(?:```+|~~~+)[^\n]*|\n *(?:```+|~~~+)[A-Za-z0-9_+#.-]* *$', '', 'g');
    if pg_catalog.strpos(v, '【') > 0 then
      v := pg_catalog.regexp_replace(v, groundcheck_internal.lens_citation_pattern(), '', 'g');
    end if;
    return pg_catalog.btrim(pg_catalog.regexp_replace(v, '\s+', ' ', 'g'));
  end if;
  if pg_catalog.strpos(v, '【') > 0 then
    v := pg_catalog.regexp_replace(v, groundcheck_internal.lens_citation_pattern(), '', 'g');
  end if;

  if pg_catalog.strpos(v, '<') > 0 then
    -- Hidden, but for a comment or an attribute that reads like a sentence.
    if pg_catalog.strpos(v, '<!--') > 0 then
      v := pg_catalog.regexp_replace(v, '<!--(?!(?:[^-]|-(?!->))*' || groundcheck_internal.three_words() || ')(?:[^-]|-(?!->))*-->', ' ', 'g');
      v := pg_catalog.regexp_replace(v, '<!--((?:[^-]|-(?!->))*)-->', ' \1 ', 'g');
    end if;
    if pg_catalog.strpos(v, '=') > 0 then
      v := pg_catalog.regexp_replace(v, '<[a-z][a-z0-9]*(?=\s)[^<>]*?' || groundcheck_internal.spoken_attribute() || '["''][^<>]*>', ' \2 ', 'gi');
    end if;
    -- What is struck out is not said.
    v := pg_catalog.regexp_replace(v, '<del(?:\s[^<>]*)?>(?:[^<]|<(?!/del>))*</del>|<s(?:\s[^<>]*)?>(?:[^<]|<(?!/s>))*</s>|<strike(?:\s[^<>]*)?>(?:[^<]|<(?!/strike>))*</strike>', '', 'gi');
    v := pg_catalog.regexp_replace(v, '</?(?:b|i|u|s|em|strong|a|span|sup|sub|code|mark|small|font|abbr|cite|kbd|del|ins|q|var|samp|time)(?:\s[^<>]*)?/?>', '', 'gi');
    v := pg_catalog.regexp_replace(v, '</?(?:p|br|div|li|ul|ol|h[1-6]|table|thead|tbody|tfoot|tr|td|th|hr|pre|img|section|article|header|footer|nav|main|blockquote|dl|dt|dd|html|head|body|title|meta|link|form|input|button|label|figure|figcaption|caption|col|colgroup|center|svg|path|iframe|video|audio|source|aside|summary|details|option|select|textarea|script|style|noscript)(?:\s[^<>]*)?/?>', ' ', 'gi');
  end if;
  if pg_catalog.strpos(v, '&') > 0 and v ~ '&(?:#?[A-Za-z0-9]{2,8});' then
    v := pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(
      pg_catalog.replace(v, '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&apos;', ''''), '&amp;', '&');
  end if;
  if pg_catalog.strpos(v, '\') > 0 then
    v := pg_catalog.replace(pg_catalog.replace(v, '\"', '"'), '\/', '/');
  end if;
  if pg_catalog.strpos(v, '[') > 0 then
    v := pg_catalog.regexp_replace(v, '(!?\[[^][\n]*\]\([^()\s]*)\s+"([^"\n]*' || groundcheck_internal.three_words() || '[^"\n]*)"\)', '\1) \2', 'g');
    v := pg_catalog.regexp_replace(v, '!?\[([^][\n]*)\]\((https?://[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"\n]*")?\)', '\1 \2', 'g');
    v := pg_catalog.regexp_replace(v, '!?\[([^][\n]*)\]\((?![^()\s]*://)[^()\s]*(?:\s+"[^"\n]*")?\)', '\1', 'g');
    if v ~ '\[[^][]*[0-9]\]' then
      v := pg_catalog.regexp_replace(v, groundcheck_internal.number_citation_pattern(), '', 'g');
    end if;
  end if;
  if pg_catalog.strpos(v, '(') > 0 and v ~ '\([^()]*(?:[12][0-9]{3}[a-z]?[^()0-9]*|[A-Za-z][ .:#]*[0-9]{1,3})\)' then
    v := pg_catalog.regexp_replace(v, groundcheck_internal.round_citation_pattern(), '', 'g');
  end if;

  if pg_catalog.strpos(v, '*') > 0 then
    v := pg_catalog.regexp_replace(v, '^\s*\*\s+(?=\S)', '');
    v := pg_catalog.regexp_replace(v, '(^|[^A-Za-z0-9*])\*{2,3}(?=[^\s*])', '\1', 'g');
    v := pg_catalog.regexp_replace(v, '([^\s*])\*{2,3}(?=$|[^A-Za-z0-9*])', '\1', 'g');
    v := pg_catalog.regexp_replace(v, '(^|[\s("''“‘«[—–-])\*([^\s*]|[^\s*][^*\n]*[^\s*])\*(?=$|[\s.,;:!?)"''”’»\]—–-])', '\1\2', 'g');
  end if;
  if pg_catalog.strpos(v, '_') > 0 then
    v := pg_catalog.regexp_replace(v, '(^|[\s("''“‘«[—–-])(_{1,3})([^\s_]|[^\s_][^_\n]*[^\s_])\2(?=$|[\s.,;:!?)"''”’»\]—–-])', '\1\3', 'g');
  end if;
  if pg_catalog.strpos(v, '`') > 0 then
    v := pg_catalog.regexp_replace(v, '(`+)([^`]+)\1', '\2', 'g');
  end if;
  if pg_catalog.strpos(v, '|') > 0 and v ~ '^\s*\||\|\s*$' then
    v := pg_catalog.regexp_replace(pg_catalog.btrim(v, ' |'), '\s*\|\s*', '; ', 'g');
  end if;
  if v ~ '^\s*(?:#|>|[-•▪◦‣·●○■–—]\s)|\n\s*>|\s\s|\n' then
    v := pg_catalog.regexp_replace(v, '^(?:\s|#{1,6}(?=\s)|>(?![\s]*[0-9=])|[-•▪◦‣·●○■–—](?=\s))+|\n[ ]*>[ ]?', ' ', 'g');
    v := pg_catalog.regexp_replace(v, '\s+', ' ', 'g');
  end if;
  return pg_catalog.btrim(v);
end;
$$;
comment on function groundcheck_internal.clean_text is
'The text without Markdown, HTML, citation marks, invisible characters and runs of white space.';
revoke all on function groundcheck_internal.clean_text from public;

-- Citations in round brackets: by author and year, or by the number of a source.
create or replace function groundcheck_internal.round_citation_pattern()
returns text
language sql
immutable
parallel safe
as $$
  select groundcheck_internal.author_year_pattern() || '|'
    '\s?\((?:see |from )?(?:[Ss]ource|[Dd]oc|[Dd]ocument|[Pp]assage|[Cc]ontext|[Rr]ef|[Rr]eference|[Cc]hunk)s?\.?[ :#]*[0-9]{1,3}'
    '(?:(?:, ?|; ?|,? ?(?:and|&) ?|-|–)[0-9]{1,3}){0,9}\)'
$$;
comment on function groundcheck_internal.round_citation_pattern is 'Regular expression of (Adeyemi, 2020) and of (passages 1 and 3).';
revoke all on function groundcheck_internal.round_citation_pattern from public;

-- (Adeyemi, 2020), (see Smith & Jones, 2019a; Lee et al., 2020, p. 5). A month or season before the year is a date.
create or replace function groundcheck_internal.author_year_pattern()
returns text
language sql
immutable
parallel safe
as $$
  select '\s?\((?:(?:see|cf\.|e\.g\.,?|vgl\.|siehe|voir) (?:also )?)?'
    '(?!(?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]un|[Jj]ul|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec|[Ss]pring|[Ss]ummer|[Aa]utumn|[Ff]all|[Ww]inter|[Mm]ai|[Oo]kt|[Dd]ez|[Mm]är))'
    '[A-ZÀ-ÖØ-Þ][A-Za-zÀ-ÖØ-öø-ÿ''’-]+(?:(?:,? (?:and|&|und|et|y|e|en) [A-ZÀ-ÖØ-Þ][A-Za-zÀ-ÖØ-öø-ÿ''’-]+|,? et al\.?),?|,) (?:1[5-9]|20)[0-9]{2}[a-z]?(?:,? pp?\. ?[0-9]+(?:[–-][0-9]+)?)?'
    '(?:; ?[A-ZÀ-ÖØ-Þ][A-Za-zÀ-ÖØ-öø-ÿ''’-]+(?:(?:,? (?:and|&|und|et|y|e|en) [A-ZÀ-ÖØ-Þ][A-Za-zÀ-ÖØ-öø-ÿ''’-]+|,? et al\.?),?|,) (?:1[5-9]|20)[0-9]{2}[a-z]?(?:,? pp?\. ?[0-9]+(?:[–-][0-9]+)?)?)*\)'
$$;
comment on function groundcheck_internal.author_year_pattern is 'Regular expression of a citation by author and year.';
revoke all on function groundcheck_internal.author_year_pattern from public;

-- \u00e9 of JSON strings: the character, of \ud83d\ude00 one for both; half a pair and U+0000 stay as written.
create or replace function groundcheck_internal.unescape_unicode(escaped text)
returns text
language sql
immutable
strict
parallel safe
as $$
  select pg_catalog.string_agg(
    case
      when part.ordinality = 1 then part.body
      when part.code between 55296 and 56319 and part.body ~ '^.{4}$' and part.code_after between 56320 and 57343
      then pg_catalog.chr(65536 + (part.code - 55296) * 1024 + part.code_after - 56320)
      when part.code between 56320 and 57343 and part.body_before ~ '^.{4}$' and part.code_before between 55296 and 56319
      then pg_catalog.substr(part.body, 5)
      when part.code is null or part.code = 0 or part.code between 55296 and 57343 then '\u' || part.body
      else pg_catalog.chr(part.code) || pg_catalog.substr(part.body, 5)
    end, '' order by part.ordinality)
  from (
    select
      piece.body,
      piece.ordinality,
      unit.code,
      pg_catalog.lead(unit.code) over (order by piece.ordinality) as code_after,
      pg_catalog.lag(unit.code) over (order by piece.ordinality) as code_before,
      pg_catalog.lag(piece.body) over (order by piece.ordinality) as body_before
    from pg_catalog.string_to_table(escaped, '\u') with ordinality as piece (body, ordinality)
    cross join lateral (
      select case
        when piece.ordinality > 1 and piece.body ~ '^[0-9a-fA-F]{4}' then ('x' || pg_catalog.left(piece.body, 4))::bit(16)::int
      end as code
    ) as unit
  ) as part
$$;
comment on function groundcheck_internal.unescape_unicode is 'Characters for their \uXXXX escapes.';
revoke all on function groundcheck_internal.unescape_unicode from public;

-- Three words in a row, which reads like a sentence.
create or replace function groundcheck_internal.three_words()
returns text
language sql
immutable
parallel safe
as $$
  select '(?:(?:[^\s<>"]*[0-9A-Za-z\u00aa-\ud7ff][^\s<>"]*\s+){2}[^\s<>"]*[0-9A-Za-z\u00aa-\ud7ff]|[\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7ff]{6})'
$$;
comment on function groundcheck_internal.three_words is 'Regular expression of three words in a row.';
revoke all on function groundcheck_internal.three_words from public;

-- An attribute whose text is read out or shown, where it has three words: up to its text, and the text.
create or replace function groundcheck_internal.spoken_attribute()
returns text
language sql
immutable
parallel safe
as $$
  select '(\m(?:alt|title|aria-label|label|placeholder|content|value|summary|caption)\s*=\s*(?:"(?=[^"]*[^\s"]+\s+[^\s"]+\s+[^\s"])|''(?=[^'']*[^\s'']+\s+[^\s'']+\s+[^\s''])))((?<=")[^"<>]*|(?<='')[^''<>]*)'
$$;
comment on function groundcheck_internal.spoken_attribute is 'Regular expression of an attribute that reads like a sentence.';
revoke all on function groundcheck_internal.spoken_attribute from public;
