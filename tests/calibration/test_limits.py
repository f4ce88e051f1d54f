"""Each limit of a calibration's checks, just below and just above it, on the bundled picture."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

import cv2
import numpy as np
import pytest

from calibration.core import errors
from calibration.core.checks import BAD_STRIPES, steps_of
from calibration.core.errors import LIGHT_UNSEEN, OVEREXPOSED, TOO_DARK
from calibration.core.making import check_light, make_profile
from calibration.core.measuring import Measured, _dice, _no_light, _without_side_faces, measure
from calibration.core.missed_dice import find_missed_dice
from calibration.core.uniformity import Uniformity, reflecting_places, uniformity
from companion.errors import Row
from companion.session.ports import DieStatus, ReadRequest
from tests.calibration.pictures import frame
from tests.calibration.spoiling import bundled, side_by_side
from tests.rows import is_of, raises
from tests.some import some
from vision.core.arrays import F64
from vision.light.light_field import LightField, to_levels, to_linear
from vision.mats.fitting import transform
from vision.opening import open_table_reader
from vision.pipeline import TableReader

_PRINTED = {255: 1.0, 204: 0.6, 153: 0.32, 102: 0.13, 51: 0.034, 0: 0.02}
"""Reflectance of the patches of a neutral print, relative to paper."""


@pytest.fixture(scope="module")
def measured() -> Measured:
    """The measurements of a good picture."""
    return measure(frame(bundled()), open_table_reader())


def _sized(seen: Measured, size_px: float) -> Measured:
    return replace(seen, dice=tuple(replace(die, size_px=size_px) for die in seen.dice))


def _sharp(seen: Measured, sharpness: float) -> Measured:
    return replace(seen, look=replace(seen.look, sharpness=sharpness))


def _striped(seen: Measured, stripes: float) -> Measured:
    return replace(seen, uniformity=replace(seen.uniformity, stripes=stripes))


def _shadowed(seen: Measured, edge: float) -> Measured:
    return replace(seen, uniformity=replace(seen.uniformity, edge=edge))


def _sloping(seen: Measured, slope: float) -> Measured:
    return replace(seen, uniformity=replace(seen.uniformity, slope=slope))


def _edged(seen: Measured, edge_mm: float) -> Measured:
    return replace(seen, edge_mm=edge_mm)


def _reflection(seen: Measured, edge: float) -> Measured:
    return replace(seen, uniformity=Uniformity(1.0, edge, 0.2, brightest_mm=(100.0, 100.0)))


def _clipped(seen: Measured, share: float, dice: int) -> Measured:
    clipped = tuple(replace(die, clipped=share) for die in seen.dice[:dice])
    return replace(seen, dice=(*clipped, *seen.dice[dice:]))


def _mat(
    seen: Measured, white: tuple[float, float, float] = (0.7, 0.7, 0.7), **red: float
) -> Measured:
    """The patches in even light of a colour, BGR; *red* is the share of "g153" in that channel."""
    light = LightField(np.vstack([np.log(white), np.zeros((5, 3))]), (-1, -1, 1, 1), seen.size_px)
    shares = {level: np.full(3, share) for level, share in _PRINTED.items()}
    for name, share in red.items():
        shares[int(name[1:])][2] = share
    rows = np.array([shares[int(level)] for level in seen.samples.grey])
    samples = replace(seen.samples, colours=to_levels(rows * np.array(white)))
    return replace(seen, samples=samples, light=light)


def _grey(seen: Measured, share: float, level: int, white: float = 0.7) -> Measured:
    """The same in white light, all channels of a level with that share."""
    mat = _mat(seen, (white, white, white))
    colours = mat.samples.colours.copy()
    colours[mat.samples.grey == level] = to_levels(np.full(3, share * white))
    return replace(mat, samples=replace(mat.samples, colours=colours))


def _lit(seen: Measured, white: float) -> Measured:
    return _mat(seen, (white, white, white))


def _red_paper(seen: Measured, lost: float) -> Measured:
    return _mat(seen, g255=float(np.exp(-lost)))


def _reddish(seen: Measured, *logs: float) -> Measured:
    """Greys from 204 down, redder than paper by so much, as logarithms."""
    levels = (204, 153, 102)
    red = {f"g{k}": _PRINTED[k] * np.exp(log) for k, log in zip(levels, logs, strict=True)}
    return _mat(seen, **red)


def _bright(seen: Measured, level: float, share: float = 1.0) -> Measured:
    """Light in which a patch of that reflectance has that level."""
    white = float(to_linear(np.array(level))) / share
    return _mat(seen, (white, white, white))


def _tinted(seen: Measured, cast: float, white: tuple[float, float, float]) -> Measured:
    """Middle grey with less red than the other channels; the logarithm as `checks` takes it."""
    return _mat(seen, white, g153=(_PRINTED[153] + 0.02) * np.exp(-cast) - 0.02)


def _noisy(seen: Measured, level: float) -> Measured:
    """Dark grey far from neutral, at that level of red."""
    return _mat(seen, (0.7, 0.7, float(to_linear(np.array(level))) / 0.05), g102=0.05)


def _bodies(seen: Measured, colours: dict[str, F64], read: dict[str, str]) -> Measured:
    dice = []
    for die in seen.dice:
        key = str(die.slot)
        red, green, blue = colours.get(key, np.array(die.linear)).tolist()
        dice.append(replace(die, linear=(red, green, blue), read=read.get(key, key)))
    return replace(seen, dice=tuple(dice))


def _own(seen: Measured, key: str) -> F64:
    return np.array(next(die.linear for die in seen.dice if die.slot == key))


def _between(seen: Measured, share: float, pair: tuple[str, str]) -> Measured:
    """Two dice with each other's colours to a share, and so read."""
    first, second = pair
    a, b = _own(seen, first), _own(seen, second)
    colours = {first: a + share * (b - a), second: b + share * (a - b)}
    return _bodies(seen, colours, {first: second, second: first})


