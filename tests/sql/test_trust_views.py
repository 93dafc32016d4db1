"""Views over time and over labels: seeded rows, exact numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

import psycopg
import pytest

from tests.support import Query

PASS, REJECT = "PASS", "REJECT"


def add(
    query: Query,
    at: str,
    *,
    score: float | None = 0.5,
    action: str = REJECT,
    status: str = "final",
    reason: str = "unsupported",
    claims: Sequence[tuple[str, float | None]] = (),
    policy: str = "default",
    latency: float = 10,
) -> str:
    """A check of that time with claims (verdict, support); returns its id."""
    id_ = query.value(
        """
        with new as (
          insert into groundcheck_internal.checks (
            id, created_at, status, action, trust_score, reason_code, reason, policy_id, method, threshold, latency_ms
          )
          select
            i.id, groundcheck_internal.id_time(i.id), %s, %s, %s, %s, '', p.id, p.method, p.threshold, %s
          from (
            select overlay(
              encode(uuid_send(groundcheck_internal.new_id()), 'hex')
              placing lpad(to_hex((extract(epoch from %s::timestamptz) * 1000)::bigint), 12, '0') from 1 for 12
            )::uuid as id
          ) as i
          cross join groundcheck_internal.find_policy(%s) as p
          returning id
        )
        select id::text from new
        """,
        status, action, score, reason, latency, at, policy,
    )  # fmt: skip
    for index, (verdict, support) in enumerate(claims):
        query.connection.execute(
            "insert into groundcheck_internal.claims"
            " (check_id, created_at, claim_index, claim, statement, span_start, span_end, kind, verdict, support)"
            " select %s, groundcheck_internal.id_time(%s::uuid), %s, 'c', 'c', 0, 1, 'statement', %s, %s",
            [id_, id_, index, verdict, support],
        )
    return str(id_)


def label(query: Query, id_: str, claim: int | None, grounded: bool, by: str = "ann") -> None:
    query.value("select groundcheck.label(%s, %s, %s, null, %s)", id_, claim, grounded, by)


@pytest.fixture
def seeded(query: Query) -> Query:
    """Two hours of one day, and one of the next, long ago."""
    add(query, "2024-03-01 10:05Z", score=0.9, action=PASS, reason="supported", latency=5,
        claims=[("supported", 0.9), ("not_checkable", None)])  # fmt: skip
    add(query, "2024-03-01 10:59:59Z", score=0.3, reason="contradicted", latency=15,
        claims=[("contradicted", 0.1), ("supported", 0.5)])  # fmt: skip
    add(query, "2024-03-01 10:30Z", status="failed", score=None, reason="not_scored")
    add(query, "2024-03-01 11:00Z", status="provisional", score=0.6, action=PASS, claims=[("supported", 1.0)])
    add(query, "2024-03-02 00:00Z", score=0.4, action="REVIEW", claims=[("unsupported", 0.4)])
    return query


HOURLY = (
    "select hour at time zone 'UTC' as hour, policy, policy_version, checks, passed, review,"
    " rejected, failed, unfinished,"
    " pass_rate, scored, mean_trust_score, lowest_trust_score, claims, supported, unsupported, contradicted,"
    " not_checkable, contradiction_rate, mean_latency_ms, highest_latency_ms, tenant from groundcheck.trust_hourly"
    " order by hour"
)
NUMBERS = [
    ("2024-03-01 10", 3, 1, 0, 1, 1, 0, 0.5, 2, 0.6, 0.3, 4, 2, 0, 1, 1, 1 / 3, 10, 15),
    ("2024-03-01 11", 1, 0, 0, 0, 0, 1, None, 0, None, None, 1, 1, 0, 0, 0, 0, 10, 10),
    ("2024-03-02 00", 1, 0, 1, 0, 0, 0, 0, 1, 0.4, 0.4, 1, 0, 1, 0, 0, 0, 10, 10),
]


def hourly(query: Query) -> list[tuple[object, ...]]:
    return [(row[0].strftime("%Y-%m-%d %H"), *row[3:-1]) for row in query.rows(HOURLY)]


def equal(rows: Sequence[Sequence[object]], expected: Sequence[Sequence[object]]) -> None:
    assert len(rows) == len(expected)
    for row, wanted in zip(rows, expected, strict=True):
        assert [value if isinstance(value, str) else pytest.approx(value) for value in wanted] == list(row)


class TestTrust:
    def test_hours(self, seeded: Query) -> None:
        equal(hourly(seeded), NUMBERS)

    def test_days(self, seeded: Query) -> None:
        rows = seeded.rows(
            "select day::text, checks, passed, review, rejected, failed, unfinished, pass_rate, scored,"
            " mean_trust_score, lowest_trust_score, claims, supported, unsupported, contradicted,"
            " not_checkable, contradiction_rate,"
            " mean_latency_ms, highest_latency_ms from groundcheck.trust_daily order by day"
        )
        equal(rows, [
            ("2024-03-01", 4, 1, 0, 1, 1, 1, 0.5, 2, 0.6, 0.3, 5, 3, 0, 1, 1, 0.25, 10, 15),
            ("2024-03-02", 1, 0, 1, 0, 0, 0, 0, 1, 0.4, 0.4, 1, 0, 1, 0, 0, 0, 10, 10),
        ])  # fmt: skip

    def test_days_are_those_of_utc_in_any_session(self, seeded: Query) -> None:
        seeded.connection.execute("set local timezone = 'Pacific/Auckland'")
        assert seeded.rows("select day::text from groundcheck.trust_daily order by day") == [
            ("2024-03-01",), ("2024-03-02",)
        ]  # fmt: skip

    def test_are_the_same_with_and_without_summaries(self, seeded: Query) -> None:
        assert seeded.value("select groundcheck.refresh_summaries()") == 3
        equal(hourly(seeded), NUMBERS)
        assert seeded.value("select count(*) from groundcheck_internal.unsummarised") == 0
        assert seeded.value("select groundcheck.refresh_summaries()") == 0, "twice is once"
        equal(hourly(seeded), NUMBERS)

    def test_what_is_new_shows_at_once(self, seeded: Query) -> None:
        seeded.value("select groundcheck.refresh_summaries()")
        seeded.check("Tea is sold.", ["Tea is sold."])
        assert seeded.value("select count(*) from groundcheck.trust_hourly") == 4
        assert seeded.value("select sum(checks) from groundcheck.trust_daily") == 6

    def test_hours_that_changed_are_summed_again_where_asked(self, seeded: Query) -> None:
        seeded.value("select groundcheck.refresh_summaries()")
        seeded.connection.execute(
            "update groundcheck_internal.checks set status = 'final' where status = 'provisional'"
        )
        assert seeded.value("select groundcheck.refresh_summaries()") == 0, "older than a day before the last"
        assert seeded.value("select groundcheck.refresh_summaries('2024-03-01 11:30Z')") == 1
        assert seeded.value("select sum(passed) from groundcheck.trust_hourly") == 2
        assert seeded.value("select groundcheck.refresh_summaries('-infinity')") == 0

    def test_outlive_the_checks(self, seeded: Query) -> None:
        seeded.value("select groundcheck.refresh_summaries()")
        seeded.connection.execute("delete from groundcheck_internal.checks")
        seeded.value("select groundcheck.refresh_summaries()")
        equal(hourly(seeded), NUMBERS)

    def test_checks_made_again_are_not_counted(self, query: Query) -> None:
        document = query.check("Tea is sold.", ["Tea is sold."])
        query.value("select groundcheck.recheck(%s)", document["id"])
        assert query.value("select sum(checks) from groundcheck.trust_hourly") == 1

    def test_tenants_are_apart(self, seeded: Query) -> None:
        seeded.value("select groundcheck.refresh_summaries()")
        for tenant in ("a", "b"):
            seeded.connection.execute("select set_config('groundcheck.tenant', %s, true)", [tenant])
            add(seeded, "2024-03-01 10:10Z", score=0.1)
        assert seeded.value("select groundcheck.refresh_summaries()") == 2
        assert seeded.rows(
            "select tenant, checks from groundcheck.trust_hourly where hour = '2024-03-01 10:00Z'"
            " order by tenant"
        ) == [("", 3), ("a", 1), ("b", 1)]  # fmt: skip

    def test_nothing_is_no_row_and_no_error(self, query: Query) -> None:
        assert query.value("select groundcheck.refresh_summaries()") == 0
        for view in ("trust_hourly", "trust_daily", "policy_performance", "threshold_curve", "reliability_curve",
                     "source_quality", "drift", "label_agreement"):  # fmt: skip
            assert query.connection.execute(f"select * from groundcheck.{view}".encode()).fetchall() == []
        assert query.rows("select * from groundcheck.check_drift()") == []

    def test_scores_fall_into_tenths(self, query: Query) -> None:
        for score in (0, 0.0999, 0.1, 0.3, 0.7, 0.9, 1.0):
            add(query, "2024-03-01 10:00Z", score=score)
        query.value("select groundcheck.refresh_summaries()")
        assert query.value("select trust_bins from groundcheck_internal.check_summaries") == [
            2,
            1,
            0,
            1,
            0,
            0,
            0,
            1,
            0,
            2,
        ]


@pytest.fixture
def labelled(query: Query) -> Query:
    """Five answers of one claim: two pass, of which one is grounded; three do not, of which one is grounded."""
    for score, action, reason, grounded in (
        (0.95, PASS, "supported", True),
        (0.75, PASS, "supported", False),
        (0.72, REJECT, "contradicted", True),
        (0.25, REJECT, "unsupported", False),
        (0.15, REJECT, "unsupported", False),
    ):
        verdict = {"supported": "supported", "contradicted": "contradicted"}.get(reason, "unsupported")
        label(query, add(query, "2024-03-01 10:00Z", score=score, action=action, reason=reason,
                         claims=[(verdict, score)]), 0, grounded)  # fmt: skip
    return query


class TestPolicyPerformance:
    def test_counts_and_rates(self, labelled: Query) -> None:
        ((*row,),) = labelled.rows(
            "select policy, checks, pass_rate, mean_trust_score, contradiction_rate, labelled_answers, passed_grounded,"
            " passed_ungrounded, stopped_grounded, stopped_ungrounded, precision, recall, balanced_accuracy,"
            " f1_ungrounded, labelled_claims, claim_precision, claim_recall, claim_balanced_accuracy, retired"
            " from groundcheck.policy_performance"
        )
        assert row == [
            "default", 5, pytest.approx(0.4), pytest.approx(2.82 / 5), pytest.approx(0.2), 5, 1, 1, 1, 2,
            0.5, 0.5, pytest.approx((0.5 + 2 / 3) / 2), pytest.approx(4 / 6), 5, 0.5, 0.5,
            pytest.approx((0.5 + 2 / 3) / 2), False,
        ]  # fmt: skip

    def test_of_a_policy_that_made_checks_again(self, query: Query) -> None:
        document = query.check("A cup of tea costs EUR 5.", ["A cup of tea costs EUR 4."])
        label(query, document["id"], None, False)
        query.rows("select groundcheck.create_policy('lax', '{\"threshold\": 0, \"contradiction_gate\": false}')")
        query.rows("select groundcheck.create_policy('lax', '{\"claim_floor\": null}')")
        for _ in range(2):
            query.value("select groundcheck.recheck(%s, 'lax')", document["id"])
        assert query.rows(
            "select policy, checks, labelled_answers, passed_ungrounded, stopped_ungrounded, precision, recall"
            " from groundcheck.policy_performance order by policy"
        ) == [("default", 1, 1, 0, 1, None, None), ("lax", 0, 1, 1, 0, 0.0, None)]  # fmt: skip

    def test_without_labels_nothing_is_claimed(self, seeded: Query) -> None:
        assert seeded.rows(
            "select checks, labelled_answers, precision, recall, f1_ungrounded, claim_precision"
            " from groundcheck.policy_performance"
        ) == [(5, 0, None, None, None, None)]  # fmt: skip


class TestThresholdCurve:
    def test_each_threshold(self, labelled: Query) -> None:
        rows = labelled.rows(
            "select threshold, labelled, passed, passed_grounded, passed_ungrounded, stopped_grounded, pass_rate,"
            " precision, recall, false_pass_rate, balanced_accuracy from groundcheck.threshold_curve"
            " where level = 'answer' and threshold in (0, 0.15, 0.16, 0.75, 0.76, 0.95, 0.96) order by threshold"
        )
        equal(rows, [
            (0, 5, 4, 1, 3, 1, 0.8, 0.25, 0.5, 1, 0.25),
            (0.15, 5, 4, 1, 3, 1, 0.8, 0.25, 0.5, 1, 0.25),
            (0.16, 5, 3, 1, 2, 1, 0.6, 1 / 3, 0.5, 2 / 3, 0.5 - 1 / 12),
            (0.75, 5, 2, 1, 1, 1, 0.4, 0.5, 0.5, 1 / 3, 0.5 + 1 / 12),
            (0.76, 5, 1, 1, 0, 1, 0.2, 1, 0.5, 0, 0.75),
            (0.95, 5, 1, 1, 0, 1, 0.2, 1, 0.5, 0, 0.75),
            (0.96, 5, 0, 0, 0, 2, 0, None, 0, 0, 0.5),
        ])  # fmt: skip

    def test_has_every_hundredth_for_both_levels(self, labelled: Query) -> None:
        assert labelled.rows(
            "select level, count(*), min(threshold), max(threshold) from groundcheck.threshold_curve"
            " group by 1 order by 1"
        ) == [("answer", 101, 0, 1), ("claim", 101, 0, 1)]  # fmt: skip


class TestReliabilityCurve:
    def test_bins_and_error(self, labelled: Query) -> None:
        rows = labelled.rows(
            "select bin_from, bin_to, labelled, mean_score, grounded_share, gap, calibration_error"
            " from groundcheck.reliability_curve where level = 'claim' order by bin_from"
        )
        error = (0.15 + 0.25 + 2 * 0.235 + 0.05) / 5
        equal(rows, [
            (0.1, 0.2, 1, 0.15, 0, 0.15, error),
            (0.2, 0.3, 1, 0.25, 0, 0.25, error),
            (0.7, 0.8, 2, 0.735, 0.5, 0.235, error),
            (0.9, 1.0, 1, 0.95, 1, -0.05, error),
        ])  # fmt: skip

    def test_one_is_in_the_last_bin(self, query: Query) -> None:
        label(query, add(query, "2024-03-01 10:00Z", score=1.0, action=PASS, claims=[("supported", 1.0)]), 0, True)
        assert query.rows("select distinct bin_from, bin_to, labelled from groundcheck.reliability_curve") == [
            (0.9, 1, 1)
        ]


class TestSourceQuality:
    def test_documents_by_what_rests_on_them(self, query: Query) -> None:
        for uri, body in (("doc://tea", "Tea is sold from nine to five."), ("doc://price", "The plan costs EUR 9."),
                          ("doc://unused", "Nobody asks for this.")):  # fmt: skip
            query.value("select groundcheck.load_document('kb', %s, %s)", uri, body)
        for answer in ("Tea is sold from nine to five. The plan costs EUR 12.", "The plan costs EUR 9."):
            document = query.value("select groundcheck.check_corpus(%s, 'kb')", answer)
        query.value("select groundcheck.recheck(%s)", document["id"])
        assert query.rows(
            "select uri, passages, claims, supported, unsupported, contradicted, support_rate,"
            " contradiction_rate, mean_support is null, last_used_at is null from"
            " groundcheck.source_quality order by uri"
        ) == [
            ("doc://price", 1, 2, 1, 0, 1, 0.5, 0.5, False, False),
            ("doc://tea", 1, 1, 1, 0, 0, 1.0, 0.0, False, False),
            ("doc://unused", 1, 0, 0, 0, 0, None, None, True, True),
        ]  # fmt: skip

    def test_passage_that_stands_in_a_document_twice_counts_once(self, query: Query) -> None:
        query.rows(
            "select groundcheck_internal.store_document('kb', 'doc://x', sha256(''), '{}', null,"
            " array['Tea is sold.', 'Tea is sold.'])"
        )
        query.check("Tea is sold.", ["Tea is sold."])
        assert query.rows("select passages, claims from groundcheck.source_quality") == [(2, 1)]


def psi(day: Sequence[int], before: Sequence[int]) -> float:
    p = [(n + 0.5) / (sum(day) + 5) for n in day]
    q = [(n + 0.5) / (sum(before) + 5) for n in before]
    return sum((a - b) * math.log(a / b) for a, b in zip(p, q, strict=True))


class TestDrift:
    def test_index_of_each_day(self, query: Query) -> None:
        for day, scores in (("01", [0.95] * 3 + [0.55]), ("20", [0.95] * 2), ("29", [0.15, 0.15, 0.95])):
            for score in scores:
                add(query, f"2024-02-{day} 10:00Z", score=score, claims=[("supported", score)])
        add(query, "2024-03-30 10:00Z", score=0.5)
        rows = query.rows(
            "select day::text, scores, reference_scores, mean_score, reference_mean_score, psi from groundcheck.drift"
            " where metric = 'trust_score' order by day"
        )
        equal(rows, [
            ("2024-02-01", 4, 0, 0.85, None, None),
            ("2024-02-20", 2, 4, 0.95, 0.85, psi([0] * 9 + [2], [0] * 5 + [1, 0, 0, 0, 3])),
            ("2024-02-29", 3, 6, 1.25 / 3, 5.3 / 6, psi([0, 2, *[0] * 7, 1], [0] * 5 + [1, 0, 0, 0, 5])),
            ("2024-03-30", 1, 0, 0.5, None, None),
        ])  # fmt: skip

    def test_is_told(self, query: Query) -> None:
        told: list[str] = []
        query.connection.add_notice_handler(lambda notice: told.append(notice.message_primary or ""))
        for days, score in ((3, 0.95), (0, 0.15)):
            for _ in range(20):
                add(query, query.value("select (now() - make_interval(days => %s))::text", days), score=score)
        rows = query.rows(
            "select policy, metric, mean_score, reference_mean_score from groundcheck.check_drift(1, 0.2, 20)"
        )
        assert rows == [("default", "trust_score", pytest.approx(0.15), pytest.approx(0.95))]
        assert len(told) == 1
        assert told[0].startswith("trust_score of policy default (version 1) drifts")
        assert query.rows("select * from groundcheck.check_drift(1, 0.2, 21)") == []
        assert query.rows("select * from groundcheck.check_drift(1, 99, 20)") == []


class TestLabelAgreement:
    def test_people_with_verdicts_and_with_each_other(self, query: Query) -> None:
        for verdict, ann, ben in (
            ("supported", True, True),
            ("supported", True, False),
            ("supported", False, False),
            ("unsupported", False, True),
            ("unsupported", False, None),
        ):
            id_ = add(query, "2024-03-01 10:00Z", claims=[(verdict, 0.5)])
            label(query, id_, 0, not ann)
            label(query, id_, 0, ann)
            if ben is not None:
                label(query, id_, 0, ben, "ben")
        rows = query.rows(
            "select labelled_by, compared_with, policy, labelled, both_grounded, only_first_grounded,"
            " only_second_grounded, neither_grounded, agreement, kappa from groundcheck.label_agreement"
            " where level = 'claim' order by labelled_by, compared_with"
        )
        assert rows == [
            ("ann", "ben", None, 4, 1, 1, 1, 1, 0.5, 0),
            ("ann", "verdict", "default", 5, 2, 0, 1, 2, 0.8, pytest.approx((0.8 - 0.48) / 0.52)),
            ("ben", "verdict", "default", 4, 1, 1, 2, 0, 0.25, pytest.approx((0.25 - 0.5) / 0.5)),
        ]

    def test_no_kappa_where_both_always_say_the_same(self, query: Query) -> None:
        label(query, add(query, "2024-03-01 10:00Z", action=PASS, reason="supported"), None, True)
        assert query.rows("select agreement, kappa from groundcheck.label_agreement") == [(1, None)]


def test_no_view_reads_what_is_not_a_number(db: psycopg.Connection, labelled: Query) -> None:
    for view in ("trust_hourly", "trust_daily", "policy_performance", "threshold_curve", "reliability_curve", "drift"):
        for row in db.execute(f"select * from groundcheck.{view}".encode()).fetchall():
            assert not any(isinstance(value, float) and not math.isfinite(value) for value in row)
