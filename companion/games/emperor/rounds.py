"""Rounds (section 3), the ends of roles and of the game: Tycoon, winners, the duel (section 6)."""

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.games.definition import PlayerResult
from companion.games.emperor import errors
from companion.games.emperor.galaxy.fields import rested
from companion.games.emperor.galaxy.moving import contested
from companion.games.emperor.holdings import MarksChanged, VpScored
from companion.games.emperor.roles.influence import dealt
from companion.games.emperor.rules import Event, Events, after, check_step, on_turn
from companion.games.emperor.state import (
    ENERGY_LIMIT,
    METAL_LIMIT,
    WARS,
    Direction,
    GameState,
    Player,
    Role,
    Step,
    in_direction,
    is_last_role,
    next_selector,
    roles_left,
)
from companion.games.messages import Command, Move, OfPlayer, sets
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN

MERCHANT_MARKS: Final = 3
"""Immediate income of the Merchant's selector (section 4.2)."""

_FIRST_STEP: Final = MappingProxyType(
    {
        Role.EXPLORER: Step.EXPLORE,
        Role.MERCHANT: Step.MARKET_THROW,
        Role.STEWARD: Step.PRODUCE,
        Role.ENGINEER: Step.BUILD,
        Role.WARLORD: Step.WAR,
        Role.SECOND_WARLORD: Step.WAR,
        Role.REGENT: Step.BUY_INFLUENCE,
        Role.SCIENTIST: Step.RESEARCH,
    }
)
_PASSABLE: Final = (
    Step.TRADE,
    Step.PRODUCE,
    Step.BUILD,
    Step.WAR,
    Step.BUY_INFLUENCE,
    Step.RESEARCH,
)


@sets(step=Step.SELECT)
class ChooseDirection(Move, Event):
    """The Throne's holder sets the round's direction (section 3)."""

    direction: Direction

    def decide(self, state: GameState) -> None:
        check_step(state, Step.DIRECTION)
        if self.seat != state.throne:
            raise NOT_YOUR_TURN(name=state.player(self.seat).name)


class SelectRole(Move, Event):
    """The next player in direction takes a role, and acts first in it."""

    role: Role

    def decide(self, state: GameState) -> Events:
        check_step(state, Step.SELECT)
        if self.seat != next_selector(state):
            raise NOT_YOUR_TURN(name=state.player(self.seat).name)
        if self.role not in roles_left(state):
            raise errors.ROLE_TAKEN()
        if self.role is Role.MERCHANT:
            return self, MarksChanged(self.seat, MERCHANT_MARKS, "merchant")
        return (self, dealt(state)) if self.role is Role.REGENT else (self,)

    def apply(self, state: GameState) -> GameState:
        return replace(
            state,
            selected=(*state.selected, (self.role, self.seat)),
            turns=in_direction(state, self.seat),
            step=_FIRST_STEP[self.role],
            bonus_used=False,
            placing_rest=False,
            acted=frozenset(),
            market=(),
        )


class StepBegan(Event):
    """The role continues with another step and these turns."""

    step: Step
    turns: tuple[int, ...] = ()

    def apply(self, state: GameState) -> GameState:
        rest = self.step is Step.EXPLORE
        return replace(state, step=self.step, turns=self.turns, placing_rest=rest)


@sets(bonus_used=True)
class BonusTaken(OfPlayer, Event):
    """The selector has taken the bonus of the role."""


class EndTurn(Move, Event):
    """The player ends the turn in this role, or passes; the next in order acts."""

    def decide(self, state: GameState) -> None:
        on_turn(state, self.seat, *_PASSABLE)
        for number in contested(state, self.seat) if state.step is Step.WAR else ():
            raise errors.BATTLE_FIRST(hex=number)
        if state.step is Step.TRADE:
            raise NOT_NOW()  # harvested food requires a trade, even an empty one

    def apply(self, state: GameState) -> GameState:
        turns = tuple(seat for seat in state.turns if seat != self.seat)
        state = replace(state, turns=turns, discounted=0)
        if not state.fleets:
            return state
        return replace(state, fleets=rested(state.fleets, self.seat), jumped=None)


class RoleEnded(Event):
    """The role is over; *ending*: it was the last role of the game."""

    ending: bool

    def apply(self, state: GameState) -> GameState:
        return replace(state, turns=(), step=Step.SELECT)


def end_of_role(state: GameState) -> Events:
    """Return the end of the role; if it was the last one, also the last points and the winner."""
    ending = is_last_role(state)
    return (RoleEnded(ending), *(_last_points(state) if ending else ()))


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


@sets(step=Step.DUEL)
class DuelCalled(Event):
    """Tied leaders fight a duel (section 6)."""

    duel: tuple[int, ...]


class EndDuel(Command):
    """The winner of the last battle; None if both were destroyed (section 6)."""

    winner: int | None

    def decide(self, state: GameState) -> Events:
        check_step(state, Step.DUEL)
        if self.winner is None:
            return (GameEnded(state.duel),)
        if self.winner not in state.duel:
            raise NOT_NOW()
        return (GameEnded((self.winner,)),)


@sets(step=Step.OVER)
class GameEnded(Event):
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
