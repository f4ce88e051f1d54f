"""The demonstration script: dice on the mats and actions of the players (``evening.toml``)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Final

from companion.games.question import Steps, in_one_step
from companion.games.roll.model.dice import PHASES, DieType, Face, Phase, PlacedDie
from companion.games.roll.notation import read
from companion.games.roll.phases.counters import Correct
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.set_up import SetUpGame, StartGame
from companion.games.roll.rules.judge import Command
from companion.games.roll.view.table_view import TableView
from companion.text_formats import from_toml

FOLDER: Final = Path(__file__).parent
PICTURES: Final = FOLDER / "pictures"
SCHEMA: Final = "evening/1"
TRAY: Final = "tray"


class UndoAction(Enum):
    """The only scripted action that is not a command: undo."""

    UNDO = "Undo"


Action = Command | Steps | UndoAction


@dataclass(frozen=True, slots=True)
class LaidMat:
    """A mat in front of the camera.

    Attributes:
        mat: its id, such as ``strip-1`` or ``tray``.
        picture: name of its picture, without suffix.
        dice: the dice in the picture; empty for the tray.
        in_fact: the dice after correction by the players; usually the same.
        spare: the spare die on the tray.
        scene: parameters for rendering the picture.
    """

    mat: str
    picture: str
    dice: tuple[PlacedDie, ...] = ()
    in_fact: tuple[PlacedDie, ...] = ()
    spare: Face | None = None
    scene: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seat(self) -> int | None:
        """Seat of the mat's owner; None for the tray."""
        return None if self.mat == TRAY else int(self.mat.removeprefix("strip-"))


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round: order of ready signals, mats, and actions of each phase."""

    ready: tuple[int, ...]
    mats: tuple[LaidMat, ...]
    phases: Mapping[Phase, tuple[Action, ...]]
    manage: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game.

    Attributes:
        join: counters to set before the first round, if the game began without the companion.
        rounds_end_with_ready: rounds are ended by the ready buttons, else by the main button.
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
        """The number of the first scripted round."""
        return next((each.value for each in self.join if each.what.value == "round"), 1)

    def round_number(self, number: int) -> PlayedRound | None:
        """Return round *number*; None if it is not scripted."""
        index = number - self.first_round
        return self.rounds[index] if 0 <= index < len(self.rounds) else None


@dataclass(frozen=True, slots=True)
class Laid:
    """Dice in front of the camera that belong to no game.

    Attributes:
        picture: name of the picture, without suffix.
        dice: the dice in it.
        scene: parameters for rendering the picture.
    """

    picture: str
    dice: tuple[tuple[DieType, Face], ...]
    scene: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DemoScript:
    """The whole script: games, mats of additional players, and calibration pictures.

    Attributes:
        guests: mats of seats that no scripted game uses.
        idle: name of the picture of the table without a mat.
        calibration: the calibration mat with a die of each type on its place.
        throws: the test throws on the tray that follow in the calibration.
    """

    games: tuple[PlayedGame, ...]
    guests: tuple[LaidMat, ...]
    idle: str
    calibration: Laid
    throws: tuple[Laid, ...]

    @property
    def mats(self) -> tuple[LaidMat, ...]:
        played = (mat for game in self.games for each in game.rounds for mat in each.mats)
        return (*played, *self.guests)

    def shows(self, mat: str, view: TableView) -> bool:
        """Return whether a picture shows *mat* in this round with the dice of the player's cup."""
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
        """Return the picture of *mat* in round *number* of a game of *names*.

        Games that are not scripted use the script's pictures in rotation, preferring those of a
        game with the same number of players.
        """
        laid = self._laid(mat, tuple(names), number)
        if laid is not None:
            return laid.picture
        fitting = [game for game in self.games if len(game.names) == len(names)]
        near = [m.picture for game in fitting for r in game.rounds for m in r.mats if m.mat == mat]
        pictures = near or [each.picture for each in self.mats if each.mat == mat]
        return pictures[(number - 1) % len(pictures)] if pictures else self.idle


def load_script(path: Path = FOLDER / "evening.toml") -> DemoScript:
    """Return the script in *path*.

    Raises:
        ValueError: the file has another schema (it is bundled with the program).
    """
    content = from_toml(path.read_text(encoding="utf-8"))
    if content.get("schema") != SCHEMA:
        raise ValueError(f"{path} has another schema than {SCHEMA}")
    return DemoScript(
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
    return tuple(
        UndoAction.UNDO if line == UndoAction.UNDO.value else _command(line) for line in lines
    )


def _command(line: str) -> Any:
    commands = tuple(read(each) for each in line.split("; "))
    if not all(isinstance(each, Command) for each in commands):
        raise TypeError(f"{line} is no command")
    return in_one_step(*commands)
