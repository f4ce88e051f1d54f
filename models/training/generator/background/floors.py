"""The background in camera view with flat prints on it, and the positions of hard negatives."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.training.arrays import F32, F64, Random
from models.training.generator.background.flat_prints import Print
from models.training.generator.background.flat_things import draw_kind, draw_thing
from models.training.generator.background.grounds import texture
from models.training.generator.camera import Camera, Square, mapped, square_of
from models.training.generator.stage import Piece
from models.training.generator.tracer import FACE_AXES

_LARGEST_PRINT_PX = 70
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2


@dataclass(frozen=True, slots=True)
class HardNegative(Square):
    """A square that is no top face of a die.

    Attributes:
        blank: it contains nothing like a glyph or pips.
    """

    blank: bool


def warped_ground(
    kind: str, rng: Random, camera: Camera, area: F64, scale: tuple[float, float]
) -> tuple[F32, list[HardNegative]]:
    """Return the albedo of a random background in camera view, and squares of its pattern.

    Args:
        area: corners of the visible background, millimetres, ``(4, 2)``.
        scale: edge of a die in pixels and in millimetres.
    """
    edge_px, edge_mm = scale
    middle = area.mean(axis=0)
    turn = rng.uniform(0, 2 * math.pi)
    spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    local = (area - middle) @ spin.T
    low, high = local.min(axis=0), local.max(axis=0)
    px_per_mm = min(edge_px / edge_mm, 1500.0 / float((high - low).max()))
    columns, rows = np.ceil((high - low) * px_per_mm).astype(int) + 2
    made = texture(kind, rng, (int(rows), int(columns)), edge_mm * px_per_mm)
    to_local = np.array([[1 / px_per_mm, 0, low[0]], [0, 1 / px_per_mm, low[1]], [0, 0, 1]])
    to_world = np.eye(3)
    to_world[:2, :2], to_world[:2, 2] = spin.T, middle
    matrix = camera.ground_homography() @ to_world @ to_local
    floor = cv2.warpPerspective(
        made.albedo,
        matrix,
        camera.size_px,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT_101,
    )
    seen = []
    for squares, blank in ((made.squares, True), (made.printed, False)):
        quads = squares[:, None, :2] + _CORNERS * squares[:, None, 2:]
        seen += [_lookalike(mapped(matrix, quad), camera, blank=blank) for quad in quads]
    return np.asarray(floor), [place for place in seen if place is not None]


def lay_prints(
    floor: F32,
    camera: Camera,
    rng: Random,
    region: tuple[float, float, float, float],
    scale: tuple[float, float],
) -> list[HardNegative]:
    """Composite flat prints on a background, in place; return their face-like squares.

    Args:
        floor: albedo in camera view.
        region: x0, y0, x1, y1 of the area in which they may lie, millimetres.
        scale: edge of a die in pixels and in millimetres.
    """
    edge_px, edge_mm = scale
    found = []
    count = 0 if rng.random() < 0.45 else 1 + int(rng.poisson(1.6))
    same = draw_kind(rng) if rng.random() < 0.4 else None
    for _ in range(count):
        kind = same or draw_kind(rng)
        share = rng.uniform(0.93, 1.12) if rng.random() < 0.4 else math.exp(rng.uniform(-0.7, 0.6))
        side_px = min(edge_px * share * 1.15, _LARGEST_PRINT_PX)
        flat = draw_thing(rng, kind, side_px)
        mm_per_px = edge_mm * share / side_px
        at = np.array([rng.uniform(region[0], region[2]), rng.uniform(region[1], region[3])])
        place = _laid(floor, flat, camera, rng, (at, rng.uniform(0, 2 * math.pi), mm_per_px))
        if place is not None:
            found.append(place)
    return found


def cubes_seen(pieces: Sequence[Piece], camera: Camera) -> list[HardNegative]:
    """Return the top faces of cubes that are not dice."""
    cubes = [p.body for p in pieces if p.label is None and len(set(p.body.half_mm)) == 1]
    tops = [camera.project(body.face_corners(body.up_face())) for body in cubes]
    seen = [_lookalike(quad, camera, blank=True) for quad in tops]
    return [place for place in seen if place is not None]


def sides_seen(pieces: Sequence[Piece], camera: Camera) -> list[HardNegative]:
    """Return the visible side faces of dice."""
    found = []
    for body in (piece.body for piece in pieces if piece.label is not None):
        for face in range(len(FACE_AXES)):
            corners = body.face_corners(face)
            middle = corners.mean(axis=0)
            if (
                face != body.up_face()
                and (camera.position - middle) @ (middle - body.center_mm) > 0.0
            ):
                found.append(_lookalike(camera.project(corners), camera, blank=False))
    return [place for place in found if place is not None]


def _laid(
    floor: F32, flat: Print, camera: Camera, rng: Random, place: tuple[F64, float, float]
) -> HardNegative | None:
    at, turn, mm_per_px = place
    height, width = flat.cover.shape
    c, s = math.cos(turn) * mm_per_px, math.sin(turn) * mm_per_px
    to_world = np.array([[c, -s, at[0]], [s, c, at[1]], [0, 0, 1]])
    to_world = to_world @ np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    matrix = camera.ground_homography() @ to_world
    outline = mapped(matrix, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    if not np.isfinite(outline).all():
        return None
    margin = 8
    x0, y0 = (max(0, int(v) - margin) for v in outline.min(axis=0))
    x1, y1 = (min(n, int(v) + margin) for v, n in
              zip(outline.max(axis=0), camera.size_px, strict=True))  # fmt: skip
    if x1 - x0 < 3 or y1 - y0 < 3:
        return None
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ matrix
    # The print's pixels have their centres at halves.
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    size = (x1 - x0, y1 - y0)
    colors = cv2.warpPerspective(flat.albedo, shift @ half, size, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(flat.cover, shift @ half, size)
    view = floor[y0:y1, x0:x1]
    thick = float(rng.choice([0.0, rng.uniform(0.5, 4.0)]))
    if thick:  # cardboard: it casts a narrow shadow
        move = rng.uniform(-thick, thick, 2)
        fallen = cv2.warpAffine(cover, np.array([[1, 0, move[0]], [0, 1, move[1]]]), size)
        soft = np.asarray(cv2.GaussianBlur(fallen, (0, 0), max(0.5, thick / 2)))
        view *= (1.0 - np.float32(rng.uniform(0.2, 0.6)) * soft)[..., None]
    view += (colors - view) * cover[..., None]
    if flat.square is None:
        return None
    x, y, side = flat.square
    quad = mapped(matrix, np.array([x + 0.5, y + 0.5]) + _CORNERS * side)
    return _lookalike(quad, camera, blank=flat.blank)


def _lookalike(quad: F64, camera: Camera, *, blank: bool) -> HardNegative | None:
    """Return the hard negative with these four corners; None outside of the image."""
    seen = square_of(quad)
    (x, y), (width, height) = seen.center_px, camera.size_px
    if not (0 <= x < width and 0 <= y < height and seen.edge_px > 6):
        return None
    return HardNegative(seen.center_px, seen.edge_px, seen.angle_rad, blank)
