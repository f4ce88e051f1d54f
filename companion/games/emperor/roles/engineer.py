"""Engineer: ships are built (section 4.4)."""

from dataclasses import asdict, dataclass, replace
from typing import Final

from companion.games.emperor import errors
from companion.games.emperor.galaxy.fields import Fleet, merged
from companion.games.emperor.options import Bill
from companion.games.emperor.rounds import BonusTaken
from companion.games.emperor.rules import Events, apply, decide, on_turn, with_more
from companion.games.emperor.state import GameState, Player, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import FIELD_OF, Ship, Token, ships_of
from companion.games.refusals import NOT_NOW

ROBOTICS_METAL: Final = 2


@dataclass(frozen=True, slots=True)
class BuildShips:
    """Ships bought in one bill; *free_fighter* is the selector's (section 4.4).

    *hex*: the own Starbase that gets them, on a map; 0 is the home.
    """

    seat: int
    fighters: int = 0
    cruisers: int = 0
    dreadnoughts: int = 0
    free_fighter: bool = False
    hex: int = 0


@decide.case
def _build(state: GameState, command: BuildShips) -> Events:
    """Build ships for marks, metal and energy, from the reserve."""
    player = on_turn(state, command.seat, Step.BUILD)
    counts = ships_of(command)
    if min(counts.values()) < 0 or not (any(counts.values()) or command.free_fighter):
        raise NOT_NOW()
    if command.free_fighter and (command.seat != state.selector or state.bonus_used):
        raise NOT_NOW()
    for ship, count in counts.items():
        extra = command.free_fighter and ship is Ship.FIGHTER
        if count + extra > player.in_reserve(ship):
            raise errors.NO_RESERVE(name=player.name, what=ship.value)
    bill, discount = bill_of(state, player, counts)
    for what in ("marks", "metal", "energy"):
        if getattr(bill, what) > getattr(player, what):
            raise errors.NOT_ENOUGH(name=player.name, what=what)
    fighters = command.fighters + command.free_fighter
    target = _delivery(state, command) if state.fields else 0
    built = ShipsBuilt(
        command.seat, fighters, command.cruisers, command.dreadnoughts, bill, discount, target
    )
    return (BonusTaken(command.seat), built) if command.free_fighter else (built,)


def _delivery(state: GameState, command: BuildShips) -> int:
    """Return the hex of the Starbase that gets the ships."""
    own = [s for s in state.own(command.seat) if s.token is Token.STARBASE]
    if not command.hex:
        return next(sector.number for sector in own if sector.home)
    if command.hex not in [sector.number for sector in own]:
        raise errors.NO_SUCH_SECTOR(number=command.hex)
    return command.hex


def bill_of(state: GameState, player: Player, counts: dict[Ship, int]) -> tuple[Bill, int]:
    """Return what ships cost, and the metal that Robotics saves; refuse an unknown cost."""
    bill = Bill()
    for ship, count in counts.items():
        if count:
            cost: Bill | None = getattr(state.options, ship.value)
            if cost is None:
                raise errors.COST_UNKNOWN(what=ship.value)
            bill += cost.times(count)
    saved = 0
    if player.has(Technology.ROBOTICS):  # applies to the bill of the whole turn
        saved = min(ROBOTICS_METAL - state.discounted, bill.metal)
    return replace(bill, metal=bill.metal - saved), saved


@dataclass(frozen=True, slots=True)
class ShipsBuilt:
    """Ships were put on own Starbases; *discount* is the metal saved by Robotics."""

    seat: int
    fighters: int
    cruisers: int
    dreadnoughts: int
    bill: Bill
    discount: int
    hex: int


@apply.case
def _built(state: GameState, event: ShipsBuilt) -> GameState:
    state = replace(state, discounted=state.discounted + event.discount)
    built = {FIELD_OF[ship]: count for ship, count in ships_of(event).items()}
    paid = {what: -cost for what, cost in asdict(event.bill).items()}
    state = with_more(state, event.seat, **built, **paid)
    if not event.hex:
        return state
    new = [Fleet(event.seat, event.hex, *each) for each in ships_of(event).items()]
    return replace(state, fleets=merged([*state.fleets, *new]))
