-- Where a claim turns its evidence round: comparisons and orders inverted, roles swapped, what is affirmed here denied
-- there, by a negator or by an opposite. In this order: a comparison inverted twice is no opposite.
create or replace function groundcheck_internal.compare_polarity(
  claim groundcheck_internal.word_features,
  evidence groundcheck_internal.word_features,
  found groundcheck_internal.word_match
)
returns table (kind text, severity real, claim_at int, evidence_at int)
language plpgsql
immutable
strict
parallel safe
as $$
declare
  p_claim int[] := found.claim_at;
  p_evidence int[] := found.evidence_at;
  p_flip int[] := found.flips;
  v_size int[] := found.sizes;
  e_tags text[] := evidence.tags;
  c_clauses int[] := claim.clauses;
  c_words text[] := claim.words;
  e_words text[] := evidence.words;
  c_concepts text[] := claim.concepts;
  c_poles smallint[] := claim.poles;
  c_negations smallint[] := claim.negations;
  c_kinds text[] := claim.kinds;
  c_roles text[] := claim.roles;
  c_tags text[] := claim.tags;
  c_passives boolean[] := claim.passives;
  c_pivots int[] := claim.pivots;
  c_pivot_ends int[] := claim.pivot_ends;
  c_comparators int[] := claim.comparators;
  c_negators int[] := claim.negators;
  e_concepts text[] := evidence.concepts;
  e_poles smallint[] := evidence.poles;
  e_negations smallint[] := evidence.negations;
  e_clauses int[] := evidence.clauses;
  e_kinds text[] := evidence.kinds;
  e_roles text[] := evidence.roles;
  e_subject_clauses int[] := evidence.subject_clauses;
  e_passives boolean[] := evidence.passives;
  e_pivots int[] := evidence.pivots;
  e_pivot_ends int[] := evidence.pivot_ends;
  e_comparators int[] := evidence.comparators;
  e_negators int[] := evidence.negators;
  c_predicates int[] := claim.predicates;
  e_predicates int[] := evidence.predicates;
  v_from int;
  v_to int;
  v_best int;
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
  v_both boolean;
  v_c_ranks int[] := '{}';
  v_e_ranks int[] := '{}';
  v_weaker boolean;
  v_count int := pg_catalog.cardinality(evidence.words);
  v_claim_count int := pg_catalog.cardinality(claim.words);
  v_clauses int := pg_catalog.cardinality(evidence.predicates);
  v_records int[] := '{}';
  i int;
  j int;
