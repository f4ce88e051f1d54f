"""Errors and notes for refused commands: one sentence and a stable code each."""

from __future__ import annotations

from companion.errors import CompanionError


class RulesError(CompanionError):
    """Base of all errors of ``decide``; the state is unchanged."""

    code = "rules_error"


class NotationError(RulesError, ValueError):
    """A line of notation cannot be parsed."""

    code = "notation"
    template = "This is neither a command nor an event: %(text)s (%(reason)s)."


# --- set-up --------------------------------------------------------------------------------------


class PlayerCountError(RulesError, ValueError):
    """Section 1: two to five players."""

    code = "player_count"
    template = "The game is for 2 to 5 players, not %(count)s."


class SeatNumberError(RulesError, ValueError):
    """A seat must be the number of a strip mat."""

    code = "seat_number"
    template = "There is no mat for seat %(seat)s."
    hint = "Mats are numbered 1 to 5."


class SeatTakenError(RulesError, ValueError):
    """Two players on one mat."""

    code = "seat_taken"
    template = "Two players have seat %(seat)s."
    hint = "Give every player a different mat."


class NameMissingError(RulesError, ValueError):
    """A player without a name, or with one too long for the screen."""

    code = "name_missing"
    template = "The player at seat %(seat)s needs a name of 1 to %(longest)s characters."


class NameTakenError(RulesError, ValueError):
    """Two players with the same name, ignoring case."""

    code = "name_taken"
    template = "Two players are called %(name)s."
    hint = "Change one of the names, so that they are different."


class ColourTakenError(RulesError, ValueError):
    """Two players with the same colour, or one without."""

    code = "colour_taken"
    template = "The colour of seat %(seat)s is missing or used twice."
    hint = "Give every player a different colour."


class FactionNumberError(RulesError, ValueError):
    """R-1.2: faction tiles are numbered 1 to 9."""

    code = "faction_number"
    template = "There is no faction with the number %(faction)s."
    hint = "The number is printed on the faction tile: 1 to 9."


class FactionTakenError(RulesError, ValueError):
    """One faction tile for two players; the timing order needs different ones (R-5.6)."""

    code = "faction_taken"
    template = "Two players have faction %(faction)s."
    hint = "Check the number on each faction tile."


class HomeWorldError(RulesError, ValueError):
    """R-1.2: nine home worlds, each once."""

    code = "home_world"
    template = "The home world %(home_world)s is unknown, or two players have it."


class AlreadyStartedError(RulesError, RuntimeError):
    """A second set-up in the same game."""

    code = "already_started"
    template = "This game has already begun."
    hint = "Start a new game to change the players."


# --- the round -----------------------------------------------------------------------------------


class WrongStepError(RulesError, RuntimeError):
    """The command does not belong to this step of the round (section 2)."""

    code = "wrong_step"
    template = "This is not possible in the current step: %(step)s."


class UnknownSeatError(RulesError, LookupError):
    """No player has that seat."""

    code = "unknown_seat"
    template = "Nobody plays at seat %(seat)s."


class AlreadyReadyError(RulesError, RuntimeError):
    """A second ready signal."""

    code = "already_ready"
    template = "%(name)s is already ready."


class NotReadyError(RulesError, RuntimeError):
    """There is no ready signal to withdraw."""

    code = "not_ready"
    template = "%(name)s is not ready yet."


class StillAssigningError(RulesError, RuntimeError):
    """R-3.7: a mat counts once its player has finished."""

    code = "still_assigning"
    template = "%(name)s is still assigning: the mat is read when %(name)s is ready."


# --- dice on a mat -------------------------------------------------------------------------------


class NoSuchFaceError(RulesError, ValueError):
    """The table of faces (dice_faces): 30 pairs exist."""

    code = "no_such_face"
    template = "A %(die)s die has no face %(face)s."


class NoSuchPlaceError(RulesError, ValueError):
    """Selecting needs a phase: the Dictate place selects nothing."""

    code = "no_such_place"
    template = "There is no such place on a mat."


class NoSuchDieError(RulesError, LookupError):
    """The mat has no die with that number."""

    code = "no_such_die"
    template = "The mat of %(name)s has no die number %(number)s."


class NotRecordedError(RulesError, LookupError):
    """Nothing is recorded for the seat yet."""

    code = "not_recorded"
    template = "The mat of %(name)s is not recorded yet."


class SelectionFixedError(RulesError, RuntimeError):
    """In the phases the selections can no longer be corrected: active phases depend on them."""

    code = "selection_fixed"
    template = "The phases have begun: what %(name)s selected can no longer be changed here."
    hint = "Undo back to the reveal, correct it there and continue."


