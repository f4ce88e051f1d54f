"""Why a command is refused in a fully tracked game: one sentence and a stable code each."""

from __future__ import annotations

from companion.games.roll.model.errors import RulesError


class NotTrackedError(RulesError, RuntimeError):
    """The table keeps its counters by hand."""

    code = "no_account"
    template = "This table keeps its counters by hand."
    hint = "Begin a game in which the companion keeps the account."


class CountedByRulesError(RulesError, RuntimeError):
    """Nothing is counted by hand in a fully tracked game."""

    code = "counted_by_rules"
    template = "The companion counts this itself in this game."
    hint = "Undo the step that went wrong, or correct the dice, tiles and chips that lie elsewhere."


class FirstTilesError(RulesError, ValueError):
    """R-1.4, R-1.5: start tiles and two first tiles for every player, no tile twice."""

    code = "first_tiles"
    template = "The set-up of %(name)s is not complete: faction, home world and two tiles."


class RollError(RulesError, ValueError):
    """R-2.1: all dice of the cup are rolled, once."""

    code = "roll"
    template = "%(name)s rolls exactly the dice of the cup, once a round."


class MatDiceError(RulesError, ValueError):
    """The mat must show what was in the cup (R-3.1)."""

    code = "mat_dice"
    template = "The dice on the mat of %(name)s are not those that were rolled."


class AssignmentError(RulesError, ValueError):
    """R-3.1 to R-3.6: no sequence of sorting, selecting, powers and Dictate leads there."""

    code = "assignment"
    template = "The mat of %(name)s: %(problem)s"


class NoSuchWorkerError(RulesError, LookupError):
    """There is no such unused worker in the column of the phase."""

    code = "no_such_worker"
    template = "%(name)s has no unused %(die)s die for this phase."


class DrawError(RulesError, ValueError):
    """R-6.3, R-6.5: so many tiles, out of the bag."""

    code = "draw"
    template = "%(name)s draws %(count)s tiles out of the bag now."


class NoSuchTileError(RulesError, LookupError):
    """The stack has no such tile, or the tile is elsewhere."""

    code = "no_such_tile"
    template = "%(name)s has no such tile there."


class TilesInHandError(RulesError, RuntimeError):
    """R-6.3: drawn tiles are placed before anything else."""

    code = "tiles_in_hand"
    template = "%(name)s places the drawn tiles first."


class PlacingError(RulesError, ValueError):
    """R-6.3: the drawn tiles, each once; to the bottom unless a power allows the top."""

    code = "placing"
    template = "%(name)s places exactly the drawn tiles, at the bottom of the stacks."


class NoPowerError(RulesError, RuntimeError):
    """Only a power allows this."""

    code = "no_power"
    template = "%(name)s has no power that allows this now."


class TimingError(RulesError, RuntimeError):
    """R-5.6, R-6.5: where order matters, others come first."""

    code = "timing"
    template = "Others come before %(name)s now."


class TooManyWorkersError(RulesError, ValueError):
    """R-7.1, R-7.2: a tile takes as many workers as it needs."""

    code = "too_many_workers"
    template = "The tile of %(name)s takes %(count)s more workers; with them it is completed."


class NotCompleteError(RulesError, RuntimeError):
    """R-7.2: the tile still needs workers, or there is none."""

    code = "not_complete"
    template = "No tile of %(name)s can be completed now."


class CompletionChoiceError(RulesError, ValueError):
    """R-7.2, R-7.4: which workers pay, which are freed, which die is given up."""

    code = "completion_choice"
    template = "%(name)s cannot use these dice for the tile."


class NoRoomError(RulesError, ValueError):
    """R-8.1: worlds of a colour take one good, or what a power allows."""

    code = "no_room"
    template = "%(name)s has no room for a good on %(world)s."


class NoSuchGoodError(RulesError, LookupError):
    """R-9.1: there is no such good on that world."""

    code = "no_such_good"
    template = "%(name)s has no such good on %(world)s."


class RecruitError(RulesError, ValueError):
    """R-10.1: as many as can be paid for, out of the Citizenry, once a round."""

    code = "recruit"
    template = "%(name)s recruits %(count)s dice of the Citizenry now."


class RecallError(RulesError, ValueError):
    """R-10.2: dice of the construction zone and goods, after recruiting."""

    code = "recall"
    template = "%(name)s cannot recall these dice now."


class WorkLeftError(RulesError, RuntimeError):
    """R-5.1, R-10.1, R-10.2: something must be done before the step can end."""

    code = "work_left"
    template = "%(name)s is not finished with this step."


# --- corrections ---------------------------------------------------------------------------------


class NotLyingThereError(RulesError, LookupError):
    """A correction takes dice from where the tracking has fewer of them."""

    code = "not_lying_there"
    template = "Of the dice %(die)s the account has %(count)s there (%(place)s)."
    hint = "Choose the place where the companion believes the die to be."


class CorrectionPlaceError(RulesError, ValueError):
    """No die can lie there in this step."""

    code = "correction_place"
    template = "A die %(die)s cannot lie there now (%(place)s)."
    hint = "Workers lie under phases that are still to come, rolled dice on a mat that was entered."


class TileCorrectionError(RulesError, ValueError):
    """There is no such tile or place; a tile in a tableau must be named."""

    code = "tile_correction"
    template = "There is no such tile there, or it cannot lie there now."
    hint = "Name the tile, and choose where the companion believes it to be."


class TileElsewhereError(RulesError, ValueError):
    """The number belongs to no tile, or to one that lies elsewhere."""

    code = "tile_elsewhere"
    template = "The tile number %(tile)s lies elsewhere, or there is none."
    hint = "Move it from where the companion believes it to be."


class GoodsInTheWayError(RulesError, ValueError):
    """R-8.1: goods lie on worlds of their owner that have room for them."""

    code = "goods_in_the_way"
    template = "%(name)s cannot have these goods on %(world)s."
    hint = "Move the goods first."
