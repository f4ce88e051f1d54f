"""The events of a game in words, for its log on the screen.

A game is a table: kind of event -> what makes a sentence of it; kinds that only lead on are left
out. What a running game hides is not told.
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
    """What a sentence needs to know.

    Attributes:
        names: seat -> name of the player.
        over: the game is over, so that nothing is hidden any more.
    """

    translate: Translator
    names: Mapping[int, str]
    over: bool

    def name(self, seat: int | None) -> str:
        """Return a player's name; the table's where nobody is meant."""
        return self.names.get(seat or 0, "") or self.translate("the table")

    def all(self, seats: Iterable[int]) -> str:
        """Return several names."""
        return self.translate.list_of(tuple(self.name(seat) for seat in seats))


EventSentence = Callable[[EventContext, Any], str]
"""Makes the sentence of an event; empty where there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An event in words.

    Attributes:
        clock: hours and minutes at which it was recorded, UTC as in the log.
        why: key of what it follows from; empty where there is nothing to say.
        note: that in a word or two.
    """

    round: int
    text: str
    clock: str
    why: str = ""
    note: str = ""


class GameLog(Protocol):
    """A game's log in words."""

    @property
    def explained(self) -> bool:
        """Whether each line can say why."""
        ...

    def lines(self, ui: UiContext, events: Sequence[StoredEvent]) -> list[LogLine]:
        """Return a line for each event that has a sentence, the oldest first.

        Args:
            ui: the words of the chosen language.
            events: those that stand.
        """
        ...

    def why(self, ui: UiContext, line: LogLine) -> tuple[str, str]:
        """Return the heading and the words of what a line follows from."""
        ...


@dataclass(frozen=True, slots=True)
class EventTexts:
    """A game's log as a table of sentences; implements ``GameLog``.

    Attributes:
        sentences: kind of event -> its sentence.
        begins: the kind whose ``players`` sit down.
        ends: the kind after which nothing is hidden.
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
                lines.append(LogLine(number, text, each.recorded_at[11:16]))
            number += self.next_round(event)
        return lines

    def said(self, context: EventContext, events: Iterable[object]) -> tuple[str, ...]:
        """Return the sentences of events."""
        told = ((self.sentences.get(type(event)), event) for event in events)
        texts = (sentence(context, event) for sentence, event in told if sentence is not None)
        return tuple(text for text in texts if text)

    def why(self, ui: UiContext, line: LogLine) -> tuple[str, str]:
        """Return when it was; the line says the rest."""
        del ui
        return line.clock, ""


def corrected(context: EventContext, event: Any) -> str:
    """Tell a correction: whose, and the reason that was given."""
    seat = getattr(event, "seat", None)
    who = context.name(seat if isinstance(seat, int) else None)
    return context.translate("Corrected by hand: %(who)s.", who=who)


def game_over(context: EventContext, _event: Any) -> str:
    """Tell that nothing more happens."""
    return context.translate("The game is over.")
