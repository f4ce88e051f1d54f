"""The events of a game as text, for the log, undo and hints.

A game provides a table: kind of event -> function that returns its sentence; purely technical
events are omitted. Information hidden in a running game is not revealed.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.i18n import N_, Translator
from companion.session.ports import StoredEvent
from kivy_ui.common.usual_names import shown_name
from kivy_ui.pages.page import Picture, Seat

_NAMES: Final = re.compile(r"%\((\w+)\)s")
"""Names of values in a message."""


@dataclass(frozen=True, slots=True)
class EventContext:
    """Data needed to build a sentence.

    Attributes:
        names: seat -> name of the player.
        over: whether nothing is hidden any more.
        colour: seat -> key of its colour.
    """

    translate: Translator
    names: Mapping[int, str]
    over: bool = False
    colour: Callable[[int], str] = lambda _seat: ""

    def with_players(self, events: Iterable[object]) -> "EventContext":
        """Return the context with the players who join with these events, or left by their undo."""
        joined = {
            each.seat: each.name for event in events for each in getattr(event, "players", ())
        }
        return replace(self, names={**self.names, **joined})

    def name(self, seat: int | None) -> str:
        """Return a player's name, or "the table" for no player."""
        name = self.names.get(seat or 0, "")
        return shown_name(self.translate, name) if name else self.translate("the table")

    def all(self, seats: Iterable[int]) -> str:
        return self.translate.list_of(tuple(self.name(seat) for seat in seats))

    def seat(self, seat: int) -> Seat:
        """Return a player with name and colour."""
        return Seat(seat, self.name(seat), self.colour(seat))

    def badge(self, seat: int | None) -> Picture | None:
        """Return a player's badge; None for nobody."""
        return Picture("seat", number=str(seat), colour=self.colour(seat)) if seat else None


EventSentence = Callable[[EventContext, Any], str]
"""Returns the sentence of an event; empty to omit the event."""
RoundOf = Callable[[int, Any], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class LogLine:
    """An event as text.

    Attributes:
        clock: play time at which it was recorded, in hours and minutes.
        why: key of its explanation; empty if there is none.
        seat: of its player; None for nobody.
        marks: those of the dice that a camera has read, where they are not hidden.
    """

    round: int
    text: str
    clock: str
    why: str = ""
    seat: int | None = None
    marks: tuple[str, ...] = ()


def _clock_of(stored: StoredEvent) -> str:
    hours, minutes = divmod(stored.played_ms // 60_000, 60)
    return f"{hours}:{minutes:02}"


def _marks(event: object) -> tuple[str, ...]:
    dice = getattr(event, "dice", None) or ()
    return tuple(filter(None, (getattr(die, "mark", "") for die in dice)))


@dataclass(frozen=True, slots=True)
class EventTexts:
    """A game's log as a table of sentences.

    Attributes:
        sentences: kind of event -> its sentence.
        begins: kind of the event that lists the ``players``.
        ends: kind of event after which nothing is hidden.
        rounds: (number of the round, event) -> the event's round, and that of the next event.
        hides: kind of event from which something is hidden again; None for none.
        reason: key of an event's explanation; empty if there is none.
        explained: heading and text of an explanation.
    """

    sentences: Mapping[type, EventSentence]
    begins: type
    ends: type
    rounds: RoundOf
    hides: type | None = None
    reason: Callable[[Any], str] = lambda _event: ""
    explained: Callable[[Translator, str], tuple[str, str]] = lambda _translate, _reason: ("", "")

    def lines(self, translate: Translator, events: Sequence[StoredEvent]) -> list[LogLine]:
        """Return a line for each event that has a sentence, the oldest first.

        Args:
            events: the events that were not undone.
        """
        hidden_from = self._hidden_from([each.event for each in events])
        lines: list[LogLine] = []
        context, number = EventContext(translate, {}), 0
        for index, each in enumerate(events):
            event: Any = each.event
            if isinstance(event, self.begins):
                names = {player.seat: player.name for player in getattr(event, "players", ())}
                context, number = EventContext(translate, names), 1
            shown, number = self.rounds(number, event)
            over = index < hidden_from
            if text := self.say(replace(context, over=over), event):
                reason, seat = self.reason(event), getattr(event, "seat", None)
                marks = _marks(event) if over else ()
                lines.append(LogLine(shown, text, _clock_of(each), reason, seat, marks))
        return lines

    def _hidden_from(self, events: Sequence[Any]) -> int:
        hidden = 0
        for index, event in enumerate(events):
            if self.shows_after(event, shown=False):
                hidden = len(events)
            elif not self.shows_after(event, shown=True):
                hidden = index
        return hidden

    def shows_after(self, event: object, *, shown: bool) -> bool:
        """Return whether nothing is hidden after an event; *shown* is whether it was so before."""
        if isinstance(event, self.ends):
            return True
        return shown and not (self.hides is not None and isinstance(event, self.hides))

    def say(self, context: "EventContext", event: Any) -> str:
        """Return the sentence of an event; empty if it has none."""
        sentence = self.sentences.get(type(event))
        return sentence(context, event) if sentence is not None else ""

    def said(self, context: "EventContext", events: Iterable[object]) -> tuple[str, ...]:
        """Return the sentences of a step's events: the first of each player, or its final score."""
        told: dict[object, str] = {}
        for event in events:
            text = self.say(context, event)
            if text:
                told.setdefault(getattr(event, "seat", None), text)
        if context.translate("The game is over.") in told.values():
            return (context.translate("Final score"),)
        return tuple(told.values())


def sentence(message: str, **values: "Callable[[EventContext, Any], object]") -> EventSentence:
    """Return the sentence of a message: *who* is the event's player, other names are its fields.

    Args:
        values: what is said in another way.
    """
    names = _NAMES.findall(message)

    def told(t: "EventContext", event: Any) -> str:
        def value(name: str) -> object:
            if name in values:
                return values[name](t, event)
            return t.name(event.seat) if name == "who" else getattr(event, name)

        return t.translate(message, **{name: value(name) for name in names})

    return told


def _players(t: "EventContext", event: Any) -> str:
    return t.all(player.seat for player in event.players)


begun: Final = sentence(N_("The game begins: %(who)s."), who=_players)


def after(kind: type) -> RoundOf:
    """Return how rounds are counted that end with an event of a kind."""
    return lambda number, event: (number, number + isinstance(event, kind))


def corrected(context: "EventContext", event: Any) -> str:
    """Return the sentence of a correction, with the player's name."""
    seat = getattr(event, "seat", None)
    who = context.name(seat if isinstance(seat, int) else None)
    return context.translate("Corrected by hand: %(who)s.", who=who)


def game_over(context: "EventContext", _event: Any) -> str:
    return context.translate("The game is over.")
