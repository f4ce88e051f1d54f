"""Simulated evenings: one table, lamp and camera for many throws of three players' dice.

    python -m models.evaluation evening DIR --seed N --evenings M [--turns T]

Each turn is path-traced once; each frame of it has new sensor noise. Colour and strength of the
light drift once in an evening, while the camera keeps the white balance of its beginning. DIR keeps
the rendered turns, so an interrupted run resumes.
"""

import argparse
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from models.evaluation import arrange, backgrounds, lights
from models.evaluation.camera import Camera, Phone, develop, random_phone
from models.evaluation.evening_table import Turn, play, table
from models.evaluation.families import SIZE, Mats, printed_mats
from models.evaluation.glyphs import Image, Random, Style
from models.evaluation.lights import Light
from models.evaluation.render import build, trace
from models.evaluation.scene import Die, Mat, Scene
from models.evaluation.shapes import turn_z
from vision.opening import open_table_reader

TURNS: Final = 18
SEATS: Final = 3
_DICE: Final = (9, 16)  # a player's dice in a turn: first and last + 1
_GAP_MM: Final = 12
_SAMPLES: Final = 2
_FLICKER_EV: Final = 0.02  # between frames


@dataclass(frozen=True)
class Evening:
    """One evening; everything in it follows from seed and number."""

    seed: int
    number: int
    mats: Mats
    turns: int = TURNS

    def chance(self, *more: int) -> Random:
        return np.random.default_rng([self.seed, zlib.crc32(b"evening"), self.number, *more])

    @cached_property
    def place(self) -> tuple[Camera, tuple[Mat, ...]]:
        """The camera above the table, and the mats: upright sheets side by side."""
        rng = self.chance(0)
        entries = [entry for entry in self.mats.entries if entry["kind"] == "strip"][:SEATS]
        view = arrange.camera(rng, SIZE, 48, 15, (0, 25))
        length, breadth = entries[0]["size_mm"]
        mats = []
        for column, entry in enumerate(entries):
            x = (column - (SEATS - 1) / 2) * (breadth + _GAP_MM)
            at = turn_z(-view.roll) @ [x, rng.normal(0, 4), 0.15]
            angle = -view.roll + np.pi / 2 * rng.choice([-1, 1]) + rng.normal(0, 0.03)
            mats.append(Mat(entry, at + np.array([*view.target[:2], 0]), float(angle)))
        corners = [[0, 0], [length, 0], [length, breadth], [0, breadth]]
        sheets = np.concatenate([mat.to_world(corners) for mat in mats])
        return arrange.backed(view, sheets, 1.03), tuple(mats)

    def light(self, turn: int) -> Light:
        """The light of a turn: it drifts evenly from one colour and strength to another."""
        rng = self.chance(1)
        kelvin = float(rng.uniform(2800, 6500))
        share = turn / max(1, self.turns - 1)
        first, last = (lights.blackbody(each) for each in (kelvin, kelvin * rng.uniform(0.75, 1.3)))
        color = (1 - share) * first + share * last
        view, _ = self.place
        position = view.target + np.array([*rng.normal(0, 300, 2), rng.uniform(600, 1200)])
        key_share, radius = float(rng.uniform(0.4, 2.0)), float(rng.uniform(60, 300))
        ev = share * float(rng.uniform(-0.9, 0.5))
        return Light("evening", color, color, key_share, position, radius, 0.9, exposure_ev=ev)

    def phone(self, turn: int) -> Phone:
        """The camera's processing: locked at the beginning, so that the drift is seen."""
        phone = random_phone(self.chance(2), 0.0, self.light(0).balance())
        return replace(phone, exposure_ev=self.light(turn).exposure_ev, resize=1.0, webp=None)

    def scene(self, turn: int) -> Scene:
        """The table with the dice of a turn."""
        fixed, rng = self.chance(3), self.chance(4, turn)
        view, mats = self.place
        edge = float(fixed.uniform(14.5, 16.0))
        dice = [
            replace(die, zone=f"{mat.entry['id']}/{die.zone}")
            for mat in mats
            for die in arrange.on_strip(rng, mat, edge, int(rng.integers(*_DICE)))
        ]
        ground = backgrounds.KINDS[int(fixed.integers(0, len(backgrounds.KINDS)))]
        return Scene(
            "evening", view, self.light(turn), self.phone(turn), ground, 1.5 * view.distance_mm,
            Style.random(fixed), dice, mats=mats,
            roundness=float(fixed.uniform(0.08, 0.15)), gloss=float(fixed.uniform(0.2, 0.5)),
        )  # fmt: skip

    def frames(self, turn: int, linear: Image) -> Iterator[Image]:
        """The camera's frames of a turn without end, BGR uint8."""
        (view, _), phone, rng = self.place, self.phone(turn), self.chance(5, turn)
        while True:
            ev = phone.exposure_ev + float(rng.normal(0, _FLICKER_EV))
            frame = develop(linear, view, replace(phone, exposure_ev=ev), rng)
            yield np.ascontiguousarray(frame[..., ::-1])


def rendered(evening: Evening, turn: int, folder: Path) -> Image:
    """The linear light of a turn, from the folder if it is there."""
    path = folder / f"evening-{evening.number:02d}-{turn:02d}.npy"
    if not path.exists():
        built = build(evening.scene(turn), evening.chance(6), folder / "mats")
        linear = trace(built, _SAMPLES, turn, "fast")
        partial = path.with_suffix(".part.npy")
        np.save(partial, linear.astype(np.float16))
        partial.rename(path)
    return np.asarray(np.load(path), np.float32)


def turns_of(evening: Evening, folder: Path) -> Iterator[Turn]:
    for turn in range(evening.turns):
        linear = rendered(evening, turn, folder)
        yield Turn(_truth(evening.scene(turn).dice), evening.frames(turn, linear))


def _truth(dice: list[Die]) -> dict[str, list[tuple[str, str, str]]]:
    """Mat id -> type, face and zone of each die."""
    truth: dict[str, list[tuple[str, str, str]]] = {}
    for die in dice:
        mat, zone = str(die.zone).split("/")
        truth.setdefault(mat, []).append((die.kind, die.faces[0], zone))
    return truth


def main(arguments: list[str]) -> int:
    """Play the evenings and print one table."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluation evening")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--evenings", type=int, required=True)
    parser.add_argument("--turns", type=int, default=TURNS)
    chosen = parser.parse_args(arguments)
    mats = printed_mats(chosen.folder)
    counts = []
    for number in range(chosen.evenings):
        evening = Evening(chosen.seed, number, mats, chosen.turns)
        counts.append(play(turns_of(evening, chosen.folder), open_table_reader()))
        for note in counts[-1].notes:
            print(f"evening {number}, {note}", flush=True)
    print(table(counts))
    return 0
