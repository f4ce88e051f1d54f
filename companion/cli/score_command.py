"""Score a final position of any game: VP chips, tiles, 6+ bonuses, tie-break, ranks.

the file:
  {"schema": "roll-final/1", "players": [
    {"name": "Ann", "vp_chips": 12, "credits": 3, "faction": 4, "home_world": "doomed_world",
     "tiles": ["galactic_federation", "spice_world"],
     "dice": {"cup": {"home": 3}, "citizenry": {"home": 1}, "strip": {},
              "construction": {"military": 2},
              "goods": [{"world": "spice_world", "die": "genes"}]}}]}

One to five players. "faction" is the number on the faction tile; "tiles" has the keys of the sides
built after set-up (keys are the English names in lower case with _ between the words). "dice" and
each place in it may be left out where there are none, unless a bonus of the player counts dice.
Dice: home, military, consumption, novelty, rare_elements, genes, alien_technology. Unknown keys are
refused.

the result:
  "tiles" is the printed cost of the whole tableau, faction and home world included; each bonus
  says in "why" how it was calculated; "tiebreak" is dice in the cup and credits.

from images:
  companion score --from-images ann.jpg bob.jpg --out final.json
    writes such a file, one player per image, named after the file. "doubts" lists what people
    should check or complete: tiles and dice of which the camera is not sure, chips, credits.

other games:
  --game gathering_storm
    {"schema": "storm-final/1", "edition": 1, "goals": {"greatest_military": "Ann",
      "production_leader": null, "system_diversity": ["Ann", "Bob"], ...}, "players": [
      {"name": "Ann", "vp_chips": 7, "tableau": ["new_sparta", "drop_ships"]}]}
    "goals" has the two large and four small ones in play, or is left out.
  --game galactic_emperor
    {"schema": "emperor-final/1", "last_role": "warlord", "players": [
      {"name": "Ann", "vp": 40, "marks": 12, "metal": 6, "energy": 3, "planets": 7, "sectors": 6,
       "ships": {"fighter": 3, "cruiser": 1, "dreadnought": 0}}]}
    "ships" may be left out; they determine the odds of a last battle after a tie.
  --game rule_the_galaxy
    {"schema": "rule-final/1", "lost": false, "points": {"phasma": 4}, "players": [
      {"name": "Ann", "tiles": {"stormtrooper": 8, "snowtrooper": 8, "sergeant": 2, "phasma": 1,
       "kylo_ren": 1}}]}
    A game that was not lost has all tiles; used infiltrators and, with one or two players,
    flametroopers are in the box.
"""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name

from companion.catalog import use_tile_sets
from companion.cli.errors import OUT_FILE
from companion.cli.output import write_json, write_line
from companion.errors import os_errors_as
from companion.games.registry import GAMES
from companion.history.records import ROLL
from companion.places import places
from companion.scorefile.final import read_json


def add_options(parser: argparse.ArgumentParser) -> None:
    games = [key for key in GAMES if GAMES[key].final_score]
    parser.add_argument("--game", choices=games, default="roll", help="default: roll")
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="the final position; - is standard input"
    )
    parser.add_argument(
        "--from-images", nargs="+", metavar="IMAGE", help="read the tableaus, one player per image"
    )
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="with --from-images: the file to write"
    )
    parser.add_argument(
        "--box",
        metavar="NAME|FILE",
        help="with --from-images: the box whose tiles you have labelled",
    )
    parser.add_argument("--json", action="store_true", help="write the result as JSON")


def run(args: argparse.Namespace) -> int:
    """Write the score and return the exit status.

    Raises:
        ScoreFileError: the file is invalid; the message names the place.
        CompanionError: pictures, models or options cannot be used.
    """
    if args.from_images:
        return _from_images(args)
    if args.file is None or args.out or args.box is not None:
        args.refuse("--out, --box or no FILE can only be used with --from-images")
    if args.game == ROLL:
        use_tile_sets(places().tile_sets)
    score_file: Callable[[object], tuple[dict[str, object], str]]
    score_file = resolve_name(GAMES[args.game].final_score)
    document, text = score_file(read_json(args.file))
    if args.json:
        write_json(document)
    else:
        write_line(text.rstrip("\n"))
    return 0


def _from_images(args: argparse.Namespace) -> int:
    from companion.catalog import load_roll_catalog
    from companion.cli.tiles import named_box, open_tiles, read_tiles
    from companion.tableau.final_file import final_document
    from companion.tableau.from_picture import Tableau, tableau_of
    from vision.opening import open_table_reader

    if args.file is not None or args.out is None or args.game != ROLL:
        args.refuse("--from-images needs --out and no FILE, and reads Roll for the Galaxy only")
    reader = open_tiles(named_box(args.box) if args.box is not None else None, open_table_reader())
    catalog = load_roll_catalog()
    players: list[tuple[str, str, Tableau]] = []
    for number, image in enumerate(args.from_images, 1):
        seen = tableau_of(read_tiles(reader, image)[1], catalog)
        stem = Path(image).stem
        name = stem if stem not in {name for name, _, _ in players} else f"{stem} {number}"
        players.append((name, image, seen))
    document = final_document(players, catalog)
    with os_errors_as(OUT_FILE, path=args.out):
        args.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if args.json:
        write_json(document)
    else:
        write_line(f"{args.out}: {len(players)} players")
        for name, _, seen in players:
            tiles = len(seen.tiles) + 2 * (seen.faction is not None) + (seen.home_world is not None)
            write_line(f"  {name}: {tiles} tiles, {len(seen.doubts)} to check")
    return 0
