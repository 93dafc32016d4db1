-- A sentence read once, for every comparison it will take part in. Null for null; a text without words gives empty
-- arrays. English; words of other languages are stems and names to it.
--
-- Two steps: the words with what the lexicon knows of them, in one query; then clauses, verbs and the reach of
-- negators, in one walk from left to right.
create or replace function groundcheck_internal.word_features(body text)
returns groundcheck_internal.word_features
language plpgsql
stable
strict
parallel safe
as $$
declare
  v_raws text[];
  v_starts int[];
  v_words text[];
  v_count int;
  r record;
  -- what is returned, word by word
  o_words text[] := '{}';
  o_starts int[] := '{}';
  o_concepts text[] := '{}';
  o_bare text[] := '{}';
  o_poles smallint[] := '{}';
  o_negations smallint[] := '{}';
  o_clauses smallint[] := '{}';
  o_kinds text[] := '{}';
  o_roles text[] := '{}';
  o_tags text[] := '{}';
  o_levels real[] := '{}';
  -- and clause by clause
  c_subjects smallint[] := '{1}';
  c_predicates smallint[] := '{0}';
  c_passives boolean[] := '{f}';
  c_speakers boolean[] := '{f}';
  c_certainties real[] := '{1}';
  c_obligations real[] := '{0}';
  c_pivots smallint[] := '{0}';
  c_pivot_ends smallint[] := '{0}';
  c_comparators smallint[] := '{0}';
  c_negators smallint[] := '{0}';
  v_quotations text[] := '{}';
  -- the walk
  n int := 0;
  v_clause int := 1;
  v_first int := 1;
  v_stage text := 's';
  v_content int := 0;
  v_auxiliary boolean := false;
  v_copula boolean := false;
  v_fronted boolean := false;
  v_speaker boolean := false;
  v_oblique boolean := false;
  v_agent boolean := false;
  v_participle boolean := false;
  v_split text;
  v_ended boolean := false;
  v_reach int := 0;
  v_negators int := 0;
  v_reached boolean := false;
  v_denied boolean := false;
  v_quality int := 0;
  v_quote int := 0;
  v_aside int := 0;
  v_consumed boolean := false;
