-- Lexicons of meaning: negation, antonyms, quantifiers, modality, and the parsed form of a sentence.
--
-- Every row says where it comes from. The rows here were written for this project; users add their own beside them,
-- and name their origin and licence.

create table groundcheck_internal.lexicon (
  language text not null default 'en',
  form text not null,
  key text not null generated always as (
    case
      when exact then '=' || form
      else coalesce(
        (pg_catalog.ts_lexize('pg_catalog.english_stem', split_part(form, ' ', 1)))[1], split_part(form, ' ', 1)
      ) || substr(form, length(split_part(form, ' ', 1)) + 1)
    end
  ) stored,
  exact boolean not null default false,
  role text not null default 'word',
  concept text,
  pole smallint not null default 0,
  level real,
  origin text not null default 'groundcheck-db',
  licence text not null default 'Apache-2.0',
  constraint form_is_folded check (form = btrim(form) and form <> '' and form !~ '[A-Z]'),
  constraint form_has_at_most_two_words check (form !~ ' .* '),
  constraint pole_is_a_sign check (pole in (-1, 0, 1)),
  constraint pole_needs_a_concept check (pole = 0 or concept is not null),
  constraint role_is_known check (
    role in (
      'word', 'verb', 'speech', 'be', 'auxiliary', 'negator', 'neutral', 'quantifier', 'modal', 'hedge', 'obligation',
      'condition', 'exclusive', 'order', 'comparison', 'conjunction', 'relative', 'preposition', 'pronoun', 'stop'
    )
  ),
  constraint lexicon_pkey primary key (key)
);
comment on table groundcheck_internal.lexicon is
'What words and two-word phrases mean for a comparison. Insert rows of your own with their origin and licence; sentences parsed before keep their old reading until the cache is cleared.';
comment on column groundcheck_internal.lexicon.language is 'ISO 639-1 code of the language that the word is of. One spelling has one reading, whatever language a text is in: words that mean something else in another language are left out.';
comment on column groundcheck_internal.lexicon.form is 'The word as it is written, folded to lower case without accents; or a phrase of two words, of which the first may be inflected.';
comment on column groundcheck_internal.lexicon.key is 'What a sentence''s words are looked up by: the stem, or = and the word itself where exact.';
comment on column groundcheck_internal.lexicon.exact is 'True where only this very form is meant and no inflection of it.';
comment on column groundcheck_internal.lexicon.concept is 'Forms of one concept are compared with each other; null: the stem is the concept.';
comment on column groundcheck_internal.lexicon.pole is '1 and -1 are opposite ends of the concept (enabled, disabled); 0 where it has none.';
comment on column groundcheck_internal.lexicon.level is
'Quantifiers: 4 all, 3 most, 2 many or some share, 1 few, 0 none. Modals and hedges: certainty from 0 to 1.';
revoke all on table groundcheck_internal.lexicon from public;

create type groundcheck_internal.word_features as (
  words text [],
  starts int [],
  concepts text [],
  bare text [],
  poles smallint [],
  negations smallint [],
  clauses int [],
  kinds text [],
  roles text [],
  tags text [],
  levels real [],
  subject_clauses int [],
  predicates int [],
  passives boolean [],
  speakers boolean [],
  certainties real [],
  obligations real [],
  pivots int [],
  pivot_ends int [],
  comparators int [],
  negators int [],
  quotations text []
);
comment on type groundcheck_internal.word_features is
'A text parsed for comparison. One element a word: words (folded), starts (code points), concepts (what is compared), bare (the stem under a negative prefix, else empty), poles (end of an opposition), negations (negators that bear on it), clauses (1-based), kinds (c content, n name, i a capital that may only be the sentence''s, d digits, f function word), roles (s before the verb, v verb, o after it, p after a preposition or in parentheses, a who did it after by), tags and levels (role and level of the lexicon). One element a clause: subject_clauses (whose subject it has), predicates (position of its verb, 0 where none), passives, speakers (its subject says the rest), certainties (1 stated as fact, less where hedged), obligations (1 must, -1 optional, 0 neither), pivots (position of than, before, after; 0 where none), pivot_ends (where its second side ends), comparators (the compared quality), negators (how many it has). quotations: quoted runs of three words or more, folded.';

create type groundcheck_internal.word_match as (
  claim_at int [],
  evidence_at int [],
  flips int [],
  first_pairs int [],
  sizes int [],
  rest_sizes int [],
  scores real [],
  rests real [],
  best int [],
  tops real [],
  rest_best int [],
  rest_tops real [],
  hits int,
  total int
);
comment on type groundcheck_internal.word_match is
'The words that a claim and its evidence share. One element a pair, in the claim''s order: claim_at, evidence_at, flips (-1 where one of the two has a negative prefix). One element a clause of the claim: first_pairs (and one more, the end), sizes (words of content), rest_sizes (those after the subject), best and tops (the evidence''s clause that shares most, and how much), rest_best and rest_tops (the same without the subject). scores and rests: row by row, each clause of the claim with each of the evidence. hits of total words of content are shared.';

