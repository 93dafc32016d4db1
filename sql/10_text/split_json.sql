-- The leaves of a JSON text that is known to be valid: each sentence of a string, each number, true and false, with the
-- path of keys that it must be read with. Where an object says its name before, the path starts with that. A null says
-- nothing and is no leaf; a key of three words above nothing is one itself. Positions count from the start of the text; raw is as written, escapes included.
create or replace function groundcheck_internal.split_json(document text, cased boolean)
returns table (raw text, start_at int, path text)
language plpgsql
stable
strict
parallel safe
as $$
declare
  v_parts text[];
  v_part text;
  v_position int := 0;
  v_depth int := 0;
  v_is_object boolean[] := '{}';
  v_keys text[] := '{}';
  v_names text[] := '{}';
  v_expects_key boolean := false;
  v_key text;
  v_line text;
  v_at int;
  v_key_at int;
  v_leaves int := 0;
  -- Of each open object or list: the key above it, where that starts, and how many leaves came before it.
  v_open_keys text[] := '{}';
  v_open_at int[] := '{}';
  v_open_leaves int[] := '{}';
  v_empty text;
  v_empty_at int;
begin
  v_parts := pg_catalog.string_to_array(pg_catalog.regexp_replace(document,
    '"(?:[^"\\]|\\.)*"|[]{}:,[]|[^][\s{}:,"]+', E'\x01\\&\x01', 'g'), E'\x01');
  for i in 1 .. pg_catalog.cardinality(v_parts) loop
    v_part := v_parts[i];
    v_empty := null;
    if i % 2 = 1 or v_part = ':' then
      null;
    elsif v_part in ('{', '[') then
      v_depth := v_depth + 1;
      v_open_keys[v_depth] := v_key;
      v_open_at[v_depth] := v_key_at;
      v_open_leaves[v_depth] := v_leaves;
      v_key := null;
      v_is_object[v_depth] := v_part = '{';
      v_keys[v_depth] := '';
      v_names[v_depth] := '';
      v_expects_key := v_part = '{';
    elsif v_part in ('}', ']') then
      if v_leaves = v_open_leaves[v_depth] then
        v_empty := v_open_keys[v_depth];
        v_empty_at := v_open_at[v_depth];
      end if;
      v_depth := v_depth - 1;
    elsif v_part = ',' then
      v_expects_key := v_is_object[v_depth];
    elsif v_expects_key then
      v_key := pg_catalog.btrim(v_part, '"');
      v_key_at := v_position + 1;
      v_keys[v_depth] := groundcheck_internal.readable_key(v_key);
      v_expects_key := false;
    elsif v_part = 'null' or v_part !~ '[0-9A-Za-z\u00aa-\u1fff\u2100-\u218f\u2460-\u24ff\u2c00-\ud7ff\uf900-\ufdff\uff10-\uffdc\U00010000-\U0001efff\U00020000-\U0003ffff]' then
      v_empty := v_key;
      v_empty_at := v_key_at;
    else
      v_leaves := v_leaves + 1;
      path := nullif(pg_catalog.concat_ws(' ',
        (select n.name || ':' from pg_catalog.unnest(v_names[1:v_depth]) with ordinality as n (name, depth)
          where n.name <> '' order by n.depth desc limit 1),
        nullif(pg_catalog.array_to_string(pg_catalog.array_remove(v_keys[1:v_depth], ''), ' '), '') || ':'), '');
      if pg_catalog.left(v_part, 1) <> '"' then
        raw := v_part;
        start_at := v_position;
        return next;
      else
        if v_depth > 0 and v_names[v_depth] = '' and v_is_object[v_depth] and pg_catalog.char_length(v_part) <= 62
          and pg_catalog.lower(v_key collate "C") in ('name', 'title', 'label', 'id', 'model', 'product', 'item', 'sku', 'code')
        then
          v_names[v_depth] := groundcheck_internal.clean_text(pg_catalog.btrim(v_part, '"'));
        end if;
        -- Escaped line ends part the string as real ones would; \x02 keeps an escaped backslash apart from them.
        v_at := v_position + 1;
        v_part := pg_catalog.substr(v_part, 2, pg_catalog.char_length(v_part) - 2);
        if pg_catalog.strpos(v_part, '\') > 0 then
          v_part := pg_catalog.replace(v_part, '\\', E'\x02\x02');
          v_part := pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(v_part, '\n', E'\n\n'), '\r', E'\n\n'), '\t', E'\n\n');
        end if;
        foreach v_line in array pg_catalog.string_to_array(v_part, E'\n') loop
          foreach raw in array groundcheck_internal.split_prose(v_line, cased) loop
            start_at := v_at;
            v_at := v_at + pg_catalog.char_length(raw);
            raw := pg_catalog.replace(raw, E'\x02\x02', '\\');
            if raw <> '' then
              return next;
            end if;
          end loop;
          v_at := v_at + 1;
        end loop;
      end if;
    end if;
    if v_empty ~ '[0-9A-Za-z\u00aa-\ud7ff][^ ]* +[^ ]+ +[^ ]*[0-9A-Za-z\u00aa-\ud7ff]' then
      raw := v_empty;
      start_at := v_empty_at;
      path := nullif(pg_catalog.array_to_string(pg_catalog.array_remove(v_keys[1:v_depth - 1], ''), ' ') || ':', ':');
      v_leaves := v_leaves + 1;
      return next;
    end if;
    -- The marks around a token are no part of the document.
    v_position := v_position + pg_catalog.char_length(v_parts[i]);
  end loop;
end;
$$;
comment on function groundcheck_internal.split_json is 'The leaves of a valid JSON text, each with its path of keys.';
revoke all on function groundcheck_internal.split_json from public;

-- 'OutdoorSeating' -> 'outdoor seating', 'HasTV' -> 'has TV', 'business_stars' -> 'business stars', 'WiFi' -> 'WiFi'.
create or replace function groundcheck_internal.readable_key(key text)
returns text
language sql
immutable
strict
parallel safe
as $$
  select pg_catalog.string_agg(
    case
      when part.word ~ '^[A-Z][a-z]+$' then pg_catalog.lower(part.word collate "C")
      else part.word
    end, ' ' order by part.ordinality)
  from pg_catalog.regexp_split_to_table(
    pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.translate(key, '_-./', '    '),
      '([a-z0-9]{2})([A-Z])(?![a-z]\M)', '\1 \2', 'g'), '([A-Z]+)([A-Z][a-z]{2})', '\1 \2', 'g'),
    '\s+') with ordinality as part (word, ordinality)
  where part.word <> ''
$$;
comment on function groundcheck_internal.readable_key is 'A key of JSON as words.';
revoke all on function groundcheck_internal.readable_key from public;
