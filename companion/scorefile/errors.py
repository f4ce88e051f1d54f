"""Validation errors of score files, with the path and the expected value.

``place`` is the path in the document, such as ``players[0].dice.cup``; indices start at 0.
"""

from __future__ import annotations

from companion.errors import CompanionError


class ScoreFileError(CompanionError, ValueError):
    """Base of all errors of score files."""

    code = "score_file"
    hint = "The format is described by: companion score --help"


# --- the file ------------------------------------------------------------------------------------


class ScoreFileUnreadableError(ScoreFileError):
    """The file does not exist or cannot be read."""

    code = "score_file_unreadable"
    template = "The score file %(file)s cannot be read: %(reason)s."
    hint = "Check the name of the file."


class ScoreFileTooBigError(ScoreFileError):
    """The file exceeds the size limit and was not read."""

    code = "score_file_too_big"
    template = "The score file %(file)s is larger than %(limit_kib)s KiB and was not read."
    hint = "A final position of five players takes a few kilobytes; is this the right file?"


class NotUtf8Error(ScoreFileError):
    """The bytes are not valid UTF-8."""

    code = "not_utf8"
    template = "The score file is not UTF-8 text: byte %(byte)s cannot be read."
    hint = "Save it as UTF-8."


class NotJsonError(ScoreFileError):
    """The text is not valid JSON."""

    code = "not_json"
    template = "The score file is not JSON: line %(line)s, column %(column)s: %(reason)s."
    hint = 'A JSON object is expected that begins with {"schema": "roll-final/1", "players": [.'


class TooDeepError(ScoreFileError):
    """Lists or objects are nested too deeply."""

    code = "too_deep"
    template = "The score file nests lists or objects more than %(limit)s levels deep."


class DuplicateKeyError(ScoreFileError):
    """An object has a duplicate key, of which a lenient parser would ignore one value."""

    code = "duplicate_key"
    template = "The key %(key)s appears twice in one object."
    hint = "Keep one of them."


class NotFiniteError(ScoreFileError):
    """NaN or Infinity, which are not part of JSON."""

    code = "not_a_number"
    template = "%(word)s is not a JSON number; an integer is expected."


# --- schema --------------------------------------------------------------------------------------


class WrongSchemaError(ScoreFileError):
    """The document has another schema or version."""

    code = "wrong_schema"
    template = 'schema: expected "%(expected)s", found %(found)s.'


class MissingFieldError(ScoreFileError):
    """A required field is missing."""

    code = "missing_field"
    template = "%(place)s: this field is missing; expected %(expected)s."


class UnknownKeyError(ScoreFileError):
    """A key that is not part of the schema; probably misspelt."""

    code = "unknown_key"
    template = "%(place)s: unknown key; known are %(known)s."


class WrongTypeError(ScoreFileError):
    """A value of the wrong type."""

    code = "wrong_type"
    template = "%(place)s: expected %(expected)s, found %(found)s."


class OutOfRangeError(ScoreFileError):
    """A number outside its valid range."""

    code = "out_of_range"
    template = "%(place)s: expected %(expected)s, found %(found)s."


class PlayerCountError(ScoreFileError):
    """No players, or more than the game has seats."""

    code = "player_count"
    template = "players: expected 1 to %(most)s players, found %(found)s."


class EmptyNameError(ScoreFileError):
    """A player without a readable name."""

    code = "bad_name"
    template = "%(place)s: expected a name of 1 to %(longest)s printable characters."


class NameTwiceError(ScoreFileError):
    """Two players have the same name, so the result would be ambiguous."""

    code = "name_twice"
    template = "%(place)s: the name %(name)s is already used by %(first)s."


# --- contents of the box -------------------------------------------------------------------------


class UnknownTileError(ScoreFileError):
    """No side of a game tile has this key."""

    code = "unknown_tile"
    template = "%(place)s: there is no tile %(key)s%(nearest)s."
    hint = "Tiles are named by the keys of their English names, such as galactic_federation."


class StartTileError(ScoreFileError):
    """A faction half or a home world is among the tiles built."""

    code = "start_tile"
    template = "%(place)s: %(key)s is a start tile."
    hint = 'Start tiles go into "faction" and "home_world"; "tiles" has what was built afterwards.'


class TileTwiceError(ScoreFileError):
    """A player has the same side twice."""

    code = "tile_twice"
    template = "%(place)s: %(key)s is already listed at %(first)s."


