create or replace function groundcheck_internal.policy_settings()
returns text[]
language sql
immutable
parallel safe
return array[
  'method', 'threshold', 'review_threshold', 'claim_floor', 'aggregate', 'contradiction_gate', 'scorer',
  'verify', 'verify_from', 'verify_to', 'verifier', 'verified_scorer', 'provisional'
];
comment on function groundcheck_internal.policy_settings is 'The settings that a policy has.';
revoke all on function groundcheck_internal.policy_settings from public;

create or replace function groundcheck_internal.invalid_setting(setting text, value jsonb, expected text)
returns void
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception using
    errcode = 'GC102',
    message = format('policy setting %s cannot be %s', quote_ident(left(setting, 63)), left(coalesce(value, 'null')::text, 100)),
    hint = expected;
end;
$$;
comment on function groundcheck_internal.invalid_setting is 'Raises GC102.';
revoke all on function groundcheck_internal.invalid_setting from public;

-- A number in [0,1], or null; everything else raises.
create or replace function groundcheck_internal.share_setting(settings jsonb, setting text)
returns double precision
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_value jsonb := share_setting.settings -> share_setting.setting;
begin
  if jsonb_typeof(v_value) is distinct from 'null' and (
    jsonb_typeof(v_value) <> 'number' or not (v_value)::numeric between 0 and 1
  ) then
    perform groundcheck_internal.invalid_setting(share_setting.setting, v_value, 'Give a number from 0 to 1.');
  end if;
  -- Rounded, as a number that is nearly 0 may be too small for a double.
  return round((nullif(v_value, 'null'))::numeric, 6)::double precision;
end;
$$;
comment on function groundcheck_internal.share_setting is 'A setting that is a number in [0,1]. Raises GC102.';
revoke all on function groundcheck_internal.share_setting from public;

create or replace function groundcheck_internal.scorer_name(id int)
returns text
language sql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select s.name || '@' || s.version from groundcheck_internal.scorers as s where s.id = scorer_name.id
$$;
comment on function groundcheck_internal.scorer_name is 'A scorer as settings name it: name@version.';
revoke all on function groundcheck_internal.scorer_name from public;

create or replace function groundcheck_internal.scorer_setting(settings jsonb, setting text)
returns int
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_id int;
begin
  select s.id into v_id
  from groundcheck_internal.scorers as s
  where scorer_setting.settings ->> scorer_setting.setting in (s.name, s.name || '@' || s.version)
  order by s.version desc
  limit 1;
  if not found then
    perform groundcheck_internal.invalid_setting(
      scorer_setting.setting, scorer_setting.settings -> scorer_setting.setting, coalesce((
        select 'There are: ' || string_agg(s.name || '@' || s.version, ', ' order by s.name, s.version) || '.'
        from groundcheck_internal.scorers as s
      ), 'There is no scorer.')
    );
  end if;
  return v_id;
end;
$$;
comment on function groundcheck_internal.scorer_setting is 'The scorer that a setting names, in its newest version where it names none. Raises GC102.';
revoke all on function groundcheck_internal.scorer_setting from public;

-- Policies are immutable: a name that exists gets its next version, which check() uses from then on, and checks made
-- before keep theirs. A setting left out is that of the version before, or, for a new name, of the policy default.
create or replace function groundcheck.create_policy(name text, settings jsonb default '{}')
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_tenant text := groundcheck_internal.require_tenant();
  v_base groundcheck_internal.policies;
  v_merged jsonb;
  v_key text;
  v_scorer int;
  v_verified_scorer int;
  v_new groundcheck_internal.policies;
