"""Facts of the cards of Race for the Galaxy, and counts over a tableau (sections 2, 6)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final


class CardType(Enum):
    """World or development."""

    WORLD = "world"
    DEVELOPMENT = "development"


class Kind(Enum):
    """The four kinds of goods."""

    NOVELTY = "novelty"
    RARE = "rare"
    GENES = "genes"
    ALIEN = "alien"


class WorldClass(Enum):
    """How a world produces goods."""

    PRODUCTION = "production"
    WINDFALL = "windfall"
    GREY = "grey"


class Row(Enum):
    """The rows of powers on a card."""

    EXPLORE = "I"
    DEVELOP = "II"
    SETTLE = "III"
    TRADE = "$"
    CONSUME = "IV"
    PRODUCE = "V"


class Special(Enum):
    """Bonuses that count something other than cards (section 6)."""

    GENERAL_MILITARY = "general_military"
    CHIPS_BY_THREE = "chips_by_three"


@dataclass(frozen=True, slots=True)
class BonusLine:
    """One line of a 6-cost development: *vp* for each card that matches all given fields."""

    vp: int
    type: CardType | None = None
    kind: Kind | None = None
    world_class: WorldClass | None = None
    military: bool | None = None
    keyword: str | None = None
    name: str | None = None
    power: Row | None = None
    cost: int | None = None

    def fits(self, card: "Card") -> bool:
        return (
            self.type in (None, card.type)
            and self.kind in (None, card.kind)
            and self.world_class in (None, card.world_class)
            and self.military in (None, card.military)
            and (self.keyword is None or self.keyword in card.keywords)
            and self.name in (None, card.name)
            and (self.power is None or self.power in card.powers)
            and self.cost in (None, card.cost)
        )


@dataclass(frozen=True, slots=True)
class SecondEdition:
    """Values that differ in the second edition."""

    cost: int | None = None
    vp: int | None = None
    powers: tuple[Row, ...] | None = None
    general_military: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card's facts.

    Attributes:
        cost: None on military worlds, which have a ``defense``.
        vp: printed points; None if only ``bonus`` and ``special`` score.
        general_military: permanent strength against all worlds (section 2.2).
        copies: number in the deck of base game and expansion.
    """

    key: str
    name: str
    type: CardType
    copies: int
    cost: int | None = None
    defense: int | None = None
    vp: int | None = None
    kind: Kind | None = None
    world_class: WorldClass | None = None
    keywords: tuple[str, ...] = ()
    uplift: bool = False
    powers: tuple[Row, ...] = ()
    general_military: int = 0
    expansion: bool = False
    start_world: int | None = None
    second: SecondEdition | None = None
    special: Special | None = None
    bonus: tuple[BonusLine, ...] = ()

    @property
    def military(self) -> bool:
        return self.defense is not None

    @property
    def scores_at_the_end(self) -> bool:
        """Whether it is a 6-cost development whose points are a "?"."""
        return bool(self.bonus) or self.special is not None

    def in_second_edition(self) -> "Card":
        """Return the card with the second edition's values."""
        new = self.second
        if new is None:
            return self
        return replace(
            self,
            cost=self.cost if new.cost is None else new.cost,
            vp=self.vp if new.vp is None else new.vp,
            powers=self.powers if new.powers is None else new.powers,
            general_military=(
                self.general_military if new.general_military is None else new.general_military
            ),
        )


DECK: Final = 136
"""Cards of base game and expansion, start worlds included."""

Deck = Mapping[str, Card]
"""All cards by key."""

Decks = Callable[[bool], Deck]
"""``(second edition?) -> all cards``."""


def no_decks(_second_edition: bool) -> Deck:  # noqa: FBT001 - as all decks
    """Return no cards, where tableaus are only entered as numbers."""
    return MappingProxyType({})


def by_letter(cards: "Iterable[Card]") -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the keys of cards by the first letter of their names."""
    found: dict[str, list[str]] = {}
    for card in sorted(cards, key=lambda card: card.name):
        found.setdefault(card.name[0], []).append(card.key)
    return tuple((letter, tuple(keys)) for letter, keys in found.items())


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a tableau that goals use (section 2.2).

    Attributes:
        kinds: number of different kinds among production and windfall worlds.
        rows: number of the six rows that have a power.
        six_costs: 6-cost developments that score at the end.
    """

    production_worlds: int = 0
    novelty_rare_worlds: int = 0
    developments: int = 0
    alien_cards: int = 0
    kinds: int = 0
    rows: int = 0
    general_military: int = 0
    six_costs: int = 0


NO_COUNTS: Final = Counts()


def count(tableau: "Iterable[Card]") -> Counts:
    cards = tuple(tableau)
    makers = [card for card in cards if card.kind is not None]
    return Counts(
        production_worlds=sum(card.world_class is WorldClass.PRODUCTION for card in cards),
        novelty_rare_worlds=sum(card.kind in (Kind.NOVELTY, Kind.RARE) for card in makers),
        developments=sum(card.type is CardType.DEVELOPMENT for card in cards),
        alien_cards=sum("ALIEN" in card.keywords for card in cards),
        kinds=len({card.kind for card in makers}),
        rows=len({row for card in cards for row in card.powers}),
        general_military=sum(card.general_military for card in cards),
        six_costs=sum(card.scores_at_the_end for card in cards),
    )


@dataclass(frozen=True, slots=True)
class CardPoints:
    """Points of one card, *because* of (key of the card that counted, points)."""

    key: str
    vp: int
    because: tuple[tuple[str, int], ...] = ()


CHIPS_FOR_ONE: Final = 3
"""Own VP chips for one point of Galactic Renaissance, rounded down (section 6)."""


def points_of(card: "Card", tableau: "tuple[Card, ...]", vp_chips: int) -> CardPoints:
    """Return the points of a card; each other card counts on the first line that it matches."""
    if not card.scores_at_the_end:
        return CardPoints(card.key, card.vp or 0)
    because = []
    for other in tableau:
        line = next((line for line in card.bonus if line.fits(other)), None)
        if line is not None:
            because.append((other.key, line.vp))
    if card.special is Special.GENERAL_MILITARY:
        because.append(("general_military", count(tableau).general_military))
    if card.special is Special.CHIPS_BY_THREE:
        because.append(("vp_chips", vp_chips // CHIPS_FOR_ONE))
    return CardPoints(card.key, sum(vp for _, vp in because), tuple(because))


def tableau_points(tableau: "tuple[Card, ...]", vp_chips: int) -> tuple[CardPoints, ...]:
    return tuple(points_of(card, tableau, vp_chips) for card in tableau)
