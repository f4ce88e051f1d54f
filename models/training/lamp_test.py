"""What a calibration is worth: tables under one lamp, read without and with their profile.

    python -m models.training.lamp_test DIR [--json]

*DIR* is what `models.training.pathtraced.lamps` writes. For each lamp a profile is made of its one
calibration picture; then its throws are read without a profile, with it, and with the profile of
another lamp. Figures by kind of light, as in `models.training.field_test`; besides, how often the
wrong profile is noticed (``noticed``) and the right one is called wrong (``false_alarms``).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from calibration.errors import CalibrationError
from calibration.known import known_table
from calibration.making import make_profile
from companion.session.ports import Reading
from models.training.field_test import judge, truths
from models.training.tally import Tally
from vision.decoding import decode_file
from vision.known_table import LIGHT_DIFFERS, KnownTable
from vision.opening import open_table_reader
from vision.pipeline import TableReader

WAYS: Final = ("without", "with", "wrong")


class LampTest:
    """Reads all lamps of a folder and counts.

    Attributes:
        tallies: (group, way) -> counts; groups are ``all``, kinds of light, ``mat`` and ``loose``.
        alarms: (group, way) -> pictures in which the light was said to differ.
        refused: lamps of which no profile could be made, with the reason.
    """

    def __init__(self, folder: Path, reader: TableReader) -> None:
        self._folder = folder
        self._reader = reader
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

    def _profile(self, lamp: Mapping[str, Any]) -> KnownTable | None:
        frame = decode_file(self._folder / lamp["calibration"])
        try:
            profile, _ = make_profile(
                [frame], self._reader, name=lamp["lamp"], made_at="2026-01-01", camera="traced"
            )
        except CalibrationError as err:
            self.refused.append(f"{lamp['calibration']}: {err.code}: {err.message}")
            return None
        return known_table(profile)

    def _throw(
        self, kind: str, entry: Mapping[str, Any], tables: tuple[KnownTable | None, ...]
    ) -> None:
        frame = decode_file(self._folder / entry["image"])
        for way, table in zip(WAYS, tables, strict=True):
            if table is None and way != "without":
                continue
            self._reader.know(table)
            reading = self._reader.read(frame, whole_image=True)
            one = judge(truths(entry), reading.dice, open_world=False)
            if way == "with" and one.confusions:
                print(f"{entry['image']}: {dict(one.confusions)}", file=sys.stderr)
            for group in ("all", kind, "mat" if entry["mat"] else "loose"):
                self.tallies[group, way].add(one)
                self.alarms[group, way] += _alarmed(reading)
        self._reader.know(None)

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


def _alarmed(reading: Reading) -> bool:
    return any(problem.code == LIGHT_DIFFERS for problem in reading.problems)


def main() -> None:
    """Print the figures of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    lamps = json.loads((args.folder / "index.json").read_text())["lamps"]
    test = LampTest(args.folder, open_table_reader())
    test.run(lamps)
    if args.json:
        json.dump({"figures": test.figures(), "refused": test.refused}, sys.stdout, indent=1)
        return
    for group, ways in test.figures().items():
        for way, rates in ways.items():
            chosen = ("dice", "right", "check", "exact_pictures", "wrong_ok_per_1000")
            text = "  ".join(f"{key} {rates[key]}" for key in (*chosen, "light_said_to_differ"))
            print(f"{group:10} {way:8} {text}")
    for line in test.refused:
        print("refused", line)


if __name__ == "__main__":
    main()
