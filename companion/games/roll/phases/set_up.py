"""Set-up: players, seats and start tiles (section 1, R-1.3 to R-1.7)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from companion.games.messages import OfPlayer, sets
from companion.games.names import clean_name, same_name
from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import DiePlace
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import UNKNOWN, Good, Holdings, Tracking
from companion.games.roll.model.options import DEFAULT_OPTIONS, TableOptions
from companion.games.roll.model.seating import NO_COMPUTERS, Computers, PlayerSetup
from companion.games.roll.model.state import Empire, GameState, Step
from companion.games.roll.model.state_edits import stocked
from companion.games.roll.model.tiles import Side, World
from companion.games.roll.phases.round import RoundStarted
from companion.games.roll.rules.judge import RUNNING, Command, Events, When
from companion.games.roll.rules.lookup import Rules

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
MAX_SEAT: Final = 5
FACTIONS: Final = range(1, 10)
LONGEST_NAME: Final = 24

VP_PER_PLAYER: Final = 12
"""R-1.3: the pool has 24, 36, 48 or 60 VP."""

HOME_WORLDS: Final = (
    "earths_lost_colony",
    "new_sparta",
    "alpha_centauri",
    "damaged_alien_factory",
    "ancient_race",
    "separatist_colony",
    "old_earth",
    "epsilon_eridani",
    "doomed_world",
)
"""Keys of the nine home worlds (R-1.2)."""

HOME_DICE_IN_CUP: Final = 3
HOME_DICE_IN_CITIZENRY: Final = 2
_USUAL_CREDITS: Final = 1
_START_CREDITS: Final = {"doomed_world": 8}


class StartGame(Command, when=When((Step.SETUP,))):
    """Begin with 2..5 players (section 1), who have agreed on *options*."""

    players: tuple[PlayerSetup, ...]
    options: TableOptions = DEFAULT_OPTIONS

    def decide(self, rules: Rules, _: GameState) -> Events:
        return _started(rules, self), RoundStarted(1)


@dataclass(frozen=True, slots=True)
class FirstTiles:
    """The numbers of the two set-up tiles: development side up, world side up (R-1.5)."""

    development: int = UNKNOWN
    world: int = UNKNOWN


class SetUpGame(Command, when=When((Step.SETUP,), is_task=True)):
    """Begin a fully tracked game (section 1).

    Attributes:
        players: with faction and home world.
        first_tiles: in the order of *players*.
        named_bag: whether every tile is identified when it is drawn (simulation).
        computers: the seats played by the companion.
        options: what the players have agreed on.
    """

    players: tuple[PlayerSetup, ...]
    first_tiles: tuple[FirstTiles, ...]
    named_bag: bool = False
    computers: Computers = NO_COMPUTERS
    options: TableOptions = DEFAULT_OPTIONS

    def decide(self, rules: Rules, __: GameState) -> Events:
        begun = _started(rules, StartGame(self.players, self.options))
        if len(self.first_tiles) != len(self.players):
            raise errors.FIRST_TILES(name=self.players[-1].name)
        pairs = dict(zip([each.seat for each in self.players], self.first_tiles, strict=True))
        _check_start_tiles(rules, self)
        drawn = {tile for pair in pairs.values() for tile in (pair.development, pair.world)}
        everything = tuple(rules.catalog.tile_by_id)
        if self.named_bag:
            bag = tuple(tile for tile in everything if tile not in drawn)
        else:
            bag = (UNKNOWN,) * (len(everything) - 2 * len(pairs))
        founded = (_founded(rules, player, pairs[player.seat]) for player in begun.players)
        seated = _seated(SeatComputers(self.computers), pairs) if self.computers.seats else ()
        return begun, *seated, BagFilled(bag), *founded, RoundStarted(1)


@sets()
class SeatComputers(Command, Event, when=When(RUNNING, tracked=True)):
    """From now on the companion plays these seats and no others."""

    computers: Computers

    def decide(self, _: Rules, state: GameState) -> Events:
        return _seated(self, state.seats)


class GameStarted(Event, why="R-1.4"):
    """The game begins (section 1); ``credits`` are in the order of ``players``."""

    players: tuple[PlayerSetup, ...]
    credits: tuple[int, ...]
    vp_pool: int
    options: TableOptions = DEFAULT_OPTIONS

    def apply(self, state: GameState) -> GameState:
        empires = tuple(map(Empire, self.players, self.credits))
        return replace(state, empires=empires, vp_pool=self.vp_pool, options=self.options)


class LevelLowered(OfPlayer, Event):
    """A computer player could not decide at the *wanted* level: ``network`` or ``position``."""

    wanted: str
    level: str
    reason: str

    def apply(self, state: GameState) -> GameState:
        seats = tuple(
            replace(each, level=self.level) if each.seat == self.seat else each
            for each in state.computers.seats
        )
        return replace(state, computers=replace(state.computers, seats=seats))


class BagFilled(Event):
    """Tracking begins: these tiles are in the bag (R-1.2)."""

    tiles: tuple[int, ...]

    def apply(self, state: GameState) -> GameState:
        return replace(state, tracking=Tracking(bag=self.tiles))


class EmpireFounded(OfPlayer, Event, why="R-1.6"):
    """A player's set-up (R-1.4 to R-1.7): start tiles, first tiles, and dice from the stock."""

    tableau: tuple[str, ...]
    development: int
    world: int
    cup: tuple[DieType, ...]
    citizenry: tuple[DieType, ...]
    goods: tuple[Good, ...]

    def apply(self, state: GameState) -> GameState:
        dice = (*self.cup, *self.citizenry, *(good.die for good in self.goods))
        held = Holdings(
            cup=self.cup,
            citizenry=self.citizenry,
            goods=self.goods,
            developments=(self.development,),
            worlds=(self.world,),
            tableau=self.tableau,
        )
        state = state.with_empire(replace(state.empire(self.seat), holdings=held))
        return stocked(state, dice, -1)


