-- The pairs of texts that the verifier is to read for provisional checks, one a statement:
--   premise     the evidence of the claim, ranks 1 to 3, in the order in which it stands in the context
--   hypothesis  the statement: the claim with its lead-in, or with the question that it answers
create or replace function groundcheck_internal.verification_pairs(check_ids uuid[])
returns table (check_id uuid, claim_index int, premise text, hypothesis text)
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set jit = off
as $$
#variable_conflict use_column
begin
  return query
  select c.check_id, c.claim_index, evidence.premise, c.statement
  from (
    select distinct on (k.id, c.statement) c.check_id, c.created_at, c.claim_index, c.statement
    from unnest(verification_pairs.check_ids) as i (id)
    join groundcheck_internal.checks as k on k.id = i.id and k.created_at = groundcheck_internal.id_time(i.id)
    join groundcheck_internal.policies as p on p.id = k.policy_id
    join groundcheck_internal.claims as c on c.check_id = k.id and c.created_at = k.created_at
    where k.status = 'provisional' and groundcheck_internal.needs_verification(p, c.verdict, c.support)
    order by k.id asc, c.statement asc, c.claim_index asc
  ) as c
  cross join lateral (
    select string_agg(s.body, ' ' order by e.position) as premise
    from groundcheck_internal.claim_evidence as e
    join groundcheck_internal.sentences as s on s.tenant = e.tenant and s.hash = e.sentence_hash
    where e.check_id = c.check_id and e.created_at = c.created_at and e.claim_index = c.claim_index and e.rank <= 3
  ) as evidence
  where evidence.premise is not null
  order by c.check_id, c.claim_index;
end;
$$;
comment on function groundcheck_internal.verification_pairs is 'Premise and hypothesis of each statement that the verifier is to read.';
revoke all on function groundcheck_internal.verification_pairs from public;
