"""Merchant (section 4.2) and steward (section 4.3)."""

from dataclasses import dataclass, replace
from typing import Final

from companion.games.emperor import errors, rules
from companion.games.emperor.holdings import (
    Cubes,
    CubesLaid,
    MarksChanged,
    StorageChanged,
    UseTechnology,
)
from companion.games.emperor.options import Options, Prices
from companion.games.emperor.rounds import BonusTaken, EndTurn, StepBegan
from companion.games.emperor.rules import Event, Events
from companion.games.emperor.state import (
    CUBES_LIMIT,
    ENERGY_LIMIT,
    METAL_LIMIT,
    GameState,
    Player,
    Step,
)
from companion.games.emperor.technologies import Technology
from companion.games.messages import Command, Move
from companion.games.refusals import NOT_NOW

MARKET_DICE: Final = 4

# --- the market ----------------------------------------------------------------------------------


class MarketThrown(Event):
    """The values of the market dice."""

    dice: tuple[int, ...]

    def apply(self, state: GameState) -> GameState:
        throws = state.throws + 1
        return replace(state, market=self.dice, step=Step.MARKET_DROP, tray=(), throws=throws)


class ThrowMarket(Command):
    """The four market dice (section 4.2)."""

    dice: tuple[int, ...]

    def decide(self, state: GameState) -> Events:
        rules.check_step(state, Step.MARKET_THROW)
        rules.check_dice(self.dice, MARKET_DICE)
        return (MarketThrown(self.dice),)


class Reroll(Move):
    """A Time Warp on a market die, before it is dropped."""

    index: int
    value: int

    def decide(self, state: GameState) -> Events:
        """The value is that of the last reroll (section 5)."""
        rules.check_step(state, Step.MARKET_DROP)
        rules.check_technology(state.player(self.seat), Technology.TIME_WARP)
        rules.check_dice((self.value,), 1)
        before, after = _around(state, self.index)
        thrown = MarketThrown((*before, self.value, *after))
        return UseTechnology(self.seat, Technology.TIME_WARP), thrown


