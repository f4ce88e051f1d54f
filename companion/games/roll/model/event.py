"""What happened in a game; the classes stand with the rules of their phase."""

from typing import Any, ClassVar

from companion.games import messages


class Event(messages.Event[Any]):
    """A past fact, with all data needed to follow the game.

    A ``reason`` is the cause: a rule number, the key of a tile, or free text of a correction. *why*
    is the cause of all events of the kind, as far as they move something; empty: their ``reason``.
    """

    why: ClassVar[str | None] = None

    def __init_subclass__(cls, why: str | None = None, **named: Any) -> None:
        super().__init_subclass__(**named)
        cls.why = why
