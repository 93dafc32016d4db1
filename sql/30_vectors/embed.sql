-- The static encoder's vector of a text: the normalised sum of its tokens' vectors. Null for null, and where nothing
-- in the text has a direction (no words, or unknown ones only), so that no zero vector reaches a comparison.
create or replace function groundcheck.embed(body text)
returns @vector_schema@.vector
language sql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
  select groundcheck_internal.embed_tokens(groundcheck.tokens(embed.body))
$$;
comment on function groundcheck.embed is 'The static encoder''s vector of a text, of length 1; null where no token has one.';
revoke all on function groundcheck.embed from public;

-- plpgsql, because it keeps its plan between calls. sum() costs a third of avg(), and only the direction counts.
create or replace function groundcheck_internal.embed_tokens(tokens int[])
returns @vector_schema@.vector
language plpgsql
stable
strict
parallel safe
as $$
declare
  v_sum @vector_schema@.vector;
begin
  select @vector_schema@.sum(v.embedding) into v_sum
  from pg_catalog.unnest(embed_tokens.tokens) as t (token_id)
  join groundcheck_internal.token_vectors as v on v.token_id = t.token_id;
  return case when @vector_schema@.vector_norm(v_sum) > 0 then @vector_schema@.l2_normalize(v_sum) end;
end;
$$;
comment on function groundcheck_internal.embed_tokens is 'The static encoder''s vector of a text given by its token ids.';
revoke all on function groundcheck_internal.embed_tokens from public;

-- Tokens and vectors of many texts in one statement. ordinal is 1-based; one row a text, a null text included.
create or replace function groundcheck_internal.encode_texts(texts text[])
returns table (ordinal int, tokens int[], embedding @vector_schema@.vector)
language sql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select t.ordinal, t.tokens, groundcheck_internal.embed_tokens(t.tokens)
  from groundcheck_internal.tokenize(encode_texts.texts) as t
$$;
comment on function groundcheck_internal.encode_texts is 'The token ids and the static encoder''s vector of each of many texts.';
revoke all on function groundcheck_internal.encode_texts from public;
