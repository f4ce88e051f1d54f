"""R-6.3, R-6.5: drawing from a full, a short and an empty bag, by commands."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import UNKNOWN, Placing, Spot
from companion.games.roll.model.options import EmptyBag, TableOptions
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.phases.drawing import (
    Draw,
    PlaceTiles,
    ReturnTile,
    TilesAskedBack,
    TilesDrawn,
)
from companion.games.roll.phases.explore import Scout
from companion.games.roll.rules.judge import Command, decide
from tests.games.roll.tracked_positions import ANN, BOB, EVE, RULES, agreed, follow, front, phase


def table(bag: int, abandoned: int, *zones: int) -> GameState:
    """Return Explore with so many tiles everywhere; seat 1 has an explorer, nobody else."""
    state = phase(Phase.EXPLORE, ANN, BOB, EVE)
    for seat, size in enumerate(zones, start=1):
        state = front(state, seat, developments=(UNKNOWN,) * size, worlds=(), workers="")
    state = front(state, 1, workers="home")
    box = replace(tracking(state), bag=(UNKNOWN,) * bag, abandoned=(UNKNOWN,) * abandoned)
    return replace(state, tracking=box)


class Drawing:
    """A Scout of seat 1 that gives up tiles of its zone, carried out to its end."""

    def __init__(self, state: GameState, gone: int, reading: EmptyBag = "three_or_more") -> None:
        self.events: list[Event] = []
        self.state = agreed(state, TableOptions(empty_bag=reading))
        spots = tuple(Spot(Category.DEVELOPMENT, index) for index in range(gone))
        there = len(tracking(state).bag) + len(tracking(state).abandoned) + gone
        drawn = (UNKNOWN,) * min(1 + gone, there)
        self._do(Scout(1, DieType.HOME, spots, drawn))
        self._place()
        self.givers = tracking(self.state).givers
        for seat in self.givers:
            self._do(ReturnTile(seat, Spot(Category.DEVELOPMENT, 0)))
        if owed := holdings(self.state, 1).turn.owed:
            count = min(owed, len(tracking(self.state).bag))
            self._do(Draw(1, (UNKNOWN,) * count))
            self._place()

    @property
    def drawn(self) -> list[int]:
        """How many tiles each draw took."""
        return [len(each.tiles) for each in self.events if isinstance(each, TilesDrawn)]

    def happened(self, kind: type) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    def _do(self, command: Command) -> None:
        events = decide(RULES, self.state, command)
        self.events += events
        self.state = follow(self.state, events)

    def _place(self) -> None:
        hand = holdings(self.state, 1).turn.hand
        if hand:
            placings = tuple(Placing(each, Category.DEVELOPMENT) for each in hand)
            self._do(PlaceTiles(1, placings))


def test_nothing_can_be_drawn_where_nothing_is() -> None:
    """R-6.5: nobody has three tiles, so that the Scout ends with none."""
    scouting = Drawing(table(0, 0, 0, 2, 2), 0)
    assert sum(scouting.drawn) == 0
    assert (scouting.givers, holdings(scouting.state, 1).turn.owed) == ((), 0)
    assert scouting.happened(TilesAskedBack) == 0


@pytest.mark.parametrize(
    ("reading", "zones", "gone", "givers"),
    [
        ("three_or_more", (3, 2, 3), 0, (1, 3)),
        ("more_than_three", (3, 4, 2), 0, (2,)),
        ("three_or_more", (3, 2, 2), 1, (1,)),
    ],
)
def test_who_has_too_few_tiles_returns_none(
    reading: EmptyBag, zones: tuple[int, int, int], gone: int, givers: tuple[int, ...]
) -> None:
    """R-6.5, D-12: the zone of the scout counts with the tiles placed before."""
    assert Drawing(table(0, 0, *zones), gone, reading).givers == givers


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 4),
    st.integers(0, 6),
    st.integers(0, 6),
    st.tuples(*[st.integers(0, 6)] * 3),
    st.sampled_from(get_args(EmptyBag)),
)
def test_drawing_never_takes_more_than_there_is(
    gone: int, bag: int, abandoned: int, zones: tuple[int, int, int], reading: EmptyBag
) -> None:
    """R-6.3, R-6.5: the tiles drawn are the tiles wanted, or all that could be had."""
    gone = min(gone, zones[0])
    scouting = Drawing(table(bag, abandoned, *zones), gone, reading)
    there = bag + abandoned + gone
    assert sum(scouting.drawn) == min(1 + gone, there + len(scouting.givers))
    if there > gone:
        assert scouting.givers == ()
    box, held = tracking(scouting.state), holdings(scouting.state, 1)
    assert (held.turn.hand, held.turn.owed, box.givers) == ((), 0, ())
    tiles = len(box.bag) + len(box.abandoned)
    tiles += sum(holdings(scouting.state, seat).zone_size for seat in (1, 2, 3))
    assert tiles == bag + abandoned + sum(zones)
