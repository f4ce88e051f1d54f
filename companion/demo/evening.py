"""The bundled evening: what lies on the mats and what the players do (``evening.toml``)."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Final

from companion.games.roll.model.commands import (
    Command,
    Correct,
    PlacedDie,
    RecordMat,
    SetUpGame,
    StartGame,
)
from companion.games.roll.model.dice import PHASES, DieType, Face, Phase
from companion.games.roll.model.macros import Macro
from companion.games.roll.model.notation import read
from companion.games.roll.view.table_view import TableView

FOLDER: Final = Path(__file__).parent
PICTURES: Final = FOLDER / "pictures"
SCHEMA: Final = "evening/1"
TRAY: Final = "tray"


class Takeback(Enum):
    """The one thing that players do which is no command: take the last step back."""

    UNDO = "Undo"


Action = Command | Macro | Takeback


@dataclass(frozen=True, slots=True)
class LaidMat:
    """A mat before the camera.

    Attributes:
        mat: its id, such as ``strip-1`` or ``tray``.
        picture: name of its picture, without suffix.
        dice: what the picture shows; empty for the tray.
        in_fact: what people say that lies there; most often the same.
        spare: the tray's die.
        scene: how the picture is drawn.
    """

    mat: str
    picture: str
    dice: tuple[PlacedDie, ...] = ()
    in_fact: tuple[PlacedDie, ...] = ()
    spare: Face | None = None
    scene: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seat(self) -> int | None:
        """Whose mat it is; None for the tray."""
        return None if self.mat == TRAY else int(self.mat.removeprefix("strip-"))


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round: who is ready in which order, the mats, and what is done in each phase."""

    ready: tuple[int, ...]
    mats: tuple[LaidMat, ...]
    phases: Mapping[Phase, tuple[Action, ...]]
    manage: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game.

    Attributes:
        join: counters to set before the first round, where the game began without the companion.
        rounds_end_with_ready: the ready buttons end a round; else the screen's main button does.
    """

    start: StartGame | SetUpGame
    join: tuple[Correct, ...]
    rounds: tuple[PlayedRound, ...]
    rounds_end_with_ready: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in sorted(self.start.players, key=lambda p: p.seat))

    @property
    def first_round(self) -> int:
        """The number of the first round that is played here."""
        return next((each.value for each in self.join if each.what.value == "round"), 1)

    def round_number(self, number: int) -> PlayedRound | None:
        """Return round *number*; None where the evening does not have it."""
        index = number - self.first_round
        return self.rounds[index] if 0 <= index < len(self.rounds) else None


@dataclass(frozen=True, slots=True)
class Laid:
    """Dice before the camera that belong to no game.

    Attributes:
        picture: name of its picture, without suffix.
        dice: what lies there.
        scene: how the picture is drawn.
    """

    picture: str
    dice: tuple[tuple[DieType, Face], ...]
    scene: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Evening:
    """All games, mats of further players, and what else lies before the camera.

    Attributes:
        idle: the picture of the table without a mat.
        calibration: the calibration mat with a die of each type on its place.
        throws: the proof throws that follow, on the tray.
    """

    games: tuple[PlayedGame, ...]
    guests: tuple[LaidMat, ...]
    idle: str
    calibration: Laid
    throws: tuple[Laid, ...]

    @property
    def mats(self) -> tuple[LaidMat, ...]:
        """Every mat of the evening."""
        played = (mat for game in self.games for each in game.rounds for mat in each.mats)
        return (*played, *self.guests)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The names of all pictures."""
        others = (each.picture for each in (self.calibration, *self.throws))
        return (*(mat.picture for mat in self.mats), self.idle, *others)

    def shows(self, mat: str, view: TableView) -> bool:
        """Whether a picture shows *mat* as it can lie in this round, with the dice of the cup."""
        names = tuple(each.name for each in sorted(view.seats, key=lambda each: each.seat))
        laid = self._laid(mat, names, view.round)
        seat = next((s for s in view.seats if laid is not None and s.seat == laid.seat), None)
        if laid is None or seat is None or seat.tracking is None:
            return laid is not None
        return Counter(die.type for die in laid.dice) == Counter(seat.tracking.cup)

    def _laid(self, mat: str, names: tuple[str, ...], number: int) -> LaidMat | None:
        for game in self.games:
            played = game.round_number(number) if game.names == names else None
            for each in played.mats if played else ():
                if each.mat == mat:
                    return each
        return None

    def picture_for(self, mat: str, *, names: Sequence[str], number: int) -> str:
        """Return the picture to lay there in round *number* of a game of *names*.

        Games that are not in the evening get its pictures in turn, those of a game with as many
        players first.
        """
        laid = self._laid(mat, tuple(names), number)
        if laid is not None:
            return laid.picture
        fitting = [game for game in self.games if len(game.names) == len(names)]
        near = [m.picture for game in fitting for r in game.rounds for m in r.mats if m.mat == mat]
        pictures = near or [each.picture for each in self.mats if each.mat == mat]
        return pictures[(number - 1) % len(pictures)] if pictures else self.idle