-- Opposites: concept, one end, the other end; = marks a form that is meant as it stands. A phrase takes the inflections of its first word.
with pair (concept, positive, negative) as (
  values
  ('enable', 'enable, turn on, turned on, switch on, activate, activation', 'disable, turn off, switch off, deactivate, deactivation'),
  ('increase', 'increase, rise, grow, growth, go up, climb, raise, grew, rose, risen, grown, expand, soar, surge, gain, raises, boost, elevate, upregulate, escalate, jump, enlarge, enhance, amplify, augment', 'decrease, fall, decline, drop, reduce, reduction, shrink, fell, fallen, go down, lowers, lowered, lowering, shrank, diminish, plunge, plummet, downregulate, lessen, dwindle, slump, curtail'),
  ('open', 'open, reopen', 'close, closed, shut, closure'),
  ('allow', 'allow, permit, permission, legal, lawful, authorize, authorise, allowable, permissible, legalize, welcome', 'forbid, forbidden, prohibit, prohibition, ban, banned, illegal, unlawful, disallow, outlaw, bar, barred, forbade'),
  ('accept', 'accept, acceptance, approve, approval, confirm, affirm, verify, adopt, adoption', 'refute, contradict, reject, rejection, refuse, refusal, decline to, turn down, deny, denial, denied, disapprove, veto'),
  ('success', 'succeed, success, successful, successfully', 'failure, unsuccessful, unsuccessfully, fail'),
  ('include', 'include, inclusion, included, contain', 'exclude, exclusion, omit, omission, left out, leave out'),
  ('win', 'win, won, victory, winner, defeat, beat', 'lose, lost, loser'),
  ('start', 'start, begin, began, begun, commence, launch, beginning, initiate, onset', 'end, finish, stop, cease, terminate, termination, halt, ending, conclude, discontinue, quit'),
  ('before', 'before, prior to, earlier, precede, ahead of', 'after, later, following, subsequent to, afterward, afterwards'),
  ('inside', 'inside, indoors, indoor, internal, internally, interior, within, inner', 'outside, outdoors, outdoor, external, externally, exterior, outer'),
  ('above', 'above, over, top, upstairs, exceed', 'below, under, beneath, underneath, bottom, downstairs'),
  ('up', 'up, upward, upwards, ascend, ascent', 'down, downward, downwards, descend, descent'),
  ('arrive', 'arrive, arrival, enter, entry, entrance', '=depart, =departs, =departed, =departing, departure, exit'),
  ('present', 'present, presence, available, availability, possess', 'absent, absence, unavailable, missing, devoid'),
  ('true', 'true, correct, accurate, right, correctly, accurately', 'false, wrong, incorrect, inaccurate, untrue, incorrectly, mistaken, erroneous'),
  ('good', 'good, positive, favorable, favourable, well, great, excellent, beneficial, favorably', 'bad, negative, poor, adverse, unfavorable, unfavourable, badly, harmful, poorly, terrible, awful, detrimental'),
  ('better', 'better, best, improve, improvement, superior', 'worse, worst, worsen, deteriorate, deterioration, inferior, degrade'),
  ('like', 'like, love, enjoy, prefer, adore', 'dislike, hate, loathe, detest'),
  ('happy', 'happy, glad, pleased, cheerful, joyful, happily, delighted, satisfied', 'sad, unhappy, upset, miserable, dissatisfied, gloomy, displeased'),
  ('size', 'large, larger, largest, big, bigger, biggest, huge, enormous, giant, massive', 'small, smaller, smallest, little, tiny, minor'),
  ('height', '=upper, high, higher, highest, tall, taller, tallest', 'low, =lower, lowest, =short, shorter, shortest'),
  ('length', 'long, longer, longest', 'brief, briefly'),
  ('amount', 'more, greater, greatest', 'less, fewer, fewest, least, lesser'),
  ('speed', 'fast, faster, fastest, quick, quicker, quickly, rapid, rapidly, accelerate, speed up, swift', 'slow, slower, slowest, slowly, decelerate, slow down, sluggish'),
  ('age', 'old, older, oldest, elder, elderly, ancient', 'young, younger, youngest'),
  ('new', 'new, newer, newest, newly, modern', 'outdated, antique'),
  ('weight', 'heavy, heavier, heaviest, heavily', 'light, lighter, lightest, lightly'),
  ('strength', 'strong, stronger, strongest, strengthen, strongly', 'weak, weaker, weakest, weaken, weakly'),
  ('heat', 'hot, hotter, hottest, warm, warmer, warmest', 'cold, colder, coldest, cool, cooler, coolest, chilly'),
  ('wet', 'wet, damp, moist', 'dry, arid'),
  ('light', 'bright, brighter, illuminated, lit', 'dark, darker, unlit, dim'),
  ('full', 'full, filled', 'empty, vacant'),
  ('price', 'expensive, =costly, pricey', 'cheap, inexpensive, affordable, cheaper'),
  ('rich', 'rich, richer, wealthy, affluent', 'impoverished, poorer, poverty'),
  ('easy', 'easy, easier, easiest, easily, simple, simpler, effortless', 'difficult, hard, harder, complicated, difficulty, challenging'),
  ('safe', 'safe, safer, safely, harmless', 'dangerous, unsafe, hazardous, risky, dangerously'),
  ('clean', 'clean, cleaner, pure', 'dirty, contaminated, polluted, impure, filthy'),
  ('near', 'near, nearer, nearby', 'far, farther, farthest, distant'),
  ('wide', 'wide, wider, widest, broad, broader', 'narrow, narrower, narrowest'),
  ('deep', 'deep, deeper, deepest', 'shallow, shallower'),
  ('thick', 'thick, thicker', 'thin, thinner'),
  ('loud', 'loud, louder, loudly, noisy', 'quiet, quieter, quietly, silent, silently'),
  ('frequent', 'frequent, frequently, often, common, commonly, regularly, usual, usually, routinely', 'rare, rarely, seldom, infrequent, infrequently, uncommon, uncommonly, unusual, hardly ever, scarcely'),
  ('likely', 'likely, probable, probably', 'unlikely, improbable, doubtful'),
  ('possible', 'possible, able to, capable, feasible', 'impossible, unable, incapable, infeasible'),
  ('legal tender', 'valid, validity', 'invalid, void, expired, expire'),
  ('safe keeping', 'protect, protection, defend, defended, defence, defense', 'attack, assault, endanger'),
  ('support', 'support, endorse, in favor, in favour, advocate, favor, favour, supporter', 'oppose, opposition, opponent, object to, criticize, criticise, condemn'),
  ('agree', 'agree, agreement, consent', 'disagree, disagreement, dispute'),
  ('buy', 'buy, bought, purchase, acquire, acquisition, took over, take over, acquirer', 'sell, sold, divest, sale'),
  ('lend', 'lend, lent', 'borrow, borrower'),
  ('give', 'give, gave, given, donate', 'receive, receipt'),
  ('teach', 'teach, taught', 'learn, learnt'),
  ('employ', 'hire, employ, recruit, appoint', '=fired, dismiss, lay off, laid off, sack'),
  ('import', 'import, imports', 'export, exports'),
  ('push', 'push, shove', 'pull, drag'),
  ('build', 'build, built, construct, create, assemble', 'destroy, demolish, tear down, destruction, dismantle, tore down'),
  ('add', 'add, addition, insert, attach, append', 'remove, removal, delete, subtract, detach, deduct'),
  ('multiply', 'multiply, multiplied, times', 'divide, divided, division'),
  ('plus', 'plus', 'minus'),
  ('connect', 'connect, connection, join, joined, linked up', 'disconnect, sever, separate, split up'),
  ('lock', 'lock, locked', 'unlock, unlocked'),
  ('load', 'load, upload', 'unload, offload'),
  ('encrypt', 'encrypt, encrypted, encryption', 'decrypt, unencrypted, decryption, plaintext'),
  ('public', 'public, publicly', 'private, privately, confidential, secret, secretly'),
  ('mandatory', 'mandatory, compulsory, obligatory, required', 'optional, voluntary, optionally, voluntarily'),
  ('permanent', 'permanent, permanently, =lasting', 'temporary, temporarily, interim, provisional'),
  ('major', 'majority', 'minority'),
  ('max', 'maximum, maximal, upper limit', 'minimum, minimal, lower limit'),
  ('at most', 'at most, no more, not more, up to', 'at least, no less, not less, no fewer'),
  ('first', '=first', '=last'),
  ('same', 'same, identical, equal, similar, alike, unchanged, constant, stable, equally', 'different, distinct, unequal, dissimilar, differ, unlike, differently, varied'),
  ('north', 'north, northern, northwards', 'south, southern, southwards'),
  ('east', 'east, eastern, eastwards', 'west, western, westwards'),
  ('front', 'forward, forwards', 'backward, backwards'),
  ('horizontal', 'horizontal, horizontally', 'vertical, vertically'),
  ('clockwise', 'clockwise', 'counterclockwise, anticlockwise'),
  ('male', 'man, men, male, gentleman', 'woman, women, female, lady'),
  ('boy', 'boy', 'girl'), ('father', 'father, dad', 'mother, mom, mum'), ('son', 'son', 'daughter'),
  ('brother', 'brother', 'sister'), ('husband', 'husband', 'wife'), ('king', 'king', 'queen'), ('uncle', 'uncle', 'aunt'),
  ('grandfather', 'grandfather', 'grandmother'), ('boyfriend', 'boyfriend', 'girlfriend'), ('prince', 'prince', 'princess'),
  ('alive', 'alive, survive, survival, survivor', 'dead, die, died, death, deceased, killed, perish, fatal'),
  ('birth', 'born, birth', 'passed away'),
  ('awake', 'awake, wake, woke', 'asleep, sleep, sleeping, slept'),
  ('day', 'day, daytime, daylight', 'night, nighttime'),
  ('morning', 'morning', 'evening'),
  ('summer', 'summer', 'winter'),
  ('stand', 'stand, stood, standing', 'sit, sitting, sat, seated'),
  ('remember', 'remember, recall, recollect', 'forget, forgot, forgotten'),
  ('attract', 'attract, attractive, appealing', 'repel, unattractive, repulsive'),
  ('ally', 'friend, ally, friendly', 'enemy, foe, hostile, unfriendly, adversary'),
  ('peace', 'peace, peaceful, peacefully', 'war, violent, violently, warfare'),
  ('guilty', 'guilty, convict, convicted, guilt', 'innocent, acquit, acquitted, innocence, exonerate'),
  ('arrest', 'arrest, imprison, jail, detain, captured', 'release, freed, liberate'),
  ('prove', 'prove, proof, proven', 'disprove, debunk, disproven'),
  ('know', 'known, know, knew, aware', 'unknown, unaware'),
  ('sufficient', 'sufficient, enough, adequate, adequately, sufficiently', 'insufficient, inadequate, insufficiently, inadequately'),
  ('complete', 'complete, completely, entire, entirely, fully, whole, wholly', 'partial, partially, incomplete, incompletely'),
  ('continue', 'continue, proceed, persist, continued, resume', 'interrupt, suspend, suspension, pause'),
  ('keep', 'keep, kept, retain, preserve, maintain, remain, stay', 'abandon, discard, throw away, threw away, scrap'),
  ('pass', 'passing grade, pass test', 'failing grade'),
  ('profit', 'profit, profitable', 'loss, unprofitable, deficit'),
  ('asset', 'asset', 'liability'),
  ('credit', 'credit, credited', 'debit, debited'),
  ('income', 'income, revenue, earnings', 'expense, expenditure, spending'),
  ('surplus', 'surplus, excess', 'shortage, scarcity'),
  ('optimist', 'optimistic, optimism, hopeful', 'pessimistic, pessimism, hopeless'),
  ('simple', 'plain', 'complex, sophisticated'),
  ('active', 'active, actively', 'inactive, passive, dormant, idle, passively'),
  ('visible', 'visible, visibly', 'invisible, hidden'),
  ('reveal', 'reveal, disclose, disclosure, uncover, expose', 'hide, conceal, cover up, hid'),
  ('natural', 'natural, naturally', 'artificial, artificially, synthetic'),
  ('real', 'real, genuine, authentic', 'fake, counterfeit, imaginary, fictional, fictitious'),
  ('formal', 'formal, formally, official, officially', 'informal, informally, unofficial, unofficially'),
  ('domestic', 'domestic, domestically', 'foreign, abroad, overseas'),
  ('local', 'local, locally', 'global, globally, worldwide'),
  ('urban', 'urban', 'rural'),
  ('single', 'single, unmarried', 'married'),
  ('marriage', 'marry, wed', 'divorce'),
  ('adult', 'adult, grownup', 'child, kid, baby, infant, children'),
  ('cause', 'cause, trigger, induce, lead to, led to, promote, provoke, stimulate, facilitate', 'prevent, prevention, inhibit, inhibitor, avert, hinder, suppress, suppression, block, impede, inhibition, impair'),
  ('help', 'help, aid, assist, assistance', 'hamper, hurt, harm, obstruct'),
  ('sensitive', 'sensitive, sensitivity, susceptible, susceptibility', 'insensitive, resistant, resistance'),
  ('acute', 'acute', 'chronic'),
  ('benign', 'benign', 'malignant'),
  ('mild', 'mild, mildly, slight, slightly', 'severe, severely, severity, serious'),
  ('healthy', 'healthy, healthier, health', 'sick, ill, unhealthy, illness'),
  ('soluble', 'soluble, dissolve', 'insoluble'),
  ('acid', 'acidic, acid', 'alkaline, basic solution'),
  ('solid', 'solid, freeze, frozen, froze', 'liquid, melt, molten'),
  ('elastic', 'elastic, flexible, flexibility', 'rigid, inflexible, stiff'),
  ('smooth', 'smooth, smoothly', 'rough, roughly textured'),
  ('sharp', 'sharp, sharper', 'blunt, dull'),
  ('sweet', 'sweet', 'bitter, sour'),
  ('raw', 'raw, uncooked', 'cooked'),
  ('fresh', 'fresh', 'stale, rotten'),
  ('early', 'early, earliest', '=late, =latest'),
  ('on time', 'on time, punctual, punctually', 'delay, delayed, overdue'),
  ('ancestor', 'ancestor, predecessor, preceded', 'descendant, successor, succeeded by'),
  ('praise', 'praise, praised, acclaim, commend', 'criticism, blame, rebuke, denounce'),
  ('respect', 'respect, admire, admiration, esteem', 'despise, disrespect, contempt, scorn'),
  ('trust', 'trust, trustworthy', 'distrust, mistrust, suspect'),
  ('honest', 'honest, honestly, truthful, sincere', 'dishonest, deceitful, dishonestly, insincere'),
  ('brave', 'brave, bravely, courageous', 'cowardly, timid'),
  ('polite', 'polite, politely, courteous', 'rude, impolite, rudely'),
  ('lucky', 'lucky, fortunate, fortunately, luckily', 'unlucky, unfortunate, unfortunately'),
  ('wise', 'wise, clever, intelligent, smart', 'foolish, stupid, unwise'),
  ('patient', 'patience', 'impatient, impatience'),
  ('busy', 'busy, crowded, packed', 'deserted, uncrowded'),
  ('occupied', 'occupied, inhabited', 'unoccupied, uninhabited'),
  ('voluntary', 'willing, willingly', 'unwilling, reluctant, reluctantly, unwillingly, forcibly'),
  ('legalise', 'legitimate', 'illegitimate'),
  ('equal', 'fair, fairly treated, impartial', 'unfair, biased, unjust, partiality'),
  ('ordinary', 'ordinary, typical, normal, normally, typically', 'extraordinary, abnormal, atypical, abnormally'),
  ('certain', 'certain, certainly, definite, definitely, sure, surely', 'uncertain, unsure, dubious'),
  ('clear', 'clear, clearly, obvious, obviously', 'unclear, ambiguous, vague'),
  ('intended', 'intentional, intentionally, deliberate, deliberately, on purpose, arson', 'accidental, accidentally, unintentional, unintentionally, by accident'),
  ('relevant', 'relevant, relevance', 'irrelevant, irrelevance'),
  ('significant', 'significant, significantly, substantial, substantially, considerable, considerably', 'insignificant, negligible, insignificantly'),
  ('effective', '=effective, =effectively, efficacious', 'ineffective, ineffectively, useless'),
  ('efficient', 'efficient, efficiently', 'inefficient, inefficiently, wasteful'),
  ('reliable', 'reliable, dependable, reliably', 'unreliable, undependable'),
  ('compatible', 'compatible', 'incompatible'),
  ('direct', 'direct, directly', 'indirect, indirectly'),
  ('dependent', 'dependent, dependence', 'independent, independence, independently'),
  ('symmetric', 'symmetric, symmetrical', 'asymmetric, asymmetrical'),
  ('finite', 'finite, limited', 'infinite, unlimited, limitless, endless'),
  ('reversible', 'reversible, refundable', 'irreversible, irrevocable, nonrefundable'),
  ('linear', 'linear', 'nonlinear'),
  ('ripe', 'ripe, mature', 'unripe, immature'),
  ('fertile', 'fertile, productive', 'infertile, barren, unproductive'),
  ('conscious', 'conscious', 'unconscious'),
  ('literate', 'literate', 'illiterate'),
  ('armed', 'armed', 'unarmed'),
  ('conservative', 'conservative', 'liberal, progressive'),
  ('democrat', 'democrat, democratic', 'republican'),
  ('monarchy', 'monarchy', 'republic'),
  ('domesticated', 'tame, domesticated', 'wild, feral'),
  ('land', 'ashore, onshore, on land', 'offshore, at sea'),
  ('takeoff', 'take off, took off', 'land, landing'),
  ('embark', 'embark, board', 'disembark, alight'),
  ('inhale', 'inhale', 'exhale'),
  ('absorb', 'absorb, absorption', 'emit, emission'),
  ('attach', 'fasten, tie, tied', 'unfasten, loosen, untie, untied'),
  ('dress', 'dressed, clothed', 'naked, undressed, nude'),
  ('wrap', 'wrap, wrapped', 'unwrap, unwrapped'),
  ('zip', 'compress, zip', 'decompress, unzip, extract archive'),
  ('online', 'online', 'offline'),
  ('synchronous', 'synchronous, synchronously', 'asynchronous, asynchronously'),
  ('manual', 'automatic, automatically, automated', 'manual, manually, by hand'),
  ('explicit', 'explicit, explicitly', 'implicit, implicitly'),
  ('static', 'static', 'dynamic'),
  ('mutable', 'mutable, writable, editable', 'immutable, readonly, read-only'),
  ('inherit', 'grant, granted', 'revoke, revoked, rescind, withdraw, withdrew'),
  ('upgrade', 'upgrade', 'downgrade'),
  ('promote', 'promoted', 'demote, demoted, relegated'),
  ('install', 'install, installation', 'uninstall'),
  ('subscribe', 'subscribe, sign up', 'unsubscribe'),
  ('login', 'log in, sign in', 'log out, sign out'),
  ('sender', 'sender, send, sent', 'recipient, addressee'),
  ('gross', 'gross', 'net'),
  ('wholesale', 'wholesale', 'retail'),
  ('supply', 'supply', 'demand'),
  ('inflation', 'inflation', 'deflation'),
  ('bullish', 'bullish', 'bearish'),
  ('paid', 'paid, salaried', 'unpaid'),
  ('free', 'free', '=chargeable'),
  ('taxable', 'taxable', 'tax free, untaxed'),
  ('theory', 'theoretical, theoretically', 'practical, practically'),
  ('prefix', 'prefix', 'suffix'),
  ('odd', 'odd number', 'even number'),
  ('concave', 'concave', 'convex'),
  ('upstream', 'upstream', 'downstream'),
  ('heaven', 'heaven', 'hell'),
  ('victory', 'triumph', 'defeated'),
  ('question of fact', 'fact, factual', 'myth, rumor, rumour, hoax'),
  ('majority rule', 'unanimous, unanimously', 'divided vote'),
  ('united', 'united, unified, unite', 'partitioned, disunited'),
  ('constructive', 'constructive', 'destructive'),
  ('transparent', 'transparent', 'opaque'),
  ('tight', 'tight, tighten', 'loose'),
  ('even', 'straight', 'crooked, curved, bent'),
  ('hungry', 'hungry, starving', 'sated'),
  ('strict', 'strict, strictly', 'lenient, leniently'),
  ('generous', 'generous, generously', 'stingy, selfish'),
  ('calm', 'calm, calmly', 'agitated, anxious, nervous'),
  ('careful', 'careful, carefully, cautious', 'careless, carelessly, reckless'),
  ('talkative', 'talkative', 'taciturn'),
  ('interesting', 'interesting, exciting', 'boring, tedious, dull'),
  ('beautiful', 'beautiful, pretty', 'ugly'),
  ('hope', 'hope, hoped', 'despair'),
  ('left', 'leftmost', 'rightmost'),
  ('credible', 'credible, plausible', 'implausible, incredible'),
  ('eligible', 'eligible, qualify', 'ineligible, disqualified, disqualify'),
  ('mortal', 'mortal', 'immortal'),
  ('movable', 'movable, mobile', 'immobile, immovable, stationary'),
  ('familiar', 'familiar', 'unfamiliar'),
  ('popular', 'popular, popularity', 'unpopular'),
  ('comfortable', 'comfortable, comfortably', 'uncomfortable'),
  ('necessary', 'necessary, essential, needed, indispensable', 'unnecessary, needless, dispensable, superfluous'),
  ('tolerant', 'tolerant, tolerance', 'intolerant, intolerance'),
  ('perfect', 'perfect, flawless, perfectly', 'imperfect, flawed'),
  ('sane', 'sane', 'insane, mad'),
  ('sighted', 'sighted', 'blind'),
  ('religious', 'religious, sacred', 'secular'),
  ('vegetarian', 'vegetarian, vegan', 'carnivorous'),
  ('wealth', 'prosper, prosperous, prosperity', 'bankrupt, bankruptcy, insolvent'),
  ('volatile', 'volatile', 'steady'),
  ('attend', 'attend, attended', 'skip, skipped'),
  ('obey', 'obey, comply, compliance, compliant', 'disobey, violate, violation, breach, noncompliant'),
  ('punish', 'punish, punishment', 'reward, rewarded'),
  ('save', 'save, rescue', 'waste, wasted'),
  ('catch', 'catch, caught', 'throw, threw, thrown'),
  ('lift', 'lift, lifted', 'put down'),
  ('crawl', 'laugh, smile', 'cry, cried, weep, frown'),
  ('float', 'float', 'sink, sank, sunk'),
  ('attack', 'advance, advanced', 'retreat, withdrew troops')
)

