"""The screen of the other games: people, facts, rows of choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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

from kivy_ui import theme
from kivy_ui.common.hex_map import HEX
from kivy_ui.common.lanes import FIELD
from kivy_ui.common.outlines import PictureModel
from kivy_ui.common.pages import VISIT, Headline, Number, Option, Page, Person, Row, TileCard
from kivy_ui.common.signs import SignLine
from kivy_ui.common.tray import LETTERS, TrayLine
from kivy_ui.screens.base import Opener, TableScreen, keep_children
from kivy_ui.widgets import (  # noqa: F401 - the rules name their widgets
    controls,
    handed,
    hex_canvas,
    lane_canvas,
    moves_band,
    pile,
    share_bar,
    sign_strip,
    table_grid,
)
from kivy_ui.widgets.choice_card import (
    MOST_DP,
    ChoiceCard,
    flat_edge_px,
    least_height_px,
    least_picture_px,
    least_width_px,
    picture_edge_px,
    words_high_px,
)
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.handed import HandRow
from kivy_ui.widgets.letters import letters_texture
from kivy_ui.widgets.photos import photo  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.rules import load_rules
from kivy_ui.widgets.sign_strip import strip_px
from kivy_ui.widgets.text import Text, lines_needed
from kivy_ui.window.presenters import Presenters

_PERSON_DP = theme.grid(9.5)
_PERSON_SIGNS_DP = theme.grid(7)
_PERSON_UPRIGHT_DP = theme.grid(12)
_FEW, _PERSON_FEW_DP = 2, theme.grid(7)
_NARROW_DP = theme.grid(95)
_PICTURE_DP = theme.grid(31)
_BADGED_DP = theme.grid(20.5)
"""A stepper with the badge of a seat."""
_TALL_DP, _TALL_LEAPS_DP = theme.grid(15), theme.grid(28)
"""The least width of a stepper below its picture."""
_TALL_PICTURE_DP = theme.grid(10)
"""Height for the picture above a stepper where there is room."""
_LABEL_DP = theme.grid(30)
"""The least width in which a label stands beside its numbers."""
_ROOMY_DP = theme.grid(60)
_LEAST_STEPPER_DP, _STEPPER_DP, _LEAPS_DP = theme.grid(16), theme.grid(22.5), theme.grid(32)
"""A number alone in its row: with little room, with room, with leaps."""
_FEW_MOVES, _FEW_DRAWN = 6, 9
_SHORT_NOTES = 150
"""Letters of notes that stand above the choices."""
_LEAST_LEFT_DP = theme.grid(3)
"""Free height that is shared above and below a page."""
_ABOVE_SHARE = 0.4
_MOST_SHARE = 0.6
"""Of the page's height, for a line of cards."""
_TWO_LINES_DP = 2 * theme.TEXT_ROW
_MOST_HEAD_DP, _HEAD_SHARE = theme.grid(22), 0.14
_MOVES_SHARE = 0.38
"""Of the page's width, for what to move."""
_LETTER_SHARE = 0.58
"""Width of an average letter as a share of its size: buttons are as wide as their words."""


class PersonView(BoxLayout):
    """A player with what lies in front of him."""

    badge = StringProperty("")
    name = StringProperty("")
    text = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    active = BooleanProperty(False)
    goods = ObjectProperty(())
    marks = ObjectProperty(())

    def show(self, person: Person) -> None:
        """Show a person."""
        self.badge = str(person.seat) if person.seat else "R"
        self.name, self.active, self.marks = person.name, person.active, person.marks
        self.goods, self.text = person.goods, "" if person.goods else person.text
        self.colour = theme.seat_colour(person.colour)


