"""Trains the computer player's networks from scratch: ``python -m models.training.players.make``.

For each number of players: the greedy player with randomised weights plays against itself, and a
network learns to predict the winner from the positions; then the lookahead player with this network
joins, and the next network learns from both. Each generation plays against the greedy player; the
one that wins most is written into ``models/`` with its hash and its metrics. An interrupted run
resumes.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from companion.catalog import load_roll_catalog
from companion.games.roll.rules.lookup import Rules
from companion.players.features import NAMES
from companion.players.greedy_policy import GreedyPolicy
from companion.players.heuristics import USUAL, Weights
from companion.players.lookahead_policy import LookaheadPolicy
from companion.players.policy import Policy
from companion.players.seeded_random import SeededRandom
from companion.players.value_network import ValueNetwork, load
from companion.simulation.executors import add_worker_options, executor
from companion.simulation.playing import Contest, OneOfMany, one_game, simulate
from models.store import FOLDER
from models.training.networks.entries import write_entry
from models.training.players.fit import Quality, fit, quality
from models.training.players.self_play import Positions, positions_of

BUILD: Final = Path("build/training/players")
SEED: Final = 21

GREEDY_GAMES: Final = 3000
LOOKAHEAD_GAMES: Final = 480
GENERATIONS: Final = 2
MATCH_GAMES: Final = 200
_BLOCK: Final = 60
"""Games of one file of positions; an interrupted run keeps its finished blocks."""

_WEIGHT: Final = 4
"""Weight of a position of lookahead players: there are fewer, and they play better."""

_HOLD_OUT_EVERY: Final = 10
"""Every tenth game is held out from training: the metrics come from it."""

_MOODS: Final = 1000


def moody(rng: SeededRandom) -> Weights:
    """Return randomised weights of a greedy player, for a variety of positions."""

    def about(value: float, spread: float) -> float:
        return value * (1 + spread * (2 * rng.below(_MOODS) / _MOODS - 1))

    return replace(
        USUAL,
        phases=tuple(about(each, 0.3) for each in USUAL.phases),
        power=about(USUAL.power, 0.6),
        die=about(USUAL.die, 0.5),
        credit=about(USUAL.credit, 0.4),
    )


def greedy_seating(rules: Rules, rng: SeededRandom, players: int) -> dict[int, Policy]:
    """Return greedy players, each with its own randomised weights."""
    return {
        seat: GreedyPolicy(rules, weights=moody(rng), noise=0.3, rng=rng)
        for seat in range(1, players + 1)
    }


def mixed_seating(
    network: ValueNetwork, rules: Rules, rng: SeededRandom, players: int
) -> dict[int, Policy]:
    """Return lookahead players and one greedy player, with randomised weights."""
    greedy = 1 + rng.below(players)
    return {
        seat: GreedyPolicy(rules, weights=moody(rng))
        if seat == greedy
        else LookaheadPolicy(rules, network, moody(rng))
        for seat in range(1, players + 1)
    }


def gathered(build: Path, players: int, generation: int, games: int, pool: Executor) -> Positions:
    """Return the positions of a generation's games; *pool* plays the blocks that do not exist."""
    blocks = [range(begin, min(begin + _BLOCK, games)) for begin in range(0, games, _BLOCK)]
    return Positions.join(list(pool.map(partial(_kept_block, build, players, generation), blocks)))


def _kept_block(build: Path, players: int, generation: int, block: range) -> Positions:
    """Return the positions of a block of games, played unless they exist."""
    folder = build / f"{players}_players" / f"generation_{generation}"
    played = partial(_play_block, build, players, generation, block)
    return Positions.kept(folder / f"games_{block.start:05d}", played)


def _play_block(build: Path, players: int, generation: int, block: range) -> Positions:
    seating = greedy_seating
    if generation:
        before = _network_path(build, players, generation - 1)
        seating = partial(mixed_seating, load(before.read_bytes(), players))
    return positions_of(Rules(load_roll_catalog()), players, block, SEED + generation, seating)


def _network_path(build: Path, players: int, generation: int) -> Path:
    return build / f"{players}_players" / f"network_{generation}.npz"


def trained(build: Path, players: int, generation: int, data: Positions) -> Quality:
    """Fit a generation's network, write it, return its metrics on held-out games."""
    held_out = data.games % _HOLD_OUT_EVERY == 0
    running = data.rows[:, 0, NAMES.index("over")] == 0
    network = fit(data.of(~held_out), players, SEED)
    _network_path(build, players, generation).write_bytes(network.content())
    return quality(network, data.of(held_out & running))


def match(build: Path, players: int, generation: int, games: int, pool: Executor) -> Contest:
    """Let a player with a generation's network play against greedy players."""
    path = _network_path(build, players, generation)
    summary = simulate(partial(_play_match, path, players), games, pool)
    assert summary.contest is not None  # noqa: S101 - there were makers
    return summary.contest


def _play_match(path: Path, players: int, game: int) -> OneOfMany:
    rules, network = _rules_and_network(path, players)

    def strong(rules: Rules, _: SeededRandom) -> Policy:
        return LookaheadPolicy(rules, network)

    def greedy(rules: Rules, _: SeededRandom) -> Policy:
        return GreedyPolicy(rules)

    makers = [strong, *[greedy] * (players - 1)]
    return one_game(rules, makers, game, players=players, seed=SEED, checked=False)


@cache
def _rules_and_network(path: Path, players: int) -> tuple[Rules, ValueNetwork]:
    return Rules(load_roll_catalog()), load(path.read_bytes(), players)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train the networks for the requested numbers of players and publish them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5])
    parser.add_argument("--build", type=Path, default=BUILD)
    add_worker_options(parser, workers=2)
    given = parser.parse_args(arguments)
    with executor(given) as pool:
        for players in given.players:
            path, entry = _made(given, players, pool)
            name = f"players_{players}"
            published = FOLDER / f"{name}.npz"
            published.write_bytes(path.read_bytes())
            write_entry(published, entry)
            sys.stdout.write(f"{name}: {json.dumps(entry)}\n")
    return 0


def _made(given: argparse.Namespace, players: int, pool: Executor) -> tuple[Path, dict[str, Any]]:
    """Train all generations; return the published network and its manifest entry.

    It is the best one against the greedy player: a network trained on players like itself may do
    well against these and worse against others.
    """
    parts: list[Positions] = []
    made: list[tuple[float, int, int, Quality]] = []
    games = 0
    for generation, count in enumerate((GREEDY_GAMES, *[LOOKAHEAD_GAMES] * (GENERATIONS - 1))):
        more = gathered(given.build, players, generation, count, pool)
        parts += [more] * (_WEIGHT if generation else 1)
        games += count
        figures = trained(given.build, players, generation, Positions.join(parts))
        contest = match(given.build, players, generation, MATCH_GAMES, pool)
        made.append((contest.wins[0] / MATCH_GAMES, -generation, games, figures))
    wins, generation, games, figures = max(made, key=lambda each: each[:2])
    return _network_path(given.build, players, -generation), {
        "recipe": "players/1",
        "seed": SEED,
        "games": games,
        "figures": {
            "loss": round(figures.loss, 4),
            "calibration_error": round(figures.calibration_error, 4),
            "auc": [round(auc, 3) for auc in figures.auc],
            "win_shares": {"normal": round(wins, 3)},
        },
    }


if __name__ == "__main__":
    raise SystemExit(main())
