"""What holds in every state, whatever is entered: goals, chips, cards, tracks, counters, turns."""

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalog.storm_loader import load_storm_cards
from companion.games.refusals import RefusedError
from companion.games.storm import SOLO, with_cards
from companion.games.storm.cards import count
from companion.games.storm.goal_tiles import EndPhase, MoveGoal
from companion.games.storm.goals import FIRST, MOST, TESTED, THRESHOLD, Goal, value
from companion.games.storm.robot import (
    COUNTERS,
    CREDIT_LIMIT,
    ECONOMY_LIMIT,
    PAIRS,
    TABLEAU_END,
    Difficulty,
    RobotFace,
    Space,
)
from companion.games.storm.robot_steps import Flipped, Found
from companion.games.storm.solo import Find, SoloPhase, SoloState, SoloStep
from companion.games.storm.solo_round import (
    ChooseActions,
    EndSolo,
    PlayerDone,
    RollDice,
    StartSolo,
)
from companion.games.storm.table import Step, TableState
from companion.games.storm.tableaus import (
    EndTable,
    NewPlayer,
    StartTable,
)
from companion.storage.codec import EventCodec
from tests.games.any_commands import any_of
from tests.golden.notation import commands_of

DECK = load_storm_cards()
GOALS = with_cards(lambda second: load_storm_cards(second_edition=second))
GOALS_CODEC, SOLO_CODEC = EventCodec(GOALS), EventCodec(SOLO)
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
START_WORLDS = ("new_sparta", "old_earth", "doomed_world", "ancient_race", "separatist_colony")

table_commands = any_of(
    commands_of(GOALS),
    {
        "card": st.sampled_from(("drop_ships", "space_marines", "new_sparta", "hive_world", "?")),
        tuple[int, ...]: st.lists(st.integers(0, 6), max_size=2).map(tuple),
    },
    but={StartTable, EndTable},
)
goals_in_play = st.tuples(
    st.lists(st.sampled_from(MOST), min_size=2, max_size=2, unique=True),
    st.lists(st.sampled_from(FIRST), min_size=4, max_size=4, unique=True),
).map(lambda both: (*both[0], *both[1]))


def fold_table(state: TableState, command: Any) -> TableState:
    """Refused commands change nothing; what happened survives the log's JSON."""
    try:
        events = GOALS.decide(state, command)
    except RefusedError:
        return state
    for event in events:
        state = GOALS.apply(state, GOALS_CODEC.decode(GOALS_CODEC.encode(event)))
    return state


def check_table(before: TableState, state: TableState) -> None:
    goals = [tile.goal for tile in state.tiles]
    assert len(set(goals)) == len(goals) == 6
    in_play = {player.seat for player in state.players}
    for tile in state.tiles:
        assert set(tile.holders) <= in_play
        assert len(set(tile.holders)) == len(tile.holders)
        assert tile.goal not in MOST or len(tile.holders) <= 1
    cards = Counter(key for player in state.players for key in player.cards)
    assert all(number <= DECK[key].copies for key, number in cards.items())
    for player in state.players:
        assert 0 <= player.vp_chips <= 99
        if player.by_cards:
            assert player.counts == count(DECK[key] for key in player.cards)
    assert state.pool == 12 * len(state.players) - sum(p.vp_chips for p in state.players)
    assert state.round - before.round in (0, 1)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.integers(0, 5), goals_in_play, st.lists(table_commands, max_size=30))
def test_whatever_is_entered_each_goal_is_there_once_and_scored_by_whom_it_may(
    players: int, by_cards: int, goals: tuple[Goal, ...], commands: list[Any]
) -> None:
    people = tuple(
        NewPlayer(i + 1, NAMES[i], START_WORLDS[i] if i < by_cards else None)
        for i in range(players)
    )
    state = fold_table(GOALS.initial, StartTable(people, goals))
    assert state.step is Step.PLAY
    for command in commands:
        before = state
        state = fold_table(state, command)
        check_table(before, state)
        taken = {tile.goal: tile.holders for tile in state.tiles}
        for tile in before.tiles:
            corrected = isinstance(command, MoveGoal)
            if tile.goal in FIRST and tile.holders and not corrected:
                assert taken[tile.goal] == tile.holders  # never lost (section 2.3)
            if taken[tile.goal] != tile.holders and taken[tile.goal] and not corrected:
                assert isinstance(command, EndPhase)
                assert command.moment in TESTED[tile.goal]
            if tile.goal in MOST and not corrected and state is not before:
                for seat in taken[tile.goal]:
                    assert value(tile.goal, state.standings[seat]) >= THRESHOLD[tile.goal]
    over = fold_table(state, EndTable())
    assert over.step is Step.OVER
    for score in over.scores:
        assert score.total == score.vp_chips + score.card_vp + sum(vp for _, vp in score.goals)
        assert len({goal for goal, _ in score.goals}) == len(score.goals)
    for refused in commands:
        assert fold_table(over, refused) == over


