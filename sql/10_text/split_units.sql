-- The units of a text in order, the one splitter under claims and sentences: sentences of prose, headings, items of
-- lists, rows of tables, blocks of code, leaves of JSON. raw is the unit as written, white space trimmed off;
-- the span is half open, in code points from 0. lead_in is what a list item, a row or a leaf must be read with.
create or replace function groundcheck_internal.split_units(body text)
returns table (kind text, raw text, span_start int, span_end int, lead_in text)
language plpgsql
stable
strict
parallel safe
as $$
declare
  c_announces constant text := '(?:^|[ ,!.])(?:here (?:is|are)|here[''’]s|below|following|hier (?:sind|ist|zijn|is)|folgende|nachfolgend|voici|ci-dessous|siguiente|a continuación|ecco|di seguito|seguente|seguinte|a seguir|volgende|hieronder)|以下|下記|次の';
  c_code constant text := '^ *(?:```+|~~~+)[A-Za-z0-9_+#.-]* *$';
  v_text text;
  v_lines text[];
  v_line text;
  v_trimmed text;
  v_first text;
  v_marks text[];
  v_cased boolean;
  v_at int := 0;
  v_kinds text[] := '{}';
  v_raws text[] := '{}';
  v_starts int[] := '{}';
  v_leads text[] := '{}';
  v_block text;
  v_block_kind text := 'statement';
  v_block_lead text;
  v_block_start int;
  v_blank_before boolean := true;
  v_list_lead text;
  v_in_list boolean := false;
  v_indents int[] := '{}';
  v_item_leads text[] := '{}';
  v_indent int;
  v_depth int := 0;
  v_header text;
  v_table boolean := false;
  v_stranded boolean := false;
  v_piece text;
  v_position int;
  v_kind text;
  v_leaf record;
  i int := 1;
  j int;
  v_count int;
