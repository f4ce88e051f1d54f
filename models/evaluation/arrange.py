"""Placement of dice and objects: scattered, crowded, leaning, stacked, hidden, on mats."""

from dataclasses import replace
from typing import Final

import numpy as np

from models.evaluation.camera import Camera
from models.evaluation.glyphs import COLORS, FACES, Image, Random
from models.evaluation.scene import Die, Mat, new_die
from models.evaluation.shapes import slab, turn_y, turn_z
from models.evaluation.things import THINGS, Thing, card, hand, pen, placed

KINDS: Final = tuple(COLORS)


def camera(
    rng: Random,
    size: tuple[int, int],
    die_px: float,
    edge_mm: float,
    tilt_deg: tuple[float, float] = (0, 48),
) -> Camera:
    """A phone camera above the table; a die at the image centre has edges of about *die_px*."""
    width, height = size
    focal = max(size) / (2 * np.tan(np.radians(rng.uniform(50, 72)) / 2))
    distance = focal * edge_mm / die_px
    tilt, around = np.radians(rng.uniform(*tilt_deg)), rng.uniform(0, 2 * np.pi)
    out = np.array([-np.sin(around) * np.sin(tilt), -np.cos(around) * np.sin(tilt), np.cos(tilt)])
    target = np.array([rng.uniform(-20, 20), rng.uniform(-20, 20), 0.0])
    return Camera(
        width,
        height,
        target + out * distance,
        target,
        float(around + rng.normal(0, 0.12)),
        float(focal),
        float(rng.uniform(-0.035, 0.02)),
        float(rng.uniform(-0.01, 0.01)),
        float(rng.uniform(0.2, 0.9) * min(1.0, distance / 300)),
    )


def backed(view: Camera, points: Image, step: float) -> Camera:
    """The camera, moved away in steps by a factor until it sees the points."""
    out = view.origin - view.target
    while True:
        at = view.project(points)
        if (at > 8).all() and (at < np.array([view.width, view.height]) - 8).all():
            return view
        out = out * step
        view = replace(view, origin=view.target + out)


class Table:
    """Free positions on the table in the camera's view."""

    def __init__(self, rng: Random, view: Camera) -> None:
        self.rng, self.view = rng, view
        self.taken: list[tuple[float, float, float]] = []

    def place(
        self, radius_mm: float, border: float = 0.07, tries: int = 60, height_mm: float = 0.0
    ) -> Image | None:
        """A free position (x, y) for an object of this radius, its top within the image borders."""
        for _ in range(tries):
            u, v = self.rng.uniform(border, 1 - border, 2)
            pixel = [[u * self.view.width, v * self.view.height]]
            x, y, _ = self.view.to_ground(pixel, height_mm)[0]
            if self.free(x, y, radius_mm):
                self.taken.append((x, y, radius_mm))
                return np.array([x, y])
        return None

    def free(self, x: float, y: float, radius_mm: float) -> bool:
        return all(np.hypot(x - a, y - b) > radius_mm + r for a, b, r in self.taken)


def moved(die: Die, x: float, y: float, base_mm: float = 0.0) -> Die:
    """The die at a position, on an object *base_mm* high."""
    return replace(die, centre=np.array([x, y, base_mm + die.edge_mm / 2]))


def kind_of(rng: Random) -> str:
    """A random die type, uniformly distributed."""
    return KINDS[int(rng.integers(0, len(KINDS)))]


def scattered(
    table: Table,
    count: int,
    edge_mm: float,
    kinds: tuple[str, ...] = KINDS,
    gap: float = 0.74,
    border: float = 0.07,
) -> list[Die]:
    """Flat dice that do not touch."""
    dice = []
    for _ in range(count):
        spot = table.place(edge_mm * gap, border, height_mm=edge_mm)
        if spot is not None:
            kind = kinds[int(table.rng.integers(0, len(kinds)))]
            dice.append(moved(new_die(table.rng, kind, edge_mm), *spot))
    return dice


