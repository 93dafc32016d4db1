-- The tables that every check reads or writes.
--
-- Tenancy: each table that keeps somebody's data has a tenant, part of every key, so that one tenant's text is
-- never found through another's hash. The setting groundcheck.tenant names it; unset, it is the empty string.

create schema groundcheck;
comment on schema groundcheck is 'groundcheck-db: is each claim of an answer supported by its context? Public functions and views.';

comment on schema groundcheck_internal is 'groundcheck-db: tables and helpers. Not a public interface: use the functions and views of schema groundcheck.';

create type groundcheck.extracted_value as (
  kind text,
  raw text,
  canonical text,
  amount numeric,
  amount_high numeric,
  unit text,
  dimension text,
  qualifier text,
  span_start int,
  span_end int
);
comment on type groundcheck.extracted_value is
'One typed value in a text: what kind, as written, its canonical spelling, its amount in the canonical unit, what it may be compared with, its qualifier (at_least, about, ...) and its half-open span in code points.';

-- What is installed: the repeatable SQL that was applied last. One row.
create table groundcheck_internal.installation (
  singleton boolean primary key default true,
  package_version text not null,
  sql_digest text not null,
  applied_at timestamptz not null default pg_catalog.now(),
  constraint installation_is_one_row check (singleton)
);
comment on table groundcheck_internal.installation is 'The package version and the sha256 of the repeatable SQL that migrate applied last.';

-- Models -----------------------------------------------------------------------------------------------------------

create table groundcheck_internal.models (
  id int generated always as identity primary key,
  name text not null,
  version text not null,
  kind text not null,
  digest text not null,
  dims int,
  manifest jsonb not null default '{}',
  location text,
  registered_at timestamptz not null default pg_catalog.now(),
  constraint model_is_registered_once unique (name, digest),
  constraint kind_is_known check (kind in ('static', 'encoder', 'verifier')),
  constraint digest_is_sha256 check (digest ~ '^[0-9a-f]{64}$'),
  constraint dims_fit_kind check ((kind = 'verifier') = (dims is null) and dims > 0)
);
comment on table groundcheck_internal.models is
'Models that vectors and verdicts may come from. A model is its file''s sha256: the same name with another digest is another model.';

-- Texts, parsed once -----------------------------------------------------------------------------------------------

create table groundcheck_internal.passages (
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  hash bytea not null,
  body text not null,
  parser_version int not null,
  created_at timestamptz not null default pg_catalog.now(),
  primary key (tenant, hash),
  constraint hash_is_sha256 check (pg_catalog.octet_length(hash) = 32)
);
comment on table groundcheck_internal.passages is 'Context chunks as callers gave them, keyed by the sha256 of their UTF-8 text.';

create table groundcheck_internal.sentences (
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  hash bytea not null,
  body text not null,
  tokens int[] not null,
  vals groundcheck.extracted_value[] not null,
  parser_version int not null,
  primary key (tenant, hash),
  constraint hash_is_sha256 check (pg_catalog.octet_length(hash) = 32)
);
-- A parsed sentence is about 1.5 kB, read with every check of its passage: keep it in its row, uncompressed.
alter table groundcheck_internal.sentences set (toast_tuple_target = 8160);
comment on table groundcheck_internal.sentences is
'Sentences of passages (with the list lead-in, table header or JSON key path they are read with), parsed once, keyed by sha256.';

create table groundcheck_internal.passage_sentences (
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  passage_hash bytea not null,
  ordinal int not null,
  sentence_hash bytea not null,
  span_start int not null,
  span_end int not null,
  primary key (tenant, passage_hash, ordinal),
  constraint span_is_ordered check (0 <= span_start and span_start <= span_end)
);
comment on table groundcheck_internal.passage_sentences is 'Which sentence stands where in which passage; spans are code points, half open.';

-- Narrow on purpose: a text and its vector in one row cost four times the scan.
-- Cosine distance to a zero vector is NaN, and float4 sums of squares over- and underflow beyond these bounds.
create table groundcheck_internal.vectors (
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  model_id int not null references groundcheck_internal.models (id),
  hash bytea not null,
  embedding @vector_schema@.vector not null,
  primary key (tenant, model_id, hash),
  constraint embedding_has_a_direction check (@vector_schema@.vector_norm(embedding) between 1e-12 and 1e12)
);
comment on table groundcheck_internal.vectors is 'Vectors of passages and sentences, keyed by (tenant, model, sha256 of the text).';