insert into groundcheck_internal.lexicon (form, exact, concept, pole)
select distinct on (entry.key)
  ltrim(entry.form, '='),
  entry.form like '=%',
  pair.concept,
  side.pole
from pair
cross join lateral (values (1::smallint, pair.positive), (-1::smallint, pair.negative)) as side (pole, forms)
cross join
  lateral (
    select
      form,
      case
        when form like '=%' then form
        else coalesce(
          (pg_catalog.ts_lexize('pg_catalog.english_stem', split_part(form, ' ', 1)))[1], split_part(form, ' ', 1)
        ) || substr(form, length(split_part(form, ' ', 1)) + 1)
      end as key
    from pg_catalog.string_to_table(side.forms, ', ') as form
  ) as entry
order by entry.key, pair.concept collate "C";

-- Words of one meaning, without an opposite; = marks a form that is meant as it stands. Irregular forms and nouns of verbs come to their verb.
with synonym (concept, forms) as (
  values
  ('abandon', 'desert, forsake'), ('accomplish', 'accomplish, achieve, attain, achievement'),
  ('agreed', 'agree to'), ('announce', 'announce, announcement, declare, proclaim, declaration'),
  ('analys', 'analyse, analyze, analysis, examine, examination, inspect, inspection, study, investigate, investigation'),
  ('become', 'become, became'), ('begin', 'begin on'), ('bite', 'bite, bit, bitten'), ('blow', 'blow, blew, blown'),
  ('associ', 'associate, link, associated, linked, correlate, correlation, association, relate'),
  ('break', 'break, broke, broken'), ('bring', 'bring, brought'), ('broadcast', 'broadcast, air, aired'),
  ('car', 'car, automobile'), ('carri', 'carry, transport'), ('choos', 'choose, chose, chosen, select, selection, choice, pick'),
  ('compris', 'comprise, consist of, made up, composed of'), ('consid', 'consider, weigh, mull, contemplate, ponder'),
  ('cost', 'cost, price'), ('countri', 'country, nation'), ('custom', 'client'),
  ('decid', 'decide, decision'), ('deliv', 'deliver, delivery'), ('describ', 'describe, description'),
  ('develop', 'develop, development'), ('discov', 'discover, discovery, find, =found, detect'),
  ('doc', 'document, documentation'), ('draw', 'draw, drew, drawn'), ('drink', 'drink, drank, drunk'),
  ('drive', 'drive, drove, driven'), ('earn', 'earn, make money'), ('eat', 'eat, ate, eaten, consume'),
  ('elect', 'elect, vote in'), ('employe', 'employee, worker, staff'), ('establish', 'founded, founder, =founding, establish, establishment'),
  ('fight', 'fight, fought'), ('film', 'film, movie'), ('fli', 'fly, flew, flown'), ('feel', 'feel, felt'),
  ('get', 'get, got, obtain, gotten'), ('go', 'go, went, gone'), ('hear', 'hear, heard'), ('hold', 'hold, held'),
  ('invent', 'invent, invention, inventor'), ('kill', 'kill, murder, slay, slew, slain'),
  ('lead', 'lead, led, leader, head, headed'), ('leav', 'leave, left'), ('lay', 'lay, laid'), ('lie', 'lie, lay in'),
  ('locat', 'locate, located, location, situated'), ('make', 'make, made, produce, manufacture'),
  ('meet', 'meet, met'), ('merg', 'merge, merger'), ('need', 'need, require, requirement, requires'),
  ('offer', 'offer, provide'), ('own', 'own, owner, ownership'), ('particip', 'participant, participate, participation'),
  ('pay', 'pay, payment'), ('perform', 'perform, performance'), ('portion', 'portion, share, part'),
  ('publish', 'publish, publication, publisher'), ('put', 'put, place'), ('read', 'read, reader'),
  ('refund', 'refund, money back, reimburse, reimbursement'), ('run', 'run, ran'), ('say', 'say, said, says'),
  ('see', 'see, saw, seen'), ('sing', 'sing, sang, sung, singer'), ('ship', 'ship, shipment, dispatch'),
  ('show', 'show, shown, demonstrate, display, exhibit'), ('sign', 'sign, signature'), ('speak', 'speak, spoke, spoken'),
  ('spend', 'spend, spent'), ('star', 'star in, starred'), ('steal', 'steal, stole, stolen, theft'),
  ('swim', 'swim, swam'), ('take', 'take, took, taken'), ('tell', 'tell, told'), ('think', 'think, thought, believe, belief'),
  ('treat', 'treat, treatment'), ('use', 'use, usage, utilize, utilise, utilization'), ('wear', 'wear, wore, worn'),
  ('wed', 'wedding'), ('write', 'write, wrote, written, author, writer'), ('work', 'work, function'),
  ('return', 'return, come back, came back, comes back, send back, give back, bring back'),
  ('last', 'last for, duration'), ('reside', 'reside, resident'), ('measur', 'measure, measurement'),
  ('direct film', 'directed by, director'), ('compos', 'compose, composer'), ('paint', 'paint, painting, painter'),
  ('design', 'design, designer'), ('edit', 'edit, editor'), ('rule', 'rule, ruler, reign'), ('teach', 'teaches'),
  ('help out', 'support to'), ('aim', 'aim, intend, intention, goal, objective'), ('chief executive', 'ceo'),
  ('usa', 'usa, us, america, american'), ('uk', 'uk, britain, british'), ('percent', 'percent, percentage'),
  ('contribut', 'contribute, contribution'), ('explain', 'explain, explanation'), ('identifi', 'identify, identification'),
  ('occur', 'occur, happen, take place, took place, occurrence'), ('possess', 'possession, belong to'),
  ('respons', 'responsible, responsibility'), ('suffer', 'suffer, sufferer'), ('warn', 'warn, warning'),
  ('win award', 'award, prize'), ('child birth', 'childbirth'), ('abl', 'ability'), ('apply', 'apply, application, applicant')
)

