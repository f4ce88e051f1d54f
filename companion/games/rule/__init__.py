"""Star Wars: Rule the Galaxy: state, commands, events and the rules between them.

Section numbers in this folder are those of the rules digest; the README lists the interpretations.
"""

from typing import Final

from companion.games.definition import GameDefinition, PublishedGame
from companion.games.messages import kinds
from companion.games.rule.ask import question
from companion.games.rule.invariants import invariants
from companion.games.rule.layout import instructions
from companion.games.rule.options import Options, sensible
from companion.games.rule.rules import Event, decide
from companion.games.rule.scoring import results
from companion.games.rule.state import GameState, Step
from companion.games.rule.turn import StopDrawing
from companion.games.rule.view import TableView, view


def _button_command(table: TableView, seat: int) -> StopDrawing | None:
    """A press of the active player's button stops drawing, once a card was drawn."""
    state = table.state
    drawing = state.step is Step.DRAW and state.drew
    return StopDrawing(seat) if drawing and state.on_turn.seat == seat else None


def _lit_seats(table: TableView) -> frozenset[int]:
    state = table.state
    if state.step is Step.DISCARD:
        return frozenset(player.seat for player in state.players if player.owes)
    if state.step in (Step.DRAW, Step.SHOOT):
        return frozenset({state.on_turn.seat})
    return frozenset()


GAME: Final = GameDefinition(
    key="rule_the_galaxy",
    schema=1,
    initial=GameState(),
    decide=decide,
    view=view,
    event_types=tuple(kinds(Event)),
    is_over=lambda state: state.step is Step.OVER,
    button_command=_button_command,
    lit_seats=_lit_seats,
    box=Options,
    box_fits=sensible,
    published=PublishedGame("Star Wars: Rule the Galaxy"),
    final_score="companion.scorefile.rule_final:score_file",
    results=results,
    question=question,
    invariants=invariants,
    instructions=instructions,
)
