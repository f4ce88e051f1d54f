"""What the pages of the calibration share: the machine, what it says by itself, typing a name."""

import math

from companion.errors import CompanionError
from companion.session.calibration_ports import Calibration, CameraView, ReadCount
from kivy_ui.common.stacked_pages import Do, StackedPages, do
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.letters import Typing
from kivy_ui.pages.page import Main, Page, Picture

GOOD = Picture("tick/good")
DOUBT = Picture("mark/doubt")


class Desk:
    """What all pages of the calibration use.

    Attributes:
        measuring: name of the profile whose light is being measured; empty for none.
        news: what the window has to say, once: text, remedy, icon.
    """

    def __init__(self, ui: UiContext) -> None:
        self.ui = ui
        self.measuring = ""
        self.news: tuple[str, str, str] | None = None

    @property
    def machine(self) -> Calibration:
        return self.ui.settings.services.calibration()

    def measure(self, name: str) -> None:
        """Measure the light in the next picture for a profile."""
        self.measuring = name
        self.machine.refresh_light(name)

    def fail(self, error: CompanionError) -> None:
        """Let the window say over the page what failed."""
        text = self.ui.error_text
        self.news = text.message(error), text.hint(error), "error"

    def follow(self) -> None:
        """Take note of what happened by itself: a profile is used, a light was measured."""
        translate = self.ui.translate
        if followed := self.ui.settings.services.switched_profile():
            used = translate("The light matches %(name)s: it is now used to read the dice.",
                             name=followed)  # fmt: skip
            self.news = used, "", "info"
        outcome = self.machine.refreshed() if self.measuring else None
        if outcome is None:
            return
        name, self.measuring = self.measuring, ""
        if isinstance(outcome, CompanionError):
            self.fail(outcome)
        else:
            self.news = translate("%(name)s now matches the light.", name=name), "", "info"


class Part(StackedPages):
    """A part of the calibration: its pages, and what touches mean on them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.ui)
        self.desk = desk

    @property
    def machine(self) -> Calibration:
        return self.desk.machine

    def cancel(self) -> None:
        """End what goes on at the camera, without saving anything."""
        self.machine.cancel()

    def in_the_way(self, view: CameraView) -> tuple[str, ...]:
        """Return why the camera shows nothing that could be used; empty if it does."""
        if view.hidden:
            return (self.translate("Players choose behind their screens: the camera is paused."),)
        return self.what_to_do(view.fault)

    def what_to_do(self, error: CompanionError | None) -> tuple[str, ...]:
        """Return the remedy of an error, and the error; nothing without one."""
        if error is None:
            return ()
        text = self.ui.error_text
        return tuple(filter(None, (text.hint(error), text.message(error))))

    def how_read(self, count: ReadCount) -> str:
        """Return how dice were read; of many, what that means for a hundred."""
        if not count.read:
            return self.translate("No dice were counted with this profile yet.")
        share = min(count.read, 100) / count.read
        return self.translate(
            "Of %(read)s dice: asked about %(doubtful)s, misread %(wrong)s",
            read=min(count.read, 100),
            doubtful=math.ceil(count.doubtful * share),
            wrong=math.ceil(count.corrected * share),
        )

    def ask_name(self, name: str, take: Do) -> None:
        """Let a name be typed; *take* gets it, and closes the page unless it refuses."""
        self.typing = Typing(name)
        self.open(self._naming, take)

    def _naming(self, take: Do) -> Page:
        translate, typing = self.translate, self.typing or Typing()
        label = translate("Name of the profile")
        done = Main(translate("Done"), do(self._named, take), "tick")
        return Page(
            translate("Calibration"),
            label,
            typing.body(label, translate.language),
            main=done if typing.text.strip() else Main(translate("Type a name")),
        )

    def _named(self, take: Do) -> None:
        if self.typing is not None:
            take(self.typing.text.strip())