begin
  -- Leaves of records that are true or false: see compare_records.
  if 'denied' = any (e_tags) or 'affirmed' = any (e_tags) then
    v_records := array(
      select t.clause from unnest(e_clauses, e_tags) as t (clause, tag) where t.tag in ('denied', 'affirmed')
    );
  end if;
  for k in 1..pg_catalog.cardinality(found.best) loop
    continue when found.best[k] = 0;
    v_from := found.first_pairs[k];
    v_to := found.first_pairs[k + 1] - 1;
    v_best := found.best[k];
    v_share := found.tops[k] / v_size[k];
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
        continue when e_clauses[j] <> v_best or i = c_comparators[k] or c_kinds[i] = 'f' or c_roles[i] = 'v'
          -- East and west are opposites, and here two halls.
          or (c_words[i] <> e_words[j] and c_words[i] = any (e_words));
        v_side := case when i > c_pivots[k] and (c_pivot_ends[k] < c_pivots[k] or i <= c_pivot_ends[k]) then 2 else 1 end;
        v_other := case
          when j > e_pivots[v_best] and (e_pivot_ends[v_best] < e_pivots[v_best] or j <= e_pivot_ends[v_best]) then 2 else 1
        end;
        -- A word on both sides of the evidence tells nothing.
        v_near := false;
        for q in v_from..v_to loop
          if p_claim[q] = i and p_evidence[q] <> j and e_clauses[p_evidence[q]] = v_best
            and (c_words[i] = e_words[p_evidence[q]] or c_words[i] <> all (e_words)) then
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
        when v_swap_sides = 3 and v_same_sides <> 3 then -1
        else 0
      end;
      i := c_comparators[k];
      j := e_comparators[v_best];
      v_sign := (case when c_poles[i] < 0 then -1 else 1 end) * (case when e_poles[j] < 0 then -1 else 1 end)
        * (case when (c_negations[i] + e_negations[j]) % 2 = 1 then -1 else 1 end);
      v_skip := i;
      if v_order * v_sign = -1 then
        kind := case when c_tags[c_pivots[k]] = 'order' then 'temporal_order' else 'comparative' end;
        severity := case
          when c_tags[c_pivots[k]] = 'order' and v_share < 0.8 then 0.5 when v_order = -1 or v_same_sides = 3 then 1 else 0.7
        end;
        claim_at := i;
        evidence_at := j;
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
        continue when c_kinds[i] in ('f', 'd') or c_poles[i] * e_poles[j] = -1 or i = v_pc or j = v_pe or c_roles[i] = 'v' or e_roles[j] = 'v'
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
        if c_poles[v_pc] * e_poles[v_pe] = -1 and c_concepts[v_pc] in ('buy', 'lend', 'give', 'teach', 'win') then
          v_skip := v_pc;
        elsif c_poles[v_pc] * e_poles[v_pe] >= 0
          and c_concepts[v_pc] not in ('marri', 'meet', 'merg', 'associ', 'fight', 'equal', 'same', 'border', 'resembl') then
          kind := 'role_swap';
          severity := case when v_share < 0.8 then 0.5 else 1 end;
          claim_at := v_pc;
          evidence_at := v_pe;
          return next;
        end if;
      end if;
    end if;

    -- Polarity: the same thing affirmed here and denied there, by a negator or by an opposite.
    if v_share >= 0.5 and not v_best = any (v_records) then
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
          -- How many words of content a word stands behind: counted at the first opposite, most texts have none.
          if v_c_ranks = '{}' then
            v_side := 0;
            for a in 1..v_claim_count loop
              v_side := v_side + (c_kinds[a] <> 'f')::int;
              v_c_ranks[a] := v_side;
            end loop;
            v_side := 0;
            for a in 1..v_count loop
              v_side := v_side + (e_kinds[a] <> 'f')::int;
              v_e_ranks[a] := v_side;
            end loop;
          end if;
          -- A neighbour in common, or both do the same, or the claim is hardly more than this word.
          v_near := v_size[k] <= 2 or (
            c_roles[i] = 's' and e_roles[j] = 's' and v_pc > 0 and v_pe > 0 and c_concepts[v_pc] = e_concepts[v_pe]
          );
          for q in v_from..v_to loop
            exit when v_near;
            v_near := p_claim[q] <> i and c_kinds[p_claim[q]] <> 'f' and e_clauses[p_evidence[q]] = v_best
              and (abs(p_claim[q] - i) <= 4 or v_c_ranks[p_claim[q]] - v_c_ranks[i] between -2 and 2)
              and abs(p_evidence[q] - j) <= (case when c_negations[i] + e_negations[j] > 0 then 6 else 4 end);
          end loop;
          if v_near then
            -- A text that has both ends of the opposition, or both denies and affirms the word, says neither of the claim's.
            v_both := false;
            for a in 1..v_claim_count loop
              v_both := v_both or (c_concepts[a] = c_concepts[i] and a <> i
                and (c_poles[a] <> c_poles[i] or (c_negations[a] + c_negations[i]) % 2 = 1));
            end loop;
            for a in 1..v_count loop
              exit when v_both;
              v_both := e_concepts[a] = e_concepts[j] and e_clauses[a] = v_best and a <> j
                and (e_poles[a] <> e_poles[j] or (e_negations[a] + e_negations[j]) % 2 = 1);
            end loop;
            if v_both then
              v_agreed := i;
            elsif (c_negations[i] + e_negations[j]) % 2 = 1 or p_flip[p] = -1 then
              v_negation := case when v_negation = 0 then p else v_negation end;
            elsif c_kinds[i] <> 'n' and e_kinds[j] <> 'n' then
              v_antonym := case when v_antonym = 0 then p else v_antonym end;
            end if;
          end if;
        end if;
      end loop;
      -- Another clause that speaks nearly as much of it agrees; or one of the two only supposes it.
      v_weaker := false;
      for p in v_from..v_to loop
        exit when v_weaker or (v_antonym = 0 and v_negation = 0);
        i := p_claim[p];
        j := p_evidence[p];
        v_weaker := (i = p_claim[v_antonym] or i = p_claim[v_negation]) and e_clauses[j] <> v_best
          and found.scores[(k - 1) * v_clauses + e_clauses[j]] >= 0.5 * found.tops[k]
          and 1 = p_flip[p] * (case when c_poles[i] < 0 then -1 else 1 end) * (case when e_poles[j] < 0 then -1 else 1 end)
            * (case when (c_negations[i] + e_negations[j]) % 2 = 1 then -1 else 1 end);
      end loop;
      if v_antonym > 0 or v_negation > 0 then
        v_side := 0;
        for i in 1..v_claim_count loop
          if c_tags[i] = 'condition' and c_clauses[i] = k then
            v_side := v_side | 1 | (case when c_words[i] = 'unless' then 4 else 0 end);
          end if;
        end loop;
        for j in 1..v_count loop
          if e_tags[j] = 'condition' and e_clauses[j] = v_best then
            v_side := v_side | 2 | (case when e_words[j] = 'unless' then 8 else 0 end);
          end if;
        end loop;
        v_weaker := v_weaker or v_side & 3 in (1, 2) or v_side & 12 in (4, 8);
      end if;
      if v_antonym > 0 then
        kind := 'antonym';
        i := p_claim[v_antonym];
        j := p_evidence[v_antonym];
        -- Opposites are said of the same word beside them.
        v_near := v_size[k] <= 2 or (
          c_roles[i] = 's' and e_roles[j] = 's' and v_pc > 0 and v_pe > 0 and c_concepts[v_pc] = e_concepts[v_pe]
        );
        for q in v_from..v_to loop
          exit when v_near;
          v_near := p_claim[q] <> i and c_kinds[p_claim[q]] <> 'f' and e_clauses[p_evidence[q]] = v_best
            and abs(v_c_ranks[p_claim[q]] - v_c_ranks[i]) <= 2 and abs(v_e_ranks[p_evidence[q]] - v_e_ranks[j]) <= 2;
        end loop;
        -- Another negator near, on either side, may turn it back.
        severity := case
          when v_weaker or not v_near or c_negators[k] + e_negators[v_best] > 0 or v_share < 0.6 then 0.5 when v_share >= 0.75 then 1 else 0.7
        end;
        claim_at := i;
        evidence_at := j;
        return next;
      end if;
      -- Both deny something of it, an equal number of times: the same, said otherwise.
      if v_negation > 0 and not v_agrees_negated
        and not (c_negators[k] > 0 and e_negators[v_best] > 0 and (c_negators[k] + e_negators[v_best]) % 2 = 0) then
        kind := 'negation';
        i := p_claim[v_negation];
        j := p_evidence[v_negation];
        severity := case
          when v_weaker or (c_negators[k] > 0 and e_negators[v_best] > 0) then 0.5 when v_share >= 0.65 then 1 else 0.7
        end;
        claim_at := i;
        evidence_at := j;
        return next;
      end if;
    end if;
  end loop;
end;
$$;
comment on function groundcheck_internal.compare_polarity is 'Findings of the kinds comparative, temporal_order, role_swap, antonym and negation.';
revoke all on function groundcheck_internal.compare_polarity from public;
