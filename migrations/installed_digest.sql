select sql_digest from groundcheck_internal.installation;
