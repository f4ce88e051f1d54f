"""Why the game refuses a command: one sentence and a stable code each."""

from __future__ import annotations

from companion.errors import CompanionError


class RulesError(CompanionError):
    """Base of everything that ``decide`` refuses. The state stays as it was."""

    code = "rules_error"


class NotationError(RulesError, ValueError):
    """A line of notation cannot be read."""

    code = "notation"
    template = "This is no command and no event: %(text)s (%(reason)s)."


# --- set-up --------------------------------------------------------------------------------------


class PlayerCountError(RulesError, ValueError):
    """Section 1: two to five players."""

    code = "player_count"
    template = "The game is for 2 to 5 players, not %(count)s."


class SeatNumberError(RulesError, ValueError):
    """Seats are the numbers of the strip mats."""

    code = "seat_number"
    template = "There is no mat for seat %(seat)s."
    hint = "Mats are numbered 1 to 5."


class SeatTakenError(RulesError, ValueError):
    """Two players on one mat."""

    code = "seat_taken"
    template = "Seat %(seat)s is given to two players."
    hint = "Give every player a mat of their own."


class NameMissingError(RulesError, ValueError):
    """A player without a name, or with one too long for the screen."""

    code = "name_missing"
    template = "The player at seat %(seat)s needs a name of 1 to %(longest)s characters."


class NameTakenError(RulesError, ValueError):
    """Two players with the same name, capitals aside."""

    code = "name_taken"
    template = "Two players are called %(name)s."
    hint = "Change one of the names, so that the table can tell them apart."


class ColourTakenError(RulesError, ValueError):
    """Two players with the same colour, or one without."""

    code = "colour_taken"
    template = "The colour of seat %(seat)s is missing or taken twice."
    hint = "Give every player a colour of their own."


class FactionNumberError(RulesError, ValueError):
    """R-1.2: faction tiles are numbered 1 to 9."""

    code = "faction_number"
    template = "There is no faction with the number %(faction)s."
    hint = "The number is printed on the faction tile: 1 to 9."


class FactionTakenError(RulesError, ValueError):
    """One faction tile for two players; the timing order needs different ones (R-5.6)."""

    code = "faction_taken"
    template = "Faction %(faction)s is given to two players."
    hint = "Look at the number on each faction tile."


class HomeWorldError(RulesError, ValueError):
    """R-1.2: nine home worlds, each once."""

    code = "home_world"
    template = "The home world %(home_world)s is unknown or given to two players."


class AlreadyStartedError(RulesError, RuntimeError):
    """A second set-up in one game."""

    code = "already_started"
    template = "This game has already begun."
    hint = "Open a new game to seat other players."


# --- the round -----------------------------------------------------------------------------------


class WrongStepError(RulesError, RuntimeError):
    """The command does not belong to this step of the round (section 2)."""

    code = "wrong_step"
    template = "That is not possible now: the game is at the step %(step)s."


class UnknownSeatError(RulesError, LookupError):
    """Nobody sits there."""

    code = "unknown_seat"
    template = "Nobody plays at seat %(seat)s."


class AlreadyReadyError(RulesError, RuntimeError):
    """A second ready signal."""

    code = "already_ready"
    template = "%(name)s is ready already."


class NotReadyError(RulesError, RuntimeError):
    """There is no ready signal to take back."""

    code = "not_ready"
    template = "%(name)s has not said ready yet."


class StillAssigningError(RulesError, RuntimeError):
    """R-3.7: a mat counts once its player has finished."""

    code = "still_assigning"
    template = "%(name)s is still assigning: the mat is read when %(name)s is ready."


# --- dice on a mat -------------------------------------------------------------------------------


class NoSuchFaceError(RulesError, ValueError):
    """The table of faces (dice_faces): 30 pairs exist."""

    code = "no_such_face"
    template = "A die of the kind %(die)s has no face %(face)s."


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
    """The phases run by what was selected."""

    code = "selection_fixed"
    template = "The phases have begun: what %(name)s selected can no longer be changed here."
    hint = "Undo back to the reveal, correct it there and go on."


class SpareDieNotUsedError(RulesError, RuntimeError):
    """R-4.2 is for two players."""

    code = "spare_die_not_used"
    template = "The spare die is rolled in games of two players only."


class RevealIncompleteError(RulesError, RuntimeError):
    """Reveal was confirmed while something is still missing; ``missing`` has the needs' codes."""

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
    """A change by nothing."""

    code = "no_change"
    template = "That changes nothing."


class NotEnoughCreditsError(RulesError, ValueError):
    """The track ends at $0."""

    code = "not_enough_credits"
    template = "%(name)s has only $%(credits)s."


class NotEnoughVpError(RulesError, ValueError):
    """Nobody can put back chips that they do not have."""

    code = "not_enough_vp"
    template = "%(name)s has only %(vp)s VP in chips."


class TileCountError(RulesError, ValueError):
    """A tableau has at least the tiles of set-up and at most those of the box."""

    code = "tile_count"
    template = "A tableau has %(least)s to %(most)s tiles."


class BadValueError(RulesError, ValueError):
    """A counter was set to what cannot lie on the table."""

    code = "bad_value"
    template = "%(what)s can be %(least)s to %(most)s, not %(value)s."


# --- notes on what the camera read ---------------------------------------------------------------


class MatNote(RulesError):  # noqa: N818 - shown, never raised
    """Something on a mat that a person should know; a value, not raised."""

    code = "mat_note"


class DieBetweenPlacesNote(MatNote):
    """A die lies in no zone of the mat: nothing is recorded until it is clear where it belongs."""

    code = "die_between_places"
    template = "A die lies between the places of mat %(mat)s."
    hint = "Move it into a column, onto the strip or onto Dictate."


class ForeignDieNote(MatNote):
    """A die of another game, or one that was read wrongly: nothing is recorded without it."""

    code = "foreign_die"
    template = "A die on mat %(mat)s does not look like one of this game."
    hint = "Take it off, turn it a little, or enter the mat by hand."


class EmptyMatNote(MatNote):
    """A mat without dice is not recorded by itself."""

    code = "empty_mat"
    template = "There are no dice on mat %(mat)s."


class SpareDieUnclearNote(MatNote):
    """R-4.2: one Home die, clearly read."""

    code = "spare_die_unclear"
    template = "The tray needs exactly one white die, the spare one."
    hint = "Take other dice off the tray, or choose the face on the screen."
