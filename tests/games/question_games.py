"""Games played by random answers, sent as a client sends them."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from companion.games.definition import GameDefinition
from companion.games.refusals import RefusedError
from companion.players.seeded_random import SeededRandom
from companion.simulation.playing import MOST_ANSWERS
from companion.simulation.random_answers import asked, commands_of, random_path, states
from tests.games.refused import check_explained

__all__ = ["accepts", "asked", "commands_of", "decided", "played", "random_path"]


def decided(game: GameDefinition, state: Any, command: Any) -> Iterator[Any]:
    """The states after each event of an answer."""
    for each in commands_of(command):
        for event in game.decide(state, each):
            state = game.apply(state, event)
            yield state


def played(
    game: GameDefinition, seed: int, begin: tuple[Any, ...] = (), *, checked: bool = False
) -> Iterator[Any]:
    """The states of a game before each answer, to its end.

    Args:
        begin: the first answers of the set-up, such as the number of players.
        checked: whether the invariants have to hold after every event.
    """
    every = states(game, begin, SeededRandom(str(seed)))
    for answers, steps in groupby(every, itemgetter(0)):
        assert answers < MOST_ANSWERS
        after = [state for _, state in steps]
        assert not checked or all(game.invariants(state) == () for state in after)
        yield after[-1]


def accepts(game: GameDefinition, state: Any, command: Any) -> bool:
    """Whether all steps of an answer are accepted."""
    try:
        for _ in decided(game, state, command):
            pass
    except RefusedError as error:
        check_explained(error)
        return False
    return True
