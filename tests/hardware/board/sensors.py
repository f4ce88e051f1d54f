"""Sensors of the Raspberry Pi's camera modules: their modes with the part that each looks at.

Sizes and crops are those of the kernel's drivers (imx708, imx219, ov5647, imx477, imx296, ov9281).
"""

from dataclasses import dataclass

Crop = tuple[int, int, int, int]


@dataclass(frozen=True)
class Mode:
    """One mode; ``crop`` is x, y, width, height in pixels of the whole sensor."""

    pixel_format: str
    bit_depth: int
    size: tuple[int, int]
    crop: Crop
    shortest_frame_us: int = 17_800


@dataclass(frozen=True)
class Sensor:
    """A camera module."""

    model: str
    size: tuple[int, int]
    modes: tuple[Mode, ...]
    lens_moves: bool = False


def _modes(pixel_format: str, bits: int, *found: tuple[tuple[int, int], Crop]) -> tuple[Mode, ...]:
    return tuple(Mode(pixel_format, bits, size, crop) for size, crop in found)


MODULE_3 = Sensor(
    "imx708",
    (4608, 2592),
    _modes(
        "SBGGR10_CSI2P",
        10,
        ((1536, 864), (768, 432, 3072, 1728)),
        ((2304, 1296), (0, 0, 4608, 2592)),
        ((4608, 2592), (0, 0, 4608, 2592)),
    ),
    lens_moves=True,
)

_IMX219 = (
    ((640, 480), (1000, 752, 1280, 960)),
    ((1640, 1232), (0, 0, 3280, 2464)),
    ((1920, 1080), (680, 692, 1920, 1080)),
    ((3280, 2464), (0, 0, 3280, 2464)),
)
MODULE_2 = Sensor(
    "imx219",
    (3280, 2464),
    _modes("SRGGB10_CSI2P", 10, *_IMX219) + _modes("SRGGB8", 8, *_IMX219),
)

MODULE_1 = Sensor(
    "ov5647",
    (2592, 1944),
    _modes(
        "SGBRG10_CSI2P",
        10,
        ((640, 480), (16, 0, 2560, 1920)),
        ((1296, 972), (0, 0, 2592, 1944)),
        ((1920, 1080), (348, 434, 1928, 1080)),
        ((2592, 1944), (0, 0, 2592, 1944)),
    ),
)

HQ = Sensor(
    "imx477",
    (4056, 3040),
    _modes("SRGGB10_CSI2P", 10, ((1332, 990), (696, 528, 2664, 1980)))
    + _modes(
        "SRGGB12_CSI2P",
        12,
        ((2028, 1080), (0, 440, 4056, 2160)),
        ((2028, 1520), (0, 0, 4056, 3040)),
        ((4056, 3040), (0, 0, 4056, 3040)),
    ),
)

GLOBAL_SHUTTER = Sensor(
    "imx296",
    (1456, 1088),
    _modes("SBGGR10_CSI2P", 10, ((1456, 1088), (0, 0, 1456, 1088))),
)

_OV9281 = (
    ((640, 400), (0, 0, 1280, 800)),
    ((1280, 720), (0, 0, 1280, 720)),
    ((1280, 800), (0, 0, 1280, 800)),
)
MONOCHROME = Sensor(
    "ov9281", (1280, 800), _modes("R8", 8, *_OV9281) + _modes("R10_CSI2P", 10, *_OV9281)
)

SMALL = Sensor(
    "small",
    (576, 324),
    _modes(
        "SBGGR10_CSI2P",
        10,
        ((192, 108), (96, 54, 384, 216)),
        ((288, 162), (0, 0, 576, 324)),
        ((576, 324), (0, 0, 576, 324)),
    ),
    lens_moves=True,
)
"""A Camera Module 3 with an eighth of its pixels, for tests that only wait for pictures."""

ALL = (MODULE_3, MODULE_2, MODULE_1, HQ, GLOBAL_SHUTTER, MONOCHROME)
