-- Where a claim repeats a sentence with two of its parts in each other's place: "Milan owes Turin a debt" after "Turin
-- owes Milan a debt", "plants take in oxygen and give off nitrogen". What stands between the two stays where it is, and
-- must tell the sides apart: a word of content, not, than, before, after, or to behind from. No finding where the parts
-- may change places: lists, "A is B", "A married B", "A talked with B".
--
-- Articles aside, all words of the claim must be the sentence's; what the sentence has besides may only be words of
-- content, or lie before the first and behind the last: "by" left out would turn it round. One row at most.
create or replace function groundcheck_internal.compare_exchanges(
  claim groundcheck_internal.word_features,
  evidence groundcheck_internal.word_features
)
returns table (kind text, severity real, claim_part text, evidence_part text)
language plpgsql
immutable
strict
parallel safe
as $$
declare
  c_no_words constant text[] := '{.,",",;,:,?,!,(,),"\"",“,”,–,—,。,a,an,the,that}';
  c_sides constant text[] := '{not,never,than,before,after,instead,rather,without,until}';
  c_mutual constant text[] := '{marri,married,marriage,meet,met,merg,associ,equal,same,border,resembl,differ,similar,like,ident,relat,adjac,next,near,link,connect,compar,talk,speak,chat,convers,discuss,argu,cooper,collabor,partner,divorc,date,kiss,insepar,equival,tie,drew,draw,opposit,apart,distanc,away,unlik,mirror,match}';
  v_claim text[];
  v_evidence text[];
  v_kinds text[];
  v_concepts text[];
  v_size int;
  v_first int;
  v_last int;
  v_middle int;
  v_tells boolean;
begin
  if pg_catalog.cardinality(claim.words) not between 3 and 40 or pg_catalog.cardinality(evidence.words) > 60
    or not claim.words <@ (evidence.words || c_no_words)
    -- Most claims that have no other words repeat the sentence as it stands.
    or pg_catalog.strpos(
      pg_catalog.array_to_string(evidence.words, ' '), pg_catalog.array_to_string(claim.words[:pg_catalog.cardinality(claim.words) - 1], ' ')
    ) > 0 then
    return;
  end if;
  v_claim := array(
    select w.word from unnest(claim.words) with ordinality as w (word, place) where w.word <> all (c_no_words) order by w.place
  );
  select pg_catalog.array_agg(w.word order by w.place), pg_catalog.array_agg(w.kind order by w.place), pg_catalog.array_agg(w.concept order by w.place)
  into v_evidence, v_kinds, v_concepts
  from (
    select
      s.*,
      pg_catalog.bool_or(s.is_shared) over (order by s.place) and pg_catalog.bool_or(s.is_shared) over (order by s.place desc) as is_inside
    from (
      select u.*, u.word = any (v_claim) as is_shared
      from unnest(evidence.words, evidence.kinds, evidence.concepts) with ordinality as u (word, kind, concept, place)
      where u.word <> all (c_no_words)
    ) as s
  ) as w
  where w.is_inside and (w.is_shared or w.kind = 'f');

  v_size := pg_catalog.cardinality(v_claim);
  if v_size < 3 or v_size <> pg_catalog.cardinality(v_evidence) or v_claim = v_evidence then
    return;
  end if;
  v_first := 1;
  while v_claim[v_first] = v_evidence[v_first] loop
    v_first := v_first + 1;
  end loop;
  v_last := v_size;
  while v_claim[v_last] = v_evidence[v_last] loop
    v_last := v_last - 1;
  end loop;

  -- Parts of up to four words each: evidence A M B, claim B M A.
  for a in 1..4 loop
    for b in 1..4 loop
      v_middle := v_last - v_first + 1 - a - b;
      continue when v_middle < 1
        or v_evidence[v_first:v_first + a - 1] <> v_claim[v_last - a + 1:v_last]
        or v_evidence[v_last - b + 1:v_last] <> v_claim[v_first:v_first + b - 1]
        or v_evidence[v_first + a:v_last - b] <> v_claim[v_first + b:v_last - a];
      -- The parts are things, and what is between them has sides.
      v_tells := 'f' <> any (v_kinds[v_first:v_first + a - 1]) and 'f' <> any (v_kinds[v_last - b + 1:v_last])
        and not v_concepts[v_first + a:v_last - b] && c_mutual
        and (
          v_evidence[v_first + a:v_last - b] && c_sides
          or v_evidence[v_first + a:v_last - b] = '{to}' and v_evidence[v_first - 1] = 'from'
          or exists (
            select from unnest(v_kinds[v_first + a:v_last - b], v_concepts[v_first + a:v_last - b]) as m (kind, concept)
            where m.kind <> 'f' and m.concept <> ''
          )
        );
      if v_tells then
        kind := 'role_swap';
        severity := 0.9;
        claim_part := pg_catalog.array_to_string(v_claim[v_first:v_last], ' ');
        evidence_part := pg_catalog.array_to_string(v_evidence[v_first:v_last], ' ');
        return next;
      end if;
      return;
    end loop;
  end loop;
end;
$$;
comment on function groundcheck_internal.compare_exchanges is 'Findings of the kind role_swap between a claim and a sentence two of whose parts it exchanges.';
revoke all on function groundcheck_internal.compare_exchanges from public;
