"""Steward, Engineer, Scientist, and technologies of all roles (sections 4.3, 4.4, 4.7, 5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.emperor import commands as asked
from companion.games.emperor import errors
from companion.games.emperor import events as happened
from companion.games.emperor.asking import (
    check_dice,
    check_technology,
    on_turn,
    own_sector,
    seated,
)
from companion.games.emperor.events import Event
from companion.games.emperor.options import Bill, Options
from companion.games.emperor.state import ENERGY_LIMIT, METAL_LIMIT, GameState, Step
from companion.games.emperor.technologies import ONCE_A_ROUND, Technology
from companion.games.emperor.war.forces import Ship, Token
from companion.games.refusals import NOT_NOW

ROBOTICS_METAL: Final = 2
PROTEIN_SECTORS: Final = 2
CAUGHT_FROM: Final = 5
"""Minimum of the victim's die for which a Saboteur is removed from the game."""


def take_free(state: GameState, command: asked.TakeFree) -> tuple[Event, ...]:
    """The Steward's selector takes a metal or an energy at the start of the turn."""
    player = on_turn(state, command.seat, Step.PRODUCE)
    if command.seat != state.selector or state.bonus_used or state.acted:
        raise NOT_NOW()
    metal, energy = (1, 0) if command.metal else (0, 1)
    if player.metal + metal > METAL_LIMIT or player.energy + energy > ENERGY_LIMIT:
        raise errors.STORAGE(name=player.name)
    return (
        happened.BonusTaken(command.seat),
        happened.StorageChanged(command.seat, metal, energy, "steward"),
    )


def produce(state: GameState, command: asked.ProduceOn) -> tuple[Event, ...]:
    """Sectors produce for one food each; what exceeds the Storage is lost."""
    player = on_turn(state, command.seat, Step.PRODUCE)
    free = command.without_food
    if free:
        check_technology(player, Technology.PROTEIN_FIELDS)
        if len(set(free)) > PROTEIN_SECTORS or not set(free) <= set(command.sectors):
            raise errors.TECHNOLOGY(name=player.name)
    metal = energy = 0
    lies = []
    if not command.sectors or len(set(command.sectors)) != len(command.sectors):
        raise errors.NO_SUCH_SECTOR(number="-")
    for number in command.sectors:
        sector = own_sector(state, command.seat, number)
        if number in state.acted or not (sector.metal or sector.energy):
            raise errors.NO_SUCH_SECTOR(number=number)
        if number not in free:
            if not sector.cubes:
                raise errors.FOOD(name=player.name)
            lies.append(asked.Cubes(number, sector.cubes - 1))
        metal += sector.metal
        energy += sector.energy
    metal = min(metal, METAL_LIMIT - player.metal)
    energy = min(energy, ENERGY_LIMIT - player.energy)
    events: list[Event] = [happened.CubesLaid(tuple(lies))] if lies else []
    events.append(happened.SectorsProduced(command.seat, command.sectors))
    if free:
        events.append(happened.TechnologyUsed(command.seat, Technology.PROTEIN_FIELDS))
    events.append(happened.StorageChanged(command.seat, metal, energy, "steward"))
    return tuple(events)


def build(state: GameState, command: asked.BuildShips) -> tuple[Event, ...]:
    """Build ships for marks, metal and energy, from the reserve."""
    player = on_turn(state, command.seat, Step.BUILD)
    counts = {
        Ship.FIGHTER: command.fighters,
        Ship.CRUISER: command.cruisers,
        Ship.DREADNOUGHT: command.dreadnoughts,
    }
    if min(counts.values()) < 0 or (not any(counts.values()) and not command.free_fighter):
        raise NOT_NOW()
    if command.free_fighter and (command.seat != state.selector or state.bonus_used):
        raise NOT_NOW()
    for ship, count in counts.items():
        extra = command.free_fighter and ship is Ship.FIGHTER
        if count + extra > player.in_reserve(ship):
            raise errors.NO_RESERVE(name=player.name, what=ship.value)
    whole = _bill_before(state.options, counts)
    discount = 0
    if player.has(Technology.ROBOTICS):  # applies to the bill of the whole turn
        discount = min(ROBOTICS_METAL - state.discounted, whole.metal)
    bill = replace(whole, metal=whole.metal - discount)
    for what in ("marks", "metal", "energy"):
        if getattr(bill, what) > getattr(player, what):
            raise errors.NOT_ENOUGH(name=player.name, what=what)
    fighters = command.fighters + command.free_fighter
    built = happened.ShipsBuilt(
        command.seat,
        fighters,
        command.cruisers,
        command.dreadnoughts,
        bill,
        discount,
        _delivery(state, command) if state.fields else 0,
    )
    return (happened.BonusTaken(command.seat), built) if command.free_fighter else (built,)


def _delivery(state: GameState, command: asked.BuildShips) -> int:
    """Return the hex of the Starbase that gets the ships."""
    own = [s for s in state.own(command.seat) if s.token is Token.STARBASE]
    if not command.hex:
        return next(sector.number for sector in own if sector.home)
    if command.hex not in [sector.number for sector in own]:
        raise errors.NO_SUCH_SECTOR(number=command.hex)
    return command.hex


def _bill_before(options: Options, counts: dict[Ship, int]) -> Bill:
    bill = Bill()
    for ship, count in counts.items():
        if count:
            cost: Bill | None = getattr(options, ship.value)
            if cost is None:
                raise errors.COST_UNKNOWN(what=ship.value)
            bill += cost.times(count)
    return bill


def buy_technology(state: GameState, command: asked.BuyTechnology) -> tuple[Event, ...]:
    """Buy one technology for energy; the Scientist's selector pays one less."""
    player = on_turn(state, command.seat, Step.RESEARCH)
    technology = command.technology
    taken = {each for p in state.players for each in p.technologies}
    if technology in taken | state.removed:
        raise errors.TECHNOLOGY(name=player.name)
    cost = state.options.cost_of(technology)
    if cost is None:
        raise errors.COST_UNKNOWN(what=technology.value)
    cost = max(0, cost - (command.seat == state.selector))
    if cost > player.energy:
        raise errors.NOT_ENOUGH(name=player.name, what="energy")
    bought = happened.TechnologyBought(command.seat, technology, cost)
    return bought, happened.TurnEnded(command.seat)


def use_technology(state: GameState, command: asked.UseTechnology) -> tuple[Event, ...]:
    """Record that a technology which works once a round has been used."""
    if not state.selected:
        raise NOT_NOW()
    player = seated(state, command.seat)
    check_technology(player, command.technology)
    if command.technology not in ONCE_A_ROUND:
        raise errors.TECHNOLOGY(name=player.name)
    return (happened.TechnologyUsed(command.seat, command.technology),)


def sabotage(state: GameState, command: asked.Sabotage) -> tuple[Event, ...]:
    """Block a technology that was just announced, until the end of the round."""
    if not state.selected:
        raise NOT_NOW()
    saboteur, victim = seated(state, command.seat), seated(state, command.victim)
    check_technology(saboteur, Technology.SABOTEUR)
    if victim is saboteur or command.technology not in victim.technologies:
        raise errors.TECHNOLOGY(name=victim.name)
    check_dice((command.catch,), 1)
    caught = command.catch >= CAUGHT_FROM
    return (happened.TechnologyBlocked(command.seat, command.victim, command.technology, caught),)
