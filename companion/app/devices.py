"""Opens the camera and the ready buttons that the settings name."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import partial

from companion.errors import CompanionError
from companion.session.ports import CameraSource
from companion.session.table_port import DeviceState
from companion.settings import ButtonSettings, Settings
from hardware.buttons.button_group import ButtonDevice, ButtonGroup
from hardware.buttons.button_switch import ButtonSwitch
from hardware.buttons.keyboard_buttons import KeyboardButtons
from hardware.buttons.retried_buttons import RetriedButtons
from hardware.errors import CameraUnavailableError


def find_camera(settings: Settings) -> CameraSource | None:
    """Return the opened camera of the settings; None if ``auto`` or ``none`` finds none.

    Raises:
        CameraUnavailableError: the camera named is not available (yet).
    """
    from hardware.cameras.choice import open_camera
    from hardware.cameras.controls import CameraControls

    chosen = settings.camera
    held = {each.name: getattr(chosen, each.name) for each in fields(CameraControls)}
    return open_camera(
        chosen.source,
        size_px=(chosen.width_px, chosen.height_px),
        hold=CameraControls(**held),
    )


def reopening(settings: Settings, camera: CameraSource | None) -> Callable[[], CameraSource]:
    """Return a function that returns *camera* at its first call, then opens the settings' camera.

    It raises ``CameraUnavailableError`` while none is connected.
    """
    ready = [camera]

    def opened() -> CameraSource:
        found = (ready.pop() if ready else None) or find_camera(settings)
        if found is None:
            raise CameraUnavailableError(
                name="auto",
                reason="no camera is connected",
                advice="Connect one at any time; until then enter the dice by hand.",
            )
        return found

    return opened


class TableButtons(ButtonSwitch):
    """All ready buttons of a table: the keyboard, and the devices of its settings.

    Attributes:
        keyboard: for simulated presses.
    """

    def __init__(self, devices: Sequence[ButtonDevice] = ()) -> None:
        self.keyboard = KeyboardButtons()
        super().__init__(ButtonGroup([self.keyboard, *devices]))
        self._devices = ButtonGroup(devices)
        self._pins = [each for each in devices if isinstance(each, RetriedButtons)]

    @property
    def state(self) -> DeviceState:
        """The combined state of the devices."""
        return self._devices.state

    @property
    def fault(self) -> CompanionError | None:
        """Why the pins cannot be used; None while they can, or there are none."""
        return next((each.fault for each in self._pins if each.fault is not None), None)


def real_buttons(settings: ButtonSettings, say: Callable[[str], None]) -> TableButtons:
    """Return the buttons of the settings; *say* prints a message if the pins fail."""
    from hardware.probe import has_pi_pins

    devices: list[ButtonDevice] = []
    if settings.gpio == "on" or (settings.gpio == "auto" and has_pi_pins()):
        devices.append(RetriedButtons(partial(gpio_buttons, settings)))
    if settings.serial != "off":
        from hardware.buttons.serial_buttons import SerialButtons, find_ports

        port = settings.serial
        devices.append(SerialButtons(find_ports if port == "auto" else lambda: (port,)))
    buttons = TableButtons(devices)
    if buttons.fault is not None:
        say(f"{buttons.fault.message} {buttons.fault.hint_text}")
    return buttons


def gpio_buttons(settings: ButtonSettings) -> ButtonDevice:
    """Open the buttons and lights at the pins of the settings.

    Raises:
        ButtonsUnavailableError: a pin cannot be opened.
    """
    from hardware.buttons.gpio_buttons import DEFAULT_BUTTON_PINS, DEFAULT_LIGHT_PINS, GpioButtons

    return GpioButtons(
        dict(enumerate(settings.pins or DEFAULT_BUTTON_PINS, 1)),
        dict(enumerate(settings.lights or DEFAULT_LIGHT_PINS, 1)),
        bounce_s=settings.bounce_ms / 1000,
    )
