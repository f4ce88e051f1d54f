"""The first screen does not wait for what only pictures need."""

from pathlib import Path

from tests.programs import printed_by

HEAVY = "{'cv2', 'numpy', 'onnxruntime', 'rapidocr', 'segno', 'companion.app.doctor.checks'}"


def test_the_table_is_put_together_without_opencv() -> None:
    """OpenCV, the networks' runtime and numpy are imported where the first picture is."""
    code = (
        "import sys, companion.app.wiring; "
        "print({'cv2', 'numpy', 'onnxruntime', 'rapidocr'} & set(sys.modules))"
    )
    assert printed_by(code).strip() == "set()"


def test_the_first_screen_is_shown_without_opencv(tmp_path: Path) -> None:
    """Camera, reader and calibration are opened behind it."""
    words = ["run", "--simulate", "--headless", "--until-shown", "--log", str(tmp_path / "log")]
    code = (
        "import sys; from companion.cli.main import main; "
        f"assert main({words}) == 0; print({HEAVY} & set(sys.modules))"
    )
    assert printed_by(code).splitlines()[-1] == "set()"
