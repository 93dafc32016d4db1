-- What words mean as values: numbers, units, currencies, months, zones, qualifiers. Data that a user may add to.

-- A unit converts to its dimension's base unit: base = (written + addend) * factor.
create table groundcheck_internal.value_units (
  unit text collate "C" primary key,
  dimension text not null,
  base text not null,
  factor numeric not null,
  addend numeric not null default 0,
  origin text not null default 'user',
  constraint factor_is_positive check (factor > 0)
);
comment on table groundcheck_internal.value_units is 'Units of measure. Amounts convert to the base unit of the dimension: (written + addend) * factor. Add a row here and its spellings to value_words to teach a unit.';

-- One row a word: a number reading (role, amount) and a unit reading (unit) may stand side by side ("second").
-- A word with a capital letter in it is met only in exactly that spelling; all others in any case, accents stripped.
create table groundcheck_internal.value_words (
  word text collate "C" primary key,
  role text not null,
  amount numeric,
  unit text,
  leads boolean not null default false,
  language text not null default 'mul',
  origin text not null default 'user',
  constraint role_is_known check (role in (
    'cardinal', 'hundred', 'magnitude', 'article', 'ordinal', 'fraction', 'vulgar', 'month', 'weekday', 'unit',
    'currency', 'percent', 'point', 'per', 'period', 'meridiem', 'oclock', 'noon', 'zone', 'century', 'decade', 'era',
    'quarter', 'datemark', 'joiner', 'between', 'to', 'qualifier', 'label', 'version', 'in', 'determiner', 'language',
    'none', 'from', 'reference'
  ))
);
comment on table groundcheck_internal.value_words is 'Words that are, or belong to, values: spelling, role, amount (a number, a month''s number, a zone''s minutes, a fraction''s denominator) and unit or currency code. leads: the word may begin a spelling of two or three words. language is ISO 639-1, or mul.';

create table groundcheck_internal.value_qualifiers (
  phrase text collate "C" not null,
  placement text not null default 'before',
  qualifier text not null,
  temporal boolean not null default false,
  language text not null default 'mul',
  origin text not null default 'user',
  primary key (phrase, placement),
  constraint placement_is_known check (placement in ('before', 'after')),
  constraint qualifier_is_known check (
    qualifier in ('at_least', 'at_most', 'more_than', 'less_than', 'about', 'before', 'after')
  )
);
comment on table groundcheck_internal.value_qualifiers is 'Phrases of one to three words, before or after a value, that bound or blur it. temporal: only with dates and times. The word next to the value also needs a row of role qualifier in value_words.';

create type groundcheck_internal.value_token as (
  gap text, word text, written text, shape text, role text, amount numeric, unit text, leads boolean,
  span_start int, span_end int
);
comment on type groundcheck_internal.value_token is 'A word, number or character of a text, with the white space and emphasis before it, and what value_words says of it. shape: digits as zeros (0,000 or 00:00); a, A or AA for a word of ASCII letters in small, initial capital or all capital; else a point.';

create type groundcheck_internal.value_reading as (
  kind text, amount numeric, amount_high numeric, unit text, dimension text, canonical text, first int, next int,
  unit_at int
);
comment on type groundcheck_internal.value_reading is 'What a reader made of the tokens from first up to, not including, next. Null next: nothing could be read.';

-- Units -------------------------------------------------------------------------------------------------------------

insert into groundcheck_internal.value_units (unit, dimension, base, factor, addend, origin)
select
  u.unit,
  u.dimension,
  u.base,
  u.factor,
  u.addend,
  'SI Brochure, NIST SP 811'
