"""Parts of the calibration screen without live picture: profile list, profile page, faces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.calibration_ports import ProfilePage
from kivy_ui import theme
from kivy_ui.calibration.dice_names import TYPES
from kivy_ui.calibration.faces import FaceRow, FacesModel, KindChoice, icon_of
from kivy_ui.calibration.profiles import Line, PairBar, ProfilesPresenter
from kivy_ui.common.outlines import CropModel
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.lists import LineView
from kivy_ui.widgets.photos import crop, photo  # noqa: F401 - the .kv file uses them

if TYPE_CHECKING:
    from kivy_ui.screens.calibrate import Calibrate


_INKS: Final = {"good": theme.GOOD, "doubt": theme.DOUBT, "unknown": theme.MUTED}


class ProfilesPart(BoxLayout):
    """The list of profiles; a tap opens a profile's page."""

    nothing = StringProperty("")

    def __init__(self, screen: Calibrate) -> None:
        self.screen = screen
        super().__init__()

    def show(self, lines: tuple[Line, ...], nothing: str) -> None:
        """Show the lines, or the text *nothing* if there are none."""
        for view, line in zip(self.ids.lines.fill(len(lines), self._open), lines, strict=True):
            _fill(view, line)
        self.nothing = "" if lines else nothing

    def _open(self, view: LineView) -> None:
        self.screen.open_profile(view.key)


class PairView(BoxLayout):
    """Two dice side by side, and the distance of their colours."""

    first = StringProperty("")
    second = StringProperty("")
    share = NumericProperty(0.0)
    close = BooleanProperty(False)

    def show(self, bar: PairBar) -> None:
        """Show a pair."""
        self.first, self.second = bar.first, bar.second
        self.share, self.close = bar.share, bar.close


class ProfilePart(BoxLayout):
    """A profile's page."""

    measured = BooleanProperty(True)
    verdict = StringProperty("")
    advice = StringProperty("")
    icon = StringProperty("")
    ink = ColorProperty(theme.TEXT)
    has_picture = BooleanProperty(False)
    pictured = BooleanProperty(False)

    def __init__(self, screen: Calibrate) -> None:
        self.screen = screen
        super().__init__()

    def show(self, page: ProfilePage, profiles: ProfilesPresenter) -> None:
        """Show the details of a profile."""
        lines = profiles.page_lines(page)
        views = self.ids.lines.fill(len(lines), _nothing)
        for view, line in zip(views, lines, strict=True):
            _fill(view, line)
        self.measured, self.has_picture = bool(page.pairs), page.picture is not None
        self.ids.picture.show_picture(page.picture)
        verdict = profiles.verdict(page)
        self.verdict, self.advice, self.icon = verdict.title, verdict.note, verdict.icon
        self.ink = _INKS[verdict.tone]
        bars = profiles.pair_bars(page)
        for pair, bar in zip(
            reuse_children(self.ids.pairs, len(bars), PairView), bars, strict=True
        ):
            pair.show(bar)


class KindView(TapArea):
    """A selectable die, and how many of its faces are learned."""

    key = ""
    name = StringProperty("")
    die = StringProperty("")
    icon = StringProperty("")
    count = StringProperty("")
    share = NumericProperty(0.0)

    def show(self, kind: KindChoice) -> None:
        """Show a die."""
        self.key, self.name, self.die = kind.key, kind.name, kind.die
        self.icon = icon_of(kind.key)
        self.count = f"{kind.known}/{kind.sides}" if kind.known else ""
        self.share = kind.known / kind.sides


class KnownFace(BoxLayout):
    """A learned face, with a button to remove it."""

    __events__ = ("on_forget",)

    title = StringProperty("")
    note = StringProperty("")
    drawn = StringProperty("")
    glyph = StringProperty("")
    die = ""
    face = ""

    def on_forget(self) -> None:
        """Event: the remove button was tapped."""

    def show(self, row: FaceRow) -> None:
        """Show a face."""
        self.die, self.face = row.die, row.face
        self.title, self.note = row.title, row.note
        self.drawn = row.die if row.die in TYPES else ""
        self.glyph = row.glyph
        edge = min(row.picture.width, row.picture.height)
        self.ids.crop.show(CropModel(row.picture, (0, 0, edge, edge)))


class FacesPart(BoxLayout):
    """The dice that can be shown to the camera, beside the learned faces."""

    nothing = StringProperty("")

    def __init__(self, screen: Calibrate) -> None:
        self.screen = screen
        super().__init__()

    def show(self, model: FacesModel, nothing: str) -> None:
        """Show the dice and the learned faces, or the text *nothing* if there are none."""
        kinds = reuse_children(self.ids.kinds, len(model.kinds), self._make_kind)
        for view, kind in zip(kinds, model.kinds, strict=True):
            view.show(kind)
        rows = reuse_children(self.ids.rows, len(model.rows), self._make_row)
        for row_view, row in zip(rows, model.rows, strict=True):
            row_view.show(row)
        self.nothing = "" if model.rows else nothing

    def _make_kind(self) -> KindView:
        view = KindView()
        view.bind(on_release=lambda kind: self.screen.begin_showing(kind.key))
        return view

    def _make_row(self) -> KnownFace:
        view = KnownFace()
        view.bind(on_forget=lambda row: self.screen.forget_face(row.die, row.face))
        return view


def _fill(view: LineView, line: Line) -> None:
    view.key, view.title, view.note, view.value = line.key, line.title, line.note, line.value
    view.die, view.chosen, view.stacked = line.die, line.chosen, True
    view.face = line.icon
    view.leads = bool(line.key)
    view.value_large = True
    view.ink = view.value_ink = _INKS.get(line.tone, theme.TEXT)


def _nothing(_view: LineView) -> None:
    """Ignore a tap on a read-only line."""


load_kv(__file__)
