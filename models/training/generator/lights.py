"""Random room lighting: neutral, warm, cool, mixed, dim, or one hard light source."""

import math

import numpy as np

from models.training.arrays import F32, Random
from models.training.generator.paint import illuminant
from models.training.generator.tracer import Lamp, Light

LIGHTS = ("neutral", "warm", "cool", "mixed", "dim", "hard")
_KELVIN = {
    "neutral": (4300, 6800),
    "warm": (2500, 3600),
    "cool": (7000, 11000),
    "dim": (2600, 5500),
    "hard": (3500, 7000),
}


def draw_light(rng: Random, kind: str) -> Light:
    """Return lighting of a kind in which white paper has a mean linear level of 1."""
    tint = float(np.clip(rng.normal(0.0, 0.03), -0.06, 0.1))
    if kind == "mixed":
        kelvin = [float(rng.uniform(2500, 3800)), float(rng.uniform(5500, 10000))]
        rng.shuffle(kelvin)
    else:
        kelvin = [float(rng.uniform(*_KELVIN[kind]))]
    harsh = kind == "hard"
    count = 1 if harsh else max(len(kelvin), int(rng.integers(1, 4)))
    shares = rng.dirichlet(np.full(count, 1.5))
    ambient_share = float(rng.uniform(0.06, 0.3) if harsh else rng.uniform(0.2, 0.85))
    slope = 0.45 if kind in ("mixed", "dim") else 0.25
    lean = rng.normal(0.0, 0.45, 2) if kind == "mixed" and rng.random() < 0.6 else np.zeros(2)
    lamps = []
    for index in range(count):
        temperature = kelvin[index % len(kelvin)] * float(np.exp(rng.normal(0, 0.05)))
        elevation, azimuth = math.radians(rng.uniform(28, 88)), rng.uniform(0, 2 * math.pi)
        flat = math.cos(elevation)
        toward = np.array(
            [flat * math.cos(azimuth), flat * math.sin(azimuth), -math.sin(elevation)], np.float32
        )
        power = (1.0 - ambient_share) * float(shares[index]) / math.sin(elevation)
        hard = harsh or rng.random() < 0.4
        lamps.append(
            Lamp(
                toward=toward,
                color=illuminant(temperature, tint) * np.float32(power),
                radius=float(rng.uniform(0.02, 0.1) if hard else rng.uniform(0.1, 0.5)),
                softness=float(rng.uniform(0.01, 0.08) if hard else rng.uniform(0.08, 0.6)),
                # Light sources of two colours are on opposite sides: a colour gradient.
                slope=(
                    float(rng.normal(0, slope) + lean[0] * (-1) ** index),
                    float(rng.normal(0, slope) + lean[1] * (-1) ** index),
                ),
            )
        )
    sky = illuminant(kelvin[-1] * float(np.exp(rng.normal(0, 0.12))), tint)
    return Light(tuple(lamps), np.asarray(sky * np.float32(ambient_share), np.float32))


def white_level(light: Light) -> F32:
    """Return the linear RGB of unshadowed white paper."""
    total = light.ambient.copy()
    for lamp in light.lamps:
        total = total + lamp.color * np.float32(-lamp.toward[2])
    return np.asarray(total, np.float32)
