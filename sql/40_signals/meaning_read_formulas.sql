-- The formulas of a text, each behind an equals sign: operands of at most three letters between operators, without
-- spaces, in one spelling of the operators. An empty array where it has none. What stands left of = is a formula of its
-- own.
create or replace function groundcheck_internal.read_formulas(body text)
returns text[]
language plpgsql
immutable
strict
parallel safe
as $$
begin
  -- Most texts have no operator.
  if pg_catalog.translate(read_formulas.body, '+*/^×·÷−²³', '') = read_formulas.body
    and pg_catalog.strpos(read_formulas.body, ' - ') = 0 then
    return '{}';
  end if;
  return array(
    select '=' || pg_catalog.rtrim(t.token, '.')
    from pg_catalog.regexp_split_to_table(
      pg_catalog.regexp_replace(
        pg_catalog.replace(
          pg_catalog.replace(pg_catalog.translate(read_formulas.body, '×·÷−', '**/-'), '²', '^2'), '³', '^3'
        ),
        ' *([+*/^()-]) *', '\1', 'g'
      ),
      '[ \n\r\t=,;:?!]+'
    ) as t (token)
    where t.token ~ '[a-zA-Z0-9)][+*/^-][a-zA-Z0-9(]' and t.token !~ '[a-zA-Z]{4}' and t.token ~ '[a-zA-Z]'
  );
end;
$$;
comment on function groundcheck_internal.read_formulas is 'Formulas of a text in one spelling, for compare_meaning.';
revoke all on function groundcheck_internal.read_formulas from public;
