"""The end: Tycoon, winners, who fights the duel (section 6)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.emperor.state import (
    ENERGY_LIMIT,
    METAL_LIMIT,
    WARS,
    GameState,
    Player,
    Role,
)


@dataclass(frozen=True, slots=True)
class Line:
    """One reason for points of a player."""

    seat: int
    reason: str
    vp: int


def tycoon(players: tuple[Player, ...]) -> tuple[Line, ...]:
    """Return the last points: full Storage and most marks."""
    lines = [
        Line(player.seat, "full_storage", 1)
        for player in players
        if player.metal >= METAL_LIMIT and player.energy >= ENERGY_LIMIT
    ]
    most = max(player.marks for player in players)
    richest = [player.seat for player in players if player.marks == most]
    alone = len(richest) == 1
    lines += [Line(seat, "most_marks", 2 if alone else 1) for seat in richest]
    return tuple(lines)


def last_lines(state: GameState) -> tuple[Line, ...]:
    """Return the points that the end of the game has brought: planets, full Storage, marks.

    Planets score once more where the game ends with another role than the Regent (section 6).
    """
    planets = (
        tuple(
            Line(player.seat, "planets", vp)
            for player in state.players
            if (vp := state.planets(player.seat))
        )
        if state.role in WARS | {Role.EXPLORER}
        else ()
    )
    return (*planets, *tycoon(state.players))


def leaders(state: GameState) -> tuple[int, ...]:
    """Return the seats with the most VP."""
    best = max(player.vp for player in state.players)
    return tuple(player.seat for player in state.players if player.vp == best)


def duellists(state: GameState, tied: tuple[int, ...]) -> tuple[int, ...]:
    """Return who fights among equal leaders."""
    return equals_of_the_duel(tied, {seat: len(state.own(seat)) for seat in tied})


def equals_of_the_duel(tied: tuple[int, ...], sectors: dict[int, int]) -> tuple[int, ...]:
    """Return who fights: the two tied, or of more the two with the most sectors.

    More than two are returned where the sectors are equal, too: the table settles it.
    """
    if len(tied) <= 2:
        return tied
    second = sorted((sectors[seat] for seat in tied), reverse=True)[1]
    return tuple(seat for seat in tied if sectors[seat] >= second)
