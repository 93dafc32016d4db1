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
  c groundcheck_internal.word_features := claim;
  e groundcheck_internal.word_features := evidence;
  v_claim_clauses int := pg_catalog.cardinality(claim.predicates);
  v_clauses int := pg_catalog.cardinality(evidence.predicates);
  v_claim_count int := pg_catalog.cardinality(claim.words);
  v_count int := pg_catalog.cardinality(evidence.words);
  -- pairs of words that match: position in the claim, in the evidence, 1 or -1 for a negative prefix
  p_claim int[] := '{}';
  p_evidence int[] := '{}';
  p_flip int[] := '{}';
  v_pairs int := 0;
  v_found int[];
  v_flip int;
  v_size int[];
  v_scores real[];
  v_rest real[];
  v_seen int[];
  v_matched boolean[];
  v_at int;
  v_weight real;
  v_best int;
  v_share real;
  v_top real;
  v_topic real;
  i int;
  j int;
  k int;
  b int;
  s int;
  v_same int;
  v_swap int;
  v_same_sides int;
  v_swap_sides int;
  v_order int;
  v_pc int;
  v_pe int;
  v_skip int;
  v_agrees boolean;
  v_against int;
  v_near boolean;
  v_negatives boolean;
  v_text text;
  v_head text;
  v_level real;
  v_bound int;
  v_rival int;
  v_negation int;
  v_total int := 0;
  v_hits int := 0;
