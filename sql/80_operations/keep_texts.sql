-- Passages, sentences and vectors are shared by the checks and documents of a tenant, and go when nothing refers to them any
-- more. Who is about to refer to some holds this until the end of its transaction; who removes some keeps it from everybody,
-- and so sees every reference. It is the lock that a check takes anyway, taken before the first look at a text.
create or replace function groundcheck_internal.keep_texts()
returns void
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
as $$
begin
  lock table only groundcheck_internal.checks in row exclusive mode;
end;
$$;
comment on function groundcheck_internal.keep_texts is 'Keeps texts from being removed until the end of the transaction.';
revoke all on function groundcheck_internal.keep_texts from public;

-- Waits for the transactions that have run a check and keeps others from beginning one, until the end of the transaction;
-- with_readers keeps everybody out, as partitions can come and go only then. It waits half a second at a time and then lets
-- those pass that wait behind it: less than the server's deadlock_timeout, so that nobody who locks the tables in another
-- order is ended for a deadlock.
create or replace function groundcheck_internal.have_audit_alone(with_readers boolean)
returns void
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set lock_timeout = '500ms'
as $$
declare
  v_until timestamptz := clock_timestamp() + interval '10 seconds';
  v_table name;
begin
  loop
    begin
      if have_audit_alone.with_readers then
        for v_table in select t.name from groundcheck_internal.audit_tables() as t order by t.place loop
          execute format('lock table groundcheck_internal.%I in access exclusive mode', v_table);
        end loop;
      else
        lock table only groundcheck_internal.checks in share row exclusive mode;
      end if;
      return;
    exception
      when lock_not_available then
        if clock_timestamp() > v_until then
          raise lock_not_available using
            message = 'open transactions that have run a check, or read the audit, keep it from being changed',
            hint = 'Nothing was changed. Try again, or end the oldest of them: see pg_stat_activity.xact_start.';
        end if;
        perform pg_sleep(0.05 + random() * 0.2);
    end;
  end loop;
end;
$$;
comment on function groundcheck_internal.have_audit_alone is 'Keeps checks, or everybody, from the audit until the end of the transaction. Raises 55P03 after ten seconds of waiting.';
revoke all on function groundcheck_internal.have_audit_alone from public;

-- Removes those of the passages that neither a check nor a document has, then their sentences that no other passage has and
-- that are no check's evidence, then the vectors of both. Call have_audit_alone() before.
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
