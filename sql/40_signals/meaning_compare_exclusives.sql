-- A name that the claim adds to a list which the evidence closes: "only A and B are supported", "no other formats are
-- supported". The claim's clause must otherwise stand in the evidence, and its name nowhere.
create or replace function groundcheck_internal.compare_exclusives(
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
  c_concepts text[] := claim.concepts;
  c_kinds text[] := claim.kinds;
  c_clauses int[] := claim.clauses;
  e_words text[] := evidence.words;
  e_concepts text[] := evidence.concepts;
  e_kinds text[] := evidence.kinds;
  e_clauses int[] := evidence.clauses;
  v_name int;
  v_missing int;
  v_predicate int;
  v_other int;
  v_listed boolean;
  v_is_shared boolean;
begin
  for k in 1..pg_catalog.cardinality(claim.predicates) loop
    v_name := 0;
    v_missing := 0;
    for i in 1..pg_catalog.cardinality(c_kinds) loop
      continue when c_clauses[i] <> k or c_kinds[i] = 'f' or c_concepts[i] = any (e_concepts);
      v_missing := v_missing + 1;
      if c_kinds[i] = 'n' or (c_kinds[i] = 'i' and v_name = 0) then
        v_name := i;
      end if;
    end loop;
    continue when v_name = 0 or v_missing > 2 or claim.negators[k] > 0;
    v_predicate := claim.predicates[k];

    for j in 1..pg_catalog.cardinality(e_words) loop
      if e_words[j] in ('only', 'solely', 'exclusively') then
        v_other := evidence.predicates[e_clauses[j]];
        continue when v_predicate = 0 or v_other = 0 or c_concepts[v_predicate] <> e_concepts[v_other]
          or claim.negations[v_predicate] > 0 or evidence.negations[v_other] > 0
          or claim.poles[v_predicate] * evidence.poles[v_other] < 0;
        -- What is listed: from "only" to the verb, or to the end.
        v_listed := false;
        v_is_shared := false;
        for r in j + 1..pg_catalog.cardinality(e_words) loop
          exit when e_clauses[r] <> e_clauses[j] or (j < v_other and r >= v_other);
          v_listed := v_listed or e_kinds[r] = 'n';
          v_is_shared := v_is_shared or (e_kinds[r] <> 'f' and e_concepts[r] = any (c_concepts));
        end loop;
        if j > v_other then
          -- Of whom it is said.
          v_listed := v_listed and exists (
            select from unnest(e_kinds[:v_other - 1], e_concepts[:v_other - 1], e_clauses[:v_other - 1]) as s (kind, concept, clause)
            where s.clause = e_clauses[j] and s.kind <> 'f' and s.concept = any (c_concepts)
          );
        end if;
        continue when v_is_shared or not v_listed;
      elsif e_words[j] = 'no' and e_words[j + 1] = 'other' then
        -- A word in common with what is closed, and a clause before it that has the rest of the claim.
        continue when found.tops[k] < 0.6 * found.sizes[k] or not exists (
          select from unnest(e_kinds, e_concepts, e_clauses) as s (kind, concept, clause)
          where s.clause = e_clauses[j] and s.kind <> 'f'
            and (s.concept = any (c_concepts) or s.concept in (
              select o.concept
              from unnest(e_kinds, e_concepts, e_clauses) as o (kind, concept, clause)
              where o.clause = found.best[k] and o.clause <> s.clause and o.kind <> 'f'
            ))
        );
      else
        continue;
      end if;
      kind := 'exclusive';
      severity := 0.9;
      claim_at := v_name;
      evidence_at := j;
      return next;
      exit;
    end loop;
  end loop;
end;
$$;
comment on function groundcheck_internal.compare_exclusives is 'Findings of the kind exclusive.';
revoke all on function groundcheck_internal.compare_exclusives from public;
