"""What is set before Kivy is imported."""

from pathlib import Path

import pytest

from kivy_ui.environment import Surface, find_card, find_surface
from tests.programs import printed_by


def _cards(
    folder: Path, connected: tuple[str, ...], *, apart: tuple[str, ...] = ()
) -> tuple[Path, Path]:
    """Folders of connectors and of cards; nothing is plugged in at those *apart*."""
    drm, devices = folder / "drm", folder / "dri"
    for name in (*connected, *apart):
        (drm / name).mkdir(parents=True)
        state = "connected" if name in connected else "disconnected"
        (drm / name / "status").write_text(f"{state}\n", encoding="ascii")
        devices.mkdir(exist_ok=True)
        (devices / name.partition("-")[0]).touch()
    return drm, devices


@pytest.mark.parametrize(
    ("environ", "connected", "surface"),
    [
        ({}, (), Surface.OFFSCREEN),
        ({}, ("card1-HDMI-A-1",), Surface.CONSOLE),
        ({"DISPLAY": ":0"}, ("card1-HDMI-A-1",), Surface.DESKTOP),
        ({"WAYLAND_DISPLAY": "wayland-0"}, (), Surface.DESKTOP),
        ({"DISPLAY": ":0", "SDL_VIDEODRIVER": "offscreen"}, (), Surface.OFFSCREEN),
    ],
)
def test_the_best_surface_is_found(
    tmp_path: Path, environ: dict[str, str], connected: tuple[str, ...], surface: Surface
) -> None:
    """A desktop first, then a display on the bare console, else off the screen."""
    drm, devices = _cards(tmp_path, connected, apart=("card0-HDMI-A-1",))
    assert find_surface(environ, drm, devices) is surface


def test_a_display_of_the_host_is_not_ours(tmp_path: Path) -> None:
    """A container sees its host's connectors, but has no device to draw on."""
    drm, _ = _cards(tmp_path, ("card0-HDMI-A-1",))
    assert find_surface({}, drm, tmp_path / "none") is Surface.OFFSCREEN


@pytest.mark.parametrize(
    ("connectors", "card"),
    [
        ((), None),
        (("card0-HDMI-A-1",), 0),
        (("card0-HDMI-A-1", "card2-DSI-2"), 2),
        (("card1-DSI-1", "card0-HDMI-A-2", "card10-DSI-2"), 1),
        (("card10-HDMI-A-1", "card2-HDMI-A-1"), 2),
    ],
)
def test_the_panel_on_the_ribbon_cable_comes_first(
    tmp_path: Path, connectors: tuple[str, ...], card: int | None
) -> None:
    """Each kind of display is a card of its own on a Pi 5; the numbers say nothing."""
    drm, devices = _cards(tmp_path, connectors, apart=("card3-Writeback-1",))
    assert find_card(drm, devices) == card


_CARD = """
import sys
from pathlib import Path
from kivy_ui import environment
environ = {"XDG_CACHE_HOME": sys.argv[1], **dict(item.split("=") for item in sys.argv[4:])}
drm, devices = Path(sys.argv[2]), Path(sys.argv[3])
print(environment.prepare(environ=environ, drm=drm, devices=devices).value)
print(environ["SDL_VIDEODRIVER"], environ["SDL_KMSDRM_DEVICE_INDEX"])
"""


@pytest.mark.parametrize(("set_before", "index"), [((), 2), (("SDL_KMSDRM_DEVICE_INDEX=0",), 0)])
def test_sdl_is_told_which_card_to_draw_on(
    tmp_path: Path, set_before: tuple[str, ...], index: int
) -> None:
    """By the hint of SDL 2, unless somebody has set it."""
    drm, devices = _cards(tmp_path, ("card0-HDMI-A-1", "card2-DSI-1"))
    assert printed_by(_CARD, tmp_path, drm, devices, *set_before).split() == [
        "console",
        "kmsdrm",
        str(index),
    ]


_WOKEN = """
import threading
from kivy_ui import environment
environment.prepare(surface=environment.Surface.OFFSCREEN)
from kivy.clock import Clock
Clock._max_fps = 0.001  # a frame of a quarter of an hour: only being woken ends it
called = []
threading.Timer(0.2, lambda: Clock.schedule_once(called.append, -1)).start()
while not called:
    Clock.tick()
"""


def test_a_message_does_not_wait_for_the_next_frame() -> None:
    """What another thread hands over wakes the window."""
    printed_by(_WOKEN)


_FINGERS = """
import sys
from kivy_ui import environment
environ = {}
environment.prepare(surface=environment.Surface[sys.argv[1]], environ=environ)
from kivy.config import Config
print(environ.get("SDL_TOUCH_MOUSE_EVENTS"), [value for _, value in Config.items("input")])
"""


@pytest.mark.parametrize(
    ("surface", "said"),
    [
        ("CONSOLE", "0 ['mouse,disable_multitouch']\n"),
        ("DESKTOP", "None ['mouse,disable_multitouch']\n"),
    ],
)
def test_fingers_come_one_way_only(surface: str, said: str) -> None:
    """Kivy drops SDL's fingers: the console needs a reader, a desktop SDL's mouse, never both."""
    assert printed_by(_FINGERS, surface) == said


