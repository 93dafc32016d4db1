-- Statements of groundcheck_db.load.

-- name: known_documents
select d.uri, d.digest
from groundcheck_internal.documents as d
where d.tenant = groundcheck_internal.current_tenant() and d.collection = %(collection)s;

-- name: documents_of_folder
select d.uri
from groundcheck_internal.documents as d
where d.tenant = groundcheck_internal.current_tenant() and d.collection = %(collection)s and d.source = %(source)s
order by d.uri;

-- name: store_document
select groundcheck_internal.store_document(
  %(collection)s::text,
  %(uri)s::text,
  %(digest)s::bytea,
  pg_catalog.jsonb_build_object('format', %(format)s::text),
  %(source)s::text,
  %(parts)s::text []
);

-- name: remove_documents
select groundcheck_internal.remove_documents(%(collection)s::text, %(uris)s::text []);

-- name: reindex_collection
select groundcheck_internal.reindex_collection(%(collection)s::text);

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
