"""The reveal screen: the picture of each mat, doubtful dice first; a tap corrects a die."""

from __future__ import annotations

import time

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.games.roll.model.dice import DieType, Face, Place
from kivy_ui import theme
from kivy_ui.games.roll.mats.die_editor import DieEditor
from kivy_ui.games.roll.mats.reveal import SPARE, DieRow, RevealModel, Tab
from kivy_ui.panels.dice.die import DiePanel
from kivy_ui.screens.base import TableScreen
from kivy_ui.widgets import animations, controls, mat  # noqa: F401 - the .kv file uses them
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.mirrored import Mirrored
from kivy_ui.widgets.photos import photo  # noqa: F401 - the rules name its widget

_SEARCH_S = 4.0
"""Period of the progress bar's back-and-forth motion during a scan."""

_FEW_ASKED = 2
"""Up to this many dice to be confirmed are shown large beside the picture."""

_STATE_INKS = {"waiting": theme.WAITING, "doubt": theme.DOUBT, "check": theme.GOOD}


class TabView(TapArea):
    """A seat's tab at the top of the reveal screen."""

    number = NumericProperty(0)
    name = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    state_icon = StringProperty("")
    state_ink = ColorProperty(theme.MUTED)
    chosen = BooleanProperty(False)

    def show(self, tab: Tab) -> None:
        """Show a tab."""
        self.number, self.name, self.chosen = tab.number, tab.name, tab.chosen
        self.colour = theme.seat_colour(tab.colour)
        self.state_icon = tab.state.value
        self.state_ink = _STATE_INKS[tab.state.value]


class DieRowView(Mirrored, TapArea):
    """A recorded die; a doubtful one has a confirm button, a wrong one is marked.

    Attributes:
        compact: without the die type's name and the pencil icon; for dice without a question.
        large: whether it is one of few dice with a question.
    """

    __events__ = ("on_agree",)

    index = NumericProperty(0)
    die = StringProperty("")
    face = StringProperty("")
    title = StringProperty("")
    place = StringProperty("")
    short = StringProperty("")
    doubtful = BooleanProperty(False)
    wrong = BooleanProperty(False)
    compact = BooleanProperty(False)
    large = BooleanProperty(False)
    light = NumericProperty(0)

    def on_agree(self) -> None:
        """Event: the user confirms the reading."""

    def show(self, row: DieRow) -> None:
        """Show a die."""
        self.index, self.die, self.face = row.index, row.die.value, row.face.value
        self.title, self.place, self.short = row.title, row.place, row.short
        self.doubtful, self.wrong = row.doubtful, row.wrong


class SpareFace(TapArea):
    """A selectable face of the spare die (R-4.2)."""

    face = StringProperty("")
    name = StringProperty("")
    chosen = BooleanProperty(False)


class Searching(Widget):
    """An indeterminate progress bar whose moving part is at position *at*, 0 to 1."""

    at = NumericProperty(0)


