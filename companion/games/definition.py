"""Interface between a game and the session: pure functions over the game's own types.

A new game is a folder beside ``roll`` with a module-level ``GAME`` of this type. The session uses
nothing else of a game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from operator import attrgetter
from typing import Any, Final

from companion.errors import CompanionError
from companion.games.instructions import Instructions
from companion.games.messages import apply
from companion.games.question import Question


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die as the camera sees it, using the names of the scan contract.

    Attributes:
        type: key of the kind of die.
        face: key of the upper face.
        zone: name of the mat's zone that contains it; None between zones.
        doubtful: a person should check the reading before it counts.
        mark: links the die to its outline in the picture.
        colour: common colour name of the die's body.
        others: kinds and faces that it can be instead, most likely first.
        was: what was read at its place before; None if the mat is read for the first time.
    """

    type: str
    face: str
    zone: str | None
    doubtful: bool
    mark: str
    colour: str = ""
    others: tuple[tuple[str, str], ...] = ()
    was: "SeenDie | None" = None


@dataclass(frozen=True, slots=True)
class MatAnswer:
    """A game's response to a mat that the camera has read.

    Attributes:
        command: command to send to the game; None where nothing may be recorded from this reading.
        notes: messages for the players: what to check or correct on the mat.
    """

    command: object | None
    notes: tuple[CompanionError, ...] = ()


class ReadingStage(Enum):
    """State of the dice that were read this round."""

    CORRECTABLE = "correctable"
    SETTLED = "settled"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class RecordedDice:
    """The dice that were read this round: mark -> kind and face, while they can be corrected."""

    stage: ReadingStage
    dice: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CameraRules:
    """How the camera reads a game's dice.

    Attributes:
        dice_kind: kind of dice on the mats: ``roll``, ``d6`` or ``robot``.
        wanted: ``view -> mat ids`` that the table waits for, such as ``strip-1``.
        readable: ``view -> mat ids`` that may be read again now; includes those of ``wanted``.
        command: ``(mat id, dice) -> answer``; the command for a reading of a mat.
        command_in: ``view -> command``, for games where it depends on the state.
        expected_dice: ``view -> mat -> kind -> number`` of dice that must be there; None where the
            game does not know.
        hidden: ``view -> bool``: the dice on the mats are secret now; no picture is shown.
        marks: ``(view, seat) -> marks`` of the dice on the seat's mat, by correction index.
        throws_counted: ``view -> number`` that increases with each counted throw, for games whose
            dice are thrown onto a mat: dice that have not moved since they were counted are not
            counted again. None where dice are placed, not thrown.
        recorded: ``view -> dice`` that were read this round, as currently recorded; None where a
            die cannot be corrected after it was read.
    """

    dice_kind: str
    wanted: Callable[[Any], tuple[str, ...]]
    readable: Callable[[Any], tuple[str, ...]]
    command: Callable[[str, tuple[SeenDie, ...]], MatAnswer]
    expected_dice: Callable[[Any], Mapping[str, Mapping[str, int]] | None] = lambda _view: None
    command_in: Callable[[Any], Callable[[str, tuple[SeenDie, ...]], MatAnswer]] | None = None
    hidden: Callable[[Any], bool] = lambda _view: False
    marks: Callable[[Any, int], tuple[str, ...]] = lambda _view, _seat: ()
    throws_counted: Callable[[Any], int] | None = None
    recorded: Callable[[Any], RecordedDice | None] = lambda _view: None

    def judge(self, view: Any) -> Callable[[str, tuple[SeenDie, ...]], MatAnswer]:
        """Return the function that turns a reading of a mat into a command in this view."""
        return self.command if self.command_in is None else self.command_in(view)


TRAY: Final = "tray"


