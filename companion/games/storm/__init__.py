"""Race for the Galaxy with The Gathering Storm: goals, the draft before them, the solitaire robot.

Section numbers in this folder are those of the rules digest; the README lists the interpretations.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final, get_args

from companion.games.definition import CameraRules, GameDefinition, PublishedGame
from companion.games.storm import ask_draft, ask_goals, ask_solo, from_camera
from companion.games.storm.apply_solo import apply_solo
from companion.games.storm.box import GoalsBox, SoloBox, solo_box_fits
from companion.games.storm.cards import NO_CARDS, Deck, Decks
from companion.games.storm.decide_solo import decide_solo
from companion.games.storm.decide_table import apply_table, decide_table
from companion.games.storm.drafting import (
    DRAFT_SCHEMA,
    DraftEvent,
    DraftState,
    apply_draft,
    decide_draft,
    draft_view,
)
from companion.games.storm.invariants import solo_invariants, table_invariants
from companion.games.storm.layout import solo_instructions, table_instructions
from companion.games.storm.results import solo_results, table_results
from companion.games.storm.solo import (
    SOLO_SCHEMA,
    EndSolo,
    SoloCommand,
    SoloEvent,
    SoloState,
    SoloStep,
)
from companion.games.storm.table import (
    SCHEMA,
    StartTable,
    Step,
    TableCommand,
    TableEvent,
    TableState,
)
from companion.games.storm.view import GoalsView, solo_view, table_view


def with_cards(decks: Decks) -> GameDefinition:
    """Return goal tracking in which tableaus can be entered card by card.

    Args:
        decks: the cards of the first edition, and of the second if called with True.
    """

    def decide(state: TableState, command: TableCommand) -> tuple[TableEvent, ...]:
        second = isinstance(command, StartTable) and command.second_edition
        return decide_table(decks(second or state.second_edition), state, command)

    def view(state: TableState, seat: int | None) -> GoalsView:
        return table_view(decks(state.second_edition), state, seat)

    return replace(GOALS, decide=decide, view=view, question=partial(ask_goals.question, decks))


def solo_with_cards(decks: Decks) -> GameDefinition:
    """Return the solitaire game in which the player's cards can be entered by name at the end."""

    def decide(state: SoloState, command: SoloCommand) -> tuple[SoloEvent, ...]:
        second = isinstance(command, EndSolo) and command.second_edition
        return decide_solo(decks(second), state, command)

    return replace(SOLO, decide=decide, question=partial(ask_solo.question, decks))


def _no_decks(_second_edition: bool) -> Deck:  # noqa: FBT001 - as all decks
    return NO_CARDS


def _table_over(state: TableState) -> bool:
    return state.step is Step.OVER


def _draft_over(state: DraftState) -> bool:
    return state.over


def _solo_over(state: SoloState) -> bool:
    return state.step is SoloStep.OVER


RACE: Final = PublishedGame("Race for the Galaxy", 28143)

GOALS: Final = GameDefinition(
    key="gathering_storm",
    schema=SCHEMA,
    initial=TableState(),
    decide=partial(decide_table, NO_CARDS),
    apply=apply_table,
    view=partial(table_view, NO_CARDS),
    event_types=get_args(TableEvent),
    is_over=_table_over,
    box=GoalsBox,
    published=RACE,
    final_score="companion.scorefile.storm_final:score_file",
    results=table_results,
    question=partial(ask_goals.question, _no_decks),
    invariants=table_invariants,
    instructions=table_instructions,
)
"""Goals without the cards: tableaus are entered as numbers. ``with_cards`` adds the cards."""

SOLO: Final = GameDefinition(
    key="gathering_storm_solo",
    schema=SOLO_SCHEMA,
    initial=SoloState(),
    decide=partial(decide_solo, NO_CARDS),
    apply=apply_solo,
    view=solo_view,
    event_types=get_args(SoloEvent),
    is_over=_solo_over,
    camera=CameraRules(
        dice_kind="robot",
        wanted=from_camera.wanted_mats,
        readable=from_camera.wanted_mats,
        command=from_camera.mat_command,
        throws_counted=from_camera.throws_counted,
    ),
    box=SoloBox,
    box_fits=solo_box_fits,
    published=RACE,
    results=solo_results,
    question=partial(ask_solo.question, _no_decks),
    invariants=solo_invariants,
    instructions=solo_instructions,
)
"""The solitaire game against the robot."""

DRAFT: Final = GameDefinition(
    key="gathering_storm_draft",
    schema=DRAFT_SCHEMA,
    initial=DraftState(),
    decide=decide_draft,
    apply=apply_draft,
    view=draft_view,
    event_types=get_args(DraftEvent),
    is_over=_draft_over,
    question=ask_draft.question,
)
"""The draft before a game of goals: it has no result of its own."""
