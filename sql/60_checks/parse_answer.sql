-- All that is known of some texts, in one statement: tokens and vector, typed values, words.
create or replace function groundcheck_internal.parse_statements(statements text[])
returns table (
  ordinal int,
  tokens int[],
  vals groundcheck.extracted_value[],
  features groundcheck_internal.word_features,
  embedding @vector_schema@.vector
)
language plpgsql
stable
strict
parallel safe
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set jit = off
as $$
#variable_conflict use_column
begin
  return query
  with tokenized as materialized (
    select t.ordinal, t.tokens from groundcheck_internal.tokenize(parse_statements.statements) as t
  ),

  -- The same as embed_tokens(), for all texts at once.
  summed as (
    select t.ordinal, @vector_schema@.sum(v.embedding) as embedding
    from tokenized as t
    cross join unnest(t.tokens) as k (token_id)
    join groundcheck_internal.token_vectors as v on v.token_id = k.token_id
    group by t.ordinal
  )

  select
    t.ordinal, t.tokens,
    -- What extract_values() comes to for a sentence without an address, straight from there: one query less each.
    case
      when length(b.body) between 1 and 4000 and not groundcheck_internal.may_have_address(b.body)
        then array(select v from groundcheck_internal.piece_values(b.body, 0) as v)
      else array(select v from groundcheck.extract_values(b.body) as v)
    end,
    w.features,
    case when @vector_schema@.vector_norm(s.embedding) > 0 then @vector_schema@.l2_normalize(s.embedding) end
  from tokenized as t
  cross join lateral (select parse_statements.statements[t.ordinal] as body offset 0) as b
  join groundcheck_internal.read_words(parse_statements.statements) as w on w.ordinal = t.ordinal
  left join summed as s on s.ordinal = t.ordinal;
end;
$$;
comment on function groundcheck_internal.parse_statements is 'Tokens, static vector, typed values and words of each text; ordinal counts from 1.';
revoke all on function groundcheck_internal.parse_statements from public;

-- A fragment that is the whole answer means something only together with its question: "17 euros", "Yes.". Where the
-- user's turn is several sentences, the last one is the question; where it asks nothing, the fragment stands alone.
create or replace function groundcheck_internal.statement_of(kind text, lead_in text, claim text, question text)
returns text
language plpgsql
stable
parallel safe
as $$
declare
  v_asked text;
  v_folded text;
begin
  if statement_of.kind = 'fragment' then
    v_asked := pg_catalog.btrim(pg_catalog.substring(statement_of.question, '([^.!?？؟。！]+)[?？؟][^a-zA-Z0-9\u00c0-\uffff]*$'));
  end if;
  if v_asked is null then
    return pg_catalog.concat_ws(' ',
      -- "Steps:" says nothing of its items, "The kit holds:" does.
      case when statement_of.kind <> 'list_item' or statement_of.lead_in ~ '\S\s+\S+\s+\S' then statement_of.lead_in end,
      groundcheck_internal.without_interjection(statement_of.claim));
  end if;
  v_folded := groundcheck_internal.fold(statement_of.claim);
  return case
    when groundcheck_internal.reply_says(v_folded) then v_asked
    when not groundcheck_internal.reply_says(v_folded) then 'It is false that ' || v_asked
    when groundcheck_internal.answer_statement(statement_of.claim, v_asked) is not null
      then groundcheck_internal.answer_statement(statement_of.claim, v_asked)
    else pg_catalog.concat_ws(' ', pg_catalog.regexp_replace(v_asked, groundcheck_internal.question_words(), '', 'i'),
      statement_of.claim)
  end;
end;
$$;
comment on function groundcheck_internal.statement_of is 'The sentence that is verified for a claim: with its lead-in, or with the question it answers.';
revoke all on function groundcheck_internal.statement_of from public;

-- Whether a folded sentence does no more than say yes (true) or no (false); null where it says something of its own.
create or replace function groundcheck_internal.reply_says(folded text)
returns boolean
language sql
immutable
parallel safe
return case
  when pg_catalog.char_length(folded) > 40 then null
  -- Most sentences begin otherwise, and need no regular expression.
  when pg_catalog.split_part(pg_catalog.translate(folded, ',.!''', '    '), ' ', 1) <> all('{"",yes,yeah,yea,yep,ja,oui,si,sim,sure,absolutely,exactly,indeed,definitely,certainly,of,i,you,he,she,it,they,we,that,this,there,right,correct,true,no,nope,nah,nein,non,nao,nee}'::text[]) then null
  when folded !~ '[a-z]' then null
  when folded ~ '^(?:(?:yes|yeah|yea|yep|ja|oui|si|sim|sure|absolutely|exactly|indeed|definitely|certainly|of course)\M[ ,.!]*)?(?:(?:i|you|he|she|it|they|we|that|this|there) (?:really |certainly |definitely |sure )?(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|may|might)|i agree(?: with (?:you|that))?|(?:that is |that''s )?(?:right|correct|true))?[ .!]*$' then true
  when folded ~ '^(?:(?:no|nope|nah|nein|non|nao|nee)\M[ ,.!]*)?(?:(?:i|you|he|she|it|they|we|that|this|there) (?:really |certainly |definitely )?(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|may|might)(?: not|n''t|''t|not)|i disagree|(?:that is |that''s )(?:wrong|false|not (?:right|correct|true)))?[ .!]*$' then false
end;
comment on function groundcheck_internal.reply_says is
'Whether a folded sentence says no more than yes (true) or no (false); null where it says something of its own.';
revoke all on function groundcheck_internal.reply_says from public;