class SpareDieNotUsedError(RulesError, RuntimeError):
    """R-4.2 is for two players."""

    code = "spare_die_not_used"
    template = "The spare die is rolled in games of two players only."


class RevealIncompleteError(RulesError, RuntimeError):
    """Reveal was confirmed too early; ``missing`` holds the codes of the open needs."""

    code = "reveal_incomplete"
    template = "The reveal is not complete: %(missing)s."
    hint = "Read or correct the mats that the screen shows."


class NothingSelectedError(RulesError, RuntimeError):
    """R-4.1: without a selection no phase becomes active."""

    code = "nothing_selected"
    template = "Nobody has selected a phase."
    hint = "Put the die that selects on the strip, or correct a mat."


# --- counters ------------------------------------------------------------------------------------


class NoChangeError(RulesError, ValueError):
    """The command would change nothing."""

    code = "no_change"
    template = "That changes nothing."


class NotEnoughCreditsError(RulesError, ValueError):
    """Credits cannot go below $0."""

    code = "not_enough_credits"
    template = "%(name)s has only $%(credits)s."


class NotEnoughVpError(RulesError, ValueError):
    """A player cannot put back more chips than they have."""

    code = "not_enough_vp"
    template = "%(name)s has only %(vp)s VP in chips."


class TileCountError(RulesError, ValueError):
    """A tableau has at least the set-up tiles and at most all tiles of the box."""

    code = "tile_count"
    template = "A tableau has %(least)s to %(most)s tiles."


class BadValueError(RulesError, ValueError):
    """A counter was set to an impossible value."""

    code = "bad_value"
    template = "%(what)s can be %(least)s to %(most)s, not %(value)s."


# --- notes on what the camera read ---------------------------------------------------------------


class MatNote(RulesError):  # noqa: N818 - displayed, never raised
    """A message about a mat for the players; displayed, not raised."""

    code = "mat_note"


class DieBetweenPlacesNote(MatNote):
    """A die is in no zone of the mat: nothing is recorded until it is placed clearly."""

    code = "die_between_places"
    template = "A die on mat %(mat)s is between two places."
    hint = "Move it into a column, onto the strip or onto Dictate."


class ForeignDieNote(MatNote):
    """A die of another game, or a misread one: the mat is not recorded."""

    code = "foreign_die"
    template = "A die on mat %(mat)s does not look like one of this game."
    hint = "Remove it, turn it a little, or enter the mat by hand."


class EmptyMatNote(MatNote):
    """A mat without dice is not recorded automatically."""

    code = "empty_mat"
    template = "There are no dice on mat %(mat)s."


class SpareDieUnclearNote(MatNote):
    """R-4.2: one Home die, clearly read."""

    code = "spare_die_unclear"
    template = "The tray needs exactly one white die, the spare one."
    hint = "Remove other dice from the tray, or choose the face on the screen."


class RollUnclearNote(MatNote):
    """The dice on the tray are not those in the cup of the computer player to be rolled."""

    code = "roll_unclear"
    template = "The dice on the tray are not exactly those in the cup of %(name)s."
    hint = "Roll all dice of this cup into the tray, apart from each other, or enter them."


class NotTrackedError(RulesError, LookupError):
    """The table keeps its counters by hand; the command needs a fully tracked game."""

    code = "no_account"
    template = "In this game the counters are set by hand."
    hint = "Start a game with full tracking."


class CountedByRulesError(RulesError, RuntimeError):
    """Counters cannot be changed by hand in a fully tracked game."""

    code = "counted_by_rules"
    template = "In this game the companion counts this automatically."
    hint = "Undo the wrong step, or correct the dice, tiles and chips that are somewhere else."


class FirstTilesError(RulesError, ValueError):
    """R-1.4, R-1.5: every player needs start tiles and two first tiles, no tile twice."""

    code = "first_tiles"
    template = "The set-up of %(name)s is not complete: faction, home world and two tiles."


class RollError(RulesError, ValueError):
    """R-2.1: all dice of the cup must be rolled, exactly once."""

    code = "roll"
    template = "%(name)s must roll exactly the dice in the cup, once a round."


class MatDiceError(RulesError, ValueError):
    """The mat must show what was in the cup (R-3.1)."""

    code = "mat_dice"
    template = "The dice on the mat of %(name)s are not those that were rolled."


class AssignmentError(RulesError, ValueError):
    """R-3.1 to R-3.6: no sequence of sorting, selecting, powers and Dictate produces this mat."""

    code = "assignment"
    template = "The mat of %(name)s: %(problem)s"
    hint = "Correct the dice; the help on Reassign and Dictate has the rules."