def start_factions(rules: Rules) -> Sequence[int]:
    """Return the numbers of the factions; those of the base box for a table without tiles."""
    return tuple(rules.catalog.faction_by_number) or FACTIONS


def start_homes(rules: Rules) -> Mapping[str, int]:
    """Return the keys of the home worlds with the credits that their owner begins with."""
    homes = {each.world.key: each.world.start_credits for each in rules.catalog.home_worlds}
    known = homes or dict.fromkeys(HOME_WORLDS, None) | _START_CREDITS
    return {key: given or _USUAL_CREDITS for key, given in known.items()}


def _started(rules: Rules, command: StartGame) -> GameStarted:
    """Return the set-up as an event, players by seat; refuse an invalid combination of players."""
    if not MIN_PLAYERS <= len(command.players) <= MAX_PLAYERS:
        raise errors.PLAYER_COUNT(count=len(command.players))
    players = tuple(sorted(map(_tidy, command.players), key=lambda player: player.seat))
    _check_people(players)
    for number, player in enumerate(players):
        check_start_tiles(rules, player, players[:number])
    return GameStarted(
        players=players,
        credits=tuple(
            start_homes(rules).get(player.home_world or "", _USUAL_CREDITS) for player in players
        ),
        vp_pool=VP_PER_PLAYER * len(players),
        options=command.options,
    )


def _tidy(player: PlayerSetup) -> PlayerSetup:
    return replace(player, name=clean_name(player.name), colour=player.colour.strip())


def _check_people(players: tuple[PlayerSetup, ...]) -> None:
    for player in players:
        if not 1 <= player.seat <= MAX_SEAT:
            raise errors.SEAT_NUMBER(seat=player.seat)
        if not 1 <= len(player.name) <= LONGEST_NAME:
            raise errors.NAME_MISSING(seat=player.seat, longest=LONGEST_NAME)
        if not player.colour:
            raise errors.COLOUR_TAKEN(seat=player.seat)
    for one, other in combinations(players, 2):
        if one.seat == other.seat:
            raise errors.SEAT_TAKEN(seat=one.seat)
        if same_name(one.name) == same_name(other.name):
            raise errors.NAME_TAKEN(name=one.name)
        if one.colour == other.colour:
            raise errors.COLOUR_TAKEN(seat=max(one.seat, other.seat))


def check_start_tiles(rules: Rules, player: PlayerSetup, others: Iterable[PlayerSetup]) -> None:
    """Refuse a faction or home world that does not exist, or that another player has (R-1.2)."""
    faction, world = player.faction, player.home_world
    if faction is not None and faction not in start_factions(rules):
        raise errors.FACTION_NUMBER(faction=faction)
    if faction is not None and any(each.faction == faction for each in others):
        raise errors.FACTION_TAKEN(faction=faction)
    taken = any(each.home_world == world for each in others)
    if world is not None and (taken or world not in start_homes(rules)):
        raise errors.HOME_WORLD(home_world=world)


def _seated(command: SeatComputers, seats: Collection[int]) -> Events:
    """Record the seats that the companion plays; refuse empty ones and one given twice."""
    left = set(seats)
    for each in command.computers.seats:
        if each.seat not in seats:
            raise errors.UNKNOWN_SEAT(seat=each.seat)
        if each.seat not in left:
            raise errors.SEAT_TAKEN(seat=each.seat)
        left.remove(each.seat)
    return (command,)


def _check_start_tiles(rules: Rules, command: SetUpGame) -> None:
    used: list[int] = []
    for player, pair in zip(command.players, command.first_tiles, strict=True):
        tiles = (pair.development, pair.world)
        named = [tile for tile in tiles if tile != UNKNOWN]
        wrong = any(tile not in rules.catalog.tile_by_id for tile in named)
        twice = len({*named, *used}) < len(named) + len(used)
        unnamed = command.named_bag and len(named) < len(tiles)
        if wrong or twice or unnamed or player.faction is None or player.home_world is None:
            raise errors.FIRST_TILES(name=player.name)
        used += named


def _founded(rules: Rules, player: PlayerSetup, pair: FirstTiles) -> EmpireFounded:
    halves = rules.catalog.faction(player.faction or 0).halves
    sides = (*halves, rules.catalog.home_by_key[player.home_world or ""].world)
    cup = (DieType.HOME,) * HOME_DICE_IN_CUP
    citizenry = (DieType.HOME,) * HOME_DICE_IN_CITIZENRY
    return EmpireFounded(
        seat=player.seat,
        tableau=tuple(side.key for side in sides),
        development=pair.development,
        world=pair.world,
        cup=(*cup, *(each.die for each in _given(sides, DiePlace.CUP))),
        citizenry=(*citizenry, *(each.die for each in _given(sides, DiePlace.CITIZENRY))),
        goods=_given(sides, DiePlace.GOOD),
    )


def _given(sides: Iterable[Side], where: DiePlace) -> tuple[Good, ...]:
    """The dice that start tiles put at *where*, once, each with its world (R-1.7)."""
    return tuple(
        Good(side.key, gain.die)
        for side in sides
        if isinstance(side, World)
        for gain in side.on_settle
        if gain.where is where
        for _ in range(gain.count)
    )
