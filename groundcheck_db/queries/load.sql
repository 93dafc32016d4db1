-- Statements of groundcheck_db.load.

-- name: known_documents
select d.uri, d.digest
from groundcheck_internal.documents as d
where d.tenant = groundcheck_internal.current_tenant() and d.collection = %(collection)s;

-- name: sentence_spans
select s.span_start, s.span_end
from groundcheck_internal.split_sentences(%(body)s) as s
order by s.ordinal;

-- name: upsert_document
insert into groundcheck_internal.documents (collection, uri, digest, metadata)
values (%(collection)s, %(uri)s, %(digest)s, pg_catalog.jsonb_build_object('format', %(format)s::text))
on conflict (tenant, collection, uri) do update
  set digest = excluded.digest, metadata = excluded.metadata, loaded_at = pg_catalog.now()
returning id;

-- name: delete_document_passages
delete from groundcheck_internal.document_passages where document_id = %(document_id)s;

-- name: store_passages
select groundcheck_internal.store_context(%(bodies)s::text []);

-- name: stage_passages
create temporary table staged_passages (ordinal int, body text, span_start int, span_end int) on commit drop;

-- name: copy_passages
copy staged_passages (ordinal, body, span_start, span_end) from stdin with (format binary);

-- name: place_passages
insert into groundcheck_internal.document_passages (document_id, ordinal, passage_hash, span_start, span_end)
select %(document_id)s, s.ordinal, p.hash, s.span_start, s.span_end
from staged_passages as s
join groundcheck_internal.passages as p
  on p.tenant = groundcheck_internal.current_tenant() and p.hash = groundcheck_internal.text_hash(s.body);

-- name: drop_staged_passages
drop table staged_passages;

-- name: passages_without_vector
select distinct dp.passage_hash
from groundcheck_internal.documents as d
join groundcheck_internal.document_passages as dp on dp.document_id = d.id
where d.tenant = groundcheck_internal.current_tenant()
  and d.collection = %(collection)s
  and not exists (
    select from groundcheck_internal.vectors as v
    where v.tenant = d.tenant and v.model_id = %(model_id)s and v.hash = dp.passage_hash
  )
order by dp.passage_hash;

-- name: passage_bodies
select p.hash, p.body
from groundcheck_internal.passages as p
where p.tenant = groundcheck_internal.current_tenant() and p.hash = any(%(hashes)s);

-- name: stage_vectors
create temporary table staged_vectors on commit drop as
select v.hash, v.embedding
from groundcheck_internal.vectors as v
with no data;

-- name: copy_vectors
copy staged_vectors (hash, embedding) from stdin with (format binary);

-- name: keep_vectors
insert into groundcheck_internal.vectors (model_id, hash, embedding)
select %(model_id)s, s.hash, s.embedding
from staged_vectors as s
order by s.hash
on conflict (tenant, model_id, hash) do nothing;

-- name: drop_staged_vectors
drop table staged_vectors;

-- name: encoder_folder
select m.location
from groundcheck_internal.models as m
where m.name = %(name)s and m.kind = 'encoder'
order by m.id desc
limit 1;

-- name: vector_schema
select pg_catalog.quote_ident(n.nspname)
from pg_catalog.pg_extension as e
join pg_catalog.pg_namespace as n on n.oid = e.extnamespace
where e.extname = 'vector';

-- name: nearest_passages
select p.body
from groundcheck_internal.documents as d
join groundcheck_internal.document_passages as dp on dp.document_id = d.id
join groundcheck_internal.vectors as v
  on v.tenant = d.tenant and v.model_id = %(model_id)s and v.hash = dp.passage_hash
join groundcheck_internal.passages as p on p.tenant = d.tenant and p.hash = dp.passage_hash
where d.tenant = groundcheck_internal.current_tenant() and d.collection = %(collection)s
order by v.embedding operator(@vector_schema@.<=>) %(vector)s::@vector_schema@.vector
limit %(count)s;