insert into groundcheck_internal.lexicon (form, exact, concept)
select
  ltrim(form, '='),
  form like '=%',
  min(synonym.concept collate "C")
from synonym cross join pg_catalog.string_to_table(synonym.forms, ', ') as form
group by form
on conflict do nothing;

-- Words that turn or bound what others say. level: of quantifiers and certainty, see the table; of negators, how many
-- words of content they bear on (2 for determiners: no side effects).
with function_word (role, level, forms) as (
  values
  ('negator', 1.0, 'not, never, non, cannot, neither, nor, cant, dont, doesnt, didnt, isnt, wasnt, wont, nobody, nothing, nowhere, hardly, barely, scarcely, isn''t, aren''t, wasn''t, weren''t, don''t, doesn''t, didn''t, can''t, couldn''t, won''t, wouldn''t, shouldn''t, mustn''t, hasn''t, haven''t, hadn''t, needn''t, ain''t, mightn''t'),
  ('negator', 2.0, 'no, without, none, lacking'),
  ('neutral', null, 'nonetheless, nevertheless, notwithstanding'),
  ('quantifier', 4.0, 'all, every, each, always, everyone, everybody, everything, everywhere, invariably, constantly, universally'),
  ('quantifier', 3.0, 'most, mostly, majority, generally, largely, mainly, predominantly, primarily'),
  ('quantifier', 2.0, 'some, several, many, numerous, sometimes, various, occasionally, half, certain, partly, multiple, someone, somebody'),
  ('quantifier', 1.0, 'few'),
  ('modal', 1.0, 'will, shall'),
  ('modal', 0.9, 'can'),
  ('modal', 0.7, 'would, should'),
  ('modal', 0.5, 'may, might, could'),
  ('hedge', 0.4, 'perhaps, maybe, possibly, potentially, potential, allegedly, reportedly, apparently, purportedly, supposedly, presumably, seemingly, tentatively'),
  ('condition', 1.0, 'unless, except, excluding'),
  ('condition', 0.5, 'if, until, provided, whenever, when, once, depending'),
  ('exclusive', 1.0, 'only, solely, exclusively, just, merely'),
  ('be', null, 'is, are, was, were, be, been, being, am'),
  ('auxiliary', null, 'has, have, had, do, does, did, having'),
  ('conjunction', null, 'and, but, while, whereas, although, though, yet, so, or'),
  ('relative', null, 'which, who, whose, whom, where'),
  ('comparison', null, 'than'),
  ('order', null, 'before, after'),
  ('pronoun', null, 'i''m, i''ve, i''ll, i''d, you''re, you''ve, you''ll, he''s, he''ll, he''d, she''s, she''ll, she''d, it''s, it''ll, we''re, we''ve, we''ll, they''re, they''ve, they''ll, they''d, that''s, there''s, who''s, he, she, it, they, his, her, hers, its, their, theirs, him, them, this, these, those'),
  ('preposition', null, 'in, on, at, by, for, to, from, of, with, into, onto, about, as, during, against, between, among, through, via, per, under, over, until, since, toward, towards, across, along, around, upon, within, near, beside, besides, despite, out, off, up, down, above, below'),
  ('stop', null, 'a, an, the, that, any, both, there, here, i, you, we, our, your, my, me, us, also, too, very, then, now, such, other, another, own, what, how, why, because, however, therefore, thus, hence, well, still, even, quite, rather, fairly, etc, uh, um, yeah, oh, e.g, i.e, eg, ie, let, one, ones, s, t, re, ve, ll, d, m, either, ever, already, approximately, about, roughly')
)

