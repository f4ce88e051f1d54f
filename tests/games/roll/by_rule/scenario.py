"""A table in mid-game for scenarios: told lines of notation, then looked at.

Seat 1 is Ann, seat 2 Bob. Their start tiles do as little as possible: Ann has no world that takes
goods, nobody has a Novelty world. What a scenario does not name is not there: no dice, no credits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.games.refusals import RefusedError
from companion.games.roll import with_rules
from companion.games.roll.model.commands import PlayerSetup
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.events import Event
from companion.games.roll.model.holdings import Good, Holdings
from companion.games.roll.model.notation import read
from companion.games.roll.model.options import TableOptions
from companion.games.roll.model.state import Assignment, GameState, Round, holdings, tracking
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.view.table_view import TableView
from tests.games.roll.tracked_positions import CATALOG, begun, dice, front, goods, paid, tile

ANN = PlayerSetup(1, "Ann", "blue", 2, "doomed_world")
BOB = PlayerSetup(2, "Bob", "red", 1, "new_sparta")
CID = PlayerSetup(3, "Cid", "green", 8, "separatist_colony")

EXPLORE, DEVELOP, SETTLE, PRODUCE, SHIP = tuple(Phase)

_NOTHING: dict[str, object] = {
    "credits": 0,
    "cup": "",
    "citizenry": "",
    "developments": "",
    "worlds": "",
    "goods": "",
}
_DICE = ("cup", "citizenry", "developers", "settlers")


class Table:
    """A game and what the table does to it.

    Args:
        state: where the scenario begins.
        options: the table's readings of doubtful rules.
    """

    def __init__(self, state: GameState, options: TableOptions | None = None) -> None:
        self.state = state
        self.game = with_rules(Rules(CATALOG, options or TableOptions()))

    def tell(self, *lines: str) -> tuple[Event, ...]:
        """Carry out the lines and return all that happened."""
        happened: list[Event] = []
        for line in lines:
            for event in self.game.decide(self.state, read(line)):
                self.state = self.game.apply(self.state, event)
                happened.append(event)
        return tuple(happened)

    def pays(self, *lines: str, seat: int = 1) -> dict[str, tuple[int, int]]:
        """Carry out the lines and return reason -> (credits, VP) that the seat was paid."""
        return paid(self.tell(*lines), seat)

    def refuses(self, line: str) -> str:
        """Return the code of the refusal; nothing has happened."""
        with pytest.raises(RefusedError) as caught:
            self.game.decide(self.state, read(line))
        return caught.value.code

    def seat(self, seat: int = 1, /, **held: object) -> Table:
        """Put other things in front of the seat, out of nowhere; see ``in_phase``."""
        self.state = put(self.state, seat, **held)
        return self

    def held(self, seat: int = 1) -> Holdings:
        return holdings(self.state, seat)

    def credits(self, seat: int = 1) -> int:
        return self.state.empire(seat).credits

    def vp(self, seat: int = 1) -> int:
        return self.state.empire(seat).vp_chips

    def cup(self, seat: int = 1) -> str:
        return words(die.value for die in self.held(seat).cup)

    def citizenry(self, seat: int = 1) -> str:
        return words(die.value for die in self.held(seat).citizenry)

    def goods(self, seat: int = 1) -> str:
        return words(f"{good.world}/{good.die.value}" for good in self.held(seat).goods)

    def built(self, seat: int = 1) -> tuple[str, ...]:
        """The sides built since set-up."""
        return self.held(seat).tableau[3:]

    def stacks(self, seat: int = 1) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Numbers of the tiles of the development and of the world stack, top first."""
        return self.held(seat).developments, self.held(seat).worlds

    def view(self, seat: int | None = None) -> TableView:
        seen = self.game.view(self.state, seat)
        assert isinstance(seen, TableView)
        return seen


def words(parts: Iterable[str]) -> str:
    """Return the words in alphabetical order: where dice lie has no order."""
    return " ".join(sorted(parts))


def put(state: GameState, seat: int, **held: object) -> GameState:
    """Return the state with dice, tiles (side names) and goods in front of the seat as words."""
    changes: dict[str, object] = {}
    for name, value in held.items():
        if name in _DICE:
            changes[name] = dice(str(value))
        elif name in ("developments", "worlds"):
            changes[name] = tuple(tile(side) for side in str(value).split())
        elif name == "goods":
            changes[name] = goods(str(value))
        else:
            changes[name] = value
    return _out_of_the_bag(front(state, seat, **changes))  # type: ignore[arg-type] # any field


