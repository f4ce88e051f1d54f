"""Path tracing of a scene with Mitsuba 3, denoised by Open Image Denoise.

Every scene has the same objects (unused ones are placeholders under the table), so the compiled
kernel is reused. Mitsuba and the denoiser come only with the extra `train` and are imported
where they are needed.
"""

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.evaluation.backgrounds import ground, noise
from models.evaluation.camera import MARGIN
from models.evaluation.glyphs import Image, Random, face_texture, linear
from models.evaluation.lights import Light
from models.evaluation.scene import Die, Mat, Scene
from models.evaluation.shapes import Mesh, joined, rounded_box
from models.evaluation.things import PICTURE, Thing

_GREY: Image = np.full((2, 2, 3), 0.5, np.float32)


@cache
def mitsuba() -> Any:
    """The renderer, CPU (LLVM) variant."""
    import mitsuba as mi

    mi.set_variant("llvm_ad_rgb")
    return mi


def _bsdf(picture: Image, roughness: float, *, metal: bool = False, repeat: bool = False) -> Any:
    mi = mitsuba()
    texture = {
        "type": "bitmap",
        "bitmap": mi.Bitmap(np.ascontiguousarray(picture, np.float32)),
        "raw": True,
        "wrap_mode": "mirror" if repeat else "clamp",
    }
    surface = {
        "type": "principled",
        "base_color": texture,
        "roughness": roughness,
        "specular": 0.5,
        "metallic": 0.9 if metal else 0.0,
    }
    return mi.load_dict({"type": "twosided", "bsdf": surface})


def _object(name: str, mesh: Mesh, bsdf: Any) -> Any:
    mi = mitsuba()
    properties = mi.Properties()
    properties["mesh_bsdf"] = bsdf
    shape = mi.Mesh(
        name,
        vertex_count=len(mesh.vertices),
        face_count=len(mesh.triangles),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=properties,
    )
    values = mi.traverse(shape)
    values["vertex_positions"] = mesh.vertices.astype(np.float32).ravel()
    values["vertex_normals"] = mesh.normals.astype(np.float32).ravel()
    values["vertex_texcoords"] = mesh.coordinates.astype(np.float32).ravel()
    values["faces"] = mesh.triangles.astype(np.uint32).ravel()
    values.update()
    return shape


def _flat(corners: Image) -> Mesh:
    """A rectangle seen from above, corners clockwise from the texture's top left."""
    coordinates = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    normals = np.tile([0.0, 0.0, 1.0], (4, 1))
    return Mesh(corners, normals, coordinates, np.array([[0, 2, 1], [0, 3, 2]]))


def _nothing() -> Mesh:
    corners = np.array([[0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 0]], float)
    return _flat(corners + np.array([0, 0, -900]))


def _dice(dice: list[Die], scene: Scene, rng: Random) -> tuple[Mesh, Image]:
    """All dice as one mesh and the atlas of their faces, six faces per row."""
    if not dice:
        return _nothing(), _GREY
    largest = max(float(np.ptp(scene.camera.project(die.top()), axis=0).max()) for die in dice)
    size = int(np.clip(2 ** np.ceil(np.log2(largest * 1.2)), 64, 512))
    if len(dice) * 6 * size**2 > 40e6:
        size //= 2
    atlas = np.empty((len(dice) * size, 6 * size, 3), np.float32)
    meshes = []
    for row, die in enumerate(dice):
        edge = die.edge_mm
        faces = rounded_box((edge, edge, edge), scene.roundness * edge)
        for column, (mesh, name) in enumerate(zip(faces, die.faces, strict=True)):
            face = face_texture(name, die.kind, scene.style, rng, size, die.body, die.mark)
            face = np.rot90(face, die.turns[column])
            at = slice(row * size, (row + 1) * size), slice(column * size, (column + 1) * size)
            atlas[at] = face
            meshes.append(mesh.posed(die.rotation, die.centre).in_cell(column, row, 6, len(dice)))
    return joined(meshes), atlas


