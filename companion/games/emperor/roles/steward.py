"""Steward: sectors produce metal and energy (section 4.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.games.emperor import errors, rules
from companion.games.emperor.holdings import Cubes, CubesLaid, StorageChanged, UseTechnology
from companion.games.emperor.rounds import BonusTaken
from companion.games.emperor.rules import Events, apply, decide
from companion.games.emperor.state import ENERGY_LIMIT, METAL_LIMIT, GameState, Step
from companion.games.emperor.technologies import Technology
from companion.games.refusals import NOT_NOW

PROTEIN_SECTORS: Final = 2


@dataclass(frozen=True, slots=True)
class TakeFree:
    """The Steward's selector takes a metal or an energy at the start of the turn."""

    seat: int
    metal: bool


@decide.case
def _take_free(state: GameState, command: TakeFree) -> Events:
    player = rules.on_turn(state, command.seat, Step.PRODUCE)
    if command.seat != state.selector or state.bonus_used or state.acted:
        raise NOT_NOW()
    metal, energy = (1, 0) if command.metal else (0, 1)
    if player.metal + metal > METAL_LIMIT or player.energy + energy > ENERGY_LIMIT:
        raise errors.STORAGE(name=player.name)
    return BonusTaken(command.seat), StorageChanged(command.seat, metal, energy, "steward")


@dataclass(frozen=True, slots=True)
class ProduceOn:
    """Sectors that produce for one food each; those *without_food* by Protein Fields."""

    seat: int
    sectors: tuple[int, ...]
    without_food: tuple[int, ...] = ()


@decide.case
def _produce(state: GameState, command: ProduceOn) -> Events:
    """What exceeds the Storage is lost."""
    player = rules.on_turn(state, command.seat, Step.PRODUCE)
    free = command.without_food
    if free:
        rules.check_technology(player, Technology.PROTEIN_FIELDS)
        if len(set(free)) > PROTEIN_SECTORS or not set(free) <= set(command.sectors):
            raise errors.TECHNOLOGY(name=player.name)
    metal = energy = 0
    lies = []
    if not command.sectors or len(set(command.sectors)) != len(command.sectors):
        raise errors.NO_SUCH_SECTOR(number="-")
    for number in command.sectors:
        sector = rules.own_sector(state, command.seat, number)
        if number in state.acted or not (sector.metal or sector.energy):
            raise errors.NO_SUCH_SECTOR(number=number)
        if number not in free:
            if not sector.cubes:
                raise errors.FOOD(name=player.name)
            lies.append(Cubes(number, sector.cubes - 1))
        metal += sector.metal
        energy += sector.energy
    metal = min(metal, METAL_LIMIT - player.metal)
    energy = min(energy, ENERGY_LIMIT - player.energy)
    fed = (CubesLaid(tuple(lies)),) if lies else ()
    used = (UseTechnology(command.seat, Technology.PROTEIN_FIELDS),) if free else ()
    return (*fed, command, *used, StorageChanged(command.seat, metal, energy, "steward"))


@apply.case
def _produced(state: GameState, event: ProduceOn) -> GameState:
    return replace(state, acted=state.acted | set(event.sectors))
