-- Passages, sentences and vectors are shared by the checks and documents of a tenant, and go when nothing refers to them any
-- more. Who is about to refer to some holds this until the end of its transaction; who removes some holds it alone, and so
-- sees every reference. Nothing is written for it.
create or replace function groundcheck_internal.keep_texts()
returns void
language sql
volatile
parallel unsafe
return pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('groundcheck-db texts', 0));
comment on function groundcheck_internal.keep_texts is 'Keeps texts from being removed until the end of the transaction.';
revoke all on function groundcheck_internal.keep_texts from public;

-- Not for long: while it waits for the transactions that have begun, every check waits behind it.
create or replace function groundcheck_internal.remove_texts_alone()
returns void
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set lock_timeout = '10s'
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('groundcheck-db texts', 0));
exception
  when lock_not_available then
    raise lock_not_available using
      message = 'open transactions that have run a check keep texts from being removed',
      hint = 'Nothing was changed. Try again, or end the oldest of them: see pg_stat_activity.xact_start.';
end;
$$;
comment on function groundcheck_internal.remove_texts_alone is 'Waits for the checks that have begun and keeps others from beginning, until the end of the transaction. Raises 55P03 after ten seconds.';
revoke all on function groundcheck_internal.remove_texts_alone from public;

-- Removes those of the passages that neither a check nor a document has, then their sentences that no other passage has and
-- that are no check's evidence, then the vectors of both. Call remove_texts_alone() before.
create or replace function groundcheck_internal.drop_unused_texts(tenants text[], hashes bytea[])
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_gone_tenants text[];
  v_gone_hashes bytea[];
  v_sentence_tenants text[];
  v_sentence_hashes bytea[];
  v_passages bigint;
  v_sentences bigint;
  v_vectors bigint;
begin
  with gone as (
    delete from groundcheck_internal.passages as p
    using (select distinct u.tenant, u.hash from unnest(drop_unused_texts.tenants, drop_unused_texts.hashes) as u (tenant, hash)) as k
    where p.tenant = k.tenant and p.hash = k.hash
      and not exists (
        select from groundcheck_internal.check_passages as cp where cp.tenant = k.tenant and cp.passage_hash = k.hash
      )
      and not exists (
        select from groundcheck_internal.document_passages as dp where dp.tenant = k.tenant and dp.passage_hash = k.hash
      )
    returning p.tenant, p.hash
  )

  select array_agg(g.tenant), array_agg(g.hash), count(*) into v_gone_tenants, v_gone_hashes, v_passages
  from gone as g;

  with unplaced as (
    delete from groundcheck_internal.passage_sentences as ps
    using unnest(v_gone_tenants, v_gone_hashes) as g (tenant, hash)
    where ps.tenant = g.tenant and ps.passage_hash = g.hash
    returning ps.tenant, ps.sentence_hash
  )

  select array_agg(d.tenant), array_agg(d.sentence_hash) into v_sentence_tenants, v_sentence_hashes
  from (select distinct u.tenant, u.sentence_hash from unplaced as u) as d;

  with gone as (
    delete from groundcheck_internal.sentences as s
    using unnest(v_sentence_tenants, v_sentence_hashes) as k (tenant, hash)
    where s.tenant = k.tenant and s.hash = k.hash
      and not exists (
        select from groundcheck_internal.passage_sentences as ps where ps.tenant = k.tenant and ps.sentence_hash = k.hash
      )
      and not exists (
        select from groundcheck_internal.claim_evidence as e where e.tenant = k.tenant and e.sentence_hash = k.hash
      )
    returning s.tenant, s.hash
  )

  select v_gone_tenants || array_agg(g.tenant), v_gone_hashes || array_agg(g.hash), count(*)
  into v_gone_tenants, v_gone_hashes, v_sentences
  from gone as g;

  -- A passage of one sentence has its hash.
  delete from groundcheck_internal.vectors as v
  using
    (select distinct u.tenant, u.hash from unnest(v_gone_tenants, v_gone_hashes) as u (tenant, hash)) as k,
    groundcheck_internal.models as m
  where v.tenant = k.tenant and v.hash = k.hash and v.model_id = m.id
    and not exists (select from groundcheck_internal.passages as p where p.tenant = k.tenant and p.hash = k.hash)
    and not exists (select from groundcheck_internal.sentences as s where s.tenant = k.tenant and s.hash = k.hash);
  get diagnostics v_vectors = row_count;
  return jsonb_build_object('passages', v_passages, 'sentences', v_sentences, 'vectors', v_vectors);
end;
$$;
comment on function groundcheck_internal.drop_unused_texts is 'Removes passages that nothing refers to, with their sentences and vectors; returns how many of each.';
revoke all on function groundcheck_internal.drop_unused_texts from public;
