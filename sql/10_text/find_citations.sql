-- The citation marks in a text as jsonb: [1], [1, 2], [1-3], [^4], 【5】, (source 6) give a number each, (Adeyemi, 2020) an
-- author and a year. Spans are half open, in code points, shifted by span_offset. An empty array where there is none.
create or replace function groundcheck_internal.find_citations(body text, span_offset int)
returns jsonb
language sql
immutable
strict
parallel safe
as $$
  select coalesce(pg_catalog.jsonb_agg(
    pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'marker', mark.marker,
      'number', cited.number,
      'author', cited.author,
      'year', cited.year,
      'span', pg_catalog.jsonb_build_array(span_offset + mark.start_at, span_offset + mark.start_at + pg_catalog.char_length(mark.marker))))
    order by mark.ordinality, cited.position), '[]')
  from (
    select
      part.ordinality,
      pg_catalog.btrim(part.body) as marker,
      (pg_catalog.sum(pg_catalog.char_length(part.body)) over (order by part.ordinality)
        - pg_catalog.char_length(pg_catalog.ltrim(part.body)))::int as start_at
    from (
      select
        case
          when pg_catalog.strpos(find_citations.body, '【') = 0 and find_citations.body !~ '\[[^][]*[0-9]\]' then pg_catalog.translate(body, E'\x01', ' ')
          -- Worth compiling only then.
          else pg_catalog.regexp_replace(pg_catalog.translate(body, E'\x01', ' '),
            groundcheck_internal.number_citation_pattern() || '|' || groundcheck_internal.lens_citation_pattern(),
            E'\x01\\&\x01', 'g')
        end as body
    ) as numbered
    cross join lateral pg_catalog.string_to_table(
      case
        when pg_catalog.strpos(find_citations.body, '(') = 0 then numbered.body
        else pg_catalog.regexp_replace(numbered.body, groundcheck_internal.round_citation_pattern(), E'\x01\\&\x01', 'g')
      end,
      E'\x01') with ordinality as part (body, ordinality)
  ) as mark
  cross join lateral (
    select
      listed.position,
      number.number,
      null::text as author,
      null::int as year
    from pg_catalog.regexp_matches(pg_catalog.regexp_replace(mark.marker, '†.*', ''), '([0-9]{1,3})(?:\s*[–-]\s*([0-9]{1,3}))?', 'g')
      with ordinality as listed (bounds, position)
    cross join lateral pg_catalog.generate_series(
      listed.bounds[1]::int,
      case
        when listed.bounds[2]::int between listed.bounds[1]::int and listed.bounds[1]::int + 50 then listed.bounds[2]::int
        else listed.bounds[1]::int
      end) as number (number)
    where pg_catalog.left(mark.marker, 1) in ('[', '【') or mark.marker !~ '[0-9]{4}'
    union all
    select
      work.position,
      null,
      pg_catalog.btrim(pg_catalog.regexp_replace(work.parts[1], '^(?:see|cf\.|e\.g\.,?|vgl\.|siehe|voir) (?:also )?', ''), ' ,'),
      work.parts[2]::int
    from pg_catalog.regexp_matches(pg_catalog.btrim(mark.marker, '()'), '([^;0-9]+?),? ([12][0-9]{3})[a-z]?', 'g')
      with ordinality as work (parts, position)
    where pg_catalog.left(mark.marker, 1) = '('
  ) as cited
  where mark.ordinality % 2 = 0
$$;
comment on function groundcheck_internal.find_citations is
'The citation marks in a text: marker, number or author and year, and span.';
revoke all on function groundcheck_internal.find_citations from public;

