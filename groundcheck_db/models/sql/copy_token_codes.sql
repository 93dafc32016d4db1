copy groundcheck_internal.token_codes (token_id, token, weight, scale, codes) from stdin;