insert into groundcheck_internal.lexicon (form, exact, role, level)
select distinct on (form)
  form,
  true,
  function_word.role,
  function_word.level
from function_word cross join pg_catalog.string_to_table(function_word.forms, ', ') as form
order by form asc, function_word.level desc nulls last
on conflict do nothing;

-- The prepositions that are opposites too.
update groundcheck_internal.lexicon as word
set concept = opposite.concept, pole = opposite.pole
from (
  values
  ('before', 'before', 1), ('after', 'before', -1), ('within', 'inside', 1), ('above', 'above', 1), ('below', 'above', -1),
  ('up', 'up', 1), ('down', 'up', -1), ('with', 'with', 1), ('without', 'with', -1), ('hardly', 'frequent', -1)
) as opposite (form, concept, pole)
where word.key = '=' || opposite.form and word.role in ('preposition', 'order');

-- Adverbs of frequency have a pole and a level.
insert into groundcheck_internal.lexicon (form, exact, role, concept, pole, level)
values
('usually', true, 'quantifier', 'frequent', 1, 3), ('normally', true, 'quantifier', 'frequent', 1, 3),
('typically', true, 'quantifier', 'frequent', 1, 3), ('often', true, 'quantifier', 'frequent', 1, 2.5),
('frequently', true, 'quantifier', 'frequent', 1, 2.5), ('regularly', true, 'quantifier', 'frequent', 1, 2.5),
('rarely', true, 'quantifier', 'frequent', -1, 1), ('seldom', true, 'quantifier', 'frequent', -1, 1),
('infrequently', true, 'quantifier', 'frequent', -1, 1)
on conflict (key) do update
  set role = excluded.role, concept = excluded.concept, pole = excluded.pole, level = excluded.level;

