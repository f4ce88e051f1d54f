"""The robot's dice and start worlds: facts and the placing of the dice (sections 3.2 to 3.6)."""

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Space(Enum):
    """Spaces of the mat for dice and markers, left to right (section 3.4)."""

    EXPLORE = "explore"
    DEVELOP = "develop"
    SETTLE = "settle"
    TRADE = "trade"
    DOUBLE = "x2"
    PRODUCE = "produce"


class RobotFace(Enum):
    """A die's face (section 3.3)."""

    EXPLORE = "explore"
    DEVELOP = "develop"
    SETTLE = "settle"
    TRADE = "trade"
    DOUBLE = "x2"
    PRODUCE = "produce"
    ROBOT = "robot"
    MATCH = "match"


PAIRS: Final = frozenset({Space.EXPLORE, Space.DEVELOP, Space.SETTLE})
"""Actions that can be chosen twice, with two spaces on the mat."""

_ORDER: Final = tuple(Space)

Die = tuple[RobotFace, ...]
"""Six faces."""

_F = RobotFace
GUESSED_DICE: Final[tuple[Die, Die]] = (
    (_F.EXPLORE, _F.DEVELOP, _F.DEVELOP, _F.SETTLE, _F.SETTLE, _F.MATCH),
    (_F.ROBOT, _F.ROBOT, _F.MATCH, _F.TRADE, _F.DOUBLE, _F.PRODUCE),
)
"""Not verified: no source lists the faces. The owner's dice replace it (section 3.3)."""


def doubts_about(dice: tuple[Die, Die]) -> tuple[str, ...]:
    """Return keys of contradictions to the two certain facts about the dice."""
    doubts = []
    if any(len(die) != 6 for die in dice):
        doubts.append("six_faces")
    robots = sorted(die.count(RobotFace.ROBOT) for die in dice)
    if robots != [0, 2]:
        doubts.append("two_robots_on_one_die")
    if any(RobotFace.MATCH not in die for die in dice):
        doubts.append("match_on_both_dice")
    return tuple(doubts)


def place_dice(
    player: tuple[Space, Space], faces: tuple[RobotFace, RobotFace], equals: Space
) -> dict[Space, int]:
    """Return how often the robot selected each action; *equals* is a robot face (section 3.6)."""
    read = [equals if face is RobotFace.ROBOT else face for face in faces]
    plain = [Space(face.value) for face in read if face is not RobotFace.MATCH]
    placed: dict[Space, int] = {}
    for space in plain:
        most = 2 if space in PAIRS else 1
        placed[space] = min(placed.get(space, 0) + 1, most)
    matches = len(faces) - len(plain)
    if matches == 2:
        for space in player:
            placed[space] = placed.get(space, 0) + 1
    elif matches == 1:
        space = _matched(player, placed)
        placed[space] = placed.get(space, 0) + 1
    return placed


def where_dice_lie(
    player: tuple[Space, Space], faces: tuple[RobotFace, RobotFace], equals: Space
) -> tuple[tuple[RobotFace, Space], ...]:
    """Return each die's face with the space under which it is put (section 3.6)."""
    lies: list[tuple[RobotFace, Space]] = []
    left = place_dice(player, faces, equals)
    for face in faces:
        if face is not RobotFace.MATCH:
            space = equals if face is RobotFace.ROBOT else Space(face.value)
            lies.append((face, space))
            left[space] -= 1
    matched = [space for space in _ORDER for _ in range(max(0, left.get(space, 0)))]
    matches = [face for face in faces if face is RobotFace.MATCH]
    return (*lies, *zip(matches, matched, strict=False))


def twice_on_one(faces: tuple[RobotFace, ...], equals: Space) -> Space | None:
    """Return the single space that both dice select without a match, if any."""
    read = [equals if face is RobotFace.ROBOT else face for face in faces]
    if RobotFace.MATCH in read:
        return None
    one, other = (Space(face.value) for face in read)
    return one if one is other and one not in PAIRS else None


def _matched(player: tuple[Space, Space], placed: dict[Space, int]) -> Space:
    """The space of the right-most marker, or the other one if that has a die already."""
    left, right = sorted(player, key=_ORDER.index)
    if left is right:
        return left  # the pair's other space is free: at most one die is there
    return right if not placed.get(right) else left


@dataclass(frozen=True, slots=True)
class StartWorld:
    """A robot's start world (section 3.2).

    Attributes:
        number: printed on the card.
        key: of the card.
        vp: printed on it.
        credit, economy, stack: start values.
        equals: meaning of a robot face; None if only printed on the mat's back.
        sure: whether a rulebook's text states ``equals``.
        military: whether Settle searches for military worlds.
        explore: cards drawn for one Explore action, for both, and as a response.
        settle: cards drawn for a Settle action and as a response.
        free_response: whether a Settle response neither needs nor costs credit.
    """

    number: int
    key: str
    vp: int
    credit: int = 1
    economy: int = 0
    stack: int = 4
    equals: Space | None = None
    sure: bool = False
    military: bool = False
    explore: tuple[int, int, int] = (1, 3, 1)
    settle: tuple[int, int] = (3, 2)
    free_response: bool = False


OLD_EARTH: Final = 0
ANCIENT_RACE: Final = 6
DAMAGED_ALIEN_FACTORY: Final = 7
DOOMED_WORLD: Final = 8

START_WORLDS: Final = (
    StartWorld(OLD_EARTH, "old_earth", 2, equals=Space.TRADE, sure=True),
    StartWorld(
        1, "epsilon_eridani", 1, economy=1, military=True, settle=(3, 2), free_response=True
    ),
    StartWorld(
        2, "alpha_centauri", 0, credit=2, equals=Space.SETTLE, settle=(4, 2), free_response=True
    ),
    StartWorld(
        3,
        "new_sparta",
        1,
        equals=Space.SETTLE,
        military=True,
        settle=(5, 4),
        free_response=True,
    ),
    StartWorld(4, "earths_lost_colony", 1, economy=1),
    StartWorld(
        5,
        "separatist_colony",
        1,
        military=True,
        explore=(3, 7, 3),
        settle=(3, 2),
        free_response=True,
    ),
    StartWorld(ANCIENT_RACE, "ancient_race", 1, credit=0, stack=3, equals=Space.TRADE),
    StartWorld(DAMAGED_ALIEN_FACTORY, "damaged_alien_factory", 2, equals=Space.TRADE),
    StartWorld(DOOMED_WORLD, "doomed_world", -1, equals=Space.SETTLE),
)
"""By number. ``sure`` distinguishes values stated by a rulebook from reported ones."""


class Difficulty(Enum):
    """Difficulty: number of 6-cost counters of the robot and VP of 6-cost cards (section 3.1)."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


COUNTERS: Final = {Difficulty.EASY: 1, Difficulty.MEDIUM: 2, Difficulty.HARD: 3}
SIX_COST_VP: Final = {Difficulty.EASY: 6, Difficulty.MEDIUM: 6, Difficulty.HARD: 9}

CREDIT_LIMIT: Final = 4
ECONOMY_LIMIT: Final = 5
VP_POOL: Final = 24
TABLEAU_END: Final = 12
