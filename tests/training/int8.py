"""The networks of integers say the same as those of which they were made."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from models.store import model_bytes
from models.training.data.crops import cut
from models.training.generator.frames import Frame, draw_frame
from vision.classification.tilt import CROP_SPAN
from vision.core.inference import TILT_CROP_PX, FinderNet, open_image_net
from vision.core.runtime import int8_pays

SEEDS = (41, 42, 43)

Bytes = npt.NDArray[np.uint8]


def both_forms(name: str) -> list[FinderNet]:
    """Return a network, and the same of integers."""
    return [open_image_net(name, model_bytes(model)) for model in (name, f"{name}_int8")]


def bgr(image: Any) -> Bytes:
    return np.ascontiguousarray(np.asarray(image)[..., ::-1], np.uint8)


def crops(frame: Frame, size_px: int, span: float) -> Bytes:
    faces = [cut(frame.image, die, size_px=size_px, span=span) for die in frame.dice]
    return bgr(np.stack(faces))


def chances(logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return the probabilities of each row."""
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


@pytest.fixture(scope="module")
def frames() -> list[Frame]:
    return [draw_frame(4004, seed) for seed in SEEDS]


needs_instructions = pytest.mark.skipif(
    not int8_pays(), reason="this processor rounds sums of integers"
)


@needs_instructions
def test_the_finder_sees_the_same_places(frames: list[Frame]) -> None:
    """Heat, and the boxes where there is any."""
    plain, whole = both_forms("finder")
    heat_errors, box_errors = [], []
    for frame in frames:
        height, width = (side // 16 * 16 for side in frame.image.shape[:2])
        picture = bgr(frame.image[:height, :width])[None]
        (heat, box), (heat_whole, box_whole) = plain(picture), whole(picture)
        hot = heat[0, 0] > 0.3
        assert np.abs(heat - heat_whole).mean() < 0.003
        heat_errors.append(np.abs(heat - heat_whole)[0, 0][hot])
        box_errors.append(np.abs(box - box_whole)[0, :, hot])
    assert sum(len(errors) > 0 for errors in heat_errors) >= len(frames) // 2
    assert np.concatenate(heat_errors).mean() < 0.03
    *geometry, visibility_logit = np.concatenate(box_errors).mean(axis=0)
    assert max(geometry) < 0.1
    assert visibility_logit < 0.6


@needs_instructions
def test_the_reader_reads_the_same(frames: list[Frame]) -> None:
    """The faces' probabilities."""
    plain, whole = both_forms("reader")
    alike, apart = [], []
    for frame in frames:
        faces = crops(frame, 64, 1.4)
        says, says_whole = (chances(network(faces)[0]) for network in (plain, whole))
        alike.append((says.argmax(axis=1) == says_whole.argmax(axis=1)).mean())
        apart.append(np.abs(says - says_whole).sum(axis=1).mean())
    assert min(alike) > 0.85
    assert max(apart) < 0.05


@needs_instructions
def test_the_network_for_tilt_says_the_same(frames: list[Frame]) -> None:
    """Which way top faces point, within a degree, their size, within 1 %, and how dice stand."""
    plain, whole = both_forms("tilt")
    every, stand = [], []
    for frame in frames:
        faces = crops(frame, TILT_CROP_PX, CROP_SPAN)
        (seen, stands), (seen_whole, stands_whole) = plain(faces), whole(faces)
        every.append(np.abs(seen - seen_whole).mean(axis=0))
        stand.append(np.abs(stands - stands_whole).mean())
    off = np.max(every, axis=0)
    assert off[:2].max() < 0.015
    assert off[3] < 0.01
    assert off[[2, 4]].max() < 0.1
    assert max(stand) < 0.2
