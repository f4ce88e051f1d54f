"""A row of a page: a label with buttons, cards, a number or several numbers."""

from __future__ import annotations

from dataclasses import replace

from kivy.metrics import dp, sp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from kivy_ui import theme
from kivy_ui.common.board.pages import Number, Option, Row
from kivy_ui.widgets import controls, mirrored  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.board import icon_strip  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.board.choice_card import (
    ChoiceCard,
    flat_edge_px,
    least_height_px,
    least_picture_px,
    least_width_px,
    picture_edge_px,
    words_high_px,
)
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.letters import LETTER_SHARE, letters_texture
from kivy_ui.widgets.text import lines_needed

_BADGED_DP = theme.grid(20.5)
"""Width of a stepper with the badge of a seat."""
_TALL_DP, _TALL_LEAPS_DP = theme.grid(15), theme.grid(28)
"""Minimum width of a stepper below its picture, without and with leap buttons."""
_TALL_PICTURE_DP = theme.grid(10)
"""Preferred height of the picture above a stepper."""
_LABEL_DP = theme.grid(30)
"""Minimum width of a label beside its numbers."""
_ROOMY_DP = theme.grid(60)
_LEAST_STEPPER_DP, _STEPPER_DP, _LEAPS_DP = theme.grid(16), theme.grid(22.5), theme.grid(32)
"""Width of a single stepper in a row: little room, much room, with leap buttons."""
_TWO_LINES_DP = 2 * theme.TEXT_ROW


class OptionButton(TextButton):
    """A choice of a row as a button."""

    key = StringProperty("")
    held = BooleanProperty(False)

    def show(self, option: Option, widest: float) -> None:
        """Show a choice."""
        self.key, self.text, self.held = option.key, option.text, option.held
        self.icon = option.icon or ("check" if option.chosen else "")
        self.kind = "chosen" if option.chosen else "plain"
        self.disabled = not option.enabled
        letters = len(option.text) * sp(theme.TEXT_BODY) * LETTER_SHARE
        wanted = letters + dp(theme.grid(3)) + (dp(theme.ICON_LARGE) if self.icon else 0)
        self.size_hint = (None, None)
        self.size = (min(max(wanted, dp(theme.grid(9))), widest), dp(theme.grid(6.5)))


class NumberView(BoxLayout):
    """One of several numbers of a row, with its own label."""

    __events__ = ("on_number",)

    key = StringProperty("")
    label = StringProperty("")
    badge = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    value = StringProperty("")
    can_lower = BooleanProperty(False)
    can_raise = BooleanProperty(False)
    icons = ObjectProperty(())
    compact = BooleanProperty(False)
    leap = NumericProperty(0)

    def on_number(self, delta: int) -> None:
        """Event: the number was changed."""

    def show(self, number: Number) -> None:
        """Show a number."""
        self.key, self.label, self.value = number.key, number.label, str(number.value)
        self.icons = (number.icon,) if number.icon else ()
        self.compact, self.leap = _compact(number), number.leap
        self.badge = str(number.person.seat) if number.person else ""
        if number.person:
            self.colour = theme.seat_colour(number.person.colour)
        self.can_lower, self.can_raise = number.can_lower, number.can_raise


class NumberCard(BoxLayout):
    """A number as a column: picture, label and price above minus and plus."""

    __events__ = ("on_number",)

    key = StringProperty("")
    label = StringProperty("")
    note = StringProperty("")
    icons = ObjectProperty(())
    price = ObjectProperty(())
    value = StringProperty("")
    can_lower = BooleanProperty(False)
    can_raise = BooleanProperty(False)
    leap = NumericProperty(0)

    def on_number(self, delta: int) -> None:
        """Event: the number was changed."""

    def show(self, number: Number) -> None:
        """Show a number."""
        self.key, self.label, self.note = number.key, number.label, number.note
        self.icons, self.price = (number.icon,) if number.icon else (), number.price
        self.value, self.leap = str(number.value), number.leap
        self.can_lower, self.can_raise = number.can_lower, number.can_raise

    def words_px(self, width_px: float) -> float:
        """Return the height of the text and the price at *width_px*."""
        size = float(sp(theme.TEXT_BODY))
        lines = lines_needed(
            self.label, width_px, lambda each: float(letters_texture(each, size).width)
        )
        rows = bool(self.note) + ((lines or 1) if self.label else 0)
        return float(dp(rows * theme.TEXT_ROW + (theme.KEY if self.price else 0)))


