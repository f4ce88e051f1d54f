"""A table that only follows the instructions looks as the companion believes, in random games."""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from companion.games import emperor, rule
from companion.games.definition import GameDefinition
from companion.games.emperor import layout as emperor_layout
from companion.games.emperor.state import Step as EmperorStep
from companion.games.instructions import SUPPLY, Instruction, Layout, Piece, Place, taken_back
from companion.games.rule import layout as rule_layout
from companion.games.rule.state import Step as RuleStep
from companion.games.storm import GOALS, SOLO
from companion.games.storm import layout as storm_layout
from companion.games.storm.cards import Counts
from companion.games.storm.goal_tiles import EndPhase
from companion.games.storm.goals import FIRST, MOST, Moment
from companion.games.storm.robot import Difficulty, RobotFace, Space
from companion.games.storm.solo import SoloStep
from companion.games.storm.solo_round import ChooseActions, RollDice, StartSolo
from companion.games.storm.tableaus import NewPlayer, SetChips, SetCounts, StartTable
from companion.session.steps import Redone, Snapshot, Timeline, Undone
from tests.games.emperor import test_emperor_invariants as emperor_games
from tests.games.rule import test_rule_invariants as rule_games
from tests.games.storm import test_storm_invariants as storm_games

GAMES = int(os.environ.get("INSTRUCTED_GAMES", "8"))
"""Games of each kind; 300 with ``INSTRUCTED_GAMES=300``."""

pytestmark = pytest.mark.timeout(max(120, 10 * GAMES))

Table = Counter[tuple[Piece, Place]]


def carry_out(table: Table, moves: Iterable[Instruction]) -> Table:
    """Move pieces; what does not lie there cannot be moved."""
    table = table.copy()
    for move in moves:
        if move.source != SUPPLY:
            piece = _lying(move.piece, move.source)
            assert table[piece, move.source] >= move.count, move
            table[piece, move.source] -= move.count
        if move.target != SUPPLY:
            table[_lying(move.piece, move.target), move.target] += move.count
    return +table


def _lying(piece: Piece, place: Place) -> Piece:
    """Tiles in a stack lie face down; which one is the Black Hole shows where it lies."""
    unnamed = (rule_layout.Where.STACK, emperor_layout.Where.REVEALED)
    return Piece(piece.kind) if place.name in unnamed else piece


class Watched:
    """A game and a table beside it, which only follows instructions."""

    def __init__(self, game: GameDefinition, layout: Callable[[Any], Layout]) -> None:
        self._game, self._layout = game, layout
        self._timeline = Timeline(game)
        self._chance = random.Random(1)
        self._table: Table = Counter()

    @property
    def state(self) -> Any:
        return self._timeline.present.state

    def put(self, state: Any) -> None:
        """Go on from a state; the table is laid out so."""
        self._timeline.present = Snapshot(0, state)
        self._table = self._lying()

    def begin(self, command: object) -> None:
        """Lay the table out."""
        self.put(self._timeline.after(self._game.decide(self.state, command)))

    def play(self, command: object) -> None:
        """Follow what a command brings; sometimes some steps back, and again."""
        events = self._game.decide(self.state, command)
        self._timeline.step(1, self._timeline.after(events), tuple(events))
        self._follow(command)
        if self._chance.random() < 0.1:
            steps = self._chance.randint(1, 4)
            turned = 0
            while turned < steps and self._timeline.can_undo:
                self._timeline.move(self._timeline.turn(Undone))
                self._follow("undo")
                turned += 1
            for _ in range(turned):
                self._timeline.move(self._timeline.turn(Redone))
                self._follow("redo")

    def _follow(self, command: object) -> None:
        """Carry out what the newest step tells: then table and companion are equal."""
        step = self._timeline.newest(1)
        assert step is not None
        moves = tuple(move for move in step.instructions if self._counts(move))
        before, self._table = self._table, carry_out(self._table, moves)
        assert self._table == self._lying(), (command, step.events)
        assert carry_out(self._table, taken_back(moves)) == before

    def _lying(self) -> Table:
        return +Counter(dict(self._layout(self.state).counts))

    def _counts(self, move: Instruction) -> bool:
        """Hidden VP and the robot's dice lie in no layout."""
        names = {move.source.name, move.target.name}
        return not names & {emperor_layout.Where.VP, storm_layout.Where.TRAY}


