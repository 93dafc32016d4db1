-- The two methods that compare the whole answer:
--   mean_cosine      mean over the passages of cosine(answer, passage)
--   weighted_cosine  the same, each passage weighted by max(cosine(question, passage), 0); equal weights without a
--                    question, or where no passage has to do with it
-- trust_score is that number, a negative one counting as 0. They are simple, and weak: a negation or a swapped number
-- moves a cosine by less than a paraphrase does.
create or replace function groundcheck_internal.compare_whole(
  policy groundcheck_internal.policies,
  answer_vector @vector_schema@.vector,
  context_vectors @vector_schema@.vector[],
  question_vector @vector_schema@.vector,
  answer_is_blank boolean
)
returns groundcheck_internal.decision
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  v_decision groundcheck_internal.decision;
  v_similarities double precision[];
  v_weights double precision[];
begin
  select
    array_agg(s.similarity order by v.ordinality),
    array_agg(case when (compare_whole.policy).method = 'weighted_cosine'
      then coalesce(greatest(groundcheck_internal.cosine(compare_whole.question_vector, v.vector), 0), 0) else 1 end
      order by v.ordinality)
  into v_similarities, v_weights
  from unnest(compare_whole.context_vectors) with ordinality as v (vector, ordinality)
  cross join lateral (select groundcheck_internal.cosine(compare_whole.answer_vector, v.vector) as similarity) as s;

  if compare_whole.answer_is_blank then
    v_decision := row('final', 'REJECT', null, 'empty_answer', 'The answer is empty.', null, '{}');
  elsif v_similarities is null then
    v_decision := row('final', 'REJECT', null, 'no_context', 'There is no context to compare the answer with.', null, '{}');
  elsif array_position(v_similarities, null) is not null then
    v_decision := groundcheck_internal.cannot_check(
      'no_direction', 'The answer or a passage has a vector without a direction, which is similar to nothing.'
    );
  else
    select
      least(greatest(sum(t.similarity * t.weight) / sum(t.weight), 0), 1)
    into v_decision.trust_score
    from (
      select
        u.similarity,
        -- No passage has to do with the question: then all count alike.
        case when sum(u.weight) over () > 0 then u.weight else 1 end as weight
      from unnest(v_similarities, v_weights) as u (similarity, weight)
    ) as t;
    v_decision.status := 'final';
    v_decision.action := case
      when v_decision.trust_score >= (compare_whole.policy).threshold then 'PASS'
      when v_decision.trust_score >= (compare_whole.policy).review_threshold then 'REVIEW'
      else 'REJECT'
    end;
    v_decision.reason_code := case when v_decision.action = 'PASS' then 'similar' else 'dissimilar' end;
    v_decision.reason := format('The answer''s %s to the context is %s, the threshold is %s.',
      case (compare_whole.policy).method when 'mean_cosine' then 'mean cosine' else 'weighted cosine' end,
      round(v_decision.trust_score::numeric, 3), round((compare_whole.policy).threshold::numeric, 3));
    v_decision.details := jsonb_build_object(
      'method', (compare_whole.policy).method,
      'similarities', (select jsonb_agg(round(s::numeric, 4)) from unnest(v_similarities) as s)
    );
  end if;
  v_decision.relevance := groundcheck_internal.cosine(compare_whole.answer_vector, compare_whole.question_vector);
  return v_decision;
end;
$$;
comment on function groundcheck_internal.compare_whole is 'The decision by mean_cosine or weighted_cosine.';
revoke all on function groundcheck_internal.compare_whole from public;
