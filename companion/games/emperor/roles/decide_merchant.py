"""Merchant: the market dice, harvest, trade, supply (section 4.2)."""

from __future__ import annotations

from companion.games.emperor import commands as asked
from companion.games.emperor import errors
from companion.games.emperor import events as happened
from companion.games.emperor.asking import (
    check_dice,
    check_step,
    check_technology,
    on_turn,
    own_sector,
    seated,
)
from companion.games.emperor.events import Event
from companion.games.emperor.roles.market import MARKET_DICE, market_prices, marks_change
from companion.games.emperor.state import (
    CUBES_LIMIT,
    ENERGY_LIMIT,
    METAL_LIMIT,
    GameState,
    Player,
    Step,
)
from companion.games.emperor.technologies import Technology
from companion.games.refusals import NOT_NOW


def throw_market(state: GameState, command: asked.ThrowMarket) -> tuple[Event, ...]:
    """Record the four market dice."""
    check_step(state, Step.MARKET_THROW)
    check_dice(command.dice, MARKET_DICE)
    return (happened.MarketThrown(command.dice),)


def reroll(state: GameState, command: asked.Reroll) -> tuple[Event, ...]:
    """Reroll a market die by Time Warp; the value is that of the last reroll (section 5)."""
    check_step(state, Step.MARKET_DROP)
    check_technology(seated(state, command.seat), Technology.TIME_WARP)
    check_dice((command.value,), 1)
    if not 0 <= command.index < len(state.market):
        raise NOT_NOW()
    dice = list(state.market)
    dice[command.index] = command.value
    used = happened.TechnologyUsed(command.seat, Technology.TIME_WARP)
    return used, happened.MarketThrown(tuple(dice))


def drop_die(state: GameState, command: asked.DropDie) -> tuple[Event, ...]:
    """Discard one die; the others determine the prices.

    Raises:
        RefusedError: the board's tables must be entered first.
    """
    check_step(state, Step.MARKET_DROP)
    if not 0 <= command.index < len(state.market):
        raise NOT_NOW()
    kept = tuple(value for i, value in enumerate(state.market) if i != command.index)
    market_prices(kept, state.options)
    return happened.MarketThrown(kept), happened.StepBegan(Step.TRADE, state.turns)


def trade(state: GameState, command: asked.TradeGoods) -> tuple[Event, ...]:
    """Harvest, buy and sell, supply; food that is not put on a sector is sold."""
    player = on_turn(state, command.seat, Step.TRADE)
    deals = command.dealings
    lay = _supply(state, player, command.lies)
    harvest = sum(sector.food for sector in state.own(command.seat))
    sold = harvest + deals.food_bought - lay
    if deals.food_bought < 0 or sold < 0:
        raise errors.FOOD(name=player.name)
    metal, energy = player.metal + deals.metal, player.energy + deals.energy
    if metal < 0 or energy < 0:
        raise errors.NOT_ENOUGH(name=player.name, what="metal" if metal < 0 else "energy")
    if metal > METAL_LIMIT or energy > ENERGY_LIMIT:
        raise errors.STORAGE(name=player.name)
    marks = marks_change(market_prices(state.market, state.options), deals, sold)
    if player.marks + marks < 0:
        raise errors.NOT_ENOUGH(name=player.name, what="marks")
    events: list[Event] = [happened.CubesLaid(command.lies)] if command.lies else []
    if deals.metal or deals.energy:
        events.append(happened.StorageChanged(command.seat, deals.metal, deals.energy, "merchant"))
    if marks:
        events.append(happened.MarksChanged(command.seat, marks, "market"))
    return (*events, happened.TurnEnded(command.seat))


def _supply(state: GameState, player: Player, lies: tuple[asked.Cubes, ...]) -> int:
    """Return the total change of cubes on sectors; cubes taken back count negative."""
    if len({cubes.sector for cubes in lies}) != len(lies):
        raise errors.FOOD(name=player.name)
    total = 0
    for cubes in lies:
        sector = own_sector(state, player.seat, cubes.sector)
        if not 0 <= cubes.count <= CUBES_LIMIT:
            raise errors.FOOD(name=player.name)
        if cubes.count > sector.cubes and not (sector.metal or sector.energy):
            raise errors.FOOD(name=player.name)
        total += cubes.count - sector.cubes
    return total


def pirate(state: GameState, command: asked.Pirate) -> tuple[Event, ...]:
    """Star Pirate takes a metal, or a food from a sector, in its owner's turn (section 5)."""
    player = on_turn(state, command.seat, Step.TRADE)
    check_technology(player, Technology.STAR_PIRATE)
    victim = seated(state, command.victim)
    if victim is player:
        raise NOT_NOW()
    used = happened.TechnologyUsed(command.seat, Technology.STAR_PIRATE)
    if command.sector is None:
        if not victim.metal:
            raise errors.NOT_ENOUGH(name=victim.name, what="metal")
        if player.metal >= METAL_LIMIT:
            raise errors.STORAGE(name=player.name)
        return (
            used,
            happened.StorageChanged(victim.seat, -1, 0, "star_pirate"),
            happened.StorageChanged(player.seat, 1, 0, "star_pirate"),
        )
    sector = own_sector(state, victim.seat, command.sector)
    if not sector.cubes:
        raise errors.NOT_ENOUGH(name=victim.name, what="food")
    prices = market_prices(state.market, state.options)
    lies = (asked.Cubes(sector.number, sector.cubes - 1),)
    sale = happened.MarksChanged(player.seat, prices.food, "star_pirate")
    return used, happened.CubesLaid(lies), sale
