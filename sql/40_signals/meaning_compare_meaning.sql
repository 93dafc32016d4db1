-- How the words of a claim relate to those of one piece of evidence on the same topic, beyond overlap. One row a
-- finding; none where nothing is at odds. severity: 1 contradicts, about 0.5 is not supported as stated.
--
-- Each clause of the claim is compared with the clause of the evidence that shares most of its words: a sentence may
-- say that one thing rose and another fell. A finding needs that much topic in common; precise before complete.
create or replace function groundcheck_internal.compare_meaning(
  claim groundcheck_internal.word_features,
  evidence groundcheck_internal.word_features
)
returns table (kind text, severity real, claim_part text, evidence_part text)
language plpgsql
immutable
strict
parallel safe
as $$
declare
  -- Arrays of their own are read in constant time, those inside of a composite are not.
  c_words text[] := claim.words;
  c_concepts text[] := claim.concepts;
  c_bare text[] := claim.bare;
  c_poles smallint[] := claim.poles;
  c_negations smallint[] := claim.negations;
  c_clauses smallint[] := claim.clauses;
  c_kinds text[] := claim.kinds;
  c_roles text[] := claim.roles;
  c_tags text[] := claim.tags;
  c_levels real[] := claim.levels;
  c_predicates smallint[] := claim.predicates;
  c_passives boolean[] := claim.passives;
  c_speakers boolean[] := claim.speakers;
  c_certainties real[] := claim.certainties;
  c_obligations real[] := claim.obligations;
  c_pivots smallint[] := claim.pivots;
  c_pivot_ends smallint[] := claim.pivot_ends;
  c_comparators smallint[] := claim.comparators;
  c_negators smallint[] := claim.negators;
  c_quotations text[] := claim.quotations;
  e_words text[] := evidence.words;
  e_concepts text[] := evidence.concepts;
  e_bare text[] := evidence.bare;
  e_poles smallint[] := evidence.poles;
  e_negations smallint[] := evidence.negations;
  e_clauses smallint[] := evidence.clauses;
  e_kinds text[] := evidence.kinds;
  e_roles text[] := evidence.roles;
  e_tags text[] := evidence.tags;
  e_levels real[] := evidence.levels;
  e_subject_clauses smallint[] := evidence.subject_clauses;
  e_predicates smallint[] := evidence.predicates;
  e_passives boolean[] := evidence.passives;
  e_speakers boolean[] := evidence.speakers;
  e_certainties real[] := evidence.certainties;
  e_obligations real[] := evidence.obligations;
  e_pivots smallint[] := evidence.pivots;
  e_pivot_ends smallint[] := evidence.pivot_ends;
  e_comparators smallint[] := evidence.comparators;
  e_negators smallint[] := evidence.negators;
  v_claim_clauses int := pg_catalog.cardinality(claim.predicates);
  v_clauses int := pg_catalog.cardinality(evidence.predicates);
  v_claim_count int := pg_catalog.cardinality(claim.words);
  v_count int := pg_catalog.cardinality(evidence.words);
  -- pairs of words that match: position in the claim, in the evidence, 1 or -1 for a negative prefix
  p_claim int[] := '{}';
  p_evidence int[] := '{}';
  p_flip int[] := '{}';
  v_pairs int := 0;
  -- by clause of the claim: its pairs, words of content, and what each clause of the evidence shares with it
  v_first int[];
  v_size int[];
  v_rest_size int[];
  v_scores real[];
  v_rest real[];
  v_seen int[];
  v_found int[];
  v_at int;
  v_weight real;
  v_hits int := 0;
  v_total int := 0;
  v_from int;
  v_to int;
  v_best int;
  v_rest_best int;
  v_top real;
  v_rest_top real;
  v_share real;
  v_pc int;
  v_pe int;
  v_skip int;
  v_side int;
  v_other int;
  v_same_sides int;
  v_swap_sides int;
  v_order int;
  v_sign int;
  v_agreed int;
  v_agrees_negated boolean;
  v_negation int;
  v_antonym int;
  v_near boolean;
  v_bound int;
  v_rival int;
  v_head text;
  v_level real;
  v_evidence_level real;
  v_universal boolean;
  v_mark int;
  v_inside int;
  v_kept int;
  v_quote text;
  i int;
  j int;
  b int;
