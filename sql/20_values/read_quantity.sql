-- A number with its sign, currency, unit and rate.

-- An amount as canonical text: no trailing zeros, noise of division rounded off.
create or replace function groundcheck_internal.amount_text(amount numeric)
returns text
language sql
immutable
parallel safe
return pg_catalog.trim_scale(pg_catalog.round(amount, case when pg_catalog.abs(amount) >= 0.001 then 9 else 24 end))::text;
comment on function groundcheck_internal.amount_text(numeric) is 'A number as canonical text.';
revoke all on function groundcheck_internal.amount_text(numeric) from public;

-- The canonical spelling of an amount: 'EUR 40/month', '1500 m', '20 %', '7'.
create or replace function groundcheck_internal.amount_canonical(amount numeric, unit text, kind text)
returns text
language sql
immutable
parallel safe
return case
  when kind = 'money' then pg_catalog.regexp_replace(unit, '/|$', ' ' || groundcheck_internal.amount_text(amount) || '\&')
  when coalesce(unit, '') = '' then groundcheck_internal.amount_text(amount)
  else groundcheck_internal.amount_text(amount) || ' ' || unit
end;
comment on function groundcheck_internal.amount_canonical(numeric, text, text) is 'The canonical spelling of an amount with its unit.';
revoke all on function groundcheck_internal.amount_canonical(numeric, text, text) from public;

-- The quantity whose number begins at a token. unit_from: the token where another number of a range has its unit.
create or replace function groundcheck_internal.read_quantity(
  tokens groundcheck_internal.value_token[], at int, decimal_comma boolean, unit_from int = null
)
returns groundcheck_internal.value_reading
language plpgsql
stable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  u groundcheck_internal.value_reading;
  v groundcheck_internal.value_token := tokens[at];
  b groundcheck_internal.value_token := tokens[at - 1];
  v_first int := at;
  v_currency text;
  v_scale numeric := 1;
  v_sign int := 1;
