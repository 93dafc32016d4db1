-- The sentences of a passage, cleaned, in order, by the splitter that claims come from. The span is half open, in code
-- points of the passage; lead_in is what a list item, a table row or a leaf of JSON must be read with. No row for null
-- or blank.
create or replace function groundcheck_internal.split_sentences(passage text)
returns table (ordinal int, body text, span_start int, span_end int, lead_in text)
language sql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
  select
    (row_number() over (order by unit.span_start) - 1)::int,
    unit.body,
    unit.span_start,
    unit.span_end,
    unit.lead_in
  from (
    select groundcheck_internal.clean_text(u.raw) as body, u.span_start, u.span_end, u.lead_in
    from groundcheck_internal.split_units(passage) as u
  ) as unit
  where unit.body <> ''
$$;
comment on function groundcheck_internal.split_sentences is
'The sentences of a passage: cleaned text, code-point span and what each must be read with.';
revoke all on function groundcheck_internal.split_sentences from public;
