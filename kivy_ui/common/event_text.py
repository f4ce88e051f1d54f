"""The events of a game as text, for the log screen.

A game provides a table: kind of event -> function that returns its sentence; purely technical
events are omitted. Information hidden in a running game is not revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.i18n import Translator
from companion.session.ports import StoredEvent
from kivy_ui.common.ui_context import UiContext


@dataclass(frozen=True, slots=True)
class EventContext:
    """Data needed to build a sentence.

    Attributes:
        names: seat -> name of the player.
        over: whether the game is over, so that nothing is hidden any more.
    """

    translate: Translator
    names: Mapping[int, str]
    over: bool

    def name(self, seat: int | None) -> str:
        """Return a player's name, or "the table" for no player."""
        return self.names.get(seat or 0, "") or self.translate("the table")

    def all(self, seats: Iterable[int]) -> str:
        """Return several names as a list."""
        return self.translate.list_of(tuple(self.name(seat) for seat in seats))


EventSentence = Callable[[EventContext, Any], str]
"""Returns the sentence of an event; empty to omit the event."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An event as text.

    Attributes:
        clock: play time at which it was recorded, in hours and minutes.
        why: key of its explanation; empty if there is none.
        note: the explanation in a word or two.
    """

    round: int
    text: str
    clock: str
    why: str = ""
    note: str = ""


def clock_of(stored: StoredEvent) -> str:
    """Return the play time of an event in hours and minutes."""
    hours, minutes = divmod(stored.played_ms // 60_000, 60)
    return f"{hours}:{minutes:02}"


class GameLog(Protocol):
    """A game's event log as text."""

    @property
    def explained(self) -> bool:
        """Whether lines have explanations."""
        ...

    def lines(self, ui: UiContext, events: Sequence[StoredEvent]) -> list[LogLine]:
        """Return a line for each event that has a sentence, the oldest first.

        Args:
            ui: the shared context.
            events: the events that were not undone.
        """
        ...

    def why(self, ui: UiContext, line: LogLine) -> tuple[str, str]:
        """Return heading and text of the explanation of a line."""
        ...


@dataclass(frozen=True, slots=True)
class EventTexts:
    """A game's log as a table of sentences; implements ``GameLog``.

    Attributes:
        sentences: kind of event -> its sentence.
        begins: kind of the event that lists the ``players``.
        ends: kind of event after which nothing is hidden.
        next_round: whether an event is the last of its round.
    """

    sentences: Mapping[type, EventSentence]
    begins: type
    ends: type
    next_round: Callable[[object], bool]
    explained: bool = field(default=False, init=False)

    def lines(self, ui: UiContext, events: Sequence[StoredEvent]) -> list[LogLine]:
        """Return a line for each event that has a sentence, the oldest first."""
        over = any(isinstance(each.event, self.ends) for each in events)
        lines: list[LogLine] = []
        context, number = EventContext(ui.translate, {}, over), 0
        for each in events:
            event: Any = each.event
            if isinstance(event, self.begins):
                people = getattr(event, "players", ())
                names = {player.seat: player.name for player in people}
                context, number = EventContext(ui.translate, names, over), 1
            sentence = self.sentences.get(type(event))
            text = sentence(context, event) if sentence is not None else ""
            if text:
                lines.append(LogLine(number, text, clock_of(each)))
            number += self.next_round(event)
        return lines

    def said(self, context: EventContext, events: Iterable[object]) -> tuple[str, ...]:
        """Return the sentences of events."""
        told = ((self.sentences.get(type(event)), event) for event in events)
        texts = (sentence(context, event) for sentence, event in told if sentence is not None)
        return tuple(text for text in texts if text)

    def why(self, ui: UiContext, line: LogLine) -> tuple[str, str]:
        """Return the time of the event as heading, without text."""
        del ui
        return line.clock, ""


def corrected(context: EventContext, event: Any) -> str:
    """Return the sentence of a correction, with the player's name."""
    seat = getattr(event, "seat", None)
    who = context.name(seat if isinstance(seat, int) else None)
    return context.translate("Corrected by hand: %(who)s.", who=who)


def game_over(context: EventContext, _event: Any) -> str:
    """Return the sentence for the end of the game."""
    return context.translate("The game is over.")
