"""Parts of the calibration screen with the picture: wizard, showing faces, zone drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.session.calibration_ports import Signal
from kivy_ui import theme
from kivy_ui.calibration.faces import ENOUGH, FaceButton, ShowingModel
from kivy_ui.calibration.strip_shape import Point
from kivy_ui.calibration.wizard import WizardModel
from kivy_ui.calibration.zone_drawing import MatTab, PlacesModel
from kivy_ui.common.player_group import COLOURS
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.drawn import DieView
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.lists import LineView
from kivy_ui.widgets.photos import photo, place_canvas  # noqa: F401 - the .kv file uses them

if TYPE_CHECKING:
    from kivy_ui.screens.calibrate import Calibrate


_INKS: Final = {
    Signal.GREEN: theme.GOOD,
    Signal.YELLOW: theme.WAITING,
    Signal.RED: theme.BAD,
    Signal.WAIT: theme.MUTED,
}


_BRIEF: Final = 64
"""Advice shorter than this many characters is shown in larger text."""


class WizardPart(BoxLayout):
    """The wizard: the camera picture, the status lights (traffic lights) and the advice.

    Attributes:
        blind: whether there is no picture, so that nothing can be checked.
        brief: whether the advice is short enough for larger text.
    """

    advice = StringProperty("")
    brief = BooleanProperty(False)
    blind = BooleanProperty(False)
    can_skip = BooleanProperty(False)
    name = StringProperty("")

    def __init__(self, screen: Calibrate) -> None:
        self.screen = screen
        self._asked = ""
        super().__init__()
        self.ids.photo.bind(on_die=lambda _photo, index: screen.correct(index))

    def show(self, model: WizardModel, letters: dict[str, str]) -> None:
        """Show status lights, picture and advice; a tapped light's advice takes precedence."""
        dice = reuse_children(self.ids.dice, len(model.dice), DieView)
        for die, key in zip(dice, model.dice, strict=True):
            die.die = key
        thrown = reuse_children(self.ids.throw, len(model.throw), self._make_thrown)
        for view, each in zip(thrown, model.throw, strict=True):
            view.index, view.die, view.face = each.index, each.die, each.face
            view.doubtful = each.doubtful
        rows = model.lights
        for view, row in zip(self.ids.lights.fill(len(rows), self._ask), rows, strict=True):
            view.key, view.title, view.face = row.key, row.name, row.icon
            view.ink = view.value_ink = _INKS[row.signal]
            view.value, view.value_large, view.value_share = row.value, True, 0.4
            view.share = model.share
            view.chosen = bool(row.advice) and row.key == (self._asked or model.worst)
        asked = next((row.advice for row in rows if row.key == self._asked), "")
        self.advice = asked or model.advice
        self.brief = len(self.advice) < _BRIEF
        self.blind = model.picture.picture is None
        self.can_skip, self.name = model.can_skip, model.name
        self.ids.photo.show(model.picture, letters)

    def _make_thrown(self) -> ThrownDieView:
        view = ThrownDieView()
        view.bind(on_release=lambda die: self.screen.correct(die.index))
        return view

    def _ask(self, view: LineView) -> None:
        self._asked = "" if self._asked == view.key else view.key
        self.screen.window.refresh()


class ThrownDieView(TapArea):
    """A die of the test roll as it was read; a tap corrects it."""

    index = 0
    die = StringProperty("")
    face = StringProperty("")
    doubtful = BooleanProperty(False)


class FaceButtonView(TapArea):
    """A button with a possible name of the face in view."""

    key = ""
    word = StringProperty("")
    glyph = StringProperty("")
    die = StringProperty("")
    single = BooleanProperty(False)
    looks = NumericProperty(0)

    def show(self, button: FaceButton) -> None:
        """Show a name and how often that face was shown."""
        self.key, self.glyph = button.key, button.glyph
        self.word = button.word.replace(": ", ":\n")
        self.die, self.single = button.die, len(button.word) == 1
        self.looks = min(button.looks, ENOUGH)


class SideShown(Widget):
    """A progress mark for one side of the die: whether it was shown."""

    shown = BooleanProperty(False)


class ShowingPart(BoxLayout):
    """The picture of a die under the camera, and buttons that name its faces."""

    advice = StringProperty("")
    die = StringProperty("")
    icon = StringProperty("")
    waits = BooleanProperty(False)

    def __init__(self, screen: Calibrate) -> None:
        self.screen = screen
        super().__init__()
        self.ids.photo.bind(on_die=lambda _photo, index: screen.pick(index))

    def show(self, model: ShowingModel, letters: dict[str, str]) -> None:
        """Show the picture and the names."""
        views = reuse_children(self.ids.faces, len(model.buttons), self._make)
        for view, button in zip(views, model.buttons, strict=True):
            view.show(button)
            view.disabled = not model.can_name
        sides = reuse_children(self.ids.sides, model.sides, SideShown)
        for number, side in enumerate(sides):
            side.shown = number < model.done
        self.advice, self.waits = model.advice, not model.can_name
        self.die, self.icon = model.die, model.icon
        self.ids.photo.show(model.picture, letters)

    def _make(self) -> FaceButtonView:
        view = FaceButtonView()
        view.bind(on_release=lambda tapped: self.screen.name_face(tapped.key))
        return view


class MatTabView(TapArea):
    """The tab of a mat; a check mark shows that its zones are drawn."""

    mat = ""
    seat = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    word = StringProperty("")
    drawn = BooleanProperty(False)
    chosen = BooleanProperty(False)

    def show(self, tab: MatTab) -> None:
        """Show a tab."""
        self.mat, self.drawn, self.chosen = tab.mat, tab.drawn, tab.chosen
        self.seat, self.word = (tab.label, "") if tab.label.isdigit() else ("", tab.label)
        if self.seat:
            self.colour = theme.seat_colour(COLOURS[int(self.seat) - 1])


class PlacesPart(BoxLayout):
    """The zone drawing: the picture with its handles, and the controls beside it."""

    drawn = BooleanProperty(False)
    columns = BooleanProperty(True)
    selections = BooleanProperty(False)
    dictate = BooleanProperty(False)
    wide = BooleanProperty(True)
    draws_here = BooleanProperty(False)

    def __init__(self, screen: Calibrate) -> None:
        self.screen = screen
        super().__init__()
        canvas = self.ids.canvas
        canvas.bind(on_grab=self._grab, on_drag=self._drag, on_let_go=self._let_go)

    def show(self, model: PlacesModel) -> None:
        """Show the picture and the mats."""
        tabs = reuse_children(self.ids.tabs, len(model.tabs), self._make_tab)
        for view, tab in zip(tabs, model.tabs, strict=True):
            view.show(tab)
        self.drawn, self.columns = model.drawn, model.columns
        self.selections, self.dictate = model.selections, model.dictate
        self.draws_here = not model.drawn and self.screen.places.changed
        self.ids.canvas.show(model)

    def _make_tab(self) -> MatTabView:
        view = MatTabView()
        view.bind(on_release=lambda tab: self.screen.choose_mat(tab.mat))
        return view

    def _grab(self, _canvas: object, place: Point, reach: float, aspect: float) -> None:
        if self.screen.places.grab(place, reach, aspect):
            self.ids.canvas.take()
        self.screen.window.refresh()

    def _drag(self, _canvas: object, place: Point) -> None:
        self.screen.places.drag(place)
        self.screen.show_places()

    def _let_go(self, _canvas: object) -> None:
        self.screen.places.release()
        self.screen.window.refresh()


load_kv(__file__)
