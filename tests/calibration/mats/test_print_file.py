"""The PDF: true size, vector, fonts inside, the same picture as the PNG."""

import re
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.mats.artwork import draw_sheet
from calibration.mats.print_file import pdf_bytes
from calibration.mats.raster import raster
from vision.mats.layout import Paper, mat_layout, mat_layouts

POINTS_PER_MM = 72 / 25.4


@pytest.mark.parametrize("paper", list(Paper))
def test_pages_have_the_papers_size(paper: Paper) -> None:
    """One page a mat, and each page's box is the sheet of paper to a hundredth of a point."""
    data = pdf_bytes(draw_sheet(layout) for layout in mat_layouts(paper))
    boxes = re.findall(rb"/MediaBox \[([^\]]*)\]", data)
    assert len(boxes) == 7
    expected = [0, 0, paper.value[0] * POINTS_PER_MM, paper.value[1] * POINTS_PER_MM]
    for box in boxes:
        assert [float(v) for v in box.split()] == pytest.approx(expected, abs=0.01)


def test_pdf_is_vector_with_its_fonts() -> None:
    """Both fonts are embedded, there is no picture in it, and viewers are told not to scale."""
    data = pdf_bytes([draw_sheet(mat_layout("strip-1", Paper.A4))])
    assert data.count(b"/FontFile2") == 2
    assert b"/Helvetica" not in data
    assert b"/Subtype /Image" not in data
    assert re.search(rb"/PrintScaling\s*/None", data)


def test_pdf_is_reproducible() -> None:
    """The same sheets give the same bytes: no clock and no chance in the file."""
    sheets = [draw_sheet(mat_layout("tray", Paper.LETTER))]
    assert pdf_bytes(sheets) == pdf_bytes(sheets)


@pytest.mark.parametrize("mat_id", ["strip-2", "tray", "calibration"])
def test_pdf_prints_what_the_picture_shows(mat_id: str, tmp_path: Path) -> None:
    """Rendered at 8 px/mm the page equals the picture but for the edges of letters and lines."""
    sheet = draw_sheet(mat_layout(mat_id, Paper.A4))
    pdf = tmp_path / "mat.pdf"
    pdf.write_bytes(pdf_bytes([sheet]))
    command = ["pdftoppm", "-r", str(8 * 25.4), "-gray", "-singlefile", "-png", str(pdf), str(pdf)]
    subprocess.run(command, check=True, timeout=60)
    printed = cv2.imread(f"{pdf}.png", cv2.IMREAD_GRAYSCALE)
    assert printed is not None
    picture = raster(sheet, 8.0)
    height, width = np.minimum(printed.shape, picture.shape)
    a, b = printed[:height, :width], picture[:height, :width]
    difference = np.abs(cv2.blur(a, (5, 5)).astype(int) - cv2.blur(b, (5, 5)).astype(int))
    assert (difference > 64).mean() < 0.001
    assert difference.mean() < 0.5


def test_text_can_be_searched(tmp_path: Path) -> None:
    """The letters of all languages come out of the PDF as text."""
    pdf = tmp_path / "mat.pdf"
    pdf.write_bytes(pdf_bytes([draw_sheet(mat_layout("strip-1", Paper.A4))]))
    run = subprocess.run(
        ["pdftotext", pdf, "-"], check=True, capture_output=True, text=True, timeout=60
    )
    for word in ("Explore", "Rozwój Technologii", "Felfedezés", "Szállítás", "strip-1"):
        assert word in run.stdout
