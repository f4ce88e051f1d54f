"""The visible part of a state; screens receive nothing else.

``view(state, None)`` is the shared table; ``view(state, seat)`` adds what that player may see. Dice
on a mat are hidden until Reveal (R-12.1) and appear in no other view before.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.games.question import Choose, Question
from companion.games.roll.model.dice import DieType, Face, Phase, PlacedDie
from companion.games.roll.model.holdings import Dice, Good, SeatScore
from companion.games.roll.model.seating import NO_COMPUTERS, Computers, ComputerSeat
from companion.games.roll.model.state import EndReason, Step
from companion.games.roll.phases.drawing import ReturnTile
from companion.games.roll.phases.tile_corrections import TileSpot
from companion.games.roll.rules.judge import Command
from companion.games.roll.rules.needs import Need
from companion.games.roll.rules.reassign import Judgement


class PhaseStatus(Enum):
    """Progress of a phase in this round."""

    UNKNOWN = "unknown"
    INACTIVE = "inactive"
    WAITING = "waiting"
    CURRENT = "current"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class StackView:
    """A construction stack; only its top may be seen by all (R-12.1).

    Attributes:
        size: tiles, those below the top included.
        top: number of the top tile; ``UNKNOWN`` if it is unnamed or the stack is empty.
        workers: dice on the stack.
        needed: total number of workers that the top tile needs; None if unknown.
    """

    size: int = 0
    top: int = 0
    workers: Dice = ()
    needed: int | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """The effect of accepting all proposals for a seat: changes, keys of the sides completed."""

    commands: tuple[Command, ...] = ()
    credits: int = 0
    vp: int = 0
    built: tuple[str, ...] = ()


PLAIN = frozenset({"draw", "done", "leave"})
"""Keys of the answers that choose nothing: drawing and ending something."""


@dataclass(frozen=True, slots=True)
class SeatTracking:
    """A player's pieces and options, as visible to everybody.

    Attributes:
        cup: includes rolled dice that are not revealed; kinds only, in the order of ``DieType``.
        columns: unused workers after Reveal, Explore first.
        tableau: keys of the built sides: faction halves, home world, then the tiles.
        borrowed: borrowed workers that have not been used.
        hand: number of drawn tiles that must still be placed.
        must_act: whether the phase, or Manage Empire, waits for this player.
        question: what the player may do now.
        not_on_mat: until Reveal is confirmed, dice of the cup that are missing on the recorded mat.
        must_recall: whether a die must be recalled, as the cup is empty (R-10.2).
        judgement: the check of the mat at Reveal; None if the mat is empty.
        score: set after the end of the game.
        asked: the tile that people must identify for a computer player; else None.
    """

    cup: Dice = ()
    citizenry: Dice = ()
    columns: tuple[Dice, ...] = ()
    goods: tuple[Good, ...] = ()
    developments: StackView = StackView()
    worlds: StackView = StackView()
    tableau: tuple[str, ...] = ()
    borrowed: Dice = ()
    hand: int = 0
    must_act: bool = False
    proposal: Proposal = Proposal()
    question: Question | None = field(default=None, compare=False)
    not_on_mat: Dice = ()
    must_recall: bool = False
    judgement: Judgement | None = None
    score: SeatScore | None = None
    asked: TileSpot | None = None

    @property
    def open(self) -> frozenset[str]:
        """The keys of the answers that are possible; empty if no single answer is chosen."""
        answers = self.question.answers if isinstance(self.question, Choose) else ()
        return frozenset(each.key for each in answers if each.refused is None)

    @property
    def decides(self) -> bool:
        """Whether the player has something to choose, not only to draw or to end a phase."""
        if isinstance(self.question, Choose):
            return bool(self.open - PLAIN)
        return self.question is not None

    @property
    def draws(self) -> bool:
        """Whether tiles are due: after the bag ran short (R-6.5), or at the end of Explore."""
        return "draw" in self.open

    @property
    def ships_one(self) -> bool:
        """Whether only one good can be shipped: the question is what happens to it."""
        return bool({"trade", "consume"} & self.open)

    @property
    def returns(self) -> bool:
        """Whether the player must return a tile to the empty bag."""
        answers = self.question.answers if isinstance(self.question, Choose) else ()
        return any(isinstance(each.then, ReturnTile) for each in answers)


@dataclass(frozen=True, slots=True)
class TableTracking:
    """Common pieces that belong to no player.

    Attributes:
        seen: numbers of the tiles with a known place; unnamed tiles cannot be one of these.
        expected: mat -> kind -> number of dice that must be there (``scan --expect``).
    """

    seen: frozenset[int] = frozenset()
    expected: Mapping[str, Mapping[str, int]] | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player, as visible to everybody.

    Attributes:
        dice: the mat's dice in the order of their correction index; empty before Reveal and while
            nothing is recorded.
        recorded: whether this round's mat has been recorded.
        selected: the phase this player selected, once known.
        workers: number of workers in each phase of this round, by phase, after Reveal is confirmed.
        to_cup: dice that went back to the cup at Reveal (R-4.3): kind and count.
        final_rank: 1 for the winner(s) by chips and tie-break known so far; None before the end.
        tracking: dice and tiles by place; None where counters are kept by hand.
        computer: the computer player; None for a person.
    """

    seat: int
    name: str
    colour: str
    faction: int | None
    home_world: str | None
    ready: bool
    credits: int
    vp_chips: int
    tiles: int
    recorded: bool
    dice: tuple[PlacedDie, ...]
    selected: Phase | None
    workers: tuple[tuple[Phase, int], ...]
    to_cup: tuple[tuple[DieType, int], ...]
    final_rank: int | None = None
    tracking: SeatTracking | None = None
    computer: ComputerSeat | None = None


@dataclass(frozen=True, slots=True)
class PhaseView:
    """One of the five phases of this round."""

    phase: Phase
    status: PhaseStatus
    selected_by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """The table, immutable, ready for rendering.

    Attributes:
        round: 1 for the first; 0 before the game starts.
        seats: in the timing order of R-5.6 where all factions are known, else by seat.
        vp_pool: VP left in the initial pool, never below 0.
        vp_beyond_pool: VP issued from the reserve after the pool ran out (R-9.4).
        current_phase: set in step PHASE only.
        spare_die: face of the two-player die this round; None if not rolled or not needed.
        needs: what the table waits for, most important first.
        end_reasons: conditions that hold now; the game ends at the end of this round.
        tracking: bag, stock and expected dice; None where counters are kept by hand.
        computers: the seats played by the companion.
        seldom: corrections and what else may be asked at any time; None before the game.
    """

    step: Step
    round: int
    seats: tuple[SeatView, ...]
    vp_pool: int
    vp_beyond_pool: int
    phases: tuple[PhaseView, ...]
    current_phase: Phase | None
    spare_die: Face | None
    needs: tuple[Need, ...]
    end_reasons: tuple[EndReason, ...]
    tracking: TableTracking | None = None
    computers: Computers = NO_COMPUTERS
    seldom: Choose | None = field(default=None, compare=False, repr=False)
