-- The values of one piece of text whose first character is number start_at of the whole.
create or replace function groundcheck_internal.piece_values(content text, start_at int)
returns setof groundcheck.extracted_value
language plpgsql
stable
parallel safe
as $$
declare
  v_text text := content;
  v_ascii boolean := pg_catalog.octet_length(content) = pg_catalog.length(content);
  t groundcheck_internal.value_token[];
  v groundcheck_internal.value_token;
  r groundcheck_internal.value_reading;
  x groundcheck.extracted_value;
  v_comma boolean := false;
  v_next int := 1;
  v_count int;
  v_label text;  -- the noun of the label that ends at v_label_next
  v_label_next int := 0;
begin
  if not v_ascii and v_text ~ E'[\u00a0\u00b7-\u024f\u0660-\u066c\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u2007-\u2011\u202f\u2212\uff04-\uffe6]' then
    v_text := groundcheck_internal.plain_characters(v_text);
  end if;
  t := groundcheck_internal.value_tokens(v_text);
  v_count := coalesce(pg_catalog.cardinality(t), 0);
  if pg_catalog.translate(v_text, '123456789,/', '000000000..') like '%0.0%' then
    v_comma := groundcheck_internal.decimal_comma(v_text, t);
  end if;

  for i in 1 .. v_count loop
    continue when t[i].role is null or i < v_next;
    v := t[i];
    r := null;
    case v.role
      when 'digit' then
        -- A number in a row of numbers.
        if t[i - 1].role = 'digit' and v.gap = ' ' and v.shape in ('0', '00', '000') and v.word not like '0%' and t[i + 1].role = 'digit' and t[i + 1].gap = ' '
          and t[i + 1].shape in ('0', '00') and t[i + 2].word is distinct from '/' and v_ascii and v_label_next <> i - 1 then
          return next row(
            'number', v.word, v.word, v.word::numeric, null, null, 'count', null, v.span_start + start_at, v.span_end + start_at
          )::groundcheck.extracted_value;
          continue;
        end if;
        -- Most numbers stand plainly before the word that they count: the readers have nothing to add.
        if v.gap = ' ' and v.shape in ('0', '00', '000', '00000', '000000') and v.word not like '0%' and v_label_next <> i - 1 and (
            t[i + 1].role is null and t[i + 1].shape = 'a' and t[i + 1].gap = ' ' and pg_catalog.length(t[i + 1].word) > 2 and t[i + 1].word <> 'out'
              and (t[i - 1].role = 'language' and t[i - 1].word <> 'the' or t[i - 1].word = 'in' or t[i - 1].word = 'and' and t[i - 2].role is distinct from 'digit')
              and coalesce(t[i + 2].word not in ('or', 'and', 'oder', 'per', 'pro', '/'), true)) then
          r := row('number', v.word::numeric, null, '', 'count', v.word, i, i + 1, i + 1);
        else
          -- Marks of lists and citations, entities and exponents are no values.
          continue when v.shape in ('0', '00') and ((i = 1 or pg_catalog.strpos(v.gap, E'\n') > 0) and t[i + 1].word in ('.', ')') and t[i + 1].gap = ''
              and t[i + 2].gap <> '' and t[i + 2].role is distinct from 'month' and not coalesce(i = 1 and t[i + 2].role = 'digit' and t[i + 3].role = 'magnitude', false));
          continue when t[i - 1].word = '[' and (v.shape in ('0', '00', '000') or v.shape like '%,%') and (t[i + 1].word = ']' or (t[i + 1].word in (',', '-', '–') and t[i + 3].word in (']', ',')));
          continue when t[i - 1].word in (',', '-', '–') and t[i - 2].role = 'digit' and t[i - 3].word in ('[', ',')
            and (t[i + 1].word = ']' or t[i + 1].word = ',' and t[i + 2].role = 'digit' and t[i + 3].word = ']');
          continue when v.shape in ('0', '00') and t[i + 1].word = ')' and t[i + 1].gap = '' and v.gap <> '' and t[i - 1].word is distinct from '(' and t[i - 1].shape is distinct from 'A'
            and not coalesce('(' in (t[i - 2].word, t[i - 3].word, t[i - 4].word, t[i - 5].word, t[i - 6].word, t[i - 7].word), false);
          continue when v.gap = '' and (t[i - 1].word = '^' or (t[i - 1].word = '#' and t[i - 2].word = '&'));
          continue when t[i - 1].role = 'reference' or (t[i - 1].role = 'joiner' or t[i - 1].word = ',') and t[i - 2].role = 'digit' and t[i - 3].role = 'reference';
          continue when t[i - 1].word = 'step' and t[i + 1].word in (':', '.');
          continue when t[i + 1].shape = 'A' and groundcheck_internal.is_list_number(t, i);
          if t[i - 1].word in ('+', '(') or t[i + 1].word in ('-', '/') and not coalesce(t[i - 1].word = '-' and t[i - 2].role = 'digit', false) or v.word like '0%' or v.shape like '%.%.%' then
            r := groundcheck_internal.read_phone(t, i);
          end if;
          if r.next is null then
            r := groundcheck_internal.read_identifier(t, i, v_next);
            if r.next is not null and coalesce(r.canonical ~ '^[0-9]+[A-Z]?$' and t[r.first - 1].word = v_label, false) then
              r.canonical := v_label || ' ' || r.canonical;
            end if;
          end if;
          if r.next is null and pg_catalog.ltrim(v.shape, '0') = '' and (v_label_next = i - 1 or t[i - 1].shape in ('A', 'AA') or t[i - 1].word in ('.', ':', '#')
              or t[i + 1].shape in ('A', 'AA') and (t[i + 1].role is null or t[i + 1].role = 'none') or t[i - 1].shape = 'a' and groundcheck_internal.is_label_noun(t[i - 1].word)) then
            r := groundcheck_internal.read_label(t, i, case when v_label_next = i - 1 then v_label end);
            if r.next is not null then
              v_label := pg_catalog.split_part(r.canonical, ' ', 1);
              v_label_next := r.next;
            end if;
          end if;
          if r.next is null then
            r := groundcheck_internal.read_moment(t, i, v_comma);
          end if;
          if r.next is null then
            r := groundcheck_internal.read_quantity(t, i, v_comma);
          end if;
          if r.next is null then
            r := groundcheck_internal.read_labelled(t, i);
          end if;
          if r.next is null and v.shape like '%:%' and pg_catalog.length(v.shape) <= 7 then
            r := row('ratio', null, null, null, 'ratio', v.word, i, i + 1, null);
          end if;
          if r.kind = 'number' and r.next = i + 1 and t[r.next].gap = '' and t[r.next].word in ('st', 'nd', 'rd', 'th', 'e', 'º', 'er')
            and pg_catalog.ltrim(v.shape, '0') = '' then
            r := row('ordinal', v.word::numeric, null, null, 'ordinal', '#' || v.word, r.first, i + 2, null);
          end if;
        end if;
      when 'cardinal' then
        -- "Capital One": a number word in a name.
        continue when v.shape in ('A', 'AA') and t[i - 1].shape in ('A', 'AA') and t[i - 1].role is null and t[i - 1].word not in ('the', 'these', 'those', 'all', 'our', 'their', 'his', 'her', 'my', 'its');
        r := groundcheck_internal.read_moment(t, i, v_comma);
        if r.next is null then
          r := groundcheck_internal.read_quantity(t, i, v_comma);
        end if;
        -- "one" as a pronoun
        if r.kind = 'number' and r.next = i + 1 and v.amount = 1 and (coalesce(t[i - 1].role in ('determiner', 'per', 'ordinal') or t[i - 1].word in ('the', 'as', 'than'), false)
            or t[i + 1].role is not null and t[i + 1].role not in ('none', 'unit') or t[i + 1].word in ('another', 'can', 'could', 'should', 'is', 'must', 'may', 'might', 'would', 'who', 'or', '''', '’', '.', ',', ')')) then
          r := null;
        end if;
      when 'article', 'fraction', 'vulgar', 'magnitude', 'hundred' then
        continue when v.role = 'fraction' and (t[i - 1].role in ('ordinal', 'determiner') or t[i - 1].word in ('other', '-'));
        r := groundcheck_internal.read_quantity(t, i, v_comma);
        continue when v.role in ('magnitude', 'hundred') and r.next = i + 1 and r.kind = 'number';
      when 'month', 'weekday', 'quarter', 'noon' then
        r := groundcheck_internal.read_moment(t, i, v_comma);
      when 'ordinal' then
        continue when t[i - 1].word = 'at' or (v.unit is not null and coalesce(t[i - 1].word in ('per', 'a', 'every', 'each', '/'), false));
        r := groundcheck_internal.read_moment(t, i, v_comma);
        if r.next is null then
          r := row('ordinal', v.amount, null, null, 'ordinal', '#' || v.amount, i, i + 1, null);
        end if;
      when 'label', 'version' then
        r := groundcheck_internal.read_labelled(t, i);
      else
        continue;
    end case;
    continue when r.next is null;

    if r.kind not in ('identifier', 'version', 'ordinal', 'phone') and r.dimension <> 'weekday' and (t[r.next].role in ('to', 'joiner') or t[r.next].word = '-') then
      r := groundcheck_internal.read_range(t, r, v_comma);
    end if;
    if r.dimension = 'count' and t[r.first - 1].word in (',', 'of', 'age', 'aged', 'ages')
      or r.dimension = 'duration' and (t[r.next - 1].word in ('old', 'olds') or t[r.next].word in ('old', 'olds', '-', 'of') or t[r.first - 1].word = 'aged') then
      r := groundcheck_internal.read_age(t, r);
    end if;
    r.first := greatest(r.first, v_next);
    v_next := r.next;
    x.kind := r.kind;
    x.span_start := t[r.first].span_start + start_at;
    x.span_end := t[r.next - 1].span_end + start_at;
    x.raw := substring(content from t[r.first].span_start + 1 for t[r.next - 1].span_end - t[r.first].span_start);
    x.amount := case when r.kind not in ('identifier', 'version', 'phone') then pg_catalog.trim_scale(pg_catalog.round(r.amount, 30)) end;
    x.amount_high := pg_catalog.trim_scale(pg_catalog.round(r.amount_high, 30));
    x.unit := nullif(r.unit, '');
    x.dimension := r.dimension;
    x.canonical := coalesce(r.canonical, groundcheck_internal.amount_canonical(r.amount, r.unit, r.kind));
    x.qualifier := case when r.kind in ('identifier', 'version', 'ordinal', 'phone') or r.first = 1 and r.next > v_count then null
      else groundcheck_internal.read_qualifier(t, r.first, r.next, r.dimension) end;
    return next x;
  end loop;
end;
$$;
comment on function groundcheck_internal.piece_values(text, int) is 'The values of a piece of text, spans counted from start_at.';
revoke all on function groundcheck_internal.piece_values(text, int) from public;
