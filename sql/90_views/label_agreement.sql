create or replace view groundcheck.label_agreement
with (security_invoker = true) as
with pair as (
  -- People with each policy's verdict ...
  select
    l.tenant,
    case when l.claim_index is null then 'answer' else 'claim' end as level,
    l.labelled_by,
    'verdict' as compared_with,
    c.policy_id,
    l.grounded as first,
    case when l.claim_index is null then c.action = 'PASS' else k.verdict = 'supported' end as second
  from groundcheck_internal.current_labels as l
  inner join groundcheck_internal.policy_checks as c on c.tenant = l.tenant and c.label_of = l.check_id
  left join groundcheck_internal.claims as k
    on k.check_id = c.check_id and k.created_at = c.created_at and k.claim_index = l.claim_index
  where l.claim_index is null or k.verdict <> 'not_checkable'
  union all
  -- ... and with each other, each pair of them once.
  select
    a.tenant,
    case when a.claim_index is null then 'answer' else 'claim' end as level,
    a.labelled_by,
    b.labelled_by as compared_with,
    null as policy_id,
    a.grounded as first,
    b.grounded as second
  from groundcheck_internal.current_labels as a
  inner join groundcheck_internal.current_labels as b
    on
      b.tenant = a.tenant
      and b.check_id = a.check_id
      and b.claim_index is not distinct from a.claim_index
      and b.labelled_by > a.labelled_by
),

counted as (
  select
    p.tenant,
    p.level,
    p.labelled_by,
    p.compared_with,
    p.policy_id,
    count(*)::double precision as labelled,
    count(*) filter (where p.first and p.second)::double precision as both_grounded,
    count(*) filter (where p.first and not p.second)::double precision as only_first,
    count(*) filter (where not p.first and p.second)::double precision as only_second,
    count(*) filter (where not p.first and not p.second)::double precision as neither
  from pair as p
  group by p.tenant, p.level, p.labelled_by, p.compared_with, p.policy_id
)

select
  c.level,
  c.labelled_by,
  c.compared_with,
  p.name as policy,
  p.version as policy_version,
  c.labelled::bigint as labelled,
  c.both_grounded::bigint as both_grounded,
  c.only_first::bigint as only_first_grounded,
  c.only_second::bigint as only_second_grounded,
  c.neither::bigint as neither_grounded,
  (c.both_grounded + c.neither) / c.labelled as agreement,
  (c.labelled * (c.both_grounded + c.neither) - e.by_chance) / nullif(c.labelled * c.labelled - e.by_chance, 0) as kappa,
  c.tenant
from counted as c
left join groundcheck_internal.policies as p on p.id = c.policy_id
cross join lateral (
  select
    (c.both_grounded + c.only_first) * (c.both_grounded + c.only_second)
    + (c.neither + c.only_first) * (c.neither + c.only_second) as by_chance
) as e;
comment on view groundcheck.label_agreement is 'How far people agree with a policy''s verdicts, and with each other, on the same answers and claims.';
comment on column groundcheck.label_agreement.level is 'answer or claim.';
comment on column groundcheck.label_agreement.labelled_by is 'Who labelled.';
comment on column groundcheck.label_agreement.compared_with is 'Another who labelled the same, or verdict: what the policy said.';
comment on column groundcheck.label_agreement.policy is 'Name of the policy whose verdicts are meant; null between people.';
comment on column groundcheck.label_agreement.policy_version is 'Version of the policy; null between people.';
comment on column groundcheck.label_agreement.labelled is 'Answers or claims that both have judged; of one person''s labels on the same thing the last counts.';
comment on column groundcheck.label_agreement.both_grounded is 'Both say grounded (a verdict: PASS, or supported).';
comment on column groundcheck.label_agreement.only_first_grounded is 'Only labelled_by says so.';
comment on column groundcheck.label_agreement.only_second_grounded is 'Only compared_with says so.';
comment on column groundcheck.label_agreement.neither_grounded is 'Neither says so.';
comment on column groundcheck.label_agreement.agreement is 'Share on which they agree, in [0,1].';
comment on column groundcheck.label_agreement.kappa is 'Cohen''s kappa: agreement beyond chance, 1 at most; null where both always say the same one thing.';
comment on column groundcheck.label_agreement.tenant is 'Tenant; the empty string where there is but one.';
revoke all on groundcheck.label_agreement from public;
