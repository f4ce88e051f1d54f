"""Lighting: key light and ambient room light, their colours and positions."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from models.evaluation.camera import Camera
from models.evaluation.glyphs import Image, Random

# name: (colour temperature, green tint, share of the key light, radius of its disc in mm)
LAMPS: Final = {
    "incandescent": (2650, 0.00, 2.5, 60),
    "halogen": (3050, 0.00, 4.0, 25),
    "warm_led": (2950, -0.04, 1.5, 90),
    "neutral_led": (4200, 0.02, 1.2, 150),
    "fluorescent": (4000, 0.10, 0.6, 300),
    "cool_led": (7200, 0.03, 1.5, 80),
    "window": (5900, 0.01, 0.9, 450),
}


@dataclass(frozen=True)
class Light:
    """Ambient room light and a key light (a disc), linear RGB of mean 1; strength as irradiance."""

    name: str
    room: Image
    key: Image
    key_share: float  # irradiance of the key light relative to the room's
    position: Image
    radius_mm: float
    adapted: float  # share of the colour cast removed by white balance
    window: float = 0.0  # brightness of a window in the room
    exposure_ev: float = 0.0
    full_well: float | None = None

    def balance(self) -> Image:
        """The phone's white-balance gains for this lighting."""
        mean = (self.room + self.key * self.key_share) / (1 + self.key_share)
        return np.asarray((mean[1] / mean) ** self.adapted)


def blackbody(kelvin: float, green: float = 0.0) -> Image:
    """Linear sRGB of a black body relative to daylight of 6500 K, mean 1.

    A fit of the Planckian locus in CIE 1960 coordinates (Krystek 1985), green as a gain.
    """

    def raw(t: float) -> Image:
        u = (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t) / (
            1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t
        )
        v = (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t) / (
            1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t
        )
        x, y = 3 * u / (2 * u - 8 * v + 4), 2 * v / (2 * u - 8 * v + 4)
        xyz = np.array([x / y, 1.0, (1 - x - y) / y])
        to_rgb = [[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]]
        return np.asarray(np.maximum(np.array(to_rgb) @ xyz, 0.01))

    rgb = raw(kelvin) / raw(6500) * [1, 1 + green, 1]
    return np.asarray(rgb / rgb.mean())


def _place(rng: Random, camera: Camera, low: float = 25, high: float = 65) -> Image:
    """A light position around the target, *low* to *high* degrees from the vertical."""
    around, tilt = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(low, high))
    out = [np.cos(around) * np.sin(tilt), np.sin(around) * np.sin(tilt), np.cos(tilt)]
    return np.asarray(camera.target + np.array(out) * rng.uniform(500, 1200))


def neutral(rng: Random, camera: Camera) -> Light:
    """Daylight or a neutral light source, with accurate white balance."""
    room = blackbody(rng.uniform(4800, 6800))
    share, radius = float(rng.uniform(0.2, 1.6)), float(rng.uniform(80, 350))
    place = _place(rng, camera)
    return Light("neutral", room, room, share, place, radius, 0.95, float(rng.uniform(0, 6)))


def lamp(name: str, rng: Random, camera: Camera) -> Light:
    """One of the named lamps, partly compensated by white balance."""
    kelvin, green, share, radius = LAMPS[name]
    color = blackbody(kelvin, green)
    return Light(name, color, color, share, _place(rng, camera), radius, 0.55)


def difficult(name: str, rng: Random, camera: Camera) -> Light:
    """Warm, cool, mixed, dim, hard shadow, glare or wrong exposure."""
    day, place = blackbody(5600), _place(rng, camera)
    adapted = float(rng.uniform(0.3, 0.85))
    match name:
        case "warm":
            color = blackbody(rng.uniform(2500, 3300), rng.uniform(-0.03, 0.04))
            return Light(name, color, color, 1.5, place, 100, adapted)
        case "cool":
            color = blackbody(rng.uniform(7500, 11000), rng.uniform(-0.02, 0.06))
            return Light(name, color, color, 1.0, place, 150, adapted)
        case "mixed":
            warm, cool = blackbody(rng.uniform(2600, 3200)), blackbody(rng.uniform(6500, 9000))
            return Light(name, cool, warm, float(rng.uniform(0.7, 2)), place, 60, 0.8, 5.0)
        case "dim":
            color = blackbody(rng.uniform(2700, 4000))
            ev, well = float(rng.uniform(-1.3, -0.3)), float(rng.uniform(90, 400))
            return Light(name, color, color, 1.5, place, 80, 0.8, 0.0, ev, well)
        case "hard_shadow":
            share = float(rng.uniform(3, 9))
            return Light(name, day, blackbody(4800), share, _place(rng, camera, 35, 68), 14, 0.9)
        case "glare":
            view = camera.origin - camera.target
            mirror = np.array([-view[0], -view[1], view[2]]) / np.linalg.norm(view)
            at = camera.target + mirror * 700 + rng.normal(0, 40, 3)
            return Light(name, day, day, float(rng.uniform(1.0, 2.5)), at, 45, 0.9)
        case "exposure":
            ev = float(rng.choice([-2, -1.5, -1, 1, 1.5, 2]) + rng.uniform(-0.2, 0.2))
            return Light(name, day, day, 0.8, place, 200, 0.9, 3.0, ev)
        case _:
            raise ValueError(f"no such light: {name}")
