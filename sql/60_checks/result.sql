create or replace function groundcheck_internal.stored_claims("check" groundcheck_internal.checks)
returns groundcheck_internal.judged_claim[]
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(array_agg(row(
    c.claim_index, c.claim, c.statement, c.span_start, c.span_end, c.kind, c.citations, c.verdict, c.support, c.signals,
    case when c.finding is not null then jsonb_populate_record(null::groundcheck_internal.finding, c.finding) end,
    array(
      select row(
        e.claim_index, e.rank, e.position, e.context_index, e.sentence_hash, s.body, e.span_start, e.span_end, e.similarity
      )::groundcheck_internal.evidence
      from groundcheck_internal.claim_evidence as e
      join groundcheck_internal.sentences as s on s.tenant = e.tenant and s.hash = e.sentence_hash
      where e.check_id = c.check_id and e.created_at = c.created_at and e.claim_index = c.claim_index
      order by e.rank
    )
  )::groundcheck_internal.judged_claim order by c.claim_index), '{}')
  from groundcheck_internal.claims as c
  where c.check_id = ("check").id and c.created_at = ("check").created_at
$$;
comment on function groundcheck_internal.stored_claims is 'The claims of a stored check as they were judged.';
revoke all on function groundcheck_internal.stored_claims from public;

-- A check is final at once, or becomes so when a worker has verified it. Each round of the loop sees what was committed
-- meanwhile, under read committed; inside a transaction with one snapshot it sees nothing new and runs out.
create or replace function groundcheck.result(id text, wait interval default '0')
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set extra_float_digits = 1
set standard_conforming_strings = on
as $$
declare
  v_id uuid := groundcheck_internal.check_id(result.id);
  v_until timestamptz := clock_timestamp() + least(greatest(coalesce(result.wait, '0'), '0'), interval '1000 years');
  v_check groundcheck_internal.checks;
begin
  perform groundcheck_internal.require_tenant();
  loop
    select c.* into v_check
    from groundcheck_internal.checks as c
    where c.id = v_id
      and c.created_at = groundcheck_internal.id_time(v_id)
      and c.tenant = groundcheck_internal.current_tenant();
    if not found then
      raise exception using
        errcode = 'GC301',
        message = format('there is no check %s', coalesce(result.id, 'null')),
        hint = 'It may belong to another tenant, have been erased, or its transaction may not be committed.';
    end if;
    exit when v_check.status in ('final', 'failed') or clock_timestamp() >= v_until;
    perform pg_sleep(0.02);
  end loop;
  return groundcheck_internal.document(v_check, groundcheck_internal.stored_claims(v_check));
end;
$$;
comment on function groundcheck.result is
'The document of a stored check; waits up to wait for it to become final. GC301: no such check. GC302: not an id.';
revoke all on function groundcheck.result from public;
