"""What the commands and events of all modules share."""

from typing import Final

from companion.games import messages
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN
from companion.games.rule.state import GameState, Player, Step


class Event(messages.Event[GameState]):
    """What happened in a game."""


decide: Final = messages.Decider()
"""``(state, command) -> events``, automatic ones included."""


def check_step(state: GameState, step: Step) -> None:
    """Refuse what belongs to another step."""
    if state.step is not step:
        raise NOT_NOW()


def on_turn(state: GameState, seat: int, step: Step) -> Player:
    """Return the player at *seat*; refuse others than the active one, and other steps."""
    check_step(state, step)
    player = state.player(seat)
    if player is not state.on_turn:
        raise NOT_YOUR_TURN(name=player.name)
    return player
