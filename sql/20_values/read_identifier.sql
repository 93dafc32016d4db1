-- Identifiers and versions: digits that belong to a name.

-- The identifier of which the digits at a token are a part ("AX-12", "R5", "A_1\B", "COVID-19", "3D"), or null where
-- the digits are a number ("5kg", "top-10", "30-day"). not_before: tokens before it belong to another value.
create or replace function groundcheck_internal.read_identifier(
  tokens groundcheck_internal.value_token[], at int, not_before int
)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  v groundcheck_internal.value_token := tokens[at];
  b groundcheck_internal.value_token := tokens[at - 1];
  a groundcheck_internal.value_token := tokens[at + 1];
  v_first int := at;
  v_next int := at + 1;
  v_is boolean := false;
begin
  if at > not_before and v.gap in ('', '_') then
    if b.word = 't' and v.shape like '%:%' then
      return null;  -- 2021-03-14T10:00
    elsif b.shape in ('a', 'A', 'AA') then
      v_is := not coalesce(b.role = 'currency' and v.gap = '', false);
    elsif b.word in ('-', '\', '_') and b.gap in ('', '_') and at - 1 > not_before and tokens[at - 2].shape in ('a', 'A', 'AA') then
      v_is := b.word <> '-' or ((tokens[at - 2].role is null or tokens[at - 2].shape = 'AA')
        and tokens[at - 2].word not in ('mid', 'pre', 'post', 'top', 'sub', 'non', 'plus', 'minus', 'under', 'over', 'early', 'late', 'aged', 'age', 'number', 'size', 'score', 'game', 'from', 'to', 'and', 'or', 'page', 'year', 'the', 'of') and coalesce(tokens[at - 2].role, '') not in ('month', 'weekday', 'currency'));
    end if;
  end if;
  if not v_is and a.shape in ('a', 'A', 'AA') and a.gap in ('', '_') then
    v_is := a.gap = '_' or not (coalesce(a.role in ('unit', 'magnitude', 'percent', 'currency', 'meridiem', 'oclock', 'zone', 'month', 'era', 'quarter', 'century', 'fraction'), false)
      or a.leads or a.word in ('st', 'nd', 'rd', 'th', 's', 'er', 'e', 'h', 'o', 't', 'bc', 'ad', 'y', 'yo', 'plus') or v.shape like '%:%' or a.word in ('a', 'p') and tokens[at + 2].word = '.');
    -- "4x4", "12AX7": letters between digits.
    if not v_is and tokens[at + 2].role = 'digit' and tokens[at + 2].gap = '' and a.role is distinct from 'meridiem' and a.word not in ('h', 'm', 't', 'ft') and v.shape not like '%:%'
      and tokens[at + 2].word not in ('2', '3') then
      v_is := a.role is null or pg_catalog.length(a.word) = 1;
    end if;
  end if;
  if not v_is then
    return null;
  end if;
  while v_first - 1 >= not_before and v_first > 1 and tokens[v_first].gap in ('', '_') and (tokens[v_first - 1].shape <> '.'
      or (tokens[v_first - 1].word in ('-', '\') and tokens[v_first - 1].gap in ('', '_') and tokens[v_first - 2].shape <> '.')) loop
    v_first := v_first - 1;
  end loop;
  while tokens[v_next].gap in ('', '_') and (tokens[v_next].shape <> '.'
      or (tokens[v_next].word in ('-', '\', '/', '.') and tokens[v_next + 1].gap = '' and tokens[v_next + 1].shape <> '.')) loop
    v_next := v_next + 1;
  end loop;
  r.kind := 'identifier';
  r.dimension := 'identifier';
  r.first := v_first;
  r.next := v_next;
  r.canonical := '';
  for i in v_first .. v_next - 1 loop
    if tokens[i].word <> '-' then
      r.canonical := r.canonical || pg_catalog.upper(tokens[i].word collate "C");
    end if;
  end loop;
  return r;
end;
$$;
comment on function groundcheck_internal.read_identifier(groundcheck_internal.value_token[], int, int) is 'The identifier that the digits at a token belong to, or null.';
revoke all on function groundcheck_internal.read_identifier(groundcheck_internal.value_token[], int, int) from public;

-- "ISO 9001", "ISO/IEC 27001:2022", "RFC 2119" from the label on; "version 2.0", "v2", "release 3.2.1", "3.2.1".
create or replace function groundcheck_internal.read_labelled(tokens groundcheck_internal.value_token[], at int)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  v groundcheck_internal.value_token := tokens[at];
  v_at int := at + 1;
begin
  r.first := at;
  if v.role = 'digit' then
    if v.shape not like '%.%.%' or pg_catalog.translate(v.word, '0123456789.', '') <> '' then
      return null;
    end if;
    r.kind := 'version';
    r.canonical := v.word;
    v_at := at;
  elsif v.role = 'label' then
    if tokens[v_at].word = '/' and tokens[v_at + 1].role = 'label' then
      v_at := v_at + 2;
    end if;
    if tokens[v_at].role is distinct from 'digit' or tokens[v_at].gap not in ('', ' ') then
      return null;
    end if;
    r.kind := 'identifier';
    r.canonical := v.written || ' ' || pg_catalog.split_part(tokens[v_at].word, ':', 1);
  else
    if tokens[v_at].word = '.' and tokens[v_at].gap = '' then
      v_at := v_at + 1;
    end if;
    if tokens[v_at].role is distinct from 'digit' or pg_catalog.translate(tokens[v_at].word, '0123456789.', '') <> '' or (v.word = 'v' and tokens[v_at].gap <> '') or pg_catalog.length(tokens[v_at].gap) > 1 then
      return null;
    end if;
    if v.word <> 'v' then
      r.first := v_at;
    end if;
    r.kind := 'version';
    r.canonical := tokens[v_at].word;
  end if;
  r.dimension := r.kind;
  r.next := v_at + 1;
  -- A suffix: "2.0-beta", "3.2.1rc1".
  while r.kind = 'version' and tokens[r.next].gap = '' and (tokens[r.next].shape <> '.' or (tokens[r.next].word = '-' and tokens[r.next + 1].gap = '' and tokens[r.next + 1].shape in ('a', 'A', 'AA'))) loop
    r.canonical := r.canonical || tokens[r.next].word;
    r.next := r.next + 1;
  end loop;
  return r;
end;
$$;
comment on function groundcheck_internal.read_labelled(groundcheck_internal.value_token[], int) is 'A standard''s number or a version at a token, or null.';
revoke all on function groundcheck_internal.read_labelled(groundcheck_internal.value_token[], int) from public;

-- A telephone number from its first digits on: "+49 30 1234567", "(916) 209-0912", "555-123-4567", "030/123456".
create or replace function groundcheck_internal.read_phone(tokens groundcheck_internal.value_token[], at int)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  v groundcheck_internal.value_token;
  v_first int := at;
  v_at int := at;
  v_shape text := '';
  v_digits text := '';
begin
  if tokens[at - 1].word in ('+', '(') and tokens[at].gap = '' then
    v_first := at - 1;
    v_shape := tokens[at - 1].word;
    if tokens[at - 2].word = '+' and tokens[at - 1].gap = '' then
      v_first := at - 2;
    end if;
  end if;
  loop
    v := tokens[v_at];
    exit when v.word is null or (v_at > v_first and pg_catalog.length(v.gap) > 1) or pg_catalog.length(v_digits) > 15;
    if v.role = 'digit' then
      exit when pg_catalog.translate(v.word, E'0123456789.\u00a0', '') <> '';
      v_shape := v_shape || case when v.gap = '' or v_at = at then '' else ' ' end || pg_catalog.replace(v.shape, '0', '9');
      v_digits := v_digits || pg_catalog.translate(v.word, E'.\u00a0', '');
    elsif v.word in ('-', '/', '(', ')') and tokens[v_at + 1].role in ('digit') then
      v_shape := v_shape || v.word;
    elsif v.word = '(' and v_at = v_first then
      v_shape := v_shape || v.word;
    else
      exit;
    end if;
    v_at := v_at + 1;
  end loop;
  if pg_catalog.length(v_digits) between 7 and 15 and (
      v_shape ~ '^\+?[( ]*9{1,3}[) -]' and tokens[v_first].word = '+'
      or v_shape ~ '^(?:9[- ])?[(]?999[)]?[ .-]{0,2}999[-. ]9999$'
      or v_shape ~ '^999-9999$'
      or (v_digits ~ '^0[0-9]' and v_shape ~ '^[(]?9{3,5}[)]?[ /-] ?9{3,}(?:[ -]9+)*$')) then
    r.kind := 'phone';
    r.dimension := 'phone';
    r.canonical := v_digits;
    r.first := v_first;
    r.next := v_at;
  end if;
  return r;
end;
$$;
comment on function groundcheck_internal.read_phone(groundcheck_internal.value_token[], int) is 'A telephone number at a token, or null.';
revoke all on function groundcheck_internal.read_phone(groundcheck_internal.value_token[], int) from public;
