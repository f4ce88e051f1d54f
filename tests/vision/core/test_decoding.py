"""Picture files, sound and broken, become a frame or one clear error."""

import contextlib
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from vision.core.arrays import ImageU8
from vision.core.decoding import MAX_MEGAPIXELS, decode_file
from vision.core.errors import (
    ImageMissingError,
    ImageTooLargeError,
    ImageTooSmallError,
    ImageTruncatedError,
    ImageUnreadableError,
    VisionError,
)


def scene() -> ImageU8:
    """An RGB picture whose four quarters differ: red, green, blue, grey."""
    rgb = np.empty((60, 80, 3), np.uint8)
    rgb[:30, :40], rgb[:30, 40:] = (220, 30, 30), (30, 200, 30)
    rgb[30:, :40], rgb[30:, 40:] = (30, 30, 210), (128, 128, 128)
    return rgb


def write(path: Path, image: Image.Image, **options: object) -> Path:
    image.save(path, **options)  # type: ignore[arg-type] # the format's own options
    return path


def huge_png(path: Path, width: int, height: int) -> Path:
    """A PNG whose header announces a picture that nobody should try to hold."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + check

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 1000)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    )
    return path


def test_pixels_come_as_bgr(tmp_path: Path) -> None:
    """The channels are turned round, nothing else is changed."""
    path = write(tmp_path / "a.png", Image.fromarray(scene()))
    frame = decode_file(path, taken_at_s=3.5)
    assert np.array_equal(frame.pixels, scene()[:, :, ::-1])
    assert frame.pixels.flags.c_contiguous
    assert frame.taken_at_s == 3.5
    assert frame.source == str(path)


@pytest.mark.parametrize("suffix", ["jpg", "png", "bmp", "tif", "webp", "gif", "ppm"])
def test_common_formats_are_read(tmp_path: Path, suffix: str) -> None:
    """Every common format gives the same picture within its own loss."""
    path = write(tmp_path / f"a.{suffix}", Image.fromarray(scene()))
    pixels = decode_file(path).pixels
    assert pixels.shape == (60, 80, 3)
    for y, x in ((10, 10), (10, 70), (50, 10), (50, 70)):
        assert np.abs(pixels[y, x].astype(int) - scene()[y, x, ::-1].astype(int)).max() < 25


@pytest.mark.parametrize(
    ("convert", "tolerance"),
    [
        (lambda im: im.convert("L"), 2),
        (lambda im: im.convert("LA"), 2),
        (lambda im: im.convert("1"), 256),
        (lambda im: im.convert("P"), 60),
        (lambda im: im.convert("RGBA"), 0),
    ],
)
def test_other_modes_are_converted(
    tmp_path: Path, convert: Callable[[Image.Image], Image.Image], tolerance: int
) -> None:
    """Grey, palette and alpha pictures become ordinary ones."""
    image = convert(Image.fromarray(scene()))
    pixels = decode_file(write(tmp_path / "a.png", image)).pixels
    assert pixels.shape == (60, 80, 3)
    assert pixels.dtype == np.uint8
    expected = np.asarray(image.convert("RGB"))[:, :, ::-1].astype(int)
    assert np.abs(pixels.astype(int) - expected).max() <= tolerance


def test_sixteen_bit_grey_is_scaled_not_clipped(tmp_path: Path) -> None:
    """A 16-bit ramp keeps its shape."""
    ramp = np.tile(np.linspace(0, 65535, 64).astype(np.uint16), (64, 1))
    cv2.imwrite(str(tmp_path / "a.png"), ramp)
    pixels = decode_file(tmp_path / "a.png").pixels
    assert np.abs(pixels[5, :, 0].astype(float) - np.linspace(0, 255, 64)).max() <= 1.0


def test_sixteen_bit_colour_is_read(tmp_path: Path) -> None:
    """48-bit PNG and TIFF keep their colours."""
    deep = scene()[:, :, ::-1].astype(np.uint16) * 257
    for name in ("a.png", "a.tif"):
        cv2.imwrite(str(tmp_path / name), deep)
    assert np.array_equal(decode_file(tmp_path / "a.png").pixels, scene()[:, :, ::-1])


def test_cmyk_jpeg_is_read(tmp_path: Path) -> None:
    """A picture from a printer's program has its colours the right way round."""
    path = write(tmp_path / "a.jpg", Image.fromarray(scene()).convert("CMYK"))
    pixels = decode_file(path).pixels
    assert pixels[10, 10, 2] > 150 > pixels[10, 10, 0]  # red quarter


