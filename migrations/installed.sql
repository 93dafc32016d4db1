select
  sql_digest,
  package_version
from groundcheck_internal.installation;
