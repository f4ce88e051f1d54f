"""When should a person look? Fitted on judged pictures: ``python -m models.training.fit_doubt``.

Reads pictures with known dice, notes for each reading the signs of doubt (`vision.doubt`) and
whether it was right, fits the weights, and chooses the limit: the lowest at which no more than
WRONG_SHARE of the readings that nobody is asked about are wrong. Pictures come from the validation
split of the generator and from the halves ``tune`` of judging sets; each source counts alike.

    python -m models.training.fit_doubt [--models DIR] [--build DIR] [--sets DIR ...] [--dry]

writes ``doubt`` into the reader's entry of the manifest.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.session.ports import DiceKind, DieReading, Frame
from models.store import FOLDER, MANIFEST
from models.training.field_test import Truth, entries, match, truths
from models.training.photos import held_out
from models.training.shards import DICE_LABELS, TRUTH_FIELDS, finished, load_shard
from models.training.train import BUILD
from vision.arrays import F64
from vision.decoding import decode_file
from vision.doubt import HEIGHTS, SIGNS, signs
from vision.evidence import Evidence
from vision.opening import Precision, open_table_reader

WRONG_SHARE = 0.0006
"""Of the readings with status ``ok``, how many may be wrong; the goal is 0.001."""

COCKED_DEG = 12.0
"""A drawn die that leans by more is for a person to look at."""

_PRIOR = 0.02  # weight of the pull towards small weights
_STEPS = 4000


@dataclass(frozen=True, slots=True)
class Rows:
    """Judged readings: signs ``(N, F)``, right ``(N,)``, and how much each counts ``(N,)``."""

    signs: F64
    right: npt.NDArray[np.bool_]
    counts: F64


def fit(rows: Rows) -> tuple[F64, float]:
    """Return weights >= 0 and bias of the most likely logistic law (projected gradient)."""
    scale = np.maximum(rows.signs.std(axis=0), 1e-3)
    design = rows.signs / scale
    weights, bias = np.full(design.shape[1], 0.1), 0.0
    share = rows.counts / rows.counts.sum()
    speed = np.zeros(design.shape[1] + 1)
    for _ in range(_STEPS):
        gap = share * (rows.right - 1.0 / (1.0 + np.exp(-(design @ weights + bias))))
        pull = np.append(design.T @ gap - _PRIOR / len(gap) * weights, gap.sum())
        speed = 0.9 * speed + pull
        weights = np.maximum(weights + speed[:-1], 0.0)
        bias += speed[-1]
    return weights / scale, float(bias)


def least_share(chance: F64, rows: Rows) -> float:
    """Return the lowest limit above which few enough readings are wrong."""
    order = np.argsort(-chance)
    wrong = np.cumsum(~rows.right[order] * rows.counts[order])
    kept = np.cumsum(rows.counts[order])
    fine = np.flatnonzero(wrong <= WRONG_SHARE * kept)
    return float(chance[order][fine[-1]]) if len(fine) else 1.0


class _Judge:
    """Reads labelled pictures."""

    def __init__(self, models: Path) -> None:
        self._reader = open_table_reader(models, precision=Precision.FLOAT)

    def judged(
        self, frame: Frame, dice: list[Truth], kind: DiceKind, *, whole: bool
    ) -> Iterator[tuple[F64, bool]]:
        """Yield signs and rightness of each reading of a labelled or of no die."""
        self._reader.read(frame, dice=kind, whole_image=whole)
        heard = self._reader.last_evidence
        if heard is None:
            return
        evidence, faces = heard
        read = [_plain(evidence, faces, row) for row in range(len(faces))]
        paired, _ = match(dice, read)
        partner = {j: dice[i] for i, j in enumerate(paired) if j is not None}
        for row, each in enumerate(signs(evidence, faces)):
            truth = partner.get(row)
            if truth is None and kind is DiceKind.D6:
                continue  # not every die in the photographs is labelled
            label = f"{read[row].type}/{read[row].face}"
            # A cocked die that happens to be read like its label is for a person, too.
            yield each, truth is not None and truth.label == label and not truth.cocked


def _plain(evidence: Evidence, faces: F64, row: int) -> DieReading:
    """The reading of one die without anything that does not matter here."""
    from companion.session.ports import DieStatus

    x, y = evidence.dice.centres_px[row].tolist()
    kind, face = evidence.scores.labels.pairs[int(faces[row].argmax())]
    edge = float(evidence.dice.edges_px[row])
    return DieReading((x, y), edge, 0.0, None, None, None, kind, "", face, 0.0, DieStatus.OK)


def _drawn(build: Path) -> Iterator[tuple[Frame, list[Truth], DiceKind, bool]]:
    """Yield the generator's validation pictures."""
    at = {name: column for column, name in enumerate(TRUTH_FIELDS)}
    for path in finished(build, "validation"):
        shard = load_shard(path)
        for k, rgb in enumerate(shard.frames):
            rows = shard.dice[shard.dice[:, at["frame"]] == k]
            dice = [
                Truth(
                    float(row[at["x"]]),
                    float(row[at["y"]]),
                    float(row[at["edge"]]),
                    DICE_LABELS[int(row[at["label"]])],
                    cocked=bool(row[at["tilt"]] > COCKED_DEG),
                )
                for row in rows
            ]
            pips = any(truth.label.startswith("d6/") for truth in dice)
            kind = DiceKind.D6 if pips else DiceKind.ROLL
            yield Frame(np.ascontiguousarray(rgb[..., ::-1]), 0.0, path.name), dice, kind, True