class Reveal(TableScreen):
    """The screen between the ready signals and the first phase.

    The dice of a mat appear once, with an animation; doubtful ones pulse until they are confirmed
    or corrected. If motion is turned off, nothing is animated.
    """

    _appeared: frozenset[tuple[str | None, int, int]] = frozenset()

    scan_text = StringProperty("")
    scan_icon = StringProperty("")
    searching = BooleanProperty(False)
    searched = NumericProperty(0)
    selection = StringProperty("")
    selected = StringProperty("")
    selection_fine = BooleanProperty(True)
    recorded = BooleanProperty(False)
    has_camera = BooleanProperty(False)
    has_picture = BooleanProperty(False)
    drawing = BooleanProperty(False)
    spare_shown = BooleanProperty(False)
    doubted = BooleanProperty(False)
    verdict = StringProperty("")
    verdict_fine = BooleanProperty(True)
    other_light = StringProperty("")
    question = StringProperty("")

    def refresh(self) -> None:
        """Show the recorded dice."""
        presenter = self.presenters.reveal
        if presenter.follow():  # the frame's text depends on the shown mat
            self.window.refresh()
            return
        model = presenter.model()
        if model is None:
            return
        tabs = reuse_children(self.ids.tabs, len(model.tabs), self._make_tab)
        for view, tab in zip(tabs, model.tabs, strict=True):
            view.show(tab)
        self.recorded, self.has_camera = model.recorded, model.has_camera
        self.selection, self.selected = model.selection, ""
        if model.selected is not None:
            self.selected = model.selected.value
        self.selection_fine = bool(self.selected) or not model.recorded
        asked = [row for row in model.rows if row.doubtful or row.wrong]
        self.doubted = bool(asked)
        fine = [] if self.doubted else model.rows  # these can be tapped in the picture
        for box, lines in ((self.ids.rows, asked), (self.ids.cells, fine)):
            views = reuse_children(box, len(lines), self._make_row)
            for row_view, row in zip(views, lines, strict=True):
                row_view.compact = box is self.ids.cells
                row_view.large = len(asked) <= _FEW_ASKED
                row_view.show(row)
        self.verdict = model.verdict.text if model.verdict is not None else ""
        self.verdict_fine = model.verdict is None or model.verdict.fine
        self._show_spare(model)
        self._let_appear(model)
        self._show_question()
        self.ask((model.chosen, self.question))
        self.tick()

    def tick(self) -> None:
        """Show the newest picture and the camera's activity."""
        presenter = self.presenters.reveal
        letters = self._letters()
        picture = presenter.picture()
        self.has_picture = picture.picture is not None
        self.ids.photo.show(picture, letters)
        self.ids.mat.show(presenter.placed(), letters)
        self._shine(animations.pulse(time.monotonic()))
        scan = presenter.scan()
        self.scan_text, self.scan_icon = scan.text, scan.icon
        self.searching = scan.searching and not self.recorded
        if self.searching and self.presenters.ui.preferences.motion:
            self.searched = abs(2 * (time.monotonic() / _SEARCH_S % 1) - 1)
        self.other_light = presenter.other_light()
        calibrate = self.presenters.side.calibrate
        calibrate.tick()
        news = calibrate.take_news()
        if news is not None:
            self.window.show_banner(*news)

    # --- actions -------------------------------------------------------------------------------

    def choose(self, number: int) -> None:
        """Show another tab."""
        self.presenters.reveal.choose(number)
        self.ids.scroll.scroll_y = 1.0
        self.window.refresh()

    def edit(self, index: int) -> None:
        """Correct a die."""
        self._open(self.presenters.reveal.edit(index))

    def add(self, place: Place | None = None) -> None:
        """Add a die; with *place*, without the editor if only one die type is left."""
        reveal = self.presenters.reveal
        self._open(reveal.add() if place is None else reveal.enter(place))

    def rescan(self) -> None:
        """Read this mat again."""
        self.presenters.reveal.rescan()

    def take_light(self) -> None:
        """Adapt the profile in use to the current lighting."""
        self.presenters.side.calibrate.refresh_light(self.other_light)
        self.presenters.reveal.light_taken()

    def toggle_drawing(self) -> None:
        """Switch between the picture and the drawing of the mat."""
        self.drawing = not self.drawing

    def on_touch_down(self, touch: object) -> bool:
        """End the animation on any touch, then handle the touch as usual."""
        animations.full(self.ids.mat, self.ids.photo)
        return bool(super().on_touch_down(touch))

    # --- private -------------------------------------------------------------------------------

    def _let_appear(self, model: RevealModel) -> None:
        ui = self.presenters.ui
        shown = (ui.update.game_id, ui.view.round if ui.view is not None else 0, model.chosen)
        if model.recorded and shown not in self._appeared:
            self._appeared = frozenset(
                {*(each for each in self._appeared if each[:2] == shown[:2]), shown}
            )
            if ui.preferences.motion:
                animations.grow(self.ids.mat, self.ids.photo)

    def _shine(self, light: float) -> None:
        if not self.presenters.ui.preferences.motion:
            light = 0.0
        for part in (self.ids.mat, self.ids.photo, *self.ids.rows.children):
            part.light = light if self.doubted else 0.0

    def _open(self, editor: DieEditor | None) -> None:
        if editor is not None:
            self.window.open_panel(DiePanel(self.presenters, self.window, editor))

    def _letters(self) -> dict[str, str]:
        words = self.presenters.ui.words
        return {die.value: words.letters(die) for die in DieType}

    def _show_spare(self, model: RevealModel) -> None:
        self.spare_shown = model.chosen == SPARE
        if not self.spare_shown:
            return
        words = self.presenters.ui.words
        faces = self.presenters.reveal.spare_faces()
        for view, face in zip(
            reuse_children(self.ids.spare_faces, len(faces), self._make_spare), faces, strict=True
        ):
            view.face, view.name = face.value, words.face(face)
            view.chosen = face is model.spare

    def _show_question(self) -> None:
        learning = self.presenters.side.learning
        self.question = learning.question
        answers = learning.choices() if self.question else ()
        self.ids.answers.show(answers, None, self._answer)
        if learning.error is not None:
            error, learning.error = learning.error, None
            text = self.presenters.side.calibrate.error_text
            self.window.show_banner(text.message(error), text.hint(error), "error")

    def _answer(self, answer: object) -> None:
        self.presenters.side.learning.answer(str(answer))
        self.refresh()

    def _make_tab(self) -> TabView:
        view = TabView()
        view.bind(on_release=lambda tab: self.choose(tab.number))
        return view

    def _make_row(self) -> DieRowView:
        view = DieRowView()
        view.bind(on_release=lambda row: self.edit(row.index))
        view.bind(on_agree=lambda row: self.presenters.reveal.agree(row.index))
        return view

    def _make_spare(self) -> SpareFace:
        view = SpareFace()
        view.bind(on_release=lambda tapped: self.presenters.reveal.record_spare(Face(tapped.face)))
        return view


load_kv(__file__)