_HOME = """
import sys
from pathlib import Path
from kivy_ui import environment
environ = {"XDG_CACHE_HOME": sys.argv[1]}
environment.prepare(surface=environment.Surface.OFFSCREEN, environ=environ)
print(environ["KIVY_HOME"], Path(environ["KIVY_HOME"]).is_dir())
"""


def test_an_unwritable_home_is_no_obstacle(tmp_path: Path) -> None:
    """Kivy wants a folder of its own; a read-only system gives it a temporary one."""
    blocked = tmp_path / "file"
    blocked.touch()
    for cache, kept in ((tmp_path / "cache", True), (blocked, False)):
        home, exists = printed_by(_HOME, str(cache)).split()
        assert exists == "True"
        assert home.startswith(str(cache)) is kept


_PROGRAM = """
from kivy_ui import environment
surface = environment.prepare(size_px=(1024, 600), surface=environment.Surface.OFFSCREEN)
from tests.ui.fake_table import FakeTable, an_update, assigning
from kivy_ui.app import TableApp
from kivy.core.window import Window
app = TableApp(FakeTable(an_update(assigning())), on_first_frame=lambda: app.schedule(done),
               on_quit=lambda: print("quit"))
def done():
    print(surface.name, Window.size, app.current_screen)
    app.stop()
app.run()
try:
    environment.prepare()
except RuntimeError as error:
    print(error)
"""


def test_a_whole_process_off_the_screen() -> None:
    """Prepared, opened, shown, stopped: with program arguments that Kivy must not take."""
    assert printed_by(_PROGRAM, "--help", "-w").splitlines() == [
        "OFFSCREEN (1024, 600) table",
        "quit",
        "kivy was imported before kivy_ui.environment.prepare()",
    ]


_DRAWN = """
import resource
from kivy_ui import environment
environment.prepare(surface=environment.Surface.OFFSCREEN)
from kivy.base import EventLoop, runTouchApp
from kivy.core.window import Window
from kivy.graphics import SmoothRoundedRectangle
from kivy.uix.widget import Widget

def peak_mb(frames):
    for _ in range(frames):
        Window.canvas.ask_update()
        EventLoop.idle()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

widget = Widget()
with widget.canvas:
    for place in range(40):
        SmoothRoundedRectangle(pos=(place * 10, place * 5), size=(200, 100), radius=[8] * 4)
runTouchApp(widget, embedded=True)
first = peak_mb(5)
print(round(peak_mb(60) - first))
"""


def test_frames_drawn_by_a_program_are_not_kept() -> None:
    """The software renderer keeps the work of dozens of frames unless it is told otherwise."""
    assert int(printed_by(_DRAWN)) < 40


_TURNED = """
from kivy_ui import environment
environment.prepare(rotation_deg=90, surface=environment.Surface.OFFSCREEN)
from kivy.core.window import Window
print(Window.rotation, Window.size)
"""


def test_a_turned_display_is_upright() -> None:
    """A portrait panel turned by a quarter shows a landscape window."""
    assert printed_by(_TURNED).split("\n")[0] == "90 (480, 800)"


_TOUCHED = """
import sys
from kivy_ui import environment
environment.prepare(rotation_deg=int(sys.argv[1]), surface=environment.Surface.OFFSCREEN)
from kivy.base import EventLoop, runTouchApp
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget


class Finger(MotionEvent):
    def __init__(self, *args):
        super().__init__(*args, is_touch=True, type_id="touch")

    def depack(self, args):
        self.sx, self.sy = args
        self.profile = ("pos",)
        super().depack(args)


class Ground(Widget):
    def on_touch_down(self, touch):
        print(*(round(value) for value in touch.pos))


ground = Ground()
runTouchApp(ground, embedded=True)
with ground.canvas:
    Color(1, 0, 0)
    Rectangle(pos=(40, 60), size=(20, 20))
EventLoop.idle()
Window.on_draw()
width, height = Window.system_size
rgb = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
red = [at // 3 for at in range(0, len(rgb), 3) if rgb[at] > 200 > 50 > rgb[at + 1]]
x = sum(at % width for at in red) / len(red) + 0.5
y = sum(at // width for at in red) / len(red) + 0.5
print("bottom" if y < height / 2 else "top", "left" if x < width / 2 else "right")
EventLoop.post_dispatch_input("begin", Finger("test", 1, (x / width, y / height)))
"""


@pytest.mark.parametrize(
    ("rotation_deg", "corner"),
    [(0, "bottom left"), (90, "bottom right"), (180, "top right"), (270, "top left")],
)
def test_a_finger_on_a_turned_display_touches_what_is_drawn_there(
    rotation_deg: int, corner: str
) -> None:
    """A spot at the picture's bottom left is found in the panel's own pixels and touched there.

    The picture turns to the left, as deploy/README.md says of panels that stand upright.
    """
    assert printed_by(_TOUCHED, str(rotation_deg)).split() == [*corner.split(), "50", "70"]