def _towards(seen: Measured, share: float, pair: tuple[str, str]) -> Measured:
    """One die with another's colour to a share, and so read."""
    first, second = pair
    a, b = _own(seen, first), _own(seen, second)
    return _bodies(seen, {first: a + share * (b - a)}, {first: second})


def _veiled(seen: Measured, glare: float, key: str) -> Measured:
    return _bodies(seen, {key: _own(seen, key) + glare}, {key: "consumption"})


def _less_red(seen: Measured, log: float) -> Measured:
    """A tone curve takes red from all dice, and the reader knows none."""
    less = np.array((np.exp(-log), 1.0, 1.0))
    colours = {str(die.slot): np.array(die.linear) * less for die in seen.dice}
    return _bodies(seen, colours, dict.fromkeys(colours, "none"))


def _brighter_than_paper(seen: Measured, linear: float) -> Measured:
    white = np.full(3, linear)
    return _bodies(seen, {"home": white, "genes": white}, {})


_CHANGES: Final[dict[str, Callable[[Measured, float], Measured]]] = {
    "edge of the dice, px": _sized,
    "sharpness": _sharp,
    "level of paper": _lit,
    "level of paper, 0..255": _bright,
    "level of light grey, 0..255": partial(_bright, share=0.6),
    "dark grey under too much light": partial(_grey, level=102, white=1.35),
    "red of paper lost": _red_paper,
    "red of greys lost": lambda seen, red: _reddish(seen, 0.2, red, red),
    "clipped share of one die": partial(_clipped, dice=1),
    "clipped share of all dice": partial(_clipped, dice=7),
    "depth of stripes": _striped,
    "strength of a reflection": _reflection,
    "strength of a shadow": _shadowed,
    "slope": _sloping,
    "black": partial(_grey, level=0),
    "light grey": partial(_grey, level=204),
    "cast in white light": partial(_tinted, white=(0.7, 0.7, 0.7)),
    "cast in cyan light": partial(_tinted, white=(0.14, 0.7, 0.7)),
    "level of a strong cast": _noisy,
    "red of light grey": lambda seen, red: _reddish(seen, red, 0.3, 0.3),
    "red of middle grey": lambda seen, red: _reddish(seen, 0.0, red, red + 0.1),
    "red of dark grey": lambda seen, red: _reddish(seen, 0.2, 0.2, red),
    "two bodies": _brighter_than_paper,
    "edge of the dice, mm": _edged,
    "white and lilac swapped": partial(_between, pair=("home", "consumption")),
    "red and brown swapped": partial(_between, pair=("military", "rare_elements")),
    "lime and yellow swapped": partial(_between, pair=("genes", "alien_technology")),
    "lime on the place of blue": partial(_towards, pair=("novelty", "genes")),
    "yellow on the place of lime": partial(_towards, pair=("genes", "alien_technology")),
    "red of all dice lost": _less_red,
    "veil on red": partial(_veiled, key="military"),
}

