"""Renders the stored pictures of mats that tests use: ``python -m tests.training.pictures``.

Run it when the print of the mats changes. `tests.rendered` reads them.
"""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from calibration.mats.artwork import draw_sheet
from calibration.mats.raster import raster
from models.training.generator.lights import LIGHTS
from models.training.generator.scenes import Look, MatScene, SceneDie, View, render_mat
from vision.core.arrays import ImageU8
from vision.mats.layout import Paper, mat_layout

FOLDER = Path(__file__).parents[1] / "rendered"
QUALITY = 92

SLOT_FACES = ("explore", "develop", "wild", "ship", "produce", "settle", "wild")
ROLLED = (
    SceneDie("home", "explore", 80.0, 120.0, 15.0),
    SceneDie("military", "settle", 150.0, 110.0, 50.0),
    SceneDie("genes", "wild", 190.0, 150.0, 80.0),
    SceneDie("alien_technology", "develop", 110.0, 160.0, 33.0),
)
WHITE = SceneDie("home", "produce", 100.0, 120.0, 20.0)
OTHERS = (
    SceneDie("consumption", "ship", 180.0, 150.0, 50.0),
    SceneDie("novelty", "settle", 60.0, 90.0, 70.0),
)
ON_ICONS = tuple(
    SceneDie(kind, face, 77.0 + 40.0 * k, 54.0, 30.0)
    for k, (kind, face) in enumerate(
        (("home", "settle"), ("consumption", "settle"), ("novelty", "settle"),
         ("home", "explore"), ("home", "ship"))
    )
)  # fmt: skip


@cache
def printed(mat_id: str, px_per_mm: int, *, tinted: bool = True) -> ImageU8:
    sheet = raster(draw_sheet(mat_layout(mat_id, Paper.A4), tinted=tinted), px_per_mm)
    return np.repeat(sheet[..., None], 3, axis=2)


def short_of_cyan(sheet: ImageU8) -> ImageU8:
    """A printer that mixes grey from colours and has little cyan left: RGB."""
    light = (sheet[..., 0] / 255.0) ** 2.2
    red = 1.0 - 0.8 * (1.0 - light)
    return np.asarray(np.stack([red, light, light], axis=2) ** (1 / 2.2) * 255, np.uint8)


def calibration(sheet: ImageU8, *, without: str = "") -> MatScene:
    """One die of each type on its place."""
    slots = mat_layout("calibration", Paper.A4).zones
    dice = [
        SceneDie(name, face, slot.centre[0] + 3, slot.centre[1] - 2, 17.0 + 31 * k)
        for k, ((name, slot), face) in enumerate(zip(slots, SLOT_FACES, strict=True))
        if name != without
    ]
    view = View(size_px=(1280, 800), tilt_deg=6.0, azimuth_deg=30.0)
    return render_mat(sheet, Paper.A4.value, dice, view=view, look=Look(seed=5, exposure=0.7))


def rolling(step: int) -> tuple[SceneDie, ...]:
    """The dice a few centimetres before their places; they turn as they come."""
    return tuple(
        replace(die, x_mm=die.x_mm - 14.0 * step, y_mm=die.y_mm - 6.0 * step, angle_deg=47.0 * step)
        for die in ROLLED
    )


def live(step: int = 0, *, hand: bool = False, roll_deg: float = 0.0) -> MatScene:
    dice = rolling(step) if step else ROLLED
    view = View((896, 504), tilt_deg=8.0, roll_deg=roll_deg, margin=0.03)
    look = Look(seed=1, hand=hand)
    return render_mat(printed("strip-1", 4), Paper.A4.value, dice, view=view, look=look)


def on_mat(
    *dice: SceneDie,
    mat: str = "strip-2",
    light: str = "neutral",
    seed: int = 3,
    tinted: bool = True,
) -> MatScene:
    look = Look(seed=seed, light=light, exposure=0.4 if light == "dim" else 0.75)
    view = View(size_px=(1152, 648), tilt_deg=4.0 * seed % 25, azimuth_deg=70.0 * seed)
    return render_mat(printed(mat, 6, tinted=tinted), Paper.A4.value, dice, view=view, look=look)


def scenes() -> dict[str, MatScene]:
    """All pictures by name."""
    found = {
        "calibration": calibration(printed("calibration", 8)),
        "calibration_without_genes": calibration(printed("calibration", 8), without="genes"),
        "calibration_short_of_cyan": calibration(short_of_cyan(printed("calibration", 8))),
        "calibration_dice_on_strip": calibration(printed("strip-2", 8)),
        "live": live(),
        "live_hand": live(hand=True),
        "live_rolling_1": live(1),
        "live_rolling_2": live(2),
        "live_turned_3": live(roll_deg=3.0),
        "live_turned_6": live(roll_deg=6.0),
        "strip_bare": on_mat(),
        "strip_white": on_mat(WHITE),
        "strip_on_icons": on_mat(*ON_ICONS),
        "strip_beside": on_mat(SceneDie("home", "wild", 150.0, 219.0), seed=5),
    }
    for k, (light, mat) in enumerate(
        zip(LIGHTS, ("strip-1", "tray", "calibration") * 2, strict=True)
    ):
        found[f"pale_{light}"] = on_mat(WHITE, *OTHERS, light=light, tinted=k % 2 == 0)
        found[f"empty_{light}"] = on_mat(mat=mat, light=light, seed=5)
    return found


def main() -> None:
    """Write the pictures, and what is in them."""
    FOLDER.mkdir(exist_ok=True)
    truths = {}
    for name, scene in scenes().items():
        quality = [int(cv2.IMWRITE_JPEG_QUALITY), QUALITY]
        cv2.imwrite(str(FOLDER / f"{name}.jpg"), scene.image[..., ::-1], quality)
        truths[name] = {
            "ground": scene.camera.ground_homography().round(6).tolist(),
            "dice": [
                [die.label, *(round(v, 2) for v in (*die.center_px, die.edge_px))]
                for die in scene.dice
                if die is not None
            ],
        }
    text = ",\n".join(f"{json.dumps(name)}: {json.dumps(truth)}" for name, truth in truths.items())
    (FOLDER / "scenes.json").write_text(f"{{\n{text}\n}}\n")


if __name__ == "__main__":
    main()