from (
  values
  ('m', 'length', 'm', 1, 0), ('in', 'length', 'm', 0.0254, 0), ('ft', 'length', 'm', 0.3048, 0),
  ('yd', 'length', 'm', 0.9144, 0), ('mi', 'length', 'm', 1609.344, 0), ('nmi', 'length', 'm', 1852, 0),
  ('ly', 'length', 'm', 9460730472580800, 0), ('au', 'length', 'm', 149597870700, 0),
  ('g', 'mass', 'kg', 0.001, 0), ('t', 'mass', 'kg', 1000, 0), ('lb', 'mass', 'kg', 0.45359237, 0),
  ('oz', 'mass', 'kg', 0.028349523125, 0), ('st', 'mass', 'kg', 6.35029318, 0),
  ('short_ton', 'mass', 'kg', 907.18474, 0), ('ct', 'mass', 'kg', 0.0002, 0),
  ('s', 'duration', 's', 1, 0), ('min', 'duration', 's', 60, 0), ('h', 'duration', 's', 3600, 0),
  ('d', 'duration', 's', 86400, 0), ('week', 'duration', 's', 604800, 0), ('fortnight', 'duration', 's', 1209600, 0),
  -- A year is 12 months exactly and the mean Gregorian year: months and days stay comparable, seldom equal.
  ('month', 'duration', 's', 2629746, 0), ('quarter', 'duration', 's', 7889238, 0),
  ('year', 'duration', 's', 31556952, 0), ('decade', 'duration', 's', 315569520, 0),
  ('century', 'duration', 's', 3155695200, 0),
  ('m2', 'area', 'm2', 1, 0), ('cm2', 'area', 'm2', 0.0001, 0), ('mm2', 'area', 'm2', 0.000001, 0),
  ('km2', 'area', 'm2', 1000000, 0), ('ha', 'area', 'm2', 10000, 0), ('acre', 'area', 'm2', 4046.8564224, 0),
  ('ft2', 'area', 'm2', 0.09290304, 0), ('in2', 'area', 'm2', 0.00064516, 0), ('yd2', 'area', 'm2', 0.83612736, 0),
  ('mi2', 'area', 'm2', 2589988.110336, 0),
  ('l', 'volume', 'l', 1, 0), ('m3', 'volume', 'l', 1000, 0), ('cm3', 'volume', 'l', 0.001, 0),
  ('mm3', 'volume', 'l', 0.000001, 0), ('km3', 'volume', 'l', 1000000000000, 0),
  ('gal', 'volume', 'l', 3.785411784, 0), ('gal_uk', 'volume', 'l', 4.54609, 0), ('qt', 'volume', 'l', 0.946352946, 0),
  ('pt', 'volume', 'l', 0.473176473, 0), ('cup', 'volume', 'l', 0.2365882365, 0),
  ('floz', 'volume', 'l', 0.0295735295625, 0), ('tbsp', 'volume', 'l', 0.01478676478125, 0),
  ('tsp', 'volume', 'l', 0.00492892159375, 0), ('bbl', 'volume', 'l', 158.987294928, 0),
  ('ft3', 'volume', 'l', 28.316846592, 0), ('in3', 'volume', 'l', 0.016387064, 0),
  ('K', 'temperature', 'K', 1, 0), ('degC', 'temperature', 'K', 1, 273.15),
  ('degF', 'temperature', 'K', 0.55555555555555555556, 459.67),
  ('B', 'data', 'B', 1, 0), ('bit', 'data', 'B', 0.125, 0), ('KiB', 'data', 'B', 1024, 0),
  ('MiB', 'data', 'B', 1048576, 0), ('GiB', 'data', 'B', 1073741824, 0), ('TiB', 'data', 'B', 1099511627776, 0),
  ('mph', 'length/duration', 'm/s', 0.44704, 0), ('knot', 'length/duration', 'm/s', 0.51444444444444444444, 0),
  ('bps', 'data/duration', 'B/s', 0.125, 0), ('fps', 'count/duration', '/s', 1, 0),
  ('rpm', 'count/duration', '/s', 0.01666666666666666667, 0), ('km/h', 'length/duration', 'm/s', 0.27777777777777777778, 0),
  ('J', 'energy', 'J', 1, 0), ('Wh', 'energy', 'J', 3600, 0), ('cal', 'energy', 'J', 4.184, 0),
  ('eV', 'energy', 'J', 0.0000000000000000001602176634, 0), ('Btu', 'energy', 'J', 1055.05585262, 0),
  ('W', 'power', 'W', 1, 0), ('hp', 'power', 'W', 745.69987158227022, 0),
  ('Hz', 'frequency', 'Hz', 1, 0), ('V', 'voltage', 'V', 1, 0), ('A', 'current', 'A', 1, 0),
  ('ohm', 'resistance', 'ohm', 1, 0), ('N', 'force', 'N', 1, 0), ('Ah', 'charge', 'Ah', 1, 0),
  ('Pa', 'pressure', 'Pa', 1, 0), ('bar', 'pressure', 'Pa', 100000, 0), ('psi', 'pressure', 'Pa', 6894.757293168, 0),
  ('atm', 'pressure', 'Pa', 101325, 0), ('mmHg', 'pressure', 'Pa', 133.322387415, 0),
  ('deg', 'angle', 'deg', 1, 0), ('dB', 'sound level', 'dB', 1, 0), ('star', 'rating', 'star', 1, 0), ('px', 'pixels', 'px', 1, 0),
  ('mol', 'substance', 'mol', 1, 0), ('IU', 'activity', 'IU', 1, 0), ('Sv', 'dose', 'Sv', 1, 0),
  ('Bq', 'radioactivity', 'Bq', 1, 0), ('lm', 'light', 'lm', 1, 0), ('ppm', 'parts', 'ppm', 1, 0),
  ('ppb', 'parts', 'ppm', 0.001, 0),
  ('pp', 'percentage_point', 'pp', 1, 0), ('bp', 'percentage_point', 'pp', 0.01, 0),
  ('permille', 'percent', '%', 0.1, 0), ('%', 'percent', '%', 1, 0), ('times', 'count', '', 1, 0),
  ('dozen', 'count', '', 12, 0), ('score', 'count', '', 20, 0), ('pair', 'count', '', 2, 0)
) as u (unit, dimension, base, factor, addend);

-- SI prefixes on the units that take them.
insert into groundcheck_internal.value_units (unit, dimension, base, factor, origin)
select
  p.symbol || u.unit,
  u.dimension,
  u.base,
  p.factor * u.factor,
  'SI Brochure'
from groundcheck_internal.value_units as u
cross join (
  values
  ('p', 0.000000000001), ('n', 0.000000001), ('µ', 0.000001), ('m', 0.001), ('c', 0.01), ('d', 0.1), ('h', 100),
  ('k', 1000), ('M', 1000000), ('G', 1000000000), ('T', 1000000000000), ('P', 1000000000000000)
) as p (symbol, factor)
where
  u.unit in (
    'm', 'g', 'l', 's', 'B', 'bit', 'bps', 'J', 'Wh', 'cal', 'eV', 'W', 'Hz', 'V', 'A', 'ohm', 'N', 'Ah',
    'Pa', 'bar', 'mol', 'Sv', 'Bq', 'lm'
  )
  and (p.symbol not in ('c', 'd', 'h') or u.unit in ('m', 'g', 'l', 'Pa') or p.symbol || u.unit = 'dB')
on conflict (unit) do nothing;

-- Spellings of units: symbols as they are, and in any case where no other unit differs by case alone.
insert into groundcheck_internal.value_words (word, role, unit, origin)
select
  u.unit,
  'unit',
  u.unit,
  'SI Brochure'
from groundcheck_internal.value_units as u
where u.unit ~ '[A-Z]' and u.unit not in ('K', 'A', 'V', 'N', 'J', 'W', 'B', 'IU', 'Pa', 'T', 'PA', 'PB');

insert into groundcheck_internal.value_words (word, role, unit, origin)
select distinct on (pg_catalog.lower(u.unit collate "C"))
  pg_catalog.lower(u.unit collate "C"),
  'unit',
  u.unit,
  'SI Brochure'
from groundcheck_internal.value_units as u
where
  u.unit not in (
    'A', 'N', 'J', 'pa', 'Pa', 'pt', 'st', 'ct', 'au', 'in', 'bar', 'score', 'pair', 'dozen', 'second', 'K',
    'ms', 'm', '%', 'pN', 'pA', 'nA', 'TN', 'MA', 'mA', 'nN', 'MS', 'Ms', 'PS', 'Ps', 'Ts', 'hm', 'Pm', 'pm', 'dm', 'Tm',
    'Gm', 'Mm', 'dl', 'cal', 'deg', 'gal_uk', 'short_ton', 'permille', 'ks', 'pl', 'PN', 'MN', 'GN', 'Pl', 'Gs', 'PV', 'pV',
    'bps', 'TV', 'Tl', 'Gl', 'Pg', 'Ml', 'al', 'Tg', 'Gg', 'nl'
  )
order by pg_catalog.lower(u.unit collate "C"), u.unit <> pg_catalog.lower(u.unit collate "C"), u.factor desc
on conflict (word) do nothing;

insert into groundcheck_internal.value_words (word, role, unit, language, origin)
select
  s.word,
  'unit',
  u.unit,
  u.language,
  'groundcheck-db'
