"""The history screen: past games, player records, dice luck, camera reliability."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from companion.history.luck import DieLuck
from kivy_ui import theme
from kivy_ui.common.player_group import COLOURS
from kivy_ui.panels.delete import DeleteScorePanel
from kivy_ui.screens.base import Navigator, TableScreen
from kivy_ui.widgets.charts.bars import BarPart
from kivy_ui.widgets.charts.plot import Curve
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.lists import LineList, LineView
from kivy_ui.widgets.row_scroll import RowScroll
from kivy_ui.window.history import HistoryLine, HistoryPresenter, HistoryTab
from kivy_ui.window.presenters import Presenters

_MOST_FACES = 6
_READ = 3
"""Number of leading lines of the camera statistics that are parts of the readings."""
_TONES = {"good": theme.GOOD, "doubt": theme.DOUBT, "bad": theme.BAD}


class FaceBar(BoxLayout):
    """How often a face was rolled; a line across the bar marks the expected count."""

    face = StringProperty("")
    count = StringProperty("")
    share = NumericProperty(0.0)
    expected_share = NumericProperty(0.0)


class LuckView(BoxLayout):
    """A die type and its faces."""

    die = StringProperty("")
    name = StringProperty("")
    verdict = StringProperty("")

    def show(self, luck: DieLuck) -> None:
        """Show the bars."""
        most = max(max(face.count, face.expected) for face in luck.faces) * 1.15
        bars = reuse_children(self.ids.bars, _MOST_FACES, FaceBar)
        for bar in bars[len(luck.faces) :]:
            bar.opacity = 0  # hidden, so that equal faces stay in equal columns
        for bar, face in zip(bars, luck.faces, strict=False):
            bar.face, bar.count = face.face.value, str(face.count)
            bar.share, bar.expected_share = face.count / most, face.expected / most


class GamesPart(BoxLayout):
    """The list of games and the details of one."""

    has_curves = BooleanProperty(False)
    can_drop = BooleanProperty(False)
    can_count = BooleanProperty(True)
    counts_next = BooleanProperty(False)

    def __init__(self, screen: History) -> None:
        self.screen = screen
        super().__init__()


class LuckPart(BoxLayout):
    """The dice by type, below the legend of bars and lines."""


class CountCard(BoxLayout):
    """A count with an icon, its title and a note."""

    icon = StringProperty("")
    count = StringProperty("")
    title = StringProperty("")
    note = StringProperty("")
    ink = ColorProperty(theme.TEXT)

    def show(self, line: HistoryLine) -> None:
        """Show a line of the camera statistics."""
        self.icon, self.count, self.title = line.icon, str(line.count), line.title
        self.note, self.ink = line.note, _TONES.get(line.tone, theme.TEXT)


class CameraPart(BoxLayout):
    """The camera's reliability: a percentage, a bar, and a legend of its parts."""

    share = StringProperty("")

    def show(self, lines: tuple[HistoryLine, ...], share: str) -> None:
        """Show the readings as parts of a bar, then the manual corrections."""
        self.share = share
        read, by_hand = lines[:_READ], lines[_READ:]
        whole = sum(line.count for line in read)
        parts = [BarPart(line.count, _TONES[line.tone]) for line in read if line.count]
        self.ids.bar.show(parts, whole)
        for row, shown in (("read", read), ("by_hand", by_hand)):
            cards = reuse_children(self.ids[row], len(shown), CountCard)
            for card, line in zip(cards, shown, strict=True):
                card.show(line)


class EmptyPart(BoxLayout):
    """A text shown if there is no content."""

    text = StringProperty("")


