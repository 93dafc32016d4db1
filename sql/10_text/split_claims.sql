-- The claims of an answer, in order from 0: each with its half-open span in code points of the answer. claim is
-- groundcheck_internal.clean_text of what the span holds; what is verified is lead_in and claim together. Greetings,
-- offers, questions, headings and abstentions claim nothing: checkable is false. A sentence that abstains and claims as
-- well is parted ('I could not find X, | but it opens at 8'). citations: see find_citations. No row for null or blank.
create or replace function groundcheck.split_claims(answer text)
returns table (
  claim_index int,
  claim text,
  span_start int,
  span_end int,
  kind text,
  checkable boolean,
  lead_in text,
  citations jsonb
)
language plpgsql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
set standard_conforming_strings = on
as $$
declare
  v_unit record;
  v_piece text;
  v_pieces text[];
  v_phrases text[];
  v_at int;
  v_phrase text;
  v_raw text;
  v_skip int;
begin
  claim_index := 0;
  for v_unit in
    with units as materialized (
      select u.kind, u.raw, u.span_start, u.lead_in, u.ordinality
      from groundcheck_internal.split_units(answer) with ordinality as u (kind, raw, span_start, span_end, lead_in, ordinality)
    ),
    -- What is said twice is judged once.
    judged as materialized (
      select
        t.says,
        t.raw,
        c.claim,
        groundcheck_internal.is_fragment(c.claim) as fragment,
        case
          when not t.says then null
          when right(rtrim(c.claim, ' "''”’»)]*_'), 1) in ('?', '？', '؟') then 'question'
          else groundcheck_internal.classify_phrase(c.claim)
        end as phrase
      from (select distinct d.kind in ('statement', 'list_item') as says, d.raw from units as d) as t
      cross join lateral (select groundcheck_internal.clean_text(t.raw) as claim offset 0) as c
    ),
    parted as materialized (
      select
        g.says,
        g.raw,
        g.claim,
        g.fragment,
        g.phrase,
        case
          when g.phrase = 'abstention' then groundcheck_internal.part_abstention(g.raw)
          when g.phrase = 'question' then q.parts
          else array[g.raw]
        end as pieces,
        coalesce(q.kinds, array[g.phrase]) as phrases
      from judged as g
      left join lateral groundcheck_internal.part_question(case when g.phrase = 'question' then g.raw end) as q on true
    )
    select
      u.kind,
      u.raw,
      u.span_start,
      u.lead_in,
      p.claim,
      p.fragment,
      p.phrase,
      p.pieces,
      p.phrases,
      lead(u.kind) over (order by u.ordinality) as next_kind,
      count(*) over () as units
    from units as u
    inner join parted as p on p.raw = u.raw and p.says = (u.kind in ('statement', 'list_item'))
    order by u.ordinality
  loop
    v_at := v_unit.span_start;
    v_pieces := v_unit.pieces;
    v_phrases := v_unit.phrases;
    for i in 1 .. cardinality(v_pieces) loop
      v_piece := v_pieces[i];
      v_skip := 0;
      if v_piece = v_unit.raw then
        v_raw := v_piece;
        claim := v_unit.claim;
        v_phrase := v_phrases[1];
      elsif v_unit.phrase = 'question' and v_phrases[i] is null then
        -- What only asks for assent.
        v_at := v_at + char_length(v_piece);
        continue;
      else
        v_raw := ltrim(v_piece, E' \n,;:，；—–');
        v_skip := char_length(v_piece) - char_length(v_raw);
        v_raw := rtrim(v_raw, E' \n');
        claim := groundcheck_internal.clean_text(v_raw);
        v_phrase := case when v_phrases[i] = 'question' then 'question' else groundcheck_internal.classify_phrase(claim) end;
      end if;
      if v_phrase = 'statement'
        or v_phrase in ('abstention', 'offer', 'greeting') and groundcheck_internal.states_fact(claim, v_phrase)
      then
        v_phrase := null;
      end if;
      span_start := v_at + v_skip;
      v_at := v_at + char_length(v_piece);
      if v_phrase is null and v_unit.kind in ('statement', 'list_item') and left(v_raw, 100) like any (array['%,%', '%，%', '%:%', '% that %']) then
        v_skip := groundcheck_internal.opener_length('opener', v_raw);
        if v_skip > 0 then
          v_raw := substr(v_raw, v_skip + 1);
          span_start := span_start + v_skip;
          claim := groundcheck_internal.clean_text(v_raw);
        end if;
      end if;
      continue when claim = '';
      kind := v_unit.kind;
      if kind = 'heading' then
        -- A heading of nothing, or one that says something, is no heading.
        if groundcheck_internal.heading_states(claim, v_raw, case when v_unit.units > 1 then v_unit.next_kind end)
        then
          kind := 'statement';
        end if;
      elsif v_phrase = 'reply' then
        -- 'Sure!' opens an answer; alone it is one.
        kind := case
          when v_unit.units > 1 and claim ~* '^(?:sure|of course|certainly|okay|ok|alright)\M' then 'greeting'
          else 'fragment'
        end;
      elsif v_phrase is not null then
        kind := v_phrase;
      end if;
      if kind = 'statement'
        and (case when claim = v_unit.claim then v_unit.fragment else groundcheck_internal.is_fragment(claim) end)
      then
        kind := 'fragment';
      end if;
      span_end := span_start + char_length(v_raw);
      checkable := kind not in ('greeting', 'offer', 'question', 'heading', 'abstention');
      lead_in := v_unit.lead_in;
      citations := case
        when kind <> 'code' and v_raw like any (array['%[%', '%(%', '%【%']) then groundcheck_internal.find_citations(v_raw, span_start)
        else '[]'
      end;
      return next;
      claim_index := claim_index + 1;
    end loop;
  end loop;
