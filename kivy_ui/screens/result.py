"""The pages of a game's result: ranking and chart, points, awards, table picture, sharing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.history.bgstats import play_link, qr_rows
from companion.history.records import ShareKind
from companion.i18n import N_
from kivy_ui import theme
from kivy_ui.games.roll.result import (
    AwardCard,
    PointsBar,
    RankLine,
    ResultModel,
    ResultPresenter,
    ResultTab,
    Segment,
)
from kivy_ui.panels import code  # noqa: F401 - the rules name its widget
from kivy_ui.panels.game_analysis import GameAnalysisPanel, Player
from kivy_ui.panels.score import ScorePanel
from kivy_ui.panels.seat import SeatPanel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.charts.bars import BarPart
from kivy_ui.widgets.charts.plot import Curve
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea, TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.photos import photo  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.text import Text
from kivy_ui.widgets.tile_marks import DEVELOPMENT_GROUND, WORLD_GROUNDS, ground_of
from kivy_ui.window.presenters import Presenters

_PARTS = {
    "chip": N_("VP chips"),
    "tile": N_("Tiles"),
    "star": N_("bonus"),
    "credits": N_("Credits"),
}
"""Icon name -> heading of a column of the final score."""

_CHIPS, _BONUS = theme.WAITING, theme.SEAT_COLOURS["purple"]
_FRAMES_UNTIL_LAID_OUT = 3


Story = tuple[str, Sequence[Player]]
"""A game's id in the event log, and its players in seat order."""


def _untold() -> Story | None:
    return None


class RankView(TapArea):
    """A player in the ranking; a tap opens the score, or the counters if only these are known."""

    number = NumericProperty(0)
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    rank = StringProperty("")
    winner = BooleanProperty(False)
    chips = StringProperty("")
    detailed = BooleanProperty(True)
    opens = BooleanProperty(False)

    def show(self, line: RankLine) -> None:
        """Show a player."""
        self.number, self.name, self.colour = line.seat, line.name, theme.seat_colour(line.colour)
        self.rank, self.winner = line.rank, line.winner
        self.chips = line.points
        parts = reuse_children(self.ids.parts, len(line.parts), ScorePart)
        for part, (icon, text) in zip(parts, line.parts, strict=True):
            part.icon, part.text = icon, text


class ScorePart(BoxLayout):
    """A component of a player's score: icon and points."""

    icon = StringProperty("")
    text = StringProperty("")


class PointsRow(TapArea):
    """A stacked bar of a player's points by source."""

    number = NumericProperty(0)
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    total = StringProperty("")

    def show(self, line: PointsBar, most: int) -> None:
        """Show a player's bar; *most* points fill the width."""
        self.number, self.name = line.number, line.name
        self.colour, self.total = theme.seat_colour(line.colour), str(line.total)
        self.ids.bar.show([_part(segment) for segment in line.segments], most)


class LegendEntry(BoxLayout):
    """A legend entry: the meaning of a bar colour."""

    text = StringProperty("")


class AwardView(BoxLayout):
    """An award: icon, title, winner, value."""

    icon = StringProperty("")
    title = StringProperty("")
    who = StringProperty("")
    value = StringProperty("")

    def show(self, card: AwardCard) -> None:
        """Show an award."""
        self.icon, self.title, self.who, self.value = card.icon, card.title, card.who, card.value


class _Page(BoxLayout):
    """Base class of the pages of a ``ResultView``."""

    def __init__(self, view: ResultView) -> None:
        self.view = view
        super().__init__()

    def show(self, model: ResultModel) -> None:
        """Show the page."""


class PartHead(Text):
    """The heading of a points column."""


