"""Accuracy of the command line on an evaluation set.

    python -m models.evaluation.score DIR [--json] [--out FILE] [--limit N]

Runs `companion scan` on the images, `companion calibrate` on the lamps' calibration images and
`companion scan --profile` with the resulting profiles.

A reading is matched to the die whose top-face centre is within half an edge. A flat die is right
if type and face are; one without a reading is missed and not right. Cocked, stacked or partly
hidden dice are problem dice: they never count as right; only wrong readings with status `ok` and
the share flagged `check` are counted. A reading without a die is a false positive. An image is
fully right if every flat die is right and no reading is a false positive.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

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

    def add(self, dice: list[Entry], answer: Entry) -> None:
        """Count one image."""
        readings = answer.get("dice", [])
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
            "false_positives_per_picture": round(self.false_positives / max(self.pictures, 1), 3),
            "missed": self.missed,
            "missed_percent": percent(self.missed, self.flat),
            "problem_dice": self.problem,
            "problem_check_percent": percent(self.problem_asked, self.problem),
            "problem_missed": self.problem_missed,
            "problem_wrong_ok": self.problem_wrong_ok,
            "problem_codes": dict(self.problems),
        }


def _companion(*arguments: str) -> list[Entry]:
    """The JSON objects printed by the command line."""
    command = [sys.executable, "-m", "companion", *arguments, "--json"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603  # our own
    if done.returncode not in (0, 1):
        raise RuntimeError(f"companion {arguments[0]} ended with {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]


def scan(folder: Path, images: list[Entry], dice_kind: str, *more: str) -> dict[str, Entry]:
    """Results of `companion scan` by image name."""
    answers: dict[str, Entry] = {}
    for start in range(0, len(images), BATCH):
        names = [image["image"] for image in images[start : start + BATCH]]
        paths = [str(folder / name) for name in names]
        for answer in _companion("scan", "--dice", dice_kind, *more, *paths):
            if "image" in answer:
                answers[Path(answer["image"]).name] = answer
    return answers


def calibrate(folder: Path, images: list[Entry], out: Path) -> tuple[list[Entry], dict[str, Path]]:
    """Result of `companion calibrate` for each lamp, and the profiles written."""
    said, profiles = [], {}
    for image in images:
        lamp, profile = image["lamp"], out / f"{image['lamp']}.json"
        answers = _companion("calibrate", str(folder / image["image"]), "--out", str(profile))
        error = answers[-1].get("error") if answers else None
        if profile.exists():
            profiles[lamp] = profile
        said.append(
            {"lamp": lamp, "image": image["image"], "made": lamp in profiles, "error": error}
        )
    return said, profiles


def score(folder: Path, limit: int | None = None) -> dict[str, Any]:
    """All figures of a set."""
    images: list[Entry] = json.loads((folder / "index.json").read_text())["images"][:limit]
    answers: dict[str, Entry] = {}
    for kind in ("roll", "d6"):
        answers |= scan(folder, [i for i in images if i["dice_kind"] == kind], kind)
    groups: dict[str, dict[str, Tally]] = {key: {} for key in BREAKDOWNS}
    total = Tally()
    for image in images:
        answer = answers.get(image["image"], {})
        total.add(image["dice"], answer)
        for key in BREAKDOWNS:
            if key in image:
                name = "calibration" if key == "family" and image.get("calibration") else image[key]
                groups[key].setdefault(name, Tally()).add(image["dice"], answer)
    with tempfile.TemporaryDirectory() as scratch:
        first = [image for image in images if image.get("calibration")]
        said, profiles = calibrate(folder, first, Path(scratch))
        for image in images:
            if image.get("lamp") in profiles and not image["calibration"]:
                answer = scan(folder, [image], "roll", "--profile", str(profiles[image["lamp"]]))
                group = groups["family"].setdefault("lamps with profile", Tally())
                group.add(image["dice"], answer.get(image["image"], {}))
    return {
        "folder": str(folder),
        "unanswered": sorted({i["image"] for i in images} - answers.keys()),
        "total": total.figures(),
        **{
            f"by_{key}": {n: t.figures() for n, t in group.items()} for key, group in groups.items()
        },
        "calibrations": said,
    }


def table(figures: dict[str, dict[str, Any]]) -> str:
    """The figures of some groups, one line each."""
    columns = {
        "pictures": "pict.",
        "dice": "dice",
        "right_percent": "right %",
        "fully_right_percent": "pict.right %",
        "wrong_or_invented_ok_per_1000": "bad ok/1000",
        "check_percent": "check %",
        "false_positives_per_picture": "false/pict.",
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
    parser = argparse.ArgumentParser(prog="python -m models.evaluation.score")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    parser.add_argument("--out", type=Path, help="write the JSON here (default: DIR/score.json)")
    parser.add_argument("--limit", type=int, help="only the first images")
    chosen = parser.parse_args(arguments)
    result = score(chosen.folder, chosen.limit)
    text = json.dumps(result, indent=1)
    (chosen.out or chosen.folder / "score.json").write_text(text)
    if chosen.json:
        print(text)
        return 0
    for key in BREAKDOWNS:
        print(f"{key}\n{table(result[f'by_{key}'])}\n")
    print(table({"all": result["total"]}))
    for said in result["calibrations"]:
        error = said["error"] or {}
        outcome = "profile made" if said["made"] else f"{error.get('code')}: {error.get('message')}"
        print(f"calibration, {said['lamp']}: {outcome}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