end;
$$;
comment on function groundcheck.split_claims is
'The claims of an answer: cleaned text, code-point span, kind, whether it can be checked, what it must be read with, citations.';
revoke all on function groundcheck.split_claims from public;

-- The parts of a sentence in which something is abstained from, cut where a contrast or another clause begins: the part
-- that claims is then checked. End to end.
create or replace function groundcheck_internal.part_abstention(sentence text)
returns text[]
language plpgsql
stable
strict
parallel safe
as $$
declare
  v_lower text := groundcheck_internal.plain_lower(sentence);
  v_key text := groundcheck_internal.phrase_key(sentence);
  v_pattern text;
  v_joint text;
  v_parts text[];
  v_merged text[] := '{}';
  v_kind text;
  v_last_kind text;
  v_clause boolean;
  v_last_clause boolean;
  v_names boolean;
  v_at int := 1;
begin
  if pg_catalog.octet_length(v_lower) = pg_catalog.char_length(v_lower)
    and v_lower !~ '[,;:(-]| (?:and|but|or|however|although|though|yet|so|as|except|only|where|while|never|none|there|thus|which|with|mean|because|since|und|aber|jedoch|aller|doch|obwohl|sondern|wobei|also|da|des|et|mais|cependant|tout|pourtant|bien|donc|y|e|ed|pero|sin|aunque|sino|por|ma|tutt|sebb|quindi|per|mas|no entanto|contudo|embora|portanto|en|maar|echter|hoewel|dus|toch|ama|fakat|ancak|no|ale|lecz)'
  then
    return array[sentence];
  end if;
  select
    pg_catalog.string_agg(distinct c.pattern, '|'),
    '^(?:' || pg_catalog.string_agg(distinct c.pattern, '|') filter (where c.kind = 'joint') || ')'
  into v_pattern, v_joint
  from groundcheck_internal.phrases as a
  join groundcheck_internal.phrases as c on c.language = a.language and c.kind in ('contrast', 'joint')
  where a.kind = 'abstention'
    and case when ' ' || v_key || ' ' like any (a.cues) then v_key ~ a.pattern else false end;
  if v_pattern is null then
    return array[sentence];
  end if;
  -- 'While the text does not say X, it opens at 8': the clause ends at the comma.
  if v_lower ~ '(?:^|, )(?:while|although|though|even though|obwohl|auch wenn|bien que|aunque|sebbene|embora|hoewel) ' then
    v_pattern := v_pattern || '|,(?= )';
  end if;
  v_parts := pg_catalog.string_to_array(pg_catalog.regexp_replace(v_lower, v_pattern, E'\x01\\&', 'g'), E'\x01');
  -- Neighbours that are the same thing stay together.
  for i in 1 .. pg_catalog.cardinality(v_parts) loop
    v_clause := groundcheck_internal.is_clause(v_parts[i]);
    v_names := i > 1 and not v_clause and v_parts[i] ~ v_joint;
    v_parts[i] := pg_catalog.substr(sentence, v_at, pg_catalog.char_length(v_parts[i]));
    v_at := v_at + pg_catalog.char_length(v_parts[i]);
    v_kind := coalesce(groundcheck_internal.classify_phrase(groundcheck_internal.clean_text(pg_catalog.regexp_replace(v_parts[i],
      '^[ ,;:，；—–(-]*(?:(?:but|however|so|therefore|thus|and|or|because|since|aber|daher|also|und|mais|donc|et|pero|y|ma|mas|e|maar|dus|en)\M)?[ ,]*', ''))), '');
    if v_names and v_kind <> 'abstention' then
      -- One more thing of the clause before.
      v_merged[pg_catalog.cardinality(v_merged)] := v_merged[pg_catalog.cardinality(v_merged)] || v_parts[i];
      continue;
    end if;
    if v_kind = '' and v_last_kind = 'abstention'
      and v_parts[i] ~* '^,? (?:and|or|but|so|therefore) (?:therefore |thus |so |also )?(?:can|could|do|did|am|was|were|have)(?: ?n[''’]?t|not)? '
    then
      -- 'and was unable to verify it': the subject is that of the clause before.
      v_kind := coalesce(groundcheck_internal.classify_phrase('I ' || pg_catalog.regexp_replace(v_parts[i],
        '^,? (?:[a-z]+ )(?:therefore |thus |so |also )?', '', 'i')), '');
    end if;
    if v_kind = '' and v_parts[i] !~ '[0-9A-Za-z\u00c0-\ud7ff][^ ]* +[^ ]*[0-9A-Za-z]|[\u0400-\ud7ff]{3}' then
      -- 'Note: I do not know'
      v_kind := coalesce(v_last_kind, case when i = 1 then 'label' else '' end);
    end if;
    if v_kind = v_last_kind or v_last_kind = 'label' then
      v_merged[pg_catalog.cardinality(v_merged)] := v_merged[pg_catalog.cardinality(v_merged)] || v_parts[i];
    elsif v_last_kind <> 'abstention' and v_kind = 'abstention'
      and (v_parts[i] ~ '^, (?:[Ii]|we|it|they|there|this|that) '
        or not v_last_clause and (v_last_kind = 'greeting'
          or v_parts[i] ~ '^,? or |^,? and .* (?:are|were)(?: not|n[''’]t) '
          or v_parts[i - 1] ~* '^ *(?:based|according|from|in|on|as|per|given|for|with|within|regarding|concerning|about|unfortunately|however|while)\M'))
    then
      -- 'Based on the text, I cannot say': what is before the comma is no sentence.
      v_merged[pg_catalog.cardinality(v_merged)] := v_merged[pg_catalog.cardinality(v_merged)] || v_parts[i];
    else
      v_merged := v_merged || v_parts[i];
    end if;
    v_last_kind := v_kind;
    v_last_clause := v_clause;
  end loop;
  return v_merged;
