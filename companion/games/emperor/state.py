"""The complete state of a game. Immutable; ``apply`` returns the next one."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.emperor.galaxy.fields import HEXES, Field, Fleets
from companion.games.emperor.options import DEFAULT_OPTIONS, Options
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import FIELD_OF, NO_ARMS, RESERVE, Arms, Force, Ship, Token
from companion.games.emperor.war.tray import DiceColour, TrayDie
from companion.games.seats import Seats

METAL_LIMIT: Final = 6
ENERGY_LIMIT: Final = 3
"""Capacity of a Storage card (section 2)."""

CUBES_LIMIT: Final = 2
"""Maximum food on one sector (section 4.2)."""

EMPIRE_TOKENS: Final = {3: 11, 4: 10, 5: 9, 6: 8}
VP_POOL: Final = {3: 115, 4: 130, 5: 145, 6: 160}
TILES_TO_PLACE: Final = {3: 34, 4: 33, 5: 32, 6: 31}
"""By number of players (section 2); the tiles include the Black Hole."""


class Role(Enum):
    """The seven role cards; ``SECOND_WARLORD`` is the back of the Explorer's (section 3)."""

    EXPLORER = "explorer"
    MERCHANT = "merchant"
    STEWARD = "steward"
    ENGINEER = "engineer"
    WARLORD = "warlord"
    REGENT = "regent"
    SCIENTIST = "scientist"
    SECOND_WARLORD = "second_warlord"


WARS: Final = frozenset({Role.WARLORD, Role.SECOND_WARLORD})


class Direction(Enum):
    """The direction of play in this round; LEFT follows the order of the players."""

    LEFT = "left"
    RIGHT = "right"


class Step(Enum):
    SET_UP = "set_up"
    DIRECTION = "direction"
    SELECT = "select"
    EXPLORE = "explore"
    MARKET_THROW = "market_throw"
    MARKET_DROP = "market_drop"
    TRADE = "trade"
    PRODUCE = "produce"
    BUILD = "build"
    WAR = "war"
    EXTRA_DIE = "extra_die"
    FIRE = "fire"
    LOSSES = "losses"
    GO_ON = "go_on"
    BUY_INFLUENCE = "buy_influence"
    PLACE_INFLUENCE = "place_influence"
    RETREAT = "retreat"
    RESEARCH = "research"
    DUEL = "duel"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    """A player's open and hidden state.

    Attributes:
        vp: hidden from the others (section 1).
        fighters, cruisers, dreadnoughts: ships on the board.
        used: technologies that were used up in this round.
        blocked: technologies that a Saboteur blocked in this round.
    """

    seat: int
    name: str
    vp: int = 0
    marks: int = 5
    metal: int = 1
    energy: int = 1
    fighters: int = 1
    cruisers: int = 0
    dreadnoughts: int = 0
    technologies: frozenset[Technology] = frozenset()
    used: frozenset[Technology] = frozenset()
    blocked: frozenset[Technology] = frozenset()

    def ships(self, ship: Ship) -> int:
        """Return how many of a kind are on the board."""
        count: int = getattr(self, FIELD_OF[ship])
        return count

    def in_reserve(self, ship: Ship) -> int:
        """Return how many of a kind can still be built."""
        return RESERVE[ship] - self.ships(ship)

    def has(self, technology: Technology) -> bool:
        """Return whether a technology works for the player now."""
        return technology in self.technologies - self.used - self.blocked

    @property
    def arms(self) -> Arms:
        """The player's technologies for battles."""
        return Arms(
            plasma=self.has(Technology.PLASMA_WEAPONS),
            ion=self.has(Technology.ION_CANNONS),
            shields=self.has(Technology.SHIELD_GENERATORS),
        )


