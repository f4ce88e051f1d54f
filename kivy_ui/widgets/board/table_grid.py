"""A table of steppers or buttons: one row per item, one column per player or colour."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kivy_ui import theme
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.widgets.board.choice_card import ChoiceCard
from kivy_ui.widgets.board.icon_strip import IconStrip, strip_px
from kivy_ui.widgets.controls import Stepper
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.letters import letters_texture
from kivy_ui.widgets.text import Text

_NUMBER_DP = theme.grid(15.5)
_OPTION_DP = theme.grid(8)
"""Minimum width of a column with steppers, and of one with buttons."""
_MOST_DP = theme.grid(24)
_LEAPS_DP = theme.grid(28)
"""Minimum width for a stepper with leap buttons."""
_WIDEST_DP = theme.grid(44)
_LOWEST_DP = theme.TOUCH
_HIGHEST_DP = theme.grid(9)
"""Minimum and maximum height of rows, which share the height of the page."""
_PICTURE_DP = theme.grid(6)
"""Edge of a single picture in a cell."""
_FEW_LETTERS = 5
"""Maximum number of letters of a cell's text in large size."""
_FEW_LINES = 3
"""More rows than this have less spacing."""
_ROOMY = 1.35
"""Ratio of a label's width in larger text to that in the smallest."""
_TWO_LINES = 0.65
"""Ratio of a label's width in two lines to that in one: words are not broken."""


class HeadView(BoxLayout):
    """The header of a column."""

    text = StringProperty("")
    note = StringProperty("")
    badge = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    icons = ObjectProperty(())
    letters = NumericProperty(theme.TEXT_SMALL)

    def show(self, head: Head) -> None:
        """Show the header."""
        self.text, self.note, self.icons = head.text, head.note, head.icons
        self.badge = head.badge
        self.colour = theme.seat_colour(head.colour)


class LineLabel(BoxLayout):
    """The label of a row, with its piece and its state."""

    label = StringProperty("")
    note = StringProperty("")
    icons = ObjectProperty(())
    lit = BooleanProperty(False)
    letters = NumericProperty(theme.TEXT_SMALL)

    def show(self, line: Line) -> None:
        """Show the label."""
        self.label, self.note, self.icons = line.label, line.note, line.icons
        self.lit = line.lit


class TableLine(BoxLayout):
    """A row of the table; the winner's is highlighted."""

    lit = BooleanProperty(False)


class CellStepper(Stepper):
    """The stepper of a cell.

    Attributes:
        key: key of the number.
    """

    key = StringProperty("")


