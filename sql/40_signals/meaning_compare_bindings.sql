-- Where a claim's words are all in the evidence, but said of something else: another subject (Bergen lies on a hill,
-- where Kiruna does), another verb of the same subject (signed on the day it ended). The claim must be close to a copy of
-- the evidence's clause, with a rival of the same sort in the place of what the claim says; and the two may not be
-- linked elsewhere (A wrote B; B won a prize: so A's book did).
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
  c_predicates int[] := claim.predicates;
  c_passives boolean[] := claim.passives;
  e_words text[] := evidence.words;
  e_concepts text[] := evidence.concepts;
  e_clauses int[] := evidence.clauses;
  e_kinds text[] := evidence.kinds;
  e_roles text[] := evidence.roles;
  e_tags text[] := evidence.tags;
  e_subjects int[] := evidence.subject_clauses;
  e_passives boolean[] := evidence.passives;
  v_from int;
  v_to int;
  v_best int;
  v_subject int;
  v_top real;
  v_pc int;
  v_bound int;
  v_rival int;
  v_rivals int;
  -- "Whereas the curator insisted": another one, even where only the one of them has a name.
  v_is_contrast boolean := evidence.words operator(pg_catalog.&&) '{whereas,while,although,though,;}';
  v_here boolean;
  v_linked boolean;
  v_side boolean;
  v_said int;
  v_unsaid int;
  i int;
  j int;
begin
  if v_clauses < 2 then
    return;
  end if;
  for k in 1..pg_catalog.cardinality(found.best) loop
    continue when found.best[k] = 0;
    v_from := found.first_pairs[k];
    v_to := found.first_pairs[k + 1] - 1;
    v_pc := c_predicates[k];
    v_rival := 0;

    -- Another subject. What the claim says of its own is said of the rival in one clause of the evidence.
    v_best := found.rest_best[k];
    v_top := found.rest_tops[k];
    if v_best > 0 and v_top >= (case when evidence.predicates[v_best] = 0 or claim.speakers[k] then 0.6 else 0.7 end) * v_rest_size[k] and v_size[k] >= 2 then
      v_subject := e_subjects[v_best];
      v_bound := 0;
      for p in v_from..v_to loop
        i := p_claim[p];
        j := p_evidence[p];
        continue when c_roles[i] <> 's' or c_kinds[i] = 'f' or e_roles[j] <> 's' or e_kinds[j] = 'f'
          or e_subjects[e_clauses[j]] = v_subject
          or v_rest[(k - 1) * v_clauses + e_clauses[j]] >= v_top;
        v_here := false;
        for q in v_from..v_to loop
          v_here := v_here or (p_claim[q] = i and e_clauses[p_evidence[q]] in (v_best, v_subject));
        end loop;
        if not v_here then
          v_bound := p;
          exit;
        end if;
      end loop;

      if v_bound > 0 then
        i := p_claim[v_bound];
        j := p_evidence[v_bound];
        v_rivals := 0;
        v_linked := false;
        for r in 1..v_count loop
          continue when e_clauses[r] <> v_subject or e_roles[r] <> 's';
          if e_tags[r] = 'pronoun' and e_words[r] not in ('her', 'his', 'its', 'their') then
            v_linked := true;
          end if;
          continue when e_kinds[r] = 'f';
          continue when e_concepts[r] = any (c_concepts);
          -- Is it named where the claim's subject is? In its subject, it tells the two apart no more than Model in Model R5
          -- and Model R9; after it, the two are linked.
          v_here := false;
          for a in 1..v_count loop
            if e_concepts[a] = e_concepts[r] and e_clauses[a] <> v_best and e_subjects[e_clauses[a]] = e_subjects[e_clauses[j]] then
              v_here := v_here or e_roles[a] = 's';
              v_linked := v_linked or e_roles[a] <> 's';
            end if;
          end loop;
          continue when v_here;
          v_rivals := v_rivals + 1;
          if v_rival = 0 and (
            e_kinds[r] = e_kinds[j] or (e_kinds[r] in ('i', 'n') and e_kinds[j] in ('i', 'n'))
            or v_is_contrast and claim.speakers[k] and evidence.speakers[v_best]
          ) then
            v_rival := r;
          end if;
        end loop;
        -- One capital at a sentence's start is a name only where it is the whole subject.
        if v_rival > 0 and not v_linked and v_rivals <= 4 and (e_kinds[v_rival] <> 'i' or v_rivals = 1) then
          kind := case when claim.speakers[k] or evidence.speakers[v_best] then 'attribution' else 'binding' end;
          severity := case
            when claim.speakers[k] or evidence.speakers[v_best] then 0.7
            when e_subjects[v_best] <> v_best then 0.5
            when v_top < 2 then case when v_size[k] <= 3 and v_top >= v_rest_size[k] then 0.7 else 0.5 end
            when e_kinds[j] in ('n', 'd') and (v_top >= 0.8 * v_rest_size[k] or evidence.predicates[v_best] = 0) then 1
            when v_top >= 0.9 * v_rest_size[k] then 0.7
            else 0.5
          end;
          -- The two clauses hold what the claim says and little else.
          v_said := 0;
          for a in 1..v_claim_count loop
            continue when claim.clauses[a] <> k or c_kinds[a] = 'f';
            v_said := v_said + (a = v_pc and claim.speakers[k])::int;
            for q in v_from..v_to loop
              if p_claim[q] = a and e_clauses[p_evidence[q]] in (v_best, e_subjects[v_best], e_clauses[j]) then
                v_said := v_said + 1;
                exit;
              end if;
            end loop;
          end loop;
          v_unsaid := 0;
          for r in 1..v_count loop
            if e_clauses[r] = v_best and e_kinds[r] <> 'f' and e_concepts[r] <> all (c_concepts)
              and not (evidence.speakers[v_best] and e_roles[r] = 's') then
              v_unsaid := v_unsaid + 1;
            end if;
          end loop;
          if v_said < 0.8 * v_size[k] or v_unsaid > 3 then
            severity := least(severity, 0.5);
          end if;
          claim_at := i;
          evidence_at := v_rival;
          return next;
        else
          v_rival := 0;
        end if;
      end if;
    end if;

    -- Another verb: the clause that has the claim's verb has another name or number in its place.
    if v_rival = 0 and v_pc > 0 and c_concepts[v_pc] <> '' then
      v_best := 0;
      v_top := 0;
      for p in v_from..v_to loop
        if p_claim[p] = v_pc and v_scores[(k - 1) * v_clauses + e_clauses[p_evidence[p]]] > v_top then
          v_best := e_clauses[p_evidence[p]];
          v_top := v_scores[(k - 1) * v_clauses + v_best];
        end if;
      end loop;
      if v_best > 0 and v_top >= 2 then
        for p in v_from..v_to loop
          i := p_claim[p];
          j := p_evidence[p];
          continue when c_kinds[i] not in ('n', 'd', 'i') or e_kinds[j] not in ('n', 'd') or e_clauses[j] = v_best or i = v_pc;
          v_here := false;
          for q in v_from..v_to loop
            v_here := v_here or (p_claim[q] = i and e_clauses[p_evidence[q]] in (v_best, e_subjects[v_best]));
          end loop;
          continue when v_here;
          -- Side of the verb: who does it, whom it is done to.
          v_side := c_roles[i] = 'a' or (c_roles[i] = 's' and not c_passives[k]);
          for r in 1..v_count loop
            if e_clauses[r] = v_best and e_kinds[r] = e_kinds[j] and e_concepts[r] <> all (c_concepts)
              and (case
                when e_kinds[j] = 'd' then
                  (e_words[r] ~ '^[12][0-9]{3}$' and c_words[i] ~ '^[12][0-9]{3}$')
                  or (i < v_claim_count and r < v_count and c_concepts[i + 1] = e_concepts[r + 1] and c_concepts[i + 1] <> '')
                else
                  c_roles[i] in ('s', 'o', 'a') and e_roles[r] in ('s', 'o', 'a')
                  and v_side = (e_roles[r] = 'a' or (e_roles[r] = 's' and not e_passives[v_best]))
              end) then
              v_rival := r;
              exit;
            end if;
          end loop;
          if v_rival > 0 then
            -- The two are named together: what is said of the one may be meant of the other.
            v_linked := false;
            if e_kinds[j] = 'n' then
              for r in 1..v_count loop
                v_linked := v_linked or (e_clauses[r] = e_clauses[j] and e_concepts[r] = e_concepts[v_rival]);
              end loop;
            end if;
            exit when v_linked;
            kind := 'binding';
            -- Together the two clauses hold nearly all that the claim says.
            v_rivals := 0;
            v_bound := 0;
            for q in v_from..v_to loop
              if e_clauses[p_evidence[q]] = e_clauses[j] and p_claim[q] <> v_bound and c_kinds[p_claim[q]] <> 'f' then
                v_bound := p_claim[q];
                v_here := false;
                for h in v_from..v_to loop
                  v_here := v_here
                    or (p_claim[h] = v_bound and e_clauses[p_evidence[h]] in (v_best, e_subjects[v_best]));
                end loop;
                v_rivals := v_rivals + (not v_here)::int;
              end if;
            end loop;
            severity := case
              when e_subjects[v_best] <> v_best and c_kinds[i] <> 'd' then 0.5
              when v_top + v_rivals >= 0.75 * v_size[k] then 0.9
              else 0.5
            end;
            -- The two clauses hold what the claim says and little else.
            v_said := 0;
            for a in 1..v_claim_count loop
              continue when claim.clauses[a] <> k or c_kinds[a] = 'f';
              v_said := v_said + (a = v_pc and claim.speakers[k])::int;
              for q in v_from..v_to loop
                if p_claim[q] = a and e_clauses[p_evidence[q]] in (v_best, e_subjects[v_best], e_clauses[j]) then
                  v_said := v_said + 1;
                  exit;
                end if;
              end loop;
            end loop;
            v_unsaid := 0;
            for r in 1..v_count loop
              if e_clauses[r] = v_best and e_kinds[r] <> 'f' and e_concepts[r] <> all (c_concepts) then
                v_unsaid := v_unsaid + 1;
              end if;
            end loop;
            if v_said < 0.8 * v_size[k] or v_unsaid > 3 then
              severity := least(severity, 0.5);
            end if;
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
comment on function groundcheck_internal.compare_bindings is 'Findings of the kinds binding and attribution.';
revoke all on function groundcheck_internal.compare_bindings from public;
