"""Ships on the map: moves, the stargate, battles where they meet, retreats (sections 4.5, 4.6)."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.emperor import errors
from companion.games.emperor.galaxy.fields import STOPPED, Fleet, force_of, merged, taken
from companion.games.emperor.galaxy.moving import (
    black_hole,
    enemy_at,
    is_free,
    jumps,
    nearest_starbases,
    reach,
    routes,
    speed,
)
from companion.games.emperor.holdings import Annex
from companion.games.emperor.rules import Event, Events, after, on_turn
from companion.games.emperor.state import (
    GameState,
    Influence,
    Player,
    Retreat,
    Sector,
    Step,
    in_direction,
    tokens_left,
)
from companion.games.emperor.war.battle import begin_battle
from companion.games.emperor.war.forces import Ship, Token, ships_of
from companion.games.messages import Move, OfPlayer
from companion.games.refusals import NOT_NOW


class MoveShips(Move):
    """Move ships to another hex; unprotected sectors on their way are annexed (section 4.5).

    Attributes:
        jump: whether they use the stargate.
        fight: whether they fight enemies there immediately; else more ships may follow.
    """

    start: int
    target: int
    fighters: int = 0
    cruisers: int = 0
    dreadnoughts: int = 0
    jump: bool = False
    fight: bool = False

    def decide(self, state: GameState) -> Events:
        player = on_turn(state, self.seat, Step.WAR)
        fleets = _picked(state, player, self)
        if self.jump:
            path, moved = _jump(state, self, fleets), None
        else:
            most = min(speed(player, fleet.ship) - fleet.moved for fleet in fleets)
            route = routes(state, self.seat, self.start, most).get(self.target)
            if route is None:
                raise errors.RANGE(hex=self.target)
            path, moved = route.path, route.steps
        if enemy_at(state, self.seat, self.target) is not None:
            moved = None
        counts = self.fighters, self.cruisers, self.dreadnoughts
        gone = ShipsMoved(self.seat, self.start, path, *counts, moved, self.jump)
        free = [number for number in path if is_free(state, self.seat, number)]
        tokens = tokens_left(state, self.seat)
        events = (gone, *(Annex(self.seat, number) for number in free[:tokens]))
        if not self.fight:
            return events
        return (*events, *Fight(self.seat, self.target).decide(after(state, events)))


def ready(state: GameState, move: MoveShips, ship: Ship) -> int:
    """Return how many ships of a class can make a move; any move while it has no target."""
    fleets = [
        fleet
        for fleet in state.fleets
        if (fleet.seat, fleet.hex, fleet.ship) == (move.seat, move.start, ship)
    ]
    if move.jump:
        return sum(fleet.count for fleet in fleets if fleet.moved == 0)
    steps = 1
    if move.target != move.start:
        route = reach(state, move.seat, move.start, ship).get(move.target)
        if route is None:
            return 0
        steps = route.steps
    most = speed(state.player(move.seat), ship)
    return sum(fleet.count for fleet in fleets if most - fleet.moved >= steps)


def _picked(state: GameState, player: Player, command: MoveShips) -> list[Fleet]:
    there = force_of(state.fleets, command.seat, command.start)
    found: list[Fleet] = []
    for ship, count in ships_of(command).items():
        if not 0 <= count <= there.count(ship):
            raise errors.FORCES(name=player.name)
        found += taken(state.fleets, command.seat, command.start, ship, count)[0]
    if not found:
        raise errors.FORCES(name=player.name)
    return found


def _jump(state: GameState, command: MoveShips, fleets: list[Fleet]) -> tuple[int, ...]:
    """Check a jump: all in a turn go to one target, from ships that waited at the stargate."""
    waited = command.start == black_hole(state) and not any(fleet.moved for fleet in fleets)
    one_place = state.jumped in (None, command.target)
    if not waited or not one_place or command.target not in jumps(state):
        raise errors.RANGE(hex=command.target)
    return (command.target,)


class ShipsMoved(OfPlayer, Event):
    """Ships moved along a path of hexes (section 4.5).

    *steps* is None if they stop for this turn, as they met enemies or jumped.
    """

    start: int
    path: tuple[int, ...]
    fighters: int
    cruisers: int
    dreadnoughts: int
    steps: int | None
    jump: bool

    def apply(self, state: GameState) -> GameState:
        *_, before, target = (self.start, *self.path)
        stopped = self.steps is None
        fleets = state.fleets
        for ship, count in ships_of(self).items():
            off, rest = taken(fleets, self.seat, self.start, ship, count)
            there = [
                replace(
                    fleet,
                    hex=target,
                    moved=STOPPED if self.steps is None else fleet.moved + self.steps,
                    came=before if stopped else None,
                    jumped=self.jump,
                )
                for fleet in off
            ]
            fleets = merged([*rest, *there])
        return replace(state, fleets=fleets, jumped=target if self.jump else state.jumped)


class Fight(Move):
    """Ships that have met enemies on a hex start the battle (section 4.5)."""

    hex: int

    def decide(self, state: GameState) -> Events:
        """All ships on the hex fight; its Empire or Starbase joins the defender."""
        attacker = on_turn(state, self.seat, Step.WAR)
        defender = enemy_at(state, self.seat, self.hex)
        if defender is None:
            raise NOT_NOW()
        mine, theirs = (force_of(state.fleets, s, self.hex) for s in (self.seat, defender))
        return begin_battle(
            state,
            (attacker, state.player(defender)),
            (mine, theirs),
            self.hex if state.sector(self.hex) is not None else None,
            jumped=force_of(state.fleets, self.seat, self.hex, jumped=True),
            where=self.hex,
        )


def ships_leave(state: GameState, lost: Sequence[Influence], kept: Sequence[Sector]) -> Events:
    """Return how ships leave sectors that their owners have *lost* (section 4.6).

    *state* is that before influence is resolved, *kept* are all sectors after it.
    """
    gone: list[RetreatTo] = []
    asks: list[Retreat] = []
    first = state.throne if state.selector is None else state.selector
    for seat in in_direction(state, first):
        bases = {s.number for s in kept if s.owner == seat and s.token is Token.STARBASE}
        for number in (each.sector for each in lost if each.seat == seat):
            if not force_of(state.fleets, seat, number).ships:
                continue
            targets = nearest_starbases(state, seat, number, bases)
            if len(targets) == 1:
                gone.append(RetreatTo(seat, number, targets[0]))
            else:
                asks.append(Retreat(seat, number, targets))
    return (*gone, RetreatsBegan(tuple(asks))) if asks else tuple(gone)


class RetreatsBegan(Event):
    """Owners must choose among equally near Starbases, in order (section 4.6)."""

    retreats: tuple[Retreat, ...]

    def apply(self, state: GameState) -> GameState:
        turns = tuple(dict.fromkeys(each.seat for each in self.retreats))
        return replace(state, step=Step.RETREAT, retreats=self.retreats, turns=turns)


class RetreatTo(Move, Event):
    """Ships leave a lost sector for one of the nearest own Starbases (section 4.6)."""

    start: int
    target: int

    def decide(self, state: GameState) -> Events:
        on_turn(state, self.seat, Step.RETREAT)
        for each in state.retreats:
            if (each.seat, each.start) == (self.seat, self.start):
                if self.target not in each.targets:
                    break
                return (self,)
        raise errors.RANGE(hex=self.target)

    def apply(self, state: GameState) -> GameState:
        fleets = [
            replace(f, hex=self.target) if (f.seat, f.hex) == (self.seat, self.start) else f
            for f in state.fleets
        ]
        state = replace(state, fleets=merged(fleets))
        left = tuple(r for r in state.retreats if (r.seat, r.start) != (self.seat, self.start))
        return RetreatsBegan(left).apply(state) if state.retreats else state
