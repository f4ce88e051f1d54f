"""What every game gives to the session: pure functions over its own types.

A second game is a folder beside ``roll`` with a module-level ``GAME`` of this shape. Nothing in
the session knows more of a game than this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from companion.errors import CompanionError
from companion.games.instructions import Instructions


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die as the camera sees it, in the words of the scan contract.

    Attributes:
        type: key of the kind of die.
        face: key of the upper face.
        zone: name of the mat's zone that it lies in; None between the zones.
        doubtful: a person should look before it counts.
        mark: links the die to its outline in the picture.
        colour: plain word for the die's body.
    """

    type: str
    face: str
    zone: str | None
    doubtful: bool
    mark: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class MatAnswer:
    """What a game makes of a mat that the camera has read.

    Attributes:
        command: what to ask the game for; None where nothing may be recorded from this reading.
        notes: what a person should know or put right on the mat, in words for the table.
    """

    command: object | None
    notes: tuple[CompanionError, ...] = ()


def _nothing_expected(_view: Any) -> Mapping[str, Mapping[str, int]] | None:
    return None


class ReadingStage(Enum):
    """What has become of the dice that were read this round."""

    CORRECTABLE = "correctable"
    SETTLED = "settled"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class RecordedDice:
    """The dice that were read this round.

    Attributes:
        dice: mark -> kind and face as they are believed to be, while they can be corrected.
    """

    stage: ReadingStage
    dice: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def _nothing_recorded(_view: Any) -> RecordedDice | None:
    return None


def _nothing_hidden(_view: Any) -> bool:
    return False


def _no_marks(_view: Any, _seat: int) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class CameraRules:
    """How the camera reads a game's dice.

    Attributes:
        dice_kind: which dice lie on the mats: ``roll``, ``d6`` or ``robot``.
        wanted: ``view -> mat ids`` that the table waits for, such as ``strip-1``.
        readable: ``view -> mat ids`` that may be read again now; includes the wanted ones.
        command: ``(mat id, dice) -> answer``; what a reading of a mat asks the game for.
        command_in: ``view -> command``, where that depends on what the table waits for.
        expected_dice: ``view -> mat -> kind -> number`` of dice that must lie there; None where the
            game does not know.
        hidden: ``view -> bool``: what lies on the mats is a secret now; no picture is shown.
        marks: ``(view, seat) -> marks`` of the dice on the seat's mat, by correction index.
        throws_counted: ``view -> number`` that grows with each counted throw, for games whose dice
            are thrown onto a mat: dice that lie there as they were counted do not count again.
            None where dice are laid, not thrown.
        recorded: ``view -> dice`` that were read this round, as they are believed to be; None where
            nobody can correct a die once it was read.
    """

    dice_kind: str
    wanted: Callable[[Any], tuple[str, ...]]
    readable: Callable[[Any], tuple[str, ...]]
    command: Callable[[str, tuple[SeenDie, ...]], MatAnswer]
    expected_dice: Callable[[Any], Mapping[str, Mapping[str, int]] | None] = _nothing_expected
    command_in: Callable[[Any], Callable[[str, tuple[SeenDie, ...]], MatAnswer]] | None = None
    hidden: Callable[[Any], bool] = _nothing_hidden
    marks: Callable[[Any, int], tuple[str, ...]] = _no_marks
    throws_counted: Callable[[Any], int] | None = None
    recorded: Callable[[Any], RecordedDice | None] = _nothing_recorded

    def judge(self, view: Any) -> Callable[[str, tuple[SeenDie, ...]], MatAnswer]:
        """Return what a reading of a mat asks the game for, as the table stands."""
        return self.command if self.command_in is None else self.command_in(view)


@dataclass(frozen=True, slots=True)
class PublishedGame:
    """The box that a game is played with, for other programs.

    Attributes:
        bgg_id: its number at BoardGameGeek; None where nobody knows it.
    """

    title: str
    bgg_id: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What the history tells of a player.

    Attributes:
        total, tiebreak, rank: None while the game runs, and where nobody counted.
        figures: what is shown beside the total, by key, such as ``marks``.
        robot: not a person.
    """

    name: str
    vp_chips: int = 0
    tiles: int = 0
    total: int | None = None
    tiebreak: int | None = None
    rank: int | None = None
    figures: tuple[tuple[str, int], ...] = ()
    robot: bool = False


Upcast = Callable[[str, dict[str, Any]], tuple[str, dict[str, Any]]]
"""``(kind, body) -> (kind, body)``: one stored event from one schema to the next."""


def _no_command(_view: Any, _seat: int) -> object | None:
    return None


def _anything_fits(_facts: Any) -> bool:
    return True


def _nothing_to_move(_state: Any, _events: tuple[Any, ...]) -> Instructions:
    return ()


def _no_lights(_view: Any) -> frozenset[int]:
    return frozenset()


@dataclass(frozen=True, slots=True)
class GameDefinition:
    """One game's rules as functions of state.

    Attributes:
        key: the game's name in the log and on the command line, such as ``roll``.
        schema: version of the game's event types; a log with a higher one is not opened.
        initial: the state before the first event.
        decide: ``(state, command) -> events``; checks the rules, raises ``RulesError``.
        apply: ``(state, event) -> state``; total and deterministic, never refuses.
        view: ``(state, seat) -> view``; what ``seat`` may see, or everybody where it is None.
        event_types: every event class, for the log's codec.
        is_over: whether nothing more can happen in this state but corrections and undo.
        upcasts: the older schema -> how its stored events become those of the next schema.
        camera: how the camera reads the game's dice; None where it reads none.
        button_command: ``(view, seat) -> command`` for a press of the seat's ready button; None
            where a press means nothing now.
        lit_seats: ``view -> seats`` whose ready light is on.
        box: class of the facts that only the owner's copy tells: entered once, kept for all
            further games (``companion.session.machine_ports.Boxes``); None where there are none.
        box_fits: whether such facts can be a box; what does not fit is not kept.
        published: the box; None for what has no result, such as a draft.
        final_score: where what reads and scores a file with a final position is, such as
            ``companion.scorefile.rule_final:score_file``; empty where there is none.
        results: ``state -> players`` with the totals once it is over, nothing hidden before; states
            of such a game have a ``round``. None where the history has its own way to tell it.
        instructions: ``(state, events) -> moves``: what people have to move on the table after
            events that follow *state*, one after the other.
    """

    key: str
    schema: int
    initial: Any
    decide: Callable[[Any, Any], tuple[Any, ...]]
    apply: Callable[[Any, Any], Any]
    view: Callable[[Any, int | None], Any]
    event_types: tuple[type, ...]
    is_over: Callable[[Any], bool]
    upcasts: Mapping[int, Upcast] = field(default_factory=dict)
    camera: CameraRules | None = None
    button_command: Callable[[Any, int], object | None] = _no_command
    lit_seats: Callable[[Any], frozenset[int]] = _no_lights
    box: type | None = None
    box_fits: Callable[[Any], bool] = _anything_fits
    published: PublishedGame | None = None
    final_score: str = ""
    results: Callable[[Any], tuple[PlayerResult, ...]] | None = None
    instructions: Callable[[Any, tuple[Any, ...]], Instructions] = _nothing_to_move
