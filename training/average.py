"""The mean of two or more trained cross-encoders of one lineage (model soups, Wortsman et al. 2022).

::

    python -m training.average RUN/first/average=0.5 RUN/second/average=0.5 --out RUN/soup
"""

from __future__ import annotations

import argparse
from pathlib import Path

from safetensors.torch import load_file

from training import model as models


def main() -> None:
    """Write the weighted mean."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weights", nargs="+", help="FOLDER=share")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    parts = [(Path(folder), float(share)) for folder, _, share in (item.rpartition("=") for item in arguments.weights)]
    total = sum(share for _folder, share in parts)
    mean = {}
    for folder, share in parts:
        for name, value in load_file(folder / models.WEIGHTS).items():
            mean[name] = mean.get(name, 0) + value * (share / total)
    models.save(models.load(parts[0][0]), mean, arguments.out)


if __name__ == "__main__":
    main()
