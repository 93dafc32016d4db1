-- What the evidence excepts and the claim says of it all the same: "open every day except Tuesday" against "open on
-- Tuesday", "no shop but the bakery opened" against "the bakery did not open". All that the claim says besides must stand
-- in the evidence, outside of the exception. severity 0 where the claim denies what the evidence affirms of the rest, or
-- the other way round: it is what the exception says. "Apart from", "aside from" and "other than" except only from all or
-- none: else they mean "besides".
create or replace function groundcheck_internal.compare_exceptions(
  claim groundcheck_internal.word_features,
  evidence groundcheck_internal.word_features
)
returns table (kind text, severity real, claim_at int, evidence_at int)
language plpgsql
immutable
strict
parallel safe
as $$
declare
  c_words text[] := claim.words;
  c_concepts text[] := claim.concepts;
  c_kinds text[] := claim.kinds;
  e_words text[] := evidence.words;
  e_concepts text[] := evidence.concepts;
  e_kinds text[] := evidence.kinds;
  e_roles text[] := evidence.roles;
  e_tags text[] := evidence.tags;
  v_count int := pg_catalog.cardinality(evidence.words);
  v_universal boolean;
  v_start int;
  v_end int;
  v_item int[];
  v_at int;
  v_others int;
  v_fits boolean;
  v_agrees boolean;
  v_named int;
begin
  if c_words operator(pg_catalog.&&) '{except,excepting,excluding,excluded,exception,exceptions,unless,only,apart,aside,but,besides}' then
    return;
  end if;
  for j in 1..v_count - 1 loop
    continue when e_words[j] <> all ('{except,excepting,excluding,exception,apart,aside,other}');
    v_universal := false;
    v_start := j + 1;
    if e_words[j] in ('apart', 'aside', 'other', 'exception') then
      continue when e_words[j + 1] <> case e_words[j] when 'other' then 'than' when 'exception' then 'of' else 'from' end
        or e_words[j] = 'exception' and e_words[j - 1] not in ('the', 'sole', 'single', 'only');
      v_start := j + 2;
      for r in 1..v_count loop
        v_universal := v_universal or e_tags[r] = 'quantifier' and (evidence.levels)[r] in (0, 4)
          or e_words[r] in ('all', 'every', 'each', 'any', 'no', 'none', 'nobody', 'nothing', 'nowhere', 'always', 'everyone', 'everything', 'daily');
      end loop;
      continue when not v_universal and e_words[j] <> 'exception';
    end if;
    -- "Except when", "except that", "except by appointment": a condition, no thing.
    continue when e_words[v_start] in ('when', 'if', 'that', 'where', 'by', 'with', 'as', 'to', 'because', 'perhaps');

    -- Each thing that is excepted: words between and, or, commas; up to a verb or the end of the phrase.
    v_item := '{}';
    for r in v_start..v_count + 1 loop
      if r <= v_count and e_kinds[r] <> 'f' and e_roles[r] <> 'v' then
        v_item := v_item || r;
        continue;
      end if;
      continue when r <= v_count and e_roles[r] <> 'v' and e_kinds[r] = 'f'
        and e_words[r] not in ('and', 'or', ',', '.', ';', ':', '(', ')', '–', '—', 'but', 'is', 'are', 'was', 'were')
        and e_tags[r] not in ('modal', 'auxiliary', 'be', 'relative');
      v_end := r;
      if v_item <> '{}' then
        -- The claim names it, and all else that it says is said of the rest.
        v_fits := true;
        v_agrees := false;
        v_named := 0;
        foreach v_at in array v_item loop
          v_fits := v_fits and e_concepts[v_at] = any (c_concepts);
        end loop;
        v_others := 0;
        for i in 1..pg_catalog.cardinality(c_words) loop
          exit when not v_fits;
          continue when c_kinds[i] = 'f' or c_words[i] in ('including', 'include', 'included', 'well', 'too', 'even');
          v_named := case when v_named = 0 and exists (select from pg_catalog.unnest(v_item) as x (place) where e_concepts[x.place] = c_concepts[i]) then i else v_named end;
          continue when exists (select from pg_catalog.unnest(v_item) as x (place) where e_concepts[x.place] = c_concepts[i]);
          v_fits := false;
          for r2 in 1..v_count loop
            continue when e_kinds[r2] = 'f' or e_concepts[r2] <> c_concepts[i] or r2 between v_start and v_end - 1;
            v_fits := true;
            v_agrees := v_agrees
              or (claim.poles[i] * evidence.poles[r2] < 0) <> ((claim.negations[i] + evidence.negations[r2]) % 2 = 1);
            exit;
          end loop;
          v_others := v_others + 1;
        end loop;
        if v_fits and v_others > 0 and v_named > 0 then
          kind := 'exclusive';
          severity := case when v_agrees then 0 else 0.9 end;
          claim_at := v_named;
          evidence_at := j;
          return next;
          return;
        end if;
      end if;
      v_item := '{}';
      exit when r > v_count or e_words[r] not in ('and', 'or', ',') or e_words[r] = ',' and j = 1;
    end loop;
  end loop;
end;
$$;
comment on function groundcheck_internal.compare_exceptions is 'Findings of the kind exclusive where a claim says of an exception what is said of the rest.';
revoke all on function groundcheck_internal.compare_exceptions from public;

-- Findings without those that hold what a claim says of an exception against what its sentence says of the rest; with one
-- of the kind inference in their place.
create or replace function groundcheck_internal.heed_exceptions(
  findings groundcheck_internal.finding[],
  claims groundcheck_internal.parsed_claim[],
  sentences groundcheck_internal.parsed_sentence[],
  evidence groundcheck_internal.evidence[]
)
returns groundcheck_internal.finding[]
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_claims int[];
  v_kept groundcheck_internal.finding[];
begin
  -- Most contexts except nothing, most claims are at odds with nothing.
  v_claims := array(
    select distinct f.claim_index
    from unnest(heed_exceptions.findings) as f
    where f.severity > 0 and f.source in ('words', 'value') and exists (
      select from unnest(heed_exceptions.evidence) as e
      where e.claim_index = f.claim_index and (
        strpos(e.body, 'xcept') > 0 or strpos(e.body, 'xclud') > 0
        or strpos(e.body, 'part from') > 0 or strpos(e.body, 'side from') > 0 or strpos(e.body, 'ther than') > 0
      )
    )
  );
  if v_claims = '{}' then
    return heed_exceptions.findings;
  end if;
  with heeded as materialized (
    select distinct c.claim_index, s.position
    from unnest(heed_exceptions.claims) as c
    join unnest(heed_exceptions.evidence) as e on e.claim_index = c.claim_index and e.rank <= 3
    join unnest(heed_exceptions.sentences) as s on s.position = e.position
    cross join lateral groundcheck_internal.compare_exceptions(c.features, s.features) as x
    where c.claim_index = any(v_claims) and x.severity = 0
  )

  select array_agg(k.finding) into v_kept
  from (
    select f as finding
    from unnest(heed_exceptions.findings) as f
    where not exists (
      select from heeded as h where h.claim_index = f.claim_index and (h.position = f.position or f.position is null and f.source = 'words')
    )
    union all
    select row(h.claim_index, 'words', 'inference', 'equal', 0::float8, null, null, null)::groundcheck_internal.finding
    from heeded as h
  ) as k;
  return coalesce(v_kept, '{}');
end;
$$;
comment on function groundcheck_internal.heed_exceptions is 'The findings, less those that an exception explains.';
revoke all on function groundcheck_internal.heed_exceptions from public;
