"""Galactic Emperor: state, commands, events and the rules between them.

Section numbers in this folder are those of the rules digest; the README lists the interpretations.
"""

from typing import Final

from companion.games.definition import GameDefinition, PublishedGame, rolled_on_tray
from companion.games.emperor import advance  # noqa: F401 - adds what follows without a decision
from companion.games.emperor.ask.seat import question
from companion.games.emperor.invariants import invariants
from companion.games.emperor.layout import instructions
from companion.games.emperor.options import Options, sensible
from companion.games.emperor.rounds import EndTurn, results
from companion.games.emperor.rules import Event, decide
from companion.games.emperor.state import GameState, Step
from companion.games.emperor.view import TableView, view
from companion.games.emperor.war.rolls import read_tray
from companion.games.messages import kinds

_BUTTON_ENDS: Final = (Step.PRODUCE, Step.BUILD, Step.WAR, Step.BUY_INFLUENCE, Step.RESEARCH)


def _button_command(table: TableView, seat: int) -> EndTurn | None:
    """A press of the acting player's button ends the turn, if that is possible."""
    may_end = table.state.step in _BUTTON_ENDS and table.acts == seat
    return EndTurn(seat) if may_end else None


def _lit_seats(table: TableView) -> frozenset[int]:
    return frozenset() if table.acts is None else frozenset({table.acts})


GAME: Final = GameDefinition(
    key="galactic_emperor",
    schema=3,
    initial=GameState(),
    decide=decide,
    question=question,
    invariants=invariants,
    view=view,
    event_types=tuple(kinds(Event)),
    is_over=lambda state: state.step is Step.OVER,
    camera=rolled_on_tray("d6", (Step.MARKET_THROW, Step.FIRE), read_tray),
    button_command=_button_command,
    lit_seats=_lit_seats,
    box=Options,
    box_fits=sensible,
    published=PublishedGame("Galactic Emperor"),
    final_score="companion.scorefile.emperor_final:score_file",
    results=results,
    instructions=instructions,
)
