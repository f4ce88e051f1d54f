"""Model and presenter of the window frame around every screen, including the device icons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum

from companion.errors import CompanionError
from companion.session.table_port import DeviceState, ScanStage
from kivy_ui.common.ui_context import UiContext


class Primary(Enum):
    """Actions of the main button."""

    NONE = "none"
    COUNT_TILES = "count_tiles"
    NEW_GAME = "new_game"


@dataclass(frozen=True, slots=True)
class DeviceMark:
    """A device's state as icon and text."""

    icon: str
    word: str
    fine: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """Information besides the status; empty text means none."""

    text: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class FrameModel:
    """The content of the window frame."""

    screen: str
    title: str
    pool: str
    can_undo: bool
    can_redo: bool
    status: str
    status_icon: str
    primary: Primary
    primary_text: str
    primary_enabled: bool
    camera: DeviceMark
    buttons: DeviceMark
    notice: Notice
    primary_quiet: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class BannerText:
    """Why an action was rejected and what to do about it."""

    message: str
    hint: str


class FramePresenter(ABC):
    """Presenter of the window frame; subclassed by a game with its own screens."""

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui

    @abstractmethod
    def model(self) -> FrameModel:
        """Return the current content of the frame."""

    @abstractmethod
    def act(self, now_s: float) -> Primary:
        """Perform the main button's action; return it (``NONE`` after a double tap).

        ``COUNT_TILES`` and ``NEW_GAME`` are left to the caller: they open screens.

        Args:
            now_s: monotonic seconds of the tap.
        """

    @abstractmethod
    def notice(self) -> Notice:
        """Return the information besides the status."""

    def banner(self, *errors: CompanionError) -> BannerText | None:
        """Return the banner text of errors; None without errors."""
        if not errors:
            return None
        text = self._ui.error_text
        return BannerText(" ".join(map(text.message, errors)), " ".join(map(text.hint, errors)))

    def camera(self) -> DeviceMark:
        """Return the state of the camera."""
        translate = self._ui.translate
        scan = self._ui.port.latest_scan()
        match scan.camera:
            case DeviceState.ABSENT:
                return DeviceMark("camera_off", translate("No camera"), fine=True)
            case DeviceState.LOST:
                return DeviceMark("camera_off", translate("Camera lost"), fine=False)
            case DeviceState.READY:
                moving = scan.stage is ScanStage.MOVING
                word = translate("Movement") if moving else translate("Camera ready")
                return DeviceMark("camera", word, fine=True)

    def buttons(self) -> DeviceMark:
        """Return the state of the ready buttons."""
        translate = self._ui.translate
        match self._ui.settings.buttons():
            case DeviceState.ABSENT:
                return DeviceMark("button_off", translate("No ready buttons"), fine=True)
            case DeviceState.LOST:
                return DeviceMark("button_off", translate("Ready buttons lost"), fine=False)
            case DeviceState.READY:
                return DeviceMark("button", translate("Ready buttons work"), fine=True)
