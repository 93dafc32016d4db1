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

-- Words that exclude each other: what is red is not blue. / parts words that mean the same or are kinds of each other, so
-- that they do not.
create table groundcheck_internal.alternatives (
  language text not null default 'en',
  class text not null,
  word text not null,
  member text not null,
  key text not null generated always as (coalesce((pg_catalog.ts_lexize('pg_catalog.english_stem', word))[1], word)) stored,
  origin text not null default 'user',
  licence text,
  primary key (key, class, language),
  constraint word_is_folded check (word ~ '^\S+$' and word !~ '[A-Z]')
);
comment on table groundcheck_internal.alternatives is
'Words of which a thing is one: red or blue, glass or steel. Words of one class exclude each other, unless they have one member, which is what synonyms and a kind with its kinds have. A claim that repeats a sentence but for such a word says something else (see find_additions). Insert rows of your own with their origin and licence.';
comment on column groundcheck_internal.alternatives.key is 'The stem, which is what is compared.';

insert into groundcheck_internal.alternatives (class, word, member, origin, licence)
select
  c.class,
  w.word,
  pg_catalog.split_part(m.member, '/', 1),
  'groundcheck-db',
  'Apache-2.0'
from (
  values
  ('colour', 'red/crimson/scarlet/maroon, blue/navy/azure, green/olive, yellow, black, white, brown/beige/tan, grey/gray, orange, purple/violet, pink, turquoise/teal, gold/golden, silver/silvery'),
  ('direction', 'north/northern, south/southern, east/eastern, west/western, northeast/northeastern, northwest/northwestern, southeast/southeastern, southwest/southwestern'),
  ('season', 'spring, summer, autumn/fall, winter'),
  ('time of day', 'morning/mornings, noon/midday, afternoon, evening, night/midnight, dawn/sunrise, dusk/sunset'),
  ('meal', 'breakfast, lunch/brunch, dinner/supper'),
  ('material', 'wood/wooden/timber/oak/pine, glass, plastic, steel, iron, copper, aluminium/aluminum, bronze, brass, concrete/cement, brick, stone/marble/granite/limestone, leather, cotton, wool/woollen, silk, linen, paper, cardboard, rubber, ceramic/porcelain/clay, nylon, polyester'),
  ('metal', 'gold, silver, copper, iron, zinc, lead, tin, nickel, platinum, titanium, lithium, cobalt, aluminium/aluminum, mercury, uranium'),
  ('gas', 'oxygen, nitrogen, hydrogen, helium, methane, argon, ammonia, ozone'),
  ('fuel', 'petrol/gasoline, diesel, kerosene, coal, wood, electricity, gas/lpg, ethanol, hydrogen'),
  ('power', 'solar, wind, nuclear, coal, hydroelectric/hydro/hydropower, geothermal, gas, tidal'),
  ('drink', 'tea, coffee/espresso, beer/ale/lager, wine, water, milk, juice, rum, whisky/whiskey/bourbon, vodka, gin, brandy/cognac, cider, lemonade, cola, cocoa'),
  ('meat', 'beef/steak/veal, pork/ham/bacon, chicken, lamb/mutton, turkey, duck, fish/salmon/tuna/cod/trout'),
  ('fruit', 'apple, pear, banana, cherry, plum, peach, orange, lemon, lime, grape, strawberry, raspberry, blueberry, mango, pineapple, melon/watermelon, apricot, fig'),
  ('vegetable', 'potato, tomato, carrot, onion, cabbage, spinach, bean, pea, lettuce, cucumber, pumpkin, mushroom, garlic, celery, broccoli, cauliflower, beet/beetroot'),
  ('crop', 'wheat, rice, maize/corn, barley, rye, oat/oats, soy/soybean/soya, cotton, sugar, millet, sorghum'),
  ('nut', 'almond, walnut, hazelnut, peanut, cashew, pistachio'),
  ('animal', 'dog/puppy/hound, cat/kitten, horse/pony/foal, cow/cattle/bull/calf, pig/hog/boar, sheep/lamb/ewe, goat, rabbit/hare, mouse/mice, rat, bear, wolf, fox, lion, tiger, elephant, monkey/ape, deer/elk, camel, donkey/mule, squirrel, whale, dolphin, seal, shark, snake, frog/toad, turtle/tortoise, lizard, crocodile/alligator, bee, ant, spider, butterfly/moth, mosquito'),
  ('bird', 'eagle, hawk/falcon, owl, crow/raven, sparrow, swan, duck, goose/geese, chicken/hen/rooster, pigeon/dove, parrot, penguin, ostrich, heron, stork, gull/seagull'),
  ('tree', 'oak, pine, birch, beech, maple, elm, ash, willow, fir/spruce, cedar, palm, chestnut, poplar, eucalyptus'),
  ('vehicle', 'car/automobile/taxi/cab, bus/coach, train, tram/streetcar, lorry/truck, van, bicycle/bike, motorcycle/motorbike/moped/scooter, plane/airplane/aeroplane/aircraft/jet, helicopter, ship/ferry/boat/yacht/vessel, tractor, ambulance, submarine, subway/metro, rocket'),
  ('place', 'airport, station, school, university/college, hospital/clinic, church/cathedral/chapel, mosque, synagogue, temple, museum, library, hotel/hostel/motel, restaurant/cafe/diner, theatre/theater, cinema, stadium/arena, prison/jail, bank, factory/plant, castle, palace, cemetery/graveyard, zoo, harbour/harbor/port, hall, embassy, bakery, pharmacy, gym, bar/pub, supermarket'),
  ('room', 'kitchen, bathroom/toilet, bedroom, garage, cellar/basement, attic/loft, balcony/terrace, lobby/foyer, dining, office, garden/yard, hallway/corridor'),
  ('landscape', 'mountain/hill, river/stream/creek, lake/pond, sea/ocean, island, desert, forest/wood/woods, valley, swamp/marsh, beach, cliff, cave, volcano, glacier, canyon'),
  ('profession', 'doctor/physician/surgeon, nurse, lawyer/attorney/solicitor/barrister, judge, teacher/professor/lecturer, engineer, architect, painter, sculptor, poet, novelist, actor/actress, singer, dancer, composer, pianist, violinist, journalist/reporter, photographer, chemist, physicist, biologist, mathematician, astronomer, economist, historian, philosopher, psychologist, dentist, farmer, baker, butcher, carpenter, plumber, electrician, mechanic, pilot, sailor, soldier, policeman/policewoman, firefighter/fireman, priest/bishop, accountant, banker, cook/chef, waiter/waitress, librarian, secretary, tailor, barber/hairdresser, blacksmith, pharmacist'),
  ('instrument', 'piano, violin/fiddle, guitar, flute, trumpet, drum/drums, cello, harp, clarinet, saxophone, organ, accordion, banjo, trombone, oboe, viola'),
  ('sport', 'football/soccer, tennis, basketball, baseball, cricket, rugby, hockey, golf, volleyball, handball, badminton, swimming, boxing, wrestling, cycling, skiing, rowing, fencing, judo, karate, chess, snooker/billiards'),
  ('clothing', 'shirt/blouse, trousers/pants/jeans, skirt, dress, jacket/coat, sweater/jumper, hat/cap, scarf, glove, shoe/boot/sandal, sock, tie, belt, suit, bag/handbag'),
  ('furniture', 'table/desk, chair/stool/armchair, sofa/couch, bed, shelf/bookcase, cupboard/wardrobe/cabinet, lamp, carpet/rug, mirror, curtain'),
  ('body', 'head, arm, leg, hand, foot/feet, knee, elbow, shoulder, ankle, wrist, hip, neck, back, chest, stomach/belly, finger, thumb, toe, ear, eye, nose, mouth, tooth/teeth, skin'),
  ('organ', 'heart, liver, lung, kidney, brain, stomach, spleen, pancreas, bladder, intestine/bowel/colon'),
  ('weather', 'rain, snow, hail, fog/mist, storm/thunderstorm, drought, sunshine'),
  ('disaster', 'earthquake, flood, fire/wildfire, hurricane/typhoon/cyclone, tornado, tsunami, eruption, landslide/avalanche, drought, famine'),
  ('work', 'novel/book, poem, song, film/movie, play, opera, symphony, painting, sculpture/statue, photograph/photo'),
  ('subject', 'mathematics/maths/math, physics, chemistry, biology, history, geography, economics, philosophy, law, medicine, psychology, literature, theology, astronomy, engineering, sociology, linguistics'),
  ('planet', 'mercury, venus, earth, mars, jupiter, saturn, uranus, neptune, pluto, moon, sun'),
  ('payment', 'cash, card, cheque/check, transfer, invoice, crypto/bitcoin'),
  ('rank', 'private, corporal, sergeant, lieutenant, captain, major, colonel, general, admiral, marshal'),
  ('royalty', 'king, queen, prince, princess, emperor, empress, duke, duchess, count, baron, sultan, tsar/czar'),
  ('shape', 'square, round/circular/circle, triangular/triangle, rectangular/rectangle, oval/elliptical, hexagonal/hexagon, octagonal/octagon'),
  ('religion', 'christian, muslim/islamic, jewish, hindu, buddhist, sikh, atheist'),
  ('taste', 'sweet, sour, bitter, salty, spicy'),
  ('event', 'born/birth, died/die/dies/death/deceased, married/marries/marry/wed/wedding/marriage, divorced/divorces/divorce, buried/burial/funeral, baptised/baptized/christened, graduated/graduates/graduation, retired/retires/retirement, resigned/resigns/resignation, elected/election, appointed/appointment/hired, dismissed/fired/sacked'),
  ('work on a building', 'built/constructed/erected/construction, demolished/destroyed/demolition/razed, renovated/restored/refurbished/renovation/restoration, designed/design, inaugurated/opened/opening, closed/closure, sold/sale, bought/purchased/acquired'),
  ('work on a text', 'written/wrote/authored, translated/translates/translation, edited/edits, illustrated/illustrates, reviewed/reviews, published/publishes/publication, banned/censored'),
  ('work on a film', 'directed/directs, produced/produces, edited/edits, starred/stars/starring'),
  ('course of a treaty', 'signed/signs/signature, ratified/ratifies/ratification, amended/amends/amendment, repealed/repeals, drafted/drafts, rejected/rejects'),
  ('sense', 'hearing, sight/vision, smell, taste, touch')
) as c (class, words)
cross join lateral pg_catalog.regexp_split_to_table(c.words, ', ') as m (member)
cross join lateral pg_catalog.regexp_split_to_table(m.member, '/') as w (word)
on conflict do nothing;
