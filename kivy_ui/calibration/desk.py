"""What the pages of the calibration share: the machine, errors and news in words, typing a name."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from companion.errors import CompanionError
from companion.session.calibration_ports import Calibration, CameraView
from companion.session.ports import Corners
from companion.session.table_port import Picture as CameraPicture
from kivy_ui.calibration.dice_names import error_text
from kivy_ui.common.page_source import Said
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.letters import Typing, TypingKey
from kivy_ui.pages.page import Main, Page, Photograph, Picture

GOOD = Picture("tick/good")
DOUBT = Picture("mark/doubt")


class Go(Enum):
    """Keys that more than one page has."""

    BACK = "back"
    TYPED = "typed"
    """The name is complete."""


class Naming:
    """A name that is being typed; *take* gets it, or raises why it is refused."""

    def __init__(self, desk: Desk, name: str, take: Callable[[str], None]) -> None:
        self._desk = desk
        self._take = take
        self._typing = Typing(name)

    def page(self) -> Page:
        """Return the page with the keyboard."""
        translate = self._desk.ui.translate
        label = translate("Name of the profile")
        done = Main(translate("Done"), Go.TYPED, "tick")
        named = bool(self._typing.text.strip())
        return Page(
            translate("Calibration"),
            label,
            self._typing.body(label, translate.language),
            main=done if named else Main(translate("Type a name")),
            back=Go.BACK,
            can_undo=False,
        )

    def touch(self, key: TypingKey) -> None:
        """Type."""
        self._typing = self._typing.after(key)

    def done(self) -> Said:
        """Give the name to whoever asked for it."""
        return self._desk.attempt(lambda: self._take(self._typing.text.strip()))


class Desk:
    """What all pages of the calibration use.

    Attributes:
        measuring: name of the profile whose light is being measured; empty for none.
        naming: the name that is being typed, if any.
        news: what the window has to say, once: text, remedy, icon.

    Args:
        ui: the shared context of all presenters.
    """

    def __init__(self, ui: UiContext) -> None:
        self.ui = ui
        self.measuring = ""
        self.naming: Naming | None = None
        self.news: tuple[str, str, str] | None = None

    @property
    def machine(self) -> Calibration:
        """The calibration of the table."""
        return self.ui.settings.services.calibration

    def attempt(self, action: Callable[[], object]) -> Said:
        """Do something; return why it failed, and what to do about it."""
        try:
            action()
        except CompanionError as error:
            return self.said(error)
        return None

    def said(self, error: CompanionError) -> tuple[str, str]:
        """Return an error and its remedy in words."""
        text = error_text(self.ui)
        return text.message(error), text.hint(error)

    def ask_name(self, name: str, take: Callable[[str], None]) -> None:
        """Let a name be typed."""
        self.naming = Naming(self, name, take)

    def measure(self, name: str) -> None:
        """Measure the light in the next picture for a profile."""
        self.measuring = name
        self.machine.refresh_light(name)

    def tell(self, text: str, hint: str = "", icon: str = "info") -> None:
        """Let the window say something over the page."""
        self.news = (text, hint, icon)

    def follow(self) -> bool:
        """Take note of what happened by itself: a profile is used, a light was measured.

        Returns whether something did.
        """
        translate = self.ui.translate
        followed = self.machine.followed()
        if followed:
            used = translate("The light matches %(name)s: it is now used to read the dice.",
                             name=followed)  # fmt: skip
            self.tell(used)
        outcome = self.machine.refreshed()
        if outcome is None:
            return bool(followed)
        name, self.measuring = self.measuring, ""
        if isinstance(outcome, CompanionError):
            self.tell(*self.said(outcome), icon="error")
        else:
            self.tell(translate("%(name)s now matches the light.", name=name))
        return True

    def in_the_way(self, view: CameraView) -> tuple[str, ...]:
        """Return why the camera shows nothing that could be used; empty if it does."""
        if view.hidden:
            translate = self.ui.translate
            return (translate("Players choose behind their screens: the camera is paused."),)
        if view.fault is not None:
            message, hint = self.said(view.fault)
            return tuple(each for each in (hint, message) if each)
        return ()


def photograph(picture: CameraPicture | None) -> Photograph | None:
    """Return a picture of the camera as pages show it."""
    return None if picture is None else Photograph(picture.width, picture.height, picture.rgb)


def upright(corners: Corners) -> tuple[float, float, float, float]:
    """Return the upright box around a die, within the picture."""
    across, down = zip(*corners, strict=True)
    return max(0.0, min(across)), max(0.0, min(down)), min(1.0, max(across)), min(1.0, max(down))


def nearest(dice: tuple[Corners, ...], x: float, y: float) -> int | None:
    """Return the index of the die that a touch on the photo meant; None if it is far from all."""
    if not dice:
        return None

    def apart(index: int) -> float:
        left, top, right, bottom = upright(dice[index])
        return ((left + right) / 2 - x) ** 2 + ((top + bottom) / 2 - y) ** 2

    best = min(range(len(dice)), key=apart)
    return best if apart(best) <= _REACH**2 else None


_REACH = 0.12
"""How far a touch may be from a die's middle, as a share of the picture."""


def percent(ui: UiContext, share: float) -> str:
    """Return a share of 0 to 1 in words, with the decimal separator of the language."""
    text = f"{100 * share:.1f} %"
    return text if ui.language == "en" else text.replace(".", ",")
