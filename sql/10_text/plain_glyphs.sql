-- Letters and digits that are only written otherwise, in their plain form: mathematical (𝐏, 𝟗), full-width (Ｐ, ９) and enclosed
-- ones (⑨, Ⓟ, 🅿), ligatures of Latin letters, and the decimal digits of scripts whose digits are read nowhere else. Arabic-Indic and
-- Devanagari digits stay, and so does all other text, powers (m²) among it. With same_length, only what is one code point
-- before and after, and no enclosed digit, which may number an item of a list: positions stay what they are.
create or replace function groundcheck_internal.plain_glyphs(body text, same_length boolean)
returns text
language plpgsql
immutable
strict
parallel safe
as $$
declare
  -- A regular expression reads the escapes of these itself.
  c_digits constant text :=
    '\u07c0-\u07c9\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66'
    '-\u0d6f\u0de6-\u0def\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u1090-\u1099\u17e0-\u17e9\u1810-'
    '\u1819\u1946-\u194f\u19d0-\u19d9\u1a80-\u1a89\u1a90-\u1a99\u1b50-\u1b59\u1bb0-\u1bb9\u1c40-\u1c49\u1c50-\u1c59'
    '\ua620-\ua629\ua8d0-\ua8d9\ua900-\ua909\ua9d0-\ua9d9\ua9f0-\ua9f9\uaa50-\uaa59\uabf0-\uabf9\U000104a0-'
    '\U000104a9\U00010d30-\U00010d39\U00010d40-\U00010d49\U00011066-\U0001106f\U000110f0-\U000110f9\U00011136-'
    '\U0001113f\U000111d0-\U000111d9\U000112f0-\U000112f9\U00011450-\U00011459\U000114d0-\U000114d9\U00011650-'
    '\U00011659\U000116c0-\U000116c9\U000116d0-\U000116d9\U000116da-\U000116e3\U00011730-\U00011739\U000118e0-'
    '\U000118e9\U00011950-\U00011959\U00011bf0-\U00011bf9\U00011c50-\U00011c59\U00011d50-\U00011d59\U00011da0-'
    '\U00011da9\U00011de0-\U00011de9\U00011f50-\U00011f59\U00016a60-\U00016a69\U00016ac0-\U00016ac9\U00016b50-'
    '\U00016b59\U00016d70-\U00016d79\U0001ccf0-\U0001ccf9\U0001e140-\U0001e149\U0001e2f0-\U0001e2f9\U0001e4f0-'
    '\U0001e4f9\U0001e5f1-\U0001e5fa\U0001e950-\U0001e959\U0001fbf0-\U0001fbf9';
  c_letters constant text := '\u2102\u210a-\u210e\u2110-\u2112\u2115\u2119-\u211d\u2124\u2128\u212c\u212d\u212f-\u2131\u2133\u2134\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff\u24b6-\u24e9\u249c-\u24b5\U0001f110-\U0001f129\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189';
  c_enclosed constant text := '\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\U0001f100-\U0001f10a\ufb00-\ufb06';
  c_between constant text := '(?<=[0-9\uff10-\uff19])[\uff0c\uff0e\uff1a](?=[0-9\uff10-\uff19])|(?<=[0-9\uff10-\uff19])\uff05';
  -- What has no compatibility mapping of its own.
  c_from constant text := U&'\+01f110\+01f111\+01f112\+01f113\+01f114\+01f115\+01f116\+01f117\+01f118\+01f119\+01f11a\+01f11b\+01f11c'
    '\+01f11d\+01f11e\+01f11f\+01f120\+01f121\+01f122\+01f123\+01f124\+01f125\+01f126\+01f127\+01f128\+01f129'
    '\+01f150\+01f151\+01f152\+01f153\+01f154\+01f155\+01f156\+01f157\+01f158\+01f159\+01f15a\+01f15b\+01f15c'
    '\+01f15d\+01f15e\+01f15f\+01f160\+01f161\+01f162\+01f163\+01f164\+01f165\+01f166\+01f167\+01f168\+01f169'
    '\+01f170\+01f171\+01f172\+01f173\+01f174\+01f175\+01f176\+01f177\+01f178\+01f179\+01f17a\+01f17b\+01f17c'
    '\+01f17d\+01f17e\+01f17f\+01f180\+01f181\+01f182\+01f183\+01f184\+01f185\+01f186\+01f187\+01f188\+01f189\249c'
    '\249d\249e\249f\24a0\24a1\24a2\24a3\24a4\24a5\24a6\24a7\24a8\24a9\24aa\24ab\24ac\24ad\24ae\24af\24b0\24b1\24b2'
    '\24b3\24b4\24b5\2776\2777\2778\2779\277a\277b\277c\277d\277e\2780\2781\2782\2783\2784\2785\2786\2787\2788\278a'
    '\278b\278c\278d\278e\278f\2790\2791\2792\24f5\24f6\24f7\24f8\24f9\24fa\24fb\24fc\24fd\24ff';
  c_to constant text := 'ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv'
    'wxyz1234567891234567891234567891234567890';
  v_pattern text;