begin
  if v.role = 'digit' then
    -- ".5"
    if b.word = '.' and v.gap = '' and (b.gap <> '' or at = 2 or tokens[at - 2].role = 'currency') and pg_catalog.ltrim(v.shape, '0') = '' then
      v_scale := 1 / 10::numeric ^ pg_catalog.length(v.word);
      v_first := at - 1;
      b := tokens[v_first - 1];
    end if;
    if b.role = 'currency' and tokens[v_first].gap in ('', ' ') and not coalesce(b.gap = '' and tokens[v_first - 2].role = 'digit', false) then
      v_currency := b.unit;
      v_scale := v_scale * b.amount;
      v_first := v_first - 1;
      b := tokens[v_first - 1];
      -- "US$", "A$"
      if tokens[v_first].gap = '' and tokens[v_first].word = '$' and b.word in ('us', 'a', 'au', 'c', 'ca', 'hk', 'nz', 's', 'r') then
        v_currency := case b.word when 'us' then 'USD' when 'hk' then 'HKD' when 'nz' then 'NZD' when 's' then 'SGD' when 'r' then 'BRL'
          when 'c' then 'CAD' when 'ca' then 'CAD' else 'AUD' end;
        v_first := v_first - 1;
        b := tokens[v_first - 1];
      end if;
    end if;
    if b.word in ('-', '+') and tokens[v_first].gap = '' and (b.gap <> '' or v_first = 2 or tokens[v_first - 2].word in ('(', '=', ':', '[', ',', '"', '|')
        or tokens[v_first - 2].role in ('currency')) then
      v_sign := case b.word when '-' then -1 else 1 end;
      v_first := v_first - 1;
      b := tokens[v_first - 1];
      if b.role = 'currency' and v_currency is null and b.shape = '.' then
        v_currency := b.unit;
        v_scale := v_scale * b.amount;
        v_first := v_first - 1;
      end if;
    elsif b.word in ('minus', 'negative') then
      v_sign := -1;
      v_first := v_first - 1;
    end if;
    r := groundcheck_internal.read_digits(tokens, at, decimal_comma, v_currency is not null);
    if r.next is null and v.shape in ('0''0', '0''00', E'0\u20190', E'0\u201900') and pg_catalog.substr(v.word, 3)::int < 12 then
      -- 5'10", a person's height
      r.kind := 'quantity';
      r.amount := pg_catalog.left(v.word, 1)::int * 0.3048 + pg_catalog.substr(v.word, 3)::int * 0.0254;
      r.unit := 'm';
      r.dimension := 'length';
      r.first := at;
      r.next := at + 1 + coalesce(tokens[at + 1].word in ('"', '”', '″') and tokens[at + 1].gap = '', false)::int;
      r.unit_at := r.next;
      return r;
    end if;
  else
    r := groundcheck_internal.read_number_words(tokens, at);
    if b.word in ('minus', 'negative') then
      v_sign := -1;
      v_first := v_first - 1;
    end if;
  end if;
  if r.next is null then
    return null;
  end if;
  r.first := v_first;
  r.amount := r.amount * v_sign;
  r.unit_at := r.next;

  -- "half an hour", "a third of a mile", "three quarters of an hour"
  if r.kind = 'fraction' then
    r.unit_at := r.next + coalesce(tokens[r.next].word = 'of', false)::int;
    r.unit_at := r.unit_at + coalesce(tokens[r.unit_at].role = 'article' and tokens[r.unit_at].word in ('a', 'an'), false)::int;
    if tokens[r.unit_at].role in ('percent', 'per', 'period') then
      r.unit_at := r.next;
    end if;
  end if;
  u := groundcheck_internal.read_unit(tokens, coalesce(unit_from, r.unit_at), v_currency);
  if r.kind = 'fraction' then
    if u.next is null or u.kind not in ('quantity', 'duration') then
      r.amount := r.amount * 100;
      r.unit := '%';
      r.dimension := 'percent';
      return r;
    end if;
  end if;
  r.kind := u.kind;
  r.unit := u.unit;
  r.dimension := u.dimension;
  if u.amount_high <> 0 then
    r.amount := (r.amount + u.amount_high) * u.amount;
  else
    r.amount := r.amount * u.amount * v_scale;
  end if;
  if unit_from is null then
    r.next := coalesce(u.next, r.next);
    -- "5 ft 10 in", "2 hours and 30 minutes"
    if u.next is not null and r.kind in ('quantity', 'duration') and r.dimension in ('length', 'mass', 'duration', 'volume') and v_sign = 1 then
      v_first := u.next + coalesce(tokens[u.next].word in ('and', ','), false)::int;
      if (tokens[v_first].shape in ('0', '00') or tokens[v_first].role = 'cardinal') and (tokens[v_first].gap = ' ' or tokens[v_first].gap = '') then
        u := groundcheck_internal.read_quantity(tokens, v_first, decimal_comma);
        if u.dimension = r.dimension and u.amount < r.amount and u.amount_high is null and u.unit_at < u.next and (
            v_first = r.next and u.amount < r.amount / coalesce(nullif(groundcheck_internal.digits_number(case when v.role = 'digit' then v.word end, decimal_comma), 0), 1)
            or r.dimension = 'duration' and tokens[v_first - 1].word <> ','
              and u.amount < r.amount / coalesce(nullif(groundcheck_internal.digits_number(case when v.role = 'digit' then v.word end, decimal_comma), 0), 1)) then
          r.amount := r.amount + u.amount;
          r.next := u.next;
        end if;
      end if;
    end if;
  end if;
  return r;
end;
$$;
comment on function groundcheck_internal.read_quantity(groundcheck_internal.value_token[], int, boolean, int) is 'The number at a token with sign, currency, unit and rate, converted to the base unit; or null.';
revoke all on function groundcheck_internal.read_quantity(groundcheck_internal.value_token[], int, boolean, int) from public;
