"""What people have to move on the table keeps it as the tracking has it."""

import os
from collections import Counter

import pytest

from companion.catalog import load_roll_catalog
from companion.games.instructions import combined, taken_back
from companion.games.roll.model.event import Event
from companion.games.roll.model.state import GameState
from companion.games.roll.rules.judge import Command
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.view.instructions import all_instructions
from companion.simulation.playing import game_rng, play
from tests.games.roll.table_of_pieces import Pieces, Stacks, TableOfPieces, pieces_of

RULES = Rules(load_roll_catalog())
GAMES = int(os.environ.get("SIMULATED_TABLES", "1000"))
"""Games of the slow test, all numbers of players together."""


class _Watched:
    """A table beside a game: after each step it is as the state says, and back, and again."""

    def __init__(self) -> None:
        self.state = GameState()
        self.table: TableOfPieces | None = None
        self.right: tuple[Pieces, Stacks] = (Counter(), {})

    def tell(self, command: Command, events: tuple[Event, ...], after: GameState) -> None:
        before, self.state = self.state, after
        if self.table is None:
            self.table, self.right = TableOfPieces(RULES, after), pieces_of(RULES, after)
            return
        was, self.right = self.right, pieces_of(RULES, after)
        moves = all_instructions(RULES, before, events)
        if not moves:
            assert not self.table.differs_from(*self.right), command
            return
        for instructions, right, fewer in (
            (moves, self.right, False),
            (taken_back(moves), was, False),
            (combined(moves), self.right, True),
            (combined(taken_back(moves)), was, True),
            (moves, self.right, False),
        ):
            self.table.carry_out(instructions, at_end=fewer)
            assert not self.table.differs_from(*right), command


@pytest.mark.parametrize("game", range(8))
def test_a_table_that_only_follows_instructions_is_right(game: int) -> None:
    """After every step, every undo and every redo."""
    play(RULES, 2 + game % 4, game_rng(18, 2 + game % 4, game), _Watched().tell)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_table_that_only_follows_instructions_is_right_in_many_games(players: int) -> None:
    """As above."""
    for game in range(GAMES // 4):
        play(RULES, players, game_rng(181, players, game), _Watched().tell)