def crowded(table: Table, columns: int, rows: int, edge_mm: float) -> list[Die]:
    """A block of dice that touch each other."""
    spot = table.place(edge_mm * max(columns, rows) * 0.72, 0.25)
    if spot is None:
        return []
    angle, dice = table.rng.uniform(0, np.pi), []
    for column in range(columns):
        for row in range(rows):
            if table.rng.random() < 0.12:
                continue
            slide = table.rng.uniform(0, 0.25) * edge_mm if row == 0 else 0
            step = edge_mm + table.rng.uniform(0.05, 0.5, 2)
            at = [(column - columns / 2) * step[0], (row - rows / 2) * (edge_mm + 0.3) - slide, 0]
            x, y, _ = turn_z(angle) @ at + [*spot, 0]
            die = moved(new_die(table.rng, kind_of(table.rng), edge_mm), x, y)
            quarter = int(table.rng.integers(0, 4)) * np.pi / 2
            dice.append(replace(die, rotation=turn_z(angle + quarter + table.rng.normal(0, 0.004))))
    return dice


def tilted(die: Die, angle: float, direction: float, x: float, y: float) -> Die:
    """The die tilted by *angle* towards *direction*, standing on its edge at (x, y)."""
    rotation = turn_z(direction) @ turn_y(angle) @ turn_z(int(die.turns[0]) * np.pi / 2)
    half = die.edge_mm / 2
    # The lower edge on the side it leans to stays on the table.
    pivot = turn_y(angle) @ np.array([half, 0, -half])
    centre = np.array([x, y, 0]) - turn_z(direction) @ pivot
    return replace(die, rotation=rotation, centre=centre, state="cocked")


def leaning(table: Table, edge_mm: float) -> list[Die]:
    """A die that leans against another, flat one."""
    spot = table.place(edge_mm * 1.6, 0.15)
    if spot is None:
        return []
    rng, direction = table.rng, table.rng.uniform(0, 2 * np.pi)
    angle = rng.uniform(0.2, 0.68)
    flat = moved(new_die(rng, kind_of(rng), edge_mm), *spot)
    flat = replace(flat, rotation=turn_z(direction))
    away = edge_mm / 2 + edge_mm * np.sin(angle) + 0.1
    x, y = spot - away * np.array([np.cos(direction), np.sin(direction)])
    return [flat, tilted(new_die(rng, kind_of(rng), edge_mm), angle, direction, x, y)]


def on_an_edge(table: Table, edge_mm: float) -> tuple[list[Die], list[Thing]]:
    """A die with one side on a thin tile and the other on the table."""
    spot = table.place(edge_mm * 3.1, 0.2)
    if spot is None:
        return [], []
    rng, direction = table.rng, table.rng.uniform(0, 2 * np.pi)
    angle = rng.uniform(0.18, 0.45)
    die = tilted(new_die(rng, kind_of(rng), edge_mm), angle, direction, *spot)
    height, reach = 0.7 * edge_mm * np.sin(angle), 0.7 * edge_mm * np.cos(angle)
    picture = THINGS[0](rng).picture
    size = 2.2 * edge_mm
    mesh = slab((size, size, float(height)), 0.2)
    under = spot - (reach + size / 2) * np.array([np.cos(direction), np.sin(direction)])
    tile = Thing("tile", mesh, picture, size * 0.72)
    return [die], [placed(tile, under, 0, direction)]


def stacked(table: Table, edge_mm: float) -> list[Die]:
    """A die on top of another."""
    spot = table.place(edge_mm * 1.3, 0.2)
    if spot is None:
        return []
    rng = table.rng
    low = replace(moved(new_die(rng, kind_of(rng), edge_mm), *spot), state="under")
    x, y = spot + rng.uniform(-0.3, 0.3, 2) * edge_mm
    return [
        low,
        replace(moved(new_die(rng, kind_of(rng), edge_mm), x, y, edge_mm), state="stacked"),
    ]


