"""How well the whole pipeline reads a labelled folder of pictures: the figures that count.

    python -m models.training.field_test DIR [--dice roll|d6] [--models DIR] [--json]

*DIR* holds ``index.json`` with ``images``. An entry's dice are either ``dice`` with ``centre_px``,
``size_px``, ``type``, ``face``, ``flat`` (path-traced scenes) or ``boxes`` with ``box`` (xyxy) and
``pips`` (photographs of pipped dice; dice beyond the hull of the labelled ones do not count as
ghosts, since not every die in those photographs is labelled).

A die is found when a reading's centre lies within half an edge of its own; it is right when type
and face both are. Missed dice count as wrong. A ghost is a reading with status ``ok`` where no die
is. Cocked dice count only where they are read wrongly with status ``ok``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.session.ports import DiceKind, DiceReader, DieReading, DieStatus
from models.store import FOLDER


@dataclass(frozen=True, slots=True)
class Truth:
    """One labelled die."""

    x: float
    y: float
    size_px: float
    label: str
    flat: bool = True


@dataclass(slots=True)
class Tally:
    """Counts over a set of pictures; rates follow from them."""

    pictures: int = 0
    exact: int = 0
    dice: int = 0
    right: int = 0
    missed: int = 0
    check: int = 0
    wrong_ok: int = 0
    ghosts_ok: int = 0
    off_centre: int = 0
    confusions: Counter[str] = field(default_factory=Counter)

    def figures(self) -> dict[str, float | int]:
        """Return the rates; shares of dice, shares of pictures, and faults in 1,000 dice."""
        dice, pictures = max(self.dice, 1), max(self.pictures, 1)
        return {
            "pictures": self.pictures,
            "dice": self.dice,
            "right": round(self.right / dice, 5),
            "missed": round(self.missed / dice, 5),
            "check": round(self.check / dice, 5),
            "exact_pictures": round(self.exact / pictures, 4),
            "wrong_ok_per_1000": round(1000 * (self.wrong_ok + self.ghosts_ok) / dice, 2),
            "ghosts_ok": self.ghosts_ok,
            "off_centre": round(self.off_centre / dice, 5),
        }


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
        Truth(x, y, die["size_px"], f"{die['type']}/{die['face']}", die["flat"])
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
    """Compare one picture's labels with its reading."""
    tally = Tally(pictures=1)
    paired, left = match(dice, read)
    for truth, j in zip(dice, paired, strict=True):
        die = read[j] if j is not None else None
        label = f"{die.type}/{die.face}" if die else "missed"
        wrong_ok = die is not None and die.status is DieStatus.OK and label != truth.label
        tally.wrong_ok += wrong_ok
        if not truth.flat:
            continue
        tally.dice += 1
        tally.right += label == truth.label
        tally.missed += die is None
        tally.check += die is not None and die.status is DieStatus.CHECK
        if label != truth.label:
            tally.confusions[f"{truth.label} -> {label}"] += 1
        if die is not None:
            off = np.hypot(truth.x - die.centre_px[0], truth.y - die.centre_px[1])
            tally.off_centre += bool(off > truth.size_px / 4)
    hull = cv2.convexHull(np.array([(t.x, t.y) for t in dice], np.float32)) if dice else None
    for j in left:
        inside = (
            hull is not None
            and cv2.pointPolygonTest(hull, read[j].centre_px, measureDist=False) >= 0
        )
        if read[j].status is DieStatus.OK and (inside or not open_world):
            tally.ghosts_ok += 1
            tally.confusions[f"ghost {read[j].type}/{read[j].face}"] += 1
    tally.exact = int(tally.right == tally.dice and tally.ghosts_ok == 0)
    return tally


def add(total: Tally, one: Tally) -> None:
    """Add the counts of *one* picture to *total*."""
    for name in Tally.__slots__:
        if name == "confusions":
            total.confusions.update(one.confusions)
        else:
            setattr(total, name, getattr(total, name) + getattr(one, name))


def judge_folder(folder: Path, reader: DiceReader, dice: DiceKind) -> dict[str, Tally]:
    """Read every picture of *folder*; return tallies by group: ``all``, lights and grounds."""
    from vision.decoding import decode_file

    tallies: dict[str, Tally] = defaultdict(Tally)
    for entry in json.loads((folder / "index.json").read_text())["images"]:
        frame = decode_file(folder / entry["image"])
        reading = reader.read(frame, dice=dice, whole_image=True)
        one = judge(truths(entry), reading.dice, open_world="boxes" in entry)
        for group in ("all", entry.get("light"), entry.get("ground")):
            if group:
                add(tallies[group], one)
    return dict(tallies)


def main() -> None:
    """Print the figures of a folder."""
    from vision.opening import open_table_reader

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dice", choices=["roll", "d6"], default="roll")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--models", type=Path, default=FOLDER, help="folder with a manifest")
    args = parser.parse_args()
    reader = open_table_reader(args.models)
    tallies = judge_folder(args.folder, reader, DiceKind(args.dice))
    groups = {name: tally.figures() for name, tally in tallies.items()}
    if args.json:
        confusions = dict(tallies["all"].confusions.most_common(20))
        json.dump({"groups": groups, "confusions": confusions}, sys.stdout, indent=1)
        return
    for name, figures in groups.items():
        print(f"{name:8}", "  ".join(f"{k} {v}" for k, v in figures.items()))
    for pair, count in tallies["all"].confusions.most_common(15):
        print(f"  {count:3} x {pair}")


if __name__ == "__main__":
    main()
