"""Accuracy of the command line on a set of images.

    python -m models.evaluation score DIR [--limit N] [--store NAME]

DIR is an evaluation set, or holds photographs of pipped dice with boxes around them. Runs
`companion scan` on the images, `companion calibrate` on the lamps' calibration images and
`companion scan --profile` with the resulting profiles.

A reading is matched to the die whose top-face centre is within half an edge. A flat die is right
if type and face are; one without a reading is missed and not right. Cocked, stacked or partly
hidden dice are problem dice: they never count as right; only wrong readings with status `ok` and
the share flagged `check` are counted. A reading without a die is a false positive; not all dice of
photographs are labelled, so there only within the convex hull of those that are. An image is fully
right if every flat die is right and no reading is a false positive.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from models.evaluation.report import store

BATCH: Final = 20
# A problem die with a lower visible share is not expected to be detected.
LEAST_VISIBLE: Final = 0.4
BREAKDOWNS: Final = ("family", "light", "background", "hard", "scale", "lamp")

Entry = dict[str, Any]


def matched(dice: list[Entry], readings: list[Entry]) -> list[int | None]:
    """For each reading the index of its die, matched greedily by distance."""
    owner: list[int | None] = [None] * len(readings)
    if not dice or not readings:
        return owner
    truth = np.array([die["centre_px"] for die in dice])
    found = np.array([reading["centre_px"] for reading in readings])
    distance = np.linalg.norm(found[:, None] - truth[None], axis=2)
    distance /= np.array([die["size_px"] for die in dice])
    taken: set[int] = set()
    for flat in np.argsort(distance, axis=None):
        reading, die = (int(v) for v in np.unravel_index(flat, distance.shape))
        if distance[reading, die] > 0.5:
            break
        if owner[reading] is None and die not in taken:
            owner[reading] = die
            taken.add(die)
    return owner


@dataclass
class Tally:
    """Counts over some images."""

    pictures: int = 0
    fully_right: int = 0
    flat: int = 0
    right: int = 0
    missed: int = 0
    asked: int = 0  # flat dice with status check
    wrong_ok: int = 0
    invented_ok: int = 0
    false_positives: int = 0
    problem: int = 0
    problem_asked: int = 0
    problem_missed: int = 0
    problem_wrong_ok: int = 0
    problems: Counter[str] = field(default_factory=Counter)

    def add(self, image: Entry, answer: Entry) -> None:
        """Count one image."""
        dice, readings = image["dice"], answer.get("dice", [])
        self.problems.update(problem["code"] for problem in answer.get("problems", []))
        owner = matched(dice, readings)
        of_die = {
            die: reading for reading, die in zip(readings, owner, strict=True) if die is not None
        }
        before = self.right
        for index, die in enumerate(dice):
            if die["flat"]:
                self._flat(die, of_die.get(index))
            else:
                self._problem(die, of_die.get(index))
        extra = [reading for reading, die in zip(readings, owner, strict=True) if die is None]
        if image.get("partly"):
            hull = cv2.convexHull(np.array([die["centre_px"] for die in dice], np.float32))
            extra = [
                reading
                for reading in extra
                if cv2.pointPolygonTest(hull, reading["centre_px"], measureDist=False) >= 0
            ]
        self.false_positives += len(extra)
        self.invented_ok += sum(reading["status"] == "ok" for reading in extra)
        self.pictures += 1
        whole = self.right - before == sum(die["flat"] for die in dice)
        self.fully_right += whole and not extra

    def _flat(self, die: Entry, reading: Entry | None) -> None:
        self.flat += 1
        if reading is None:
            self.missed += 1
            return
        right = (reading["type"], reading["face"]) == (die["type"], die["face"])
        self.right += right
        self.asked += reading["status"] != "ok"
        self.wrong_ok += reading["status"] == "ok" and not right

    def _problem(self, die: Entry, reading: Entry | None) -> None:
        if reading is not None and reading["status"] == "ok":
            right = (reading["type"], reading["face"]) == (die["type"], die["face"])
            self.problem_wrong_ok += not right
        if die["visible"] < LEAST_VISIBLE:
            return
        self.problem += 1
        self.problem_missed += reading is None
        self.problem_asked += reading is not None and reading["status"] != "ok"

    def figures(self) -> dict[str, Any]:
        """The reported figures; percentages of an empty set are null."""

        def percent(part: int, whole: int) -> float | None:
            return round(100 * part / whole, 2) if whole else None

        dice = self.flat + self.problem
        faults = self.wrong_ok + self.invented_ok + self.problem_wrong_ok
        return {
            "pictures": self.pictures,
            "dice": self.flat,
            "right_percent": percent(self.right, self.flat),
            "fully_right_percent": percent(self.fully_right, self.pictures),
            "wrong_or_invented_ok": faults,
            "wrong_or_invented_ok_per_1000": round(1000 * faults / dice, 2) if dice else None,
            "wrong_ok": self.wrong_ok,
            "invented_ok": self.invented_ok,
            "check_percent": percent(self.asked, self.flat),
            "false_positives": self.false_positives,
            "missed": self.missed,
            "missed_percent": percent(self.missed, self.flat),
            "problem_dice": self.problem,
            "problem_check_percent": percent(self.problem_asked, self.problem),
            "problem_missed": self.problem_missed,
            "problem_wrong_ok": self.problem_wrong_ok,
            "problem_codes": dict(self.problems),
        }


def images_of(folder: Path) -> list[Entry]:
    """The images of a set with their labels; of photographs only those that no training sees."""
    images: list[Entry] = json.loads((folder / "index.json").read_text())["images"]
    if "boxes" not in images[0]:
        return images
    return [_photograph(image) for image in images if held_out(image["image"])]


def held_out(name: str) -> bool:
    """Whether the training leaves out a photograph: three of ten, by the hash of its name."""
    digest = hashlib.sha1(Path(name).name.encode(), usedforsecurity=False).digest()
    return digest[0] % 10 < 3


def _photograph(image: Entry) -> Entry:
    dice = []
    for item in image["boxes"]:
        x0, y0, x1, y1 = item["box"]
        centre, size = [(x0 + x1) / 2, (y0 + y1) / 2], max(x1 - x0, y1 - y0)
        die = {"type": "d6", "face": str(item["pips"]), "flat": True, "visible": 1.0}
        dice.append({"centre_px": centre, "size_px": size, **die})
    return {"image": image["image"], "dice_kind": "d6", "partly": True, "dice": dice}


def companion(*arguments: str) -> list[Entry]:
    """The JSON objects printed by the command line."""
    command = [sys.executable, "-m", "companion", *arguments, "--json"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603  # our own
    if done.returncode not in (0, 1):
        raise RuntimeError(f"companion {arguments[0]} ended with {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]


def scan(
    folder: Path, images: list[Entry], pool: Executor, *more: str
) -> Iterator[tuple[Entry, Entry]]:
    """Each image with the result of `companion scan`."""
    kinds = [[image for image in images if image["dice_kind"] == kind] for kind in ("roll", "d6")]
    batches = [part for kind in kinds for part in _batched(kind)]
    running = [
        pool.submit(
            companion,
            "scan", "--dice", part[0]["dice_kind"], *more,
            *(str(folder / image["image"]) for image in part),
        )
        for part in batches
    ]  # fmt: skip
    for part, each in zip(batches, running, strict=True):
        answers = {Path(answer["image"]).name: answer for answer in each.result()}
        for image in part:
            yield image, answers[Path(image["image"]).name]


def _batched(images: list[Entry]) -> list[list[Entry]]:
    return [images[start : start + BATCH] for start in range(0, len(images), BATCH)]


def score(folder: Path, images: list[Entry], pool: Executor) -> dict[str, dict[str, Tally]]:
    """Counts by breakdown and group; *pool* runs the command line."""
    groups: dict[str, dict[str, Tally]] = {key: {} for key in ("total", *BREAKDOWNS)}
    for image, answer in scan(folder, images, pool):
        for key in groups:
            name = "all" if key == "total" else image.get(key)
            if name is not None:
                name = "calibration" if key == "family" and image.get("calibration") else name
                groups[key].setdefault(name, Tally()).add(image, answer)
    with tempfile.TemporaryDirectory() as scratch:
        for first in (image for image in images if image.get("calibration")):
            profile = Path(scratch) / f"{first['lamp']}.json"
            said = companion("calibrate", str(folder / first["image"]), "--out", str(profile))
            if not profile.exists():
                print(f"no profile of {first['lamp']}: {said[-1]['error']}")
                continue
            throws = [i for i in images if i.get("lamp") == first["lamp"] and not i["calibration"]]
            for image, answer in scan(folder, throws, pool, "--profile", str(profile)):
                groups["family"].setdefault("lamps with profile", Tally()).add(image, answer)
    return groups


def table(figures: dict[str, dict[str, Any]]) -> str:
    """The figures of some groups, one line each."""
    columns = {
        "pictures": "pict.",
        "dice": "dice",
        "right_percent": "right %",
        "fully_right_percent": "pict.right %",
        "wrong_or_invented_ok_per_1000": "bad ok/1000",
        "check_percent": "check %",
        "false_positives": "false",
        "missed": "missed",
        "problem_dice": "problem",
        "problem_check_percent": "asked %",
    }
    lines = ["".join([f"{'':20}", *(f"{title:>13}" for title in columns.values())])]
    for name, group in figures.items():
        cells = ["-" if group[key] is None else str(group[key]) for key in columns]
        lines.append("".join([f"{name:20}", *(f"{cell:>13}" for cell in cells)]))
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Print the figures of a set."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluation score", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=int, help="only the first images")
    parser.add_argument("--store", metavar="NAME", help="store the total under this name")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args(arguments)
    with ProcessPoolExecutor(chosen.workers) as pool:
        groups = score(chosen.folder, images_of(chosen.folder)[: chosen.limit], pool)
    for key, tallies in groups.items():
        if tallies:
            print(f"{key}\n{table({name: tally.figures() for name, tally in tallies.items()})}\n")
    if chosen.store:
        store(chosen.store, groups["total"]["all"].figures())
    return 0
