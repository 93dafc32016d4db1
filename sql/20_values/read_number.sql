-- Numbers in digits and in words.

-- The number that digits spell, null where they are no single number (a version, a date, a list).
-- A comma or point before exactly three digits may be a mark of thousands or of decimals: decimal_comma, which is the
-- evidence of the whole text, decides (16,181 is sixteen thousand in English, 16.181 is sixteen thousand in German).
create or replace function groundcheck_internal.digits_number(digits text, decimal_comma boolean)
returns numeric
language plpgsql
immutable
strict
parallel safe
as $$
declare
  v text := pg_catalog.replace(digits, E'\u00a0', '');
  v_marks text := pg_catalog.translate(v, '0123456789', '');
  v_last int;
begin
  if v_marks = '' then
    return v::numeric;
  elsif v_marks = '.' or v_marks = ',' then
    v_last := pg_catalog.length(v) - pg_catalog.strpos(v, v_marks);
    if v_last = 3 and pg_catalog.length(v) <= 7 and v not like '0%' and (v_marks = '.') = decimal_comma then
      return pg_catalog.replace(v, v_marks, '')::numeric;
    end if;
    return pg_catalog.replace(v, ',', '.')::numeric;
  elsif pg_catalog.strpos(v_marks, '''') > 0 or pg_catalog.strpos(v_marks, E'\u2019') > 0 then
    if v ~ E'^[0-9]{1,3}(?:[''\u2019][0-9]{3})+(?:[.,][0-9]+)?$' then
      return pg_catalog.translate(v, E',''\u2019', '.')::numeric;
    end if;
  elsif v ~ '^[1-9][0-9]{0,2}(?:,[0-9]{2,3})*,[0-9]{3}(?:\.[0-9]+)?$' then
    return pg_catalog.replace(v, ',', '')::numeric;
  elsif v ~ '^[1-9][0-9]{0,2}(?:\.[0-9]{3})+(?:,[0-9]+)?$' then
    -- Four groups to 255 are an Internet address.
    if v_marks = '...' and (select pg_catalog.bool_and(s.part::int < 256 and s.part = s.part::int::text) from pg_catalog.string_to_table(v, '.') as s (part)) then
      return null;
    end if;
    return pg_catalog.translate(v, ',.', '.')::numeric;
  end if;
  return null;
end;
$$;
comment on function groundcheck_internal.digits_number(text, boolean) is 'The number that digits with marks of thousands and decimals spell, or null.';
revoke all on function groundcheck_internal.digits_number(text, boolean) from public;

-- Whether a comma marks decimals in this text: first what its own numbers show, then the language of its small words.
create or replace function groundcheck_internal.decimal_comma(content text, tokens groundcheck_internal.value_token[])
returns boolean
language plpgsql
immutable
strict
parallel safe
as $$
declare
  v_foreign numeric := 0;
  -- What cannot match is not asked: a regular expression that falls out of the cache costs more than all the rest.
  v_shape text := pg_catalog.translate(content, '123456789', '000000000');
  v_points boolean := v_shape like '%0.0%' and content ~ '[0-9]\.[0-9]{1,2}(?![0-9.])';
  v_commas boolean := pg_catalog.replace(v_shape, ',000', '0') like '%0,0%' and content ~ '[0-9],[0-9]{1,2}(?![0-9,])';
begin
  if (v_shape like '%0.000,0%' or v_shape like '%0.000.000%') and content ~ '[0-9]\.[0-9]{3},[0-9]{1,2}(?![0-9])|[0-9](?:\.[0-9]{3}){2}(?![0-9])' then
    return true;
  elsif (v_shape like '%0,000.0%' or v_shape like '%0,000,000%') and content ~ '[0-9],[0-9]{3}\.[0-9]|[0-9](?:,[0-9]{3}){2}(?![0-9])' then
    return false;
  elsif v_points <> v_commas then
    return v_commas;
  end if;
  select sum(w.amount) into v_foreign from pg_catalog.unnest(tokens) as w where w.role = 'language';
  return coalesce(v_foreign, 0) > 0;
end;
$$;
comment on function groundcheck_internal.decimal_comma(text, groundcheck_internal.value_token[]) is 'Whether a comma is the decimal mark in this text, by its other numbers and its function words.';
revoke all on function groundcheck_internal.decimal_comma(text, groundcheck_internal.value_token[]) from public;

-- How a number goes on behind the mark that a tokeniser parted from it: "56, 000", "$ 53, 193, 914", "102. 5 kg",
-- "1. 3 billion". Groups of exactly three digits belong to the number where one of them is 000, where it is money, where
-- there are two of them, or a unit follows; else ("12, 300 people") unless the words around make a list of it: "in 12,
-- 300 people", "rooms 12, 300 and 415". Behind a point, digits belong to it only where a magnitude, a unit or a percent
-- sign follows and the number before is no year. Null next: they are two values, or none follows.
create or replace function groundcheck_internal.read_parted(
  tokens groundcheck_internal.value_token[], at int, is_money boolean, out amount numeric, out next int
)
returns record
language plpgsql
immutable
parallel safe
as $$
declare
  b groundcheck_internal.value_token := tokens[at - 1];
  v groundcheck_internal.value_token := tokens[at];
  w groundcheck_internal.value_token;
  v_digits text := v.word;
  v_next int := at + 1;
  v_is_sure boolean := is_money;
begin
  if tokens[at + 1].word = '.' then
    w := tokens[at + 3];
    if pg_catalog.ltrim(v.shape, '0') = '' and not (v.shape = '0000' and v.word between '1000' and '2199')
      and tokens[at + 2].shape in ('0', '00', '000') and (
        w.role in ('magnitude', 'percent') and (pg_catalog.length(w.word) > 1 or w.word = '%') or w.role in ('unit', 'currency') and w.gap in ('', ' ') and w.word not in ('in', 'a')
        or is_money and v.gap <> '' and tokens[at + 2].shape = '00' and w.shape is distinct from 'A') then
      amount := (v.word || '.' || tokens[at + 2].word)::numeric;
      next := at + 3;
    end if;
    return;
  end if;
  if v.shape not in ('0', '00', '000') or v.word like '0%' then
    return;
  end if;
  while tokens[v_next].word = ',' and tokens[v_next].gap = '' and tokens[v_next + 1].gap = ' '
    and tokens[v_next + 1].shape in ('000', '000.0', '000.00') loop
    v_is_sure := v_is_sure or tokens[v_next + 1].word = '000' or v_next > at + 1;
    v_digits := v_digits || tokens[v_next + 1].word;
    v_next := v_next + 2;
  end loop;
  w := tokens[v_next];
  if v_next = at + 1 or not v_is_sure and coalesce((w.word = ',' or w.role = 'joiner' or w.word = 'or') and tokens[v_next + 1].role = 'digit', false) then
    return;
  end if;
  if v_is_sure or w.role in ('unit', 'percent', 'currency', 'magnitude')
    or (w.role is null and w.shape = 'a' and b.word is not null and b.role is distinct from 'digit'
      and not coalesce(b.role in ('in', 'joiner', 'from', 'to', 'reference', 'month', 'label', 'version') or b.word in (',', 'at', 'on', 'number', '#', 'no', 'and', 'or')
        or b.shape in ('A', 'AA') or b.role is null and b.word like '%s', false)) then
    amount := v_digits::numeric;
    next := v_next;
  end if;
end;
$$;
comment on function groundcheck_internal.read_parted(groundcheck_internal.value_token[], int, boolean) is 'The number at a token whose groups or decimals a space parts from their mark, or null.';
revoke all on function groundcheck_internal.read_parted(groundcheck_internal.value_token[], int, boolean) from public;

-- Numbers in digits from a token on: "1 500", "2.75 billion", "3½", "2 1/2", "2/3", "3亿5000万".
create or replace function groundcheck_internal.read_digits(
  tokens groundcheck_internal.value_token[], at int, decimal_comma boolean, is_money boolean
)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  v groundcheck_internal.value_token := tokens[at];
  w groundcheck_internal.value_token := tokens[at + 1];
  v_total numeric := 0;
  p record;
begin
  r.amount := groundcheck_internal.digits_number(v.word, decimal_comma);
  if r.amount is null then
    return null;
  end if;
  r.kind := 'number';
  r.first := at;
  r.next := at + 1;
  if w.role = 'digit' then
    -- Thousands set off by plain spaces.
    if v.shape in ('0', '00', '000') and v.word not like '0%' and w.gap = ' ' and w.shape in ('000', '000.0', '000.00', '000,0', '000,00') then
      while w.gap = ' ' and w.shape in ('000', '000.0', '000.00', '000,0', '000,00') loop
        r.amount := r.amount * 1000 + pg_catalog.translate(w.word, ',', '.')::numeric;
        r.next := r.next + 1;
        exit when pg_catalog.length(w.word) > 3;
        w := tokens[r.next];
      end loop;
      w := tokens[r.next];
    elsif w.gap = ' ' and w.shape = '0' and tokens[at + 2].word = '/' and tokens[at + 3].shape = '0' and tokens[at + 3].word > w.word then
      r.amount := r.amount + w.word::numeric / tokens[at + 3].word::numeric;
      r.next := at + 4;
      w := tokens[r.next];
    end if;
  elsif (w.word = ',' or w.word = '.') and w.gap = '' and tokens[at + 2].role = 'digit' and tokens[at + 2].gap = ' ' then
    p := groundcheck_internal.read_parted(tokens, at, is_money);
    if p.next is not null then
      r.amount := p.amount;
      r.next := p.next;
      w := tokens[r.next];
    end if;
  elsif w.role = 'vulgar' and (w.gap = '' or w.gap = ' ') then
    r.amount := r.amount + w.amount;
    r.next := at + 2;
    w := tokens[r.next];
  elsif w.word = '/' and w.gap = '' and tokens[at + 2].role = 'digit' and tokens[at + 2].gap = ''
    and v.shape in ('0', '00') and tokens[at + 2].shape in ('0', '00', '000') and v.word <> '0'
    and v.word::int < tokens[at + 2].word::int and tokens[at + 3].word is distinct from '/' then
    r.kind := 'fraction';
    r.amount := r.amount / tokens[at + 2].word::numeric;
    r.next := at + 3;
    return r;
  end if;

  while w.amount is not null loop
    if w.word = '-' then
      w := tokens[r.next + 1];
    end if;
    if w.role = 'magnitude' and pg_catalog.length(w.word) > 1 then
      r.amount := r.amount * w.amount;
    elsif w.role in ('magnitude', 'unit') and pg_catalog.length(w.word) = 1 and w.gap in ('', ' ')
      and (w.shape <> 'a' or ((is_money or (w.role = 'magnitude' and (w.gap = '' or w.unit is null)))
        and not coalesce(tokens[r.next + 1].gap = '' and tokens[r.next + 1].shape <> '.', false))) then
      exit when w.role = 'unit' and not is_money;
      r.amount := r.amount * w.amount;
    else
      exit;
    end if;
    r.next := r.next + 1;
    if w.word in ('mio', 'mrd', 'tsd', 'mn', 'bn') and tokens[r.next].word = '.' and tokens[r.next].gap = '' and tokens[r.next + 1].word is not null then
      r.next := r.next + 1;
    end if;
    w := tokens[r.next];
    -- 3亿5000万: the larger part is set aside while the smaller is read.
    if w.role = 'digit' and w.gap = '' and tokens[r.next + 1].role = 'magnitude' and tokens[r.next + 1].gap = '' then
      v_total := v_total + r.amount;
      r.amount := coalesce(groundcheck_internal.digits_number(w.word, decimal_comma), 0);
      r.next := r.next + 1;
      w := tokens[r.next];
    end if;
  end loop;
  r.amount := r.amount + v_total;
  return r;
end;
$$;
comment on function groundcheck_internal.read_digits(groundcheck_internal.value_token[], int, boolean, boolean) is 'The number written in digits at a token, with the magnitudes after it. is_money: m, b and t are magnitudes.';
revoke all on function groundcheck_internal.read_digits(groundcheck_internal.value_token[], int, boolean, boolean) from public;

-- Numbers in words from a token on: "two hundred and ten", "a million", "half a million", "a fifth", "one and a half".
create or replace function groundcheck_internal.read_number_words(tokens groundcheck_internal.value_token[], at int)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  v groundcheck_internal.value_token := tokens[at];
  w groundcheck_internal.value_token;
  v_next int := at;
  v_step int;
  v_total numeric := 0;
  v_current numeric := 0;
  v_last text := '';
  v_french text := '';  -- the last word, where French may go on from it
begin
  r.kind := 'number';
  r.first := at;
  if v.role = 'article' then
    v_next := at + 1;
    v := tokens[v_next];
    if (v.role = 'hundred' or v.role = 'magnitude') and pg_catalog.length(v.word) > 1 then
      v_current := 1;
    elsif v.role = 'fraction' then
      null;
    elsif v.role = 'ordinal' and v.amount >= 3 and coalesce(tokens[v_next + 1].word in ('of', 'off', 'less', 'more', '.', ',', ';', ')'), true) then
      r.kind := 'fraction';
      r.amount := 1 / v.amount;
      r.next := v_next + 1;
      return r;
    else
      return null;
    end if;
  end if;
  if v.role = 'vulgar' or v.role = 'fraction' then
    if v.amount > 2 and v.role = 'fraction' and v_next = at then
      return null;
    end if;
    r.kind := 'fraction';
    r.amount := case v.role when 'vulgar' then v.amount else 1 / v.amount end;
    r.next := v_next + 1;
    -- "half a million", "a quarter of a million"
    v_next := r.next + coalesce(tokens[r.next].word = 'of', false)::int;
    v_next := v_next + coalesce(tokens[v_next].role = 'article', false)::int;
    if tokens[v_next].role = 'magnitude' and pg_catalog.length(tokens[v_next].word) > 1 and tokens[v_next].word not like '%s' then
      r.kind := 'number';
      r.amount := r.amount * tokens[v_next].amount;
      r.next := v_next + 1;
    end if;
    return r;
  end if;

  loop
    w := tokens[v_next];
    v_step := 1;
    if w.word = '-' and w.gap = '' and v_last <> '' and tokens[v_next + 1].gap = '' then
      w := tokens[v_next + 1];
      v_step := 2;
    elsif w.role = 'joiner' then
      if tokens[v_next + 1].role = 'article' and tokens[v_next + 2].role = 'fraction' and v_last <> '' then
        r.amount := v_total + v_current + 1 / tokens[v_next + 2].amount;
        r.next := v_next + 3;
        if tokens[r.next].role = 'magnitude' and pg_catalog.length(tokens[r.next].word) > 1 then
          r.amount := r.amount * tokens[r.next].amount;
          r.next := r.next + 1;
        end if;
        return r;
      end if;
      exit when not coalesce(
        v_last = 'tens' and w.word = 'et' and tokens[v_next + 1].word in ('un', 'une') or tokens[v_next + 1].role = 'cardinal'
        and (v_last = 'hundred' or v_last = 'magnitude' or (v_french = 'soixante' and w.word = 'et' and tokens[v_next + 1].word = 'onze') or (v_last = 'tens' and w.word in ('et', 'y', 'e')))
        and coalesce(tokens[v_next + 2].role not in ('hundred', 'magnitude'), true), false);
      w := tokens[v_next + 1];
      v_step := 2;
    end if;
    -- French: soixante-dix, quatre-vingts, quatre-vingt-dix-sept, dix-sept.
    if w.role = 'cardinal' and (
        w.word in ('vingt', 'vingts') and v_step = 2 and v_french = 'quatre'
        or v_french in ('soixante', 'vingt') and w.amount between 1 and 19 and v_current % 20 = 0
        or v_french = 'dix' and v_step = 2 and w.word in ('sept', 'huit', 'neuf')) then
      v_current := case v_french when 'quatre' then v_current + 76 else v_current + w.amount end;
      v_french := case when v_french = 'quatre' then 'vingt' else w.word end;
      v_last := case when v_french = 'vingt' then 'tens' else 'cardinal' end;
    elsif w.word in ('un', 'une') and v_step = 2 and v_last = 'tens' then
      v_current := v_current + 1;
      v_last := 'cardinal';
    elsif w.role = 'cardinal' then
      v_french := w.word;
      exit when not (v_last in ('', 'hundred', 'magnitude') or (v_last = 'tens' and w.amount < 10 and w.amount > 0));
      v_current := v_current + w.amount;
      v_last := case when w.amount >= 20 and w.amount < 100 and w.amount % 10 = 0 then 'tens' else 'cardinal' end;
    elsif w.role = 'hundred' then
      exit when v_current not between 1 and 99;
      v_current := v_current * 100;
      v_last := 'hundred';
    elsif w.role = 'magnitude' and v_current > 0 and (pg_catalog.length(w.word) > 1 or w.shape <> 'a') then
      v_total := v_total + v_current * w.amount;
      v_current := 0;
      v_last := 'magnitude';
    elsif w.role = 'point' and v_last in ('cardinal', 'tens') and tokens[v_next + 1].role = 'cardinal' and tokens[v_next + 1].amount < 10 then
      v_current := v_current + tokens[v_next + 1].amount / 10;
      v_step := 2;
    elsif v_last in ('cardinal', 'tens') and (w.role = 'fraction' or (w.role = 'ordinal' and w.amount >= 3 and v_current = 1))
      and v_total = 0 and not coalesce(w.unit is not null and v_current not in (1, 3), false) then
      -- "two thirds", "one-fifth"
      r.kind := 'fraction';
      r.amount := v_current / w.amount;
      r.next := v_next + v_step;
      return r;
    else
      exit;
    end if;
    v_next := v_next + v_step;
  end loop;
  if v_last = '' then
    return null;
  end if;
  r.amount := v_total + v_current;
  r.next := v_next;
  return r;
end;
$$;
comment on function groundcheck_internal.read_number_words(groundcheck_internal.value_token[], int) is 'The number or fraction written in words at a token, or null.';
revoke all on function groundcheck_internal.read_number_words(groundcheck_internal.value_token[], int) from public;
