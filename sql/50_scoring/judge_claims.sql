-- The claims of an answer, judged. A statement that is made twice is judged once. Some at a time, so that the cost
-- grows with claims times sentences however long the answer is.
create or replace function groundcheck_internal.judge_claims(
  claims groundcheck_internal.parsed_claim[],
  sentences groundcheck_internal.parsed_sentence[],
  policy groundcheck_internal.policies
)
returns groundcheck_internal.judged_claim[]
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_at_a_time constant int := 16;
  v_distinct groundcheck_internal.parsed_claim[];
begin
  v_distinct := array(
    select c
    from unnest(judge_claims.claims) as c
    where c.claim_index in (select min(d.claim_index) from unnest(judge_claims.claims) as d group by d.statement)
    order by c.claim_index
  );

  return coalesce((
    select array_agg(row(
      c.claim_index, c.claim, c.statement, c.span_start, c.span_end, c.kind, c.citations,
      j.verdict, j.support, j.signals, j.finding, j.evidence
    )::groundcheck_internal.judged_claim order by c.claim_index)
    from generate_series(1, cardinality(v_distinct), v_at_a_time) as g (first)
    cross join lateral groundcheck_internal.judge_some_claims(
      v_distinct[g.first:g.first + v_at_a_time - 1], judge_claims.sentences, judge_claims.policy
    ) as j
    join unnest(judge_claims.claims) as c on c.statement = j.statement
  ), '{}');
end;
$$;
comment on function groundcheck_internal.judge_claims is 'The claims of an answer with verdict, support, signals, finding and evidence.';
revoke all on function groundcheck_internal.judge_claims from public;

-- The one way a verdict comes about:
--   evidence    the sentences that speak to the claim
--   findings    in what the claim differs from them
--   signals     numbers about both
--   support     the scorer's probability (see claim_support)
--   verdict     by support and the gravest finding (see claim_verdict)
create or replace function groundcheck_internal.judge_some_claims(
  claims groundcheck_internal.parsed_claim[],
  sentences groundcheck_internal.parsed_sentence[],
  policy groundcheck_internal.policies
)
returns setof groundcheck_internal.judged_claim
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_evidence groundcheck_internal.evidence[];
  v_findings groundcheck_internal.finding[];
begin
  v_evidence := array(
    select e from groundcheck_internal.find_evidence(judge_some_claims.claims, judge_some_claims.sentences) as e
  );
  v_findings := array(
    select f
    from groundcheck_internal.find_differences(judge_some_claims.claims, judge_some_claims.sentences, v_evidence) as f
  );
  v_findings := v_findings || array(
    select n
    from groundcheck_internal.find_novelties(
      judge_some_claims.claims, judge_some_claims.sentences, v_evidence, v_findings
    ) as n
  );
  v_findings := groundcheck_internal.compare_schedules(
    v_findings, judge_some_claims.claims, judge_some_claims.sentences, v_evidence
  );
  v_findings := groundcheck_internal.heed_exceptions(
    v_findings, judge_some_claims.claims, judge_some_claims.sentences, v_evidence
  );

  return query
  select
    c.claim_index, c.claim, c.statement, c.span_start, c.span_end, c.kind, c.citations,
    groundcheck_internal.claim_verdict(judge_some_claims.policy, c.checkable, s.support, f.severity),
    s.support,
    s.signals,
    f.finding,
    array(
      select e
      from unnest(v_evidence) as e
      where e.claim_index = c.claim_index and (e.rank <= 3 or e.position = f.position)
      order by e.rank
    )
  from unnest(judge_some_claims.claims) as c
  left join groundcheck_internal.measure_signals(
    judge_some_claims.claims, judge_some_claims.sentences, v_evidence, v_findings
  ) as m on m.claim_index = c.claim_index
  left join (
    select distinct on (g.claim_index) g.claim_index, g.severity, g.position, g as finding
    from unnest(v_findings) as g
    where g.severity > 0
    order by g.claim_index asc, g.severity desc, g.position asc, g.source desc, g.claim_part asc
  ) as f on f.claim_index = c.claim_index
  cross join lateral (
    select coalesce(m.signals, '{}') || case
      when exists (select from unnest(v_findings) as i where i.claim_index = c.claim_index and i.kind = 'inference')
        then '{"inference": 1}'::jsonb
      else '{}'
    end as signals
    -- Computed once, not at each place that claim_support uses it.
    offset 0
  ) as n
  cross join lateral (
    select
      n.signals,
      groundcheck_internal.claim_support(judge_some_claims.policy, n.signals, f.severity) as support
    -- Computed once, not at each place that it is used.
    offset 0
  ) as s;
end;
$$;
comment on function groundcheck_internal.judge_some_claims is 'judge_claims for a few claims at a time, each statement once.';
revoke all on function groundcheck_internal.judge_some_claims from public;

create or replace function groundcheck_internal.contradiction_severity()
returns double precision
language sql
immutable
parallel safe
return 0.8;
comment on function groundcheck_internal.contradiction_severity is 'From this severity on, a difference between a claim and its evidence is a contradiction.';
revoke all on function groundcheck_internal.contradiction_severity from public;

create or replace function groundcheck_internal.doubt_severity()
returns double precision
language sql
immutable
parallel safe
return 0.65;
comment on function groundcheck_internal.doubt_severity is 'From this severity on, a difference between a claim and its evidence takes half of the claim''s support.';
revoke all on function groundcheck_internal.doubt_severity from public;
