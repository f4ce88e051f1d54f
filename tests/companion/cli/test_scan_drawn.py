"""``companion scan --profile`` on a table without printed mats, whose zones people drew."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.core.making import bare_profile
from calibration.core.profile import CameraSeen, DrawnZone
from calibration.core.profile_file import write_profile
from companion.cli.main import main
from companion.demo.script import PICTURES, load_script
from vision.core.arrays import ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.mats.fitting import MatsInView, find_mats
from vision.mats.markers import MarkerFinder

Output = pytest.CaptureFixture[str]
THROW = load_script().throws[0]


def _picture() -> ImageU8:
    """A throw on paper whose markers are painted over: no printed mat is in view."""
    pixels = np.asarray(cv2.imread(str(PICTURES / f"{THROW.picture}.jpg")), np.uint8)
    for marker in _mats(pixels).markers:
        x, y, width, height = cv2.boundingRect(marker.corners_px.astype(np.float32))
        cv2.rectangle(pixels, (x - 6, y - 6, width + 12, height + 12), (205, 210, 210), cv2.FILLED)
    assert not _mats(pixels).mats
    return pixels


def _mats(pixels: ImageU8) -> MatsInView:
    return find_mats(ImagePyramid(pixels), MarkerFinder())


def _box(x0: float, y0: float, x1: float, y1: float) -> tuple[tuple[float, float], ...]:
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


LEFT = DrawnZone("strip-2", "explore", _box(-0.9, -0.95, 0.0, 0.95))
RIGHT = DrawnZone("strip-2", "develop", _box(0.0, -0.95, 0.9, 0.95))


@pytest.fixture
def drawn(tmp_path: Path) -> str:
    """A profile of nothing but two zones, for a camera with the pictures' size."""
    height, width = _picture().shape[:2]
    camera = CameraSeen("folder", width, height)
    bare = bare_profile("Drawn", made_at="2026-11-21T18:00:00Z", camera=camera)
    path = tmp_path / "drawn.json"
    write_profile(path, replace(bare, zones=(LEFT, RIGHT)))
    return str(path)


def _scan(picture: ImageU8, profile: str, tmp_path: Path, capsys: Output) -> dict[str, Any]:
    path = tmp_path / "throw.png"
    cv2.imwrite(str(path), picture)
    assert main(["scan", str(path), "--profile", profile, "--json"]) == 0
    reading: dict[str, Any] = json.loads(capsys.readouterr().out)
    return reading


def test_drawn_zones_name_the_dice_in_them(drawn: str, tmp_path: Path, capsys: Output) -> None:
    """Mat, zone and place in the picture; no printed mat is listed, and no problem is said."""
    picture = _picture()
    width = picture.shape[1]
    reading = _scan(picture, drawn, tmp_path, capsys)
    assert reading["mats"] == []
    assert not [p for p in reading["problems"] if p["code"].startswith("profile_")]
    dice = reading["dice"]
    assert sorted((die["type"], die["face"]) for die in dice) == sorted(
        (kind.value, face.value) for kind, face in THROW.dice
    )
    for die in dice:
        x, _ = die["centre_px"]
        assert die["mat"] == "strip-2"
        assert die["zone"] == ("explore" if x < width / 2 else "develop")
        assert die["position_mm"] is None, "a drawn zone has no millimetres"
    assert {die["zone"] for die in dice} == {"explore", "develop"}


def test_without_the_profile_the_dice_lie_nowhere(tmp_path: Path, capsys: Output) -> None:
    """The zones belong to the profile, not to the picture."""
    path = tmp_path / "throw.png"
    cv2.imwrite(str(path), _picture())
    assert main(["scan", str(path), "--json"]) == 0
    dice = json.loads(capsys.readouterr().out)["dice"]
    assert {(die["mat"], die["zone"], die["position_mm"]) for die in dice} == {(None, None, None)}
