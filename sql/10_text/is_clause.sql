-- Could these words, in lower case, be a clause of their own ('the clinic opens at 8'), or do they only name things ('the
-- opening hours of the clinic')? In doubt they are one: what they say is checked then. The lexicon holds verbs: finite
-- ones are such wherever they stand, finite_or_noun where no article stands before them and something follows,
-- plain_form after a plural. A verb of a relative clause ('the people who signed it') makes no clause.
create or replace function groundcheck_internal.is_clause(words text)
returns boolean
language sql
stable
strict
parallel safe
as $$
  select exists (
    select
    from (
      select
        token.word,
        case
          when pg_catalog.lag(token.word) over place in ('usually', 'often', 'always', 'also', 'only', 'never', 'sometimes', 'still', 'now', 'not')
            or pg_catalog.right(pg_catalog.lag(token.word) over place, 2) = 'ly'
          then pg_catalog.lag(token.word, 2) over place
          else pg_catalog.lag(token.word) over place
        end as before,
        pg_catalog.lag(token.word, 2) over place as second_before,
        pg_catalog.lead(token.word) over place as after
      from pg_catalog.string_to_table(pg_catalog.regexp_replace(
        pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.replace(pg_catalog.left(words, 600), 'n''t', ' not'),
          '(it|he|she|that|there|this|here)''s ', '\1 is ', 'g'), '''(?:re|m|ll|ve) ', ' are ', 'g'),
        '^ *(?:, *)?(?:(?:and|but|or|so|yet|however|because|since|then|oh|well|yeah|yes|no|wow|hi|hello|und|et|y|e|en)\M)?[ ,]*|[^0-9A-Za-z$€£¥%\u0080-\uffff-]+',
        ' ', 'g'), ' ') with ordinality as token (word, ordinality)
      where token.word <> ''
      window place as (order by token.ordinality)
    ) as w
    left join groundcheck_internal.sentence_words as s
      on s.word = w.word and s.role in ('finite', 'finite_or_noun', 'plain_form')
    where not (coalesce(w.before, '') in ('who', 'that', 'which') and w.second_before is not null
      or coalesce(w.second_before, '') in ('when', 'where', 'how', 'if', 'whether', 'what', 'why', 'who', 'which'))
      and (
        s.role = 'finite'
        and not (w.word in ('may', 'will', 'can') and coalesce(w.before, '') in ('in', 'of', 'the', 'a', 'since', 'until', 'last'))
        or s.role = 'finite_or_noun' and w.after <> all (array['of', 'and', 'or'])
        and case
          when w.before is null then w.after not in ('for', 'in')
          else w.before not in ('the', 'a', 'an', 'of', 'any', 'its', 'their', 'his', 'her', 'our', 'my', 'your', 'all', 'some',
            'no', 'other', 'these', 'those', 'and', 'or', 'to', 'for', 'about', 'on', 'in', 'with', 'by')
        end
        or s.role = 'plain_form'
        and (pg_catalog.right(w.before, 1) = 's' and w.before not in ('this', 'its', 'his', 'was', 'does', 'as', 'is', 'has', 'various', 'previous')
          or w.before in ('they', 'we', 'you', 'i', 'people', 'children', 'men', 'women'))
        or pg_catalog.right(w.word, 2) = 'ed' and w.after is not null
        and coalesce(w.before, 'and') not in ('the', 'a', 'an', 'of', 'any', 'its', 'their', 'his', 'her', 'our', 'my', 'your', 'all', 'some',
          'no', 'other', 'these', 'those', 'and', 'or', 'to', 'for', 'about', 'on', 'in', 'with', 'by', 'as', 'than')
        and pg_catalog.right(w.before, 2) not in ('ly', 'ed')
        and w.word not in ('provided', 'related', 'included', 'mentioned', 'listed', 'based', 'needed', 'required', 'used',
          'called', 'named', 'associated', 'involved', 'concerned', 'located', 'offered', 'specified', 'stated', 'described',
          'hundred', 'detailed', 'indeed', 'speed', 'seed', 'breed', 'feed', 'bed', 'red', 'shed')
        -- 'the dog barks at night', 'and focuses on X': -s, then what no noun is followed by.
        or pg_catalog.right(w.word, 1) = 's' and pg_catalog.right(w.word, 2) not in ('ss', 'us') and pg_catalog.char_length(w.word) > 3
        and (w.after in ('a', 'an', 'the', 'that', 'at', 'on', 'every', 'each', 'no', 'daily', 'hourly', 'only', 'from', 'until', 'up', 'around', 'about', 'between',
          'it', 'them', 'him', 'her', 'us', 'not', 'very', 'more', 'less', 'too')
          or (pg_catalog.left(w.after, 1) collate "C") between '0' and '9')
        and (pg_catalog.left(coalesce(w.before, 'it'), 1) collate "C") between 'a' and 'z'
        and coalesce(w.before, 'it') not in ('the', 'an', 'any', 'its', 'their', 'his', 'her', 'our', 'your', 'all', 'some', 'other',
          'these', 'those', 'and', 'for', 'about', 'with', 'of', 'or', 'in', 'on', 'no', 'a')
        and w.word not in ('hours', 'times', 'options', 'prices', 'details', 'dates', 'names', 'fares', 'fees', 'rates', 'tickets', 'days', 'rooms', 'services',
          'conditions', 'rules', 'reviews', 'numbers', 'facilities', 'seats', 'amenities', 'policies', 'terms', 'products', 'sizes', 'events', 'years', 'results',
          'reasons', 'ways', 'effects', 'methods', 'steps', 'parts', 'this', 'its', 'as', 'is', 'was', 'has')
      )
  )
$$;
comment on function groundcheck_internal.is_clause is 'Whether words could be a clause of their own.';
revoke all on function groundcheck_internal.is_clause from public;
