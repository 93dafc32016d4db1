-- The k passages of a collection that speak most to a query, each once, with a document that it stands in.
create or replace function groundcheck.retrieve(query text, collection text default 'default', k int default 5)
returns table (
  rank int,
  passage text,
  sentence text,
  uri text,
  span_start int,
  span_end int,
  similarity double precision
)
language plpgsql
stable
parallel unsafe
set search_path = pg_catalog, pg_temp
set jit = off
set standard_conforming_strings = on
as $$
#variable_conflict use_column
begin
  perform groundcheck_internal.require_collection(retrieve.collection, retrieve.k);
  return query
  select f.rank, p.body, s.body, d.uri, d.span_start, d.span_end, f.similarity
  from groundcheck_internal.nearest_passages(
    array[groundcheck.embed(retrieve.query)], retrieve.collection, retrieve.k
  ) as f
  join groundcheck_internal.passages as p
    on p.tenant = groundcheck_internal.current_tenant() and p.hash = f.passage_hash
  left join groundcheck_internal.sentences as s
    on s.tenant = groundcheck_internal.current_tenant() and s.hash = f.sentence_hash
  cross join lateral groundcheck_internal.passage_source(retrieve.collection, f.passage_hash) as d
  order by f.rank;
end;
$$;
comment on function groundcheck.retrieve is
'The k passages of a collection that speak most to a query, best first: text, nearest sentence, document, span in it; similarity is the mean of the cosines to the passage and to that sentence. GC501: unknown collection. GC502: k. GC503: vectors of another encoder.';
revoke all on function groundcheck.retrieve from public;

-- A collection that holds nothing is no error, one that was never loaded is: its name may be a typing error, and what was
-- checked against nothing would be rejected for ever.
create or replace function groundcheck_internal.require_collection(collection text, k int)
returns void
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_tenant text := groundcheck_internal.require_tenant();
begin
  if not exists (
    select from groundcheck_internal.collections as c
    where c.tenant = v_tenant and c.name = require_collection.collection
  ) then
    raise exception using
      errcode = 'GC501',
      message = format('there is no collection %s', coalesce(quote_literal(left(require_collection.collection, 100)), 'null'))
      || coalesce(' for tenant ' || quote_literal(left(nullif(v_tenant, ''), 100)), ''),
      hint = coalesce(
        (
          select 'Collections: ' || string_agg(c.name, ', ' order by c.name) || '.'
          from (
            select left(c.name, 100) as name
            from groundcheck_internal.collections as c where c.tenant = v_tenant order by c.name limit 20
          ) as c
        ),
        'groundcheck-db load FOLDER or load_document() makes one.'
      );
  end if;
  if require_collection.k is null or require_collection.k not between 1 and 100 then
    raise exception using
      errcode = 'GC502',
      message = format('the number of passages cannot be %s', coalesce(require_collection.k::text, 'null')),
      hint = 'Give 1 to 100.';
  end if;
  -- Vectors of different models are never compared.
  if exists (
    select from groundcheck_internal.collection_passages as p
    where p.tenant = v_tenant
      and p.collection = require_collection.collection
      and p.model_id <> groundcheck_internal.static_encoder()
  ) and not exists (
    select from groundcheck_internal.collection_passages as p
    where p.tenant = v_tenant
      and p.collection = require_collection.collection
      and p.model_id = groundcheck_internal.static_encoder()
  ) then
    raise exception using
      errcode = 'GC503',
      message = format('collection %L was loaded with another encoder than the one that is installed', require_collection.collection),
      hint = 'Load it again: groundcheck-db load FOLDER --collection NAME makes its vectors anew.';
  end if;
end;
$$;
comment on function groundcheck_internal.require_collection is 'Raises GC501, GC502 or GC503 where nothing can be retrieved.';
revoke all on function groundcheck_internal.require_collection from public;

-- Where a passage stands: in the first document by uri, where several have it.
create or replace function groundcheck_internal.passage_source(collection text, passage_hash bytea)
returns table (uri text, span_start int, span_end int)
language sql
stable
parallel safe
as $$
  select d.uri, dp.span_start, dp.span_end
  from groundcheck_internal.document_passages as dp
  join groundcheck_internal.documents as d on d.id = dp.document_id
  where dp.tenant = groundcheck_internal.current_tenant()
    and dp.passage_hash = passage_source.passage_hash
    and d.tenant = dp.tenant
    and d.collection = passage_source.collection
  order by d.uri collate "C" asc, dp.ordinal asc
  limit 1
$$;
comment on function groundcheck_internal.passage_source is 'The document that a passage of a collection stands in, and where in it.';
revoke all on function groundcheck_internal.passage_source from public;

