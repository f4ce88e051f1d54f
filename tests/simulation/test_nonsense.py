"""No sequence of commands, however odd, leads to a state that cannot be."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalog import load_roll_catalog
from companion.games.messages import apply
from companion.games.refusals import RefusedError
from companion.games.roll import GAME
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import (
    UNKNOWN,
)
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.phases.counters import Correct
from companion.games.roll.phases.dice_corrections import MoveDice
from companion.games.roll.phases.round import StopGame
from companion.games.roll.phases.set_up import SetUpGame, StartGame
from companion.games.roll.phases.tile_corrections import (
    MoveTile,
    ReplaceStartTiles,
    ReplaceTile,
)
from companion.games.roll.rules.judge import Command, decide
from companion.games.roll.rules.lookup import Rules
from companion.simulation.invariants import Invariants
from companion.simulation.playing import game_rng, play
from companion.simulation.table import Table
from tests.games.any_commands import any_of
from tests.games.refused import check_explained
from tests.golden.notation import commands_of
from tests.simulation.unsettled import unsettled

RULES = Rules(load_roll_catalog())

_TILES = st.integers(-1, 56)
_KNOWN = {
    "tile": _TILES,
    "side": st.sampled_from([side.key for side in RULES.catalog.sides.values()]),
    "world": st.sampled_from([side.key for side in RULES.catalog.worlds()]),
    "home_world": st.sampled_from([*RULES.catalog.home_by_key, "nowhere"]),
    tuple[int, ...]: st.lists(_TILES, max_size=3).map(tuple),
}
correction = any_of((MoveDice, MoveTile, ReplaceTile, ReplaceStartTiles, Correct), _KNOWN)
any_command = any_of(commands_of(GAME), _KNOWN, but={StartGame, SetUpGame, StopGame})
"""Commands of any content, mostly nonsense."""


@cache
def states() -> tuple[GameState, ...]:
    """Every state between two commands of two games."""
    met: list[GameState] = []

    def tell(_: Command, __: tuple[Event, ...], state: GameState) -> None:
        met.append(state)

    for players in (2, 5):
        play(RULES, players, game_rng(9, players, 1), tell)
    return tuple(met)


@settings(max_examples=150, deadline=None)
@given(st.data(), st.lists(any_command, min_size=5, max_size=40))
def test_invariants_hold_whatever_is_sent(data: st.DataObject, sent: list[Command]) -> None:
    """A command is refused with a ``RefusedError`` or leads to a sound state.

    Also one that fits but for the player who sends it, and one that is sent twice.
    """
    state = states()[data.draw(st.integers(0, len(states()) - 1))]
    player = Table(RULES, game_rng(data.draw(st.integers(0, 99)), 5, 0))
    for nonsense in sent:
        wanted: list[Command] = [nonsense]
        likely = None if state.ended_by or hides_tiles(state) else player.next_command(state)
        if likely is not None:
            wanted += [likely, likely]
        for command in wanted:
            state = attempt(state, command)


def attempt(state: GameState, command: Command) -> GameState:
    try:
        events = decide(RULES, state, command)
    except RefusedError as error:
        check_explained(error)
        return state
    for event in events:
        state = apply(state, event)
        assert Invariants(RULES).violations(state) == []
    assert unsettled(state) == []
    return state


def hides_tiles(state: GameState) -> bool:
    """Whether a correction has made tiles unknown: the players by chance know them all."""
    held = [holdings(state, seat) for seat in state.seats]
    zones = [tile for each in held for tile in (*each.developments, *each.worlds, *each.turn.hand)]
    return UNKNOWN in (*zones, *tracking(state).bag, *tracking(state).abandoned)
