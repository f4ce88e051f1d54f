"""Texts and pieces of questions as the screen shows them, in the chosen language."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from companion.games.question import Gain, Piece, Refusal, Text
from companion.i18n import Translator
from kivy_ui.common.numbers import signed
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.usual_names import name_in_sentence, shown_name
from kivy_ui.pages.page import Picture, Seat

_COMMON: Final = MappingProxyType(
    {
        "people": "symbol/people",
        "flag": "symbol/flag",
        "correct": "symbol/pencil",
        "chip": "chip",
        "vp": "chip",
        "points": "chip",
        "credits": "coin",
    }
)
"""Pieces that every game has."""
_MOST: Final = 4
"""Pictures that a card has room for."""


Word: TypeAlias = Callable[[Translator, Piece], str]
"""The name of a piece in a language."""


@dataclass(frozen=True, slots=True)
class PieceLooks:
    """How a game shows its pieces: the word and the picture of a key.

    Attributes:
        place: (key, pieces) of an answer -> key of the board's place that it is; empty for none.
        name: what those are told who do not see the picture of a piece; None if its word says it.
    """

    word: Word
    picture: Callable[[Piece], Picture]
    place: Callable[[str, tuple[Piece, ...]], str] = lambda _key, _pieces: ""
    name: Word | None = None


@dataclass(frozen=True, slots=True)
class Telling:
    """Says texts and shows pieces.

    Attributes:
        colour: seat -> key of its colour.
        name: seat -> name of its player.
        odds: whether probabilities are shown: who wants to guess sees none.
    """

    translate: Translator
    looks: PieceLooks
    colour: Callable[[int], str]
    name: Callable[[int], str]
    odds: bool = True

    def said(self, text: Text) -> str:
        return said(self.translate, self.looks.word, text)

    def begun(self, text: Text) -> str:
        """Return a text that begins a line; a player's name is as it was entered."""
        words = self.said(text)
        return words if text.message == "%(name)s" else words[:1].upper() + words[1:]

    def word(self, piece: Piece) -> str:
        """Return the word of a piece; of a seat its player's name."""
        if piece.key == "seat":
            return self.name(piece.owner)
        return self.looks.word(self.translate, piece)

    def name_of(self, piece: Piece) -> str:
        """Return what those who do not see the picture of a piece are told; empty for its word."""
        return "" if self.looks.name is None else self.looks.name(self.translate, piece)

    def seat(self, seat: int) -> Seat:
        """Return a player, or the robot for 0."""
        return Seat(seat, self.name(seat), self.colour(seat))

    def pictures(self, pieces: Iterable[Piece]) -> tuple[Picture, ...]:
        """Return each kind of piece once, with their number; the fourth says how many more."""
        counts = Counter(pieces)
        shown = [replace(self.picture(each), count=count) for each, count in counts.items()]
        if len(shown) > _MOST:
            more = sum(each.count for each in shown[_MOST - 1 :])
            shown[_MOST - 1 :] = [replace(shown[_MOST - 1], count=1, text=f"+{more}")]
        return tuple(shown)

    def picture(self, piece: Piece) -> Picture:
        """Return the picture of a piece in its owner's colour; a seat has its player's badge."""
        if piece.key == "seat":
            return self.seat(piece.owner).badge()
        common = _COMMON.get(piece.key)
        shown = Picture(common) if common else self.looks.picture(piece)
        return replace(shown, colour=self.colour(piece.owner)) if piece.owner else shown

    def counted(self, pieces: Iterable[Piece], number: int) -> tuple[Picture, ...]:
        """Return what a number counts; as many people sit around a table."""
        people = Picture(f"table/{number}")
        return tuple(people if each.key == "people" else self.picture(each) for each in pieces)

    def prices(self, prices: Iterable[Gain]) -> tuple[Picture, ...]:
        """Return what one costs, as pictures with numbers."""
        return tuple(
            replace(self.picture(Piece(each.key)), text=str(each.amount)) for each in prices
        )

    def gains(self, gains: Iterable[Gain]) -> tuple[Picture, ...]:
        """Return what an answer brings or costs, as pictures with signed numbers."""
        return tuple(
            replace(self.picture(Piece(each.key)), text=signed(each.amount)) for each in gains
        )

    def why(self, refused: Refusal) -> tuple[str, str, str]:
        """Return why an answer is not possible, how to solve it, and the numbers of the rules."""
        hint = "" if refused.hint is None else self.said(refused.hint)
        return self.begun(refused.text), hint, refused.rule


def telling_of(
    translate: Translator, looks: PieceLooks, group: PlayerGroup, view: Any, *, odds: bool = True
) -> Telling:
    """Return how texts and pieces are said in the game of a view, with the names of its players."""
    names = group.names(view)

    def name(seat: int) -> str:
        if seat in names:
            return shown_name(translate, names[seat])
        return group.sitting(seat)[-1].name if seat else translate("Robot")

    return Telling(translate, looks, group.told(translate, view).colour, name, odds)


def said(translate: Translator, word: Word, text: Text) -> str:
    """Return a text in a language; *word* names the pieces in it."""

    def value(given: str | int | Piece | Text) -> str | int:
        if isinstance(given, Piece):
            return word(translate, given)
        if isinstance(given, str):
            alone = text.message.partition(":")[0] == "%(name)s"
            return shown_name(translate, given) if alone else name_in_sentence(translate, given)
        return said(translate, word, given) if isinstance(given, Text) else given

    values: dict[str, Any] = {name: value(given) for name, given in text.arguments}
    if text.plural:
        return translate.plural(text.message, text.plural, values.pop("count"), **values)
    return translate(text.message, **values)


def halves(text: str) -> tuple[str, ...]:
    """Break a text into two lines of about the same length."""
    words = text.split(" ")
    cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(cuts, key=lambda cut: max(map(len, cut)), default=(text,))
