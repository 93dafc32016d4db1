-- Loads one document from SQL. groundcheck-db load does the same for folders of files. A document of the same collection
-- and uri is replaced; the same text again changes nothing. A text that is missing is an error: it would take away what was
-- loaded before, and every claim that rests on it would be found wanting.
create or replace function groundcheck.load_document(
  collection text,
  uri text,
  body text,
  metadata jsonb default '{}'
)
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
begin
  perform groundcheck_internal.require_object(load_document.metadata);
  if load_document.uri is null or groundcheck_internal.is_blank(load_document.uri) then
    raise exception using
      errcode = 'GC505',
      message = 'a document needs a uri',
      hint = 'Give what you know it by, such as its address or primary key: evidence is named by it.';
  end if;
  if load_document.body is null or groundcheck_internal.is_blank(load_document.body) then
    raise exception using
      errcode = 'GC505',
      message = format('the text of document %L is %s', left(load_document.uri, 100),
        case when load_document.body is null then 'null' else 'blank' end),
      hint = 'Where the document is no more: groundcheck.remove_document(collection, uri). Where some of many texts are missing: where body ~ ''[^[:space:]]''.';
  end if;
  return groundcheck_internal.store_document(
    load_document.collection, load_document.uri, groundcheck_internal.text_hash(load_document.body),
    load_document.metadata, null, array[load_document.body]
  );
end;
$$;
comment on function groundcheck.load_document is
'Loads a text into a collection, cut into passages that check_corpus() finds, in place of what was loaded under that uri; returns the number of its passages. GC505: no usable collection, uri or text. GC006: metadata.';
revoke all on function groundcheck.load_document from public;

-- Takes a document out of a collection; false where it was not there. What was checked against it stays in the audit.
create or replace function groundcheck.remove_document(collection text, uri text)
returns boolean
language sql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
  select groundcheck_internal.remove_documents(remove_document.collection, array[remove_document.uri]) > 0
$$;
comment on function groundcheck.remove_document is
'Takes a document out of a collection, so that nothing is checked against it any more; false where it was not there.';
revoke all on function groundcheck.remove_document from public;

-- Writes a document with its passages, their sentences and vectors. Texts are parsed before the collection is locked: two
-- loads at once wait for each other only while they write.
create or replace function groundcheck_internal.store_document(
  collection text,
  uri text,
  digest bytea,
  metadata jsonb,
  source text,
  parts text[]
)
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set jit = off
set standard_conforming_strings = on
as $$
declare
  v_at_a_time constant int := 256;
  v_tenant text := groundcheck_internal.require_tenant();
  v_encoder int := groundcheck_internal.static_encoder();
  v_bodies text[];
  v_starts int[];
  v_ends int[];
  v_hashes bytea[];
  v_gone bytea[];
  v_document bigint;
begin
  if groundcheck_internal.is_blank(store_document.collection) or char_length(store_document.collection) > 200 then
    raise exception using
      errcode = 'GC505',
      message = format('%s cannot be the name of a collection',
        coalesce(quote_literal(left(store_document.collection, 100)), 'null')),
      hint = 'Use 1 to 200 characters that are not all white space.';
  end if;
  -- The three are a key, which cannot be long.
  if octet_length(v_tenant || store_document.collection || store_document.uri) > 2600 then
    raise exception using
      errcode = 'GC505',
      message = format('a uri of %s bytes is too long: %L', octet_length(store_document.uri), left(store_document.uri, 100)),
      hint = 'Name a document by 1000 bytes at most. More may fit, where the names of tenant and collection are short.';
  end if;

  select
    array_agg(c.body order by c.ordinal), array_agg(c.span_start order by c.ordinal),
    array_agg(c.span_end order by c.ordinal), array_agg(groundcheck_internal.text_hash(c.body) order by c.ordinal)
  into v_bodies, v_starts, v_ends, v_hashes
  from groundcheck_internal.cut_passages(store_document.parts) as c
  where not groundcheck_internal.is_blank(c.body);

  for v_first in 1..coalesce(cardinality(v_bodies), 0) by v_at_a_time loop
    perform groundcheck_internal.store_context(v_bodies[v_first:v_first + v_at_a_time - 1]);
  end loop;

  perform groundcheck_internal.lock_collection(store_document.collection);
  insert into groundcheck_internal.collections (tenant, name)
  values (v_tenant, store_document.collection)
  on conflict do nothing;
  insert into groundcheck_internal.documents as d (tenant, collection, uri, digest, metadata, source)
  values (v_tenant, store_document.collection, store_document.uri, store_document.digest, store_document.metadata,
    store_document.source)
  on conflict on constraint document_is_loaded_once do update set
    digest = excluded.digest, metadata = excluded.metadata, source = excluded.source, loaded_at = now()
  returning d.id into v_document;

  with replaced as (
    delete from groundcheck_internal.document_passages as dp
    where dp.tenant = v_tenant and dp.document_id = v_document
    returning dp.passage_hash
  )

  select array_agg(distinct r.passage_hash) into v_gone
  from replaced as r
  where r.passage_hash <> all(coalesce(v_hashes, '{}'));

  insert into groundcheck_internal.document_passages (tenant, document_id, ordinal, passage_hash, span_start, span_end)
  select v_tenant, v_document, p.place - 1, p.hash, p.span_start, p.span_end
  from unnest(v_hashes, v_starts, v_ends) with ordinality as p (hash, span_start, span_end, place);
  perform groundcheck_internal.drop_passages(store_document.collection, v_gone);
  perform groundcheck_internal.index_passages(store_document.collection, v_encoder, v_bodies);
  return coalesce(cardinality(v_bodies), 0);
