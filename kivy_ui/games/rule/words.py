"""Names of Rule the Galaxy's cards and units."""

from types import MappingProxyType
from typing import Final

from companion.games.question import Piece
from companion.games.rule.cards import Card, Cards
from companion.games.rule.pieces import card_of, unit_of
from companion.games.rule.units import Unit, UnitKind
from companion.i18n import N_, Translator

_CARDS: Final = MappingProxyType(
    {
        Card.REY: "Rey",
        Card.FINN: "Finn",
        Card.CHEWBACCA: "Chewbacca",
        Card.POE: "Poe",
        Card.BB8: "BB-8",
        Card.BOMBARDMENT: N_("Bombardment"),
    }
)
_UNITS: Final = MappingProxyType(
    {
        UnitKind.INFILTRATOR: N_("Infiltrator"),
        UnitKind.STORMTROOPER: N_("Stormtrooper"),
        UnitKind.SNOWTROOPER: N_("Snowtrooper"),
        UnitKind.FLAMETROOPER: N_("Flametrooper"),
        UnitKind.SERGEANT: N_("Sergeant"),
        UnitKind.PHASMA: N_("Phasma"),
        UnitKind.KYLO_REN: N_("Kylo Ren"),
    }
)


def card_word(translate: Translator, card: Card) -> str:
    word = _CARDS[card]
    return translate(word) if card is Card.BOMBARDMENT else word


def kind_word(translate: Translator, kind: UnitKind) -> str:
    return translate(_UNITS[kind])


def unit_words(translate: Translator, unit: Unit, *, strength: bool = True) -> str:
    """Return a unit's name with the hero of its colour, and optionally its strength."""
    colour = f" {_CARDS[unit.hero]}" if unit.hero is not None else ""
    number = f" ({unit.strength})" if strength else ""
    return f"{kind_word(translate, unit.kind)}{colour}{number}"


def piece_word(translate: Translator, piece: Piece) -> str:
    """Return the name of a card, a unit or a kind of unit of a question."""
    if piece.key.startswith("card/"):
        return card_word(translate, card_of(piece))
    return unit_words(translate, unit_of(piece), strength=False)


def cards_words(translate: Translator, cards: Cards) -> str:
    """Return cards as "2 Rey, 1 BB-8"."""
    return ", ".join(
        f"{cards.count(card)} {card_word(translate, card)}" for card in Card if card in cards
    )
