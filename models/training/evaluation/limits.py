"""Grid search over the thresholds for flagging readings (status `check`).

``python -m models.training.evaluation.limits SET...``

Reads the halves ``tune`` of evaluation sets and, with ``--build``, a part of the generator's
validation images, records for each reading the values that `vision.core.thresholds` compares, and
prints for a grid of thresholds how many good readings would be flagged and how many wrong ones
would not. The choice is manual: a few hundred dice cannot prove one wrong in a thousand.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from companion.session.ports import DiceKind, DieReading, DieStatus, Frame, ReadRequest
from models.store import FOLDER
from models.training.data.photos import held_out
from models.training.data.shards import DICE_LABELS, TRUTH_FIELDS, finished, load_shard
from models.training.evaluation.field_test import Truth, entries, match, truths
from vision.classification.evidence import Evidence
from vision.core.arrays import F64
from vision.core.decoding import decode_file
from vision.opening import open_table_reader

COCKED_DEG = 12.0
"""A synthetic die that leans by more should be flagged."""

GRID = {
    "answer": (0.80, 0.85, 0.90, 0.93),
    "face": (0.50, 0.70, 0.80, 0.93),
    "free": (0.01, 0.05, 0.10),
    "listed": (0.0, 1.0, 1.6, 2.2),
}
"""Thresholds to try: best answer's probability, 1 - "no face", the probability of lying free, and
the log odds of being a die (`vision.classification.listing`)."""

_EVERY = 4  # one in four of the synthetic images is enough
_SHOWN = 3

_Picture: TypeAlias = tuple[Frame, list[Truth], DiceKind, bool]
"""An image, its dice, the kind to read, and whether to read outside mats, too."""


@dataclass(frozen=True, slots=True)
class Rows:
    """N evaluated readings.

    Attributes:
        features: (N, 4), in the order of ``GRID``.
        good: (N,), right and of a flat die: need no check.
        wrong: (N,), wrong label or no die there.
        askew: (N,), of a die that is not flat (tilted, stacked or half hidden): need a check.
    """

    features: F64
    good: npt.NDArray[np.bool_]
    wrong: npt.NDArray[np.bool_]
    askew: npt.NDArray[np.bool_]


def features(evidence: Evidence, faces: F64) -> F64:
    """Return the values that the thresholds apply to for N dice, shape (N, 4)."""
    ones = np.ones(len(faces))
    columns = (
        faces.max(axis=1, initial=0.0),
        1.0 - evidence.scores.none,
        ones if evidence.tilt is None else evidence.tilt.stands[:, 0],
        ones if evidence.listing is None else evidence.listing,
    )
    return np.stack(columns, axis=1).astype(np.float64)


def outcomes(rows: Rows) -> list[tuple[int, int, float, tuple[float, ...]]]:
    """Return for each grid point: unflagged wrong and askew readings, flagged share of good."""
    found = []
    for limits in product(*GRID.values()):
        flags = (rows.features < np.array(limits)).any(axis=1)
        flagged = float((flags & rows.good).sum() / max(rows.good.sum(), 1))
        left = [int((~flags & these).sum()) for these in (rows.wrong, rows.askew)]
        found.append((left[0], left[1], flagged, limits))
    return sorted(found)


def best_of(
    ways: list[tuple[int, int, float, tuple[float, ...]]],
) -> Iterator[tuple[int, int, float, tuple[float, ...]]]:
    """Yield the Pareto-optimal grid points for each of the lowest counts of wrong readings."""
    fewest = sorted({wrong for wrong, *_ in ways})[:_SHOWN]
    for wrong in fewest:
        least_flagged = 1.1
        for way in ways:  # sorted by unflagged askew readings
            if way[0] == wrong and way[2] < least_flagged:
                least_flagged = way[2]
                yield way


class _Judge:
    """Reads labelled images."""

    def __init__(self, models: Path) -> None:
        self._reader = open_table_reader(models)

    def judged(
        self, frame: Frame, dice: list[Truth], kind: DiceKind, *, whole: bool
    ) -> Iterator[tuple[F64, bool, bool, bool]]:
        """Yield features, good, wrong, askew (see `Rows`) of each reading."""
        result = self._reader.read(ReadRequest(frame, kind, whole_image=whole))
        evidence, faces = result.evidence, result.faces
        read = [_plain(evidence, faces, row) for row in range(len(faces))]
        paired, _ = match(dice, read)
        partner = {j: dice[i] for i, j in enumerate(paired) if j is not None}
        for row, each in enumerate(features(evidence, faces)):
            truth = partner.get(row)
            if truth is None and kind is DiceKind.D6:
                continue  # not every die in the photographs is labelled
            label = f"{read[row].type}/{read[row].face}"
            right = truth is not None and truth.label == label
            askew_too = truth is not None and not truth.flat
            yield each, right and truth is not None and truth.flat, not right, askew_too


def _plain(evidence: Evidence, faces: F64, row: int) -> DieReading:
    """Return the reading of one die with only the fields that `match` needs."""
    x, y = evidence.dice.centres_px[row].tolist()
    kind, face = evidence.scores.labels.pairs[int(faces[row].argmax())]
    edge = float(evidence.dice.edges_px[row])
    return DieReading((x, y), edge, 0.0, None, None, None, kind, "", face, 0.0, DieStatus.OK)


def _drawn(build: Path) -> Iterator[_Picture]:
    """Yield the generator's validation images."""
    at = {name: column for column, name in enumerate(TRUTH_FIELDS)}
    for path in finished(build, "validation"):
        shard = load_shard(path)
        for k, rgb in enumerate(shard.frames[::_EVERY]):
            rows = shard.dice[shard.dice[:, at["frame"]] == k * _EVERY]
            dice = [
                Truth(
                    float(row[at["x"]]),
                    float(row[at["y"]]),
                    float(row[at["edge"]]),
                    DICE_LABELS[int(row[at["label"]])],
                    "cocked" if row[at["tilt"]] > COCKED_DEG else "flat",
                )
                for row in rows
            ]
            if not any(truth.label.startswith("d6/") for truth in dice):  # some have both kinds
                frame = Frame(np.ascontiguousarray(rgb[..., ::-1]), 0.0, path.name)
                yield frame, dice, DiceKind.ROLL, True


