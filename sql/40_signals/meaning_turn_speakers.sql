-- '"The bridge is safe," said Ida Roos': who says so stands behind the verb. The same features with the words behind it as
-- its subject, and what stands before as what is said, in one clause with it: as in "Ida Roos said the bridge is safe".
-- Unchanged where no verb of speech follows a comma or a quotation mark.
create or replace function groundcheck_internal.turn_speakers(features groundcheck_internal.word_features)
returns groundcheck_internal.word_features
language plpgsql
immutable
strict
parallel safe
as $$
declare
  f_words text[] := features.words;
  f_tags text[] := features.tags;
  f_roles text[] := features.roles;
  f_clauses int[] := features.clauses;
  v_count int := pg_catalog.cardinality(features.words);
  v_clause int;
  v_said int;
begin
  for i in 3..v_count - 1 loop
    continue when f_tags[i] <> 'speech' or f_roles[i] <> 'v' or f_words[i - 1] <> all ('{",","\"",“,”}')
      or (features.kinds)[i + 1] = 'f' and f_words[i + 1] <> all ('{the,a,an,his,her,their,its,he,she,they}')
      or f_tags[i + 1] = 'second';
    v_clause := f_clauses[i];
    v_said := f_clauses[i - case when f_words[i - 2] in (',', '.', '!') then 3 else 2 end];
    -- Whom it is said of stands before it: "the bridge, called safe".
    continue when v_said = v_clause and f_words[i - 1] = ',' and not f_words[:i - 1] operator(pg_catalog.&&) '{"\"",“,”}';
    for p in 1..v_count loop
      continue when f_clauses[p] <> v_clause and not (f_clauses[p] = v_clause - 1 and v_said < v_clause);
      f_roles[p] := case
        when p < i and f_roles[p] = 's' then 'o'
        when p > i and f_roles[p] = 'o' then 's'
        else f_roles[p]
      end;
    end loop;
    features.speakers[v_clause] := true;
    if v_said < v_clause then
      for p in 1..v_count loop
        f_clauses[p] := case when f_clauses[p] = v_clause then v_clause - 1 else f_clauses[p] end;
      end loop;
      features.speakers[v_clause - 1] := true;
      features.predicates[v_clause] := 0;
    end if;
  end loop;
  features.roles := f_roles;
  features.clauses := f_clauses;
  return features;
end;
$$;
comment on function groundcheck_internal.turn_speakers is 'The words of a sentence with a speaker named behind the verb as its subject.';
revoke all on function groundcheck_internal.turn_speakers from public;
