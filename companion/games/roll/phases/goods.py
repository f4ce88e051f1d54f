"""Phases IV and V: producers become goods, shippers trade and consume (R-8.1, R-9.1 to R-9.4)."""

from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import PayForVpChip
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import Good, ShipTask, contains, without
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.state_edits import hold, less, used
from companion.games.roll.model.tiles import World
from companion.games.roll.phases.ledger import Ledger
from companion.games.roll.rules.judge import Events, Move, task
from companion.games.roll.rules.lookup import Rules, has_power
from companion.games.roll.rules.producing import goods_limit
from companion.games.roll.rules.shipping import booked, consume, in_order, trade


class Produce(Move, Event, when=task(Phase.PRODUCE), why="R-8.1"):
    """Producers become goods on worlds (R-8.1)."""

    goods: tuple[Good, ...]

    def decide(self, rules: Rules, state: GameState) -> None:
        held = holdings(state, self.seat)
        name = state.empire(self.seat).name
        dice = tuple(good.die for good in self.goods)
        if not dice or not contains(held.workers(Phase.PRODUCE), dice):
            raise errors.NO_SUCH_WORKER(name=name, die=dice[0].value if dice else "-")
        tableau = rules.sides(held.tableau)
        lying = [good.world for good in (*held.goods, *self.goods)]
        for world in dict.fromkeys(good.world for good in self.goods):
            side = next((side for side in tableau if side.key == world), None)
            if not isinstance(side, World) or lying.count(world) > goods_limit(side, tableau):
                raise errors.NO_ROOM(name=name, world=world)

    def apply(self, state: GameState) -> GameState:
        held = holdings(state, self.seat)
        dice = tuple(good.die for good in self.goods)
        columns = less(held.columns, Phase.PRODUCE, dice)
        return hold(state, self.seat, columns=columns, goods=held.goods + self.goods)


class Ship(Move, Event, when=task(Phase.SHIP, in_order=True), why="R-9.1"):
    """One shipper takes one good (R-9.1); ``buy_vp``: a power turns a credit into VP."""

    shipper: DieType
    good: Good
    task: ShipTask
    borrowed: bool = False
    buy_vp: bool = False

    def decide(self, rules: Rules, state: GameState) -> Events:
        held = holdings(state, self.seat)
        name = state.empire(self.seat).name
        there = held.turn.borrowed if self.borrowed else held.workers(Phase.SHIP)
        if not contains(there, (self.shipper,)):
            raise errors.NO_SUCH_WORKER(name=name, die=self.shipper.value)
        if self.good not in held.goods:
            raise errors.NO_SUCH_GOOD(name=name, world=self.good.world)
        tableau = rules.sides(held.tableau)
        if self.buy_vp and (self.task is ShipTask.CONSUME or not has_power(tableau, PayForVpChip)):
            raise errors.NO_POWER(name=name)
        if self.task is ShipTask.CONSUME:
            shipment = consume(self.good, self.shipper, tableau)
        else:
            shipment = trade(self.good, self.shipper, tableau, buy_vp=self.buy_vp)
        ledger, moment = Ledger(state), state.options.bankers_moment
        if booked(shipment, ledger.credits(self.seat), moment) is None:
            raise errors.NO_POWER(name=name)
        ledger.book(self.seat, in_order(shipment, moment))
        return self, *ledger.events

    def apply(self, state: GameState) -> GameState:
        held = holdings(state, self.seat)
        changes = used(held, Phase.SHIP, self.shipper, borrowed=self.borrowed)
        changes["citizenry"] = (*changes.get("citizenry", held.citizenry), self.good.die)
        changes["goods"] = without(held.goods, (self.good,))
        return hold(state, self.seat, **changes)
