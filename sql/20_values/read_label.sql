-- Digits that name a thing instead of counting things: labels, house numbers, postal codes, ages.

-- Nouns that a number behind them names.
create or replace function groundcheck_internal.is_label_noun(word text)
returns boolean
language sql
immutable
parallel safe
return word in (
  'part', 'parts', 'step', 'steps', 'form', 'forms', 'chapter', 'chapters', 'table', 'tables', 'figure', 'figures', 'fig',
  'section', 'sections', 'article', 'articles', 'page', 'pages', 'line', 'lines', 'flight', 'room', 'rooms', 'route', 'highway', 'interstate', 'episode', 'appendix',
  'exhibit', 'annex', 'question', 'exercise', 'lesson', 'verse', 'paragraph', 'paragraphs', 'clause', 'rule', 'volume', 'vol', 'schedule', 'box',
  'item', 'option', 'example', 'method', 'phase', 'stage', 'tier', 'grade', 'grades', 'type', 'channel', 'gate', 'platform', 'apartment', 'apt', 'suite', 'unit', 'building',
  'windows', 'zip', 'zipcode', 'postcode', 'pin', 'phone', 'tel', 'telephone', 'fax', 'number', 'no', 'nr', 'kapitel', 'seite', 'teil', 'tabelle', 'chapitre', 'capitulo',
  'seccion', 'pagina', 'bus', 'train', 'track', 'scene', 'problem', 'principle', 'task', 'note', 'footnote', 'bullet', 'proposition', 'amendment', 'title', 'model', 'slide', 'day', 'week', 'zone', 'district', 'ward',
  'precinct', 'bldg', 'lot', 'locker', 'seat', 'row', 'aisle', 'exit', 'mile'
);
comment on function groundcheck_internal.is_label_noun(text) is 'Whether a number behind this noun is a label: part, form, chapter.';
revoke all on function groundcheck_internal.is_label_noun(text) from public;

-- The identifier that the digits at a token are: "Part 3", "Form 1040", "Windows 10", "Flight 9525", the 31 of
-- "31 W Carrillo St", the 93101 of "CA 93101". Its span is the digits; canonical is the noun in small letters and the
-- number, which never differs from another such label: a text has many. previous: the noun of the label that ended right
-- before, for "pages 3 and 4". Null next: the digits count or measure something.
create or replace function groundcheck_internal.read_label(
  tokens groundcheck_internal.value_token[], at int, previous text
)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading;
  v groundcheck_internal.value_token;
  b groundcheck_internal.value_token;
  a groundcheck_internal.value_token;
  v_noun text;
  v_street text;
  v_before int := at - 1;