begin
  if create_policy.name is null or create_policy.name !~ '^[a-z0-9][a-z0-9_.-]{0,62}$' then
    raise exception using
      errcode = 'GC103',
      message = format('%s cannot be the name of a policy', coalesce(quote_literal(left(create_policy.name, 100)), 'null')),
      hint = 'Use 1 to 63 lower-case letters, digits, and _ . -, beginning with a letter or digit.';
  end if;
  if jsonb_typeof(create_policy.settings) is distinct from 'object' then
    perform groundcheck_internal.invalid_setting('settings', create_policy.settings, 'Give a JSON object, such as {"threshold": 0.8}.');
  end if;
  for v_key in select k from jsonb_object_keys(create_policy.settings) as k loop
    if v_key <> all(groundcheck_internal.policy_settings()) then
      perform groundcheck_internal.invalid_setting(
        v_key, create_policy.settings -> v_key,
        'No such setting. There are: ' || array_to_string(groundcheck_internal.policy_settings(), ', ') || '.'
      );
    end if;
  end loop;

  -- Two callers at once get two versions.
  perform pg_advisory_xact_lock(hashtextextended('groundcheck-db policy ' || v_tenant || ' ' || create_policy.name, 0));
  select p.* into v_base
  from groundcheck_internal.policies as p
  where p.tenant in (v_tenant, '') and p.name in (create_policy.name, 'default')
  order by p.name = create_policy.name desc, p.tenant desc, p.version desc
  limit 1;

  v_merged := jsonb_build_object(
    'method', v_base.method, 'threshold', v_base.threshold, 'review_threshold', v_base.review_threshold,
    'claim_floor', v_base.claim_floor,
    'aggregate', v_base.aggregate, 'contradiction_gate', v_base.contradiction_gate,
    'scorer', groundcheck_internal.scorer_name(v_base.scorer_id),
    'verify', v_base.verify, 'verify_from', v_base.verify_from, 'verify_to', v_base.verify_to,
    'verifier', v_base.verifier, 'verified_scorer', groundcheck_internal.scorer_name(v_base.verified_scorer_id),
    'provisional', v_base.provisional
  ) || create_policy.settings;

  if v_merged ->> 'method' is null or v_merged ->> 'method' not in ('claims', 'mean_cosine', 'weighted_cosine') then
    perform groundcheck_internal.invalid_setting('method', v_merged -> 'method', 'Give claims, mean_cosine or weighted_cosine.');
  elsif v_merged ->> 'aggregate' is null or v_merged ->> 'aggregate' not in ('mean', 'min', 'product') then
    perform groundcheck_internal.invalid_setting('aggregate', v_merged -> 'aggregate', 'Give mean, min or product.');
  elsif v_merged ->> 'verify' is null or v_merged ->> 'verify' not in ('never', 'borderline', 'always') then
    perform groundcheck_internal.invalid_setting('verify', v_merged -> 'verify', 'Give never, borderline or always.');
  elsif v_merged ->> 'provisional' is null or v_merged ->> 'provisional' not in ('reject', 'screen') then
    perform groundcheck_internal.invalid_setting('provisional', v_merged -> 'provisional', 'Give reject or screen.');
  elsif jsonb_typeof(v_merged -> 'verifier') not in ('string', 'null') then
    perform groundcheck_internal.invalid_setting(
      'verifier', v_merged -> 'verifier', 'Give the name of a model, or null for the verifier registered last.'
    );
  elsif coalesce(groundcheck_internal.share_setting(v_merged, 'verify_from')
    > groundcheck_internal.share_setting(v_merged, 'verify_to'), true)
  then
    perform groundcheck_internal.invalid_setting(
      'verify_from', v_merged -> 'verify_from', 'Give verify_from and verify_to, the ends of the band of support that is verified.'
    );
  elsif jsonb_typeof(v_merged -> 'contradiction_gate') <> 'boolean' then
    perform groundcheck_internal.invalid_setting('contradiction_gate', v_merged -> 'contradiction_gate', 'Give true or false.');
  elsif groundcheck_internal.share_setting(v_merged, 'threshold') is null then
    perform groundcheck_internal.invalid_setting('threshold', null, 'Give a number from 0 to 1.');
  elsif groundcheck_internal.share_setting(v_merged, 'review_threshold') > groundcheck_internal.share_setting(v_merged, 'threshold') then
    perform groundcheck_internal.invalid_setting(
      'review_threshold', v_merged -> 'review_threshold', 'Give a number that is not above the threshold, or null for no review band.'
    );
  end if;

  perform groundcheck_internal.share_setting(v_merged, 'claim_floor');

  if v_merged ->> 'method' <> 'claims' then
    v_merged := v_merged || jsonb_build_object(
      'scorer', create_policy.settings -> 'scorer', 'verified_scorer', create_policy.settings -> 'verified_scorer',
      'verify', coalesce(create_policy.settings -> 'verify', '"never"')
    );
    for v_key in select k from unnest(array['scorer', 'verified_scorer']) as k where v_merged ->> k is not null loop
      perform groundcheck_internal.invalid_setting(
        v_key, v_merged -> v_key, 'Only the method claims has a scorer: leave it out, or give null.'
      );
    end loop;
    if v_merged ->> 'verify' <> 'never' then
      perform groundcheck_internal.invalid_setting('verify', v_merged -> 'verify', 'Only the method claims has claims to verify.');
    end if;
  else
    v_scorer := groundcheck_internal.scorer_setting(v_merged, 'scorer');
    if v_merged ->> 'verify' <> 'never' and v_merged ->> 'verified_scorer' is null then
      v_merged := v_merged || '{"verified_scorer": "verify"}';
    end if;
    if v_merged ->> 'verified_scorer' is not null then
      v_verified_scorer := groundcheck_internal.scorer_setting(v_merged, 'verified_scorer');
    end if;
  end if;

  insert into groundcheck_internal.policies (
    tenant, name, version, method, threshold, review_threshold, claim_floor, aggregate, contradiction_gate, scorer_id,
    verify, verify_from, verify_to, verifier, verified_scorer_id, provisional
  )
  select
    v_tenant, create_policy.name,
    coalesce((
      select max(p.version) from groundcheck_internal.policies as p
      where p.tenant = v_tenant and p.name = create_policy.name
    ), 0) + 1,
    v_merged ->> 'method', groundcheck_internal.share_setting(v_merged, 'threshold'),
    groundcheck_internal.share_setting(v_merged, 'review_threshold'),
    groundcheck_internal.share_setting(v_merged, 'claim_floor'), v_merged ->> 'aggregate',
    (v_merged -> 'contradiction_gate')::boolean, v_scorer,
    v_merged ->> 'verify', groundcheck_internal.share_setting(v_merged, 'verify_from'),
    groundcheck_internal.share_setting(v_merged, 'verify_to'), v_merged ->> 'verifier', v_verified_scorer,
    v_merged ->> 'provisional'
  returning * into v_new;

  return v_merged || jsonb_build_object('name', v_new.name, 'version', v_new.version);
end;
$$;
comment on function groundcheck.create_policy is
'Makes a policy, or the next version of one, and returns its settings. GC102: a setting that cannot be. GC103: a name that cannot be.';
revoke all on function groundcheck.create_policy from public;