class RankingPage(_Page):
    """The players in ranking order, beside the chart of the game."""

    caption = StringProperty("")
    has_curves = BooleanProperty(False)
    total = StringProperty("")

    def show(self, model: ResultModel) -> None:
        """Show the ranking and the curves."""
        translate = self.view.presenters.ui.translate
        icons = [icon for icon, _ in model.ranks[0].parts] if model.ranks else []
        heads = reuse_children(self.ids.parts, len(icons), PartHead)
        for head, icon in zip(heads, icons, strict=True):
            word = translate(_PARTS[icon])
            head.text = word[:1].upper() + word[1:]
        total = translate("Points") if "chip" in icons else translate("VP chips")
        self.total = total if icons else ""
        lines = reuse_children(self.ids.lines, len(model.ranks), self._make_line)
        for view, line in zip(lines, model.ranks, strict=True):
            view.show(line)
        self.has_curves, self.caption = bool(model.curves), model.caption
        for view in lines:
            view.detailed = not self.has_curves
            view.opens = self.view.lives
        self.ids.plot.show(
            [
                Curve(str(each.number), each.name, theme.seat_colour(each.colour), each.values)
                for each in model.curves
            ],
            start=None,
        )

    def _make_line(self) -> RankView:
        line = RankView()
        line.bind(on_release=lambda each: self.view.open_score(each.number))
        return line


class PointsPage(_Page):
    """A stacked bar for each player; each tile is one segment."""

    def show(self, model: ResultModel) -> None:
        """Show the bars and the colour legend."""
        most = max((sum(part.vp for part in bar.segments) for bar in model.bars), default=1)
        rows = reuse_children(self.ids.rows, len(model.bars), self._make_row)
        for row, line in zip(rows, model.bars, strict=True):
            row.show(line, most)
        translate = self.view.presenters.ui.translate
        meanings = (
            (translate("VP chips"), (_CHIPS,)),
            (translate("developments"), (DEVELOPMENT_GROUND,)),
            (translate("worlds"), tuple(WORLD_GROUNDS.values())),
            (translate("bonuses of 6+"), (_BONUS,)),
        )
        entries = reuse_children(self.ids.legend, len(meanings), LegendEntry)
        for entry, (text, grounds) in zip(entries, meanings, strict=True):
            entry.text = text
            entry.ids.grounds.show([BarPart(1, ground, " ") for ground in grounds], len(grounds))

    def _make_row(self) -> PointsRow:
        row = PointsRow()
        row.bind(on_release=lambda each: self.view.open_score(each.number))
        return row


class AwardsPage(_Page):
    """The awards as cards."""

    def show(self, model: ResultModel) -> None:
        """Show the cards."""
        cards = reuse_children(self.ids.cards, len(model.awards), AwardView)
        for view, card in zip(cards, model.awards, strict=True):
            view.show(card)


class PicturePage(_Page):
    """The camera picture of the table at the end of the game."""

    def show(self, model: ResultModel) -> None:
        """Show the picture."""
        self.ids.picture.show_picture(model.picture)


class SharePage(_Page):
    """Sharing: a QR code for BG Stats, export as a picture or a CSV file."""

    scored = BooleanProperty(False)
    where = StringProperty("")

    def show(self, model: ResultModel) -> None:
        """Show the QR code if there is a final score."""
        game = model.game
        self.scored = game is not None and game.scored
        if game is not None and game.scored:
            self.ids.code.show(qr_rows(play_link(game)))
        presenter, translate = self.view.presenter, self.view.presenters.ui.translate
        where = presenter.where
        self.where = translate("Saved: %(where)s", where=where) if where else ""
        if presenter.error is not None:
            error, presenter.error = presenter.error, None
            self.view.window.tell(error)

    def write_csv(self) -> None:
        """Write the CSV file."""
        self.view.presenter.write_csv()
        self.view.refresh()

    def write_picture(self) -> None:
        """Write the picture file."""
        self.view.draw_picture()


_PAGES: dict[ResultTab, type[_Page]] = {
    ResultTab.RANKING: RankingPage,
    ResultTab.POINTS: PointsPage,
    ResultTab.AWARDS: AwardsPage,
    ResultTab.PICTURE: PicturePage,
    ResultTab.SHARE: SharePage,
}


