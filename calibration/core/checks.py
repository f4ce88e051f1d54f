"""The traffic lights of a calibration picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from calibration.core.colour_difference import ALIKE, CLOSE, pairs
from calibration.core.errors import (
    BandingError,
    BlackIsGreyError,
    BlurredError,
    CalibrationError,
    ColoursCloseError,
    DiceSwappedError,
    DieAskewError,
    DieDoubledError,
    DieMissingError,
    DieUnclearError,
    GlareError,
    GreyMatError,
    GreysColouredError,
    OverexposedError,
    PaperNotWhiteError,
    PrintScaleError,
    ShadowError,
    TooDarkError,
    TooSmallError,
    UnevenLightError,
    WrongDieError,
)
from calibration.core.measuring import Measured, MeasuredDie
from calibration.core.profile import DIE_KEYS, DieColour
from calibration.core.steps import bad, fair, good
from companion.session.calibration_ports import StepLight
from vision.core.arrays import F64
from vision.light.known_colours import FACTORY, chroma_spread
from vision.light.light_field import to_linear
from vision.light.surfaces import features
from vision.mats.layout import MatLayout

GOOD_SIZE_PX: Final = 35.0
LEAST_SIZE_PX: Final = 22.0
SHARP: Final = 0.20
LEAST_SHARP: Final = 0.13
DARK: Final = 0.06
TOO_DARK: Final = 0.015
STRIPES: Final = 0.05
BAD_STRIPES: Final = 0.15
SHADOW_EDGE: Final = 0.085
SPOT_EDGE: Final = 0.04
SLOPE: Final = 2.2
EDGE_MM: Final = (11.5, 16.8)
IMPOSSIBLE_EDGE_MM: Final = (10.0, 18.5)

_CLIPPED_PATCH = 250.0
_BLOWN_SHARE = 0.35
_MUCH_BLOWN_SHARE = 0.8
_WASHED_OUT = 0.22  # of paper's light, from full ink
_LEAST_STEP = 0.10  # between neighbouring greys, as a logarithm
_TINT = 0.25
_TELLING_LEVEL = 12.0  # a channel below is noise: by candles there is hardly any blue
_WHITEST = 1.45  # no die is so much brighter than white paper
_LOOSER = 6.5  # other copies of the game vary more than the dice of one
_LEVEL_SPREAD = 0.40
_MOST_SHIFT = 0.5
_SURE_SWAP = 1.5  # log likelihood by which two dice must rather be each other
_SURE_OTHER = 3.0  # by which one must rather be another
_PALE = ("home", "consumption")  # other colours become like these in a reflection
_VEILS = np.arange(0.06, 0.9, 0.06)  # light of a reflection, shares of white paper's
_OWN_FIT = -3.0  # log likelihood of a body that has its own colour under such a veil
_LEAST_LINEAR = 0.005


def steps_of(measured: Measured) -> tuple[StepLight, ...]:
    """Return all steps but those of camera and mats, which come before."""
    greys = _greys(measured)
    tinted, clipped = _tinted(greys), _one_colour_is_clipped(measured)
    return (
        _die_size(measured),
        _sharpness(measured),
        _exposure(measured, clipped_colour=tinted and clipped),
        _clipping(measured),
        _banding(measured),
        _print(measured, greys, lacks_ink=tinted and not clipped),
        _white(measured),
        _dice(measured),
        *_colours(measured.dice),
    )


def _die_size(measured: Measured) -> StepLight:
    sizes = [die.size_px for die in measured.dice]
    size = float(np.median(sizes)) if sizes else 14.0 * measured.mat.px_per_mm
    advice = TooSmallError(size_px=size, least_px=GOOD_SIZE_PX)
    if size < LEAST_SIZE_PX:
        return bad("die_size", advice, size)
    return fair("die_size", advice, size) if size < GOOD_SIZE_PX else good("die_size", size)


def _sharpness(measured: Measured) -> StepLight:
    sharp = measured.look.sharpness
    if sharp < LEAST_SHARP:
        return bad("sharpness", BlurredError(), sharp)
    return fair("sharpness", BlurredError(), sharp) if sharp < SHARP else good("sharpness", sharp)


def _exposure(measured: Measured, *, clipped_colour: bool) -> StepLight:
    samples = measured.samples
    paper = samples.colours[samples.grey == 255]
    grey = samples.colours[samples.grey == 204]
    white = float(measured.light.middle.max())
    clipped = len(grey) > 0 and float(np.median(grey.max(axis=1))) >= _CLIPPED_PATCH
    if clipped or clipped_colour:
        return bad("exposure", OverexposedError(), white)
    if white < TOO_DARK:
        return bad("exposure", TooDarkError(), white)
    if white < DARK:
        return fair("exposure", TooDarkError(), white)
    if len(paper) and np.median(paper.max(axis=1)) >= _CLIPPED_PATCH:
        return fair("exposure", OverexposedError(), white)
    return good("exposure", white)


def _clipping(measured: Measured) -> StepLight:
    blown = max((die.clipped for die in measured.dice), default=0.0)
    all_blown = float(np.median([die.clipped for die in measured.dice] or [0.0]))
    if all_blown > _MUCH_BLOWN_SHARE:
        return bad("clipping", OverexposedError(), blown)
    return (
        fair("clipping", OverexposedError(), blown)
        if blown > _BLOWN_SHARE
        else good("clipping", blown)
    )


def _banding(measured: Measured) -> StepLight:
    depth, even = measured.evenness.stripes, measured.evenness
    if depth > BAD_STRIPES and even.brightest_mm is not None and even.edge > SPOT_EDGE:
        return good("banding", depth)  # it is the reflection that `_white` tells of
    if depth > BAD_STRIPES:
        return bad("banding", BandingError(), depth)
    return fair("banding", BandingError(), depth) if depth > STRIPES else good("banding", depth)


def _print(measured: Measured, greys: Mapping[int, _Grey], *, lacks_ink: bool) -> StepLight:
    fault = _ramp_fault(measured, greys, lacks_ink=lacks_ink)
    if fault is not None:
        return bad("print", fault)
    edge = measured.edge_mm
    if edge is None or EDGE_MM[0] <= edge <= EDGE_MM[1]:
        return good("print", edge)
    advice = PrintScaleError(edge_mm=edge)
    possible = IMPOSSIBLE_EDGE_MM[0] <= edge <= IMPOSSIBLE_EDGE_MM[1]
    return fair("print", advice, edge) if possible else bad("print", advice, edge)


class _Grey(NamedTuple):
    """The patches of one printed grey.

    Attributes:
        share: (3,), of the light that paper would send back there.
        levels: (3,), in the picture, 0..255.
        clear: most of them are not clipped.
    """

    share: F64
    levels: F64
    clear: bool


def _greys(measured: Measured) -> dict[int, _Grey]:
    """Return the printed greys that are in view, from white to black."""
    samples, light = measured.samples, measured.light
    shares = to_linear(samples.colours) / light.at(samples.places_px)
    clear = samples.colours.max(axis=1) < _CLIPPED_PATCH
    found = {level: samples.grey == level for level in (255, 204, 153, 102, 51, 0)}
    return {
        level: _Grey(
            np.median(shares[rows], axis=0),
            np.median(samples.colours[rows], axis=0),
            bool(clear[rows].mean() > 0.5),
        )
        for level, rows in found.items()
        if rows.any()
    }


def _ramp_fault(
    measured: Measured, greys: Mapping[int, _Grey], *, lacks_ink: bool
) -> GreyMatError | None:
    """Return what is wrong with the printed greys, or None."""
    if not greys:
        return None
    if 0 in greys and float(greys[0].share.max()) > _WASHED_OUT:
        return BlackIsGreyError()
    known = [grey.share for level, grey in greys.items() if level >= 51 and grey.clear]
    for brighter, darker in pairwise(known):
        if np.log((brighter.mean() + 1e-3) / (darker.mean() + 1e-3)) < _LEAST_STEP:
            return GreyMatError()
    if lacks_ink:
        return GreysColouredError()
    too_bright = [die for die in measured.dice if min(die.linear) > _WHITEST]
    # One alone shines: a lamp is reflected in it.
    return PaperNotWhiteError() if len(too_bright) > 1 else None


def _tinted(greys: Mapping[int, _Grey]) -> bool:
    """Whether the lighter greys have another colour than the paper."""
    for level, grey in greys.items():
        hues = np.log(grey.share[grey.levels >= _TELLING_LEVEL] + 0.02)
        if level >= 102 and grey.clear and len(hues) > 1 and np.ptp(hues) > _TINT:
            return True
    return False


def _one_colour_is_clipped(measured: Measured) -> bool:
    """Whether the paper's strongest colour is even where the light is not.

    A camera that takes an incandescent lamp for daylight clips red and scales it down afterwards,
    so its limit is well below 255.
    """
    paper = measured.samples.colours[measured.samples.grey == 255]
    if len(paper) < 3:
        return False
    strongest = int(np.median(paper, axis=0).argmax())
    spreads = np.ptp(np.log(to_linear(paper) + 1e-3), axis=0)
    return bool(spreads[strongest] < 0.6 * np.delete(spreads, strongest).min())


def _white(measured: Measured) -> StepLight:
    even = measured.evenness
    striped = even.stripes > BAD_STRIPES and even.edge > SPOT_EDGE
    if (even.edge > SHADOW_EDGE or striped) and even.brightest_mm is not None:
        near = _nearest_place(measured.mat.layout, even.brightest_mm)
        return bad("white", GlareError(die=named(near)), even.edge)
    if even.edge > SHADOW_EDGE:
        return bad("white", ShadowError(), even.edge)
    if even.slope > SLOPE:
        return fair("white", UnevenLightError(times=even.slope), even.slope)
    return good("white", even.slope)


def _nearest_place(layout: MatLayout, at_mm: tuple[float, float]) -> str:
    return min(layout.zones, key=lambda zone: math.dist(zone[1].centre, at_mm))[0]


def _dice(measured: Measured) -> StepLight:
    """One die of each type on its own place."""
    dice = measured.dice
    by_slot = {key: [die for die in dice if die.slot == key] for key in DIE_KEYS}
    empty = [key for key in DIE_KEYS if not by_slot[key]]
    doubled = [key for key in DIE_KEYS if len(by_slot[key]) > 1]
    if doubled:
        return bad("dice", DieDoubledError(die=named(doubled[0])))
    if empty:
        return bad("dice", _why_missing(measured, empty), float(len(empty)))
    ordered = [by_slot[key][0] for key in DIE_KEYS]
    fault: CalibrationError | None = _mistaken(ordered)
    fault = _reflected(ordered, measured.reflecting, fault) or fault
    if fault is not None:
        return bad("dice", fault)
    askew = [die for die in ordered if not die.flat]
    if askew:
        return fair("dice", DieAskewError(die=named(str(askew[0].slot))))
    return good("dice")


def _why_missing(
    measured: Measured, empty: Sequence[str]
) -> GlareError | DieUnclearError | DieMissingError:
    """Return why no die was read on the *empty* places."""
    hidden = [key for key in measured.reflecting if key in empty]
    if hidden:
        return GlareError(die=named(hidden[0]))
    unclear = [key for key in empty if key in measured.unclear]
    if unclear:
        return DieUnclearError(dice=", ".join(map(named, unclear)))
    return DieMissingError(dice=", ".join(map(named, empty)))


def _reflected(
    dice: Sequence[MeasuredDie], reflecting: Sequence[str], fault: CalibrationError | None
) -> GlareError | None:
    """Return whether a lamp's light over a die explains why it has another's colour.

    Args:
        dice: one for each of ``DIE_KEYS``, in their order.
        reflecting: places on which a reflection lies.
        fault: what the colours alone say.
    """
    shining = [str(die.slot) for die in dice if min(die.linear) > _WHITEST]
    if shining:
        return GlareError(die=named(shining[0]))
    if fault is None:
        return None
    accused = set(fault.params.values())
    for key in reflecting:
        if named(key) in accused:
            return GlareError(die=named(key))
    if fault.params.get("other") not in _PALE:
        return None
    # Light that is added makes a colour pale; without it the die has its own again.
    bodies = np.array([die.linear for die in dice])
    row = [named(key) for key in DIE_KEYS].index(str(fault.params["die"]))
    unveiled = (np.maximum(bodies - veil, _LEAST_LINEAR) for veil in _VEILS)
    fit = max(_fits(each, bodies)[row, row] for each in unveiled)
    reflects = fit > _OWN_FIT or dice[row].clipped > _BLOWN_SHARE
    return GlareError(die=fault.params["die"]) if reflects else None


def _mistaken(dice: Sequence[MeasuredDie]) -> DiceSwappedError | WrongDieError | None:
    """Return which dice stand on wrong places, by the colours that the factory gives them.

    A camera's tone curve moves those colours, too, so nothing is said of a die that the reader,
    who sees all dice together, takes for the one that belongs there.

    Args:
        dice: one for each of ``DIE_KEYS``, in their order.
    """
    trusted = np.array([die.read == key for die, key in zip(dice, DIE_KEYS, strict=True)])
    bodies = np.array([die.linear for die in dice])
    fits = _fits(bodies, bodies)
    own = np.diag(fits)
    gain = fits - own[:, None]
    both = np.where((gain > 0) & (gain.T > 0), gain + gain.T, -np.inf)
    np.fill_diagonal(both, -np.inf)
    both[np.ix_(trusted, trusted)] = -np.inf
    gain[trusted] = np.minimum(gain[trusted], 0.0)
    first, second = np.unravel_index(int(np.argmax(both)), both.shape)
    if both[first, second] > _SURE_SWAP:
        a, b = sorted((int(first), int(second)))
        return DiceSwappedError(first=named(DIE_KEYS[a]), second=named(DIE_KEYS[b]))
    row, other = np.unravel_index(int(np.argmax(gain)), gain.shape)
    if gain[row, other] > _SURE_OTHER:
        return WrongDieError(die=named(DIE_KEYS[int(row)]), other=named(DIE_KEYS[int(other)]))
    return None


def _fits(bodies: F64, as_seen: F64) -> F64:
    """Return how well each body fits each type, log likelihoods, shape (7, 7).

    Args:
        bodies: (7, 3), linear RGB.
        as_seen: the same, without any correction: they say how the light differs from the usual.
    """
    order = [FACTORY.types.index(key) for key in DIE_KEYS]
    usual = features(FACTORY.linear[order])
    seen = features(bodies[:, ::-1])
    shift = np.median(features(as_seen[:, ::-1]) - usual, axis=0)
    shift = np.clip(shift, -_MOST_SHIFT, _MOST_SHIFT)
    gap = seen[:, None] - shift - usual[None]
    hue = np.linalg.inv(chroma_spread(FACTORY)[order] * _LOOSER)
    far = np.einsum("nti,tij,ntj->nt", gap[..., :2], hue, gap[..., :2])
    return np.asarray(-0.5 * (far + (gap[..., 2] / _LEVEL_SPREAD) ** 2))


def _colours(dice: Sequence[MeasuredDie]) -> tuple[StepLight, ...]:
    """The distances between neighbouring colours; nothing where dice are missing."""
    colours = tuple(DieColour(die.slot, die.linear) for die in dice if die.slot in DIE_KEYS)
    if sorted(c.die for c in colours) != sorted(DIE_KEYS):
        return ()
    closest = pairs(colours)[0]
    advice = ColoursCloseError(first=named(closest.first), second=named(closest.second))
    if closest.difference < ALIKE:
        return (bad("colours", advice, closest.difference),)
    if closest.difference < CLOSE:
        return (fair("colours", advice, closest.difference),)
    return (good("colours", closest.difference),)


def named(key: str) -> str:
    """Return a die's key as words."""
    return key.replace("_", " ")
