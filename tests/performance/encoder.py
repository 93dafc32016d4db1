"""Throughput of the encoder beside a bare onnxruntime session over the very same padded batches.

Run it as ``python tests/performance/encoder.py``; the ratio should be 0.9 or more.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

from groundcheck_db.encoder import Encoder, batches, padded

WORDS = ("the", "of", "red", "river", "battery", "product", "supports", "export", "hours", "every", "price", "old")


def sample(count: int) -> list[str]:
    """Texts of 5 to 120 words, like the sentences and passages of a context."""
    random.seed(0)
    return [" ".join(random.choices(WORDS, k=int(5 * 24 ** random.random()))) for _ in range(count)]


def bare(encoder: Encoder, texts: list[str]) -> float:
    """Seconds that the session alone takes, its batches made beforehand."""
    windows = encoder.windows(texts)
    made = [padded([windows[place].ids for place in batch]) for batch in batches([len(w.ids) for w in windows])]
    start = time.perf_counter()
    for ids, mask in made:
        encoder.forward(ids, mask)
    return time.perf_counter() - start


def whole(encoder: Encoder, texts: list[str]) -> float:
    """Seconds from texts to vectors."""
    start = time.perf_counter()
    encoder.encode(texts)
    return time.perf_counter() - start


def main() -> None:
    """Print texts a second of both, taken in turns, and the ratio of their medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    encoder = Encoder(threads=arguments.threads)
    texts = sample(arguments.texts)
    whole(encoder, texts[:64])
    pairs = [(bare(encoder, texts), whole(encoder, texts)) for _ in range(arguments.rounds)]
    session, client = np.median([pair[0] for pair in pairs]), np.median([pair[1] for pair in pairs])
    print(f"bare session  {len(texts) / session:8.0f} texts/s")
    print(f"encoder       {len(texts) / client:8.0f} texts/s")
    print(f"ratio         {session / client:8.3f}")


if __name__ == "__main__":
    main()
