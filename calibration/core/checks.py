"""Quality checks of a calibration image, each a traffic light (green, yellow or red)."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from calibration.core import errors
from calibration.core.colour_difference import ALIKE, CLOSE, pairs
from calibration.core.measuring import Measured, MeasuredDie
from calibration.core.profile import DIE_KEYS, DieColour
from calibration.core.steps import bad, fair, good, rated
from companion.session.calibration_ports import StepLight
from vision.core.arrays import F64
from vision.light.known_colours import FACTORY, chroma_spread, features
from vision.light.light_field import USED_LEVELS, to_linear

GOOD_SIZE_PX: Final = 35.0
LEAST_SIZE_PX: Final = 22.0
SHARP: Final = 0.20
LEAST_SHARP: Final = 0.13
DARK_WHITE: Final = 0.06
LEAST_WHITE: Final = 0.015
STRIPES: Final = 0.05
BAD_STRIPES: Final = 0.15
SHADOW_EDGE: Final = 0.085
SPOT_EDGE: Final = 0.04
SLOPE: Final = 2.2
EDGE_MM: Final = (11.5, 16.8)
IMPOSSIBLE_EDGE_MM: Final = (10.0, 18.5)

_CLIPPED_PATCH = 250.0
_CLIPPED_GREY = 225.0  # of light grey, unless a copier made it white: paper is saturated
_CLIPPED_SHARE = 0.35
_MOSTLY_CLIPPED_SHARE = 0.8
_WASHED_OUT = 0.22  # reflectance of full ink, relative to paper
_DARK_GREY = 0.08  # reflectance of level 102, relative to paper, that only copiers fall below
_LEAST_LOG_STEP = 0.10  # between neighbouring greys, natural logarithm
_COLOUR_CAST = 0.25
_LAMP_CAST = 0.12  # share of the lamp's colour that cameras add to greys, or take from them
_TONE_STEP = 0.10  # a tone curve colours one level relative to the next by less
_GREEN_TOO_STEP = 0.25  # the same for the next level, where green of paper is saturated, too
_INK_STEP = 0.75  # tinted ink tints the next level by more than this times as much
_PAPER_SATURATED = 0.08  # logarithm by which the light field raised a channel of the paper
_GREY_SATURATED = 0.42  # loss from which light grey and most dice are saturated, too
_NOISE_LEVEL = 12.0  # a channel below is noise: candlelight has hardly any blue
_MAX_REFLECTANCE = 1.45  # reflectance relative to white paper that no die reaches
_COVARIANCE_FACTOR = 6.5  # on chroma: dice vary more between copies of the game
_LEVEL_SPREAD = 0.40
_MAX_SHIFT = 0.5
_SWAP_LOG_RATIO = 1.5  # log likelihood ratio from which two dice count as swapped
_OTHER_LOG_RATIO = 3.0  # log likelihood ratio from which a die counts as another type
_PALE_TYPES = ("home", "consumption")  # veiling glare makes other colours look like these
_GLARE_LEVELS = np.arange(0.06, 0.9, 0.06)  # veiling glare, relative to white paper
_LEAST_OWN_FIT = -3.0  # least log likelihood of its own type for a body whose glare was subtracted
_LEAST_LINEAR = 0.005


def steps_of(measured: Measured) -> tuple[StepLight, ...]:
    """Return all steps except camera and mats, which are checked earlier."""
    greys = _greys(measured)
    lost = _saturation(greys)
    return (
        _die_size(measured),
        _sharpness(measured),
        _exposure(measured, greys, float(lost.max())),
        _clipping(measured),
        _banding(measured),
        _print(measured, greys, lacks_ink=_has_colour_cast(greys, lost, measured.light.middle)),
        _white(measured),
        _dice(measured),
        *_colours(measured.dice),
    )


def _die_size(measured: Measured) -> StepLight:
    sizes = [die.size_px for die in measured.dice]
    size = float(np.median(sizes)) if sizes else 14.0 * measured.mat.px_per_mm
    advice = errors.TOO_SMALL(size_px=size, least_px=GOOD_SIZE_PX)
    red, yellow = size < LEAST_SIZE_PX, size < GOOD_SIZE_PX
    return rated("die_size", size, advice, red=red, yellow=yellow)


def _sharpness(measured: Measured) -> StepLight:
    sharp = measured.look.sharpness
    red, yellow = sharp < LEAST_SHARP, sharp < SHARP
    return rated("sharpness", sharp, errors.BLURRED(), red=red, yellow=yellow)


def _exposure(measured: Measured, greys: "Mapping[int, _Grey]", lost: float) -> StepLight:
    samples = measured.samples
    raised = _raised(greys[255]) if 255 in greys else 0.0
    paper = samples.colours[samples.grey == 255]
    grey = samples.colours[samples.grey == 204]
    white = float(measured.light.middle.max())
    copied = 102 not in greys or float(greys[102].share.min()) < _DARK_GREY
    most = _CLIPPED_PATCH if copied else _CLIPPED_GREY
    clipped = len(grey) > 0 and float(np.median(grey.max(axis=1))) >= most
    if clipped or lost > _GREY_SATURATED:
        return bad("exposure", errors.OVEREXPOSED(), white)
    if white < LEAST_WHITE:
        return bad("exposure", errors.TOO_DARK(), white)
    if white < DARK_WHITE:
        return fair("exposure", errors.TOO_DARK(), white)
    if raised > _PAPER_SATURATED or (len(paper) and np.median(paper.max(axis=1)) >= _CLIPPED_PATCH):
        return fair("exposure", errors.OVEREXPOSED(), white)
    return good("exposure", white)


def _clipping(measured: Measured) -> StepLight:
    largest = max((die.clipped for die in measured.dice), default=0.0)
    typical = float(np.median([die.clipped for die in measured.dice] or [0.0]))
    red, yellow = typical > _MOSTLY_CLIPPED_SHARE, largest > _CLIPPED_SHARE
    return rated("clipping", largest, errors.OVEREXPOSED(), red=red, yellow=yellow)


def _banding(measured: Measured) -> StepLight:
    depth, even = measured.uniformity.stripes, measured.uniformity
    if depth > BAD_STRIPES and even.brightest_mm is not None and even.edge > SPOT_EDGE:
        return good("banding", depth)  # a reflection, which `_white` reports
    red, yellow = depth > BAD_STRIPES, depth > STRIPES
    return rated("banding", depth, errors.BANDING(), red=red, yellow=yellow)


def _print(measured: Measured, greys: "Mapping[int, _Grey]", *, lacks_ink: bool) -> StepLight:
    fault = _ramp_fault(measured, greys, lacks_ink=lacks_ink)
    if fault is not None:
        return bad("print", fault)
    edge = measured.edge_mm
    if edge is None:
        return good("print")
    red = not IMPOSSIBLE_EDGE_MM[0] <= edge <= IMPOSSIBLE_EDGE_MM[1]
    yellow = not EDGE_MM[0] <= edge <= EDGE_MM[1]
    return rated("print", edge, errors.PRINT_SCALE(edge_mm=edge), red=red, yellow=yellow)


class _Grey(NamedTuple):
    """The patches of one printed grey level.

    Attributes:
        share: (3,), reflectance relative to white paper there.
        levels: (3,), in the image, 0..255.
        clear: whether most of them are not clipped.
    """

    share: F64
    levels: F64
    clear: bool


def _greys(measured: Measured) -> "dict[int, _Grey]":
    """Return the printed grey levels in view, from white to black."""
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
    measured: Measured, greys: "Mapping[int, _Grey]", *, lacks_ink: bool
) -> errors.CalibrationError | None:
    """Return what is wrong with the printed grey ramp, or None."""
    if not greys:
        return None
    if 0 in greys and float(greys[0].share.max()) > _WASHED_OUT:
        return errors.BLACK_IS_GREY()
    known = [grey.share for level, grey in greys.items() if level >= 51 and grey.clear]
    for brighter, darker in pairwise(known):
        if np.log((brighter.mean() + 1e-3) / (darker.mean() + 1e-3)) < _LEAST_LOG_STEP:
            return errors.GREY_MAT()
    if lacks_ink:
        return errors.GREYS_COLOURED()
    too_bright = [die for die in measured.dice if min(die.linear) > _MAX_REFLECTANCE]
    # A single one is a specular reflection.
    return errors.PAPER_NOT_WHITE() if len(too_bright) > 1 else None


def _has_colour_cast(greys: "Mapping[int, _Grey]", lost: F64, white: F64) -> bool:
    """Whether the lighter greys have a colour cast relative to the paper.

    Args:
        greys: by printed level.
        lost: (3,), from `_saturation`; a saturated channel is no evidence for or against.
        white: (3,), linear level of the paper; greys under coloured light vary more.
    """
    for level, grey in greys.items():
        used = (lost == 0.0) & (grey.levels >= _NOISE_LEVEL)
        if level < 102 or not grey.clear or used.sum() < 2:
            continue
        cast = np.ptp(np.log(grey.share[used] + 0.02))
        if cast > _COLOUR_CAST + _LAMP_CAST * np.ptp(np.log(white[used])):
            return True
    return False


def _saturation(greys: "Mapping[int, _Grey]") -> F64:
    """Return how much each channel of the paper lost to saturation, shape (3,); 0 for none.

    A camera whose white balance scales a lamp's strong channel down does so after the sensor
    saturated, so its levels can be well below 255. That colours only the steps between the
    brightest levels; ink that is not neutral colours the steps between darker ones even more.

    The loss is the logarithm of the ratio to green, of the middle grey relative to the paper.
    """
    if any(level not in greys for level in USED_LEVELS):
        return np.zeros(3)
    shares = np.array([greys[level].share for level in USED_LEVELS])
    levels = np.array([greys[level].levels for level in USED_LEVELS])
    logs = np.log(np.maximum(shares, _LEAST_LINEAR))
    steps = np.diff(logs - logs[:, 1:2], axis=0)
    saturated = (steps[0] > _TONE_STEP) | (steps[1] > _GREEN_TOO_STEP)
    saturated &= steps[2] < _INK_STEP * steps[:2].max(axis=0)
    saturated &= levels.min(axis=0) >= _NOISE_LEVEL
    return np.where(saturated, np.maximum(steps[:2].sum(axis=0), 0.0), 0.0)


def _raised(paper: "_Grey") -> float:
    """Return by how much the light field raised a channel of the paper, the logarithm."""
    used = paper.levels >= _NOISE_LEVEL
    return float(np.log(paper.share[1] / paper.share[used]).max()) if used[1] else 0.0


def _white(measured: Measured) -> StepLight:
    even = measured.uniformity
    striped = even.stripes > BAD_STRIPES and even.edge > SPOT_EDGE
    if (even.edge > SHADOW_EDGE or striped) and even.brightest_mm is not None:
        at_mm, zones = even.brightest_mm, measured.mat.layout.zones
        near, _ = min(zones, key=lambda zone: math.dist(zone[1].centre, at_mm))
        return bad("white", errors.GLARE(die=named(near)), even.edge)
    if even.edge > SHADOW_EDGE:
        return bad("white", errors.SHADOW(), even.edge)
    if even.slope > SLOPE:
        return fair("white", errors.UNEVEN_LIGHT(times=even.slope), even.slope)
    return good("white", even.slope)


def _dice(measured: Measured) -> StepLight:
    """Check that one die of each type lies in its own slot."""
    dice = measured.dice
    by_slot = {key: [die for die in dice if die.slot == key] for key in DIE_KEYS}
    empty = [key for key in DIE_KEYS if not by_slot[key]]
    doubled = [key for key in DIE_KEYS if len(by_slot[key]) > 1]
    if doubled:
        return bad("dice", errors.DIE_DOUBLED(die=named(doubled[0])))
    if empty:
        return bad("dice", _why_missing(measured, empty), float(len(empty)))
    ordered = [by_slot[key][0] for key in DIE_KEYS]
    fault: errors.CalibrationError | None = _misplaced(ordered)
    fault = _explained_by_glare(ordered, measured.reflecting, fault) or fault
    if fault is not None:
        return bad("dice", fault)
    not_flat = [die for die in ordered if not die.flat]
    if not_flat:
        return fair("dice", errors.DIE_ASKEW(die=named(str(not_flat[0].slot))))
    return good("dice")


def _why_missing(measured: Measured, empty: Sequence[str]) -> errors.CalibrationError:
    """Return why no die was read in the *empty* slots."""
    glaring = [key for key in measured.reflecting if key in empty]
    if glaring:
        return errors.GLARE(die=named(glaring[0]))
    unclear = [key for key in empty if key in measured.unclear]
    if unclear:
        return errors.DIE_UNCLEAR(dice=", ".join(map(named, unclear)))
    return errors.DIE_MISSING(dice=", ".join(map(named, empty)))


def _explained_by_glare(
    dice: Sequence[MeasuredDie], reflecting: Sequence[str], fault: errors.CalibrationError | None
) -> errors.CalibrationError | None:
    """Return an error if glare on a die explains why it has another type's colour.

    Args:
        dice: one for each of ``DIE_KEYS``, in their order.
    """
    specular = [str(die.slot) for die in dice if min(die.linear) > _MAX_REFLECTANCE]
    if specular:
        return errors.GLARE(die=named(specular[0]))
    if fault is None:
        return None
    suspects = set(fault.params.values())
    for key in reflecting:
        if named(key) in suspects:
            return errors.GLARE(die=named(key))
    if fault.params.get("other") not in _PALE_TYPES:
        return None
    # Veiling glare desaturates a colour; subtracting it restores its own.
    bodies = np.array([die.linear for die in dice])
    row = [named(key) for key in DIE_KEYS].index(str(fault.params["die"]))
    without_glare = (np.maximum(bodies - glare, _LEAST_LINEAR) for glare in _GLARE_LEVELS)
    fit = max(_log_likelihoods(each, bodies)[row, row] for each in without_glare)
    reflects = fit > _LEAST_OWN_FIT or dice[row].clipped > _CLIPPED_SHARE
    return errors.GLARE(die=fault.params["die"]) if reflects else None


def _misplaced(dice: Sequence[MeasuredDie]) -> errors.CalibrationError | None:
    """Return which dice lie in wrong slots, by the factory colours of the types.

    A camera's tone curve shifts those colours, too, so a die is trusted if the reader, which
    classifies all dice jointly, assigns the type that belongs there.

    Args:
        dice: one for each of ``DIE_KEYS``, in their order.
    """
    trusted = np.array([die.read == key for die, key in zip(dice, DIE_KEYS, strict=True)])
    bodies = np.array([die.linear for die in dice])
    log_likelihood = _log_likelihoods(bodies, bodies)
    own = np.diag(log_likelihood)
    gain = log_likelihood - own[:, None]
    both = np.where((gain > 0) & (gain.T > 0), gain + gain.T, -np.inf)
    np.fill_diagonal(both, -np.inf)
    both[np.ix_(trusted, trusted)] = -np.inf
    gain[trusted] = np.minimum(gain[trusted], 0.0)
    first, second = np.unravel_index(int(np.argmax(both)), both.shape)
    if both[first, second] > _SWAP_LOG_RATIO:
        a, b = sorted((int(first), int(second)))
        return errors.DICE_SWAPPED(first=named(DIE_KEYS[a]), second=named(DIE_KEYS[b]))
    row, other = np.unravel_index(int(np.argmax(gain)), gain.shape)
    if gain[row, other] > _OTHER_LOG_RATIO:
        return errors.WRONG_DIE(die=named(DIE_KEYS[int(row)]), other=named(DIE_KEYS[int(other)]))
    return None


def _log_likelihoods(bodies: F64, as_seen: F64) -> F64:
    """Return the log likelihood of each body colour under each type, shape (7, 7).

    Args:
        bodies: (7, 3), linear RGB.
        as_seen: the same, uncorrected; the lighting's common shift is estimated from them.
    """
    order = [FACTORY.types.index(key) for key in DIE_KEYS]
    usual = features(FACTORY.linear[order])
    seen = features(bodies[:, ::-1])
    shift = np.median(features(as_seen[:, ::-1]) - usual, axis=0)
    shift = np.clip(shift, -_MAX_SHIFT, _MAX_SHIFT)
    gap = seen[:, None] - shift - usual[None]
    hue = np.linalg.inv(chroma_spread(FACTORY)[order] * _COVARIANCE_FACTOR)
    distance = np.einsum("nti,tij,ntj->nt", gap[..., :2], hue, gap[..., :2])
    return np.asarray(-0.5 * (distance + (gap[..., 2] / _LEVEL_SPREAD) ** 2))


def _colours(dice: Sequence[MeasuredDie]) -> tuple[StepLight, ...]:
    """Return the check of the smallest colour difference; empty where dice are missing."""
    colours = tuple(DieColour(die.slot, die.linear) for die in dice if die.slot in DIE_KEYS)
    if sorted(c.die for c in colours) != sorted(DIE_KEYS):
        return ()
    closest = pairs(colours)[0]
    advice = errors.COLOURS_CLOSE(first=named(closest.first), second=named(closest.second))
    red, yellow = closest.difference < ALIKE, closest.difference < CLOSE
    return (rated("colours", closest.difference, advice, red=red, yellow=yellow),)


def named(key: str) -> str:
    """Return a die's key as words."""
    return key.replace("_", " ")
