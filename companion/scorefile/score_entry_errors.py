"""Findings about a score entry: missing, impossible and unlikely entries."""

from dataclasses import dataclass
from typing import Any, Final

from companion.errors import Row
from companion.scorefile.errors import ScoreFileError


class ScoreEntryFinding(ScoreFileError):  # noqa: N818 - shown, raised nowhere
    """A problem of a score entry that users must resolve or confirm.

    Attributes:
        field: field of ``ScoreEntryPlayer`` in which it is entered; empty for the name.
        blocking: whether it prevents scoring.
    """

    code = "score_entry"

    def __init__(self, row: "_FindingRow", /, **params: object) -> None:
        super().__init__(row, **params)
        self.field, self.blocking = row.field, row.blocking

    @property
    def player(self) -> int | None:
        """Index of the affected player; None for the whole table."""
        number = self.params.get("player")
        return number if isinstance(number, int) else None


@dataclass(frozen=True, slots=True)
class _FindingRow(Row[ScoreEntryFinding]):
    field: str = "tiles_entered"
    blocking: bool = True


def _row(
    code: str, template: str, hint: str = "", field: str = "tiles_entered", **more: Any
) -> "_FindingRow":
    return _FindingRow(ScoreEntryFinding, f"score_entry_{code}", template, hint, field, **more)


_ONCE: Final = "The box contains every tile once."

# --- missing -------------------------------------------------------------------------------------

FACTION_MISSING: Final = _row(
    "no_faction", "%(name)s: which faction tile?", "Its number is printed on it.", "faction"
)
HOME_WORLD_MISSING: Final = _row("no_home_world", "%(name)s: which home world?", field="home_world")
CHIPS_MISSING: Final = _row(
    "no_chips", "%(name)s: how many VP in chips?", "0 is a valid answer.", "vp_chips"
)
CREDITS_MISSING: Final = _row(
    "no_credits", "%(name)s: how many credits?", "They break ties.", "credits"
)
TILES_MISSING: Final = _row("no_tiles", "%(name)s: which tiles were built?")
CUP_MISSING: Final = _row(
    "no_cup", "%(name)s: how many dice are in the cup?", "They break ties.", "dice_entered"
)
DICE_MISSING: Final = _row(
    "no_dice", "%(name)s: %(tile)s counts dice; which ones are there?", field="dice_entered"
)
TOTAL_MISSING: Final = _row("no_total", "%(name)s: how many points in all?", field="total")

MISSING: Final = frozenset(
    row.code
    for row in (
        FACTION_MISSING, HOME_WORLD_MISSING, CHIPS_MISSING, TILES_MISSING, CREDITS_MISSING,
        CUP_MISSING, DICE_MISSING, TOTAL_MISSING,
    )
)  # fmt: skip
"""Codes of what has not been entered; other blocking findings are impossible."""

# --- impossible ----------------------------------------------------------------------------------

TOO_MANY_CREDITS: Final = _row(
    "too_many_credits", "%(name)s: the track ends at $%(most)s.", field="credits"
)
SAME_NAME: Final = _row(
    "same_name",
    "Two players are called %(name)s.",
    "Give one of them another name.",
    "",
)
FACTION_TAKEN: Final = _row(
    "faction_taken", "%(name)s and %(other)s both have faction %(faction)s.", _ONCE, "faction"
)
HOME_WORLD_TAKEN: Final = _row(
    "home_world_taken", "%(name)s and %(other)s both have %(tile)s.", _ONCE, "home_world"
)
TILE_TWICE: Final = _row(
    "tile_twice", "%(tile)s is entered twice: for %(other)s and for %(name)s.", _ONCE
)
OTHER_SIDE_TAKEN: Final = _row(
    "other_side",
    "%(tile)s (%(name)s) is the other side of %(side)s (%(other)s).",
    "Only one side of a tile is face up.",
)
NO_ROOM_FOR_GOOD: Final = _row(
    "no_room_for_good",
    "%(name)s: no good can be on %(tile)s.",
    "Goods can only be on worlds that are not gray.",
    "dice_entered",
)
TOO_MANY_GOODS: Final = _row(
    "too_many_goods", "%(name)s: %(tile)s holds no more goods than %(limit)s.", field="dice_entered"
)
DICE_NOT_IN_BOX: Final = _row(
    "dice_not_in_box",
    "%(count)s dice of %(die)s are entered; the box has %(most)s.",
    "Count them again.",
    "dice_entered",
)

# --- unlikely ------------------------------------------------------------------------------------

MORE_CHIPS_THAN_BOX: Final = _row(
    "many_chips",
    "%(count)s VP in chips in total; the box has %(most)s.",
    "If you wrote some down, that is fine.",
    "vp_chips",
    blocking=False,
)
GAME_NOT_OVER: Final = _row(
    "not_over",
    "Nobody has %(tiles)s tiles (at most %(most)s), and %(chips)s of %(pool)s VP are taken.",
    "Was the game over? Perhaps a tile is missing.",
    blocking=False,
)
