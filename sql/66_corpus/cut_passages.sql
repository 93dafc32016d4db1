-- Sizes in code points. Some 1,000 characters are about 250 tokens: what a sentence encoder reads in one window.
create or replace function groundcheck_internal.passage_target()
returns int
language sql
immutable
parallel safe
return 1000;
comment on function groundcheck_internal.passage_target is 'The length up to which paragraphs are packed into one passage.';
revoke all on function groundcheck_internal.passage_target from public;

create or replace function groundcheck_internal.passage_limit()
returns int
language sql
immutable
parallel safe
return 1500;
comment on function groundcheck_internal.passage_limit is 'The greatest length of a passage.';
revoke all on function groundcheck_internal.passage_limit from public;

create or replace function groundcheck_internal.white_space()
returns text
language sql
immutable
parallel safe
return E' \t\n\r\f\u000b\u001c\u001d\u001e\u001f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
|| E'\u2028\u2029\u202f\u205f\u3000\u200b\ufeff';
comment on function groundcheck_internal.white_space is 'The characters that no passage begins or ends with, for ltrim and rtrim.';
revoke all on function groundcheck_internal.white_space from public;

-- Cuts a document into passages; nothing but white space is left out. parts are what no passage crosses the border of,
-- such as the elements of a JSON list; the document is the parts with an empty line between them, and spans are those of
-- the document, half open, in code points from 0.
--
-- Paragraphs stay whole where they fit, and are packed together up to the target; a longer one is cut between sentences,
-- a longer sentence between words. A Markdown heading begins a passage once this much stands before it: 200.
--
-- A loop, as each passage begins where the one before it was full.
create or replace function groundcheck_internal.cut_passages(parts text[])
returns table (ordinal int, body text, span_start int, span_end int)
language plpgsql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_spaces constant text := groundcheck_internal.white_space();
  v_unit record;
  v_part bigint;         -- the part that is being read
  v_position int := 0;   -- code points read so far
  v_gap text := '';      -- white space read since the last words
  v_core text;
  v_lead int;
begin
  ordinal := 0;
  body := '';
  for v_unit in
    select u.part, u.body, u.blank from groundcheck_internal.passage_units(cut_passages.parts) as u order by u.part, u.place
  loop
    v_core := rtrim(ltrim(v_unit.body, v_spaces), v_spaces);
    if v_unit.blank or v_core = '' then
      v_gap := v_gap || v_unit.body;
    else
      v_lead := char_length(v_unit.body) - char_length(ltrim(v_unit.body, v_spaces));
      if body <> '' and (
        v_unit.part <> v_part
        or char_length(body) + char_length(v_gap) + v_lead + char_length(v_core) > groundcheck_internal.passage_target()
        or starts_with(v_core, '#') and char_length(body) >= 200
      ) then
        return next;
        ordinal := ordinal + 1;
        body := '';
      end if;
      if body = '' then
        body := v_core;
        span_start := v_position + v_lead;
      else
        body := body || v_gap || left(v_unit.body, v_lead) || v_core;
      end if;
      span_end := v_position + v_lead + char_length(v_core);
      v_gap := substr(v_unit.body, v_lead + char_length(v_core) + 1);
      v_part := v_unit.part;
    end if;
    v_position := v_position + char_length(v_unit.body);
  end loop;
  if body <> '' then
    return next;
  end if;
end;
$$;
comment on function groundcheck_internal.cut_passages is 'The passages of a document, in order, each with its span.';
revoke all on function groundcheck_internal.cut_passages from public;

-- The parts of a document, each followed by its empty line, as pieces that together are the whole: paragraphs and pieces
-- of long ones, and blank lines. By lines, so that the cost is linear in the length.
create or replace function groundcheck_internal.passage_units(parts text[])
returns table (part bigint, place bigint, body text, blank boolean)
language sql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  with line as (
    select
      p.place as part, l.place, l.body || E'\n' as body, groundcheck_internal.is_blank(l.body) as blank
    from unnest(passage_units.parts) with ordinality as p (body, place)
    cross join lateral string_to_table(p.body || E'\n', E'\n') with ordinality as l (body, place)
  ),

  run as (
    select
      l.*,
      l.place - row_number() over (partition by l.part, l.blank order by l.place) as run
    from line as l
  ),

  paragraph as (
    select r.part, min(r.place) as place, string_agg(r.body, '' order by r.place) as body, r.blank
    from run as r
    group by r.part, r.blank, r.run
  )

  select p.part, row_number() over (order by p.part, p.place, c.place), coalesce(c.body, p.body), p.blank
  from paragraph as p
  left join lateral groundcheck_internal.cut_paragraph(p.body) with ordinality as c (body, place)
    on not p.blank and char_length(p.body) > groundcheck_internal.passage_limit()
$$;
comment on function groundcheck_internal.passage_units is 'Paragraphs, pieces of long ones and blank lines of a document, in order.';
revoke all on function groundcheck_internal.passage_units from public;

-- The pieces of a paragraph that is too long for a passage, none of them too long, which together are the paragraph: its
-- sentences, each with what stands between it and the next, and words of sentences that are too long themselves.
create or replace function groundcheck_internal.cut_paragraph(body text)
returns setof text
language plpgsql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_limit constant int := groundcheck_internal.passage_limit();
  v_block constant int := 30000;   -- what is split into sentences at a time
  v_rest text := cut_paragraph.body;
  v_head text;
  v_sentence text;
  v_space int;
begin
  while v_rest <> '' loop
    v_head := left(v_rest, v_block);
    if char_length(v_rest) > v_block then
      v_head := left(v_head, v_block - coalesce(nullif(strpos(reverse(right(v_head, 1000)), ' '), 0), 1) + 1);
    end if;
    v_rest := substr(v_rest, char_length(v_head) + 1);
    for v_sentence in
      select substr(v_head, t.start + 1, lead(t.start, 1, char_length(v_head)) over (order by t.start) - t.start)
      from (
        select 0 as start
        union
        select s.span_start from groundcheck_internal.split_sentences(v_head) as s where s.ordinal > 0
      ) as t
      order by t.start
    loop
      while char_length(v_sentence) > v_limit loop
        v_space := strpos(reverse(translate(substr(v_sentence, v_limit / 2, v_limit / 2), E'\n\t', '  ')), ' ');
        v_space := v_limit - case when v_space > 0 then v_space else 0 end;
        return next left(v_sentence, v_space);
        v_sentence := substr(v_sentence, v_space + 1);
      end loop;
      return next v_sentence;
    end loop;
  end loop;
end;
$$;
comment on function groundcheck_internal.cut_paragraph is 'The pieces of a long paragraph, cut between sentences or words.';
revoke all on function groundcheck_internal.cut_paragraph from public;
