"""Errors for refused commands: one sentence and a stable code each."""

from __future__ import annotations

from companion.games.refusals import RefusedError


class StormError(RefusedError):
    """Base of this game's own errors; common ones are in ``companion.games.refusals``."""


class StormPlayersError(StormError, ValueError):
    """Section 2: two to five players with different names."""

    code = "players"
    template = "Goals are for two to five players with different names."
    hint = "Change the players and start again."


class GoalsInPlayError(StormError, ValueError):
    """Section 2.1: two large and four small tiles, none twice."""

    code = "goals_in_play"
    template = "Two large and four small goal tiles are in play, each only once."
    hint = "Compare the goals with the tiles on the table."


class NoSuchCardError(StormError, LookupError):
    """Not a card of this box."""

    code = "no_such_card"
    template = "There is no card %(card)s."
    hint = "Search for a few letters of its name."


class CardGoneError(StormError, ValueError):
    """All copies are in tableaus."""

    code = "card_gone"
    template = "All copies of %(card)s are in play already."
    hint = "Check whose tableau has it; a start world is dealt only once."


class CardNotThereError(StormError, ValueError):
    """The player does not have that card."""

    code = "card_not_there"
    template = "%(name)s does not have %(card)s."


class CountsError(StormError, ValueError):
    """Numbers that no tableau can have."""

    code = "counts"
    template = "No tableau of this game has these numbers."


class ChipsError(StormError, ValueError):
    """An impossible number of VP chips."""

    code = "chips"
    template = "%(name)s cannot have that many VP chips."


class HolderError(StormError, ValueError):
    """A large tile has at most one holder, and the goal must be in play."""

    code = "holder"
    template = "This goal cannot be held like this: one holder, and only a goal in play."


class StartWorldError(StormError, ValueError):
    """Nine start worlds, each dealt once."""

    code = "start_world"
    template = "The player and the robot have two different start worlds, numbers 0 to 8."


class DraftersError(StormError, ValueError):
    """Section 4: two or three players with different names."""

    code = "drafters"
    template = "The draft is for two or three players with different names."
    hint = "Change the players and start again."


class StartWorldTakenError(StormError, ValueError):
    """Section 4: nine start worlds, each in front of one player at most."""

    code = "start_world_taken"
    template = "Start worlds have the numbers 0 to 8, and each exists only once."
    hint = "Check the number on the card."


class EqualsUnknownError(StormError, LookupError):
    """The value is only printed on the back of the mat."""

    code = "robot_equals_unknown"
    template = "The meaning of the robot face with %(world)s is printed on the back of the mat."
    hint = "Enter it from there; you are asked only once."


class ActionsError(StormError, ValueError):
    """Section 3: two actions; only Explore, Develop and Settle twice."""

    code = "actions"
    template = "Choose two actions; only Explore, Develop and Settle can be chosen twice."


class RobotDiceError(StormError, ValueError):
    """The faces do not occur on the two known dice."""

    code = "robot_dice"
    template = "These two faces cannot be there together."
    hint = "Check the dice, or their faces in the settings."


class RobotDiceMissingError(StormError, ValueError):
    """The camera does not see both dice, or is not sure."""

    code = "robot_dice_missing"
    template = "The tray does not show both of the robot's dice clearly."
    hint = "Put both dice flat on the tray, or tap their faces."


class FlipsError(StormError, ValueError):
    """More cards turned over than are in the robot's stack, or a card that does not match."""

    code = "flips"
    template = "The robot's stack has %(stack)s cards; turn over at most that many, until one fits."


class RichWorldError(StormError, ValueError):
    """Section 3.7, Doomed World: a non-military world worth 3 VP or more."""

    code = "rich_world"
    template = "Doomed World needs a non-military world of 3 VP or more."
    hint = "Turn over the draw pile until there is one."


class SixCostCreditError(StormError, ValueError):
    """Section 3.7: a 6-cost development costs the robot a credit."""

    code = "six_cost_credit"
    template = "The robot cannot pay for this card: it has %(credit)s credit."
    hint = "Count the card among those that did not fit and turn over the next."


class DealtError(StormError, ValueError):
    """Impossible numbers at the end."""

    code = "final"
    template = "These final numbers are not possible."
