copy groundcheck_internal.token_vectors (token_id, token, weight, embedding) from stdin with (format binary);
