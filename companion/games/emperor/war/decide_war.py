"""Warlord: annexing and battles, phase by phase (section 4.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.emperor import commands as asked
from companion.games.emperor import errors
from companion.games.emperor import events as happened
from companion.games.emperor.asking import check_dice, check_step, on_turn, seated
from companion.games.emperor.events import Event
from companion.games.emperor.state import Battle, GameState, Player, Step, tokens_left
from companion.games.emperor.war.forces import (
    PHASES,
    Force,
    Ship,
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


def annex(state: GameState, command: asked.Annex) -> tuple[Event, ...]:
    """Put an Empire on an unprotected planet sector."""
    player = on_turn(state, command.seat, Step.WAR)
    sector = state.sector(command.sector)
    if sector is None or sector.token is not Token.NONE or state.fields:
        raise errors.NO_SUCH_SECTOR(number=command.sector)
    if not tokens_left(state, command.seat):
        raise errors.NO_RESERVE(name=player.name, what=Token.EMPIRE.value)
    return (happened.SectorAnnexed(command.seat, command.sector),)


def attack(state: GameState, command: asked.Attack) -> tuple[Event, ...]:
    """Begin a battle with the present units."""
    attacker = on_turn(state, command.seat, Step.WAR)
    defender = seated(state, command.defender)
    if defender is attacker or state.fields:  # on a map battles start where ships have met
        raise NOT_NOW()
    if command.sector is not None:
        sector = state.sector(command.sector)
        if sector is None or sector.home or sector.owner == command.seat:
            raise errors.NO_SUCH_SECTOR(number=command.sector)
        if sector.owner not in (None, command.defender):
            raise errors.NO_SUCH_SECTOR(number=command.sector)
    _check_ships(attacker, command.ships)
    _check_ships(defender, command.defending)
    sides = attacker, defender
    ships = command.ships, command.defending
    jumped = command.ships if command.through_stargate else Force()
    return begin_battle(state, sides, ships, command.sector, jumped=jumped)


def begin_battle(
    state: GameState,
    sides: tuple[Player, Player],
    ships: tuple[Force, Force],
    sector: int | None,
    *,
    jumped: Force,
    where: int | None = None,
) -> tuple[Event, ...]:
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
    held = state.sector(sector) if sector is not None else None
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
    first = happened.PhaseBegan(1, jumped.alive, _opening(state, battle.attacker))
    return happened.BattleBegan(battle), first


def _check_ships(player: Player, force: Force) -> None:
    counts = (force.fighters, force.cruisers, force.dreadnoughts, force.damaged)
    too_many = any(force.count(ship) > player.ships(ship) for ship in Ship)
    if too_many or min(counts) < 0 or force.damaged or force.shield:
        raise errors.FORCES(name=player.name)


def _opening(state: GameState, attacker: int) -> Step:
    """Return the first step of a combat round: the extra die, if the attacker is the selector."""
    return Step.EXTRA_DIE if attacker == state.selector else Step.FIRE


def name_ship(state: GameState, command: asked.NameShip) -> tuple[Event, ...]:
    """Set the kind of ship that has the extra die in this combat round."""
    check_step(state, Step.EXTRA_DIE)
    battle = the_battle(state)
    if command.seat != battle.attacker:
        raise NOT_YOUR_TURN(name=seated(state, command.seat).name)
    if command.ship is not None and not battle.forces[0].count(command.ship):
        raise errors.FORCES(name=seated(state, command.seat).name)
    return (happened.ShipNamed(command.ship),)


def the_battle(state: GameState) -> Battle:
    """Return the running battle.

    Raises:
        RefusedError: there is none.
    """
    if state.battle is None:
        raise NOT_NOW()
    return state.battle


def throws(battle: Battle) -> tuple[Throw, Throw]:
    """Return the throws of both sides in this phase; there is no return fire at a free attack."""
    mine, theirs = battle.forces
    if battle.free:
        mine = battle.jumped or mine
    attacking = throw_of(
        mine,
        battle.phase,
        battle.arms[0],
        attacking=True,
        extra=None if battle.free else battle.extra,
    )
    defending = throw_of(theirs, battle.phase, battle.arms[1], attacking=False)
    return attacking, replace(defending, dice=0) if battle.free else defending


def fire(state: GameState, command: asked.Fire) -> tuple[Event, ...]:
    """Evaluate the dice of both sides in a phase."""
    check_step(state, Step.FIRE)
    mine, theirs = throws(the_battle(state))
    check_dice(command.attacker, mine.dice)
    check_dice(command.defender, theirs.dice)
    hits = theirs.hits(command.defender), mine.hits(command.attacker)
    return (happened.Fired(command.attacker, command.defender, hits),)


def say_hits(state: GameState, command: asked.SayHits) -> tuple[Event, ...]:
    """Record the hits of a phase, counted by the players.

    Raises:
        RefusedError: more hits than dice.
    """
    check_step(state, Step.FIRE)
    battle = the_battle(state)
    if any(battle.thrown):
        raise NOT_NOW()
    said = command.attacker, command.defender
    for hits, throw in zip(said, throws(battle), strict=True):
        if not 0 <= hits <= throw.dice:
            raise errors.DICE_COUNT(expected=throw.dice, found=hits)
    return (happened.Fired((), (), (command.defender, command.attacker)),)


def take_losses(state: GameState, command: asked.TakeLosses) -> tuple[Event, ...]:
    """Apply the hits to the units chosen by their owner."""
    check_step(state, Step.LOSSES)
    battle = the_battle(state)
    if command.seat not in (battle.attacker, battle.defender):
        raise NOT_YOUR_TURN(name=seated(state, command.seat).name)
    side = 0 if command.seat == battle.attacker else 1
    count = battle.hits[side]
    if not count:
        raise NOT_NOW()
    left = battle.forces[side]
    if left.shield:
        left, shielded = replace(left, shield=False), 1
    else:
        shielded = 0
    for target in command.targets:
        if target not in targets(left):
            raise errors.LOSSES(count=count - shielded)
        left = hit(left, target)
    if len(command.targets) > count - shielded or (
        len(command.targets) < count - shielded and left.alive
    ):
        raise errors.LOSSES(count=count - shielded)
    return (happened.LossesTaken(side, left),)


def forced_losses(battle: Battle) -> Event | None:
    """Return the losses of a side that has no choice; None if a player must choose."""
    for side in (0, 1):
        if battle.hits[side]:
            left = _without_choice(battle.forces[side], battle.hits[side])
            if left is not None:
                return happened.LossesTaken(side, left)
    return None


def _without_choice(force: Force, hits: int) -> Force | None:
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


def after_losses(state: GameState, battle: Battle) -> tuple[Event, ...]:
    """Return what follows when all hits of a phase are taken."""
    mine, theirs = battle.forces
    if not (mine.alive and theirs.alive):
        return end_of_battle(state, battle, withdrew=False)
    if battle.phase < PHASES[-1]:
        return (happened.PhaseBegan(battle.phase + 1, battle.free, Step.FIRE),)
    if battle.free or battle.committed:
        return (_new_round(state, battle),)
    return (happened.PhaseBegan(battle.phase, free=False, step=Step.GO_ON),)


def _new_round(state: GameState, battle: Battle) -> Event:
    return happened.PhaseBegan(1, free=False, step=_opening(state, battle.attacker))


def go_on(state: GameState, command: asked.GoOn) -> tuple[Event, ...]:
    """After the third phase the attacker withdraws or continues."""
    check_step(state, Step.GO_ON)
    battle = the_battle(state)
    if command.seat != battle.attacker:
        raise NOT_YOUR_TURN(name=seated(state, command.seat).name)
    if not command.withdraw:
        return (_new_round(state, battle),)
    return end_of_battle(state, battle, withdrew=True)


def end_of_battle(state: GameState, battle: Battle, *, withdrew: bool) -> tuple[Event, ...]:
    """Return the events at the end of a battle: points and annexation."""
    events: list[Event] = [happened.BattleEnded(withdrew)]
    mine, theirs = battle.forces
    had_token = battle.began[1].token is not Token.NONE
    if mine.alive and had_token and theirs.token is Token.NONE:
        events.append(happened.VpScored(battle.attacker, _EMPIRE_VP, "empire_destroyed"))
    sector = battle.sector is not None and state.sector(battle.sector)
    if mine.alive and not theirs.alive and sector and tokens_left(state, battle.attacker):
        events.append(happened.SectorAnnexed(battle.attacker, sector.number))
    return tuple(events)
