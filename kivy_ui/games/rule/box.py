"""Properties of the owner's copy of Rule the Galaxy, and house rules."""

from __future__ import annotations

from dataclasses import replace

from companion.games.rule import GAME
from companion.games.rule.cards import Card
from companion.games.rule.options import (
    DEFAULT_OPTIONS,
    LANES,
    OPEN_FACTS,
    ROWS,
    Options,
    unverified,
)
from companion.games.rule.units import Unit, UnitKind
from kivy_ui.common.board.box_facts import load_box_facts, save_box_facts
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.lanes import FieldMark, LaneBoard
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Number, Option, Page, Row, part_tabs
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.icons import MARKER, card_face, kind_face, unit_face
from kivy_ui.games.rule.words import kind_word

_MOST_POINTS = 5
_POINTS = {
    "stormtrooper_points": UnitKind.STORMTROOPER,
    "flametrooper_points": UnitKind.FLAMETROOPER,
    "sergeant_points": UnitKind.SERGEANT,
    "phasma_points": UnitKind.PHASMA,
}
_SWAP = (Icon(card_face(Card.REY)), Icon("swap"), Icon(card_face(Card.FINN)))
_AGREEMENTS = {
    "two_of_each_colour": (Icon(unit_face(Unit(UnitKind.STORMTROOPER, Card.REY)), times=2),),
    "trading": _SWAP,
    "swap_taken": (Icon(card_face(Card.REY, at_risk=True)), *_SWAP[1:]),
    "overpay": (Icon(unit_face(Unit(UnitKind.INFILTRATOR, Card.REY)), "= 1"),),
}
"""Icons that illustrate each house rule."""


class RuleBoxPages:
    """Page for entering the copy's properties before a game; the main button saves them.

    Attributes:
        open: whether it is shown instead of the set-up.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._options: Options | None = None
        self._part = "points"
        self.open = False

    @property
    def _now(self) -> Options:
        return self._options or load_box_facts(self._ui, GAME.key) or DEFAULT_OPTIONS

    def page(self) -> Page:
        """Return the open part of the page."""
        translate = self._ui.translate
        options = self._now
        names = {
            "points": translate("Points on the tiles"),
            "frames": translate("Red-framed fields"),
            "table": translate("Box and table"),
        }
        guessed = translate("These numbers are guesses until you save them.")
        return Page(
            translate("Box data"),
            translate("Compare this with your box"),
            progress=guessed if unverified(options) else translate("They are saved for all games"),
            lead=part_tabs(names, self._part),
            rows=self._agreed(options) if self._part == "table" else (),
            table=self._numbers(options) if self._part != "table" else None,
            lanes=self._board(options) if self._part == "frames" else None,
            primary=translate("Save"),
        )

    def _numbers(self, options: Options) -> PageTable:
        """Return the points of each kind of tile, or the framed field of each lane."""
        translate = self._ui.translate
        if self._part == "points":
            points = tuple(
                Line(
                    kind_word(translate, kind),
                    (Cell(number=Number(name, getattr(options, name), 0, _MOST_POINTS)),),
                    icons=(Icon(kind_face(kind)),),
                )
                for name, kind in _POINTS.items()
            )
            return PageTable((Head(translate("Points"), icons=(Icon("chip"),)),), points)
        fields = tuple(
            Line(
                translate("Lane %(lane)s", lane=lane),
                (Cell(number=Number(f"row:{lane - 1}", row, 1, ROWS)),),
                icons=(Icon(MARKER),),
            )
            for lane, row in enumerate(options.marker_rows, 1)
        )
        return PageTable((Head(translate("Field")),), fields)

    def _board(self, options: Options) -> LaneBoard:
        """Return the board; a tap on a field moves the frame of its lane."""
        framed = tuple(enumerate(options.marker_rows, 1))
        fields = tuple(
            FieldMark(lane, row, tappable=True)
            for lane in range(1, LANES + 1)
            for row in range(1, ROWS + 1)
        )
        return LaneBoard(LANES, ROWS, fields, framed, self._ui.translate("The Resistance"))

    def _agreed(self, options: Options) -> tuple[Row, ...]:
        translate = self._ui.translate
        words = {
            "two_of_each_colour": translate("Strength 2 and 3 twice in each colour"),
            "trading": translate("Cards may be swapped"),
            "swap_taken": translate("Cards at risk may be swapped, too"),
            "overpay": translate("An infiltrator may overpay"),
        }
        agreed = tuple(
            Option(
                f"flag:{name}",
                word,
                chosen=getattr(options, name),
                icons=(
                    Icon("checked" if getattr(options, name) else "unchecked"),
                    *_AGREEMENTS[name],
                ),
            )
            for name, word in words.items()
        )
        return (Row("", agreed, cards=True),)

    def tap(self, key: str) -> None:
        """Handle a tap on a tab, a house rule or a field of the board."""
        verb, _, value = key.partition(":")
        match verb:
            case "part":
                self._part = value
            case "flag":
                self._set(value, not getattr(self._now, value))
            case "field":
                lane, row = map(int, value.split(":"))
                self.change(f"row:{lane - 1}", row - self._now.marker_rows[lane - 1])
            case _:
                pass

    def change(self, key: str, delta: int) -> None:
        """Change a number by one step."""
        if key.startswith("row:"):
            rows = list(self._now.marker_rows)
            rows[int(key.removeprefix("row:"))] += delta
            self._options = replace(self._now, marker_rows=tuple(rows))
        else:
            self._set(key, getattr(self._now, key) + delta)

    def _set(self, name: str, value: int) -> None:
        changed: dict[str, int] = {name: value}
        self._options = replace(self._now, **changed)  # type: ignore[arg-type]  # names of fields

    def keep(self) -> None:
        """Save the shown values as verified, and close the page."""
        save_box_facts(self._ui, GAME.key, replace(self._now, confirmed=OPEN_FACTS))
        self._options, self.open = None, False
