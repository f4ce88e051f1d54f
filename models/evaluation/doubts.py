"""Scores the reading of dice that owners have exported, against the answers that people gave.

    python -m models.evaluation doubts FILE.dice.zip...

The dice are those that a table flagged or misread: the share read right is far below that of all.
"""

import argparse
from collections import Counter
from pathlib import Path

import numpy as np

from calibration.core.doubts import Doubt, unpacked
from companion.session.ports import DiceKind
from models.evaluation.report import aligned
from models.store import FOLDER, load_manifest, model_bytes
from vision.classification.reader import FaceReader
from vision.core.inference import open_image_net
from vision.core.labels import LabelSet


def scored(doubts: list[Doubt], reader: FaceReader) -> dict[str, int]:
    """Counts: dice with an answer, right as they were read and as *reader* reads them; no dice."""
    crops = np.stack([doubt.crop for doubt in doubts])
    scores = reader.predict(crops, DiceKind.ROLL)
    counts = Counter({"dice": 0, "right_then": 0, "right_now": 0, "no_die": 0, "no_die_now": 0})
    for doubt, row, none in zip(doubts, scores.faces.argmax(axis=1), scores.none, strict=True):
        if doubt.answer is None:
            counts["no_die"] += 1
            counts["no_die_now"] += bool(none > 0.5)
            continue
        counts["dice"] += 1
        counts["right_then"] += doubt.read == doubt.answer
        counts["right_now"] += scores.labels.pairs[row] == doubt.answer
    return dict(counts)


def open_reader() -> FaceReader:
    """The published reader, which classifies each die by itself."""
    manifest = load_manifest(FOLDER)
    net = open_image_net("reader", model_bytes("reader", manifest), threads=1)
    return FaceReader(net, LabelSet.parse(manifest.models["reader"].labels))


def main(arguments: list[str] | None = None) -> int:
    """Print the counts of each file."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluation doubts", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    files: list[Path] = parser.parse_args(arguments).files
    reader = open_reader()
    print(aligned({file.name: scored(unpacked(file.read_bytes()), reader) for file in files}))
    return 0
