"""Battles, phase by phase (section 4.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.games.emperor import errors
from companion.games.emperor.galaxy.fields import Fleet, merged, taken
from companion.games.emperor.holdings import Annex, VpScored
from companion.games.emperor.rules import (
    Events,
    apply,
    check_dice,
    decide,
    on_turn,
    the_battle,
    with_battle,
    with_more,
    with_sector,
)
from companion.games.emperor.state import Battle, GameState, Player, Step, tokens_left
from companion.games.emperor.war.forces import (
    PHASES,
    Force,
    Ship,
    Target,
    Throw,
    Token,
    hit,
    ready,
    take,
    targets,
    throw_of,
)
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN

_EMPIRE_VP: Final = 1
"""Destroying an enemy Empire (section 4.5)."""

# --- the beginning -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attack:
    """Ships meet enemy units, without a map. The sector's token joins automatically.

    Attributes:
        ships: the attacker's.
        defending: the defender's ships.
        sector: None on an empty hex or a tile without planets.
        through_stargate: whether a free attack comes first.
    """

    seat: int
    defender: int
    ships: Force
    defending: Force
    sector: int | None = None
    through_stargate: bool = False


@decide.case
def _attack(state: GameState, command: Attack) -> Events:
    attacker = on_turn(state, command.seat, Step.WAR)
    defender = state.player(command.defender)
    if defender is attacker or state.fields:  # on a map battles start where ships have met
        raise NOT_NOW()
    if command.sector is not None:
        sector = state.sector(command.sector)
        if sector is None or sector.home or sector.owner not in (None, command.defender):
            raise errors.NO_SUCH_SECTOR(number=command.sector)
    _check_ships(attacker, command.ships)
    _check_ships(defender, command.defending)
    ships = command.ships, command.defending
    jumped = command.ships if command.through_stargate else Force()
    return begin_battle(state, (attacker, defender), ships, command.sector, jumped=jumped)


def _check_ships(player: Player, force: Force) -> None:
    counts = (force.fighters, force.cruisers, force.dreadnoughts, force.damaged)
    too_many = any(force.count(ship) > player.ships(ship) for ship in Ship)
    if too_many or min(counts) < 0 or force.damaged or force.shield:
        raise errors.FORCES(name=player.name)


@dataclass(frozen=True, slots=True)
class BattleBegan:
    """A battle began (section 4.5)."""

    battle: Battle


def begin_battle(
    state: GameState,
    sides: tuple[Player, Player],
    ships: tuple[Force, Force],
    sector: int | None,
    *,
    jumped: Force,
    where: int | None = None,
) -> Events:
    """Return the events that begin a battle; the sector's token joins the defender.

    Args:
        sides: attacker and defender.
        ships: those of attacker and defender.
        sector: number; None on an empty hex.
        jumped: the attacking ships that came through the stargate, for the free attack.
        where: the hex, on a map.

    Raises:
        RefusedError: one side has no units.
    """
    held = state.sector(sector)
    token = held.token if held is not None else Token.NONE
    forces = ships[0], replace(ships[1], token=token)
    if not forces[0].ships or not forces[1].alive:
        raise errors.FORCES(name=sides[1 if forces[0].ships else 0].name)
    arms = sides[0].arms, sides[1].arms
    battle = Battle(
        sides[0].seat,
        sides[1].seat,
        sector,
        began=forces,
        forces=(ready(forces[0], arms[0]), ready(forces[1], arms[1])),
        arms=arms,
        committed=jumped.alive and state.options.stargate_is_final,
        hex=where,
        jumped=jumped if jumped.alive else None,
    )
    return BattleBegan(battle), _new_round(state, battle, free=jumped.alive)


@apply.case
def _began(state: GameState, event: BattleBegan) -> GameState:
    return replace(state, battle=event.battle)


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """The next phase, or the first one of a new combat round."""

    phase: int
    free: bool
    step: Step


def _new_round(state: GameState, battle: Battle, *, free: bool = False) -> PhaseBegan:
    """Return the first phase; an attacker who is the selector names the ship of the extra die."""
    step = Step.EXTRA_DIE if battle.attacker == state.selector else Step.FIRE
    return PhaseBegan(1, free, step)


@apply.case
def _phase(state: GameState, event: PhaseBegan) -> GameState:
    extra = state.battle.extra if state.battle and event.phase > 1 else None
    state = with_battle(state, phase=event.phase, free=event.free, extra=extra)
    return replace(state, step=event.step)


@dataclass(frozen=True, slots=True)
class NameShip:
    """The ship with the selector's extra die in this combat round; None for no extra die."""

    seat: int
    ship: Ship | None


