-- Lists of words that functions held become rows, so that they have an origin and a user may add to them.

alter table groundcheck_internal.sentence_words
drop constraint role_is_known,
add constraint role_is_known check (
  role in (
    'opener', 'after_ordinal', 'before_ordinal', 'after_time', 'after_decimal', 'finite', 'finite_or_noun', 'plain_form',
    'past', 'says_little', 'part_of_record'
  )
);
comment on table groundcheck_internal.sentence_words is
'Words in lower case that help to read a sentence. Where it ends: opener opens one, after_ordinal and before_ordinal stand beside an ordinal that is written with a stop (am 1. Oktober), after_time after a time of day (5 p.m. Monday), after_decimal after the decimals of a number with a space in it (31. 8 million). Verbs: by finite, finite_or_noun and plain_form a clause is known (see is_clause), past is an irregular past. What words are worth: says_little may be added to a sentence and adds no claim to it; part_of_record names in a key no more than what the key is part of.';

insert into groundcheck_internal.sentence_words (role, language, word, origin)
select
  w.role,
  'en',
  s.word,
  'groundcheck-db'
from (
  values
  ('past', $words$
    ate beat became began bit blew bought broke brought built came caught chose cut dealt drank drew drove dug fed
    fell felt flew forbade forgot fought found froze gave got grew heard held hid hit hurt kept knew laid led left
    lent let lost made meant met paid put quit ran rode rose said sang sank sat saw sent set shook shot shrank
    shut slept sold sought spent split spoke stole stood struck swam taught thought threw told took understood
    went withdrew woke won wore wrote
  $words$),
  ('says_little', $words$
    able addition altogether amount amounts answer area areas article aspect aspects attention back beginning both
    brand brands called case change combined common context cost costs customer customers data date dates day days
    detail details different document documents each early eight end entire entirely every example fact fairly
    false feature features few first five following form forms four full function functions further general given
    good great group hand hour hours important individual individuals information instead instrument instruments
    item items key kind kinds known last late later less level like list lists long lot main many match meaning
    mid middle minute minutes month months more most much name names natural next nine no note number object
    objects option options order other others overall own part particular parts passage passages people period
    person persons piece pieces place please price prices process purpose purposes question quite rate reason
    reasons rest result results same second section set seven significant similar simply single six size sometimes
    sort sorts source sources specific start step steps summary sure team ten term terms text texts thing things
    third three time times today together total true two type types typical use usual usually value values various
    way ways week weeks well whole work works year years yes
  $words$),
  ('part_of_record', $words$
    account amenities amenity attribute attributes business capabilities capability company data detail details
    entry extra extras facilities facility feature features field fields flag flags general hotel info information
    item misc option options other policies policy product properties property record restaurant restaurants
    service services setting settings shop spec specs status store user value values
  $words$)
) as w (role, words)
cross join lateral pg_catalog.regexp_split_to_table(pg_catalog.btrim(w.words, E' \n'), '\s+') as s (word);

-- find_conflicts() takes its place, once a check instead of once a claim.
drop function if exists groundcheck_internal.find_conflict(
  groundcheck_internal.judged_claim, groundcheck_internal.parsed_claim[], groundcheck_internal.parsed_sentence[]
);
