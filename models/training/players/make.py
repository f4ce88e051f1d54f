"""Trains the computer player's networks from scratch: ``python -m models.training.players.make``.

For each number of players: the greedy player with randomised weights plays against itself, and a
network learns to predict the winner from the positions; then the lookahead player with this network
joins, and the next network learns from both. Each generation is evaluated against those before and
the greedy player. The one that wins most against the latter is written into ``models/`` with its
hash and its metrics. An interrupted run resumes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.catalog import load_roll_catalog
from companion.games.roll.rules.lookup import Rules
from companion.players.features import NAMES
from companion.players.greedy_policy import GreedyPolicy
from companion.players.heuristics import USUAL, Weights
from companion.players.lookahead_policy import LookaheadPolicy
from companion.players.policy import Policy
from companion.players.seeded_random import SeededRandom
from companion.players.value_network import ValueNetwork, load
from companion.simulation.playing import Contest, simulate
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

_BEFORE: Final = 2
"""Number of previous generations that a generation plays against."""

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
    folder = build / f"{players}_players" / f"generation_{generation}"
    folder.mkdir(parents=True, exist_ok=True)
    blocks = [range(begin, min(begin + _BLOCK, games)) for begin in range(0, games, _BLOCK)]
    missing = [block for block in blocks if not _block_path(folder, block).exists()]
    play = partial(_play_block, folder, build, players, generation)
    list(pool.map(play, missing))
    return _joined([_read(_block_path(folder, block)) for block in blocks])


def _block_path(folder: Path, block: range) -> Path:
    return folder / f"games_{block.start:05d}.npz"


def _play_block(folder: Path, build: Path, players: int, generation: int, block: range) -> None:
    seating = greedy_seating
    if generation:
        before = _network_path(build, players, generation - 1)
        seating = partial(mixed_seating, load(before.read_bytes(), players))
    rules = Rules(load_roll_catalog())
    found = positions_of(rules, players, block, SEED + generation, seating)
    path = _block_path(folder, block)
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **asdict(found))
    unfinished.rename(path)


def _read(path: Path) -> Positions:
    with np.load(path) as file:
        return Positions(file["rows"], file["shares"], file["games"], file["rounds"])


def _joined(parts: Sequence[Positions]) -> Positions:
    fields = [asdict(part) for part in parts]
    return Positions(*(np.concatenate([each[name] for each in fields]) for name in fields[0]))


def _network_path(build: Path, players: int, generation: int) -> Path:
    return build / f"{players}_players" / f"network_{generation}.npz"


def trained(build: Path, players: int, generation: int, data: Positions) -> Quality:
    """Fit a generation's network, write it, return its metrics on held-out games."""
    held_out = data.games % _HOLD_OUT_EVERY == 0
    running = data.rows[:, 0, NAMES.index("over")] == 0
    network = fit(data.of(~held_out), players, SEED)
    _network_path(build, players, generation).write_bytes(network.content())
    return quality(network, data.of(held_out & running))


def match(
    build: Path, players: int, one: int | None, other: int | None, games: int, workers: int = 1
) -> Contest:
    """Let a player of one generation play against players of another; None is the greedy player."""
    rules = Rules(load_roll_catalog())

    def make(generation: int | None, rules: Rules, _: SeededRandom) -> Policy:
        if generation is None:
            return GreedyPolicy(rules)
        path = _network_path(build, players, generation)
        return LookaheadPolicy(rules, load(path.read_bytes(), players))

    makers = [partial(make, one), *[partial(make, other)] * (players - 1)]
    summary = simulate(
        rules,
        players=players,
        games=games,
        seed=SEED,
        makers=makers,
        checked=False,
        workers=workers,
    )
    assert summary.contest is not None  # noqa: S101 - there were makers
    return summary.contest


def _ladder(given: argparse.Namespace, players: int) -> dict[str, float]:
    """Return each generation's share of wins against the greedy player and those before it."""
    pairs = [
        (one, other) for one in range(given.generations) for other in (None, *range(one)[-_BEFORE:])
    ]
    found = {}
    for one, other in pairs:
        played = match(given.build, players, one, other, given.match_games, given.workers)
        name = "normal" if other is None else f"generation {other}"
        found[f"generation {one} against {name}"] = round(played.wins[0] / given.match_games, 3)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Train the networks for the requested numbers of players and publish them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5])
    parser.add_argument("--build", type=Path, default=BUILD)
    parser.add_argument("--greedy-games", type=int, default=GREEDY_GAMES)
    parser.add_argument("--lookahead-games", type=int, default=LOOKAHEAD_GAMES)
    parser.add_argument("--generations", type=int, default=GENERATIONS)
    parser.add_argument("--match-games", type=int, default=MATCH_GAMES)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args(arguments)
    with ProcessPoolExecutor(given.workers) as pool:
        for players in given.players:
            path, entry = _made(given, players, pool)
            name = f"players_{players}"
            published = FOLDER / f"{name}.npz"
            published.write_bytes(path.read_bytes())
            write_entry(published, name, entry)
            sys.stdout.write(f"{name}: {json.dumps(entry)}\n")
    return 0


def _made(given: argparse.Namespace, players: int, pool: Executor) -> tuple[Path, dict[str, Any]]:
    """Train all generations; return the published network and its manifest entry.

    It is the best one against the greedy player: a network trained on players like itself may do
    well against these and worse against others.
    """
    games = given.greedy_games
    data = gathered(given.build, players, 0, games, pool)
    made = [(trained(given.build, players, 0, data), games)]
    for generation in range(1, given.generations):
        more = gathered(given.build, players, generation, given.lookahead_games, pool)
        data = _joined([data, *[more] * _WEIGHT])
        games += given.lookahead_games
        made.append((trained(given.build, players, generation, data), games))
    ladder = _ladder(given, players)
    best = max(range(len(made)), key=lambda each: ladder[f"generation {each} against normal"])
    figures, games = made[best]
    return _network_path(given.build, players, best), {
        "recipe": "players/1",
        "seed": SEED,
        "games": games,
        "figures": {
            "loss": round(figures.loss, 4),
            "calibration_error": round(figures.calibration_error, 4),
            "auc": [round(auc, 3) for auc in figures.auc],
            "win_shares": ladder,
        },
    }


if __name__ == "__main__":
    raise SystemExit(main())
