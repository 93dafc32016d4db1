-- One check for pgbench: five claims against five passages of 100 words, of fifty passages in all, so that most were seen
-- before. Simple protocol: pgbench would take the minutes of a time for a variable in any other.
\set first random(1, 46)
select groundcheck.check(
  'The harbour of town 0 was opened in 1900. About 12,000 people visit it each year. A ticket costs 7 euros. '
  'Guided tours in English start at 10:30. Photography is allowed in the reading room.',
  array(
    select format(
      'The harbour of town %1$s was opened in %2$s and is run by the city council. '
      'Around %3$s people visit it each year, most of them between May and September. '
      'Its main hall is %4$s metres long and was restored after the flood. '
      'A ticket costs %5$s euros, children under six get in without paying. '
      'Guided tours in English start at 10:30 and last about %4$s minutes. '
      'The café on the second floor sells soup, bread and local cheese. '
      'Photography is allowed everywhere except in the reading room. '
      'The nearest tram stop is Mill Lane, a walk of %5$s minutes.',
      n, 1900 + n, 12000 + n, 40 + n, 7 + n % 9
    )
    from generate_series(:first, :first + 4) as n
  )
) ->> 'action';
