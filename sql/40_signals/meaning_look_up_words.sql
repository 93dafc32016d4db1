create or replace function groundcheck_internal.is_capital(code_point int)
returns boolean
language sql
immutable
parallel safe
return code_point between 65 and 90 or code_point between 192 and 214 or code_point between 216 and 222
or code_point between 913 and 937 or code_point between 1040 and 1071;
comment on function groundcheck_internal.is_capital is 'Whether a code point is a capital letter: Latin, Greek or Cyrillic.';
revoke all on function groundcheck_internal.is_capital from public;

-- What each word is by itself: its concept and pole from the lexicon, else its stem; what kind of word it is; whether
-- it may be a finite verb, and whether a clause may start after it. Phrases of two words are read at their first word.
-- Many texts at once: one element a word in each of raws (as written), words (folded), texts (which one it is of) and
-- starts (handed through). Tests of a letter or two are spelled out: PostgreSQL keeps 32 compiled regular expressions, and
-- compiling one costs more than all the words of a sentence.
create or replace function groundcheck_internal.look_up_words(raws text[], words text[], texts int[], starts int[])
returns table (
  text_at int,
  place bigint,
  start int,
  word text,
  mark text,
  kind text,
  concept text,
  bare text,
  pole smallint,
  tag text,
  level real,
  is_finite boolean,
  is_participle boolean,
  split text
)
language sql
stable
parallel safe
as $$
  with looked_up as (
    select
      w.text_at,
      w.ord,
      w.start,
      w.is_first,
      w.raw,
      w.word,
      coalesce(w.lexemes[1], w.word) as stem,
      coalesce(phrase.role, form.role, family.role, case when w.lexemes = '{}' then 'stop' else 'word' end) as tag,
      case when phrase.role is not null then phrase.concept when form.role is not null then form.concept else family.concept end as concept,
      coalesce(phrase.pole, form.pole, family.pole, 0::smallint) as pole,
      case when phrase.role is not null then phrase.level when form.role is not null then form.level else family.level end as level,
      phrase.role is not null as is_phrase
    from (
      select
        u.word, u.raw, u.text_at, u.start, u.ord,
        pg_catalog.ts_lexize('pg_catalog.english_stem', u.word) as lexemes,
        lead(u.word) over of_text as next_word,
        row_number() over of_text = 1 as is_first
      from unnest(
        look_up_words.words[:pg_catalog.cardinality(look_up_words.raws)], look_up_words.raws, look_up_words.texts,
        look_up_words.starts
      ) with ordinality as u (word, raw, text_at, start, ord)
      window of_text as (partition by u.text_at order by u.ord)
    ) as w
    -- The most special entry counts: of the phrase, of this form, of all forms with its stem.
    left join groundcheck_internal.lexicon as phrase
      on phrase.key = coalesce(w.lexemes[1], w.word) || ' ' || w.next_word
    left join groundcheck_internal.lexicon as form on form.key = '=' || w.word
    left join groundcheck_internal.lexicon as family on family.key = coalesce(w.lexemes[1], w.word)
  ),

  typed as (
    select
      t.*,
      case
        when t.word in ('.', '?', '!', '。') then '.'
        when t.word in (';', ':', ',', '(', ')') then t.word
        when t.word in ('–', '—') then ','
        when t.word in ('"', '“', '”') then '"'
        when t.raw <> pg_catalog.translate(t.raw, '0123456789', '') then 'd'
        -- Group A, Hall A: a name, not the article.
        when t.raw = 'A' and not t.is_first and lag(t.word) over w not in ('.', '?', '!', ':', '"', '“', '”', '。') then 'n'
        when
          t.tag in ('word', 'verb', 'speech', 'hedge') or (t.tag = 'obligation' and t.concept is not null)
          then case
            when not groundcheck_internal.is_capital(pg_catalog.ascii(t.raw)) then 'c'
            when pg_catalog.length(pg_catalog.translate(t.raw, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '')) < pg_catalog.length(t.raw) - 1 then 'n'
            when t.is_first or lag(t.word) over w in ('.', '?', '!', ':', '"', '“', '”', '。') then
              case when pg_catalog.ascii(lead(t.raw) over w) between 65 and 90 then 'n' when t.concept is null and t.tag = 'word' then 'i' else 'c' end
            else 'n'
          end
        else 'f'
      end as kind,
      t.word in ('.', '?', '!', '。', ';', ':', ',', '–', '—', '"', '“', '”', '(', ')') as is_mark,
      coalesce(lag(t.is_phrase) over w, false) as is_second,
      lag(t.word) over w as before,
      lag(t.raw) over w as before_raw,
      lag(t.word) over w = ',' as after_comma,
      lag(t.tag) over w as before_tag,
      lead(t.tag) over w as after_tag
    from looked_up as t
    window w as (partition by t.text_at order by t.ord)
  ),

  neighboured as (
    select t.*, lag(t.kind) over w as before_kind, lead(t.kind) over w as after_kind
    from typed as t
    window w as (partition by t.text_at order by t.ord)
  ),

  -- Materialised: else each word is asked five times whether it is a finite verb, once for each place that asks.
  verbs as materialized (
    select
      t.*,
      case
        when t.tag = 'pronoun' then t.word like '%''%'
        when t.tag in ('be', 'auxiliary', 'modal') then t.word not in ('being', 'been', 'be', 'having')
        when t.tag = 'obligation' then t.word in ('must', 'has', 'have', 'had', 'need', 'needs', 'shall')
        when t.tag = 'negator' then t.word like '%n''t' or t.word in ('cannot', 'lacks', 'lacked', 'fails', 'failed', 'avoid', 'avoids', 'avoided')
        when t.kind not in ('c', 'n') or t.word like '%ing' then false
        when
          t.before_tag in ('preposition', 'quantifier', 'condition', 'negator')
          or t.before_raw <> 'A' and t.before in ('a', 'an', 'the', 'his', 'its', 'their', 'our', 'my', 'your', 'this', 'these', 'those', 'other')
          then false
        when t.kind = 'n' then false
        when t.word like '%ed' then pg_catalog.length(t.word) > 4 or t.tag in ('verb', 'speech')
        when exists (select from groundcheck_internal.sentence_words as p where p.word = t.word and p.role = 'past') then true
        when t.tag not in ('verb', 'speech', 'hedge') then false
        when t.word like '%s' and t.word not like '%ss' then true
        else t.before like '%s' or t.before in ('they', 'i', 'we', 'you', 'who', 'which', 'that', 'people', 'children', 'men', 'women', 'police', 'bacteria', 'mice', 'media', 'data')
      end as is_finite,
      -- An unknown word in s between a subject and an object or a preposition is a verb where there is no other.
      t.kind = 'c' and t.tag = 'word' and t.word like '%_s' and t.word not like '%ss'
      and not (t.before like '%_s' and t.before not like '%ss') and t.before_kind in ('c', 'i', 'n', 'd')
      and (t.after_tag in ('preposition', 'stop') or t.after_kind in ('n', 'd')) as may_be_finite
    from neighboured as t
  )

  select
    v.text_at,
    v.ord,
    v.start,
    v.word,
    case when v.is_mark then v.kind end as mark,
    case when v.is_mark or v.is_second then 'f' else v.kind end as kind,
    case
      when v.is_mark or v.is_second then ''
      when v.concept is not null then v.concept
      when v.kind = 'f' then ''
      else v.stem
    end as concept,
    case
      when v.concept is not null or v.is_second or v.kind not in ('c', 'i', 'n') then ''
      when v.word like 'un%' or v.word like 'non%' then
        case
          when v.word ~ '^(under|unit|uniq|unif|univ|union|until|unle|none)' or pg_catalog.length(v.word) < 6 then ''
          else coalesce(
            (pg_catalog.ts_lexize('pg_catalog.english_stem', pg_catalog.substr(v.word, case when v.word like 'un%' then 3 else 4 end)))[1], ''
          )
        end
      when
        (pg_catalog.left(v.word, 2) in ('in', 'im', 'ir', 'il') or v.word like 'dis%') and pg_catalog.length(v.word) > 6
        and v.word !~ '^(in(form|stan|come|side|deed|stall|vest|ten[dt]|dif|val|hab|land|mate|quest|sect|sight|spir|sur|take|vent|voic|fam|cit|put)|im(p[aor]|migr|plant)|dis(cov|play|pos|patch|eas|charg|clos|cours|coun|miss|til|tress|pers|trac))'
        then coalesce(
          (pg_catalog.ts_lexize('pg_catalog.english_stem', pg_catalog.substr(v.word, case when v.word like 'dis%' then 4 else 3 end)))[1], ''
        )
      else ''
    end as bare,
    case when v.is_second then 0::smallint else v.pole end as pole,
    -- The second word of a phrase has no meaning of its own.
    case when v.is_second then 'second' when v.kind = 'n' and v.tag = 'stop' then 'word' else v.tag end as tag,
    v.level,
    not v.is_second and (
      v.is_finite
      or (
        v.may_be_finite
        and coalesce(
          min(v.ord) filter (where v.is_finite) over ahead
          > min(v.ord) filter (where v.kind in (',', ';', '.', ':') or v.tag = 'conjunction') over ahead,
          min(v.ord) filter (where v.is_finite) over ahead is null
        )
      )
    ) as is_finite,
    v.word like '%ed' or v.word like '%en' or (v.tag in ('verb', 'speech', 'word') and v.concept <> v.stem and not (v.word like '%ing' or v.word like '%s'))
    or v.word in ('sold', 'made', 'built', 'held', 'won', 'led', 'found', 'put', 'set', 'cut', 'shot', 'sung', 'sent') as is_participle,
    -- What follows a comma or a conjunction: a verb (the subject stays), a subject and its verb (a clause of its own).
    case
      when v.kind = ',' or v.tag = 'conjunction' then
        case
          when min(v.ord) filter (where v.is_finite) over ahead < coalesce(
            min(v.ord) filter (where v.kind in (',', ';', '.', ':') or (v.tag = 'conjunction' and not v.after_comma)) over ahead,
            2147483647
          ) then
            case
              when min(v.ord) filter (where v.kind in ('c', 'i', 'n', 'd') or v.tag = 'pronoun') over ahead
                < min(v.ord) filter (where v.is_finite) over ahead then 'own'
              else 'inherit'
            end
        end
    end as split
  from verbs as v
  window ahead as (partition by v.text_at order by v.ord desc rows between unbounded preceding and 1 preceding)
$$;
comment on function groundcheck_internal.look_up_words is 'What the lexicon and their form say of a sentence''s words, each by itself.';
revoke all on function groundcheck_internal.look_up_words from public;
