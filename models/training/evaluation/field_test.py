"""End-to-end metrics of the whole pipeline on a labelled folder of images.

    python -m models.training.evaluation.field_test DIR [--half tune|report] [--dice roll|d6]
        [--models DIR]

*DIR* holds ``index.json`` with ``images``. An entry's dice are either ``dice`` with ``centre_px``,
``size_px``, ``type``, ``face``, ``flat`` (path-traced scenes) or ``boxes`` with ``box`` (xyxy) and
``pips`` (photographs of pipped dice, not all of which are labelled: readings outside the convex
hull of the labelled ones do not count as ghosts).

A die is detected when a reading's centre lies within half an edge of its own; it is right when both
type and face are. Missed dice count as wrong. A ghost (false positive) is a reading with status
``ok`` where no die is. Cocked, stacked and half hidden dice count only where they are read wrongly
with status ``ok``, and in how many of them get status ``check`` (of those with at least 0.4 of the
top face visible).

Thresholds are chosen on the half ``tune`` of a set; reported metrics come from ``report``.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.session.ports import DiceKind, DiceReader, DieReading, DieStatus, ReadRequest
from models.store import FOLDER
from models.training.data.photos import held_out
from models.training.evaluation.tally import Tally

LEAST_VISIBLE = 0.4
"""Visible share of the top face; below it, whether a die should be accepted is undefined."""

_IN_BRIEF = ("dice", "right", "missed", "check", "wrong_ok_per_1000", "exact_pictures")


@dataclass(frozen=True, slots=True)
class Truth:
    """One labelled die."""

    x: float
    y: float
    size_px: float
    label: str
    state: str = "flat"
    visible: float = 1.0

    @property
    def flat(self) -> bool:
        """Whether it lies flat on the table and in full view."""
        return self.state == "flat"


def truths(entry: Mapping[str, Any]) -> list[Truth]:
    """Return the labelled dice of one entry of an index."""
    if "boxes" in entry:
        found = []
        for item in entry["boxes"]:
            x0, y0, x1, y1 = item["box"]
            size = max(x1 - x0, y1 - y0)
            found.append(Truth((x0 + x1) / 2, (y0 + y1) / 2, size, f"d6/{item['pips']}"))
        return found
    return [
        Truth(
            x,
            y,
            die["size_px"],
            f"{die['type']}/{die['face']}",
            "flat" if die["flat"] else die.get("state", "cocked"),
            die.get("visible", 1.0),
        )
        for die in entry["dice"]
        for x, y in [die["centre_px"]]
    ]


def match(dice: Sequence[Truth], read: Sequence[DieReading]) -> tuple[list[int | None], set[int]]:
    """Pair labelled dice with readings, nearest first.

    Returns:
        For each labelled die the index of its reading or None, and the readings left over.
    """
    near = sorted(
        (float(np.hypot(t.x - r.centre_px[0], t.y - r.centre_px[1])), i, j)
        for i, t in enumerate(dice)
        for j, r in enumerate(read)
    )
    paired: list[int | None] = [None] * len(dice)
    left = set(range(len(read)))
    for distance, i, j in near:
        if paired[i] is None and j in left and distance <= dice[i].size_px * 0.5:
            paired[i] = j
            left.discard(j)
    return paired, left


def judge(dice: Sequence[Truth], read: Sequence[DieReading], *, open_world: bool) -> Tally:
    """Compare the labels of one image with its reading."""
    tally = Tally(pictures=1)
    paired, left = match(dice, read)
    for truth, j in zip(dice, paired, strict=True):
        die = read[j] if j is not None else None
        label = f"{die.type}/{die.face}" if die else "missed"
        flagged = die is not None and die.status is DieStatus.CHECK
        tally.wrong_ok += die is not None and not flagged and label != truth.label
        if not truth.flat:
            if truth.visible >= LEAST_VISIBLE:
                tally.askew[truth.state] += 1
                tally.askew_asked[truth.state] += flagged
                tally.askew_ok[truth.state] += die is not None and not flagged
            continue
        tally.dice += 1
        tally.right += label == truth.label
        tally.missed += die is None
        tally.check += flagged
        tally.check_right += flagged and label == truth.label
        if label != truth.label:
            suffix = " ok" if die is not None and not flagged else ""
            tally.confusions[f"{truth.label} -> {label}{suffix}"] += 1
        if die is not None:
            error = math.dist((truth.x, truth.y), die.centre_px)
            tally.away.append(error / truth.size_px)
            tally.sure.append((die.confidence, label == truth.label))
    hull = cv2.convexHull(np.array([(t.x, t.y) for t in dice], np.float32)) if dice else None
    for j in left:
        inside = (
            hull is not None
            and cv2.pointPolygonTest(hull, read[j].centre_px, measureDist=False) >= 0
        )
        if read[j].status is DieStatus.OK and (inside or not open_world):
            tally.ghosts_ok += 1
            tally.confusions[f"ghost {read[j].type}/{read[j].face} ok"] += 1
    tally.exact = int(tally.right == tally.dice and tally.ghosts_ok == 0)
    return tally


def half_of(entry: Mapping[str, Any]) -> str:
    """Return the half of its set that an image belongs to: ``tune`` or ``report``."""
    named = entry.get("half")
    return str(named) if named else ("tune", "report")[zlib.crc32(entry["image"].encode()) & 1]


def entries(folder: Path, half: str | None, *, held_out_only: bool) -> Iterator[dict[str, Any]]:
    """Yield the images of an index: one half or all, all or only held-out ones."""
    for entry in json.loads((folder / "index.json").read_text())["images"]:
        if held_out_only and not held_out(entry["image"]):
            continue
        if half is None or half_of(entry) == half:
            yield entry


def judge_folder(
    folder: Path,
    reader: DiceReader,
    dice: DiceKind,
    *,
    half: str | None = None,
    held_out_only: bool = False,
) -> dict[str, Tally]:
    """Read images of *folder*; return tallies by group: ``all``, lightings and backgrounds.

    With a mat in the scene only dice on mats are accepted, as at a table.
    """
    from vision.core.decoding import decode_file

    tallies: dict[str, Tally] = defaultdict(Tally)
    for entry in entries(folder, half, held_out_only=held_out_only):
        frame, whole_image = decode_file(folder / entry["image"]), entry.get("ground") != "mat"
        reading = reader.read(ReadRequest(frame, dice, whole_image=whole_image)).reading
        one = judge(truths(entry), reading.dice, open_world="boxes" in entry)
        for group in ("all", entry.get("light"), entry.get("ground")):
            if group:
                tallies[group].add(one)
    return dict(tallies)


def main() -> None:
    """Print the metrics of a folder."""
    from vision.opening import open_table_reader

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dice", choices=["roll", "d6"], default="roll")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--models", type=Path, default=FOLDER, help="folder with a manifest")
    parser.add_argument("--half", choices=["tune", "report"], help="default: all images")
    parser.add_argument(
        "--held-out", action="store_true", help="only photographs that no training sees"
    )
    args = parser.parse_args()
    reader = open_table_reader(args.models)
    kind = DiceKind(args.dice)
    tallies = judge_folder(args.folder, reader, kind, half=args.half, held_out_only=args.held_out)
    groups = {name: tally.figures() for name, tally in tallies.items()}
    if args.json:
        confusions = dict(tallies["all"].confusions.most_common(20))
        json.dump({"groups": groups, "confusions": confusions}, sys.stdout, indent=1)
        return
    for name, figures in groups.items():
        shown = figures if name == "all" else {k: figures[k] for k in _IN_BRIEF}
        print(f"{name:8}", "  ".join(f"{k} {v}" for k, v in shown.items()))
    for pair, count in tallies["all"].confusions.most_common(15):
        print(f"  {count:3} x {pair}")


if __name__ == "__main__":
    main()
