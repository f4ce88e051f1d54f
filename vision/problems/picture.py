"""The last stage: problems with picture, mats and light.

Problems are reported with the reading; they do not stop it.
"""

from collections.abc import Collection, Iterable
from typing import Final

from companion.session.ports import DiceKind, Problem, ReadRequest
from vision.classification.evidence import Evidence
from vision.core import thresholds as limits
from vision.core.image_pyramid import ImagePyramid
from vision.decision.count_constraints import CountMismatch
from vision.decision.decision import Decision
from vision.decision.seen_range import usual_edge_px, view_deg
from vision.detection.die_search import Candidates
from vision.light import picture_stats
from vision.light.lighting_profile import camera_problem, other_camera
from vision.light.picture_light import PictureLight
from vision.mats.fitting import MatsInView
from vision.mats.print_subtraction import unread_objects
from vision.mats.table_geometry import TableGeometry
from vision.problems.mat_light import light_problems
from vision.problems.occlusion import occlusion_problems

BRIGHT_SHARE: Final = 0.55
"""An image with a larger share of overexposed pixels is too bright."""

BLUR_LIMIT: Final = 0.13
"""Least sharpness (`PictureStats`) of a readable image: of photographs blurred by 1.5 pixels, of
which dice of 27 pixels are read, 0.156 and more, by 3 pixels 0.11 and less."""


def picture_problems(
    look: picture_stats.PictureStats, dice: DiceKind, found: int, sure: int, sharpness: float
) -> tuple[Problem, ...]:
    """Return the problems of the light, the focus and the colours.

    Args:
        found: number of dice found; without any, a greyscale image is no problem.
        sure: number of them with status ``ok``; where most are, a dark background is no problem.
        sharpness: of the dice; without any, of the image.
    """
    problems: list[Problem] = []
    if look.bright_level < picture_stats.DARK_LEVEL and 2 * sure <= found:
        problems.append(Problem("too_dark", "The image is too dark to read colours reliably."))
    if look.blown_out > BRIGHT_SHARE:
        problems.append(Problem("too_bright", "Large parts of the image are overexposed."))
    if look.contrast >= picture_stats.MIN_CONTRAST and sharpness < BLUR_LIMIT:
        problems.append(Problem("blurred", "The image is blurred."))
    if found and dice is DiceKind.ROLL and look.colour < picture_stats.COLOUR_LIMIT:
        problems.append(Problem("no_colour", "The image has no colours to distinguish the dice."))
    return tuple(problems)


def range_problems(evidence: Evidence, faint: Evidence) -> tuple[Problem, ...]:
    """Return the problems of dice that are too small or seen too obliquely to be read safely."""
    problems: list[Problem] = []
    edge_px = usual_edge_px(evidence, faint)
    if edge_px < limits.LEAST_EDGE_PX:
        template = "The dice are only %(size)d pixels wide; move the camera closer."
        problems.append(Problem("dice_too_small", template, {"size": round(edge_px)}))
    if view_deg(evidence, faint) > limits.MOST_VIEW_DEG:
        template = "The camera looks at the dice from too low; move it higher."
        problems.append(Problem("camera_too_low", template))
    return tuple(problems)


def all_problems(
    request: ReadRequest,
    picture: ImagePyramid,
    table: TableGeometry,
    light: PictureLight,
    candidates: Candidates,
    decision: Decision,
) -> tuple[Problem, ...]:
    """Return all problems of a picture, the last stage of a reading."""
    dice = decision.evidence.dice
    occluded = occlusion_problems(table.sheets, candidates.everything)
    hidden = {problem.params["mat"] for problem in occluded}
    open_to_view = [mat for mat in table.bare if mat.sheet.mat.layout.mat_id not in hidden]
    other_lamp = decision.evidence.scores.other_lamp
    sharpness = picture_stats.sharpness_at(picture, dice) if len(dice) else light.stats.sharpness
    return (
        *picture_problems(light.stats, request.dice, len(dice), decision.sure, sharpness),
        *scene_problems(table.in_view, len(dice)),
        *occluded,
        *unread_objects(open_to_view, dice, candidates.everything),
        *range_problems(decision.evidence, decision.faint),
        *light_problems(table.sheets, candidates.everything),
        *mismatch_problems(decision.mismatches, table.mat_ids),
        *(light.problems(table.size_px, other_lamp) or drawn_zones_problem(table)),
    )


def drawn_zones_problem(table: TableGeometry) -> tuple[Problem, ...]:
    """Return a problem where the zones were drawn on pictures of another camera."""
    zones = None if table.drawn is None else table.drawn.zones
    if zones is None or zones.size_px is None or not other_camera(zones.size_px, table.size_px):
        return ()
    return (camera_problem(zones.profile),)


def scene_problems(in_view: MatsInView, found: int) -> tuple[Problem, ...]:
    """Return the problems of the mats, and whether there is no mat or no die."""
    problems = list(in_view.problems)
    if not in_view.mats and not problems:
        problems.append(Problem("no_mat", "There is no mat in the image; all of it was read."))
    if found == 0:
        where = "on the mats" if in_view.mats else "in the image"
        problems.append(Problem("no_dice", "There are no dice %(where)s.", {"where": where}))
    return tuple(problems)


def count_mismatch(mat: str, expected: int, seen: int, *, in_view: bool = True) -> Problem:
    """Return the problem of dice that contradict the number expected by the rules."""
    if not in_view:
        template = "The mat %(mat)s is not in view: its %(expected)d dice cannot be counted."
    elif expected == seen:
        template = "The dice on %(mat)s have other colours than expected."
    else:
        template = "On %(mat)s %(expected)d dice are expected, but %(seen)d are seen."
    return Problem("count_mismatch", template, {"mat": mat, "expected": expected, "seen": seen})


def mismatch_problems(
    mismatches: Iterable[CountMismatch], in_sight: Collection[str]
) -> tuple[Problem, ...]:
    """Return a problem for each mat with a count mismatch; *in_sight* are the mats in view."""
    return tuple(
        count_mismatch(each.mat, each.expected, each.seen, in_view=each.mat in in_sight)
        for each in mismatches
    )
