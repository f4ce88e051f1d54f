"""Roll for the Galaxy: state, commands, events, views and the rules between them."""

from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Final

from companion.games.definition import CameraRules, GameDefinition, PublishedGame
from companion.games.messages import kinds
from companion.games.roll.ask.seat import question
from companion.games.roll.decide import combined  # noqa: F401 - defines commands
from companion.games.roll.model.event import Event
from companion.games.roll.model.options import TableOptions
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.phases import (  # noqa: F401 - define commands and events
    build,
    counters,
    dice_corrections,
    explore,
    goods,
    reveal,
    set_up,
    tile_corrections,
)
from companion.games.roll.rules.judge import SCHEMA, decide
from companion.games.roll.rules.lookup import NO_TILES, Rules
from companion.games.roll.view import camera
from companion.games.roll.view.instructions import instructions
from companion.games.roll.view.observe import view


def with_rules(rules: Rules) -> GameDefinition:
    """Return the same game with the tile catalogue: fully tracked games become possible.

    Without tiles ``GAME`` opens and shows every log, and serves tables that keep their counters by
    hand.
    """
    return replace(
        GAME,
        decide=partial(decide, rules),
        question=partial(question, rules),
        instructions=partial(instructions, rules),
    )


PUBLISHED: Final = PublishedGame("Roll for the Galaxy", 132531)

GAME: Final = GameDefinition(
    key="roll",
    schema=SCHEMA,
    initial=GameState(),
    decide=partial(decide, NO_TILES),
    question=partial(question, NO_TILES),
    view=partial(view, NO_TILES),
    instructions=partial(instructions, NO_TILES),
    event_types=tuple(kinds(Event)),
    is_over=lambda state: state.step is Step.OVER,
    round_of=attrgetter("round.number"),
    box=TableOptions,
    published=PUBLISHED,
    final_score="companion.scorefile.roll_final:score_file",
    camera=CameraRules(
        dice_kind="roll",
        wanted=camera.wanted_mats,
        readable=camera.readable_mats,
        command=camera.mat_command,
        command_in=camera.command_in,
        expected_dice=camera.expected_dice,
        hidden=camera.hides_mats,
        marks=camera.marks,
        recorded=camera.recorded_dice,
    ),
    button_command=camera.button_command,
    lit_seats=camera.lit_seats,
)