@dataclass(frozen=True, slots=True)
class Sector:
    """A tile with planets on the board, identified by its number.

    Attributes:
        planets: 1 or 2.
        food, metal, energy: what it produces.
        owner: seat; None if nobody controls it.
        token: the token there; a home sector always has its Starbase.
        cubes: food available for the Steward.
    """

    number: int
    planets: int
    food: int = 0
    metal: int = 0
    energy: int = 0
    owner: int | None = None
    token: Token = Token.NONE
    home: bool = False
    cubes: int = 0

    @property
    def yields(self) -> tuple[int, int, int]:
        """Food, metal, energy."""
        return self.food, self.metal, self.energy


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle that is being fought (section 4.5).

    Attributes:
        attacker, defender: seats.
        sector: number; None on an empty hex.
        began: attacker's and defender's forces at the start.
        forces: the remaining forces.
        arms: technologies of attacker and defender.
        phase: current phase of the combat round.
        extra: ship with the selector's extra die in this combat round.
        hits: hits still to be taken by attacker and defender.
        committed: whether the attacker cannot withdraw.
        free: whether this is the free attack through the stargate.
        jumped: ships with the free attack; None if there are none.
        hex: its hex; None without a map.
        thrown: counted dice of this phase, of attacker and defender.
    """

    attacker: int
    defender: int
    sector: int | None
    began: tuple[Force, Force]
    forces: tuple[Force, Force]
    arms: tuple[Arms, Arms] = (NO_ARMS, NO_ARMS)
    phase: int = 1
    extra: Ship | None = None
    hits: tuple[int, int] = (0, 0)
    committed: bool = False
    free: bool = False
    hex: int | None = None
    thrown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    jumped: Force | None = None

    @property
    def seats(self) -> tuple[int, int]:
        """Attacker and defender, in the order of all pairs here."""
        return self.attacker, self.defender


@dataclass(frozen=True, slots=True)
class Influence:
    """Tokens of one player on one sector; sector 0 is the Throne (section 4.6)."""

    seat: int
    sector: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Retreat:
    """Ships that leave a lost sector for one of several equally near Starbases (section 4.6)."""

    seat: int
    start: int
    targets: tuple[int, ...]


THRONE: Final = 0
"""Number of the Throne among the sectors on which influence is placed."""


@dataclass(frozen=True, slots=True)
class RegentState:
    """The state of a Regent role.

    Attributes:
        hand: (seat, tokens) that must still be placed.
        bought: number of tokens bought, which determines the price.
        placed: influence on tiles and Throne.
        private: (sector, seat): reserved by an Ambassador for that seat.
    """

    hand: tuple[tuple[int, int], ...] = ()
    bought: int = 0
    placed: tuple[Influence, ...] = ()
    private: tuple[tuple[int, int], ...] = ()

    def tokens(self, seat: int) -> int:
        """Return the number of tokens that a player must still place."""
        return dict(self.hand).get(seat, 0)


@dataclass(frozen=True, slots=True)
class GameState(Seats[Player]):
    """The game.

    Attributes:
        players: in the order of seats around the table, to the left.
        throne: seat of the Throne's holder.
        selected: (role, seat) of this round, in order.
        turns: seats that still act in this role, the current one first.
        hidden, revealed: number of hidden and of revealed tiles.
        placing_rest: whether the Explorer's selector places the remaining tiles.
        market: the thrown dice, then the three that stay.
        bonus_used: whether the selector has taken the bonus of this role.
        acted: sectors that have produced in this role.
        tray: dice on the tray that are not counted yet.
        dice_colours: owners of the dice colours, as far as entered.
        throws: number of counted throws from the tray.
        discounted: metal saved by Robotics in this turn.
        fields: hexes with tiles; empty in a game without a map.
        fleets: positions of the ships, on a map.
        jumped: hex to which ships have jumped in this turn.
        retreats: ships whose owners still choose a Starbase, in the order of the round.
    """

    step: Step = Step.SET_UP
    options: Options = DEFAULT_OPTIONS
    players: tuple[Player, ...] = ()
    sectors: tuple[Sector, ...] = ()
    throne: int = 0
    direction: Direction = Direction.LEFT
    round: int = 1
    selected: tuple[tuple[Role, int], ...] = ()
    turns: tuple[int, ...] = ()
    hidden: int = 0
    revealed: int = 0
    placing_rest: bool = False
    bonus_used: bool = False
    acted: frozenset[int] = frozenset()
    market: tuple[int, ...] = ()
    battle: Battle | None = None
    regent: RegentState | None = None
    removed: frozenset[Technology] = frozenset()
    explorer_flipped: bool = False
    omega_collapsed: bool = False
    duel: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    tray: tuple[TrayDie, ...] = ()
    dice_colours: tuple[DiceColour, ...] = ()
    throws: int = 0
    discounted: int = 0
    fields: tuple[Field, ...] = ()
    fleets: Fleets = ()
    jumped: int | None = None
    retreats: tuple[Retreat, ...] = ()

    def sector(self, number: int | None) -> Sector | None:
        """Return a sector by its number; None if there is none."""
        return next((sector for sector in self.sectors if sector.number == number), None)

    @property
    def role(self) -> Role | None:
        return self.selected[-1][0] if self.selected else None

    @property
    def selector(self) -> int | None:
        """The seat that selected it."""
        return self.selected[-1][1] if self.selected else None

    def own(self, seat: int) -> tuple[Sector, ...]:
        """Return the sectors that a player controls."""
        return tuple(sector for sector in self.sectors if sector.owner == seat)

    def planets(self, seat: int) -> int:
        """Return how many planets a player controls, the home planet included."""
        return sum(sector.planets for sector in self.own(seat))


def tiles_left(state: GameState) -> int:
    """Return how many tiles can still be placed; on a map, as many as there are hexes for them."""
    if not state.fields:
        return TILES_TO_PLACE[len(state.players)]
    return HEXES - len(state.fields) + (not state.omega_collapsed)


def tokens_left(state: GameState, seat: int) -> int:
    """Return a player's Empire tokens that are neither on sectors nor used as influence."""
    used = sum(not sector.home for sector in state.own(seat))
    if state.regent is not None:
        used += state.regent.tokens(seat)
        used += sum(each.tokens for each in state.regent.placed if each.seat == seat)
    return EMPIRE_TOKENS[len(state.players)] - used


