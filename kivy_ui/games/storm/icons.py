"""Icons of The Gathering Storm's goals, actions and dice."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.catalog.storm_loader import load_storm_cards
from companion.games.question import Piece
from companion.games.storm.cards import Card, CardType, Kind
from companion.games.storm.goals import FIRST_VP, MOST, MOST_VP, Goal
from companion.games.storm.robot import RobotFace, Space
from companion.games.storm.solo import SoloPhase
from kivy_ui.common.board.faces import Face, FaceShape
from kivy_ui.common.board.icons import SEAT, Icon
from kivy_ui.common.board.question_page import PieceLooks
from kivy_ui.games.storm.words import piece_word

ROBOT_COLOUR: Final = "white"
ROBOT_BADGE: Final = Icon(SEAT, "R", colour=ROBOT_COLOUR)
_GOALS: Final = MappingProxyType(
    {
        Goal.STANDARD_OF_LIVING: "chip",
        Goal.SYSTEM_DIVERSITY: "four",
        Goal.OVERLORD_DISCOVERIES: "world/alien_technology",
        Goal.BUDGET_SURPLUS: "cards",
        Goal.INNOVATION_LEADER: "rows",
        Goal.GALACTIC_STATUS: "development",
        Goal.GREATEST_MILITARY: "blade",
        Goal.LARGEST_INDUSTRY: "world/novelty",
        Goal.GREATEST_INFRASTRUCTURE: "develop",
        Goal.PRODUCTION_LEADER: "produce",
    }
)
_SPACES: Final = MappingProxyType(
    {
        Space.EXPLORE: "explore",
        Space.DEVELOP: "develop",
        Space.SETTLE: "settle",
        Space.TRADE: "credits",
        Space.DOUBLE: "double",
        Space.PRODUCE: "produce",
    }
)
_KINDS: Final = MappingProxyType(
    {
        Kind.NOVELTY: "novelty",
        Kind.RARE: "rare_elements",
        Kind.GENES: "genes",
        Kind.ALIEN: "alien_technology",
    }
)
_FACES: Final = MappingProxyType({RobotFace.ROBOT: "robot", RobotFace.MATCH: "match"})


def goal_face(goal: Goal) -> str:
    """Return the name of a goal tile's image: what it counts, and its VP."""
    vp = MOST_VP if goal in MOST else FIRST_VP
    return Face(FaceShape.TILE, ("goal",), _GOALS[goal], str(vp)).name


def card_face(card: Card, text: str = "") -> str:
    """Return the name of a card's image: its planet, or the development icon."""
    if card.type is CardType.DEVELOPMENT:
        return Face(FaceShape.CARD, (), "development", text).name
    return Face(FaceShape.CARD, (), _planet(card), text).name


def world_face(card: Card) -> str:
    """Return the name of a start world's image: its planet and its number."""
    grounds = ("military",) if card.defense is not None else ()
    return Face(FaceShape.WORLD, grounds, _planet(card), str(card.start_world)).name


def _planet(card: Card) -> str:
    return f"world/{_KINDS[card.kind] if card.kind is not None else 'gray'}"


def space_icon(space: Space) -> str:
    """Return an action's icon."""
    return _SPACES[space]


def phase_icon(phase: SoloPhase) -> str:
    """Return a phase's icon."""
    return "ship" if phase is SoloPhase.CONSUME else phase.value


def action_card(space: Space) -> str:
    """Return the name of an action card's image."""
    return Face(FaceShape.CARD, ("",), _SPACES[space]).name


def die_face(face: RobotFace) -> str:
    """Return the name of the image of one of the robot's dice."""
    return Face(FaceShape.DIE, (), face_icon(face)).name


def face_icon(face: RobotFace) -> str:
    """Return the icon on a die's face."""
    return _FACES.get(face) or _SPACES[Space(face.value)]


_CARDS: Final = MappingProxyType(
    {
        "none": Face(FaceShape.CARD, (), "close").name,
        "develop": Face(FaceShape.CARD, (), "development").name,
        "settle": Face(FaceShape.CARD, (), "world/gray").name,
        "six": Face(FaceShape.CARD, (), "development", "6").name,
    }
)
"""Cards of which only the kind is known."""


def piece_icon(piece: Piece) -> Icon:
    """Return the icon of a piece of a question."""
    kind, _, key = piece.key.partition("/")
    match kind:
        case "die":
            return Icon(die_face(RobotFace(key)))
        case "action":
            return Icon(action_card(Space(key)))
        case "goal":
            return Icon(goal_face(Goal(key)))
        case "card" if key in _CARDS:
            return Icon(_CARDS[key])
        case "card":
            card = load_storm_cards()[key]
            return Icon(card_face(card) if card.start_world is None else world_face(card))
        case _:
            return Icon(piece.key)


LOOKS: Final = PieceLooks(piece_word, piece_icon)
