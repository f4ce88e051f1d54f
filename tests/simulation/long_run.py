"""Ten thousand games of every number of players, in blocks, with the digest of each block.

    nice python -m tests.simulation.long_run 10000

plays the blocks that ``digests.txt`` does not have yet and writes each down when it is done: a run
can be stopped and taken up again. The slow tests play the same blocks again:
``SIMULATED_GAMES=10000 make test-slow ARGS="-k blocks"``.
"""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from companion.catalog import load_roll_catalog
from companion.games.roll.rules.lookup import Rules
from companion.simulation.playing import Summary, one_game, simulate

BLOCK: Final = 250
"""Games of one block."""

PLAYERS: Final = (2, 3, 4, 5)
RECORD: Final = Path(__file__).with_name("digests.txt")

_FIRST_SEED: Final = 1000


def blocks(games: int) -> Iterator[tuple[int, int]]:
    """Return (number of players, number of the block) for so many games of each."""
    return ((players, block) for block in range(-(-games // BLOCK)) for players in PLAYERS)


def recorded() -> dict[tuple[int, int], str]:
    """Return the digest of every block that was played."""
    lines = RECORD.read_text("utf-8").splitlines() if RECORD.exists() else []
    words = (line.split() for line in lines if not line.startswith("#"))
    return {(int(players), int(block)): digest for players, block, digest in words}


def played(rules: Rules, players: int, block: int) -> Summary:
    """Play one block."""
    one = partial(one_game, rules, (), players=players, seed=_FIRST_SEED + block)
    return simulate(one, BLOCK)


def main(games: int) -> int:
    """Play what is not recorded; stop at the first violation."""
    rules = Rules(load_roll_catalog())
    done = recorded()
    for players, block in blocks(games):
        if (players, block) in done:
            continue
        summary = played(rules, players, block)
        if summary.violations:
            sys.stdout.write(f"{players} players, block {block}: {summary.violations[0]}\n")
            return 1
        with RECORD.open("a", encoding="utf-8") as record:
            record.write(f"{players} {block} {summary.digest}\n")
    sys.stdout.write(f"{games} games of {PLAYERS} players without a violation\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1])))
