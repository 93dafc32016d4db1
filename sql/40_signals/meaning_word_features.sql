-- A sentence read once, for every comparison it will take part in; many of them: see read_words. Null for null.
create or replace function groundcheck_internal.word_features(body text)
returns groundcheck_internal.word_features
language sql
stable
strict
parallel safe
as $$
  select r.features from groundcheck_internal.read_words(array[word_features.body]) as r
$$;
comment on function groundcheck_internal.word_features is 'The words of a sentence with their concepts, polarity, clauses and roles, as compare_meaning needs them.';
revoke all on function groundcheck_internal.word_features from public;

-- The text before a word, and the word: a number with its separators; letters and digits of any script with inner
-- apostrophes and dots; or a mark that may end a clause. The ranges are written out: classes depend on the locale.
create or replace function groundcheck_internal.word_pattern()
returns text
language sql
immutable
parallel safe
as $$
  select
    '([\u0001-\u0020\u0023-\u0027\u002a\u002b\u002d\u002f\u003c-\u003e\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u1680\u2000-\u2012\u2015-\u201b\u201e-\u206f\u3000\u3001\u3003-\u303f\ufeff\uff00-\uff0f]*)([0-9]+(?:[.,:/-][0-9]+)+|[^\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u1680\u2000-\u206f\u3000-\u303f\ufeff\uff00-\uff0f]+(?:[''’._&][^\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u1680\u2000-\u206f\u3000-\u303f\ufeff\uff00-\uff0f]+)*|[.,;:?!()\u0022\u2013\u2014\u201c\u201d\u3002])'
$$;
comment on function groundcheck_internal.word_pattern is 'Regular expression with two groups: the gap before a word, and the word.';
revoke all on function groundcheck_internal.word_pattern from public;