def pool_left(state: GameState) -> int:
    """Return the VP left in the pool; points beyond it are still paid (section 6)."""
    return max(0, VP_POOL[len(state.players)] - sum(player.vp for player in state.players))


def is_last_role(state: GameState) -> bool:
    """Return whether the game ends after a role in this state (section 6)."""
    return not pool_left(state) or any(not tokens_left(state, p.seat) for p in state.players)


def in_direction(state: GameState, first: int) -> tuple[int, ...]:
    """Return all seats from *first* on in the round's direction (section 3)."""
    seats = [player.seat for player in state.players]
    start = seats.index(first)
    step = 1 if state.direction is Direction.LEFT else -1
    return tuple(seats[(start + step * i) % len(seats)] for i in range(len(seats)))


def roles_left(state: GameState) -> tuple[Role, ...]:
    """Return the roles that can still be selected in this round (sections 3 and 4)."""
    taken = {role for role, _ in state.selected}
    gone = {Role.EXPLORER if state.explorer_flipped else Role.SECOND_WARLORD}
    if Role.EXPLORER in taken:  # one card, which stays with its owner until the round ends
        gone.add(Role.SECOND_WARLORD)
    if state.omega_collapsed:
        gone.add(Role.SCIENTIST)
    return tuple(role for role in Role if role not in taken | gone)


def next_selector(state: GameState) -> int:
    """Return the seat that selects the next role: the Throne's holder first, then in direction.

    A Regent's role may move the Throne in the middle of a round; the order of the round stays.
    """
    if state.selector is None:
        return state.throne
    return in_direction(state, state.selector)[1]