_LIMITS: Final = """
edge of the dice, px           | die_size  | 21.5 red TooSmall       | 22.5 yellow TooSmall
edge of the dice, px           | die_size  | 34.5 yellow TooSmall    | 35.5 green
sharpness                      | sharpness | 0.125 red Blurred       | 0.135 yellow Blurred
sharpness                      | sharpness | 0.195 yellow Blurred    | 0.205 green
level of paper                 | exposure  | 0.014 red TooDark       | 0.016 yellow TooDark
level of paper                 | exposure  | 0.058 yellow TooDark    | 0.062 green
level of paper, 0..255         | exposure  | 249 green               | 251 yellow Overexposed
level of light grey, 0..255    | exposure  | 223 yellow Overexposed  | 227 red Overexposed
dark grey under too much light | exposure  | 0.075 yellow Overexposed | 0.085 red Overexposed
red of paper lost              | exposure  | 0.075 green             | 0.085 yellow Overexposed
red of greys lost              | exposure  | 0.40 green              | 0.44 red Overexposed
clipped share of one die       | clipping  | 0.33 green              | 0.37 yellow Overexposed
clipped share of all dice      | clipping  | 0.78 yellow Overexposed | 0.82 red Overexposed
depth of stripes               | banding   | 0.047 green             | 0.053 yellow Banding
depth of stripes               | banding   | 0.145 yellow Banding    | 0.155 red Banding
strength of a reflection       | banding   | 0.037 red Banding       | 0.043 green
strength of a reflection       | white     | 0.037 green             | 0.043 red Glare
strength of a shadow           | white     | 0.082 green             | 0.088 red Shadow
slope                          | white     | 2.1 green               | 2.3 yellow UnevenLight
black                          | print     | 0.21 green              | 0.23 red BlackIsGrey
light grey                     | print     | 0.90 green              | 0.91 red GreyMat
cast in white light            | print     | 0.24 green              | 0.26 red GreysColoured
cast in cyan light             | print     | 0.43 green              | 0.46 red GreysColoured
level of a strong cast         | print     | 11.5 green              | 12.5 red GreysColoured
red of light grey              | print     | 0.095 red GreysColoured | 0.105 green
red of middle grey             | print     | 0.24 red GreysColoured  | 0.26 green
red of dark grey               | print     | 0.345 green             | 0.355 red GreysColoured
two bodies                     | print     | 1.42 green              | 1.48 red PaperNotWhite
edge of the dice, mm           | print     | 9.8 red PrintScale      | 10.2 yellow PrintScale
edge of the dice, mm           | print     | 11.3 yellow PrintScale  | 11.7 green
edge of the dice, mm           | print     | 16.6 green              | 17.0 yellow PrintScale
edge of the dice, mm           | print     | 18.3 yellow PrintScale  | 18.7 red PrintScale
white and lilac swapped        | dice      | 0.66 green              | 0.674 red DiceSwapped
red and brown swapped          | dice      | 0.52 green              | 0.53 red DiceSwapped
lime on the place of blue      | dice      | 0.62 green              | 0.66 red WrongDie
yellow on the place of lime    | dice      | 0.82 green              | 0.87 red WrongDie
red of all dice lost           | dice      | 1.01 green              | 1.08 red WrongDie
veil on red                    | dice      | 0.55 green              | 0.60 red Glare
veil on red                    | dice      | 1.12 red Glare          | 1.14 red WrongDie
lime and yellow swapped        | colours   | 0.13 green              | 0.15 yellow ColoursClose
lime and yellow swapped        | colours   | 0.345 yellow ColoursClose | 0.365 red ColoursClose
"""


