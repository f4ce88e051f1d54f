"""Why the rules of Rule the Galaxy refuse a command."""

from typing import Final

from companion.games.refusals import FORM, RECORD, Reason, name_rows

PLAYERS: Final = Reason(
    "2, 5",
    "Rule the Galaxy is for one to four players with different names.",
    "Change the players and start again.",
)
OPTIONS: Final = Reason(
    FORM,
    "No box has these values: points increase with strength, markers are in rows 2 to 7.",
    "Compare the settings with the tiles and the board.",
)
FIRST_CARD: Final = Reason(
    "2",
    "%(name)s cannot start with a bombardment card.",
    "Push it into the middle of the deck and deal another card.",
)
NO_SUCH_CARD: Final = Reason(
    "3.1",
    "No %(card)s card can be there: all are somewhere else.",
    "Check the last cards that were entered; undo mistakes.",
)
DRAW_FIRST: Final = Reason("3.1", "A turn begins with a card from the deck.")
NO_UNIT: Final = Reason(RECORD, "There is no unit on this field.")
HIDDEN_UNIT: Final = Reason(
    "3.2",
    "Another unit is in front of this one.",
    "Shoot the front unit first, or use a captured infiltrator.",
)
WRONG_COLOUR: Final = Reason("3.2", "A unit is paid for with cards of its colour and with BB-8.")
TOO_LITTLE: Final = Reason("3.2", "This does not pay for a unit of strength %(strength)s.")
TOO_MUCH: Final = Reason("3.2", "This is more than a unit of strength %(strength)s costs.")
NO_INFILTRATOR: Final = Reason("3.2", "Only captured units of strength 1 can be used.")
CARDS_NOT_HELD: Final = Reason(RECORD, "%(name)s does not have these cards.")
TRADE: Final = Reason("3.3", "Cards are swapped with another player, one for one.")
NO_TRADE: Final = Reason("3.3", "Swapping cards is disabled in this game.")
WAVE: Final = Reason("2, 3.4", "%(count)s new units come onto the board, one for each start field.")
UNIT_COUNT: Final = Reason(
    "2",
    "The game has no more tiles of this kind and colour.",
    "Compare the unit with the tile; the colours can be set in the options.",
)
MARKER: Final = Reason("2", "No bombardment marker with this number is left.")
DISCARD: Final = Reason("3.4", "%(name)s must discard exactly %(count)s cards.")

name_rows(globals())
