-- Raised by one whenever splitting or parsing changes, so that texts parsed before are parsed again.
create or replace function groundcheck_internal.parser_version()
returns int
language sql
immutable
parallel safe
return 3;
comment on function groundcheck_internal.parser_version is 'The version of the splitter and the extractors that parsed texts were made by.';
revoke all on function groundcheck_internal.parser_version from public;

-- Stable, as convert_to is: else it would not be inlined.
create or replace function groundcheck_internal.text_hash(body text)
returns bytea
language sql
stable
strict
parallel safe
return pg_catalog.sha256(pg_catalog.convert_to(body, 'UTF8'));
comment on function groundcheck_internal.text_hash is 'sha256 of the UTF-8 text, the key of passages and sentences.';
revoke all on function groundcheck_internal.text_hash from public;

create or replace function groundcheck_internal.is_blank(body text)
returns boolean
language sql
immutable
parallel safe
return body is null
-- Most texts are seen to be none by their first letter.
or pg_catalog.ascii(pg_catalog.ltrim(body)) not between 33 and 126
and body collate "C" !~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u115f\u1160\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]';
comment on function groundcheck_internal.is_blank is 'Whether a text is null or has nothing but white space and invisible characters.';
revoke all on function groundcheck_internal.is_blank from public;

-- The passages of a context that are worth reading, each once, at its first 0-based place. Inlined.
create or replace function groundcheck_internal.distinct_passages(context text[])
returns table (context_index int, hash bytea, body text)
language sql
stable
parallel safe
rows 10
as $$
  select pg_catalog.min(p.ordinality)::int - 1, groundcheck_internal.text_hash(p.body), p.body
  from unnest(distinct_passages.context) with ordinality as p (body, ordinality)
  where not groundcheck_internal.is_blank(p.body)
  group by p.body
$$;
comment on function groundcheck_internal.distinct_passages is 'The passages of a context without blanks and repetitions.';
revoke all on function groundcheck_internal.distinct_passages from public;

-- The sentences of passages, straight from their text.
create or replace function groundcheck_internal.read_passages(hashes bytea[], bodies text[])
returns table (
  passage_hash bytea, ordinal int, hash bytea, body text, span_start int, span_end int,
  tokens int[], vals groundcheck.extracted_value[], features groundcheck_internal.word_features,
  embedding @vector_schema@.vector
)
language plpgsql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set jit = off
as $$
#variable_conflict use_column
begin
  return query
  with sentence as materialized (
    select p.hash as passage_hash, s.ordinal, s.span_start, s.span_end, concat_ws(' ', s.lead_in, s.body) as statement
    from unnest(read_passages.hashes, read_passages.bodies) as p (hash, body)
    cross join lateral groundcheck_internal.split_sentences(p.body) as s
  ),

  statement as materialized (
    select d.statement, row_number() over (order by d.statement)::int as ordinal
    from (select distinct s.statement from sentence as s) as d
  )

  select
    s.passage_hash, s.ordinal, groundcheck_internal.text_hash(s.statement), s.statement, s.span_start, s.span_end,
    p.tokens, p.vals, p.features, p.embedding
  from groundcheck_internal.parse_statements(
    (select array_agg(d.statement order by d.ordinal) from statement as d)
  ) as p
  join statement as d on d.ordinal = p.ordinal
  join sentence as s on s.statement = d.statement;
end;
$$;
comment on function groundcheck_internal.read_passages is 'The sentences of passages, split and parsed from their text.';
revoke all on function groundcheck_internal.read_passages from public;

-- Reads and keeps the passages that are new here, so that each is parsed once. In the order of their hashes, so that
-- two checks at once wait for each other instead of for ever.
create or replace function groundcheck_internal.store_context(context text[])
returns void
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_tenant text := groundcheck_internal.current_tenant();
  v_encoder int := groundcheck_internal.static_encoder();
  -- Without an encoder nothing can be parsed; the text is kept all the same, to be parsed when there is one.
  v_parser int := case when v_encoder is null then 0 else groundcheck_internal.parser_version() end;
  v_hashes bytea[];
  v_bodies text[];