def load_evening(path: Path = FOLDER / "evening.toml") -> Evening:
    """Return the evening in *path*.

    Raises:
        ValueError: the file does not say an evening (it comes with the program).
    """
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    if content.get("schema") != SCHEMA:
        raise ValueError(f"{path} has another schema than {SCHEMA}")
    return Evening(
        games=tuple(_game(each) for each in content["game"]),
        guests=tuple(_mat(each) for each in content["guest"]),
        idle=content["idle"],
        calibration=_laid(content["calibration"]),
        throws=tuple(_laid(each) for each in content["calibration"]["throw"]),
    )


def _game(content: Mapping[str, Any]) -> PlayedGame:
    start = read(content["start"])
    joins = tuple(read(line) for line in content.get("join", ()))
    if not isinstance(start, StartGame | SetUpGame):
        raise TypeError(f"{content['start']} starts no game")
    return PlayedGame(
        start=start,
        join=tuple(each for each in joins if isinstance(each, Correct)),
        rounds=tuple(_round(each) for each in content["round"]),
        rounds_end_with_ready=content["rounds_end"] == "ready",
    )


def _round(content: Mapping[str, Any]) -> PlayedRound:
    return PlayedRound(
        ready=tuple(content["ready"]),
        mats=tuple(_mat(each) for each in content["mat"]),
        phases={phase: _actions(content.get(phase.value, ())) for phase in PHASES},
        manage=_actions(content.get("manage", ())),
    )


def _mat(content: Mapping[str, Any]) -> LaidMat:
    dice = _dice(content.get("dice", ""))
    return LaidMat(
        mat=content["mat"],
        picture=content["picture"],
        dice=dice,
        in_fact=_dice(content["in_fact"]) if "in_fact" in content else dice,
        spare=Face(content["spare"]) if "spare" in content else None,
        scene=content.get("scene", {}),
    )


def _laid(content: Mapping[str, Any]) -> Laid:
    pairs = (name.split(":") for name in content["dice"].split(","))
    dice = tuple((DieType(kind), Face(face)) for kind, face in pairs)
    return Laid(content["picture"], dice, content["scene"])


def _dice(text: str) -> tuple[PlacedDie, ...]:
    if not text:
        return ()
    recorded = read(f"RecordMat seat=1 dice={text}")
    return recorded.dice if isinstance(recorded, RecordMat) else ()


def _actions(lines: Sequence[str]) -> tuple[Action, ...]:
    return tuple(Takeback.UNDO if line == Takeback.UNDO.value else _command(line) for line in lines)


def _command(line: str) -> Command | Macro:
    command = read(line)
    if not isinstance(command, Command | Macro):
        raise TypeError(f"{line} is no command")
    return command
