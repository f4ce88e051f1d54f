"""Computer players by the name of their level, with the networks that they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from companion.games.roll.rules.lookup import Rules
from companion.players.chance import Chance
from companion.players.levels import LEVELS, Maker
from companion.players.policy import Policy
from models.store import FOLDER, load_manifest, model_bytes

HARD: Final = "hard"
INSTEAD: Final = "normal"
"""Who plays where the network of the hard player cannot be used."""

NAMES: Final = (*LEVELS, HARD)
"""From the weakest to the strongest."""


def makers(
    names: Sequence[str], players: int, tell: Callable[[str], None], folder: Path = FOLDER
) -> list[Maker]:
    """Return what makes the players of these levels, in their order.

    Args:
        names: out of ``NAMES``.
        players: how many play; each number has a network of its own.
        tell: is told in a sentence if somebody else has to play.
        folder: where the networks are.
    """
    hard = _hard(players, tell, folder) if HARD in names else None
    return [LEVELS[name] if name != HARD or hard is None else hard for name in _known(names, hard)]


def _known(names: Sequence[str], hard: Maker | None) -> list[str]:
    return [INSTEAD if name == HARD and hard is None else name for name in names]


def _hard(players: int, tell: Callable[[str], None], folder: Path) -> Maker | None:
    # numpy is loaded only where a network plays.
    from companion.players.lookahead_policy import LookaheadPolicy
    from companion.players.value_network import load

    try:
        content = model_bytes(f"players_{players}", load_manifest(folder))
        network = load(content, players)
    except CompanionError as error:
        tell(f"{error.message} The level {INSTEAD} plays instead of {HARD}.")
        return None

    def make(rules: Rules, _: Chance) -> Policy:
        return LookaheadPolicy(rules, network)

    return make