_ROWS = {
    name.title().replace("_", ""): row for name, row in vars(errors).items() if isinstance(row, Row)
}


@pytest.mark.parametrize("row", _LIMITS.strip().splitlines())
def test_each_limit_of_a_check(measured: Measured, row: str) -> None:
    """The light of the step changes between the two values."""
    what, step, *sides = (cell.strip() for cell in row.split("|"))
    for side in some(sides):
        value, _, light = side.partition(" ")
        steps = steps_of(_CHANGES[what](measured, float(value)))
        (found,) = [each for each in steps if each.key == step]
        advice = [name for name, each in _ROWS.items() if is_of(found.advice, each)]
        assert " ".join([found.signal.value, *advice]) == light, side


def test_three_dice_tell_whether_the_light_fits(reader: TableReader) -> None:
    """Without a mat in view; two are too few."""
    made = {"name": "A test", "made_at": "2026-11-21T18:00:00Z", "camera": "rendered"}
    profile, _ = make_profile([frame(bundled())], reader, **made)
    three = check_light(profile, frame(side_by_side("home", "genes", "novelty")), reader)
    assert (three.fits, three.by) == (True, "dice")
    with raises(LIGHT_UNSEEN):
        check_light(profile, frame(side_by_side("home", "genes")), reader)


# --- measuring ------------------------------------------------------------------------------------


def _glint(seen: Measured, level: float, white: float, high: float = 1.0) -> bool:
    """Whether a place is reflecting that is painted in grey; *high*: only two of 15 columns."""
    x, y = dict(seen.mat.layout.zones)["home"].centre
    half = 0.65 * dict(seen.mat.layout.zones)["home"].width
    right, low = (half, half) if high == 1.0 else (-0.75 * half, (2 * high - 1) * half)
    corners = [
        (x - half, y - half),
        (x + right, y - half),
        (x + right, y + low),
        (x - half, y + low),
    ]
    pixels = np.full_like(seen.pixels, 100)
    place = transform(seen.mat.homography, np.array(corners, np.float64))
    cv2.fillConvexPoly(pixels, np.rint(place).astype(np.int32), (round(level),) * 3)
    return reflecting_places(pixels, seen.mat, _lit(seen, white).light) == ("home",)


def _shadow_is_seen(seen: Measured, rows: float) -> bool:
    """Whether a shadow of three cells across and *rows* down, below a place, counts."""
    corners = [(45, 72), (72, 72), (72, 72 + 9 * rows), (45, 72 + 9 * rows)]
    place = transform(seen.mat.homography, np.array(corners, np.float64))
    shade = np.ones(seen.pixels.shape[:2], np.float32)
    cv2.fillConvexPoly(shade, np.rint(place).astype(np.int32), 0.5)
    return uniformity(np.asarray(seen.pixels * shade[..., None], np.uint8), seen.mat).edge > 0.03


def _reflection_is_seen(seen: Measured, width_mm: float) -> bool:
    """Whether paper that is brighter over such a width is called a reflection."""
    corners = [(20, 156), (20 + width_mm, 156), (20 + width_mm, 200), (20, 200)]
    place = transform(seen.mat.homography, np.array(corners, np.float64))
    gain = np.ones(seen.pixels.shape[:2], np.float32)
    cv2.fillConvexPoly(gain, np.rint(place).astype(np.int32), 1.3)
    light = np.clip(to_levels(to_linear(seen.pixels) * gain[..., None]), 0, 255)
    return uniformity(np.asarray(light, np.uint8), seen.mat).brightest_mm is not None


