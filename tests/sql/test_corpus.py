"""Retrieval from a collection, and checks against one."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from tests.conftest import database
from tests.support import Query

PRICES = "# Prices\n\nThe plan costs EUR 9 per month. It keeps files for 30 days."
SUPPORT = "Support answers within two working days by e-mail."
EXPORT = "Export formats supported: JSON, CSV only."


@pytest.fixture
def kb(query: Query) -> Query:
    """A collection of three short documents."""
    for uri, body in (("doc://prices", PRICES), ("doc://support", SUPPORT), ("doc://export", EXPORT)):
        assert query.value("select groundcheck.load_document('kb', %s, %s)", uri, body) == 1
    return query


def fill(query: Query, collection: str, count: int) -> None:
    """Passages with the vectors of six words each and no documents: enough for what finds vectors."""
    query.rows("select groundcheck_internal.store_document(%s, 'x', sha256(''), '{}', null, '{}')", collection)
    query.connection.execute(
        """
        insert into groundcheck_internal.collection_passages (collection, model_id, passage_hash, embedding)
        select
          %(collection)s, groundcheck_internal.static_encoder(), sha256(convert_to(%(collection)s || w.n, 'UTF8')),
          sum(v.embedding)
        from (
          select n, 2000 + (hashint4(n * 7 + t) & 8191) as token_id
          from generate_series(1, %(count)s) as n
          cross join generate_series(1, 6) as t
        ) as w
        join groundcheck_internal.token_vectors as v on v.token_id = w.token_id
        group by w.n
        """,
        {"collection": collection, "count": count},
    )


@pytest.fixture(scope="module")
def many_dsn(server_dsn: str, template: str) -> Iterator[str]:
    """A database with 12,000 passages in one collection and 300 in another."""
    with database(server_dsn, template) as dsn:
        with psycopg.connect(dsn) as connection:
            fill(Query(connection), "many", 12_000)
            fill(Query(connection), "few", 300)
            connection.execute("analyze groundcheck_internal.collection_passages")
        yield dsn


@pytest.fixture
def many(many_dsn: str) -> Iterator[Query]:
    with psycopg.connect(many_dsn) as connection:
        yield Query(connection)
        connection.rollback()


class TestLoadDocument:
    def test_sentences_and_vectors_are_made(self, kb: Query) -> None:
        assert kb.value("select count(*) from groundcheck_internal.collection_passages") == 3
        assert kb.value(
            "select count(*) from groundcheck_internal.document_passages as dp"
            " join groundcheck_internal.passage_sentences as ps using (tenant, passage_hash)"
            " join groundcheck_internal.vectors as v on v.hash = ps.sentence_hash"
            " and v.model_id = groundcheck_internal.static_encoder()"
        ) == 5  # fmt: skip

    def test_vector_is_that_of_the_passage(self, kb: Query) -> None:
        assert kb.value(
            "select c.embedding = groundcheck.embed(%s) from groundcheck_internal.collection_passages as c"
            " where c.passage_hash = groundcheck_internal.text_hash(%s)", SUPPORT, SUPPORT,
        )  # fmt: skip

    def test_again_replaces(self, kb: Query) -> None:
        kb.value("select groundcheck.load_document('kb', 'doc://prices', 'The plan costs EUR 12.')")
        rows = kb.rows("select passage, uri from groundcheck.retrieve('What does the plan cost?', 'kb', 9)")
        assert rows[0] == ("The plan costs EUR 12.", "doc://prices")
        assert len(rows) == 3

    def test_passage_that_another_document_has_stays(self, kb: Query) -> None:
        kb.value("select groundcheck.load_document('kb', 'doc://copy', %s)", SUPPORT)
        assert kb.value("select count(*) from groundcheck_internal.collection_passages") == 3
        assert kb.value("select groundcheck.remove_document('kb', 'doc://support')")
        assert kb.rows("select uri from groundcheck.retrieve('When does support answer?', 'kb', 1)") == [
            ("doc://copy",)
        ]
        assert kb.value("select groundcheck.remove_document('kb', 'doc://copy')")
        assert kb.value("select count(*) from groundcheck_internal.collection_passages") == 2

    def test_what_is_not_there_cannot_be_removed(self, kb: Query) -> None:
        assert not kb.value("select groundcheck.remove_document('kb', 'doc://nothing')")

    @pytest.mark.parametrize("name", [None, "", " \n", "x" * 201])
    def test_collection_without_a_name(self, query: Query, name: str | None) -> None:
        with pytest.raises(psycopg.DatabaseError, match="name of a collection") as caught:
            query.value("select groundcheck.load_document(%s, 'u', 'Text.')", name)
        assert caught.value.sqlstate == "GC505"

    @pytest.mark.parametrize("uri", [None, " "])
    def test_document_without_a_uri(self, query: Query, uri: str | None) -> None:
        with pytest.raises(psycopg.DatabaseError, match="needs a uri") as caught:
            query.value("select groundcheck.load_document('kb', %s, 'Text.')", uri)
        assert caught.value.sqlstate == "GC505"

    def test_uri_that_no_key_can_hold(self, query: Query) -> None:
        with pytest.raises(psycopg.DatabaseError, match="2700 bytes is too long") as caught:
            query.value("select groundcheck.load_document('kb', %s, 'Text.')", "u" * 2700)
        assert caught.value.sqlstate == "GC505"

    @pytest.mark.parametrize(("body", "said"), [(None, "null"), ("", "blank"), (" \n\u00a0", "blank")])
    def test_text_that_is_missing_empties_no_document(self, kb: Query, body: str | None, said: str) -> None:
        with (
            pytest.raises(psycopg.DatabaseError, match=f"the text of document 'doc://prices' is {said}") as caught,
            kb.connection.transaction(),
        ):
            kb.value("select groundcheck.load_document('kb', 'doc://prices', %s)", body)
        assert caught.value.sqlstate == "GC505"
        assert "groundcheck.remove_document(collection, uri)" in str(caught.value.diag.message_hint)
        assert kb.rows("select uri from groundcheck.retrieve('cost of the plan', 'kb', 1)") == [("doc://prices",)]

    def test_metadata_that_is_no_object(self, query: Query) -> None:
        with pytest.raises(psycopg.DatabaseError) as caught:
            query.value("select groundcheck.load_document('kb', 'u', 'Text.', '[]')")
        assert caught.value.sqlstate == "GC006"

    def test_text_without_words_is_kept_and_never_found(self, kb: Query) -> None:
        assert kb.value("select groundcheck.load_document('kb', 'doc://odd', %s)", "\ufffd \ufffd") == 1
        assert len(kb.rows("select uri from groundcheck.retrieve('plan', 'kb', 9)")) == 3

    def test_another_encoder_makes_all_vectors_anew(self, kb: Query) -> None:
        kb.connection.execute(
            "insert into groundcheck_internal.models (name, version, kind, digest, dims)"
            " values ('static', 'x', 'static', repeat('a', 64), 256)"
        )
        with pytest.raises(psycopg.DatabaseError, match="another encoder") as caught, kb.connection.transaction():
            kb.rows("select * from groundcheck.retrieve('plan', 'kb')")
        assert caught.value.sqlstate == "GC503"
        assert kb.value("select groundcheck_internal.reindex_collection('kb')") == 3
        assert len(kb.rows("select * from groundcheck.retrieve('plan', 'kb')")) == 3


class TestRetrieve:
    def test_best_first_with_source(self, kb: Query) -> None:
        rows = kb.rows(
            "select rank, passage, sentence, uri, span_start, span_end, similarity"
            " from groundcheck.retrieve('How many days are files kept?', 'kb', 3)"
        )
        assert [row[0] for row in rows] == [1, 2, 3]
        assert rows[0][1:6] == (PRICES, "It keeps files for 30 days.", "doc://prices", 0, len(PRICES))
        assert 1 >= rows[0][6] >= rows[1][6] >= rows[2][6] >= -1

    def test_similarity_is_the_mean_of_both_cosines(self, kb: Query) -> None:
        assert kb.value(
            "select abs(r.similarity - (groundcheck_internal.cosine(groundcheck.embed(r.passage), groundcheck.embed(q))"
            " + groundcheck_internal.cosine(groundcheck.embed(r.sentence), groundcheck.embed(q))) / 2)"
            " from (select 'How many days are files kept?' as q) as q"
            " cross join lateral groundcheck.retrieve(q.q, 'kb', 1) as r"
        ) < 1e-6  # fmt: skip

    def test_query_without_words_finds_nothing(self, kb: Query) -> None:
        assert kb.rows("select * from groundcheck.retrieve('', 'kb')") == []
        assert kb.rows("select * from groundcheck.retrieve(null, 'kb')") == []

    def test_unknown_collection(self, kb: Query) -> None:
        with pytest.raises(psycopg.DatabaseError, match="no collection 'kx'") as caught:
            kb.rows("select * from groundcheck.retrieve('plan', 'kx')")
        assert caught.value.sqlstate == "GC501"
        assert caught.value.diag.message_hint == "Collections: kb."

    @pytest.mark.parametrize("k", [0, -1, 101, None])
    def test_numbers_that_cannot_be(self, kb: Query, k: int | None) -> None:
        with pytest.raises(psycopg.DatabaseError, match="number of passages") as caught:
            kb.rows("select * from groundcheck.retrieve('plan', 'kb', %s)", k)
        assert caught.value.sqlstate == "GC502"

    def test_tenants_are_apart(self, kb: Query) -> None:
        kb.connection.execute("set local groundcheck.tenant = 'other'")
        nowhere = "no collection 'kb' for tenant 'other'"
        with pytest.raises(psycopg.DatabaseError, match=nowhere) as caught, kb.connection.transaction():
            kb.rows("select * from groundcheck.retrieve('plan', 'kb')")
        assert (caught.value.sqlstate, "kb" in str(caught.value.diag.message_hint)) == ("GC501", False)
        kb.value("select groundcheck.load_document('kb', 'doc://mine', 'Mine alone.')")
        assert kb.rows("select passage from groundcheck.retrieve('plan', 'kb')") == [("Mine alone.",)]

    def test_settings_are_put_back(self, kb: Query) -> None:
        kb.connection.execute("set local hnsw.ef_search = 77")
        kb.rows("select * from groundcheck.retrieve('plan', 'kb')")
        assert kb.value("select current_setting('hnsw.ef_search') || current_setting('hnsw.iterative_scan')") == "77off"


class TestIndex:
    @pytest.mark.parametrize(("collection", "used"), [("many", True), ("few", False)])
    def test_is_used_where_the_collection_is_large(self, many: Query, collection: str, used: bool) -> None:
        scans = "select pg_stat_get_xact_numscans('groundcheck_internal.collection_passages_by_vector'::regclass)"
        rows = many.rows(
            "select * from groundcheck_internal.candidate_passages(array[groundcheck.embed('tea')], %s, 20)", collection
        )
        assert len(rows) == 20
        assert (many.value(scans) > 0) is used

    def test_plan_is_an_ordered_scan_of_the_index(self, many: Query) -> None:
        plan = "\n".join(
            row[0]
            for row in many.rows(
                "explain select p.passage_hash from groundcheck_internal.collection_passages as p"
                " where p.tenant = '' and p.collection = 'many' and p.model_id = groundcheck_internal.static_encoder()"
                " order by p.embedding <=> groundcheck.embed('tea') limit 20"
            )
        )
        assert "Index Scan using collection_passages_by_vector" in plan
        assert "Sort" not in plan

    def test_nearest_are_those_of_the_exact_scan(self, many: Query) -> None:
        shared = 0
        for text in ("a cup of tea", "the price of the plan", "support answers by mail", "storage", "high towers"):
            near, exact = (
                {row[0] for row in many.rows(statement, text)}
                for statement in (
                    "select passage_hash from groundcheck_internal.candidate_passages("
                    " array[groundcheck.embed(%s)], 'many', 20)",
                    "select passage_hash from groundcheck_internal.scan_passages(groundcheck.embed(%s), 'many', 20)",
                )
            )
            assert len(near) == 20
            shared += len(near & exact)
        assert shared >= 80, "of 100"

    def test_fills_up_where_the_scan_of_the_index_gives_up(self, many: Query) -> None:
        many.connection.execute("set local enable_seqscan = off")
        many.connection.execute("set local enable_bitmapscan = off")
        many.connection.execute("set local enable_sort = off")
        many.connection.execute("set local hnsw.max_scan_tuples = 1")
        rows = many.rows(
            "select c.distance, c.passage_hash in"
            " (select p.passage_hash from groundcheck_internal.collection_passages as p where p.collection = 'few')"
            " from groundcheck_internal.candidate_passages(array[groundcheck.embed('tea')], 'few', 300) as c"
        )
        assert len(rows) == 300
        assert all(mine for _, mine in rows)
        assert rows == sorted(rows)


class TestCheckCorpus:
    def test_supported_with_its_source(self, kb: Query) -> None:
        document = kb.value("select groundcheck.check_corpus('The plan keeps files for 30 days.', 'kb')")
        assert document["action"] == "PASS"
        (claim,) = document["audit_details"]["claims"]
        best = claim["evidence"][0]
        assert best["text"] == "It keeps files for 30 days."
        assert best["source"]["uri"] == "doc://prices"
        start, end = best["source"]["span"]
        assert PRICES[start:end] == "It keeps files for 30 days."
        assert document["audit_details"]["collection"] == "kb"
        assert {source["uri"] for source in document["audit_details"]["sources"]} == {
            "doc://prices", "doc://support", "doc://export",
        }  # fmt: skip

    def test_contradicted(self, kb: Query) -> None:
        document = kb.value("select groundcheck.check_corpus('The plan costs EUR 12 per month.', 'kb', passages => 1)")
        assert (document["action"], document["audit_details"]["reason_code"]) == ("REJECT", "contradicted")
        assert document["audit_details"]["contradictions"][0]["source_truth"] == "The plan costs EUR 9 per month."

    def test_each_claim_has_its_own_passages(self, kb: Query) -> None:
        document = kb.value(
            "select groundcheck.check_corpus("
            "'The plan keeps files for 30 days. Support answers within two working days.', 'kb', passages => 1)"
        )
        assert document["action"] == "PASS"
        assert [source["uri"] for source in document["audit_details"]["sources"]] == ["doc://support", "doc://prices"]

    def test_question_finds_passages_too(self, kb: Query) -> None:
        document = kb.value(
            "select groundcheck.check_corpus('Support answers within two working days.', 'kb',"
            " 'Which export formats are supported?', passages => 1)"
        )
        assert [source["uri"] for source in document["audit_details"]["sources"]] == ["doc://support", "doc://export"]

    def test_is_the_check_against_those_passages(self, kb: Query) -> None:
        answer = "The plan costs EUR 9 per month, and Product supports XML export."
        corpus = kb.value("select groundcheck.check_corpus(%s, 'kb')", answer)
        plain = kb.check(answer, [row[0] for row in kb.rows(
            "select p.body from groundcheck_internal.check_passages as c"
            " join groundcheck_internal.passages as p on p.hash = c.passage_hash"
            " where 'audit_' || c.check_id = %s order by c.context_index", corpus["id"],
        )])  # fmt: skip
        assert (corpus["action"], corpus["trust_score"]) == (plain["action"], plain["trust_score"])

    def test_result_gives_the_same_document(self, kb: Query) -> None:
        document = kb.value("select groundcheck.check_corpus('The plan keeps files for 30 days.', 'kb')")
        assert kb.value("select groundcheck.result(%s)", document["id"]) == document

    def test_empty_collection_is_no_context(self, kb: Query) -> None:
        kb.rows("select groundcheck.remove_document('kb', uri) from groundcheck_internal.documents")
        document = kb.value("select groundcheck.check_corpus('The plan costs EUR 9.', 'kb')")
        assert (document["action"], document["audit_details"]["reason_code"]) == ("REJECT", "no_context")

    def test_nothing_to_check_needs_nothing(self, kb: Query) -> None:
        document = kb.value("select groundcheck.check_corpus('Hello!', 'kb')")
        assert document["audit_details"]["reason_code"] == "nothing_to_check"
        assert document["audit_details"]["sources"] == []

    @pytest.mark.parametrize(("answer", "code"), [(None, "empty_answer"), ("", "empty_answer")])
    def test_without_an_answer(self, kb: Query, answer: str | None, code: str) -> None:
        document = kb.value("select groundcheck.check_corpus(%s, 'kb')", answer)
        assert document["audit_details"]["reason_code"] == code

    def test_by_whole_answer(self, kb: Query) -> None:
        document = kb.value(
            "select groundcheck.check_corpus("
            "'Files are kept for 30 days.', 'kb', policy => 'mean_cosine', passages => 1)"
        )
        assert len(document["audit_details"]["similarities"]) == 1
        assert document["trust_score"] > 0.3

    @pytest.mark.parametrize(
        ("arguments", "sqlstate"),
        [
            ("'kx'", "GC501"),
            ("null", "GC501"),
            ("'kb', passages => 0", "GC502"),
            ("'kb', policy => 'nothing'", "GC101"),
            ("'kb', metadata => '[]'", "GC006"),
        ],
    )
    def test_wrong_calls(self, kb: Query, arguments: str, sqlstate: str) -> None:
        with pytest.raises(psycopg.DatabaseError) as caught:
            kb.connection.execute(f"select groundcheck.check_corpus('Tea.', {arguments})".encode())
        assert caught.value.sqlstate == sqlstate
