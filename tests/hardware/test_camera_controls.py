"""What holds, what does not, and exposures that lamps do not stripe."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.cameras.controls import CameraControls, judge, without_banding
from hardware.cameras.libcamera_controls import ConvergenceDetector, from_metadata, to_libcamera


@given(st.floats(10_000, 200_000), st.floats(1.0, 16.0), st.sampled_from([50, 60]))
def test_an_exposure_becomes_whole_half_periods(exposure_us: float, gain: float, hz: int) -> None:
    """Light and gain together stay as bright, where the gain can make up for it."""
    steady = without_banding(CameraControls(exposure_us, gain), mains_hz=hz)
    assert steady.exposure_us is not None
    assert steady.gain is not None
    half_periods = steady.exposure_us * 2 * hz / 1e6
    assert half_periods == pytest.approx(round(half_periods))
    if steady.gain > 1.0:
        assert steady.exposure_us * steady.gain == pytest.approx(exposure_us * gain)


def test_short_exposures_stay() -> None:
    """In daylight there is nothing to stripe."""
    daylight = CameraControls(exposure_us=4_000, gain=1.0)
    assert without_banding(daylight) == daylight
    assert without_banding(CameraControls()) == CameraControls()


def test_values_hold_within_a_sensors_steps() -> None:
    """Lines and steps are rounded; a value that is not told does not hold."""
    asked = {"exposure_us": 20_000.0, "gain": 2.0, "focus": 4.0}
    report = judge(asked, {"exposure_us": 19_950.0, "gain": 2.5}, ("focus",))
    assert report.held == {"exposure_us": 19_950.0}
    assert report.wrong == {"gain": 2.5}
    assert report.unsupported == ("focus",)
    assert judge({"gain": 1.0}, {}, ()).wrong == {"gain": None}


def test_only_names_that_the_camera_has_are_used() -> None:
    """libcamera refuses the whole set for one unknown name; one colour gain alone is none."""
    everything = CameraControls(10_000, 2.0, 1.5, 1.4, 5_000, 3.0)
    settings, unsupported = to_libcamera(everything, {"ExposureTime", "AeEnable"})
    assert settings == {"AeEnable": False, "ExposureTime": 10_000}
    assert sorted(unsupported) == ["blue_gain", "focus", "gain", "red_gain", "white_balance_k"]
    assert to_libcamera(CameraControls(red_gain=1.5), {"ColourGains"}) == ({}, ("red_gain",))


@pytest.mark.parametrize(
    ("metadata", "settled"),
    [
        ({}, True),
        ({"AeLocked": True}, True),
        ({"AeLocked": False}, False),
        ({"AeState": 1}, False),
        ({"AeState": 2, "AfState": 1}, False),
        ({"AeState": 2, "AfState": 3}, True),
    ],
)
def test_when_the_automatics_stand_still(metadata: dict[str, object], settled: bool) -> None:
    """In the words of older and newer libcamera; a focus that failed will not come."""
    settling = ConvergenceDetector()
    answers = [settling.take(metadata) for _ in range(30)]
    assert answers[0] is False, "one frame tells nothing of what comes"
    assert answers[-1] is settled


def test_a_lens_is_believed_after_it_was_seen_to_search() -> None:
    """Focused, as frames of before say, is not enough; white that drifts is none."""
    drifting: list[dict[str, object]] = [
        *({"AfState": 2, "ColourGains": (1.0 + step / 20, 1.5)} for step in range(11)),
        {"AfState": 1},
    ]
    resting: list[dict[str, object]] = [{"AfState": 2, "ColourGains": (1.5, 1.5)}] * 9
    settling = ConvergenceDetector()
    assert not any(settling.take(each) for each in drifting)
    assert [settling.take(each) for each in resting].index(True) == 7
    searched = ConvergenceDetector()
    assert not any(searched.take(each) for each in resting), "it has not begun to search"


def test_a_frame_that_tells_nothing() -> None:
    """No value is made up."""
    assert from_metadata({}) == CameraControls()
