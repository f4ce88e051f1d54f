"""The visible state: everything, since cards and tiles are open (sections 3.1, 3.2)."""

from dataclasses import dataclass

from companion.games.rule.options import unverified
from companion.games.rule.planning import Odds, next_card
from companion.games.rule.scoring import Score, score
from companion.games.rule.state import GameState, Step, advances_left, next_turn_advances


@dataclass(frozen=True, slots=True)
class TableView:
    """The state with derived values.

    Attributes:
        state: the game; nothing in it is secret.
        odds: of the next card; None while nobody draws.
        advance_next: whether the units move when this round ends.
        closest: advances until the nearest unit breaks through, 0 = at the next one; None: no unit.
        unverified: settings not yet compared with the box.
        scores: by captured tiles so far, in the order of turns.
    """

    state: GameState
    odds: Odds | None
    advance_next: bool
    closest: int | None
    unverified: tuple[str, ...]
    scores: tuple[Score, ...]


def view(state: GameState, seat: int | None) -> TableView:
    """Return the view; the same for every seat, no card is hidden."""
    del seat
    captured = tuple((player.name, player.tiles) for player in state.players)
    nearest = max(state.board, key=lambda posted: posted.row, default=None)
    return TableView(
        state=state,
        odds=next_card(state) if state.step is Step.DRAW else None,
        advance_next=next_turn_advances(state) if state.players else False,
        closest=advances_left(nearest) if nearest else None,
        unverified=unverified(state.options),
        scores=score(captured, state.options),
    )
