"""Presenter of the calibration screen: selects its parts and provides the frame content."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import CompanionError
from companion.session.calibration_ports import Calibration, Stage
from kivy_ui.calibration.dice_names import die_name, error_text
from kivy_ui.calibration.faces import FacesPresenter
from kivy_ui.calibration.profiles import Mode, ProfilesPresenter
from kivy_ui.calibration.wizard import WizardPresenter
from kivy_ui.calibration.zone_drawing import PlacesPresenter
from kivy_ui.common.error_text import ErrorText
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.common.ui_context import UiContext


class CalibratePresenter:
    """Presenter of the calibration screen.

    Attributes:
        profiles: presenter of the list of profiles and of a profile's page.
        wizard: presenter of the wizard that creates a profile.
        faces: presenter of the enrolled faces.
        places: presenter of drawing places on the picture.
        error: the newest error.
        notice: the newest success message, shown once.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self.profiles = ProfilesPresenter(ui, self._tell)
        self.wizard = WizardPresenter(ui)
        self.faces = FacesPresenter(ui, self._tell)
        self.places = PlacesPresenter(ui, self._tell)
        self._refreshing = ""
        self.error: CompanionError | None = None
        self.notice = ""

    @property
    def error_text(self) -> ErrorText:
        """Converts errors to text in the chosen language."""
        return error_text(self._ui)

    # --- opening and updates ---------------------------------------------------------------------

    def enter(self) -> None:
        """Show the profiles, and compare them with the current light."""
        self.profiles.close()
        self.faces.close()
        self.error, self.notice, self._refreshing = None, "", ""
        self._machine.compare()

    @property
    def mode(self) -> Mode:
        """The part that is shown."""
        machine = self._machine
        if machine.wizard() is not None:
            return Mode.WIZARD
        if machine.teaching.showing() is not None:
            return Mode.SHOWING
        if machine.drawing.view() is not None:
            return Mode.PLACES
        if self.faces.profile:
            return Mode.FACES
        return Mode.PAGE if self.profiles.opened else Mode.LIST

    def state(self) -> object:
        """Return a snapshot of everything shown that may change by itself."""
        machine = self._machine
        return (
            machine.profiles(),
            machine.wizard(),
            machine.teaching.showing(),
            machine.drawing.view(),
            self._refreshing,
            self.notice,
            self.error,
        )

    def tick(self) -> None:
        """Poll the result of measuring the light, and automatic changes of the profile."""
        followed = self._machine.followed()
        if followed:
            self.notice = self._ui.translate(
                "The light matches %(name)s: it is now used to read the dice.", name=followed
            )
        outcome = self._machine.refreshed()
        if outcome is None:
            return
        name, self._refreshing = self._refreshing, ""
        if isinstance(outcome, CompanionError):
            self.error = outcome
        else:
            self.notice = self._ui.translate("%(name)s now matches the light.", name=name)

    def take_news(self) -> tuple[str, str, str] | None:
        """Return the message to show, once: text, remedy, icon."""
        error, notice = self.error, self.notice
        self.error, self.notice = None, ""
        if error is not None:
            return self.error_text.message(error), self.error_text.hint(error), "error"
        return (notice, "", "info") if notice else None

    @property
    def _machine(self) -> Calibration:
        return self._ui.settings.services.calibration

    # --- profile actions -------------------------------------------------------------------------

    def delete(self) -> None:
        """Delete the opened profile; undo on the list restores it."""
        name = self.profiles.opened
        self.profiles.close()
        self._guarded(lambda: self._machine.delete(name))

    def rename(self, to: str) -> None:
        """Rename the opened profile; an empty name changes nothing."""
        name, to = self.profiles.opened, to.strip()
        if to and self._guarded(lambda: self._machine.rename(name, to)):
            self.profiles.open(to)

    def refresh_light(self, name: str = "") -> None:
        """Measure the light in the next picture for the opened profile, or for *name*."""
        self._refreshing = name or self.profiles.opened
        self._machine.refresh_light(self._refreshing)

    def create_without_light(self) -> None:
        """Create a profile without a calibration mat, and show its page."""
        name = self.wizard.free_name()
        if self._guarded(lambda: self._machine.create_without_light(name)):
            self.profiles.open(name)

    def export_profile(self) -> None:
        """Export the opened profile to a file."""
        name = self.profiles.opened
        file = f"{safe(name)}{ENDING}"
        exchange = self._ui.settings.services.exchange

        def write() -> None:
            where = exchange.write(file, self._machine.export_file(name))
            self.notice = self._ui.translate("Saved: %(where)s", where=where)

        self._guarded(write)

    def offered(self) -> tuple[str, ...]:
        """Return names of files that may contain profiles, newest first."""
        return self._ui.settings.services.exchange.offered(ENDING)

    def import_profile(self, file: str) -> None:
        """Import the profile of a file, and show its page."""
        exchange = self._ui.settings.services.exchange

        def read() -> None:
            self.profiles.open(self._machine.import_file(exchange.read(file), file))

        self._guarded(read)

    # --- faces and places ------------------------------------------------------------------------

    def show_faces(self) -> None:
        """Open the list of the opened profile's faces."""
        self.faces.open(self.profiles.opened)

    def draw_places(self) -> None:
        """Start drawing places for the opened profile."""
        self.places.open(self.profiles.opened)

    def back(self) -> None:
        """Leave the current part without saving."""
        mode = self.mode
        if mode in (Mode.WIZARD, Mode.SHOWING, Mode.PLACES):
            self._machine.cancel()
        elif mode is Mode.FACES:
            self.faces.close()
        else:
            self.profiles.close()

    # --- window frame ----------------------------------------------------------------------------

    def frame(self) -> SideFrame:
        """Return the content of the window's frame."""
        translate = self._ui.translate
        wizard = self._machine.wizard()
        if wizard is not None:
            return self.wizard.frame(wizard)
        if self._refreshing:
            return SideFrame(
                title=self.profiles.opened or translate("Calibration"),
                status=translate("Measuring the light: leave a mat in view."),
                status_icon="waiting",
            )
        frames: dict[Mode, Callable[[], SideFrame]] = {
            Mode.SHOWING: self._showing_frame,
            Mode.PLACES: self._places_frame,
            Mode.FACES: self._faces_frame,
            Mode.PAGE: self._page_frame,
        }
        return frames.get(self.mode, self._list_frame)()

    def _list_frame(self) -> SideFrame:
        translate = self._ui.translate
        deleted = self._machine.deleted()
        status = translate("A profile stores camera, light and dice for one location.")
        if deleted:
            status = translate("%(name)s was deleted; undo restores it.", name=deleted)
        return SideFrame(
            title=translate("Calibration"),
            status=status,
            primary_text=translate("New calibration"),
            can_undo=bool(deleted),
        )

    def _page_frame(self) -> SideFrame:
        translate = self._ui.translate
        page = self.profiles.page()
        if page is None:
            return self._list_frame()
        used = self._is_used(page.line.name)
        measured = translate("Measure light") if page.pairs else ""
        in_order = page.line.fits is not False and not any(pair.close for pair in page.pairs)
        other = next((line.name for line in self._machine.profiles() if line.used), "")
        instead = translate("%(name)s is now used to read the dice.", name=other) if other else ""
        return SideFrame(
            title=page.line.name,
            status=translate("In use") if used else instead,
            status_icon="check" if used else "info",
            primary_text=measured if used else translate("Use this profile"),
            primary_quiet=used and in_order,
        )

    def _faces_frame(self) -> SideFrame:
        translate = self._ui.translate
        return SideFrame(
            title=translate("Faces"),
            status=translate("Tap the die that you want to show."),
            primary_text=translate("Done"),
            can_undo=self.faces.can_remember,
        )

    def _showing_frame(self) -> SideFrame:
        translate = self._ui.translate
        view = self._machine.teaching.showing()
        if view is None:
            return self._list_frame()
        return SideFrame(
            title=die_name(self._ui.translate, view.die),
            status=self.faces.progress(view),
            status_icon="check" if self.faces.is_complete(view) else "info",
            primary_text=translate("Save") if view.looks else "",
            primary_enabled=view.looks > 0,
            can_undo=view.looks > 0,
        )

    def _places_frame(self) -> SideFrame:
        translate = self._ui.translate
        begins = self.places.begins
        return SideFrame(
            title=translate("Places"),
            status=self.places.advice,
            primary_text=translate("Draw") if begins else translate("Save"),
            primary_enabled=begins or self.places.changed,
            can_undo=self.places.can_undo,
            can_redo=self.places.can_redo,
        )

    # --- the main button, undo and redo ----------------------------------------------------------

    def primary(self) -> None:
        """Perform the next step of the current part."""
        if self._refreshing:
            return
        match self.mode:
            case Mode.WIZARD:
                self._go_on()
            case Mode.SHOWING:
                self._keep_faces()
            case Mode.PLACES:
                self.places.go_on()
            case Mode.FACES:
                self.faces.close()
            case Mode.PAGE if self._is_used(self.profiles.opened):
                self.refresh_light()
            case Mode.PAGE:
                self._machine.choose(self.profiles.opened)
            case Mode.LIST:
                self.wizard.begin()

    def undo(self) -> None:
        """Undo: the wizard's stage, a picture, a line, a deleted face or profile."""
        match self.mode:
            case Mode.WIZARD:
                self._machine.back()
            case Mode.SHOWING:
                self.faces.back()
            case Mode.PLACES:
                self.places.undo()
            case Mode.FACES:
                self.faces.remember()
            case Mode.LIST:
                self._guarded(self._machine.restore)
            case Mode.PAGE:
                pass

    def redo(self) -> None:
        """Redo an undone change of drawn places; nothing else can be redone."""
        if self.mode is Mode.PLACES:
            self.places.redo()

    # --- private ---------------------------------------------------------------------------------

    def _go_on(self) -> None:
        view = self._machine.wizard()
        if view is None:
            return
        name = self.wizard.name.strip()
        if view.stage is Stage.PROVE:
            self._machine.confirm()
        elif view.stage is Stage.KEEP and name and self._guarded(lambda: self._machine.keep(name)):
            self.profiles.open(name)

    def _keep_faces(self) -> None:
        view = self._machine.teaching.showing()
        if view is not None and self.faces.keep():
            self.profiles.open(view.profile)
            self.faces.open(view.profile)

    def _is_used(self, name: str) -> bool:
        return any(line.used for line in self._machine.profiles() if line.name == name)

    def _tell(self, error: CompanionError) -> None:
        self.error = error

    def _guarded(self, action: Callable[[], None]) -> bool:
        self.error = None
        try:
            action()
        except CompanionError as error:
            self.error = error
        return self.error is None


ENDING = ".profile.json"
"""Suffix of exported profile files."""


def safe(name: str) -> str:
    """Return a portable file name: characters that file systems may reject become underscores."""
    return "".join(
        letter if letter.isalnum() or letter in " -_" else "_" for letter in name
    ).strip()
