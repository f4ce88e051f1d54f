"""Errors for refused commands: one sentence and a stable code each."""

from __future__ import annotations

from companion.games.refusals import RefusedError


class RuleError(RefusedError):
    """Base of this game's own errors; common ones are in ``companion.games.refusals``."""


class PlayersError(RuleError, ValueError):
    """Section 2: one to four players with different names."""

    code = "players"
    template = "Rule the Galaxy is for one to four players with different names."
    hint = "Change the players and start again."


class OptionsError(RuleError, ValueError):
    """Section 1: the points increase with the strength, the markers are on the board."""

    code = "options"
    template = "No box has these values: points increase with strength, markers are in rows 2 to 7."
    hint = "Compare the settings with the tiles and the board."


class FirstCardError(RuleError, ValueError):
    """Section 2: a bombardment card goes back into the deck and another card is dealt."""

    code = "first_card"
    template = "%(name)s cannot start with a bombardment card."
    hint = "Push it into the middle of the deck and deal another card."


class NoSuchCardError(RuleError, ValueError):
    """All cards of that kind are elsewhere."""

    code = "no_such_card"
    template = "No %(card)s card can be there: all are somewhere else."
    hint = "Check the last cards that were entered; undo mistakes."


class DrawFirstError(RuleError, RuntimeError):
    """Section 3.1: a turn begins with one card."""

    code = "draw_first"
    template = "A turn begins with a card from the deck."


class NoUnitError(RuleError, LookupError):
    """The field is empty."""

    code = "no_unit"
    template = "There is no unit on this field."


class HiddenUnitError(RuleError, ValueError):
    """Section 3.2: only the front unit of a lane can be shot without an infiltrator."""

    code = "hidden_unit"
    template = "Another unit is in front of this one."
    hint = "Shoot the front unit first, or use a captured infiltrator."


class PaymentError(RuleError, ValueError):
    """Section 3.2: as many cards of the colour as the strength, BB-8 replaces any."""


class WrongColourError(PaymentError):
    """A card or an infiltrator of another colour."""

    code = "wrong_colour"
    template = "A unit is paid for with cards of its colour and with BB-8."


class TooLittleError(PaymentError):
    """The payment is smaller than the strength."""

    code = "too_little"
    template = "This does not pay for a unit of strength %(strength)s."


class TooMuchError(PaymentError):
    """A part of the payment could be left out."""

    code = "too_much"
    template = "This is more than a unit of strength %(strength)s costs."


class NoInfiltratorError(PaymentError):
    """Only captured units of strength 1 can be used."""

    code = "no_infiltrator"
    template = "Only captured units of strength 1 can be used."


class CardsNotHeldError(RuleError, ValueError):
    """A player can only give cards of the own hand."""

    code = "cards_not_held"
    template = "%(name)s does not have these cards."


class TradeError(RuleError, ValueError):
    """Section 3.3: always one for one, cards only, as the table agreed."""

    code = "trade"
    template = "Cards are swapped with another player, one for one."


class NoTradeError(TradeError):
    """The table agreed to play without swaps."""

    code = "no_trade"
    template = "Swapping cards is disabled in this game."


class WaveError(RuleError, ValueError):
    """Section 3.4: four new units on the start fields, fewer when the stack ends."""

    code = "wave"
    template = "%(count)s new units come onto the board, one for each start field."


class UnitCountError(RuleError, ValueError):
    """There are not that many tiles of the kind and colour in play."""

    code = "unit_count"
    template = "The game has no more tiles of this kind and colour."
    hint = "Compare the unit with the tile; the colours can be set in the options."


class MarkerError(RuleError, ValueError):
    """Section 2: the five markers show 0, 1, 1, 2, 3."""

    code = "marker"
    template = "No bombardment marker with this number is left."


class DiscardError(RuleError, ValueError):
    """Section 3.4: every player discards as many cards as the markers show."""

    code = "discard"
    template = "%(name)s must discard exactly %(count)s cards."
