"""Renders the images of the bundled demo game ("evening").

``python -m models.training.generator.evening [NAME...]``

The layout comes from ``companion/demo/evening.toml``; the same file gives the same images.
"""

import argparse
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from calibration.mats.artwork import draw_sheet
from calibration.mats.raster import raster
from companion.demo.script import PICTURES, TRAY, DemoScript, Laid, LaidMat, load_script
from companion.games.roll.model.dice import PlacedDie
from models.training.arrays import ImageU8, Random
from models.training.generator.scenes import Look, SceneDie, View, camera_over, render_mat
from vision.mats.layout import Paper, Rect, mat_layout

JPEG_QUALITY: Final = 88
EDGE_MM: Final = 14.0
_ROW_MM: Final = 25.0
_SIZE_MM: Final = Paper.A4.value


def main() -> None:
    """Render all images, or only those named."""
    parser = argparse.ArgumentParser(description="Draws the pictures of the bundled evening.")
    parser.add_argument("names", nargs="*", help="pictures to draw; all where none is named")
    parser.add_argument("--out", type=Path, default=PICTURES)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for name, draw_it in pictures(load_script()).items():
        if args.names and name not in args.names:
            continue
        path = args.out / f"{name}.jpg"
        bgr = cv2.cvtColor(draw_it(), cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(path), bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        print(f"{path.name}: {path.stat().st_size // 1000} kB")


def pictures(evening: DemoScript) -> dict[str, Callable[[], ImageU8]]:
    """Return what draws each image by its name: all mats, throws and the table without a mat."""
    return {
        **{mat.picture: partial(draw, mat) for mat in evening.mats},
        evening.idle: draw_table,
        evening.calibration.picture: partial(draw_calibration, evening.calibration),
        **{throw.picture: partial(draw_throw, throw) for throw in evening.throws},
    }


def draw(mat: LaidMat) -> ImageU8:
    scene = dict(mat.scene)
    rng = np.random.default_rng(scene["seed"])
    dice = _on_tray(mat, rng) if mat.spare else _on_strip(mat, rng)
    if "cocked" in scene:
        index = scene["cocked"]
        dice[index] = replace(dice[index], cocked=True)
    return _rendered(mat.mat, dice, scene)


def draw_table() -> ImageU8:
    """Return the image of the bare table: the camera looks next to a mat."""
    camera = camera_over(_SIZE_MM, View(tilt_deg=6.0))
    camera = replace(camera, position=camera.position + np.array([0.0, 620.0, 0.0]))
    return render_mat(_printed(TRAY), _SIZE_MM, (), camera=camera, look=Look(seed=1)).image


def draw_calibration(laid: Laid) -> ImageU8:
    """Return the image of the calibration mat with each die in its slot, RGB."""
    rng = np.random.default_rng(laid.scene["seed"])
    places = dict(mat_layout("calibration", Paper.A4).zones)
    dice = []
    for kind, face in laid.dice:
        x, y = places[kind.value].centre + rng.uniform(-4, 4, 2)
        dice.append(SceneDie(kind.value, face.value, x, y, rng.uniform(0, 360), EDGE_MM))
    return _rendered("calibration", dice, laid.scene)


def draw_throw(laid: Laid) -> ImageU8:
    """Return the image of dice thrown onto the tray, RGB."""
    rng = np.random.default_rng(laid.scene["seed"])
    columns = [70.0 + 40.0 * k for k in range(4)]
    places = [(x, y) for y in (75.0, 125.0) for x in columns]
    chosen = rng.permutation(len(places))[: len(laid.dice)]
    dice = []
    for (kind, face), place in zip(laid.dice, chosen, strict=True):
        x, y = places[place] + rng.uniform(-9, 9, 2)
        dice.append(SceneDie(kind.value, face.value, x, y, rng.uniform(0, 360), EDGE_MM))
    return _rendered(TRAY, dice, laid.scene)


def _rendered(mat_id: str, dice: Sequence[SceneDie], scene: Mapping[str, Any]) -> ImageU8:
    return render_mat(_printed(mat_id), _SIZE_MM, dice, view=_view(scene), look=_look(scene)).image


def _printed(mat_id: str) -> ImageU8:
    grey = raster(draw_sheet(mat_layout(mat_id, Paper.A4)), 8)
    return np.repeat(grey[:, :, None], 3, axis=2)


def _view(scene: Mapping[str, Any]) -> View:
    turns = {f"{name}_deg": scene.get(name, 0.0) for name in ("tilt", "azimuth", "roll")}
    return View(**turns, margin=scene.get("margin", 0.03))


def _look(scene: Mapping[str, Any]) -> Look:
    given = ("seed", "light", "table", "exposure")
    return Look(**{name: scene[name] for name in given if name in scene})


def _on_tray(mat: LaidMat, rng: Random) -> list[SceneDie]:
    assert mat.spare is not None  # noqa: S101 - checked by the caller
    x, y = rng.uniform((90, 60), (200, 140))
    return [SceneDie("home", mat.spare.value, x, y, rng.uniform(0, 360), EDGE_MM)]


def _on_strip(mat: LaidMat, rng: Random) -> list[SceneDie]:
    zones = dict(mat_layout(mat.mat, Paper.A4).zones)
    counts: dict[str, int] = {}
    placed: list[SceneDie] = []
    for die in mat.dice:
        zone = _zone(die)
        number = counts.get(zone, 0)
        counts[zone] = number + 1
        touching = bool(mat.scene.get("touching")) and number == 1
        placed.append(_place(die, zones[zone], number, placed[-1] if touching else None, rng))
    return placed


def _zone(die: PlacedDie) -> str:
    if die.place.phase is None:
        return "dictate"
    return f"select_{die.place.phase.value}" if die.place.selecting else die.place.phase.value


def _place(
    die: PlacedDie, zone: Rect, number: int, beside: SceneDie | None, rng: Random
) -> SceneDie:
    if beside is not None:  # in contact with the previous die, as players push dice together
        x, y = _against(beside, zone)
        return SceneDie(die.type.value, die.face.value, x, y, beside.angle_deg, EDGE_MM)
    x, y = zone.centre
    if zone.height > 3 * _ROW_MM:
        y = zone.y0 + 20.0 + _ROW_MM * number
    x += rng.uniform(-8, 8)
    y += rng.uniform(-3, 3)
    turned = float(rng.uniform(-35, 35)) + 90 * int(rng.integers(4))
    return SceneDie(die.type.value, die.face.value, x, y, turned, EDGE_MM)


def _against(beside: SceneDie, zone: Rect) -> tuple[float, float]:
    """Return the position next to a die that is farthest from the zone's edges."""
    turns = (math.radians(beside.angle_deg + side) for side in (0, 90, 180, 270))
    reach = EDGE_MM * 1.01
    places = [(beside.x_mm + math.cos(t) * reach, beside.y_mm + math.sin(t) * reach) for t in turns]
    return max(
        places,
        key=lambda at: min(at[0] - zone.x0, zone.x1 - at[0], at[1] - zone.y0, zone.y1 - at[1]),
    )


if __name__ == "__main__":
    main()
