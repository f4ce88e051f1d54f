"""Accuracy of ``companion scan --tiles``: ``python -m models.evaluation.tiles.score DIR``."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

NEAR = 0.35
"""A tile is found if an outline's centre is nearer than this share of its side."""


def scanned(paths: list[Path], options: list[str]) -> list[dict[str, Any]]:
    """The command's JSON objects for the images."""
    command = [sys.executable, "-m", "companion", "scan", "--tiles", "--json", *options]
    done = subprocess.run([*command, *map(str, paths)], capture_output=True, text=True, check=False)  # noqa: S603  # our own
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare(
    truth: list[dict[str, Any]], found: list[dict[str, Any]]
) -> tuple[Counter[str], list[str]]:
    """Counts for one image, and its errors."""
    counts: Counter[str] = Counter(tiles=len(truth))
    said = []
    free = list(found)
    for tile in truth:
        corners = np.array(tile["corners_px"])
        middle = corners.mean(0)
        near = [(float(np.hypot(*(np.mean(f["corners_px"], 0) - middle))), f) for f in free]
        best = min(near, key=lambda pair: pair[0], default=(1e9, None))
        if best[0] > NEAR * tile["size_px"] or best[1] is None:
            said.append(f"missed {tile['tile']}")
            counts["wrong"] += 1
            continue
        match = best[1]
        free.remove(match)
        counts["found"] += 1
        apart = np.hypot(*(np.array(match["corners_px"]) - corners).T).max() / tile["size_px"]
        counts["outlined"] += bool(apart < 0.1)
        right = match["tile"] == tile["tile"]
        counts["named"] += right
        counts["check"] += match["status"] == "check"
        counts["wrong_ok"] += match["status"] == "ok" and not right
        if not right or match["status"] == "check":
            said.append(f"{tile['tile']}: {match['tile']} {match['status']} {match['confidence']}"
                        f" {match['text']!r} off {apart:.2f}")  # fmt: skip
    counts["complete"] += counts["named"] == len(truth) and not free
    counts["false"] += len(free)
    counts["false_ok"] += sum(f["status"] == "ok" for f in free)
    said += [f"no tile: {f['tile']} {f['status']} {f['text']!r}" for f in free]
    return counts, said


def main() -> None:
    """Scan the images of a set and print a table."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluation.tiles.score")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--box", help="the box that was enrolled")
    parser.add_argument("--details", action="store_true", help="say what went wrong")
    chosen = parser.parse_args()
    images = json.loads((chosen.folder / "index.json").read_text())["images"]
    images = [image for image in images if not image["enrol"]]
    paths = [chosen.folder / image["image"] for image in images]
    readings = scanned(paths, ["--box", chosen.box] if chosen.box else [])
    tables: dict[str, Counter[str]] = {}
    for image, reading in zip(images, readings, strict=True):
        counts, said = compare(image["tiles"], reading["tiles"])
        counts["pictures"] = 1
        for name in ("all", image["family"], image["lamp"]):
            tables.setdefault(name, Counter()).update(counts)
        if chosen.details:
            print(image["image"], *said, sep="\n    ")
    for name, total in tables.items():
        tiles, found = max(1, total["tiles"]), max(1, total["found"])
        print(
            f"{name}: {total['pictures']} pictures, {total['tiles']} tiles, "
            f"found {total['found'] / tiles:.1%}, outlined {total['outlined'] / found:.1%}, "
            f"named {total['named'] / tiles:.1%}, "
            f"wrong with ok {1000 * total['wrong_ok'] / tiles:.1f} of 1000, "
            f"check {total['check'] / found:.1%}, "
            f"complete {total['complete'] / total['pictures']:.0%}, "
            f"false {total['false']} ({total['false_ok']} ok)"
        )
    times = sorted(reading["timings_ms"]["total"] for reading in readings)
    print(f"total: median {times[len(times) // 2]:.0f} ms")


if __name__ == "__main__":
    main()