@decide.case
def _name(state: GameState, command: NameShip) -> Events:
    battle = _attackers(state, command.seat, Step.EXTRA_DIE)
    if command.ship is not None and not battle.forces[0].count(command.ship):
        raise errors.FORCES(name=state.player(command.seat).name)
    return (command,)


def _attackers(state: GameState, seat: int, step: Step) -> Battle:
    battle = the_battle(state, step)
    if seat != battle.attacker:
        raise NOT_YOUR_TURN(name=state.player(seat).name)
    return battle


@apply.case
def _named(state: GameState, event: NameShip) -> GameState:
    return replace(with_battle(state, extra=event.ship), step=Step.FIRE)


# --- dice and hits -------------------------------------------------------------------------------


def throws(battle: Battle) -> tuple[Throw, Throw]:
    """Return the throws of both sides in this phase; there is no return fire at a free attack."""
    mine, theirs = battle.forces
    if battle.free:
        mine = battle.jumped or mine
    extra = None if battle.free else battle.extra
    attacking = throw_of(mine, battle.phase, battle.arms[0], attacking=True, extra=extra)
    defending = throw_of(theirs, battle.phase, battle.arms[1], attacking=False)
    return attacking, replace(defending, dice=0) if battle.free else defending


@dataclass(frozen=True, slots=True)
class Fire:
    """The dice of both sides in the phase."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]


@decide.case
def _fire(state: GameState, command: Fire) -> Events:
    battle = the_battle(state, Step.FIRE)
    dice = command.attacker, command.defender
    for values, throw in zip(dice, throws(battle), strict=True):
        check_dice(values, throw.dice)
    return (fired(battle, *dice),)


@dataclass(frozen=True, slots=True)
class SayHits:
    """The number of hits of each side in this phase, if the dice are not entered."""

    attacker: int
    defender: int


@decide.case
def _say(state: GameState, command: SayHits) -> Events:
    battle = the_battle(state, Step.FIRE)
    if any(battle.thrown):
        raise NOT_NOW()
    said = command.attacker, command.defender
    for hits, throw in zip(said, throws(battle), strict=True):
        if not 0 <= hits <= throw.dice:
            raise errors.DICE_COUNT(expected=throw.dice, found=hits)
    return (Fired((), (), (command.defender, command.attacker)),)


@dataclass(frozen=True, slots=True)
class Fired:
    """The throws of a phase and their hits on attacker and defender."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    hits: tuple[int, int]


def fired(battle: Battle, attacker: tuple[int, ...], defender: tuple[int, ...]) -> Fired:
    """Return the dice of a phase with their hits."""
    mine, theirs = throws(battle)
    return Fired(attacker, defender, (theirs.hits(defender), mine.hits(attacker)))


@apply.case
def _fired(state: GameState, event: Fired) -> GameState:
    state = with_battle(state, hits=event.hits, thrown=((), ()))
    return replace(state, step=Step.LOSSES, tray=(), throws=state.throws + 1)


# --- losses --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakeLosses:
    """The units on which a player puts the hits, in order."""

    seat: int
    targets: tuple[Target, ...]


@decide.case
def _take(state: GameState, command: TakeLosses) -> Events:
    battle = the_battle(state, Step.LOSSES)
    sides = battle.attacker, battle.defender
    if command.seat not in sides:
        raise NOT_YOUR_TURN(name=state.player(command.seat).name)
    side = sides.index(command.seat)
    left = battle.forces[side]
    if not battle.hits[side]:
        raise NOT_NOW()
    count = battle.hits[side] - left.shield
    left = replace(left, shield=False)
    for target in command.targets:
        if target not in targets(left):
            raise errors.LOSSES(count=count)
        left = hit(left, target)
    many = len(command.targets)
    if many > count or (many < count and left.alive):
        raise errors.LOSSES(count=count)
    return (LossesTaken(side, left),)


@dataclass(frozen=True, slots=True)
class LossesTaken:
    """The remaining force of a side after its hits; *side* 0 is the attacker."""

    side: int
    left: Force


