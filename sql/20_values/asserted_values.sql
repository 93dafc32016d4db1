-- The values of a claim that it asserts. "The two warehouses", "across the three days" only refer to things that are known
-- already: how many there are is no part of what is claimed.
create or replace function groundcheck_internal.asserted_values(vals groundcheck.extracted_value[], statement text)
returns groundcheck.extracted_value[]
language plpgsql
immutable
parallel safe
as $$
begin
  if pg_catalog.cardinality(asserted_values.vals) = 0
    or asserted_values.statement !~* '\m(?:the|these|those|both|all|its|their)\s+(?:two|three|four|five|six|seven|eight|nine|ten|[2-9])\M' then
    return asserted_values.vals;
  end if;
  return array(
    select v
    from unnest(asserted_values.vals) as v
    where not (
      v.dimension in ('count', 'duration') and v.qualifier is null
      and v.raw ~* '^(?:two|three|four|five|six|seven|eight|nine|ten|[2-9])\M(?: (?:days|weeks|months|years|hours))?$'
      and pg_catalog.left(asserted_values.statement, v.span_start)
      ~* (case v.dimension when 'count' then '\m(?:the|these|those|both|all|its|their)' else '\m(?:across|over|of|for|in|during) (?:the|these|those|all)' end || '\s+$')
    )
    order by v.span_start
  );
end;
$$;
comment on function groundcheck_internal.asserted_values is 'The values of a claim without counts that only refer: the two halls.';
revoke all on function groundcheck_internal.asserted_values from public;

-- Whether a claim says that a value is made of others: a sum, a difference, a share. Without such a word a value that
-- happens to be the sum of two others is no more than that.
create or replace function groundcheck_internal.says_derived(statement text)
returns boolean
language sql
immutable
parallel safe
return says_derived.statement ~* '\m(?:total|totals|totaled|totalled|sum|together|combined|altogether|overall|both|all|in all|between them|add up|adds up|jointly|across|difference|differ|more|less|fewer|longer|shorter|higher|lower|taller|wider|deeper|heavier|lighter|older|younger|earlier|later|larger|smaller|faster|slower|cheaper|dearer|than|gap|rose|risen|rise|rises|fell|fallen|fall|falls|grew|grown|growth|grow|increase[ds]?|decrease[ds]?|drop(?:s|ped)?|decline[ds]?|gain(?:s|ed)?|lost|change[ds]?|up by|down by|by|after|remain(?:s|ed|ing)?|left|share|average|mean|per|times|twice|double[ds]?|half|quarter|third|fifth|percent|percentage|points?|zusammen|insgesamt|gesamt|total|ensemble|juntos|en todo)\M|%'
or says_derived.statement ~ '[合共总總]'
or says_derived.statement ~* '\mthe (?:two |three )?(?:halls|rooms|[a-z]+s) (?:[a-z]+ )?(?:seat|hold|have|store|cost|weigh|sell|sold|had|employ|contain)\M';
comment on function groundcheck_internal.says_derived is 'Whether a claim has a word of a sum, a difference or a share.';
revoke all on function groundcheck_internal.says_derived from public;

-- What becomes of a comparison of two values where one of the two is denied: "Entry does not cost 9 euros" agrees with "Entry
-- costs 4 euros" and is at odds with "Entry costs 9 euros". Denied: the same word stands before both values, within four
-- words, and is negated on one side only.
create or replace function groundcheck_internal.turned_outcome(
  outcome text,
  claim groundcheck_internal.word_features,
  claim_value groundcheck.extracted_value,
  evidence groundcheck_internal.word_features,
  evidence_value groundcheck.extracted_value
)
returns text
language plpgsql
immutable
parallel safe
as $$
declare
  -- Of the words before the values. Most have none, and nothing more is asked of them.
  v_negations smallint[] := claim.negations[:pg_catalog.width_bucket(claim_value.span_start - 1, claim.starts)]
    || evidence.negations[:pg_catalog.width_bucket(evidence_value.span_start - 1, evidence.starts)];
begin
  if not (1 = any(v_negations) or 3 = any(v_negations)) then
    return turned_outcome.outcome;
  end if;
  return case
    when turned_outcome.outcome not in ('equal', 'different') or claim_value.qualifier is not null
      or not (1 = any((turned_outcome.claim).negations) or 1 = any((turned_outcome.evidence).negations))
      or 'but' = any((turned_outcome.claim).words)
      -- Where all is denied, what of it is so is found in the words.
      or turned_outcome.outcome = 'equal' and groundcheck_internal.denial_length((turned_outcome.claim).words) > 0
      then turned_outcome.outcome
    when exists (
      select
      from unnest(
        (turned_outcome.claim).concepts, (turned_outcome.claim).kinds, (turned_outcome.claim).negations, (turned_outcome.claim).poles,
        (turned_outcome.claim).starts
      ) with ordinality as c (concept, kind, negation, pole, start, place)
      join unnest(
        (turned_outcome.evidence).concepts, (turned_outcome.evidence).kinds, (turned_outcome.evidence).negations,
        (turned_outcome.evidence).poles, (turned_outcome.evidence).starts
      ) with ordinality as e (concept, kind, negation, pole, start, place) on e.concept = c.concept
      where c.kind = 'c' and c.concept <> '' and c.pole * e.pole >= 0
        and (c.negation + e.negation) % 2 = 1
        and c.start < claim_value.span_start and e.start < evidence_value.span_start
        and (select min(w.place) from unnest((turned_outcome.claim).starts) with ordinality as w (start, place)
          where w.start >= claim_value.span_start) - c.place <= 4
        and (select min(w.place) from unnest((turned_outcome.evidence).starts) with ordinality as w (start, place)
          where w.start >= evidence_value.span_start) - e.place <= 4
    ) then case turned_outcome.outcome when 'equal' then 'different' else 'equal' end
    else turned_outcome.outcome
  end;
end;
$$;
comment on function groundcheck_internal.turned_outcome is 'The outcome of a comparison of values, turned round where one of the two is denied.';
revoke all on function groundcheck_internal.turned_outcome from public;
