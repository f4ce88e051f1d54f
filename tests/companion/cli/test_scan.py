"""``companion scan`` as scripts meet it: lines of JSON, exit status, files."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from companion.cli.main import main
from tests.vision.fakes import LABEL_SET, PaintedDie, PaintFinder, PaintReader, lying_free, paint
from vision.core.arrays import ImageU8
from vision.pipeline import TableReader

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def painted_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Painted dice instead of trained networks; everything else is real."""
    monkeypatch.setattr(
        "vision.opening.open_table_reader",
        lambda: TableReader(PaintFinder(), PaintReader(), lying_free, LABEL_SET),
    )


def picture(dice: list[PaintedDie]) -> ImageU8:
    ground = np.random.default_rng(5).integers(90, 140, (480, 640, 1)) + np.array([0, 5, 10])
    return paint(ground.astype(np.uint8), dice)


def save(path: Path, dice: list[PaintedDie]) -> str:
    Image.fromarray(np.ascontiguousarray(picture(dice)[:, :, ::-1])).save(path)
    return str(path)


def lines(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


TWO = [PaintedDie("home/explore", 200, 150, 40, 15), PaintedDie("genes/settle", 400, 300, 40, 60)]


def test_one_object_for_each_picture_in_order(tmp_path: Path, capsys: Output) -> None:
    """Every key of the contract is there, with its unit and form."""
    images = [save(tmp_path / "a.png", TWO), save(tmp_path / "b.png", [])]
    assert main(["scan", *images, "--json"]) == 0
    out, err = capsys.readouterr()
    first, second = lines(out)
    assert err == ""
    assert [first["image"], second["image"]] == images
    assert list(first) == [
        *("schema", "image", "width", "height", "timings_ms", "mats", "problems", "dice")
    ]
    assert (first["schema"], first["width"], first["height"]) == ("scan/1", 640, 480)
    assert set(first["timings_ms"]) == {"decode", "mats", "find", "classify", "total"}
    assert first["timings_ms"]["decode"] > 0
    assert len(first["dice"]) == 2
    die = first["dice"][0]
    assert list(die) == [
        *("centre_px", "size_px", "angle_deg", "mat", "position_mm", "zone", "type", "colour"),
        *("face", "confidence", "status", "alternatives"),
    ]
    assert die["centre_px"] == pytest.approx([200, 150], abs=1)
    assert die["angle_deg"] == pytest.approx(15, abs=2)
    assert (die["type"], die["colour"], die["face"]) == ("home", "white", "explore")
    assert (die["mat"], die["position_mm"], die["zone"]) == (None, None, None)
    assert die["status"] == "ok"


def test_a_picture_without_dice_is_read(tmp_path: Path, capsys: Output) -> None:
    """It is no error: nothing was there."""
    assert main(["scan", save(tmp_path / "a.png", []), "--json"]) == 0
    (result,) = lines(capsys.readouterr().out)
    assert result["dice"] == []
    assert "no_dice" in [problem["code"] for problem in result["problems"]]


def test_an_unreadable_picture_does_not_stop_the_others(tmp_path: Path, capsys: Output) -> None:
    """Its line has the error, the exit status is 1, the next picture is read."""
    (tmp_path / "bad.jpg").write_text("words")
    good = save(tmp_path / "a.png", TWO)
    images = [str(tmp_path / "bad.jpg"), str(tmp_path / "nothing.jpg"), good]
    assert main(["scan", *images, "--json"]) == 1
    out, err = capsys.readouterr()
    bad, missing, read = lines(out)
    assert bad["image"] == images[0]
    assert bad["error"]["code"] == "image_unreadable"
    assert missing["error"]["code"] == "image_missing"
    assert set(bad["error"]) == {"code", "message", "hint"}
    assert len(read["dice"]) == 2
    assert len(err.splitlines()) == 2
    assert "Traceback" not in err


def test_the_table_for_people(tmp_path: Path, capsys: Output) -> None:
    """Without --json a line for each die."""
    assert main(["scan", save(tmp_path / "a.png", TWO)]) == 0
    out = capsys.readouterr().out
    assert "2 dice" in out
    assert "white" in out
    assert "settle" in out
    assert "There is no mat" in out


def test_annotated_pictures_do_not_overwrite_each_other(tmp_path: Path, capsys: Output) -> None:
    """Pictures of the same name from two folders both appear, the originals stay as they are."""
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    images = [save(tmp_path / "one" / "a.png", TWO), save(tmp_path / "two" / "a.png", [])]
    out = tmp_path / "new" / "out"
    assert main(["scan", *images, "--annotate", str(out)]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["a-2-read.jpg", "a-read.jpg"]
    with Image.open(out / "a-read.jpg") as drawn:
        changed = np.abs(np.asarray(drawn)[:, :, ::-1].astype(int) - picture(TWO)).max(axis=2) > 80
    assert changed[120:200, 160:240].any()
    assert changed.mean() < 0.2


@pytest.mark.parametrize(
    ("words", "code", "named"),
    [
        (["--annotate", "a.png"], "annotate_failed", "a.png"),
        (["--expect", "none.json"], "expect_invalid", "none.json"),
        (["--profile", "kitchen"], "profile_missing", "kitchen"),
        (["--dice", "robot"], "faces_not_enrolled", ""),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is_read(
    words: list[str], code: str, named: str,
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """One error for the whole call: a folder that is a file, files that are not there."""
    monkeypatch.chdir(tmp_path)
    image = save(tmp_path / "a.png", TWO)
    assert main(["scan", image, image, "--json", *words]) == 1
    (result,) = lines(capsys.readouterr().out)
    assert result["error"]["code"] == code
    assert named in result["error"]["message"]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"strip-9": {"home": 1}}',
        '{"strip-1": 3}',
        '{"strip-1": {"hoem": 1}}',
        '{"strip-1": {"home": -1}}',
        '{"strip-1": {"home": 1.5}}',
        '{"strip-1": {"home": true}}',
        '{"strip-1": {"home": 1, "home": 2}}',
        "[" * 100_000,
    ],
)
def test_bad_expectations_are_refused(tmp_path: Path, capsys: Output, content: str) -> None:
    """Before any picture is read, with one code and the reason."""
    (tmp_path / "expect.json").write_text(content)
    image = save(tmp_path / "a.png", TWO)
    assert main(["scan", image, "--json", "--expect", str(tmp_path / "expect.json")]) == 1
    (result,) = lines(capsys.readouterr().out)
    assert result["error"]["code"] == "expect_invalid"
    assert result["error"]["hint"]


def test_no_mat_of_that_name_in_view(tmp_path: Path, capsys: Output) -> None:
    """Dice expected on a mat that is not there are a mismatch."""
    (tmp_path / "expect.json").write_text('{"strip-1": {"home": 1}}')
    image = save(tmp_path / "a.png", TWO)
    assert main(["scan", image, "--json", "--expect", str(tmp_path / "expect.json")]) == 0
    (result,) = lines(capsys.readouterr().out)
    assert "count_mismatch" in [problem["code"] for problem in result["problems"]]


def test_strange_file_names(tmp_path: Path, capsys: Output) -> None:
    """Line breaks and bytes that are no text come back as they were given."""
    name = "a\nb\udcff.png"
    image = save(tmp_path / name, TWO)
    assert main(["scan", image, "--json"]) == 0
    (result,) = lines(capsys.readouterr().out)
    assert result["image"] == image
