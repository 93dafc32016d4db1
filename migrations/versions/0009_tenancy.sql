-- Roles, row-level security, erasure and retention.

-- Every row says whose it is, so that one predicate protects them all.
alter table groundcheck_internal.document_passages
add column if not exists tenant text not null default coalesce(pg_catalog.current_setting('groundcheck.tenant', true), '');
update groundcheck_internal.document_passages as dp
set tenant = d.tenant
from groundcheck_internal.documents as d
where d.id = dp.document_id and d.tenant <> dp.tenant;
drop index if exists groundcheck_internal.document_passages_by_passage;
create index if not exists document_passages_by_passage on groundcheck_internal.document_passages (tenant, passage_hash);

-- Where a function works with its owner's rights, current_user is that owner.
alter table groundcheck_internal.policies alter column created_by set default
case pg_catalog.current_setting('role') when 'none' then session_user else pg_catalog.current_setting('role') end;
alter table groundcheck_internal.labels alter column labelled_by set default
case pg_catalog.current_setting('role') when 'none' then session_user else pg_catalog.current_setting('role') end;

-- Retention asks which checks still need a text.
create index passage_sentences_by_sentence on groundcheck_internal.passage_sentences (tenant, sentence_hash);
create index claim_evidence_by_sentence on groundcheck_internal.claim_evidence (tenant, sentence_hash);

-- Where the queue begins: written in place, so that remembering it leaves no dead rows in the queue's way.
create sequence groundcheck_internal.jobs_oldest_at;
comment on sequence groundcheck_internal.jobs_oldest_at is 'Milliseconds of the epoch, before which no job waits.';
create sequence groundcheck_internal.jobs_searched_at;
comment on sequence groundcheck_internal.jobs_searched_at is 'Milliseconds of the epoch when the whole queue was searched last.';