def _judged(folder: Path) -> Iterator[tuple[Frame, list[Truth], DiceKind, bool]]:
    """Yield the pictures of a judging set's half ``tune``."""
    for entry in entries(folder, "tune", held_out_only=False):
        if "boxes" in entry and not held_out(entry["image"]):
            continue
        dice = truths(entry)
        kind = DiceKind.D6 if dice and dice[0].label.startswith("d6/") else DiceKind.ROLL
        yield decode_file(folder / entry["image"]), dice, kind, entry.get("ground") != "mat"


def collect(models: Path, build: Path, sets: list[Path]) -> Rows:
    """Return the judged readings of all sources, each source counting alike."""
    judge = _Judge(models)
    sources: list[Callable[[], Iterator[Any]]] = [lambda: _drawn(build)]
    sources += [lambda folder=folder: _judged(folder) for folder in sets]  # type: ignore[misc]
    parts = []
    for source in sources:
        rows = [row for each in source() for row in judge.judged(*each[:3], whole=each[3])]
        if rows:
            parts.append(rows)
    size = max(len(part) for part in parts)
    return Rows(
        np.array([row for part in parts for row, _ in part]),
        np.array([right for part in parts for _, right in part]),
        np.concatenate([np.full(len(part), size / len(part)) for part in parts]),
    )


def main() -> None:
    """Fit, say how well it separates, and write it into the manifest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=FOLDER)
    parser.add_argument("--build", type=Path, default=BUILD)
    parser.add_argument("--sets", type=Path, nargs="*", default=[])
    parser.add_argument("--dry", action="store_true", help="write nothing")
    args = parser.parse_args()
    rows = collect(args.models, args.build, args.sets)
    weights, bias = fit(rows)
    chance = 1.0 / (1.0 + np.exp(-(rows.signs @ weights + bias)))
    least = least_share(chance, rows)
    asked = float(np.average(chance < least, weights=rows.counts))
    print(f"{len(rows.right)} readings, {int((~rows.right).sum())} wrong; limit {least:.4f}")
    print(f"asked about: {asked:.3%}")
    for k, name in enumerate(SIGNS):
        print(name, np.round(weights[k * len(HEIGHTS) : (k + 1) * len(HEIGHTS)], 3))
    if args.dry:
        return
    path = args.models / MANIFEST
    content = json.loads(path.read_text(encoding="utf-8"))
    content["models"]["reader"]["doubt"] = {
        "weights": [round(float(w), 4) for w in weights],
        "bias": round(bias, 4),
        "least": round(least, 5),
    }
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