class PeopleStrip(HandRow):
    """Players side by side, and what leads away from the turn at their end."""

    __events__ = ("on_option", "on_number")

    columns = NumericProperty(1)

    def on_option(self, key: str) -> None:
        """A button was tapped."""

    def on_number(self, key: str, delta: int) -> None:
        """A number was changed."""

    def show(
        self,
        people: tuple[Person, ...],
        beside: tuple[Option, ...],
        columns: int,
        lead: Row | None = None,
    ) -> None:
        """Show people or what leads the page, and buttons; nothing takes no room."""
        self.columns = max(1, columns)
        signs = all(person.goods for person in people)
        upright = 1 < self.width < dp(theme.grid(62)) and columns > 1
        few = len(people) <= _FEW and not upright
        each = _PERSON_SIGNS_DP if signs or few else _PERSON_UPRIGHT_DP if upright else _PERSON_DP
        lines = -(-len(people) // self.columns)
        self.height = dp(each * lines + theme.HALF_GAP * max(0, lines - 1))
        if (beside or lead) and not people:
            self.height = dp(theme.TOUCH)
        for view, person in zip(
            keep_children(self.ids.people, len(people), PersonView), people, strict=True
        ):
            view.show(person)
        buttons = keep_children(self.ids.beside, len(beside), self._make_button)
        for button, option in zip(buttons, beside, strict=True):
            button.show(replace(option, text=""), dp(theme.TOUCH))
            button.size_hint_y = 1
        leads = () if lead is None else (lead,)
        views = keep_children(self.ids.lead, len(leads), self._make_lead)
        for view, row in zip(views, leads, strict=True):
            view.show(row, self.width - len(beside) * dp(theme.TOUCH + theme.HALF_GAP))
            self._fit_lead(view, view.height)

    def _make_lead(self) -> RowView:
        view = RowView(pos_hint={"center_y": 0.5}, padding=(0, 0))
        view.bind(on_option=lambda _row, key: self.dispatch("on_option", key))
        view.bind(on_number=lambda _row, key, delta: self.dispatch("on_number", key, delta))
        view.bind(height=self._fit_lead)
        return view

    def _fit_lead(self, _view: object, height: float) -> None:
        """Tabs that need two lines have them."""
        self.height = max(dp(theme.TOUCH), height)

    def _make_button(self) -> OptionButton:
        button = OptionButton()
        button.bind(on_release=lambda pressed: self.dispatch("on_option", pressed.key))
        return button


class SignLineView(BoxLayout):
    """Signs with a sentence behind them."""

    signs = ObjectProperty(())
    text = StringProperty("")
    large = BooleanProperty(False)

    def show(self, line: SignLine) -> None:
        """Show a line."""
        self.signs, self.text, self.large = line.signs, line.text, line.large


class FactView(Text):
    """A sentence that the companion worked out; as many lines as it needs."""

    lines = NumericProperty(1)
    large = BooleanProperty(False)

    def on_width(self, *_args: object) -> None:
        """Count the lines again."""
        self.on_text()

    def on_text(self, *_args: object) -> None:
        """Reserve the lines that the sentence takes."""
        size = theme.TEXT_LARGE if self.large else theme.TEXT_BODY
        letters = max(1.0, self.width / (sp(size) * _LETTER_SHARE))
        self.lines = max(1, -int(-len(self.text) // letters))


class CardView(BoxLayout):
    """A tile with how it stands."""

    title = StringProperty("")
    text = StringProperty("")
    colour = ColorProperty(theme.LINE)

    def show(self, card: TileCard) -> None:
        """Show a tile."""
        self.title, self.text = card.title, card.text
        self.colour = theme.seat_colour(card.colour) if card.colour else theme.LINE


class OptionButton(TextButton):
    """A choice of a row."""

    key = StringProperty("")
    held = BooleanProperty(False)

    def show(self, option: Option, widest: float) -> None:
        """Show a choice."""
        self.key, self.text, self.held = option.key, option.text, option.held
        self.icon = option.icon or ("check" if option.chosen else "")
        self.kind = "chosen" if option.chosen else "plain"
        self.disabled = not option.enabled
        letters = len(option.text) * sp(theme.TEXT_BODY) * _LETTER_SHARE
        wanted = letters + dp(theme.grid(3)) + (dp(theme.ICON_LARGE) if self.icon else 0)
        self.size_hint = (None, None)
        self.size = (min(max(wanted, dp(theme.grid(9))), widest), dp(theme.grid(6.5)))


class NumberView(BoxLayout):
    """A number among others of a row, with its own label."""

    __events__ = ("on_number",)

    key = StringProperty("")
    label = StringProperty("")
    badge = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    value = StringProperty("")
    can_lower = BooleanProperty(False)
    can_raise = BooleanProperty(False)
    signs = ObjectProperty(())
    compact = BooleanProperty(False)
    leap = NumericProperty(0)

    def on_number(self, delta: int) -> None:
        """The number was changed by one step."""

    def show(self, number: Number) -> None:
        """Show a number."""
        self.key, self.label, self.value = number.key, number.label, str(number.value)
        self.signs = (number.sign,) if number.sign else ()
        self.compact, self.leap = _compact(number), number.leap
        self.badge = str(number.person.seat) if number.person else ""
        if number.person:
            self.colour = theme.seat_colour(number.person.colour)
        self.can_lower, self.can_raise = number.can_lower, number.can_raise


class NumberCard(BoxLayout):
    """A number as a column: its picture and what it costs, above minus and plus."""

    __events__ = ("on_number",)

    key = StringProperty("")
    label = StringProperty("")
    note = StringProperty("")
    signs = ObjectProperty(())
    price = ObjectProperty(())
    value = StringProperty("")
    can_lower = BooleanProperty(False)
    can_raise = BooleanProperty(False)
    leap = NumericProperty(0)

    def on_number(self, delta: int) -> None:
        """The number was changed by one step."""

    def show(self, number: Number) -> None:
        """Show a number."""
        self.key, self.label, self.note = number.key, number.label, number.note
        self.signs, self.price = (number.sign,) if number.sign else (), number.price
        self.value, self.leap = str(number.value), number.leap
        self.can_lower, self.can_raise = number.can_lower, number.can_raise

    def words_px(self, width_px: float) -> float:
        """Return the height of the words and the price in a width."""
        size = float(sp(theme.TEXT_BODY))
        lines = lines_needed(
            self.label, width_px, lambda each: float(letters_texture(each, size).width)
        )
        rows = bool(self.note) + ((lines or 1) if self.label else 0)
        return float(dp(rows * theme.TEXT_ROW + (theme.KEY if self.price else 0)))


def _compact(number: Number) -> bool:
    """A badge or a sign says what is counted: no words."""
    return bool(number.person) or (number.sign is not None and not number.label)


class RowView(BoxLayout):
    """A label with buttons, a number, or several numbers.

    Attributes:
        beside_px: width of the numbers that stand beside the label; 0 where they stand below it.
        line_px: height of each card.
        stretches: lines of cards, which share the height of the page.
        least_px: least height of a card.
        wish_px: height that comes before that of other rows.
        head_px: width of what stands left of the cards.
    """

    __events__ = ("on_number", "on_option")

    label = StringProperty("")
    value = StringProperty("")
    has_number = BooleanProperty(False)
    can_lower = BooleanProperty(False)
    can_raise = BooleanProperty(False)
    number_key = StringProperty("")
    beside_px = NumericProperty(0)
    signs = ObjectProperty(())
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
    """Cards with pictures beside their words, and their width."""

    def on_number(self, key: str, delta: int) -> None:
        """The number was changed by one step."""

    def on_option(self, key: str) -> None:
        """A button was tapped."""

    def show(self, row: Row, widest: float, head_px: float = 0.0) -> None:
        """Show a row.

        Args:
            head_px: width of what stands left of the cards of such rows.
        """
        self.head_px = head_px if row.headed else 0
        self.head, self.below = (row.signs, row.trailing) if row.headed else ((), ())
        self.label = "" if row.headed else row.label
        self.signs, self.trailing = ((), ()) if row.headed else (row.signs, row.trailing)
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
        buttons = keep_children(self.ids.options, len(listed), self._make_option)
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
        views = keep_children(self.ids.numbers, len(row.numbers), self._make_number)
        for view, each in zip(views, row.numbers, strict=True):
            view.show(each)

    def _show_cards(self, row: Row, widest: float) -> None:
        """As few lines as the words allow, then columns of one width."""
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
        cards = keep_children(self.ids.cards, len(options), self._make_card)
        words_px = max((words_high_px(each, width, row) for each in options), default=0.0)
        beside = not row.stacked and not pictures
        self._beside_words = (options, width) if beside and options else None
        for card, option in zip(cards, options, strict=True):
            card.stacked = row.stacked
            # All pictures of a row are of one size, but for those above unusually long words.
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
        """Numbers as columns of one width, in as few lines as they need."""
        views = keep_children(self.ids.tall, len(numbers), self._make_column)
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
        """Edge that the pictures of low cards can have; 0 where they stand otherwise."""
        return flat_edge_px(*self._beside_words, self.line_px) if self._beside_words else 0.0

    def set_pictures(self, edge_px: float) -> None:
        """Give low cards pictures of an edge."""
        for card in self.ids.cards.children:
            card.flat_px = edge_px if self._beside_words else 0

    def _make_card(self) -> ChoiceCard:
        card = ChoiceCard()
        card.bind(on_press=self._press)
        card.bind(on_release=self._release)
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
    """Whether numbers below their signs stand in one line, and beside them in uneven ones."""
    gap = dp(theme.GAP)
    beside = max(1, int((widest + gap) / (dp(_BADGED_DP) + gap)))
    signs = bool(numbers) and all(each.sign and not each.label for each in numbers)
    fits = len(numbers) * dp(_TALL_DP + theme.HALF_GAP) <= widest
    return signs and fits and len(numbers) % beside > 0 and len(numbers) > beside


class HeadlineView(HandRow):
    """How the game has ended."""

    shown = BooleanProperty(False)
    won = BooleanProperty(False)
    text = StringProperty("")
    note = StringProperty("")
    winners = ObjectProperty(())
    figure = ObjectProperty(())

    __events__ = ("on_option",)

    def on_option(self, key: str) -> None:
        """A button was tapped."""

    def show(self, headline: Headline | None, beside: tuple[Option, ...], widest: float) -> None:
        """Show it with what can be done next; none takes no room."""
        shown = beside if headline is not None else ()
        buttons = keep_children(self.ids.beside, len(shown), self._make_button)
        for button, option in zip(buttons, shown, strict=True):
            named = option if widest else replace(option, text="")
            button.show(named, widest or dp(theme.TOUCH))
            button.pos_hint = {"center_y": 0.5}
        self.shown = headline is not None
        said = headline or Headline("", won=False)
        self.text, self.note, self.won = said.text, said.note, said.won
        self.winners, self.figure = said.winners, said.figure

    def _make_button(self) -> OptionButton:
        button = OptionButton()
        button.bind(on_release=lambda pressed: self.dispatch("on_option", pressed.key))
        return button


def shared_px(free_px: float, parts: Sequence[tuple[int, float, float]]) -> list[float]:
    """Return the height of a line of each part: as alike as their least and most allow.

    Args:
        free_px: for all of them.
        parts: lines of each, the least and the most height of a line.
    """

    def heights(level: float) -> list[float]:
        return [max(least, min(level, most)) for _, least, most in parts]

    low, high = 0.0, max((most for _, _, most in parts), default=0.0)
    while high - low > 1:
        level = (low + high) / 2
        needed = sum(lines * px for (lines, _, _), px in zip(parts, heights(level), strict=True))
        low, high = (level, high) if needed <= free_px else (low, level)
    return heights(low)


class Board(TableScreen):
    """The page of a game that is not Roll for the Galaxy."""

    moves_beside = BooleanProperty(False)
    narrow = BooleanProperty(False)
    accent = ColorProperty(theme.CLEAR)
    tray_shown = BooleanProperty(False)
    map_shown = BooleanProperty(False)
    lanes_shown = BooleanProperty(False)
    tray_text = StringProperty("")
    tray_icon = StringProperty("")
    picture_shown = BooleanProperty(False)
    _shown = ("", "")
    _facts_last = False
    _tray_doubt = False
    _dice_shown = False
    """Whether the page shows what the camera has read, which needs no sentence then."""

    def __init__(self, presenters: Presenters, window: Opener) -> None:
        self._spread = Clock.create_trigger(self._share_out)
        super().__init__(presenters, window)
        self.ids.headline.bind(on_option=lambda _view, key: self._tap(key))
        for name in ("strip", "leads", "acting"):
            self.ids[name].bind(on_option=lambda _strip, key: self._tap(key))
            self.ids[name].bind(on_number=lambda _strip, key, delta: self._change(key, delta))
        self.ids.scroll.bind(height=self._spread)
        self.ids.content.bind(height=self._spread)

    def refresh(self) -> None:
        """Show the page."""
        page: Page = self.presenters.side.board.page()
        self.accent = theme.GAME_ACCENTS.get(self.presenters.ui.update.game or "", theme.CLEAR)
        self._complain()
        keys = tuple(option.key for option in page.options)
        self.ask((page.title, page.status, keys))
        self.narrow = self.width < dp(_NARROW_DP)
        self.map_shown = bool(page.hexes)
        self.ids.hexes.show(page.hexes)
        self.lanes_shown = page.lanes is not None
        self.ids.lanes.board = page.lanes
        self.ids.table.table = page.table
        beside_map = self.map_shown and not self.narrow
        self._show_people(page, beside_map=beside_map)
        self._order(page)
        self._show_moves(page)
        lines = keep_children(self.ids.lines, len(page.lines), SignLineView)
        for line_view, sign_line in zip(lines, page.lines, strict=True):
            line_view.show(sign_line)
        self.ids.shares.shares = page.shares
        facts = keep_children(self.ids.facts, len(page.facts), FactView)
        for number, (fact, text) in enumerate(zip(facts, page.facts, strict=True)):
            fact.large, fact.text = page.first_large and not number, text
        cards = keep_children(self.ids.cards, len(page.cards), CardView)
        for card_view, card in zip(cards, page.cards, strict=True):
            card_view.show(card)
        self.ids.headline.show(page.headline, page.beside, 0 if self.narrow else self.width / 3)
        rows = keep_children(self.ids.rows, len(page.rows), self._make_row)
        self.tray_shown, self._tray_doubt = page.tray, page.tray_doubt
        self._dice_shown = any(each.large for each in page.lines)
        self._show_tray()
        beside = dp(_PICTURE_DP + theme.GAP) if self.picture_shown and not self.narrow else 0
        if beside_map:
            beside += self.ids.hexes.width + dp(theme.GAP)
        if self.lanes_shown and not self.narrow:
            beside += self.ids.lanes.width + dp(theme.GAP)
        if self.moves_beside:
            beside += (self.width - beside) * _MOVES_SHARE
        widest = max(dp(theme.grid(20)), self.width - beside - dp(theme.grid(3)))
        heads = [each for row in page.rows if row.headed for each in (row.signs, row.trailing)]
        head = max((strip_px(each, dp(theme.ICON_LARGE)) for each in heads), default=0.0)
        words = any(sign.text for each in heads for sign in each)
        head = min(head, dp(_MOST_HEAD_DP) if words else widest * _HEAD_SHARE)
        for row_view, row in zip(rows, page.rows, strict=True):
            row_view.show(row, widest, head + dp(theme.GAP))
        self.ids.piles.show(page.piles, widest)
        self._spread()

    def _show_people(self, page: Page, *, beside_map: bool) -> None:
        """Everybody above the page; beside a map those who act, above the choices."""
        acting = tuple(each for each in page.people if each.active) or page.people[:1]
        count = len(page.people)
        columns = min(count, 2 if self.narrow else 3 if count > 4 else 4)
        lead, buttons = page.lead, () if page.headline is not None else page.beside
        below = bool(page.people) or self.narrow or beside_map  # no room beside names
        self.ids.leads.show((), (), 1, lead if below else None)
        if beside_map:
            self.ids.strip.show((), (), 1)
            self.ids.acting.show(acting[:2], buttons, 1)
        else:
            apart = self.narrow and bool(page.people or lead)  # names need the width
            here = () if apart else buttons
            self.ids.strip.show(page.people, here, columns, None if below else lead)
            self.ids.acting.show((), buttons if apart else (), 1)

    def _show_moves(self, page: Page) -> None:
        """What to move: above the choices; more of it left of them, so that they stay in view."""
        notes = sum(len(move.note) for move in page.moves if not move.drawn)
        drawn = sum(bool(move.signs) for move in page.moves)
        long = len(page.moves) > (_FEW_DRAWN if drawn == len(page.moves) else _FEW_MOVES)
        long = long or notes > _SHORT_NOTES
        room = not self.narrow and not self.map_shown and not self.lanes_shown
        self.moves_beside = long and room and page.table is None
        here, other = self.ids.moves, self.ids.moves_beside
        if self.moves_beside:
            here, other = other, here
        other.show((), 0)
        share = _MOVES_SHARE if self.moves_beside else 1
        here.show(page.moves, self.ids.content.width * share)

    def _share_out(self, *_args: object) -> None:
        """Cards, piles and tables share the height that the rest of the page leaves."""
        ids = self.ids
        rows = [row for row in ids.rows.children if row.stretches]
        for row in rows:
            row.most_px = max(dp(MOST_DP), ids.scroll.height * _MOST_SHARE)
        parts = [each for each in (ids.table, ids.piles, *rows) if each.stretches]
        now = sum(each.stretches * each.line_px for each in parts)
        free = ids.scroll.height - (ids.content.height - ids.above.height - now)
        least = [max(e.least_px, e.wish_px) for e in parts]
        if sum(e.stretches * px for e, px in zip(parts, least, strict=True)) > free:
            least = [e.least_px for e in parts]
        sizes = [(e.stretches, px, e.most_px) for e, px in zip(parts, least, strict=True)]
        wanted = shared_px(free, sizes)
        for part, line_px in zip(parts, wanted, strict=True):
            part.line_px = int(line_px)
            free -= part.stretches * part.line_px
        flat_px = min((row.flat_px for row in rows if row.flat_px), default=0.0)
        for row in rows:  # low cards of all rows have pictures of one size
            row.set_pictures(flat_px)
        ids.above.height = round(free * _ABOVE_SHARE) if free > dp(_LEAST_LEFT_DP) else 0

    def _order(self, page: Page) -> None:
        """Facts above or below; another page is shown from its top."""
        content, facts = self.ids.content, self.ids.told
        if self._facts_last != page.facts_last:
            self._facts_last = page.facts_last
            content.remove_widget(facts)
            content.add_widget(facts, index=1 if page.facts_last else 3)  # between piles and cards
        if self._shown != (page.title, page.status):
            self._shown = page.title, page.status
            self.ids.scroll.scroll_y = 1.0

    def on_width(self, *_args: object) -> None:
        """Lay the page out again."""
        self.refresh()

    def tick(self) -> None:
        """Show what the camera sees while dice are thrown."""
        if self.tray_shown:
            self._show_tray()

    def _show_tray(self) -> None:
        board = self.presenters.side.board
        line = board.tray() if self.tray_shown else TrayLine("", "")
        model = board.picture() if self.tray_shown else PictureModel(None, (), live=True)
        self.picture_shown = model.picture is not None
        self.ids.photo.show(model, dict(LETTERS))
        wrong = self._tray_doubt and line.icon == "check"
        read = self._dice_shown and line.icon == "check" and line.button is None
        self.tray_text = "" if read else line.text
        self.tray_icon = "doubt" if wrong else line.icon
        option, button = line.button, self.ids.tray_button
        button.show(option or Option("", ""), self.width / 2)
        button.opacity, button.disabled = (1, False) if option else (0, True)
        if option is None:
            button.width = 0

    def _complain(self) -> None:
        ui = self.presenters.ui
        error, ui.complaint = ui.complaint, None
        if error is not None:
            text = ui.error_text
            self.window.show_banner(text.message(error), text.hint(error), "error")

    def _make_row(self) -> RowView:
        view = RowView()
        view.bind(on_number=lambda _row, key, delta: self._change(key, delta))
        view.bind(on_option=lambda _row, key: self._tap(key))
        return view

    def _tap(self, key: str) -> None:
        """A button was tapped; some lead to a screen beside the game."""
        if key.startswith(VISIT):
            self.window.visit(key.removeprefix(VISIT))
            return
        self.presenters.side.board.tap(key)
        self.window.refresh()

    def _tap_field(self, lane: int, row: int) -> None:
        self._tap(f"{FIELD}{lane}:{row}")

    def _tap_hex(self, number: int) -> None:
        self._tap(f"{HEX}{number}")

    def _change(self, key: str, delta: int) -> None:
        self.presenters.side.board.change(key, delta)
        self.window.refresh()


load_rules(__file__)
