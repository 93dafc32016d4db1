-- The tokens that the readers read, and the qualifiers around a value.

-- What may stand for the same character is one character: digits of other scripts, full-width forms, spaces that do not
-- break, minus signs, accents. One for one, so that positions stay.
create or replace function groundcheck_internal.plain_characters(content text)
returns text
language sql
immutable
strict
parallel safe
return pg_catalog.translate(
  content,
  '０１２３４５６７８９٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯％．，：／＄￥￡（）٪٫٬' || E'\u2212\uff0d\u2010\u2011\u2009\u2007\u2008\u202f\u00b7\uff5e'
  || 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿŁłŚśŻżĀāŌō',
  '01234567890123456789012345678901234567890123456789%.,:/$¥£()%.,' || E'----\u00a0\u00a0\u00a0\u00a0.~'
  || 'AAAAAACEEEEIIIINOOOOOUUUUYaaaaaaceeeeiiiinooooouuuuyyLlSsZzAaOo'
);
comment on function groundcheck_internal.plain_characters(text) is 'The text with digits of other scripts, full-width forms, unusual spaces and minus signs, and accented letters made plain; same length.';
revoke all on function groundcheck_internal.plain_characters(text) from public;

-- The words, numbers and other characters of a text. White space and Markdown emphasis before a token is its gap;
-- zero-width characters are no part of a word.
create or replace function groundcheck_internal.value_tokens(content text)
returns groundcheck_internal.value_token[]
language plpgsql
stable
strict
parallel safe
as $$
declare
  v_tokens groundcheck_internal.value_token[];
  v_hidden constant text := E'\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f';
  v_has_hidden boolean := pg_catalog.octet_length(content) > pg_catalog.length(content)
    and content ~ E'[\u200b-\u200f\u2060\ufeff\u00ad]';
begin
  select pg_catalog.array_agg(
    row(
      t.gap,
      t.word,
      t.written,
      case
        when t.digit then pg_catalog.translate(t.written, '123456789', '000000000')
        when t.written >= 'a' collate "C" and t.written < '{' collate "C" then 'a'
        when t.written >= 'A' collate "C" and t.written < '[' collate "C" then
          case when pg_catalog.length(t.written) > 1 and pg_catalog.upper(t.written collate "C") = t.written then 'AA' else 'A' end
        else '.'
      end,
      case when t.digit then 'digit' else coalesce(x.role, w.role) end,
      case when x.word is null then w.amount else x.amount end,
      case when x.word is null then w.unit else x.unit end,
      coalesce(w.leads, false),
      t.span_end - t.length,
      t.span_end
    )::groundcheck_internal.value_token
    order by t.n
  )
  into v_tokens
  from (
    select
      m.n,
      pg_catalog.left(m.match, pg_catalog.length(m.match) - pg_catalog.length(m.body)) as gap,
      case when v_has_hidden then pg_catalog.translate(m.body, v_hidden, '') else m.body end as written,
      pg_catalog.lower(case when v_has_hidden then pg_catalog.translate(m.body, v_hidden, '') else m.body end collate "C") as word,
      m.body >= '0' collate "C" and m.body < ':' collate "C" as digit,
      pg_catalog.length(m.body) as length,
      (sum(pg_catalog.length(m.match)) over (rows unbounded preceding))::int as span_end
    from (
      select r.n, r.match[1] as match, pg_catalog.ltrim(r.match[1], E' \t\n\r\f\x0b\u00a0\u3000*_`\u200b\ufeff') as body
      from pg_catalog.regexp_matches(
        content collate "C",
        E'[ \\t\\n\\r\\f\\v\u00a0\u3000*_`\u200b\ufeff]*(?:[0-9][0-9\u200b-\u200d\u2060\ufeff]*(?:[.,:''\u2019\u00a0][0-9][0-9\u200b-\u200d\u2060\ufeff]*)*|'
        || E'[A-Za-z\u00aa\u00b5\u00ba\u00b2\u00b3\u00df-\u02af\u0370-\u052f\u0590-\u05f4\u0620-\u065f\u0671-\u06d3\u0900-\u0965\u0970-\u0dff\u1e00-\u1fff\u200b-\u200d\u2060\u00ad]+|\u0002+|.)',
        'g'
      ) with ordinality as r (match, n)
      offset 0
    ) as m
    offset 0
  ) as t
  -- limit keeps both joins on the index: a hash of the whole table for thirty words would cost more than all the rest.
  left join lateral (
    select k.word, k.role, k.amount, k.unit, k.leads
    from groundcheck_internal.value_words as k
    where k.word = case when not t.digit then t.word end
    limit 1
  ) as w on true
  left join lateral (
    select k.word, k.role, k.amount, k.unit
    from groundcheck_internal.value_words as k
    where k.word = case when t.written <> t.word then t.written end
    limit 1
  ) as x on true;
  return v_tokens;