-- The loaded knowledge base ----------------------------------------------------------------------------------------

create table groundcheck_internal.documents (
  id bigint generated always as identity primary key,
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  collection text not null,
  uri text not null,
  digest bytea not null,
  metadata jsonb not null default '{}',
  loaded_at timestamptz not null default pg_catalog.now(),
  constraint document_is_loaded_once unique (tenant, collection, uri),
  constraint digest_is_sha256 check (pg_catalog.octet_length(digest) = 32)
);
comment on table groundcheck_internal.documents is 'Documents loaded into a collection, with the sha256 of the file they came from.';

create table groundcheck_internal.document_passages (
  document_id bigint not null references groundcheck_internal.documents (id) on delete cascade,
  ordinal int not null,
  passage_hash bytea not null,
  span_start int not null,
  span_end int not null,
  primary key (document_id, ordinal),
  constraint span_is_ordered check (0 <= span_start and span_start <= span_end)
);
create index document_passages_by_passage on groundcheck_internal.document_passages (passage_hash);
comment on table groundcheck_internal.document_passages is 'The passages a document was cut into, in order; spans are code points of the document.';

-- Scorers and policies ---------------------------------------------------------------------------------------------

create table groundcheck_internal.scorers (
  id int generated always as identity primary key,
  name text not null,
  version int not null,
  fitted_on text not null,
  created_at timestamptz not null default pg_catalog.now(),
  constraint scorer_version_is_unique unique (name, version)
);
comment on table groundcheck_internal.scorers is 'Logistic models that turn signals into support. A version is never changed.';

create table groundcheck_internal.scorer_weights (
  scorer_id int not null references groundcheck_internal.scorers (id),
  signal text not null,
  weight double precision not null,
  primary key (scorer_id, signal),
  constraint weight_is_finite check (weight > '-Infinity' and weight < 'Infinity')
);
comment on table groundcheck_internal.scorer_weights is
'support = 1 / (1 + exp(-(sum of weight * signal))); the signal named intercept is always 1.';

create table groundcheck_internal.policies (
  id int generated always as identity primary key,
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  name text not null,
  version int not null,
  method text not null default 'claims',
  threshold double precision not null,
  review_threshold double precision,
  claim_floor double precision,
  aggregate text not null default 'mean',
  contradiction_gate boolean not null default true,
  verify text not null default 'never',
  scorer_id int references groundcheck_internal.scorers (id),
  created_at timestamptz not null default pg_catalog.now(),
  created_by text not null default current_user,
  retired_at timestamptz,
  constraint policy_version_is_unique unique (tenant, name, version),
  constraint name_is_usable check (name ~ '^[a-z0-9][a-z0-9_.-]{0,62}$'),
  constraint method_is_known check (method in ('claims', 'mean_cosine', 'weighted_cosine')),
  constraint threshold_in_range check (threshold between 0 and 1),
  constraint review_band_is_below_threshold check (review_threshold between 0 and threshold),
  constraint claim_floor_in_range check (claim_floor between 0 and 1),
  constraint aggregate_is_known check (aggregate in ('mean', 'min', 'product')),
  constraint verify_is_known check (verify in ('never', 'borderline', 'always')),
  constraint claims_need_a_scorer check ((method = 'claims') = (scorer_id is not null))
);
comment on table groundcheck_internal.policies is 'Named, versioned settings of a check. A version is never changed, only retired.';

-- The audit --------------------------------------------------------------------------------------------------------
-- Range-partitioned by month. created_at is the time inside the uuid v7, so that an id alone finds its partition.
-- No foreign keys between these tables: one function writes them in one transaction, and a month must be able to go
-- without a scan of the others.

