"""Play complete random legal games with the engine of the companion and check its invariants.

Moves come from the questions that the screen asks. Without --policies every player decides by
chance, within the rules. Policies know what their seat may know. "wins" counts a shared win in
parts; "standard_error" is that of the first policy's share, "decision_ms" the processor time of its
decisions. Everybody's tiles are known. After each event dice, tiles, credits and VP are checked;
"violations" counts what was wrong. "seconds" is the processor time of the busiest process, so that
other programs do not slow the figure down. A game that ends for both reasons counts under vp_pool.
"digest" is the SHA-256 of all final states: the same seed gives the same digest on every machine,
with any number of workers.
"""

import argparse
import gc
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from statistics import median_low
from typing import Any

from companion.app.computer_players import NAMES, is_player, makers
from companion.catalog import load_roll_catalog
from companion.cli.output import say, write_json, write_line
from companion.games.definition import GameDefinition
from companion.games.question import Amount
from companion.games.registry import GAMES
from companion.games.roll.phases.set_up import MAX_PLAYERS, MIN_PLAYERS
from companion.games.roll.rules.lookup import Rules
from companion.simulation.executors import add_worker_options, executor, positive
from companion.simulation.invariants import checked_game
from companion.simulation.playing import (
    Contest,
    OneOfMany,
    Summary,
    one_by_answers,
    one_game,
    simulate,
)

_ROLL = "roll"
_STORM, _SOLO = "gathering_storm", "gathering_storm_solo"
_SHOWN = 10
_COLLECT_AFTER = 100_000
"""Number of allocations between two garbage collections."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game",
        choices=tuple(GAMES),
        help=f"default: {_ROLL} with a fast player; named, it answers the questions of the screen",
    )
    parser.add_argument(
        "--players",
        type=positive,
        help="default: the number of policies, if given; gathering_storm: 1 against the robot",
    )
    parser.add_argument(
        "--policies",
        type=_policies,
        metavar="NAME,NAME[,...]",
        help=f"who plays: {', '.join(NAMES)}, also with a style (normal/builder); seats rotate",
    )
    parser.add_argument("--games", type=positive, required=True, help="number of games")
    parser.add_argument(
        "--seed", type=int, required=True, help="random seed; the same seed gives the same games"
    )
    parser.add_argument(
        "--unchecked", action="store_true", help="do not check the invariants after every event"
    )
    add_worker_options(parser, workers=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true", help="write the result as JSON")


def run(args: argparse.Namespace) -> int:
    """Play the games, write the summary, return 0, or 1 if there were violations."""
    names: tuple[str, ...] = args.policies or ()
    players = args.players or len(names)
    if wrong := _wrong_usage(args.game or _ROLL, players, names):
        args.refuse(wrong)
    gc.freeze()  # states have no reference cycles, so collection is rarely needed
    gc.set_threshold(_COLLECT_AFTER)
    summary = _played(args, players, names)
    for violation in summary.violations[:_SHOWN]:
        say(violation)
    found = document(summary, players=players, games=args.games, seed=args.seed)
    if args.game and not names:
        found["game"] = args.game
    if summary.contest is not None:
        found |= contest(names, summary.contest)
    if args.json:
        write_json(found)
    else:
        for key, value in found.items():
            write_line(f"{key}: {value}")
    return 1 if summary.violations else 0


@dataclass(frozen=True, slots=True)
class _Games:
    """The games of one call, without what only exists in a process: rules and policies."""

    game: str | None
    players: int
    policies: tuple[str, ...]
    seed: int
    checked: bool


@cache
def _one_of(games: _Games) -> Callable[[int], OneOfMany]:
    """Return what plays one of the games in this process."""
    options: dict[str, Any] = {
        "players": games.players, "seed": games.seed, "checked": games.checked,
    }  # fmt: skip
    if games.game and not games.policies:
        game = _definition(games.game, games.players)
        begin: tuple[object, ...] = (games.players,) if _players_of(game) else ()
        if games.game == _ROLL:
            begin = (*begin, "tracked")
        return partial(one_by_answers, game, begin, **options)
    policies = makers(games.policies, games.players, say)
    return partial(one_game, Rules(load_roll_catalog()), policies, **options)


def _play(games: _Games, number: int) -> OneOfMany:
    return _one_of(games)(number)


def _played(args: argparse.Namespace, players: int, names: tuple[str, ...]) -> Summary:
    games = _Games(args.game, players, names, args.seed, not args.unchecked)
    args.workers = min(args.workers, args.games)
    one = _one_of(games)  # before the processes start: they inherit it
    if args.workers == 1 and args.scheduler is None:
        return simulate(one, args.games)
    with executor(args, "fork") as pool:
        return simulate(partial(_play, games), args.games, pool)


def _definition(key: str, players: int) -> GameDefinition:
    if key == _ROLL:
        return checked_game(Rules(load_roll_catalog()))
    return GAMES[_SOLO if key == _STORM and players == 1 else key]


def _players_of(game: GameDefinition) -> range:
    """Return the numbers of players that the set-up asks for; empty if it does not ask."""
    first = game.question(game.initial, 0)
    return range(first.low, first.high + 1) if isinstance(first, Amount) else range(0)


def _wrong_usage(key: str, players: int, names: Sequence[str]) -> str:
    """Return what is wrong with the numbers of players and policies, as one sentence."""
    if not players or (names and len(names) != players):
        return "as many --players as --policies, or one of them"
    if names and key != _ROLL:
        return f"--policies play {_ROLL} only"
    able = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    if key != _ROLL:
        able = _players_of(_definition(key, players)) or range(1, 2)
    if players not in able:
        return f"{key} is played by {able[0]} to {able[-1]}, not by {players}"
    return ""


def document(summary: Summary, *, players: int, games: int, seed: int) -> dict[str, object]:
    """Return the summary as the JSON object of the contract (``simulate/1``)."""
    seconds = max(summary.seconds, 1e-9)  # the clock's resolution may be too low for one short game
    return {
        "schema": "simulate/1",
        "games": games,
        "players": players,
        "seed": seed,
        "events": summary.events,
        "seconds": round(summary.seconds, 3),
        "games_per_second": round(games / seconds, 2),
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


def contest(names: Sequence[str], result: Contest) -> dict[str, object]:
    """Return the additional fields for policies, in the order of *names*."""
    games = len(result.shares)
    times = sorted(result.decision_ms) or [0.0]
    return {
        "policies": list(names),
        "wins": [round(wins, 3) for wins in result.wins],
        "win_shares": [round(wins / games, 4) for wins in result.wins],
        "standard_error": round(result.standard_error, 4),
        "mean_scores": [round(score, 2) for score in result.mean_scores],
        "decision_ms": {
            "median": round(times[len(times) // 2], 2),
            "p95": round(times[int(0.95 * (len(times) - 1))], 2),
        },
    }


def _policies(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    for name in names:
        if not is_player(name):
            known = ", ".join(NAMES)
            raise argparse.ArgumentTypeError(f"there is no policy {name!r}; there are {known}")
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise argparse.ArgumentTypeError(f"{len(names)} policies; 2 to 5 can play")
    return names
