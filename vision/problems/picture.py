"""What is wrong with the picture as a whole, in numbers and in words.

Problems are told beside the reading, they stop nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from companion.session.ports import DiceKind, Problem
from vision.core.arrays import median
from vision.core.detections import Detections
from vision.decision.count_constraints import Mismatch
from vision.light.picture_stats import MIN_CONTRAST, Look
from vision.mats.fitting import MatsInView

DARK_LEVEL: Final = 30.0
"""A picture whose brighter parts stay below this is too dark to trust its colours."""

BRIGHT_SHARE: Final = 0.55
"""A picture of which more than this share is blown out is too bright."""

BLUR_LIMIT: Final = 0.16
"""Steepest edges of sharp pictures rise by more than this share of the contrast in a pixel."""

COLOUR_LIMIT: Final = 2.0
"""Mean difference between a picture's channels below which it has no colours."""


def picture_problems(look: Look, dice: DiceKind, found: int) -> tuple[Problem, ...]:
    """Return what is wrong with the light, the focus and the colours.

    Args:
        look: the picture in numbers.
        dice: the kind that was asked for.
        found: how many dice were found; without any, a picture of grey things may be grey.
    """
    problems: list[Problem] = []
    if look.bright_level < DARK_LEVEL:
        problems.append(Problem("too_dark", "The picture is too dark to read colours safely."))
    if look.blown_out > BRIGHT_SHARE:
        problems.append(Problem("too_bright", "Large parts of the picture are overexposed."))
    if look.contrast >= MIN_CONTRAST and look.sharpness < BLUR_LIMIT:
        problems.append(Problem("blurred", "The picture is blurred."))
    if found and dice is DiceKind.ROLL and look.colour < COLOUR_LIMIT:
        problems.append(Problem("no_colour", "The picture has no colours to tell the dice apart."))
    return tuple(problems)


def dice_small(dice: Detections, least_px: float) -> tuple[Problem, ...]:
    """Return a problem where most dice are too small to read; N dice in pixels of the frame."""
    edge = median(dice.edges_px) if len(dice) else least_px
    if edge >= least_px:
        return ()
    template = "The dice are only %(size)d pixels wide; the camera should be nearer."
    return (Problem("dice_small", template, {"size": round(edge)}),)


def colours_lost(problems: Iterable[Problem]) -> bool:
    """Whether one of the problems means that no colour in the picture can be trusted."""
    return any(problem.code in ("too_dark", "no_colour") for problem in problems)


def scene_problems(in_view: MatsInView, found: int) -> tuple[Problem, ...]:
    """Return what is wrong with mats, and whether there is any die."""
    problems = list(in_view.problems)
    if not in_view.mats and not problems:
        problems.append(Problem("no_mat", "There is no mat in the picture; all of it was read."))
    if found == 0:
        where = "on the mats" if in_view.mats else "in the picture"
        problems.append(Problem("no_dice", "There are no dice %(where)s.", {"where": where}))
    return tuple(problems)


def count_mismatch(mat: str, expected: int, seen: int, *, in_view: bool = True) -> Problem:
    """Return the problem of dice that contradict what the rules know."""
    if not in_view:
        template = "The mat %(mat)s is not in view: its %(expected)d dice cannot be counted."
    elif expected == seen:
        template = "The dice on %(mat)s have other colours than expected."
    else:
        template = "On %(mat)s %(expected)d dice are expected, but %(seen)d are seen."
    return Problem("count_mismatch", template, {"mat": mat, "expected": expected, "seen": seen})


def mismatch_problems(
    mismatches: Iterable[Mismatch], in_sight: Collection[str]
) -> tuple[Problem, ...]:
    """Return a problem for each mat whose dice contradict; *in_sight* are the mats in view."""
    return tuple(
        count_mismatch(each.mat, each.expected, each.seen, in_view=each.mat in in_sight)
        for each in mismatches
    )
