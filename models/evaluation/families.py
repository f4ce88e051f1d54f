"""Image families and their scenes: each determined by seed, name and number alone."""

import json
import subprocess
import sys
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from models.evaluation import arrange, backgrounds, lights
from models.evaluation.camera import Camera, random_phone
from models.evaluation.glyphs import Random, Style
from models.evaluation.lights import LAMPS, Light
from models.evaluation.scene import Die, Mat, Scene, new_die
from models.evaluation.things import Thing

SIZE: Final = (1536, 864)
PORTRAIT: Final = (3024, 4032)  # 12 megapixels, portrait
LIGHTS: Final = ("warm", "cool", "mixed", "dim", "hard_shadow", "glare", "exposure")
# Share of each family in a set; lamps are added separately, seven at a time.
SHARES: Final = {
    "neutral": 0.26,
    "lights": 0.21,
    "clutter": 0.15,
    "hard": 0.12,
    "mats": 0.10,
    "pips": 0.06,
    "scale": 0.10,
}


@dataclass(frozen=True)
class Job:
    """One image to render."""

    seed: int
    family: str
    number: int

    @property
    def name(self) -> str:
        """The image's file name."""
        return f"{self.family}-{self.number:03d}.jpg"

    def chance(self, *more: int) -> Random:
        """Random stream of this image."""
        return np.random.default_rng(
            [self.seed, zlib.crc32(self.family.encode()), self.number, *more]
        )


