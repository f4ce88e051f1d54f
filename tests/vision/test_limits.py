"""Each limit of a status and of a problem, just below and just above it, on stored pictures."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

import cv2
import numpy as np
import pytest

from tests.some import some, there
from tests.vision.stored import EXPECTED, asked, blocks, picture, read_as_text, reader
from vision.classification.evidence import Evidence
from vision.classification.tilt import STANDS
from vision.core.arrays import F32, F64, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.decision.count_constraints import apply_counts
from vision.decision.decision import decide, readings_of
from vision.light.known_colours import FACTORY
from vision.light.light_field import fit_light, sample_patches, to_levels, to_linear
from vision.light.lighting_profile import LightingProfile
from vision.light.picture_stats import picture_stats
from vision.mats.fitting import FittedMat, find_mats, transform
from vision.mats.layout import Rect
from vision.mats.markers import MarkerFinder


@pytest.mark.parametrize("heading", blocks(EXPECTED.read_text("utf-8")))
def test_stored_pictures_are_read_as_expected(heading: str) -> None:
    """Each die with its status, within two pixels, and each problem."""
    problems, *dice = (line.split() for line in read_as_text(heading))
    expected, *known = (line.split() for line in blocks(EXPECTED.read_text("utf-8"))[heading])
    assert problems == expected
    assert [words[2:] for words in dice] == [words[2:] for words in known]
    places, before = ([int(v) for words in each for v in words[:2]] for each in (dice, known))
    assert places == pytest.approx(before, abs=2)


# --- status of a die ----------------------------------------------------------------------------


def _believed(evidence: Evidence, share: float) -> Evidence:
    faces = np.full_like(evidence.scores.faces, 0.0)
    faces[:, 0], faces[:, 1] = share, 1.0 - share
    return replace(evidence, scores=replace(evidence.scores, faces=faces))


def _faceless(evidence: Evidence, none: float) -> Evidence:
    return replace(evidence, scores=replace(evidence.scores, none=_each(evidence, none)))


def _foreign(evidence: Evidence, foreign: float) -> Evidence:
    return replace(evidence, scores=replace(evidence.scores, foreign=_each(evidence, foreign)))


def _listed(evidence: Evidence, odds: float) -> Evidence:
    return replace(evidence, listing=_each(evidence, odds))


def _print_like(evidence: Evidence, nothing: float) -> Evidence:
    stands = np.zeros_like(evidence.tilt.stands)
    stands[:, STANDS.index("free")], stands[:, STANDS.index("nothing")] = 1.0 - nothing, nothing
    return replace(evidence, tilt=replace(evidence.tilt, stands=stands))


def _each(evidence: Evidence, value: float) -> F64:
    return np.full(len(evidence.dice), value)


_EVIDENCE: Final[dict[str, Callable[[Evidence, float], Evidence]]] = {
    "share of the best face": _believed,
    "no readable face": _faceless,
    "another kind of dice": _foreign,
    "log odds of being a die": _listed,
    "looks of print": _print_like,
}
_STATUSES: Final = """
share of the best face  | 0.87 check | 0.89 ok
no readable face        | 0.38 ok    | 0.42 check
another kind of dice    | 0.19 ok    | 0.21 check
log odds of being a die | 1.55 check | 1.65 ok
looks of print          | 0.29 ok    | 0.31 check
colours of the picture  | 15 check   | 17 ok
"""


@pytest.mark.parametrize("row", _STATUSES.strip().splitlines())
def test_each_limit_of_a_status(row: str) -> None:
    """All dice of a picture are sure but for this."""
    what, *sides = (cell.strip() for cell in row.split("|"))
    seen = reader().read(asked(picture("strip")))
    sure = seen.evidence
    stats = picture_stats(ImagePyramid(picture("strip")))
    for side in some(sides):
        value, status = side.split()
        change = _EVIDENCE.get(what)
        evidence = change(sure, float(value)) if change else sure
        light = stats if change else replace(stats, colour=float(value))
        none = evidence.select(_each(evidence, 0.0) > 0)
        decision = decide(evidence, none, asked(picture("strip")), light)
        assert {die.status.value for die in some(decision.readings)} == {status}, side


@pytest.mark.parametrize(
    ("share", "told"), [(0.0008, "mismatch"), (0.0012, "check"), (0.09, "check"), (0.11, "ok")]
)
def test_each_limit_of_the_known_counts(share: float, told: str) -> None:
    """A type that must be there is taken over, asked about, or contradicts the picture."""
    seen = reader().read(asked(picture("strip"))).evidence
    one = seen.select(np.arange(len(seen.dice)) == 0)
    pairs = one.scores.labels.pairs
    faces = np.zeros_like(one.scores.faces)
    faces[0, pairs.index(("genes", "settle"))] = 1.0 - share
    faces[0, pairs.index(("military", "settle"))] = share
    one = replace(one, scores=replace(one.scores, faces=faces))
    counted = apply_counts(one, {"strip-1": {"military": 1}})
    status = "check" if counted.contrary.any() else "ok"
    assert ("mismatch" if counted.mismatches else status) == told


def test_limits_of_the_alternatives() -> None:
    """The three best other faces, none of them nearly impossible."""
    seen = reader().read(asked(picture("strip"))).evidence.select(np.array([True] + [False] * 8))
    for rest, count in (((0.05, 0.03, 0.02, 0.01), 3), ((0.0012, 0.00011, 0.00009), 2)):
        faces = np.zeros_like(seen.scores.faces)
        faces[0, : 1 + len(rest)] = (1.0 - sum(rest), *rest)
        (die,) = readings_of(seen, faces, np.array([False]))
        assert len(die.alternatives) == count


def test_limit_of_faces_to_enrol() -> None:
    """Faint faces, with a finder score below 0.28, are left out."""
    found, crops = reader().faces_in(asked(picture("game_coloured_strips")).frame)
    assert len(found) == len(crops) == 24


# --- problems of a picture ----------------------------------------------------------------------


def _lit(pixels: ImageU8, gains: float | F64 | F32) -> ImageU8:
    """The picture with its linear light multiplied; of any shape that fits."""
    return np.asarray(np.clip(to_levels(to_linear(pixels) * gains) + 0.5, 0, 255), np.uint8)


def _soft(pixels: ImageU8, sigma: float) -> ImageU8:
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma), np.uint8)


def _flat(pixels: ImageU8, contrast: float) -> ImageU8:
    """Blurred, and with so little contrast in levels."""
    soft = _soft(pixels, 15.0).astype(np.float32)
    low, high = np.percentile(soft.mean(axis=2), (1, 99))
    return np.asarray((soft - low) * contrast / (high - low) + 100, np.uint8)


def _greyed(pixels: ImageU8, colour: float) -> ImageU8:
    grey = pixels.mean(axis=2, keepdims=True)
    return np.asarray(np.clip(grey + (pixels - grey) * colour, 0, 255), np.uint8)


def _far(pixels: ImageU8, scale: float) -> ImageU8:
    """Seen from further away."""
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    large = cv2.resize(_soft(pixels, 40.0), (pixels.shape[1], pixels.shape[0]))
    large[: small.shape[0], : small.shape[1]] = small
    return np.asarray(large, np.uint8)


@cache
def _mat(name: str) -> FittedMat:
    (mat,) = find_mats(ImagePyramid(picture(name)), MarkerFinder()).mats
    return mat


def _inside(name: str, rect: Rect) -> F32:
    """Where a rectangle of the mat lies: 1 inside, softly 0 outside, (H, W, 1)."""
    around = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1)]
    corners = transform(_mat(name).homography, np.array(around, np.float64))
    mask = np.zeros(picture(name).shape[:2], np.float32)
    cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    return np.asarray(mask[..., None], np.float32)


def _shaded(pixels: ImageU8, light: float, share: float = 0.5) -> ImageU8:
    """The left part of the mat has that share of the light."""
    inside = _inside("strip_empty", Rect(0, 0, 297 * share, 210))
    return _lit(pixels, 1.0 - inside * (1.0 - light))


def _zoned(pixels: ImageU8, log: float) -> ImageU8:
    """Zones printed darker than the paper."""
    for _, rect in _mat("strip_empty").layout.zones:
        pixels = _lit(pixels, 1.0 - _inside("strip_empty", rect) * (1.0 - np.exp(-log)))
    return pixels


def _banded(pixels: ImageU8, depth: float) -> ImageU8:
    rows = np.sin(np.arange(len(pixels)) * 2 * np.pi * 8 / len(pixels))
    return _lit(pixels, 1.0 + depth / 2 * rows[:, None, None])


def _covered(
    pixels: ImageU8, side_mm: float, colour: tuple[float, ...] = (0.3, 0.4, 0.7)
) -> ImageU8:
    """A square of a colour, BGR relative to paper, lies on the mat."""
    inside = _inside("strip_empty", Rect(110, 90, 110 + side_mm, 90 + side_mm))
    middle = transform(_mat("strip_empty").homography, np.array([[137.0, 150.0]]))[0].astype(int)
    paper = to_linear(pixels[middle[1], middle[0]])
    body = to_levels(paper * np.array(colour))
    return np.asarray(pixels * (1 - inside) + body * inside, np.uint8)


def _reddish(pixels: ImageU8, log: float) -> ImageU8:
    return _covered(pixels, 60.0, (0.6, 0.6, 0.6 * float(np.exp(log))))


def _dark(pixels: ImageU8, share: float) -> ImageU8:
    level = float(to_linear(np.array(to_levels(np.array(1.0)) * share)))
    return _covered(pixels, 60.0, (level, level, level))


_PIXELS: Final[dict[str, tuple[str, Callable[[ImageU8, float], ImageU8]]]] = {
    "blur, px": ("strip", _soft),
    "contrast of a blurred picture": ("strip", _flat),
    "light": ("strip", _lit),
    "colour": ("strip", _greyed),
    "size": ("strip", _far),
    "light in the left half": ("strip_empty", _shaded),
    "width of a shadow": ("strip_empty", lambda p, share: _shaded(p, 0.2, share)),
    "tint of the zones": ("strip_empty", _zoned),
    "depth of bands": ("strip_empty", _banded),
    "side of a hand, mm": ("strip_empty", _covered),
    "hue of a large thing": ("strip_empty", _reddish),
    "brightness of a large thing": ("strip_empty", _dark),
}
_PROBLEMS: Final = """
blur, px                      | blurred        | 3.4 no    | 3.6 yes
contrast of a blurred picture | blurred        | 11 no     | 13 yes
light                         | too_bright     | 1.9 no    | 2.15 yes
colour                        | no_colour      | 0.076 yes | 0.094 no
size                          | dice_too_small | 0.61 yes  | 0.68 no
light in the left half        | light_uneven   | 0.36 yes  | 0.41 no
width of a shadow             | light_uneven   | 0.155 no  | 0.175 yes
tint of the zones             | light_uneven   | 1.13 no   | 1.24 yes
depth of bands                | light_flickers | 0.148 no  | 0.168 yes
side of a hand, mm            | mat_covered    | 38 no     | 42 yes
hue of a large thing          | mat_covered    | 0.35 no   | 0.39 yes
brightness of a large thing   | mat_covered    | 0.31 yes  | 0.35 no
"""


@pytest.mark.parametrize("row", _PROBLEMS.strip().splitlines())
def test_each_limit_of_a_problem(row: str) -> None:
    """It is told on one side only."""
    what, code, *sides = (cell.strip() for cell in row.split("|"))
    name, change = _PIXELS[what]
    for side in some(sides):
        value, told = side.split()
        reading = reader().read(asked(change(picture(name), float(value)))).reading
        assert (code in {problem.code for problem in reading.problems}) == (told == "yes"), side


# --- light of a profile ---------------------------------------------------------------------------


def _tinted(pixels: ImageU8, log: float) -> ImageU8:
    return _lit(pixels, np.exp(np.array((0.0, 0.0, -log))))


def _dimmed(pixels: ImageU8, log: float) -> ImageU8:
    return _lit(pixels, float(np.exp(-log)))


def _cut(pixels: ImageU8, share: float) -> ImageU8:
    return np.ascontiguousarray(pixels[:, : round(pixels.shape[1] * (1 - share))])


def _dice_only(pixels: ImageU8, log: float) -> ImageU8:
    """Without the corners of the mat, so without patches."""
    height, width = pixels.shape[:2]
    middle = pixels[height // 5 : -height // 5, width // 5 : -width // 5]
    return np.ascontiguousarray(_tinted(middle, log))


_LIGHTS: Final[dict[str, Callable[[ImageU8, float], ImageU8]]] = {
    "less red": _tinted,
    "less light": _dimmed,
    "narrower": _cut,
    "less red, no mat": _dice_only,
}
_DRIFTS: Final = """
less red         | profile_light_differs  | 0.115 no | 0.125 yes
less light       | profile_light_differs  | 0.72 no  | 0.78 yes
narrower         | profile_camera_differs | 0.018 no | 0.022 yes
less red, no mat | profile_light_differs  | 0.27 no  | 0.282 yes
"""


@pytest.mark.parametrize("row", _DRIFTS.strip().splitlines())
def test_each_limit_of_a_profile(row: str) -> None:
    """Another light than the profile's, by the mat or by the dice, and another camera are told."""
    what, code, *sides = (cell.strip() for cell in row.split("|"))
    pixels = picture("strip")
    height, width = pixels.shape[:2]
    light = there(fit_light(sample_patches(pixels, [_mat("strip")]), (width, height)))
    reader().use_lighting(LightingProfile("Kitchen", light, FACTORY))
    try:
        for side in some(sides):
            value, told = side.split()
            reading = reader().read(asked(_LIGHTS[what](pixels, float(value)))).reading
            assert (code in {each.code for each in reading.problems}) == (told == "yes"), side
    finally:
        reader().use_lighting(None)
