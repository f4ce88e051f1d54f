"""Why the rules of Roll for the Galaxy refuse a command, and notes on what the camera read."""

from typing import Final

from companion.games.refusals import FORM, RECORD, TABLE, Reason, name_rows

NOTATION: Final = Reason(FORM, "This is neither a command nor an event: %(text)s (%(reason)s).")

# --- set-up --------------------------------------------------------------------------------------
PLAYER_COUNT: Final = Reason("R-1", "The game is for 2 to 5 players, not %(count)s.")
SEAT_NUMBER: Final = Reason(FORM, "There is no mat for seat %(seat)s.", "Mats are numbered 1 to 5.")
SEAT_TAKEN: Final = Reason(
    FORM, "Two players have seat %(seat)s.", "Give every player a different mat."
)
NAME_MISSING: Final = Reason(
    FORM, "The player at seat %(seat)s needs a name of 1 to %(longest)s characters."
)
NAME_TAKEN: Final = Reason(
    FORM, "Two players are called %(name)s.", "Change one of the names, so that they are different."
)
COLOUR_TAKEN: Final = Reason(
    FORM,
    "The colour of seat %(seat)s is missing or used twice.",
    "Give every player a different colour.",
)
FACTION_NUMBER: Final = Reason(
    "R-1.2",
    "There is no faction with the number %(faction)s.",
    "The number is printed on the faction tile: 1 to 9.",
)
FACTION_TAKEN: Final = Reason(
    "R-1.2", "Two players have faction %(faction)s.", "Check the number on each faction tile."
)
HOME_WORLD: Final = Reason(
    "R-1.2", "The home world %(home_world)s is unknown, or two players have it."
)
ALREADY_STARTED: Final = Reason(
    RECORD, "This game has already begun.", "Start a new game to change the players."
)

# --- the round -----------------------------------------------------------------------------------
WRONG_STEP: Final = Reason("R-2", "This is not possible in the current step: %(step)s.")
UNKNOWN_SEAT: Final = Reason(FORM, "Nobody plays at seat %(seat)s.")
WHOSE: Final = Reason(
    FORM,
    "It is not clear whose this is.",
    "Choose the player; the VP pool and the round belong to the whole table.",
)
ALREADY_READY: Final = Reason(RECORD, "%(name)s is already ready.")
NOT_READY: Final = Reason(RECORD, "%(name)s is not ready yet.")
STILL_ASSIGNING: Final = Reason(
    "R-3.7", "%(name)s is still assigning: the mat is read when %(name)s is ready."
)

# --- dice on a mat -------------------------------------------------------------------------------
NO_SUCH_FACE: Final = Reason(FORM, "A %(die)s die has no face %(face)s.")
NO_SUCH_PLACE: Final = Reason("R-3.2", "There is no such place on a mat.")
NO_SUCH_DIE: Final = Reason(RECORD, "The mat of %(name)s has no die number %(number)s.")
NOT_RECORDED: Final = Reason(RECORD, "The mat of %(name)s is not recorded yet.")
SELECTION_FIXED: Final = Reason(
    "R-4.1",
    "The phases have begun: what %(name)s selected can no longer be changed here.",
    "Undo back to the reveal, correct it there and continue.",
)
SPARE_DIE_NOT_USED: Final = Reason("R-4.2", "The spare die is rolled in games of two players only.")
REVEAL_INCOMPLETE: Final = Reason(
    RECORD,
    "The reveal is not complete: %(missing)s.",
    "Read or correct the mats that the screen shows.",
)
NOTHING_SELECTED: Final = Reason(
    "R-4.1",
    "Nobody has selected a phase.",
    "Put the die that selects on the strip, or correct a mat.",
)

# --- counters ------------------------------------------------------------------------------------
NO_CHANGE: Final = Reason(RECORD, "That changes nothing.")
NOT_ENOUGH_CREDITS: Final = Reason(RECORD, "%(name)s has only $%(credits)s.")
NOT_ENOUGH_VP: Final = Reason(RECORD, "%(name)s has only %(vp)s VP in chips.")
TILE_COUNT: Final = Reason("R-1.2", "A tableau has %(least)s to %(most)s tiles.")
BAD_VALUE: Final = Reason(FORM, "%(what)s can be %(least)s to %(most)s, not %(value)s.")

