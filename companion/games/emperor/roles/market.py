"""The Merchant's market: prices from three dice, and a player's bill (section 4.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.emperor import errors
from companion.games.emperor.options import Options, Prices

MARKET_DICE: Final = 4


@dataclass(frozen=True, slots=True)
class MarketPrices:
    """Prices of one cube, in marks."""

    food: int
    metal: int
    energy: int


def market_prices(dice: tuple[int, ...], options: Options) -> MarketPrices:
    """Return the prices of the three remaining dice: lowest food, highest energy.

    Raises:
        RefusedError: a table of the board has not been entered.
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
