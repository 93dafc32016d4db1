-- Sentences read once, for every comparison they will take part in: one row a text, ordinal counts from 1. Null for a
-- null text; a text without words gives empty arrays. English; words of other languages are stems and names to it.
--
-- Two steps: the words of all texts with what the lexicon knows of them, in one query; then, text by text, clauses,
-- verbs and the reach of negators, in one walk from left to right.
create or replace function groundcheck_internal.read_words(texts text[])
returns table (ordinal int, features groundcheck_internal.word_features)
language plpgsql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set jit = off
as $$
declare
  v_raws text[];
  v_texts int[];
  v_starts int[];
  v_count int;
  v_folded text[];
  -- what each word is by itself
  f_words text[];
  f_kinds text[];
  f_concepts text[];
  f_bare text[];
  f_poles smallint[];
  f_tags text[];
  f_levels real[];
  f_starts int[];
  v_marks text[];
  v_finite boolean[];
  v_participles boolean[];
  v_splits text[];
  v_is_null boolean;
  v_formulas text[];
begin
  select array_agg(m.raw order by m.place), array_agg(m.text_at order by m.place), array_agg(m.start order by m.place)
  into v_raws, v_texts, v_starts
  from (
    select
      t.ordinal::int as text_at,
      w.parts[2] as raw,
      row_number() over (order by t.ordinal, w.place) as place,
      (
        sum(pg_catalog.char_length(w.parts[1]) + pg_catalog.char_length(w.parts[2]))
          over (partition by t.ordinal order by w.place rows unbounded preceding)
      )::int - pg_catalog.char_length(w.parts[2]) as start
    from unnest(read_words.texts) with ordinality as t (body, ordinal)
    cross join lateral pg_catalog.regexp_matches(t.body, groundcheck_internal.word_pattern(), 'g')
      with ordinality as w (parts, place)
  ) as m;

  v_folded := pg_catalog.string_to_array(
    pg_catalog.replace(
      pg_catalog.translate(groundcheck_internal.fold(pg_catalog.array_to_string(v_raws, ' ')), '’', '''') || ' ',
      '''s ', ' '
    ),
    ' '
  );

  for
    ordinal, v_is_null, v_count, f_words, f_kinds, f_concepts, f_bare, f_poles, f_tags, f_levels, f_starts, v_marks,
    v_finite, v_participles, v_splits, v_formulas
  in
    select
      t.ordinal::int, t.body is null, coalesce(pg_catalog.cardinality(w.words), 0), coalesce(w.words, '{}'), coalesce(w.kinds, '{}'),
      coalesce(w.concepts, '{}'), coalesce(w.bare, '{}'), coalesce(w.poles, '{}'), coalesce(w.tags, '{}'), coalesce(w.levels, '{}'),
      coalesce(w.starts, '{}'), w.marks, w.finite, w.participles, w.splits,
      groundcheck_internal.read_formulas(t.body)
    from unnest(read_words.texts) with ordinality as t (body, ordinal)
    left join (
      select
        r.text_at, array_agg(r.word order by r.place) as words, array_agg(r.kind order by r.place) as kinds,
        array_agg(r.concept order by r.place) as concepts, array_agg(r.bare order by r.place) as bare,
        array_agg(r.pole order by r.place) as poles, array_agg(r.tag order by r.place) as tags,
        array_agg(r.level order by r.place) as levels, array_agg(r.start order by r.place) as starts,
        array_agg(r.mark order by r.place) as marks, array_agg(r.is_finite order by r.place) as finite,
        array_agg(r.is_participle order by r.place) as participles, array_agg(r.split order by r.place) as splits
      from groundcheck_internal.look_up_words(v_raws, v_folded, v_texts, v_starts) as r
      group by r.text_at
    ) as w on w.text_at = t.ordinal
    order by t.ordinal
  loop
    if v_is_null then
      features := null;
      return next;
      continue;
    end if;
    declare
      f_quotations text[] := coalesce(v_formulas, '{}');
      v_negations smallint[] := pg_catalog.array_fill(0::smallint, array[v_count]);
      v_clauses int[] := pg_catalog.array_fill(0, array[v_count]);
      v_roles text[] := pg_catalog.array_fill('s'::text, array[v_count]);
      c_subjects int[] := '{1}';
      c_predicates int[] := '{0}';
      c_passives boolean[] := '{f}';
      c_speakers boolean[] := '{f}';
      c_certainties real[] := '{1}';
      c_obligations real[] := '{0}';
      c_pivots int[] := '{0}';
      c_pivot_ends int[] := '{0}';
      c_comparators int[] := '{0}';
      c_negators int[] := '{0}';
      -- the word at hand
      v_word text;
      v_kind text;
      v_tag text;
      v_mark text;
      -- the clause so far
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
      v_denied boolean := false;
      v_quality int := 0;
      v_split text;
      v_ended boolean := false;
      -- a negator's reach: how many words of content it still bears on
      v_reach int := 0;
      v_reached boolean := false;
      v_negators int := 0;
      v_quote int := 0;
      v_after_comma boolean := false;
      v_said int := 0;
      v_trailing boolean := false;
      v_aside boolean := false;
      v_false int := groundcheck_internal.denial_length(f_words);
    begin
      f_kinds := pg_catalog.array_fill('f'::text, array[v_false]) || f_kinds[v_false + 1:];
      f_tags := pg_catalog.array_fill('stop'::text, array[v_false]) || f_tags[v_false + 1:];
      f_concepts := pg_catalog.array_fill(''::text, array[v_false]) || f_concepts[v_false + 1:];
      f_poles := pg_catalog.array_fill(0::smallint, array[v_false]) || f_poles[v_false + 1:];
      for i in 1..v_count loop
        v_tag := f_tags[i];
        v_mark := v_marks[i];
        v_split := null;

        if v_trailing then
          -- "P, X said": X says what stands before.
          for p in reverse i - 1..1 loop
            exit when v_clauses[p] < v_clause - 1;
            v_roles[p] := case when v_clauses[p] = v_clause - 1 and v_roles[p] = 's' then 'o' else v_roles[p] end;
            v_clauses[p] := v_clause - 1;
          end loop;
          c_speakers[v_clause - 1] := true;
          c_predicates[v_clause] := 0;
          v_trailing := false;
        end if;
        if v_mark is not null then
          -- Marks: where a clause may end. What stands in parentheses belongs to its clause, and opens none.
          v_clauses[i] := v_clause;
          if v_mark in ('(', ')') then
            v_aside := v_mark = '(';
            continue;
          end if;
          continue when v_aside and v_mark <> '.';
          v_aside := false;
          v_reach := 0;
          v_denied := false;
          if v_mark = '"' then
            if v_quote > 0 and i - v_quote >= 3 then
              f_quotations := f_quotations || pg_catalog.array_to_string(f_words[v_quote:i - 1], ' ');
            end if;
            v_quote := case when v_quote > 0 then 0 else i + 1 end;
          elsif v_mark = ':' then
            -- "Label: value" says the value of the label.
          if f_words[i + 1] = any ('{no,none,false,"null",true,yes,0}') and coalesce(v_marks[i + 2], '.') in ('.', ',', ';')
            and (i + 2 > v_count or v_marks[i + 2] is not null)
            and (c_predicates[v_clause] = 0 or (not c_speakers[v_clause] and f_kinds[i - 1] <> 'f')) then
            f_tags[i + 1] := case when f_words[i + 1] in ('true', 'yes') then 'affirmed' else 'denied' end;
            f_kinds[i + 1] := 'f';
            f_concepts[i + 1] := '';
            f_poles[i + 1] := 0;
          end if;
            v_stage := case when v_stage = 's' and v_content > 0 then 'o' else v_stage end;
          elsif v_mark <> ',' then
            v_ended := v_content > 0;
            v_trailing := v_ended and v_after_comma and v_content = v_said;
          elsif v_fronted and v_content > 0 then
            -- "In 2016, ...", "By default, ...": the subject is yet to come.
            for p in v_first..i loop
              v_roles[p] := 'o';
            end loop;
            v_fronted := false;
            v_stage := 's';
            v_oblique := false;
            c_predicates[v_clause] := 0;
            c_pivot_ends[v_clause] := i;
          elsif v_speaker then
            v_speaker := false;
            v_stage := 'o';
          elsif v_stage = 'o' then
            v_split := v_splits[i];
          end if;
          continue when v_split is null;
        elsif v_ended then
          v_split := 'own';
          v_ended := false;
        elsif v_aside then
          v_split := null;
        elsif v_tag = 'relative' then
          v_split := case when v_content > 0 then 'inherit' end;
        elsif v_tag = 'conjunction' and v_stage = 'o' then
          v_split := v_splits[i];
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
          v_after_comma := v_mark = ',';
          v_said := 0;
          v_first := case when v_mark is null and v_tag <> 'conjunction' then i else i + 1 end;
          v_stage := 's';
          v_content := 0;
          v_auxiliary := false;
          v_copula := false;
          v_fronted := false;
          v_speaker := false;
          v_oblique := false;
          v_agent := false;
          v_participle := false;
          v_denied := false;
          v_quality := 0;
          v_reach := 0;
          continue when v_mark is not null;
        end if;

        v_clauses[i] := v_clause;
        v_roles[i] := case
          when v_aside then 'p'
          when v_speaker or v_stage = 's' then 's'
          when v_agent then 'a'
          when v_oblique then 'p'
          else 'o'
        end;
        v_ended := v_ended or v_tag in ('affirmed', 'denied');
      continue when v_tag in ('stop', 'second', 'affirmed', 'denied');
        v_word := f_words[i];
        v_kind := f_kinds[i];

        -- Who says so: "according to X" before the statement or after it.
        if v_word = 'according' then
          if v_stage = 'o' then
            for p in v_first..i loop
              v_roles[p] := case when v_roles[p] = 'v' then 'v' else 'o' end;
            end loop;
          end if;
          v_speaker := true;
          c_speakers[v_clause] := true;
          f_kinds[i] := 'f';
          f_concepts[i] := '';
          continue;
        end if;

        -- The verb: what stands before it is the subject.
        if v_stage = 's' and v_finite[i] and not v_speaker and not v_aside
          and (v_content > 0 or c_subjects[v_clause] <> v_clause or (i > v_first and f_tags[i - 1] = 'pronoun')) then
          if v_content = 0 and c_subjects[v_clause] = v_clause and v_clause > 1 then
            c_subjects[v_clause] := c_subjects[v_clause - 1];
          end if;
          v_stage := 'o';
          v_roles[i] := 'v';
          c_predicates[v_clause] := i;
          c_speakers[v_clause] := v_tag = 'speech';
          v_said := case when v_tag = 'speech' then v_content + 1 else 0 end;
          v_auxiliary := v_kind = 'f';
          v_participle := v_kind = 'c' and v_participles[i];
          v_copula := v_tag = 'be' or v_word in ('isn''t', 'aren''t', 'wasn''t', 'weren''t');
        elsif v_stage = 's' and v_tag = 'verb' and v_content = 0 and v_kind = 'c' and not v_speaker and not v_aside
          and c_subjects[v_clause] = v_clause and not (v_word like '%s' or v_word like '%ed' or v_word like '%ing') and i = v_first and not coalesce(v_finite[i + 1], false) then
          -- An imperative: no subject.
          v_stage := 'o';
          v_roles[i] := 'v';
          c_predicates[v_clause] := i;
        elsif v_auxiliary then
          if v_tag = 'be' then
            v_copula := true;
          elsif v_kind = 'c' then
            v_auxiliary := false;
            c_predicates[v_clause] := i;
            c_passives[v_clause] := v_copula and v_participles[i];
            c_speakers[v_clause] := v_tag = 'speech' and not v_copula;
            if v_participles[i] or v_tag in ('verb', 'speech') or v_word like '%ing' then
              v_roles[i] := 'v';
            end if;
          end if;
        end if;

        if v_kind = 'f' then
          if v_tag = 'preposition' then
            -- After a preposition stands no object; after by, with a participle, stands who did it.
            if v_stage = 'o' then
              v_roles[i] := 'p';
              v_oblique := true;
              v_agent := v_word = 'by' and c_predicates[v_clause] > 0
                and (c_passives[v_clause] or (v_participle and v_roles[i - 1] = 'v'));
              c_passives[v_clause] := c_passives[v_clause] or v_agent;
            end if;
            v_fronted := v_fronted or i = v_first;
            if v_reach = 1 and v_reached and v_word <> 'to' then
              v_reach := 0;
            end if;
          elsif v_tag = 'negator' and (
            -- No, it is not; with or without; may or may not; a non-member card: nothing is denied.
            (v_word = 'no' and (
              v_marks[i + 1] is not null or f_tags[i + 1] in ('pronoun', 'conjunction', 'be', 'auxiliary', 'modal')
              or f_words[i + 1] in ('i', 'you', 'we', 'they', 'he', 'she', 'it', 'there', 'that', 'this')
            ))
            or (v_word in ('barely', 'hardly', 'scarcely') and 'd' in (f_kinds[i + 1], f_kinds[i + 2]))
            or f_words[i - 1] = 'or'
            or (f_words[i - 2] = 'or' and f_words[i - 1] = f_words[i - 3])
            or (v_word = 'non' and (f_kinds[i + 1] = 'n' or f_kinds[i + 2] in ('c', 'n')))
          ) then
            v_reached := false;
          elsif v_tag = 'negator' then
            -- It bears on the next one or two words of content. No dog may, neither of them may: the verb is denied too.
            c_negators[v_clause] := c_negators[v_clause] + 1;
            v_negators := case when v_reach > 0 then v_negators + 1 else 1 end;
            v_reach := greatest(v_reach, f_levels[i]::int);
            v_reached := false;
            v_denied := v_denied or (v_stage = 's' and v_word in ('no', 'none', 'neither', 'nobody', 'nothing'));
          elsif v_tag = 'conjunction' then
            v_reach := 0;
            v_denied := false;
          elsif v_tag = 'quantifier' and v_word = 'not' then
            c_negators[v_clause] := c_negators[v_clause] + 1;
          elsif v_tag in ('condition', 'order') then
            v_fronted := v_fronted or i = v_first;
            if v_word in ('unless', 'except') then
              c_negators[v_clause] := c_negators[v_clause] + 1;
            end if;
          elsif v_word = 'may' and c_obligations[v_clause] = 0 then
            c_obligations[v_clause] := -0.5;
          end if;
        else
          v_content := v_content + 1;
        end if;
        if v_reach > 0 and v_tag <> 'negator' and (v_kind <> 'f' or f_poles[i] <> 0) then
          v_negations[i] := v_negators;
          v_reached := true;
          -- Some verbs pass it on: do not seem to, do not think that.
          if v_word not in ('appear', 'seem', 'seems', 'tend', 'appears', 'yet', 'expected', 'think', 'believe', 'want') then
            v_reach := v_reach - 1;
          end if;
        end if;
        if v_denied and v_kind <> 'f' and i = c_predicates[v_clause] then
          v_negations[i] := greatest(v_negations[i], 1);
          v_denied := false;
        end if;

        -- How sure, how binding.
        if v_tag in ('hedge', 'modal') then
          c_certainties[v_clause] := least(c_certainties[v_clause], f_levels[i]);
        elsif v_tag = 'obligation' then
          c_obligations[v_clause] := f_levels[i];
        elsif v_tag in ('comparison', 'order') then
          -- Comparisons and orders have two sides.
          if c_pivots[v_clause] = 0 then
            c_pivots[v_clause] := i;
            c_comparators[v_clause] := case when v_tag = 'order' then i when v_quality > i - 9 then v_quality else 0 end;
          end if;
        elsif v_word in ('more', 'less', 'fewer') or (v_word like '%er' and v_kind = 'c' and v_quality <> i - 1) then
          v_quality := i;
        end if;
      end loop;

      for i in v_false + 1..case when v_false > 0 then v_count else 0 end loop
        v_negations[i] := v_negations[i] + (v_clauses[i] = 1 and f_kinds[i] <> 'f')::int;
      end loop;

      features := row(
        f_words, f_starts, f_concepts, f_bare, f_poles, v_negations, v_clauses, f_kinds, v_roles, f_tags, f_levels, c_subjects,
        c_predicates, c_passives, c_speakers, c_certainties, c_obligations, c_pivots, c_pivot_ends, c_comparators, c_negators,
        f_quotations
      )::groundcheck_internal.word_features;
      features := case when 'speech' = any (f_tags) then groundcheck_internal.turn_speakers(features) else features end;
      return next;
    end;
  end loop;
end;
$$;
comment on function groundcheck_internal.read_words is 'The words of each text with their concepts, polarity, clauses and roles, as compare_meaning needs them.';
revoke all on function groundcheck_internal.read_words from public;
