"""Roll for the Galaxy: state, commands, events, views and the rules between them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final, get_args

from companion.games.definition import GameDefinition, PublishedGame
from companion.games.roll.decide.counted.command import decide_game
from companion.games.roll.decide.counted.counted import decide
from companion.games.roll.model.apply import apply
from companion.games.roll.model.correction_events import CorrectionEvent
from companion.games.roll.model.events import SCHEMA, Event
from companion.games.roll.model.state import GameState
from companion.games.roll.model.steps import Step
from companion.games.roll.model.task_events import RoundEvent
from companion.games.roll.rules.lookup.lookup import Rules
from companion.games.roll.view.table_view import camera as from_camera
from companion.games.roll.view.table_view.observe import view


def with_rules(rules: Rules) -> GameDefinition:
    """Return the same game with the tiles known: a game can begin with everything tracked.

    ``GAME`` decides tables that keep their counters by hand; this one decides those and the others.
    """
    return replace(GAME, decide=partial(decide_game, rules))


def _is_over(state: GameState) -> bool:
    return state.step is Step.OVER


PUBLISHED: Final = PublishedGame("Roll for the Galaxy", 132531)

GAME: Final = GameDefinition(
    key="roll",
    schema=SCHEMA,
    initial=GameState(),
    decide=decide,
    apply=apply,
    view=view,
    event_types=(*get_args(Event), *get_args(RoundEvent), *get_args(CorrectionEvent)),
    is_over=_is_over,
    published=PUBLISHED,
    final_score="companion.scorefile.roll_report:score_file",
    wanted_mats=from_camera.wanted_mats,
    readable_mats=from_camera.readable_mats,
    mat_command=from_camera.mat_command,
    expected_dice=from_camera.expected_dice,
    hides_mats=from_camera.hides_mats,
    marks=from_camera.marks,
    button_command=from_camera.button_command,
    lit_seats=from_camera.lit_seats,
)
