"""Tables under one illuminant: a calibration mat with its dice, then throws in the same light.

    python -m models.training.pathtraced.lamps OUT --lamps 20 --throws 5 --seed 11

writes for each lamp ``OUT/LL-calibration.jpg``, ``OUT/LL-0.jpg`` ... and ``OUT/index.json`` for
`models.training.evaluation.lamp_test`. Camera, lighting, exposure and white balance are the same
in all images of a lamp; the camera position varies like that of a hand-held camera. Every third
throw lies on a strip mat, the others on the bare table.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import mitsuba as mi
import numpy as np
import numpy.typing as npt

from calibration.mats.artwork import draw_sheet
from calibration.mats.raster import raster
from companion.games.roll.model.dice import FACES, DieType
from models.training.pathtraced import scene as parts
from models.training.pathtraced.geometry import (
    EDGE_MM,
    HEIGHT_PX,
    WIDTH_PX,
    Cube,
    lay_dice,
)
from models.training.pathtraced.light import encoded, lamp
from models.training.pathtraced.rendered_sets import write_set
from vision.mats.layout import MatLayout, Paper, mat_layout

LAMPS = (
    "neutral", "warm", "cool", "mixed", "dim", "hard", "warm cast", "cool cast", "dim cast",
    "candle cast", "shade cast",
)  # fmt: skip
"""Kinds of lighting: "cast" is an illuminant that white balance does not compensate (strongest:
candle light and shade under a blue sky); "dim" is two stops darker."""

_KELVIN = {
    "warm cast": 2600, "cool cast": 9500, "dim cast": 2800, "candle cast": 2000,
    "shade cast": 16000,
}  # fmt: skip
_PLAIN = {
    "warm cast": "warm", "cool cast": "cool", "dim cast": "warm", "candle cast": "warm",
    "shade cast": "cool",
}  # fmt: skip
_MAT_PX_PER_MM = 8
_STRIP_EVERY = 3


@dataclass(frozen=True, slots=True)
class Lamp:
    """One lighting condition and the camera's settings for it.

    Attributes:
        kind: one of ``LAMPS``.
        lights: Mitsuba's emitters.
        balance: white-balance gains for red, green and blue.
        white: linear level of the calibration mat's paper in the image.
        blur_px, noise, jpeg: parameters of the camera.
        ground: kind of the background.
    """

    kind: str
    lights: dict[str, Any]
    balance: npt.NDArray[Any]
    white: float
    blur_px: float
    noise: float
    jpeg: int
    ground: str


def draw_lamp(rng: np.random.Generator, kind: str) -> Lamp:
    """Return random lighting of a kind with fixed camera settings for it."""
    plain = _PLAIN.get(kind, kind)
    kelvin = _KELVIN.get(kind, parts.KELVIN[plain]) * float(np.exp(rng.normal(0, 0.06)))
    main = lamp(kelvin)
    cast = kind.endswith("cast")
    low, high = (0.0, 0.2) if cast else (0.85, 1.0) if plain in ("neutral", "hard") else (0.5, 0.95)
    balance = main ** -rng.uniform(low, high) * np.exp(rng.normal(0, 0.03, 3))
    dim = kind.startswith("dim")
    return Lamp(
        kind=kind,
        lights=parts.lights_of(rng, plain, main),
        balance=np.asarray(balance, np.float32),
        white=float(rng.uniform(0.16, 0.24) if dim else rng.uniform(0.6, 0.95)),
        blur_px=float(rng.uniform(0.4, 0.9)),
        noise=float(rng.uniform(0.004, 0.012) if dim else rng.uniform(0.001, 0.006)),
        jpeg=int(rng.integers(78, 96)),
        ground=str(rng.choice(parts.GROUNDS)),
    )


def traced(
    rng: np.random.Generator, light: Lamp, mat: MatLayout | None, cubes: list[Cube], size_px: float
) -> tuple[npt.NDArray[np.float32], list[dict[str, Any]]]:
    """Return the linear light at the sensor, and the ground truth of the dice."""
    camera = parts.camera_above(rng, size_px)
    content: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 6},
        "sensor": parts.sensor_of(rng, camera),
        "ground": parts.ground_plane(rng, light.ground),
        **light.lights,
    }
    if mat is not None:
        content["mat"] = printed_sheet(mat)
    placed = parts.add_dice(content, rng, cubes)
    truth = [
        parts.truth_of(cube, camera.project(parts.top_of(pose, place)))
        for cube, (pose, place) in zip(cubes, placed, strict=True)
    ]
    return parts.traced(mi.load_dict(content)), truth


def developed(
    image: npt.NDArray[np.float32], light: Lamp, gain: float, rng: np.random.Generator
) -> npt.NDArray[np.uint8]:
    """Return the camera's BGR image with its fixed white balance and exposure."""
    level = image * light.balance * np.float32(gain)
    level = np.asarray(cv2.GaussianBlur(level, (0, 0), light.blur_px), np.float32)
    spread = np.sqrt(np.maximum(level, 0) * light.noise * 0.3 + light.noise**2 * 0.2)
    noise: npt.NDArray[Any] = rng.normal(0, 1, level.shape).astype(np.float32)
    return np.asarray(np.clip(encoded(level + noise * spread), 0, 255)[..., ::-1], np.uint8)


