"""Pictures of The Gathering Storm's pieces on pages."""

from types import MappingProxyType
from typing import Final

from companion.catalog.storm_loader import load_storm_cards
from companion.games.question import Piece
from companion.games.storm.cards import Card, CardType, Deck, Kind
from companion.games.storm.goals import Goal
from companion.games.storm.robot import START_WORLDS
from companion.games.storm.solo import SoloPhase
from companion.i18n import Translator
from kivy_ui.asking.telling import PieceLooks
from kivy_ui.games.storm.words import goods_word, piece_word
from kivy_ui.pages.page import Picture

_KINDS: Final = MappingProxyType(
    {
        Kind.NOVELTY: "novelty",
        Kind.RARE: "rare_elements",
        Kind.GENES: "genes",
        Kind.ALIEN: "alien_technology",
    }
)
_PHASES: Final = MappingProxyType({"II": "develop", "III": "settle", "IV": "ship"})
_CARDS: Final = MappingProxyType(
    {
        "none": Picture("storm/none"),
        "develop": Picture("development"),
        "settle": Picture("world/gray"),
        "six": Picture("development", number="6"),
        "own": Picture("storm/back"),
        "first": Picture("storm/back", number="1"),
        "second": Picture("storm/back", number="2"),
        "hand": Picture("symbol/cards"),
    }
)
"""Cards of which only the kind is known."""
_OTHERS: Final = MappingProxyType(
    {
        "counter": Picture("storm/counter"),
        "mat": Picture("symbol/mat"),
        "numbers": Picture("symbol/pencil"),
        "pile": Picture("storm/back"),
        "robot": Picture("seat"),
    }
)


def decks(second_edition: bool) -> Deck:  # noqa: FBT001 - as all decks
    return load_storm_cards(second_edition=second_edition)


def card_picture(card: Card) -> Picture:
    """Return a card: its planet, with the number of a start world; or a development's cost."""
    if card.type is CardType.DEVELOPMENT:
        return Picture("development", number="" if card.cost is None else str(card.cost))
    kind = _KINDS[card.kind] if card.kind is not None else "gray"
    number = "" if card.start_world is None else str(card.start_world)
    return Picture(f"world/{kind}", number=number)


def world_picture(number: int) -> Picture:
    return card_picture(load_storm_cards()[START_WORLDS[number].key])


def goal_picture(goal: Goal) -> Picture:
    return Picture(f"goal/{goal.value}")


def phase_plate(phase: SoloPhase) -> str:
    """Return the key of a phase's plate; Consume has that of the ships."""
    return "ship" if phase is SoloPhase.CONSUME else phase.value


def piece_picture(piece: Piece) -> Picture:
    kind, _, key = piece.key.partition("/")
    match kind:
        case "die":
            return Picture(f"robot/{key}")
        case "phase" if key == "round_end":
            return Picture("symbol/redo")
        case "phase":
            return Picture(f"phase/{_PHASES[key]}/active")
        case "card":
            return _CARDS.get(key) or card_picture(load_storm_cards()[key])
        case _:
            return _OTHERS.get(kind) or Picture(piece.key)


LOOKS: Final = PieceLooks(piece_word, piece_picture)


def world_notes(translate: Translator) -> dict[str, str]:
    """Return what each start world gives, by its number."""
    cards = load_storm_cards()
    return {str(each.number): goods_word(translate, cards[each.key]) for each in START_WORLDS}
