-- What a human says of a check: was the claim grounded in its context, or, with claim_index null, the whole answer? Every
-- label is kept; of one person's labels on the same thing the last counts. A label on a check that was made again is one on
-- the first: it is the same answer.
create or replace function groundcheck.label(
  id text,
  claim_index int,
  grounded boolean,
  note text default null,
  labelled_by text default null
)
returns boolean
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_check groundcheck_internal.checks := groundcheck_internal.stored_check(label.id);
  v_verdict text;
begin
  if label.grounded is null then
    raise exception using
      errcode = 'GC512',
      message = 'a label says true or false, not null',
      hint = 'Leave out what you cannot tell.';
  end if;
  if label.claim_index is not null then
    select c.verdict into v_verdict
    from groundcheck_internal.claims as c
    where c.check_id = v_check.id and c.created_at = v_check.created_at and c.claim_index = label.claim_index;
    if not found then
      raise exception using
        errcode = 'GC511',
        message = format('check %s has no claim %s', label.id, label.claim_index),
        hint = 'Claims are counted from 0, as claim_index in the document; null labels the whole answer.';
    end if;
  end if;

  insert into groundcheck_internal.labels (
    tenant, check_id, check_created_at, claim_index, grounded, note, labelled_by
  )
  select
    v_check.tenant, r.id, groundcheck_internal.id_time(r.id), label.claim_index, label.grounded, label.note,
    coalesce(label.labelled_by, groundcheck_internal.calling_role())
  from (select coalesce(v_check.recheck_of, v_check.id) as id) as r;
  return case
    when label.claim_index is null then (v_check.action = 'PASS') = label.grounded
    when v_verdict <> 'not_checkable' then (v_verdict = 'supported') = label.grounded
  end;
end;
$$;
comment on function groundcheck.label is
'Keeps what a human says of a claim, or of the whole answer where claim_index is null; returns whether the verdict says the same, null where there is none. GC301, GC302: the check. GC511: no such claim. GC512: null.';
revoke all on function groundcheck.label from public;

create or replace function groundcheck_internal.stored_check(id text)
returns groundcheck_internal.checks
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_id uuid := groundcheck_internal.check_id(stored_check.id);
  v_check groundcheck_internal.checks;
begin
  perform groundcheck_internal.require_tenant();
  select c.* into v_check
  from groundcheck_internal.checks as c
  where c.id = v_id
    and c.created_at = groundcheck_internal.id_time(v_id)
    and c.tenant = groundcheck_internal.current_tenant();
  if not found then
    raise exception using
      errcode = 'GC301',
      message = format('there is no check %s', coalesce(stored_check.id, 'null')),
      hint = 'It may belong to another tenant, have been erased, or its transaction may not be committed.';
  end if;
  return v_check;
end;
$$;
comment on function groundcheck_internal.stored_check is 'The audit row of a check. Raises GC301 or GC302.';
revoke all on function groundcheck_internal.stored_check from public;
