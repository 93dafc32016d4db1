select id, name, version, kind, digest, dims, manifest, location, to_jsonb(registered_at) #>> '{}' as registered_at
from groundcheck_internal.models
order by id;
