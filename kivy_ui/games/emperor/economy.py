"""Galactic Emperor's economic roles: Steward, Engineer, Scientist."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.options import Bill
from companion.games.emperor.roles.engineer import ROBOTICS_METAL, BuildShips
from companion.games.emperor.roles.scientist import BuyTechnology
from companion.games.emperor.roles.steward import ProduceOn, TakeFree
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import GameState, Player, Sector, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from companion.games.emperor.war.forces import RESERVE, Ship, Token
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Number, Option, Page, Row
from kivy_ui.games.emperor.icons import (
    bill_icons,
    cube,
    pieces,
    ship_icon,
    switch,
    technology_icons,
    token_icon,
)
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.words import ship_word, technology_effect, technology_word

_MOST_TOLD = 4
"""Largest number of technologies whose cards have room for their effects."""


class EconomyPages:
    """Pages of the roles without battles or influence."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table

    def page(self, view: TableView) -> Page:
        """Return the page of the current step."""
        match view.state.step:
            case Step.PRODUCE:
                return self._produce(view)
            case Step.BUILD:
                return self._build(view)
            case _:
                return self._research(view)

    def _produce(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state, inputs = view.state, self._table.inputs
        seat = view.acts or 0
        player = state.player(seat)
        yielding = [
            sector
            for sector in state.own(seat)
            if sector.number not in state.acted and (sector.metal or sector.energy)
        ]
        fed = tuple(self._sector_card("sector", s) for s in yielding if s.cubes)
        label = translate("Tap the sectors that use a food and yield")
        if not fed:
            label = translate("No food on a sector that yields")
        rows = [Row(label, fed, cards=True)]
        if player.has(Technology.PROTEIN_FIELDS) and yielding:
            free = tuple(self._sector_card("protein", s) for s in yielding)
            label = translate("Protein Fields: two sectors without food")
            rows.append(Row(label, free, cards=True))
        if seat == state.selector and not state.bonus_used and not state.acted:
            bonus = (
                Option("free:metal", translate("One metal"), icons=(cube("metal"),)),
                Option("free:energy", translate("One energy"), icons=(cube("energy"),)),
            )
            rows.append(Row(translate("Bonus of the Steward: choose one"), bonus, cards=True))
        done = translate("Produce") if inputs.picked else translate("End turn")
        status = translate("%(name)s produces", name=self._table.name(view))
        return self._table.page(
            view,
            status,
            rows=tuple(rows),
            primary=done,
            primary_quiet=bool(rows) and not inputs.picked,
        )

    def _sector_card(self, verb: str, sector: Sector) -> Option:
        """Return a sector's card with its yield and the food on it."""
        translate = self._table.ui.translate
        yields = [(g, getattr(sector, g)) for g in ("metal", "energy") if getattr(sector, g)]
        gain = tuple(pieces(f"cube/{good}", number) for good, number in yields)
        food = () if verb == "protein" else (pieces("cube/food", 1), Icon("arrow"))
        name = self._table.place(sector)
        option = self._table.inputs.option(f"{verb}:{sector.number}", name)
        lying = translate.plural(
            "%(count)s food is there", "%(count)s food are there", sector.cubes
        )
        return replace(option, icons=(*food, *gain), note=lying if sector.cubes else "")

    def _build(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state, inputs = view.state, self._table.inputs
        player = state.player(view.acts or state.turns[0])
        colour = self._table.group.colour(player.seat)
        ships = tuple(self._ship_number(state, player, ship, colour) for ship in Ship)
        rows = [Row("", numbers=ships, tall=True)]
        extras: list[Option] = []
        if view.acts == state.selector and not state.bonus_used:
            bonus = inputs.option("free_ship", translate("Bonus: a free Fighter"))
            extras.append(switch(bonus, ship_icon(Ship.FIGHTER, colour)))
        delivery = self._delivery(state, player.seat, colour)
        if delivery or extras:
            rows.append(Row("", (*extras, *delivery), cards=True))
        wanted = any(inputs.numbers.values()) or "free_ship" in inputs.picked
        done = translate("Build") if wanted else translate("End turn")
        status = translate("%(name)s builds ships", name=player.name)
        return self._table.page(
            view,
            status,
            lines=self._bill(state, player),
            rows=tuple(rows),
            primary=done,
            primary_quiet=not wanted,
        )

    def _ship_number(self, state: GameState, player: Player, ship: Ship, colour: str) -> Number:
        """Return a stepper for a ship class with its cost and the number left in the reserve."""
        translate = self._table.ui.translate
        bill = getattr(state.options, ship.value)
        left = player.in_reserve(ship)
        word = ship_word(translate, ship)
        return replace(
            self._table.inputs.part(word, f"{ship.value}s", 0, left),
            icon=ship_icon(ship, colour),
            note=translate("%(left)s of %(all)s left", left=left, all=RESERVE[ship]),
            price=bill_icons(bill) if bill is not None else (Icon("", translate("cost?")),),
        )

    def _bill(self, state: GameState, player: Player) -> tuple[IconLine, ...]:
        """Return the total cost of the entered ships."""
        translate, number = self._table.ui.translate, self._table.inputs.number
        bills = [getattr(state.options, ship.value) for ship in Ship]
        if any(bill is None for bill in bills):
            text = translate("The costs are not entered yet: More, Prices and costs.")
            return (IconLine((Icon("doubt"),), text),)
        counts = {ship: number(f"{ship.value}s") for ship in Ship}
        if not any(counts.values()):
            return ()
        whole = Bill()
        for bill, count in zip(bills, counts.values(), strict=True):
            whole += bill.times(count)
        if player.has(Technology.ROBOTICS):
            saved = min(ROBOTICS_METAL - state.discounted, whole.metal)
            whole = replace(whole, metal=whole.metal - saved)
        paid = (player.marks, player.metal, player.energy)
        after = zip(paid, (whole.marks, whole.metal, whole.energy), strict=True)
        short = any(there < asked for there, asked in after)
        text = translate("more than %(name)s has", name=player.name) if short else ""
        return (IconLine((Icon("", translate("Pays")), *bill_icons(whole)), text),)

    def _research(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state = view.state
        taken = {each for player in state.players for each in player.technologies}
        options = []
        for technology in Technology:
            if technology not in taken | state.removed:
                cost = state.options.cost_of(technology)
                word = technology_word(translate, technology)
                paid = max(0, cost - 1) if cost and view.acts == state.selector else cost
                price = cube("energy", "?" if paid is None else str(paid))
                options.append(
                    Option(
                        f"technology:{technology.value}",
                        word,
                        icons=(price, Icon("arrow"), *technology_icons(technology)),
                        note=technology_effect(translate, technology),
                    )
                )
        if len(options) > _MOST_TOLD:
            options = [replace(option, note="") for option in options]
        name = self._table.name(view)
        status = translate("%(name)s buys a technology or passes", name=name)
        return self._table.page(
            view,
            status,
            rows=(Row("", tuple(options), cards=True, stacked=True),),
            primary=translate("Pass"),
            primary_quiet=True,
        )

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button."""
        verb, _, value = key.partition(":")
        post, seat = self._table.ui.port.post, view.acts or 0
        match verb:
            case "free":
                post(TakeFree(seat, metal=value == "metal"))
            case "technology":
                post(BuyTechnology(seat, Technology(value)))
            case "sector" | "protein":
                self._pick_sector(key)
            case "free_ship" | "deliver":
                self._pick(key)
            case _:
                pass

    def _pick(self, key: str) -> None:
        """Toggle the free Fighter, or choose the Starbase that receives the ships."""
        inputs = self._table.inputs
        if key.startswith("deliver:"):
            inputs.picked = [each for each in inputs.picked if not each.startswith("deliver:")]
        inputs.toggle(key)

    def _delivery(self, state: GameState, seat: int, colour: str) -> tuple[Option, ...]:
        """Return the own Starbases that can receive the ships; empty if there is only one."""
        translate = self._table.ui.translate
        bases = [s for s in state.own(seat) if s.token is Token.STARBASE]
        if not state.fields or len(bases) < 2:
            return ()
        picked = self._deliver_to() or next(s.number for s in bases if s.home)
        return tuple(
            Option(
                f"deliver:{each.number}",
                translate("New ships to hex %(hex)s", hex=each.number),
                chosen=each.number == picked,
                icons=(token_icon(Token.STARBASE, colour),),
            )
            for each in bases
        )

    def _deliver_to(self) -> int:
        keys = (key.partition(":") for key in self._table.inputs.picked)
        return next((int(value) for verb, _, value in keys if verb == "deliver"), 0)

    def _pick_sector(self, key: str) -> None:
        """Toggle a sector's production; with food and without food exclude each other."""
        verb, _, number = key.partition(":")
        other = f"{'protein' if verb == 'sector' else 'sector'}:{number}"
        if other in self._table.inputs.picked:
            self._table.inputs.toggle(other)
        self._table.inputs.toggle(key)

    def primary(self, view: TableView) -> None:
        """Handle the main button: produce, build, or end the turn."""
        inputs, seat = self._table.inputs, view.acts or 0
        post = self._table.ui.port.post
        match view.state.step:
            case Step.PRODUCE if inputs.picked:
                sectors = tuple(int(key.partition(":")[2]) for key in inputs.picked)
                free = tuple(
                    int(key.removeprefix("protein:"))
                    for key in inputs.picked
                    if key.startswith("protein:")
                )
                post(ProduceOn(seat, sectors, free))
            case Step.BUILD if any(inputs.numbers.values()) or "free_ship" in inputs.picked:
                post(
                    BuildShips(
                        seat,
                        inputs.number("fighters"),
                        inputs.number("cruisers"),
                        inputs.number("dreadnoughts"),
                        free_fighter="free_ship" in inputs.picked,
                        hex=self._deliver_to(),
                    )
                )
            case _:
                post(EndTurn(seat))
