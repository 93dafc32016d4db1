-- The verifier: how a policy uses it, its queue, and what a verified check keeps.

-- Policies ---------------------------------------------------------------------------------------------------------

alter table groundcheck_internal.policies
add column verify_from double precision not null default 0.1,
add column verify_to double precision not null default 0.9,
add column verifier text,
add column verified_scorer_id int references groundcheck_internal.scorers (id),
add column provisional text not null default 'reject',
add constraint verify_band_is_ordered check (0 <= verify_from and verify_from <= verify_to and verify_to <= 1),
add constraint provisional_is_known check (provisional in ('reject', 'screen')),
add constraint verification_is_whole check (
  verify = 'never' or (method = 'claims' and verified_scorer_id is not null)
);
comment on column groundcheck_internal.policies.verify is
'Which claims the verifier sees: never any, borderline those whose support lies from verify_from to verify_to, always all.';
comment on column groundcheck_internal.policies.verifier is 'Name of the verifier; null for the one registered last.';
comment on column groundcheck_internal.policies.verified_scorer_id is 'The scorer of claims that the verifier has seen.';
comment on column groundcheck_internal.policies.provisional is
'What passes() makes of a check that waits for the verifier: reject fails it, screen goes by the screen''s verdict.';

-- The audit --------------------------------------------------------------------------------------------------------

alter table groundcheck_internal.checks add column verified_at timestamptz;
comment on column groundcheck_internal.checks.verified_at is 'When the verifier''s verdict came in; null where the screen decided alone.';

-- The queue --------------------------------------------------------------------------------------------------------
-- Rows are short, and none of the columns that a lease changes is indexed, so that updates stay on their page.

alter table groundcheck_internal.jobs
add column policy_id int not null references groundcheck_internal.policies (id),
add constraint job_is_queued_once unique (check_id, task),
add constraint dead_jobs_say_why check (dead_at is null or last_error is not null);
alter table groundcheck_internal.jobs set (
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200, autovacuum_analyze_threshold = 1000
);
comment on column groundcheck_internal.jobs.attempts is 'How often it was leased; a worker that died counts too.';
comment on column groundcheck_internal.jobs.leased_until is 'When the job may be taken from the worker that leased it.';

create table groundcheck_internal.workers (
  id text primary key,
  model_id int not null references groundcheck_internal.models (id),
  started_at timestamptz not null default pg_catalog.now(),
  seen_at timestamptz not null default pg_catalog.now(),
  checks bigint not null default 0,
  pairs bigint not null default 0,
  checks_per_minute double precision not null default 0,
  pairs_per_second double precision not null default 0,
  about jsonb not null default '{}'
);
alter table groundcheck_internal.workers set (fillfactor = 50);
comment on table groundcheck_internal.workers is
'Workers and when they were heard of last. The rates are those between the last two heartbeats. Old rows go when a new worker starts.';

-- The first scorer of verified claims ------------------------------------------------------------------------------
-- The screen's weights, all scaled alike, and one for the verifier: a logistic regression of two numbers, the screen's logit
-- and entailment_logit, on claims that the verifier was not trained on (a third of the documents of dev_begin,
-- dev_ragtruth_sentences, dev_summedits and dev_wice, 250 held-out pairs each of fever_dev, cad_snli and mnli_dev). Out of
-- fold it does better on answers than one with a weight of its own for each signal, for which those claims are too few;
-- groundcheck-db fit DATA --scorer NAME --verifier fits that one.
with scorer as (
  insert into groundcheck_internal.scorers (name, version, fitted_on)
  values (
    'verify', 1,
    'screen@1, and 2338 held-out claims of dev_begin, dev_ragtruth_sentences, dev_summedits, dev_wice, pairs/fever_dev, pairs/cad_snli, pairs/mnli_dev'
  )
  returning id
)

insert into groundcheck_internal.scorer_weights (scorer_id, signal, weight)
select
  scorer.id,
  w.signal,
  w.weight
from scorer
cross join (
  values
  ('intercept', 0.06735),
  ('alignment', 0.48196),
  ('bigrams', 0.24237),
  ('bigrams_context', 0.25466),
  ('cosine', 0.23545),
  ('cosine_joint', 0.16484),
  ('coverage', 0.28547),
  ('coverage_context', 0.27594),
  ('coverage_first', 0.34995),
  ('coverage_near', 0.25923),
  ('difference', -0.4753),
  ('entailment_logit', 3.40103),
  ('gap', -0.5955),
  ('has_value', 0.00527),
  ('length', -0.14252),
  ('missing_words', -0.41738),
  ('name_absence', -0.16285),
  ('name_displaced', -0.25203),
  ('skip_bigrams', 0.283),
  ('subject_displaced', -0.10335),
  ('substitution', -0.01715),
  ('value_absence', -0.16306),
  ('value_conflict', -0.37038),
  ('value_support', 0.28549)
) as w (signal, weight);

insert into groundcheck_internal.policies (
  tenant, name, version, method, threshold, claim_floor, scorer_id, verify, verified_scorer_id
)
select
  p.tenant,
  'verified',
  1,
  p.method,
  0.6,
  p.claim_floor,
  p.scorer_id,
  'borderline',
  s.id
from groundcheck_internal.policies as p
cross join groundcheck_internal.scorers as s
where p.name = 'default' and s.name = 'verify';
