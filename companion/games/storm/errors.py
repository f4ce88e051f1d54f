"""Why the rules of The Gathering Storm refuse a command."""

from typing import Final

from companion.games.refusals import FORM, RECORD, Reason, name_rows

PLAYERS: Final = Reason(
    "2.1",
    "Goals are for two to five players with different names.",
    "Change the players and start again.",
)
GOALS_IN_PLAY: Final = Reason(
    "2.1",
    "Two large and four small goal tiles are in play, each only once.",
    "Compare the goals with the tiles on the table.",
)
NO_SUCH_CARD: Final = Reason(
    FORM, "There is no card %(card)s.", "Search for a few letters of its name."
)
CARD_GONE: Final = Reason(
    FORM,
    "All copies of %(card)s are in play already.",
    "Check whose tableau has it; a start world is dealt only once.",
)
CARD_NOT_THERE: Final = Reason(RECORD, "%(name)s does not have %(card)s.")
COUNTS: Final = Reason(FORM, "No tableau of this game has these numbers.")
CHIPS: Final = Reason(FORM, "%(name)s cannot have that many VP chips.")
HOLDER: Final = Reason(
    "2.4", "This goal cannot be held like this: one holder, and only a goal in play."
)
START_WORLD: Final = Reason(
    "3.1", "The player and the robot have two different start worlds, numbers 0 to 8."
)
DRAFTERS: Final = Reason(
    "4",
    "The draft is for two or three players with different names.",
    "Change the players and start again.",
)
START_WORLD_TAKEN: Final = Reason(
    "4",
    "Start worlds have the numbers 0 to 8, and each exists only once.",
    "Check the number on the card.",
)
ROBOT_EQUALS_UNKNOWN: Final = Reason(
    FORM,
    "The meaning of the robot face with %(world)s is printed on the back of the mat.",
    "Enter it from there; you are asked only once.",
)
ACTIONS: Final = Reason(
    "3", "Choose two actions; only Explore, Develop and Settle can be chosen twice."
)
ROBOT_DICE: Final = Reason(
    "3.6",
    "These two faces cannot be there together.",
    "Check the dice, or their faces in the settings.",
)
ROBOT_DICE_MISSING: Final = Reason(
    FORM,
    "The tray does not show both of the robot's dice clearly.",
    "Put both dice flat on the tray, or tap their faces.",
)
FLIPS: Final = Reason(
    "3.7", "The robot's stack has %(stack)s cards; turn over at most that many, until one fits."
)
RICH_WORLD: Final = Reason(
    "3.7",
    "Doomed World needs a non-military world of 3 VP or more.",
    "Turn over the draw pile until there is one.",
)
SIX_COST_CREDIT: Final = Reason(
    "3.7",
    "The robot cannot pay for this card: it has %(credit)s credit.",
    "Count the card among those that did not fit and turn over the next.",
)
FINAL: Final = Reason(FORM, "These final numbers are not possible.")

name_rows(globals())