begin
  perform groundcheck_internal.keep_texts();
  with added as (
    insert into groundcheck_internal.passages as p (tenant, hash, body, parser_version)
    select v_tenant, d.hash, d.body, v_parser
    from groundcheck_internal.distinct_passages(store_context.context) as d
    where not exists (
      select from groundcheck_internal.passages as known
      where known.tenant = v_tenant
        and known.hash = d.hash
        and known.parser_version >= v_parser
    )
    order by d.hash asc
    on conflict (tenant, hash) do update set parser_version = excluded.parser_version
      where p.parser_version < excluded.parser_version
    returning p.hash, p.body
  )

  select array_agg(a.hash), array_agg(a.body) into v_hashes, v_bodies
  from added as a;

  if v_hashes is null or v_encoder is null then
    return;
  end if;

  delete from groundcheck_internal.passage_sentences as ps
  where ps.tenant = v_tenant and ps.passage_hash = any(v_hashes);

  with sentence as materialized (
    select r.* from groundcheck_internal.read_passages(v_hashes, v_bodies) as r
  ),

  placed as (
    insert into groundcheck_internal.passage_sentences (tenant, passage_hash, ordinal, sentence_hash, span_start, span_end)
    select v_tenant, s.passage_hash, s.ordinal, s.hash, s.span_start, s.span_end
    from sentence as s
  ),

  kept as (
    insert into groundcheck_internal.sentences as known (tenant, hash, body, tokens, vals, features, parser_version)
    select distinct on (s.hash) v_tenant, s.hash, s.body, s.tokens, s.vals, s.features, groundcheck_internal.parser_version()
    from sentence as s
    order by s.hash asc
    on conflict (tenant, hash) do update set
      tokens = excluded.tokens, vals = excluded.vals, features = excluded.features, parser_version = excluded.parser_version
      where known.parser_version <> excluded.parser_version
  )

  insert into groundcheck_internal.vectors (tenant, model_id, hash, embedding)
  select distinct on (s.hash) v_tenant, v_encoder, s.hash, s.embedding
  from sentence as s
  where s.embedding is not null
  order by s.hash asc
  on conflict do nothing;
end;
$$;
comment on function groundcheck_internal.store_context is 'Parses the passages that were not seen before and keeps them.';
revoke all on function groundcheck_internal.store_context from public;

-- The sentences of a context: kept ones where the passage was seen before, else read from the text. Stores nothing.
-- What is kept is looked up one by one, and by index even where the tables were empty when the plan was made: plans live
-- as long as their session.
create or replace function groundcheck_internal.parse_context(context text[])
returns groundcheck_internal.parsed_sentence[]
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  v_tenant text := groundcheck_internal.current_tenant();
  v_encoder int := groundcheck_internal.static_encoder();
  v_parser int := groundcheck_internal.parser_version();
begin
  return (
    with passage as materialized (
      select d.context_index, d.hash, d.body, coalesce(k.is_known, false) as is_known
      from groundcheck_internal.distinct_passages(parse_context.context) as d
      left join lateral (
        select true as is_known
        from groundcheck_internal.passages as known
        where known.tenant = v_tenant and known.hash = d.hash and known.parser_version = v_parser
        limit 1
      ) as k on true
    ),

    sentence as (
      select
        p.context_index, ps.ordinal, ps.sentence_hash as hash, s.body, ps.span_start, ps.span_end,
        s.tokens, s.vals, s.features, v.embedding
      from passage as p
      cross join lateral (
        select ps.ordinal, ps.sentence_hash, ps.span_start, ps.span_end
        from groundcheck_internal.passage_sentences as ps
        where ps.tenant = v_tenant and ps.passage_hash = p.hash
        offset 0
      ) as ps
      cross join lateral (
        select s.body, s.tokens, s.vals, s.features
        from groundcheck_internal.sentences as s
        where s.tenant = v_tenant and s.hash = ps.sentence_hash
        limit 1
      ) as s
      left join lateral (
        select v.embedding
        from groundcheck_internal.vectors as v
        where v.tenant = v_tenant and v.model_id = v_encoder and v.hash = ps.sentence_hash
        limit 1
      ) as v on true
      where p.is_known
      union all
      select
        p.context_index, r.ordinal, r.hash, r.body, r.span_start, r.span_end,
        r.tokens, r.vals, r.features, r.embedding
      from passage as p
      join groundcheck_internal.read_passages(
        (select array_agg(n.hash) from passage as n where not n.is_known),
        (select array_agg(n.body) from passage as n where not n.is_known)
      ) as r on r.passage_hash = p.hash
    )

    select coalesce(array_agg(row(
      s.position, s.context_index, s.hash, s.body, s.span_start, s.span_end, s.tokens, s.vals, s.features, s.embedding
    )::groundcheck_internal.parsed_sentence order by s.position), '{}')
    from (
      select row_number() over (order by sentence.context_index, sentence.ordinal)::int as position, sentence.*
      from sentence
    ) as s
  );
end;
$$;
comment on function groundcheck_internal.parse_context is 'The sentences of a context in order, parsed; an empty array where it has none.';
revoke all on function groundcheck_internal.parse_context from public;
