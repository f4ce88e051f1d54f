"""The end of the game: Tycoon, winners, the duel (section 6)."""

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
    """One entry of a player's points, with its reason."""

    seat: int
    reason: str
    vp: int


def tycoon(players: tuple[Player, ...]) -> tuple[Line, ...]:
    """Return the Tycoon's points: full Storage and most marks."""
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
    """Return the points scored at the end of the game: planets, full Storage, marks.

    Planets score once more if the game ends with Warlord or Explorer (section 6).
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
    """Return the seats that fight the duel among tied leaders."""
    return equals_of_the_duel(tied, {seat: len(state.own(seat)) for seat in tied})


def equals_of_the_duel(tied: tuple[int, ...], sectors: dict[int, int]) -> tuple[int, ...]:
    """Return the seats that fight: the two tied, or of more the two with the most sectors.

    If the sectors are tied too, more than two are returned and the table decides.
    """
    if len(tied) <= 2:
        return tied
    second = sorted((sectors[seat] for seat in tied), reverse=True)[1]
    return tuple(seat for seat in tied if sectors[seat] >= second)
