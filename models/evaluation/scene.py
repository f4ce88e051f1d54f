"""A scene to be rendered, and the labels computed from its geometry alone."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from models.evaluation.camera import Camera, Phone
from models.evaluation.glyphs import COLORS, D6_BODIES, FACES, Image, Random, Style, linear
from models.evaluation.lights import Light
from models.evaluation.shapes import turn_z
from models.evaluation.things import Thing

# A flat die with a lower visible share is labelled as hidden.
SEEN_WHOLE: Final = 0.9


@dataclass
class Die:
    """A die in the world: its top face `faces[0]` is at its local +z."""

    kind: str  # a type's key or "d6"
    faces: tuple[str, ...]
    turns: tuple[int, ...]  # rotation of each face's print in quarter turns
    edge_mm: float
    rotation: Image
    centre: Image
    body: Image  # linear albedo
    mark: Image
    state: str = "flat"
    color: str = ""
    zone: str | None = None

    def top(self) -> Image:
        """Corners (4, 3) of the top face."""
        corners = np.array([[-1, 1, 1], [1, 1, 1], [1, -1, 1], [-1, -1, 1]]) * self.edge_mm / 2
        return np.asarray(corners @ self.rotation.T + self.centre)


@dataclass
class Mat:
    """A printed mat (an entry of mats.json) lying in the world."""

    entry: dict[str, Any]
    centre: Image
    angle: float

    def to_world(self, mm: Any) -> Image:
        """World points (n, 3) of positions on the mat, millimetres from its top left corner."""
        width, height = self.entry["size_mm"]
        at = (np.atleast_2d(np.asarray(mm, float)) - [width / 2, height / 2]) * [1, -1]
        flat = np.column_stack([at, np.zeros(len(at))])
        return np.asarray(flat @ turn_z(self.angle).T + self.centre)


@dataclass
class Scene:
    """Everything that defines an image."""

    family: str
    camera: Camera
    light: Light
    phone: Phone
    background: str
    span_mm: float  # side of the square background around the camera's target
    style: Style
    dice: list[Die]
    things: list[Thing] = field(default_factory=list)
    mats: tuple[Mat, ...] = ()
    roundness: float = 0.11
    gloss: float = 0.3  # roughness of the dice
    tags: dict[str, Any] = field(default_factory=dict)
    samples: int = 8


def new_die(rng: Random, kind: str, edge_mm: float, face: str | None = None) -> Die:
    """A die of a type at the origin, its faces shuffled, *face* on top if given."""
    if kind == "d6":
        faces = list(rng.permutation(["1", "2", "3", "4", "5", "6"]))
        color = str(rng.permutation(list(D6_BODIES))[0])
        body_srgb: Any = D6_BODIES[color]
        light_body = float(np.mean(body_srgb)) > 150
        mark_srgb: Any = (22, 22, 24) if light_body else (240, 238, 232)
    else:
        faces, color = list(rng.permutation(FACES[kind])), ""
        body_srgb, mark_srgb = COLORS[kind]
    if face is not None:
        at = faces.index(face)
        faces[0], faces[at] = faces[at], faces[0]
    body = (0.01 + 0.83 * linear(body_srgb)) * (1 + rng.normal(0, 0.015, 3))
    turns = tuple(int(turn) for turn in rng.integers(0, 4, 6))
    names = tuple(str(name) for name in faces)
    rotation = turn_z(float(rng.uniform(0, 2 * np.pi)))
    centre = np.array([0, 0, edge_mm / 2])
    return Die(
        kind, names, turns, edge_mm, rotation, centre, body, 0.85 * linear(mark_srgb), color=color
    )


def upright(die: Die) -> bool:
    """Whether the die's top face is horizontal."""
    return bool(die.rotation[2, 2] > 0.9995)


Occluded = Callable[[Image], Image]  # points (n, 3) -> whether each is hidden, (n,) bool


def visible_share(die: Die, camera: Camera, occluded: Occluded | None, n: int = 12) -> float:
    """Share of the top face that is visible in the image."""
    line = np.linspace(-0.42, 0.42, n) * die.edge_mm
    u, v = (a.ravel() for a in np.meshgrid(line, line))
    top = np.column_stack([u, v, np.full(u.shape, die.edge_mm / 2 + 0.05)])
    points = top @ die.rotation.T + die.centre
    at = camera.project(points)
    seen = (
        (at[:, 0] >= 0) & (at[:, 0] < camera.width) & (at[:, 1] >= 0) & (at[:, 1] < camera.height)
    )
    seen &= (camera.origin - points) @ die.rotation[:, 2] > 0
    if occluded is not None:
        seen &= ~occluded(points)
    return float(seen.mean())


def label(die: Die, camera: Camera, occluded: Occluded | None = None) -> dict[str, Any] | None:
    """A die's entry in the index; None if its top face is not visible."""
    visible = visible_share(die, camera, occluded)
    if visible < 0.03:
        return None
    corners = camera.project(die.top())
    sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    flat = die.state == "flat" and upright(die) and visible >= SEEN_WHOLE
    state = die.state if flat or die.state != "flat" else "hidden"
    centre = camera.project(die.top().mean(0, keepdims=True))[0]
    return {
        "centre_px": [round(float(v), 2) for v in centre],
        "size_px": round(float(sides.mean()), 2),
        "corners_px": [[round(float(v), 2) for v in corner] for corner in corners],
        "type": die.kind,
        "face": die.faces[0],
        "flat": flat,
        "state": state,
        "visible": round(visible, 3),
        **({"colour": die.color} if die.color else {}),
        **({"zone": die.zone} if die.zone else {}),
    }


def entry(scene: Scene, name: str, occluded: Occluded | None = None) -> dict[str, Any]:
    """An image's entry in the index."""
    dice = [label(die, scene.camera, occluded) for die in scene.dice]
    return {
        "image": name,
        "family": scene.family,
        "light": scene.light.name,
        "background": scene.background,
        "width": scene.camera.width,
        "height": scene.camera.height,
        "mats": [mat.entry["id"] for mat in scene.mats],
        "things": sorted({thing.name for thing in scene.things}),
        "dice_kind": "d6" if any(die.kind == "d6" for die in scene.dice) else "roll",
        "orientation": scene.phone.orientation,
        "exposure_ev": round(scene.phone.exposure_ev, 2),
        **scene.tags,
        "dice": [die for die in dice if die is not None],
    }
