"""Dice of a battle from the tray: in portions, by colour, asked about where something is wrong."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.emperor import GAME, errors
from companion.games.emperor.state import Battle, GameState, Player, Step
from companion.games.emperor.war.forces import Force
from companion.games.emperor.war.rolls import (
    AddDie,
    CorrectDie,
    CountTray,
    ForgetDice,
    ReadTray,
    SetDiceColours,
    portion,
)
from companion.games.emperor.war.tray import DiceColour, DiceOwner, Portion, TrayDie, sorted_tray
from tests.games.refused import refused_as

RED, WHITE = "red", "white"
BY_COLOUR = (
    DiceColour(RED, DiceOwner.ATTACKER),
    DiceColour(WHITE, DiceOwner.DEFENDER),
)
MINE = Force(fighters=5, cruisers=3)
THEIRS = Force(fighters=4, cruisers=2)


def in_phase_two(colours: tuple[DiceColour, ...] = BY_COLOUR) -> GameState:
    """Six dice against four."""
    players = (
        Player(1, "Ann", fighters=5, cruisers=3),
        Player(2, "Bo", fighters=4, cruisers=2),
        Player(3, "Cy"),
    )
    battle = Battle(1, 2, None, began=(MINE, THEIRS), forces=(MINE, THEIRS), phase=2)
    return GameState(
        step=Step.FIRE, players=players, battle=battle, turns=(1,), dice_colours=colours
    )


def after(state: Any, *commands: object) -> Any:
    for command in commands:
        for event in GAME.decide(state, command):
            state = GAME.apply(state, event)
    return state


def lying(state: GameState) -> Portion:
    there = portion(state)
    assert there is not None
    return there


def tray(reds: str = "", whites: str = "") -> ReadTray:
    mine = tuple(TrayDie(int(value), RED) for value in reds)
    return ReadTray((*mine, *(TrayDie(int(value), WHITE) for value in whites)))


def test_all_dice_that_are_due_count_at_once() -> None:
    state = after(in_phase_two(), tray("456123", "4444"))
    assert state.step is Step.LOSSES
    assert state.battle.hits == (4, 3)
    assert state.tray == ()


def test_a_portion_counts_when_it_is_picked_up_and_the_rest_is_added() -> None:
    """Eight dice in the box, ten are due."""
    state = after(in_phase_two(), tray("456", "44"))
    assert state.step is Step.FIRE
    assert GAME.view(state, None).due == (6, 4)
    state = after(state, ReadTray(()))
    assert state.battle.thrown == ((4, 5, 6), (4, 4))
    assert GAME.view(state, None).due == (3, 2)
    state = after(state, tray("123", "14"))
    assert state.battle.hits == (3, 3)


def test_a_portion_counts_when_somebody_says_so() -> None:
    state = after(in_phase_two(), tray("456", "44"), CountTray())
    assert state.battle.thrown == ((4, 5, 6), (4, 4))
    assert state.throws == 1


def test_what_is_added_to_the_tray_belongs_to_the_same_portion() -> None:
    """The attacker's dice lie, then the defender's join them."""
    state = after(in_phase_two(), tray("456123"), tray("456123", "1111"))
    assert state.battle.hits == (0, 3)


def test_doubtful_dice_are_asked_about_first() -> None:
    dice = tray("456123", "4444").dice
    doubtful = (TrayDie(4, RED, doubtful=True), *dice[1:])
    state = after(in_phase_two(), ReadTray(doubtful))
    assert state.step is Step.FIRE
    assert lying(state).doubtful == (0,)
    with refused_as(errors.DICE_COUNT):
        GAME.decide(state, CountTray())
    assert after(state, ReadTray(())).tray == doubtful  # picked up, still asked about
    state = after(state, CorrectDie(0, replace(state.tray[0], value=1, doubtful=False)))
    assert state.battle.hits == (4, 2)


def test_a_colour_without_an_owner_is_asked_about_while_both_throw() -> None:
    state = after(in_phase_two(()), tray("456123", "4444"))
    assert lying(state).colours == (RED, WHITE)
    state = after(state, SetDiceColours(BY_COLOUR))
    assert state.battle.hits == (4, 3)
    assert state.dice_colours == BY_COLOUR


def test_a_colour_without_an_owner_is_no_question_while_one_side_throws() -> None:
    state = in_phase_two(())
    state = after(state, *(AddDie(1, 1) for _ in range(4)), tray("456123"))
    assert state.battle.hits == (0, 3)


def test_dice_of_one_colour_are_thrown_in_turn() -> None:
    both = (DiceColour(WHITE, DiceOwner.IN_TURN),)
    state = after(in_phase_two(both), tray("", "456123"))
    assert state.battle.thrown == ((4, 5, 6, 1, 2, 3), ())
    state = after(state, tray("", "4111"))
    assert state.battle.hits == (1, 3)


def test_a_die_too_many_is_taken_away_or_given_to_the_other() -> None:
    """A die in the wrong colour: five whites and five reds for six and four."""
    state = after(in_phase_two(), tray("45612", "44444"))
    assert lying(state).spare == (0, 1)
    given_over = after(state, CorrectDie(9, replace(state.tray[9], side=0)))
    assert given_over.battle.hits == (4, 4)
    taken = after(state, CorrectDie(9, None))
    assert taken.step is Step.FIRE
    assert lying(taken).is_clear
    assert after(taken, AddDie(0, 6)).battle.hits == (4, 4)


def test_dice_are_entered_by_hand_and_forgotten_again() -> None:
    state = after(in_phase_two(), AddDie(0, 4), AddDie(1, 5))
    assert state.battle.thrown == ((4,), (5,))
    assert after(state, ForgetDice()).battle.thrown == ((), ())
    for _ in range(3):
        state = after(state, AddDie(1, 1))
    with refused_as(errors.DICE_COUNT):
        GAME.decide(state, AddDie(1, 1))


@pytest.mark.parametrize(
    "command",
    [CorrectDie(0, TrayDie(1)), CorrectDie(3, None)],
)
def test_a_die_that_does_not_lie_there_is_refused(command: object) -> None:
    with refused_as(errors.NO_SUCH_DIE):
        GAME.decide(in_phase_two(), command)


def test_a_value_that_no_die_shows_is_refused() -> None:
    with refused_as(errors.DICE_COUNT):
        GAME.decide(in_phase_two(), ReadTray((TrayDie(7, RED),)))
    with refused_as(errors.DICE_COUNT):
        GAME.decide(in_phase_two(), AddDie(0, 0))


dice = st.builds(
    TrayDie,
    st.integers(1, 6),
    st.sampled_from((RED, WHITE, "blue")),
    st.booleans(),
    st.sampled_from((None, 0, 1)),
)


@given(
    st.lists(dice, max_size=10).map(tuple),
    st.sampled_from(((), BY_COLOUR, (DiceColour(WHITE, DiceOwner.IN_TURN),))),
    st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(any),
)
def test_every_die_is_sorted_once_and_nothing_more_than_is_due_counts(
    lying: tuple[TrayDie, ...], colours: tuple[DiceColour, ...], due: tuple[int, int]
) -> None:
    portion = sorted_tray(lying, colours, due)
    counted = sum(map(len, portion.values))
    assert counted + sum(side is None for side in portion.sides) == len(lying)
    if portion.is_clear:
        assert all(len(v) <= d for v, d in zip(portion.values, due, strict=True))
        assert counted == len(lying)
