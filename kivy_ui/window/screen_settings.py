"""Presenter of the settings screen; also fault reports and switching off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import zip_longest
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.i18n import LANGUAGES, N_
from companion.preferences import OFFERED, Preferences
from companion.session.table_port import Picture
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.games.roll.context import RollContext


class SettingsGroup(Enum):
    """Groups of settings, shown one at a time."""

    SCREEN = "screen"
    USE = "use"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class _Row:
    """Name and icon of a setting, and the words for its offered values in their order.

    The last word, which may contain the value, holds for all further values.
    """

    name: str
    icon: str
    words: tuple[str, ...]


_ON_OFF: Final = (N_("on"), N_("off"))
_MINUTES: Final = N_("%(minutes)s min")
_SIZES: Final = (N_("small"), N_("normal"), N_("large"), N_("huge"))

_ROWS: Final[Mapping[SettingsGroup, Mapping[str, _Row]]] = MappingProxyType(
    {
        SettingsGroup.SCREEN: {
            "language": _Row(
                N_("Language"), "globe", tuple(language.name for language in LANGUAGES)
            ),
            "text_size": _Row(N_("Text size"), "letters", _SIZES),
            "brightness_percent": _Row(
                N_("Brightness"), "brightness", (N_("as it is"), "%(percent)s %%")
            ),
            "sound": _Row(N_("Sound"), "speaker", _ON_OFF),
            "volume_percent": _Row(N_("Volume"), "bars", (N_("quiet"), N_("medium"), N_("loud"))),
        },
        SettingsGroup.USE: {
            "motion": _Row(N_("Animation"), "star", _ON_OFF),
            "left_handed": _Row(N_("Main button side"), "hand", (N_("right"), N_("left"))),
            "sleep_after_min": _Row(N_("Sleep after"), "power", (N_("never"), _MINUTES)),
            "rest_after_min": _Row(N_("Large text after"), "people", (N_("never"), _MINUTES)),
        },
        SettingsGroup.GAME: {
            "turn_limit_min": _Row(N_("Clock for a step"), "waiting", (N_("off"), _MINUTES)),
            "evening_limit_min": _Row(N_("Clock for a game"), "clock", (N_("off"), _MINUTES)),
            "brief": _Row(N_("What to move"), "arrow", (N_("every step"), N_("after undo"))),
            "live_chances": _Row(N_("Show win chances"), "chart", _ON_OFF),
            "learn": _Row(
                N_("Learn from corrections"), "camera", (N_("ask"), N_("always"), N_("never"))
            ),
        },
    }
)
_OFFERED: Final = {"language": tuple(language.key for language in LANGUAGES), **OFFERED}


@dataclass(frozen=True, slots=True)
class SettingChoices:
    """A setting with its choices.

    Attributes:
        choices: value and text of each.
        value: the current value, always one of the choices.
    """

    name: str
    icon: str
    choices: tuple[tuple[object, str], ...]
    value: object


class ScreenSettingsPresenter:
    """Presenter of the settings screen.

    Attributes:
        group: the shown group of settings.
        apply: applies changed preferences to the window; set by the window.
        where: path of the last report.
        error: the newest error.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self.group = SettingsGroup.SCREEN
        self.apply: Callable[[Preferences], None] = _not_shown
        self.where = ""
        self.error: CompanionError | None = None

    @property
    def preferences(self) -> Preferences:
        """The current preferences."""
        return self._ui.preferences

    def enter(self) -> None:
        """Clear the path of the last report."""
        self.where = ""

    def change(self, **changes: object) -> None:
        """Change preferences, apply and save them."""
        before = self.preferences
        if replace(before, **changes) == before:  # type: ignore[arg-type]
            return
        self._ui.choose(**changes)
        self.apply(self.preferences)

    def shown(self) -> Mapping[str, SettingChoices]:
        """Return the settings of the shown group."""
        return {key: self._choices(key, row) for key, row in _ROWS[self.group].items()}

    def _choices(self, key: str, row: _Row) -> SettingChoices:
        """Return a setting; a value of the settings file that is not offered is added."""
        translate, now, values = self._ui.translate, self.value(key), _OFFERED[key]
        if now not in values:
            values = tuple(sorted((*values, now)))
        choices = tuple(
            (value, translate(word, minutes=value, percent=value))
            for value, word in zip_longest(values, row.words, fillvalue=row.words[-1])
        )
        return SettingChoices(translate(row.name), row.icon, choices, now)

    def groups(self) -> tuple[tuple[SettingsGroup, str], ...]:
        """Return the groups with their names."""
        translate = self._ui.translate
        return (
            (SettingsGroup.SCREEN, translate("Screen and sound")),
            (SettingsGroup.USE, translate("Controls")),
            (SettingsGroup.GAME, translate("Game")),
        )

    def value(self, key: str) -> object:
        """Return the current value of a setting."""
        return self._ui.language if key == "language" else getattr(self.preferences, key)

    # --- report and power ------------------------------------------------------------------------

    def report(self, *, with_picture: bool) -> None:
        """Write a fault report; the camera picture is included only with the users' consent."""
        picture = self._ui.port.latest_scan().picture
        pictures = {"camera.ppm": as_ppm(picture)} if with_picture and picture is not None else {}
        self.error = None
        try:
            self.where = self._ui.settings.services.reporter.write(pictures=pictures)
        except CompanionError as error:
            self.error = error

    @property
    def has_picture(self) -> bool:
        """Whether there is a camera picture for a report."""
        return self._ui.port.latest_scan().picture is not None

    @property
    def can_switch_off(self) -> bool:
        """Whether this machine may be powered off from the screen."""
        return self._ui.settings.services.power.available

    def switch_off(self) -> None:
        """Power off the machine."""
        self.error = None
        try:
            self._ui.settings.services.power.power_off()
        except CompanionError as error:
            self.error = error

    # --- window frame ----------------------------------------------------------------------------

    def frame(self) -> SideFrame:
        """Return the content of the window's frame."""
        translate = self._ui.translate
        status = self._no_chances() or translate("Changes apply at once and are saved.")
        if self.where:
            status = translate("Saved: %(where)s", where=self.where)
        return SideFrame(
            title=translate("Settings"),
            status=status,
            primary_text=translate("Back to the round"),
        )

    def _no_chances(self) -> str:
        """Return why chances to win are not shown although they are enabled; empty otherwise."""
        ui, translate = self._ui, self._ui.translate
        view = ui.view
        if ui.preferences.live_chances and view is not None and not ui.counts_everything:
            return translate("No win chances: a quick count does not know the tiles.")
        if not ui.asks_chances or view is None or ui.chances != ():
            return ""
        return translate(
            "No win chances: no network for %(count)s players, or an unusual position.",
            count=len(view.seats),
        )

    def primary(self) -> None:
        """Return to the game."""
        self._ui.visit(None)

    def undo(self) -> None:
        """Do nothing: a tap on the old value restores it."""

    def redo(self) -> None:
        """Do nothing."""


def as_ppm(picture: Picture) -> bytes:
    """Return a picture in the binary portable pixmap format (PPM)."""
    return b"P6\n%d %d\n255\n" % (picture.width, picture.height) + picture.rgb


def _not_shown(_preferences: Preferences) -> None:
    """Do nothing: placeholder until the window sets ``apply``."""
