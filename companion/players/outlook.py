"""Which phases the others will probably select, from what everybody can see."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase
from companion.games.roll.model.holdings import Holdings
from companion.games.roll.model.state import Empire, GameState
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.mats import phase_of
from companion.games.roll.rules.producing import rooms

Chances = Mapping[Phase, float]

_SHARPNESS: Final = 1.5
"""How much more likely the phase with the most use is selected than the others."""

_ANYWAY: Final = 0.05
_FACES_OF_A_DIE: Final = 6
_TILE_COST: Final = 3.0
"""What a tile in a construction zone costs, on average."""

_FEW_TILES: Final = 3

_WITH_SPARE_DIE: Final = 2
_SPARE_DIE: Final = MappingProxyType(
    {phase: FACES[DieType.HOME].count(Face(phase.value)) / _FACES_OF_A_DIE for phase in PHASES}
)


def others_select(rules: Rules, state: GameState, seat: int) -> dict[Phase, float]:
    """Return for each phase the chance that somebody else or the spare die makes it active."""
    missed = dict.fromkeys(PHASES, 1.0)
    for empire in state.empires:
        if empire.seat != seat:
            for phase, chance in selects(rules, empire).items():
                missed[phase] *= 1 - chance
    if len(state.empires) == _WITH_SPARE_DIE:
        for phase in PHASES:
            missed[phase] *= 1 - _SPARE_DIE[phase]
    return {phase: 1 - chance for phase, chance in missed.items()}


def selects(rules: Rules, empire: Empire) -> Chances:
    """Return how likely this player is to select each phase: where most workers are of use."""
    held = empire.holdings
    if held is None:
        return dict.fromkeys(PHASES, 1 / len(PHASES))
    workers = expected_workers(held)
    room = _room(rules, empire, held)
    use = {
        phase: (_ANYWAY + max(0.0, min(workers[phase], room[phase]))) ** _SHARPNESS
        for phase in PHASES
    }
    total = sum(use.values())
    return {phase: amount / total for phase, amount in use.items()}


def expected_workers(held: Holdings) -> dict[Phase, float]:
    """Return how many workers of each phase the dice of the cup show on average."""
    expected = dict.fromkeys(PHASES, 0.0)
    for kind in (*held.cup, *(die.type for die in held.rolled)):
        for phase, share in _shares(kind).items():
            expected[phase] += share
    return expected


@cache
def _shares(kind: DieType) -> Chances:
    """How often a die of that kind shows each phase; wild faces are for all alike."""
    shares = dict.fromkeys(PHASES, 0.0)
    for face in FACES[kind]:
        shown = phase_of(face)
        for phase in PHASES if shown is None else (shown,):
            shares[phase] += 1 / _FACES_OF_A_DIE / (len(PHASES) if shown is None else 1)
    return shares


def _room(rules: Rules, empire: Empire, held: Holdings) -> Chances:
    """How many workers of each phase this player has something to do for."""
    tableau = rules.sides(held.tableau)
    poor = len(held.citizenry) > empire.credits
    # Somebody with a full zone and money explores for want of anything better only.
    exploring = 0.5 + (held.zone_size < _FEW_TILES) + poor
    producing = sum(room.free for room in rooms(tableau, held.goods))
    return {
        Phase.EXPLORE: exploring,
        Phase.DEVELOP: _TILE_COST * len(held.developments) - len(held.developers),
        Phase.SETTLE: _TILE_COST * len(held.worlds) - len(held.settlers),
        Phase.PRODUCE: float(producing),
        Phase.SHIP: float(len(held.goods)),
    }
