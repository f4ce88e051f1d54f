"""Presenter of the settings screen; also fault reports and switching off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError
from companion.i18n import LANGUAGES, Translator
from companion.session.table_port import Picture
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.games.roll.context import RollContext
from kivy_ui.settings import (
    BRIGHTNESS_PERCENT,
    GAME_LIMIT_MIN,
    LEARNING,
    REST_AFTER_MIN,
    SLEEP_AFTER_MIN,
    TEXT_SCALES,
    TURN_LIMIT_MIN,
    VOLUME_PERCENT,
    UserPreferences,
)


class SettingsGroup(Enum):
    """Groups of settings, shown one at a time."""

    SCREEN = "screen"
    USE = "use"
    GAME = "game"


_GROUPS: Final[Mapping[SettingsGroup, tuple[str, ...]]] = MappingProxyType(
    {
        SettingsGroup.SCREEN: (
            "language", "text_size", "brightness_percent", "sound", "volume_percent",
        ),
        SettingsGroup.USE: ("motion", "left_handed", "sleep_after_min", "rest_after_min"),
        SettingsGroup.GAME: (
            "turn_limit_min", "evening_limit_min", "brief", "live_chances", "learn",
        ),
    }
)  # fmt: skip


class ScreenSettingsPresenter:
    """Presenter of the settings screen.

    Attributes:
        group: the shown group of settings.
        apply: applies changed preferences to the window; set by the window.
        where: path of the last report.
        error: the newest error.
        switching_off: whether the machine was told to power off.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self.group = SettingsGroup.SCREEN
        self.apply: Callable[[UserPreferences], None] = _not_shown
        self.where = ""
        self.error: CompanionError | None = None
        self.switching_off = False

    @property
    def preferences(self) -> UserPreferences:
        """The current preferences."""
        return self._ui.preferences

    def enter(self) -> None:
        """Clear the path of the last report."""
        self.where = ""

    def change(self, **changes: object) -> None:
        """Change preferences, apply and save them."""
        fresh = replace(self.preferences, **changes)  # type: ignore[arg-type]
        if fresh == self.preferences:
            return
        self._ui.preferences = fresh
        self.apply(fresh)
        self._ui.settings.services.remember(fresh)

    def options(self) -> Mapping[str, tuple[tuple[str, object, bool], ...]]:
        """Return for each setting its choices: text, value, whether it is the current value."""
        translate = self._ui.translate
        sizes = (translate("small"), translate("normal"), translate("large"), translate("huge"))
        names = {language.key: language.name for language in LANGUAGES}
        on_off = ((translate("on"), True), (translate("off"), False))
        found: dict[str, list[tuple[str, object]]] = {
            "language": [(name, key) for key, name in names.items()],
            "text_size": list(zip(sizes, range(len(TEXT_SCALES)), strict=True)),
            "brightness_percent": [
                (f"{each} %" if each else translate("as it is"), each)
                for each in BRIGHTNESS_PERCENT
            ],
            "sound": list(on_off),
            "volume_percent": list(
                zip(
                    (translate("quiet"), translate("medium"), translate("loud")),
                    VOLUME_PERCENT,
                    strict=True,
                )
            ),
            "motion": list(on_off),
            "left_handed": [(translate("right"), False), (translate("left"), True)],
            "sleep_after_min": _minutes(translate, translate("never"), SLEEP_AFTER_MIN),
            "rest_after_min": _minutes(translate, translate("never"), REST_AFTER_MIN),
            "turn_limit_min": _minutes(translate, translate("off"), TURN_LIMIT_MIN),
            "evening_limit_min": _minutes(translate, translate("off"), GAME_LIMIT_MIN),
            "brief": [(translate("every step"), False), (translate("after undo"), True)],
            "live_chances": list(on_off),
            "learn": list(
                zip(
                    (translate("ask"), translate("always"), translate("never")),
                    LEARNING,
                    strict=True,
                )
            ),
        }
        return {
            key: tuple((word, value, value == self.value(key)) for word, value in choices)
            for key, choices in found.items()
        }

    def shown(self) -> Mapping[str, tuple[tuple[str, object, bool], ...]]:
        """Return the choices of the shown group."""
        options = self.options()
        return {key: options[key] for key in _GROUPS[self.group]}

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

    def names(self) -> Mapping[str, str]:
        """Return the names of the settings."""
        translate = self._ui.translate
        return {
            "language": translate("Language"),
            "text_size": translate("Text size"),
            "brightness_percent": translate("Brightness"),
            "sound": translate("Sound"),
            "volume_percent": translate("Volume"),
            "motion": translate("Animation"),
            "left_handed": translate("Main button side"),
            "sleep_after_min": translate("Sleep after"),
            "rest_after_min": translate("Large text after"),
            "turn_limit_min": translate("Clock for a step"),
            "evening_limit_min": translate("Clock for a game"),
            "brief": translate("What to move"),
            "live_chances": translate("Show win chances"),
            "learn": translate("Learn from corrections"),
        }

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
            self.switching_off = True
        except CompanionError as error:
            self.error = error

    # --- window frame ----------------------------------------------------------------------------

    def frame(self) -> SideFrame:
        """Return the content of the window's frame."""
        translate = self._ui.translate
        status = self._no_chances() or translate("Changes apply at once and are saved.")
        if self.where:
            status = translate("Saved: %(where)s", where=self.where)
        if self.switching_off:
            status = translate("Switching off: wait until the green LED is off.")
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


def _minutes(
    translate: Translator, none: str, choices: tuple[int, ...]
) -> list[tuple[str, object]]:
    """Return choices in minutes with texts; *none* is the text of the first choice, 0."""
    timed = ((translate("%(minutes)s min", minutes=each), each) for each in choices[1:])
    return [(none, 0), *timed]


def as_ppm(picture: Picture) -> bytes:
    """Return a picture in the binary portable pixmap format (PPM)."""
    return b"P6\n%d %d\n255\n" % (picture.width, picture.height) + picture.rgb


def _not_shown(_preferences: UserPreferences) -> None:
    """Do nothing: placeholder until the window sets ``apply``."""
