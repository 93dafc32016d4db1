-- The citation marks in a text as jsonb: [1], [1, 2], [1-3], [^4], 【5】 give a number each, (Adeyemi, 2020) an author and
-- a year. Spans are half open, in code points, shifted by span_offset. An empty array where there is none.
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
        pg_catalog.regexp_replace(pg_catalog.translate(body, E'\x01', ' '),
          '\s?\[(?:\^?[1-9][0-9]{0,2}(?:\s*[,;–-]\s*\^?[1-9][0-9]{0,2})*|(?:[Ss]ource|[Dd]oc|[Dd]ocument|[Pp]assage|[Cc]ontext|[Rr]ef|[Cc]hunk)s?\.?[ :#]*[0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*)\](?!\()|\s?【[0-9][^】【]{0,60}】',
          E'\x01\\&\x01', 'g') as body
    ) as numbered
    cross join lateral pg_catalog.string_to_table(
      case
        when pg_catalog.strpos(find_citations.body, '(') = 0 then numbered.body
        else pg_catalog.regexp_replace(numbered.body, groundcheck_internal.author_year_pattern(), E'\x01\\&\x01', 'g')
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
    where pg_catalog.left(mark.marker, 1) in ('[', '【')
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