def test_transparent_pixels_show_paper(tmp_path: Path) -> None:
    """What is hidden behind full transparency is not read."""
    rgba = np.zeros((40, 40, 4), np.uint8)
    rgba[:, 20:] = (10, 20, 30, 255)
    pixels = decode_file(write(tmp_path / "a.png", Image.fromarray(rgba))).pixels
    assert pixels[0, 0].tolist() == [255, 255, 255]
    assert pixels[0, 30].tolist() == [30, 20, 10]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_obeyed(tmp_path: Path, orientation: int) -> None:
    """The picture stands as the photographer held the camera."""
    from PIL import ImageOps

    image = Image.fromarray(scene())
    exif = image.getexif()
    exif[0x0112] = orientation
    path = write(tmp_path / "a.png", image, exif=exif.tobytes())
    with Image.open(path) as opened:
        expected = np.asarray(ImageOps.exif_transpose(opened))[:, :, ::-1]
    assert np.array_equal(decode_file(path).pixels, expected)


def test_missing_file(tmp_path: Path) -> None:
    """A name without a file is named in the error."""
    with pytest.raises(ImageMissingError) as caught:
        decode_file(tmp_path / "nothing.jpg")
    assert caught.value.code == "image_missing"
    assert "nothing.jpg" in caught.value.message
    with pytest.raises(ImageMissingError):
        decode_file(Path("x" * 300))


def test_folder_empty_file_and_text(tmp_path: Path) -> None:
    """What is no picture is refused with the reason."""
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "text.jpg").write_text("no picture at all, only words")
    for name, reason in (
        (".", "folder"),
        ("empty.jpg", "empty"),
        ("text.jpg", "not a supported image format"),
    ):
        with pytest.raises(ImageUnreadableError) as caught:
            decode_file(tmp_path / name)
        assert reason in caught.value.message


@pytest.mark.usefixtures("plain_user")
def test_forbidden_file(tmp_path: Path) -> None:
    """A file without the right to read is refused as such."""
    path = write(tmp_path / "a.png", Image.fromarray(scene()))
    path.chmod(0)
    with pytest.raises(ImageUnreadableError):
        decode_file(path)


def test_too_small(tmp_path: Path) -> None:
    """A picture of one pixel is refused."""
    path = write(tmp_path / "a.png", Image.new("RGB", (1, 1)))
    with pytest.raises(ImageTooSmallError) as caught:
        decode_file(path)
    assert "1 x 1" in caught.value.message


@pytest.mark.parametrize(("width", "height"), [(10_000, 10_000), (60_000, 60_000)])
def test_too_large_is_found_before_decoding(tmp_path: Path, width: int, height: int) -> None:
    """The header alone decides: these files hold a thousand bytes of pixels."""
    with pytest.raises(ImageTooLargeError) as caught:
        decode_file(huge_png(tmp_path / "a.png", width, height))
    assert f"{MAX_MEGAPIXELS:.0f}" in caught.value.message
    assert f"{width * height / 1e6:.0f} megapixels" in caught.value.message


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp", "bmp", "tif"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_truncated_files_are_refused(tmp_path: Path, suffix: str, share: float) -> None:
    """Half a picture is never read as if it were whole."""
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), dtype=np.uint8)
    path = write(tmp_path / f"a.{suffix}", Image.fromarray(noise))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises((ImageTruncatedError, ImageUnreadableError)):
        decode_file(path)


@pytest.mark.parametrize("suffix", ["jpg", "png"])
def test_truncation_has_its_own_code(tmp_path: Path, suffix: str) -> None:
    """The usual broken copy of a camera's file is called by its name."""
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), dtype=np.uint8)
    path = write(tmp_path / f"a.{suffix}", Image.fromarray(noise))
    path.write_bytes(path.read_bytes()[:20_000])
    with pytest.raises(ImageTruncatedError):
        decode_file(path)


@given(st.data())
def test_damaged_bytes_never_escape_as_other_errors(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Whatever happens to the bytes of a file: a frame or one of our errors."""
    suffix = data.draw(st.sampled_from(["jpg", "png", "webp", "tif", "gif", "bmp"]))
    path = write(tmp_path_factory.mktemp("zoo") / f"a.{suffix}", Image.fromarray(scene()))
    content = bytearray(path.read_bytes())
    for place, value in data.draw(
        st.lists(st.tuples(st.integers(0, len(content) - 1), st.integers(0, 255)), max_size=20)
    ):
        content[place] = value
    path.write_bytes(bytes(content[: data.draw(st.integers(1, len(content)))]))
    with contextlib.suppress(VisionError):
        assert decode_file(path).pixels.ndim == 3
