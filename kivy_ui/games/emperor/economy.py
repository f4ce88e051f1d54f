"""Galactic Emperor's economic roles: Steward, Engineer, Scientist."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.emperor.roles.engineer import bill_of
from companion.games.emperor.state import GameState, Player, Sector, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from companion.games.emperor.war.forces import RESERVE, Ship, Token
from companion.games.question import Answer, Pick
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Number, Option, Page, Row
from kivy_ui.common.board.question_page import BACK, SEND, answer_key, is_switch
from kivy_ui.games.emperor.icons import (
    bill_icons,
    cube,
    pieces,
    ship_icon,
    switch,
    technology_icons,
    token_icon,
)
from kivy_ui.games.emperor.page_part import Part
from kivy_ui.games.emperor.words import technology_effect, word

_MOST_TOLD = 4
"""Largest number of technologies whose cards have room for their effects."""
_SHIPS = len(Ship)
"""Number of the first part after the ships in the form of the Engineer."""


class EconomyPages(Part):
    """Pages of the roles without battles or influence."""

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
        translate, state, asking = self._table.ui.translate, view.state, self._asking
        seat = view.acts or 0
        able = asking.able(state, seat)
        if not asking.path and isinstance(asking.at(state, seat, "produce"), Pick):
            asking.show(state, seat, "produce")
        free = asking.path == ("protein",)
        rows = [Row(translate("No food on a sector that yields"))]
        if free or "produce" in able:
            rows = [self._sectors(state, seat, able["protein" if free else "produce"], free=free)]
        if free:
            rows.append(Row("", (Option(BACK, translate("Back"), icon="back"),)))
        elif "protein" in able:
            card = technology_icons(Technology.PROTEIN_FIELDS)
            rows.append(Row("", (asking.option(able["protein"], seat, icons=card),), cards=True))
        if "bonus" in able:
            words = {"metal": translate("One metal"), "energy": translate("One energy")}
            goods = asking.answers(state, seat, "bonus")
            bonus = tuple(asking.option(goods[k], seat, "bonus", text=w) for k, w in words.items())
            rows.append(Row(asking.said(able["bonus"].text), bonus, cards=True))
        marked = any(asking.marked)
        return self._table.page(
            view,
            asking.asked(state, seat),
            rows=tuple(rows),
            primary=translate("Produce") if marked else translate("End turn"),
            primary_key=SEND if marked else answer_key(seat, "end"),
            primary_quiet=not marked,
        )

    def _sectors(self, state: GameState, seat: int, answer: Answer, *, free: bool) -> Row:
        """Return the sectors that can produce, with a food each or *free*; a tap marks one."""
        asked: Any = self._asking.at(state, seat, answer.key)
        if isinstance(asked, Pick):
            numbers, options = asked.items, self._asking.choices(state, 0)
        else:  # the only one: a tap produces
            numbers, options = asked.sectors, (self._asking.option(answer, seat),)
        label = self._table.ui.translate("Tap the sectors that use a food and yield")
        own = {sector.number: sector for sector in state.own(seat)}
        cards = tuple(
            self._sector_card(option, own[number], free=free)
            for option, number in zip(options, numbers, strict=True)
        )
        return Row(self._asking.said(asked.text) if free else label, cards, cards=True)

    def _sector_card(self, option: Option, sector: Sector, *, free: bool) -> Option:
        """Return a sector's card with its yield and the food on it."""
        translate = self._table.ui.translate
        yields = [(g, getattr(sector, g)) for g in ("metal", "energy") if getattr(sector, g)]
        gain = tuple(pieces(f"cube/{good}", number) for good, number in yields)
        food = () if free else (pieces("cube/food", 1), Icon("arrow"))
        lying = translate.plural(
            "%(count)s food is there", "%(count)s food are there", sector.cubes
        )
        return replace(
            option,
            text=self._table.place(sector),
            icons=(*food, *gain),
            note=lying if sector.cubes else "",
        )

    def _build(self, view: TableView) -> Page:
        translate, state, asking = self._table.ui.translate, view.state, self._asking
        player = state.player(view.acts or state.turns[0])
        answer = asking.answers(state, player.seat)["build"]
        rows = [Row("", numbers=self._ship_numbers(state, player, answer), tall=True)]
        wanted, lines = False, self._prices_missing(state)
        why: tuple[str, ...] = ()
        if answer.refused is None:
            extras = self._extras(
                state, asking.opened(state).parts, self._table.group.colour(player.seat)
            )
            rows += [Row("", extras, cards=True)] if extras else []
            ships, last = asking.marked[:_SHIPS], asking.marked[-1]
            wanted = any(ships) or last == "yes"
            why = asking.refused(state) if wanted else ()
            lines = self._bill(state, player, dict(zip(Ship, ships, strict=True)))
        elif not lines:
            why = asking.why(answer.refused)
        return self._table.page(
            view,
            asking.asked(state, player.seat),
            lines=lines,
            facts=why,
            rows=tuple(rows),
            primary=translate("Build") if wanted else translate("End turn"),
            primary_key=SEND if wanted else answer_key(player.seat, "end"),
            primary_enabled=not (wanted and why),
            primary_quiet=not wanted,
        )

    def _ship_numbers(self, state: GameState, player: Player, answer: Answer) -> tuple[Number, ...]:
        """Return a stepper per ship class with its cost and the number left in the reserve."""
        translate, able = self._table.ui.translate, answer.refused is None
        if able:
            self._asking.show(state, player.seat, "build", marks=(0,) * _SHIPS)
        found = []
        for part, ship in enumerate(Ship):
            bill, left = getattr(state.options, ship.value), player.in_reserve(ship)
            look: dict[str, Any] = {
                "label": word(translate, ship),
                "icon": ship_icon(ship, self._table.group.colour(player.seat)),
                "note": translate("%(left)s of %(all)s left", left=left, all=RESERVE[ship]),
                "price": bill_icons(bill) if bill else (Icon("", translate("cost?")),),
            }
            found.append(
                self._asking.part(state, part, **look) if able else Number("", 0, 0, 0, **look)
            )
        return tuple(found)

    def _extras(self, state: GameState, parts: tuple[Any, ...], colour: str) -> tuple[Option, ...]:
        """Return the free Fighter, and the Starbases that can receive the ships."""
        found: tuple[Option, ...] = ()
        for part, asked in enumerate(parts[_SHIPS:], _SHIPS):
            if is_switch(asked):
                found = (switch(self._asking.switch(state, part)), *found)
            else:
                bases = zip(self._asking.choices(state, part), asked.answers, strict=True)
                icon = token_icon(Token.STARBASE, colour)
                found += tuple(
                    replace(option, text=self._new_ships(base.then), icons=(icon,))
                    for option, base in bases
                )
        return found

    def _new_ships(self, number: int) -> str:
        return self._table.ui.translate("New ships to hex %(hex)s", hex=number)

    def _prices_missing(self, state: GameState) -> tuple[IconLine, ...]:
        """Return a line that asks for the costs of ships if one is unknown."""
        if all(getattr(state.options, ship.value) is not None for ship in Ship):
            return ()
        text = self._table.ui.translate("The costs are not entered yet: More, Prices and costs.")
        return (IconLine((Icon("doubt"),), text),)

    def _bill(
        self, state: GameState, player: Player, counts: dict[Ship, int]
    ) -> tuple[IconLine, ...]:
        """Return the total cost of the entered ships."""
        if not any(counts.values()) or self._prices_missing(state):
            return self._prices_missing(state)
        bill, _ = bill_of(state, player, counts)
        return (IconLine((Icon("", self._table.ui.translate("Pays")), *bill_icons(bill))),)

    def _research(self, view: TableView) -> Page:
        translate, state, seat = self._table.ui.translate, view.state, view.acts or 0
        answers = self._asking.answers(state, seat)
        sold = [each for each in Technology if each.value in answers]
        told = len(sold) <= _MOST_TOLD
        options = []
        for technology in sold:
            cost = state.options.cost_of(technology)
            paid = max(0, cost - 1) if cost and seat == state.selector else cost
            price = cube("energy", "?" if paid is None else str(paid))
            options.append(
                self._asking.option(
                    answers[technology.value],
                    seat,
                    icons=(price, Icon("arrow"), *technology_icons(technology)),
                    note=technology_effect(translate, technology) if told else "",
                )
            )
        return self._table.page(
            view,
            self._asking.asked(state, seat),
            rows=(Row("", tuple(options), cards=True, stacked=True),),
            primary=translate("Pass"),
            primary_key=answer_key(seat, "end"),
            primary_quiet=True,
        )
