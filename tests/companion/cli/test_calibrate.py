"""``companion calibrate`` and ``scan --profile`` on rendered pictures, and what they refuse."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.core.profile import CameraSeen
from calibration.core.profile_file import profile_bytes, read_profile, write_profile
from companion.cli.main import main
from companion.demo.script import PICTURES
from tests.calibration.pictures import good_picture, lit
from tests.calibration.samples import profile
from tests.calibration.spoiling import (
    doubled,
    photocopied,
    printed_small,
    swapped,
    upside_down,
    without,
)
from vision.core.arrays import ImageU8


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))


@pytest.fixture
def picture(tmp_path: Path) -> str:
    """A good picture of the calibration mat."""
    path = tmp_path / "mat.jpg"
    cv2.imwrite(str(path), good_picture(), [cv2.IMWRITE_JPEG_QUALITY, 92])
    return str(path)


def _json(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    answer: dict[str, Any] = json.loads(out)
    return answer


def _refused(capsys: pytest.CaptureFixture[str], code: str, named: str) -> None:
    """What was said last: *code*, a sentence with *named*, and a hint."""
    error = _json(capsys)["error"]
    assert error["code"] == code
    assert named in error["message"]
    assert error["hint"]


def test_a_profile_is_made_checked_refreshed_and_used(
    picture: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole way: a file, a name in the list, a light that fits and one that does not."""
    out = tmp_path / "kitchen.json"
    assert main(["calibrate", picture, "--out", str(out), "--name", "Kitchen", "--json"]) == 0
    made = _json(capsys)
    assert (made["schema"], made["name"], made["listed"]) == ("calibrate/1", "Kitchen", True)
    assert {step["signal"] for step in made["steps"]} <= {"green", "yellow"}
    assert len(made["colours"]) == 7
    assert len(made["pairs"]) == 21
    assert read_profile(out).name == "Kitchen"

    assert main(["calibrate", "--check", "Kitchen", picture, "--json"]) == 0
    check = _json(capsys)
    assert (check["schema"], check["fits"], check["by"]) == ("light-check/1", True, "patches")

    warm = tmp_path / "warm.jpg"
    factors = np.array([0.35, 0.7, 1.0], np.float32)
    cv2.imwrite(str(warm), lit(good_picture(), lambda light: light * factors))
    assert main(["calibrate", "--check", str(out), str(warm), "--json"]) == 0
    assert _json(capsys)["fits"] is False
    assert main(["scan", str(warm), "--profile", "Kitchen", "--json"]) == 0
    codes = [problem["code"] for problem in _json(capsys)["problems"]]
    assert "profile_light_differs" in codes

    assert main(["calibrate", "--refresh", str(out), str(warm), "--json"]) == 0
    assert _json(capsys)["white"][2] < made["white"][2]
    assert main(["scan", str(warm), "--profile", str(out), "--json"]) == 0
    reading = _json(capsys)
    assert "profile_light_differs" not in [p["code"] for p in reading["problems"]]
    assert {die["zone"] for die in reading["dice"]} == {die["type"] for die in reading["dice"]}


_SPOILT: dict[str, tuple[Callable[[], ImageU8], str, str]] = {
    "a die is missing": (lambda: without("military"), "die_missing", "military"),
    "two dice on one place": (lambda: doubled("novelty", "genes"), "die_doubled", "novelty"),
    "white and lilac swapped": (lambda: swapped("home", "consumption"), "dice_swapped", "home"),
    "lime and yellow swapped": (
        lambda: swapped("genes", "alien_technology"), "dice_swapped", "alien technology",
    ),
    "photocopied": (photocopied, "mat_copied", "photocopied"),
    "wrong print scale": (printed_small, "print_scale", "100 %"),
}  # fmt: skip


