-- The document of a check, from what was decided: the same from check() as it happens and from result() years later.
create or replace function groundcheck_internal.document(
  "check" groundcheck_internal.checks,
  claims groundcheck_internal.judged_claim[]
)
returns jsonb
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select jsonb_build_object(
      'id', 'audit_' || ("check").id,
      'timestamp', to_char(("check").created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'status', ("check").status,
      'action', ("check").action,
      'trust_score', round(("check").trust_score::numeric, 4),
      'policy', (
        select jsonb_build_object('name', p.name, 'version', p.version, 'threshold', p.threshold)
        from groundcheck_internal.policies as p
        where p.id = ("check").policy_id
      ),
      'audit_details', jsonb_build_object(
        'reason', ("check").reason,
        'reason_code', ("check").reason_code,
        'contradictions', c.contradictions,
        'unsupported', c.unsupported,
        'claims', c.claims
      ) || ("check").details,
      'models', jsonb_build_object(
        'encoder', (
          select m.name || '@' || m.version from groundcheck_internal.models as m where m.id = ("check").encoder_id
        ),
        'verifier', (
          select m.name || '@' || m.version from groundcheck_internal.models as m where m.id = ("check").verifier_id
        )
      ),
      'relevance', round(("check").relevance::numeric, 4),
      'latency_ms', round(("check").latency_ms::numeric, 1)
    )
    from (
      select
        coalesce(jsonb_agg(jsonb_build_object(
          'claim', j.claim,
          'source_truth', coalesce(truth.body, closest.body),
          'kind', (j.finding).kind,
          'claim_part', (j.finding).claim_part,
          'source_part', (j.finding).evidence_part,
          'claim_index', j.claim_index,
          'span', jsonb_build_array(j.span_start, j.span_end),
          'context_index', coalesce(truth.context_index, closest.context_index)
        ) order by j.claim_index) filter (where j.verdict = 'contradicted'), '[]') as contradictions,
        coalesce(jsonb_agg(jsonb_build_object(
          'claim', j.claim,
          'closest_source', closest.body,
          'support', round(j.support::numeric, 4),
          'claim_index', j.claim_index,
          'span', jsonb_build_array(j.span_start, j.span_end),
          'context_index', closest.context_index
        ) order by j.claim_index) filter (where j.verdict = 'unsupported'), '[]') as unsupported,
        coalesce(jsonb_agg(jsonb_build_object(
          'claim', j.claim,
          'claim_index', j.claim_index,
          'kind', j.kind,
          'verdict', j.verdict,
          'support', round(j.support::numeric, 4),
          'span', jsonb_build_array(j.span_start, j.span_end),
          'citations', j.citations,
          'flags', jsonb_path_query_array(
            ("check").details, '$.flags[*] ? (@.claim_index == $index).flag', jsonb_build_object('index', j.claim_index)
          ),
          'evidence', shown.evidence
        ) order by j.claim_index), '[]') as claims
      from unnest(document.claims) as j
      left join lateral (
        select e.body, e.context_index from unnest(j.evidence) as e where e.position = (j.finding).position
      ) as truth on true
      left join lateral (
        select e.body, e.context_index from unnest(j.evidence) as e where e.rank = 1
      ) as closest on true
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object(
          'context_index', e.context_index,
          'text', e.body,
          'similarity', round(e.similarity::numeric, 4)
        ) || case when f.source is null then '{}' else jsonb_build_object('source', jsonb_build_object(
          'uri', f.source -> 'uri',
          'span', jsonb_build_array(
            (f.source #>> '{span, 0}')::int + e.span_start, (f.source #>> '{span, 0}')::int + e.span_end
          )
        )) end order by e.rank), '[]') as evidence
        from unnest(j.evidence) as e
        left join jsonb_array_elements(("check").details -> 'sources') as f (source)
          on (f.source ->> 'context_index')::int = e.context_index
        where j.verdict <> 'not_checkable'
      ) as shown
    ) as c
  );
end;
$$;
comment on function groundcheck_internal.document is 'The document of a check: verdict, reason, claims, evidence.';
revoke all on function groundcheck_internal.document from public;