-- "Yes, dogs are welcome": what answers the question's form is no word that the context would have. What denies stays.
create or replace function groundcheck_internal.without_interjection(claim text)
returns text
language sql
immutable
parallel safe
return case
  -- Most claims begin otherwise, and need no regular expression.
  when pg_catalog.lower(pg_catalog.left(claim, 10) collate "C") like any('{yes%,yeah%,yea%,yep%,yup%,ya%,well%,oh%,wow%,lol%,ah%,aha%,sure%,absolutely%,indeed%,hmm%}')
    then pg_catalog.regexp_replace(
      claim,
      '^(?:(?:yes|yeah|yea|yep|yup|ya|well|oh|wow|lol|ah|aha|sure|absolutely|indeed|hmm+)\M(?=\s*[,!.:;\u2013\u2014-]|\s+(?:and|but|it|they|he|she|i|the|we|you|that|this|there)\M)\s*[,!.:;\u2013\u2014-]*\s*)+(?=\S+\s+\S)',
      '', 'i'
    )
  else claim
end;
comment on function groundcheck_internal.without_interjection is 'A claim without the yes, well or oh that it opens with.';
revoke all on function groundcheck_internal.without_interjection from public;

-- What a question asks with and its answer does not repeat: "What does an hour of lessons cost?" "30 euros".
create or replace function groundcheck_internal.question_words()
returns text
language sql
immutable
parallel safe
return '^(?:(?:what|who|whom|whose|which|when|where|why|how|much|many|long|often|far|old|do|does|did|is|are|was|were|will'
|| '|would|can|could|should|has|have|had|wie|viel|viele|wer|wann|wo|welche[rs]?|kostet|combien|quel|quelle|quand|cuánto'
|| '|cuándo|quién|quanto|quando|chi|hoeveel|wanneer|wie)\M[ ,]*)+';
comment on function groundcheck_internal.question_words is 'A regular expression for the words that a question begins with.';
revoke all on function groundcheck_internal.question_words from public;

-- Whether a text's last question can be answered by yes or no: it opens with its verb.
create or replace function groundcheck_internal.asks_whether(question text)
returns boolean
language sql
immutable
parallel safe
return coalesce(
  question ~* '(?:^|[.!?,;:]\s*|\m(?:and|but|so|or)\s+)(?:am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|may|might|isn''t|aren''t|don''t|doesn''t|didn''t|can''t|won''t|ist|sind|kann|darf|hat|haben|gibt|est-ce|peut-on|hay|puede[ns]?|tiene[ns]?)\M[^.!?]*[?\uff1f]\s*$',
  false
);
comment on function groundcheck_internal.asks_whether is 'Whether the last question of a text can be answered by yes or no.';
revoke all on function groundcheck_internal.asks_whether from public;

-- The claims of an answer, in order. One that opens with a pronoun is read with the subject of the last claim that does
-- not; a statement that is made twice is parsed once.
create or replace function groundcheck_internal.parse_answer(answer text, question text)
returns groundcheck_internal.parsed_claim[]
language plpgsql
stable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    with claim as materialized (
      select
        c.*,
        groundcheck_internal.statement_of(
          case when c.is_reply then 'fragment' else c.kind end, c.lead_in, c.claim,
          case when c.is_reply or count(*) filter (where c.checkable) over () = 1 then parse_answer.question end
        ) as statement,
        -- A bare yes beside other claims adds to them only where it answers a question that can be answered so.
        c.checkable and not (
          c.is_reply and count(*) filter (where c.checkable) over () > 1
          and not groundcheck_internal.asks_whether(parse_answer.question)
        ) as is_checked,
        c.kind = 'statement' and not c.is_reply and translate(left(c.claim, 6), '''', ' ') like any (
          array['He %', 'She %', 'It %', 'They %', 'His %', 'Her %', 'Its %', 'Their %']
        ) as opens_with_pronoun
      from (
        select
          d.*,
          d.checkable and char_length(d.claim) <= 40 and groundcheck_internal.reply_says(f.folded) is not null as is_reply
        from groundcheck.split_claims(parse_answer.answer) as d
        -- Computed once, not at each place that reply_says uses it.
        cross join lateral (select groundcheck_internal.fold(left(d.claim, 41)) as folded offset 0) as f
        offset 0
      ) as c
    ),

    linked as materialized (
      select
        c.claim_index, c.claim, c.span_start, c.span_end,
        case when c.checkable and not c.is_checked then 'reply' else c.kind end as kind, c.is_checked, c.citations,
        coalesce(
          case when c.opens_with_pronoun then groundcheck_internal.resolve_pronoun(c.claim, before.claim) end, c.statement
        ) as statement
      from (
        select
          d.*,
          max(d.claim_index) filter (where d.is_checked and not d.opens_with_pronoun) over (
            order by d.claim_index rows between unbounded preceding and 1 preceding
          ) as subject_index
        from claim as d
      ) as c
      left join claim as before on c.opens_with_pronoun and before.claim_index = c.subject_index
    ),

    statement as materialized (
      select d.statement, row_number() over (order by d.statement)::int as ordinal
      from (select distinct c.statement from linked as c) as d
    )

    select coalesce(array_agg(row(
      c.claim_index, c.claim, c.statement, c.span_start, c.span_end, c.kind, c.is_checked, c.citations,
      p.tokens, groundcheck_internal.asserted_values(p.vals, d.statement), p.features, p.embedding
    )::groundcheck_internal.parsed_claim order by c.claim_index), '{}')
    from groundcheck_internal.parse_statements(
      (select array_agg(d.statement order by d.ordinal) from statement as d)
    ) as p
    join statement as d on d.ordinal = p.ordinal
    join linked as c on c.statement = d.statement
  );
end;
$$;
comment on function groundcheck_internal.parse_answer is 'The claims of an answer, split and parsed; an empty array where it has none.';
revoke all on function groundcheck_internal.parse_answer from public;
