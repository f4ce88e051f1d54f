"""Which target the keyboard goes to next."""

from collections.abc import Sequence
from typing import Final

from kivy_ui.pages.marks import Target

DIRECTIONS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_ASIDE: Final = 2
"""A pixel aside counts as much as two in the direction of the arrow."""


def towards(targets: Sequence[Target], at: Target, arrow: str) -> Target:
    """Return the nearest target in the direction of an arrow key; *at* if there is none."""
    right, down = DIRECTIONS[arrow]

    def distance(other: Target) -> tuple[bool, int]:
        x, y = _way(at, other)
        ahead, aside = x * right + y * down, abs(x * down) + abs(y * right)
        return ahead <= 0 or other is at, ahead + _ASIDE * aside

    best = min(targets, key=distance)
    return at if distance(best)[0] else best


def following(targets: Sequence[Target], at: Target, step: int) -> Target:
    """Return the target *step* further in reading order, the first after the last."""
    order = sorted(targets, key=lambda each: (each.box.y // 24, each.box.x))
    return order[(order.index(at) + step) % len(order)]


def _way(one: Target, other: Target) -> tuple[int, int]:
    (x, y, w, h), (a, b, c, d) = one.box, other.box
    return (2 * a + c - 2 * x - w) // 2, (2 * b + d - 2 * y - h) // 2