solo_commands = any_of(commands_of(SOLO), {tuple[str, ...]: st.just(())}, but={StartSolo})


def fold_solo(state: SoloState, command: Any) -> SoloState:
    """Refused commands change nothing; what happened survives the log's JSON."""
    try:
        events = SOLO.decide(state, command)
    except RefusedError:
        return state
    for event in events:
        state = SOLO.apply(state, SOLO_CODEC.decode(SOLO_CODEC.encode(event)))
    return state


def onward(state: SoloState, misses: int) -> Any:
    """A legal command that leads on."""
    robot = state.robot
    assert robot is not None
    match state.step:
        case SoloStep.ACTIONS:
            return ChooseActions((Space.DEVELOP, Space.SETTLE))
        case SoloStep.DICE:
            return RollDice((RobotFace.ROBOT, RobotFace.MATCH))
        case SoloStep.FLIP:
            flip = state.flip
            assert flip is not None
            pile = flip.find is Find.RICH_WORLD
            hit = misses % 2 and robot.stack and robot.credit >= flip.cost
            if pile or hit:
                return Flipped(misses if pile else min(misses, robot.stack - 1), Found(3))
            return Flipped(robot.stack, None)
        case SoloStep.FINAL:
            return EndSolo(30, 2)
        case _:
            return PlayerDone(chips=1, cards=1)


def check_solo(state: SoloState, counters: int) -> None:
    robot = state.robot
    assert robot is not None
    assert 0 <= robot.credit <= CREDIT_LIMIT
    assert 0 <= robot.economy <= ECONOMY_LIMIT
    assert min(robot.stack, robot.tableau, robot.chips, robot.six_costs) >= 0
    assert robot.placed + robot.unplaced == counters
    assert min(robot.placed, robot.unplaced) >= 0
    assert state.player_tableau >= 0
    order = [list(SoloPhase).index(task.phase) for task in state.tasks]
    assert order == sorted(order)
    for task in state.tasks:
        assert len(task.robot) <= 2
        assert task.bonus or task.robot  # nobody selected it: it does not happen
    if len(state.actions) == 2:
        first, second = state.actions
        assert first is not second or first in PAIRS
    assert (state.flip is not None) == (state.step is SoloStep.FLIP)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(Difficulty),
    st.permutations(range(9)),
    st.lists(st.tuples(solo_commands, st.integers(0, 3)), max_size=40),
)
def test_whatever_is_entered_the_robot_stays_on_its_tracks(
    difficulty: Difficulty, worlds: list[int], commands: list[tuple[Any, int]]
) -> None:
    start = StartSolo(difficulty, worlds[0], worlds[1], Space.SETTLE)
    state = fold_solo(SOLO.initial, start)
    counters = COUNTERS[difficulty]
    for command, misses in commands:
        state = fold_solo(state, command)
        check_solo(state, counters)
        if state.step is not SoloStep.OVER:
            before = state
            state = fold_solo(state, onward(state, misses))
            assert state != before
            check_solo(state, counters)
        SOLO.view(state, None)
    assert fold_solo(state, start) == state


@settings(max_examples=30, deadline=None)
@given(st.permutations(range(9)), st.integers(0, 3))
def test_a_solitaire_game_comes_to_its_end(worlds: list[int], misses: int) -> None:
    """Section 3.8: 12 cards or 24 chips end the round that reaches them, not an earlier one."""
    start = StartSolo(Difficulty.HARD, worlds[0], worlds[1], Space.SETTLE)
    state = fold_solo(SOLO.initial, start)
    for _ in range(200):
        before, state = state, fold_solo(state, onward(state, misses))
        if before.step is not SoloStep.FINAL and state.step is SoloStep.FINAL:
            robot = state.robot
            assert robot is not None
            full = max(state.player_tableau, robot.tableau + robot.placed) >= TABLEAU_END
            assert full or state.pool <= 0
        if state.step is SoloStep.OVER:
            return
    raise AssertionError("the game did not end")