begin
  if v_claim_count = 0 or v_count = 0 then
    return;
  end if;

  v_size := pg_catalog.array_fill(0, array[v_claim_clauses]);
  v_scores := pg_catalog.array_fill(0::real, array[v_claim_clauses * v_clauses]);
  v_rest := v_scores;
  v_seen := pg_catalog.array_fill(0, array[v_clauses]);
  v_matched := pg_catalog.array_fill(false, array[v_claim_count]);

  -- Which words match, and how much each clause of the evidence shares with each of the claim.
  for i in 1..v_claim_count loop
    continue when c.concepts[i] = '';
    k := c.clauses[i];
    v_flip := 1;
    v_found := pg_catalog.array_positions(e.concepts, c.concepts[i]);
    if v_found = '{}' then
      if c.bare[i] <> '' then
        v_found := pg_catalog.array_positions(e.concepts, c.bare[i]);
        v_flip := -1;
      elsif c.concepts[i] = any (e.bare) then
        v_found := pg_catalog.array_positions(e.bare, c.concepts[i]);
        v_flip := -1;
      end if;
    end if;
    v_weight := case when c.kinds[i] = 'f' then 0 when i = c.predicates[k] then 1.2 else 1 end;
    if v_weight > 0 then
      v_size[k] := v_size[k] + 1;
      v_total := v_total + 1;
      if v_found <> '{}' then
        v_hits := v_hits + 1;
        v_matched[i] := true;
      end if;
    end if;
    foreach j in array v_found loop
      v_pairs := v_pairs + 1;
      p_claim[v_pairs] := i;
      p_evidence[v_pairs] := j;
      p_flip[v_pairs] := v_flip;
      if v_weight > 0 then
        b := e.clauses[j];
        loop
          if v_seen[b] <> i then
            v_seen[b] := i;
            v_at := (k - 1) * v_clauses + b;
            v_scores[v_at] := v_scores[v_at] + v_weight;
            if c.roles[i] <> 's' then
              v_rest[v_at] := v_rest[v_at] + v_weight;
            end if;
          end if;
          -- A subject counts in every clause that has it.
          exit when e.roles[j] <> 's' or b >= v_clauses or e.subject_clauses[b + 1] <> e.subject_clauses[e.clauses[j]];
          b := b + 1;
        end loop;
      end if;
    end loop;
  end loop;
  v_topic := v_hits::real / greatest(v_total, 1);
  if v_hits = 0 or v_topic < 0.4 then
    return;
  end if;

  for k in 1..v_claim_clauses loop
    continue when v_size[k] = 0;
    v_best := 0;
    v_top := 0;
    for b in 1..v_clauses loop
      if v_scores[(k - 1) * v_clauses + b] > v_top then
        v_top := v_scores[(k - 1) * v_clauses + b];
        v_best := b;
      end if;
    end loop;
    continue when v_best = 0;
    v_share := v_top / v_size[k];
    v_pc := c.predicates[k];
    v_pe := e.predicates[v_best];
    v_skip := 0;

    -- Two sides: comparisons, before and after. "A larger than B" says what "B smaller than A" says.
    if c.pivots[k] > 0 and e.pivots[v_best] > 0 and c.comparators[k] > 0 and e.comparators[v_best] > 0
      and c.concepts[c.comparators[k]] = e.concepts[e.comparators[v_best]] then
      v_same_sides := 0;
      v_swap_sides := 0;
      for p in 1..v_pairs loop
        i := p_claim[p];
        j := p_evidence[p];
        continue when c.clauses[i] <> k or e.clauses[j] <> v_best or i = c.comparators[k] or c.kinds[i] = 'f';
        -- 1: before the pivot, 2: after it; a word on both sides tells nothing.
        v_same := case when i > c.pivots[k] and (c.pivot_ends[k] = 0 or i <= c.pivot_ends[k]) then 2 else 1 end;
        v_swap := case when j > e.pivots[v_best] and (e.pivot_ends[v_best] = 0 or j <= e.pivot_ends[v_best]) then 2 else 1 end;
        continue when exists (
          select from pg_catalog.unnest(pg_catalog.array_positions(e.concepts, c.concepts[i])) as o (at)
          where
            e.clauses[o.at] = v_best
            and (o.at > e.pivots[v_best] and (e.pivot_ends[v_best] = 0 or o.at <= e.pivot_ends[v_best])) <> (v_swap = 2)
        );
        if v_same = v_swap then
          v_same_sides := v_same_sides | v_same;
        else
          v_swap_sides := v_swap_sides | v_same;
        end if;
      end loop;
      v_order := case when v_same_sides > 0 and v_swap_sides = 0 then 1 when v_swap_sides = 3 and v_same_sides = 0 then -1 else 0 end;
      i := c.comparators[k];
      j := e.comparators[v_best];
      v_flip := (case when c.poles[i] < 0 then -1 else 1 end) * (case when e.poles[j] < 0 then -1 else 1 end)
        * (case when (c.negations[i] + e.negations[j]) % 2 = 1 then -1 else 1 end);
      if v_order <> 0 then
        v_skip := i;
        if v_order * v_flip = -1 then
          kind := case when c.tags[c.pivots[k]] = 'order' then 'temporal_order' else 'comparative' end;
          severity := 1;
          claim_part := c.words[i];
          evidence_part := e.words[j];
          return next;
        end if;
      end if;
    end if;

    -- Who did it to whom.
    if v_pc > 0 and v_pe > 0 and c.concepts[v_pc] = e.concepts[v_pe] and v_skip = 0 then
      v_same_sides := 0;
      v_swap_sides := 0;
      for p in 1..v_pairs loop
        i := p_claim[p];
        j := p_evidence[p];
        continue when c.clauses[i] <> k or c.kinds[i] = 'f' or i = v_pc or c.roles[i] = 'v' or e.roles[j] = 'v'
          or not (e.clauses[j] = v_best or (e.roles[j] = 's' and e.clauses[j] = e.subject_clauses[v_best]));
        v_same := case when (c.roles[i] = 's') <> c.passives[k] then 1 else 2 end;
        v_swap := case when (e.roles[j] = 's') <> e.passives[v_best] then 1 else 2 end;
        if v_same = v_swap then
          v_same_sides := v_same_sides | v_same;
        elsif (c.kinds[i] <> 'd') then
          v_swap_sides := v_swap_sides | v_same;
        end if;
      end loop;
      if v_swap_sides = 3 and v_same_sides = 0 then
        if c.poles[v_pc] * e.poles[v_pe] = -1 and c.concepts[v_pc] in ('buy', 'lend', 'give', 'teach') then
          v_skip := v_pc;
        elsif c.poles[v_pc] * e.poles[v_pe] >= 0 then
          kind := 'role_swap';
          severity := 1;
          claim_part := c.words[v_pc];
          evidence_part := e.words[v_pe];
          return next;
        end if;
      end if;
    end if;

    -- Polarity: the same thing affirmed here and denied there, by a negator or by an opposite.
    v_negatives := false;
    v_against := 0;
    v_negation := 0;
    if v_share >= 0.5 then
      v_agrees := false;
      for p in 1..v_pairs loop
        i := p_claim[p];
        j := p_evidence[p];
        continue when c.clauses[i] <> k or i = v_skip or e.clauses[j] <> v_best;
        continue when c.poles[i] = 0 and c.negations[i] = 0 and e.negations[j] = 0 and p_flip[p] = 1;
        v_flip := p_flip[p] * (case when c.poles[i] < 0 then -1 else 1 end) * (case when e.poles[j] < 0 then -1 else 1 end)
          * (case when (c.negations[i] + e.negations[j]) % 2 = 1 then -1 else 1 end);
        if v_flip = 1 then
          v_negatives := v_negatives or c.negations[i] > 0 or e.negations[j] > 0;
          v_against := case when v_against > 0 and p_claim[v_against] = i then 0 else v_against end;
          v_negation := case when v_negation > 0 and p_claim[v_negation] = i then 0 else v_negation end;
          v_agrees := true;
          s := i;
        elsif not (v_agrees and s = i) then
          -- A neighbour in common, or the claim is hardly more than this word.
          v_near := v_size[k] <= 2;
          for q in 1..v_pairs loop
            exit when v_near;
            v_near := p_claim[q] <> i and c.kinds[p_claim[q]] <> 'f' and e.clauses[p_evidence[q]] = v_best
              and abs(p_claim[q] - i) <= 4 and abs(p_evidence[q] - j) <= 5;
          end loop;
          if v_near then
            if (c.negations[i] + e.negations[j]) % 2 = 1 or p_flip[p] = -1 then
              v_negation := p;
            else
              v_against := p;
            end if;
          end if;
        end if;
      end loop;
      if v_against > 0 then
        kind := 'antonym';
        severity := case when v_share >= 0.65 then 1 else 0.7 end;
        claim_part := c.words[p_claim[v_against]];
        evidence_part := e.words[p_evidence[v_against]];
        return next;
      end if;
      if v_negation > 0 and not v_negatives then
        kind := 'negation';
        severity := case when v_share >= 0.65 then 1 else 0.7 end;
        claim_part := (case when c.negations[p_claim[v_negation]] > 0 then 'not ' else '' end) || c.words[p_claim[v_negation]];
        evidence_part := (case when e.negations[p_evidence[v_negation]] > 0 then 'not ' else '' end) || e.words[p_evidence[v_negation]];
        return next;
      end if;
    end if;

    -- Certainty and obligation.
    if v_share >= 0.6 then
      if e.certainties[v_best] <= 0.5 and c.certainties[k] > 0.5 then
        kind := 'modality';
        severity := 0.5;
        claim_part := c.words[greatest(v_pc, 1)];
        evidence_part := e.words[greatest(v_pe, 1)];
        return next;
      end if;
      if c.obligations[k] * e.obligations[v_best] < 0 then
        kind := 'modality';
        severity := case when c.obligations[k] * e.obligations[v_best] = -1 then 1 else 0.8 end;
        claim_part := c.words[greatest(v_pc, 1)];
        evidence_part := e.words[greatest(v_pe, 1)];
        return next;
      end if;
    end if;

    -- Bound to another subject: the rest is said of a rival, while the claim's subject is the subject of other clauses.
    v_best := 0;
    v_top := 0;
    for b in 1..v_clauses loop
      if v_rest[(k - 1) * v_clauses + b] > v_top then
        v_top := v_rest[(k - 1) * v_clauses + b];
        v_best := b;
      end if;
    end loop;
    if v_best > 0 and v_clauses > 1 then
      v_bound := 0;
      for p in 1..v_pairs loop
        i := p_claim[p];
        j := p_evidence[p];
        continue when c.clauses[i] <> k or c.roles[i] <> 's' or c.kinds[i] = 'f' or e.roles[j] <> 's';
        continue when e.subject_clauses[e.clauses[j]] = e.subject_clauses[v_best]
          or v_rest[(k - 1) * v_clauses + e.clauses[j]] >= v_top;
        continue when exists (
          select from pg_catalog.unnest(pg_catalog.array_positions(e.concepts, c.concepts[i])) as o (at)
          where e.clauses[o.at] = v_best or e.clauses[o.at] = e.subject_clauses[v_best]
        );
        v_bound := p;
        exit;
      end loop;
      if v_bound > 0 then
        -- The rival.
        v_rival := 0;
        for j in 1..v_count loop
          if e.clauses[j] = e.subject_clauses[v_best] and e.roles[j] = 's' and e.kinds[j] <> 'f'
            and not e.concepts[j] = any (c.concepts) then
            v_rival := j;
            exit;
          end if;
        end loop;
        if v_rival > 0 then
          kind := case when c.speakers[k] or e.speakers[v_best] then 'attribution' else 'binding' end;
          severity := case when c.kinds[p_claim[v_bound]] in ('n', 'd') then 1 else 0.7 end;
          claim_part := c.words[p_claim[v_bound]];
          evidence_part := e.words[v_rival];
          return next;
        end if;
      end if;
    end if;
  end loop;
  return;
end;
$$;
comment on function groundcheck_internal.compare_meaning is
  'Findings where a claim and evidence on its topic are at odds in negation, opposites, comparison, order, roles, quantity, certainty, condition, attribution or binding.';
revoke all on function groundcheck_internal.compare_meaning from public;
