"""Takes screenshots of the example pages off-screen: ``python -m tests.ui.pages.shots``."""

import argparse
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from kivy_ui.art.files import SIZES_PX
from kivy_ui.environment import Surface, prepare

if TYPE_CHECKING:
    from kivy_ui.pages.renderer import PageView

_MOST_BYTES = 190_000


def opened(size_px: tuple[int, int] = SIZES_PX[0]) -> "PageView":
    """Open a window without a display and put a view into it, without motion."""
    prepare(size_px=size_px, surface=Surface.OFFSCREEN)
    from kivy.core.window import Window

    from kivy_ui.pages.renderer import PageView

    view = PageView(moves=False)
    Window.add_widget(view)
    view.size = size_px
    frame()
    return view


def frame() -> None:
    """Draw one frame and wait until it is finished."""
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.graphics.opengl import glFinish

    Clock.tick()
    EventLoop.dispatch_input()
    Clock.tick_draw()
    Window.dispatch("on_draw")
    glFinish()


def read(size_px: tuple[int, int]) -> Image.Image:
    """Return the window's picture."""
    from kivy.graphics.opengl import (
        GL_PACK_ALIGNMENT,
        GL_RGB,
        GL_UNSIGNED_BYTE,
        glPixelStorei,
        glReadPixels,
    )

    frame()
    glPixelStorei(GL_PACK_ALIGNMENT, 1)
    data = glReadPixels(0, 0, *size_px, GL_RGB, GL_UNSIGNED_BYTE)
    picture = Image.frombytes("RGB", size_px, data)
    return picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)


def save(picture: Image.Image, file: Path) -> None:
    """Save a screenshot in less than 200 kB, with 255 colours if it needs that."""
    picture.save(file, optimize=True)
    for colours in (255, 160, 96):
        if file.stat().st_size > _MOST_BYTES:
            picture.quantize(colours, kmeans=2, dither=Image.Dither.NONE).save(file, optimize=True)


def main() -> None:
    """Take the screenshots; one process for each size, for off-screen windows cannot be resized."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, default=Path("shots"))
    parser.add_argument("--size", help="such as 800x480; all sizes if not given")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if not options.size:
        for wide, high in SIZES_PX:
            arguments = [*options.names, "--size", f"{wide}x{high}", "--out", str(options.out)]
            command = [sys.executable, "-m", "tests.ui.pages.shots", *arguments]
            subprocess.run(command, check=True)  # this program itself
        return
    wide, _, high = options.size.partition("x")
    size_px = (int(wide), int(high))
    view = opened(size_px)
    from tests.ui.pages.examples import EXAMPLES

    for name in options.names or EXAMPLES:
        view.show(EXAMPLES[name])
        save(read(size_px), options.out / f"{name}-{options.size}.png")
    if options.size == "800x480" and not options.names:
        view.show(EXAMPLES["ship"])
        view.press("trade:1:1")
        save(read(size_px), options.out / "ship-pressed-800x480.png")
        view.press(None)
        view.on_key("right")
        save(read(size_px), options.out / "ship-keyboard-800x480.png")


if __name__ == "__main__":
    main()
