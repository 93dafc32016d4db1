-- Where a claim says of one name what a sentence says of another: "Ruth Hale painted the ceiling" after "Her pupil, Tom
-- Dray, painted the ceiling". The verb and all that the claim says behind it must stand in one clause, whose subject is a
-- name (its last word is) and has no word of the claim's. Who does it is compared with who does it, and whom it is done
-- to with whom: a passive claim with a passive clause, or with by whom. Names that begin alike, and initials, are no other
-- name. One row at most.
create or replace function groundcheck_internal.compare_subjects(
  claim groundcheck_internal.word_features,
  evidence groundcheck_internal.word_features
)
returns table (kind text, severity real, claim_part text, evidence_part text)
language plpgsql
immutable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_predicate int := claim.predicates[1];
  v_is_passive boolean := claim.passives[1];
  v_verb text := claim.concepts[v_predicate];
  c_kinds text[] := claim.kinds;
  c_roles text[] := claim.roles;
  c_concepts text[] := claim.concepts;
  e_kinds text[] := evidence.kinds;
  e_roles text[] := evidence.roles;
  e_concepts text[] := evidence.concepts;
  e_clauses int[] := evidence.clauses;
  v_said text[] := '{}';
  v_subject text[] := '{}';
  v_rival text[];
  v_last text;
  v_at int;
  v_role text;
  v_held boolean;
begin
  if v_predicate = 0 or v_verb = '' or cardinality(claim.words) > 24 or v_verb <> all (e_concepts) then
    return;
  end if;
  for i in 1..cardinality(c_kinds) loop
    continue when c_kinds[i] = 'f';
    if c_roles[i] = 's' and i < v_predicate then
      if c_kinds[i] = 'c' or c_concepts[i] = any (e_concepts) then
        return;
      end if;
      v_subject := v_subject || (claim.words)[i];
    elsif c_concepts[i] <> all (e_concepts) then
      return;
    else
      v_said := v_said || c_concepts[i];
    end if;
  end loop;
  if v_subject = '{}' or cardinality(v_said) < 2 then
    return;
  end if;

  for b in 1..cardinality(evidence.predicates) loop
    v_at := evidence.predicates[b];
    continue when v_at = 0 or e_concepts[v_at] <> v_verb;
    v_role := case when v_is_passive = evidence.passives[b] then 's' when not v_is_passive then 'a' end;
    v_rival := '{}';
    v_last := '';
    for j in 1..cardinality(e_kinds) loop
      continue when e_roles[j] is distinct from v_role or e_kinds[j] = 'f'
        or e_clauses[j] <> case when v_role = 's' then (evidence.subject_clauses)[b] else b end
        or v_role = 's' and j > v_at;
      v_last := e_kinds[j];
      if e_kinds[j] = 'n' then
        v_rival := v_rival || (evidence.words)[j];
      end if;
    end loop;
    continue when v_last <> 'n';
    -- All else is said in this clause, and not of its subject.
    v_held := true;
    for i in 1..cardinality(v_said) loop
      v_held := v_held and exists (
        select from unnest(e_concepts, e_clauses, e_roles) as w (concept, clause, role)
        where w.concept = v_said[i] and w.clause = b and w.role <> 's'
      );
    end loop;
    continue when not v_held
      or exists (select from unnest(v_subject) as w (word) join unnest(v_rival) as r (word) on left(r.word, 4) = left(w.word, 4))
      or (select string_agg(left(w.word, 1), '' order by w.place) from unnest(v_subject) with ordinality as w (word, place)) = any (v_rival)
      or (select string_agg(left(w.word, 1), '' order by w.place) from unnest(v_rival) with ordinality as w (word, place)) = any (v_subject);
    kind := 'binding';
    severity := 0.8;
    claim_part := array_to_string(v_subject, ' ');
    evidence_part := array_to_string(v_rival, ' ');
    return next;
    return;
  end loop;
end;
$$;
comment on function groundcheck_internal.compare_subjects is 'Findings of the kind binding between a claim and a sentence that says the same of another name.';
revoke all on function groundcheck_internal.compare_subjects from public;
