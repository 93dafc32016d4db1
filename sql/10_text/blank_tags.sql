-- Tags of HTML that part a text, as line ends and spaces of the same length, so that spans stay: a list item and a
-- heading begin as in Markdown. Comments, scripts and styles vanish, and so do attributes, but for what reads like a
-- sentence: that stays, on a line of its own.
create or replace function groundcheck_internal.blank_tags(html text)
returns text
language sql
immutable
strict
parallel safe
as $$
  select pg_catalog.string_agg(
    case
      when part.ordinality % 2 = 1 then part.body
      when part.body ~ '^<!--' and part.body ~ groundcheck_internal.three_words() then
        pg_catalog.repeat(E'\n', 4) || pg_catalog.substr(part.body, 5, pg_catalog.char_length(part.body) - 7) || pg_catalog.repeat(E'\n', 3)
      when part.body ~* '^<(?:script|style)\y' and part.body ~ '[A-Za-z][a-z]+ [A-Za-z0-9]+ [A-Za-z0-9]+' then
        groundcheck_internal.blank_marked(pg_catalog.regexp_replace(part.body, '^(<[^>]*>)(.*)(</[A-Za-z]+>)$', E'\\1\x02\\2\x02\\3'))
      when part.body ~* groundcheck_internal.spoken_attribute() then
        groundcheck_internal.blank_marked(pg_catalog.regexp_replace(part.body, groundcheck_internal.spoken_attribute(), E'\\1\x02\\2\x02', 'gi'))
      when part.body ~* '^<li' then pg_catalog.rpad(E'\n- ', pg_catalog.char_length(part.body))
      when part.body ~* '^<h[1-6]' then pg_catalog.rpad(E'\n# ', pg_catalog.char_length(part.body))
      when part.body ~* '^<(?!!|/?(?:p|br|div|ul|ol|table|thead|tbody|tr|hr|section|article|header|footer|nav|main|blockquote|dl|dt|dd|html|head|body|title|form|figure|figcaption|h[1-6]|li|script|style)\y)' then part.body
      else pg_catalog.repeat(E'\n', pg_catalog.char_length(part.body))
    end, '' order by part.ordinality)
  from pg_catalog.string_to_table(
    pg_catalog.regexp_replace(html,
      '<!--(?:[^-]|-(?!->))*-->|<script\y[^>]*>(?:[^<]|<(?!/script))*</script>|<style\y[^>]*>(?:[^<]|<(?!/style))*</style>|</?(?:p|br|div|li|ul|ol|h[1-6]|table|thead|tbody|tr|hr|section|article|header|footer|nav|main|blockquote|dl|dt|dd|html|head|body|title|form|figure|figcaption)(?:\s[^<>]*)?/?>|<[a-z][a-z0-9]*\s[^<>]*=[^<>]*>',
      E'\x01\\&\x01', 'gi'),
    E'\x01') with ordinality as part (body, ordinality)
$$;
comment on function groundcheck_internal.blank_tags is 'HTML with line ends for the tags that part it.';
revoke all on function groundcheck_internal.blank_tags from public;

-- What stands between two marks (U+0002) stays, the rest becomes line ends; the marks go.
create or replace function groundcheck_internal.blank_marked(marked text)
returns text
language sql
immutable
strict
parallel safe
as $$
  select pg_catalog.string_agg(
    case when part.ordinality % 2 = 0 then part.body else pg_catalog.repeat(E'\n', pg_catalog.char_length(part.body)) end,
    '' order by part.ordinality)
  from pg_catalog.string_to_table(marked, E'\x02') with ordinality as part (body, ordinality)
$$;
comment on function groundcheck_internal.blank_marked is 'Line ends for what stands outside of marks.';
revoke all on function groundcheck_internal.blank_marked from public;
