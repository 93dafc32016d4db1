-- A claim against leaves of records that say yes or no of what their key names: "attributes outdoor seating: false". At
-- odds where one clause of the claim has the key's words and affirms them where the leaf denies them, or the reverse.
-- The first words of a key name what it is part of, and may be missing where two others are there or they say little
-- (attributes, features). No finding where leaves of the same key differ, where a negator of the clause leaves open what
-- it bears on, and where the claim only says that something is required or not known.
create or replace function groundcheck_internal.compare_records(
  claim groundcheck_internal.word_features,
  evidence groundcheck_internal.word_features,
  found groundcheck_internal.word_match
)
returns table (kind text, severity real, claim_at int, evidence_at int)
language plpgsql
stable
strict
parallel safe
as $$
declare
  c_words text[] := claim.words;
  c_kinds text[] := claim.kinds;
  c_concepts text[] := claim.concepts;
  c_poles smallint[] := claim.poles;
  c_negations smallint[] := claim.negations;
  c_tags text[] := claim.tags;
  c_roles text[] := claim.roles;
  c_clauses int[] := claim.clauses;
  e_words text[] := evidence.words;
  e_kinds text[] := evidence.kinds;
  e_concepts text[] := evidence.concepts;
  e_poles smallint[] := evidence.poles;
  e_negations smallint[] := evidence.negations;
  e_tags text[] := evidence.tags;
  e_clauses int[] := evidence.clauses;
  p_claim int[] := found.claim_at;
  p_evidence int[] := found.evidence_at;
  v_predicate int;
  v_key text;
  v_tail int;
  v_at int;
  v_open boolean;
  v_vague boolean;
  v_all_vague boolean;
  v_denied boolean;
  v_sign int;
  v_names text[];
  v_seen int[];
  v_keys text[] := '{}';
  v_signs int[] := '{}';
  v_places int[] := '{}';
  v_claims int[] := '{}';
  i int;
  r int;
begin
  for j in 1..pg_catalog.cardinality(e_words) loop
    continue when e_tags[j] not in ('affirmed', 'denied');
    for k in 1..pg_catalog.cardinality(claim.predicates) loop
      v_tail := 0;
      v_at := 0;
      v_open := true;
      v_vague := true;
      v_all_vague := true;
      v_denied := false;
      v_key := '';
      v_seen := '{}';
      v_sign := case when e_tags[j] = 'denied' then -1 else 1 end;
      r := j - 2;
      -- The key, from its last word back.
      while r > 0 and e_clauses[r] = e_clauses[j] and e_words[r] <> ':' loop
        if e_kinds[r] <> 'f' and e_concepts[r] <> '' then
          v_key := e_concepts[r] || ' ' || v_key;
          i := 0;
          for p in found.first_pairs[k]..found.first_pairs[k + 1] - 1 loop
            if p_evidence[p] = r then
              i := p_claim[p];
              v_sign := v_sign * found.flips[p] * (case when c_poles[i] * e_poles[r] < 0 then -1 else 1 end);
              exit;
            end if;
          end loop;
          if i > 0 and v_open then
            v_tail := v_tail + 1;
            v_at := case when v_at = 0 then i else least(v_at, i) end;
            v_denied := v_denied or c_negations[i] % 2 = 1;
            v_seen := v_seen || i;
            v_sign := v_sign * (case when e_negations[r] % 2 = 1 then -1 else 1 end);
            v_all_vague := v_all_vague and groundcheck_internal.names_a_part(e_words[r]);
          elsif i = 0 then
            v_open := false;
            v_vague := v_vague and groundcheck_internal.names_a_part(e_words[r]);
          end if;
        end if;
        r := r - 1;
      end loop;
      continue when v_tail = 0 or v_all_vague or (v_tail = 1 and not v_vague);

      -- The record's name, where it has one, and another in its place.
      v_names := '{}';
      while r > 0 and e_clauses[r] = e_clauses[j] loop
        if e_kinds[r] <> 'f' then
          v_names := v_names || e_concepts[r];
        end if;
        r := r - 1;
      end loop;
      if v_names <> '{}' and not (v_names operator(pg_catalog.&&) c_concepts) then
        continue when exists (
          select
          from unnest(c_kinds, c_roles, c_clauses) with ordinality as n (kind, role, clause, place)
          where n.kind = 'n' and n.role = 's' and n.clause = k and n.place <> all (v_seen)
        );
      end if;

      -- What the claim says of it.
      v_predicate := claim.predicates[k];
      v_denied := v_denied or (v_predicate > 0 and c_negations[v_predicate] % 2 = 1);
      v_vague := false;
      for i in 1..pg_catalog.cardinality(c_words) loop
        continue when c_clauses[i] <> k;
        v_vague := v_vague or c_tags[i] in ('obligation', 'condition', 'hedge')
          or c_concepts[i] in ('need', 'mandatory', 'inform', 'specifi', 'mention', 'clear', 'known', 'know', 'unclear')
          or (c_tags[i] in ('negator', 'neutral') and not v_denied and i < v_at);
        if c_tags[i] = 'denied' or (
          c_poles[i] < 0 and i <> all (v_seen)
          and c_concepts[i] in ('present', 'include', 'allow', 'open', 'enable', 'with', 'accept', 'support', 'possible')
        ) then
          v_sign := -v_sign;
        end if;
      end loop;
      continue when v_vague;
      v_keys := v_keys || v_key;
      v_signs := v_signs || case when v_denied then -v_sign else v_sign end;
      v_places := v_places || j;
      v_claims := v_claims || v_at;
    end loop;
  end loop;

  for p in 1..pg_catalog.cardinality(v_keys) loop
    continue when v_signs[p] = 1 or exists (
      select from unnest(v_keys, v_signs) as o (key, sign) where o.key = v_keys[p] and o.sign = 1
    );
    kind := 'negation';
    severity := 0.9;
    claim_at := v_claims[p];
    evidence_at := v_places[p];
    return next;
  end loop;
end;
$$;
comment on function groundcheck_internal.compare_records is 'Findings of the kind negation between a claim and leaves of records that are true or false.';
revoke all on function groundcheck_internal.compare_records from public;

-- Words of a key that say what sort of record or which part of it the key belongs to.
create or replace function groundcheck_internal.names_a_part(word text)
returns boolean
language sql
stable
parallel safe
as $$
  select exists (
    select from groundcheck_internal.sentence_words as w where w.word = names_a_part.word and w.role = 'part_of_record'
  )
$$;
comment on function groundcheck_internal.names_a_part is 'Whether a word of a record''s key names no more than what the key is part of.';
revoke all on function groundcheck_internal.names_a_part from public;
