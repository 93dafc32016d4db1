-- Fills token_vectors, unless it holds the vectors of this very model already: codes times scale, both float4.
delete from groundcheck_internal.token_vectors
where not exists (
  select
  from groundcheck_internal.models
  where
    models.name = %(name)s
    and models.digest = %(digest)s
    and models.kind = 'static'
    and models.id = (select max(latest.id) from groundcheck_internal.models as latest where latest.kind = 'static')
);

insert into groundcheck_internal.token_vectors (token_id, token, weight, embedding)
select
  c.token_id,
  c.token,
  c.weight,
  array(
    select ((pg_catalog.get_byte(c.code, n) + 128) %% 256 - 128)::real * c.scale
    from pg_catalog.generate_series(0, pg_catalog.octet_length(c.code) - 1) as n
    order by n
  )::@vector_schema@.vector
from (
  select
    token_id,
    token,
    weight,
    scale,
    pg_catalog.decode(codes, 'base64') as code
  from groundcheck_internal.token_codes
  offset 0
) as c
where not exists (select from groundcheck_internal.token_vectors);

drop table groundcheck_internal.token_codes;
