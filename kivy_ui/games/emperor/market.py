"""Galactic Emperor's Merchant: the market dice, then everybody's bill."""

from __future__ import annotations

from companion.games.emperor import commands as c
from companion.games.emperor.errors import PricesUnknownError
from companion.games.emperor.roles.market import Dealings, MarketPrices, market_prices, marks_change
from companion.games.emperor.state import (
    CUBES_LIMIT,
    ENERGY_LIMIT,
    METAL_LIMIT,
    GameState,
    Player,
    Step,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from kivy_ui.common.pages import Option, Page, Row
from kivy_ui.games.emperor.dice import DIE_VALUES, ThrownDice
from kivy_ui.games.emperor.page_part import EmperorTable

MOST_FOOD = 40


class MarketPages:
    """The pages of the Merchant's role."""

    def __init__(self, table: EmperorTable, dice: ThrownDice) -> None:
        self._table = table
        self._dice = dice

    def page(self, view: TableView) -> Page:
        """Return what to show."""
        match view.state.step:
            case Step.MARKET_THROW:
                return self._throw(view)
            case Step.MARKET_DROP:
                return self._drop(view)
            case _:
                return self._trade(view)

    def _throw(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        status = translate("%(name)s rolls the four market dice", name=self._table.name(view))
        rows = (*self._dice.rows(view), self._table.more_row())
        return self._table.page(view, status, rows=rows, tray=True)

    def _drop(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state = view.state
        dice = tuple(
            Option(f"drop:{index}", self._without(state, index))
            for index in range(len(state.market))
        )
        facts: tuple[str, ...] = ()
        if self._prices(state, 0) is None:
            facts = (translate("Enter the board's prices first, once: “Prices and costs”."),)
        rows = [Row(translate("Tap the die that goes away"), dice)]
        rows += [
            Row(
                translate("Time Warp of %(name)s: die %(die)s becomes", name=p.name, die=value),
                tuple(Option(f"warp:{p.seat}:{i}:{new}", str(new)) for new in DIE_VALUES),
            )
            for p in state.players
            if p.has(Technology.TIME_WARP)
            for i, value in enumerate(state.market)
        ]
        status = translate("%(name)s drops a die", name=self._table.name(view))
        return self._table.page(view, status, facts=facts, rows=(*rows, self._table.more_row()))

    def _without(self, state: GameState, index: int) -> str:
        """A die with the prices that are left without it."""
        translate = self._table.ui.translate
        prices = self._prices(state, index)
        if prices is None:
            return str(state.market[index])
        return translate(
            "%(die)s goes: food %(food)s, metal %(metal)s, energy %(energy)s",
            die=state.market[index],
            food=prices.food,
            metal=prices.metal,
            energy=prices.energy,
        )

    def _prices(self, state: GameState, index: int) -> MarketPrices | None:
        kept = tuple(value for i, value in enumerate(state.market) if i != index)
        try:
            return market_prices(kept, state.options)
        except PricesUnknownError:
            return None

    def _trade(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state, inputs = view.state, self._table.inputs
        player = state.player(view.acts or state.turns[0])
        goods = (
            inputs.part(translate("food bought"), "food_bought", 0, MOST_FOOD),
            inputs.part(
                translate("metal (-: sold)"), "metal", -player.metal, METAL_LIMIT - player.metal
            ),
            inputs.part(
                translate("energy (-: sold)"),
                "energy",
                -player.energy,
                ENERGY_LIMIT - player.energy,
            ),
        )
        rows = [Row(translate("Buys and sells"), numbers=goods)]
        for sector in state.own(player.seat):
            if sector.metal or sector.energy or sector.cubes:
                label = translate("Food on sector %(sector)s", sector=self._table.sector(sector))
                rows.append(inputs.row(label, f"lie{sector.number}", 0, CUBES_LIMIT, sector.cubes))
        if player.has(Technology.STAR_PIRATE):
            rows.append(self._pirate(state, player))
        rows.append(self._table.more_row())
        status = translate("%(name)s trades", name=player.name)
        return self._table.page(
            view,
            status,
            facts=self._facts(view, player),
            rows=tuple(rows),
            primary=translate("Settle the bill"),
        )

    def _pirate(self, state: GameState, player: Player) -> Row:
        translate = self._table.ui.translate
        metal = [
            Option(f"pirate:{p.seat}:-", translate("metal of %(name)s", name=p.name))
            for p in state.players
            if p is not player and p.metal
        ]
        food = [
            Option(
                f"pirate:{s.owner}:{s.number}",
                translate("food on sector %(sector)s", sector=self._table.sector(s)),
            )
            for s in state.sectors
            if s.owner not in (None, player.seat) and s.cubes
        ]
        return Row(translate("Star Pirate takes"), (*metal, *food))

    def _facts(self, view: TableView, player: Player) -> tuple[str, ...]:
        translate = self._table.ui.translate
        prices = view.prices or MarketPrices(0, 0, 0)
        harvest = sum(sector.food for sector in view.state.own(player.seat))
        bill = self._bill(view.state, player.seat)
        lay = sum(
            cubes.count - sector.cubes
            for cubes in bill.lies
            if (sector := view.state.sector(cubes.sector)) is not None
        )
        sold = harvest + bill.dealings.food_bought - lay
        marks = marks_change(prices, bill.dealings, sold)
        return (
            translate(
                "Prices: food %(food)s, metal %(metal)s, energy %(energy)s.",
                food=prices.food,
                metal=prices.metal,
                energy=prices.energy,
            ),
            translate(
                "Harvest: %(count)s food, sold: %(sold)s. Marks: from %(before)s to %(after)s.",
                count=harvest,
                sold=sold,
                before=player.marks,
                after=player.marks + marks,
            ),
        )

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """A button was tapped."""
        verb, _, value = key.partition(":")
        post = self._table.ui.port.post
        match verb:
            case "drop":
                post(c.DropDie(int(value)))
            case "warp":
                owner, index, new = (int(part) for part in value.split(":"))
                post(c.Reroll(owner, index, new))
            case "pirate":
                victim, sector = value.split(":")
                number = None if sector == "-" else int(sector)
                post(c.Pirate(view.acts or 0, int(victim), number))
            case _:
                self._dice.tap(view, key)

    def primary(self, view: TableView) -> None:
        """Settle the bill."""
        if view.state.step is Step.TRADE:
            self._table.ui.port.post(self._bill(view.state, view.acts or 0))

    def _bill(self, state: GameState, seat: int) -> c.TradeGoods:
        inputs = self._table.inputs
        lies = tuple(
            c.Cubes(sector.number, inputs.number(f"lie{sector.number}"))
            for sector in state.own(seat)
            if f"lie{sector.number}" in inputs.numbers
        )
        numbers = (inputs.number(key) for key in ("food_bought", "metal", "energy"))
        return c.TradeGoods(seat, Dealings(*numbers), lies)
