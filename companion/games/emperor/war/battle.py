"""Battles: their beginning, and the dice of a phase (section 4.5)."""

from dataclasses import replace

from companion.games.emperor import errors, rules
from companion.games.emperor.rules import Event, Events
from companion.games.emperor.state import Battle, GameState, Player, Step
from companion.games.emperor.war.forces import (
    Force,
    Ship,
    Throw,
    Token,
    ready,
    throw_of,
)
from companion.games.messages import Command, Move, sets
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN

# --- the beginning -------------------------------------------------------------------------------


class Attack(Move):
    """Ships meet enemy units, without a map. The sector's token joins automatically.

    Attributes:
        ships: the attacker's.
        defending: the defender's ships.
        sector: None on an empty hex or a tile without planets.
        through_stargate: whether a free attack comes first.
    """

    defender: int
    ships: Force
    defending: Force
    sector: int | None = None
    through_stargate: bool = False

    def decide(self, state: GameState) -> Events:
        attacker = rules.on_turn(state, self.seat, Step.WAR)
        defender = state.player(self.defender)
        if defender is attacker or state.fields:  # on a map battles start where ships have met
            raise NOT_NOW()
        if self.sector is not None:
            sector = state.sector(self.sector)
            if sector is None or sector.home or sector.owner not in (None, self.defender):
                raise errors.NO_SUCH_SECTOR(number=self.sector)
        _check_ships(attacker, self.ships)
        _check_ships(defender, self.defending)
        ships = self.ships, self.defending
        jumped = self.ships if self.through_stargate else Force()
        return begin_battle(state, (attacker, defender), ships, self.sector, jumped=jumped)


def _check_ships(player: Player, force: Force) -> None:
    counts = (force.fighters, force.cruisers, force.dreadnoughts, force.damaged)
    too_many = any(force.count(ship) > player.ships(ship) for ship in Ship)
    if too_many or min(counts) < 0 or force.damaged or force.shield:
        raise errors.FORCES(name=player.name)


@sets()
class BattleBegan(Event):
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
    return BattleBegan(battle), new_round(state, battle, free=jumped.alive)


class PhaseBegan(Event):
    """The next phase, or the first one of a new combat round."""

    phase: int
    free: bool
    step: Step

    def apply(self, state: GameState) -> GameState:
        extra = state.battle.extra if state.battle and self.phase > 1 else None
        state = rules.with_battle(state, phase=self.phase, free=self.free, extra=extra)
        return replace(state, step=self.step)


def new_round(state: GameState, battle: Battle, *, free: bool = False) -> PhaseBegan:
    """Return the first phase; an attacker who is the selector names the ship of the extra die."""
    step = Step.EXTRA_DIE if battle.attacker == state.selector else Step.FIRE
    return PhaseBegan(1, free, step)


class NameShip(Move, Event):
    """The ship with the selector's extra die in this combat round; None for no extra die."""

    ship: Ship | None

    def decide(self, state: GameState) -> None:
        battle = attackers(state, self.seat, Step.EXTRA_DIE)
        if self.ship is not None and not battle.forces[0].count(self.ship):
            raise errors.FORCES(name=state.player(self.seat).name)

    def apply(self, state: GameState) -> GameState:
        return replace(rules.with_battle(state, extra=self.ship), step=Step.FIRE)


def attackers(state: GameState, seat: int, step: Step) -> Battle:
    """Return the battle; refuse if the seat does not attack in it at this step."""
    battle = rules.the_battle(state, step)
    if seat != battle.attacker:
        raise NOT_YOUR_TURN(name=state.player(seat).name)
    return battle


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


class Fire(Command):
    """The dice of both sides in the phase."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]

    def decide(self, state: GameState) -> Events:
        battle = rules.the_battle(state, Step.FIRE)
        dice = self.attacker, self.defender
        for values, throw in zip(dice, throws(battle), strict=True):
            rules.check_dice(values, throw.dice)
        return (fired(battle, *dice),)


class SayHits(Command):
    """The number of hits of each side in this phase, if the dice are not entered."""

    attacker: int
    defender: int

    def decide(self, state: GameState) -> Events:
        battle = rules.the_battle(state, Step.FIRE)
        if any(battle.thrown):
            raise NOT_NOW()
        said = self.attacker, self.defender
        for hits, throw in zip(said, throws(battle), strict=True):
            if not 0 <= hits <= throw.dice:
                raise errors.DICE_COUNT(expected=throw.dice, found=hits)
        return (Fired((), (), (self.defender, self.attacker)),)


class Fired(Event):
    """The throws of a phase and their hits on attacker and defender."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    hits: tuple[int, int]

    def apply(self, state: GameState) -> GameState:
        state = rules.with_battle(state, hits=self.hits, thrown=((), ()))
        return replace(state, step=Step.LOSSES, tray=(), throws=state.throws + 1)


def fired(battle: Battle, attacker: tuple[int, ...], defender: tuple[int, ...]) -> Fired:
    """Return the dice of a phase with their hits."""
    mine, theirs = throws(battle)
    return Fired(attacker, defender, (theirs.hits(defender), mine.hits(attacker)))
