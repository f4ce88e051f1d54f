"""The file of doubtful dice: what goes in comes out, and no names."""

import io
import json
import zipfile

import numpy as np
import pytest

from calibration.core.doubts import Doubt, packed, unpacked
from calibration.core.profile import CameraSeen
from tests.calibration.samples import full_profile
from tests.some import there

_CROPS = np.random.default_rng(1).integers(0, 255, (2, 64, 64, 3), np.uint8)
_DOUBTS = (
    Doubt(_CROPS[0], ("home", "explore"), ("home", "settle"), flagged=True, profile="At Ann's"),
    Doubt(_CROPS[1], ("genes", "wild"), None, flagged=False),
)


def _file() -> bytes:
    lights = {"At Ann's": full_profile().light}
    camera = CameraSeen("imx708", 1536, 864)
    return packed(_DOUBTS, reader_sha256="ab" * 32, camera=camera, lights=lights)


def test_what_is_packed_comes_out() -> None:
    """Pictures bit by bit; light and camera are facts of the file."""
    for before, after in zip(_DOUBTS, unpacked(_file()), strict=True):
        assert np.array_equal(before.crop, after.crop)
        assert (before.read, before.answer, before.flagged) == (
            after.read, after.answer, after.flagged,
        )  # fmt: skip
    with zipfile.ZipFile(io.BytesIO(_file())) as bundle:
        index = json.loads(bundle.read("doubts.json"))
    assert index["camera"] == {"name": "imx708", "width_px": 1536, "height_px": 864}
    assert index["dice"][0]["paper_rgb"] == list(there(full_profile().light).white)
    assert "paper_rgb" not in index["dice"][1]


def test_the_file_has_no_names() -> None:
    """Neither of the profile nor of anybody who played."""
    with zipfile.ZipFile(io.BytesIO(_file())) as bundle:
        assert b"Ann" not in b"".join(bundle.read(name) for name in bundle.namelist())


@pytest.mark.parametrize("content", [b"", b"no zip", _file()[:-40]])
def test_another_file_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="doubtful dice"):
        unpacked(content)
