"""Galactic Emperor's Merchant pages: the market dice, then each player's bill."""

from __future__ import annotations

from companion.games.emperor.options import GOODS
from companion.games.emperor.roles.merchant import (
    MarketPrices,
    market_prices,
    marks_change,
)
from companion.games.emperor.state import (
    GameState,
    Player,
    Step,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from companion.games.question import Answer
from companion.games.refusals import RefusedError
from kivy_ui.common.board.faces import Face, FaceShape
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Page, Row
from kivy_ui.common.board.question_page import SEND, Path
from kivy_ui.games.emperor.dice import ThrownDice
from kivy_ui.games.emperor.icons import (
    MARKS,
    PLANET,
    cube,
    die_icon,
    pieces,
    technology_icons,
)
from kivy_ui.games.emperor.page_part import EmperorTable, Part

MARKET_DICE = 4
_IN_LINES = 3
"""Up to this number of dice, each die has its own row with its prices."""
_WARP = ("warp",)
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
        status = self._dice.asks(view)
        if view.portion is None or view.portion.is_clear:
            status = translate(
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
        translate, state, seat = self._table.ui.translate, view.state, view.acts or 0
        answers = self._asking.answers(state, seat)
        dice = tuple(
            self._asking.option(
                answers[str(value)],
                seat,
                text="",
                icons=(die_icon(value), *self._without(state, state.market.index(value))),
            )
            for value in sorted(set(state.market))  # equal dice leave the same prices
        )
        facts: tuple[str, ...] = ()
        if not any(each.enabled for each in dice):
            facts = (translate("Enter the board's prices first, once: “Prices and costs”."),)
        alike = [dice] if len(dice) > _IN_LINES else [(die,) for die in dice]
        rows = [Row("", each, cards=True) for each in alike]
        rows += self._time_warp(state)
        status = self._asking.asked(state, seat)
        return self._table.page(view, status, facts=facts, rows=tuple(rows))

    def _time_warp(self, state: GameState) -> list[Row]:
        """Ask for the die to reroll before the dice are assigned, then for its new value."""
        owner = next((p for p in state.players if p.has(Technology.TIME_WARP)), None)
        if owner is None:
            return []
        path: Path = _WARP
        old: tuple[Icon, ...] = (Icon("redo"),)
        if self._asking.path[:1] == _WARP and len(self._asking.path) > 1:
            path = self._asking.path
            old = (die_icon(int(path[1])), Icon("arrow"))
        dice = self._asking.options(state, owner.seat, *path)
        word = Icon("", self._table.ui.translate("Time Warp"))
        badge = self._table.group.badge(owner.seat)
        return [
            Row(
                "",
                dice,
                cards=True,
                pictures=True,
                icons=(word,),
                trailing=(badge, *old),
                headed=True,
            )
        ]

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
        state, asking = view.state, self._asking
        player = state.player(view.acts or state.turns[0])
        asking.show(state, player.seat, "trade")
        prices = view.prices or MarketPrices(0, 0, 0)
        translate = self._table.ui.translate
        words = translate("Food"), translate("Metal"), translate("Energy")
        numbers = [
            asking.part(
                state,
                part,
                label=words[part],
                icon=cube(good),
                price=(Icon(MARKS, str(getattr(prices, good))),),
            )
            for part, good in enumerate(GOODS)
        ]
        places = (s for s in state.own(player.seat) if s.metal or s.energy or s.cubes)
        for part, sector in enumerate(places, len(GOODS)):
            yields = tuple(
                pieces(f"cube/{good}", getattr(sector, good))
                for good in ("metal", "energy")
                if getattr(sector, good)
            )
            gain = (cube("food"), Icon("arrow"), *yields) if yields else (cube("food"),)
            place, planets = self._table.place(sector), Icon(PLANET, times=sector.planets)
            numbers.append(asking.part(state, part, label=place, icon=planets, price=gain))
        rows = [Row("", numbers=tuple(numbers), tall=True)]
        if player.has(Technology.STAR_PIRATE):
            rows.append(self._pirate(state, player))
        return self._table.page(
            view,
            asking.asked(state, player.seat, "trade"),
            lines=(self._bill_line(view, player),),
            facts=asking.refused(state),
            rows=tuple(rows),
            primary=translate("Finish trading"),
            primary_key=SEND,
            primary_enabled=asking.fits(state),
        )

    def _pirate(self, state: GameState, player: Player) -> Row:
        """Return whom the Star Pirate can rob, and of what; nothing is shown that is refused."""
        options = tuple(
            self._asking.option(each, player.seat, "pirate", icons=self._robbed(each))
            for each in self._asking.able(state, player.seat, "pirate").values()
        )
        word = Icon("", self._table.ui.translate("Star Pirate"))
        hand = technology_icons(Technology.STAR_PIRATE)[:1]
        return Row("", options, cards=True, icons=(word,), trailing=hand, headed=True)

    def _robbed(self, answer: Answer) -> tuple[Icon, ...]:
        whose, good = answer.pieces
        return (self._table.group.badge(whose.owner), self._asking.icon(good))

    def _bill_line(self, view: TableView, player: Player) -> IconLine:
        """Return the marks before and after, the harvest, and the food sold for lack of space."""
        translate = self._table.ui.translate
        prices = view.prices or MarketPrices(0, 0, 0)
        harvest = sum(sector.food for sector in view.state.own(player.seat))
        bill = self._asking.opened(view.state).make(*self._asking.marked)
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
