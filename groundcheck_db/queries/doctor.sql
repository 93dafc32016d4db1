-- Statements of groundcheck_db.doctor.

-- name: health
select name, ok, detail, advice
from groundcheck.health();

-- name: models
select distinct on (name) name, version, digest, location
from groundcheck_internal.models
order by name, id desc;

-- name: jobs
select name, ok, detail, advice
from groundcheck_internal.health_of_jobs();
