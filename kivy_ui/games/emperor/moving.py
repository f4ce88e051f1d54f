"""A Warlord's moves on the map: which ships, their target, and the odds of an attack."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from companion.games.emperor.ask.galaxy import FIGHT
from companion.games.emperor.galaxy.fields import force_of, joined
from companion.games.emperor.galaxy.moving import enemy_at
from companion.games.emperor.galaxy.ships import MoveShips
from companion.games.emperor.state import GameState
from companion.games.emperor.view import TableView
from companion.games.emperor.war.forces import Force, Ship, Token
from kivy_ui.common.board.icons import Icon, IconLine, Share
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.common.board.question_page import BACK, answer_key, mark_key
from kivy_ui.games.emperor.battle_words import Shown, odds_before
from kivy_ui.games.emperor.icons import force_icons, ship_icon, switch
from kivy_ui.games.emperor.page_part import Part
from kivy_ui.games.emperor.star_map import star_map

_SHIPS = len(Ship)
"""Number of the parts of the form before the jump, if there is one, and the target."""


class MovingPages(Part):
    """The map while a Warlord moves: tap own ships, then tap their target."""

    # --- page content --------------------------------------------------------------------------

    def page(self, view: TableView) -> Page:
        """Return the map with the current question."""
        state, seat = view.state, view.acts or 0
        able = self._asking.able(state, seat)
        met = tuple(int(key.removeprefix(FIGHT)) for key in able if key.startswith(FIGHT))
        starts = {int(key): answer_key(seat, key) for key in able if key.isdigit()}
        if self._asking.path:
            return self._going(view, starts)
        translate, name = self._table.ui.translate, self._table.name(view)
        rows: tuple[Row, ...] = ()
        shares: tuple[Share, ...] = ()
        lines: tuple[IconLine, ...] = ()
        main = translate("End turn"), answer_key(seat, "end")
        if met:
            status = translate("%(name)s has met enemies: fight", name=name)
            shares, lines = self._odds(state, MoveShips(seat, met[0], met[0]))
            fight = translate("Fight on hex %(hex)s", hex=met[0])
            main = fight, answer_key(seat, f"{FIGHT}{met[0]}")
        elif starts:
            status = self._asking.asked(state, seat)
            rows = (self._fleets(state, seat, starts),)
        else:
            status = translate("%(name)s has moved all ships", name=name)
            rows = (Row(translate("None of these ships can move any further.")),)
        return self._table.page(
            view,
            status,
            lines=lines,
            shares=shares,
            rows=rows,
            hexes=star_map(
                self._table,
                state,
                chosen=met[0] if met else None,
                offered=starts | {n: answer_key(seat, f"{FIGHT}{n}") for n in met},
                against=seat,
            ),
            primary=main[0],
            primary_key=main[1],
            primary_quiet=bool(starts) and not met,
        )

    def _fleets(self, state: GameState, seat: int, starts: dict[int, str]) -> Row:
        """Return own ships that can still move; a tap selects their hex."""
        colour = self._table.group.colour(seat)
        cards = tuple(
            Option(
                key,
                self._table.ui.translate("Hex %(hex)s", hex=number),
                icons=force_icons(force_of(state.fleets, seat, number), colour),
            )
            for number, key in starts.items()
        )
        return Row("", cards, cards=True)

    def _going(self, view: TableView, starts: dict[int, str]) -> Page:
        """Ask how many ships of each class go where; all by default."""
        translate, state, asking = self._table.ui.translate, view.state, self._asking
        seat, path, target = asking.seat, asking.path, asking.marked[-1]
        form, colour = asking.opened(state), self._table.group.colour(seat)
        numbers = tuple(
            asking.part(state, part, icon=ship_icon(ship, colour))
            for part, ship in enumerate(Ship)
            if form.parts[part].high
        )
        options = [Option(BACK, translate("Other ships"), icon="back")]
        if len(form.parts) > _SHIPS + 1:
            options.insert(0, switch(asking.switch(state, _SHIPS)))
        able = asking.fitting(state, len(form.parts) - 1)
        sent = {key: answer_key(seat, *path, [*asking.marked[:-1], key]) for key in able}
        targets = {int(key): sent.get(f"{FIGHT}{key}", sent[key]) for key in able if key.isdigit()}
        enemies = [number for number in targets if f"{FIGHT}{number}" in sent]
        for number in enemies:
            if str(number) != target:  # enemies are tapped twice
                targets[number] = mark_key(len(form.parts) - 1, str(number))
        fields = dict[str, Any](lines=self._legend(targets, enemies))
        said = asking.said(form.text)
        if target in sent:
            said = translate(
                "%(name)s: attack on hex %(hex)s?", name=self._table.name(view), hex=int(target)
            )
            shares, lines = self._odds(state, asking.entered(state))
            later = Option(sent[target], translate("Move now, attack later"), icon="next")
            options.insert(0, later)
            fields = {
                "lines": lines[:1],
                "shares": shares,
                "primary": translate("Move and attack"),
                "primary_key": sent[f"{FIGHT}{target}"],
            }
        start = int(path[0])
        offered = starts | targets | {start: BACK}
        rows = (Row("", numbers=numbers, tall=True), Row("", tuple(options), cards=bool(target)))
        hexes = star_map(
            self._table, state, chosen=int(target or start), offered=offered, against=seat
        )
        return self._table.page(view, said, rows=rows, hexes=hexes, **fields)

    def _legend(self, targets: Collection[int], enemies: Collection[int]) -> tuple[IconLine, ...]:
        """Return the legend of the outlines on the map."""
        translate = self._table.ui.translate
        if not targets:
            return (IconLine((), translate("None of these ships can move any further.")),)
        icons = [Icon("hex/reach", translate("in reach"))]
        if enemies:
            icons.append(Icon("hex/attack", translate("attack")))
        return (IconLine(tuple(icons)),)

    # --- odds ----------------------------------------------------------------------------------

    def _odds(self, state: GameState, move: MoveShips) -> Shown:
        """Return the odds of a whole battle after a move; own ships at its target join it."""
        seat, number = move.seat, move.target
        defender = enemy_at(state, seat, number)
        if defender is None:
            return (), ()
        going = Force(move.fighters, move.cruisers, move.dreadnoughts)
        jumped = force_of(state.fleets, seat, number, jumped=True)
        jumped = joined(jumped, going) if move.jump else jumped
        going = joined(going, force_of(state.fleets, seat, number))
        sector = state.sector(number)
        token = sector.token if sector is not None else Token.NONE
        there = replace(force_of(state.fleets, defender, number), token=token)
        shares, left = odds_before(self._table, state, (seat, defender), (going, there), jumped)
        group = self._table.group
        enemy = IconLine((group.badge(defender), *force_icons(there, group.colour(defender))))
        return shares, (enemy, *left) if left else ()
