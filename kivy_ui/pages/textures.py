"""Textures of the pages: pictures of the sheets in the best size, rendered texts, backgrounds.

A window must be open before any of them is made: Kivy ends the process otherwise.
"""

from collections import OrderedDict
from functools import lru_cache
from typing import Any, Final, NamedTuple

from kivy.core.image import Image as CoreImage
from kivy.core.text import Label as CoreLabel
from kivy.graphics.texture import Texture

from companion.text_formats import from_json
from kivy_ui.art.files import ASSETS, BACKDROPS, SCALES, SHEETS, SIZES_PX, backdrop_name, sheet_name
from kivy_ui.pages.marks import is_large
from kivy_ui.pages.photos import Photograph

_TEXTS: Final = 256
"""Rendered texts that are kept."""
_SMALL_PX: Final = 128 * 128
"""Pixels of a photo of which many are kept, such as that of a die."""


@lru_cache(maxsize=2048)
def text_width(text: str, size_px: int, bold: bool) -> int:  # noqa: FBT001  # called by position
    """Return the width of a text in pixels, as Kivy will draw it."""
    return int(CoreLabel(font_size=size_px, bold=bold).get_extents(text)[0])


class Texts:
    """Rendered lines of text, the most recently used ones; white, tinted when drawn."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, bool], Any] = OrderedDict()
        self.rendered = 0

    def of(self, text: str, size_px: int, *, bold: bool) -> Any:
        key = (text, size_px, bold)
        texture = self._kept.get(key)
        if texture is None:
            label = CoreLabel(text=text, font_size=size_px, bold=bold)
            label.refresh()
            texture = self._kept[key] = label.texture
            self.rendered += 1
            if len(self._kept) > _TEXTS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return texture

    def clear(self) -> None:
        self._kept.clear()


class Surface(NamedTuple):
    """A nine-patch: its picture, the shadow's margin outside its box, and the size of corners."""

    texture: Any
    margin_px: int
    corner_px: int


class Sheets:
    """Pictures drawn for one scale. All of a kind are parts of one texture."""

    def __init__(self, scale: float) -> None:
        self._scale = scale
        self._left = list(SHEETS)
        self._pieces: dict[str, list[tuple[int, Any]]] = {}
        self._surfaces: dict[str, Surface] = {}
        self._load()

    def piece(self, name: str, size_px: int) -> Any:
        """Return the picture of a piece whose size is equal or the next larger one."""
        while name not in self._pieces and self._left:
            self._load()
        pictures = self._pieces[name]
        return next((each for size, each in pictures if size >= size_px), pictures[-1][1])

    def surface(self, name: str) -> Surface:
        return self._surfaces[name]

    def _load(self) -> None:
        file = ASSETS / sheet_name(self._left.pop(0), self._scale)
        sheet = CoreImage(str(file.with_suffix(".png")), mipmap=False).texture
        table = from_json(file.with_suffix(".json").read_text(encoding="utf-8"))
        for key, entry in table.items():
            # textures count y from the lower left, pictures from the upper left
            y = sheet.height - entry["y"] - entry["h"]
            texture = sheet.get_region(entry["x"], y, entry["w"], entry["h"])
            name, _, size = key.partition("@")
            if size:
                self._pieces.setdefault(name, []).append((entry["w"], texture))
            else:
                kind = name.removeprefix("surface/")
                self._surfaces[kind] = Surface(texture, entry["margin"], entry["corner"])
        for pictures in self._pieces.values():
            pictures.sort(key=lambda each: each[0])


def sheets_for(size_px: tuple[int, int]) -> Sheets:
    """Return the pictures for a window's size."""
    return _sheets(SCALES[1] if is_large(size_px) else SCALES[0])


@lru_cache(maxsize=len(SCALES))
def _sheets(scale: float) -> Sheets:
    return Sheets(scale)


@lru_cache(maxsize=len(BACKDROPS))
def sky(size_px: tuple[int, int], kind: str = "") -> Any:
    """Return the background for a window's size: the nearest one that was drawn."""
    best = min(SIZES_PX, key=lambda each: abs(each[0] / each[1] - size_px[0] / size_px[1])
               + abs(each[0] - size_px[0]) / 10_000)  # fmt: skip
    texture = CoreImage(str(ASSETS / backdrop_name(best, kind))).texture
    if best == size_px:  # nothing to interpolate: a software renderer draws it a quarter faster
        texture.min_filter = texture.mag_filter = "nearest"
    return texture


def photo_part(photo: Photograph, part: tuple[float, float, float, float]) -> Any:
    """Return a part of a photo, given as shares of it: left, top, right, bottom."""
    left, top, right, bottom = part
    texture = _photo(photo)
    # the texture's y counts from the photo's first row, which Kivy takes for the lowest one
    region = texture.get_region(
        round(left * photo.width), round(top * photo.height),
        round((right - left) * photo.width), round((bottom - top) * photo.height),
    )  # fmt: skip
    region.flip_vertical()
    return region


def _photo(photo: Photograph) -> Any:
    return (_small if photo.width * photo.height <= _SMALL_PX else _large)(photo)


@lru_cache(maxsize=64)
def _small(photo: Photograph) -> Any:
    return _uploaded(photo)


@lru_cache(maxsize=1)
def _large(photo: Photograph) -> Any:
    return _uploaded(photo)


def _uploaded(photo: Photograph) -> Any:
    texture = Texture.create(size=(photo.width, photo.height), colorfmt="rgb")
    texture.blit_buffer(photo.rgb, colorfmt="rgb", bufferfmt="ubyte")
    return texture
