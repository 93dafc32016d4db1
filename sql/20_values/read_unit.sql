-- Units, currencies, percent and rates after a number.

-- The longest spelling of one to three words that begins at a token, and the token after it.
create or replace function groundcheck_internal.longest_spelling(
  tokens groundcheck_internal.value_token[], at int, out role text, out amount numeric, out unit text, out next int
)
language plpgsql
stable
parallel safe
as $$
declare
  v groundcheck_internal.value_token := tokens[at];
  w groundcheck_internal.value_token;
  v_phrases text[];
  v_phrase text;
  v_next int := at + 1;
  v_found text;
begin
  role := v.role;
  amount := v.amount;
  unit := v.unit;
  next := at + 1;
  if v.leads then
    v_phrase := v.word;
    for i in 1..4 loop
      w := tokens[v_next];
      exit when w.word is null or pg_catalog.length(w.gap) > 1;
      v_phrase := v_phrase || w.gap || w.word;
      v_phrases := v_phrases || v_phrase;
      v_next := v_next + 1;
    end loop;
    select s.word, s.role, s.amount, s.unit into v_found, v.role, v.amount, v.unit
    from groundcheck_internal.value_words as s
    where s.word = any(v_phrases)
    order by pg_catalog.length(s.word) desc
    limit 1;
    if v_found is not null then
      role := v.role;
      amount := v.amount;
      unit := v.unit;
      next := at + 1 + pg_catalog.array_position(v_phrases, v_found);
    end if;
  end if;
end;
$$;
comment on function groundcheck_internal.longest_spelling(groundcheck_internal.value_token[], int) is 'What value_words says of the longest spelling, of up to five tokens, that begins at a token.';
revoke all on function groundcheck_internal.longest_spelling(groundcheck_internal.value_token[], int) from public;

-- The unit at a token, rates included ("€ per seat per month", "km/h", "a day"). amount is the factor and amount_high
-- the addend of the conversion to the unit returned; kind is that of the value. Null next: there is no unit.
create or replace function groundcheck_internal.read_unit(
  tokens groundcheck_internal.value_token[], at int, currency text
)
returns groundcheck_internal.value_reading
language plpgsql
stable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  v groundcheck_internal.value_token;
  s record;
  u groundcheck_internal.value_units;
  v_at int := at;
  v_noun text := '';
  v_base text := '';
  v_dimension text := '';
  v_rate int;
  v_part numeric;
  v_skip int;
