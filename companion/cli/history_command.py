"""Show the games in the game log and the scores that were entered, as text, JSON or CSV.

Games that were tracked by the companion and final scores that were entered later, newest first.
Averages and wins count games that were finished and scored, separately for each box. --json
contains everything, including the luck of the dice and the accuracy of the camera; --csv has one
line per player.
"""

import argparse
import sys
from collections.abc import Sequence

from companion.catalog import load_roll_catalog, use_tile_sets
from companion.cli.arguments import path
from companion.cli.errors import NO_LOG
from companion.cli.output import error_line, say, write_json, write_line
from companion.games.registry import GAMES
from companion.history.archive import past_games
from companion.history.export import history_csv, history_document
from companion.history.records import ROLL, PastGame, PastPlayer
from companion.history.statistics import kinds, of_kind, player_records
from companion.places import places
from companion.settings import log_in_use, read_settings
from companion.storage.archive import FileArchive

_KINDS = tuple(key for key in GAMES if GAMES[key].published is not None)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--log", type=path, metavar="FILE", help="another game log")
    parser.add_argument("--game", choices=_KINDS, help="only games of one box")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="write everything as JSON")
    form.add_argument("--csv", action="store_true", help="write one line per player as CSV")
    parser.add_argument(
        "--delimiter",
        choices=(",", ";", "\t"),
        metavar="CHARACTER",
        help="between the values of --csv: comma (default), semicolon or tab",
    )


def run(args: argparse.Namespace) -> int:
    """Write the history and return the exit status."""
    where = places()
    if args.delimiter and not args.csv:
        args.refuse("--delimiter can only be used with --csv")
    if args.log is not None and not args.log.is_file():
        raise NO_LOG(path=args.log)
    log = args.log or log_in_use(read_settings(where.config_file), where)
    archive = FileArchive(log, where.score_entries, GAMES)
    use_tile_sets(where.tile_sets)
    games = past_games(archive, load_roll_catalog())
    if args.game:
        games = of_kind(games, args.game)
    if args.json:
        write_json(history_document(games))
    elif args.csv:
        sys.stdout.buffer.write(history_csv(games, args.delimiter or ","))
    else:
        _write_text(games)
    for problem in archive.problems:
        say(error_line(problem))
    return 1 if archive.problems else 0


def _write_text(games: Sequence[PastGame]) -> None:
    if not games:
        write_line("No game has been played or entered yet.")
        return
    for game in games:
        length = f", {game.minutes} min" if game.minutes is not None else ""
        rounds = f", {game.rounds} rounds" if game.rounds else ""
        open_end = "" if game.over else ", broken off"
        day = game.started_at[:10] or "date unknown"
        write_line(f"{day} {_title(game.kind)}{rounds}{length}{open_end}")
        for player in sorted(game.players, key=lambda player: player.rank or 0):
            place = f"{player.rank}. " if player.rank is not None else "   "
            write_line(f"  {place}{player.name}: {_result(game, player)}")
        if game.scored and not game.winners:
            write_line("  Everybody lost.")
    for kind in kinds(games):
        write_line()
        write_line(f"{_title(kind)}:")
        for record in player_records(of_kind(games, kind)):
            write_line(
                f"  {record.name}: {record.wins} of {record.games} games won,"
                f" {record.mean_total:.1f} VP on average, {record.best_total} at best"
            )


def _title(kind: str) -> str:
    return kind.replace("_", " ").capitalize()


def _result(game: PastGame, player: PastPlayer) -> str:
    total = f"{player.total} VP" if player.total is not None else "not scored"
    if game.kind == ROLL:
        return f"{total} ({player.vp_chips} in chips)"
    figures = ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in player.figures)
    return f"{total} ({figures})" if figures else total
