select id, name, version, kind, digest, dims, manifest, location, registered_at
from groundcheck_internal.models
order by id;
