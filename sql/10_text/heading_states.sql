-- Does a heading, or the header of a table, say something? It does where it has a verb, a value or more than three words,
-- unless it leads in to the list below it (which is read with it), asks, or announces. next_kind is the kind of the unit
-- that follows, null for none.
create or replace function groundcheck_internal.heading_states(heading text, raw text, next_kind text)
returns boolean
language plpgsql
stable
parallel safe
as $$
declare
  -- Without its number.
  v_words text := pg_catalog.regexp_replace(heading, '^(?:[0-9]{1,3}[.)] |[0-9]{1,2}(?:\.[0-9]{1,2})+ )', '');
  v_lower text;
  v_cell text;
begin
  if next_kind is null or v_words ~ '[a-z0-9][.!][^A-Za-z0-9]*$' then
    return true;
  end if;
  if pg_catalog.right(v_words, 1) in (':', '：') and (
    next_kind = 'list_item'
    or v_words ~* '\m(?:here (?:is|are|[a-z]+ )|here[''’]s|below|following|follows|hier (?:sind|ist|finden)|folgende|nachfolgend|voici|ci-dessous|siguientes?|a continuación|ecco|di seguito|seguenti?|seguintes?|a seguir|volgende|hieronder)|以下|下記|次の'
      and not groundcheck_internal.holds_value(pg_catalog.regexp_replace(v_words, '[0-9]+ (?:words|sentences|wörter|mots|palabras)', '')))
  then
    return false;
  end if;
  if raw ~ '^\s*\||\|' and next_kind = 'table_row' then
    foreach v_cell in array pg_catalog.string_to_array(raw, '|') loop
      v_cell := groundcheck_internal.clean_text(v_cell);
      if v_cell ~ '[^ ] +[^ ]+ +[^ ]' and (
        groundcheck_internal.is_clause(groundcheck_internal.plain_lower(v_cell)) or groundcheck_internal.holds_value(v_cell))
      then
        return true;
      end if;
    end loop;
    return false;
  end if;
  v_lower := groundcheck_internal.plain_lower(v_words);
  if v_lower ~ '^(?:what|how|where|when|who|which|is|are|do|does|did|can|could|will|should|was|wer|wie|was|wann|wo|welche[rsnm]?|qui|que|quand|où|comment|quel(?:le)?s?|qué|cuándo|dónde|cómo|cuál(?:es)?|chi|che cosa|quando|dove|come|quale|quali|quem|onde|como|qual|quais|wat|waar|hoe|wanneer)\M' then
    return groundcheck_internal.holds_value(v_words)
      or groundcheck_internal.asks_of_fact(v_words)
      or v_words !~ '\?' and v_words ~ ' (?:Dr|Mr|Mrs|Ms|Prof)\.? [A-Z]'
      or v_lower ~ '^(?:is|are|do|does|did|can|could|will|should|was)\M' and v_words !~ '\?' and v_words ~ '[^ ] +[^ ]+ +[^ ]+ +[^ ]';
  end if;
  return groundcheck_internal.holds_value(v_words)
    or v_words ~ '[A-Za-z]{3}: *[^ ]' and v_words !~ '^[A-Z][a-z]+ (?:[0-9]+|[A-Z]|[IVX]+): '
    or groundcheck_internal.is_clause(v_lower)
    or case
      when v_words ~ '[\u3040-\u9fff\uac00-\ud7ff]' then pg_catalog.char_length(v_words) > 10
      else v_words ~ '[^ ] +[^ ]+ +[^ ]+ +[^ ]*[A-Za-z\u00aa-\ud7ff]'
        and not (next_kind = 'list_item' and not v_words ~ '[.!?]$')
    end;
end;
$$;
comment on function groundcheck_internal.heading_states is 'Whether a heading says something that can be checked.';
revoke all on function groundcheck_internal.heading_states from public;
