"""Errors of the computer players."""

from companion.errors import CompanionError


class PlayerNetworkError(CompanionError, ValueError):
    """The value network is damaged or incompatible with the features or the number of players."""

    code = "player_network_unfit"
    template = "The computer player's network for %(players)s players cannot be used: %(reason)s."
    hint = "Reinstall the companion, or train the networks: make train-players."


class NoPlayerError(CompanionError, LookupError):
    """An unknown level of computer players."""

    code = "no_such_player"
    template = "There is no computer player level %(level)s."
    hint = "Choose another level on the screen."
