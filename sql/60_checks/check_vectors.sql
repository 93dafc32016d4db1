-- Whole-answer methods over vectors that the caller brings, from any model.
create or replace function groundcheck.check_vectors(
  answer text,
  answer_vector @vector_schema@.vector,
  context text[],
  context_vectors @vector_schema@.vector[],
  question text default null,
  question_vector @vector_schema@.vector default null,
  policy text default 'mean_cosine',
  model text default null,
  context_models text[] default null,
  metadata jsonb default '{}'
)
returns jsonb
language plpgsql
volatile
parallel unsafe
set search_path = pg_catalog, pg_temp
set extra_float_digits = 1
set standard_conforming_strings = on
as $$
declare
  v_started timestamptz := clock_timestamp();
  v_policy groundcheck_internal.policies;
  v_decision groundcheck_internal.decision;
  v_check groundcheck_internal.checks;
begin
  v_policy := groundcheck_internal.find_policy(check_vectors.policy);
  perform groundcheck_internal.require_object(check_vectors.metadata);
  if v_policy.method = 'claims' then
    raise exception using
      errcode = 'GC105',
      message = format('policy %L judges claims, which vectors of whole texts say nothing about', check_vectors.policy),
      hint = 'Use a policy with method mean_cosine or weighted_cosine, or call check().';
  end if;
  perform groundcheck_internal.require_vectors(
    check_vectors.answer_vector, check_vectors.context, check_vectors.context_vectors, check_vectors.question_vector,
    check_vectors.model, check_vectors.context_models
  );
  perform groundcheck_internal.store_context(check_vectors.context);

  v_decision := groundcheck_internal.compare_whole(
    v_policy,
    check_vectors.answer_vector,
    -- A blank passage is no context, whatever vector it came with.
    array(
      select c.embedding
      from unnest(check_vectors.context, check_vectors.context_vectors) with ordinality as c (body, embedding, place)
      where not groundcheck_internal.is_blank(c.body)
      order by c.place
    ),
    check_vectors.question_vector,
    groundcheck_internal.is_blank(check_vectors.answer)
  );
  v_decision.details := v_decision.details || jsonb_build_object('vectors_from', check_vectors.model);

  v_check := groundcheck_internal.new_check(
    v_policy, v_decision, check_vectors.answer, check_vectors.question, check_vectors.metadata, v_started, null
  );
  perform groundcheck_internal.store_check(v_check, '{}', check_vectors.context);
  return groundcheck_internal.document(v_check, '{}');
end;
$$;
comment on function groundcheck.check_vectors is
'Compares the whole answer with its context by vectors that the caller brings, stores the verdict and returns it. GC003: numbers or dimensions differ. GC004: a vector without direction. GC005: vectors of different models. GC101, GC105: policy.';
revoke all on function groundcheck.check_vectors from public;

-- Raises where the vectors cannot be compared: one a passage, all of one dimension and one model, each with a direction.
create or replace function groundcheck_internal.require_vectors(
  answer_vector @vector_schema@.vector,
  context text[],
  context_vectors @vector_schema@.vector[],
  question_vector @vector_schema@.vector,
  model text,
  context_models text[]
)
returns void
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_other record;
begin
  if cardinality(require_vectors.context_models) <> coalesce(cardinality(require_vectors.context), 0) then
    raise exception using
      errcode = 'GC005',
      message = format('%s passages came with the models of %s', coalesce(cardinality(require_vectors.context), 0),
        cardinality(require_vectors.context_models)),
      hint = 'Give the model of each passage''s vector, in the same order, or none.';
  end if;
  if coalesce(cardinality(require_vectors.context), 0) <> coalesce(cardinality(require_vectors.context_vectors), 0) then
    raise exception using
      errcode = 'GC003',
      message = format('%s passages came with %s vectors', coalesce(cardinality(require_vectors.context), 0),
        coalesce(cardinality(require_vectors.context_vectors), 0)),
      hint = 'Give one vector a passage, in the same order.';
  end if;

  for v_other in
    select 'the answer' as name, require_vectors.answer_vector as embedding, true as required
    union all
    select 'the question', require_vectors.question_vector, false
    union all
    select format('passage %s', c.place - 1), c.embedding, true
    from unnest(require_vectors.context_vectors) with ordinality as c (embedding, place)
  loop
    if v_other.embedding is null then
      if v_other.required then
        raise exception using
          errcode = 'GC003',
          message = format('the vector of %s is null', v_other.name),
          hint = 'Every text needs a vector; embed it first.';
      end if;
    elsif @vector_schema@.vector_dims(v_other.embedding) <> @vector_schema@.vector_dims(require_vectors.answer_vector) then
      raise exception using
        errcode = 'GC003',
        message = format('the vector of %s has %s dimensions, that of the answer has %s', v_other.name,
          @vector_schema@.vector_dims(v_other.embedding), @vector_schema@.vector_dims(require_vectors.answer_vector)),
        hint = 'Vectors are comparable only where one model made them.';
    elsif not @vector_schema@.vector_norm(v_other.embedding) between 1e-12 and 1e12 then
      raise exception using
        errcode = 'GC004',
        message = format('the vector of %s has the norm %s', v_other.name, @vector_schema@.vector_norm(v_other.embedding)),
        hint = 'A vector of zeros has no direction, so that its cosine to anything is not a number. Embed the text again.';
    end if;
  end loop;

  select m.model, m.place - 1 as place into v_other
  from unnest(require_vectors.context_models) with ordinality as m (model, place)
  where m.model is distinct from require_vectors.model
  order by m.place
  limit 1;
  if found then
    raise exception using
      errcode = 'GC005',
      message = format('the vector of passage %s comes from model %s, that of the answer from %s', v_other.place,
        coalesce(quote_literal(v_other.model), 'null'), coalesce(quote_literal(require_vectors.model), 'null')),
      hint = 'Embed all of them with one model.';
  end if;
end;
$$;
comment on function groundcheck_internal.require_vectors is 'Raises GC003, GC004 or GC005 where vectors cannot be compared.';
revoke all on function groundcheck_internal.require_vectors from public;
