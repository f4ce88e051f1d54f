"""Writing the mats: the contract's files, whole or not at all."""

import errno
import json
import os
import resource
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from calibration.mats.errors import (
    MATS_ACCESS,
    MATS_FOLDER,
    MATS_SPACE,
    MATS_WRITE,
    MatsError,
    write_error,
)
from calibration.mats.write import LISTING_NAME, PDF_NAME, mats_for, write_mats
from companion.errors import Row
from tests.rows import is_of, raises
from vision.mats.layout import Paper, mat_layout


@pytest.fixture
def small_files_only() -> Iterator[None]:
    """Let no file grow beyond 50 kB: writing fails in the middle, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def _tree(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("paper", list(Paper))
def test_files_and_listing(paper: Paper, tmp_path: Path) -> None:
    """All files of the contract are there, and mats.json has its exact shape."""
    out = tmp_path / "new" / "mats"
    paths = write_mats(out, paper=paper, seats=2)
    expected = {"mats.pdf", "mats.json", "strip-1.png", "strip-2.png", "tray.png"}
    assert {path.name for path in paths} == expected | {"calibration.png"}
    assert {path.name for path in out.iterdir()} == {path.name for path in paths}

    listing = json.loads((out / LISTING_NAME).read_text(encoding="utf-8"))
    assert listing.keys() == {"schema", "mats"}
    assert listing["schema"] == "mats/1"
    assert [mat["id"] for mat in listing["mats"]] == ["strip-1", "strip-2", "tray", "calibration"]
    for mat in listing["mats"]:
        _check_entry(mat, paper, out)


def _check_entry(mat: dict[str, object], paper: Paper, out: Path) -> None:
    keys = ["id", "kind", "seat", "png", "px_per_mm", "size_mm", "markers", "zones"]
    assert list(mat) == keys
    layout = mat_layout(str(mat["id"]), paper)
    assert (mat["kind"], mat["seat"]) == (layout.kind.value, layout.seat)
    assert (mat["px_per_mm"], mat["size_mm"]) == (12, list(paper.value))
    assert mat["markers"] == [
        {
            "dictionary": "DICT_4X4_50",
            "id": marker.marker_id,
            "corners_mm": [list(corner) for corner in marker.rect.corners],
        }
        for marker in layout.markers
    ]
    assert mat["zones"] == {name: [r.x0, r.y0, r.x1, r.y1] for name, r in layout.zones}
    image = cv2.imread(str(out / str(mat["png"])), cv2.IMREAD_UNCHANGED)
    assert image is not None
    assert image.shape == (round(paper.value[1] * 12), round(paper.value[0] * 12))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_seats(seats: int) -> None:
    """There is a strip for every seat, and always tray and calibration."""
    ids = [mat.mat_id for mat in mats_for(Paper.A4, seats)]
    assert ids == [*(f"strip-{s}" for s in range(1, seats + 1)), "tray", "calibration"]


@pytest.mark.parametrize("seats", [0, 6, -1])
def test_impossible_seats(seats: int) -> None:
    """A number of seats that no table has is refused."""
    with pytest.raises(ValueError, match="seats"):
        mats_for(Paper.A4, seats)


def test_written_twice(tmp_path: Path) -> None:
    """A second run replaces the files, keeps what is not its own, and leaves nothing behind."""
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    write_mats(tmp_path, paper=Paper.A4, seats=2)
    before = _tree(tmp_path)
    write_mats(tmp_path, paper=Paper.LETTER, seats=2)
    after = _tree(tmp_path)
    assert after.keys() == before.keys()
    assert after["notes.txt"] == b"mine"
    assert after[PDF_NAME] != before[PDF_NAME]


def test_folder_is_a_file(tmp_path: Path) -> None:
    """A file in the folder's place, or on the way to it, is refused and stays."""
    file = tmp_path / "mats"
    file.write_text("mine", encoding="utf-8")
    for out in (file, file / "deeper"):
        with raises(MATS_FOLDER) as caught:
            write_mats(out)
        assert caught.value.code == "not_a_folder"
        assert str(out) in caught.value.message
    assert _tree(tmp_path) == {"mats": b"mine"}


@pytest.mark.usefixtures("plain_user")
def test_folder_without_permission(tmp_path: Path) -> None:
    """A folder that one may not write to is refused."""
    tmp_path.chmod(0o500)
    try:
        with raises(MATS_ACCESS):
            write_mats(tmp_path / "mats")
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.usefixtures("small_files_only")
def test_failure_leaves_the_old_files(tmp_path: Path) -> None:
    """When writing fails in the middle, what was in the folder is untouched."""
    (tmp_path / PDF_NAME).write_bytes(b"old")
    with raises(MATS_WRITE):
        write_mats(tmp_path, seats=2)
    assert _tree(tmp_path) == {PDF_NAME: b"old"}


@pytest.mark.usefixtures("small_files_only")
def test_failure_leaves_no_new_folder(tmp_path: Path) -> None:
    """Folders that were made for a run that failed are taken away again."""
    with raises(MATS_WRITE):
        write_mats(tmp_path / "a" / "b", seats=2)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, MATS_SPACE),
        (errno.EDQUOT, MATS_SPACE),
        (errno.ENOTDIR, MATS_FOLDER),
        (errno.EEXIST, MATS_FOLDER),
        (errno.EACCES, MATS_ACCESS),
        (errno.EROFS, MATS_ACCESS),
        (errno.EIO, MATS_WRITE),
        (errno.ENAMETOOLONG, MATS_WRITE),
    ],
)
def test_errors_have_sentences(number: int, kind: Row[MatsError]) -> None:
    """Every fault of the disk becomes a sentence with the path, a stable code and a hint."""
    error = write_error(OSError(number, os.strerror(number)), Path("/media/stick"))
    assert is_of(error, kind)
    assert "/media/stick" in error.message
    assert error.hint_text
    assert "%(" not in error.message + error.hint_text