-- [1], [1, 2-4], [^5], [doc 6]: at the end of a clause, at the start of a sentence or behind a word. Not where the sentence needs
-- the number: between 'for' and 'days', behind 'costs', before a unit.
create or replace function groundcheck_internal.number_citation_pattern()
returns text
language sql
immutable
parallel safe
as $$
  select '(?:'
    -- Before the end of a clause, unless a verb or a preposition waits for a number.
    '(?<!\m(?:cost|costs|take|takes|last|lasts|weigh|weighs|measure|measures|reach|reaches|equal|equals|is|are|was|were|for|than|least|about|around|approximately|nearly|almost|exactly|only|over|under|up to|kostet|kosten|dauert|coûte|cuesta|costa|custa|kost)\s?)\s?' || mark.body
    || '(?=\s*(?:[].,;:!?)【[(。，、；：！？"”’»|*_]|[–—-]\s|$))'
    -- At the start of a sentence.
    || '|^\s*' || mark.body || '(?=\s*[A-ZÀ-ÖØ-Þ"“\u0400-\u042f\u0600-\u06ff\u0900-\u0dff\u3040-\u9fff\uac00-\ud7ff])'
    -- Behind a word, before another that counts nothing.
    || '|(?<=[0-9A-Za-z\u00aa-\ud7ff).,;:!?"”’»*_`。，]\s?)\s?' || mark.body || '(?=\s*(?:the|an?|it|its|this|that|these|those|they|he|she|we|there|is|are|was|were|has|have|had|and|or|but|which|who|because|while|when|if|to|as|in|on|at|by|for|from|with|of|der|die|das|es|und|le|la|les|el|los|il|de|het)\M)'
    || '|(?<=[0-9A-Za-z\u00aa-\ud7ff).,;:!?"”’»*_`。，]\s?)(?<!\m(?:for|of|to|in|at|by|with|from|about|around|approximately|nearly|almost|exactly|only|just|over|under|than|least|most|up|within|after|before|until|per|every|each|all|some|first|last|next|another|additional|between|plus|minus|and|or|but|the|an?|its?|is|are|was|were|be|been|has|have|had|[a-z]*(?:cost|hold|keep|take|last|need|require|contain|include|offer|give|get|pay|charge|weigh|measure|sell|reach|exceed|store|serve|open|want|make|run|own|employ|house|seat|provide|allow|permit|see)(?:s|ed)?|sold|won|paid|made|kept|held|took|gave|got|killed|für|von|mit|nach|bis|um|ab|kostet|ist|sind|hat|der|die|das|den|des|du|pour|en|por|para|son|es|el|los|las|di|da|il|van|met|voor|de|het|le|la|les)\s?)\s?' || mark.body
    || '(?!\s*(?:[0-9%€$£¥]|(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|euros?|dollars?|pounds?|cents?|percent|per cent|people|persons?|times|meters?|metres?|kilomet(?:er|re)s?|miles?|kilograms?|grams?|tons?|tonnes?|lit(?:er|re)s?|degrees?|thousand|million|billion|km|kg|cm|mm|m|g|kb|mb|gb|tb|KB|MB|GB|TB|EUR|USD|GBP|Tagen?|Stunden?|Minuten?|Wochen?|Monaten?|Jahren?|Euro|jours?|heures?|mois|ans|días?|horas?|meses|años?|giorni|ore|mesi|anni|dias?|anos?|dagen|uur|weken|maanden|jaar)\M)|\s*\()'
    || ')'
  from (
    select '\[(?:\^?[1-9][0-9]{0,2}(?:\s*[,;–-]\s*\^?[1-9][0-9]{0,2})*|(?:[Ss]ource|[Dd]oc|[Dd]ocument|[Pp]assage|[Cc]ontext|[Rr]ef|[Cc]hunk)s?\.?[ :#]*[0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*)\](?!\()' as body
  ) as mark
$$;
comment on function groundcheck_internal.number_citation_pattern is 'Regular expression of a citation by number, where none is needed.';
revoke all on function groundcheck_internal.number_citation_pattern from public;

-- 【5†source】, 【4:0†report.pdf】: a number, and behind the dagger at most two words.
create or replace function groundcheck_internal.lens_citation_pattern()
returns text
language sql
immutable
parallel safe
as $$
  select '\s?【[0-9]{1,3}(?:(?:, ?|:|-|–)[0-9]{1,3})*(?:†[^】【\s]{0,60}(?: [^】【\s]{1,40})?)?】'
    '(?!\s*(?:[0-9%€$£¥]|(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|euros?|dollars?|percent|people|times)\M))'
$$;
comment on function groundcheck_internal.lens_citation_pattern is 'Regular expression of a citation in lenticular brackets.';
revoke all on function groundcheck_internal.lens_citation_pattern from public;
