"""Benefit of calibration: tables under one light source, read without and with their profile.

    python -m models.training.evaluation.lamp_test DIR [--first N] [--others N] [--json]

*DIR* is written by `models.training.pathtraced.lamps`. For each light source a profile is made from
its one calibration image; then its throws are read without a profile, with it, and with the profile
of the next light source. Prints the metrics of `models.training.evaluation.field_test` by kind of
light, and the share of images in which the light was reported to differ: false alarms with the
right profile.

A wrong profile that reads as well as the right one does no harm. So the throws on the bare table
are read with the profiles of more light sources, once normally and once with the check of the light
source disabled; a profile costs accuracy if, with the check disabled, the throws are read worse
with it than with their own profile. The main metric is how many scans with such a profile are
noticed.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final
from unittest.mock import patch

from calibration.core.errors import CalibrationError
from calibration.core.making import make_profile
from calibration.core.reader_profile import lighting_profile
from companion.session.ports import Reading, ReadRequest
from models.training.evaluation.field_test import Truth, judge, truths
from models.training.evaluation.tally import Tally
from vision.core.decoding import decode_file
from vision.light.lighting_profile import LIGHT_DIFFERS, LightingProfile
from vision.opening import open_table_reader
from vision.pipeline import TableReader

WAYS: Final = ("without", "with", "wrong")
_STRIDE: Final = 2  # compare with every second of the following light sources; the kinds alternate


class LampTest:
    """Reads the images of all light sources of a folder and counts.

    Attributes:
        tallies: (group, way) -> counts; groups are ``all``, kinds of light, ``mat`` and ``loose``.
        alarms: (group, way) -> images in which the light was reported to differ.
        refused: light sources for which no profile could be made, with the reason.
        costly: for scans of the bare table with a profile that costs accuracy, whether each was
            noticed.
    """

    def __init__(self, folder: Path, reader: TableReader, *, others: int = 4) -> None:
        self._folder = folder
        self._reader = reader
        self._others = others
        self.costly: list[bool] = []
        self.tallies: dict[tuple[str, str], Tally] = defaultdict(Tally)
        self.alarms: dict[tuple[str, str], int] = defaultdict(int)
        self.refused: list[str] = []

    def run(self, lamps: Sequence[Mapping[str, Any]]) -> None:
        """Make the profiles, then read every throw three times."""
        tables = [self._profile(lamp) for lamp in lamps]
        for number, lamp in enumerate(lamps):
            right = tables[number]
            wrong = next((t for t in tables[number + 1 :] + tables[:number] if t), None)
            for entry in lamp["images"]:
                self._throw(lamp["lamp"], entry, (None, right, wrong))
            if right is not None:
                loose = [entry for entry in lamp["images"] if not entry["mat"]]
                for step in range(1, self._others + 1):
                    self._compare(loose, right, tables[(number + step * _STRIDE) % len(tables)])

    def _profile(self, lamp: Mapping[str, Any]) -> LightingProfile | None:
        frame = decode_file(self._folder / lamp["calibration"])
        try:
            profile, _ = make_profile(
                [frame], self._reader, name=lamp["lamp"], made_at="2026-01-01", camera="traced"
            )
        except CalibrationError as err:
            self.refused.append(f"{lamp['calibration']}: {err.code}: {err.message}")
            return None
        return lighting_profile(profile)

    def _throw(
        self, kind: str, entry: Mapping[str, Any], tables: tuple[LightingProfile | None, ...]
    ) -> None:
        request = _request(self._folder / entry["image"])
        for way, table in zip(WAYS, tables, strict=True):
            if table is None and way != "without":
                continue
            self._reader.use_lighting(table)
            reading = self._reader.read(request).reading
            one = judge(truths(entry), reading.dice, open_world=False)
            if way == "with" and one.confusions:
                print(f"{entry['image']}: {dict(one.confusions)}", file=sys.stderr)
            for group in ("all", kind, "mat" if entry["mat"] else "loose"):
                self.tallies[group, way].add(one)
                self.alarms[group, way] += _alarmed(reading)
        self._reader.use_lighting(None)

    def _compare(
        self,
        throws: Sequence[Mapping[str, Any]],
        right: LightingProfile,
        other: LightingProfile | None,
    ) -> None:
        """Read throws with another profile; if it costs accuracy, record whether it was noticed."""
        if other is None or other is right:
            return
        own = forced = 0
        noticed = []
        for entry in throws:
            request, truth = _request(self._folder / entry["image"]), truths(entry)
            self._reader.use_lighting(other)
            noticed.append(_alarmed(self._reader.read(request).reading))
            # With the check of the light source disabled: what the profile would cost.
            with patch("vision.classification.dice_classifier.OTHER_LAMP", math.inf):
                forced += _right(truth, self._reader.read(request).reading)
                self._reader.use_lighting(right)
                own += _right(truth, self._reader.read(request).reading)
        self._reader.use_lighting(None)
        if forced < own:
            self.costly += noticed

    def figures(self) -> dict[str, dict[str, dict[str, float | int]]]:
        """Return the rates by group and way."""
        found: dict[str, dict[str, dict[str, float | int]]] = defaultdict(dict)
        for (group, way), tally in self.tallies.items():
            rates = tally.figures()
            rates["light_said_to_differ"] = round(
                self.alarms[group, way] / max(tally.pictures, 1), 4
            )
            found[group][way] = rates
        return dict(found)


def _right(truth: Sequence[Truth], reading: Reading) -> int:
    return judge(truth, reading.dice, open_world=False).right


def _alarmed(reading: Reading) -> bool:
    return any(problem.code == LIGHT_DIFFERS for problem in reading.problems)


def _request(picture: Path) -> ReadRequest:
    return ReadRequest(decode_file(picture), whole_image=True)


def main() -> None:
    """Print the metrics of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--first", type=int, default=0, help="number of the first lamp")
    parser.add_argument("--others", type=int, default=4, help="wrong profiles for each lamp")
    args = parser.parse_args()
    lamps = json.loads((args.folder / "index.json").read_text())["lamps"][args.first :]
    test = LampTest(args.folder, open_table_reader(), others=args.others)
    test.run(lamps)
    costly = {"scans": len(test.costly), "noticed": round(fmean(test.costly or [0.0]), 4)}
    if args.json:
        found = {"figures": test.figures(), "costly": costly, "refused": test.refused}
        json.dump(found, sys.stdout, indent=1)
        return
    for group, ways in test.figures().items():
        for way, rates in ways.items():
            chosen = ("dice", "right", "check", "exact_pictures", "wrong_ok_per_1000")
            text = "  ".join(f"{key} {rates[key]}" for key in (*chosen, "light_said_to_differ"))
            print(f"{group:10} {way:8} {text}")
    print(f"scans by a profile that costs accuracy {costly['scans']}  noticed {costly['noticed']}")
    for line in test.refused:
        print("refused", line)


if __name__ == "__main__":
    main()