def _out_of_the_bag(state: GameState) -> GameState:
    """A tile that lies in front of somebody is not in the bag."""
    gone = {
        CATALOG.tile_by_side[key].id
        for seat in state.seats
        for key in holdings(state, seat).tableau
        if key in CATALOG.tile_by_side
    }
    for seat in state.seats:
        gone |= {*holdings(state, seat).developments, *holdings(state, seat).worlds}
    bag = tuple(number for number in tracking(state).bag if number not in gone)
    return replace(state, tracking=replace(tracking(state), bag=bag))


def in_phase(
    phase: Phase,
    *later: Phase,
    players: tuple[PlayerSetup, ...] = (ANN, BOB),
    options: TableOptions | None = None,
    **ann: object,
) -> Table:
    """Return a table in that phase, with *later* phases active, too.

    ``built`` adds sides to Ann's tableau, ``workers`` are hers of this phase, ``developments`` and
    ``worlds`` her stacks (top first), all by name; ``goods`` are ``world/die``.
    """
    state = begun(*players)
    parts = tuple(Assignment(seat) for seat in state.seats)
    now = Round(1, parts, active=(phase, *later), current=phase)
    state = replace(state, step=Step.PHASE, round=now)
    for seat in state.seats:
        state = put(state, seat, **_NOTHING)
    return Table(put(state, 1, **ann), options)


def managing(*, options: TableOptions | None = None, bob: str = "home", **ann: object) -> Table:
    """Return a table in Manage Empire; Ann has not recruited, Bob has."""
    table = in_phase(SHIP, options=options).seat(**ann)
    table.state = replace(table.state, step=Step.MANAGE)
    return table.seat(2, cup=bob, recruited=True)


def with_bag(table: Table, *tiles: int, abandoned: tuple[int, ...] = ()) -> Table:
    """Leave only these tiles in the bag and under the phase tile."""
    box = replace(tracking(table.state), bag=tiles, abandoned=abandoned)
    table.state = replace(table.state, tracking=box)
    return table


def rolled(
    faces: str,
    built: str = "",
    *,
    bob: str = "home:ship",
    players: tuple[PlayerSetup, ...] = (ANN, BOB),
) -> Table:
    """Return a table where Ann rolled ``kind:face ..``, the others *bob*; everybody is ready."""
    table = Table(begun(*players)).seat(1, **_NOTHING, built=built)
    for seat in table.state.seats:
        shown = faces if seat == 1 else bob
        table.seat(seat, cup=words(die.partition(":")[0] for die in shown.split()))
        table.tell(f"RollDice seat={seat} dice={shown.replace(' ', ',').replace(':', '/')}")
    table.tell(*(f"SignalReady seat={seat}" for seat in table.state.seats))
    return table


def mat(laid: str, seat: int = 1) -> str:
    """Return the line that records a mat of ``kind:face@place ..``; ``!`` selects."""
    return f"RecordMat seat={seat} dice={laid.replace(' ', ',')}"


def laid_out(
    laid: str,
    built: str = "",
    *,
    bob: str = "home:ship!",
    players: tuple[PlayerSetup, ...] = (ANN, BOB),
) -> Table:
    """Return a table in Reveal where everybody rolled just these dice and laid them like this."""
    table = rolled(faces_of(laid), built, bob=faces_of(bob), players=players)
    for seat in table.state.seats:
        table.tell(mat(laid if seat == 1 else bob, seat))
    return table


def faces_of(laid: str) -> str:
    """Return the faces that were rolled for a mat to look like that."""
    return " ".join(die.partition("@")[0].rstrip("!") for die in laid.split())


def revealed(laid: str, built: str = "", *, bob: str = "home:ship!", spare: str = "ship") -> Table:
    """Return a table in the first phase after everybody laid the dice like this."""
    table = laid_out(laid, built, bob=bob)
    table.tell(f"RecordSpareDie face={spare}", "ConfirmReveal")
    return table


def judged(laid: str, built: str = "") -> str:
    """Return the code of what is wrong with Ann's mat; ``fine`` where she may lay it like this."""
    try:
        revealed(laid, built)
    except RefusedError as error:
        return error.code
    return "fine"


__all__ = [
    "ANN",
    "BOB",
    "CATALOG",
    "CID",
    "DEVELOP",
    "EXPLORE",
    "PRODUCE",
    "SETTLE",
    "SHIP",
    "Good",
    "Table",
    "begun",
    "in_phase",
    "judged",
    "laid_out",
    "managing",
    "mat",
    "revealed",
    "rolled",
    "tile",
    "with_bag",
]