class ResultView(BoxLayout):
    """The pages of a result, with tabs at the side.

    Args:
        presenters: the presenters.
        window: the window that shows the view.
        presenter: provides the result.
        lives: whether it is the current game, so that a tap on a player can open the score.
        story: returns the game's id and its players by seat; None if the game has no event log.
    """

    headline = StringProperty("")
    note = StringProperty("")
    can_tell = BooleanProperty(False)

    def __init__(
        self,
        presenters: Presenters,
        window: Navigator,
        presenter: ResultPresenter,
        *,
        lives: bool,
        story: Callable[[], Story | None] = _untold,
    ) -> None:
        self._story = story
        self.presenters, self.window, self.presenter = presenters, window, presenter
        self.lives = lives
        self._pages: dict[ResultTab, _Page] = {}
        super().__init__()

    def refresh(self) -> None:
        """Show the chosen page."""
        model = self.presenter.model()
        self.headline, self.note = model.headline, model.note
        self.can_tell = self._story() is not None
        words, chosen = self.presenter.words(), self.presenter.tab()
        tabs = model.tabs if len(model.tabs) > 1 else ()
        buttons = reuse_children(self.ids.rail, len(tabs), self._make_tab)
        for button, tab in zip(buttons, tabs, strict=True):
            button.choice = tab
            button.icon, button.text = words[tab]
            button.kind = "chosen" if tab is chosen else "plain"
        page = self._pages.get(chosen) or self._pages.setdefault(chosen, _PAGES[chosen](self))
        body = self.ids.body
        if body.children != [page]:
            body.clear_widgets()
            body.add_widget(page)
        page.show(model)

    def tell(self) -> None:
        """Open the panel of all players' chances of winning by round."""
        story = self._story()
        if story is not None:
            self.window.open_panel(GameAnalysisPanel(self.presenters, self.window, *story))

    def open_score(self, number: int) -> None:
        """Open the panel of a player's score."""
        if self.lives:
            panel = ScorePanel if self.presenters.ui.counts_everything else SeatPanel
            self.window.open_panel(panel(self.presenters, self.window, number))

    def draw_picture(self) -> None:
        """Render headline, ranking, chart and points as one picture and write it to a file."""
        card = ShareCard(self, self.presenter.model())
        frames = iter(range(_FRAMES_UNTIL_LAID_OUT))

        def later(_dt: float) -> None:
            if next(frames, None) is not None:
                Clock.schedule_once(later, 0)
                return
            self.presenter.write_picture(as_png(card))
            self.refresh()

        later(0)

    def _make_tab(self) -> TextButton:
        button = TextButton()
        button.bind(on_release=lambda each: self._open(each.choice))
        return button

    def _open(self, tab: ResultTab) -> None:
        self.presenter.open(tab)
        self.refresh()


class ShareCard(BoxLayout):
    """The result on one page, to be rendered to a picture file."""

    headline = StringProperty("")
    note = StringProperty("")

    def __init__(self, view: ResultView, model: ResultModel) -> None:
        super().__init__()
        self.headline, self.note = model.headline, model.note
        for page in (RankingPage(view), *((PointsPage(view),) if model.bars else ())):
            page.show(model)
            self.ids.pages.add_widget(page)


def as_png(widget: Widget) -> bytes:
    """Render a widget whose layout is complete as a PNG file."""
    content = BytesIO()
    widget.export_as_image().save(content, fmt="png")
    return content.getvalue()


def _part(segment: Segment) -> BarPart:
    if segment.kind is ShareKind.CHIPS:
        return BarPart(segment.vp, _CHIPS)
    if segment.kind is ShareKind.BONUS or segment.side is None:
        return BarPart(segment.vp, _BONUS, f"+{segment.vp}")
    return BarPart(segment.vp, ground_of(segment.side))


load_kv(__file__)
