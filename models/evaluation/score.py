"""Accuracy of the command line on a set of images.

    python -m models.evaluation score DIR [--limit N] [--dice KIND] [--store NAME]

DIR is an evaluation set of dice or of tiles, or holds photographs of pipped dice with boxes around
them. Runs `companion scan` on the images, `companion calibrate` on the lamps' calibration images
and `companion scan --profile` with the resulting profiles.

A reading is matched to the die whose top-face centre is within half an edge. A flat die is right
if type and face are; one without a reading is missed and not right. Cocked, stacked or partly
hidden dice are problem dice: they never count as right; only wrong readings with status `ok` and
the share flagged `check` are counted. A reading without a die is a false positive; not all dice of
photographs are labelled, so there only within the convex hull of those that are. An image is fully
right if every flat die is right and no reading is a false positive. A tile is found if an
outline's centre is nearer than 0.35 of its side, and outlined if no corner is off by a tenth.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.simulation.executors import add_worker_options, executor
from models.evaluation.report import aligned, store
from models.labels import held_out

BATCH: Final = 20
# A problem die with a lower visible share is not expected to be detected.
LEAST_VISIBLE: Final = 0.4
BREAKDOWNS: Final = ("family", "light", "background", "hard", "scale", "lamp")

FIGURES: Final = {
    "dice": {
        "pictures": ("pictures",),
        "dice": ("dice",),
        "right_percent": ("right", "dice"),
        "fully_right_percent": ("fully_right", "pictures"),
        "check_percent": ("check", "dice"),
        "wrong_ok": ("wrong_ok",),
        "missed": ("missed",),
        "false_positives": ("false",),
        "invented_ok": ("false_ok",),
        "problem_dice": ("problem_dice",),
        "problem_check_percent": ("problem_check", "problem_dice"),
        "problem_wrong_ok": ("problem_wrong_ok",),
    },
    "tiles": {
        "pictures": ("pictures",),
        "tiles": ("tiles",),
        "found_percent": ("found", "tiles"),
        "outlined_percent": ("outlined", "found"),
        "named_percent": ("named", "tiles"),
        "check_percent": ("check", "found"),
        "wrong_ok": ("wrong_ok",),
        "complete_percent": ("fully_right", "pictures"),
        "false_positives": ("false",),
        "invented_ok": ("false_ok",),
    },
}
"""Of sets of dice and of tiles: a count, or a percentage of another count."""

Entry = dict[str, Any]
Groups = dict[str, defaultdict[str, Counter[str]]]


def matched(true: list[Entry], readings: list[Entry], near: float = 0.5) -> list[int | None]:
    """For each reading the index of its die or tile, matched greedily by distance."""
    owner: list[int | None] = [None] * len(readings)
    if not true or not readings:
        return owner
    truth = np.array([each["centre_px"] for each in true])
    found = np.array([reading["centre_px"] for reading in readings])
    distance = np.linalg.norm(found[:, None] - truth[None], axis=2)
    distance /= np.array([each["size_px"] for each in true])
    taken: set[int] = set()
    for flat in np.argsort(distance, axis=None):
        reading, die = (int(v) for v in np.unravel_index(flat, distance.shape))
        if distance[reading, die] > near:
            break
        if owner[reading] is None and die not in taken:
            owner[reading] = die
            taken.add(die)
    return owner


def counted_dice(image: Entry, answer: Entry) -> Counter[str]:
    dice, readings = image["dice"], answer.get("dice", [])
    owner = matched(dice, readings)
    extra = [reading for reading, die in zip(readings, owner, strict=True) if die is None]
    if image.get("partly"):
        hull = cv2.convexHull(np.array([die["centre_px"] for die in dice], np.float32))
        extra = [
            reading
            for reading in extra
            if cv2.pointPolygonTest(hull, reading["centre_px"], measureDist=False) >= 0
        ]
    counts = Counter(pictures=1, false=len(extra), false_ok=_sure(extra))
    for index, die in enumerate(dice):
        mine = [readings[owner.index(index)]] if index in owner else []
        kind = "" if die["flat"] else "problem_"
        right = any((each["type"], each["face"]) == (die["type"], die["face"]) for each in mine)
        counts[f"{kind}wrong_ok"] += _sure(mine) and not right
        if die["flat"] or die["visible"] >= LEAST_VISIBLE:
            counts[f"{kind}dice"] += 1
            counts[f"{kind}right"] += right
            counts[f"{kind}missed"] += not mine
            counts[f"{kind}check"] += len(mine) - _sure(mine)
    counts["fully_right"] = int(counts["right"] == counts["dice"] and not extra)
    return counts


def counted_tiles(image: Entry, answer: Entry) -> Counter[str]:
    tiles, readings = (
        [{**each, "centre_px": np.mean(each["corners_px"], 0)} for each in some]
        for some in (image["tiles"], answer["tiles"])
    )
    owner = matched(tiles, readings, 0.35)
    extra = [reading for reading, tile in zip(readings, owner, strict=True) if tile is None]
    found = [
        (reading, tiles[k]) for reading, k in zip(readings, owner, strict=True) if k is not None
    ]
    counts = Counter(pictures=1, tiles=len(tiles), false=len(extra), false_ok=_sure(extra))
    for reading, tile in found:
        off = np.hypot(*(np.array(reading["corners_px"]) - tile["corners_px"]).T).max()
        right = reading["tile"] == tile["tile"]
        counts["found"] += 1
        counts["outlined"] += bool(off < 0.1 * tile["size_px"])
        counts["named"] += right
        counts["check"] += reading["status"] == "check"
        counts["wrong_ok"] += _sure([reading]) and not right
    counts["fully_right"] = int(counts["named"] == len(tiles) and not extra)
    return counts


def _sure(readings: list[Entry]) -> int:
    return sum(reading["status"] == "ok" for reading in readings)


def figures(counts: Counter[str]) -> dict[str, Any]:
    """The reported figures; percentages of an empty set are null."""

    def figure(part: str, whole: str = "") -> float | None:
        if not whole:
            return counts[part]
        return round(100 * counts[part] / counts[whole], 2) if counts[whole] else None

    kind = "tiles" if "tiles" in counts else "dice"
    return {name: figure(*parts) for name, parts in FIGURES[kind].items()}


def images_of(folder: Path) -> list[Entry]:
    """The images of a set with their labels; of photographs only those that no training sees."""
    images: list[Entry] = json.loads((folder / "index.json").read_text())["images"]
    if "boxes" not in images[0]:
        return images
    return [_photograph(image) for image in images if held_out(image["image"])]


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
) -> Iterator[tuple[Entry, Counter[str]]]:
    """Each image with its counts by `companion scan`."""
    for options, counted in (
        (["--dice", "roll"], counted_dice), (["--dice", "d6"], counted_dice),
        (["--tiles"], counted_tiles),
    ):  # fmt: skip
        some = [image for image in images if image.get("dice_kind", "--tiles") == options[-1]]
        batches = [some[start : start + BATCH] for start in range(0, len(some), BATCH)]
        running = [
            pool.submit(
                companion, "scan", *options, *more, *(str(folder / i["image"]) for i in part)
            )
            for part in batches
        ]
        for part, each in zip(batches, running, strict=True):
            answers = {Path(answer["image"]).name: answer for answer in each.result()}
            for image in part:
                yield image, counted(image, answers[Path(image["image"]).name])


def score(folder: Path, images: list[Entry], pool: Executor) -> Groups:
    """Counts by breakdown and group; *pool* runs the command line."""
    groups: Groups = {key: defaultdict(Counter) for key in ("total", *BREAKDOWNS)}
    for image, counts in scan(folder, images, pool):
        for key in groups:
            name = "all" if key == "total" else image.get(key)
            if name is not None:
                name = "calibration" if key == "family" and image.get("calibration") else name
                groups[key][name].update(counts)
    with tempfile.TemporaryDirectory() as scratch:
        for first in (image for image in images if image.get("calibration")):
            profile = Path(scratch) / f"{first['lamp']}.json"
            said = companion("calibrate", str(folder / first["image"]), "--out", str(profile))
            if not profile.exists():
                print(f"no profile of {first['lamp']}: {said[-1]['error']}")
                continue
            throws = [i for i in images if i.get("lamp") == first["lamp"] and not i["calibration"]]
            for _, counts in scan(folder, throws, pool, "--profile", str(profile)):
                groups["family"]["lamps with profile"].update(counts)
    return groups


def main(arguments: list[str] | None = None) -> int:
    """Print the figures of a set."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluation score", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=int, help="only the first images")
    parser.add_argument("--dice", choices=("roll", "d6"), help="read all images for this kind")
    parser.add_argument("--store", metavar="NAME", help="store the total under this name")
    add_worker_options(parser, workers=2)
    chosen = parser.parse_args(arguments)
    images = images_of(chosen.folder)[: chosen.limit]
    if chosen.dice:
        images = [{**image, "dice_kind": chosen.dice} for image in images]
    with executor(chosen) as pool:
        groups = score(chosen.folder, images, pool)
    for key, counts in groups.items():
        if counts:
            print(f"{key}\n{aligned({name: figures(each) for name, each in counts.items()})}\n")
    if chosen.store:
        store(chosen.store, figures(groups["total"]["all"]))
    return 0