begin
  v := tokens[at];
  b := tokens[at - 1];
  a := tokens[at + 1];
  if pg_catalog.ltrim(v.shape, '0') <> '' or pg_catalog.length(v.shape) > 10 then
    return null;
  end if;

  -- A house number: one to four names after it, the last of them a kind of street.
  if pg_catalog.length(v.shape) <= 5 and a.gap = ' ' and a.shape in ('A', 'AA') then
    for i in at + 1 .. at + 6 loop
      exit when tokens[i].word is null or not (tokens[i].shape in ('A', 'AA') or tokens[i].word = '.' and tokens[i].gap = '' and pg_catalog.length(tokens[i - 1].word) <= 2
        or tokens[i].role = 'digit' and i > at + 1 or i > at + 1 and tokens[i].word in ('st', 'nd', 'rd', 'th') and tokens[i].gap = '');
      if tokens[i].word in (
          'st', 'street', 'ave', 'avenue', 'rd', 'road', 'blvd', 'boulevard', 'dr', 'drive', 'ln', 'lane', 'way', 'hwy', 'highway', 'pl',
          'place', 'ct', 'court', 'sq', 'square', 'pkwy', 'parkway', 'terrace', 'plaza', 'row', 'broadway', 'freeway', 'trail') and i > at + 1 then
        v_noun := coalesce(v_street, tokens[i].word);
        exit;
      elsif v_street is null and pg_catalog.length(tokens[i].word) > 2 then
        v_street := tokens[i].word;
      end if;
    end loop;
  end if;

  if v_noun is not null then
    null;
  elsif b.shape = 'AA' and pg_catalog.length(b.word) = 2 and v.shape = '00000' and b.role is distinct from 'currency' and v.gap = ' ' then
    v_noun := 'postcode';
  elsif previous is not null and (b.role in ('joiner', 'to') or b.word in (',', '-', '–', 'or', '&')) and a.role is distinct from 'unit'
    and not coalesce(a.role is null and a.gap <> '' and a.shape = 'a' and a.word like '%s', false) then
    v_noun := previous;
  else
    -- "No. 5", "zip: 93101", "phone # 555"
    if b.word in ('.', ':', '#') and (b.gap = '' or b.word = '#') and v_before > 1 then
      if b.word = '#' and tokens[at - 2].shape = '.' then
        v_before := 0;
      elsif b.word <> ':' or tokens[at - 2].word in ('zip', 'zipcode', 'postcode', 'phone', 'tel', 'telephone', 'fax', 'code') then
        v_before := at - 2;
      else
        return null;
      end if;
    end if;
    b := tokens[v_before];
    if b.word is null or (v.gap <> ' ' and v_before = at - 1) or a.role in ('magnitude', 'percent', 'meridiem', 'currency', 'oclock')
      or (a.role = 'unit' and a.word <> 'in') or (a.gap = '' and a.word in ('%', '°', '/')) then
      return null;
    end if;
    -- "The halls seat 200 people": what is counted stands behind the number.
    if (groundcheck_internal.is_label_noun(b.word) or b.word in ('p', 'pp') and tokens[at - 1].word = '.')
      and not (b.word in ('seat', 'page', 'line', 'form', 'box', 'row', 'number', 'unit', 'gate', 'exit', 'schedule', 'rule')
        and a.gap = ' ' and a.shape = 'a' and (a.word in ('people', 'men', 'women', 'children') or a.word ~ '[^s]s$')) and (tokens[v_before - 1].role is distinct from 'digit' or b.word in ('no', 'phone', 'tel', 'fax') )
      and not (b.role is not null and b.shape = 'a' and b.role not in ('none', 'determiner', 'fraction', 'unit'))
      and not (b.word in ('no', 'nr') and v_before = at - 1) and not (b.word = 'number' and tokens[at - 1].word = 'number' and b.shape = 'a' and tokens[v_before - 1].word = 'the')
      and not (b.shape = 'a' and b.word in ('mile', 'day', 'week', 'row', 'note', 'number', 'parts', 'forms', 'rooms', 'seat', 'task') and a.role is null and a.shape = 'a' and a.word like '%s') then
      v_noun := case
        when b.word in ('vol', 'vols') then 'volume'
        when b.word in ('fig', 'figs') then 'figure'
        when b.word in ('p', 'pp') then 'page'
        when b.word = 'bldg' then 'building'
        when b.word = 'apt' then 'apartment'
        when b.word in ('nr', 'number') then 'no'
        when pg_catalog.length(b.word) > 4 then pg_catalog.rtrim(b.word, 's')
        else b.word
      end;
    elsif v_before = at - 1 and b.shape in ('A', 'AA') and (b.role is null or b.role = 'none') and pg_catalog.length(v.shape) <= 4
      and tokens[at - 2].word is not null and tokens[at - 2].word not in ('.', ':', '!', '?', '"', '“', '-', '*', '|')
      and pg_catalog.strpos(b.gap, E'\n') = 0
      and not (v.shape = '0000' and v.word between '1400' and '2199') and pg_catalog.length(b.word) > 2 then
      -- A name and its number ("Apollo 11") unless a score or a noun follows ("Leeds 3-1", "Curry 30 points").
      if a.word in ('-', '–', 'to', 'at', 'from') or a.role = 'to'
        or a.shape = 'a' and a.gap <> '' and (a.role is null or a.role = 'none') and not (a.word like '%ed' or a.word in ('by', 'or', 'when', 'while', 'who')) or a.role in ('unit', 'digit', 'ordinal') then
        return null;
      end if;
      v_noun := b.word;
    end if;
  end if;
  if v_noun is null then
    return null;
  end if;
  r.kind := 'identifier';
  r.dimension := 'identifier';
  r.first := at;
  r.next := at + 1;
  r.canonical := v_noun || ' ' || coalesce(nullif(pg_catalog.ltrim(v.word, '0'), ''), '0');
  -- "Part 1A"
  if a.gap = '' and a.shape = 'A' and pg_catalog.length(a.word) = 1 then
    r.canonical := r.canonical || a.word;
    r.next := at + 2;
  end if;
  return r;
end;
$$;
comment on function groundcheck_internal.read_label(groundcheck_internal.value_token[], int, text) is 'The label, house number or postal code that the digits at a token are, or null.';
revoke all on function groundcheck_internal.read_label(groundcheck_internal.value_token[], int, text) from public;