-- Phrases and inflected words of a role.
with phrase (role, level, forms) as (
  values
  ('neutral', null, 'not only, no doubt, not just, not least, not merely, not necessarily, no sooner, no matter, not until, no later, no earlier, without doubt, whether or, why not, no one''s'),
  ('negator', 1.0, 'avoid, no longer, fail to, fails to, failed to, failure to, refuse to, refused to, decline to, declined to, unable to, not yet, never again, nothing to, neglect to, instead of, rather than, no one, far from'),
  ('negator', 2.0, 'lack, lack of, lacks, lacked, absence of, devoid of, free of, free from, none of'),
  ('quantifier', 4.0, 'all of, each of, every one, in all, without exception'),
  ('quantifier', 3.0, 'most of, the majority, majority of, nearly all, almost all'),
  ('quantifier', 2.0, 'some of, large number, great number, a portion, portion of, a number, part of, many of, several of, a share, share of, at times, a few, a fraction, fraction of, proportion of, not all, not every, not always'),
  ('quantifier', 1.0, 'few of, small number, tiny number, handful of, very few, minority of, a minority, only few, hardly any, not many'),
  ('hedge', 0.3, 'consider, consideration, weigh up, mull, contemplate, propose, proposal, proposed'),
  ('hedge', 0.3, 'plan, plan to, intend'),
  ('hedge', 0.5, 'expect, expected, aim to, hope to, forecast, anticipate, likely, predict, suggest, indicate, appear, seem, seems, tend, believe, suspect, speculate, allege, rumored, rumoured, estimate'),
  ('obligation', 1.0, 'must, required to, have to, has to, had to, obliged to, obligated to, mandatory, compulsory, obligatory, shall be, need to, needs to'),
  ('obligation', -1.0, 'optional, voluntary, may choose, can choose, free to, not required, not mandatory, not obliged, need not, if wish, optionally'),
  ('condition', 1.0, 'only if, only when, provided that, except for, except when, except if, unless otherwise, subject to, as long, so long, on condition, only after, only with, only where, only for, even if'),
  ('neutral', 0.0, 'even if, as if, what if'),
  ('modal', 1.5, 'definitely, certainly, undoubtedly, has agreed, have agreed, agreed to, agree to, has decided, decided to, has approved, has signed, has confirmed, will definitely, certainly will'),
  ('verb', null, 'equal, weigh, last, cost, hold, report, state that')
)

