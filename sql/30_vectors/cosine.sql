-- NULL where either vector is NULL or has no direction: <=> would give NaN, which sorts above every threshold.
-- Rounding can carry <=> a hair outside [0,2].
create or replace function groundcheck_internal.cosine(a @vector_schema@.vector, b @vector_schema@.vector)
returns double precision
language sql
immutable
strict
parallel safe
as $$
  select nullif(greatest(least(1 - (a operator(@vector_schema@.<=>) b), 1), -1), 'NaN')
$$;
comment on function groundcheck_internal.cosine is 'Cosine similarity in [-1,1]; NULL, never NaN, where it is not defined.';
revoke all on function groundcheck_internal.cosine from public;
