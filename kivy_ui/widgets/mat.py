"""Schematic drawing of a mat: columns, selection places, Dictate space and the dice on them.

Used where there is no camera picture; shows how the rules will interpret the dice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from kivy.clock import Clock
from kivy.graphics import Color, Line, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout

from companion.games.roll.model.dice import PHASES, Place, PlacedDie
from kivy_ui import theme
from kivy_ui.common.label_placement import Box
from kivy_ui.games.roll.mats.die_editor import PLACES
from kivy_ui.widgets import text
from kivy_ui.widgets.drawn import draw_icon
from kivy_ui.widgets.icons import icon
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.paint import paint

_LARGEST_DIE_DP = theme.FOOT
_GAP_DP = theme.HALF_GAP
_LETTERS_DP = theme.ICON
"""Width reserved for the abbreviation beside a die."""


class MatDie(ButtonBehavior, FloatLayout):
    """A die on the mat with the abbreviation of its type, below it or beside it."""

    die = StringProperty("")
    face = StringProperty("")
    letters = StringProperty("")
    doubtful = NumericProperty(0)
    light = NumericProperty(0)
    grown = NumericProperty(1)
    edge = NumericProperty(1)
    beside = BooleanProperty(False)


class MatLabel(text.Text):
    """Label of a group of places on the mat."""


class Mat(FloatLayout):
    """The mat; taps on dice and places dispatch ``on_die`` and ``on_place``.

    Attributes:
        light: 0..1, strength of the highlight of doubtful dice.
        grown: scale factor of the dice while they appear.
    """

    __events__ = ("on_die", "on_place")

    selecting_text = StringProperty("")
    workers_text = StringProperty("")
    dictate_text = StringProperty("")
    light = NumericProperty(0)
    grown = NumericProperty(1)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._dice: tuple[PlacedDie, ...] = ()
        self._letters: dict[str, str] = {}
        self._group = InstructionGroup()
        self.canvas.before.add(self._group)
        self._relayout = Clock.create_trigger(self._arrange, -1)
        for name in ("pos", "size", "selecting_text", "workers_text", "dictate_text"):
            self.fbind(name, self._relayout)

    def on_light(self, *_change: object) -> None:
        """Update the highlight of doubtful dice."""
        for die in self._shown():
            die.light = self.light

    def on_grown(self, *_change: object) -> None:
        """Scale all dice together."""
        for die in self._shown():
            die.grown = self.grown

    def _shown(self) -> list[MatDie]:
        return [child for child in self.children if isinstance(child, MatDie)]

    def on_die(self, index: int) -> None:
        """Event: the die with this correction index was tapped."""

    def on_place(self, place: Place) -> None:
        """Event: an empty spot of this place was tapped."""

    def show(self, dice: tuple[PlacedDie, ...], letters: dict[str, str]) -> None:
        """Show dice.

        Args:
            dice: in the order of their correction index.
            letters: die key -> abbreviation.
        """
        if dice != self._dice or letters != self._letters:
            self._dice, self._letters = dice, letters
            self._relayout()

    def on_touch_up(self, touch: object) -> bool:
        """Dispatch ``on_place`` for a tap that is not on a die."""
        if super().on_touch_up(touch):
            return True
        if touch.grab_current is not None:  # type: ignore[attr-defined]
            return False
        for place, box in self._boxes().items():
            if box[0] <= touch.x <= box[2] and box[1] <= touch.y <= box[3]:  # type: ignore[attr-defined]
                self.dispatch("on_place", place)
                return True
        return False

    def _boxes(self) -> dict[Place, Box]:
        """Return all places' boxes: selection places above, columns below, Dictate at the right."""
        gap = dp(_GAP_DP)
        dictate = self.width * 0.15
        column = (self.width - dictate - 5 * gap) / 5
        split = self.y + self.height * 0.68
        boxes: dict[Place, Box] = {}
        for place in PLACES:
            if place.phase is None:
                boxes[place] = (self.right - dictate, self.y, self.right, split)
                continue
            left = self.x + PHASES.index(place.phase) * (column + gap)
            low, high = (split + gap, self.top) if place.selecting else (self.y, split)
            boxes[place] = (left, low, left + column, high)
        return boxes

    def _arrange(self, *_args: object) -> None:
        boxes = self._boxes()
        self._draw_places(boxes)
        self.clear_widgets()
        self._label_places(boxes)
        by_place: dict[Place, list[int]] = defaultdict(list)
        for index, die in enumerate(self._dice):
            by_place[die.place].append(index)
        placed = {place: indices for place, indices in by_place.items() if place in boxes}
        # All dice of a mat have the same size, and their abbreviations are on the same side.
        edge, fits = max(
            (_fits(placed, boxes, beside=beside) for beside in (False, True)),
            key=lambda found: found[0],
        )
        for place, indices in placed.items():
            self._lay_out(boxes[place], indices, fits[place], edge, head=_head(place))

    def _label_places(self, boxes: dict[Place, Box]) -> None:
        """Label the selection places, the Dictate space and, while they are empty, the columns."""
        dictate = next(box for place, box in boxes.items() if place.phase is None)
        columns = [box for place, box in boxes.items() if place.phase and not place.selecting]
        high, pointer = dp(theme.TEXT_ROW), dp(theme.ICON_SMALL)
        labels = [
            (self.selecting_text, (dictate[0], dictate[3], dictate[2], self.top - pointer)),
            (self.dictate_text, (dictate[0], dictate[3] - high, dictate[2], dictate[3])),
        ]
        if all(die.place.selecting for die in self._dice):
            low = columns[0][1]
            labels.append((self.workers_text, (columns[0][0], low, columns[-1][2], low + 2 * high)))
        for said, box in labels:
            view = MatLabel(
                text=said,
                size_hint=(None, None),
                pos=box[:2],
                size=(box[2] - box[0], box[3] - box[1]),
            )
            self.add_widget(view)

    def _lay_out(self, box: Box, indices: list[int], fit: _Fit, edge: float, head: float) -> None:
        """Place dice in a box, row by row."""
        width = edge + (dp(_LETTERS_DP) if fit.beside else 0)
        height = edge + (0 if fit.beside else dp(theme.TEXT_ROW))
        for number, index in enumerate(indices):
            die = self._dice[index]
            row, column = divmod(number, fit.across)
            in_row = min(fit.across, len(indices) - row * fit.across)
            left = (box[0] + box[2]) / 2 - in_row * width / 2 + column * width
            view = MatDie(
                die=die.type.value,
                face=die.face.value,
                letters=self._letters.get(die.type.value, ""),
                doubtful=int(die.doubtful),
                grown=self.grown,
                edge=edge,
                beside=fit.beside,
                size_hint=(None, None),
                size=(width, height),
                pos=(left, box[3] - head - (row + 1) * height),
            )
            view.bind(on_release=partial(self._tapped, index))
            self.add_widget(view)

    def _tapped(self, index: int, _view: MatDie) -> None:
        self.dispatch("on_die", index)

    def _draw_places(self, boxes: dict[Place, Box]) -> None:
        group = self._group
        group.clear()
        for place, box in boxes.items():
            size = (box[2] - box[0], box[3] - box[1])
            group.add(Color(*(theme.ACCENT_GROUND if place.selecting else theme.SURFACE)))
            group.add(SmoothRoundedRectangle(pos=box[:2], size=size, radius=[dp(theme.RADIUS)] * 4))
            empty = not any(die.place == place for die in self._dice)
            edge = dp(theme.BAR if place.selecting else theme.ICON)
            edge = min(edge, *size)
            if place.phase is None:
                # The label beside the selection places applies to all of them.
                pointer = dp(theme.ICON_SMALL)
                at = (box[0] + dp(theme.HALF_GAP), self.top - pointer - dp(theme.HALF_GAP))
                paint(group, icon("arrow_left"), at, pointer, theme.MUTED)
                group.add(Color(*theme.LINE))
                edge_line = (*box[:2], *size, dp(theme.RADIUS))
                group.add(Line(rounded_rectangle=edge_line, dash_length=4, dash_offset=4))
                continue
            if not place.selecting:
                spot = ((box[0] + box[2] - edge) / 2, box[3] - edge - dp(theme.HAIR))
                draw_icon(group, place.phase.value, spot, edge, theme.MUTED)
            elif empty:
                spot = ((box[0] + box[2] - edge) / 2, (box[1] + box[3] - edge) / 2)
                draw_icon(group, place.phase.value, spot, edge, theme.FAINT)


