"""The levels of computer players by name, and what plays instead of one that cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.roll.rules.lookup import Rules
from companion.players.chance import Chance
from companion.players.greedy_policy import GreedyPolicy
from companion.players.policy import Policy
from companion.players.random_policy import RandomPolicy

Maker = Callable[[Rules, Chance], Policy]
"""Makes a player; all that it does by chance comes from the second argument."""

_EASY_NOISE: Final = 1.6


def _random(rules: Rules, chance: Chance) -> Policy:
    return RandomPolicy(rules, chance)


def _easy(rules: Rules, chance: Chance) -> Policy:
    return GreedyPolicy(rules, noise=_EASY_NOISE, plans=False, chance=chance)


def _normal(rules: Rules, _: Chance) -> Policy:
    return GreedyPolicy(rules)


LEVELS: Final[dict[str, Maker]] = {"random": _random, "easy": _easy, "normal": _normal}
"""From the weakest to the strongest."""
