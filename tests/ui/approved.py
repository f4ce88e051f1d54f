"""Approved pictures of some pages; ``python -m tests.ui.approved`` makes them.

They are small and grey: what moved, vanished or overlaps shows, how letters are smoothed does not.
Look at the new ones before committing them.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageStat

FOLDER: Final = Path(__file__).with_name("approved")
SCREENS: Final = ("guide", "menu", "start", "status")
SIZE_PX: Final = (200, 120)
_BLOCKS: Final = (20, 12)

MOST_MEAN: Final = 5.0
"""Mean difference of all pixels, of 255."""
MOST_BLOCK: Final = 36.0
"""Largest mean difference of any block of ten by ten pixels."""


def small(shot: Path | Image.Image) -> Image.Image:
    """A screenshot, small and grey."""
    picture = Image.open(shot) if isinstance(shot, Path) else shot
    return picture.convert("L").resize(SIZE_PX, Image.Resampling.BOX)


def differences(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Mean difference, and that of the block that differs most."""
    apart = ImageChops.difference(one, other)
    mean = ImageStat.Stat(apart).mean[0]
    blocks = apart.resize(_BLOCKS, Image.Resampling.BOX)
    return float(mean), float(blocks.getextrema()[1])  # type: ignore[arg-type]


def take(into: Path) -> None:
    """Write a small picture of every screen into a folder."""
    from tests.ui import beside_scenes as scenes
    from tests.ui import fake_table as fake
    from tests.ui.hand import Hand

    into.mkdir(parents=True, exist_ok=True)
    table = fake.FakeTable(fake.an_update(fake.over(3)))
    with (
        tempfile.TemporaryDirectory() as folder,
        Hand(table, settings=scenes.settings("en")) as hand,
    ):
        for name in SCREENS:
            hand.app.shell.visit(name)
            hand.wait_until(lambda: not hand.app.root.in_motion)
            hand.app.step(1)
            shot = Path(folder) / f"{name}.png"
            hand.app.screenshot(shot)
            small(shot).save(into / f"{name}.png", optimize=True)


def main() -> int:
    """Make the approved pictures anew."""
    take(FOLDER)
    sys.stdout.write(f"{len(SCREENS)} pictures in {FOLDER}\n")
    return 0


if __name__ == "__main__":
    os.environ.update(SDL_VIDEODRIVER="offscreen", KIVY_NO_ARGS="1", KIVY_NO_CONFIG="1")
    os.environ.update(KIVY_NO_FILELOG="1", KIVY_WINDOW="sdl2", KIVY_LOG_MODE="PYTHON")
    sys.exit(main())
