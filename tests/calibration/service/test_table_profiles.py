"""The reader that follows the light: told once, and the camera let go where nothing fits."""

from dataclasses import replace

import numpy as np
import pytest

from companion.errors import CompanionError
from companion.session.ports import Frame, ReadRequest
from models.errors import ModelMissingError
from tests.calibration.pictures import good_picture, lit
from tests.calibration.service.rig import Rig
from vision.core.arrays import ImageU8
from vision.pipeline import TableReader


def redder() -> ImageU8:
    """The same table under a warmer lamp."""
    return lit(good_picture(), lambda light: light * np.array([0.6, 0.85, 1.0]))


def made(rig: Rig, name: str, pixels: ImageU8) -> None:
    """Calibrate without throws."""
    rig.service.begin()
    rig.see(pixels, 4)
    rig.service.skip()
    rig.service.keep(name)


def test_the_profile_that_fits_is_chosen_by_itself_and_told_once(rig: Rig) -> None:
    """Under the lamp of another profile that one becomes active; back again likewise."""
    made(rig, "Evening", redder())
    made(rig, "Day", good_picture())
    profiles = rig.profiles
    profiles.read(ReadRequest(Frame(good_picture(), 0.0, "a test")))
    assert profiles.active_profile() == "Day"
    assert profiles.take_switched() == "", "the chosen one is no news"
    profiles.read(ReadRequest(Frame(redder(), 0.0, "a test")))
    assert profiles.active_profile() == "Evening"
    assert [line.used for line in rig.service.profiles()] == [False, True]
    assert profiles.take_switched() == "Evening"
    assert profiles.take_switched() == ""
    rig.service.choose("Day")
    assert [line.used for line in rig.service.profiles()] == [True, False], "people decide"


def test_the_camera_is_let_go_where_no_profile_fits(rig: Rig) -> None:
    """And held again with the profile whose light is back."""
    made(rig, "Day", good_picture())
    assert rig.lens.held is not None
    rig.profiles.read(ReadRequest(Frame(good_picture(), 0.0, "a test")))
    rig.see(good_picture())
    assert rig.lens.held is not None
    reading = rig.profiles.read(ReadRequest(Frame(redder(), 0.0, "a test"))).reading
    assert "profile_light_differs" in [problem.code for problem in reading.problems]
    rig.see(redder())
    assert rig.lens.held is None
    evening = replace(rig.store.read("Day"), name="Evening")
    rig.profiles.repository.save(evening)
    rig.see(good_picture())
    assert rig.lens.held is not None


def test_models_are_loaded_with_the_first_frame(rig: Rig) -> None:
    """Not before: the first screen should not wait; and once, until the profiles change."""
    opened: list[int] = []
    open_reader = rig.profiles.open_reader

    def make() -> TableReader:
        opened.append(1)
        return open_reader()

    rig.profiles.open_reader = make
    assert not opened
    for _ in range(2):
        rig.profiles.read(ReadRequest(Frame(good_picture(), 0.0, "a test")))
    assert len(opened) == 1
    made(rig, "Day", good_picture())
    opened.clear()  # the wizard has a reader of its own
    for _ in range(2):
        rig.profiles.read(ReadRequest(Frame(good_picture(), 0.0, "a test")))
    assert (len(opened), rig.profiles.active_profile()) == (1, "Day")


def test_models_that_are_missing_are_said_with_every_reading(rig: Rig) -> None:
    """They are looked for once; the table is played by hand."""
    opened: list[int] = []

    def fail() -> TableReader:
        opened.append(1)
        raise ModelMissingError(file="reader.onnx")

    rig.profiles.open_reader = fail
    for _ in range(3):
        with pytest.raises(CompanionError, match=r"reader\.onnx"):
            rig.profiles.read(ReadRequest(Frame(good_picture(), 0.0, "a test")))
    assert len(opened) == 1
