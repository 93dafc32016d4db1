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
-- Made by: groundcheck-db fit DATA --scorer verify --verifier --files dev_begin --files dev_ragtruth_sentences --files dev_wice
-- The screen's weights, all scaled alike, and one for the verifier, fitted on the third of the documents that the verifier
-- was not trained on. Out of fold by claim: dev_begin .897, dev_ragtruth_sentences .836, dev_wice .794.
with scorer as (
  insert into groundcheck_internal.scorers (name, version, fitted_on)
  values (
    'verify', 1,
    'screen@1, and 1290 held-out claims of dev_begin, dev_ragtruth_sentences, dev_wice'
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
  ('intercept', -0.46319),
  ('alignment', 0.49478),
  ('bigrams', 0.24023),
  ('bigrams_context', 0.25474),
  ('cosine', 0.32341),
  ('cosine_joint', 0.25337),
  ('coverage', 0.30075),
  ('coverage_context', 0.30043),
  ('coverage_first', 0.35704),
  ('coverage_near', 0.27483),
  ('difference', -0.59251),
  ('entailment_logit', 2.68226),
  ('gap', -0.58735),
  ('gaps', -0.45079),
  ('has_value', -0.00259),
  ('length', -0.07642),
  ('missing_words', -0.33521),
  ('name_absence', -0.13833),
  ('name_displaced', -0.25552),
  ('skip_bigrams', 0.28428),
  ('subject_displaced', -0.10464),
  ('substitution', -0.00485),
  ('value_absence', -0.1486),
  ('value_conflict', -0.38258),
  ('value_support', 0.35002)
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
