"""Galactic Emperor's Merchant pages: the market dice, then each player's bill."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.holdings import Cubes
from companion.games.emperor.roles.merchant import (
    Dealings,
    DropDie,
    MarketPrices,
    Pirate,
    Reroll,
    TradeGoods,
    market_prices,
    marks_change,
)
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
from companion.games.refusals import RefusedError
from kivy_ui.common.board.faces import Face, FaceShape
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Number, Option, Page, Row
from kivy_ui.games.emperor.dice import DIE_VALUES, ThrownDice, dice_row
from kivy_ui.games.emperor.icons import (
    MARKS,
    PLANET,
    cube,
    die_icon,
    pieces,
    technology_icons,
)
from kivy_ui.games.emperor.page_part import GOODS, EmperorTable, Part

MOST_FOOD = 24
"""Two for each of eleven sectors, and the home."""


MARKET_DICE = 4
_IN_LINES = 3
"""Up to this number of dice, each die has its own row with its prices."""
_SLOT = Face(FaceShape.TILE, ("table",)).name


class MarketPages(Part):
    """Pages of the Merchant role."""

    def __init__(self, table: EmperorTable, dice: ThrownDice) -> None:
        super().__init__(table)
        self._dice = dice

    def page(self, view: TableView) -> Page:
        """Return the page of the current step."""
        match view.state.step:
            case Step.MARKET_THROW:
                return self._throw(view)
            case Step.MARKET_DROP:
                return self._drop(view)
            case _:
                return self._trade(view)

    def _throw(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        status = self._dice.question(view) or translate(
            "%(name)s rolls the four market dice: tap each", name=self._table.name(view)
        )
        tray = view.state.tray
        slots = (Icon(_SLOT),) * (MARKET_DICE - len(tray))
        progress = translate("%(count)s of %(all)s dice", count=len(tray), all=MARKET_DICE)
        return self._table.page(
            view,
            status,
            lines=(IconLine((*(die_icon(die.value) for die in tray), *slots), large=True),),
            rows=self._dice.rows(view),
            tray=self._dice.watches(view),
            tray_doubt=self._dice.doubts(view),
            progress=progress,
        )

    def _drop(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state = view.state
        first = {value: index for index, value in reversed(tuple(enumerate(state.market)))}
        dice = tuple(
            Option(f"drop:{index}", "", icons=(die_icon(value), *self._without(state, index)))
            for value, index in sorted(first.items())  # equal dice leave the same prices
        )
        facts: tuple[str, ...] = ()
        if self._prices(state, 0) is None:
            facts = (translate("Enter the board's prices first, once: “Prices and costs”."),)
        alike = [dice] if len(dice) > _IN_LINES else [(die,) for die in dice]
        rows = [Row("", each, cards=True) for each in alike]
        rows += self._time_warp(state)
        status = translate("%(name)s: tap the die to drop", name=self._table.name(view))
        return self._table.page(view, status, facts=facts, rows=tuple(rows))

    def _time_warp(self, state: GameState) -> list[Row]:
        """Ask for the die to reroll before the dice are assigned, then for its new value."""
        translate, inputs = self._table.ui.translate, self._table.inputs
        owner = next((p for p in state.players if p.has(Technology.TIME_WARP)), None)
        if owner is None:
            return []
        picked = next((key for key in inputs.picked if key.startswith("again:")), None)
        old: tuple[Icon, ...] = (Icon("redo"),)
        if picked is None:
            dice = [(f"again:{i}", value) for i, value in enumerate(state.market)]
        else:
            index = picked.removeprefix("again:")
            old = (die_icon(state.market[int(index)]), Icon("arrow"))
            dice = [(f"warp:{owner.seat}:{index}:{value}", value) for value in DIE_VALUES]
        badge = self._table.group.badge(owner.seat)
        word = Icon("", translate("Time Warp"))
        row = dice_row("", tuple(dice))
        return [replace(row, icons=(word,), trailing=(badge, *old), headed=True)]

    def _without(self, state: GameState, index: int) -> tuple[Icon, ...]:
        """Return the prices that result from dropping a die."""
        prices = self._prices(state, index)
        if prices is None:
            return ()
        return (
            Icon("arrow"),
            *(
                icon
                for good in GOODS
                for icon in (cube(good), Icon(MARKS, str(getattr(prices, good))))
            ),
        )

    def _prices(self, state: GameState, index: int) -> MarketPrices | None:
        kept = tuple(value for i, value in enumerate(state.market) if i != index)
        try:
            return market_prices(kept, state.options)
        except RefusedError:
            return None

    def _trade(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state, inputs = view.state, self._table.inputs
        player = state.player(view.acts or state.turns[0])
        prices = view.prices or MarketPrices(0, 0, 0)
        numbers = [
            self._good(translate("Food"), "food", prices.food, (0, MOST_FOOD)),
            self._good(
                translate("Metal"),
                "metal",
                prices.metal,
                (-player.metal, METAL_LIMIT - player.metal),
            ),
            self._good(
                translate("Energy"),
                "energy",
                prices.energy,
                (-player.energy, ENERGY_LIMIT - player.energy),
            ),
        ]
        for sector in state.own(player.seat):
            if sector.metal or sector.energy or sector.cubes:
                place = self._table.place(sector)
                number = inputs.part(place, f"lie{sector.number}", 0, CUBES_LIMIT, sector.cubes)
                yields = tuple(
                    pieces(f"cube/{good}", getattr(sector, good))
                    for good in ("metal", "energy")
                    if getattr(sector, good)
                )
                gain = (cube("food"), Icon("arrow"), *yields) if yields else (cube("food"),)
                planets = Icon(PLANET, times=sector.planets)
                numbers.append(replace(number, icon=planets, price=gain))
        rows = [Row("", numbers=tuple(numbers), tall=True)]
        if player.has(Technology.STAR_PIRATE):
            rows.append(self._pirate(state, player))
        status = translate("%(name)s trades: + buys, \N{MINUS SIGN} sells", name=player.name)
        return self._table.page(
            view,
            status,
            lines=(self._bill_line(view, player),),
            rows=tuple(rows),
            primary=translate("Finish trading"),
        )

    def _good(self, label: str, good: str, price: int, limits: tuple[int, int]) -> Number:
        """Return a stepper for the amount of a good bought, with its price."""
        key = "food_bought" if good == "food" else good
        number = self._table.inputs.part(label, key, *limits)
        return replace(number, icon=cube(good), price=(Icon(MARKS, str(price)),))

    def _pirate(self, state: GameState, player: Player) -> Row:
        translate = self._table.ui.translate
        badge = self._table.group.badge
        metal = [
            Option(
                f"pirate:{p.seat}:-",
                p.name,
                icons=(badge(p.seat), cube("metal")),
            )
            for p in state.players
            if p is not player and p.metal
        ]
        food = [
            Option(
                f"pirate:{s.owner}:{s.number}",
                self._table.place(s),
                icons=(badge(s.owner), cube("food")),
            )
            for s in state.sectors
            if s.owner not in (None, player.seat) and s.cubes
        ]
        word = Icon("", translate("Star Pirate"))
        hand = technology_icons(Technology.STAR_PIRATE)[:1]
        options = (*metal, *food)
        return Row("", options, cards=True, icons=(word,), trailing=hand, headed=True)

    def _bill_line(self, view: TableView, player: Player) -> IconLine:
        """Return the marks before and after, the harvest, and the food sold for lack of space."""
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
        after = player.marks + marks_change(prices, bill.dealings, sold)
        marks = (Icon(MARKS, str(player.marks)), Icon("arrow"), Icon(MARKS, str(after)))
        if not harvest and not sold:
            return IconLine((*marks, Icon("", translate("after trading"))))
        words = translate("%(count)s harvested, %(sold)s of it sold", count=harvest, sold=sold)
        return IconLine((*marks, cube("food", words)))

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button."""
        verb, _, value = key.partition(":")
        post = self._table.ui.port.post
        match verb:
            case "drop":
                post(DropDie(int(value)))
            case "again":
                self._table.inputs.picked = [key]
            case "warp":
                owner, index, new = (int(part) for part in value.split(":"))
                post(Reroll(owner, index, new))
            case "pirate":
                victim, sector = value.split(":")
                number = None if sector == "-" else int(sector)
                post(Pirate(view.acts or 0, int(victim), number))
            case _:
                self._dice.tap(view, key)

    def primary(self, view: TableView) -> None:
        """Finish trading."""
        if view.state.step is Step.TRADE:
            self._table.ui.port.post(self._bill(view.state, view.acts or 0))

    def _bill(self, state: GameState, seat: int) -> TradeGoods:
        inputs = self._table.inputs
        lies = tuple(
            Cubes(sector.number, inputs.number(f"lie{sector.number}"))
            for sector in state.own(seat)
            if f"lie{sector.number}" in inputs.numbers
        )
        numbers = (inputs.number(key) for key in ("food_bought", "metal", "energy"))
        return TradeGoods(seat, Dealings(*numbers), lies)
