"""A batch of jobs through the verifier. One text that it cannot take is found by halving, and fails alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from groundcheck_db.verifier import Pair, Probabilities

Verify = Callable[[Sequence[Pair]], list[Probabilities]]


@dataclass(frozen=True, slots=True)
class Job:
    """A check that waits for the verifier.

    Attributes:
        id: of the job.
        claim_indexes: the claims that the pairs are of.
        pairs: what to read; none where the evidence has been erased.
    """

    id: int
    claim_indexes: tuple[int, ...]
    pairs: tuple[Pair, ...]


def jobs_of(rows: Iterable[tuple[int, int | None, str | None, str | None]]) -> list[Job]:
    """Group leased rows (job, claim, premise, hypothesis), which come in the order of their jobs."""
    jobs = []
    for job_id, of_job in groupby(rows, key=itemgetter(0)):
        whole = [
            (claim_index, Pair(premise, hypothesis))
            for _id, claim_index, premise, hypothesis in of_job
            if claim_index is not None and premise is not None and hypothesis is not None
        ]
        jobs.append(Job(job_id, tuple(index for index, _pair in whole), tuple(pair for _index, pair in whole)))
    return jobs


def verify_jobs(jobs: Sequence[Job], verify: Verify) -> dict[int, list[Probabilities] | Exception]:
    """Verify jobs together; where that raises, in halves, down to the job that raises alone.

    Returns:
        By job: one result a pair, or what was raised.
    """
    try:
        said = verify([pair for job in jobs for pair in job.pairs])
    except Exception as error:  # a text may make the model raise anything; it is told, by job
        if len(jobs) == 1:
            return {jobs[0].id: error}
        half = len(jobs) // 2
        return verify_jobs(jobs[:half], verify) | verify_jobs(jobs[half:], verify)
    found: dict[int, list[Probabilities] | Exception] = {}
    start = 0
    for job in jobs:
        found[job.id] = said[start : start + len(job.pairs)]
        start += len(job.pairs)
    return found