def printed_sheet(mat: MatLayout) -> dict[str, Any]:
    """Return the printed mat on the table, centred at the world origin."""
    grey = raster(draw_sheet(mat), _MAT_PX_PER_MM)[::-1]  # Mitsuba's first row is the lowest
    # White paper reflects about as much as the palest die.
    texture = np.repeat(grey[:, :, None], 3, axis=2)
    width, height = mat.paper.value
    place = mi.ScalarTransform4f().translate([0, 0, 0.15]).scale([width / 2, height / 2, 1])
    reflectance = parts.bitmap(np.asarray(texture * 0.96, np.uint8))
    return {
        "type": "rectangle",
        "to_world": place,
        "bsdf": {"type": "diffuse", "reflectance": reflectance},
    }


def calibration_dice(rng: np.random.Generator, mat: MatLayout) -> list[Cube]:
    """Return one die of each type in its slot, with a random face and placement error."""
    cubes = []
    for name, slot in mat.zones:
        x, y = _world(mat, slot.centre)
        face = FACES[DieType(name)][int(rng.integers(6))]
        x, y = x + rng.uniform(-8, 8), y + rng.uniform(-8, 8)
        cubes.append(Cube(x, y, float(rng.uniform(0, 2 * math.pi)), 0.0, DieType(name), face))
    return cubes


def _on_strip(rng: np.random.Generator, mat: MatLayout) -> list[Cube]:
    left = dict(mat.zones)["explore"]
    right = dict(mat.zones)["ship"]
    (x0, y0), (x1, y1) = _world(mat, (left.x0, left.y1)), _world(mat, (right.x1, right.y0))
    middle, half = ((x0 + x1) / 2, (y0 + y1) / 2), ((x1 - x0) / 2 - 12, (y1 - y0) / 2 - 12)
    cubes = lay_dice(rng, int(rng.integers(6, 20)), half)
    return [replace(c, x_mm=c.x_mm + middle[0], y_mm=c.y_mm + middle[1]) for c in cubes]


def _world(mat: MatLayout, at: tuple[float, float]) -> tuple[float, float]:
    width, height = mat.paper.value
    return at[0] - width / 2, height / 2 - at[1]


def _loose(rng: np.random.Generator, size_px: float) -> list[Cube]:
    half = (WIDTH_PX / 2 / size_px * EDGE_MM * 0.86, HEIGHT_PX / 2 / size_px * EDGE_MM * 0.80)
    return lay_dice(rng, int(rng.integers(4, 24)), half)


def _one_lamp(out: Path, number: int, seed: int, throws: int) -> dict[str, Any]:
    rng = np.random.default_rng([seed, number])
    light = draw_lamp(rng, LAMPS[number % len(LAMPS)])
    sheet = mat_layout("calibration", Paper.A4)
    image, truth = traced(rng, light, sheet, calibration_dice(rng, sheet), rng.uniform(46, 53))
    # Exposure is set on this image, with its paper as white reference.
    paper = float(np.percentile((image * light.balance).max(axis=2), 90))
    gain = light.white / paper
    first = _write(out, f"{number:02d}-calibration", developed(image, light, gain, rng), light)
    pictures = []
    for k in range(throws):
        strip = mat_layout(f"strip-{1 + k % 5}", Paper.A4) if k % _STRIP_EVERY == 0 else None
        size_px = float(rng.uniform(44, 52) if strip else rng.uniform(37, 72))
        cubes = _on_strip(rng, strip) if strip else _loose(rng, size_px)
        image, dice = traced(rng, light, strip, cubes, size_px)
        name = _write(out, f"{number:02d}-{k}", developed(image, light, gain, rng), light)
        pictures.append({"image": name, "mat": strip.mat_id if strip else None, "dice": dice})
    return {"lamp": light.kind, "calibration": first, "dice": truth, "images": pictures}


def _write(out: Path, name: str, picture: npt.NDArray[np.uint8], light: Lamp) -> str:
    quality = [int(cv2.IMWRITE_JPEG_QUALITY), light.jpeg]
    cv2.imwrite(str(out / f"{name}.jpg"), picture, quality)
    return f"{name}.jpg"


def main() -> None:
    """Render all lamps, resuming where an earlier run stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--lamps", type=int, default=18)
    parser.add_argument("--throws", type=int, default=5)
    parser.add_argument("--seed", type=int, default=11)
    args = parser.parse_args()
    write_set(
        args.out,
        args.lamps,
        lambda number: _one_lamp(args.out, number, args.seed, args.throws),
        {"seed": args.seed},
        key="lamps",
    )


if __name__ == "__main__":
    main()
