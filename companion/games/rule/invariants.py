"""What holds after every event; violations are messages."""

from collections.abc import Iterator

from companion.games.rule.cards import IN_BOX, Card
from companion.games.rule.options import LANES, ROWS
from companion.games.rule.state import GameState, Step, tiles_fit, tiles_known
from companion.games.rule.units import TILES, UnitKind


def invariants(state: GameState) -> tuple[str, ...]:
    """Return the violations of a state; empty if there are none."""
    return tuple(_violations(state)) if state.players else ()


def _violations(state: GameState) -> Iterator[str]:
    for card, count in IN_BOX.items():
        there = (state.deck, state.discard, *(player.cards for player in state.players))
        found = sum(cards.count(card) for cards in there)
        found += state.bombardments if card is Card.BOMBARDMENT else 0
        if found != count:
            yield f"{found} of {count} {card.value} cards"
    in_play = sum(TILES.values()) - (TILES[UnitKind.FLAMETROOPER] if state.few_players else 0)
    if len(tiles_known(state)) + state.stack != in_play or state.stack < 0:
        yield f"{len(tiles_known(state))} tiles and {state.stack} in the stack, not {in_play}"
    if not tiles_fit(state):
        yield "more tiles of a kind or colour than the box has"
    fields = [(posted.lane, posted.row) for posted in state.board]
    if len(set(fields)) < len(fields):
        yield "two units on one field"
    if any(not (1 <= lane <= LANES and 1 <= row <= ROWS + 1) for lane, row in fields):
        yield "a unit beside the board"
    for player in state.players:
        if Card.BOMBARDMENT in player.cards:
            yield f"{player.name} holds a bombardment"
        if player.owes < 0 or (state.step is Step.DISCARD and player.owes > len(player.hand)):
            yield f"{player.name} owes {player.owes} of {len(player.hand)} cards"
