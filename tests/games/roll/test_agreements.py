"""What a table agrees on is asked once and holds for the whole game."""

from typing import get_args, get_type_hints

from companion.games.answers import walk
from companion.games.question import Choose
from companion.games.roll import GAME
from companion.games.roll.ask.agreements import HUNGARIAN, agreements
from companion.games.roll.model.options import DEFAULT_OPTIONS, TableOptions
from companion.games.roll.phases.set_up import StartGame
from companion.games.roll.rules.judge import decide
from tests.games.roll.tracked_positions import ANN, BOB, RULES, follow
from tests.some import some


def test_each_reading_is_an_answer() -> None:
    """What is proposed is what was agreed on before."""
    asked = agreements(HUNGARIAN)
    proposed = [part.default for part in asked.parts if isinstance(part, Choose)]
    assert walk(asked, (proposed,)) == HUNGARIAN
    for place, (name, hint) in enumerate(get_type_hints(TableOptions).items()):
        for reading in some(get_args(hint)):
            chosen = [*proposed[:place], reading, *proposed[place + 1 :]]
            assert getattr(walk(asked, (chosen,)), name) == reading


def test_a_game_keeps_what_was_agreed_on_when_it_began() -> None:
    """It is part of the log, so that the game is the same whatever is agreed on later."""
    for options in (DEFAULT_OPTIONS, HUNGARIAN):
        events = decide(RULES, GAME.initial, StartGame((ANN, BOB), options))
        assert follow(GAME.initial, events).options == options
