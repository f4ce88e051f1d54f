"""A Warlord's moves on the map: which ships, their target, and the odds of an attack."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.galaxy.fields import force_of, joined
from companion.games.emperor.galaxy.moving import (
    enemy_at,
    reach,
    speed,
)
from companion.games.emperor.state import WARS, GameState
from companion.games.emperor.view import TableView
from companion.games.emperor.war.battle_odds import BattleOdds, Side, battle_odds
from companion.games.emperor.war.forces import Force, Ship, Token
from companion.games.question import Form
from kivy_ui.common.board.icons import Icon, IconLine, Share, seat_icon
from kivy_ui.common.board.pages import Number, Option, Page, Row
from kivy_ui.common.board.question_page import answer_key
from kivy_ui.games.emperor.battle_words import left_line, odds_bar, odds_side
from kivy_ui.games.emperor.icons import force_icons, ship_icon, switch
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.star_map import star_map

_JUMP = "jump"
Ways = dict[int, tuple[str, ...]]


class MovingPages:
    """The map while a Warlord moves: tap own ships, then tap their target."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table
        self._asking = table.asking
        self._inputs = table.inputs

    # --- page content --------------------------------------------------------------------------

    def page(self, view: TableView) -> Page:
        """Return the map with the current question."""
        translate = self._table.ui.translate
        state, seat = view.state, view.acts or 0
        start, target = self._picked("from"), self._picked("to")
        met = self._met(state, seat)
        name = self._table.name(view)
        rows: list[Row] = []
        lines: tuple[IconLine, ...] = ()
        shares: tuple[Share, ...] = ()
        offered = {number: f"hex:{number}" for number in (*self._movable(state, seat), *met)}
        if start is not None:
            offered[start] = f"hex:{start}"
            offered |= self._target_keys(state, seat, start, target)
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
            later = self._move(state, seat, start, target, "no")
            only = Option(later, translate("Move now, attack later"), icon="next")
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
                offered=offered,
                against=seat,
            ),
            **self._main(state, seat, met),
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

    def _main(self, state: GameState, seat: int, met: tuple[int, ...]) -> dict[str, str]:
        """Return the main button: attack, fight where ships have met, or end the turn."""
        translate, start, target = (
            self._table.ui.translate,
            self._picked("from"),
            self._picked("to"),
        )
        if start is not None and target is not None:
            key = self._move(state, seat, start, target, "yes")
            return {"primary": translate("Move and attack"), "primary_key": key}
        if start is not None:
            return {}
        text, path = translate("End turn"), "end"
        if met:
            text, path = translate("Fight on hex %(hex)s", hex=met[0]), f"fight-{met[0]}"
        return {"primary": text, "primary_key": answer_key(seat, path)}

    def _key(self, state: GameState, seat: int, start: int) -> tuple[IconLine, ...]:
        """Return the legend of the outlines on the map."""
        translate = self._table.ui.translate
        targets = self._ways(state, seat, start)
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
        if self._ways(state, seat, start, jump=True):
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
        return tuple(int(key) for key in self._asking.able(state, seat) if key.isdigit())

    def _met(self, state: GameState, seat: int) -> tuple[int, ...]:
        """Return the hexes where own ships have met enemies."""
        keys = (key.partition("-") for key in self._asking.able(state, seat))
        return tuple(int(number) for verb, _, number in keys if verb == "fight")

    def _ways(self, state: GameState, seat: int, start: int, *, jump: bool | None = None) -> Ways:
        """Return the path to the question of how many ships go, for each target.

        An only way is not asked for: the question follows the start at once.
        """
        jump = _JUMP in self._inputs.picked if jump is None else jump
        found = self._asking.at(state, seat, str(start))
        if isinstance(found, Form):
            move = found.make(1, 0, 0)
            return {move.target: (str(start),)} if move.jump == jump else {}
        keys = self._asking.able(state, seat, str(start))
        jumps = f"{_JUMP}-"
        return {
            int(key.removeprefix(jumps)): (str(start), key)
            for key in keys
            if key.startswith(jumps) == jump
        }

    def _target_keys(
        self, state: GameState, seat: int, start: int, picked: int | None
    ) -> dict[int, str]:
        """Return the keys of the targets: ships move at once, enemies are tapped twice."""
        keys = {}
        for number in self._ways(state, seat, start):
            enemy = enemy_at(state, seat, number) is not None
            keys[number] = f"hex:{number}"
            if not enemy or number == picked:
                keys[number] = self._move(state, seat, start, number, "yes" if enemy else "")
        return keys

    def _move(self, state: GameState, seat: int, start: int, target: int, fight: str) -> str:
        """Return the key that sends the ships; *fight* answers whether they attack at once."""
        going = self._going(state, seat, start, target)
        counts = going.fighters, going.cruisers, going.dreadnoughts
        path = self._ways(state, seat, start)[target]
        return answer_key(seat, *path, [*counts, *((fight,) if fight else ())])

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
        match verb:
            case "hex":
                self._tap_hex(view.state, view.acts or 0, int(value))
            case "jump":
                self._forget("to")
                self._inputs.toggle(_JUMP)
            case "peace":
                self._inputs.clear()
            case _:
                self._asking.tap(view.state, key)

    def _tap_hex(self, state: GameState, seat: int, number: int) -> None:
        """Choose the ships that move, or the enemies that they attack."""
        start = self._picked("from")
        if start is not None and number != start and number in self._ways(state, seat, start):
            self._forget("to")
            self._inputs.toggle(f"to:{number}")
            return
        self._inputs.clear()
        if number != start and number in self._movable(state, seat):
            self._inputs.toggle(f"from:{number}")

    def _forget(self, verb: str) -> None:
        picked = self._inputs.picked
        self._inputs.picked = [key for key in picked if not key.startswith(f"{verb}:")]
