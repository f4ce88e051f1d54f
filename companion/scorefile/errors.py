"""Validation errors of score files, with the path and the expected value.

``place`` is the path in the document, such as ``players[0].dice.cup``; indices start at 0.
"""

from typing import Final

from companion.errors import CompanionError


class ScoreFileError(CompanionError, ValueError):
    """A score file that cannot be read or scored; its reason is one of the rows below."""

    code = "score_file"
    hint = "The format is described by: companion score --help"


_row = ScoreFileError.row

# --- the file ------------------------------------------------------------------------------------

UNREADABLE: Final = _row(
    "score_file_unreadable",
    "The score file %(file)s cannot be read: %(reason)s.",
    "Check the name of the file.",
)
TOO_BIG: Final = _row(
    "score_file_too_big",
    "The score file %(file)s is larger than %(limit_kib)s KiB and was not read.",
    "A final position of five players takes a few kilobytes; is this the right file?",
)
NOT_UTF8: Final = _row(
    "not_utf8",
    "The file is not UTF-8 text: byte %(byte)s cannot be read.",
    "Save it as UTF-8.",
)
NOT_JSON: Final = _row(
    "not_json",
    "The file is not JSON: line %(line)s, column %(column)s: %(reason)s.",
    'A JSON object is expected that begins with {"schema": "roll-final/1", "players": [.',
)
TOO_DEEP: Final = _row(
    "too_deep", "The file nests lists or objects more than %(limit)s levels deep."
)
DUPLICATE_KEY: Final = _row(
    "duplicate_key", "The key %(key)s appears twice in one object.", "Keep one of them."
)
NOT_FINITE: Final = _row("not_a_number", "%(word)s is not a JSON number.")

# --- schema --------------------------------------------------------------------------------------

WRONG_SCHEMA: Final = _row("wrong_schema", 'schema: expected "%(expected)s", found %(found)s.')
MISSING_FIELD: Final = _row(
    "missing_field", "%(place)s: this field is missing; expected %(expected)s."
)
UNKNOWN_KEY: Final = _row("unknown_key", "%(place)s: unknown key; known are %(known)s.")
WRONG_TYPE: Final = _row("wrong_type", "%(place)s: expected %(expected)s, found %(found)s.")
OUT_OF_RANGE: Final = _row("out_of_range", "%(place)s: expected %(expected)s, found %(found)s.")
PLAYER_COUNT: Final = _row(
    "player_count", "players: expected 1 to %(most)s players, found %(found)s."
)
BAD_NAME: Final = _row(
    "bad_name", "%(place)s: expected a name of 1 to %(longest)s printable characters."
)
NAME_TWICE: Final = _row("name_twice", "%(place)s: the name %(name)s is already used by %(first)s.")

# --- Roll for the Galaxy: contents of the box ----------------------------------------------------

UNKNOWN_TILE: Final = _row(
    "unknown_tile",
    "%(place)s: there is no tile %(key)s%(nearest)s.",
    "Tiles are named by the keys of their English names, such as galactic_federation.",
)
START_TILE: Final = _row(
    "start_tile",
    "%(place)s: %(key)s is a start tile.",
    'Start tiles go into "faction" and "home_world"; "tiles" has what was built afterwards.',
)
TILE_TWICE: Final = _row("tile_twice", "%(place)s: %(key)s is already listed at %(first)s.")
BOTH_SIDES: Final = _row(
    "tile_both_sides",
    "%(place)s: %(key)s is the other side of %(other)s at %(first)s.",
    "Only one side of a tile is face up.",
)
TWO_OWNERS: Final = _row(
    "tile_two_owners",
    "%(place)s: %(key)s is the same tile as %(other)s at %(first)s.",
    "The box contains every tile once.",
)
FACTION_TWICE: Final = _row(
    "faction_twice", "%(place)s: faction %(faction)s is already listed at %(first)s."
)
UNKNOWN_HOME_WORLD: Final = _row(
    "unknown_home_world", "%(place)s: there is no home world %(key)s; they are %(known)s."
)
HOME_WORLD_TWICE: Final = _row(
    "home_world_twice", "%(place)s: %(key)s is already listed at %(first)s."
)
TOO_MANY_DICE: Final = _row(
    "too_many_dice",
    "players: %(count)s %(colour)s (%(die)s) dice in total; the box has %(most)s.",
)
DICE_NEEDED: Final = _row(
    "missing_field",
    "%(place)s: this field is missing; %(tile)s counts the player's dice.",
    'Give the dice as {"cup": {"home": 3}, ...}; where there are none, {}.',
)
GOOD_ELSEWHERE: Final = _row(
    "good_without_world", "%(place)s: %(key)s is not a world in this player's tableau."
)
GOOD_ON_GRAY: Final = _row(
    "good_on_gray", "%(place)s: %(key)s is gray and holds no goods."
)
TOO_MANY_GOODS: Final = _row(
    "too_many_goods",
    "%(place)s: %(key)s may hold %(limit)s, found %(count)s.",
    "One good per world, two with Galactic Reserves.",
)

# --- Rule the Galaxy -----------------------------------------------------------------------------

TOO_MANY_UNITS: Final = _row(  # sections 1 and 5
    "too_many_units", "players: %(found)s tiles of %(unit)s in all; the game has %(most)s."
)
UNITS_LEFT: Final = _row(  # section 4
    "units_left",
    "players: %(left)s more tiles of %(unit)s are in play; a won game has none left.",
    "Add them to the players who took them, or set lost to true.",
)
IMPOSSIBLE_POINTS: Final = _row(
    "impossible_points",
    "points: stronger units are worth at least as much; snowtroopers 2, Kylo Ren 5.",
)

# --- The Gathering Storm -------------------------------------------------------------------------

UNKNOWN_CARD: Final = _row("unknown_card", "%(place)s: there is no card %(key)s.")
CARD_COPIES: Final = _row(
    "card_copies", "players: %(found)s copies of %(card)s in all; the boxes have %(most)s."
)
GOALS: Final = _row("goals", "goals: expected %(most)s large and %(first)s small goals.")
GOAL_HOLDER: Final = _row("goal_holder", "%(place)s: expected names of players, each once.")
GOAL_NOT_MET: Final = _row(
    "goal_not_met",
    "%(place)s: %(name)s has %(has)s and needs %(needs)s for this goal.",
    "Compare the cards and chips with the goal tile; leave out players who do not hold it.",
)
ONE_HOLDER: Final = _row(
    "one_holder",
    "%(place)s: a large goal has one holder; expected a name or null, found a list.",
    "Players who tie with the holder get a chip automatically; leave them out here.",
)