from (
  values
  ('ms', 'ms', 'mul'), ('dm', 'dm', 'mul'), ('dl', 'dl', 'mul'), ('mm', 'mm', 'mul'), ('cc', 'cm3', 'mul'),
  ('mg', 'mg', 'mul'), ('mcg|ug|µg|μg|microgram|micrograms|mikrogramm', 'µg', 'en'), ('µm|μm|um|micron|microns', 'µm', 'en'),
  ('µs|μs', 'µs', 'en'), ('µl|μl|ul', 'µl', 'en'), ('mA', 'mA', 'mul'), ('mAh', 'mAh', 'mul'), ('MW', 'MW', 'mul'),
  ('mW', 'mW', 'mul'), ('MB', 'MB', 'mul'), ('Mb|Mbit|mbit', 'Mbit', 'mul'), ('Gb|Gbit|gbit', 'Gbit', 'mul'),
  ('Kb|kb', 'kB', 'mul'), ('Mbps|mbps', 'Mbps', 'mul'), ('Gbps|gbps', 'Gbps', 'mul'),
  ('metre|metres|meter|meters|metern|metro|metros|mtr|mtrs', 'm', 'en'), ('milliard metres', 'Gm', 'en'),
  ('inch|inches|zoll|pulgadas|″', 'in', 'en'), ('foot|feet|fuß|pieds|′', 'ft', 'en'),
  ('yard|yards|yds', 'yd', 'en'), ('mile|miles|meile|meilen|millas|milles', 'mi', 'en'),
  ('nautical mile|nautical miles|seemeile|seemeilen', 'nmi', 'en'),
  ('light year|light years|light-year|light-years|lichtjahr|lichtjahre|lichtjahren', 'ly', 'en'),
  ('astronomical unit|astronomical units', 'au', 'en'),
  ('gram|grams|gramme|grammes|gramm|gramos|gr', 'g', 'en'), ('kilo|kilos', 'kg', 'en'),
  ('tonne|tonnes|tonnen|toneladas|metric ton|metric tons', 't', 'en'), ('ton|tons', 'short_ton', 'en'),
  ('pound|pounds|lbs|pfund|livres|libras', 'lb', 'en'), ('ounce|ounces|unze|unzen|onces|onzas', 'oz', 'en'),
  ('stone|stones', 'st', 'en'), ('carat|carats|karat', 'ct', 'en'),
  ('sec|secs|second|seconds|sekunde|sekunden|seconde|secondes|segundo|segundos', 's', 'en'),
  ('minute|minutes|mins|minuten|minuto|minutos', 'min', 'en'),
  ('hour|hours|hr|hrs|stunde|stunden|std|heure|heures|hora|horas', 'h', 'en'),
  ('day|days|tag|tage|tagen|jour|jours|dia|dias', 'd', 'en'),
  ('week|weeks|wk|wks|woche|wochen|semaine|semaines|semana|semanas', 'week', 'en'), ('fortnights', 'fortnight', 'en'),
  ('months|monat|monate|monaten|mois|mes|meses', 'month', 'en'),
  ('quartal|quartale', 'quarter', 'en'),
  ('years|yr|yrs|jahr|jahre|jahren|ans|annee|annees|ano|anos|year-old|year-olds', 'year', 'en'),
  ('decades|jahrzehnt|jahrzehnte|jahrzehnten', 'decade', 'en'),
  ('centuries|jahrhunderte', 'century', 'en'),
  ('square metre|square metres|square meter|square meters|sq m|sqm|m²|quadratmeter|quadratmetern|metres carres|metros cuadrados', 'm2', 'en'),
  ('square kilometre|square kilometres|square kilometer|square kilometers|sq km|km²|quadratkilometer', 'km2', 'en'),
  ('square centimetre|square centimetres|square centimeter|square centimeters|cm²', 'cm2', 'en'),
  ('square foot|square feet|sq ft|sqft|ft²', 'ft2', 'en'), ('square mile|square miles|sq mi', 'mi2', 'en'),
  ('square yard|square yards|sq yd', 'yd2', 'en'), ('square inch|square inches|sq in', 'in2', 'en'),
  ('acres', 'acre', 'en'), ('hectare|hectares|hektar|hectareas', 'ha', 'en'),
  ('litre|litres|liter|liters|litern|litro|litros', 'l', 'en'),
  ('cubic metre|cubic metres|cubic meter|cubic meters|m³|kubikmeter', 'm3', 'en'),
  ('cubic centimetre|cubic centimetres|cubic centimeter|cubic centimeters|cm³', 'cm3', 'en'),
  ('cubic foot|cubic feet|cu ft', 'ft3', 'en'), ('cubic inch|cubic inches|cu in', 'in3', 'en'),
  ('cubic kilometre|cubic kilometres|cubic kilometer|cubic kilometers|km³', 'km3', 'en'),
  ('gallon|gallons|gallonen|us gallons|galones', 'gal', 'en'), ('imperial gallon|imperial gallons', 'gal_uk', 'en'),
  ('quart|quarts', 'qt', 'en'), ('pint|pints', 'pt', 'en'), ('cups', 'cup', 'en'),
  ('fluid ounce|fluid ounces|fl oz|fl. oz', 'floz', 'en'), ('tablespoon|tablespoons|tbsps', 'tbsp', 'en'),
  ('teaspoon|teaspoons|tsps', 'tsp', 'en'), ('barrel|barrels', 'bbl', 'en'),
  ('kelvin', 'K', 'mul'), ('°c|° c|℃|celsius|degree celsius|degrees celsius|degrees c|degree c|deg c|grad celsius|degres celsius|grados celsius|centigrade|degrees centigrade', 'degC', 'en'),
  ('°f|° f|℉|fahrenheit|degree fahrenheit|degrees fahrenheit|degrees f|degree f|deg f|grad fahrenheit', 'degF', 'en'),
  ('byte|bytes', 'B', 'en'), ('bits', 'bit', 'en'), ('kilobyte|kilobytes', 'kB', 'en'), ('megabyte|megabytes|meg', 'MB', 'en'),
  ('gigabyte|gigabytes|gig|gigs', 'GB', 'en'), ('terabyte|terabytes', 'TB', 'en'), ('petabyte|petabytes', 'PB', 'en'),
  ('kilobit|kilobits', 'kbit', 'en'), ('megabit|megabits', 'Mbit', 'en'), ('gigabit|gigabits', 'Gbit', 'en'),
  ('miles per hour', 'mph', 'en'), ('knots|kn', 'knot', 'en'), ('frames per second', 'fps', 'en'),
  ('revolutions per minute', 'rpm', 'en'), ('kph|kmh', 'km/h', 'en'),
  ('joule|joules', 'J', 'en'), ('calorie|calories|kalorien', 'cal', 'en'), ('cal', 'cal', 'en'),
  ('kilocalorie|kilocalories|kilokalorien', 'kcal', 'en'),
  ('watt|watts', 'W', 'en'), ('horsepower|bhp', 'hp', 'en'), ('watt hour|watt hours|watt-hour|watt-hours', 'Wh', 'en'),
  ('kilowatt hour|kilowatt hours|kilowatt-hour|kilowatt-hours|kilowattstunden', 'kWh', 'en'),
  ('megawatt hour|megawatt hours|megawatt-hour|megawatt-hours', 'MWh', 'en'),
  ('hertz', 'Hz', 'en'), ('kilohertz', 'kHz', 'en'), ('megahertz', 'MHz', 'en'), ('gigahertz', 'GHz', 'en'),
  ('volt|volts', 'V', 'en'), ('amp|amps|ampere|amperes', 'A', 'en'), ('ohms|Ω', 'ohm', 'en'),
  ('milliamp|milliamps', 'mA', 'en'), ('newton|newtons', 'N', 'en'), ('pascal|pascals', 'Pa', 'en'),
  ('bars|bar', 'bar', 'en'), ('atmosphere|atmospheres', 'atm', 'en'), ('mm hg', 'mmHg', 'en'),
  ('degree|degrees|deg|°|grad|grados|degres', 'deg', 'en'), ('decibel|decibels', 'dB', 'en'), ('stars', 'star', 'en'), ('pixel|pixels', 'px', 'en'),
  ('mole|moles', 'mol', 'en'), ('international units', 'IU', 'en'), ('sievert|sieverts', 'Sv', 'en'),
  ('becquerel|becquerels', 'Bq', 'en'), ('lumen|lumens', 'lm', 'en'), ('parts per million', 'ppm', 'en'),
  ('parts per billion', 'ppb', 'en'),
  ('percentage point|percentage points|percent point|percent points|pps|prozentpunkt|prozentpunkte|prozentpunkten|puntos porcentuales|points de pourcentage|ppts', 'pp', 'en'),
  ('basis point|basis points', 'bp', 'en'), ('‰|permille|promille', 'permille', 'en'),
  ('times|mal|fois|veces|x|×|fold', 'times', 'en'), ('pairs', 'pair', 'en'), ('dozens|dutzend', 'dozen', 'en'),
  ('किमी|किलोमीटर', 'km', 'hi'), ('كيلومتر|كم', 'km', 'ar'), ('米|公尺|メートル', 'm', 'zh'), ('公里|千米|キロ', 'km', 'zh'), ('厘米|公分', 'cm', 'zh'), ('毫米', 'mm', 'zh'),
  ('公斤|千克', 'kg', 'zh'), ('克', 'g', 'zh'), ('吨', 't', 'zh'), ('升', 'l', 'zh'), ('平方米', 'm2', 'zh'), ('平方公里', 'km2', 'zh'),
  ('小时|小時|時間', 'h', 'zh'), ('分钟|分鐘|分間', 'min', 'zh'), ('秒', 's', 'zh'), ('天', 'd', 'zh'), ('个月|個月|か月', 'month', 'zh'),
  ('周|週間', 'week', 'zh'), ('公顷', 'ha', 'zh'), ('岁|歳|年間', 'year', 'zh'), ('摄氏度', 'degC', 'zh')
) as u (words, unit, language)
cross join lateral pg_catalog.string_to_table(u.words, '|') as s (word)
on conflict (word) do nothing;