begin
  if v_claim_count = 0 or v_count = 0 then
    return;
  end if;

  v_size := pg_catalog.array_fill(0, array[v_claim_clauses]);
  v_rest_size := v_size;
  v_first := pg_catalog.array_fill(1, array[v_claim_clauses + 1]);
  v_scores := pg_catalog.array_fill(0::real, array[v_claim_clauses * v_clauses]);
  v_rest := v_scores;
  v_seen := pg_catalog.array_fill(0, array[v_clauses]);

  -- Which words match, and how much each clause of the evidence shares with each of the claim.
  for i in 1..v_claim_count loop
    v_first[c_clauses[i] + 1] := v_pairs + 1;
    continue when c_concepts[i] = '';
    v_sign := 1;
    v_found := pg_catalog.array_positions(e_concepts, c_concepts[i]);
    if v_found = '{}' then
      if c_bare[i] <> '' then
        v_found := pg_catalog.array_positions(e_concepts, c_bare[i]);
        v_sign := -1;
      elsif c_concepts[i] = any (e_bare) then
        v_found := pg_catalog.array_positions(e_bare, c_concepts[i]);
        v_sign := -1;
      end if;
    end if;
    v_weight := case when c_kinds[i] = 'f' then 0 when i = c_predicates[c_clauses[i]] then 1.2 else 1 end;
    if v_weight > 0 then
      v_size[c_clauses[i]] := v_size[c_clauses[i]] + 1;
      v_total := v_total + 1;
      if c_roles[i] <> 's' then
        v_rest_size[c_clauses[i]] := v_rest_size[c_clauses[i]] + 1;
      end if;
      if v_found <> '{}' then
        v_hits := v_hits + 1;
      end if;
    end if;
    foreach j in array v_found loop
      v_pairs := v_pairs + 1;
      p_claim[v_pairs] := i;
      p_evidence[v_pairs] := j;
      p_flip[v_pairs] := v_sign;
      if v_weight > 0 then
        b := e_clauses[j];
        loop
          if v_seen[b] <> i then
            v_seen[b] := i;
            v_at := (c_clauses[i] - 1) * v_clauses + b;
            v_scores[v_at] := v_scores[v_at] + v_weight;
            if c_roles[i] <> 's' then
              v_rest[v_at] := v_rest[v_at] + v_weight;
            end if;
          end if;
          -- A subject counts in every clause that has it.
          exit when e_roles[j] <> 's' or b >= v_clauses or e_subject_clauses[b + 1] <> e_subject_clauses[e_clauses[j]];
          b := b + 1;
        end loop;
      end if;
    end loop;
    v_first[c_clauses[i] + 1] := v_pairs + 1;
  end loop;
  if v_hits = 0 or v_hits < 0.4 * v_total then
    return;
  end if;

  for k in 1..v_claim_clauses loop
    continue when v_size[k] = 0;
    v_from := v_first[k];
    v_to := v_first[k + 1] - 1;
    v_best := 0;
    v_top := 0;
    v_rest_best := 0;
    v_rest_top := 0;
    for b in 1..v_clauses loop
      v_at := (k - 1) * v_clauses + b;
      if v_scores[v_at] > v_top then
        v_top := v_scores[v_at];
        v_best := b;
      end if;
      if v_rest[v_at] > v_rest_top then
        v_rest_top := v_rest[v_at];
        v_rest_best := b;
      end if;
    end loop;
    continue when v_best = 0;
    v_share := v_top / v_size[k];
    v_pc := c_predicates[k];
    v_pe := e_predicates[v_best];
    v_skip := 0;

    -- Two sides: comparisons, before and after. "A larger than B" says what "B smaller than A" says.
    if c_pivots[k] > 0 and e_pivots[v_best] > 0 and c_comparators[k] > 0 and e_comparators[v_best] > 0
      and c_concepts[c_comparators[k]] = e_concepts[e_comparators[v_best]] then
      v_same_sides := 0;
      v_swap_sides := 0;
      v_order := 0;
      for p in v_from..v_to loop
        i := p_claim[p];
        j := p_evidence[p];
        continue when e_clauses[j] <> v_best or i = c_comparators[k] or c_kinds[i] = 'f' or c_roles[i] = 'v';
        v_side := case when i > c_pivots[k] and (c_pivot_ends[k] < c_pivots[k] or i <= c_pivot_ends[k]) then 2 else 1 end;
        v_other := case
          when j > e_pivots[v_best] and (e_pivot_ends[v_best] < e_pivots[v_best] or j <= e_pivot_ends[v_best]) then 2 else 1
        end;
        -- A word on both sides of the evidence tells nothing.
        v_near := false;
        for q in v_from..v_to loop
          if p_claim[q] = i and p_evidence[q] <> j and e_clauses[p_evidence[q]] = v_best then
            v_near := v_near or v_other <> case
              when p_evidence[q] > e_pivots[v_best]
                and (e_pivot_ends[v_best] < e_pivots[v_best] or p_evidence[q] <= e_pivot_ends[v_best]) then 2 else 1
            end;
          end if;
        end loop;
        continue when v_near;
        if v_side = v_other then
          v_same_sides := v_same_sides | v_side;
          v_order := v_order + 1;
        else
          v_swap_sides := v_swap_sides | v_side;
          v_order := v_order - 1;
        end if;
      end loop;
      v_order := case
        when v_same_sides > 0 and v_swap_sides = 0 then 1
        when v_swap_sides = 3 and v_order < 0 then -1
        else 0
      end;
      i := c_comparators[k];
      j := e_comparators[v_best];
      v_sign := (case when c_poles[i] < 0 then -1 else 1 end) * (case when e_poles[j] < 0 then -1 else 1 end)
        * (case when (c_negations[i] + e_negations[j]) % 2 = 1 then -1 else 1 end);
      v_skip := i;
      if v_order * v_sign = -1 then
        kind := case when c_tags[c_pivots[k]] = 'order' then 'temporal_order' else 'comparative' end;
        severity := case when v_order = -1 or v_same_sides = 3 then 1 else 0.7 end;
        claim_part := c_words[i];
        evidence_part := e_words[j];
        return next;
      end if;
    end if;

    -- Who did it to whom.
    if v_pc > 0 and v_pe > 0 and v_skip = 0 and c_concepts[v_pc] = e_concepts[v_pe] and c_concepts[v_pc] <> '' then
      v_same_sides := 0;
      v_swap_sides := 0;
      v_order := 0;
      for p in v_from..v_to loop
        i := p_claim[p];
        j := p_evidence[p];
        continue when c_kinds[i] in ('f', 'd') or i = v_pc or j = v_pe or c_roles[i] = 'v' or e_roles[j] = 'v'
          or (
            (c_roles[i] = 'p' or e_roles[j] = 'p')
            and (c_kinds[i] = 'c' or e_kinds[j] = 'c' or c_passives[k] or e_passives[v_best])
          )
          or not (e_clauses[j] = v_best or (e_roles[j] = 's' and e_clauses[j] = e_subject_clauses[v_best]));
        v_side := case when c_roles[i] = 'a' or (c_roles[i] = 's' and not c_passives[k]) then 1 else 2 end;
        v_other := case when e_roles[j] = 'a' or (e_roles[j] = 's' and not e_passives[v_best]) then 1 else 2 end;
        if v_side = v_other then
          v_same_sides := v_same_sides | v_side;
          v_order := v_order + 1;
        else
          v_swap_sides := v_swap_sides | v_side;
          v_order := v_order - 1;
        end if;
      end loop;
      if v_swap_sides = 3 and v_order < 0 and v_same_sides <> 3 then
        if c_poles[v_pc] * e_poles[v_pe] = -1 and c_concepts[v_pc] in ('buy', 'lend', 'give', 'teach') then
          v_skip := v_pc;
        elsif c_poles[v_pc] * e_poles[v_pe] >= 0
          and c_concepts[v_pc] not in ('marri', 'meet', 'merg', 'associ', 'fight', 'equal', 'same', 'border', 'resembl') then
          kind := 'role_swap';
          severity := 1;
          claim_part := c_words[v_pc];
          evidence_part := e_words[v_pe];
          return next;
        end if;
      end if;
    end if;

    -- Polarity: the same thing affirmed here and denied there, by a negator or by an opposite.
    if v_share >= 0.5 then
      v_agreed := 0;
      v_agrees_negated := false;
      v_negation := 0;
      v_antonym := 0;
      for p in v_from..v_to loop
        i := p_claim[p];
        j := p_evidence[p];
        continue when i = v_skip or e_clauses[j] <> v_best
          or (c_poles[i] = 0 and c_negations[i] = 0 and e_negations[j] = 0 and p_flip[p] = 1);
        v_sign := p_flip[p] * (case when c_poles[i] < 0 then -1 else 1 end) * (case when e_poles[j] < 0 then -1 else 1 end)
          * (case when (c_negations[i] + e_negations[j]) % 2 = 1 then -1 else 1 end);
        if v_sign = 1 then
          v_agreed := i;
          v_agrees_negated := v_agrees_negated or c_negations[i] > 0 or e_negations[j] > 0;
          if v_antonym > 0 and p_claim[v_antonym] = i then
            v_antonym := 0;
          end if;
          if v_negation > 0 and p_claim[v_negation] = i then
            v_negation := 0;
          end if;
        elsif v_agreed <> i then
          -- A neighbour in common, or the claim is hardly more than this word.
          v_near := v_size[k] <= 2;
          for q in v_from..v_to loop
            exit when v_near;
            v_near := p_claim[q] <> i and c_kinds[p_claim[q]] <> 'f' and e_clauses[p_evidence[q]] = v_best
              and abs(p_claim[q] - i) <= 4 and abs(p_evidence[q] - j) <= 4;
          end loop;
          if v_near then
            if (c_negations[i] + e_negations[j]) % 2 = 1 or p_flip[p] = -1 then
              v_negation := p;
            else
              v_antonym := p;
            end if;
          end if;
        end if;
      end loop;
      if v_antonym > 0 then
        kind := 'antonym';
        i := p_claim[v_antonym];
        j := p_evidence[v_antonym];
        -- Another negator near, on either side, may turn it back.
        severity := case when c_negators[k] + e_negators[v_best] > 0 then 0.5 when v_share >= 0.65 then 1 else 0.7 end;
        claim_part := c_words[i];
        evidence_part := e_words[j];
        return next;
      end if;
      if v_negation > 0 and not v_agrees_negated then
        kind := 'negation';
        i := p_claim[v_negation];
        j := p_evidence[v_negation];
        severity := case
          when c_negators[k] > 0 and e_negators[v_best] > 0 then 0.5 when v_share >= 0.65 then 1 else 0.7
        end;
        claim_part := (case when c_negations[i] % 2 = 1 then 'not ' else '' end) || c_words[i];
        evidence_part := (case when e_negations[j] % 2 = 1 then 'not ' else '' end) || e_words[j];
        return next;
      end if;
    end if;

    -- Certainty and obligation.
    if v_share >= 0.6 then
      v_near := false;
      for p in v_from..v_to loop
        v_near := v_near or (e_clauses[p_evidence[p]] = v_best and e_tags[p_evidence[p]] = 'hedge');
      end loop;
      if e_certainties[v_best] <= 0.5 and c_certainties[k] > 0.5 and e_obligations[v_best] <= 0 and not v_near then
        kind := 'modality';
        severity := case
          when 'modal' = any (c_tags) and 1.5 = any (c_levels) then 0.9
          when
            e_certainties[v_best] < 0.4 and c_certainties[k] = 1 and v_pc > 1
            and (c_words[v_pc - 1] in ('has', 'have', 'had') or c_words[greatest(v_pc - 2, 1)] in ('has', 'have', 'had')) then 0.8
          else 0.5
        end;
        claim_part := c_words[greatest(v_pc, 1)];
        evidence_part := e_words[greatest(v_pe, 1)];
        return next;
      elsif c_obligations[k] * e_obligations[v_best] < 0 then
        kind := 'modality';
        severity := 0.8;
        claim_part := c_words[greatest(v_pc, 1)];
        evidence_part := e_words[greatest(v_pe, 1)];
        return next;
      end if;
    end if;

    -- How many, how often; conditions. A quantifier speaks of the next word of content, an adverb of its clause.
    v_universal := false;
    if v_share >= 0.5 then
      for i in 1..v_claim_count loop
        continue when c_clauses[i] <> k or c_tags[i] not in ('quantifier', 'exclusive');
        v_level := c_levels[i];
        v_universal := v_universal or (v_level = 4 and c_tags[i] = 'quantifier');
        v_head := '';
        for a in i + 1..least(i + 4, v_claim_count) loop
          if c_kinds[a] <> 'f' then
            v_head := c_concepts[a];
            exit;
          end if;
        end loop;
        for j in 1..v_count loop
          continue when e_clauses[j] <> v_best or e_tags[j] not in ('quantifier', 'exclusive') or c_tags[i] <> e_tags[j];
          continue when c_tags[i] = 'exclusive';
          v_evidence_level := e_levels[j];
          v_near := false;
          for a in j + 1..least(j + 4, v_count) loop
            if e_kinds[a] <> 'f' then
              v_near := e_concepts[a] = v_head;
              exit;
            end if;
          end loop;
          continue when not v_near or v_evidence_level = v_level;
          kind := 'quantifier';
          severity := case
            when v_level = 4 and v_evidence_level <= 2 then 0.8
            when v_level = 4 then 0.6
            when v_level >= 3 and v_evidence_level <= 1 then 0.9
            when v_level <= 1 and v_evidence_level >= 2 then 0.7
            when v_level = 3 and v_evidence_level = 2 then 0.5
            else 0.2
          end;
          claim_part := c_words[i];
          evidence_part := e_words[j];
          return next;
        end loop;
      end loop;

      -- A condition of the evidence that the claim leaves out.
      v_mark := 0;
      for j in 1..v_count loop
        if e_clauses[j] = v_best and e_tags[j] = 'condition' then
          v_mark := j;
          exit;
        end if;
      end loop;
      if v_mark > 0 then
        v_inside := 0;
        v_kept := 0;
        for j in v_mark + 1..v_count loop
          exit when e_clauses[j] <> v_best
            or (e_pivot_ends[v_best] > v_mark and j > e_pivot_ends[v_best]);
          if e_kinds[j] <> 'f' then
            v_inside := v_inside + 1;
            if e_concepts[j] = any (c_concepts) then
              v_kept := v_kept + 1;
            end if;
          end if;
        end loop;
        if v_inside > 0 and v_kept < v_inside then
          v_weight := v_kept::real / v_inside;
          severity := case
            when v_universal then case when v_weight < 0.34 then 0.9 when e_levels[v_mark] = 1 then 0.8 else 0.5 end
            when 'condition' = any (c_tags) then 0
            when v_weight < 0.34 then case when e_levels[v_mark] = 1 then 0.6 else 0.4 end
            else 0
          end;
          if severity > 0 then
            kind := 'condition';
            claim_part := c_words[greatest(v_pc, 1)];
            evidence_part := e_words[v_mark];
            return next;
          end if;
        end if;
      end if;
    end if;

    -- Bound to another subject: the rest is said of a rival, while the claim's subject is that of other clauses.
    v_bound := 0;
    v_rival := 0;
    if v_clauses > 1 and v_rest_best > 0 and v_rest_top >= 0.6 * v_rest_size[k] and v_rest_size[k] > 0 then
      for p in v_from..v_to loop
        i := p_claim[p];
        j := p_evidence[p];
        continue when c_roles[i] <> 's' or c_kinds[i] = 'f' or e_roles[j] <> 's'
          or e_subject_clauses[e_clauses[j]] = e_subject_clauses[v_rest_best]
          or v_rest[(k - 1) * v_clauses + e_clauses[j]] >= v_rest_top;
        v_near := false;
        for q in v_from..v_to loop
          v_near := v_near or (
            p_claim[q] = i and e_clauses[p_evidence[q]] in (v_rest_best, e_subject_clauses[v_rest_best])
          );
        end loop;
        if not v_near then
          v_bound := p;
          exit;
        end if;
      end loop;
      if v_bound > 0 then
        for j in 1..v_count loop
          if e_clauses[j] = e_subject_clauses[v_rest_best] and e_roles[j] = 's'
            and (e_kinds[j] = e_kinds[p_evidence[v_bound]] or (e_kinds[j] || e_kinds[p_evidence[v_bound]] in ('in', 'ni', 'ci', 'ic'))) and not e_concepts[j] = any (c_concepts) then
            v_rival := j;
            exit;
          end if;
        end loop;
        if v_rival > 0 then
          kind := case when c_speakers[k] or e_speakers[v_rest_best] then 'attribution' else 'binding' end;
          severity := case
            when c_kinds[p_claim[v_bound]] in ('n', 'd') or e_kinds[p_evidence[v_bound]] = 'n' then 1 when v_rest_top >= 0.8 * v_rest_size[k] then 0.7 else 0.5
          end;
          claim_part := c_words[p_claim[v_bound]];
          evidence_part := e_words[v_rival];
          return next;
        end if;
      end if;
    end if;

    -- Bound to another verb: the clause that has the claim's verb has another name or number in its place.
    if v_clauses > 1 and v_rival = 0 and v_pc > 0 and c_concepts[v_pc] <> '' then
      v_best := 0;
      v_top := 0;
      for p in v_from..v_to loop
        if p_claim[p] = v_pc and v_scores[(k - 1) * v_clauses + e_clauses[p_evidence[p]]] > v_top then
          v_best := e_clauses[p_evidence[p]];
          v_top := v_scores[(k - 1) * v_clauses + v_best];
        end if;
      end loop;
      if v_best > 0 then
        for p in v_from..v_to loop
          i := p_claim[p];
          j := p_evidence[p];
          continue when c_kinds[i] not in ('n', 'd', 'i') or e_clauses[j] = v_best or i = v_pc
            or (c_kinds[i] = 'i' and e_kinds[j] <> 'n');
          v_near := false;
          for q in v_from..v_to loop
            v_near := v_near or (
              p_claim[q] = i and e_clauses[p_evidence[q]] in (v_best, e_subject_clauses[v_best])
            );
          end loop;
          continue when v_near;
          for r in 1..v_count loop
            if e_clauses[r] = v_best and e_kinds[r] = e_kinds[j] and not e_concepts[r] = any (c_concepts)
              and (case
                when c_kinds[i] = 'd' then
                  pg_catalog.length(e_words[r]) = pg_catalog.length(c_words[i])
                  or (i < v_claim_count and r < v_count and c_concepts[i + 1] = e_concepts[r + 1])
                else c_roles[i] in ('s', 'o', 'a') and case when c_roles[i] = 'a' then e_roles[r] = 's' or e_roles[r] = 'a'
                  when c_roles[i] = 's' then e_roles[r] = case when c_passives[k] = e_passives[v_best] then 's' else 'o' end
                  else e_roles[r] = case when c_passives[k] = e_passives[v_best] then 'o' else 's' end end
              end) then
              v_rival := r;
              exit;
            end if;
          end loop;
          if v_rival > 0 then
            kind := 'binding';
            severity := 0.9;
            claim_part := c_words[i];
            evidence_part := e_words[v_rival];
            return next;
            exit;
          end if;
        end loop;
      end if;
    end if;
  end loop;

  -- Quoted words must be there, word for word.
  foreach v_quote in array c_quotations loop
    if pg_catalog.strpos(' ' || pg_catalog.array_to_string(e_words, ' ') || ' ', ' ' || v_quote || ' ') = 0 then
      kind := 'quotation';
      severity := 0.5;
      claim_part := v_quote;
      evidence_part := null;
      return next;
    end if;
  end loop;

  -- Names and identifiers that this evidence does not have.
  for i in 1..v_claim_count loop
    if c_kinds[i] = 'n' and c_concepts[i] <> '' and not c_concepts[i] = any (e_concepts) and not c_words[i] = any (e_words) then
      kind := 'name';
      severity := 0.5;
      claim_part := c_words[i];
      evidence_part := null;
      return next;
    end if;
  end loop;
end;
$$;
comment on function groundcheck_internal.compare_meaning is
  'Findings where a claim and evidence on its topic are at odds in negation, opposites, comparison, order, roles, quantity, certainty, condition, attribution, binding, names or quotations.';
revoke all on function groundcheck_internal.compare_meaning from public;