def _around(state: GameState, index: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the market dice before and after one."""
    if not 0 <= index < len(state.market):
        raise NOT_NOW()
    return state.market[:index], state.market[index + 1 :]


class DropDie(Command):
    """The selector discards one of the four; the others determine the prices."""

    index: int

    def decide(self, state: GameState) -> Events:
        rules.check_step(state, Step.MARKET_DROP)
        before, after = _around(state, self.index)
        market_prices((*before, *after), state.options)  # the board's tables must be entered first
        return MarketThrown((*before, *after)), StepBegan(Step.TRADE, state.turns)


@dataclass(frozen=True, slots=True)
class MarketPrices:
    """Prices of one cube, in marks."""

    food: int
    metal: int
    energy: int


def market_prices(dice: tuple[int, ...], options: Options) -> MarketPrices:
    """Return the prices of the three remaining dice: lowest food, highest energy.

    Refuses if a table of the board has not been entered.
    """
    food, metal, energy = sorted(dice)
    return MarketPrices(
        _price(options.food_prices, food, options, "food"),
        _price(options.metal_prices, metal, options, "metal"),
        _price(options.energy_prices, energy, options, "energy"),
    )


def _price(table: Prices, value: int, options: Options, good: str) -> int:
    if table:
        return table[value - 1]
    if options.price_is_pips:
        return value
    raise errors.PRICES_UNKNOWN(good=good)


# --- trade ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealings:
    """What a player buys and sells at the market.

    Attributes:
        food_bought: cubes bought; food that is not used as supply is sold.
        metal, energy: bought (positive) or sold (negative).
    """

    food_bought: int = 0
    metal: int = 0
    energy: int = 0


def marks_change(prices: MarketPrices, dealings: Dealings, food_sold: int) -> int:
    """Return the change of a player's marks."""
    return (
        prices.food * (food_sold - dealings.food_bought)
        - prices.metal * dealings.metal
        - prices.energy * dealings.energy
    )


class TradeGoods(Move):
    """A player's whole Merchant turn: harvest, trade, supply (section 4.2).

    *lies*: cubes on sectors afterwards; sectors that are not listed keep theirs.
    """

    dealings: Dealings
    lies: tuple[Cubes, ...] = ()

    def decide(self, state: GameState) -> Events:
        """Food that is not put on a sector is sold."""
        player = rules.on_turn(state, self.seat, Step.TRADE)
        deals = self.dealings
        lay = _supply(state, player, self.lies)
        harvest = sum(sector.food for sector in state.own(self.seat))
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
        events: list[object] = [CubesLaid(self.lies)] if self.lies else []
        if deals.metal or deals.energy:
            events.append(StorageChanged(self.seat, deals.metal, deals.energy, "merchant"))
        if marks:
            events.append(MarksChanged(self.seat, marks, "market"))
        return (*events, EndTurn(self.seat))


def _supply(state: GameState, player: Player, lies: tuple[Cubes, ...]) -> int:
    """Return the total change of cubes on sectors; cubes taken back count negative."""
    if len({cubes.sector for cubes in lies}) != len(lies):
        raise errors.FOOD(name=player.name)
    total = 0
    for cubes in lies:
        sector = rules.own_sector(state, player.seat, cubes.sector)
        if not 0 <= cubes.count <= CUBES_LIMIT:
            raise errors.FOOD(name=player.name)
        if cubes.count > sector.cubes and not (sector.metal or sector.energy):
            raise errors.FOOD(name=player.name)
        total += cubes.count - sector.cubes
    return total


class Pirate(Move):
    """Star Pirate: one metal of an opponent, or one food from their *sector* (section 5)."""

    victim: int
    sector: int | None = None

    def decide(self, state: GameState) -> Events:
        player = rules.on_turn(state, self.seat, Step.TRADE)
        rules.check_technology(player, Technology.STAR_PIRATE)
        victim = state.player(self.victim)
        if victim is player:
            raise NOT_NOW()
        used = UseTechnology(self.seat, Technology.STAR_PIRATE)
        if self.sector is None:
            if not victim.metal:
                raise errors.NOT_ENOUGH(name=victim.name, what="metal")
            if player.metal >= METAL_LIMIT:
                raise errors.STORAGE(name=player.name)
            both = ((victim.seat, -1), (player.seat, 1))
            return (used, *(StorageChanged(seat, n, 0, "star_pirate") for seat, n in both))
        sector = rules.own_sector(state, victim.seat, self.sector)
        if not sector.cubes:
            raise errors.NOT_ENOUGH(name=victim.name, what="food")
        prices = market_prices(state.market, state.options)
        lies = (Cubes(sector.number, sector.cubes - 1),)
        return used, CubesLaid(lies), MarksChanged(player.seat, prices.food, "star_pirate")


PROTEIN_SECTORS: Final = 2


class TakeFree(Move):
    """The Steward's selector takes a metal or an energy at the start of the turn."""

    metal: bool

    def decide(self, state: GameState) -> Events:
        player = rules.on_turn(state, self.seat, Step.PRODUCE)
        if self.seat != state.selector or state.bonus_used or state.acted:
            raise NOT_NOW()
        metal, energy = (1, 0) if self.metal else (0, 1)
        if player.metal + metal > METAL_LIMIT or player.energy + energy > ENERGY_LIMIT:
            raise errors.STORAGE(name=player.name)
        return BonusTaken(self.seat), StorageChanged(self.seat, metal, energy, "steward")


class ProduceOn(Move, Event):
    """Sectors that produce for one food each; those *without_food* by Protein Fields."""

    sectors: tuple[int, ...]
    without_food: tuple[int, ...] = ()

    def decide(self, state: GameState) -> Events:
        """What exceeds the Storage is lost."""
        player = rules.on_turn(state, self.seat, Step.PRODUCE)
        free = self.without_food
        if free:
            rules.check_technology(player, Technology.PROTEIN_FIELDS)
            if len(set(free)) > PROTEIN_SECTORS or not set(free) <= set(self.sectors):
                raise errors.TECHNOLOGY(name=player.name)
        metal = energy = 0
        lies = []
        if not self.sectors or len(set(self.sectors)) != len(self.sectors):
            raise errors.NO_SUCH_SECTOR(number="-")
        for number in self.sectors:
            sector = rules.own_sector(state, self.seat, number)
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
        used = (UseTechnology(self.seat, Technology.PROTEIN_FIELDS),) if free else ()
        return (*fed, self, *used, StorageChanged(self.seat, metal, energy, "steward"))

    def apply(self, state: GameState) -> GameState:
        return replace(state, acted=state.acted | set(self.sectors))
