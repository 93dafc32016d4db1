"""The cross-encoder: a BERT-like encoder over premise and hypothesis, and a head that looks at both segments."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import nn
from transformers import AutoConfig, AutoModel, PretrainedConfig

LABELS = ("entailment", "neutral", "contradiction")
WEIGHTS, CONFIG = "model.safetensors", "config.json"


class CrossEncoder(nn.Module):
    """Three logits for a pair of texts.

    The first token's state alone learns slowly here, because the encoders that we start from were trained to pool by
    the mean. So the head also sees each segment's mean, their difference and product (as in InferSent, Conneau et al.
    2017), and the greatest value over the hypothesis' tokens: one unsupported word is enough to refuse a claim.
    """

    def __init__(self, encoder: nn.Module, dropout: float = 0.1) -> None:
        super().__init__()
        self.encoder = encoder
        dims = encoder.config.hidden_size
        self.head = nn.Sequential(nn.Dropout(dropout), nn.Linear(5 * dims, dims), nn.GELU(), nn.Dropout(dropout))
        self.classify = nn.Linear(dims, len(LABELS))
        self.has_types = getattr(encoder.config, "type_vocab_size", 0) > 1

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        """Return logits (n, 3) of ids, mask and types (n, tokens)."""
        types = {"token_type_ids": token_type_ids} if self.has_types else {}
        states = self.encoder(input_ids=input_ids, attention_mask=attention_mask, **types).last_hidden_state
        first = states[:, 0]
        in_hypothesis = (token_type_ids * attention_mask).unsqueeze(-1).to(states.dtype)
        in_premise = ((1 - token_type_ids) * attention_mask).unsqueeze(-1).to(states.dtype)
        hypothesis = (states * in_hypothesis).sum(1) / in_hypothesis.sum(1).clamp(min=1.0)
        premise = (states * in_premise).sum(1) / in_premise.sum(1).clamp(min=1.0)
        greatest = (states - 1e4 * (1.0 - in_hypothesis)).amax(1)
        pooled = torch.cat([first, hypothesis, greatest, (premise - hypothesis).abs(), premise * hypothesis], dim=-1)
        return self.classify(self.head(pooled))


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack an encoder's zip once; return the folder that holds its config.json."""
    if not folder.exists():
        with zipfile.ZipFile(archive) as unpacked:
            unpacked.extractall(folder)
    return min(folder.rglob(CONFIG), key=lambda path: len(path.parts)).parent


def _attention(config: PretrainedConfig, wanted: str) -> str:
    """MPNet adds its positions inside the attention, which only the eager implementation does."""
    return "eager" if config.model_type == "mpnet" else wanted


def from_encoder(folder: Path) -> CrossEncoder:
    """An encoder's weights with a new head; dropout only there, for few pairs are seen twice."""
    encoder = AutoModel.from_pretrained(
        folder,
        attn_implementation=_attention(AutoConfig.from_pretrained(folder), "sdpa"),
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        add_pooling_layer=False,
        dtype=torch.float32,
    )
    return CrossEncoder(encoder)


def save(model: CrossEncoder, weights: dict[str, torch.Tensor], folder: Path) -> None:
    """Write weights and configuration; a crash leaves the former file whole."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / CONFIG).write_text(json.dumps(model.encoder.config.to_dict(), indent=1, default=str))
    save_file({name: value.contiguous() for name, value in weights.items()}, folder / (WEIGHTS + ".new"))
    (folder / (WEIGHTS + ".new")).replace(folder / WEIGHTS)


def load(folder: Path, *, attention: str = "sdpa") -> CrossEncoder:
    """Read what ``save`` wrote."""
    config = AutoConfig.from_pretrained(folder)
    encoder = AutoModel.from_config(config, attn_implementation=_attention(config, attention), dtype=torch.float32)
    encoder.pooler = None
    model = CrossEncoder(encoder)
    model.load_state_dict(load_file(folder / WEIGHTS))
    return model.eval()
