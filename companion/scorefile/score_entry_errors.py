"""Findings about a score entry: missing, impossible and unlikely entries."""

from __future__ import annotations

from typing import ClassVar

from companion.scorefile.errors import ScoreFileError


class ScoreEntryFinding(ScoreFileError):  # noqa: N818 - shown, raised nowhere
    """A problem of a score entry that users must resolve or confirm.

    Attributes:
        page: UI page to correct it: ``start``, ``numbers``, ``tiles``, ``dice`` or ``names``.
        blocking: whether it prevents scoring.
    """

    code = "score_entry"
    page: ClassVar[str] = "tiles"
    blocking: ClassVar[bool] = True

    @property
    def player(self) -> int | None:
        """Index of the affected player; None for the whole table."""
        number = self.params.get("player")
        return number if isinstance(number, int) else None


# --- missing -------------------------------------------------------------------------------------


class FactionMissing(ScoreEntryFinding):
    """The faction is missing."""

    code = "score_entry_no_faction"
    template = "%(name)s: which faction tile?"
    hint = "Its number is printed on it."
    page = "start"


class HomeWorldMissing(ScoreEntryFinding):
    """The home world is missing."""

    code = "score_entry_no_home_world"
    template = "%(name)s: which home world?"
    page = "start"
    hint = ""


class ChipsMissing(ScoreEntryFinding):
    """The VP chips are missing."""

    code = "score_entry_no_chips"
    template = "%(name)s: how many VP in chips?"
    hint = "0 is a valid answer."
    page = "numbers"


class CreditsMissing(ScoreEntryFinding):
    """The credits are missing."""

    code = "score_entry_no_credits"
    template = "%(name)s: how many credits?"
    hint = "They break ties."
    page = "numbers"


class DiceMissing(ScoreEntryFinding):
    """The dice are missing, but a bonus counts them."""

    code = "score_entry_no_dice"
    template = "%(name)s: %(tile)s counts dice; which ones are there?"
    hint = ""
    page = "dice"


# --- impossible ----------------------------------------------------------------------------------


class TooManyCredits(ScoreEntryFinding):
    """More credits than the track has (R-5.3)."""

    code = "score_entry_too_many_credits"
    template = "%(name)s: the track ends at $%(most)s."
    hint = ""
    page = "numbers"


class SameName(ScoreEntryFinding):
    """Two players have the same name."""

    code = "score_entry_same_name"
    template = "Two players are called %(name)s."
    hint = "Give one of them another name."
    page = "names"


class FactionTaken(ScoreEntryFinding):
    """Two players have the same faction."""

    code = "score_entry_faction_taken"
    template = "%(name)s and %(other)s both have faction %(faction)s."
    hint = "The box contains every tile once."
    page = "start"


class HomeWorldTaken(ScoreEntryFinding):
    """Two players have the same home world."""

    code = "score_entry_home_world_taken"
    template = "%(name)s and %(other)s both have %(tile)s."
    hint = "The box contains every tile once."
    page = "start"


class TileTwice(ScoreEntryFinding):
    """A side was entered twice."""

    code = "score_entry_tile_twice"
    template = "%(tile)s is entered twice: for %(other)s and for %(name)s."
    hint = "The box contains every tile once."


class OtherSideTaken(ScoreEntryFinding):
    """Both sides of one tile were entered."""

    code = "score_entry_other_side"
    template = "%(tile)s (%(name)s) is the other side of %(side)s (%(other)s)."
    hint = "Only one side of a tile is face up."


class NoRoomForGood(ScoreEntryFinding):
    """A good is on a gray world or on no world (R-8.1)."""

    code = "score_entry_no_room_for_good"
    template = "%(name)s: no good can be on %(tile)s."
    hint = "Goods can only be on worlds that are not gray."
    page = "dice"


class TooManyGoods(ScoreEntryFinding):
    """More goods than a world may have (R-8.1)."""

    code = "score_entry_too_many_goods"
    template = "%(name)s: %(tile)s holds no more goods than %(limit)s."
    hint = ""
    page = "dice"


class DiceNotInBox(ScoreEntryFinding):
    """More dice of a type than the box has (R-1.1)."""

    code = "score_entry_dice_not_in_box"
    template = "%(count)s dice of %(die)s are entered; the box has %(most)s."
    hint = "Count them again."
    page = "dice"


# --- unlikely ------------------------------------------------------------------------------------


class MoreChipsThanBox(ScoreEntryFinding):
    """More VP in chips than in the box; further VP may have been written down."""

    code = "score_entry_many_chips"
    template = "%(count)s VP in chips in total; the box has %(most)s."
    hint = "If you wrote some down, that is fine."
    page = "numbers"
    blocking = False


class GameNotOver(ScoreEntryFinding):
    """No end condition is met (R-10.4), so that something may be missing."""

    code = "score_entry_not_over"
    template = (
        "Nobody has %(tiles)s tiles (at most %(most)s), and %(chips)s of %(pool)s VP are taken."
    )
    hint = "Was the game over? Perhaps a tile is missing."
    blocking = False
