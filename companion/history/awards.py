"""Awards at the end of a game, computed from its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from companion.games.roll.model.dice import FACES, DieType, Face
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
    """The kind of an award."""

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