end;
$$;
comment on function groundcheck_internal.value_tokens(text) is 'The tokens of a text with what value_words says of each.';
revoke all on function groundcheck_internal.value_tokens(text) from public;

-- The qualifier before first or after next: "at least", "or more". Temporal ones only with dates and times.
create or replace function groundcheck_internal.read_qualifier(
  tokens groundcheck_internal.value_token[], first int, next int, dimension text
)
returns text
language plpgsql
stable
parallel safe
as $$
declare
  a groundcheck_internal.value_token := tokens[next];
  b groundcheck_internal.value_token := tokens[first - 1];
  v_qualifier text;
  v_phrases text[];
begin
  if b.word = '.' and tokens[first - 2].word in ('approx', 'ca', 'c', 'max', 'min') then
    b := tokens[first - 2];
    first := first - 1;
  elsif b.role in ('article', 'determiner') or b.word = 'the' then
    -- "after the 1990s", "over a thousand"
    if tokens[first - 2].role in ('qualifier', 'in', 'from', 'to') then
      b := tokens[first - 2];
      first := first - 1;
    end if;
  end if;
  if b.role in ('qualifier', 'in', 'from', 'to', 'determiner', 'point') or b.word in ('~', '<', '>', '±', 'de', 'a', 'moins', 'plus') then
    v_phrases := array[
      b.word, tokens[first - 2].word || ' ' || b.word, tokens[first - 3].word || ' ' || tokens[first - 2].word || ' ' || b.word,
      tokens[first - 2].word || b.word
    ];
    select q.qualifier into v_qualifier
    from groundcheck_internal.value_qualifiers as q
    where q.placement = 'before' and q.phrase = any(v_phrases) and (not q.temporal or dimension in ('date', 'time'))
    order by pg_catalog.length(q.phrase) desc
    limit 1;
  elsif b.word = 'exceed' and tokens[first - 2].word in ('not', 'never', 'cannot') then
    v_qualifier := 'at_most';
  end if;
  -- "200 words or less"
  if v_qualifier is null and a.role is null and a.shape in ('a', 'A') and tokens[next + 1].word in ('or', 'and', 'oder') then
    a := tokens[next + 1];
    next := next + 1;
  end if;
  if v_qualifier is null and (a.role in ('qualifier', 'joiner', 'language') or a.word in ('+', 'or', 'plus') or (a.word = '-' and a.gap = '')) then
    v_phrases := array[a.word, a.word || ' ' || tokens[next + 1].word];
    if a.word = '-' then
      v_phrases := array[tokens[next + 1].word];
      a.word := tokens[next + 1].word;
    elsif a.word = '+' and a.gap <> '' then
      return null;
    end if;
    select q.qualifier into v_qualifier
    from groundcheck_internal.value_qualifiers as q
    where q.placement = 'after' and q.phrase = any(v_phrases)
    order by pg_catalog.length(q.phrase) desc
    limit 1;
  end if;
  -- "up 5 % over 2019", "higher than in Q2" compare amounts, not dates.
  if v_qualifier in ('more_than', 'less_than') and dimension = 'date' then
    return null;
  end if;
  return v_qualifier;
end;
$$;
comment on function groundcheck_internal.read_qualifier(groundcheck_internal.value_token[], int, int, text) is 'The qualifier of the value between two tokens, or null.';
revoke all on function groundcheck_internal.read_qualifier(groundcheck_internal.value_token[], int, int, text) from public;
