"""The draft variant for two or three players as a guided procedure (section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

DECK: Final = 136
"""Cards of base game and expansion, start worlds included."""

PACKET: Final = 5
DRAFTERS: Final = (2, 3)


class DraftStep(Enum):
    """The steps, in this order; PICK repeats."""

    CHOOSE_GOALS = "choose_goals"
    DEAL_START_WORLDS = "deal_start_worlds"
    PICK_LEFT = "pick_left"
    PICK_RIGHT = "pick_right"
    DRAW_SIX = "draw_six"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class DraftPlan:
    """The numbers of a draft.

    Attributes:
        packets: number of packets of five cards for each player.
        cards: number of cards that each player drafts.
        left_over: number of cards that leave the game.
    """

    players: int
    packets: int
    cards: int
    left_over: int


def plan(players: int) -> DraftPlan:
    """Return the numbers of a draft (section 4, packet arithmetic).

    Raises:
        ValueError: not two or three players.
    """
    if players not in DRAFTERS:
        raise ValueError(players)
    cards = DECK - 2 * players
    packets = cards // (PACKET * players)
    return DraftPlan(players, packets, packets * PACKET, cards - packets * PACKET * players)


def steps(players: int) -> tuple[DraftStep, ...]:
    """Return the whole procedure: packets go left and right in turn."""
    picks = tuple(
        DraftStep.PICK_RIGHT if packet % 2 else DraftStep.PICK_LEFT
        for packet in range(plan(players).packets)
    )
    return (
        DraftStep.CHOOSE_GOALS,
        DraftStep.DEAL_START_WORLDS,
        *picks,
        DraftStep.DRAW_SIX,
        DraftStep.DISCARD,
    )
