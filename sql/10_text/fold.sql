-- The text without its capitals and accents, the same in a database of any locale: 'ÉCOLE' -> 'ecole', 'İ' -> 'i',
-- 'Ω' -> 'ω'. Letters are not respelt ('ß' and 'ø' stay), Hangul stays whole, nonspacing marks and invisible format
-- characters vanish (so offsets change), spaces of any kind above ASCII become ' '. ASCII only loses its capitals. Null for
-- null, but not strict: else it would not be inlined.
create or replace function groundcheck_internal.fold(body text)
returns text
language sql
stable
parallel safe
as $$
  select case
    when pg_catalog.octet_length(body) = pg_catalog.char_length(body) then pg_catalog.lower(body collate "C")
    else groundcheck_internal.fold_unicode(body)
  end
$$;
comment on function groundcheck_internal.fold is 'Lower case and without accents, in any locale.';
revoke all on function groundcheck_internal.fold from public;

-- translate() is fast where few characters differ; a text with many different ones is joined character by character,
-- so that the cost stays linear.
create or replace function groundcheck_internal.fold_unicode(body text)
returns text
language plpgsql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_lower text := lower(body collate "C");
  v_from text;
  v_to text;
  v_folded text;
begin
  -- Those that vanish come last: translate() deletes what has no counterpart.
  select
    string_agg(f.character, '' order by f.folded = ''),
    string_agg(f.folded, '' order by f.folded = '')
  into v_from, v_to
  from groundcheck_internal.unicode_fold as f
  where f.character = any(string_to_array(regexp_replace(v_lower, '[\u0001-\u007f]+', '', 'g'), null))
    and f.folded <> f.character and char_length(f.folded) < 2;

  if v_from is null then
    return v_lower;
  elsif char_length(v_from) <= 64 then
    return translate(v_lower, v_from, v_to);
  end if;

  select string_agg(coalesce(f.folded, c.character), '' order by c.ordinality) into v_folded
  from unnest(string_to_array(v_lower, null)) with ordinality as c (character, ordinality)
  left join groundcheck_internal.unicode_fold as f
    on f.character = c.character collate "C" and char_length(f.folded) < 2;
  return v_folded;
end;
$$;
comment on function groundcheck_internal.fold_unicode is 'fold() for texts with characters above ASCII.';
revoke all on function groundcheck_internal.fold_unicode from public;