@apply.case
def _losses(state: GameState, event: LossesTaken) -> GameState:
    battle = state.battle
    if battle is None:
        return state
    forces, hits = list(battle.forces), list(battle.hits)
    forces[event.side], hits[event.side] = event.left, 0
    return with_battle(state, forces=tuple(forces), hits=tuple(hits))


def after_fire(state: GameState, battle: Battle) -> Events:
    """Return the losses of a side without a choice; when all are taken, what follows."""
    for side, hits in enumerate(battle.hits):
        left = _without_choice(battle.forces[side], hits) if hits else None
        if left is not None:
            return (LossesTaken(side, left),)
    return () if any(battle.hits) else _after_losses(state, battle)


def _without_choice(force: Force, hits: int) -> Force | None:
    """Return the force after the hits; None if its owner must choose."""
    for _ in range(hits):
        if force.shield:
            force = replace(force, shield=False)
            continue
        there = targets(force)
        if len(there) > 1 and take(force, hits).alive:
            return None
        if not there:
            break
        force = hit(force, there[0])
    return force


def _after_losses(state: GameState, battle: Battle) -> Events:
    mine, theirs = battle.forces
    if not (mine.alive and theirs.alive):
        return _end_of_battle(state, battle, withdrew=False)
    if battle.phase < PHASES[-1]:
        return (PhaseBegan(battle.phase + 1, battle.free, Step.FIRE),)
    if battle.free or battle.committed:
        return (_new_round(state, battle),)
    return (PhaseBegan(battle.phase, free=False, step=Step.GO_ON),)


# --- the end -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GoOn:
    """After a combat round the attacker continues or withdraws."""

    seat: int
    withdraw: bool


@decide.case
def _go_on(state: GameState, command: GoOn) -> Events:
    battle = _attackers(state, command.seat, Step.GO_ON)
    if not command.withdraw:
        return (_new_round(state, battle),)
    return _end_of_battle(state, battle, withdrew=True)


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """The battle is over; destroyed ships are in reserve again."""

    withdrew: bool


def _end_of_battle(state: GameState, battle: Battle, *, withdrew: bool) -> Events:
    """Return the events at the end of a battle: points and annexation."""
    events: list[object] = [BattleEnded(withdrew)]
    mine, theirs = battle.forces
    had_token = battle.began[1].token is not Token.NONE
    if mine.alive and had_token and theirs.token is Token.NONE:
        events.append(VpScored(battle.attacker, _EMPIRE_VP, "empire_destroyed"))
    sector = state.sector(battle.sector)
    if mine.alive and not theirs.alive and sector and tokens_left(state, battle.attacker):
        events.append(Annex(battle.attacker, sector.number))
    return tuple(events)


@apply.case
def _ended(state: GameState, event: BattleEnded) -> GameState:
    battle = state.battle
    if battle is None:
        return state
    sides = zip((battle.attacker, battle.defender), battle.began, battle.forces, strict=True)
    for seat, before, left in sides:
        lost = {ship: before.count(ship) - left.count(ship) for ship in Ship}
        state = with_more(state, seat, **{f"{ship.value}s": -n for ship, n in lost.items()})
        for ship, count in lost.items() if battle.hex is not None else ():
            _, rest = taken(state.fleets, seat, battle.hex or 0, ship, count)
            state = replace(state, fleets=merged(rest))
    sector, token = state.sector(battle.sector), battle.forces[1].token
    if sector is not None and sector.token is not Token.NONE:
        gone = {"owner": None, "cubes": 0} if token is Token.NONE else {}
        state = with_sector(state, sector.number, token=token, **gone)
    if battle.hex is not None:
        state = replace(state, fleets=merged(_back(state, battle, withdrew=event.withdrew)))
    return replace(state, battle=None, step=Step.WAR)


def _back(state: GameState, battle: Battle, *, withdrew: bool) -> list[Fleet]:
    """Return the fleets after a battle; attackers who withdraw go to their previous hex."""
    fleets = []
    for fleet in state.fleets:
        if (fleet.seat, fleet.hex) == (battle.attacker, battle.hex):
            fleet = replace(fleet, jumped=False)
            if withdrew and fleet.came is not None:
                fleet = replace(fleet, hex=fleet.came, came=None)
        fleets.append(fleet)
    return fleets
