"""Race for the Galaxy with The Gathering Storm: goals, the draft before them, the solitaire robot.

Section numbers in this folder are those of the rules digest; the README lists the interpretations.
"""

from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Final

from companion.games.definition import GameDefinition, PublishedGame, rolled_on_tray
from companion.games.messages import kinds
from companion.games.storm import ask_goals, ask_solo, draft, solo, table
from companion.games.storm.box import SoloBox, solo_box_fits
from companion.games.storm.cards import Decks, no_decks
from companion.games.storm.invariants import solo_invariants, table_invariants
from companion.games.storm.layout import solo_instructions, table_instructions
from companion.games.storm.solo_round import read_robot_dice
from companion.games.storm.view import solo_results, solo_view, table_results, table_view


def with_cards(decks: Decks) -> GameDefinition:
    """Return goal tracking in which tableaus can be entered card by card."""
    return replace(
        GOALS,
        decide=partial(table.decide, decks),
        question=partial(ask_goals.question, decks),
    )


def solo_with_cards(decks: Decks) -> GameDefinition:
    """Return the solitaire game in which the player's cards can be entered by name at the end."""
    return replace(
        SOLO, decide=partial(solo.decide, decks), question=partial(ask_solo.question, decks)
    )


RACE: Final = PublishedGame("Race for the Galaxy", 28143)

GOALS: Final = GameDefinition(
    key="gathering_storm",
    schema=1,
    initial=table.TableState(),
    decide=partial(table.decide, no_decks),
    view=table_view,
    event_types=tuple(kinds(table.Event)),
    is_over=lambda state: state.step is table.Step.OVER,
    published=RACE,
    final_score="companion.scorefile.storm_final:score_file",
    results=table_results,
    question=partial(ask_goals.question, no_decks),
    invariants=table_invariants,
    instructions=table_instructions,
)
"""Goals without the cards: tableaus are entered as numbers. ``with_cards`` adds the cards."""

SOLO: Final = GameDefinition(
    key="gathering_storm_solo",
    schema=1,
    initial=solo.SoloState(),
    decide=partial(solo.decide, no_decks),
    view=solo_view,
    event_types=tuple(kinds(solo.Event)),
    is_over=lambda state: state.step is solo.SoloStep.OVER,
    camera=rolled_on_tray("robot", (solo.SoloStep.DICE,), read_robot_dice),
    box=SoloBox,
    box_fits=solo_box_fits,
    published=RACE,
    results=solo_results,
    question=partial(ask_solo.question, no_decks),
    invariants=solo_invariants,
    instructions=solo_instructions,
)
"""The solitaire game against the robot."""

DRAFT: Final = GameDefinition(
    key="gathering_storm_draft",
    schema=1,
    initial=draft.DraftState(),
    decide=draft.decide,
    view=draft.view,
    event_types=tuple(kinds(draft.Event)),
    is_over=attrgetter("over"),
    question=draft.question,
    round_of=attrgetter("done"),
)
"""The draft before a game of goals: it has no result of its own; its steps are its rounds."""
