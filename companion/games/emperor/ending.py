"""The end of roles and of the game: Tycoon, winners, the duel (section 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.definition import PlayerResult
from companion.games.emperor.holdings import VpScored
from companion.games.emperor.rules import Events, after, apply, check_step, decide
from companion.games.emperor.state import (
    ENERGY_LIMIT,
    METAL_LIMIT,
    WARS,
    GameState,
    Player,
    Role,
    Step,
    is_last_role,
)
from companion.games.refusals import NOT_NOW


@dataclass(frozen=True, slots=True)
class RoleEnded:
    """The role is over; *ending*: it was the last role of the game."""

    ending: bool


def end_of_role(state: GameState) -> Events:
    """Return the end of the role; if it was the last one, also the last points and the winner."""
    ending = is_last_role(state)
    return (RoleEnded(ending), *(_last_points(state) if ending else ()))


@apply.case
def _role_ended(state: GameState, _: RoleEnded) -> GameState:
    return replace(state, turns=(), step=Step.SELECT)


def _last_points(state: GameState) -> Events:
    scored = last_lines(state)
    best = leaders(after(state, scored))
    return (*scored, GameEnded(best) if len(best) == 1 else DuelCalled(duellists(state, best)))


def tycoon(players: tuple[Player, ...]) -> tuple[VpScored, ...]:
    """Return the Tycoon's points: full Storage and most marks."""
    full = (
        VpScored(player.seat, 1, "full_storage")
        for player in players
        if player.metal >= METAL_LIMIT and player.energy >= ENERGY_LIMIT
    )
    most = max(player.marks for player in players)
    richest = [player.seat for player in players if player.marks == most]
    vp = 2 if len(richest) == 1 else 1
    return (*full, *(VpScored(seat, vp, "most_marks") for seat in richest))


def planets_scored(state: GameState) -> tuple[VpScored, ...]:
    """Return a point for each planet that a player controls."""
    planets = ((player.seat, state.planets(player.seat)) for player in state.players)
    return tuple(VpScored(seat, vp, "planets") for seat, vp in planets if vp)


def last_lines(state: GameState) -> tuple[VpScored, ...]:
    """Return the points scored at the end of the game: planets, full Storage, marks.

    Planets score once more if the game ends with Warlord or Explorer (section 6).
    """
    planets = planets_scored(state) if state.role in WARS | {Role.EXPLORER} else ()
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


@apply.sets(step=Step.DUEL)
@dataclass(frozen=True, slots=True)
class DuelCalled:
    """Tied leaders fight a duel (section 6)."""

    duel: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndDuel:
    """The winner of the last battle; None if both were destroyed (section 6)."""

    winner: int | None


@decide.case
def _end_duel(state: GameState, command: EndDuel) -> Events:
    check_step(state, Step.DUEL)
    if command.winner is None:
        return (GameEnded(state.duel),)
    if command.winner not in state.duel:
        raise NOT_NOW()
    return (GameEnded((command.winner,)),)


@apply.sets(step=Step.OVER)
@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over (section 6)."""

    winners: tuple[int, ...]


def results(state: GameState) -> tuple[PlayerResult, ...]:
    """Return the players; their VP are hidden while the game runs."""
    if state.step is not Step.OVER:
        return tuple(PlayerResult(player.name) for player in state.players)
    found = []
    for player in state.players:
        better = sum(other.vp > player.vp for other in state.players)
        won = player.seat in state.winners
        figures = (
            ("marks", player.marks),
            ("sectors", len(state.own(player.seat))),
            ("planets", state.planets(player.seat)),
        )
        rank = 1 if won else max(2, 1 + better)
        found.append(PlayerResult(player.name, total=player.vp, rank=rank, figures=figures))
    return tuple(found)
