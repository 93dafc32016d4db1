"""What a check came to, as typed objects. They read the database's document and decide nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Self

Status = Literal["final", "provisional", "pending", "failed"]
Action = Literal["PASS", "REVIEW", "REJECT"]
Verdict = Literal["supported", "unsupported", "contradicted", "not_checkable"]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence of the context that speaks to a claim.

    Attributes:
        context_index: the passage that it stands in, from 0.
        text: the sentence.
        similarity: cosine to the claim, in [-1, 1].
    """

    context_index: int
    text: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of the answer.

    Attributes:
        claim: its text, without markup.
        claim_index: its place in the answer, from 0.
        kind: statement, list_item, table_row, fragment, greeting, question, abstention, ...
        verdict: what the check says of it.
        support: probability in [0, 1] that the context supports it; None where it is not checkable.
        span: where it stands in the answer, code points, half open.
        evidence: the sentences of the context that speak most to it, best first.
        citations: the citation marks that it carries.
    """

    claim: str
    claim_index: int
    kind: str
    verdict: Verdict
    support: float | None
    span: Span
    evidence: tuple[Evidence, ...]
    citations: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A claim that the context contradicts.

    Attributes:
        claim: its text.
        claim_index: its place in the answer, from 0.
        span: where it stands in the answer, code points, half open.
        source_truth: the sentence of the context that says otherwise.
        context_index: the passage that this stands in, from 0.
        kind: in what the two differ: value, negation, name, meaning, ...
        claim_part: the words of the claim that differ, where they are known.
        source_part: the words of the context that they differ from.
    """

    claim: str
    claim_index: int
    span: Span
    source_truth: str | None
    context_index: int | None
    kind: str | None
    claim_part: str | None
    source_part: str | None


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a check.

    Attributes:
        id: of the audit row.
        timestamp: when it was made, UTC.
        status: ``final``; ``provisional`` while the verifier has yet to speak; ``failed`` where nothing could be said.
        action: what to do with the answer, by the policy.
        trust_score: in [0, 1]; None where nothing was checked.
        reason: one sentence.
        reason_code: the same for programs.
        claims: all claims, in order.
        contradictions: those that the context contradicts.
        policy, policy_version, threshold: what it was judged by.
        encoder, verifier: the models, ``name@version``; verifier is None where the screen decided alone.
        relevance: cosine of the answer to the question; None without one.
        latency_ms: time that the screen took inside the server.
        document: the whole document as the database gave it.
    """

    id: str
    timestamp: datetime
    status: Status
    action: Action
    trust_score: float | None
    reason: str
    reason_code: str
    claims: tuple[Claim, ...]
    contradictions: tuple[Contradiction, ...]
    policy: str
    policy_version: int
    threshold: float
    encoder: str | None
    verifier: str | None
    relevance: float | None
    latency_ms: float
    document: dict[str, Any]

    @property
    def passed(self) -> bool:
        """Whether the database let the answer pass, for good."""
        return self.status == "final" and self.action == "PASS"

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> Self:
        """Read the document that ``groundcheck.check`` returns."""
        details, policy, models = document["audit_details"], document["policy"], document["models"]
        return cls(
            id=document["id"],
            timestamp=datetime.fromisoformat(document["timestamp"]),
            status=document["status"],
            action=document["action"],
            trust_score=document["trust_score"],
            reason=details["reason"],
            reason_code=details["reason_code"],
            claims=tuple(_claim(claim) for claim in details["claims"]),
            contradictions=tuple(_contradiction(found) for found in details["contradictions"]),
            policy=policy["name"],
            policy_version=policy["version"],
            threshold=policy["threshold"],
            encoder=models["encoder"],
            verifier=models["verifier"],
            relevance=document["relevance"],
            latency_ms=document["latency_ms"],
            document=document,
        )


def _claim(record: dict[str, Any]) -> Claim:
    return Claim(
        claim=record["claim"],
        claim_index=record["claim_index"],
        kind=record["kind"],
        verdict=record["verdict"],
        support=record["support"],
        span=(record["span"][0], record["span"][1]),
        evidence=tuple(
            Evidence(item["context_index"], item["text"], item["similarity"]) for item in record["evidence"]
        ),
        citations=tuple(record["citations"]),
    )


def _contradiction(record: dict[str, Any]) -> Contradiction:
    return Contradiction(
        claim=record["claim"],
        claim_index=record["claim_index"],
        span=(record["span"][0], record["span"][1]),
        source_truth=record["source_truth"],
        context_index=record["context_index"],
        kind=record["kind"],
        claim_part=record["claim_part"],
        source_part=record["source_part"],
    )
