"""The events of the other games in words, for the log of the evening.

A game is a table: kind of event -> what makes a sentence of it; kinds that only lead on are left
out. What a running game hides is not told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from companion.i18n import Translator


@dataclass(frozen=True, slots=True)
class Teller:
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


Tell = Callable[[Teller, Any], str]
"""Makes the sentence of an event; empty where there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class Book:
    """How a game is told.

    Attributes:
        said: kind of event -> its sentence.
        begins: the kind whose ``players`` sit down.
        ends: the kind after which nothing is hidden.
        next_round: whether an event is the last of its round.
    """

    said: Mapping[type, Tell]
    begins: type
    ends: type
    next_round: Callable[[object], bool]


def _rule() -> Book:
    from kivy_ui.presenters.told_rule import BOOK

    return BOOK


def _emperor() -> Book:
    from kivy_ui.presenters.told_emperor import BOOK

    return BOOK


def _goals() -> Book:
    from kivy_ui.presenters.told_storm import GOALS_BOOK

    return GOALS_BOOK


def _solo() -> Book:
    from kivy_ui.presenters.told_storm import SOLO_BOOK

    return SOLO_BOOK


def _draft() -> Book:
    from kivy_ui.presenters.told_storm import DRAFT_BOOK

    return DRAFT_BOOK


BOOKS: Final[Mapping[str, Callable[[], Book]]] = MappingProxyType(
    {
        "galactic_emperor": _emperor,
        "gathering_storm": _goals,
        "gathering_storm_draft": _draft,
        "gathering_storm_solo": _solo,
        "rule_the_galaxy": _rule,
    }
)
"""Key of the game -> how it is told."""


def told(
    game: str, events: Sequence[tuple[object, str]], translate: Translator
) -> list[tuple[int, str, str]]:
    """Return (round, sentence, clock) of each event that has a sentence.

    Args:
        game: key of the game.
        events: those that stand, each with the time at which it was recorded.
        translate: the words of the chosen language.
    """
    book = BOOKS[game]()
    over = any(isinstance(event, book.ends) for event, _ in events)
    lines: list[tuple[int, str, str]] = []
    teller, number = Teller(translate, {}, over), 0
    for event, clock in events:
        if isinstance(event, book.begins):
            people = getattr(event, "players", ())
            names = {player.seat: player.name for player in people}
            teller, number = Teller(translate, names, over), 1
        tell = book.said.get(type(event))
        text = tell(teller, event) if tell is not None else ""
        if text:
            lines.append((number, text, clock))
        number += book.next_round(event)
    return lines


def corrected(teller: Teller, event: Any) -> str:
    """Tell a correction: whose, and the reason that was given."""
    seat = getattr(event, "seat", None)
    who = teller.name(seat if isinstance(seat, int) else None)
    return teller.translate("Corrected by hand: %(who)s.", who=who)


def game_over(teller: Teller, _event: Any) -> str:
    """Tell that nothing more happens."""
    return teller.translate("The game is over.")
