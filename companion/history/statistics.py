"""Averages, wins and head-to-head results over all games that were finished and scored.

Of the dice: observed and expected face frequencies, with Pearson's chi-squared test by type.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Final

from companion.games.names import same_name
from companion.games.roll.model.dice import FACES, DieType, Face
from companion.history.records import CameraRecord, PastGame, PastPlayer


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Statistics of one player; *wins* include the *shared* victories."""

    name: str
    games: int
    wins: int
    shared: int
    best_total: int
    mean_total: float
    mean_chips: float
    mean_tiles: float


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Head-to-head results of two players; draws are equal ranks."""

    first: str
    second: str
    first_ahead: int
    second_ahead: int
    draws: int

    @property
    def games(self) -> int:
        """Games that both played."""
        return self.first_ahead + self.second_ahead + self.draws


def kinds(games: Iterable[PastGame]) -> tuple[str, ...]:
    """Return the keys of the games that were played, in order of first appearance."""
    return tuple(dict.fromkeys(game.kind for game in games))


def of_kind(games: Iterable[PastGame], kind: str) -> tuple[PastGame, ...]:
    """Return the games of one kind; totals of different games are not comparable."""
    return tuple(game for game in games if game.kind == kind)


def player_records(games: Iterable[PastGame]) -> tuple[PlayerRecord, ...]:
    """Return the statistics of every human player of one kind of game, by wins, then by average.

    Names that differ only in case are the same player; the newest spelling is used.
    """
    entries: dict[str, list[tuple[PastGame, PastPlayer]]] = {}
    for game in _counted(games):
        for player in game.players:
            if player.robot:
                continue
            entries.setdefault(same_name(player.name), []).append((game, player))
    records = [_record(played) for played in entries.values()]
    return tuple(
        sorted(records, key=lambda record: (-record.wins, -record.mean_total, record.name))
    )


def rivalries(games: Iterable[PastGame]) -> tuple[Rivalry, ...]:
    """Return all pairs of players with common games, most games first."""
    met: dict[tuple[str, str], list[int]] = {}
    names: dict[str, str] = {}
    for game in _counted(games):
        for player in game.players:
            names.setdefault(same_name(player.name), player.name)
        for one, other in combinations(game.players, 2):
            first, second = sorted((one, other), key=lambda player: same_name(player.name))
            counts = met.setdefault((same_name(first.name), same_name(second.name)), [0, 0, 0])
            counts[_order(first, second)] += 1
    pairs = [Rivalry(names[a], names[b], *counts) for (a, b), counts in met.items()]
    return tuple(sorted(pairs, key=lambda pair: (-pair.games, pair.first, pair.second)))


def camera_record(games: Iterable[PastGame]) -> CameraRecord:
    return sum((game.camera for game in games), CameraRecord())


def _counted(games: Iterable[PastGame]) -> tuple[PastGame, ...]:
    return tuple(game for game in games if game.counts)


def _record(played: Sequence[tuple[PastGame, PastPlayer]]) -> PlayerRecord:
    totals = [player.total or 0 for _, player in played]
    won = [game for game, player in played if player.rank == 1]
    detailed = [player for _, player in played if player.tiles] or [player for _, player in played]
    return PlayerRecord(
        name=played[0][1].name,
        games=len(played),
        wins=len(won),
        shared=sum(len(game.winners) > 1 for game in won),
        best_total=max(totals),
        mean_total=fmean(totals),
        mean_chips=fmean(player.vp_chips for player in detailed),
        mean_tiles=fmean(player.tiles for player in detailed),
    )


def _order(first: PastPlayer, second: PastPlayer) -> int:
    """Return 0 if *first* is ahead, 1 if *second* is, 2 for a draw."""
    one, other = first.rank or 0, second.rank or 0
    if one == other:
        return 2
    return 0 if one < other else 1


LEAST_EXPECTED: Final = 5.0
"""Minimum expected count of each face for a valid test (W. G. Cochran, "Some methods for
strengthening the common chi-squared tests", Biometrics 10, 1954)."""


@dataclass(frozen=True, slots=True)
class FaceLuck:
    """One face of a die type: its observed and its expected count."""

    face: Face
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class DieLuck:
    """One die type.

    Attributes:
        chi_squared: test statistic; None if there are too few throws for the test.
        p_value: probability that fair dice deviate at least as much, 0..1; None likewise.
    """

    die: DieType
    throws: int
    faces: tuple[FaceLuck, ...]
    chi_squared: float | None
    p_value: float | None

    @property
    def degrees(self) -> int:
        """Degrees of freedom: the number of different faces minus one."""
        return len(self.faces) - 1


def dice_luck(games: Iterable[PastGame]) -> tuple[DieLuck, ...]:
    """Return the statistics of every die type thrown in *games*, in the order of ``DieType``."""
    counts: Counter[tuple[DieType, Face]] = Counter()
    for game in games:
        for die, face, count in game.faces:
            counts[die, face] += count
    found = (_luck(die, counts) for die in DieType)
    return tuple(luck for luck in found if luck.throws)


def _luck(die: DieType, counts: Counter[tuple[DieType, Face]]) -> DieLuck:
    sides = FACES[die]
    throws = sum(counts[die, face] for face in set(sides))
    faces = tuple(
        FaceLuck(face, counts[die, face], throws * sides.count(face) / len(sides))
        for face in Face
        if face in sides
    )
    enough = throws > 0 and min(face.expected for face in faces) >= LEAST_EXPECTED
    if not enough:
        return DieLuck(die, throws, faces, None, None)
    chi_squared = sum((face.count - face.expected) ** 2 / face.expected for face in faces)
    p_value = chi_squared_tail(chi_squared, len(faces) - 1)
    return DieLuck(die, throws, faces, chi_squared, p_value)


def chi_squared_tail(chi_squared: float, degrees: int) -> float:
    """Return the upper tail probability of the chi-squared distribution.

    The regularised gamma function Q(degrees / 2, chi_squared / 2) is a finite sum for an integer
    *degrees* of 1 or more: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.4.4 and
    26.4.5.
    """
    half = chi_squared / 2.0
    if degrees % 2:
        tail = math.erfc(math.sqrt(half))
        term = 2.0 * math.sqrt(half / math.pi) * math.exp(-half)
        first = 3
    else:
        tail = 0.0
        term = math.exp(-half)
        first = 2
    for number in range(first, degrees + 1, 2):
        tail += term
        term *= chi_squared / number
    return min(1.0, tail)
