"""Train a cross-encoder on pairs; stop and resume at any time.

::

    nice -n 5 python -m training.train --encoder ENCODER --out RUN --tokens 20000000 \
        --pairs clean.jsonl.gz=1 --pairs synthetic.jsonl.gz=0.5

Each file holds JSON lines with premise, hypothesis and one of: ``label`` (entail, neutral, contradiction), ``label``
(0 or 1: only whether it is entailed is known, and neutral or contradiction is left to the model), or ``soft`` (three
probabilities of a teacher), with ``kind`` and ``source`` as decoration. A file's weight is its share of every chunk.
Without --encoder the run starts from --init, a folder that this script wrote; where RUN has a checkpoint, from there.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import signal
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch.nn import functional

from training import model as models

CHUNK = 8192  # pairs that are sorted by length together
NAMES = {"entail": 0, "neutral": 1, "contradiction": 2}


@dataclass(frozen=True)
class Source:
    """Pairs of one file, and its share of a chunk."""

    pairs: list[dict]
    share: float

    def take(self, start: int, count: int, seed: int) -> list[dict]:
        """``count`` pairs from position ``start`` of an endless row of shuffled passes."""
        found: list[dict] = []
        while len(found) < count:
            turn, place = divmod(start + len(found), len(self.pairs))
            order = list(range(len(self.pairs)))
            random.Random(f"{seed} {turn}").shuffle(order)
            found += [self.pairs[i] for i in order[place : place + count - len(found)]]
        return found


def read_source(setting: str) -> Source:
    """Read ``FILE=weight``; the share is relative."""
    path, _, weight = setting.rpartition("=")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return Source([json.loads(line) for line in lines], float(weight))


def batches(sources: list[Source], chunk: int, seed: int, tokenizer: Tokenizer, budget: int):
    """The batches of one chunk: pairs of like length, at most ``budget`` tokens with padding."""
    total = sum(source.share for source in sources)
    pairs = []
    for source in sources:
        count = round(CHUNK * source.share / total)
        pairs += source.take(chunk * count, count, seed)
    encoded = tokenizer.encode_batch([(pair["premise"], pair["hypothesis"]) for pair in pairs])
    rng = random.Random(f"{seed} {chunk}")
    order = sorted(range(len(pairs)), key=lambda i: len(encoded[i].ids) + rng.random())
    found, batch = [], []
    for i in order:
        if batch and len(encoded[i].ids) * (len(batch) + 1) > budget:
            found.append(batch)
            batch = []
        batch.append(i)
    found.append(batch)
    rng.shuffle(found)
    for batch in found:
        yield collate([encoded[i] for i in batch], [pairs[i] for i in batch])


def segments(item) -> list[int]:
    """0 for the premise, 1 for the hypothesis; tokenizers of encoders without token types give 0 for both."""
    return item.type_ids if any(item.type_ids) else [int(segment == 1) for segment in item.sequence_ids]


def collate(encoded, pairs):
    """Pad; targets are (n, 3) probabilities, and a flag where only entailed-or-not is known."""
    width = max(len(item.ids) for item in encoded)
    ids, mask, types = (torch.zeros(len(encoded), width, dtype=torch.int64) for _ in range(3))
    for row, item in enumerate(encoded):
        n = len(item.ids)
        ids[row, :n] = torch.tensor(item.ids)
        mask[row, :n] = 1
        types[row, :n] = torch.tensor(segments(item))
    target = torch.zeros(len(pairs), 3)
    two_way = torch.zeros(len(pairs), dtype=torch.bool)
    for row, pair in enumerate(pairs):
        if "soft" in pair:
            target[row] = torch.tensor(pair["soft"])
        elif isinstance(pair["label"], str):
            target[row, NAMES[pair["label"]]] = 1.0
        else:
            two_way[row] = True
            target[row, 0] = float(pair["label"])
    return (ids, mask, types), target, two_way


def loss_of(logits: torch.Tensor, target: torch.Tensor, two_way: torch.Tensor, smoothing: float) -> torch.Tensor:
    """Mean cross-entropy; a two-way row compares p(entailment) with its rest."""
    logs = functional.log_softmax(logits.float(), dim=-1)
    smooth = target * (1 - smoothing) + smoothing / 3
    three = -(smooth * logs).sum(-1)
    refused = torch.logsumexp(logs[:, 1:], dim=-1)
    entailed = target[:, 0] * (1 - smoothing) + smoothing / 2
    two = -(entailed * logs[:, 0] + (1 - entailed) * refused)
    return torch.where(two_way, two, three).mean()


def groups(net: models.CrossEncoder, lr: float, decay: float, head: float, freeze: int) -> list[dict]:
    """Parameter groups: lower layers learn more slowly, the new head faster, word vectors not at all.

    With ``freeze`` the lowest layers do not learn either, nor anything under them; no gradient is computed for them.
    """
    layers = net.encoder.config.num_hidden_layers
    found: dict[float, list] = {}
    for name, parameter in net.named_parameters():
        layer = int(name.split(".layer.")[1].split(".")[0]) if ".layer." in name else None
        if "word_embeddings" in name or (freeze and (layer or 0) < freeze and name.startswith("encoder.")):
            parameter.requires_grad_(False)
            continue
        if not name.startswith("encoder."):
            scale = head
        elif layer is not None:
            scale = decay ** (layers - 1 - layer)
        elif "token_type" in name:
            scale = 1.0
        else:
            scale = decay**layers
        found.setdefault(scale, []).append(parameter)
    return [{"params": parameters, "lr": lr * scale, "peak": lr * scale} for scale, parameters in found.items()]


def main() -> None:
    """Train until the budget of tokens is spent or a signal comes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", action="append", required=True, help="FILE=weight")
    parser.add_argument("--encoder", type=Path, help="folder of an encoder to put a head on")
    parser.add_argument(
        "--init", type=Path, help="folder of a trained cross-encoder to go on from, with a new schedule"
    )
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tokens", type=float, default=2e7, help="the whole run; the rate falls to zero over it")
    parser.add_argument("--minutes", type=float, default=math.inf, help="ends the run too, whichever comes first")
    parser.add_argument("--batch", type=int, default=2000, help="tokens of a batch")
    parser.add_argument("--rate", type=float, default=1e-4, help="of the uppermost layer")
    parser.add_argument("--decay", type=float, default=0.9, help="of the rate from layer to layer downwards")
    parser.add_argument("--head", type=float, default=4.0, help="the head's rate as a multiple")
    parser.add_argument("--freeze", type=int, default=0, help="how many of the lowest layers do not learn")
    parser.add_argument("--warm-up", type=float, default=0.03)
    parser.add_argument("--smoothing", type=float, default=0.05)
    parser.add_argument("--average", type=float, default=0.998, help="decay of the weights' moving average")
    parser.add_argument("--max-tokens", type=int, default=256)
    parser.add_argument("--save-every", type=float, default=180, help="seconds")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    torch.manual_seed(arguments.seed)
    tokenizer = Tokenizer.from_file(str(arguments.tokenizer))
    tokenizer.no_padding()
    tokenizer.enable_truncation(arguments.max_tokens, strategy="only_first")
    net = models.from_encoder(arguments.encoder) if arguments.encoder else models.load(arguments.init)
    net.train()
    optimiser = torch.optim.AdamW(
        groups(net, arguments.rate, arguments.decay, arguments.head, arguments.freeze), weight_decay=0.01, fused=True
    )
    average = {name: value.detach().clone() for name, value in net.state_dict().items()}
    state = {"tokens": 0, "pairs": 0, "steps": 0, "chunk": 0, "batch": 0, "seconds": 0.0}
    checkpoint = arguments.out / "checkpoint.pt"
    if checkpoint.exists():
        saved = torch.load(checkpoint, weights_only=True)
        net.load_state_dict(saved["weights"])
        optimiser.load_state_dict(saved["optimiser"])
        average, state = saved["average"], state | saved["state"]
        fresh = groups(net, arguments.rate, arguments.decay, arguments.head, arguments.freeze)
        for group, renewed in zip(optimiser.param_groups, fresh, strict=True):
            group["peak"] = renewed["peak"]
    sources = [read_source(setting) for setting in arguments.pairs]
    print("pairs", [len(source.pairs) for source in sources], "from", state, flush=True)

    stopped = []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))

    def save_all() -> None:
        models.save(net, average, arguments.out / "average")
        partial = checkpoint.with_suffix(".new")
        torch.save(
            {
                "weights": net.state_dict(),
                "optimiser": optimiser.state_dict(),
                "average": average,
                "state": state,
            },
            partial,
        )
        partial.replace(checkpoint)

    arguments.out.mkdir(parents=True, exist_ok=True)
    saved_at = said_at = time.monotonic()
    said_tokens, running = state["tokens"], []
    stepped_at = saved_at

    def done() -> float:
        """How much of the run is over, from 0 to 1."""
        return max(state["tokens"] / arguments.tokens, state["seconds"] / 60 / arguments.minutes)

    while done() < 1 and not stopped:
        for number, (inputs, target, two_way) in enumerate(
            batches(sources, state["chunk"], arguments.seed, tokenizer, arguments.batch)
        ):
            if number < state["batch"]:
                continue
            scale = min(1.0, done() / arguments.warm_up + 0.01) * (1 - done())
            for group in optimiser.param_groups:
                group["lr"] = group["peak"] * scale
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits = net(*inputs)
            loss = loss_of(logits, target, two_way, arguments.smoothing)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            state["steps"] += 1
            state["seconds"] += time.monotonic() - stepped_at
            stepped_at = time.monotonic()
            state["batch"] = number + 1
            state["tokens"] += int(inputs[1].sum())
            state["pairs"] += len(target)
            decay = min(arguments.average, state["steps"] / (state["steps"] + 9))
            with torch.no_grad():
                for name, parameter in net.named_parameters():
                    if parameter.requires_grad:
                        average[name].lerp_(parameter, 1 - decay)
            hits = (logits.argmax(-1) == target.argmax(-1))[~two_way]
            both = (logits.float().softmax(-1)[:, 0] > 0.5) == (target[:, 0] > 0.5)
            running.append(
                (loss.item(), float(hits.float().mean()) if len(hits) else float("nan"), float(both.float().mean()))
            )
            if state["steps"] % 50 == 0:
                now = time.monotonic()
                means = [statistics.fmean(filter(math.isfinite, column)) for column in zip(*running, strict=True)]
                print(
                    time.strftime("%H:%M:%S"),
                    state,
                    f"loss {means[0]:.4f} three {means[1]:.4f} two {means[2]:.4f}",
                    f"tokens/s {(state['tokens'] - said_tokens) / (now - said_at):.0f}",
                    flush=True,
                )
                said_at, said_tokens, running = now, state["tokens"], []
            if time.monotonic() - saved_at > arguments.save_every:
                save_all()
                saved_at = time.monotonic()
            if stopped or done() >= 1:
                break
        else:
            state["chunk"] += 1
            state["batch"] = 0
    save_all()
    print("done", state, flush=True)


if __name__ == "__main__":
    main()
