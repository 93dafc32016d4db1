-- check() without a context: the evidence is retrieved from a collection, for each claim and for the question, and all of it
-- is the context. From there on nothing differs; the sources are named with the evidence.
create or replace function groundcheck.check_corpus(
  answer text,
  collection text default 'default',
  question text default null,
  policy text default 'default',
  metadata jsonb default '{}',
  passages int default 5
)
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set jit = off
set plan_cache_mode = force_generic_plan
set extra_float_digits = 1
set standard_conforming_strings = on
as $$
declare
  v_started timestamptz := clock_timestamp();
  v_policy groundcheck_internal.policies;
  v_context text[];
  v_sources jsonb;
begin
  v_policy := groundcheck_internal.find_policy(check_corpus.policy);
  perform groundcheck_internal.require_object(check_corpus.metadata);
  perform groundcheck_internal.require_collection(check_corpus.collection, check_corpus.passages);

  select array_agg(s.body order by s.context_index), jsonb_agg(s.source order by s.context_index)
  into v_context, v_sources
  from groundcheck_internal.find_sources(
    check_corpus.answer, check_corpus.question, check_corpus.collection, check_corpus.passages
  ) as s;

  return groundcheck_internal.check_context(
    v_policy, check_corpus.answer, coalesce(v_context, '{}'), check_corpus.question, check_corpus.metadata,
    jsonb_build_object('collection', check_corpus.collection, 'sources', coalesce(v_sources, '[]')), v_started
  );
end;
$$;
comment on function groundcheck.check_corpus is
'Checks an answer as check() does, against the passages of a loaded collection that speak most to each claim and to the question; passages: how many for each. Evidence names its source. GC501: unknown collection. GC502: passages. GC503: vectors of another encoder. GC101: unknown policy. GC006: metadata.';
revoke all on function groundcheck.check_corpus from public;

-- The passages that speak to an answer, the nearest first, each once. Without a claim that could be checked there are none:
-- nothing will be looked up in them.
create or replace function groundcheck_internal.find_sources(answer text, question text, collection text, passages int)
returns table (context_index int, body text, source jsonb)
language plpgsql
stable
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_queries @vector_schema@.vector[];
begin
  v_queries := array(
    select c.embedding
    from unnest(groundcheck_internal.parse_answer(find_sources.answer, find_sources.question)) as c
    where c.checkable
  );
  if cardinality(v_queries) = 0 then
    return;
  end if;
  return query
  select
    f.context_index, p.body,
    jsonb_build_object(
      'context_index', f.context_index,
      'uri', d.uri,
      'span', jsonb_build_array(d.span_start, d.span_end),
      'similarity', round(f.similarity::numeric, 4)
    )
  from (
    select
      n.passage_hash, max(n.similarity) as similarity,
      (row_number() over (order by max(n.similarity) desc, n.passage_hash) - 1)::int as context_index
    from groundcheck_internal.nearest_passages(
      v_queries || groundcheck.embed(find_sources.question), find_sources.collection, find_sources.passages
    ) as n
    group by n.passage_hash
  ) as f
  join groundcheck_internal.passages as p
    on p.tenant = groundcheck_internal.current_tenant() and p.hash = f.passage_hash
  cross join lateral groundcheck_internal.passage_source(find_sources.collection, f.passage_hash) as d;
end;
$$;
comment on function groundcheck_internal.find_sources is 'The passages of a collection that speak to an answer, with their documents, as its context.';
revoke all on function groundcheck_internal.find_sources from public;
