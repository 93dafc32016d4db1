-- Where a claim says more than its evidence: surer, of more things, without the condition. No more than 0.5 where the
-- clause of the evidence lacks more than a fifth of what the claim's says.
create or replace function groundcheck_internal.compare_degrees(
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
  p_evidence int[] := found.evidence_at;
  v_size int[] := found.sizes;
  c_words text[] := claim.words;
  c_concepts text[] := claim.concepts;
  c_clauses int[] := claim.clauses;
  c_kinds text[] := claim.kinds;
  c_roles text[] := claim.roles;
  c_tags text[] := claim.tags;
  c_levels real[] := claim.levels;
  c_certainties real[] := claim.certainties;
  c_obligations real[] := claim.obligations;
  e_concepts text[] := evidence.concepts;
  e_clauses int[] := evidence.clauses;
  e_kinds text[] := evidence.kinds;
  e_tags text[] := evidence.tags;
  e_levels real[] := evidence.levels;
  e_certainties real[] := evidence.certainties;
  e_obligations real[] := evidence.obligations;
  e_pivot_ends int[] := evidence.pivot_ends;
  c_predicates int[] := claim.predicates;
  e_predicates int[] := evidence.predicates;
  v_from int;
  v_to int;
  v_best int;
  v_share real;
  v_ceiling real;
  v_weight real;
  v_pc int;
  v_pe int;
  v_near boolean;
  v_head text;
  v_text text;
  v_level real;
  v_evidence_level real;
  v_universal boolean;
  v_mark int;
  v_inside int;
  v_kept int;
  -- Most texts have none, and need no walk over their words.
  v_quantifies constant boolean := 'quantifier' = any (c_tags) or 'exclusive' = any (c_tags);
  v_conditional constant boolean := 'condition' = any (e_tags);
begin
  for k in 1..pg_catalog.cardinality(found.best) loop
    continue when found.best[k] = 0;
    v_from := found.first_pairs[k];
    v_to := found.first_pairs[k + 1] - 1;
    v_best := found.best[k];
    v_share := found.tops[k] / v_size[k];
    v_ceiling := case when v_share >= 0.8 then 1 else 0.5 end;
    v_pc := c_predicates[k];
    v_pe := e_predicates[v_best];

    -- Certainty and obligation.
    if v_share >= 0.6 then
      v_near := false;
      for p in v_from..v_to loop
        v_near := v_near or (e_clauses[p_evidence[p]] = v_best and e_tags[p_evidence[p]] = 'hedge');
      end loop;
      if c_obligations[k] * e_obligations[v_best] < 0 then
        kind := 'modality';
        severity := 0.8;
        claim_at := v_pc;
        evidence_at := v_pe;
        severity := least(severity, v_ceiling);
        return next;
      elsif e_certainties[v_best] <= 0.5 and c_certainties[k] > 0.5 and e_obligations[v_best] <= 0 and (not v_near or 1.5 = any (c_levels)) then
        kind := 'modality';
        severity := case
          when 'modal' = any (c_tags) and 1.5 = any (c_levels) then 0.9
          when
            c_certainties[k] = 1 and v_pc > 1 and v_pe > 0 and e_tags[v_pe] = 'hedge' and c_roles[v_pc] = 'v'
            and (c_words[v_pc - 1] in ('has', 'have', 'had') or c_words[greatest(v_pc - 2, 1)] in ('has', 'have', 'had')) then 0.8
          else 0.5
        end;
        claim_at := v_pc;
        evidence_at := v_pe;
        severity := least(severity, v_ceiling);
        return next;
      end if;
    end if;

    -- How many, how often; conditions. A quantifier speaks of the next word of content, an adverb of its clause.
    v_universal := false;
    if v_share >= 0.5 then
      for i in 1..case when v_quantifies then v_claim_count else 0 end loop
        continue when c_clauses[i] <> k or c_tags[i] not in ('quantifier', 'exclusive');
        v_level := c_levels[i];
        v_universal := v_universal or (v_level = 4 and c_tags[i] = 'quantifier');
        v_head := case when v_pc > 0 then c_concepts[v_pc] else '' end;
        for a in i + 1..least(i + 4, v_claim_count) loop
          if c_kinds[a] <> 'f' then
            v_head := c_concepts[a];
            exit;
          end if;
        end loop;
        v_mark := 0;
        v_near := false;
        for j in 1..v_count loop
          continue when e_clauses[j] <> v_best or e_tags[j] not in ('quantifier', 'exclusive');
          if e_tags[j] = 'exclusive' then
            -- Only some, where the claim says all.
            v_near := true;
            if v_level = 4 then
              v_mark := j;
              v_evidence_level := 2;
            end if;
            continue;
          end if;
          continue when c_tags[i] = 'exclusive';
          v_text := case when v_pe > 0 then e_concepts[v_pe] else '' end;
          for a in j + 1..least(j + 4, v_count) loop
            if e_kinds[a] <> 'f' then
              v_text := e_concepts[a];
              exit;
            end if;
          end loop;
          continue when v_text <> v_head;
          v_evidence_level := e_levels[j];
          v_mark := case when v_evidence_level = v_level then 0 else j end;
          exit when v_mark = 0;
        end loop;
        if c_tags[i] = 'exclusive' and not v_near and v_head = any (e_concepts) then
          kind := 'quantifier';
          severity := 0.4;
          claim_at := i;
          evidence_at := null;
          severity := least(severity, v_ceiling);
          return next;
        elsif v_mark > 0 then
          kind := 'quantifier';
          severity := case
            when v_level = 4 and v_evidence_level <= 2 then 0.8
            when v_level = 4 then 0.7
            when v_level >= 3 and v_evidence_level <= 1 then 0.9
            when v_level <= 1 and v_evidence_level >= 2 then 0.7
            when v_level = 3 and v_evidence_level = 2 then 0.5
            else 0.2
          end;
          claim_at := i;
          evidence_at := v_mark;
          severity := least(severity, v_ceiling);
          return next;
        end if;
      end loop;

      -- A condition of the evidence that the claim leaves out.
      v_mark := 0;
      for j in 1..case when v_conditional then v_count else 0 end loop
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
            claim_at := v_pc;
            evidence_at := v_mark;
            severity := least(severity, v_ceiling);
            return next;
          end if;
        end if;
      end if;
    end if;
  end loop;
end;
$$;
comment on function groundcheck_internal.compare_degrees is 'Findings of the kinds modality, quantifier and condition.';
revoke all on function groundcheck_internal.compare_degrees from public;
