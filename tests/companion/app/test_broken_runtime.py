"""An onnxruntime whose import ends the process: the table and the commands say so and go on."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.demo.script import PICTURES
from tests.programs import ROOT

KILLED = "import os, signal; os.kill(os.getpid(), signal.SIGILL)"
ABSENT = "raise ImportError('libgomp.so.1 is missing')"


both = pytest.mark.parametrize("broken", [KILLED, ABSENT], ids=["SIGILL", "libgomp"], indirect=True)


@pytest.fixture(params=[KILLED], ids=["SIGILL"])
def broken(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder with an onnxruntime that cannot be imported."""
    (tmp_path / "onnxruntime").mkdir()
    (tmp_path / "onnxruntime" / "__init__.py").write_text(request.param)
    return tmp_path


def _companion(broken: Path, *words: str) -> subprocess.CompletedProcess[str]:
    places = {"PYTHONPATH": str(broken), "COMPANION_HOME": str(broken / "home")}
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        env=os.environ | places,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        cwd=ROOT,
    )


def _code(broken: Path) -> str:
    killed = KILLED in (broken / "onnxruntime" / "__init__.py").read_text()
    return "processor_unsupported" if killed else "runtime_unusable"


@both
@pytest.mark.parametrize("option", [(), ("--tiles",)], ids=["dice", "tiles"])
def test_scan_refuses_with_one_sentence(broken: Path, option: tuple[str, ...]) -> None:
    """Exit status 1 and the error as JSON, not the death of the process."""
    picture = PICTURES / "calibration-throw1.jpg"
    done = _companion(broken, "scan", str(picture), "--json", *option)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    error = json.loads(done.stdout)["error"]
    assert set(error) == {"code", "message", "hint"}
    assert error["code"] == _code(broken)
    assert error["message"] in done.stderr
    assert "by hand" in error["hint"]


@both
def test_doctor_reports_the_same_error(broken: Path) -> None:
    """All other checks run, too."""
    report = json.loads(_companion(broken, "doctor", "--json").stdout)
    (finding,) = (each for each in report["checks"] if each["name"] == "inference")
    assert (finding["state"], finding["details"]["code"]) == ("failed", _code(broken))
    assert "by hand" in finding["advice"]


def test_the_table_is_played_by_hand(broken: Path) -> None:
    """The demonstration goes on to its end without waiting for each reading."""
    words = ("run", "--simulate", "--headless", "--play", "--pace", "fast", "--out")
    done = _companion(broken, *words, str(broken / "out"))
    assert done.returncode == 0, done.stderr
    assert "it is entered by hand" in done.stdout
