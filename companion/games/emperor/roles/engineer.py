"""Engineer: ships are built (section 4.4)."""

from dataclasses import asdict, replace
from typing import Final

from companion.games.emperor import errors
from companion.games.emperor.galaxy.fields import Fleet, merged
from companion.games.emperor.options import Bill
from companion.games.emperor.rounds import BonusTaken
from companion.games.emperor.rules import Event, Events, on_turn, with_more
from companion.games.emperor.state import GameState, Player, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import FIELD_OF, Ship, Token, ships_of
from companion.games.messages import Move, OfPlayer
from companion.games.refusals import NOT_NOW

ROBOTICS_METAL: Final = 2


class BuildShips(Move):
    """Ships bought in one bill; *free_fighter* is the selector's (section 4.4).

    *hex*: the own Starbase that gets them, on a map; 0 is the home.
    """

    fighters: int = 0
    cruisers: int = 0
    dreadnoughts: int = 0
    free_fighter: bool = False
    hex: int = 0

    def decide(self, state: GameState) -> Events:
        """Build ships for marks, metal and energy, from the reserve."""
        player = on_turn(state, self.seat, Step.BUILD)
        counts = ships_of(self)
        if min(counts.values()) < 0 or not (any(counts.values()) or self.free_fighter):
            raise NOT_NOW()
        if self.free_fighter and (self.seat != state.selector or state.bonus_used):
            raise NOT_NOW()
        for ship, count in counts.items():
            extra = self.free_fighter and ship is Ship.FIGHTER
            if count + extra > player.in_reserve(ship):
                raise errors.NO_RESERVE(name=player.name, what=ship.value)
        bill, discount = bill_of(state, player, counts)
        for what in ("marks", "metal", "energy"):
            if getattr(bill, what) > getattr(player, what):
                raise errors.NOT_ENOUGH(name=player.name, what=what)
        fighters = self.fighters + self.free_fighter
        target = _delivery(state, self) if state.fields else 0
        built = ShipsBuilt(
            self.seat, fighters, self.cruisers, self.dreadnoughts, bill, discount, target
        )
        return (BonusTaken(self.seat), built) if self.free_fighter else (built,)


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


class ShipsBuilt(OfPlayer, Event):
    """Ships were put on own Starbases; *discount* is the metal saved by Robotics."""

    fighters: int
    cruisers: int
    dreadnoughts: int
    bill: Bill
    discount: int
    hex: int

    def apply(self, state: GameState) -> GameState:
        state = replace(state, discounted=state.discounted + self.discount)
        built = {FIELD_OF[ship]: count for ship, count in ships_of(self).items()}
        paid = {what: -cost for what, cost in asdict(self.bill).items()}
        state = with_more(state, self.seat, **built, **paid)
        if not self.hex:
            return state
        new = [Fleet(self.seat, self.hex, *each) for each in ships_of(self).items()]
        return replace(state, fleets=merged([*state.fleets, *new]))