-- Whether the digits at a token are the number of a list's item: "2 Skim the cream." A capital letter follows a number
-- that begins a sentence, but not the plural or the people that it would count ("5 Americans", "12 French").
create or replace function groundcheck_internal.is_list_number(tokens groundcheck_internal.value_token[], at int)
returns boolean
language sql
immutable
parallel safe
return coalesce(
  tokens[at].shape in ('0', '00') and tokens[at].word not like '0%'
  and (at = 1 or tokens[at - 1].word in ('.', '!', '?', ':', ';', '•') or pg_catalog.strpos(tokens[at].gap, E'\n') > 0)
  and tokens[at + 1].shape = 'A' and tokens[at + 1].role is null and tokens[at + 1].gap <> '' and pg_catalog.strpos(tokens[at + 1].gap, E'\n') = 0
  and (tokens[at + 1].gap = '  ' or not (tokens[at + 1].word like '%s' or tokens[at + 1].word like '%n' or tokens[at + 1].word like '%ese' or tokens[at + 1].word like '%ish' or tokens[at + 1].word like '%ch'))
  and (tokens[at + 2].shape = 'a' or tokens[at + 2].word is null or tokens[at + 2].role is not null or tokens[at + 1].gap = '  '),
  false
);
comment on function groundcheck_internal.is_list_number(groundcheck_internal.value_token[], int) is 'Whether the digits at a token number the item of a list.';
revoke all on function groundcheck_internal.is_list_number(groundcheck_internal.value_token[], int) from public;

-- A reading of a number or duration as a person's or thing's age, where the words around say so: "27 years old",
-- "a 27-year-old", "aged 27", "at the age of 27", "Holmes, 27, said". The reading itself where they do not.
create or replace function groundcheck_internal.read_age(
  tokens groundcheck_internal.value_token[], reading groundcheck_internal.value_reading
)
returns groundcheck_internal.value_reading
language plpgsql
immutable
parallel safe
as $$
declare
  r groundcheck_internal.value_reading := reading;
  b groundcheck_internal.value_token := tokens[reading.first - 1];
  a groundcheck_internal.value_token := tokens[reading.next];
  v_year constant numeric := 31556952;
begin
  if r.dimension = 'duration' then
    if tokens[r.next - 1].word in ('old', 'olds') then
      r.dimension := 'age';
    elsif a.word in ('old', 'olds') then
      r.dimension := 'age';
      r.next := r.next + 1;
    elsif a.word = '-' and tokens[r.next + 1].word in ('old', 'olds') then
      r.dimension := 'age';
      r.next := r.next + 2;
    elsif a.word = 'of' and tokens[r.next + 1].word = 'age' then
      r.dimension := 'age';
      r.next := r.next + 2;
    elsif b.word = 'aged' then
      r.dimension := 'age';
    end if;
    return r;
  end if;
  if r.amount not between 1 and 120 or r.amount % 1 <> 0 or r.unit_at <> reading.next and r.amount_high is null then
    return r;
  end if;
  if b.word in ('aged', 'age', 'ages') or b.word = 'of' and tokens[r.first - 2].word in ('age', 'ages')
    or b.word = ',' and r.amount_high is null and r.next = r.first + 1 and b.gap in ('', ' ') and (
      -- A name, its age between commas.
      a.word = ',' and tokens[r.first - 2].shape = 'A' and (tokens[r.first - 2].role is null or tokens[r.first - 2].role = 'none')
      and tokens[r.next + 1].role is distinct from 'digit'
      or a.word = ',' and tokens[r.first - 2].shape = 'a' and tokens[r.first - 2].role is null and tokens[r.next + 1].word in ('of', 'who', 'from', 'was', 'has', 'is', 'said', 'had')
      or a.word = '.' and tokens[r.first - 2].shape = 'A' and tokens[r.first - 2].role is null and r.amount >= 16 and tokens[r.first - 3].shape = 'A'
    ) then
    r.kind := case when r.kind = 'range' then 'range' else 'duration' end;
    r.dimension := 'age';
    r.unit := 's';
    r.amount := r.amount * v_year;
    r.amount_high := r.amount_high * v_year;
    r.canonical := case when r.amount_high is not null then groundcheck_internal.amount_text(r.amount) || '..' || groundcheck_internal.amount_text(r.amount_high) || ' s' end;
  end if;
  return r;
end;
$$;
comment on function groundcheck_internal.read_age(groundcheck_internal.value_token[], groundcheck_internal.value_reading) is 'The reading as an age where the words around say so.';
revoke all on function groundcheck_internal.read_age(groundcheck_internal.value_token[], groundcheck_internal.value_reading) from public;
