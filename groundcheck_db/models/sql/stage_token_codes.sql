-- What the model file holds: codes are one byte a dimension, in two's complement, in base64.
create unlogged table groundcheck_internal.token_codes (
  token_id int,
  token text,
  weight real,
  scale real,
  codes text
);