begin
  if body !~ ('[' || c_letters || c_enclosed || c_digits || ']') then
    return body;
  end if;
  v_pattern := '[' || c_letters || c_digits || case when same_length then '' else c_enclosed end || ']+|' || c_between;
  return (
    select pg_catalog.string_agg(
      case
        when part.ordinality % 2 = 1 then part.body
        else (
          select pg_catalog.string_agg(
            case
              when letter.body ~ ('[' || c_digits || ']') then groundcheck_internal.ascii_digit(letter.body)
              else pg_catalog.normalize(pg_catalog.translate(letter.body, c_from, c_to), 'NFKC')
            end, '' order by letter.ordinality)
          from pg_catalog.string_to_table(part.body, null) with ordinality as letter (body, ordinality))
      end, '' order by part.ordinality)
    from pg_catalog.string_to_table(
      pg_catalog.regexp_replace(pg_catalog.translate(body, E'\x01', ' '), v_pattern, E'\x01\\&\x01', 'g'), E'\x01')
      with ordinality as part (body, ordinality));
end;
$$;
comment on function groundcheck_internal.plain_glyphs is 'Letters and digits of other styles and scripts'' digits in their plain form.';
revoke all on function groundcheck_internal.plain_glyphs from public;

-- The ASCII digit of a decimal digit of another script: as far as it is from the nearest zero before it.
create or replace function groundcheck_internal.ascii_digit(digit text)
returns text
language sql
immutable
strict
parallel safe
as $$
  select pg_catalog.min(pg_catalog.ascii(digit) - pg_catalog.ascii(zero.body))::text
  from pg_catalog.string_to_table(
    E'\u07c0\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0de6\u0e50\u0ed0\u0f20\u1040\u1090\u17e0\u1810\u1946'
    '\u19d0\u1a80\u1a90\u1b50\u1bb0\u1c40\u1c50\ua620\ua8d0\ua900\ua9d0\ua9f0\uaa50\uabf0\U000104a0\U00010d30'
    '\U00010d40\U00011066\U000110f0\U00011136\U000111d0\U000112f0\U00011450\U000114d0\U00011650\U000116c0\U000116d0'
    '\U000116da\U00011730\U000118e0\U00011950\U00011bf0\U00011c50\U00011d50\U00011da0\U00011de0\U00011f50\U00016a60'
    '\U00016ac0\U00016b50\U00016d70\U0001ccf0\U0001e140\U0001e2f0\U0001e4f0\U0001e5f1\U0001e950\U0001fbf0', null) as zero (body)
  where pg_catalog.ascii(zero.body) <= pg_catalog.ascii(digit)
$$;
comment on function groundcheck_internal.ascii_digit is 'The ASCII digit of a decimal digit of another script.';
revoke all on function groundcheck_internal.ascii_digit from public;