@dataclass(frozen=True, slots=True)
class _Fit:
    """Layout of the dice in a place: their edge, number per row, abbreviations beside or below."""

    edge: float
    across: int
    beside: bool


def _head(place: Place) -> float:
    """Return the height reserved above the dice of a place: for the icon of a column."""
    head: float = dp(theme.HALF_GAP if place.selecting else theme.ICON_LARGE)
    return head


def _room(place: Place, box: Box) -> tuple[float, float]:
    """Return the width and height available to the dice of a place."""
    return box[2] - box[0] - dp(theme.HALF_GAP), box[3] - box[1] - _head(place)


def _fits(
    placed: Mapping[Place, Sequence[int]], boxes: Mapping[Place, Box], *, beside: bool
) -> tuple[float, dict[Place, _Fit]]:
    """Return the common edge of all dice, and their layout in each place."""
    fits = {
        place: _fit(len(dice), *_room(place, boxes[place]), beside=beside)
        for place, dice in placed.items()
    }
    return min((fit.edge for fit in fits.values()), default=0.0), fits


def _fit(count: int, width: float, height: float, *, beside: bool) -> _Fit:
    """Return the layout in which *count* dice are largest in a box."""
    best = _Fit(1.0, 1, beside)
    for across in range(1, count + 1):
        rows = -(-count // across)
        right, below = (dp(_LETTERS_DP), 0.0) if beside else (0.0, dp(theme.TEXT_ROW))
        edge = min(width / across - right, height / rows - below, dp(_LARGEST_DIE_DP))
        if edge > best.edge:
            best = _Fit(edge, across, beside)
    return best


load_kv(__file__)
