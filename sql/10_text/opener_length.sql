-- How many code points at the front of a text only lead up to what it says: 'According to the passages, ' before a claim
-- (role 'opener'), 'Here are the ' before a list (role 'lead_in'). 0 for none, or where nothing would be left.
create or replace function groundcheck_internal.opener_length(role text, body text)
returns int
language plpgsql
stable
strict
parallel safe
as $$
declare
  v_lower text := groundcheck_internal.plain_lower(pg_catalog.translate(body, '’', ''''));
  v_cue text := ' ' || v_lower;
  v_length int;
begin
  select pg_catalog.max(case
    when v_cue like any (p.cues) then pg_catalog.char_length(v_lower) - pg_catalog.char_length(pg_catalog.regexp_replace(v_lower, p.pattern, ''))
    else 0
  end) into v_length
  from groundcheck_internal.phrases as p
  where p.kind = opener_length.role;
  return case when pg_catalog.char_length(body) - v_length < 3 and role = 'opener' then 0 else coalesce(v_length, 0) end;
end;
$$;
comment on function groundcheck_internal.opener_length is
'How many code points at the front of a text only lead up to what it says.';
revoke all on function groundcheck_internal.opener_length from public;