-- Metres and the like with a prefix spelt out.
insert into groundcheck_internal.value_words (word, role, unit, language, origin)
select
  p.word || b.word,
  'unit',
  p.symbol || b.unit,
  'en',
  'SI Brochure'
from
  (values ('nano', 'n'), ('micro', 'µ'), ('milli', 'm'), ('centi', 'c'), ('kilo', 'k'), ('mega', 'M'), ('giga', 'G'), ('tera', 'T')
  ) as p (word, symbol)
cross join (
  values ('metre', 'm'), ('metres', 'm'), ('meter', 'm'), ('meters', 'm'), ('metern', 'm'), ('metros', 'm'), ('gram', 'g'),
  ('grams', 'g'), ('gramme', 'g'), ('grammes', 'g'), ('gramm', 'g'), ('gramos', 'g'), ('litre', 'l'), ('litres', 'l'), ('liter', 'l'),
  ('liters', 'l'), ('litros', 'l'), ('second', 's'), ('seconds', 's'), ('sekunden', 's'), ('watt', 'W'), ('watts', 'W'), ('joule', 'J'),
  ('joules', 'J'), ('volt', 'V'), ('volts', 'V'), ('pascal', 'Pa'), ('pascals', 'Pa')
) as b (word, unit)
inner join groundcheck_internal.value_units as u on u.unit = p.symbol || b.unit
on conflict (word) do nothing;

-- Words with two readings, and letters that mean another thing by their case.
insert into groundcheck_internal.value_words (word, role, amount, unit, leads, language, origin)
values
('m', 'unit', 1000000, 'm', false, 'mul', 'groundcheck-db'), ('M', 'magnitude', 1000000, null, false, 'mul', 'groundcheck-db'),
('b', 'unit', 1000000000, 'B', false, 'mul', 'groundcheck-db'), ('B', 'unit', 1000000000, 'B', false, 'mul', 'groundcheck-db'),
('T', 'magnitude', 1000000000000, null, false, 'mul', 'groundcheck-db'),
('k', 'magnitude', 1000, null, false, 'mul', 'groundcheck-db'), ('K', 'magnitude', 1000, 'K', false, 'mul', 'groundcheck-db'),
('CA', 'none', null, null, false, 'mul', 'groundcheck-db'), ('DOS', 'none', null, null, false, 'mul', 'groundcheck-db'),
('bps', 'unit', null, 'bp', false, 'mul', 'groundcheck-db'),
('C', 'unit', null, 'degC', false, 'mul', 'groundcheck-db'), ('F', 'unit', null, 'degF', false, 'mul', 'groundcheck-db'),
('G', 'none', null, null, false, 'mul', 'groundcheck-db'), ('W', 'unit', null, 'W', false, 'mul', 'groundcheck-db'),
('D', 'none', null, null, false, 'mul', 'groundcheck-db'), ('S', 'none', null, null, false, 'mul', 'groundcheck-db'),
('H', 'none', null, null, false, 'mul', 'groundcheck-db'), ('L', 'unit', null, 'l', false, 'mul', 'groundcheck-db'),
('v', 'version', null, 'V', false, 'mul', 'groundcheck-db'),
('quarter', 'fraction', 4, 'quarter', false, 'en', 'groundcheck-db'), ('quarters', 'fraction', 4, 'quarter', false, 'en', 'groundcheck-db'),
('month', 'unit', null, 'month', false, 'en', 'groundcheck-db'), ('year', 'unit', null, 'year', true, 'en', 'groundcheck-db'),
('decade', 'decade', null, 'decade', false, 'en', 'groundcheck-db'), ('century', 'century', null, 'century', false, 'en', 'groundcheck-db'),
('jahrhundert', 'century', null, 'century', false, 'de', 'groundcheck-db'), ('jahrhunderts', 'century', null, 'century', false, 'de', 'groundcheck-db'),
('siecle', 'century', null, 'century', false, 'fr', 'groundcheck-db'), ('siglo', 'century', null, 'century', false, 'es', 'groundcheck-db'),
('世紀', 'century', null, 'century', false, 'ja', 'groundcheck-db'), ('世纪', 'century', null, 'century', false, 'zh', 'groundcheck-db')
on conflict (word) do update set role = excluded.role, amount = excluded.amount, unit = excluded.unit, leads = excluded.leads;

