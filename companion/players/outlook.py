"""Predicts which phases the other players select, from public information."""

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
"""Exponent that favours the phases with the most useful workers."""

_ANYWAY: Final = 0.05
_FACES_OF_A_DIE: Final = 6
_TILE_COST: Final = 3.0
"""Average cost of a tile in a construction zone."""

_FEW_TILES: Final = 3

_WITH_SPARE_DIE: Final = 2
_SPARE_DIE: Final = MappingProxyType(
    {phase: FACES[DieType.HOME].count(Face(phase.value)) / _FACES_OF_A_DIE for phase in PHASES}
)


def others_select(rules: Rules, state: GameState, seat: int) -> dict[Phase, float]:
    """Return the probability of each phase to be activated by others or the spare die."""
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
    """Return the probability that this player selects each phase, by number of useful workers."""
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
    """Return the expected number of workers of each phase for the dice of the cup."""
    expected = dict.fromkeys(PHASES, 0.0)
    for kind in (*held.cup, *(die.type for die in held.rolled)):
        for phase, share in _shares(kind).items():
            expected[phase] += share
    return expected


@cache
def _shares(kind: DieType) -> Chances:
    """Return the probability of each phase for a die type; wild faces count equally for all."""
    shares = dict.fromkeys(PHASES, 0.0)
    for face in FACES[kind]:
        shown = phase_of(face)
        for phase in PHASES if shown is None else (shown,):
            shares[phase] += 1 / _FACES_OF_A_DIE / (len(PHASES) if shown is None else 1)
    return shares


def _room(rules: Rules, empire: Empire, held: Holdings) -> Chances:
    """Return the number of workers that the player can use in each phase."""
    tableau = rules.sides(held.tableau)
    poor = len(held.citizenry) > empire.credits
    # With a full zone and enough credits exploring is of little use.
    exploring = 0.5 + (held.zone_size < _FEW_TILES) + poor
    producing = sum(room.free for room in rooms(tableau, held.goods))
    return {
        Phase.EXPLORE: exploring,
        Phase.DEVELOP: _TILE_COST * len(held.developments) - len(held.developers),
        Phase.SETTLE: _TILE_COST * len(held.worlds) - len(held.settlers),
        Phase.PRODUCE: float(producing),
        Phase.SHIP: float(len(held.goods)),
    }
