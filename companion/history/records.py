"""A game of the past as statistics need it: who had what at the end, and how it went."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.definition import PublishedGame
from companion.games.roll import PUBLISHED
from companion.games.roll.model.dice import DieType, Face
from companion.games.roll.model.holdings import BonusScore
from companion.games.roll.model.tiles import Side
from companion.history.awards import Award

ROLL: Final = "roll"
"""Key of the game that is tracked fully: dice, tiles, rounds."""


class Source(Enum):
    """Where a past game comes from: followed at the table, entered afterwards, or both."""

    TRACKED = "tracked"
    TALLIED = "tallied"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class CameraRecord:
    """How reliably the camera read the dice of one game, by what people changed afterwards.

    Attributes:
        read: dice that the camera read and that counted.
        doubtful: those of them that it marked for a person to look at.
        doubtful_wrong: doubtful dice whose kind or face was corrected.
        sure_wrong: dice read as sure whose kind or face was corrected: the worst fault.
        moved: dice that only lay elsewhere than read.
        missed: dice that people had to add to a mat that was read.
        phantom: dice read where none was.
    """

    read: int = 0
    doubtful: int = 0
    doubtful_wrong: int = 0
    sure_wrong: int = 0
    moved: int = 0
    missed: int = 0
    phantom: int = 0

    def __add__(self, other: CameraRecord) -> CameraRecord:
        """Return both together."""
        return CameraRecord(
            read=self.read + other.read,
            doubtful=self.doubtful + other.doubtful,
            doubtful_wrong=self.doubtful_wrong + other.doubtful_wrong,
            sure_wrong=self.sure_wrong + other.sure_wrong,
            moved=self.moved + other.moved,
            missed=self.missed + other.missed,
            phantom=self.phantom + other.phantom,
        )


class ShareKind(Enum):
    """Where points come from."""

    CHIPS = "chips"
    TILE = "tile"
    BONUS = "bonus"


@dataclass(frozen=True, slots=True)
class ScoreShare:
    """A part of a total; *key* is that of the tile, empty for the chips."""

    kind: ShareKind
    vp: int
    key: str = ""


@dataclass(frozen=True, slots=True)
class PastPlayer:
    """A player at the end of a game.

    Attributes:
        tiles: number of tiles in the tableau, start tiles included.
        total, tiebreak, rank: None where the tiles were never counted.
        built: keys of the sides built after set-up, as far as they are known.
        figures: what another game's result shows beside the total, by key, such as ``marks``.
        robot: not a person.
        seat, colour: 0 and empty where nobody sat at the table.
        shares: the parts of the total; empty where they are not known.
    """

    name: str
    vp_chips: int = 0
    credits: int = 0
    tiles: int = 0
    total: int | None = None
    tiebreak: int | None = None
    rank: int | None = None
    faction: int | None = None
    home_world: str | None = None
    built: tuple[str, ...] = ()
    figures: tuple[tuple[str, int], ...] = ()
    robot: bool = False
    seat: int = 0
    colour: str = ""
    shares: tuple[ScoreShare, ...] = ()


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game of the past.

    Attributes:
        started_at, ended_at: UTC, ISO 8601; the same where only the day is known.
        rounds: 0 where nobody followed them.
        over: whether it was played to its end.
        vp_by_round: after each round the VP chips of every player, in the order of ``players``.
        points_by_round: the same of all points, as if the game had ended there; empty where the
            tiles were not followed.
        faces: how often each die showed each face when it was rolled.
        awards: who stood out.
        kind: key of the game that was played.
        published: the box that it was played with.
    """

    game_id: str
    started_at: str
    ended_at: str
    source: Source
    players: tuple[PastPlayer, ...]
    rounds: int = 0
    over: bool = True
    vp_by_round: tuple[tuple[int, ...], ...] = ()
    points_by_round: tuple[tuple[int, ...], ...] = ()
    faces: tuple[tuple[DieType, Face, int], ...] = ()
    awards: tuple[Award, ...] = ()
    camera: CameraRecord = CameraRecord()
    kind: str = ROLL
    published: PublishedGame = PUBLISHED

    @property
    def scored(self) -> bool:
        """Whether everybody's total is known."""
        return all(player.total is not None for player in self.players)

    @property
    def counts(self) -> bool:
        """Whether the game belongs into averages and wins: played to its end and scored."""
        return self.over and self.scored

    @property
    def winners(self) -> tuple[str, ...]:
        """Names of those who won together; empty where the totals are not known, or all lost."""
        if not self.scored:
            return ()
        return tuple(player.name for player in self.players if player.rank == 1)


def shares_of(
    vp_chips: int, tableau: Iterable[Side], bonuses: Iterable[BonusScore]
) -> tuple[ScoreShare, ...]:
    """Return the parts of a total: chips, each tile's cost, each bonus; nothing that brings 0."""
    parts = (
        ScoreShare(ShareKind.CHIPS, vp_chips),
        *(ScoreShare(ShareKind.TILE, side.cost, side.key) for side in tableau),
        *(ScoreShare(ShareKind.BONUS, bonus.vp, bonus.tile) for bonus in bonuses),
    )
    return tuple(part for part in parts if part.vp)
