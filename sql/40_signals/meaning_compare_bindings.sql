-- Where a claim's words are all in the evidence, but said of something else.
create or replace function groundcheck_internal.compare_bindings(
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
  v_count int := pg_catalog.cardinality(evidence.words);
  v_claim_count int := pg_catalog.cardinality(claim.words);
  v_clauses int := pg_catalog.cardinality(evidence.predicates);
  p_claim int[] := found.claim_at;
  p_evidence int[] := found.evidence_at;
  v_size int[] := found.sizes;
  v_rest_size int[] := found.rest_sizes;
  v_scores real[] := found.scores;
  v_rest real[] := found.rests;
  c_words text[] := claim.words;
  c_concepts text[] := claim.concepts;
  c_kinds text[] := claim.kinds;
  c_roles text[] := claim.roles;
  c_passives boolean[] := claim.passives;
  c_speakers boolean[] := claim.speakers;
  e_words text[] := evidence.words;
  e_concepts text[] := evidence.concepts;
  e_clauses smallint[] := evidence.clauses;
  e_kinds text[] := evidence.kinds;
  e_roles text[] := evidence.roles;
  e_subject_clauses smallint[] := evidence.subject_clauses;
  e_passives boolean[] := evidence.passives;
  e_speakers boolean[] := evidence.speakers;
  c_predicates smallint[] := claim.predicates;
  v_from int;
  v_to int;
  v_best int;
  v_share real;
  v_rest_best int;
  v_top real;
  v_rest_top real;
  v_pc int;
  v_near boolean;
  v_bound int;
  v_rival int;
  i int;
  j int;
begin
  for k in 1..pg_catalog.cardinality(found.best) loop
    continue when found.best[k] = 0;
    v_from := found.first_pairs[k];
    v_to := found.first_pairs[k + 1] - 1;
    v_best := found.best[k];
    v_share := found.tops[k] / v_size[k];
    v_pc := c_predicates[k];
    v_rest_best := found.rest_best[k];
    v_rest_top := found.rest_tops[k];

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
          claim_at := p_claim[v_bound];
          evidence_at := v_rival;
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
            claim_at := i;
            evidence_at := v_rival;
            return next;
            exit;
          end if;
        end loop;
      end if;
    end if;
  end loop;
end;
$$;
comment on function groundcheck_internal.compare_bindings is
  'Findings of the kinds binding and attribution.';
revoke all on function groundcheck_internal.compare_bindings from public;
