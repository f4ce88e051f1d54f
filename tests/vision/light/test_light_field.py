"""The grey patches tell how bright white paper is everywhere, whatever the printer did."""

import numpy as np
import pytest

from tests.some import there
from vision.core.arrays import F64, absolute, relative
from vision.light.light_field import PatchSamples, fit_light, to_levels, to_linear
from vision.light.lighting_profile import drift_at

SIZE = 1000, 600


def _white(places_px: F64) -> F64:
    """A lamp at the right, bluish there: BGR linear levels of paper."""
    x = relative(places_px, SIZE)[:, 0]
    return np.stack([0.6 * np.exp(0.3 * x), 0.6 * np.exp(0.15 * x), 0.55 * np.exp(0.1 * x)], axis=1)


def _ramps(factors: dict[int, float], *, brighter: float = 1.0) -> PatchSamples:
    corners = np.array([(80.0, 60.0), (920.0, 60.0), (920.0, 540.0), (80.0, 540.0), (500.0, 300.0)])
    places = np.repeat(corners, len(factors), axis=0)
    grey = np.tile(np.array(list(factors), np.float64), len(corners))
    share = np.tile(np.array(list(factors.values())), len(corners))
    light = _white(places) * share[:, None] * brighter
    return PatchSamples(places, grey, np.minimum(to_levels(light), 255.0))


TRUE = {level: float(to_linear(np.array([level], np.float64))[0]) for level in (255, 204, 153, 102)}


def test_the_curve_is_srgb_and_goes_on_beyond_white() -> None:
    """There and back; a level above white stays above 255."""
    levels = np.array([0.0, 5.0, 128.0, 255.0])
    assert to_levels(to_linear(levels)) == pytest.approx(levels, abs=1e-6)
    assert to_levels(np.array([1.5]))[0] > 300


def test_places_go_to_the_unit_square_and_back() -> None:
    """Centres of pixels are integers."""
    points = np.array([[0.0, 0.0], [999.0, 599.0], [12.5, 99.0]])
    assert absolute(relative(points, SIZE), SIZE) == pytest.approx(points)


def test_white_is_known_between_the_patches() -> None:
    """Slope and hue of the lamp, to two per cent."""
    light = there(fit_light(_ramps(TRUE), SIZE))
    points = np.array([[300.0, 200.0], [700.0, 450.0]])
    assert light.at(points) == pytest.approx(_white(points), rel=0.02)
    assert light.resized((2000, 1200)).at(points * 2) == pytest.approx(_white(points), rel=0.02)


def test_a_printer_that_prints_too_dark_changes_little() -> None:
    """Paper is white by itself; a wrong grey is wrong everywhere."""
    light = there(fit_light(_ramps({255: 1.0, 204: 0.45, 153: 0.2, 102: 0.07}), SIZE))
    points = np.array([[300.0, 200.0]])
    assert light.at(points) == pytest.approx(_white(points), rel=0.03)


def test_overexposed_paper_is_judged_by_the_greys() -> None:
    """One and a half stops too much: white is above full scale, and known."""
    light = there(fit_light(_ramps(TRUE, brighter=2.4), SIZE))
    points = np.array([[200.0, 200.0], [500.0, 300.0]])
    assert light.at(points) == pytest.approx(_white(points) * 2.4, rel=0.12)


def _lamp(places_px: F64) -> F64:
    """An incandescent lamp at the right: BGR linear levels of paper."""
    x = relative(places_px, SIZE)[:, 0]
    return np.array([0.25, 0.45, 0.7]) * np.exp(0.25 * x)[:, None]


def _under_lamp(*, red_limit: float = 1.0, tint: dict[int, float] | None = None) -> PatchSamples:
    """Grey ramps in five places whose red saturates, or is *tint* times that of neutral grey."""
    samples = _ramps(TRUE)
    share = to_linear(samples.grey)[:, None] * np.ones(3)
    share[:, 2] *= [(tint or {}).get(int(grey), 1.0) for grey in samples.grey]
    light = np.minimum(_lamp(samples.places_px) * share, [1.0, 1.0, red_limit])
    return PatchSamples(samples.places_px, samples.grey, to_levels(light))


def test_paper_saturated_in_red_is_judged_by_the_greys() -> None:
    """Red of paper stays at one level, well below full scale, where the lamp is near."""
    points = np.array([[200.0, 200.0], [500.0, 300.0], [850.0, 400.0]])
    light = there(fit_light(_under_lamp(red_limit=0.6), SIZE))
    assert light.at(points)[:, :2] == pytest.approx(_lamp(points)[:, :2], rel=0.03)
    assert light.at(points)[:, 2] == pytest.approx(_lamp(points)[:, 2], rel=0.1)
    assert light.at(points)[2, 2] > 0.75


def test_a_lamp_that_saturates_red_is_not_another_lamp() -> None:
    """A bit more exposure than in the calibration, or less."""
    dim, bright = _under_lamp(), _under_lamp(red_limit=0.53)
    known, seen = fit_light(dim, SIZE), fit_light(bright, SIZE)
    assert known is not None
    assert seen is not None
    assert not drift_at(bright, seen, known).noticed
    assert not drift_at(dim, known, seen).noticed


def test_reddish_greys_do_not_redden_the_paper() -> None:
    """Ink that is not neutral tints dark greys more than pale ones; saturation does not."""
    light = there(fit_light(_under_lamp(tint={204: 1.2, 153: 1.6, 102: 2.2}), SIZE))
    points = np.array([[300.0, 200.0], [700.0, 450.0]])
    assert light.at(points) == pytest.approx(_lamp(points), rel=0.03)


def test_a_shaded_patch_pulls_little() -> None:
    """A finger's shadow on one patch does not darken the others."""
    samples = _ramps(TRUE)
    samples.colours[0] *= 0.6
    light = there(fit_light(samples, SIZE))
    points = np.array([[800.0, 450.0]])
    assert light.at(points) == pytest.approx(_white(points), rel=0.06)


def test_nothing_bright_enough_tells_no_light() -> None:
    """Black patches, or all of them blown out."""
    dark = _ramps(TRUE)
    assert fit_light(PatchSamples(dark.places_px, dark.grey, dark.colours * 0.0), SIZE) is None
    blown = np.full_like(dark.colours, 255.0)
    assert fit_light(PatchSamples(dark.places_px, dark.grey, blown), SIZE) is None
