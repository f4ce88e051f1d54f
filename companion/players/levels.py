"""Levels and styles of computer players by name, except the hard level, which needs a network."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.games.roll.rules.lookup import Rules
from companion.players.greedy_policy import GreedyPolicy
from companion.players.heuristics import USUAL, Weights
from companion.players.policy import Policy
from companion.players.random_policy import RandomPolicy
from companion.players.seeded_random import SeededRandom

Maker = Callable[[Rules, SeededRandom], Policy]
"""Creates a player; the second argument is its random number generator."""

_EASY_NOISE: Final = 1.6

STYLES: Final[Mapping[str, Weights]] = MappingProxyType(
    {
        "usual": USUAL,
        "producer": replace(USUAL, phases=(0.9, 0.7, 0.95, 1.5, 1.5)),
        "builder": replace(USUAL, phases=(1.1, 1.5, 1.4, 0.6, 0.6), power=1.2),
        "opportunist": replace(USUAL, phases=(1.2, 1.0, 1.0, 1.0, 1.2), credit=1.4),
    }
)
"""Preferences of the styles: goods and shipping, tiles, or credits; ``usual`` has none."""


def _random(rules: Rules, rng: SeededRandom, _: Weights) -> Policy:
    return RandomPolicy(rules, rng)


def _easy(rules: Rules, rng: SeededRandom, weights: Weights) -> Policy:
    return GreedyPolicy(rules, weights=weights, noise=_EASY_NOISE, plans=False, rng=rng)


def _normal(rules: Rules, _: SeededRandom, weights: Weights) -> Policy:
    return GreedyPolicy(rules, weights=replace(weights, recruit=0.0))


LEVELS: Final[Mapping[str, Callable[[Rules, SeededRandom, Weights], Policy]]] = MappingProxyType(
    {"random": _random, "easy": _easy, "normal": _normal}
)
"""From the weakest to the strongest."""


def level(name: str, style: str = "usual") -> Maker:
    """Return the factory of players with this level and style.

    Raises:
        KeyError: unknown level or style.
    """
    make, weights = LEVELS[name], STYLES[style]
    return lambda rules, rng: make(rules, rng, weights)
