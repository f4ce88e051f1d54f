"""Computer players by level, with the networks they need."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError
from companion.players.errors import PlayerNetworkError
from companion.players.heuristics import USUAL, Weights
from companion.players.levels import LEVELS, STYLES, Maker, level
from companion.players.lookahead_policy import LookaheadPolicy
from companion.players.seated import SeatedPlayers, known_levels
from models.store import FOLDER, load_manifest, model_bytes

if TYPE_CHECKING:
    from companion.players.value_network import ValueNetwork

HARD: Final = "hard"
INSTEAD: Final = "normal"
"""Fallback level if the network of the hard player cannot be used."""

NAMES: Final = (*LEVELS, HARD)
"""From the weakest to the strongest."""


def is_player(name: str) -> bool:
    """Return whether *name* is a level, or a level and a style as in ``normal/builder``."""
    found, _, style = name.partition("/")
    return found in NAMES and (style in STYLES or "/" not in name)


def makers(
    names: Sequence[str], players: int, tell: Callable[[str], None], folder: Path = FOLDER
) -> list[Maker]:
    """Return the factories of these players, in the given order.

    Args:
        names: levels or level/style, see ``is_player``.
        players: number of players; there is one network for each number.
        tell: called with a message if the fallback level plays instead.
        folder: where the networks are.
    """
    pairs = [name.partition("/")[::2] for name in names]
    network = None
    if any(name == HARD for name, _ in pairs):
        try:
            network = value_network(players, folder)
        except CompanionError as error:
            tell(f"{error.message} The level {INSTEAD} plays instead of {HARD}.")
    found = []
    for name, style in ((name, style or "usual") for name, style in pairs):
        if name == HARD and network is not None:
            found.append(_hard(network, STYLES[style]))
        else:
            found.append(level(INSTEAD if name == HARD else name, style))
    return found


@cache
def value_network(players: int, folder: Path = FOLDER) -> "ValueNetwork":
    """Return the network for this number of players; it is loaded once.

    Raises:
        PlayerNetworkError: it is missing, damaged or incompatible.
    """
    from companion.players.value_network import load

    try:
        return load(model_bytes(f"players_{players}", load_manifest(folder)), players)
    except PlayerNetworkError:
        raise
    except CompanionError as error:
        raise PlayerNetworkError(players=players, reason=error.message) from error


def seated_players(folder: Path = FOLDER) -> SeatedPlayers:
    """Return the computer players of a table; networks are loaded when a hard player plays."""

    def find(name: str, style: str, players: int) -> Maker:
        if name != HARD:
            return known_levels(name, style, players)
        return _hard(value_network(players, folder), STYLES.get(style, USUAL))

    return SeatedPlayers(find)


def _hard(network: "ValueNetwork", weights: Weights) -> Maker:
    return lambda rules, _: LookaheadPolicy(rules, network, weights)