insert into groundcheck_internal.value_words (word, role, amount, unit, language, origin)
select
  'second',
  'ordinal',
  2,
  's',
  'en',
  'groundcheck-db'
on conflict (word) do update set role = excluded.role, amount = excluded.amount, unit = excluded.unit;

-- Numbers -----------------------------------------------------------------------------------------------------------

insert into groundcheck_internal.value_words (word, role, amount, language, origin)
select
  n.word,
  'cardinal',
  n.position - 1,
  l.language,
  'groundcheck-db'
from (
  values
  ('en', 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'),
  ('de', 'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn'),
  ('fr', '- - deux trois quatre cinq - sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'),
  ('es', 'cero uno dos tres cuatro cinco seis siete ocho nueve diez - doce trece catorce quince dieciseis diecisiete dieciocho diecinueve')
) as l (language, words)
cross join lateral pg_catalog.regexp_split_to_table(l.words, ' ') with ordinality as n (word, position)
where n.word not in ('-', 'null')
on conflict (word) do nothing;

insert into groundcheck_internal.value_words (word, role, amount, language, origin)
select
  n.word,
  'cardinal',
  (n.position + 1) * 10,
  l.language,
  'groundcheck-db'
from (
  values
  ('en', 'twenty thirty forty fifty sixty seventy eighty ninety'),
  ('de', 'zwanzig dreißig vierzig funfzig sechzig siebzig achtzig neunzig'),
  ('fr', 'vingt trente quarante cinquante soixante'),
  ('es', 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa')
) as l (language, words)
cross join lateral pg_catalog.regexp_split_to_table(l.words, ' ') with ordinality as n (word, position)
on conflict (word) do nothing;

-- German writes numbers below a hundred, and hundreds, in one word.
insert into groundcheck_internal.value_words (word, role, amount, language, origin)
select
  u.word || 'und' || t.word,
  'cardinal',
  u.n + t.n,
  'de',
  'groundcheck-db'
from (values ('ein', 1), ('zwei', 2), ('drei', 3), ('vier', 4), ('funf', 5), ('sechs', 6), ('sieben', 7), ('acht', 8), ('neun', 9)) as u (word, n)
cross join (
  values ('zwanzig', 20), ('dreißig', 30), ('dreissig', 30), ('vierzig', 40), ('funfzig', 50), ('sechzig', 60),
  ('siebzig', 70), ('achtzig', 80), ('neunzig', 90)
) as t (word, n)
union all
select
  u.word || 'hundert',
  'cardinal',
  u.n * 100,
  'de',
  'groundcheck-db'
from (values ('ein', 1), ('zwei', 2), ('drei', 3), ('vier', 4), ('funf', 5), ('sechs', 6), ('sieben', 7), ('acht', 8), ('neun', 9)) as u (word, n)
union all
select
  u.word || 'tausend',
  'cardinal',
  u.n * 1000,
  'de',
  'groundcheck-db'
from (values ('ein', 1), ('zwei', 2), ('drei', 3), ('vier', 4), ('funf', 5), ('sechs', 6), ('zehn', 10), ('zwanzig', 20)) as u (word, n);

insert into groundcheck_internal.value_words (word, role, amount, language, origin)
select
  s.word,
  m.role,
  m.amount,
  m.language,
  'groundcheck-db'
from (
  values
  ('hundred|hundreds', 'hundred', 100, 'en'), ('hundert', 'hundred', 100, 'de'), ('cent', 'hundred', 100, 'fr'),
  ('vingts', 'cardinal', 20, 'fr'), ('septante', 'cardinal', 70, 'fr'), ('huitante|octante', 'cardinal', 80, 'fr'), ('nonante', 'cardinal', 90, 'fr'),
  ('cien|ciento', 'cardinal', 100, 'es'), ('once', 'cardinal', 1, 'en'), ('twice', 'cardinal', 2, 'en'), ('thrice', 'cardinal', 3, 'en'),
  ('thousand|thousands|thsd', 'magnitude', 1000, 'en'), ('tausend|tsd', 'magnitude', 1000, 'de'), ('mille', 'magnitude', 1000, 'fr'),
  ('mil', 'magnitude', 1000, 'es'), ('million|millions|mn|mln', 'magnitude', 1000000, 'en'),
  ('millionen|mio', 'magnitude', 1000000, 'de'), ('millon|millones', 'magnitude', 1000000, 'es'),
  ('billion|billions|bn', 'magnitude', 1000000000, 'en'),
  ('milliarde|milliarden|mrd', 'magnitude', 1000000000, 'de'), ('milliard|milliards', 'magnitude', 1000000000, 'fr'),
  ('trillion|trillions|tn|trn', 'magnitude', 1000000000000, 'en'), ('lakh|lakhs|lac', 'magnitude', 100000, 'en'),
  ('crore|crores', 'magnitude', 10000000, 'en'),
  ('万|萬', 'magnitude', 10000, 'zh'), ('亿|億', 'magnitude', 100000000, 'zh'), ('兆', 'magnitude', 1000000000000, 'zh'), ('千', 'magnitude', 1000, 'zh'),
  ('만', 'magnitude', 10000, 'ko'), ('억', 'magnitude', 100000000, 'ko'),
  ('مليون', 'magnitude', 1000000, 'ar'), ('مليار', 'magnitude', 1000000000, 'ar'), ('ألف', 'magnitude', 1000, 'ar'),
  ('लाख', 'magnitude', 100000, 'hi'), ('करोड़', 'magnitude', 10000000, 'hi'),
  ('dozen', 'magnitude', 12, 'en'),
  ('a|an', 'article', 1, 'en'), ('ein|eine|einen|einem|einer', 'article', 1, 'de'), ('un|une', 'article', 1, 'fr'), ('una', 'article', 1, 'es'),
  ('half|halves', 'fraction', 2, 'en'), ('thirds', 'fraction', 3, 'en'), ('fourths', 'fraction', 4, 'en'), ('fifths', 'fraction', 5, 'en'),
  ('sixths', 'fraction', 6, 'en'), ('sevenths', 'fraction', 7, 'en'), ('eighths', 'fraction', 8, 'en'), ('ninths', 'fraction', 9, 'en'),
  ('tenths', 'fraction', 10, 'en'), ('twentieths', 'fraction', 20, 'en'), ('hundredths', 'fraction', 100, 'en'),
  ('halb|halbe|halbes|halben|halfte', 'fraction', 2, 'de'), ('drittel', 'fraction', 3, 'de'), ('viertel', 'fraction', 4, 'de'),
  ('funftel', 'fraction', 5, 'de'), ('zehntel', 'fraction', 10, 'de'), ('moitie|demi|demie', 'fraction', 2, 'fr'), ('tiers', 'fraction', 3, 'fr'),
  ('mitad', 'fraction', 2, 'es'),
  ('½', 'vulgar', 0.5, 'mul'), ('¼', 'vulgar', 0.25, 'mul'), ('¾', 'vulgar', 0.75, 'mul'), ('⅓', 'vulgar', 0.33333333333333333333, 'mul'),
  ('⅔', 'vulgar', 0.66666666666666666667, 'mul'), ('⅕', 'vulgar', 0.2, 'mul'), ('⅖', 'vulgar', 0.4, 'mul'), ('⅗', 'vulgar', 0.6, 'mul'),
  ('⅘', 'vulgar', 0.8, 'mul'), ('⅛', 'vulgar', 0.125, 'mul'), ('⅜', 'vulgar', 0.375, 'mul'), ('⅝', 'vulgar', 0.625, 'mul'),
  ('⅞', 'vulgar', 0.875, 'mul')
) as m (words, role, amount, language)
cross join lateral pg_catalog.string_to_table(m.words, '|') as s (word)
on conflict (word) do nothing;

insert into groundcheck_internal.value_words (word, role, amount, language, origin)
select
  n.word,
  'ordinal',
  n.position,
  l.language,
  'groundcheck-db'
from (
  values
  ('en', 'first - third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'),
  ('de', 'erste zweite dritte vierte funfte sechste siebte achte neunte zehnte'),
  ('de', 'ersten zweiten dritten vierten funften sechsten siebten achten neunten zehnten'),
  ('fr', 'premier deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme'),
  ('es', 'primera segunda tercera cuarta quinta sexta septima octava novena decima')
) as l (language, words)
cross join lateral pg_catalog.regexp_split_to_table(l.words, ' ') with ordinality as n (word, position)
where n.word <> '-'
on conflict (word) do nothing;

insert into groundcheck_internal.value_words (word, role, amount, language, origin)
select
  n.word,
  'ordinal',
  (n.position + 2) * 10,
  'en',
  'groundcheck-db'
from pg_catalog.regexp_split_to_table('thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth', ' ') with ordinality as n (word, position);

-- Dates and times ---------------------------------------------------------------------------------------------------

-- A month whose name is another word too ("may", "march", "mars") is met with its capital only.
insert into groundcheck_internal.value_words (word, role, amount, language, origin)
select
  n.word,
  'month',
  n.position,
  l.language,
  'groundcheck-db'
from (
  values
  ('en', 'january february March april May june july august september october november december'),
  ('en', 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'),
  ('en', 'Jan Feb Mar Apr - Jun Jul Aug Sep Oct Nov Dec'), ('en', 'JAN FEB MAR APR - JUN JUL AUG SEP OCT NOV DEC'),
  ('en', '- - - - - - - - Sept - - -'),
  ('de', 'januar februar marz - mai juni juli - - oktober - dezember'), ('de', 'janner - - - - - - - - - - -'), ('de', '- - - - - - - - - Okt - Dez'),
  ('fr', 'janvier fevrier mars avril - juin juillet aout septembre octobre novembre decembre'),
  ('es', 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
  ('it', 'gennaio febbraio - aprile maggio giugno luglio - settembre ottobre - dicembre'),
  ('pt', 'janeiro fevereiro marco - maio junho julho - setembro outubro novembro dezembro'),
  ('nl', 'januari februari maart - mei - - augustus - - - -'),
  ('ar', 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر')
) as l (language, words)
cross join lateral pg_catalog.regexp_split_to_table(l.words, ' ') with ordinality as n (word, position)
where n.word <> '-'
on conflict (word) do nothing;

insert into groundcheck_internal.value_words (word, role, amount, language, origin)
select
  n.word,
  'weekday',
  n.position,
  l.language,
  'groundcheck-db'
from (
  values
  ('en', 'monday tuesday wednesday thursday friday saturday sunday'), ('en', 'mondays tuesdays wednesdays thursdays fridays saturdays sundays'),
  ('en', 'Mon Tue Wed Thu Fri Sat Sun'), ('en', '- Tues - Thurs - - -'),
  ('de', 'montag dienstag mittwoch donnerstag freitag samstag sonntag'), ('de', 'montags dienstags mittwochs donnerstags freitags samstags sonntags'),
  ('fr', 'lundi mardi mercredi jeudi vendredi samedi dimanche'), ('es', 'lunes martes miercoles jueves viernes sabado domingo')
) as l (language, words)
cross join lateral pg_catalog.regexp_split_to_table(l.words, ' ') with ordinality as n (word, position)
where n.word <> '-'
on conflict (word) do nothing;

insert into groundcheck_internal.value_words (word, role, amount, unit, language, origin)
select
  s.word,
  t.role,
  t.amount,
  t.unit,
  t.language,
  'groundcheck-db'
from (
  values
  ('am|a.m', 'meridiem', 0, null, 'en'), ('pm|p.m', 'meridiem', 12, null, 'en'), ('AM', 'meridiem', 0, null, 'en'), ('PM', 'meridiem', 12, null, 'en'),
  ('صباحا', 'meridiem', 0, null, 'ar'), ('مساء', 'meridiem', 12, null, 'ar'), ('上午', 'meridiem', 0, null, 'zh'), ('下午|午後', 'meridiem', 12, null, 'zh'),
  ('午前', 'meridiem', 0, null, 'ja'), ('오전', 'meridiem', 0, null, 'ko'), ('오후', 'meridiem', 12, null, 'ko'),
  ('uhr', 'oclock', null, null, 'de'), ('oclock', 'oclock', null, null, 'en'), ('点|點|時', 'oclock', null, null, 'zh'),
  ('noon|midday', 'noon', 720, null, 'en'), ('mittag|mittags', 'noon', 720, null, 'de'), ('midi', 'noon', 720, null, 'fr'), ('mediodia', 'noon', 720, null, 'es'),
  ('midnight', 'noon', 0, null, 'en'), ('mitternacht', 'noon', 0, null, 'de'), ('minuit', 'noon', 0, null, 'fr'), ('medianoche', 'noon', 0, null, 'es'),
  ('UTC|GMT|utc|gmt', 'zone', 0, null, 'mul'), ('Z', 'zone', 0, null, 'mul'), ('CET|MEZ', 'zone', 60, null, 'mul'), ('CEST|MESZ', 'zone', 120, null, 'mul'),
  ('WET', 'zone', 0, null, 'mul'), ('BST|WEST', 'zone', 60, null, 'mul'), ('EET', 'zone', 120, null, 'mul'), ('EEST|MSK', 'zone', 180, null, 'mul'),
  ('EST|CDT', 'zone', -300, null, 'mul'), ('EDT', 'zone', -240, null, 'mul'), ('CST|MDT', 'zone', -360, null, 'mul'), ('MST|PDT', 'zone', -420, null, 'mul'),
  ('PST', 'zone', -480, null, 'mul'), ('AKST', 'zone', -540, null, 'mul'), ('HST', 'zone', -600, null, 'mul'), ('IST', 'zone', 330, null, 'mul'),
  ('JST|KST', 'zone', 540, null, 'mul'), ('SGT|AWST|HKT', 'zone', 480, null, 'mul'), ('AEST', 'zone', 600, null, 'mul'), ('AEDT', 'zone', 660, null, 'mul'),
  ('NZST', 'zone', 720, null, 'mul'), ('NZDT', 'zone', 780, null, 'mul'),
  ('bc|bce|BC|BCE', 'era', -1, null, 'en'), ('AD|CE', 'era', 1, null, 'en'), ('chr', 'era', null, null, 'de'),
  ('年|년', 'datemark', 1, null, 'zh'), ('月|월', 'datemark', 2, null, 'zh'), ('日|号|號|일', 'datemark', 3, null, 'zh'),
  ('Q|q', 'quarter', null, null, 'mul')
) as t (words, role, amount, unit, language)
cross join lateral pg_catalog.string_to_table(t.words, '|') as s (word)
on conflict (word) do nothing;

-- Money -------------------------------------------------------------------------------------------------------------

insert into groundcheck_internal.value_words (word, role, amount, unit, language, origin)
select
  s.word,
  'currency',
  1,
  c.code,
  'mul',
  'ISO 4217'
from (
  values
  ('$|usd|US$|us dollar|us dollars|dollar|dollars|buck|bucks|dolares|usd$', 'USD'), ('€|eur|euro|euros', 'EUR'),
  ('£|gbp|pound sterling|pounds sterling|quid', 'GBP'), ('¥|jpy|yen|円', 'JPY'), ('cny|rmb|yuan|renminbi|元|人民币', 'CNY'),
  ('chf|sfr|franken|swiss franc|swiss francs', 'CHF'), ('CAD|C$', 'CAD'), ('AUD|A$|AU$', 'AUD'), ('NZD|NZ$', 'NZD'), ('HKD|HK$', 'HKD'),
  ('SGD|S$', 'SGD'), ('sek|swedish kronor', 'SEK'), ('nok', 'NOK'), ('dkk', 'DKK'), ('kr|krone|kroner|krona|kronor', 'kr'),
  ('₹|inr|rupee|rupees|₨', 'INR'), ('₽|rub|ruble|rubles|rouble|roubles', 'RUB'), ('₩|krw|원', 'KRW'),
  ('₺|TRY|lira', 'TRY'), ('pln|zloty|zł', 'PLN'), ('czk|koruna', 'CZK'), ('huf|forint', 'HUF'), ('brl|reais|R$', 'BRL'),
  ('MXN|mexican pesos', 'MXN'), ('peso|pesos', 'peso'), ('zar|rand', 'ZAR'), ('ils|shekel|shekels|₪', 'ILS'), ('AED|dirham|dirhams', 'AED'),
  ('sar|riyal|riyals', 'SAR'), ('₿|btc|bitcoin|bitcoins', 'BTC'), ('eth|ether', 'ETH'), ('₦|naira', 'NGN'), ('₫|vnd', 'VND'), ('฿|THB|baht', 'THB'),
  ('franc|francs', 'franc'), ('dinar|dinars', 'dinar')
) as c (words, code)
cross join lateral pg_catalog.string_to_table(c.words, '|') as s (word)
on conflict (word) do nothing;

-- Hundredths. Which currency they are a part of is not said: ¤ compares with any.
insert into groundcheck_internal.value_words (word, role, amount, unit, language, origin)
values
('cents', 'currency', 0.01, '¤', 'en', 'groundcheck-db'), ('¢', 'currency', 0.01, 'USD', 'en', 'groundcheck-db'),
('eurocent', 'currency', 0.01, 'EUR', 'mul', 'groundcheck-db'), ('pence', 'currency', 0.01, 'GBP', 'en', 'groundcheck-db'),
('penny', 'currency', 0.01, '¤', 'en', 'groundcheck-db'), ('pennies', 'currency', 0.01, '¤', 'en', 'groundcheck-db');

-- Words that join ---------------------------------------------------------------------------------------------------

insert into groundcheck_internal.value_words (word, role, unit, leads, language, origin)
select
  s.word,
  j.role,
  j.unit,
  j.leads,
  j.language,
  'groundcheck-db'
from (
  values
  ('%|percent|pct|prozent|porcentaje|procent', 'percent', '%', true, 'en'), ('per cent|pour cent|por ciento|per cents', 'percent', '%', false, 'en'),
  ('percentage', 'percent', '%', true, 'en'),
  ('per|pro|par|por|each|every|je|pr|al', 'per', null, true, 'en'), ('每', 'per', null, false, 'zh'),
  ('monthly|mensuel|monatlich', 'period', 'month', false, 'en'), ('yearly|annually|annual|jahrlich|p.a', 'period', 'year', false, 'en'),
  ('daily|taglich', 'period', 'd', false, 'en'), ('weekly|wochentlich', 'period', 'week', false, 'en'), ('hourly', 'period', 'h', false, 'en'),
  ('quarterly', 'period', 'quarter', false, 'en'),
  ('and|und|et|y|e', 'joiner', null, false, 'en'), ('between|zwischen|entre', 'between', null, false, 'en'),
  ('to|bis|a|hasta|through|thru', 'to', null, false, 'en'), ('from|von|desde', 'from', null, false, 'en'),
  ('–|—|‒|~|～|至|到', 'to', null, false, 'mul'),
  ('passage|passages|document|documents|doc|source|sources|context|excerpt|excerpts|snippet|chunk|footnote|citation|abschnitt|dokument|quelle', 'reference', null, false, 'en'),
  ('version|release|versions|ver|v', 'version', null, false, 'en'),
  ('ISO|IEC|DIN|RFC|IEEE|ANSI|ASTM|NIST|UNE|CVE|FIPS|EN|BS', 'label', null, false, 'mul'),
  ('point|komma|virgule|coma', 'point', null, false, 'en'),
  ('no|any|some|this|that|which|another', 'determiner', null, false, 'en'),
  ('in|im|during|year|circa|anno|annee|mid|early|late|spring|summer|autumn|fall|winter|en|ano|jahr|since|until|till|by|before|after|of|seit|vor|nach|born|died|season|de|del|of|through|around|fiscal|fy|class|within', 'in', null, false, 'en')
) as j (words, role, unit, leads, language)
cross join lateral pg_catalog.string_to_table(j.words, '|') as s (word)
on conflict (word) do nothing;

-- Function words: what language a text is in decides what its commas and points mean.
insert into groundcheck_internal.value_words (word, role, amount, language, origin)
select
  s.word,
  'language',
  l.sign,
  l.language,
  'groundcheck-db'
from (
  values
  ('the|is|are|was|were|has|have|had|with|for|which|their|its|he|she|they|it|at|on', -1, 'en'),
  ('der|die|das|den|dem|des|ist|sind|hat|haben|wurde|wird|betragt|kostet|mit|auf|fur|sich|nicht|einwohner|liegt|waren|werden|zur|zum', 1, 'de'),
  ('le|la|les|est|sont|dans|pour|avec|sur|du|au|aux|il|elle|ont|qui|habitants|cette|ce', 1, 'fr'),
  ('el|los|las|es|son|con|para|una|que|tiene|fue|habitantes|esta', 1, 'es'),
  ('il|della|che|sono|gli|nel|het|een|van|zijn|uma|dos|das|nao|sao', 1, 'mul')
) as l (words, sign, language)
cross join lateral pg_catalog.string_to_table(l.words, '|') as s (word)
on conflict (word) do nothing;

-- Qualifiers --------------------------------------------------------------------------------------------------------

insert into groundcheck_internal.value_qualifiers (phrase, placement, qualifier, temporal, language, origin)
select
  s.phrase,
  q.placement,
  q.qualifier,
  q.temporal,
  q.language,
  'groundcheck-db'
from (
  values
  ('at least|no less than|not less than|no fewer than|not fewer than|a minimum of|minimum of|minimum|starting at|≥|upwards of', 'before', 'at_least', false, 'en'),
  ('at most|no more than|not more than|up to|a maximum of|maximum of|maximum|max|as much as|as many as|≤|no later than|not exceeding|within', 'before', 'at_most', false, 'en'),
  ('more than|over|above|greater than|exceeding|exceeds|exceeded|in excess of|>|larger than|higher than|longer than|better than', 'before', 'more_than', false, 'en'),
  ('less than|fewer than|under|below|smaller than|lower than|shorter than|just under|<', 'before', 'less_than', false, 'en'),
  ('about|around|nearly|almost|approximately|approx|roughly|some|circa|ca|c|~|≈|estimated|an estimated|close to|near|±', 'before', 'about', false, 'en'),
  ('before|prior to|earlier than', 'before', 'before', false, 'en'), ('after|later than', 'before', 'after', false, 'en'),
  ('since|starting|beginning|as of', 'before', 'at_least', true, 'en'), ('until|till|by|through|up until', 'before', 'at_most', true, 'en'),
  ('or more|or above|or over|or greater|or higher|or longer|or better|or larger|or bigger|or beyond|or hotter|and higher|and more|and above|and over|and up|or later|or older|and later|and older|onwards|onward|at least|minimum|+|upwards|plus', 'after', 'at_least', false, 'en'),
  ('or less|or fewer|or under|or below|or lower|or shorter|or smaller|or cooler|and lower|and less|and under|at most|maximum|max|or earlier|or younger|and earlier|and below', 'after', 'at_most', false, 'en'),
  ('or so|approximately|approx|ish', 'after', 'about', false, 'en'),
  ('mindestens|wenigstens|minimal', 'before', 'at_least', false, 'de'), ('hochstens|maximal|bis zu|nicht mehr als', 'before', 'at_most', false, 'de'),
  ('mehr als|uber', 'before', 'more_than', false, 'de'), ('weniger als|unter', 'before', 'less_than', false, 'de'),
  ('etwa|ungefahr|rund|knapp|fast|zirka|gegen', 'before', 'about', false, 'de'), ('vor', 'before', 'before', true, 'de'), ('nach', 'before', 'after', true, 'de'),
  ('seit|ab', 'before', 'at_least', true, 'de'), ('bis', 'before', 'at_most', true, 'de'), ('oder mehr', 'after', 'at_least', false, 'de'),
  ('oder weniger', 'after', 'at_most', false, 'de'),
  ('au moins', 'before', 'at_least', false, 'fr'), ('au plus|jusqu''a', 'before', 'at_most', false, 'fr'), ('plus de', 'before', 'more_than', false, 'fr'),
  ('moins de', 'before', 'less_than', false, 'fr'), ('environ', 'before', 'about', false, 'fr'),
  ('al menos|por lo menos', 'before', 'at_least', false, 'es'), ('como maximo|hasta', 'before', 'at_most', false, 'es'), ('mas de', 'before', 'more_than', false, 'es'),
  ('menos de', 'before', 'less_than', false, 'es'), ('unos|unas|aproximadamente', 'before', 'about', false, 'es'),
  ('至少', 'before', 'at_least', false, 'zh'), ('约|約', 'before', 'about', false, 'zh'), ('超过', 'before', 'more_than', false, 'zh'), ('以上', 'after', 'at_least', false, 'zh'),
  ('以下', 'after', 'at_most', false, 'zh')
) as q (phrases, placement, qualifier, temporal, language)
cross join lateral pg_catalog.string_to_table(q.phrases, '|') as s (phrase)
on conflict (phrase, placement) do nothing;

-- The words at a qualifier's edge, where the reader looks up the phrase.
insert into groundcheck_internal.value_words (word, role, language, origin)
select distinct
  substring(q.phrase from case q.placement when 'before' then '[^ ]+$' else '^[^ ]+' end),
  'qualifier',
  'mul',
  'groundcheck-db'
from groundcheck_internal.value_qualifiers as q
on conflict (word) do nothing;

-- The first word, or CJK character, of every spelling that is longer than one token.
insert into groundcheck_internal.value_words (word, role, leads, language, origin)
select distinct
  f.word,
  'none',
  true,
  'mul',
  'groundcheck-db'
from groundcheck_internal.value_words as w
cross join
  lateral (
    select substring(w.word collate "C" from '^(?:[A-Za-zµ\u00aa-\u02ff\u0370-\u1fff]+|.)') as word
  ) as f
where f.word <> w.word
on conflict (word) do update set leads = true;
