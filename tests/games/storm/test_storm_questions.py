"""Questions of The Gathering Storm: whatever the rules allow is an answer, and nothing else."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, product
from typing import Any

import pytest

from companion.catalog.storm_loader import load_storm_cards
from companion.games.answers import commands, walk
from companion.games.definition import GameDefinition
from companion.games.question import Choose, Question, opened
from companion.games.storm import DRAFT, GOALS, SOLO, solo_with_cards, with_cards
from companion.games.storm.ask_solo import LEAST_CARD_VP, MOST_CHIPS, set_up
from companion.games.storm.box import SoloBox
from companion.games.storm.cards import Counts, Deck
from companion.games.storm.draft import StartDraft
from companion.games.storm.goal_tiles import EndPhase, MoveGoal
from companion.games.storm.goals import FIRST, MOST, Goal, Moment
from companion.games.storm.robot import GUESSED_DICE, Difficulty, RobotFace, Space
from companion.games.storm.robot_steps import MOST_CARD_VP, Flipped, Found
from companion.games.storm.solo import Find, SoloPhase, SoloState, SoloStep
from companion.games.storm.solo_round import ChooseActions, PlayerDone, RollDice, StartSolo
from companion.games.storm.table import TableState
from companion.games.storm.tableaus import (
    LIMITS,
    DropCard,
    EndTable,
    PlaceCard,
    SetChips,
    SetCounts,
    StartTable,
)
from tests.games.any_commands import every
from tests.games.question_games import accepts, decided, played
from tests.golden.notation import commands_of
from tests.some import some


def _decks(second_edition: bool) -> Deck:
    return load_storm_cards(second_edition=second_edition)


CARDS, SOLO_CARDS = with_cards(_decks), solo_with_cards(_decks)


def asked(game: GameDefinition, state: Any, seat: int) -> Question:
    question = game.question(state, seat)
    assert question is not None
    return question


def allowed(game: GameDefinition, state: Any, universe: Iterable[Any]) -> set[Any]:
    return {command for command in universe if accepts(game, state, command)}


@cache
def robot_game(seed: int) -> tuple[SoloState, ...]:
    return tuple(played(SOLO, seed))


def solo_states(seeds: int = 12) -> Iterator[SoloState]:
    return (state for seed in range(seeds) for state in robot_game(seed))


def test_the_robot_is_set_up_in_every_way_that_is_allowed() -> None:
    """What the mat's back says is asked where no rulebook says it."""
    universe = {
        StartSolo(level, mine, its, equals)
        for level, mine, its in product(Difficulty, range(-1, 10), range(-1, 10))
        for equals in ((*Space,) if its in (1, 4, 5) else (None,))
    }
    found = {replace(each, player="") for each in commands(asked(SOLO, SoloState(), 0))}
    assert found == allowed(SOLO, SoloState(), universe)


def test_facts_of_the_box_are_not_asked_again() -> None:
    box = SoloBox(dice=GUESSED_DICE).with_equals(4, Space.SETTLE)
    command = walk(set_up("Ann", box), ("hard", "0", "4"))
    assert command == StartSolo(Difficulty.HARD, 0, 4, Space.SETTLE, GUESSED_DICE, "Ann")


def test_two_actions_two_faces_and_what_was_played_are_all_that_is_allowed() -> None:
    steps = set()
    for state in solo_states():
        steps.add(state.step)
        match state.step:
            case SoloStep.ACTIONS:
                universe = every((ChooseActions,), {})
                assert set(commands(asked(SOLO, state, 1))) == allowed(SOLO, state, universe)
            case SoloStep.DICE:
                for known in (False, True):
                    seen = replace(state, dice_known=known)
                    found = set(commands(walk(asked(SOLO, seen, 0), ("roll",))))
                    assert found == allowed(SOLO, seen, every((RollDice,), {}))
            case SoloStep.PLAYER:
                assert set(commands(asked(SOLO, state, 1))) == set(_played(state))
            case _:
                pass
    assert steps >= set(SoloStep) - {SoloStep.SET_UP}


