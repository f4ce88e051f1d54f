"""The first screen does not wait for what only pictures need."""

from __future__ import annotations

from tests.programs import printed_by


def test_the_table_is_put_together_without_opencv() -> None:
    """OpenCV, the networks' runtime and numpy are imported where the first picture is."""
    code = (
        "import sys, companion.app.wiring; "
        "print({'cv2', 'numpy', 'onnxruntime', 'rapidocr'} & set(sys.modules))"
    )
    assert printed_by(code).strip() == "set()"