class CellView(BoxLayout):
    """A cell: a number, a button, icons or a word."""

    leads = BooleanProperty(False)
    badge = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)

    def __init__(self, grid: TableGrid, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._grid = grid
        self._content: Widget | None = None

    def show(self, cell: Cell, head: Head | None, *, leaps: bool) -> None:
        """Show a cell; with the badge of its column if the headers are not shown."""
        self.leads = cell.leads
        self.badge = head.badge if head is not None else ""
        if head is not None:
            self.colour = theme.seat_colour(head.colour)
        if cell.number is not None:
            stepper = self._keep(CellStepper, self._make_stepper)
            number = cell.number
            stepper.key, stepper.value = number.key, str(number.value)
            stepper.can_lower, stepper.can_raise = number.can_lower, number.can_raise
            stepper.leap = number.leap if leaps else 0
        elif cell.option is not None:
            card = self._keep(ChoiceCard, self._make_card)
            card.show(cell.option, 0.0 if cell.option.text else dp(_PICTURE_DP))
            bare = not card.icons  # text alone uses the full width
            card.padding = dp(theme.HALF_GAP if bare else theme.GAP), dp(theme.HALF_GAP)
            card.spacing = 0 if bare else dp(theme.GAP)
        elif cell.icons:
            strip = self._keep(IconStrip, lambda: IconStrip(halign="center"))
            strip.edge_px = dp(theme.ICON_LARGE)
            strip.icons = (Icon("", cell.text), *cell.icons)
        else:
            word = self._keep(Text, lambda: Text(halign="center", bold=True))
            short = len(cell.text) <= _FEW_LETTERS
            word.base_size = sp(theme.TEXT_LARGE if short else theme.TEXT_BODY)
            word.text = cell.text

    def _keep(self, kind: type[Widget], make: Callable[[], Widget]) -> Widget:
        if not isinstance(self._content, kind):
            if self._content is not None:
                self.remove_widget(self._content)
            self._content = make()
            self.add_widget(self._content)
        return self._content

    def _make_stepper(self) -> CellStepper:
        stepper = CellStepper(size_hint_y=1, pos_hint={"center_y": 0.5})
        stepper.size_hint_min_x = None
        stepper.bind(on_change=lambda me, delta: self._grid.dispatch("on_number", me.key, delta))
        return stepper

    def _make_card(self) -> ChoiceCard:
        card = ChoiceCard()
        for event in ("on_release", "on_why"):
            card.bind(**{event: lambda me: self._grid.dispatch("on_option", me.key)})
        return card


class TableGrid(BoxLayout):
    """Rows of cells; a label is above its cells if there is no room beside them.

    Attributes:
        line_px: height of a row.
        stretches: number of rows that may be higher.
    """

    __events__ = ("on_number", "on_option")

    table = ObjectProperty(None, allownone=True)
    line_px = NumericProperty(dp(_LOWEST_DP))

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._lay = Clock.create_trigger(self._fill, -1)
        self.fbind("table", self._lay)
        self.fbind("width", self._lay)
        self.fbind("line_px", self._lay)
        self._heads: list[HeadView] = []
        self._labels: list[LineLabel] = []
        self._cells: list[list[CellView]] = []
        self._form: object = None
        self._rows: list[BoxLayout] = []
        self._head_lines = 1
        self._beside = False
        self._letters = theme.TEXT_SMALL

    @property
    def stretches(self) -> int:
        """All rows if the labels are beside the cells, else 0."""
        table: PageTable | None = self.table
        return len(table.lines) if table is not None and self._beside else 0

    wish_px = 0.0
    least_px = property(lambda _self: float(dp(_LOWEST_DP)))
    most_px = property(lambda _self: float(dp(_HIGHEST_DP)))

    def on_number(self, key: str, delta: int) -> None:
        """Event: a number was changed."""

    def on_option(self, key: str) -> None:
        """Event: a button was tapped."""

    def _fill(self, *_args: object) -> None:
        table: PageTable | None = self.table
        if table is None or not table.lines:
            self._form = None
            self.clear_widgets()
            return
        columns = max(len(line.cells) for line in table.lines)
        least = _least_px(table)
        gap = dp(theme.HALF_GAP)
        free = self.width - columns * (least + gap)
        beside = free >= max(map(_needed_px, table.lines))
        label = min(max(map(_natural_px, table.lines)), free)
        across = self._across(columns)
        form = (len(table.lines), columns, beside, bool(table.heads), across)
        if form != self._form:
            self._form = form
            self._make(table, columns, beside=beside)
        self._beside = beside
        room = self.width - (label if beside else 0)
        cells_px = _widths_px(table, columns, room, gap)
        if not beside:
            cells_px = [self.width / across - gap] * columns
        label_px = self.width - sum(cells_px) - columns * gap if beside else self.width
        side = 0.0
        if beside and table.numbers:  # keep each label close to its number
            side = max(0.0, (label_px - label * _ROOMY - dp(theme.WIDE_GAP)) / 2)
            label_px -= 2 * side
        for row in self._rows:
            row.padding = (side, 0, side, 0)
        self._letters = theme.TEXT_BODY if label_px >= label * _ROOMY else theme.TEXT_SMALL
        self._show(table, cells_px, label_px, beside=beside)

    def _make(self, table: PageTable, columns: int, *, beside: bool) -> None:
        """Create the widgets for the current layout; later calls only change their content."""
        self.clear_widgets()
        self.spacing = dp(theme.HALF_GAP if len(table.lines) <= _FEW_LINES else theme.HAIR)
        plain = self._across(columns) == columns and not any(head.seat for head in table.heads)
        self._heads = [HeadView() for _ in table.heads] if beside or plain else []
        self._labels = [LineLabel() for _ in table.lines]
        self._cells = [[CellView(self) for _ in range(columns)] for _ in table.lines]
        gap = dp(theme.HALF_GAP)
        self._rows = []
        if self._heads:
            row = BoxLayout(size_hint_y=None, spacing=gap)
            if beside:
                row.add_widget(Widget())
            for head in self._heads:
                row.add_widget(head)
            self.add_widget(row)
            self._rows.append(row)
        for label, cells in zip(self._labels, self._cells, strict=True):
            if beside:
                row = TableLine(size_hint_y=None, spacing=gap)
                row.add_widget(label)
                for cell in cells:
                    row.add_widget(cell)
                self.add_widget(row)
                self._rows.append(row)
            else:
                self.add_widget(label)
                for start in range(0, len(cells), self._across(len(cells))):
                    row = BoxLayout(size_hint_y=None, spacing=gap)
                    for cell in cells[start : start + self._across(len(cells))]:
                        row.add_widget(cell)
                    self.add_widget(row)

    def _across(self, columns: int) -> int:
        table: PageTable = self.table
        seats = any(head.seat for head in table.heads)
        least = _least_px(table) + (dp(theme.ICON) if seats else 0)
        return max(1, min(columns, int(self.width // (least + dp(theme.HALF_GAP)))))

    def _show(
        self, table: PageTable, cells_px: list[float], label_px: float, *, beside: bool
    ) -> None:
        words = [word for head in table.heads for word in head.text.split()]
        badge = dp(theme.ICON + theme.HALF_GAP) if any(head.seat for head in table.heads) else 0.0
        long = any(
            letters_texture(head.text).width + badge > cell_px
            for head, cell_px in zip(table.heads, cells_px, strict=False)
        )
        self._head_lines = 2 if long and words else 1
        narrow = any(  # all names have the same font size
            letters_texture(head.text, sp(theme.TEXT_SMALL)).width + badge > cell_px
            for head, cell_px in zip(table.heads, cells_px, strict=False)
        )
        noted = any(head.note for head in table.heads)
        both = any(head.icons and head.text for head in table.heads)
        alone = any(head.icons and not head.text for head in table.heads)
        line_px = max(self.line_px, dp(_LOWEST_DP)) if beside else dp(_LOWEST_DP)
        for view, head, cell_px in zip(self._heads, table.heads, cells_px, strict=False):
            view.show(head)
            view.letters = theme.TEXT_LEAST if narrow else theme.TEXT_SMALL
            high = dp(theme.TEXT_ROW) * (2 if noted else self._head_lines)
            high += dp(theme.DIE) if both else 0
            high = max(high if words else 0, dp(theme.ICON_LARGE) if alone else 0)
            view.size = (cell_px, high)
            view.parent.height = high
        for line, label, cells in zip(table.lines, self._labels, self._cells, strict=True):
            label.show(line)
            label.letters = self._letters
            label.size = (label_px, line_px)
            if beside:
                label.parent.height, label.parent.lit = line_px, line.lit
            for place, view in enumerate(cells):
                cell = line.cells[place] if place < len(line.cells) else Cell()
                badged = not beside and place < len(table.heads)
                shown = table.heads[place] if badged else None
                cell_px = cells_px[place]
                view.show(cell, shown, leaps=cell_px >= dp(_LEAPS_DP))
                view.size = (cell_px, line_px)
                view.parent.height = max(view.parent.height if beside else 0, line_px)


def _widths_px(table: PageTable, columns: int, room_px: float, gap_px: float) -> list[float]:
    """Return the width of each column: equal, except for columns with leap buttons."""
    leaps = [
        any(
            place < len(line.cells) and (n := line.cells[place].number) is not None and n.leap
            for line in table.lines
        )
        for place in range(columns)
    ]
    free = room_px - columns * gap_px
    least = [float(dp(_LEAPS_DP)) if leap else _least_px(table) for leap in leaps]
    if len(set(leaps)) > 1:  # the other columns need less
        least = [
            each if leap else float(dp(_OPTION_DP)) for each, leap in zip(least, leaps, strict=True)
        ]
    if not any(leaps) or sum(least) > free:
        return [min(dp(_MOST_DP), free / columns)] * columns
    each = (free - sum(least)) / columns
    most = [dp(_WIDEST_DP if leap else _MOST_DP) for leap in leaps]
    return [min(high, low + each) for low, high in zip(least, most, strict=True)]


def _least_px(table: PageTable) -> float:
    """Return the width of a column below which its text would be truncated."""
    least = dp(_NUMBER_DP if table.numbers else _OPTION_DP)
    for head in table.heads:
        badge = dp(theme.ICON + theme.HALF_GAP) if head.seat else 0
        least = max(least, badge + _longest_px(head.text))
    room = dp(theme.ICON if any(head.seat for head in table.heads) else theme.WIDE_GAP)
    for option in table.options:
        mark = dp(theme.ICON_LARGE) if option.chosen else 0
        least = max(least, letters_texture(option.text).width + mark + room)
    return float(least)


def _longest_px(words: str) -> float:
    return float(max((letters_texture(word).width for word in words.split()), default=0))


def _needed_px(line: Line) -> float:
    """Return the minimum width of a label: in two lines, unless there is a note below it."""
    if line.note:
        return _natural_px(line)
    icons = strip_px(line.icons, dp(theme.grid(5))) + dp(theme.GAP) if line.icons else 0.0
    half = letters_texture(line.label).width * _TWO_LINES
    return float(max(_longest_px(line.label), half) + icons + dp(theme.GAP))


def _natural_px(line: Line) -> float:
    """Return the width of a label in one line."""
    word = float(letters_texture(line.label, sp(theme.TEXT_SMALL)).width)
    note = float(letters_texture(line.note).width) if line.note else 0.0
    icons = strip_px(line.icons, dp(theme.grid(5))) + dp(theme.GAP) if line.icons else 0.0
    return float(max(word, note) + icons + dp(theme.WIDE_GAP if line.lit else theme.GAP))


load_kv(__file__)
