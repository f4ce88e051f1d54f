"""``companion calibrate`` and ``scan --profile`` on rendered pictures, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.profile_file import read_profile, write_profile
from companion.cli.main import main
from tests.calibration.pictures import good_picture, half_in_shadow, lit
from tests.calibration.samples import profile


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


def test_a_refused_picture_leaves_the_profile_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Code, sentence, hint; the file is byte for byte the old one, nothing lies beside it."""
    out = tmp_path / "profiles" / "kitchen.json"
    write_profile(out, profile())
    before = out.read_bytes()
    spoilt = tmp_path / "spoilt.png"
    cv2.imwrite(str(spoilt), half_in_shadow(good_picture()))
    assert main(["calibrate", str(spoilt), "--out", str(out), "--json"]) == 1
    error = _json(capsys)["error"]
    assert error["code"] == "shadow"
    assert error["hint"]
    assert out.read_bytes() == before
    assert list(out.parent.iterdir()) == [out]


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