begin
  r.first := at;
  r.next := at;
  r.amount := 1;
  r.amount_high := 0;
  r.kind := 'number';
  r.dimension := 'count';
  r.unit := '';
  if currency is not null then
    r.kind := 'money';
    r.unit := currency;
    r.dimension := 'money:' || currency;
  end if;

  v := tokens[v_at];
  if v.word = '-' and (v.gap = '' and tokens[v_at + 1].gap = '' and tokens[v_at + 1].shape <> '.'
      or v.gap = ' ' and tokens[v_at + 1].gap = ' ' and tokens[v_at + 1].role = 'unit' and pg_catalog.length(tokens[v_at + 1].word) > 2) then
    v_at := v_at + 1;
    v := tokens[v_at];
  end if;
  if v.role is not null and currency is null then
    s := groundcheck_internal.longest_spelling(tokens, v_at);
    -- "in" is an inch right behind its digits or after feet.
    if v.word = 'in' and (v.gap = '' or tokens[v_at - 2].unit = 'ft') then
      s.unit := 'in';
      s.role := 'unit';
    end if;
    if s.unit is not null and s.next = v_at + 1 and pg_catalog.length(v.word) = 1 and v.shape <> '.' and (
        (v.gap <> '' and (v.gap <> ' ' or v.word not in ('m', 'g', 'h', 'l', 't', 'w', 'k', 'c', 'f', 'b')))
        or coalesce(tokens[v_at + 1].gap = '' and (tokens[v_at + 1].shape <> '.' or tokens[v_at + 1].word in ('''', '’')) and tokens[v_at + 1].word not in ('2', '3'), false)) then
      s.unit := null;
    end if;
    if s.role = 'percent' then
      r.kind := 'percent';
      r.dimension := 'percent';
      r.unit := '%';
      r.next := s.next;
      if tokens[s.next].word in ('point', 'points', 'pt', 'pts') then
        r.kind := 'percentage_point';
        r.dimension := 'percentage_point';
        r.unit := 'pp';
        r.next := s.next + 1;
      end if;
    elsif s.role = 'currency' and not coalesce(v.gap <> '' and tokens[s.next].role = 'digit' and tokens[s.next].gap = '' and v.shape = '.', false) then
      r.kind := 'money';
      r.unit := s.unit;
      r.amount := s.amount;
      r.dimension := 'money:' || s.unit;
      r.next := s.next;
    elsif s.unit is not null and s.role <> 'period' then
      -- "m2", "km^3"
      if tokens[s.next].word in ('2', '3') and tokens[s.next].gap = '' and s.unit in ('m', 'km', 'cm', 'mm', 'ft', 'in', 'mi') then
        s.unit := s.unit || tokens[s.next].word;
        s.next := s.next + 1;
      elsif tokens[s.next].word = '^' and tokens[s.next + 1].word in ('2', '3') then
        s.unit := s.unit || tokens[s.next + 1].word;
        s.next := s.next + 2;
      end if;
      select * into u from groundcheck_internal.value_units as k where k.unit = s.unit;
      if u.unit is not null then
        r.kind := case u.dimension when 'percent' then 'percent' when 'percentage_point' then 'percentage_point' when 'duration' then 'duration'
            when 'count' then 'number' else 'quantity' end;
        r.unit := u.base;
        r.amount := u.factor;
        r.amount_high := u.addend;
        r.dimension := u.dimension;
        r.next := s.next;
      end if;
    end if;
  end if;

  -- "4.5 out of 5 stars", "stars: 4.5"
  if r.next = at and currency is null then
    if tokens[at].word = 'out' and tokens[at + 1].word = 'of' and tokens[at + 3].unit = 'star' then
      r.next := at + 4;
    elsif tokens[at - 2].word = ':' and tokens[at - 3].unit = 'star' then
      r.unit_at := at;
    end if;
    if r.next > at or r.unit_at = at then
      r.kind := 'quantity';
      r.unit := 'star';
      r.dimension := 'rating';
      if r.next = at then
        return r;
      end if;
    end if;
  end if;

  -- "200 guests per day": the noun between is part of the span, not of the unit.
  v_at := r.next;
  if v_at = at and currency is null and tokens[v_at].role is null and tokens[v_at].gap = ' ' and tokens[v_at].shape = 'a' and pg_catalog.length(tokens[v_at].word) > 2
    and tokens[v_at + 1].word in ('per', 'pro', '/') then
    v_at := v_at + 1;
  end if;
  for v_rate in 1..3 loop
    v := tokens[v_at];
    -- "per half hour", "per quarter of an hour", "every half an hour"
    v_part := 1;
    v_skip := 0;
    if v.role = 'per' and tokens[v_at + 1].word in ('half', 'quarter') then
      v_skip := 1 + (tokens[v_at + 2].word is not distinct from 'of')::int;
      v_skip := v_skip + (coalesce(tokens[v_at + 1 + v_skip].word, '') in ('a', 'an'))::int;
      if tokens[v_at + 1 + v_skip].word in ('hour', 'day', 'year') then
        v_part := case tokens[v_at + 1].word when 'half' then 0.5 else 0.25 end;
      else
        v_skip := 0;
      end if;
    end if;
    if v.role = 'period' and (r.kind = 'money' or v.unit <> 'year') and v.gap = ' ' then
      select v.role as role, v.amount as amount, v.unit as unit, v_at + 1 as next into s;
    elsif (v.word = '/' and (v.gap = '' or r.next > at)) or (v.role = 'per' and (v.word not in ('each', 'every') or r.next > at or currency is not null))
      or (v.role = 'article' and v_noun = '' and (r.next > at or currency is not null or tokens[at - 1].word in ('once', 'twice', 'thrice'))) then
      exit when tokens[v_at + 1].word is null or tokens[v_at + 1].role = 'digit';
      s := groundcheck_internal.longest_spelling(tokens, v_at + 1 + v_skip);
    else
      exit;
    end if;
    u := null;
    if s.unit is not null then
      select * into u from groundcheck_internal.value_units as k where k.unit = s.unit;
    end if;
    exit when v.role = 'article' and u.dimension is distinct from 'duration'
      and not coalesce(r.kind = 'money' and tokens[v_at + 1].word in ('head', 'person', 'piece', 'share', 'night', 'barrel', 'ounce', 'gallon', 'pound'), false);
    exit when v.role = 'per' and v.word in ('each', 'every') and u.dimension is distinct from 'duration';
    if u.dimension = 'duration' and (r.kind in ('money', 'number', 'percent') or v_base <> '') then
      -- Months are no whole number of hours: a rate keeps the kind of its period.
      exit when v_dimension like '%/time';
      v_base := v_base || case when u.unit in ('month', 'quarter', 'year', 'decade', 'century') then '/month' else '/h' end;
      v_dimension := v_dimension || '/time';
      r.amount := r.amount / (v_part * u.factor / case when u.unit in ('month', 'quarter', 'year', 'decade', 'century') then 2629746 else 3600 end);
    elsif u.unit is not null and u.dimension not in ('count', 'percent') then
      v_base := v_base || '/' || u.base;
      v_dimension := v_dimension || '/' || u.dimension;
      r.amount := r.amount / u.factor;
    elsif tokens[v_at + 1].shape <> '0' and tokens[v_at + 1].role is distinct from 'digit' and pg_catalog.length(tokens[v_at + 1].word) > 1 and (v.word <> '/' or r.kind = 'money') then
      v_noun := v_noun || '/' || pg_catalog.rtrim(tokens[v_at + 1].word, 's');
    else
      exit;
    end if;
    r.next := s.next;
    v_at := s.next;
  end loop;
  r.unit := r.unit || v_noun || v_base;
  r.dimension := r.dimension || v_noun || v_dimension;
  if r.next = at then
    r.next := null;
  end if;
  return r;
end;
$$;
comment on function groundcheck_internal.read_unit(groundcheck_internal.value_token[], int, text) is 'The unit, currency, percent sign or rate at a token: factor, addend, base unit, dimension and the token after it.';
revoke all on function groundcheck_internal.read_unit(groundcheck_internal.value_token[], int, text) from public;