def _things(things: list[Thing]) -> tuple[Mesh, Image]:
    if not things:
        return _nothing(), _GREY
    columns = int(np.ceil(np.sqrt(len(things))))
    atlas = np.zeros((columns * PICTURE, columns * PICTURE, 3), np.float32)
    meshes = []
    for index, thing in enumerate(things):
        row, column = divmod(index, columns)
        y, x = row * PICTURE, column * PICTURE
        atlas[y : y + PICTURE, x : x + PICTURE] = thing.picture
        meshes.append(thing.mesh.in_cell(column, row, columns, columns))
    return joined(meshes), atlas


@cache
def _print(path: Path, share: float) -> Image:
    """The albedo of a printed mat, at a share of the file's resolution."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR_RGB)
    if picture is None:
        raise FileNotFoundError(path)
    picture = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    # Printed black is not fully black, paper not fully white.
    return np.asarray(0.02 + 0.80 * linear(picture), np.float32)


def _mats(mats: tuple[Mat, ...], folder: Path | None) -> tuple[Mesh, Image]:
    """The mats' sheets as one mesh and the row of their prints, all of one size."""
    if not mats or folder is None:
        return _nothing(), _GREY
    sheets, prints = [], []
    for column, mat in enumerate(mats):
        prints.append(_print(folder / mat.entry["png"], 0.7 if len(mats) == 1 else 0.4))
        width, height = mat.entry["size_mm"]
        sheet = _flat(mat.to_world([[0, 0], [width, 0], [width, height], [0, height]]))
        sheet.coordinates = (sheet.coordinates + np.array([column, 0])) / [len(mats), 1]
        sheets.append(sheet)
    return joined(sheets), np.hstack(prints)


def _room(light: Light, rng: Random) -> Image:
    """Ambient light as an environment map (32, 64, 3): walls, ceiling, perhaps a window."""
    shape = (32, 64)
    tone = 1 + 0.35 * noise(rng, shape, 24, 2)
    tone *= np.linspace(1.3, 0.5, 32, dtype=np.float32)[:, None]
    if light.window > 0:
        x, width = int(rng.integers(0, 52)), int(rng.integers(6, 12))
        tone[8:14, x : x + width] += light.window
    return np.asarray(tone[..., None] * light.room, np.float32)


def _emitters(light: Light, target: Image, rng: Random) -> dict[str, Any]:
    mi = mitsuba()
    room = _room(light, rng)
    to_world = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
    offset = light.position - target
    distance = float(np.linalg.norm(offset))
    area = np.pi * light.radius_mm**2
    room_irradiance = np.pi * float(room.mean())
    radiance = light.key * light.key_share * room_irradiance * distance**2 / area
    radiance = radiance / max(float(offset[2]) / distance, 0.2)
    place = mi.ScalarTransform4f().look_at(
        origin=light.position.tolist(), target=target.tolist(), up=[0.01, 0.02, 1]
    )
    place = place @ mi.ScalarTransform4f().scale(light.radius_mm)
    return {
        "room": {"type": "envmap", "bitmap": mi.Bitmap(room), "to_world": to_world},
        "lamp": {
            "type": "disk",
            "to_world": place,
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": radiance.tolist()}},
        },
    }


def _sensor(scene: Scene) -> dict[str, Any]:
    mi, camera = mitsuba(), scene.camera
    focal = camera.focal_px * MARGIN
    forward, up = camera.axes[2], -camera.axes[1]
    return {
        "type": "thinlens",
        "fov_axis": "x",
        "fov": float(np.degrees(2 * np.arctan(camera.width / 2 / focal))),
        "aperture_radius": camera.aperture_mm,
        "focus_distance": camera.distance_mm * 0.98,
        "near_clip": 5.0,
        "far_clip": 20000.0,
        "to_world": mi.ScalarTransform4f().look_at(
            origin=camera.origin.tolist(),
            target=(camera.origin + forward).tolist(),
            up=up.tolist(),
        ),
        "film": {
            "type": "hdrfilm",
            "width": camera.width,
            "height": camera.height,
            "rfilter": {"type": "box"},
            "pixel_format": "rgb",
            "component_format": "float32",
        },
        "sampler": {"type": "independent", "sample_count": scene.samples},
    }


