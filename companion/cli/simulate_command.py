"""``companion simulate``: whole random games through the engine, invariants checked."""

from __future__ import annotations

import argparse
import gc
from statistics import median_low

from companion.catalog import load_roll_catalog
from companion.cli.output import say, write_json, write_line
from companion.games.roll.decide.setup import MAX_PLAYERS, MIN_PLAYERS
from companion.games.roll.rules.lookup import Rules
from companion.simulation.playing import Summary, simulate

_SHOWN = 10
_COLLECT_AFTER = 100_000
"""New objects between two collections."""

_EPILOG = """\
  Every player decides by chance, within the rules; everybody's tiles and dice are known. After each
  event dice, tiles, credits and VP are checked; "violations" counts what was wrong. "seconds" is
  processor time, so that other programs do not slow the figure down. A game that ends for both
  reasons counts under vp_pool. "digest" is the SHA-256 of all final states: the same seed gives the
  same digest on every machine.
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's options to the command line."""
    parser = subparsers.add_parser(
        "simulate",
        help="play random legal games of Roll for the Galaxy and check the engine",
        description="Plays whole random legal games through the same engine as the table's.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--players",
        type=int,
        choices=range(MIN_PLAYERS, MAX_PLAYERS + 1),
        required=True,
        help="2 to 5",
    )
    parser.add_argument("--games", type=_count, required=True, help="how many games")
    parser.add_argument("--seed", type=int, required=True, help="the same gives the same games")
    parser.add_argument("--json", action="store_true", help="write the result as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, write the summary, return 0, or 1 if anything was wrong with a game."""
    rules = Rules(load_roll_catalog())
    gc.freeze()  # states are values without cycles: the collector would look at them for nothing
    gc.set_threshold(_COLLECT_AFTER)
    summary = simulate(rules, players=args.players, games=args.games, seed=args.seed)
    for violation in summary.violations[:_SHOWN]:
        say(violation)
    if args.json:
        write_json(document(summary))
    else:
        for key, value in document(summary).items():
            write_line(f"{key}: {value}")
    return 1 if summary.violations else 0


def document(summary: Summary) -> dict[str, object]:
    """Return the summary as the JSON object of the contract (``simulate/1``)."""
    seconds = max(summary.seconds, 1e-9)  # a clock may tick too slowly for one short game
    return {
        "schema": "simulate/1",
        "games": summary.games,
        "players": summary.players,
        "seed": summary.seed,
        "events": summary.events,
        "seconds": round(summary.seconds, 3),
        "games_per_second": round(summary.games / seconds, 2),
        "events_per_second": round(summary.events / seconds, 1),
        "violations": len(summary.violations),
        "rounds": {
            "min": min(summary.rounds),
            "median": median_low(summary.rounds),
            "max": max(summary.rounds),
        },
        "ended_by": {reason.value: count for reason, count in summary.ended_by},
        "digest": summary.digest,
    }


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


_count.__name__ = "number of games"  # argparse names the type in its message
