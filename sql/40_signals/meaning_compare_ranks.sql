-- The superlatives of a text, each with its rank: "the largest lake" is 1, "the second-largest lake" 2, "one of the largest
-- lakes" 0. head is the word of content behind it, of which it is said; NULL at the end.
create or replace function groundcheck_internal.read_ranks(features groundcheck_internal.word_features)
returns table (superlative text, head text, rank int, said text, place int)
language plpgsql
immutable
strict
parallel safe
as $$
declare
  v_words text[] := features.words;
  v_concepts text[] := features.concepts;
  v_kinds text[] := features.kinds;
  v_before int;
  v_last int;
begin
  for i in 2..pg_catalog.cardinality(v_words) loop
    continue when not (v_words[i] = 'most' and v_kinds[i + 1] is distinct from 'f' or v_words[i] like '__%est');
    v_last := case when v_words[i] = 'most' then i + 1 else i end;
    superlative := pg_catalog.array_to_string(v_words[i:v_last], ' ');
    -- "The second and third largest", "the world's largest": what stands before it.
    v_before := i - 1;
    rank := pg_catalog.array_position(
      '{first,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth,eleventh,twelfth}'::text[], v_words[v_before]
    );
    if rank is null and v_words[v_before] similar to '[0-9]{1,6}(st|nd|rd|th)' then
      rank := pg_catalog.left(v_words[v_before], -2)::int;
    end if;
    said := pg_catalog.concat(case when rank is not null then v_words[v_before] || ' ' end, superlative);
    if rank is null then
      if 'of' = any(v_words[greatest(1, i - 3):i - 1]) and 'one' = any(v_words[greatest(1, i - 4):i - 1])
        or 'among' = any(v_words[greatest(1, i - 2):i - 1]) then
        rank := 0;
        said := 'one of the ' || superlative;
      elsif v_words[v_before] in ('the', 's', 'its', 'their', 'his', 'her', 'our') or v_words[v_before] like '%''s' then
        rank := 1;
      else
        continue;
      end if;
    end if;
    place := i;
    head := null;
    for j in v_last + 1..pg_catalog.cardinality(v_words) loop
      continue when v_kinds[j] = 'f' and v_words[j] not in ('.', ',', ';', ':');
      head := nullif(v_concepts[j], '');
      exit;
    end loop;
    return next;
  end loop;
end;
$$;
comment on function groundcheck_internal.read_ranks is 'Superlatives and the rank that stands before them: 1 the first, 0 one of several.';
revoke all on function groundcheck_internal.read_ranks from public;

-- A claim that gives the thing of its evidence another rank: the largest for the second largest, or for one of the largest.
-- Only where the evidence ranks the same word by the same superlative, and nowhere as the claim does.
create or replace function groundcheck_internal.compare_ranks(
  claim groundcheck_internal.word_features,
  evidence groundcheck_internal.word_features
)
returns table (kind text, severity real, claim_part text, evidence_part text, evidence_at int)
language sql
immutable
strict
parallel safe
as $$
  select 'rank', (case when pg_catalog.min(e.rank) = 0 then 0.7 else 0.9 end)::real, c.said,
    (pg_catalog.array_agg(e.said order by e.place))[1], pg_catalog.min(e.place)
  from groundcheck_internal.read_ranks(compare_ranks.claim) as c
  join groundcheck_internal.read_ranks(compare_ranks.evidence) as e on e.superlative = c.superlative and e.head = c.head
  where c.rank > 0
  group by c.superlative, c.head, c.rank, c.said
  having not pg_catalog.bool_or(e.rank = c.rank)
$$;
comment on function groundcheck_internal.compare_ranks is 'Findings of the kind rank.';
revoke all on function groundcheck_internal.compare_ranks from public;