@pytest.mark.parametrize("fault", list(_SPOILT))
def test_a_refused_picture_leaves_the_profile_as_it_was(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Code, sentence, hint; the file is byte for byte the old one, nothing lies beside it."""
    spoil, code, named = _SPOILT[fault]
    out = tmp_path / "profiles" / "kitchen.json"
    write_profile(out, profile())
    before = out.read_bytes()
    spoilt = tmp_path / "spoilt.png"
    cv2.imwrite(str(spoilt), spoil())
    assert main(["calibrate", str(spoilt), "--out", str(out), "--json"]) == 1
    _refused(capsys, code, named)
    assert out.read_bytes() == before
    assert list(out.parent.iterdir()) == [out]


def test_a_picture_upside_down_makes_a_profile(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The markers say where up is: no fault at all."""
    picture, out = tmp_path / "turned.png", tmp_path / "a.json"
    cv2.imwrite(str(picture), upside_down())
    assert main(["calibrate", str(picture), "--out", str(out), "--json"]) == 0
    assert {step["signal"] for step in _json(capsys)["steps"]} == {"green"}


_SPOILT_FILES: dict[str, tuple[Callable[[bytes], bytes], str, str]] = {
    "truncated": (lambda b: b[: len(b) // 2], "profile_damaged", "is incomplete"),
    "hand-edited": (lambda b: b.replace(b'"military"', b'"militia"'), "profile_invalid", "militia"),
    "newer": (lambda b: b.replace(b"profile/1", b"profile/7"), "profile_newer", "profile/7"),
}


@pytest.mark.parametrize("fault", list(_SPOILT_FILES))
@pytest.mark.parametrize("command", ["scan", "check", "refresh"])
def test_a_spoilt_profile_is_named_and_left_alone(
    fault: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever it is asked for: one sentence with the fault, one with the remedy."""
    spoil, code, named = _SPOILT_FILES[fault]
    file, picture = tmp_path / "kitchen.json", PICTURES / "calibration.jpg"
    file.write_bytes(spoil(profile_bytes(profile())))
    before = file.read_bytes()
    asked = {
        "scan": ["scan", str(picture), "--profile", str(file)],
        "check": ["calibrate", str(picture), "--check", str(file)],
        "refresh": ["calibrate", str(picture), "--refresh", str(file)],
    }[command]
    assert main([*asked, "--json"]) == 1
    _refused(capsys, code, named)
    assert file.read_bytes() == before


def test_a_profile_of_another_camera_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its pictures have another shape: the scan goes on and says so, the check too."""
    other = replace(profile(), camera=CameraSeen("a telephone", 1200, 1600))
    file, picture = tmp_path / "other.json", str(PICTURES / "calibration.jpg")
    write_profile(file, other)
    for asked in (["scan", picture, "--profile"], ["calibrate", picture, "--check"]):
        assert main([*asked, str(file), "--json"]) == 0
        problems = {each["code"]: each["message"] for each in _json(capsys)["problems"]}
        assert "camera" in problems["profile_camera_differs"]


def test_bad_names_and_files_are_refused(
    picture: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name with a line break, a missing picture, a profile that is none."""
    out = str(tmp_path / "a.json")
    assert main(["calibrate", picture, "--out", out, "--name", "a\nb", "--json"]) == 1
    assert _json(capsys)["error"]["code"] == "profile_name"
    assert main(["calibrate", str(tmp_path / "no.jpg"), "--out", out, "--json"]) == 1
    assert _json(capsys)["error"]["code"] == "image_missing"
    assert main(["scan", picture, "--profile", picture, "--json"]) == 1
    assert _json(capsys)["error"]["code"] == "profile_damaged"
    assert main(["calibrate", "--check", "nobody", picture, "--json"]) == 1
    assert _json(capsys)["error"]["code"] == "profile_missing"


def test_usage(picture: str) -> None:
    """Neither --out nor --check, or both ways at once: wrong usage."""
    assert main(["calibrate", picture]) == 2
    assert main(["calibrate", picture, "--check", "a", "--refresh", "b"]) == 2
    assert main(["calibrate", picture, picture, "--check", "a"]) == 2
