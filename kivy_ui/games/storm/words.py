"""Names and texts of The Gathering Storm."""

from types import MappingProxyType
from typing import Final

from companion.catalog.storm_loader import load_storm_cards
from companion.games.question import Piece
from companion.games.storm.cards import Card, Kind
from companion.games.storm.cards import Row as PowerRow
from companion.games.storm.goals import Goal
from companion.games.storm.pieces import PHASE_WORDS
from companion.games.storm.robot import RobotFace, Space, StartWorld
from companion.games.storm.solo import SoloPhase, Task
from companion.i18n import N_, Translator

_GOALS: Final = MappingProxyType(
    {
        Goal.STANDARD_OF_LIVING: N_("Galactic Standard of Living"),
        Goal.SYSTEM_DIVERSITY: N_("System Diversity"),
        Goal.OVERLORD_DISCOVERIES: N_("Overlord Discoveries"),
        Goal.BUDGET_SURPLUS: N_("Budget Surplus"),
        Goal.INNOVATION_LEADER: N_("Innovation Leader"),
        Goal.GALACTIC_STATUS: N_("Galactic Status"),
        Goal.GREATEST_MILITARY: N_("Greatest Military"),
        Goal.LARGEST_INDUSTRY: N_("Largest Industry"),
        Goal.GREATEST_INFRASTRUCTURE: N_("Greatest Infrastructure"),
        Goal.PRODUCTION_LEADER: N_("Production Leader"),
    }
)
_SPACES: Final = MappingProxyType(
    {
        Space.EXPLORE: N_("Explore"),
        Space.DEVELOP: N_("Develop"),
        Space.SETTLE: N_("Settle"),
        Space.TRADE: N_("Consume: Trade"),
        Space.DOUBLE: N_("Consume: 2\u00d7 VP"),
        Space.PRODUCE: N_("Produce"),
    }
)
_FACES: Final = MappingProxyType({RobotFace.ROBOT: N_("Robot"), RobotFace.MATCH: N_("Match")})


def goal_word(translate: Translator, goal: Goal) -> str:
    return translate(_GOALS[goal])


def space_word(translate: Translator, space: Space) -> str:
    return translate(_SPACES[space])


def face_word(translate: Translator, face: RobotFace) -> str:
    word = _FACES.get(face)
    return translate(word) if word is not None else space_word(translate, Space(face.value))


def phase_word(translate: Translator, phase: SoloPhase) -> str:
    return translate(PHASE_WORDS[phase].message)


def piece_word(translate: Translator, piece: Piece) -> str:
    """Return the name of a piece of a question."""
    kind, _, key = piece.key.partition("/")
    match kind:
        case "die":
            return face_word(translate, RobotFace(key))
        case "action":
            return space_word(translate, Space(key))
        case "goal":
            return goal_word(translate, Goal(key))
        case _:
            return load_storm_cards()[key].name


_BONUSES: Final = MappingProxyType(
    {
        Space.EXPLORE: N_("your bonus: more cards to see or to keep"),
        Space.DEVELOP: N_("your bonus: it costs one card less"),
        Space.SETTLE: N_("your bonus: draw a card after placing a world"),
        Space.TRADE: N_("your bonus: sell a good first"),
        Space.DOUBLE: N_("your bonus: double VP"),
        Space.PRODUCE: N_("your bonus: a windfall world produces, too"),
    }
)


def bonus_words(translate: Translator, task: Task) -> str:
    """Return a phase of the player with the bonuses of the own action cards."""
    word = phase_word(translate, task.phase)
    if not task.bonus:
        return translate("%(phase)s, without a bonus", phase=word)
    own = dict.fromkeys(task.bonus)
    bonus = ", ".join(translate(_BONUSES[space]) for space in own)
    return translate("%(phase)s, %(bonus)s", phase=word, bonus=bonus)


_GOODS: Final = MappingProxyType(
    {
        Kind.NOVELTY: N_("Novelty world"),
        Kind.RARE: N_("Rare world"),
        Kind.GENES: N_("Genes world"),
        Kind.ALIEN: N_("Alien world"),
    }
)
_POWERS: Final = MappingProxyType(
    {
        PowerRow.EXPLORE: N_("Explore"),
        PowerRow.DEVELOP: N_("Develop"),
        PowerRow.SETTLE: N_("Settle"),
        PowerRow.TRADE: N_("Trade"),
        PowerRow.CONSUME: N_("Consume"),
        PowerRow.PRODUCE: N_("Produce"),
    }
)


def goods_word(translate: Translator, card: Card) -> str:
    """Return a start world's advantages: its good, its Military, else its powers' phases."""
    found = [translate(_GOODS[card.kind])] if card.kind is not None else []
    if card.general_military:
        found.append(translate("Military +%(count)s", count=card.general_military))
    return ", ".join(found or (translate(_POWERS[power]) for power in card.powers))


def world_word(world: StartWorld) -> str:
    """Return a start world's title, which is not translated."""
    return load_storm_cards()[world.key].name


_COUNTED: Final = MappingProxyType(
    {"general_military": N_("General military"), "vp_chips": N_("VP chips")}
)


def counted_word(translate: Translator, key: str) -> str:
    """Return what a bonus counts: Military, chips, or a card, whose title is not translated."""
    word = _COUNTED.get(key)
    return translate(word) if word is not None else load_storm_cards()[key].name