begin
  -- The same length in code points: line ends of any kind become one, what marks places below goes.
  v_text := pg_catalog.translate(body, E'\r\x01\x02\x0b\x0c\u0085\u2028\u2029\u00a0\u3000\t', E'   \n\n\n\n\n   ');
  if pg_catalog.octet_length(v_text) > pg_catalog.char_length(v_text) then
    v_text := groundcheck_internal.plain_glyphs(v_text, true);
  end if;
  if pg_catalog.strpos(v_text, '<') > 0 and v_text ~* '<(?:/|!--|br|p|div|h[1-6]|li|tr)|<[a-z]+\s[^<>]*(?:alt|title|label|placeholder|content|value|summary|caption)\s*='
    and pg_catalog.strpos(v_text, '```') = 0 and pg_catalog.strpos(v_text, '~~~') = 0
  then
    v_text := groundcheck_internal.blank_tags(v_text);
  end if;
  v_cased := v_text ~ '[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω]';

  v_trimmed := pg_catalog.btrim(v_text, E' \n');
  if pg_catalog.left(v_trimmed, 1) in ('{', '[') and pg_catalog.right(v_trimmed, 1) in ('}', ']')
    and pg_catalog.pg_input_is_valid(v_trimmed, 'json')
  then
    v_at := pg_catalog.char_length(v_text) - pg_catalog.char_length(pg_catalog.ltrim(v_text, E' \n'));
    for v_leaf in select * from groundcheck_internal.split_json(v_trimmed, v_cased) loop
      v_kinds := v_kinds || 'json_leaf'::text;
      v_raws := v_raws || v_leaf.raw;
      v_starts := v_starts || (v_leaf.start_at + v_at);
      v_leads := v_leads || v_leaf.path;
    end loop;
    v_lines := '{}';
  else
    v_lines := pg_catalog.string_to_array(v_text, E'\n');
  end if;
  v_count := pg_catalog.cardinality(v_lines);

  while i <= v_count + 1 loop
    v_line := case when i <= v_count then v_lines[i] else '' end;
    v_trimmed := pg_catalog.btrim(v_line);
    v_first := pg_catalog.left(v_trimmed, 1);
    v_kind := null;
    v_marks := null;

    if v_first = '' then
      v_kind := 'blank';
    elsif pg_catalog.strpos(v_trimmed, '|') > 0 and v_trimmed !~ '^[-*+•] ' and (v_table or i < v_count and v_lines[i + 1] ~ '^ *\|?[ :|-]*-[ :|-]*\|[ :|-]*$')
    then
      v_kind := 'table_row';
      v_table := true;
    elsif ((v_first collate "C") between 'A' and 'Z' or (v_first collate "C") between 'a' and 'z')
      and pg_catalog.substr(v_trimmed, 2, 1) <> ')'
    then
      v_kind := 'prose';
    elsif v_first in ('`', '~') and v_trimmed ~ c_code then
      v_kind := 'code';
    elsif v_first = '#' and v_trimmed ~ '^#{1,6} ' then
      v_kind := 'heading';
    elsif v_first = '|' and v_trimmed ~ '\|.*\|' then
      v_kind := 'table_row';
    elsif v_first in ('{', '[') and pg_catalog.right(v_trimmed, 1) in ('}', ']', ',')
      and pg_catalog.pg_input_is_valid(pg_catalog.rtrim(v_trimmed, ','), 'json')
      and v_trimmed !~ '^\[[0-9, ]*\]$'
    then
      v_kind := 'json';
    elsif v_first in ('-', '=', '*', '_', '+') and v_trimmed ~ '^(?:[-=_*+] ?){3,}$' then
      v_kind := 'rule';
    else
      v_marks := pg_catalog.regexp_match(v_line,
        '^( *(?:> ?)*(?:[-*+•▪◦‣·●○■✓✔✅–—] +|[-*•▪◦‣●]$|\(?[0-9]{1,3}[.)](?: +|$)|[0-9]{1,2}\.(?=[A-Z][a-z])|[0-9️]{1,2}⃣ *|[①-⑳] *|\(?[a-z]\) +)(?:\[[ xX]\] +)?)(.*)$');
      if v_marks is not null then
        v_kind := 'list_item';
        if v_marks[1] ~ '[⃣①-⑳]' and (v_marks[2] ~ '^ *[0-9⓪①-⑳]' or pg_catalog.strpos(v_text, case when v_marks[1] ~ '⃣' then '1' else '①' end) = 0) then
          -- A value written so: a list counts from 1.
          v_kind := 'prose';
        elsif v_marks[1] ~ '[0-9]\. +$' and groundcheck_internal.is_ordinal('', groundcheck_internal.plain_lower(
          pg_catalog.split_part(pg_catalog.btrim(v_marks[2], ' *'), ' ', 1)))
        then
          v_kind := 'prose';
        elsif v_marks[1] ~ '^\s*-' and not v_in_list and v_marks[2] ~ '^[0-9.,]+$' then
          v_kind := 'prose';
        end if;
      else
        v_kind := 'prose';
      end if;
    end if;

    -- Whatever is no continuation ends the block of prose before it.
    if v_block is not null and (
      v_kind <> 'prose'
      or pg_catalog.char_length(v_block) > 8000
      or not groundcheck_internal.continues(v_lines[i - 1], v_trimmed, v_block_kind = 'list_item' and v_line ~ '^  ')
    ) then
      v_position := v_block_start;
      foreach v_piece in array groundcheck_internal.split_prose(v_block, v_cased) loop
        v_kinds := v_kinds || v_block_kind;
        v_raws := v_raws || v_piece;
        v_starts := v_starts || v_position;
        v_leads := v_leads || v_block_lead;
        v_position := v_position + pg_catalog.char_length(v_piece);
      end loop;
      if v_block_kind = 'statement' and v_block !~ '[.!?:,;。！？…0-9\n]\W*$|[0-9\n:]' and pg_catalog.char_length(v_block) <= 70 then
        v_kinds[pg_catalog.cardinality(v_kinds)] := 'title';
      end if;
      if v_block_kind = 'list_item' and v_depth > 0 then
        v_piece := groundcheck_internal.clean_text(v_piece);
        if pg_catalog.right(v_piece, 1) in (':', '：') then
          v_item_leads[v_depth] := v_piece;
          v_kinds[pg_catalog.cardinality(v_kinds)] := 'colon';
        elsif v_block ~ '^\s*\*\*[^*]+\*\*\s*$' then
          v_item_leads[v_depth] := v_piece || ':';
          v_kinds[pg_catalog.cardinality(v_kinds)] := 'label';
        end if;
      end if;
      v_block := null;
    end if;

    case v_kind
      when 'blank' then
        v_table := false;
      when 'rule' then
        -- A rule under a line makes that line a heading.
        if not v_blank_before and v_trimmed ~ '^(?:=+|-+)$' and pg_catalog.cardinality(v_kinds) > 0
          and v_kinds[pg_catalog.cardinality(v_kinds)] in ('statement', 'title')
        then
          v_kinds[pg_catalog.cardinality(v_kinds)] := 'heading';
        end if;
        v_in_list := false;
      when 'heading' then
        v_kinds := v_kinds || 'heading'::text;
        v_raws := v_raws || pg_catalog.regexp_replace(v_line, '^ *#{1,6} +', '');
        v_starts := v_starts || (v_at + pg_catalog.char_length(v_line)
          - pg_catalog.char_length(pg_catalog.regexp_replace(v_line, '^ *#{1,6} +', '')));
        v_leads := v_leads || null::text;
        v_in_list := false;
      when 'json' then
        for v_leaf in select * from groundcheck_internal.split_json(pg_catalog.rtrim(v_trimmed, ','), v_cased) loop
          v_kinds := v_kinds || 'json_leaf'::text;
          v_raws := v_raws || v_leaf.raw;
          v_starts := v_starts || (v_leaf.start_at + v_at + pg_catalog.char_length(v_line) - pg_catalog.char_length(pg_catalog.ltrim(v_line)));
          v_leads := v_leads || v_leaf.path;
        end loop;
      when 'table_row' then
        if i < v_count and v_lines[i + 1] ~ '^ *\|?[ :|-]*-[ :|-]*$' then
          v_header := groundcheck_internal.clean_text(v_line);
          v_kinds := v_kinds || 'heading'::text;
          v_raws := v_raws || v_line;
          v_starts := v_starts || v_at;
          v_leads := v_leads || null::text;
        elsif v_trimmed !~ '^[ :|-]*$' then
          v_kinds := v_kinds || 'table_row'::text;
          v_raws := v_raws || v_line;
          v_starts := v_starts || v_at;
          v_leads := v_leads || case when i > 1 and pg_catalog.strpos(v_lines[i - 1], '|') > 0 then v_header || ':' end;
        end if;
      when 'code' then
        -- The whole block is one unit, its fences included; without a closing fence it runs to the end.
        j := i + 1;
        v_position := v_at;
        v_piece := v_line;
        while j <= v_count and v_lines[j] !~ c_code loop
          v_piece := v_piece || E'\n' || v_lines[j];
          j := j + 1;
        end loop;
        if j <= v_count then
          v_piece := v_piece || E'\n' || v_lines[j];
        end if;
        v_header := pg_catalog.regexp_replace(v_piece, '^[^\n]*\n|\n?[^\n]*$', '', 'g');
        if pg_catalog.ltrim(v_header, E' \n') ~ '^[{[]' and pg_catalog.pg_input_is_valid(v_header, 'json') then
          for v_leaf in select * from groundcheck_internal.split_json(v_header, v_cased) loop
            v_kinds := v_kinds || 'json_leaf'::text;
            v_raws := v_raws || v_leaf.raw;
            v_starts := v_starts || (v_leaf.start_at + v_at + pg_catalog.char_length(v_line) + 1);
            v_leads := v_leads || v_leaf.path;
          end loop;
        else
          v_kinds := v_kinds || 'code'::text;
          v_raws := v_raws || v_piece;
          v_starts := v_starts || v_at;
          v_leads := v_leads || null::text;
        end if;
        v_header := null;
        while i < j and i < v_count loop
          v_at := v_at + pg_catalog.char_length(v_lines[i]) + 1;
          i := i + 1;
        end loop;
        v_line := v_lines[i];
      when 'list_item' then
        v_indent := pg_catalog.char_length(v_line) - pg_catalog.char_length(pg_catalog.ltrim(v_line));
        if not v_in_list then
          v_in_list := true;
          v_depth := 0;
          -- What leads in: the line before that ends in a colon, or the heading above.
          v_list_lead := null;
          j := pg_catalog.cardinality(v_kinds);
          if j > 0 then
            v_piece := groundcheck_internal.clean_text(v_raws[j]);
            if pg_catalog.right(v_piece, 1) in (':', '：') then
              v_list_lead := v_piece;
              v_kinds[j] := 'colon';
            elsif v_kinds[j] in ('heading', 'label') then
              v_list_lead := v_piece || ':';
            elsif v_kinds[j] in ('statement', 'title') and v_raws[j] !~ '[.!?…。！？][^A-Za-z0-9]*$' and pg_catalog.char_length(v_piece) <= 60 then
              v_list_lead := v_piece || ':';
              v_kinds[j] := 'label';
            end if;
            if v_list_lead is not null then
              v_list_lead := pg_catalog.substr(v_list_lead, groundcheck_internal.opener_length('lead_in', v_list_lead) + 1);
              v_list_lead := case when v_list_lead ~ '[^ :：]' then v_list_lead end;
            end if;
          end if;
        end if;
        while v_depth > 0 and v_indents[v_depth] >= v_indent loop
          v_depth := v_depth - 1;
        end loop;
        v_block_lead := v_list_lead;
        if v_depth > 0 then
          v_block_lead := coalesce(v_item_leads[v_depth], v_list_lead);
        elsif pg_catalog.cardinality(v_kinds) > 0 and v_kinds[pg_catalog.cardinality(v_kinds)] in ('colon', 'label')
          and pg_catalog.cardinality(v_item_leads) > 0 and v_leads[pg_catalog.cardinality(v_kinds)] is not distinct from v_list_lead
          and pg_catalog.left(pg_catalog.btrim(v_marks[1]), 1) in ('-', '*', '+', '•') and v_item_leads[1] is not null
        then
          -- Bullets that are not set in below their numbered item.
          v_block_lead := v_item_leads[1];
        end if;
        v_depth := v_depth + 1;
        v_indents[v_depth] := v_indent;
        v_item_leads[v_depth] := null;
        -- A number alone on its line numbers the next one.
        v_stranded := pg_catalog.btrim(v_marks[2]) = '';
        v_block := nullif(pg_catalog.btrim(v_marks[2]), '');
        v_block := case when v_block is not null then v_marks[2] end;
        v_block_kind := 'list_item';
        v_block_start := v_at + pg_catalog.char_length(v_marks[1]);
      else
        -- prose
        if v_block is not null then
          v_block := v_block || E'\n' || pg_catalog.regexp_replace(v_line, '^ *> ?', '  ');
        else
          if v_in_list and not v_stranded and v_line !~ '^  ' then
            v_in_list := false;
            v_item_leads := '{}';
          end if;
          v_block := v_line;
          v_stranded := false;
          v_block_start := v_at;
          v_block_kind := case when v_in_list then 'list_item' else 'statement' end;
          v_block_lead := case when v_in_list then v_block_lead end;
        end if;
    end case;

    v_blank_before := v_kind = 'blank';
    v_at := v_at + pg_catalog.char_length(v_line) + 1;
    i := i + 1;
  end loop;

  v_count := pg_catalog.cardinality(v_kinds);
  v_header := null;
  for i in 1 .. v_count loop
    raw := pg_catalog.ltrim(v_raws[i], E' \n');
    span_start := v_starts[i] + pg_catalog.char_length(v_raws[i]) - pg_catalog.char_length(raw);
    raw := pg_catalog.rtrim(raw, E' \n');
    -- Only marks: nothing is said.
    if raw !~ '[0-9A-Za-zª-ʯͰ-῿Ⰰ-⻿぀-퟿豈-﷿ﹰ-﻾０-９Ａ-Ｚａ-ｚｦ-ￜ\u2100-\u218f\u2460-\u24ff\u2776-\u2793\U0001d400-\U0001d47f\U0001f100-\U0001f12f𐀀-𝏿𝒀-🃿🄰-🆿𠀀-󠀀]' then
      continue;
    end if;
    kind := v_kinds[i];
    if kind in ('colon', 'label') then
      kind := 'heading';
    elsif kind = 'title' then
      -- A short line with capitals or in bold, above something that is none.
      kind := case
        when i < v_count and v_kinds[i + 1] not in ('title', 'heading')
          and (raw ~ '^\*\*.*\*\*$|^__.*__$' or raw !~ '(?:^| )[^A-ZÀ-ÖØ-Þ ][^ ]{3,}')
        then 'heading'
        else 'statement'
      end;
    elsif kind = 'statement' and pg_catalog.right(raw, 1) in (':', '：') and i < v_count
      and (pg_catalog.cardinality(pg_catalog.string_to_array(raw, ' ')) <= 5
        or groundcheck_internal.plain_lower(raw) ~ c_announces)
    then
      -- 'Use:' before a block of code, 'Opening hours:' before a sentence.
      kind := 'heading';
    end if;
    lead_in := v_leads[i];
    -- 'Steps: 1. Hold the button. 2. Wait.': a list within a line.
    if kind = 'statement' and (pg_catalog.left(raw, 1) collate "C") between '0' and '9' then
      v_marks := pg_catalog.regexp_match(raw, '^([0-9]{1,2}[.)] +)([^0-9 ].*)$');
      if v_marks is not null and not groundcheck_internal.is_ordinal(
        '', groundcheck_internal.plain_lower(pg_catalog.split_part(v_marks[2], ' ', 1)))
      then
        kind := 'list_item';
        raw := v_marks[2];
        span_start := span_start + pg_catalog.char_length(v_marks[1]);
        lead_in := v_header;
      end if;
    end if;
    if kind = 'heading' and pg_catalog.right(raw, 1) in (':', '：') then
      v_header := groundcheck_internal.clean_text(raw);
    elsif kind <> 'list_item' then
      v_header := null;
    end if;
    span_end := span_start + pg_catalog.char_length(raw);
    return next;
  end loop;
end;
$$;
comment on function groundcheck_internal.split_units is
'The units of a text in order: sentences, headings, list items, table rows, code blocks, JSON leaves, with spans.';
revoke all on function groundcheck_internal.split_units from public;

-- Does a line go on with the sentence of the line before it?
create or replace function groundcheck_internal.continues(line_before text, line text, indented boolean)
returns boolean
language sql
immutable
parallel safe
as $$
  select pg_catalog.right(pg_catalog.rtrim(line_before), 1) not in (':', '：')
    and (
      (pg_catalog.left(line, 1) collate "C") between 'a' and 'z'
      or pg_catalog.right(pg_catalog.rtrim(line_before), 1) in (',', ';', '-', '–', '(', '&', '、', '，')
      or (pg_catalog.char_length(line_before) >= 50 and not line ~ '^[-*•#|]')
      or indented
    )
$$;
comment on function groundcheck_internal.continues is 'Whether a line of prose continues the line before it.';
revoke all on function groundcheck_internal.continues from public;
