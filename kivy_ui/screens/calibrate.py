"""The calibration's screen: the list of profiles, a profile's page, the wizard."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.roll.dice import DieType
from companion.session.calibration_ports import ProfilePage
from kivy_ui.panels.profile import DeleteProfilePanel, ProfileNamePanel
from kivy_ui.panels.proof_die import ProofDiePanel
from kivy_ui.presenters.calibrate import CalibratePresenter, StepRow, WizardModel
from kivy_ui.presenters.house import House
from kivy_ui.presenters.profiles import Line, Mode
from kivy_ui.screens.base import Opener, TableScreen, keep_children
from kivy_ui.widgets import lab_plot, photo  # noqa: F401 - the rules name their widgets
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.lists import LineView
from kivy_ui.widgets.rules import load_rules


class StepLightView(TapArea):
    """A traffic light: a symbol, a name and a number; a tap tells what to do."""

    key = ""
    name = StringProperty("")
    icon = StringProperty("minus")
    signal = StringProperty("wait")
    value = StringProperty("")
    chosen = BooleanProperty(False)

    def show(self, row: StepRow, *, chosen: bool) -> None:
        """Show a light."""
        self.key, self.name, self.icon = row.key, row.name, row.icon
        self.signal, self.value, self.chosen = row.signal.value, row.value, chosen


class ProfilesPart(BoxLayout):
    """The list of profiles; a tap opens a page."""

    nothing = StringProperty("")


class ProfilePart(BoxLayout):
    """A profile's page."""

    def __init__(self, screen: Calibrate) -> None:
        self.screen = screen
        super().__init__()


class WizardPart(BoxLayout):
    """The wizard: lights at one side, the camera's picture at the other."""

    advice = StringProperty("")
    can_skip = BooleanProperty(False)
    name = StringProperty("")
    has_picture = BooleanProperty(False)

    def __init__(self, screen: Calibrate) -> None:
        self.screen = screen
        super().__init__()


class Calibrate(TableScreen):
    """The screen of the calibration."""

    def __init__(self, house: House, window: Opener) -> None:
        self._asked = ""
        self._shown: object = None
        super().__init__(house, window)
        self._list, self._page, self._wizard = ProfilesPart(), ProfilePart(self), WizardPart(self)
        self._wizard.ids.photo.bind(on_die=self._correct)

    @property
    def presenter(self) -> CalibratePresenter:
        """The behaviour behind this screen."""
        return self.house.side.calibrate

    def tick(self) -> None:
        """Show what the camera and the wizard have come to."""
        self.presenter.tick()
        state = self.presenter.state()
        if state != self._shown:
            self._shown = state
            self.window.refresh()

    def refresh(self) -> None:
        """Show the list, the page or the wizard."""
        presenter = self.presenter
        mode = presenter.mode
        page = presenter.profiles.page() if mode is Mode.PAGE else None
        model = presenter.wizard_model()
        if model is not None:
            self._show_wizard(model)
        elif page is not None:
            self._show_page(page)
        else:
            self._show_list()
        self._tell()

    # --- taps ------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """End the wizard."""
        self.presenter.cancel()
        self.window.refresh()

    def skip(self) -> None:
        """No more proof throws."""
        self.presenter.skip()
        self.window.refresh()

    def rename(self) -> None:
        """Type the profile's name."""
        self.window.open_panel(ProfileNamePanel(self.house, self.window))

    def close_page(self) -> None:
        """Back to the list."""
        self.presenter.profiles.close()
        self.window.refresh()

    def refresh_light(self) -> None:
        """Take the light of now into the profile."""
        self.presenter.refresh_light()
        self.window.refresh()

    def delete(self) -> None:
        """Ask before the profile is removed."""
        self.window.open_panel(DeleteProfilePanel(self.house, self.window))

    # --- parts -----------------------------------------------------------------------------------

    def _show_list(self) -> None:
        part, translate = self._list, self.house.desk.words.translate
        lines = self.presenter.profiles.lines()
        for view, line in zip(part.ids.lines.fill(len(lines), self._open), lines, strict=True):
            _fill(view, line)
        part.nothing = ""
        if not lines:
            part.nothing = translate(
                "No profile yet. The dice are read without one; with one they are read more "
                "surely under your lamp."
            )
        self._put(part)

    def _show_page(self, page: ProfilePage) -> None:
        part, profiles = self._page, self.presenter.profiles
        lines = profiles.page_lines(page)
        views = part.ids.lines.fill(len(lines), _nothing)
        for view, line in zip(views, lines, strict=True):
            _fill(view, line)
        close = [(pair.first, pair.second) for pair in page.pairs if pair.close]
        part.ids.plot.show(profiles.spots(page), close)
        self._put(part)

    def _show_wizard(self, model: WizardModel) -> None:
        part = self._wizard
        views = keep_children(part.ids.steps, len(model.rows), self._make_light)
        for view, row in zip(views, model.rows, strict=True):
            view.show(row, chosen=row.key == self._asked and bool(row.advice))
        asked = next((row.advice for row in model.rows if row.key == self._asked), "")
        part.advice = asked or model.advice
        part.can_skip, part.name = model.can_skip, model.name
        part.has_picture = model.picture.picture is not None
        words = self.house.desk.words
        part.ids.photo.show(model.picture, {die.value: words.letters(die) for die in DieType})
        self._put(part)

    def _put(self, part: Widget) -> None:
        if self.ids.body.children != [part]:
            self.ids.body.clear_widgets()
            self.ids.body.add_widget(part)

    def _tell(self) -> None:
        news = self.presenter.take_news()
        if news is not None:
            self.window.show_banner(*news)

    # --- inside ----------------------------------------------------------------------------------

    def _make_light(self) -> StepLightView:
        view = StepLightView()
        view.bind(on_release=self._ask)
        return view

    def _ask(self, view: StepLightView) -> None:
        self._asked = "" if self._asked == view.key else view.key
        self.window.refresh()

    def _open(self, view: LineView) -> None:
        self.presenter.profiles.open(view.key)
        self.window.refresh()

    def _correct(self, _photo: object, index: int) -> None:
        if self.presenter.die_at(index) is not None:
            self.window.open_panel(ProofDiePanel(self.house, self.window, index))


def _fill(view: LineView, line: Line) -> None:
    view.key, view.title, view.note, view.value = line.key, line.title, line.note, line.value
    view.die, view.chosen, view.small, view.stacked = line.die, line.chosen, True, True


def _nothing(_view: LineView) -> None:
    """A line that only tells."""


load_rules(__file__)
