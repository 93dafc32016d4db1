-- A check says under which version of a policy and a scorer it came about; that must stay what it was. A policy may only
-- be retired.
create or replace function groundcheck_internal.refuse_change()
returns trigger
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'GC106',
    message = format('a version of %s is never changed', tg_argv[0]),
    hint = tg_argv[1];
end;
$$;
comment on function groundcheck_internal.refuse_change is 'Trigger: raises GC106.';
revoke all on function groundcheck_internal.refuse_change from public;

create or replace trigger policies_are_immutable
before update of
tenant, name, version, method, threshold, review_threshold, claim_floor, aggregate, contradiction_gate, scorer_id,
verify, verify_from, verify_to, verifier, verified_scorer_id, provisional
on groundcheck_internal.policies
for each row
execute function groundcheck_internal.refuse_change('a policy', 'create_policy() makes its next version.');

create or replace trigger scorer_weights_are_immutable
before update or delete
on groundcheck_internal.scorer_weights
for each row
execute function groundcheck_internal.refuse_change('a scorer', 'Insert the next version; groundcheck-db fit makes one.');
