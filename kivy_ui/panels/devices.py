"""The device page: device status, and a test of buttons and lamps."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.service_ports import DeviceService
from kivy_ui.games.roll.tiles.box_tiles import BoxTiles
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.panels.base import Panel
from kivy_ui.panels.tiles.camera import TileCameraPanel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.devices import DevicesPresenter, PartLine, SeatTest
from kivy_ui.window.presenters import Presenters

_TICK_S = 0.05


class PartRow(BoxLayout):
    """A device and its status."""

    name = StringProperty("")
    word = StringProperty("")
    icon = StringProperty("")
    fine = BooleanProperty(True)

    def show(self, line: PartLine) -> None:
        """Show a device."""
        self.name, self.word, self.icon, self.fine = line.name, line.word, line.icon, line.fine


class SeatLamp(TapArea):
    """A seat's lamp, shown lit or unlit; a tap switches it."""

    number = NumericProperty(0)
    word = StringProperty("")
    lit = BooleanProperty(False)

    def show(self, seat: SeatTest) -> None:
        """Show a seat."""
        self.number, self.word, self.lit = seat.seat, seat.word, seat.lit


class DevicesPanel(Panel):
    """The status of all devices; presses of ready buttons are only tested while it is open.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        devices: the service that tests the devices.
    """

    trouble = StringProperty("")

    def __init__(self, presenters: Presenters, window: Navigator, devices: DeviceService) -> None:
        self._presenter = DevicesPresenter(presenters.ui, devices)
        super().__init__(presenters, window)
        self._presenter.open()
        self._ticker = Clock.schedule_interval(self._tick, _TICK_S)
        self.refresh()

    def refresh(self) -> None:
        """Show the latest status and button presses."""
        model = self._presenter.model()
        self.title = self.presenters.ui.translate("Devices")
        self.trouble = model.trouble
        rows = reuse_children(self.ids.parts, len(model.lines), PartRow)
        for row, line in zip(rows, model.lines, strict=True):
            row.show(line)
        lamps = reuse_children(self.ids.seats, len(model.seats), self._make_lamp)
        for lamp, seat in zip(lamps, model.seats, strict=True):
            lamp.show(seat)

    def check_again(self) -> None:
        """Check all devices again."""
        self._presenter.check_again()

    def tiles(self) -> None:
        """Close this panel and open the one in which the camera learns the tiles of this box."""
        ui = self.presenters.ui
        box = BoxTiles(ui, TileCamera(ui.settings.services.tiles))
        self.close()
        self.window.open_panel(TileCameraPanel(self.presenters, self.window, box))

    def on_parent(self, _panel: object, parent: object) -> None:
        """End the test when the panel is removed."""
        if parent is None:
            self._ticker.cancel()
            self._presenter.close()

    def _tick(self, _dt: float) -> None:
        self._presenter.tick()
        self.refresh()

    def _make_lamp(self) -> SeatLamp:
        lamp = SeatLamp()
        lamp.bind(on_release=self._tapped)
        return lamp

    def _tapped(self, lamp: SeatLamp) -> None:
        self._presenter.toggle(lamp.number)
        self.refresh()


load_kv(__file__)