def plan(seed: int, count: int, family: str | None = None) -> list[Job]:
    """The images of a set; their content does not depend on the count."""
    if family is not None:
        return [Job(seed, family, number) for number in range(count)]
    lamps = 2 * len(LAMPS) + len(LAMPS) * (count // 100) if count >= 40 else 0
    rest = count - lamps
    counts = {name: int(share * rest) for name, share in SHARES.items()}
    counts["neutral"] += rest - sum(counts.values())
    counts["lamps"] = lamps
    jobs = [Job(seed, name, number) for name, many in counts.items() for number in range(many)]
    # Families interleaved, so that an interrupted run has some of each.
    return sorted(jobs, key=lambda job: (job.number + 0.5) / counts[job.family])


def _scene(
    rng: Random, job: Job, view: Camera, light: Light, background: str, dice: list[Die], **more: Any
) -> Scene:
    phone = random_phone(rng, light.exposure_ev + float(rng.normal(0, 0.2)), light.balance())
    if light.full_well is not None:
        phone = replace(phone, full_well=light.full_well)
    corners = view.to_ground([[0, 0], [view.width, 0], [view.width, view.height], [0, view.height]])
    reach = float(np.abs(corners[:, :2] - view.target[:2]).max())
    span = 2 * min(reach * 1.05, view.distance_mm * 1.3)
    gloss = float(rng.uniform(0.12, 0.2) if light.name == "glare" else rng.uniform(0.2, 0.5))
    style = Style.random(rng)
    round_ = float(rng.uniform(0.08, 0.15))
    return Scene(
        job.family, view, light, phone, background, span, style, dice,
        roundness=round_, gloss=gloss, **more,
    )  # fmt: skip


def _background(rng: Random) -> str:
    return backgrounds.KINDS[int(rng.integers(0, len(backgrounds.KINDS)))]


def _edge(rng: Random) -> float:
    return float(rng.uniform(13.5, 16.5))


def _die_px(rng: Random, low: float = 34, high: float = 100) -> float:
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def _neutral(job: Job, rng: Random, _: "Mats") -> Scene:
    edge = _edge(rng)
    view = arrange.camera(rng, SIZE, _die_px(rng), edge)
    dice = arrange.scattered(arrange.Table(rng, view), int(rng.integers(4, 19)), edge)
    kind = backgrounds.KINDS[(job.number + job.seed) % len(backgrounds.KINDS)]
    return _scene(rng, job, view, lights.neutral(rng, view), kind, dice)


def _lights(job: Job, rng: Random, _: "Mats") -> Scene:
    edge = _edge(rng)
    view = arrange.camera(rng, SIZE, _die_px(rng, 38), edge)
    dice = arrange.scattered(arrange.Table(rng, view), int(rng.integers(5, 16)), edge)
    light = lights.difficult(LIGHTS[job.number % len(LIGHTS)], rng, view)
    return _scene(rng, job, view, light, _background(rng), dice)


def _clutter(job: Job, rng: Random, _: "Mats") -> Scene:
    edge = _edge(rng)
    view = arrange.camera(rng, SIZE, _die_px(rng, 32, 64), edge)
    table = arrange.Table(rng, view)
    empty = job.family == "empty"
    without = empty or job.number % 5 == 4  # of clutter every fifth image
    dice = arrange.scattered(table, 0 if without else int(rng.integers(4, 12)), edge)
    things = arrange.littered(table, int(rng.integers(0 if empty else 7, 18)))
    for thing in things:
        if dice and thing.top_mm is not None and thing.radius_mm > edge and rng.random() < 0.4:
            x, y, _ = thing.mesh.vertices.mean(0)
            die = new_die(rng, arrange.kind_of(rng), edge)
            dice.append(arrange.moved(die, float(x), float(y), thing.top_mm))
    light = lights.neutral(rng, view)
    return _scene(rng, job, view, light, _background(rng), dice, things=things)


def _hard(job: Job, rng: Random, _mats: "Mats") -> Scene:
    edge = _edge(rng)
    view = arrange.camera(rng, SIZE, _die_px(rng, 44, 90), edge, (0, 40))
    table, kind = arrange.Table(rng, view), job.number % 4
    dice: list[Die] = []
    things: list[Thing] = []
    for _ in range(int(rng.integers(2, 4))):
        if kind == 0:
            dice += arrange.leaning(table, edge)
            more, under = arrange.on_an_edge(table, edge)
            dice, things = dice + more, things + under
        elif kind == 1:
            dice += arrange.stacked(table, edge)
        elif kind == 2:
            some = arrange.scattered(table, 1, edge)
            things += [arrange.covering(rng, die) for die in some]
            dice += some
        else:
            columns, rows = (int(n) for n in rng.integers(2, 5, 2))
            dice += arrange.crowded(table, columns, rows, edge)
    dice += arrange.scattered(table, int(rng.integers(2, 7)), edge)
    name = ("cocked", "stacked", "hidden", "dense")[kind]
    light = lights.neutral(rng, view)
    tags = {"hard": name}
    return _scene(rng, job, view, light, _background(rng), dice, things=things, tags=tags)


def _mat_view(rng: Random, mat: Mat, tilt: tuple[float, float] = (0, 35)) -> Camera:
    """A camera with the whole mat in view, the mat roughly upright."""
    px = SIZE[1] * float(rng.uniform(0.74, 0.86)) / mat.entry["size_mm"][1]
    view = arrange.camera(rng, SIZE, px * 15, 15, tilt)
    mat.centre = np.array([*(view.target[:2] + rng.uniform(-6, 6, 2)), 0.15])
    mat.angle = -view.roll + float(rng.normal(0, 0.08)) + (np.pi if rng.random() < 0.2 else 0)
    width, height = mat.entry["size_mm"]
    corners = mat.to_world([[0, 0], [width, 0], [width, height], [0, height]])
    return arrange.backed(view, corners, 1.04)


def _mats(job: Job, rng: Random, mats: "Mats") -> Scene:
    kind = ("strip", "tray", "strip", "tray", "calibration")[job.number % 5]
    mat = mats.new(rng, kind)
    edge, view = _edge(rng), _mat_view(rng, mat)
    if kind == "strip":
        dice = arrange.on_strip(rng, mat, edge, int(rng.integers(4, 13)))
    elif kind == "tray":
        dice = arrange.on_tray(rng, mat, edge, int(rng.integers(5, 16)))
    else:
        dice = arrange.on_slots(rng, mat, edge)
    name = ("neutral", *LIGHTS)[(job.number + job.seed) % (len(LIGHTS) + 1)]
    light = lights.neutral(rng, view) if name == "neutral" else lights.difficult(name, rng, view)
    return _scene(rng, job, view, light, _background(rng), dice, mats=(mat,))


def _lamps(job: Job, rng: Random, mats: "Mats") -> Scene:
    """Seven lamps in turn: first a calibration image of each, then strip mats."""
    name = list(LAMPS)[job.number % len(LAMPS)]
    first = job.number < len(LAMPS)
    mat = mats.new(rng, "calibration" if first else "strip")
    edge, view = 15.0, _mat_view(rng, mat, (5, 25))
    # Lighting and phone are the same in all images of one lamp.
    fixed = np.random.default_rng([job.seed, zlib.crc32(name.encode())])
    light = lights.lamp(name, fixed, replace(view, target=np.zeros(3)))
    light = replace(light, position=light.position + view.target)
    dice = (
        arrange.on_slots(rng, mat, edge)
        if first
        else arrange.on_strip(rng, mat, edge, int(rng.integers(6, 14)))
    )
    tags = {"lamp": name, "calibration": first}
    scene = _scene(rng, job, view, light, _background(rng), dice, mats=(mat,), tags=tags)
    phone = random_phone(fixed, 0.0, light.balance())
    scene.phone = replace(phone, exposure_ev=float(rng.normal(0, 0.15)), webp=None, resize=1.0)
    scene.style = Style.random(fixed)
    return scene


def _pips(job: Job, rng: Random, _: "Mats") -> Scene:
    edge = float(rng.uniform(12, 16))
    view = arrange.camera(rng, SIZE, _die_px(rng, 28, 110), edge)
    dice = arrange.scattered(arrange.Table(rng, view), int(rng.integers(3, 12)), edge, ("d6",))
    return _scene(rng, job, view, lights.neutral(rng, view), _background(rng), dice)


def _scale(job: Job, rng: Random, _: "Mats") -> Scene:
    edge, kind = _edge(rng), ("close", "distant", "mixed", "portrait")[job.number % 4]
    low, high, even = {"close": (110, 430, False), "distant": (14, 20, True),
                       "mixed": (45, 70, True), "portrait": (100, 260, False)}[kind]  # fmt: skip
    die_px = float(rng.uniform(low, high)) if even else _die_px(rng, low, high)
    least, most = {"close": (1, 6), "distant": (6, 25), "mixed": (6, 16), "portrait": (4, 14)}[kind]
    count = int(rng.integers(least, most))
    size, tilt = PORTRAIT if kind == "portrait" else SIZE, (52, 60) if kind == "mixed" else (0, 40)
    view = arrange.camera(rng, size, die_px, edge, tilt)
    border = float(np.clip(0.7 * die_px / min(size), 0.05, 0.4))
    dice = arrange.scattered(arrange.Table(rng, view), count, edge, gap=0.8, border=border)
    light = lights.neutral(rng, view)
    tags = {"scale": kind}
    scene = _scene(rng, job, view, light, _background(rng), dice, tags=tags)
    if kind == "portrait":
        scene.samples = 4
        scene.phone = replace(scene.phone, orientation=6, sharpen_px=scene.phone.sharpen_px * 1.5)
    return scene


class Mats:
    """The printed mats of `companion mats`."""

    def __init__(self, entries: list[dict[str, Any]]) -> None:
        self.entries = entries

    def new(self, rng: Random, kind: str) -> Mat:
        """A random mat of a kind, not yet placed."""
        fitting = [entry for entry in self.entries if entry["kind"] == kind]
        return Mat(fitting[int(rng.integers(0, len(fitting)))], np.zeros(3), 0.0)


def printed_mats(folder: Path) -> "Mats":
    """The mats in `mats` of a folder, drawn by `companion mats` if they are not there."""
    path = folder / "mats" / "mats.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "companion", "mats", "--out", str(path.parent)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # our own
    return Mats(json.loads(path.read_text())["mats"])


_OWN: Final = (_neutral, _lights, _clutter, _hard, _mats, _lamps, _pips, _scale)
FAMILIES: Final = {**{scene.__name__[1:]: scene for scene in _OWN}, "empty": _clutter}


def scene_of(job: Job, mats: "Mats") -> Scene:
    return FAMILIES[job.family](job, job.chance(), mats)