def _played(state: SoloState) -> Iterator[PlayerDone]:
    """Chips in Consume; cards in Develop and Settle, where Improved Logistics allows two."""
    phase = state.tasks[0].phase
    most = {SoloPhase.DEVELOP: 1, SoloPhase.SETTLE: 2}.get(phase, 0)
    chips = range(MOST_CHIPS + 1) if phase is SoloPhase.CONSUME else range(1)
    return (PlayerDone(n, cards) for n in chips for cards in range(most + 1))


def test_cards_turned_over_are_all_that_is_allowed() -> None:
    """Until one fits, or to the end of the stack; a 6-cost development has to be paid for."""
    kinds = set()
    for state in solo_states(20):
        if state.step is not SoloStep.FLIP or state.flip is None or state.robot is None:
            continue
        kinds.add(state.flip.find)
        rich = state.flip.find is Find.RICH_WORLD
        turned = range(-1, 12 if rich else state.robot.stack + 2)
        cards = [Found(vp) for vp in range(LEAST_CARD_VP, MOST_CARD_VP + 2)]
        universe = {Flipped(n, found) for n in turned for found in (None, *cards, Found(0, True))}
        question = asked(SOLO, state, 0)
        assert isinstance(question, Choose)
        due = replace(question, answers=tuple(a for a in question.answers if a.key != "correct"))
        found = {each for each in commands(due) if each.misses < 12 or not rich}
        assert found == allowed(SOLO, state, universe)
    assert {Find.DEVELOPMENT, Find.WORLD} <= kinds


def test_the_final_points_are_a_number_or_cards_of_either_edition() -> None:
    state = next(state for state in solo_states() if state.step is SoloStep.FINAL)
    number = walk(asked(SOLO_CARDS, state, 1), ("points", 12, 3))
    *_, by_number = decided(SOLO_CARDS, state, number)
    assert by_number.score.player == state.player_chips + 12
    path = ("cards", "second", 2, "G", "galactic_trendsetters", "done")
    cards = walk(asked(SOLO_CARDS, state, 1), path)
    assert (cards.second_edition, cards.hand_and_goods) == (True, 2)
    *_, by_cards = decided(SOLO_CARDS, state, cards)
    assert [each.key for each in by_cards.score.cards][1:] == ["galactic_trendsetters"]
    assert [each.key for each in opened(asked(SOLO, state, 1)).answers] == ["points"]


@cache
def goal_game(seed: int, *, by_cards: bool) -> tuple[TableState, ...]:
    game = CARDS if by_cards else GOALS
    states = islice(played(game, seed, (seed % 4 + 2,)), 1, None)
    return tuple(state for state in states if not game.is_over(state))


def goal_states(seeds: int = 10, *, by_cards: bool = False) -> Iterator[TableState]:
    return (state for seed in range(seeds) for state in goal_game(seed, by_cards=by_cards))


def test_every_choice_of_two_large_and_four_small_goals_starts_a_game() -> None:
    universe = {
        (frozenset(large), frozenset(small))
        for large in combinations(MOST, 2)
        for small in combinations(FIRST, 4)
    }
    starts = tuple(commands(walk(asked(GOALS, TableState(), 0), (2,))))
    found = {(frozenset(each.goals[:2]), frozenset(each.goals[2:])) for each in starts}
    assert found == universe
    assert {each.infrastructure_after_settle for each in starts} == {False, True}
    assert all(isinstance(each, StartTable) for each in starts)


def test_a_start_world_is_dealt_once() -> None:
    """One is offered to nobody else; a player may have none and enter numbers only."""
    goals = (2, [0, 1], [0, 1, 2, 3])
    worlds = walk(asked(CARDS, TableState(), 0), (*goals, "first", "1"))
    started = walk(worlds, ("numbers",))
    assert [each.start_world for each in started.players] == ["epsilon_eridani", None]
    refused = [each.key for each in worlds.answers if each.refused is not None]
    assert refused == ["1"]


