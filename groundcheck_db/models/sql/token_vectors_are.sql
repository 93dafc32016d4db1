select models.id
from groundcheck_internal.models
where
  models.name = %(name)s
  and models.digest = %(digest)s
  and models.kind = 'static'
  and models.id = (select max(latest.id) from groundcheck_internal.models as latest where latest.kind = 'static')
  and exists (select from groundcheck_internal.token_vectors);
