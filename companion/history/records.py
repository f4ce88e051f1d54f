"""Records of past games, results and statistics of the rounds; awards at the end of a game."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from enum import Enum
from operator import add
from typing import Final, NamedTuple

from companion.games.definition import PlayerResult, PublishedGame
from companion.games.roll import PUBLISHED
from companion.games.roll.model.dice import FACES, DieType, Face
from companion.games.roll.model.holdings import BonusScore
from companion.games.roll.model.tiles import Side
from companion.games.roll.phases.build import TileCompleted
from companion.games.roll.phases.explore import Scout
from companion.games.roll.phases.goods import Ship
from companion.games.roll.phases.ledger import VpGiven
from companion.games.roll.phases.round import (
    GameEnded,
    RevealStarted,
    RoundFinished,
    SignalReady,
    WithdrawReady,
)
from companion.session.ports import StoredEvent

Faces = Mapping[tuple[DieType, Face], int]
"""Number of times each die type was rolled with each face."""

LONGEST_WAIT_S: Final = 1800.0
"""Longer waits are ignored as breaks."""

LEAST_LUCK: Final = 0.5
"""Minimum surplus of wild faces over the expected number for the award for lucky dice."""


class AwardKind(Enum):
    DICE_LUCK = "dice_luck"
    SHIPPED = "shipped"
    WAITED = "waited"
    BUILT = "built"
    SCOUTED = "scouted"
    BEST_ROUND = "best_round"


class Award(NamedTuple):
    """An award; several players share it in case of a tie.

    Attributes:
        players: indices in the game's ``players``.
        value: wild faces above the expected number, goods shipped, seconds waited, tiles built,
            scouting actions, or VP chips of one round.
    """

    kind: AwardKind
    players: tuple[int, ...]
    value: float


def awards(
    stored: Iterable[StoredEvent], seats: Sequence[int], faces: Mapping[int, Faces]
) -> tuple[Award, ...]:
    """Return the awards of a game, ordered by kind, without awards shared by all players.

    *stored* has no undone events; *faces* are those of the revealed dice, by seat.
    """
    scouted, shipped, built = Counter[int](), Counter[int](), Counter[int]()
    for each in (events := tuple(stored)):
        match each.event:
            case Scout(seat=seat):
                scouted[seat] += 1
            case Ship(seat=seat):
                shipped[seat] += 1
            case TileCompleted(seat=seat):
                built[seat] += 1
            case _:
                pass
    figures: dict[AwardKind, Mapping[int, float]] = {
        AwardKind.DICE_LUCK: {
            seat: round(wild_luck(rolled), 1)
            for seat, rolled in faces.items()
            if wild_luck(rolled) >= LEAST_LUCK
        },
        AwardKind.SHIPPED: shipped,
        AwardKind.WAITED: waits_s(events),
        AwardKind.BUILT: built,
        AwardKind.SCOUTED: scouted,
        AwardKind.BEST_ROUND: best_rounds(events),
    }
    found = (_award(kind, values, seats) for kind, values in figures.items())
    return tuple(award for award in found if award is not None)


def wild_luck(faces: Faces) -> float:
    """Return the number of wild faces minus its expected value for fair dice."""
    wild = sum(count for (_, face), count in faces.items() if face is Face.WILD)
    expected = sum(
        count * FACES[die].count(Face.WILD) / len(FACES[die]) for (die, _), count in faces.items()
    )
    return wild - expected


def waits_s(stored: Iterable[StoredEvent]) -> dict[int, float]:
    """Return by seat the seconds spent waiting for others after being ready."""
    ready: dict[int, int] = {}
    waited: dict[int, float] = {}
    for each in stored:
        match each.event:
            case SignalReady(seat=seat):
                ready[seat] = each.played_ms
            case WithdrawReady(seat=seat):
                ready.pop(seat, None)
            case RevealStarted() | RoundFinished():
                for seat, since_ms in ready.items():
                    seconds = (each.played_ms - since_ms) / 1000
                    if 0.0 < seconds <= LONGEST_WAIT_S:
                        waited[seat] = waited.get(seat, 0.0) + seconds
                ready.clear()
            case _:
                pass
    return waited


def best_rounds(stored: Iterable[StoredEvent]) -> dict[int, float]:
    """Return by seat the maximum number of VP chips gained in one round."""
    best: dict[int, float] = {}
    taken = Counter[int]()
    for each in stored:
        match each.event:
            case VpGiven(seat=seat, from_pool=pool, from_reserve=reserve):
                taken[seat] += pool + reserve
            case RoundFinished() | GameEnded():
                for seat, chips in taken.items():
                    best[seat] = max(best.get(seat, 0), chips)
                taken.clear()
            case _:
                pass
    return best


def _award(kind: AwardKind, values: Mapping[int, float], seats: Sequence[int]) -> Award | None:
    most = max(values.values(), default=0.0)
    players = tuple(i for i, seat in enumerate(seats) if values.get(seat, 0) == most)
    if most <= 0 or len(players) == len(seats):
        return None
    return Award(kind, players, most)


ROLL: Final = "roll"
"""Key of Roll for the Galaxy, the game that can be fully tracked: dice, tiles, rounds."""


class Source(Enum):
    """Source of a past game: tracked at the table, entered afterwards, or both."""

    TRACKED = "tracked"
    ENTERED = "tallied"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class CameraRecord:
    """Reliability of the camera in one game, measured by the users' corrections.

    Attributes:
        read: dice that the camera read.
        doubtful: dice of these that it marked as doubtful.
        doubtful_wrong: doubtful dice whose type or face was corrected.
        sure_wrong: other dice whose type or face was corrected: the worst kind of error.
        moved: dice of which only the place was corrected.
        missed: dice that were added by hand to a mat read by the camera.
        phantom: false detections, removed by hand.
    """

    read: int = 0
    doubtful: int = 0
    doubtful_wrong: int = 0
    sure_wrong: int = 0
    moved: int = 0
    missed: int = 0
    phantom: int = 0

    def __add__(self, other: "CameraRecord") -> "CameraRecord":
        """Return the sum of both records."""
        return CameraRecord(*map(add, astuple(self), astuple(other)))


class ShareKind(Enum):
    """Source of points."""

    CHIPS = "chips"
    TILE = "tile"
    BONUS = "bonus"


@dataclass(frozen=True, slots=True)
class ScoreShare:
    """A part of a total; *key* is the key of the tile, empty for chips."""

    kind: ShareKind
    vp: int
    key: str = ""


@dataclass(frozen=True, slots=True)
class PastPlayer(PlayerResult):
    """A player at the end of a game; ``tiles`` include start tiles.

    Attributes:
        built: keys of the sides built after set-up, as far as known.
        seat, colour: 0 and empty if the game was not tracked at the table.
        shares: the parts of the total; empty if unknown.
    """

    credits: int = 0
    faction: int | None = None
    home_world: str | None = None
    built: tuple[str, ...] = ()
    seat: int = 0
    colour: str = ""
    shares: tuple[ScoreShare, ...] = ()


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game of the past.

    Attributes:
        started_at, ended_at: UTC, ISO 8601; only a day where the players gave it, empty if unknown.
        minutes: play time, by a clock that nobody sets; None if unknown.
        rounds: number of rounds; 0 if they were not tracked.
        over: whether it was played to its end.
        vp_by_round: after each round the VP chips of every player, in the order of ``players``.
        points_by_round: the same for total points, as if the game had ended then; empty if the
            tiles were not tracked.
        faces: number of times each die type was rolled with each face.
        awards: awards of the players.
        kind: key of the game definition.
        published: the published game that was played.
    """

    game_id: str
    started_at: str
    ended_at: str
    source: Source
    players: tuple[PastPlayer, ...]
    minutes: int | None = None
    rounds: int = 0
    over: bool = True
    vp_by_round: tuple[tuple[int, ...], ...] = ()
    points_by_round: tuple[tuple[int, ...], ...] = ()
    faces: tuple[tuple[DieType, Face, int], ...] = ()
    awards: tuple[Award, ...] = ()
    camera: "CameraRecord" = CameraRecord()
    kind: str = ROLL
    published: PublishedGame = PUBLISHED

    @property
    def scored(self) -> bool:
        """Whether everybody's total is known."""
        return all(player.total is not None for player in self.players)

    @property
    def counts(self) -> bool:
        """Whether the game is included in averages and wins: played to its end and scored."""
        return self.over and self.scored

    @property
    def winners(self) -> tuple[str, ...]:
        """Names of all winners; empty if the totals are unknown or everybody lost."""
        if not self.scored:
            return ()
        return tuple(player.name for player in self.players if player.rank == 1)

    @property
    def ranking(self) -> tuple[int, ...]:
        """Indices of the players, the winner first; chips decide where nothing else is known."""

        def place(index: int) -> tuple[int, int]:
            rank = self.players[index].rank
            return len(self.players) if rank is None else rank, -self.players[index].vp_chips

        return tuple(sorted(range(len(self.players)), key=place))


def shares_of(
    vp_chips: int, tableau: Iterable[Side], bonuses: Iterable[BonusScore]
) -> tuple[ScoreShare, ...]:
    """Return the parts of a total: chips, each tile's cost, each bonus; parts of 0 are omitted."""
    parts = (
        ScoreShare(ShareKind.CHIPS, vp_chips),
        *(ScoreShare(ShareKind.TILE, side.cost, side.key) for side in tableau),
        *(ScoreShare(ShareKind.BONUS, bonus.vp, bonus.tile) for bonus in bonuses),
    )
    return tuple(part for part in parts if part.vp)