@pytest.mark.parametrize(
    "players", [3, 4, *(pytest.param(n, marks=pytest.mark.slow) for n in (5, 6))]
)
def test_galactic_emperor(players: int) -> None:
    for seed in range(GAMES // 4):
        chance = random.Random(seed * 10 + players)
        table = Watched(emperor.GAME, emperor_layout.layout)
        table.put(emperor_games.begin(players, on_map=seed % 2 == 1))
        for _ in range(3000):
            if table.state.step is EmperorStep.OVER:
                break
            table.play(emperor_games.onward(table.state, chance))
        assert table.state.step is EmperorStep.OVER


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_rule_the_galaxy(players: int) -> None:
    for seed in range(GAMES // 4):
        chance = random.Random(seed * 10 + players)
        box = rule_games.Box(players, chance)
        table = Watched(rule.GAME, rule_layout.layout)
        table.put(rule_games.begin(players, box, chance))
        for _ in range(4000):
            if table.state.step is RuleStep.OVER:
                break
            table.play(rule_games.sensible(table.state, box, chance))
        assert table.state.step is RuleStep.OVER


def test_goals() -> None:
    for seed in range(GAMES):
        chance = random.Random(seed)
        table = Watched(GOALS, storm_layout.table_layout)
        count = chance.randint(2, 5)
        people = tuple(NewPlayer(i + 1, f"P{i}") for i in range(count))
        goals = (*chance.sample(MOST, 2), *chance.sample(FIRST, 4))
        table.begin(StartTable(people, goals))
        for _ in range(40):
            seat = chance.randint(1, count)
            if chance.random() < 0.6:
                numbers = (chance.randint(0, 4) for _ in range(8))
                counts = Counts(*numbers)
                table.play(SetCounts(seat, Counts(six_costs=0, developments=counts.developments)))
            elif chance.random() < 0.3:
                table.play(SetChips(seat, chance.randint(0, 12)))
            else:
                table.play(EndPhase(chance.choice((Moment.DEVELOP, Moment.SETTLE))))


def test_the_robot() -> None:
    for seed in range(GAMES):
        chance = random.Random(seed)
        table = Watched(SOLO, storm_layout.solo_layout)
        mine, its = chance.sample((0, 2, 3, 6, 7, 8), 2)
        table.begin(StartSolo(chance.choice(list(Difficulty)), mine, its))
        for _ in range(400):
            if table.state.step is SoloStep.OVER:
                break
            command: object = storm_games.onward(table.state, chance.randint(0, 3))
            if table.state.step is SoloStep.DICE:
                faces = chance.choice(list(RobotFace)), chance.choice(list(RobotFace))
                command = RollDice(faces)
            table.play(command)
        assert table.state.step is SoloStep.OVER


def test_the_robots_dice_go_where_the_rules_say() -> None:
    """Section 3.6, example 14: Develop and a match; the right-most marker is on Produce."""
    table = Watched(SOLO, storm_layout.solo_layout)
    table.begin(StartSolo(Difficulty.EASY, 0, 3))
    table.play(ChooseActions((Space.DOUBLE, Space.PRODUCE)))
    events = SOLO.decide(table.state, RollDice((RobotFace.DEVELOP, RobotFace.MATCH)))
    moves = SOLO.instructions(table.state, events)
    placed = {m.piece.key: m.target.detail for m in moves if m.source.name == "tray"}
    assert placed == {"develop": "develop", "match": "produce"}


def test_nobodys_points_are_told() -> None:
    """VP are hidden: an instruction says what is taken, never what somebody has."""
    for seed in range(2):
        chance = random.Random(seed)
        state = emperor_games.begin(3)
        for _ in range(400):
            if state.step is EmperorStep.OVER:
                break
            events = emperor.GAME.decide(state, emperor_games.onward(state, chance))
            for move in emperor.GAME.instructions(state, events):
                assert move.target.name != "vp" or move.shows is None
            for event in events:
                state = emperor.GAME.apply(state, event)