def rolled_on_tray(
    dice_kind: str, steps: tuple[Any, ...], read: Callable[[tuple[SeenDie, ...]], MatAnswer]
) -> CameraRules:
    """Return the rules of a game whose dice are rolled onto the tray in some steps.

    Its view has a *state* with a *step* and the number of *throws* that were counted.
    """

    def wanted(view: Any) -> tuple[str, ...]:
        return (TRAY,) if view.state.step in steps else ()

    def command(mat_id: str, dice: tuple[SeenDie, ...]) -> MatAnswer:
        return read(dice) if mat_id == TRAY else MatAnswer(None)

    throws = attrgetter("state.throws")
    return CameraRules(dice_kind, wanted, wanted, command, throws_counted=throws)


@dataclass(frozen=True, slots=True)
class PublishedGame:
    """The published game, for other programs; *bgg_id* is its number at BoardGameGeek."""

    title: str
    bgg_id: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's result, as shown in the history.

    Attributes:
        total, tiebreak, rank: None while the game runs, and where no score was counted.
        figures: values shown beside the total, by key, such as ``marks``.
        robot: whether this is the automated opponent, not a person.
    """

    name: str
    vp_chips: int = 0
    tiles: int = 0
    total: int | None = None
    tiebreak: int | None = None
    rank: int | None = None
    figures: tuple[tuple[str, int], ...] = ()
    robot: bool = False


@dataclass(frozen=True, slots=True)
class GameDefinition:
    """One game's rules as functions of state.

    Attributes:
        key: the game's name in the log and on the command line, such as ``roll``.
        schema: version of the game's event types; stored events with another one are not read.
        initial: the state before the first event.
        decide: ``(state, command) -> events``; checks the rules, raises ``RefusedError``.
        apply: ``(state, event) -> state``; total and deterministic, never refuses.
        question: ``(state, seat) -> question``: what a seat may do now; None if it has nothing to
            do. Decisions of the whole table are asked of the seat that the rules name, else of
            seat 0.
        invariants: ``state -> violations`` of what must hold after every event, as messages for
            developers.
        round_of: ``state -> number`` of the round.
        view: ``(state, seat) -> view``; what ``seat`` may see, or everybody if it is None.
        event_types: every event class, for the log's codec.
        is_over: whether only corrections and undo are possible in this state.
        camera: how the camera reads the game's dice; None if it reads none.
        button_command: ``(view, seat) -> command`` for a press of the seat's ready button; None
            where a press has no effect now.
        lit_seats: ``view -> seats`` whose ready light is on.
        box: class of the facts that must be read from the owner's copy: entered once, kept for all
            further games (``companion.session.service_ports.Boxes``); None if there are none.
        box_fits: whether such facts are valid; invalid ones are not stored.
        published: title and BoardGameGeek number; None for what has no result, such as a draft.
        final_score: import path of the function that reads and scores a file with a final position,
            such as ``companion.scorefile.rule_final:score_file``; empty if there is none.
        results: ``state -> players``, with the totals once the game is over and without hidden
            values before; the state of such a game has a ``round``. None where the history computes
            it in its own way.
        instructions: ``(state, events) -> moves``: the pieces that the players must move on the
            table after *events*, which follow *state*, in order.
    """

    key: str
    schema: int
    initial: Any
    decide: Callable[[Any, Any], tuple[Any, ...]]
    view: Callable[[Any, int | None], Any]
    event_types: tuple[type, ...]
    is_over: Callable[[Any], bool]
    question: Callable[[Any, int], Question | None] = lambda _state, _seat: None
    invariants: Callable[[Any], tuple[str, ...]] = lambda _state: ()
    apply: Callable[[Any, Any], Any] = apply
    round_of: Callable[[Any], int] = attrgetter("round")
    camera: CameraRules | None = None
    button_command: Callable[[Any, int], object | None] = lambda _view, _seat: None
    lit_seats: Callable[[Any], frozenset[int]] = lambda _view: frozenset()
    box: type | None = None
    box_fits: Callable[[Any], bool] = lambda _facts: True
    published: PublishedGame | None = None
    final_score: str = ""
    results: Callable[[Any], tuple[PlayerResult, ...]] | None = None
    instructions: Callable[[Any, tuple[Any, ...]], Instructions] = lambda _state, _events: ()
