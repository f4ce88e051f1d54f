"""Opens the camera and the ready buttons that the settings name."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import partial

from companion.errors import CompanionError
from companion.session.ports import CameraSource
from companion.session.table_port import DeviceState
from companion.settings import ButtonSettings, Settings
from hardware.buttons.button_group import ButtonDevice, ButtonGroup
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


class Reopening:
    """Returns the camera that was opened at the start on the first call, then opens a new one."""

    def __init__(
        self, find: Callable[[], CameraSource | None], camera: CameraSource | None
    ) -> None:
        self._find = find
        self._camera = camera

    def __call__(self) -> CameraSource:
        """Return an open camera.

        Raises:
            CameraUnavailableError: none is connected (yet).
        """
        camera, self._camera = self._camera, None
        camera = camera or self._find()
        if camera is None:
            raise CameraUnavailableError(
                name="auto",
                reason="no camera is connected",
                advice="Connect one at any time; until then enter the dice by hand.",
            )
        return camera


def button_devices(settings: ButtonSettings, say: Callable[[str], None]) -> list[ButtonDevice]:
    """Return the button devices of the settings; *say* prints a message if the pins fail."""
    from hardware.probe import has_pi_pins

    devices: list[ButtonDevice] = []
    if settings.gpio == "on" or (settings.gpio == "auto" and has_pi_pins()):
        pins = RetriedButtons(partial(gpio_buttons, settings))
        if pins.fault is not None:
            say(f"{pins.fault.message} {pins.fault.hint_text}")
        devices.append(pins)
    if settings.serial != "off":
        from hardware.buttons.serial_buttons import SerialButtons, find_ports

        port = settings.serial
        devices.append(SerialButtons(find_ports if port == "auto" else lambda: (port,)))
    return devices


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


def fault_of(devices: Sequence[ButtonDevice]) -> Callable[[], CompanionError | None]:
    """Return a function that returns the current error of the GPIO buttons, or None."""
    pins = [device for device in devices if isinstance(device, RetriedButtons)]
    return lambda: next((each.fault for each in pins if each.fault is not None), None)


def state_of(devices: Sequence[ButtonDevice]) -> Callable[[], DeviceState]:
    """Return a function that returns the combined state of all *devices*."""
    group = ButtonGroup(devices)
    return lambda: group.state
