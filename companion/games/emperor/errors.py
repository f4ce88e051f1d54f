"""Why the rules of Galactic Emperor refuse a command."""

from typing import Final

from companion.games.refusals import FORM, RECORD, Reason, name_rows

PLAYERS: Final = Reason(
    "2",
    "Galactic Emperor is for three to six players with different names.",
    "Change the players and start again.",
)
OPTIONS: Final = Reason(
    FORM,
    "A price table has six numbers from 0 to 99, and each technology one cost.",
    "Compare the settings with the board and the cards.",
)
LAYOUT: Final = Reason(
    "2",
    "The home sectors are on different hexes, none of them in the centre.",
    "Compare the layout with the picture in the rulebook.",
)
HEX: Final = Reason("4.1", "No tile can be placed on hex %(hex)s.", "Tap a hex without a tile.")
RANGE: Final = Reason(
    "4.5",
    "These ships cannot reach hex %(hex)s now.",
    "Tap one of the marked hexes, or move fewer ships: a Dreadnought moves one hex.",
)
BATTLE_FIRST: Final = Reason(
    "4.5", "Ships have met enemies on hex %(hex)s.", "Fight the battle, then end the turn."
)
ROLE_TAKEN: Final = Reason("3", "This role is already taken or out of the game.")
PRICES_UNKNOWN: Final = Reason(
    FORM,
    "The prices of %(good)s are not entered yet.",
    "Copy the six prices from the board into the settings, once.",
)
COST_UNKNOWN: Final = Reason(
    FORM,
    "The cost of %(what)s is not entered yet.",
    "Copy it from the card into the settings, once.",
)
DICE_COUNT: Final = Reason(
    "4.2, 4.5",
    "This roll has %(expected)s dice; %(found)s were entered.",
    "Add the missing dice, or remove those that do not belong to it.",
)
NO_SUCH_DIE: Final = Reason(
    RECORD, "This die is no longer on the tray.", "Check what the screen shows now."
)
NOT_ENOUGH: Final = Reason("4.2, 4.4, 4.6, 4.7", "%(name)s does not have enough %(what)s.")
STORAGE: Final = Reason("2", "The Storage of %(name)s holds 6 metal and 3 energy.")
NO_SUCH_SECTOR: Final = Reason(RECORD, "Sector %(number)s cannot be used for this.")
FOOD: Final = Reason(
    "4.2",
    "%(name)s cannot place food like this: at most 2 cubes per sector, and only available food.",
)
NO_RESERVE: Final = Reason("4.4", "%(name)s has no more %(what)s in reserve.")
FORCES: Final = Reason(RECORD, "%(name)s does not have these ships on the board.")
LOSSES: Final = Reason(
    "4.5", "These losses do not fit: %(count)s hits, and an Empire only when no ship is left."
)
INFLUENCE: Final = Reason(
    "4.6",
    "%(name)s cannot place influence like this.",
    "Use all tokens, on planet tiles that are not home sectors, or on the Throne.",
)
TECHNOLOGY: Final = Reason("4.7, 5", "%(name)s cannot use or buy this technology now.")
CORRECTION: Final = Reason("2", "This correction is not possible: the box does not have that many.")

name_rows(globals())
