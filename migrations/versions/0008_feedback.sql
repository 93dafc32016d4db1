-- Collections that claims can be checked against, checks made again under another policy, and the summaries that views
-- read.

-- A collection exists from its first document on, even when the last one has gone: an empty one is no typing error.
create table groundcheck_internal.collections (
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  name text not null,
  created_at timestamptz not null default pg_catalog.now(),
  primary key (tenant, name),
  constraint name_says_something check (name ~ '[^[:space:]]' and pg_catalog.char_length(name) <= 200)
);
comment on table groundcheck_internal.collections is 'The collections that documents are loaded into.';

insert into groundcheck_internal.collections (tenant, name)
select distinct
  d.tenant,
  d.collection
from groundcheck_internal.documents as d;

alter table groundcheck_internal.documents
add column source text,
add constraint document_is_in_a_collection foreign key (tenant, collection)
references groundcheck_internal.collections (tenant, name) on delete cascade;
comment on column groundcheck_internal.documents.source is
'The folder that the document was loaded from, which alone may remove it when its file has gone; null where none did.';

alter table groundcheck_internal.document_passages
add column tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), '');

update groundcheck_internal.document_passages as dp
set tenant = d.tenant
from groundcheck_internal.documents as d
where d.id = dp.document_id and d.tenant <> dp.tenant;

alter table groundcheck_internal.document_passages
drop constraint document_passages_pkey,
add primary key (tenant, document_id, ordinal);
create index document_passages_by_document on groundcheck_internal.document_passages (document_id);
drop index groundcheck_internal.document_passages_by_passage;
create index document_passages_by_passage on groundcheck_internal.document_passages (tenant, passage_hash);

-- What retrieval searches: each passage of a collection once, with the static encoder's vector. One HNSW index serves all
-- tenants and collections: an iterative scan goes on until enough of the right ones are found, and where it gives up, or
-- the collection is small, the exact scan over the primary key answers.
create table groundcheck_internal.collection_passages (
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  collection text not null,
  model_id int not null references groundcheck_internal.models (id),
  passage_hash bytea not null,
  embedding @vector_schema@.vector(256) not null,
  primary key (tenant, collection, model_id, passage_hash),
  foreign key (tenant, collection) references groundcheck_internal.collections (tenant, name) on delete cascade,
  constraint embedding_has_a_direction check (@vector_schema@.vector_norm(embedding) between 1e-12 and 1e12)
);
alter table groundcheck_internal.collection_passages alter column embedding set storage plain;
create index collection_passages_by_vector on groundcheck_internal.collection_passages
using hnsw (embedding @vector_schema@.vector_cosine_ops);
comment on table groundcheck_internal.collection_passages is
'The passages of a collection, each once, with the vector that retrieval compares; model_id is the static encoder that made it.';

-- A check made again from a stored one. Labels belong to the first.
alter table groundcheck_internal.checks add column recheck_of uuid;
create index checks_rechecked on groundcheck_internal.checks (tenant, recheck_of) where recheck_of is not null;
comment on column groundcheck_internal.checks.recheck_of is
'The first check of the same answer, where this one was made from it under another policy.';

alter table groundcheck_internal.labels
add column check_created_at timestamptz not null,
add constraint claim_index_is_counted check (claim_index >= 0);
drop index groundcheck_internal.labels_by_check;
create index labels_by_check on groundcheck_internal.labels (tenant, check_id, claim_index);

create type groundcheck_internal.calibration as (
  labels int,
  slope double precision,
  intercept double precision,
  brier_before double precision,
  brier_after double precision
);
comment on type groundcheck_internal.calibration is
'Platt''s calibration: logit of the calibrated support = slope * logit + intercept; the Brier scores are those on the labels it was fitted on.';

create type groundcheck_internal.threshold_choice as (
  level text,
  labels int,
  threshold double precision,
  reached_precision double precision,
  recall double precision
);
comment on type groundcheck_internal.threshold_choice is
'A threshold that labels chose: on answers or claims, how many, and the precision and recall on them.';

-- Sums, from which every mean of the views is made. Hours are those of UTC, in effect; rechecks are not counted.
create table groundcheck_internal.check_summaries (
  tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  hour timestamptz not null,
  policy_id int not null references groundcheck_internal.policies (id),
  checks bigint not null,
  passed bigint not null,
  review bigint not null,
  rejected bigint not null,
  failed bigint not null,
  unfinished bigint not null,
  scored bigint not null,
  trust_sum double precision not null,
  trust_low double precision,
  trust_bins bigint[] not null,
  claims bigint not null,
  supported bigint not null,
  unsupported bigint not null,
  contradicted bigint not null,
  not_checkable bigint not null,
  support_sum double precision not null,
  support_bins bigint[] not null,
  latency_sum double precision not null,
  latency_high double precision,
  summarised_at timestamptz not null default pg_catalog.now(),
  primary key (tenant, hour, policy_id),
  constraint bins_are_ten check (
    pg_catalog.cardinality(trust_bins) = 10 and pg_catalog.cardinality(support_bins) = 10
  )
);
comment on table groundcheck_internal.check_summaries is
'Checks of an hour under a policy, summed. trust_bins and support_bins count scores by tenths, 1.0 in the last.';

create table groundcheck_internal.summary_states (
  tenant text primary key default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), ''),
  summarised_until timestamptz not null
);
comment on table groundcheck_internal.summary_states is
'Up to where check_summaries speaks for a tenant; what came after is summed by the views as they are read.';
