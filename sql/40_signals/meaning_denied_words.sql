-- What a sentence that denies that something exists denies, where the claim affirms it: "There is no telephone support."
-- against "The plan includes telephone support around the clock." Short as such a sentence is, it says all that there is
-- to say, and needs no more words in common. NULL where the sentence is none, is qualified (no other, no more), has a word
-- that the claim lacks, or the claim denies it, too.
create or replace function groundcheck_internal.denied_words(
  claim groundcheck_internal.word_features,
  evidence groundcheck_internal.word_features
)
returns text
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select string_agg(e.word, ' ' order by e.place)
  from unnest(
    (denied_words.evidence).words, (denied_words.evidence).concepts, (denied_words.evidence).kinds
  ) with ordinality as e (word, concept, kind, place)
  left join lateral (
    select bool_and(c.negations = 0) as is_affirmed
    from unnest((denied_words.claim).concepts, (denied_words.claim).negations) as c (concept, negations)
    where c.concept = e.concept
  ) as k on true
  where (denied_words.evidence).words[1] = 'there'
    and (denied_words.evidence).words[2] in ('is', 'are', 'was', 'were')
    and (denied_words.evidence).words[3] = 'no'
    and not (denied_words.evidence).words && array[
      'other', 'more', 'longer', 'except', 'but', 'unless', 'without', 'only', 'doubt', 'need', 'way', 'reason', 'evidence'
    ]
    and e.place > 3
    and e.kind in ('c', 'n', 'd', 'i')
  having count(*) between 1 and 4 and bool_and(coalesce(k.is_affirmed, false))
$$;
comment on function groundcheck_internal.denied_words is 'The words of what a sentence says does not exist, where the claim says that it does; else null.';
revoke all on function groundcheck_internal.denied_words from public;

-- How many words at the start of a sentence deny all that follows: "it is not true that" 5; 0 where none do. Stable, as
-- array_to_string is: else it would not be inlined.
create or replace function groundcheck_internal.denial_length(words text[])
returns int
language sql
stable
parallel safe
return case
  when denial_length.words[1] not in ('it', 'it''s', 'that', 'there', 'false', 'wrong') then 0
  else coalesce(
    pg_catalog.cardinality(pg_catalog.string_to_array(
      (pg_catalog.regexp_match(
        pg_catalog.array_to_string(denial_length.words[:9], ' '),
        '^((?:it (?:is|was) |it''s |there is |)(?:simply |just )?(?:false|untrue|incorrect|wrong|not true|not correct|not the case|a myth|a lie|not so|no truth in the claim) that)\M'
      ))[1], ' '
    )), 0
  )
end;
comment on function groundcheck_internal.denial_length is 'The number of words that open a sentence by denying the rest of it.';
revoke all on function groundcheck_internal.denial_length from public;