# --- notes on what the camera read ---------------------------------------------------------------
DIE_BETWEEN_PLACES: Final = Reason(
    FORM,
    "A die on mat %(mat)s is between two places.",
    "Move it into a column, onto the strip or onto Dictate.",
)
FOREIGN_DIE: Final = Reason(
    FORM,
    "A die on mat %(mat)s does not look like one of this game.",
    "Remove it, turn it a little, or enter the mat by hand.",
)
EMPTY_MAT: Final = Reason(FORM, "There are no dice on mat %(mat)s.")
SPARE_DIE_UNCLEAR: Final = Reason(
    "R-4.2",
    "The tray needs exactly one white die, the spare one.",
    "Remove other dice from the tray, or choose the face on the screen.",
)
ROLL_UNCLEAR: Final = Reason(
    "R-2.1",
    "The dice on the tray are not exactly those in the cup of %(name)s.",
    "Roll all dice of this cup into the tray, apart from each other, or enter them.",
)
NO_ACCOUNT: Final = Reason(
    TABLE, "In this game the counters are set by hand.", "Start a game with full tracking."
)
COUNTED_BY_RULES: Final = Reason(
    TABLE,
    "In this game the companion counts this automatically.",
    "Undo the wrong step, or correct the dice, tiles and chips that are somewhere else.",
)
FIRST_TILES: Final = Reason(
    "R-1.4, R-1.5", "The set-up of %(name)s is not complete: faction, home world and two tiles."
)
ROLL: Final = Reason("R-2.1", "%(name)s must roll exactly the dice in the cup, once a round.")
MAT_DICE: Final = Reason("R-3.1", "The dice on the mat of %(name)s are not those that were rolled.")
ASSIGNMENT: Final = Reason(
    "R-3.1, R-3.2, R-3.3, R-3.4",
    "The mat of %(name)s: %(problem)s",
    "Correct the dice; the help on Reassign and Dictate has the rules.",
)
NO_SUCH_WORKER: Final = Reason("R-5.1", "%(name)s has no unused %(die)s die for this phase.")
DRAW: Final = Reason("R-6.3, R-6.5", "%(name)s must draw %(count)s tiles from the bag now.")
NO_SUCH_TILE: Final = Reason(RECORD, "%(name)s has no such tile there.")
TILES_IN_HAND: Final = Reason("R-6.3", "%(name)s must place the drawn tiles first.")
PLACING: Final = Reason(
    "R-6.3", "%(name)s must place exactly the drawn tiles, at the bottom of the stacks."
)
NO_POWER: Final = Reason("R-5.4", "%(name)s has no power that allows this now.")
TIMING: Final = Reason("R-5.6", "It is not yet the turn of %(name)s.")
TOO_MANY_WORKERS: Final = Reason(
    "R-7.1, R-7.2", "The tile of %(name)s needs %(count)s more workers to be completed."
)
NOT_COMPLETE: Final = Reason("R-7.2", "No tile of %(name)s can be completed now.")
COMPLETION_CHOICE: Final = Reason("R-7.2, R-7.4", "%(name)s cannot use these dice for the tile.")
NO_ROOM: Final = Reason("R-8.1", "%(name)s has no room for a good on %(world)s.")
NO_SUCH_GOOD: Final = Reason("R-9.1", "%(name)s has no such good on %(world)s.")
RECRUIT: Final = Reason("R-10.1", "%(name)s must recruit %(count)s dice from the Citizenry now.")
RECALL: Final = Reason("R-10.2", "%(name)s cannot recall these dice now.")
WORK_LEFT: Final = Reason("R-5.1, R-10.1, R-10.2", "%(name)s is not finished with this step.")
NOT_LYING_THERE: Final = Reason(
    RECORD,
    "The companion has %(count)s %(die)s dice there (%(place)s).",
    "Choose the place where the companion shows the die.",
)
CORRECTION_PLACE: Final = Reason(
    RECORD,
    "A %(die)s die cannot be there now (%(place)s).",
    "Workers can be under phases still to come, rolled dice on a mat that was entered.",
)
TILE_CORRECTION: Final = Reason(
    RECORD,
    "There is no such tile there, or it cannot be there now.",
    "Name the tile, and choose the place where the companion shows it.",
)
TILE_ELSEWHERE: Final = Reason(
    RECORD,
    "Tile number %(tile)s is somewhere else, or does not exist.",
    "Move it from the place where the companion shows it.",
)
GOODS_IN_THE_WAY: Final = Reason(
    "R-8.1", "%(name)s cannot have these goods on %(world)s.", "Move the goods first."
)

name_rows(globals())
