"""Measures the calibration of the displayed win probabilities.

``python -m models.training.players.calibration``

Plays games that no network was trained on and compares a spectator's win probabilities at the
beginning of every round with the results.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from companion.catalog import load_roll_catalog
from companion.games.roll.rules.lookup import Rules
from companion.players.features import NAMES
from companion.players.greedy_policy import GreedyPolicy
from companion.players.levels import level
from companion.players.policy import Policy
from companion.players.seeded_random import SeededRandom
from companion.players.value_network import load
from models.store import model_bytes
from models.training.players.fit import quality
from models.training.players.make import moody
from models.training.players.self_play import positions_of

SEED = 1021
"""Far from the seeds of the training."""


def mixed(rules: Rules, rng: SeededRandom, players: int) -> dict[int, Policy]:
    """Easy and normal players and some with randomised weights, for players of mixed strength."""
    found: dict[int, Policy] = {}
    for seat in range(1, players + 1):
        name = rng.choice(("easy", "normal", "moody"))
        found[seat] = (
            GreedyPolicy(rules, weights=moody(rng)) if name == "moody" else level(name)(rules, rng)
        )
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print loss, expected calibration error and AUC for each number of players."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5])
    parser.add_argument("--games", type=int, default=1000)
    given = parser.parse_args(arguments)
    rules = Rules(load_roll_catalog())
    for players in given.players:
        network = load(model_bytes(f"players_{players}"), players)
        data = positions_of(rules, players, range(given.games), SEED, mixed, public=True)
        running = data.of(data.rows[:, 0, NAMES.index("over")] == 0)
        sys.stdout.write(f"{players} players, {given.games} games: {quality(network, running)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
