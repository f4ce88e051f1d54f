"""Pictures that are large, odd or cut short, each read by a process whose memory is measured."""

import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from PIL import Image

from tests.faults.killing import FAST
from tests.faults.matrix import Row, count
from tests.faults.measured import MOST_MB, run_measured
from tests.vision.core.test_decoding import huge_png

_SQUARE: Final = (6_928, 6_928)
_SQUARE_WEBP: Final = (4_890, 4_890)
"""Just within the limits of pixels."""


def rows(scale: float) -> Iterable[Row]:
    """Read each kind once; a scale below 1 takes the first of them, which are the quick ones."""
    kinds = _kinds()
    names = list(kinds)[: count(len(kinds), min(1.0, scale * 4))]
    internal, most_mb, harmful = 0, 0.0, []
    with tempfile.TemporaryDirectory(dir=FAST) as folder:
        for name in names:
            path = Path(folder) / name.replace(" ", "-")
            kinds[name](path)
            done = run_measured(["scan", "--json", path], home=Path(folder), timeout_s=600)
            path.unlink()
            most_mb = max(most_mb, done.peak_mb)
            if done.is_internal_error or done.is_too_large:
                internal += 1
                harmful.append(f"{name}: {done}"[:200])
    note = "; ".join([f"at most {most_mb:.0f} MB of {MOST_MB}", *harmful])
    yield Row("hostile picture", len(names), internal_errors=internal, note=note)


def _kinds() -> Mapping[str, Callable[[Path], object]]:
    return {
        "announces 3,600 megapixels.png": lambda path: huge_png(path, 60_000, 60_000),
        "announces 400 megapixels.png": lambda path: huge_png(path, 20_000, 20_000),
        "3,200,000 x 25.png": _plain("RGB", (3_200_000, 25)),
        "25 x 2,000,000.png": _plain("RGB", (25, 2_000_000)),
        "30,000 x 1,600.png": _plain("RGB", (30_000, 1_600)),
        "1,600 x 30,000.png": _plain("RGB", (1_600, 30_000)),
        "80 megapixels.png": _plain("L", (8_900, 8_900)),
        "large.png": _plain("RGB", _SQUARE),
        "large with alpha.png": _plain("RGBA", _SQUARE),
        "large grey with alpha.png": _plain("LA", _SQUARE),
        "large with 16 bits.png": _plain("I;16", _SQUARE),
        "large palette.png": _plain("P", _SQUARE),
        "large bits.png": _plain("1", _SQUARE),
        "large.jpg": _plain("RGB", _SQUARE),
        "large progressive.jpg": _plain("RGB", _SQUARE, progressive=True),
        "large and turned.jpg": _turned,
        "large CMYK.jpg": _plain("CMYK", _SQUARE),
        "large.webp": _plain("RGB", _SQUARE_WEBP),
        "large lossless with alpha.webp": _plain("RGBA", _SQUARE_WEBP, lossless=True),
        "too large.webp": _plain("RGBA", _SQUARE, lossless=True),
        "large floats.tif": _plain("F", _SQUARE),
        "large packed floats.tif": _plain("F", _SQUARE, compression="tiff_deflate"),
        "large.bmp": _plain("RGB", _SQUARE),
        "large.gif": _plain("P", _SQUARE),
        "large.ppm": _plain("RGB", _SQUARE),
        "large noise.jpg": _noise,
        "half of a large one.jpg": _half,
    }


def _plain(mode: str, size: tuple[int, int], **options: Any) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        fast: dict[str, Any] = {"compress_level": 1} if path.suffix == ".png" else {}
        Image.new(mode, size).save(path, **fast, **options)

    return write


def _turned(path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", _SQUARE).save(path, exif=exif)


def _noise(path: Path) -> None:
    """Everywhere something that could be a die."""
    small = np.random.default_rng(15).integers(0, 255, (200, 200, 3), dtype=np.uint8)
    Image.fromarray(small).resize(_SQUARE, Image.Resampling.NEAREST).save(path, quality=60)


def _half(path: Path) -> None:
    _noise(path)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
