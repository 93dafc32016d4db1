-- Writes one check with its claims, their evidence and its passages.
create or replace function groundcheck_internal.store_check(
  "check" groundcheck_internal.checks,
  claims groundcheck_internal.judged_claim[],
  context text[]
)
returns void
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into groundcheck_internal.checks
  select ("check").*;

  insert into groundcheck_internal.check_passages (check_id, created_at, tenant, context_index, passage_hash)
  select ("check").id, ("check").created_at, ("check").tenant, p.ordinality - 1, groundcheck_internal.text_hash(p.body)
  from unnest(store_check.context) with ordinality as p (body, ordinality)
  where not groundcheck_internal.is_blank(p.body);

  insert into groundcheck_internal.claims (
    check_id, created_at, tenant, claim_index, claim, statement, span_start, span_end, kind, verdict, support,
    finding, signals, citations
  )
  select
    ("check").id, ("check").created_at, ("check").tenant, j.claim_index, j.claim, j.statement, j.span_start, j.span_end,
    j.kind, j.verdict, j.support,
    case when (j.finding).kind is not null then to_jsonb(j.finding) - 'claim_index' end, j.signals, j.citations
  from unnest(store_check.claims) as j;

  insert into groundcheck_internal.claim_evidence (
    check_id, created_at, tenant, claim_index, rank, position, context_index, sentence_hash, span_start, span_end,
    similarity
  )
  select
    ("check").id, ("check").created_at, ("check").tenant, j.claim_index, e.rank, e.position, e.context_index, e.sentence_hash,
    e.span_start, e.span_end, e.similarity
  from unnest(store_check.claims) as j
  cross join unnest(j.evidence) as e;
end;
$$;
comment on function groundcheck_internal.store_check is 'Writes a check to the audit.';
revoke all on function groundcheck_internal.store_check from public;
