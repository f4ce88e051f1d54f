"""Errors for refused commands: one sentence and a stable code each."""

from __future__ import annotations

from companion.games.refusals import RefusedError


class EmperorError(RefusedError):
    """Base of this game's own errors; common ones are in ``companion.games.refusals``."""


class EmperorPlayersError(EmperorError, ValueError):
    """Section 1: three to six players with different names."""

    code = "players"
    template = "Galactic Emperor is for three to six players with different names."
    hint = "Change the players and start again."


class EmperorOptionsError(EmperorError, ValueError):
    """A table has six numbers from 0 to 99, each technology one cost."""

    code = "options"
    template = "A price table has six numbers from 0 to 99, and each technology one cost."
    hint = "Compare the settings with the board and the cards."


class LayoutError(EmperorError, ValueError):
    """Home sectors must be on different hexes, none of them in the middle."""

    code = "layout"
    template = "The home sectors are on different hexes, none of them in the centre."
    hint = "Compare the layout with the picture in the rulebook."


class HexError(EmperorError, ValueError):
    """Section 4.1: a tile is placed on an empty hex."""

    code = "hex"
    template = "No tile can be placed on hex %(hex)s."
    hint = "Tap a hex without a tile."


class RangeError(EmperorError, ValueError):
    """Section 4.5: the range of ships."""

    code = "range"
    template = "These ships cannot reach hex %(hex)s now."
    hint = "Tap one of the marked hexes, or move fewer ships: a Dreadnought moves one hex."


class BattleFirstError(EmperorError):
    """Section 4.5: a battle is resolved before the turn ends."""

    code = "battle_first"
    template = "Ships have met enemies on hex %(hex)s."
    hint = "Fight the battle, then end the turn."


class RoleTakenError(EmperorError, ValueError):
    """Section 3: each role once a round."""

    code = "role_taken"
    template = "This role is already taken or out of the game."


class PricesUnknownError(EmperorError, LookupError):
    """The market's price table is only printed on the board."""

    code = "prices_unknown"
    template = "The prices of %(good)s are not entered yet."
    hint = "Copy the six prices from the board into the settings, once."


class CostUnknownError(EmperorError, LookupError):
    """The cost is only printed on a card."""

    code = "cost_unknown"
    template = "The cost of %(what)s is not entered yet."
    hint = "Copy it from the card into the settings, once."


class DiceCountError(EmperorError, ValueError):
    """A throw has the number of dice of the rules, each from 1 to 6."""

    code = "dice_count"
    template = "This roll has %(expected)s dice; %(found)s were entered."
    hint = "Add the missing dice, or remove those that do not belong to it."


class NoSuchDieError(EmperorError, LookupError):
    """There is no such die on the tray."""

    code = "no_such_die"
    template = "This die is no longer on the tray."
    hint = "Check what the screen shows now."


class NotEnoughError(EmperorError, ValueError):
    """A player does not have the required amount."""

    code = "not_enough"
    template = "%(name)s does not have enough %(what)s."


class StorageError(EmperorError, ValueError):
    """Section 2: the limits are six metal and three energy."""

    code = "storage"
    template = "The Storage of %(name)s holds 6 metal and 3 energy."


class NoSuchSectorError(EmperorError, LookupError):
    """No sector has this number, or it is not valid here."""

    code = "no_such_sector"
    template = "Sector %(number)s cannot be used for this."


class FoodError(EmperorError, ValueError):
    """Section 4.2: at most two cubes on an own metal or energy sector, from the available food."""

    code = "food"
    template = (
        "%(name)s cannot place food like this: at most 2 cubes per sector, and only available food."
    )


class NoReserveError(EmperorError, ValueError):
    """Section 1: limits of 8 Fighters, 4 Cruisers, 2 Dreadnoughts, and the tokens."""

    code = "no_reserve"
    template = "%(name)s has no more %(what)s in reserve."


class ForcesError(EmperorError, ValueError):
    """More ships in a battle than a player has on the board, or none at all."""

    code = "forces"
    template = "%(name)s does not have these ships on the board."


class LossesError(EmperorError, ValueError):
    """Section 4.5: losses must equal the hits, an Empire only when no ship is left."""

    code = "losses"
    template = "These losses do not fit: %(count)s hits, and an Empire only when no ship is left."


class InfluenceError(EmperorError, ValueError):
    """Section 4.6: planet tiles but no home sectors, or the Throne, with the available tokens."""

    code = "influence"
    template = "%(name)s cannot place influence like this."
    hint = "Use all tokens, on planet tiles that are not home sectors, or on the Throne."


class TechnologyError(EmperorError, ValueError):
    """Each technology exists once and works only for its owner."""

    code = "technology"
    template = "%(name)s cannot use or buy this technology now."


class CorrectionError(EmperorError, ValueError):
    """A correction exceeds the contents of the box."""

    code = "correction"
    template = "This correction is not possible: the box does not have that many."
