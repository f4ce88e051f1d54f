"""Explorer: placing tiles on the board (section 4.1)."""

from dataclasses import replace

from companion.games.emperor import errors, rules
from companion.games.emperor.galaxy.fields import NEIGHBOURS, Ground, with_field
from companion.games.emperor.galaxy.moving import ground_of
from companion.games.emperor.holdings import Annex
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.rules import Event, Events
from companion.games.emperor.state import GameState, Sector, Step, tokens_left
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Token
from companion.games.messages import Move, OfPlayer, sets
from companion.games.refusals import NOT_NOW

MOST_PLANETS = 2
MOST_YIELD = 9


class PlaceTile(Move):
    """Place a revealed tile on the board; the selector may put an Empire on the first one.

    Attributes:
        planets, food, metal, energy: printed on the tile; 0 planets cannot be controlled.
        annex: whether the selector puts an Empire on his first tile; not under enemy ships.
        black_hole: whether it is the Black Hole, which replaces the Omega Sun.
        hex: its hex; 0 without a map, and for the Black Hole.
        sun: whether it shows a Sun.
        scanned: whether Long Range Scanners were used: one of this tile and the top hidden one went
            back (section 5).
    """

    planets: int = 0
    food: int = 0
    metal: int = 0
    energy: int = 0
    annex: bool = False
    black_hole: bool = False
    hex: int = 0
    sun: bool = False
    scanned: bool = False

    def decide(self, state: GameState) -> Events:
        player = rules.on_turn(state, self.seat, Step.EXPLORE)
        if not state.revealed:
            raise NOT_NOW()
        number, ground = _where(state, self)
        sector = _new_sector(state, self)
        first = self.seat == state.selector and not state.placing_rest
        events: list[object] = []
        if self.scanned:
            rules.check_technology(player, Technology.LONG_RANGE_SCANNERS)
            if not first or not state.hidden:
                raise NOT_NOW()
            events.append(TileScanned(self.seat))
        events.append(TilePlaced(self.seat, sector, number, ground))
        if self.annex:
            enemies = any(f.hex == number and f.seat != self.seat for f in state.fleets)
            if not first or sector is None or enemies:
                raise NOT_NOW()
            if not tokens_left(state, self.seat):
                raise errors.NO_RESERVE(name=player.name, what=Token.EMPIRE.value)
            events.append(Annex(self.seat, sector.number))
        if self.black_hole:
            events.append(OmegaCollapsed())
        if not state.placing_rest or state.revealed == 1:
            events.append(EndTurn(self.seat))
        return tuple(events)


def _where(state: GameState, command: PlaceTile) -> tuple[int, Ground | None]:
    """Return the hex and its new content; (0, None) without a map."""
    if not state.fields:
        return 0, None
    if command.black_hole:
        omega = next((f.hex for f in state.fields if f.ground is Ground.OMEGA), 0)
        return omega, Ground.BLACK_HOLE
    if command.hex not in NEIGHBOURS or ground_of(state, command.hex) is not None:
        raise errors.HEX(hex=command.hex)
    if command.planets:
        return command.hex, Ground.PLANETS
    return command.hex, Ground.SUN if command.sun else Ground.EMPTY


def _new_sector(state: GameState, command: PlaceTile) -> Sector | None:
    """Return the sector of a tile with planets; None for any other tile."""
    yields = (command.food, command.metal, command.energy)
    if not is_printed(command.planets, *yields):
        raise errors.NO_SUCH_SECTOR(number="-")
    if command.black_hole and (command.planets or state.omega_collapsed):
        raise NOT_NOW()
    if not command.planets:
        return None
    number = command.hex or 1 + max((each.number for each in state.sectors), default=0)
    return Sector(number, command.planets, *yields)


def is_printed(planets: int, *yields: int) -> bool:
    """Return whether a tile of the box can have these planets and yields."""
    return 0 <= planets <= MOST_PLANETS and all(0 <= each <= MOST_YIELD for each in yields)


@sets()
class TileScanned(OfPlayer, Event):
    """The top hidden tile was scanned; one of two is on top of the stack again (section 5)."""


class TilePlaced(OfPlayer, Event):
    """A tile was placed; *sector* if it has planets, *hex* and *ground* on a map."""

    sector: Sector | None
    hex: int = 0
    ground: Ground | None = None

    def apply(self, state: GameState) -> GameState:
        fields = with_field(state.fields, self.hex, self.ground) if self.hex else state.fields
        state = replace(state, revealed=state.revealed - 1, fields=fields)
        return rules.with_sectors(state, self.sector) if self.sector else state


class TilesRevealed(Event):
    """Tiles were turned up."""

    count: int

    def apply(self, state: GameState) -> GameState:
        hidden, revealed = state.hidden - self.count, state.revealed + self.count
        return replace(state, hidden=hidden, revealed=revealed)


@sets(explorer_flipped=True)
class ExplorerFlipped(Event):
    """All tiles are on the board: the card becomes a second Warlord (section 4.1)."""


@sets(omega_collapsed=True)
class OmegaCollapsed(Event):
    """The Black Hole has replaced the Omega Sun: no more Scientist (section 4.1)."""


def new_tiles(state: GameState) -> Events:
    """Return what follows when exploring is over: new tiles, or the flip of the card."""
    count = min(len(state.players) + 1, state.hidden)
    if count:
        return (TilesRevealed(count),)
    return () if state.revealed else (ExplorerFlipped(),)
