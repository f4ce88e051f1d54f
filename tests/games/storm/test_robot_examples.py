"""Worked examples 14 to 35 of the digest (section 8): the robot, by number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.catalog.storm_loader import load_storm_cards
from companion.games.refusals import NOT_NOW
from companion.games.storm import SOLO, errors, solo_with_cards
from companion.games.storm.box import SoloBox
from companion.games.storm.draft import DraftStep, plan, steps
from companion.games.storm.results import solo_results
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
from companion.games.storm.robot_steps import tasks_of
from companion.games.storm.solo import (
    ChooseActions,
    EndSolo,
    Flipped,
    Found,
    PlayerDone,
    PlayerPlayed,
    Robot,
    RollDice,
    SoloCommand,
    SoloPhase,
    SoloState,
    SoloStep,
    StartSolo,
)
from tests.games.refused import refused_as

EXPLORE, DEVELOP, SETTLE, TRADE, DOUBLE, PRODUCE = Space
F = RobotFace
MATCH = F.MATCH


def play(state: SoloState, *commands: SoloCommand) -> SoloState:
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


def rolled(state: SoloState, actions: tuple[Space, Space], *faces: RobotFace) -> SoloState:
    first, second = faces
    return play(state, ChooseActions(actions), RollDice((first, second)))


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


def test_example_19_the_player_settles_twice_without_bonus() -> None:
    tasks = tasks_of((EXPLORE, DEVELOP), {SETTLE: 2})
    settles = [task for task in tasks if task.phase.value == "settle"]
    assert [(task.bonus, task.robot) for task in settles] == [((), (SETTLE,))] * 2


def developing(credit: int, stack: int, **more: int) -> SoloState:
    state = with_robot(started(), credit=credit, stack=stack, unplaced=0, **more)
    return play(rolled(state, (TRADE, DOUBLE), F.DEVELOP, F.DEVELOP), PlayerDone())


def test_the_pool_has_24_chips_for_both() -> None:
    """Section 3.1."""
    assert started().pool == 24
    assert with_robot(started(), chips=5).pool == 19


def test_example_20_a_develop_action() -> None:
    state = developing(credit=1, stack=2)
    assert the_robot(state).stack == 3
    robot = the_robot(play(state, Flipped(1, Found(vp=2))))
    assert (robot.credit, robot.stack, robot.tableau) == (1, 1, 2)


def test_example_21_a_six_cost_development_needs_a_credit() -> None:
    robot = the_robot(
        play(developing(credit=1, stack=2), Flipped(1, Found(0, six_cost=True)), PlayerDone())
    )
    assert (robot.credit, robot.six_costs) == (0, 1)
    with refused_as(errors.SIX_COST_CREDIT):
        play(developing(credit=0, stack=2), Flipped(1, Found(0, six_cost=True)))


def test_example_22_a_counter_then_a_response() -> None:
    state = with_robot(started(difficulty=Difficulty.MEDIUM), credit=4, stack=5)
    state = play(rolled(state, (DEVELOP, DEVELOP), F.DEVELOP, F.PRODUCE), PlayerDone())
    assert (the_robot(state).credit, the_robot(state).placed, the_robot(state).stack) == (2, 1, 5)
    robot = the_robot(play(state, PlayerDone(), Flipped(2, Found(2))))
    assert (robot.credit, robot.stack) == (1, 2)


def test_example_23_without_credit_there_is_no_settle_response() -> None:
    state = with_robot(started(), credit=0)
    state = rolled(state, (SETTLE, PRODUCE), F.EXPLORE, F.EXPLORE)
    credit, stack = the_robot(state).credit, the_robot(state).stack
    state = play(with_robot(state, credit=0), PlayerDone())
    assert the_robot(state).stack == stack
    assert credit == 1


def test_example_24_a_settle_action_and_a_response() -> None:
    state = with_robot(started(), credit=2, stack=2)
    state = play(rolled(state, (SETTLE, SETTLE), F.SETTLE, F.PRODUCE), PlayerDone())
    assert the_robot(state).stack == 5
    state = play(state, Flipped(3, Found(1)), PlayerDone())
    assert the_robot(state).stack == 3
    missed = the_robot(play(state, Flipped(3, None)))
    assert (missed.stack, missed.credit) == (0, 2)
    hit = the_robot(play(state, Flipped(0, Found(1))))
    assert (hit.tableau, hit.credit) == (3, 1)


def consume(state: SoloState, actions: tuple[Space, Space], *faces: RobotFace) -> Robot:
    state = rolled(state, actions, *faces)
    while state.step is SoloStep.PLAYER and state.tasks[0].phase.value != "consume":
        state = play(state, PlayerDone())
        if state.step is SoloStep.FLIP:
            state = play(state, Flipped(the_robot(state).stack, None))
    return the_robot(play(state, PlayerDone()))


def test_example_25_a_trade_action() -> None:
    state = with_robot(started(), credit=3, economy=1)
    robot = consume(state, (DOUBLE, PRODUCE), F.TRADE, F.PRODUCE)
    assert (robot.credit, robot.chips) == (4, 1)


def test_example_26_a_response_to_both_consumes_comes_once() -> None:
    state = with_robot(started(), economy=3)
    assert consume(state, (TRADE, DOUBLE), F.PRODUCE, F.PRODUCE).chips == 3


def test_example_27_trade_and_x2_together() -> None:
    state = with_robot(started(), economy=2, credit=1)
    robot = consume(state, (EXPLORE, EXPLORE), F.TRADE, F.DOUBLE)
    assert robot.chips == 4
    assert robot.economy == 3
    # the player explored: a response moves cards, no credit
    assert robot.credit == 3


@pytest.mark.parametrize(
    ("actions", "faces", "before", "after"),
    [
        ((EXPLORE, EXPLORE), (F.PRODUCE, F.EXPLORE), 0, 1),
        ((EXPLORE, PRODUCE), (F.EXPLORE, F.EXPLORE), 2, 2),
        ((EXPLORE, PRODUCE), (F.PRODUCE, F.EXPLORE), 2, 3),
        ((EXPLORE, PRODUCE), (F.PRODUCE, F.EXPLORE), 5, 5),
    ],
)
def test_example_28_produce(
    actions: tuple[Space, Space], faces: tuple[RobotFace, RobotFace], before: int, after: int
) -> None:
    state = rolled(with_robot(started(), economy=before), actions, *faces)
    while state.step is SoloStep.PLAYER:
        state = play(state, PlayerDone())
    assert the_robot(state).economy == after


def test_example_29_old_earth_turns_to_x2_after_its_first_trade() -> None:
    robot = consume(started(0), (EXPLORE, EXPLORE), F.ROBOT, F.EXPLORE)
    assert robot.equals is DOUBLE
    assert consume(started(6), (EXPLORE, EXPLORE), F.ROBOT, F.EXPLORE).equals is TRADE


def test_example_30_damaged_alien_factory_flips_between_trade_and_produce() -> None:
    def whole_round(state: SoloState, face: RobotFace) -> SoloState:
        state = rolled(state, (EXPLORE, EXPLORE), face, F.EXPLORE)
        while state.step is SoloStep.PLAYER:
            state = play(state, PlayerDone())
        return state

    state = whole_round(started(7), F.PRODUCE)
    assert the_robot(state).equals is TRADE
    state = whole_round(state, F.TRADE)
    assert the_robot(state).equals is PRODUCE
    state = whole_round(state, F.PRODUCE)
    assert (the_robot(state).equals, the_robot(state).special_used) == (TRADE, False)


def test_example_31_separatist_colony_explores_more() -> None:
    both = rolled(started(5), (TRADE, PRODUCE), F.EXPLORE, F.EXPLORE)
    assert (the_robot(both).stack, the_robot(both).credit) == (4 + 7, 2)
    response = rolled(started(5), (EXPLORE, PRODUCE), F.PRODUCE, F.TRADE)
    assert (the_robot(response).stack, the_robot(response).credit) == (4 + 3, 1)


def test_example_32_doomed_worlds_first_settle_action() -> None:
    state = play(rolled(started(8), (EXPLORE, EXPLORE), F.SETTLE, F.TRADE), PlayerDone())
    assert state.step is SoloStep.FLIP
    with refused_as(errors.RICH_WORLD):
        play(state, Flipped(2, Found(2)))
    robot = the_robot(play(state, Flipped(3, Found(3))))
    assert (robot.credit, robot.economy, robot.tableau, robot.vp) == (3, 1, 1, 3)
    assert robot.special_used


@pytest.mark.parametrize(
    ("difficulty", "placed", "total"), [(Difficulty.HARD, 2, 51), (Difficulty.EASY, 1, 36)]
)
def test_example_33_the_robots_points(difficulty: Difficulty, placed: int, total: int) -> None:
    state = with_robot(started(difficulty=difficulty), chips=10, vp=14, six_costs=1, placed=placed)
    state = play(replace(state, step=SoloStep.FINAL), EndSolo(40, 0))
    assert state.score is not None
    assert state.score.robot == total


def test_phases_that_need_no_answer_go_on_by_themselves() -> None:
    """Section 3.5: the player is told to explore and to produce, nobody has to say that he did."""
    state = play(started(), ChooseActions((EXPLORE, PRODUCE)))
    events = SOLO.decide(state, RollDice((F.PRODUCE, F.TRADE)))
    assert [e.task.phase for e in events if isinstance(e, PlayerPlayed) and e.task] == [
        SoloPhase.EXPLORE
    ]
    state = rolled(started(), (EXPLORE, PRODUCE), F.PRODUCE, F.TRADE)
    assert state.tasks[0].phase is SoloPhase.CONSUME
    assert play(state, PlayerDone(chips=2)).step is SoloStep.ACTIONS


def test_example_34_twelve_cards_end_the_game_after_the_round() -> None:
    state = with_robot(started(difficulty=Difficulty.HARD), tableau=10, placed=2, unplaced=1)
    state = rolled(state, (EXPLORE, EXPLORE), F.PRODUCE, F.TRADE)
    while state.step is SoloStep.PLAYER:
        state = play(state, PlayerDone())
    assert state.step is SoloStep.FINAL


def test_the_last_chip_ends_the_game_after_the_round() -> None:
    state = rolled(started(), (EXPLORE, EXPLORE), F.PRODUCE, F.TRADE)
    state = play(state, PlayerDone(chips=24))
    while state.step is SoloStep.PLAYER:
        state = play(state, PlayerDone())
    assert state.step is SoloStep.FINAL


def test_example_35_the_tie_break_and_the_draw() -> None:
    state = with_robot(started(), chips=40, vp=0, credit=2, economy=4)
    final = replace(state, step=SoloStep.FINAL)
    lost, drawn = play(final, EndSolo(40, 5)).score, play(final, EndSolo(40, 6)).score
    assert lost is not None
    assert lost.won is False
    assert drawn is not None
    assert drawn.won is None
    assert [each.rank for each in solo_results(play(final, EndSolo(40, 5)))] == [2, 1]


def test_impossible_entries_are_refused_with_the_reason() -> None:
    with refused_as(errors.START_WORLD):
        play(SOLO.initial, StartSolo(Difficulty.EASY, 4, 4))
    with refused_as(errors.ROBOT_EQUALS_UNKNOWN):
        play(SOLO.initial, StartSolo(Difficulty.EASY, 0, 5))
    with refused_as(errors.ACTIONS):
        play(started(), ChooseActions((TRADE, TRADE)))
    with refused_as(NOT_NOW):
        play(started(), RollDice((MATCH, MATCH)))
    known = play(SOLO.initial, StartSolo(Difficulty.EASY, 0, 3, dice=GUESSED_DICE))
    with refused_as(errors.ROBOT_DICE):
        rolled(known, (EXPLORE, TRADE), F.ROBOT, F.TRADE)
    state = developing(credit=1, stack=2)
    with refused_as(errors.FLIPS):
        play(state, Flipped(3, Found(1)))
    with refused_as(errors.FLIPS):
        play(state, Flipped(1, None))


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


def test_two_dice_on_one_single_space_are_noted() -> None:
    """Section 3.3: the action is performed once, and the log says so."""
    state = rolled(started(), (EXPLORE, EXPLORE), F.PRODUCE, F.PRODUCE)
    assert state.once is PRODUCE
    assert rolled(started(), (EXPLORE, EXPLORE), F.SETTLE, F.SETTLE).once is None
    assert rolled(started(), (EXPLORE, PRODUCE), F.PRODUCE, MATCH).once is None
