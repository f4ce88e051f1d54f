"""Rolling dice and hands are waited for; a quiet table is read after two agreeing looks."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.session.ports import DieReading, DieStatus, Reading
from tests.vision.fakes import PaintedDie, paint
from vision.arrays import ImageU8
from vision.settle import Motion, SettleGate, agree, picture_change, probe

FRAME_S = 0.1


def table(dice: list[PaintedDie], seed: int, light: float = 1.0) -> ImageU8:
    chance = np.random.default_rng(seed)
    ground = np.full((864, 1536, 3), (90, 110, 120), np.uint8)
    noisy = paint(ground, dice) * light + chance.normal(0, 4, (864, 1536, 3))
    return np.clip(noisy, 0, 255).astype(np.uint8)


def watch(frames: list[ImageU8]) -> list[Motion]:
    """The verdict on each frame after the first, ten frames a second."""
    gate, seen = SettleGate(), []
    before = probe(frames[0])
    for number, frame in enumerate(frames[1:], start=1):
        after = probe(frame)
        gate = gate.step(picture_change(before, after), number * FRAME_S)
        seen.append(gate.motion)
        before = after
    return seen


def die(x: float) -> list[PaintedDie]:
    return [PaintedDie("home/explore", x, 400, 50, 20)]


def test_a_still_table_settles_within_half_a_second() -> None:
    """From the last motion to the verdict at ten frames a second."""
    frames = [table(die(100 * i), i) for i in range(4)] + [table(die(300), 9 + i) for i in range(6)]
    seen = watch(frames)
    assert seen[:3] == [Motion.MOVING] * 3
    assert Motion.SETTLED in seen[3:8]


def test_a_rolling_die_is_waited_for() -> None:
    """Also one that only turns slowly at the end."""
    frames = [table([PaintedDie("home/explore", 700, 400, 50, 9.0 * i)], i) for i in range(8)]
    assert Motion.SETTLED not in watch(frames)


def test_a_hand_is_waited_for() -> None:
    """A large soft thing that moves is motion."""
    frames = []
    for i in range(8):
        frame = table(die(300), i)
        cv2.ellipse(frame, (900 + 30 * i, 500), (260, 120), 0, 0, 360, (120, 150, 200), -1)
        frames.append(frame)
    assert Motion.SETTLED not in watch(frames)


def test_a_cloud_is_no_motion() -> None:
    """Light that changes everywhere moves no die."""
    frames = [table(die(300), i, light=1.0 - 0.01 * i) for i in range(8)]
    assert watch(frames)[-1] is Motion.SETTLED


def test_a_noisy_camera_settles_all_the_same() -> None:
    """The gate learns what "quiet" means for this camera."""
    gate = SettleGate()
    for number in range(60):
        gate = gate.step(2.0 + 0.3 * (number % 3), number * FRAME_S)
    assert gate.motion is Motion.SETTLED


def reading(*dice: DieReading) -> Reading:
    return Reading(1536, 864, (), dice, ())


DIE = DieReading(
    centre_px=(300.0, 200.0),
    size_px=50.0,
    angle_deg=10.0,
    mat="strip-1",
    position_mm=(50.0, 60.0),
    zone="explore",
    type="home",
    colour="white",
    face="explore",
    confidence=0.99,
    status=DieStatus.OK,
)


def test_readings_agree_within_a_quarter_of_an_edge() -> None:
    """Small shifts are noise, the order does not matter."""
    other = replace(DIE, centre_px=(500.0, 200.0), type="genes", face="wild")
    moved = replace(DIE, centre_px=(310.0, 205.0), confidence=0.98)
    assert agree(reading(DIE, other), reading(other, moved))
    assert agree(reading(), reading())


def test_readings_disagree() -> None:
    """About places, faces, types, zones, doubts and numbers."""
    for changed in (
        replace(DIE, centre_px=(320.0, 200.0)),
        replace(DIE, face="ship"),
        replace(DIE, type="genes"),
        replace(DIE, zone="develop"),
        replace(DIE, status=DieStatus.CHECK),
    ):
        assert not agree(reading(DIE), reading(changed))
    assert not agree(reading(DIE), reading(DIE, DIE))
    assert not agree(reading(DIE, DIE), reading(DIE))
