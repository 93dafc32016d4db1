-- The queue of the verifier, and what a verified check keeps.
select 1;