create table groundcheck_internal.checks (
  id uuid not null,
  created_at timestamptz not null,
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  status text not null,
  action text not null,
  trust_score double precision,
  reason_code text not null,
  reason text not null,
  answer text,
  question text,
  policy_id int not null,
  method text not null,
  threshold double precision not null,
  encoder_id int,
  verifier_id int,
  relevance double precision,
  details jsonb not null default '{}',
  metadata jsonb not null default '{}',
  latency_ms double precision not null,
  primary key (id, created_at),
  constraint status_is_known check (status in ('final', 'provisional', 'pending', 'failed')),
  constraint action_is_known check (action in ('PASS', 'REVIEW', 'REJECT')),
  constraint score_in_range check (trust_score between 0 and 1),
  constraint relevance_in_range check (relevance between -1 and 1),
  constraint unchecked_never_passes check (status in ('final', 'provisional') or action = 'REJECT')
) partition by range (created_at);
create index checks_by_time on groundcheck_internal.checks (tenant, created_at);
comment on table groundcheck_internal.checks is 'One row a check: the verdict on one answer.';

create table groundcheck_internal.check_passages (
  check_id uuid not null,
  created_at timestamptz not null,
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  context_index int not null,
  passage_hash bytea not null,
  primary key (check_id, context_index, created_at)
) partition by range (created_at);
create index check_passages_by_passage on groundcheck_internal.check_passages (tenant, passage_hash);
comment on table groundcheck_internal.check_passages is 'The context of a check: which passage at which 0-based position.';

create table groundcheck_internal.claims (
  check_id uuid not null,
  created_at timestamptz not null,
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  claim_index int not null,
  claim text not null,
  statement text not null,
  span_start int not null,
  span_end int not null,
  kind text not null,
  verdict text not null,
  support double precision,
  finding jsonb,
  signals jsonb not null default '{}',
  citations jsonb not null default '[]',
  primary key (check_id, claim_index, created_at),
  constraint verdict_is_known check (verdict in ('supported', 'unsupported', 'contradicted', 'not_checkable')),
  constraint support_in_range check (support between 0 and 1),
  constraint support_fits_verdict check (
    case verdict when 'not_checkable' then support is null when 'supported' then support is not null else true end
  ),
  constraint span_is_ordered check (0 <= span_start and span_start <= span_end)
) partition by range (created_at);
comment on table groundcheck_internal.claims is
'The claims of a check with their verdicts. signals keeps the numbers behind support, so that another policy can re-score them.';

create table groundcheck_internal.claim_evidence (
  check_id uuid not null,
  created_at timestamptz not null,
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  claim_index int not null,
  rank int not null,
  position int not null,
  context_index int not null,
  sentence_hash bytea not null,
  span_start int not null,
  span_end int not null,
  similarity double precision not null,
  primary key (check_id, claim_index, rank, created_at),
  constraint similarity_in_range check (similarity between -1.000001 and 1.000001)
) partition by range (created_at);
comment on table groundcheck_internal.claim_evidence is 'The context sentences that speak most to a claim, best first (rank 1).';

create table groundcheck_internal.labels (
  id bigint generated always as identity primary key,
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  check_id uuid not null,
  claim_index int,
  grounded boolean not null,
  note text,
  labelled_by text not null default current_user,
  labelled_at timestamptz not null default pg_catalog.now()
);
create index labels_by_check on groundcheck_internal.labels (check_id, claim_index);
comment on table groundcheck_internal.labels is 'Human feedback: was the answer (claim_index null) or the claim grounded?';

-- The queue holds ids only; a job's row goes when it is done.
create table groundcheck_internal.jobs (
  id bigint generated always as identity primary key,
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  task text not null,
  check_id uuid not null,
  run_at timestamptz not null default pg_catalog.now(),
  attempts int not null default 0,
  leased_by text,
  leased_until timestamptz,
  dead_at timestamptz,
  last_error text,
  created_at timestamptz not null default pg_catalog.now(),
  constraint task_is_known check (task in ('verify')),
  constraint lease_is_whole check ((leased_by is null) = (leased_until is null))
);
create index jobs_ready on groundcheck_internal.jobs (run_at) where dead_at is null;
comment on table groundcheck_internal.jobs is 'Work for the verifier: leased with SKIP LOCKED, retried with back-off, dead after too many attempts.';
