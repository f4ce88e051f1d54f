"""Worked examples 14 to 19 of the digest (section 8): the robot's dice; start worlds, draft."""

from dataclasses import replace
from typing import Any

import pytest

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm import SOLO, errors, solo_with_cards
from companion.games.storm.box import RobotEquals, SoloBox, solo_box_fits
from companion.games.storm.draft import DraftStep, plan, steps
from companion.games.storm.robot import (
    GUESSED_DICE,
    START_WORLDS,
    Difficulty,
    RobotFace,
    Space,
    doubts_about,
    place_dice,
    where_dice_lie,
)
from companion.games.storm.solo import Robot, SoloState, SoloStep
from companion.games.storm.solo_round import ChooseActions, EndSolo, RollDice, StartSolo
from companion.games.storm.view import solo_results
from tests.games.refused import refused_as

EXPLORE, DEVELOP, SETTLE, TRADE, DOUBLE, PRODUCE = Space
F = RobotFace
MATCH = F.MATCH


def play(state: SoloState, *commands: Any) -> SoloState:
    for command in commands:
        for event in SOLO.decide(state, command):
            state = SOLO.apply(state, event)
    return state


def started(robot_start: int = 4, difficulty: Difficulty = Difficulty.EASY) -> SoloState:
    own = 2 if robot_start != 2 else 3
    equals = SETTLE if robot_start in (1, 4, 5) else None
    return play(SOLO.initial, StartSolo(difficulty, own, robot_start, equals))


def with_robot(state: SoloState, **changes: int) -> SoloState:
    assert state.robot is not None
    return replace(state, robot=replace(state.robot, **changes))  # type: ignore[arg-type]  # any field


def the_robot(state: SoloState) -> Robot:
    assert state.robot is not None
    return state.robot


@pytest.mark.parametrize(
    ("player", "faces", "placed"),
    [
        ((DOUBLE, PRODUCE), (F.DEVELOP, MATCH), {DEVELOP: 1, PRODUCE: 1}),
        ((EXPLORE, EXPLORE), (F.PRODUCE, MATCH), {PRODUCE: 1, EXPLORE: 1}),
        ((DEVELOP, PRODUCE), (F.PRODUCE, MATCH), {DEVELOP: 1, PRODUCE: 1}),
        ((SETTLE, SETTLE), (F.SETTLE, MATCH), {SETTLE: 2}),
        ((EXPLORE, TRADE), (MATCH, MATCH), {EXPLORE: 1, TRADE: 1}),
        ((EXPLORE, DEVELOP), (F.ROBOT, F.SETTLE), {SETTLE: 2}),
        ((DEVELOP, DEVELOP), (MATCH, MATCH), {DEVELOP: 2}),
        ((EXPLORE, SETTLE), (F.SETTLE, MATCH), {SETTLE: 1, EXPLORE: 1}),
        ((EXPLORE, TRADE), (F.PRODUCE, F.PRODUCE), {PRODUCE: 1}),
    ],
    ids=["14", "15", "16", "17", "18", "19", "two matches on a pair", "occupied", "doubt 3"],
)
def test_examples_14_to_19_placing_the_dice(
    player: tuple[Space, Space],
    faces: tuple[RobotFace, RobotFace],
    placed: dict[Space, int],
) -> None:
    assert place_dice(player, faces, SETTLE) == placed


@pytest.mark.parametrize(
    ("player", "faces", "lies"),
    [
        ((DOUBLE, PRODUCE), (MATCH, F.DEVELOP), ((F.DEVELOP, DEVELOP), (MATCH, PRODUCE))),
        ((EXPLORE, DEVELOP), (F.ROBOT, F.SETTLE), ((F.ROBOT, SETTLE), (F.SETTLE, SETTLE))),
        ((EXPLORE, TRADE), (MATCH, MATCH), ((MATCH, EXPLORE), (MATCH, TRADE))),
    ],
)
def test_each_die_lies_under_its_space(
    player: tuple[Space, Space],
    faces: tuple[RobotFace, RobotFace],
    lies: tuple[tuple[RobotFace, Space], ...],
) -> None:
    """Section 3.6: a match where one of the player's actions has no die yet."""
    assert where_dice_lie(player, faces, SETTLE) == lies