def covering(rng: Random, die: Die) -> Thing:
    """A hand, pen or card over part of a die."""
    x, y, _ = die.centre
    angle = float(rng.uniform(0, 2 * np.pi))
    out = np.array([np.cos(angle), np.sin(angle)]) * die.edge_mm
    draw = rng.random()
    if draw < 0.4:
        at = np.array([x, y]) - out * rng.uniform(0.0, 0.5)
        return placed(hand(rng), at, die.edge_mm * 0.75, angle)
    if draw < 0.6:
        at = np.array([x, y]) + out * rng.uniform(-0.2, 0.2)
        return placed(pen(rng), at, die.edge_mm, angle)
    lie = card(rng)
    at = np.array([x, y]) + out / die.edge_mm * (31.5 - die.edge_mm * rng.uniform(-0.2, 0.25))
    return placed(lie, at, die.edge_mm + 0.1, angle)


def littered(table: Table, count: int) -> list[Thing]:
    """Scattered distractor objects; sometimes a hand reaches in from outside."""
    rng, things = table.rng, []
    for _ in range(count):
        thing = THINGS[int(rng.integers(0, len(THINGS)))](rng)
        spot = table.place(thing.radius_mm, 0.02, 25)
        if spot is not None:
            angle = float(rng.uniform(0, 2 * np.pi))
            things.append(placed(thing, spot, 0, angle))
    if rng.random() < 0.3:
        spot = table.place(30, 0.12)
        if spot is not None:
            x, y, _ = table.view.target
            angle = float(np.arctan2(y - spot[1], x - spot[0]))
            things.append(placed(hand(rng), spot, 0, angle))
    return things


def on_strip(rng: Random, mat: Mat, edge_mm: float, count: int) -> list[Die]:
    """Dice on a strip mat: mostly under the phase they show, a few in the other zones."""
    zones = mat.entry["zones"]
    dice: list[Die] = []
    for _ in range(count * 4):
        if len(dice) == count:
            break
        kind = kind_of(rng)
        die = new_die(rng, kind, edge_mm)
        face = die.faces[0]
        column = (
            face if face in zones and rng.random() < 0.75 else str(rng.permutation(list(zones))[0])
        )
        _drop(rng, mat, die, column, dice)
    return dice


def on_tray(rng: Random, mat: Mat, edge_mm: float, count: int) -> list[Die]:
    """Dice thrown into the tray."""
    dice: list[Die] = []
    for _ in range(count):
        _drop(rng, mat, new_die(rng, kind_of(rng), edge_mm), "tray", dice)
    return dice


def on_slots(rng: Random, mat: Mat, edge_mm: float) -> list[Die]:
    """One die of each type in its slot of the calibration mat."""
    dice = []
    for zone, (x0, y0, x1, y1) in mat.entry["zones"].items():
        if zone in FACES:
            at = np.array([x0 + x1, y0 + y1]) / 2 + rng.normal(0, 2, 2)
            x, y, _ = mat.to_world(at)[0]
            dice.append(replace(moved(new_die(rng, zone, edge_mm), x, y, 0.2), zone=zone))
    return dice


def _drop(rng: Random, mat: Mat, die: Die, zone: str, dice: list[Die]) -> None:
    x0, y0, x1, y1 = mat.entry["zones"][zone]
    inset = die.edge_mm * 0.75
    if min(x1 - x0, y1 - y0) < 2.2 * inset:
        return
    for _ in range(20):
        at = [rng.uniform(x0 + inset, x1 - inset), rng.uniform(y0 + inset, y1 - inset)]
        x, y, _ = mat.to_world(at)[0]
        if all(np.hypot(*(other.centre[:2] - [x, y])) > die.edge_mm * 1.46 for other in dice):
            dice.append(replace(moved(die, x, y, 0.2), zone=zone))
            return