insert into groundcheck_internal.lexicon (form, exact, role, level)
select distinct on (word.key)
  form,
  false,
  phrase.role,
  phrase.level
from phrase
cross join pg_catalog.string_to_table(phrase.forms, ', ') as form
cross join
  lateral (
    select
      coalesce((pg_catalog.ts_lexize('pg_catalog.english_stem', split_part(form, ' ', 1)))[1], split_part(form, ' ', 1))
      || substr(form, length(split_part(form, ' ', 1)) + 1) as key
  ) as word
order by word.key asc, phrase.level desc nulls last
on conflict (key) do update set role = excluded.role, level = excluded.level;

-- Verbs, so that a clause's subject ends where its verb begins. Regular inflections share the stem.
with verb_list (role, forms) as (
  values
  ('speech', 'say, said, says, tell, told, claim, argue, state, report, announce, call, deny, admit, insist, warn, declare, note, describe, testify, assert, contend, maintain, suggest, explain, write, wrote, think, thought, believe, estimate, predict'),
  ('verb', 'abandon, absorb, accompany, achieve, adapt, adjust, administer, admire, advise, aid, aim, amend, analyse, analyze, answer, arrange, assemble, assign, assist, assume, attach, attract, authorise, authorize, base, bear, betray, bind, bless, boost, bother, breed, broadcast, calculate, cancel, capture, catch, challenge, chase, check, circle, cite, combine, comment, commission, compare, complain, comply, concern, conclude, conduct, confirm, connect, conquer, consider, consult, consume, cooperate, copy, correct, correspond, criticise, criticize, cultivate, cure, date, declare, decline, decorate, dedicate, delay, delete, demand, demolish, deploy, derive, deserve, detect, determine, devote, differ, digest, disappear, dismiss, display, dissolve, distribute, divide, document, dominate, donate, double, draft, ease, educate, embrace, emerge, emit, emphasise, emphasize, encounter, encourage, enforce, engage, ensure, equip, erect, escape, evaluate, evolve, examine, excavate, exchange, exclude, execute, exhibit, expel, expire, explode, exploit, explore, expose, extend, extract, face, fail, favor, favour, file, flee, float, flow, flows, focus, forecast, formulate, fund, generate, grant, greet, guard, guide, handle, hang, harm, harvest, heal, heat, highlight, hunt, identify, ignite, illustrate, impose, incorporate, indicate, infect, inflict, inform, inhabit, inhibit, initiate, inspect, inspire, integrate, interview, investigate, invite, involve, isolate, issue, jail, justify, lack, license, limit, list, load, locate, maintain, mark, mention, migrate, minimise, mock, modify, monitor, name, neglect, negotiate, nominate, notify, nurse, observe, occur, orbit, originate, overlook, oversee, persuade, pilot, plant, plot, pollute, portray, postpone, praise, predate, prepare, prescribe, present, preserve, press, process, promise, propose, publish, punish, pursue, qualify, quote, rebuild, recall, recognise, recognize, recommend, reflect, refund, regard, reign, relate, rely, remember, remind, renew, renovate, repay, reply, resemble, reside, resist, resolve, respond, restore, result, retain, retire, retreat, reverse, review, revise, rob, rotate, sail, satisfy, scan, schedule, search, secure, select, separate, serve, shape, shelter, shift, shine, signal, sponsor, spread, stem, step, stimulate, stress, stretch, submit, succeed, suit, supervise, suppress, surround, suspend, sustain, switch, target, tax, threaten, tie, touch, trace, track, trade, translate, transmit, transport, trap, trigger, undergo, unite, update, upgrade, urge, view, violate, wake, waste, welcome, wish, witness, worry, wound, wrap, store, stores, boils, boil, ring, rang, teaches, accept, acquire, act, add, adopt, affect, allow, announce, appear, apply, appoint, approve, arrest, arrive, ask, attack, attend, avoid, award, bake, ban, beat, become, became, begin, began, begun, believe, belong, bite, blame, block, boil, borrow, break, broke, bring, brought, build, built, burn, buy, bought, carry, cause, cease, celebrate, charge, choose, chose, claim, clean, climb, close, collect, come, came, compete, complete, compose, consist, contain, continue, contribute, control, convert, cook, cover, create, cross, cut, damage, dance, deal, decide, decrease, defeat, defend, deliver, depend, describe, design, destroy, develop, die, direct, discover, drink, drank, drive, drove, drop, earn, eat, ate, edit, elect, employ, enable, end, enjoy, enter, establish, exceed, exist, expand, expire, explain, export, express, fall, fell, feature, feed, fed, feel, felt, fight, fought, fill, finance, find, fire, fix, fly, flew, follow, forbid, forget, form, found, freeze, gain, get, got, give, gave, go, goes, went, govern, graduate, grow, grew, happen, hate, have, hear, heard, help, hire, hold, held, host, import, improve, include, increase, inherit, injure, insert, install, introduce, invade, invent, invest, join, jump, keep, kept, kill, know, knew, launch, lay, laid, lead, led, learn, leave, lend, lie, lies, lift, like, link, live, lock, lose, lost, love, make, made, manage, manufacture, march, marry, mean, meant, measure, meet, met, merge, migrate, miss, mix, mount, move, murder, need, obtain, occupy, occur, offer, open, operate, oppose, order, organise, organize, own, paint, park, pass, pay, pays, perform, permit, play, point, possess, prefer, prevent, print, produce, prohibit, promote, protect, prove, provide, publish, purchase, push, put, raise, rank, reach, read, receive, record, recover, reduce, refuse, regulate, reject, release, remain, remove, rent, repair, replace, represent, require, rescue, reset, resign, rest, return, reveal, ride, rode, rise, rose, rule, run, ran, save, score, see, saw, seek, sought, seem, sell, sold, send, sent, serve, set, settle, share, shoot, shot, show, shrink, shut, sign, sing, sang, sink, sit, sat, sleep, slept, smoke, solve, speak, spoke, specialise, spend, spent, split, stand, stood, star, start, stay, steal, stole, stop, store, strike, struck, study, succeed, sue, sued, suffer, supply, support, survive, swim, take, took, teach, taught, test, throw, threw, train, transfer, travel, treat, try, turn, use, vary, visit, vote, walk, want, warn, wash, watch, wear, wore, weigh, win, won, work, write, wrote, yield, sleeps, seats, opens, closes, leaves, ends, starts, costs, lasts, ships, supports, runs, holds, measures, sells, drops, fixes, keeps, burned, reopened, dug, sits, stands, contains, includes, requires, uses, offers, provides, makes, takes, gives, gets, employs, owns')
)

