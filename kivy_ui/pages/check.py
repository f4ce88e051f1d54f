"""What is wrong with a laid out page: too little room, things over each other or out of the window.

Tests ask it about every page; the layout asks it whether a larger text size fits.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from kivy_ui.art.files import BACKDROP_DICE
from kivy_ui.pages.marks import LINE, TOUCH_PX, Box, Level, Patch, Piece, Scene, Shot, Words

_LEAST_PX: Final = 10
_LABELS: Final = ("pill", "dot")
"""Pieces that carry a text and cover what lies below them."""
_LEADING: Final = 0.05
"""Lines of a paragraph share this much of their size of the empty space above and below them."""


def faults(scene: Scene, size_px: tuple[int, int]) -> list[str]:
    """Return one sentence for each fault of a scene; none if the page is sound."""
    return [
        *_missing(scene), *_outside(scene, size_px), *_texts(scene), *_targets(scene),
        *_on_dice(scene, size_px),
    ]  # fmt: skip


def _missing(scene: Scene) -> Iterator[str]:
    for text in scene.cut:
        yield f"no room for {text!r}"


def _outside(scene: Scene, size_px: tuple[int, int]) -> Iterator[str]:
    window = Box(0, 0, *size_px)
    marks: tuple[Patch | Piece | Words | Shot, ...] = (
        *scene.patches, *scene.pieces, *scene.words, *scene.shots
    )  # fmt: skip
    for mark in marks:
        if not window.holds(mark.box):
            yield f"outside the window: {mark}"
    for piece in scene.pieces:
        if piece.box.w < _LEAST_PX:
            yield f"too small to see: {piece}"
    for path in scene.paths:
        if not all(window.holds(Box(*point, 0, 0)) for point in path.points):
            yield f"outside the window: {path}"


def _texts(scene: Scene) -> Iterator[str]:
    """Yield texts over texts, and over pieces unless they are printed in their middle."""
    words = [(mark, _line(mark)) for mark in scene.words if not mark.shaded]
    for (one, line), (other, its_line) in combinations(words, 2):
        if line.overlaps(its_line) and _same_plane(one.level, other.level):
            yield f"{one.text!r} and {other.text!r} overlap"
    labels = [each.box for each in scene.pieces if each.name in _LABELS]
    pieces = [(each, _painted(each.box)) for each in scene.pieces]
    for word, _ in words:
        if any(label.holds(word.box) for label in labels):
            continue
        painted = _painted(word.box)
        for piece, drawn in pieces:
            if not painted.overlaps(drawn) or piece.box.inset(-4).holds(word.box):
                continue
            if _same_plane(word.level, piece.level):
                yield f"{word.text!r} lies on {piece.name}"


def _on_dice(scene: Scene, size_px: tuple[int, int]) -> Iterator[str]:
    """Yield texts over the dice of the background; a button covers them."""
    portrait, scale = size_px[1] > size_px[0], min(size_px) / 480
    across, down = (
        size / least
        for size, least in zip(size_px, (480, 800) if portrait else (800, 480), strict=True)
    )
    for die, _, x, y, side, _ in BACKDROP_DICE.get((scene.backdrop, portrait), ()):
        box = Box(round(x * across), round(y * down), 0, 0).inset(-round(side * scale / 2))
        for word in scene.words:
            if word.of is None and box.overlaps(_painted(word.box)):
                yield f"{word.text!r} lies on a {die} die of the background"


def _targets(scene: Scene) -> Iterator[str]:
    for target in scene.targets:
        if min(target.box.w, target.box.h) < TOUCH_PX:
            yield f"too small to touch: {target}"
    if not any(mark.level is Level.SHEET for mark in scene.patches):
        yield from _covered(scene)
    for one, other in combinations(scene.targets, 2):
        if one.box.overlaps(other.box) or one.key == other.key:
            yield f"{one} and {other}"


def _covered(scene: Scene) -> Iterator[str]:
    """Yield pieces and texts that lie on a target to which they do not belong.

    A plate between two cards may; and the boxes of hexagons overlap at their corners.
    """
    plates = [patch.box for patch in scene.patches if patch.surface == "round"]
    hexagons = [patch.of for patch in scene.patches if patch.surface.startswith("hex")]
    targets = [each for each in scene.targets if each.key not in hexagons]
    marks: tuple[Piece | Words, ...] = (*scene.pieces, *scene.words)
    for mark in marks:
        if mark.of is None and mark.level < Level.OVER:
            painted = _painted(mark.box)
            on = [each for each in targets if painted.overlaps(each.box)]
            if on and not any(plate.holds(mark.box) for plate in plates):
                yield f"{mark} lies on {on[0]}"


def _same_plane(one: Level, other: Level) -> bool:
    """Tell whether neither covers the other."""
    return one == other or max(one, other) < Level.OVER


def _line(mark: Words) -> Box:
    leading = max(2, round(mark.size * _LEADING))
    high = min(mark.box.h, round(mark.size * LINE)) - 2 * leading
    return Box(mark.box.x, mark.box.y + leading, mark.box.w, high)


def _painted(box: Box) -> Box:
    """Return the part of a box that is surely painted: accents and shadows may touch."""
    return Box(box.x + 1, box.y + box.h // 6, box.w - 2, box.h - 2 * (box.h // 6))
