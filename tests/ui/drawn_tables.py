"""Pictures of invented tiles before a camera, read by the real reader behind a running table."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from companion.app.wiring import RunningTable, real_table
from companion.settings import ButtonSettings, CameraSettings, Settings
from companion.storage.memory_log import MemoryEventLog
from hardware.cameras.folder_camera import FolderCamera
from models.evaluation.tiles.prints import Copy, faces, random_copy
from models.evaluation.tiles.tables import Job, picture

NO_DEVICES: Final = Settings(
    camera=CameraSettings(source="none"), buttons=ButtonSettings(gpio="off", serial="off")
)


def a_box() -> Copy:
    """One invented copy of the box, in a typeface that every installation has."""
    kivy = find_spec("kivy")
    assert kivy is not None
    assert kivy.submodule_search_locations
    font = str(Path(kivy.submodule_search_locations[0]) / "data" / "fonts" / "Roboto-Bold.ttf")
    return replace(random_copy(3), font=font, squeeze=0.8, banner="right_of_cost")


def draw(
    path: Path,
    tiles: Sequence[str],
    *,
    number: int = 0,
    lamp: str = "neutral",
    names: Mapping[str, str] | None = None,
    dice: bool = False,
    scale: int = 1,
) -> list[dict[str, Any]]:
    """Draw *tiles* side by side into a JPEG file and return their labels.

    Args:
        names: what is printed on a tile instead of its English name.
        dice: whether dice and other cardboard lie there, too.
        scale: 3 for a still of 12 megapixels.
    """
    known = {
        key: tuple(replace(face, name=(names or {}).get(key, face.name)) for face in parts)
        for key, parts in faces().items()
    }
    job = Job(7, number, "rows", lamp, a_box(), tuple(tiles), dice, scale)
    data, labels = picture(job, known)
    path.write_bytes(data)
    return labels


@dataclass
class CameraTable:
    """A running table without a game, and the name of the picture before its camera."""

    table: RunningTable
    picture: str


@contextmanager
def camera_table(folder: Path) -> Iterator[CameraTable]:
    """Run a table whose camera looks at the pictures of *folder*, the first one at first."""
    camera = FolderCamera(folder, choose=lambda: over.picture)
    table = real_table(NO_DEVICES, MemoryEventLog(), camera=camera, say=lambda _text: None)
    over = CameraTable(table, min(path.name for path in folder.glob("*.jpg")))
    table.start()
    table.start_devices()
    try:
        yield over
    finally:
        table.stop()
