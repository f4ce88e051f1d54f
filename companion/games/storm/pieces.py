"""Keys of pieces and words of steps, for questions."""

from typing import Final

from companion.games.question import Piece, pieces_of, text
from companion.games.storm.goals import Goal, Moment
from companion.games.storm.robot import Difficulty, RobotFace, Space, StartWorld
from companion.games.storm.solo import Find, SoloPhase

DIFFICULTY_WORDS: Final = {
    Difficulty.EASY: text("Easy"),
    Difficulty.MEDIUM: text("Medium"),
    Difficulty.HARD: text("Hard"),
}
PHASE_WORDS: Final = {
    SoloPhase.EXPLORE: text("Explore"),
    SoloPhase.DEVELOP: text("Develop"),
    SoloPhase.SETTLE: text("Settle"),
    SoloPhase.CONSUME: text("Consume"),
    SoloPhase.PRODUCE: text("Produce"),
}
FIND_WORDS: Final = {
    Find.DEVELOPMENT: text("Robot's stack: turn over until a development"),
    Find.WORLD: text("Robot's stack: turn over until a non-military world"),
    Find.MILITARY_WORLD: text("Robot's stack: turn over until a military world"),
    Find.RICH_WORLD: text("Draw pile: turn over until a non-military world of 3+ VP"),
}
MOMENT_WORDS: Final = {
    Moment.DEVELOP: text("Develop is over"),
    Moment.SETTLE: text("Settle is over"),
    Moment.CONSUME: text("Consume is over"),
    Moment.ROUND_END: text("The round is over"),
}
"""The moments at which a goal can be tested."""
COUNTER_WORDS: Final = {
    "production_worlds": text("Production worlds"),
    "novelty_rare_worlds": text("Novelty and Rare worlds"),
    "developments": text("Developments"),
    "alien_cards": text("ALIEN cards"),
    "kinds": text("Kinds of worlds (of 4)"),
    "rows": text("Phases with a power (of 6)"),
    "general_military": text("General military"),
    "six_costs": text("6-cost developments with ?"),
}
face_piece: Final = pieces_of("die", RobotFace)
space_piece: Final = pieces_of("action", Space)
goal_piece: Final = pieces_of("goal", Goal)


def world_piece(world: StartWorld) -> Piece:
    """Return the picture of a start world's card."""
    return Piece(f"card/{world.key}")