def build(scene: Scene, rng: Random, mats: Path | None) -> Any:
    """The renderer's scene."""
    mi = mitsuba()
    ground_px = int(
        np.clip(scene.span_mm * scene.camera.focal_px / scene.camera.distance_mm, 512, 2048)
    )
    picture = ground(scene.background, rng, scene.span_mm, ground_px)
    reach = scene.span_mm / 2
    square = np.array(
        [[-reach, reach, 0], [reach, reach, 0], [reach, -reach, 0], [-reach, -reach, 0]]
    )
    # 3 x 3 mirrored squares, so that oblique views do not see the edge of the table.
    table = _flat(square * 3 + [scene.camera.target[0], scene.camera.target[1], 0])
    table.coordinates = table.coordinates * 3 - 1
    shapes = {
        "table": (table, picture, float(rng.uniform(0.35, 0.8)), False),
        "mat": (*_mats(scene.mats, mats), 0.6, False),
        "dice": (*_dice(scene.dice, scene, rng), scene.gloss, False),
        "things": (*_things([t for t in scene.things if not t.metal]), 0.4, False),
        "metal": (*_things([t for t in scene.things if t.metal]), 0.3, True),
    }
    content: dict[str, Any] = {"type": "scene", **_emitters(scene.light, scene.camera.target, rng)}
    for name, (mesh, texture, roughness, metal) in shapes.items():
        bsdf = _bsdf(texture, roughness, metal=metal, repeat=name == "table")
        content[name] = _object(name, mesh, bsdf)
    content["sensor"] = _sensor(scene)
    content["integrator"] = {"type": "path", "max_depth": 4, "rr_depth": 8}
    return mi.load_dict(content)


def trace(built: Any, samples: int, seed: int, quality: str = "balanced") -> Image:
    """Linear light (height, width, 3) float32, denoised with one of the denoiser's qualities."""
    import pyoidn

    mi = mitsuba()
    # Large images in passes of one sample per pixel: the renderer keeps all samples in memory.
    passes = samples if np.prod(built.sensors()[0].film().size()) > 4e6 else 1
    # A combined integrator would trace every path twice.
    guide = mi.load_dict({"type": "aov", "aovs": "albedo:albedo,normal:sh_normal"})
    color, guides = (
        np.mean(
            [
                np.array(mi.render(built, integrator=integrator, spp=samples // passes, seed=at))
                for at in range(seed * 100, seed * 100 + passes)
            ],
            axis=0,
        )
        for integrator in (built.integrator(), guide)
    )
    albedo, normal = (np.ascontiguousarray(guides[..., at : at + 3]) for at in (0, 3))
    color = np.minimum(np.nan_to_num(color), 60)
    clean = pyoidn.denoise(color, np.clip(albedo, 0, 1), normal, hdr=True, quality=quality)
    return np.asarray(clean, np.float32)


def hidden_from(built: Any, origin: Image, points: Image) -> Image:
    """Whether each of the points (n, 3) is occluded as seen from *origin*, (n,) bool."""
    mi = mitsuba()
    away = (points - origin).T
    distance = np.linalg.norm(away, axis=0)
    ray = mi.Ray3f(
        mi.Point3f(*(np.full(len(points), value) for value in origin)),
        mi.Vector3f(*(away / distance)),
    )
    ray.maxt = mi.Float(distance - 0.02)
    return np.asarray(np.array(built.ray_test(ray)), bool)