-- For each query vector the k passages that speak most to it. The nearest by vector are candidates, four times as many as
-- asked for; what counts among them is the mean of the cosines to the passage and to its nearest sentence, as a long passage
-- drowns the one sentence that matters.
create or replace function groundcheck_internal.nearest_passages(queries @vector_schema@.vector[], collection text, k int)
returns table (
  query_index int,
  rank int,
  passage_hash bytea,
  sentence_hash bytea,
  similarity double precision
)
language sql
stable
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
  select r.query_index, r.rank, r.passage_hash, r.sentence_hash, r.similarity
  from (
    select
      c.query_index, c.passage_hash, s.sentence_hash, m.similarity,
      row_number() over (partition by c.query_index order by m.similarity desc, c.passage_hash)::int as rank
    from groundcheck_internal.candidate_passages(
      nearest_passages.queries, nearest_passages.collection, greatest(4 * nearest_passages.k, 20)
    ) as c
    left join lateral (
      select ps.sentence_hash, v.embedding operator(@vector_schema@.<=>) nearest_passages.queries[c.query_index] as distance
      from groundcheck_internal.passage_sentences as ps
      join groundcheck_internal.vectors as v
        on v.tenant = ps.tenant and v.model_id = groundcheck_internal.static_encoder() and v.hash = ps.sentence_hash
      where ps.tenant = groundcheck_internal.current_tenant() and ps.passage_hash = c.passage_hash
      order by 2, 1
      limit 1
    ) as s on true
    cross join lateral (
      select greatest(least(1 - (c.distance + coalesce(s.distance, c.distance)) / 2, 1), -1) as similarity
    ) as m
  ) as r
  where r.rank <= nearest_passages.k
$$;
comment on function groundcheck_internal.nearest_passages is 'The k passages of a collection that speak most to each query vector.';
revoke all on function groundcheck_internal.nearest_passages from public;

-- The nearest passages by vector: as many as wanted for each query, or all that the collection has where it has fewer.
-- Queries without a direction find nothing.
--
-- The HNSW index holds all tenants' and collections' passages. Scanned iteratively it goes on past those of others, but not
-- without end; where it comes back with too few, the collection is scanned exactly. Planned anew each time, as it is the size
-- of the collection beside the table that says which is faster. The settings are put back: they are the transaction's, and
-- the caller's own queries may follow.
create or replace function groundcheck_internal.candidate_passages(
  queries @vector_schema@.vector[],
  collection text,
  wanted int
)
returns table (query_index int, passage_hash bytea, distance double precision)
language plpgsql
stable
parallel unsafe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_custom_plan
set jit = off
as $$
#variable_conflict use_column
declare
  v_tenant text := groundcheck_internal.current_tenant();
  v_encoder int := groundcheck_internal.static_encoder();
  v_scan text := coalesce(current_setting('hnsw.iterative_scan', true), 'off');
  v_width text := coalesce(current_setting('hnsw.ef_search', true), '40');
  v_query record;
  v_there int;
  v_hashes bytea[];
  v_distances double precision[];
begin
  select count(*) into v_there
  from (
    select
    from groundcheck_internal.collection_passages as p
    where p.tenant = v_tenant and p.collection = candidate_passages.collection and p.model_id = v_encoder
    limit candidate_passages.wanted
  ) as enough;
  perform set_config('hnsw.iterative_scan', 'strict_order', true);
  perform set_config('hnsw.ef_search', least(greatest(2 * candidate_passages.wanted, 100), 1000)::text, true);

  for v_query in
    select q.place::int, q.embedding
    from unnest(candidate_passages.queries) with ordinality as q (embedding, place)
    where q.embedding is not null
  loop
    select array_agg(n.passage_hash), array_agg(n.distance) into v_hashes, v_distances
    from (
      select p.passage_hash, p.embedding operator(@vector_schema@.<=>) v_query.embedding as distance
      from groundcheck_internal.collection_passages as p
      where p.tenant = v_tenant and p.collection = candidate_passages.collection and p.model_id = v_encoder
      order by p.embedding operator(@vector_schema@.<=>) v_query.embedding
      limit candidate_passages.wanted
    ) as n;
    if coalesce(cardinality(v_hashes), 0) < v_there then
      select array_agg(n.passage_hash), array_agg(n.distance) into v_hashes, v_distances
      from groundcheck_internal.scan_passages(
        v_query.embedding, candidate_passages.collection, candidate_passages.wanted
      ) as n;
    end if;
    return query
    select v_query.place, n.passage_hash, n.distance
    from unnest(v_hashes, v_distances) as n (passage_hash, distance);
  end loop;

  perform set_config('hnsw.iterative_scan', v_scan, true);
  perform set_config('hnsw.ef_search', v_width, true);
end;
$$;
comment on function groundcheck_internal.candidate_passages is 'The nearest passages of a collection to each query vector, full in number.';
revoke all on function groundcheck_internal.candidate_passages from public;

-- Exact: every passage of the collection is compared. A materialized CTE, as the index must not answer again.
create or replace function groundcheck_internal.scan_passages(
  query @vector_schema@.vector,
  collection text,
  wanted int
)
returns table (passage_hash bytea, distance double precision)
language sql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  with compared as materialized (
    select p.passage_hash, p.embedding operator(@vector_schema@.<=>) scan_passages.query as distance
    from groundcheck_internal.collection_passages as p
    where p.tenant = groundcheck_internal.current_tenant()
      and p.collection = scan_passages.collection
      and p.model_id = groundcheck_internal.static_encoder()
  )

  select c.passage_hash, c.distance
  from compared as c
  order by c.distance asc, c.passage_hash asc
  limit scan_passages.wanted
$$;
comment on function groundcheck_internal.scan_passages is 'The nearest passages of a collection to a query vector, by comparing all.';
revoke all on function groundcheck_internal.scan_passages from public;
