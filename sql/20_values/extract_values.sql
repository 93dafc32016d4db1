-- The web and e-mail addresses in a text, and the text between them.
create or replace function groundcheck_internal.addresses(
  content text, out address text, out gap text, out span_end int
)
returns setof record
language sql
stable
strict
parallel safe
as $$
  select
    m.match[1] as address,
    m.gap,
    (sum(pg_catalog.length(m.gap) + coalesce(pg_catalog.length(m.match[1]), 0)) over (rows unbounded preceding))::int as span_end
  from (
    select
      E'(?:https?://|www\\.)[^\\s<>"|)\\]]*[^\\s<>"|)\\].,;:!?''*_`]|[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+' as address
  ) as pattern
  cross join rows from (
    pg_catalog.regexp_matches(content collate "C", pattern.address, 'g'),
    pg_catalog.regexp_split_to_table(content collate "C", pattern.address)
  ) as m (match, gap)
$$;
comment on function groundcheck_internal.addresses(text) is 'The web and e-mail addresses in a text, each after the text before it; the last row holds the rest of the text.';
revoke all on function groundcheck_internal.addresses(text) from public;

create or replace function groundcheck_internal.may_have_address(content text)
returns boolean
language sql
immutable
parallel safe
return pg_catalog.strpos(content, '@') > 0 or pg_catalog.strpos(content, '://') > 0 or pg_catalog.strpos(content, 'www.') > 0;
comment on function groundcheck_internal.may_have_address(text) is 'Whether a text has what every web or e-mail address has.';
revoke all on function groundcheck_internal.may_have_address(text) from public;

-- A long text in pieces of up to 4,000 characters, cut behind the last end of a line or sentence, else behind the last
-- space, else anywhere: reading a piece costs the same wherever it stands.
create or replace function groundcheck_internal.text_pieces(content text, out piece text, out start_at int)
returns setof record
language plpgsql
immutable
strict
parallel safe
as $$
declare
  v_length int := pg_catalog.length(content);
  v_backwards text;
  v_cut int;
begin
  start_at := 0;
  while start_at < v_length loop
    piece := pg_catalog.substr(content, start_at + 1, 4000);
    if start_at + 4000 < v_length then
      v_backwards := pg_catalog.reverse(piece);
      v_cut := least(
        nullif(pg_catalog.strpos(v_backwards, E'\n'), 0), nullif(pg_catalog.strpos(v_backwards, ' .'), 0),
        nullif(pg_catalog.strpos(v_backwards, '。'), 0)
      );
      if v_cut is null or v_cut > 3000 then
        v_cut := coalesce(nullif(pg_catalog.strpos(v_backwards, ' '), 0), 1);
      end if;
      piece := pg_catalog.left(piece, 4001 - least(v_cut, 3000));
    end if;
    return next;
    start_at := start_at + pg_catalog.length(piece);
  end loop;
end;
$$;
comment on function groundcheck_internal.text_pieces(text) is 'A long text in pieces that end where a sentence ends.';
revoke all on function groundcheck_internal.text_pieces(text) from public;

-- The values of a text of any length, addresses aside.
create or replace function groundcheck_internal.plain_values(content text)
returns setof groundcheck.extracted_value
language plpgsql
stable
strict
parallel safe
as $$
begin
  return query
  select v.*
  from groundcheck_internal.text_pieces(content) as p
  cross join lateral groundcheck_internal.piece_values(p.piece, p.start_at) as v;
end;
$$;
comment on function groundcheck_internal.plain_values(text) is 'The values of a text of any length but its addresses.';
revoke all on function groundcheck_internal.plain_values(text) from public;

-- Typed values of a text in their order: numbers, percent, money, quantities, durations, dates, times, ranges,
-- ordinals, versions, identifiers and addresses. None for null. Spans are code points of the text as it is given.
create or replace function groundcheck.extract_values(content text)
returns setof groundcheck.extracted_value
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
begin
  if content is null or content = '' then
    return;
  elsif groundcheck_internal.may_have_address(content) then
    -- Addresses are read first and blanked, so that their digits are no numbers.
    return query
    with found as materialized (
      select * from groundcheck_internal.addresses(content)
    ),
    blanked as materialized (
      select string_agg(f.gap || coalesce(repeat(E'\x02', length(f.address)), ''), '') as body from found as f
    )
    select k.kind, f.address, k.canonical, null::numeric, null::numeric, null::text, k.kind, null::text,
      f.span_end - length(f.address) as span_start, f.span_end
    from found as f
    cross join lateral (
      select
        case when f.address ~ '^(?:https?://|www\.)' then 'url' else 'email' end as kind,
        case when f.address ~ '^(?:https?://|www\.)' then rtrim(regexp_replace(f.address, '^(?:https?://)?(?:www\.)?', ''), '/')
          else lower(f.address collate "C") end as canonical
    ) as k
    where f.address is not null
    union all
    select v.kind, substring(content from v.span_start + 1 for v.span_end - v.span_start), v.canonical, v.amount, v.amount_high,
      v.unit, v.dimension, v.qualifier, v.span_start, v.span_end
    from blanked as b
    cross join lateral groundcheck_internal.plain_values(b.body) as v
    order by 9;
  elsif length(content) <= 4000 then
    return query select v.* from groundcheck_internal.piece_values(content, 0) as v;
  else
    return query select v.* from groundcheck_internal.plain_values(content) as v;
  end if;
end;
$$;
comment on function groundcheck.extract_values(text) is 'The typed values in a text, in order: kind, as written, canonical spelling, amount in the canonical unit, dimension, qualifier, span.';
revoke all on function groundcheck.extract_values(text) from public;