class History(TableScreen):
    """The screen of past games."""

    kind_words = StringProperty("")
    nothing = BooleanProperty(True)

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        self._told: CompanionError | None = None
        super().__init__(presenters, window)
        self._games = GamesPart(self)

    @property
    def presenter(self) -> HistoryPresenter:
        """The presenter of this screen."""
        return self.presenters.side.history

    def tick(self) -> None:
        """Show the games once they are loaded."""
        if self.presenter.arrived():
            self.window.refresh()

    def refresh(self) -> None:
        """Show the chosen tab."""
        presenter, translate = self.presenter, self.presenters.ui.translate
        words = {
            HistoryTab.GAMES: translate("Games"),
            HistoryTab.PLAYERS: translate("Players"),
            HistoryTab.STARTS: translate("Factions"),
            HistoryTab.DICE: translate("Dice"),
            HistoryTab.CAMERA: translate("Camera"),
        }
        shown = [(tab, words[tab]) for tab in presenter.tabs]
        self.ids.tabs.show(shown, presenter.tab, self._open)
        self.kind_words, self.nothing = presenter.kind_words(), not presenter.games
        self._show(self._part())
        if presenter.error is not None and presenter.error is not self._told:
            self._told = presenter.error
            message, hint = translate.message(presenter.error), translate.hint(presenter.error)
            self.window.show_banner(message, hint, "error")

    def next_kind(self) -> None:
        """Switch the filter to the next box; after the last one show all games."""
        self.presenter.next_kind()
        self.window.refresh()

    def score(self) -> None:
        """Enter or correct the tiles of the chosen game."""
        if self.presenter.score():
            self.window.visit("score_entry")
            self.presenters.side.score_entry.load(*self.presenter.handed_over)
            self.window.refresh()

    def primary(self) -> None:
        """Enter the tiles of the chosen game, or show its result."""
        if self.presenter.counts_next:
            self.score()
        else:
            self.show_result()

    def export(self) -> None:
        """Export the history."""
        self.presenter.export()
        self.window.refresh()

    def show_result(self) -> None:
        """Show the chosen game's result: ranking, chart, points, awards, sharing."""
        self.window.visit("past_result")

    def drop(self) -> None:
        """Ask for confirmation before an entered score is deleted."""
        self.window.open_panel(DeleteScorePanel(self.presenters, self.window))

    # --- parts -----------------------------------------------------------------------------------

    def _part(self) -> Widget:
        presenter, translate = self.presenter, self.presenters.ui.translate
        if presenter.busy and not presenter.games:
            return _empty(translate("Reading past games ..."))
        if not presenter.games:
            return _empty(
                translate(
                    "No game yet. Games played here appear automatically; add others with Final "
                    "score in the menu."
                )
            )
        match presenter.tab:
            case HistoryTab.GAMES:
                self._show_games()
                return self._games
            case HistoryTab.PLAYERS:
                nobody = translate("Nobody has a counted result yet: enter tiles under Games.")
                return self._lines(presenter.player_lines(), nobody)
            case HistoryTab.STARTS:
                unknown = translate("No counted game has factions yet.")
                return self._lines(presenter.start_lines(), unknown)
            case HistoryTab.DICE:
                return self._dice()
            case HistoryTab.CAMERA:
                unread = translate("The camera has not read any dice yet.")
                lines = presenter.camera_lines()
                if not lines:
                    return _empty(unread)
                camera = CameraPart()
                camera.show(lines, presenter.camera_share())
                return camera

    def _show_games(self) -> None:
        presenter, part = self.presenter, self._games
        game = presenter.game()
        if game is None:
            return
        lines = presenter.game_lines()
        for view, line in zip(part.ids.games.fill(len(lines), self._choose), lines, strict=True):
            _fill(view, line)
            view.chosen, view.value_share = line.key == game.game_id, 0.55
        details = presenter.details(game)
        rows = part.ids.details.fill(len(details), _nothing)
        for view, line in zip(rows, details, strict=True):
            _fill(view, line)
        by_round = game.points_by_round or game.vp_by_round
        part.has_curves = len(by_round) > 1
        curves = zip(game.players, zip(*by_round, strict=True), strict=True) if by_round else ()
        part.ids.plot.show(
            [
                Curve(
                    str(player.seat or index + 1),
                    player.name,
                    theme.seat_colour(player.colour or COLOURS[index]),
                    values,
                )
                for index, (player, values) in enumerate(curves)
            ]
        )
        part.can_drop = presenter.can_drop()
        part.can_count, part.counts_next = presenter.can_count(), presenter.counts_next

    def _lines(self, lines: tuple[HistoryLine, ...], nothing: str) -> Widget:
        if not lines:
            return _empty(nothing)
        part = LineList()
        for view, line in zip(part.fill(len(lines), _nothing), lines, strict=True):
            _fill(view, line)
        return part

    def _dice(self) -> Widget:
        presenter, words = self.presenter, self.presenters.ui.words
        luck = presenter.luck()
        if not luck:
            return _empty(words.translate("No dice have been seen yet."))
        part = RowScroll()
        rows = BoxLayout(orientation="vertical", size_hint_y=None, spacing=dp(theme.HALF_GAP))
        rows.bind(minimum_height=rows.setter("height"))

        def share_height(_scroll: Widget, height: float) -> None:
            gaps = (len(luck) - 1) * dp(theme.HALF_GAP)
            each = min(max((height - gaps) / len(luck), dp(theme.grid(14))), dp(theme.grid(18)))
            for view in rows.children:
                view.height = each

        for each in luck:
            view = LuckView(
                die=each.die.value, name=words.die(each.die), verdict=presenter.verdict(each)
            )
            view.show(each)
            rows.add_widget(view)
        part.add_widget(rows)
        part.bind(height=share_height)
        page = LuckPart()
        page.add_widget(part)
        return page

    def _show(self, part: Widget) -> None:
        body = self.ids.body
        if body.children != [part]:
            body.clear_widgets()
            body.add_widget(part)

    def _open(self, tab: object) -> None:
        if isinstance(tab, HistoryTab):
            self.presenter.open_tab(tab)
            self.window.refresh()

    def _choose(self, view: LineView) -> None:
        self.presenter.choose(view.key)
        self.window.refresh()


def _fill(view: LineView, line: HistoryLine) -> None:
    view.key, view.title, view.note, view.value = line.key, line.title, line.note, line.value
    view.stacked = view.value_large = True
    view.face = line.icon
    view.number, colour = line.seat or ("", "")
    view.colour = theme.seat_colour(colour)
    view.rank = line.rank
    view.value_ink = _TONES.get(line.tone, theme.TEXT)
    view.share = -1 if line.share is None else line.share
    view.ink = view.colour if line.seat else _TONES.get(line.tone, theme.ACCENT)
    view.headline = line.heading
    if line.heading:
        view.fill = theme.WAITING_GROUND if line.icon == "crown" else theme.SURFACE
        view.ink = theme.WAITING


def _empty(text: str) -> EmptyPart:
    return EmptyPart(text=text)


def _nothing(_view: LineView) -> None:
    """Ignore a tap on a read-only line."""


load_kv(__file__)