def test_the_start_worlds_of_the_robot() -> None:
    """Section 3.2: start values, then draws and conditions of Explore and Settle."""
    assert [(each.number, each.credit, each.economy, each.stack) for each in START_WORLDS] == [
        (0, 1, 0, 4),
        (1, 1, 1, 4),
        (2, 2, 0, 4),
        (3, 1, 0, 4),
        (4, 1, 1, 4),
        (5, 1, 0, 4),
        (6, 0, 0, 3),
        (7, 1, 0, 4),
        (8, 1, 0, 4),
    ]
    assert [each.vp for each in START_WORLDS] == [2, 1, 0, 1, 1, 1, 1, 2, -1]
    told = [None, SETTLE, TRADE]
    assert [told.index(each.equals) for each in START_WORLDS] == [2, 0, 1, 1, 0, 0, 2, 2, 1]
    assert [each.number for each in START_WORLDS if each.military] == [1, 3, 5]
    assert [each.number for each in START_WORLDS if each.free_response] == [1, 2, 3, 5]
    draws = {each.number: each.settle for each in START_WORLDS if each.free_response}
    assert draws == {1: (3, 2), 2: (4, 2), 3: (5, 4), 5: (3, 2)}
    explore = {each.number: each.explore for each in START_WORLDS}
    assert explore.pop(5) == (3, 7, 3)
    assert set(explore.values()) == {(1, 3, 1)}


def test_who_loses_the_tie_break_has_the_second_rank() -> None:
    state = with_robot(started(), chips=40, vp=0, credit=2, economy=4)
    lost = play(replace(state, step=SoloStep.FINAL), EndSolo(40, 5))
    assert [each.rank for each in solo_results(lost)] == [2, 1]


def test_three_dice_are_no_throw() -> None:
    thrown: Any = (F.ROBOT, MATCH, MATCH)
    with refused_as(errors.ROBOT_DICE):
        play(started(), ChooseActions((EXPLORE, TRADE)), RollDice(thrown))


def test_dice_that_do_not_fit_the_certain_facts_are_doubted() -> None:
    assert doubts_about(GUESSED_DICE) == ()
    first, _ = GUESSED_DICE
    assert doubts_about((first, first)) == ("two_robots_on_one_die",)
    assert "match_on_both_dice" in doubts_about((first, (F.ROBOT,) * 6))
    assert SOLO.view(SOLO.initial, None).robot_vp == 0
    assert SOLO.view(started(2), None).unverified == ("dice", "robot_equals")


def test_what_the_owner_has_read_off_the_mat_is_no_guess() -> None:
    """Section 3.2: what a robot face stands for is printed on the mat's back."""
    box = SoloBox(dice=GUESSED_DICE).with_equals(2, PRODUCE)
    equals = box.equals_of(START_WORLDS[2])
    state = play(SOLO.initial, StartSolo(Difficulty.EASY, 3, 2, equals, box.dice, "Ann"))
    assert the_robot(state).equals is PRODUCE
    assert SOLO.view(state, None).unverified == ()
    assert state.player == "Ann"


def test_the_drafts_arithmetic() -> None:
    """Section 4: packets of five until the deck cannot give all of them five."""
    two, three = plan(2), plan(3)
    assert (two.packets, two.cards, two.left_over) == (13, 65, 2)
    assert (three.packets, three.cards, three.left_over) == (8, 40, 10)
    assert steps(3).count(DraftStep.PICK_LEFT) == 4
    with pytest.raises(ValueError, match="4"):
        plan(4)


def test_the_players_cards_score_with_their_bonuses_when_they_are_named() -> None:
    """Sections 3.8 and 6: printed points and 6-cost developments; the robot's card is his."""
    game = solo_with_cards(lambda second: load_storm_cards(second_edition=second))
    state = replace(started(), step=SoloStep.FINAL, player_chips=17)
    named = ("galactic_renaissance", "research_labs", "artist_colony", "galactic_trendsetters")
    (event,) = game.decide(state, EndSolo(0, 2, named))
    points = {card.key: card.vp for card in event.score.cards}
    assert points["galactic_renaissance"] == 14
    assert event.score.player == 17 + sum(points.values())
    for wrong, reason in (
        (("death_star",), errors.NO_SUCH_CARD),
        (("old_earth", "old_earth"), errors.CARD_GONE),
        (("earths_lost_colony",), errors.CARD_GONE),
    ):
        with refused_as(reason):
            game.decide(state, EndSolo(0, 2, wrong))
    with refused_as(errors.NO_SUCH_CARD):
        play(state, EndSolo(0, 2, named))  # without cards only a number counts


@pytest.mark.parametrize(
    ("box", "fits"),
    [
        (SoloBox(), True),
        (SoloBox((RobotEquals(0, PRODUCE), RobotEquals(8, PRODUCE)), GUESSED_DICE), True),
        (SoloBox((RobotEquals(9, PRODUCE),)), False),
        (SoloBox((RobotEquals(2, PRODUCE), RobotEquals(2, PRODUCE))), False),
        (SoloBox(dice=(GUESSED_DICE[0][:5], GUESSED_DICE[1])), False),
    ],
)
def test_only_possible_facts_of_a_box_fit(box: SoloBox, fits: bool) -> None:
    """Anything else is refused, whatever else is right."""
    assert solo_box_fits(box) is fits
