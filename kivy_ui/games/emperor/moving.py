"""A Warlord's moves on the map: which ships, their target, and the odds of an attack."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.galaxy.fields import force_of, joined
from companion.games.emperor.galaxy.moving import (
    contested,
    enemy_at,
    jumps,
    reach,
    speed,
    waiting_at_gate,
)
from companion.games.emperor.galaxy.ships import Fight, MoveShips
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import WARS, GameState
from companion.games.emperor.view import TableView
from companion.games.emperor.war.battle_odds import BattleOdds, Side, battle_odds
from companion.games.emperor.war.forces import Force, Ship, Token
from kivy_ui.common.board.icons import Icon, IconLine, Share, seat_icon
from kivy_ui.common.board.pages import Number, Option, Page, Row
from kivy_ui.games.emperor.battle_words import left_line, odds_bar, odds_side
from kivy_ui.games.emperor.icons import force_icons, ship_icon, switch
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.star_map import star_map

_JUMP = "jump"


class MovingPages:
    """The map while a Warlord moves: tap own ships, then tap their target."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table
        self._inputs = table.inputs

    # --- page content --------------------------------------------------------------------------

    def page(self, view: TableView) -> Page:
        """Return the map with the current question."""
        translate = self._table.ui.translate
        state, seat = view.state, view.acts or 0
        start, target = self._picked("from"), self._picked("to")
        met = contested(state, seat)
        name = self._table.name(view)
        rows: list[Row] = []
        lines: tuple[IconLine, ...] = ()
        shares: tuple[Share, ...] = ()
        offered = set(self._movable(state, seat))
        if start is not None:
            offered |= set(self._targets(state, seat, start))
            rows += self._ship_rows(state, seat, start)
            status = translate(
                "%(name)s: tap the hex to which these ships go from hex %(hex)s",
                name=name,
                hex=start,
            )
        elif met:
            status = translate("%(name)s has met enemies: fight", name=name)
            shares, lines = self._odds(state, seat, Force(), met[0])
        else:
            rows = [self._fleets(state, seat)]
            status = translate("%(name)s has moved all ships", name=name)
            if rows[0].options:
                status = translate("%(name)s: tap own ships, or end the turn", name=name)
        if target is not None and start is not None:
            going = self._going(state, seat, start, target)
            shares, lines = self._odds(state, seat, going, target)
            status = translate("%(name)s: attack on hex %(hex)s?", name=name, hex=target)
            only = Option("only", translate("Move now, attack later"), icon="next")
            rows[-1] = replace(rows[-1], options=(only, *rows[-1].options), cards=True)
            lines = lines[:1]
        elif start is not None:
            lines = self._key(state, seat, start)
        return self._table.page(
            view,
            status,
            lines=lines,
            shares=shares,
            rows=tuple(rows),
            hexes=star_map(
                self._table,
                state,
                chosen=target or start or (met[0] if met else None),
                offered={n: f"hex:{n}" for n in (*offered, *met, *((start,) if start else ()))},
                against=seat,
            ),
            primary=self._words(start, target, met),
            primary_quiet=start is None and not met and bool(self._movable(state, seat)),
        )

    def _fleets(self, state: GameState, seat: int) -> Row:
        """Return own ships that can still move; a tap selects their hex."""
        translate, colour = self._table.ui.translate, self._table.group.colour(seat)
        hexes = self._movable(state, seat)
        if not hexes:
            return Row(translate("None of these ships can move any further."))
        cards = tuple(
            Option(
                f"hex:{number}",
                translate("Hex %(hex)s", hex=number),
                icons=force_icons(force_of(state.fleets, seat, number), colour),
            )
            for number in hexes
        )
        return Row("", cards, cards=True)

    def _words(self, start: int | None, target: int | None, met: tuple[int, ...]) -> str:
        translate = self._table.ui.translate
        if start is not None:
            return translate("Move and attack") if target is not None else ""
        if met:
            return translate("Fight on hex %(hex)s", hex=met[0])
        return translate("End turn")

    def _key(self, state: GameState, seat: int, start: int) -> tuple[IconLine, ...]:
        """Return the legend of the outlines on the map."""
        translate = self._table.ui.translate
        targets = self._targets(state, seat, start)
        if not targets:
            return (IconLine((), translate("None of these ships can move any further.")),)
        icons = [Icon("hex/reach", translate("in reach"))]
        if any(enemy_at(state, seat, number) is not None for number in targets):
            icons.append(Icon("hex/attack", translate("attack")))
        return (IconLine(tuple(icons)),)

    def _ship_rows(self, state: GameState, seat: int, start: int) -> list[Row]:
        """Ask how many ships of each class move; all by default."""
        translate = self._table.ui.translate
        there = force_of(state.fleets, seat, start)
        colour = self._table.group.colour(seat)
        numbers = tuple(
            Number(
                ship.value,
                self._inputs.number(ship.value, self._able(state, start, ship)),
                0,
                count,
                icon=ship_icon(ship, colour),
            )
            for ship in Ship
            if (count := there.count(ship))
        )
        rows = [Row("", numbers=numbers, tall=True)]
        options = [Option("peace", translate("Other ships"), icon="back")]
        if waiting_at_gate(state, seat, start):
            jump = self._inputs.option(_JUMP, translate("Jump through the stargate"))
            options.insert(0, switch(jump, Icon("black_hole")))
        return [*rows, Row("", tuple(options))]

    def _odds(
        self, state: GameState, seat: int, going: Force, number: int
    ) -> tuple[tuple[Share, ...], tuple[IconLine, ...]]:
        """Return the odds of a whole battle on a hex; own ships there join *going*."""
        jumped = force_of(state.fleets, seat, number, jumped=True)
        jumped = joined(jumped, going) if _JUMP in self._inputs.picked else jumped
        going = joined(going, force_of(state.fleets, seat, number))
        defender = enemy_at(state, seat, number)
        odds = self._battle(state, seat, going, number, jumped)
        if defender is None or odds is None:
            return (), ()
        sides = odds_side(self._table, state, seat), odds_side(self._table, state, defender)
        there = self._defending(state, defender, number)
        colour = sides[1][2]
        enemy = IconLine((seat_icon(defender, colour), *force_icons(there, colour)))
        left = left_line(self._table, odds, (going, there), sides)
        return odds_bar(self._table, odds, sides), (enemy, *left)

    def _battle(
        self, state: GameState, seat: int, going: Force, number: int, jumped: Force
    ) -> BattleOdds | None:
        defender = enemy_at(state, seat, number)
        if defender is None or not going.ships or not self._table.shows_odds:
            return None
        return battle_odds(
            Side(going, state.player(seat).arms),
            Side(self._defending(state, defender, number), state.player(defender).arms),
            extra_die=seat == state.selector and state.role in WARS,
            free_attack=jumped if jumped.ships else None,
        )

    def _defending(self, state: GameState, seat: int, number: int) -> Force:
        sector = state.sector(number)
        token = sector.token if sector is not None else Token.NONE
        return replace(force_of(state.fleets, seat, number), token=token)

    # --- legal moves ---------------------------------------------------------------------------

    def _picked(self, verb: str) -> int | None:
        keys = (key.partition(":") for key in self._inputs.picked)
        return next((int(value) for found, _, value in keys if found == verb), None)

    def _movable(self, state: GameState, seat: int) -> tuple[int, ...]:
        """Return the hexes with own ships that can still move."""
        mine = dict.fromkeys(f.hex for f in state.fleets if f.seat == seat)
        return tuple(
            number
            for number in mine
            if waiting_at_gate(state, seat, number)
            or any(reach(state, seat, number, ship) for ship in Ship)
        )

    def _targets(self, state: GameState, seat: int, start: int) -> tuple[int, ...]:
        if _JUMP in self._inputs.picked:
            return jumps(state) if state.jumped is None else (state.jumped,)
        found = [number for ship in Ship for number in reach(state, seat, start, ship)]
        return tuple(dict.fromkeys(found))

    def _able(self, state: GameState, start: int, ship: Ship, steps: int = 1) -> int:
        """Return how many ships of a class can still move a number of steps."""
        seat = state.turns[0] if state.turns else 0
        left = {
            fleet: speed(state.player(seat), ship) - fleet.moved
            for fleet in state.fleets
            if (fleet.seat, fleet.hex, fleet.ship) == (seat, start, ship)
        }
        if _JUMP in self._inputs.picked:
            return sum(fleet.count for fleet in left if fleet.moved == 0)
        return sum(fleet.count for fleet, far in left.items() if far >= steps)

    def _going(self, state: GameState, seat: int, start: int, target: int) -> Force:
        """Return the ships to move: the entered numbers, or all that can by default."""
        counts = []
        for ship in Ship:
            steps = 1
            if _JUMP not in self._inputs.picked:
                route = reach(state, seat, start, ship).get(target)
                steps = route.steps if route is not None else 99
            able = self._able(state, start, ship, steps)
            counts.append(min(able, self._inputs.number(ship.value, able)))
        fighters, cruisers, dreadnoughts = counts
        return Force(fighters, cruisers, dreadnoughts)

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a hex or on a button beside the map."""
        verb, _, value = key.partition(":")
        state, seat = view.state, view.acts or 0
        match verb:
            case "hex":
                self._tap_hex(state, seat, int(value))
            case "jump":
                self._forget("to")
                self._inputs.toggle(_JUMP)
            case "only":
                self._send(state, seat)
            case "peace":
                self._inputs.clear()
            case _:
                pass

    def _tap_hex(self, state: GameState, seat: int, number: int) -> None:
        start = self._picked("from")
        if start is None or number == start:
            self._inputs.clear()
            if start is None and number in self._movable(state, seat):
                self._inputs.toggle(f"from:{number}")
        elif number in self._targets(state, seat, start):
            again = number == self._picked("to")
            self._forget("to")
            self._inputs.toggle(f"to:{number}")
            if enemy_at(state, seat, number) is None or again:
                self._send(state, seat, fight=again)
        elif number in self._movable(state, seat):
            self._inputs.clear()
            self._inputs.toggle(f"from:{number}")

    def _forget(self, verb: str) -> None:
        picked = self._inputs.picked
        self._inputs.picked = [key for key in picked if not key.startswith(f"{verb}:")]

    def _send(self, state: GameState, seat: int, *, fight: bool = False) -> None:
        """Send the selected ships to the selected target."""
        start, target = self._picked("from"), self._picked("to")
        if start is None or target is None:
            return
        going = self._going(state, seat, start, target)
        counts = going.fighters, going.cruisers, going.dreadnoughts
        jump = _JUMP in self._inputs.picked
        self._table.ui.port.post(MoveShips(seat, start, target, *counts, jump=jump, fight=fight))

    def primary(self, view: TableView) -> None:
        """Attack, fight where ships have met, or end the turn."""
        state, seat = view.state, view.acts or 0
        met = contested(state, seat)
        if self._picked("from") is not None:
            self._send(state, seat, fight=True)
        elif met:
            self._table.ui.port.post(Fight(seat, met[0]))
        else:
            self._table.ui.port.post(EndTurn(seat))
