"""What happened in a game; the classes stand with the rules of their phase."""

from typing import Any

from companion.games import messages


class Event(messages.Event[Any]):
    """A past fact, with all data needed to follow the game.

    A ``reason`` is the cause: a rule number, the key of a tile, or free text of a correction.
    """
