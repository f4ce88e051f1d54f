"""Manual corrections of what is on the table; the table is always right."""

from dataclasses import replace

from companion.games.emperor import errors
from companion.games.emperor.galaxy.fields import (
    NEIGHBOURS,
    Fleet,
    Ground,
    force_of,
    merged,
    taken,
    with_field,
)
from companion.games.emperor.galaxy.moving import enemy_at, ground_of
from companion.games.emperor.invariants import Counter, invariants
from companion.games.emperor.rules import Event, with_sectors
from companion.games.emperor.state import GameState, Sector, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship
from companion.games.messages import Command, OfPlayer, sets
from companion.games.refusals import NOT_NOW


class Correction(Command, Event):
    """Whatever the invariants allow is possible, where it can be told from the state after it."""

    def decide(self, state: GameState) -> None:
        """Nothing is in a battle or a Regent role: it would invalidate their sums."""
        if state.step is Step.SET_UP or state.battle is not None or state.regent is not None:
            raise NOT_NOW()
        if not self.fits(state) or invariants(self.apply(state)):
            raise errors.CORRECTION()

    def fits(self, _state: GameState, /) -> bool:
        """Whether there is what is corrected, and a difference where it must be one."""
        return True


class _OfPlayer(OfPlayer, Correction):
    def fits(self, state: GameState) -> bool:
        return bool(state.player(self.seat))


class CorrectCounter(_OfPlayer):
    """Correction of a player's counter."""

    counter: Counter
    value: int

    def apply(self, state: GameState) -> GameState:
        state = state.with_player(self.seat, **{self.counter.value: self.value})
        return _adjusted(state, self.seat) if state.fields else state


def _adjusted(state: GameState, seat: int) -> GameState:
    """Return the state with as many ships on the map as the player has.

    New ships are put on the home sector; surplus ships are removed there first.
    """
    player, fleets = state.player(seat), state.fleets
    home = next(s.number for s in state.own(seat) if s.home)
    for ship in Ship:
        mine = [f for f in fleets if (f.seat, f.ship) == (seat, ship)]
        more = player.ships(ship) - sum(f.count for f in mine)
        if more > 0:
            fleets = merged([*fleets, Fleet(seat, home, ship, more)])
        for number in dict.fromkeys((home, *(f.hex for f in mine))) if more < 0 else ():
            there = min(max(0, -more), force_of(fleets, seat, number).count(ship))
            fleets = merged(taken(fleets, seat, number, ship, there)[1])
            more += there
    return replace(state, fleets=fleets)


class CorrectSector(Correction):
    """Correction of a sector's properties and owner; identified by its number."""

    sector: Sector

    def fits(self, state: GameState) -> bool:
        return state.sector(self.sector.number) is not None

    def apply(self, state: GameState) -> GameState:
        return with_sectors(state, self.sector)


@sets()
class CorrectTiles(Correction):
    """Correction of the numbers of hidden and revealed tiles."""

    hidden: int
    revealed: int


@sets({"seat": "throne"})
class CorrectThrone(_OfPlayer):
    """Correction of the Throne's holder."""


class CorrectTechnology(_OfPlayer):
    """Correction: whether a player has a technology, also one that was removed from the game."""

    technology: Technology
    held: bool

    def fits(self, state: GameState) -> bool:
        return (self.technology in state.player(self.seat).technologies) != self.held

    def apply(self, state: GameState) -> GameState:
        """Each exists once, so any other player loses it."""
        card = frozenset({self.technology})
        for player in state.players:
            held = card if self.held and player.seat == self.seat else frozenset()
            state = state.with_player(player.seat, technologies=player.technologies - card | held)
        return replace(state, removed=state.removed - card)


class CorrectFleet(_OfPlayer):
    """Correction: a ship is on another hex."""

    start: int
    target: int
    ship: Ship

    def fits(self, state: GameState) -> bool:
        if not state.fields:
            raise NOT_NOW()
        if not force_of(state.fleets, self.seat, self.start).count(self.ship):
            raise errors.FORCES(name=state.player(self.seat).name)
        return self.target in NEIGHBOURS and enemy_at(state, self.seat, self.target) is None

    def apply(self, state: GameState) -> GameState:
        off, rest = taken(state.fleets, self.seat, self.start, self.ship, 1)
        there = [replace(fleet, hex=self.target) for fleet in off]
        return replace(state, fleets=merged([*rest, *there]))


class CorrectHex(Correction):
    """Correction of a hex without planets; None: there is no tile."""

    hex: int
    ground: Ground | None

    def fits(self, state: GameState) -> bool:
        if not state.fields:
            raise NOT_NOW()
        old = ground_of(state, self.hex)
        fixed = {Ground.PLANETS, Ground.OMEGA, Ground.BLACK_HOLE} & {old, self.ground}
        return self.hex in NEIGHBOURS and not fixed and old is not self.ground

    def apply(self, state: GameState) -> GameState:
        """The tile is one of the open ones, else a hidden one."""
        fields = with_field(state.fields, self.hex, self.ground)
        more = len(fields) - len(state.fields)
        hidden = state.hidden - max(0, more - state.revealed)
        return replace(state, fields=fields, hidden=hidden, revealed=max(0, state.revealed - more))
