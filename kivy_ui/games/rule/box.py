"""Facts of the owner's box of Rule the Galaxy, and what the table has agreed on."""

from __future__ import annotations

from dataclasses import replace

from companion.games.rule import GAME
from companion.games.rule.options import (
    DEFAULT_OPTIONS,
    LANES,
    OPEN_FACTS,
    ROWS,
    Options,
    unverified,
)
from companion.games.rule.units import UnitKind
from kivy_ui.common.box_facts import load_box_facts, save_box_facts
from kivy_ui.common.faces import Face, FaceShape
from kivy_ui.common.pages import Number, Option, Page, Row
from kivy_ui.common.signs import Sign
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.signs import kind_face

_MOST_POINTS = 5
_AGREEMENTS = ("two_of_each_colour", "trading", "swap_taken", "overpay")


class RuleBoxPages:
    """The page on which the box's facts are entered before a game; the main button keeps them.

    Attributes:
        open: whether it is shown instead of the set-up.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._options: Options | None = None
        self.open = False

    @property
    def _now(self) -> Options:
        return self._options or load_box_facts(self._ui, GAME.key) or DEFAULT_OPTIONS

    def page(self) -> Page:
        """Return the page."""
        translate = self._ui.translate
        options = self._now
        points = {
            "stormtrooper_points": UnitKind.STORMTROOPER,
            "flametrooper_points": UnitKind.FLAMETROOPER,
            "sergeant_points": UnitKind.SERGEANT,
            "phasma_points": UnitKind.PHASMA,
        }
        words = {
            "two_of_each_colour": translate("Strength 2 and 3 twice in each colour"),
            "trading": translate("Cards may be swapped"),
            "swap_taken": translate("Cards at risk may be swapped, too"),
            "overpay": translate("An infiltrator may overpay"),
        }
        rows = (
            Row(
                translate("Points printed on the tiles"),
                numbers=tuple(
                    Number(
                        name,
                        getattr(options, name),
                        0,
                        _MOST_POINTS,
                        sign=Sign(kind_face(kind)),
                    )
                    for name, kind in points.items()
                ),
            ),
            Row(
                translate("Row of the red-framed field in lanes 1 to 4"),
                numbers=tuple(
                    Number(
                        f"row:{lane}",
                        options.marker_rows[lane],
                        1,
                        ROWS,
                        sign=Sign(Face(FaceShape.TILE, ("table",), "", str(lane + 1)).name),
                    )
                    for lane in range(LANES)
                ),
            ),
            Row(
                translate("Box and table"),
                tuple(
                    Option(f"flag:{name}", words[name], chosen=getattr(options, name))
                    for name in _AGREEMENTS
                ),
                cards=True,
            ),
        )
        guessed = translate("These numbers are guesses until you keep them.")
        return Page(
            translate("Facts of the box"),
            translate("Compare them once; they are kept for all games"),
            progress=guessed if unverified(options) else "",
            rows=rows,
            primary=translate("Keep"),
        )

    def tap(self, key: str) -> None:
        """An agreement was tapped."""
        name = key.removeprefix("flag:")
        if name in _AGREEMENTS:
            self._set(name, not getattr(self._now, name))

    def change(self, key: str, delta: int) -> None:
        """A number was changed by one step."""
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
        """Keep what is shown as compared with the box, and close the page."""
        save_box_facts(self._ui, GAME.key, replace(self._now, confirmed=OPEN_FACTS))
        self._options, self.open = None, False