def test_what_can_be_entered_about_a_player_is_all_that_is_allowed() -> None:
    """Chips, and the counters of the goals in play; 6-cost developments are developments."""
    for state in some(islice(goal_states(), 0, None, 60)):
        goals = {tile.goal for tile in state.tiles}
        for player in some(state.players):
            question = asked(GOALS, state, player.seat)
            assert isinstance(question, Choose)
            found = set(commands(question))
            assert all(accepts(GOALS, state, each) for each in found)
            chips = {SetChips(player.seat, n) for n in range(-2, 102)}
            assert found & chips == allowed(GOALS, state, chips)
            for answer in question.answers[1:]:
                single = {
                    SetCounts(player.seat, replace(player.counts, **{answer.key: n}))
                    for n in range(-12, 34)
                }
                assert allowed(GOALS, state, single) <= set(commands(answer.then))
            counted = {each.key for each in question.answers[1:]}
            assert ("developments" in counted) == (Goal.GREATEST_INFRASTRUCTURE in goals)
            assert len(counted) == len(goals - {Goal.STANDARD_OF_LIVING, Goal.BUDGET_SURPLUS})


def test_no_counter_can_be_set_beyond_its_limit() -> None:
    """Four kinds, six rows: what the rules refuse is not offered."""
    for state in islice(goal_states(), 0, None, 9):
        for answer in opened(asked(GOALS, state, 1)).answers[1:]:
            highest = max(getattr(each.counts, answer.key) for each in commands(answer.then))
            assert highest == getattr(LIMITS, answer.key)
    assert LIMITS.kinds == 4
    assert Counts().kinds == 0


def test_cards_of_a_tableau_are_all_that_is_allowed() -> None:
    deck, seen = _decks(False), 0
    for state in islice(goal_states(16, by_cards=True), 0, None, 50):
        for player in state.players:
            if player.by_cards:
                seen += 1
                question = asked(CARDS, state, player.seat)
                known = {"seat": (player.seat,), str: (*deck, "x")}
                universe = allowed(CARDS, state, every((PlaceCard, DropCard), known))
                chips = {SetChips(player.seat, n) for n in range(100)}
                assert set(commands(question)) - chips == universe
    assert seen


def test_ends_of_phases_and_holders_are_all_that_is_allowed() -> None:
    for state in some(islice(goal_states(), 0, None, 7)):
        seats = tuple(player.seat for player in state.players)
        groups = [some for n in range(len(seats) + 1) for some in combinations(seats, n)]
        tested = (Moment.DEVELOP, Moment.SETTLE, Moment.CONSUME, Moment.ROUND_END)
        asks = any(tile.goal is Goal.BUDGET_SURPLUS for tile in state.tiles)
        phases = {
            EndPhase(moment, some) for moment in tested for some in groups if asks or not some
        }
        question = asked(GOALS, state, 0)
        assert isinstance(question, Choose)
        ends = [each for each in question.answers if each.key not in ("end", "correct")]
        found = set(commands(replace(question, answers=tuple(ends))))
        assert found == allowed(GOALS, state, phases)
        holders = {MoveGoal(goal, some) for goal in Goal for some in groups}
        moved = set(commands(walk(question, ("correct",))))
        assert moved == allowed(GOALS, state, holders)
        *chips, end = walk(question, ("end", [5] * 2 * len(seats))).commands
        assert {each.vp_chips for each in chips} <= {5}
        assert isinstance(end, EndTable)
        assert accepts(GOALS, state, end)


@pytest.mark.parametrize("count", [2, 3])
def test_the_draft_asks_the_table_then_everybody_who_has_no_start_world(count: int) -> None:
    for state in some(islice(played(DRAFT, 3, (count,)), 1, None)):
        if state.step is None:
            continue
        known = {"seat": range(5), "number": range(-1, 11)}
        universe = every(set(commands_of(DRAFT)) - {StartDraft}, known)
        questions = [DRAFT.question(state, seat) for seat in range(5)]
        found = {each for question in questions if question for each in commands(question)}
        assert found == allowed(DRAFT, state, universe)
        urgent = {seat for seat, question in enumerate(questions) if question and question.urgent}
        missing = {each.seat for each in state.players if each.start_world is None}
        assert urgent == ({0} if questions[0] else missing)


def test_two_dice_are_seen_by_the_camera() -> None:
    state = next(state for state in solo_states() if state.step is SoloStep.DICE)
    assert asked(SOLO, state, 0).by == ("tray",)
    first = opened(walk(asked(SOLO, state, 0), ("roll",)))
    assert [each.key for each in first.answers] == [face.value for face in RobotFace]