end;
$$;
comment on function groundcheck_internal.store_document is 'Writes a document into a collection; returns the number of its passages. Raises GC505.';
revoke all on function groundcheck_internal.store_document from public;

-- Who changes which passages a collection has holds this until the end of the transaction: a passage that one document
-- lets go of may be what another brings at the same time.
create or replace function groundcheck_internal.lock_collection(collection text)
returns void
language sql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
  select pg_advisory_xact_lock(hashtextextended(
    'groundcheck-db collection ' || groundcheck_internal.current_tenant() || ' ' || lock_collection.collection, 0
  ))
$$;
comment on function groundcheck_internal.lock_collection is 'Waits for others that change the collection, until the end of the transaction.';
revoke all on function groundcheck_internal.lock_collection from public;

-- Vectors of passages that the collection has none of. A text without words has no direction and is never retrieved.
create or replace function groundcheck_internal.index_passages(collection text, model_id int, bodies text[])
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_at_a_time constant int := 256;
  v_tenant text := groundcheck_internal.current_tenant();
  v_missing text[];
  v_added int;
  v_all int := 0;
begin
  v_missing := array(
    select distinct b
    from unnest(index_passages.bodies) as b
    where index_passages.model_id is not null
      and not exists (
        select from groundcheck_internal.collection_passages as known
        where known.tenant = v_tenant
          and known.collection = index_passages.collection
          and known.model_id = index_passages.model_id
          and known.passage_hash = groundcheck_internal.text_hash(b)
      )
  );
  for v_first in 1..cardinality(v_missing) by v_at_a_time loop
    insert into groundcheck_internal.collection_passages (tenant, collection, model_id, passage_hash, embedding)
    select
      v_tenant, index_passages.collection, index_passages.model_id,
      groundcheck_internal.text_hash(v_missing[v_first + e.ordinal - 1]), e.embedding
    from groundcheck_internal.encode_texts(v_missing[v_first:v_first + v_at_a_time - 1]) as e
    where e.embedding is not null
    on conflict do nothing;
    get diagnostics v_added = row_count;
    v_all := v_all + v_added;
  end loop;
  return v_all;
end;
$$;
comment on function groundcheck_internal.index_passages is 'Makes the vectors that retrieval compares; returns how many.';
revoke all on function groundcheck_internal.index_passages from public;

-- Where the static encoder is another than the one a collection was loaded with, all its vectors are made anew.
create or replace function groundcheck_internal.reindex_collection(collection text)
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_tenant text := groundcheck_internal.current_tenant();
  v_encoder int := groundcheck_internal.static_encoder();
begin
  perform groundcheck_internal.lock_collection(reindex_collection.collection);
  delete from groundcheck_internal.collection_passages as c
  where c.tenant = v_tenant and c.collection = reindex_collection.collection and c.model_id <> v_encoder;
  return groundcheck_internal.index_passages(reindex_collection.collection, v_encoder, array(
    select p.body
    from groundcheck_internal.documents as d
    join groundcheck_internal.document_passages as dp on dp.tenant = d.tenant and dp.document_id = d.id
    join groundcheck_internal.passages as p on p.tenant = d.tenant and p.hash = dp.passage_hash
    where d.tenant = v_tenant
      and d.collection = reindex_collection.collection
      and not exists (
        select from groundcheck_internal.collection_passages as known
        where known.tenant = v_tenant
          and known.collection = d.collection
          and known.model_id = v_encoder
          and known.passage_hash = dp.passage_hash
      )
  ));
end;
$$;
comment on function groundcheck_internal.reindex_collection is 'Makes the vectors that a collection lacks for the static encoder; returns how many.';
revoke all on function groundcheck_internal.reindex_collection from public;

-- Passages that no document of the collection has any more are not found any more. Their text stays: checks refer to it.
create or replace function groundcheck_internal.drop_passages(collection text, hashes bytea[])
returns void
language sql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
  delete from groundcheck_internal.collection_passages as c
  where c.tenant = groundcheck_internal.current_tenant()
    and c.collection = drop_passages.collection
    and c.passage_hash = any(drop_passages.hashes)
    and not exists (
      select from groundcheck_internal.document_passages as dp
      join groundcheck_internal.documents as d on d.id = dp.document_id and d.tenant = dp.tenant
      where dp.tenant = c.tenant and dp.passage_hash = c.passage_hash and d.collection = c.collection
    )
$$;
comment on function groundcheck_internal.drop_passages is 'Takes passages that no document has any more out of a collection.';
revoke all on function groundcheck_internal.drop_passages from public;

create or replace function groundcheck_internal.remove_documents(collection text, uris text[])
returns int
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ids bigint[];
  v_gone bytea[];
begin
  perform groundcheck_internal.require_tenant();
  perform groundcheck_internal.lock_collection(remove_documents.collection);
  v_ids := array(
    select d.id
    from groundcheck_internal.documents as d
    where d.tenant = groundcheck_internal.current_tenant()
      and d.collection = remove_documents.collection
      and d.uri = any(remove_documents.uris)
  );
  v_gone := array(
    select distinct dp.passage_hash from groundcheck_internal.document_passages as dp where dp.document_id = any(v_ids)
  );
  delete from groundcheck_internal.documents as d where d.id = any(v_ids);
  perform groundcheck_internal.drop_passages(remove_documents.collection, v_gone);
  return cardinality(v_ids);
end;
$$;
comment on function groundcheck_internal.remove_documents is 'Takes documents out of a collection; returns how many were there.';
revoke all on function groundcheck_internal.remove_documents from public;