begin
  select array_agg(m.parts[2]), array_agg(m.start)
  into v_raws, v_starts
  from (
    select
      parts,
      (sum(pg_catalog.char_length(parts[1]) + pg_catalog.char_length(parts[2])) over (rows unbounded preceding))::int
      - pg_catalog.char_length(parts[2]) as start
    from pg_catalog.regexp_matches(body, groundcheck_internal.word_pattern(), 'g') as parts
  ) as m;

  v_count := coalesce(pg_catalog.cardinality(v_raws), 0);
  v_words := pg_catalog.string_to_array(
    pg_catalog.replace(
      pg_catalog.translate(groundcheck_internal.fold(pg_catalog.array_to_string(v_raws, ' ')), '’', '''') || ' ',
      '''s ', ' '
    ),
    ' '
  );

  for r in select * from groundcheck_internal.word_readings(v_raws, v_words, v_count) as reading loop
    -- Marks: where a clause may end.
    if r.kind in ('(', ')') then
      -- What stands in parentheses belongs to its clause, and opens none.
      v_aside := case when r.kind = '(' then n + 1 else 0 end;
      continue;
    elsif v_aside > 0 and r.kind in (';', ':', ',') then
      continue;
    elsif r.kind in ('.', ';', ':', ',', '"') then
      v_aside := 0;
      v_reach := 0;
      v_consumed := false;
      if r.kind = '"' then
        if v_quote > 0 and n - v_quote >= 2 then
          v_quotations := v_quotations || pg_catalog.array_to_string(o_words[v_quote:n], ' ');
        end if;
        v_quote := case when v_quote > 0 then 0 else n + 1 end;
        continue;
      elsif r.kind = ':' then
        -- "Label: value" says the value of the label.
        if v_stage = 's' and v_content > 0 then
          v_stage := 'o';
        end if;
        continue;
      elsif r.kind = ',' and v_fronted and v_content > 0 then
        -- "In 2016, ...", "By default, ...": the subject is yet to come.
        for i in v_first..n loop
          o_roles[i] := 'o';
        end loop;
        v_fronted := false;
        v_stage := 's';
        c_predicates[v_clause] := 0;
        c_pivot_ends[v_clause] := n;
        continue;
      elsif r.kind = ',' and v_speaker then
        v_speaker := false;
        v_stage := 'o';
        continue;
      elsif r.kind in ('.', ';') then
        v_ended := v_content > 0;
        v_split := null;
      else
        v_split := case when v_stage = 'o' then r.split end;
      end if;
    elsif v_consumed or v_aside > 0 then
      v_split := null;
    elsif r.tag = 'relative' then
      v_split := case when v_content > 0 then 'inherit' end;
    elsif r.tag = 'conjunction' and v_stage = 'o' then
      v_split := r.split;
    else
      v_split := null;
    end if;

    if v_ended and r.kind not in ('.', ';', ',') then
      v_split := 'own';
      v_ended := false;
    end if;
    if v_split is not null then
      v_clause := v_clause + 1;
      c_subjects[v_clause] := case when v_split = 'own' then v_clause else c_subjects[v_clause - 1] end;
      c_predicates[v_clause] := 0;
      c_passives[v_clause] := false;
      c_speakers[v_clause] := false;
      c_certainties[v_clause] := 1;
      c_obligations[v_clause] := 0;
      c_pivots[v_clause] := 0;
      c_pivot_ends[v_clause] := 0;
      c_comparators[v_clause] := 0;
      c_negators[v_clause] := 0;
      v_first := n + 1;
      v_stage := 's';
      v_content := 0;
      v_auxiliary := false;
      v_copula := false;
      v_fronted := false;
      v_speaker := false;
      v_oblique := false;
      v_agent := false;
      v_participle := false;
      v_reach := 0;
      v_denied := false;
      v_quality := 0;
    end if;
    continue when r.kind in ('.', ';', ',');

    n := n + 1;
    o_words[n] := r.word;
    o_starts[n] := v_starts[r.ord];
    o_clauses[n] := v_clause;
    o_negations[n] := 0;
    o_bare[n] := r.bare;
    if v_consumed then
      -- The second word of a phrase has no meaning of its own.
      v_consumed := false;
      o_concepts[n] := '';
      o_poles[n] := 0;
      o_kinds[n] := 'f';
      o_roles[n] := v_stage;
      o_tags[n] := 'stop';
      o_levels[n] := null;
      continue;
    end if;
    v_consumed := r.is_phrase;
    o_concepts[n] := r.concept;
    o_poles[n] := r.pole;
    o_kinds[n] := r.kind;
    o_tags[n] := r.tag;
    o_levels[n] := r.level;
    o_roles[n] := case when v_aside > 0 then 'p' when v_speaker then 's' when v_stage = 'o' and v_oblique then 'p' else v_stage end;

    -- Who says so.
    if r.word = 'according' then
      if v_stage = 'o' then
        for i in v_first..n loop
          o_roles[i] := case when o_roles[i] = 'v' then 'v' else 'o' end;
        end loop;
      end if;
      v_speaker := true;
      c_speakers[v_clause] := true;
      o_kinds[n] := 'f';
      o_concepts[n] := '';
      continue;
    elsif v_content = 0 and n = v_first and r.tag in ('preposition', 'condition', 'order') then
      v_fronted := true;
    end if;

    -- The verb: what stands before it is the subject.
    if r.is_finite and v_stage = 's' and not v_speaker and v_aside = 0
      and (v_content > 0 or c_subjects[v_clause] <> v_clause or (n > v_first and o_tags[n - 1] = 'pronoun')) then
      if v_content = 0 and c_subjects[v_clause] = v_clause and v_clause > 1 then
        c_subjects[v_clause] := c_subjects[v_clause - 1];
      end if;
      v_stage := 'o';
      o_roles[n] := 'v';
      c_predicates[v_clause] := n;
      c_speakers[v_clause] := r.tag = 'speech';
      v_auxiliary := r.kind = 'f';
      v_participle := r.kind = 'c' and r.is_participle;
      v_copula := r.tag = 'be' or r.word in ('isn''t', 'aren''t', 'wasn''t', 'weren''t');
    elsif v_auxiliary and r.tag = 'be' then
      v_copula := true;
    elsif v_auxiliary and r.kind = 'c' then
      v_auxiliary := false;
      c_predicates[v_clause] := n;
      c_passives[v_clause] := v_copula and r.is_participle;
      c_speakers[v_clause] := r.tag = 'speech' and not v_copula;
      if r.is_participle or r.tag in ('verb', 'speech') or r.word like '%ing' then
        o_roles[n] := 'v';
      end if;
    end if;

    -- After a preposition stands no object; after by, with a participle, stands who did it.
    if v_stage = 'o' and o_roles[n] <> 'v' then
      if r.tag = 'preposition' then
        v_oblique := true;
        if r.word = 'by' and c_predicates[v_clause] > 0 and r.ord > 1 and (c_passives[v_clause] or (v_participle and o_roles[n - 1] = 'v')) then
          c_passives[v_clause] := true;
          v_agent := true;
          continue;
        end if;
        v_agent := false;
      end if;
      if v_agent then
        o_roles[n] := 'a';
      end if;
    end if;

    -- Negators bear on the next one or two words of content.
    if r.tag = 'negator' or r.bare <> '' or r.word in ('unless', 'except') then
      c_negators[v_clause] := c_negators[v_clause] + 1;
    end if;
    if r.tag = 'negator' then
      if v_reach > 0 then
        v_negators := v_negators + 1;
      else
        v_negators := 1;
      end if;
      v_reach := greatest(v_reach, r.level::int);
      v_reached := false;
      -- No dog may, neither of them may: the verb is denied too.
      v_denied := v_denied or (v_stage = 's' and r.word in ('no', 'none', 'neither', 'nobody', 'nothing'));
    elsif r.tag = 'conjunction' or (r.tag = 'preposition' and r.word <> 'to' and v_reach = 1 and v_reached) then
      v_reach := 0;
    elsif v_reach > 0 and (r.kind <> 'f' or (r.concept <> '' and r.pole <> 0)) then
      o_negations[n] := v_negators;
      v_reached := true;
      -- Some verbs pass it on: do not seem to, do not think that.
      if r.word not in ('appear', 'seem', 'seems', 'tend', 'appears', 'yet', 'expected', 'think', 'believe', 'want') then
        v_reach := v_reach - 1;
      end if;
    end if;

    if v_denied and n = c_predicates[v_clause] and r.kind <> 'f' then
      o_negations[n] := greatest(o_negations[n], 1);
      v_denied := false;
    end if;

    -- How sure, how binding.
    if r.tag in ('hedge', 'modal') and r.level < c_certainties[v_clause] then
      c_certainties[v_clause] := r.level;
    end if;
    if r.tag = 'obligation' then
      c_obligations[v_clause] := r.level;
    elsif r.word = 'may' and r.kind = 'f' and c_obligations[v_clause] = 0 then
      c_obligations[v_clause] := -0.5;
    end if;

    -- Comparisons and orders have two sides.
    if r.tag in ('comparison', 'order') and c_pivots[v_clause] = 0 then
      c_pivots[v_clause] := n;
      c_comparators[v_clause] := case when r.tag = 'order' then n when v_quality > n - 5 then v_quality else 0 end;
    elsif r.word in ('more', 'less', 'fewer') or (r.word like '%er' and (r.pole <> 0 or r.kind = 'c')) then
      if v_quality <> n - 1 or r.word in ('more', 'less', 'fewer') then
        v_quality := n;
      end if;
    end if;

    if r.kind <> 'f' then
      v_content := v_content + 1;
    end if;
  end loop;

  return row(
    o_words, o_starts, o_concepts, o_bare, o_poles, o_negations, o_clauses, o_kinds, o_roles, o_tags, o_levels,
    c_subjects, c_predicates, c_passives, c_speakers, c_certainties, c_obligations, c_pivots, c_pivot_ends,
    c_comparators, c_negators, v_quotations
  )::groundcheck_internal.word_features;
end;
$$;
comment on function groundcheck_internal.word_features is
  'The words of a sentence with their concepts, polarity, clauses and roles, as compare_meaning needs them.';
revoke all on function groundcheck_internal.word_features from public;

-- The text before a word, and the word: a number with its separators; letters and digits of any script with inner
-- apostrophes and dots; or a mark that may end a clause. The ranges are written out: classes depend on the locale.
create or replace function groundcheck_internal.word_pattern()
returns text
language sql
immutable
parallel safe
as $$
  select
    '([\u0001-\u0020\u0023-\u0027\u002a\u002b\u002d\u002f\u003c-\u003e\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u1680\u2000-\u2012\u2015-\u201b\u201e-\u206f\u3000\u3001\u3003-\u303f\ufeff\uff00-\uff0f]*)([0-9]+(?:[.,:/-][0-9]+)+|[^\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u1680\u2000-\u206f\u3000-\u303f\ufeff\uff00-\uff0f]+(?:[''’._&][^\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u1680\u2000-\u206f\u3000-\u303f\ufeff\uff00-\uff0f]+)*|[.,;:?!()\u0022\u2013\u2014\u201c\u201d\u3002])'
$$;
comment on function groundcheck_internal.word_pattern is 'Regular expression with two groups: the gap before a word, and the word.';
revoke all on function groundcheck_internal.word_pattern from public;