def _stripes_are_seen(seen: Measured, cycles: float) -> bool:
    rows = np.sin(np.arange(len(seen.pixels)) * 2 * np.pi * cycles / len(seen.pixels))
    light = to_linear(seen.pixels) * (1 + 0.2 * rows[:, None, None])
    striped = np.asarray(np.clip(to_levels(light), 0, 255), np.uint8)
    return uniformity(striped, seen.mat).stripes > BAD_STRIPES


_QUESTIONS: Final[dict[str, Callable[[Measured, float], bool]]] = {
    "reflectance": lambda seen, x: _glint(seen, float(to_levels(np.array(x * 0.6))), 0.6),
    "level beside bright paper": partial(_glint, white=0.85),
    "paper beside a clipped place": lambda seen, white: _glint(seen, 255, white),
    "height of a glint": lambda seen, high: _glint(seen, 255, 0.6, high),
    "rows of a shadow": _shadow_is_seen,
    "width of a reflection, mm": _reflection_is_seen,
    "cycles of stripes": _stripes_are_seen,
}
_ANSWERS: Final = """
reflectance                  | 1.2 no   | 1.3 yes
level beside bright paper    | 251 no   | 253 yes
paper beside a clipped place | 0.87 yes | 0.89 no
height of a glint            | 0.85 no  | 0.95 yes
rows of a shadow             | 3 no     | 4 yes
width of a reflection, mm    | 130 yes  | 170 no
cycles of stripes            | 2 no     | 3 yes
cycles of stripes            | 57 yes   | 70 no
"""


@pytest.mark.parametrize("row", _ANSWERS.strip().splitlines())
def test_each_limit_of_a_measurement(measured: Measured, row: str) -> None:
    """The answer changes between the two values."""
    what, *sides = (cell.strip() for cell in row.split("|"))
    for side in some(sides):
        value, answer = side.split()
        assert _QUESTIONS[what](measured, float(value)) == (answer == "yes"), side


def test_limits_of_a_die_on_the_mat(measured: Measured, reader: TableReader) -> None:
    """A near and much less sure face is a side; a doubt about the type is none about the pose."""
    reading = reader.read(ReadRequest(frame(bundled()))).reading
    die = replace(reading.dice[0], confidence=0.98)
    x, y = die.centre_px
    for edges, confidence, sides in ((1.15, 0.47, 1), (1.25, 0.47, 0), (1.15, 0.51, 0)):
        near = (x + edges * die.size_px, y)
        other = replace(die, centre_px=near, confidence=confidence)
        assert len(_without_side_faces([die, other])) == 2 - sides
    doubtful = [replace(die, status=DieStatus.CHECK, confidence=sure) for sure in (0.94, 0.96)]
    assert [each.flat for each in _dice(bundled(), doubtful, measured.light)] == [True, False]


def test_limits_of_a_missed_die(measured: Measured, reader: TableReader) -> None:
    """It is looked for beside four others, and is as large as they are."""
    picture = frame(bundled())
    dice = reader.read(ReadRequest(picture)).reading.dice
    home = next(die for die in dice if die.zone == "home")
    others = [die for die in dice if die is not home]
    for count, size, found in ((4, 1.0, True), (3, 1.0, False), (6, 0.89, True), (6, 0.78, False)):
        known = [replace(die, size_px=home.size_px / size) for die in others[:count]]
        missed = find_missed_dice(picture, reader, measured.mat, known)
        assert ("home" in {die.zone for die in missed}) == found


def test_limit_of_a_picture_whose_patches_tell_no_light() -> None:
    """All of them are clipped, or too dark: the paper says which."""
    for level, fault in ((120, TOO_DARK), (136, OVEREXPOSED)):
        assert is_of(_no_light(np.full((80, 80, 3), level, np.uint8)), fault)
