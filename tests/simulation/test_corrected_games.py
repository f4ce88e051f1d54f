"""A game that was corrected, however, goes on by the rules, and its log says how."""

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.definition import GameDefinition
from companion.games.messages import apply
from companion.games.refusals import RefusedError
from companion.games.roll import with_rules
from companion.games.roll.at_table import at_table
from companion.games.roll.model import errors
from companion.games.roll.model.dice import FACE_PAIRS, FACES, PHASES, Face, Place, PlacedDie
from companion.games.roll.model.effects import Category
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import DieLocation, DieSpot, RolledDie
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.phases.counters import Correct, Correctable
from companion.games.roll.phases.dice_corrections import MoveDice, dice_at
from companion.games.roll.phases.tile_corrections import (
    MoveTile,
    ReplaceTile,
    TileLocation,
    TileSpot,
)
from companion.games.roll.rules.judge import Command, decide
from companion.session.session import GameSession
from companion.simulation.invariants import Invariants
from companion.simulation.playing import game_rng, play
from companion.simulation.table import Table
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.simulation.test_nonsense import RULES, states
from tests.simulation.unsettled import unsettled

_GOING_ON = 60
"""Commands after the corrections: well into the next round."""


def die_spots(state: GameState) -> list[DieSpot]:
    """Every place for dice that the table has, whatever the step."""
    spots = [DieSpot(DieLocation.STOCK)]
    for seat in state.seats:
        simple = (DieLocation.CUP, DieLocation.CITIZENRY, DieLocation.DEVELOPERS)
        spots += [DieSpot(where, seat) for where in (*simple, DieLocation.SETTLERS)]
        spots += [DieSpot(DieLocation.COLUMN, seat, phase=phase) for phase in PHASES]
        spots += [DieSpot(DieLocation.MAT, seat, face=face) for face in Face]
        tableau = holdings(state, seat).tableau
        spots += [DieSpot(DieLocation.GOOD, seat, world=world) for world in tableau]
    return spots


def tile_spots(state: GameState) -> list[TileSpot]:
    """Every tile that lies in front of somebody, and the bag."""
    spots = [TileSpot(TileLocation.BAG), TileSpot(TileLocation.ABANDONED)]
    for seat in state.seats:
        held = holdings(state, seat)
        spots += [TileSpot(TileLocation.HAND, seat, index=i) for i in range(len(held.turn.hand))]
        for stack, tiles in zip(Category, (held.developments, held.worlds), strict=True):
            spots += [TileSpot(TileLocation.STACK, seat, stack, i) for i in range(len(tiles) + 1)]
        spots += [TileSpot(TileLocation.TABLEAU, seat, side=side) for side in held.tableau[3:]]
        spots += [TileSpot(TileLocation.TABLEAU, seat, stack) for stack in Category]
    return spots


@st.composite
def corrections(draw: st.DrawFn, state: GameState) -> Command:
    """A correction that may well be right: it begins at something that is there."""
    seat = draw(st.sampled_from(state.seats))
    match draw(st.sampled_from(("dice", "dice", "tile", "which", "counter"))):
        case "dice":
            spots = die_spots(state)
            source = draw(st.sampled_from([each for each in spots if dice_at(state, each)]))
            die = draw(st.sampled_from(dice_at(state, source)))
            return MoveDice(die, source, draw(st.sampled_from(spots)), reason="seen")
        case "tile":
            places = tile_spots(state)
            number = draw(st.sampled_from((0, *tracking(state).bag)))
            return MoveTile(draw(st.sampled_from(places)), draw(st.sampled_from(places)), number)
        case "which":
            return ReplaceTile(draw(st.sampled_from(tile_spots(state))), draw(st.integers(1, 55)))
        case _:
            what = draw(st.sampled_from((Correctable.CREDITS, Correctable.VP_CHIPS)))
            return Correct(what, draw(st.integers(0, 10)), seat)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_a_corrected_game_goes_on(data: st.DataObject) -> None:
    """Nothing is lost by corrections, and the players find what to do until the next round."""
    state = states()[data.draw(st.integers(0, len(states()) - 1))]
    player = Table(RULES, game_rng(data.draw(st.integers(0, 99)), 5, 0))
    for _ in range(data.draw(st.integers(1, 4))):
        try:
            state = follow(state, decide(RULES, state, data.draw(corrections(state))))
        except RefusedError:
            continue
    for _ in range(_GOING_ON):
        if state.step is Step.OVER:
            return
        try:
            state = follow(state, decide(RULES, state, player.next_command(state)))
        except RefusedError as error:
            if error.reason is errors.NOTHING_SELECTED:
                assert not any(part.dice for part in state.round.assignments)
                return
            if error.reason is not errors.ASSIGNMENT:
                raise
            # A mat was read, then a correction took the power that explains it.
            assert state.step is Step.REVEAL
            return


def follow(state: GameState, events: tuple[Event, ...]) -> GameState:
    watch = Invariants(RULES)
    for event in events:
        state = apply(state, event)
        assert watch.violations(state) == []
    assert unsettled(state) == []
    return state


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_undo_then_redo_is_the_identity(data: st.DataObject) -> None:
    """Commands and corrections are steps; the log replays to the same state at every length."""
    game = with_rules(RULES)
    session = GameSession.begin(game, MemoryEventLog(), ManualClock())
    player = Table(RULES, game_rng(data.draw(st.integers(0, 99)), 3, 0))
    told: list[Any] = list(session.execute(player.set_up(3)))
    for _ in range(data.draw(st.integers(1, 40))):
        state: GameState = session.state
        corrects = data.draw(st.integers(0, 4)) == 0
        command = data.draw(corrections(state)) if corrects else player.next_command(state)
        try:
            events = session.execute(command)
        except RefusedError:
            assert session.state is state
            continue
        told += events
        after = session.state
        session.undo()
        assert session.state == state
        session.redo()
        assert session.state == after
    assert reduce(apply, told, game.initial) == session.state


@pytest.mark.parametrize("game", [with_rules(RULES), at_table(RULES)], ids=["rules", "table"])
def test_what_lies_behind_a_screen_is_in_no_view(game: GameDefinition) -> None:
    """R-12.1: before Reveal two tables that differ in what was rolled and assigned look alike."""
    assigning: list[GameState] = []

    def tell(command: Command, _: tuple[Event, ...], state: GameState) -> None:
        if state.step is Step.ASSIGN:
            assigning.append(state)

    play(RULES, 4, game_rng(5, 4, 1), tell)
    rolled = [state for state in assigning if any(holdings(state, s).rolled for s in state.seats)]
    assert len(rolled) > 20
    for state in rolled[::4]:
        other = otherwise(state)
        assert other != state
        for seat in (None, *state.seats):
            assert game.view(state, seat) == game.view(other, seat)


def otherwise(state: GameState) -> GameState:
    """Return the state with other faces behind the screens, and a mat read early."""
    for seat in state.seats:
        held = holdings(state, seat)
        faces = tuple(RolledDie(die.type, _OTHER[die.type, die.face]) for die in held.rolled)
        mat = tuple(PlacedDie(die.type, die.face, Place(None)) for die in faces)
        state = state.with_assignment(replace(state.assignment(seat), dice=mat))
        state = state.with_empire(replace(state.empire(seat), holdings=replace(held, rolled=faces)))
    return state


_OTHER = {
    (die, face): next(each for each in FACES[die] if each is not face) for die, face in FACE_PAIRS
}
"""Another face of the same die."""
