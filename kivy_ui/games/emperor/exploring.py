"""Galactic Emperor's Explorer pages: where a tile is placed and what it shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.emperor import GAME
from companion.games.emperor.ask.explorer import on_board
from companion.games.emperor.galaxy.hexes import HEXES
from companion.games.emperor.galaxy.moving import ground_of
from companion.games.emperor.options import TileKind
from companion.games.emperor.state import GameState
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from companion.games.question import Amount, Answer, Choose, Piece
from kivy_ui.common.board.box_facts import load_box_facts, save_box_facts
from kivy_ui.common.board.hex_map import HEX, HexMap
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.common.board.question_page import BACK, SEND, answer_key, is_switch, mark_key
from kivy_ui.games.emperor.icons import PLANET, kind_icons, switch
from kivy_ui.games.emperor.page_part import EmperorTable, Part
from kivy_ui.games.emperor.star_map import star_map

_MOST_YIELD = 4
"""Largest yield that can be selected; a larger one is entered as a correction."""
_ANOTHER = "other"
_SCANNERS = Piece(f"technology/{Technology.LONG_RANGE_SCANNERS.value}")


class ExplorerPages(Part):
    """Page of the Explorer role, which asks for the tile's kind and hex in any order.

    Known kinds of tiles are listed; another kind is entered by its planets and yields.
    """

    def __init__(self, table: EmperorTable) -> None:
        super().__init__(table)
        self._first: tuple[int, str] = (-1, "")
        """Version of the state, and the hex that was tapped in it before its tile."""

    # --- page content --------------------------------------------------------------------------

    def page(self, view: TableView) -> Page:
        """Return the page; the tile is placed once both questions are answered."""
        translate, state, asking = self._table.ui.translate, view.state, self._asking
        seat, path = view.acts or 0, asking.path
        status = asking.asked(state, seat, *path)
        number = self._hex(state)
        if number:
            name = self._table.name(view)
            status = translate("%(name)s: which tile is on hex %(hex)s?", name=name, hex=number)
        left = translate.plural("%(count)s open tile", "%(count)s open tiles", state.revealed)
        asks_hex = self._hex_part(state, seat, *path) is not None
        placed = path and (not asks_hex or (path == (_ANOTHER,) and number))
        page = self._table.page(
            view,
            status,
            facts=self._scanners(state, seat),
            facts_last=True,
            rows=self._picked(state, seat) if path else self._offered(state, seat),
            primary=translate("Placed") if placed else "",
            primary_key=SEND,
            hexes=self._map(state, seat, number) if state.fields else (),
        )
        return replace(page, progress=f"{page.progress}; {left}" if page.progress else left)

    def _map(self, state: GameState, seat: int, chosen: str) -> HexMap:
        empty = {
            n: self._lies(state, seat, n)
            for n in range(1, HEXES + 1)
            if ground_of(state, n) is None
        }
        asked = empty if self._asking.path else {}
        return star_map(self._table, state, chosen=int(chosen or 0), offered=asked, quiet=empty)

    def _lies(self, state: GameState, seat: int, number: int) -> str:
        """Return the key of a hex: it places the tile if all else is known."""
        path, marks = self._asking.path, self._asking.marked
        part = self._hex_part(state, seat, *path)
        if part is None:
            return f"{HEX}{number}"
        if part and not any(marks[1:part]):  # the yields may follow
            return mark_key(part, str(number))
        return answer_key(seat, *path, [*marks[:part], str(number), *marks[part + 1 :]])

    def _offered(self, state: GameState, seat: int) -> tuple[Row, ...]:
        """Return a row of known tile kinds per number of planets, then the other tiles."""
        rows: dict[int, list[Option]] = {}
        for key, answer in self._asking.able(state, seat).items():
            kind = TileKind.named(key)
            listed = not answer.minor or key == _ANOTHER
            if listed and Piece(f"tile/{key}") in answer.pieces:
                option = self._kind(state, seat, answer)
                rows.setdefault(kind.planets if kind else 0, []).append(option)
        rest = rows.pop(0)
        known = (
            Row(
                "",
                tuple(options),
                cards=True,
                pictures=True,
                icons=(Icon(PLANET, times=planets),),
                headed=True,
            )
            for planets, options in rows.items()
        )
        beside_map = bool(state.fields)  # no room for words
        return *known, Row("", tuple(rest), cards=True, pictures=beside_map)

    def _kind(self, state: GameState, seat: int, answer: Answer) -> Option:
        """Return the button of a kind of tile; it is placed if its hex is known."""
        kind, look = TileKind.named(answer.key), dict[str, Any]()
        if kind is not None:
            look["icons"] = kind_icons(kind)[1:] or (Icon(PLANET),)
        option = self._asking.option(answer, seat, **look)
        part = self._hex_part(state, seat, answer.key)
        if not self._tapped or part is None or answer.key == _ANOTHER:
            return option
        parts = self._parts(state, seat, answer.key)
        rest = [each.default for each in parts[part + 1 :]]
        return replace(option, key=answer_key(seat, answer.key, [self._tapped, *rest]))

    def _picked(self, state: GameState, seat: int) -> tuple[Row, ...]:
        """Return what is entered of an unknown tile or the picked one, and what is done with it."""
        key = self._asking.path[0]
        parts = self._parts(state, seat, key)
        extras = tuple(
            switch(self._asking.switch(state, part))
            for part, asked in enumerate(parts)
            if is_switch(asked)
        )
        back = Option(BACK, self._table.ui.translate("Known tiles"), icons=(Icon("back"),))
        if key != _ANOTHER:
            kind, answer = TileKind.named(key), self._asking.answers(state, seat)[key]
            look = {"text": "", "icons": kind_icons(kind)} if kind else {}
            option = self._asking.option(answer, seat, chosen=True, **look)
            return Row("", (option,), cards=True), Row("", (*extras, back), cards=True)
        rows = [
            self._numbers(part, asked)
            for part, asked in enumerate(parts)
            if isinstance(asked, Amount)
        ]
        rows[0] = replace(rows[0], options=(*rows[0].options, back))
        if not state.fields:
            return (Row("", extras, cards=True), *rows) if extras else tuple(rows)
        return *rows, *(Row("", (extra,)) for extra in extras)

    def _numbers(self, part: int, asked: Amount) -> Row:
        """Return a card for each number of planets, or of a good."""
        (piece,) = asked.pieces
        picture, word = self._asking.icon(piece), self._asking.word(piece)
        cards = tuple(
            Option(
                mark_key(part, n),
                f"{n} {word}",
                chosen=self._asking.marked[part] == n,
                icons=(replace(picture, text=str(n)),),
            )
            for n in range(asked.low, min(asked.high, _MOST_YIELD) + 1)
        )
        return Row("", cards, cards=True, pictures=True)

    def _scanners(self, state: GameState, seat: int) -> tuple[str, ...]:
        """Return the options of the selector before the first pick (section 5)."""
        asked = filter(is_switch, self._parts(state, seat, _ANOTHER))
        if not any(_SCANNERS in each.pieces for part in asked for each in part.answers):
            return ()
        return (
            self._table.ui.translate(
                "Long Range Scanners: draw the top hidden tile in secret, keep one of the two, "
                "put the other on top. An open Black Hole is kept; a drawn one goes back."
            ),
        )

    def _hex_part(self, state: GameState, seat: int, *path: Any) -> int | None:
        """Return which part of a form asks for the hex; None if none does."""
        parts = enumerate(self._parts(state, seat, *path))
        chosen = (i for i, part in parts if isinstance(part, Choose) and not is_switch(part))
        return next(chosen, None)

    def _parts(self, state: GameState, seat: int, *path: Any) -> tuple[Any, ...]:
        """Return the parts of the form at the end of a path; none where there is no form."""
        return getattr(self._asking.at(state, seat, *path), "parts", ())

    def _hex(self, state: GameState) -> str:
        """Return the hex that is known; empty for none."""
        asking = self._asking
        part = self._hex_part(state, asking.seat, *asking.path) if asking.path else None
        return self._tapped if part is None else asking.marked[part]

    @property
    def _tapped(self) -> str:
        """The hex that was tapped before its tile; empty for none."""
        version, number = self._first
        return number if version == self._table.ui.update.version else ""

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap; a hex before its tile is remembered."""
        state = view.state
        verb, _, number = key.partition(":")
        if f"{verb}:" == HEX:
            now = "" if number == self._tapped else number
            self._first = self._table.ui.update.version, now
            return
        self._keep(state)
        super().tap(view, key)
        part = self._hex_part(state, view.acts or 0, *self._asking.path)
        if part is not None and self._tapped:
            self._asking.marked[part] = self._tapped
            self._first = -1, ""

    def _keep(self, state: GameState) -> None:
        """Save the tile kinds on the board; a tile whose placement was undone is not included."""
        found = state.options.with_tiles(on_board(state))
        kept = load_box_facts(self._table.ui, GAME.key)
        if found.tiles != (kept or state.options).tiles:
            save_box_facts(
                self._table.ui, GAME.key, (kept or state.options).with_tiles(found.tiles)
            )
