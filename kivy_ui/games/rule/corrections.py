"""Corrections of Rule the Galaxy: cards, fields and captured tiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.rule.ask_corrections import card_place
from companion.games.rule.cards import Card
from companion.games.rule.corrections import lying
from companion.games.rule.options import LANES, ROWS
from companion.games.rule.state import GameState
from companion.games.rule.units import UnitKind
from companion.games.rule.view import TableView
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import PART, Option, Page, Row, part_tabs
from kivy_ui.common.board.question_page import Asking, Path, answer_key
from kivy_ui.games.rule.icons import TILE_BACK, card_face, unit_face
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.units import KIND, unit_row

_SOURCE, _CARD = 2, 3
"""Places of the answers in the path of moved cards."""


class RuleCorrections:
    """The corrections page.

    Attributes:
        open: whether it is shown instead of the turn.
    """

    def __init__(self, table: RuleTable, asking: Asking) -> None:
        self._table = table
        self._asking = asking
        self._part = "cards"
        self._kind: UnitKind | None = None
        self._field = (1, 1)
        self._seat = 1
        self.open = False

    @property
    def _path(self) -> Path:
        """The path to the question of the open part."""
        found: Path = ("correct", self._part)
        if self._part == "fields":
            return (*found, f"{self._field[0]}-{self._field[1]}")
        if self._asking.path[:2] == found:
            return self._asking.path
        return (*found, str(self._seat)) if self._part == "tiles" else found

    def page(self, view: TableView) -> Page:
        """Return the page."""
        translate, state = self._table.ui.translate, view.state
        names = {
            "cards": translate("Cards"),
            "fields": translate("Fields"),
            "tiles": translate("Captured tiles"),
        }
        shown: dict[str, Callable[[GameState], tuple[Row, ...]]] = {
            "cards": self._cards,
            "fields": self._fields,
            "tiles": self._tiles,
        }
        page = self._table.page(
            view,
            self._asking.asked(state, 0, *self._path),
            rows=shown[self._part](state),
            lines=self._moved(state) if self._part == "cards" else (),
            primary=translate("Back to the game"),
            lanes=self._table.board(
                view.state,
                marked={self._field},
                targets={(lane, row) for lane in range(1, LANES + 1) for row in range(1, ROWS + 1)},
            )
            if self._part == "fields"
            else None,
        )
        return replace(
            page, title=translate("Correct it"), people=(), lead=part_tabs(names, self._part)
        )

    def _moved(self, state: GameState) -> tuple[IconLine, ...]:
        """Return the answers so far: source and card."""
        path = self._path
        if len(path) <= _SOURCE:
            return ()
        sources = self._asking.options(state, 0, *path[:_SOURCE])
        source = next(each for each in sources if each.key == answer_key(0, *path[: _SOURCE + 1]))
        if len(path) <= _CARD:
            return (IconLine(source.icons, source.text),)
        card = Icon(card_face(Card(path[_CARD])))
        return (IconLine((*source.icons, card, Icon("arrow", "?")), large=True),)

    def _cards(self, state: GameState) -> tuple[Row, ...]:
        """Ask for source, card and target, one after the other."""
        path = self._path
        options = self._asking.options(state, 0, *path)
        keys = self._asking.answers(state, 0, *path)
        if len(path) == _CARD:
            there = lying(state, card_place(path[_SOURCE]))
            cards = tuple(
                replace(each, icons=(replace(each.icons[0], text=str(there.count(Card(key)))),))
                for key, each in zip(keys, options, strict=True)
            )
            return (Row("", cards, cards=True, stacked=True),)
        counts = (Icon("", str(len(lying(state, card_place(key))))) for key in keys)
        piles = tuple(
            replace(each, icons=(*each.icons, count))
            for each, count in zip(options, counts, strict=True)
        )
        return (Row("", piles, cards=True, stacked=True, across=3),)

    def _fields(self, state: GameState) -> tuple[Row, ...]:
        """Ask for the unit on the field that is chosen on the board."""
        translate = self._table.ui.translate
        lane, row = self._field
        posted = state.at(lane, row)
        label = translate("Lane %(lane)s, field %(row)s", lane=lane, row=row)
        icons = (Icon(unit_face(posted.unit)),) if posted is not None else ()
        answer = self._asking.answers(state, 0, *self._path)["nothing"]
        nothing = self._asking.option(answer, 0, *self._path, icons=(Icon("erase"),))
        label_row = Row(label, (nothing,), icons=icons)
        return (unit_row(translate, self._asking, state, self._path, self._kind, label_row),)

    def _tiles(self, state: GameState) -> tuple[Row, ...]:
        translate, path = self._table.ui.translate, self._path
        if path[-1] == "add":
            label = Row(translate("Add a tile"), icons=(self._table.group.badge(self._seat),))
            return (unit_row(translate, self._asking, state, path, self._kind, label),)
        people = tuple(
            Option(
                f"seat:{p.seat}",
                p.name,
                chosen=p.seat == self._seat,
                icons=(self._table.group.badge(p.seat), Icon(TILE_BACK, str(len(p.tiles)))),
            )
            for p in state.players
        )
        tiles = tuple(
            replace(each, icons=(replace(each.icons[0], badge="\u00d7"),))
            for each in self._asking.options(state, 0, *path, "away")
        )
        answer = self._asking.answers(state, 0, *path)["add"]
        add = self._asking.option(answer, 0, *path, icons=(Icon("plus"),))
        return (
            Row("", people, cards=True),
            Row(translate("Tap a tile to remove it"), (*tiles, add), cards=True, stacked=True),
        )

    # --- input ---------------------------------------------------------------------------------

    def enter(self, view: TableView) -> None:
        """Open the page."""
        self._asking.close()
        self._kind, self._seat, self.open = None, view.state.on_turn.seat, True

    def tap(self, key: str) -> None:
        """Handle a tap on a button that is no answer."""
        verb, _, value = key.partition(":")
        self._kind = UnitKind(value) if verb == KIND[:-1] else None
        if verb == PART[:-1]:
            self._part = value
            self._asking.close()
        elif verb == "field":
            lane, _, row = value.partition(":")
            self._field = int(lane), int(row)
        elif verb == "seat":
            self._seat = int(value)

    def forget(self) -> None:
        """Discard an incomplete selection after a step of the game."""
        self._kind = None
