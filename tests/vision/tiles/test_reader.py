"""A picture of invented tiles that no training saw, through all networks."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.session.ports import Frame
from companion.session.service_ports import TileReading, TilesReading
from tests.some import there
from vision.core.arrays import ImageU8
from vision.core.decoding import decode_file
from vision.tiles.appearance import TileBox
from vision.tiles.reader import TilesFromStills

HERE = Path(__file__).parent
TRUTH = json.loads((HERE / "rows.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def frame() -> Frame:
    return decode_file(HERE / "rows.jpg")


@pytest.fixture(scope="module")
def reading(reader: TilesFromStills, frame: Frame) -> TilesReading:
    return reader.read([frame])


def at(reading: TilesReading, label: dict[str, list[list[float]]]) -> TileReading | None:
    """Return the tile whose middle is where the label's is."""
    middle, size = np.mean(label["corners_px"], axis=0), float(label["size_px"])  # type: ignore[arg-type]
    near = (seen for seen in reading.tiles
            if np.hypot(*(np.array(seen.centre_px) - middle)) < 0.35 * size)  # fmt: skip
    return next(near, None)


def test_tiles_are_found_and_named_without_a_mistake(reading: TilesReading) -> None:
    """All but one at most; none is wrong without a question."""
    found = [at(reading, label) for label in TRUTH]
    right = [seen is not None and seen.tile == label["tile"]
             for seen, label in zip(found, TRUTH, strict=True)]  # fmt: skip
    assert sum(right) >= len(TRUTH) - 1
    wrong = [seen for seen, ok in zip(found, right, strict=True)
             if seen is not None and not ok and seen.status.value == "ok"]  # fmt: skip
    assert wrong == []


def test_corners_begin_where_the_tile_is_read(reading: TilesReading) -> None:
    """Clockwise from the top left corner, near the printed one."""
    near = 0
    for label in TRUTH:
        seen = at(reading, label)
        if seen is not None and seen.tile == label["tile"]:
            corners = np.array(label["corners_px"])
            apart = np.hypot(*(np.array(seen.corners_px) - corners).T) / label["size_px"]
            near += bool(apart.max() < 0.35)
    assert near >= len(TRUTH) - 2


def dimmed(pixels: ImageU8) -> ImageU8:
    """The same table under a warm, weak lamp."""
    light = np.array([0.35, 0.55, 0.75])
    return np.asarray(np.clip(pixels * light, 0, 255), np.uint8)


def test_shown_tiles_are_known_when_their_names_cannot_be_read(
    reader: TilesFromStills, frame: Frame, reading: TilesReading
) -> None:
    """Under another light, with every banner's letters blurred away."""
    labels = [(seen.centre_px, seen.tile) for seen in reading.tiles if seen.tile]
    fresh = TilesFromStills(reader.networks, reader.names, TileBox("test"))
    box, missing = fresh.enrolled(frame, labels)
    assert missing == ()
    assert fresh.known == {tile for _, tile in labels}
    blurred = cv2.GaussianBlur(dimmed(frame.pixels), (0, 0), 3.5)
    again = fresh.read([Frame(np.asarray(blurred, np.uint8), 0.0, "blurred")])
    without = reader.read([Frame(np.asarray(blurred, np.uint8), 0.0, "blurred")])
    shown = sum(seen is not None and seen.tile == label["tile"]
                for label in TRUTH for seen in [at(again, label)])  # fmt: skip
    unshown = sum(seen is not None and seen.tile == label["tile"]
                  for label in TRUTH for seen in [at(without, label)])  # fmt: skip
    assert shown >= len(TRUTH) / 2
    assert shown > unshown
    assert box.tiles


def test_glare_in_one_still_is_read_in_the_other(reader: TilesFromStills, frame: Frame) -> None:
    """A name hidden in the first picture counts as the second shows it."""
    label = TRUTH[0]
    glare = frame.pixels.copy()
    corners = np.array(label["corners_px"]).round().astype(np.int32)
    cv2.fillPoly(glare, [corners], (255, 255, 255))
    cv2.GaussianBlur(glare, (0, 0), 1.0, dst=glare)
    middle = corners.mean(axis=0)
    inner = ((corners - middle) * 0.9 + middle).astype(np.int32)
    mask = np.zeros(glare.shape[:2], np.uint8)
    cv2.fillPoly(mask, [inner], 255)
    shade = np.where(mask[..., None] > 0, (0.75 * 255 + 0.25 * frame.pixels), frame.pixels)
    hidden = Frame(shade.astype(np.uint8), 0.0, "glare")
    assert there(at(reader.read([hidden, frame]), label)).tile == label["tile"]


def test_an_empty_table_has_no_tiles(reader: TilesFromStills) -> None:
    """Said as a problem of the picture, not as an error."""
    plain = Frame(np.full((600, 900, 3), 90, np.uint8), 0.0, "plain")
    reading = reader.read([plain])
    assert reading.tiles == ()
    assert [problem.code for problem in reading.problems] == ["no_tiles"]
