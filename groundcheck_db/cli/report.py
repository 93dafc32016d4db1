"""The document of a check, laid out for people. Reads what the database decided and decides nothing."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from groundcheck_db.cli.console import printable

if TYPE_CHECKING:
    from rich.console import Console

ACTION_STYLES = {"PASS": "bold green", "REVIEW": "bold yellow", "REJECT": "bold red"}
_ORDER = ("id", "timestamp", "status", "action", "trust_score", "policy", "audit_details", "models")
_DETAILS_ORDER = ("reason", "reason_code", "contradictions", "unsupported", "claims")
_VERDICT_STYLES = {
    "supported": "green",
    "unsupported": "yellow",
    "contradicted": "red",
    "not_checkable": "dim",
}


def print_document(console: Console, document: dict[str, Any]) -> None:
    """Print action, trust score and reason, then a row for each claim."""
    console.print(headline(document))
    if reason := document["audit_details"].get("reason"):
        console.print(Text(printable(reason)))
    if claims := document["audit_details"].get("claims"):
        console.print()
        console.print(_claim_table(claims, _sources(document["audit_details"])))
    console.print(Text(f"\n{document['id']}", style="dim"))


def to_json(document: dict[str, Any]) -> str:
    """The document as JSON in the order in which people read it; jsonb keeps none. ASCII where stdout is not UTF-8."""
    details = document["audit_details"]
    ordered = {key: document[key] for key in _ORDER if key in document} | document
    ordered["audit_details"] = {key: details[key] for key in _DETAILS_ORDER if key in details} | details
    unicode_out = (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(ordered, indent=2, ensure_ascii=not unicode_out)
    return re.sub(r"\[\n\s+(\d+),\n\s+(\d+)\n\s+\]", r"[\1, \2]", text)  # spans on one line


def headline(document: dict[str, Any]) -> Text:
    """Action, trust score and what it was measured by, in one line."""
    policy = document.get("policy") or {}
    score = document.get("trust_score")
    parts = [
        "no trust score" if score is None else f"trust score {score:.2f}",
        f"threshold {policy['threshold']:.2f}" if policy.get("threshold") is not None else "",
        f"policy {policy['name']} version {policy['version']}" if policy else "",
        "" if document["status"] == "final" else document["status"],
    ]
    return Text.assemble(
        (document["action"], ACTION_STYLES.get(document["action"], "bold")),
        "  " + ", ".join(part for part in parts if part),
    )


def support(value: float | None) -> str:
    """A claim's support, or a dash where it has none."""
    return "-" if value is None else f"{value:.2f}"


def _sources(details: dict[str, Any]) -> dict[int, tuple[int | None, str]]:
    """By claim index: the passage and the sentence that speak against it or come closest."""
    found: dict[int, tuple[int | None, str]] = {}
    for entry, key in [
        *((entry, "closest_source") for entry in details.get("unsupported") or []),
        *((entry, "source_truth") for entry in details.get("contradictions") or []),
    ]:
        if entry.get(key):
            found[entry["claim_index"]] = (entry.get("context_index"), entry[key])
    return found


def _claim_table(claims: list[dict[str, Any]], sources: dict[int, tuple[int | None, str]]) -> Table:
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    table.add_column("#", justify="right")
    table.add_column("claim", overflow="fold", ratio=4)
    table.add_column("verdict", no_wrap=True)
    table.add_column("support", justify="right", no_wrap=True)
    table.add_column("evidence (passage: text)", overflow="fold", ratio=5)
    for position, claim in enumerate(claims):
        evidence = claim.get("evidence") or []
        best = (evidence[0].get("context_index"), evidence[0].get("text") or "") if evidence else (None, "")
        index, text = sources.get(claim.get("claim_index", position), best)
        table.add_row(
            str(claim.get("claim_index", position)),
            Text(printable(claim["claim"])),
            Text(claim["verdict"].replace("_", " "), style=_VERDICT_STYLES.get(claim["verdict"], "")),
            support(claim.get("support")),
            Text(printable(text if index is None else f"{index}: {text}")),
        )
    return table
