delete from groundcheck_internal.token_vectors;