end;
$$;
comment on function groundcheck_internal.part_abstention is 'A sentence that abstains, cut where it goes on to claim something.';
revoke all on function groundcheck_internal.part_abstention from public;

-- An answer too short to be a sentence, to be read with its question: '17 euros', 'Yes.', 'In Lisbon.' Not strict, so that
-- it is inlined.
create or replace function groundcheck_internal.is_fragment(claim text)
returns boolean
language sql
immutable
parallel safe
as $$
  select case
    when pg_catalog.char_length(claim) > 48 then false
    when claim ~ '[\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7ff]' then pg_catalog.char_length(claim) <= 6
    else pg_catalog.cardinality(pg_catalog.string_to_array(claim, ' ')) <= 2
      or (pg_catalog.cardinality(pg_catalog.string_to_array(claim, ' ')) <= 6
        and claim ~ '^(?:[$€£¥]?[0-9]|(?:[Yy]es|[Nn]o|[Jj]a|[Nn]ein|[Oo]ui|[Nn]on|[Ss][iíì]|[Nn]ee|[Nn]ão|[Ss]im)(?:,|[.!]$))'
        and claim !~ ' (?:is|are|was|were|has|have|had|can|will|does|do|did) ')
  end
$$;
comment on function groundcheck_internal.is_fragment is 'Whether a claim is too short to be read without its question.';
revoke all on function groundcheck_internal.is_fragment from public;