def _evaluation_set(folder: Path) -> Iterator[_Picture]:
    """Yield the images of an evaluation set's half ``tune``."""
    for entry in entries(folder, "tune", held_out_only=False):
        if "boxes" in entry and not held_out(entry["image"]):
            continue
        dice = truths(entry)
        kind = DiceKind.D6 if dice and dice[0].label.startswith("d6/") else DiceKind.ROLL
        yield decode_file(folder / entry["image"]), dice, kind, entry.get("ground") != "mat"


def collect(judge: _Judge, source: Iterator[_Picture]) -> Rows:
    """Return the evaluated readings of a source."""
    rows = [
        row
        for frame, dice, kind, whole in source
        for row in judge.judged(frame, dice, kind, whole=whole)
    ]
    return Rows(
        np.array([row for row, *_ in rows]).reshape(-1, len(GRID)),
        *(np.array([row[k] for row in rows], dtype=np.bool_) for k in (1, 2, 3)),
    )


def main() -> None:
    """Print the results of the grid search for each source."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", type=Path, nargs="*")
    parser.add_argument("--models", type=Path, default=FOLDER)
    parser.add_argument("--build", type=Path, help="folder with the generator's shards")
    args = parser.parse_args()
    judge = _Judge(args.models)
    sources = {folder.name: _evaluation_set(folder) for folder in args.sets}
    if args.build is not None:
        sources["drawn"] = _drawn(args.build)
    for name, source in sources.items():
        rows = collect(judge, source)
        counts = [int(each.sum()) for each in (rows.wrong, rows.askew)]
        print(f"{name}: {len(rows.good)} readings, {counts[0]} wrong, {counts[1]} askew")
        for wrong, askew_left, flagged, limits in best_of(outcomes(rows)):
            left = f"{wrong} wrong and {askew_left} askew not asked about"
            chosen = ", ".join(f"{key} {limit}" for key, limit in zip(GRID, limits, strict=True))
            print(f"  {left}, {flagged:.1%} good ones asked about: {chosen}")


if __name__ == "__main__":
    main()
