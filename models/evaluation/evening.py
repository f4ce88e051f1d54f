"""Simulated evenings: one table, lamp and camera for many throws of three players' dice.

    python -m models.evaluation evening DIR --seed N --evenings M [--turns T]

Each turn is path-traced once; each frame of it has new sensor noise. Colour and strength of the
light drift once in an evening, while the camera keeps the white balance of its beginning. DIR keeps
the rendered turns, so an interrupted run resumes.

The turns are played through scanner, reader and the game's rules. A question is a die that is
handed over as doubtful, or a mat that the rules cannot take: not recorded in time, or with other
dice than the player's. A silent error is a die recorded as sure with a wrong type, face or place.
"""

import argparse
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.games.roll.view.camera import mat_command
from companion.session.clock import UncheckedClock
from companion.session.ports import CameraInfo, DiceReader, Frame
from companion.session.scan_plan import ScanPlan, SettledMat
from companion.session.scanner import Scanner
from companion.session.table_port import ScanUpdate
from models.evaluation import arrange, backgrounds, lights
from models.evaluation.camera import Camera, Phone, develop, random_phone
from models.evaluation.families import SIZE, Mats, printed_mats
from models.evaluation.glyphs import Image, Random, Style
from models.evaluation.lights import Light
from models.evaluation.render import build, trace
from models.evaluation.report import aligned
from models.evaluation.scene import Die, Mat, Scene
from models.evaluation.shapes import turn_z
from vision.opening import open_table_reader

PATIENCE: Final = 12
"""Frames after which a mat that was not recorded is a question to the players."""

Seen = tuple[str, str, str]
"""Type, face and zone of a die."""


@dataclass(frozen=True)
class Turn:
    """The dice on each mat, and the frames that show them: BGR uint8, without end."""

    truth: dict[str, list[Seen]]
    frames: Iterator[Any]


@dataclass
class Count:
    """What happened in one evening.

    Attributes:
        waited: frames until each mat was recorded.
    """

    dice: int = 0
    questions: int = 0
    silent: int = 0
    waited: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, truth: list[Seen], mat: SettledMat | None, frames: int, name: str) -> None:
        """Count one mat of a turn; *mat* is None where it was not recorded."""
        self.dice += len(truth)
        if mat is None:
            self._ask(f"{name}: not recorded")
            return
        self.waited.append(frames)
        sure = Counter((d.type, d.face, str(d.zone)) for d in mat.dice if not d.doubtful)
        for die in (sure - Counter(truth)).elements():
            self.silent += 1
            self.notes.append(f"{name}: silent {die}")
        for each in mat.dice:
            if each.doubtful:
                self._ask(f"{name}: doubtful {each.type} {each.face} {each.zone}")
        if Counter(d.type for d in mat.dice) != Counter(kind for kind, _, _ in truth):
            self._ask(f"{name}: {len(mat.dice)} dice of {len(truth)}, or other ones")

    def figures(self) -> dict[str, float | None]:
        """What is reported: median and most frames until a mat was recorded."""
        median, most = (
            (float(np.median(self.waited)), max(self.waited)) if self.waited else (None,) * 2
        )
        counts = {name: getattr(self, name) for name in _SUMMED}
        return {**counts, "median frames": median, "most": most}

    def _ask(self, note: str) -> None:
        self.questions += 1
        self.notes.append(note)


class _Table:
    """The scanner's camera and its host: shows a turn and keeps the mats that are handed over."""

    def __init__(self) -> None:
        self.info = CameraInfo("simulated", "evening", 0, 0, is_live=True)
        self.plan = ScanPlan()
        self.frames: Iterator[Any] = iter(())
        self.recorded: dict[str, SettledMat] = {}

    def begin(self, turn: Turn) -> None:
        """Ask for the mats of a turn; the rules know the dice on each."""
        expect = {mat: Counter(kind for kind, _, _ in dice) for mat, dice in turn.truth.items()}
        self.plan = ScanPlan(
            tuple(turn.truth), self.plan.ticket + 1, expect=expect, judge=mat_command
        )
        self.frames, self.recorded = turn.frames, {}

    def capture(self, *, timeout_s: float = 2.0) -> Frame:
        return Frame(np.asarray(next(self.frames), np.uint8), timeout_s, "evening")

    def still(self, *, timeout_s: float = 10.0) -> Frame:
        """A still is no larger than a frame."""
        return self.capture(timeout_s=timeout_s)

    def close(self) -> None:
        """Nothing to release."""

    def scan_plan(self) -> ScanPlan:
        """The mats of this turn."""
        return self.plan

    def show_scan(self, update: ScanUpdate) -> None:
        """Nobody looks."""

    def deliver(self, mat: SettledMat) -> None:
        """Keep the first reading of a mat, as the game does."""
        self.recorded.setdefault(mat.mat_id, mat)


def play(turns: Iterable[Turn], reader: DiceReader) -> Count:
    """What happens in an evening of these turns."""
    table, counted = _Table(), Count()
    scanner = Scanner(table, reader, lambda: table, UncheckedClock())
    for number, turn in enumerate(turns):
        table.begin(turn)
        frames: dict[str, int] = {}
        for frame in range(1, PATIENCE + 1):
            scanner.turn()
            frames |= {mat: frame for mat in table.recorded if mat not in frames}
            if len(frames) == len(turn.truth):
                break
        for mat, dice in turn.truth.items():
            name = f"turn {number}, {mat}"
            counted.add(dice, table.recorded.get(mat), frames.get(mat, 0), name)
    return counted


def table(counts: list[Count]) -> str:
    """One line for each evening, and one for all."""
    total = Count(*(sum(getattr(each, name) for each in counts) for name in _SUMMED))
    total.waited = [frames for each in counts for frames in each.waited]
    rows = {**{f"evening {number}": each for number, each in enumerate(counts)}, "all": total}
    return aligned({name: each.figures() for name, each in rows.items()})


_SUMMED: Final = ("dice", "questions", "silent")


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