def _compact(number: Number) -> bool:
    """Return whether a badge or an icon identifies the number, without words."""
    return bool(number.person) or (number.icon is not None and not number.label)


class RowView(BoxLayout):
    """A label with buttons, cards, a number, or several numbers.

    Attributes:
        beside_px: width of the numbers beside the label; 0 if they are below it.
        line_px: height of each card.
        stretches: number of lines of cards, which share the height of the page.
        least_px: minimum height of a card.
        wish_px: preferred height, granted before other rows get additional height.
        head_px: width of the heading left of the cards.
    """

    __events__ = ("on_number", "on_option")

    label = StringProperty("")
    value = StringProperty("")
    has_number = BooleanProperty(False)
    can_lower = BooleanProperty(False)
    can_raise = BooleanProperty(False)
    number_key = StringProperty("")
    beside_px = NumericProperty(0)
    icons = ObjectProperty(())
    trailing = ObjectProperty(())
    columns = NumericProperty(1)
    line_px = NumericProperty(0)
    leap = NumericProperty(0)
    stepper_px = NumericProperty(0)
    head_px = NumericProperty(0)
    head = ObjectProperty(())
    below = ObjectProperty(())
    stretches = 0
    least_px = wish_px = most_px = 0.0
    _beside_words: tuple[tuple[Option, ...], float] | None = None
    """Cards with pictures beside their text, and the cards' width."""

    def on_number(self, key: str, delta: int) -> None:
        """Event: the number was changed."""

    def on_option(self, key: str) -> None:
        """Event: a button was tapped."""

    def show(self, row: Row, widest: float, head_px: float = 0.0) -> None:
        """Show a row.

        Args:
            head_px: width of the heading left of the cards in rows with headings.
        """
        self.head_px = head_px if row.headed else 0
        self.head, self.below = (row.icons, row.trailing) if row.headed else ((), ())
        self.label = "" if row.headed else row.label
        self.icons, self.trailing = ((), ()) if row.headed else (row.icons, row.trailing)
        number = row.number
        self.has_number = number is not None
        if number is not None:
            self.number_key, self.value = number.key, str(number.value)
            self.can_lower, self.can_raise = number.can_lower, number.can_raise
        self.leap = number.leap if number is not None else 0
        wide = (
            _LEAPS_DP if self.leap else _STEPPER_DP if widest > dp(_ROOMY_DP) else _LEAST_STEPPER_DP
        )
        self.stepper_px = dp(wide) if number is not None else 0
        listed = () if row.cards else row.options
        buttons = reuse_children(self.ids.options, len(listed), self._make_option)
        for button, option in zip(buttons, listed, strict=True):
            button.show(option, widest)
        self._show_cards(row, widest - self.head_px)
        self.wish_px = 0.0
        tall = row.numbers if row.tall or _leaves_gap(row.numbers, widest) else ()
        self._show_columns(tall, widest)
        if not self.stretches:
            self.line_px = 0
        row = replace(row, numbers=()) if tall else row
        count = len(row.numbers)
        numbers_px = dp(_BADGED_DP * count + theme.WIDE_GAP * max(0, count - 1))
        badged = bool(row.numbers) and all(map(_compact, row.numbers))
        beside = badged and widest - numbers_px >= dp(_LABEL_DP)
        self.beside_px = numbers_px if beside else 0
        views = reuse_children(self.ids.numbers, len(row.numbers), self._make_number)
        for view, each in zip(views, row.numbers, strict=True):
            view.show(each)

    def _show_cards(self, row: Row, widest: float) -> None:
        """Show cards of equal width, in as few lines as their text allows."""
        options, pictures = row.options if row.cards else (), row.pictures
        gap = dp(theme.HALF_GAP)
        least = max((least_width_px(each, row) for each in options), default=1.0)
        most = max(1, int((widest + gap) / (least + gap)))
        if row.across:
            most = min(most, row.across)
        self.stretches = -(-len(options) // most)
        self.columns = -(-len(options) // self.stretches) if options else 1
        width = (widest + gap) / self.columns - gap
        edge = picture_edge_px(options, width, row) if pictures else 0.0
        cards = reuse_children(self.ids.cards, len(options), self._make_card)
        words_px = max((words_high_px(each, width, row) for each in options), default=0.0)
        beside = not row.stacked and not pictures
        self._beside_words = (options, width) if beside and options else None
        for card, option in zip(cards, options, strict=True):
            card.stacked = row.stacked
            # All pictures of a row have the same size, except above unusually long text.
            card.words_px = min(words_px, dp(_TWO_LINES_DP)) if row.stacked else 0
            card.show(option, edge, folds=not row.headed)
        self.least_px = dp(theme.TOUCH)
        if pictures:
            self.least_px = max(
                (least_picture_px(each, row) for each in options), default=self.least_px
            )
        else:
            self.least_px = max((least_height_px(each, width, row) for each in options), default=0)
        if options:
            self.line_px = max(self.line_px, self.least_px)

    def _show_columns(self, numbers: tuple[Number, ...], widest: float) -> None:
        """Show numbers as columns of equal width, in as few lines as possible."""
        views = reuse_children(self.ids.tall, len(numbers), self._make_column)
        if not numbers:
            return
        gap = dp(theme.HALF_GAP)
        least = dp(_TALL_LEAPS_DP if any(each.leap for each in numbers) else _TALL_DP)
        most = max(1, int((widest + gap) / (least + gap)))
        self.stretches = -(-len(numbers) // most)
        self.columns = -(-len(numbers) // self.stretches)
        width = (widest + gap) / self.columns - gap
        for view, number in zip(views, numbers, strict=True):
            view.show(number)
        words = max(view.words_px(width) for view in views)
        self.least_px = float(dp(theme.TOUCH + theme.TOUCH) + words)
        self.wish_px = float(dp(theme.TOUCH + _TALL_PICTURE_DP) + words)
        self.line_px = max(self.line_px, self.least_px)

    def _make_column(self) -> NumberCard:
        view = NumberCard()
        view.bind(on_number=lambda number, delta: self.dispatch("on_number", number.key, delta))
        return view

    @property
    def flat_px(self) -> float:
        """Maximum edge of the pictures of low cards; 0 if pictures are not beside text."""
        return flat_edge_px(*self._beside_words, self.line_px) if self._beside_words else 0.0

    def set_pictures(self, edge_px: float) -> None:
        """Set the edge of the pictures of low cards."""
        for card in self.ids.cards.children:
            card.flat_px = edge_px if self._beside_words else 0

    def _make_card(self) -> ChoiceCard:
        card = ChoiceCard()
        card.bind(on_press=self._press)
        card.bind(on_release=self._release)
        card.bind(on_why=lambda me: self.dispatch("on_option", me.key))
        card.bind(state=self._hold)
        return card

    def _make_number(self) -> NumberView:
        view = NumberView()
        view.bind(on_number=lambda number, delta: self.dispatch("on_number", number.key, delta))
        return view

    def _make_option(self) -> OptionButton:
        button = OptionButton()
        button.bind(on_press=self._press)
        button.bind(on_release=self._release)
        button.bind(on_why=lambda me: self.dispatch("on_option", me.key))
        button.bind(state=self._hold)
        return button

    def _hold(self, button: OptionButton | ChoiceCard, state: str) -> None:
        if button.held:
            self.dispatch("on_option", button.key if state == "down" else "")

    def _press(self, button: OptionButton | ChoiceCard) -> None:
        self._pressed = button.key

    def _release(self, button: OptionButton | ChoiceCard) -> None:
        if (
            button.key == self._pressed and not button.held
        ):  # the row may have changed under the finger
            self.dispatch("on_option", button.key)


def _leaves_gap(numbers: tuple[Number, ...], widest: float) -> bool:
    """Return whether numbers fit in one line below their icons, but beside them leave gaps."""
    gap = dp(theme.GAP)
    beside = max(1, int((widest + gap) / (dp(_BADGED_DP) + gap)))
    icons = bool(numbers) and all(each.icon and not each.label for each in numbers)
    fits = len(numbers) * dp(_TALL_DP + theme.HALF_GAP) <= widest
    return icons and fits and len(numbers) % beside > 0 and len(numbers) > beside


load_kv(__file__)
