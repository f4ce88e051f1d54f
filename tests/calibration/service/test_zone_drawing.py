"""Places drawn on the picture: kept in the profile, read by, followed when the camera moves."""

import numpy as np
import pytest

from calibration.core.errors import NO_PICTURE, PLACE_SHAPE, PROFILE_MISSING
from calibration.core.reader_profile import apply_profile
from companion.session.calibration_ports import DrawnPlace
from companion.session.ports import Frame, ReadRequest
from tests.calibration.pictures import good_picture
from tests.calibration.service.rig import Rig
from tests.rows import raises
from tests.some import there

LEFT = DrawnPlace("strip-2", "explore", ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)))
RIGHT = DrawnPlace("strip-2", "ship", ((0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0)))


@pytest.fixture
def table(rig: Rig) -> Rig:
    """A table with a plain profile."""
    rig.see(good_picture())
    rig.service.create_without_light("Table")
    rig.forget()
    return rig


def test_places_are_kept_and_read_by(table: Rig) -> None:
    """They come back as they were drawn, and dice that lie in them say so."""
    drawing = table.service.drawing
    assert drawing.drawn("Table") == ()
    drawing.begin("Table")
    table.see(good_picture())
    assert there(drawing.view()).picture is not None
    drawing.keep((LEFT, RIGHT))
    assert drawing.view() is None
    assert table.renewed == 1
    kept = drawing.drawn("Table")
    assert [(place.mat, place.zone) for place in kept] == [
        ("strip-2", "explore"), ("strip-2", "ship"),
    ]  # fmt: skip
    assert np.allclose(kept[0].corners, LEFT.corners)
    assert table.service.page("Table").mats == 1
    profile = table.store.read("Table")
    assert profile.mats, "the mat in view tells later whether the camera was moved"
    reader = table.profiles.open_reader()
    apply_profile(reader, profile)
    blank = np.ascontiguousarray(good_picture())
    reading = reader.read(ReadRequest(Frame(blank, 0.0, "a test"))).reading
    apply_profile(reader, None)
    (drawn,) = reading.drawn
    assert (drawn.mat_id, drawn.seat) == ("strip-2", 2)


def test_nothing_is_kept_of_a_drawing_that_is_given_up(table: Rig) -> None:
    """Cancel, and leaving the screen."""
    drawing = table.service.drawing
    drawing.begin("Table")
    table.see(good_picture())
    table.service.cancel()
    drawing.cancel()
    assert drawing.view() is None
    assert drawing.drawn("Table") == ()
    assert table.renewed == 0


def test_what_cannot_be_kept_is_said_and_the_drawing_goes_on(table: Rig) -> None:
    """No picture yet, a place that crosses itself, a profile that is gone, a camera that is."""
    drawing = table.service.drawing
    with raises(PROFILE_MISSING):
        drawing.begin("nowhere")
    drawing.begin("Table")
    with raises(NO_PICTURE):
        drawing.keep((LEFT,))
    table.see(good_picture())
    crossed = DrawnPlace("tray", "tray", ((0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9)))
    with raises(PLACE_SHAPE):
        drawing.keep((crossed,))
    assert drawing.view() is not None
    table.see(None)
    view = there(drawing.view())
    assert view.fault is not None
    assert view.picture is None
