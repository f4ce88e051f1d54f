"""The steps of a round, and why a game ends."""

from __future__ import annotations

from enum import Enum


class Step(Enum):
    """The current step of the round (section 2)."""

    __hash__ = object.__hash__

    SETUP = "setup"
    ASSIGN = "assign"
    REVEAL = "reveal"
    PHASE = "phase"
    MANAGE = "manage"
    OVER = "over"


class EndReason(Enum):
    """Why the game ends (R-10.4), or that the players stopped before."""

    __hash__ = object.__hash__

    VP_POOL = "vp_pool"
    TILES = "tiles"
    STOPPED = "stopped"
