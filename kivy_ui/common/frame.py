"""What the window shows around every screen: errors, and the state of the devices."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import CompanionError
from companion.session.table_port import DeviceState, ScanStage
from kivy_ui.common.ui_context import UiContext


@dataclass(frozen=True, slots=True)
class DeviceMark:
    """A device's state as icon and text."""

    icon: str
    word: str
    fine: bool


@dataclass(frozen=True, slots=True)
class BannerText:
    """Why an action was rejected and what to do about it."""

    message: str
    hint: str


class FramePresenter:
    """Presenter of what the window shows around every screen."""

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui

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