class NoSuchWorkerError(RulesError, LookupError):
    """There is no such unused worker in the column of the phase."""

    code = "no_such_worker"
    template = "%(name)s has no unused %(die)s die for this phase."


class DrawError(RulesError, ValueError):
    """R-6.3, R-6.5: the number of drawn tiles is wrong, or they are not in the bag."""

    code = "draw"
    template = "%(name)s must draw %(count)s tiles from the bag now."


class NoSuchTileError(RulesError, LookupError):
    """The stack has no such tile, or the tile is elsewhere."""

    code = "no_such_tile"
    template = "%(name)s has no such tile there."


class TilesInHandError(RulesError, RuntimeError):
    """R-6.3: drawn tiles must be placed before anything else."""

    code = "tiles_in_hand"
    template = "%(name)s must place the drawn tiles first."


class PlacingError(RulesError, ValueError):
    """R-6.3: exactly the drawn tiles are placed, at the bottom unless a power allows the top."""

    code = "placing"
    template = "%(name)s must place exactly the drawn tiles, at the bottom of the stacks."


class NoPowerError(RulesError, RuntimeError):
    """The action needs a power that the player does not have."""

    code = "no_power"
    template = "%(name)s has no power that allows this now."


class TimingError(RulesError, RuntimeError):
    """R-5.6, R-6.5: where order matters, other players act first."""

    code = "timing"
    template = "It is not yet the turn of %(name)s."


class TooManyWorkersError(RulesError, ValueError):
    """R-7.1, R-7.2: a tile takes no more workers than it needs."""

    code = "too_many_workers"
    template = "The tile of %(name)s needs %(count)s more workers to be completed."


class NotCompleteError(RulesError, RuntimeError):
    """R-7.2: the tile needs more workers, or there is no tile."""

    code = "not_complete"
    template = "No tile of %(name)s can be completed now."


class CompletionChoiceError(RulesError, ValueError):
    """R-7.2, R-7.4: invalid choice of workers that pay, go to the cup, or are given up."""

    code = "completion_choice"
    template = "%(name)s cannot use these dice for the tile."


class NoRoomError(RulesError, ValueError):
    """R-8.1: a world holds one good, or as many as a power allows."""

    code = "no_room"
    template = "%(name)s has no room for a good on %(world)s."


class NoSuchGoodError(RulesError, LookupError):
    """R-9.1: there is no such good on that world."""

    code = "no_such_good"
    template = "%(name)s has no such good on %(world)s."


class RecruitError(RulesError, ValueError):
    """R-10.1: as many dice of the Citizenry as can be paid for, once a round."""

    code = "recruit"
    template = "%(name)s must recruit %(count)s dice from the Citizenry now."


class RecallError(RulesError, ValueError):
    """R-10.2: only developers, settlers and goods can be recalled, after recruiting."""

    code = "recall"
    template = "%(name)s cannot recall these dice now."


class WorkLeftError(RulesError, RuntimeError):
    """R-5.1, R-10.1, R-10.2: a mandatory action is still open in this step."""

    code = "work_left"
    template = "%(name)s is not finished with this step."


class NotEnoughDiceThereError(RulesError, LookupError):
    """A correction takes more dice from a place than are tracked there."""

    code = "not_lying_there"
    template = "The companion has %(count)s %(die)s dice there (%(place)s)."
    hint = "Choose the place where the companion shows the die."


class CorrectionPlaceError(RulesError, ValueError):
    """No die can be at that place in this step."""

    code = "correction_place"
    template = "A %(die)s die cannot be there now (%(place)s)."
    hint = "Workers can be under phases still to come, rolled dice on a mat that was entered."


class TileCorrectionError(RulesError, ValueError):
    """There is no such tile or place, or a tile that goes to a tableau is unnamed."""

    code = "tile_correction"
    template = "There is no such tile there, or it cannot be there now."
    hint = "Name the tile, and choose the place where the companion shows it."


class TileElsewhereError(RulesError, ValueError):
    """No tile has this number, or the tile is elsewhere."""

    code = "tile_elsewhere"
    template = "Tile number %(tile)s is somewhere else, or does not exist."
    hint = "Move it from the place where the companion shows it."


class GoodsInTheWayError(RulesError, ValueError):
    """R-8.1: goods must be on their owner's worlds and fit there."""

    code = "goods_in_the_way"
    template = "%(name)s cannot have these goods on %(world)s."
    hint = "Move the goods first."