class BothSidesError(ScoreFileError):
    """A player has both sides of one tile."""

    code = "tile_both_sides"
    template = "%(place)s: %(key)s is the other side of %(other)s at %(first)s."
    hint = "Only one side of a tile is face up."


class TwoOwnersError(ScoreFileError):
    """Two players have sides of one tile."""

    code = "tile_two_owners"
    template = "%(place)s: %(key)s is the same tile as %(other)s at %(first)s."
    hint = "The box contains every tile once."


class FactionTwiceError(ScoreFileError):
    """Two players have the same faction."""

    code = "faction_twice"
    template = "%(place)s: faction %(faction)s is already listed at %(first)s."


class UnknownHomeWorldError(ScoreFileError):
    """No home world has this key."""

    code = "unknown_home_world"
    template = "%(place)s: there is no home world %(key)s; they are %(known)s."


class HomeWorldTwiceError(ScoreFileError):
    """Two players have the same home world."""

    code = "home_world_twice"
    template = "%(place)s: %(key)s is already listed at %(first)s."


class TooManyDiceError(ScoreFileError):
    """All players together own more dice of a type than the box has."""

    code = "too_many_dice"
    template = "players: %(count)s %(colour)s (%(die)s) dice in total; the box has %(most)s."


class DiceNeededError(ScoreFileError):
    """A bonus counts dice, but none are given."""

    code = "missing_field"
    template = "%(place)s: this field is missing; %(tile)s counts the player's dice."
    hint = 'Give the dice as {"cup": {"home": 3}, ...}; where there are none, {}.'


class GoodElsewhereError(ScoreFileError):
    """A good is on a world that its owner does not have."""

    code = "good_without_world"
    template = "%(place)s: %(key)s is not a world in this player's tableau."


class GoodOnGrayError(ScoreFileError):
    """A good is on a gray world (R-8.1)."""

    code = "good_on_gray"
    template = "%(place)s: %(key)s is gray and holds no goods."


class TooManyGoodsError(ScoreFileError):
    """More goods on a world than it may hold (R-8.1)."""

    code = "too_many_goods"
    template = "%(place)s: %(key)s may hold %(limit)s, found %(count)s."
    hint = "One good per world, two with Galactic Reserves."


# --- other games ---------------------------------------------------------------------------------


class TooManyUnitsError(ScoreFileError):
    """More tiles of a kind than are in play in Rule the Galaxy (sections 1 and 5)."""

    code = "too_many_units"
    template = "players: %(found)s tiles of %(unit)s in all; the game has %(most)s."


class UnitsLeftError(ScoreFileError):
    """A won game of Rule the Galaxy in which units were not destroyed (section 4)."""

    code = "units_left"
    template = "players: %(left)s more tiles of %(unit)s are in play; a won game has none left."
    hint = "Add them to the players who took them, or set lost to true."


class ImpossiblePointsError(ScoreFileError):
    """Points of Rule the Galaxy that do not rise with the strength of the units."""

    code = "impossible_points"
    template = "points: stronger units are worth at least as much; snowtroopers 2, Kylo Ren 5."


class UnknownCardError(ScoreFileError):
    """A key of no card of Race for the Galaxy or The Gathering Storm."""

    code = "unknown_card"
    template = "%(place)s: there is no card %(key)s."


class CardCopiesError(ScoreFileError):
    """More copies of a card than the boxes have."""

    code = "card_copies"
    template = "players: %(found)s copies of %(card)s in all; the boxes have %(most)s."


class GoalsError(ScoreFileError):
    """Wrong numbers of large and small goals."""

    code = "goals"
    template = "goals: expected %(most)s large and %(first)s small goals."


class GoalHolderError(ScoreFileError):
    """A holder of a goal who is not a player, or a duplicate."""

    code = "goal_holder"
    template = "%(place)s: expected names of players, each once."


class GoalNotMetError(ScoreFileError):
    """A player holds a goal that cannot have been met, or is no longer met."""

    code = "goal_not_met"
    template = "%(place)s: %(name)s has %(has)s and needs %(needs)s for this goal."
    hint = "Compare the cards and chips with the goal tile; leave out players who do not hold it."


class OneHolderError(ScoreFileError):
    """A large goal has several holders; it can have one holder or none."""

    code = "one_holder"
    template = "%(place)s: a large goal has one holder; expected a name or null, found a list."
    hint = "Players who tie with the holder get a chip automatically; leave them out here."
