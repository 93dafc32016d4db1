-- Which words of a claim stand in a piece of evidence, and how much each clause of the one shares with each of the
-- other. A subject counts in every clause that has it.
create or replace function groundcheck_internal.match_words(
  claim groundcheck_internal.word_features,
  evidence groundcheck_internal.word_features
)
returns groundcheck_internal.word_match
language plpgsql
immutable
strict
parallel safe
as $$
declare
  m groundcheck_internal.word_match;
  v_claim_count int := pg_catalog.cardinality(claim.words);
  v_claim_clauses int := pg_catalog.cardinality(claim.predicates);
  v_clauses int := pg_catalog.cardinality(evidence.predicates);
  -- Arrays of their own are read in constant time, those inside of a composite are not.
  c_concepts text[] := claim.concepts;
  c_bare text[] := claim.bare;
  c_clauses int[] := claim.clauses;
  c_kinds text[] := claim.kinds;
  c_roles text[] := claim.roles;
  c_predicates int[] := claim.predicates;
  e_concepts text[] := evidence.concepts;
  e_bare text[] := evidence.bare;
  e_clauses int[] := evidence.clauses;
  e_roles text[] := evidence.roles;
  e_subject_clauses int[] := evidence.subject_clauses;
  p_claim int[] := '{}';
  p_evidence int[] := '{}';
  p_flip int[] := '{}';
  v_pairs int := 0;
  v_first int[];
  v_size int[];
  v_rest_size int[];
  v_scores real[];
  v_rest real[];
  v_best int[];
  v_tops real[];
  v_rest_best int[];
  v_rest_tops real[];
  v_seen int[];
  v_found int[];
  v_sign int;
  v_at int;
  v_weight real;
  v_hits int := 0;
  v_total int := 0;
  j int;
  b int;
begin
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

  -- The clause of the evidence that shares most with each clause of the claim, and with what it says of its subject.
  v_best := pg_catalog.array_fill(0, array[v_claim_clauses]);
  v_rest_best := v_best;
  v_tops := pg_catalog.array_fill(0::real, array[v_claim_clauses]);
  v_rest_tops := v_tops;
  for k in 1..v_claim_clauses loop
    for b in 1..v_clauses loop
      v_at := (k - 1) * v_clauses + b;
      if v_scores[v_at] > v_tops[k] then
        v_tops[k] := v_scores[v_at];
        v_best[k] := b;
      end if;
      if v_rest[v_at] > v_rest_tops[k] then
        v_rest_tops[k] := v_rest[v_at];
        v_rest_best[k] := b;
      end if;
    end loop;
  end loop;

  m.claim_at := p_claim;
  m.evidence_at := p_evidence;
  m.flips := p_flip;
  m.first_pairs := v_first;
  m.sizes := v_size;
  m.rest_sizes := v_rest_size;
  m.scores := v_scores;
  m.rests := v_rest;
  m.best := v_best;
  m.tops := v_tops;
  m.rest_best := v_rest_best;
  m.rest_tops := v_rest_tops;
  m.hits := v_hits;
  m.total := v_total;
  return m;
end;
$$;
comment on function groundcheck_internal.match_words is 'The words that a claim and its evidence share, clause by clause.';
revoke all on function groundcheck_internal.match_words from public;