insert into groundcheck_internal.lexicon (form, exact, role)
select distinct on (word.key)
  form,
  false,
  verb_list.role
from verb_list
cross join pg_catalog.string_to_table(verb_list.forms, ', ') as form
cross join
  lateral (
    select
      concat(
        coalesce((pg_catalog.ts_lexize('pg_catalog.english_stem', split_part(form, ' ', 1)))[1], split_part(form, ' ', 1)),
        substr(form, length(split_part(form, ' ', 1)) + 1)
      ) as key
  ) as word
order by word.key asc, verb_list.role desc
on conflict (key) do update set role = case lexicon.role when 'word' then excluded.role else lexicon.role end;

-- German, French and Spanish: what denies and how much, what must be, opposites of opening hours, permission and price.
-- Only words that no other of the languages spells the same way with another meaning. Folded, without accents.
with word (language, role, level, concept, pole, forms) as (
  values
  ('de', 'negator', 1.0, null, 0, 'nicht, nie, niemals, nirgends, keineswegs'),
  ('de', 'negator', 2.0, null, 0, 'kein, keine, keinen, keinem, keiner, keines, ohne, niemand, niemanden, nichts, weder'),
  ('de', 'quantifier', 4.0, null, 0, 'alle, allen, aller, jeder, jede, jedes, jeden, samtliche, immer, stets'),
  ('de', 'quantifier', 3.0, null, 0, 'meisten, meistens, grossteil, mehrheit'),
  ('de', 'quantifier', 2.0, null, 0, 'einige, einigen, manche, mehrere, viele, vielen, manchmal'),
  ('de', 'quantifier', 1.0, null, 0, 'wenige, wenigen, selten'),
  ('de', 'obligation', 1.0, null, 0, 'muss, mussen, musste, mussten, verpflichtend'),
  ('de', 'modal', 0.5, null, 0, 'konnte, konnten, vielleicht, moglicherweise'),
  ('de', 'exclusive', 1.0, null, 0, 'nur, ausschliesslich'),
  ('de', 'stop', null, null, 0, 'der, das, dem, ein, eine, einen, einem, einer, eines, ist, sind, wird, werden, wurde, wurden, haben, und, im, zum, zur, mit, fur, von'),
  ('de', 'word', null, 'open', 1, 'geoffnet, offnet, offnen, offen'),
  ('de', 'word', null, 'open', -1, 'geschlossen, schliesst, schliessen'),
  ('de', 'word', null, 'allow', 1, 'erlaubt, gestattet, zulassig'),
  ('de', 'word', null, 'allow', -1, 'verboten, untersagt, unzulassig'),
  ('de', 'word', null, 'free', 1, 'kostenlos, kostenfrei, gratis'),
  ('de', 'word', null, 'free', -1, 'kostenpflichtig, gebuhrenpflichtig'),
  ('de', 'word', null, 'increase', 1, 'gestiegen, stieg, stiegen, steigt, steigen'),
  ('de', 'word', null, 'increase', -1, 'gesunken, sank, sanken, sinkt, sinken, gefallen'),
  ('fr', 'negator', 1.0, null, 0, 'pas, jamais'),
  ('fr', 'negator', 2.0, null, 0, 'aucun, aucune, sans, rien'),
  ('fr', 'quantifier', 4.0, null, 0, 'tous, toutes, chaque, toujours'),
  ('fr', 'quantifier', 3.0, null, 0, 'plupart, majorite'),
  ('fr', 'quantifier', 2.0, null, 0, 'quelques, plusieurs, certains, certaines, parfois'),
  ('fr', 'obligation', 1.0, null, 0, 'doit, doivent, devait, obligatoire, obligatoires'),
  ('fr', 'exclusive', 1.0, null, 0, 'seulement, uniquement'),
  ('fr', 'stop', null, null, 0, 'le, les, des, est, sont, une, du, et, au, aux, dans, pour'),
  ('fr', 'word', null, 'open', 1, 'ouvert, ouverte, ouverts, ouvertes, ouvre, ouvrent'),
  ('fr', 'word', null, 'open', -1, 'ferme, fermee, fermes, fermees, ferment'),
  ('fr', 'word', null, 'allow', 1, 'autorise, autorisee, autorises, autorisees'),
  ('fr', 'word', null, 'allow', -1, 'interdit, interdite, interdits, interdites'),
  ('fr', 'word', null, 'free', 1, 'gratuit, gratuite, gratuits, gratuites'),
  ('fr', 'word', null, 'free', -1, 'payant, payante, payants, payantes'),
  ('es', 'negator', 1.0, null, 0, 'nunca, jamas, tampoco'),
  ('es', 'negator', 2.0, null, 0, 'ningun, ninguno, ninguna, nadie'),
  ('es', 'quantifier', 4.0, null, 0, 'todos, todas, siempre'),
  ('es', 'quantifier', 3.0, null, 0, 'mayoria'),
  ('es', 'quantifier', 2.0, null, 0, 'algunos, algunas, varios, varias, muchos, muchas'),
  ('es', 'quantifier', 1.0, null, 0, 'pocos, pocas'),
  ('es', 'obligation', 1.0, null, 0, 'debe, deben, debia, obligatorio, obligatoria'),
  ('es', 'exclusive', 1.0, null, 0, 'solamente, unicamente'),
  ('es', 'stop', null, null, 0, 'el, los, las, una, del, al, con, para, por'),
  ('es', 'word', null, 'open', 1, 'abierto, abierta, abiertos, abiertas, abre, abren'),
  ('es', 'word', null, 'open', -1, 'cerrado, cerrada, cerrados, cerradas, cierra, cierran'),
  ('es', 'word', null, 'allow', 1, 'permitido, permitida, permitidos, permitidas'),
  ('es', 'word', null, 'allow', -1, 'prohibido, prohibida, prohibidos, prohibidas')
)

insert into groundcheck_internal.lexicon (language, form, exact, role, level, concept, pole)
select
  word.language,
  form,
  true,
  word.role,
  word.level,
  word.concept,
  word.pole
from word
cross join pg_catalog.string_to_table(word.forms, ', ') as form
order by form, word.language
on conflict (key) do nothing;
