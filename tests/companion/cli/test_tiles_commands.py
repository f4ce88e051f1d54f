"""``scan --tiles``, ``enroll-tiles`` and ``score --from-images`` as scripts meet them."""

import importlib.util
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main

Output = pytest.CaptureFixture[str]
TILES = Path(__file__).parents[2] / "vision" / "tiles"
TRUTH = json.loads((TILES / "rows.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for the boxes, and the picture under a short name."""
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    shutil.copy(TILES / "rows.jpg", tmp_path / "ann.jpg")
    return tmp_path


def answers(capsys: Output) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_object_has_the_form_of_the_contract(capsys: Output) -> None:
    """``tiles/1``: every key, corners from the tile's own top left, at most three alternatives."""
    assert main(["scan", "--tiles", "ann.jpg", "--json", "--annotate", "drawn"]) == 0
    (answer,) = answers(capsys)
    assert list(answer) == [
        *("schema", "image", "width", "height", "timings_ms", "problems", "tiles", "dice")
    ]
    assert (answer["schema"], answer["image"]) == ("tiles/1", "ann.jpg")
    assert (answer["width"], answer["height"]) == (1536, 864)
    assert set(answer["timings_ms"]) == {"decode", "find", "read", "total"}
    assert all(value > 0 for value in answer["timings_ms"].values())
    assert len(answer["tiles"]) >= 10
    for tile in answer["tiles"]:
        assert list(tile) == [
            *("corners_px", "size_px", "tile", "confidence", "status", "text", "alternatives")
        ]
        assert len(tile["corners_px"]) == 4
        assert tile["status"] in ("ok", "check")
        assert tile["tile"] is not None or tile["status"] == "check"
        assert len(tile["alternatives"]) <= 3
        assert all(set(other) == {"tile", "confidence"} for other in tile["alternatives"])
    assert {tile["tile"] for tile in answer["tiles"]} >= {"faction_1", "universal_exports"}
    assert Path("drawn/ann-read.jpg").stat().st_size > 10_000


def test_a_picture_that_cannot_be_read_is_refused_alone(capsys: Output) -> None:
    """The others are read, the exit status is 1."""
    assert main(["scan", "--tiles", "none.jpg", "ann.jpg", "--json"]) == 1
    first, second = answers(capsys)
    assert first["error"]["code"] == "image_missing"
    assert second["tiles"]


def test_without_the_text_recogniser_the_answer_says_what_to_install(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One stable code with the line that helps; dice are read as before."""
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "rapidocr" else real(name)
    )
    assert main(["scan", "--tiles", "ann.jpg", "--json"]) == 1
    (answer,) = answers(capsys)
    assert answer["error"]["code"] == "tile_text_reader_missing"
    assert "rapidocr==" in answer["error"]["hint"]
    assert main(["scan", "ann.jpg", "--json"]) == 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["scan", "ann.jpg", "--box", "mine"], "box"),
        (["scan", "--tiles", "ann.jpg", "--dice", "d6"], "dice"),
        (["score"], "from-images"),
        (["score", "--from-images", "ann.jpg"], "out"),
        (["score", "final.json", "--out", "x.json"], "out"),
    ],
)
def test_options_that_do_not_fit_are_wrong_usage(
    arguments: list[str], named: str, capsys: Output
) -> None:
    """Status 2; the usage and which option it is on standard error."""
    assert main(arguments) == 2
    assert re.search(f"error: .*--{named}", capsys.readouterr().err)


def labels(rows: object) -> list[str]:
    Path("labels.json").write_text(json.dumps(rows), encoding="utf-8")
    return ["enroll-tiles", "ann.jpg", "--labels", "labels.json", "--box", "mine", "--json"]


def centre(label: dict[str, Any]) -> list[float]:
    xs, ys = zip(*label["corners_px"], strict=True)
    return [sum(xs) / 4, sum(ys) / 4]


def test_named_tiles_are_kept_in_the_box_and_used(capsys: Output) -> None:
    """Tiles are added, one beside all tiles is reported, and the box is found by its name."""
    rows = [{"centre_px": centre(label), "tile": label["tile"]} for label in TRUTH]
    rows.append({"centre_px": [3, 3], "tile": "gem_world"})
    assert main(labels({"ann.jpg": rows})) == 0
    (answer,) = answers(capsys)
    assert answer["schema"] == "enroll/1"
    assert answer["added"] == answer["known"] >= len(TRUTH) - 1
    lost = {"image": "ann.jpg", "centre_px": [3, 3], "tile": "gem_world"}
    assert lost in answer["not_found"]
    assert main(["scan", "--tiles", "ann.jpg", "--json", "--box", "mine"]) == 0
    seen = [tile["tile"] for tile in answers(capsys)[0]["tiles"] if tile["status"] == "ok"]
    assert len(seen) >= len(TRUTH) - 2
    assert main(labels({"ann.jpg": []})) == 0
    assert answers(capsys)[0]["known"] == answer["known"]


@pytest.mark.parametrize(
    "rows",
    [
        [],
        {"bob.jpg": []},
        {"ann.jpg": [{"tile": "gem_world"}]},
        {"ann.jpg": [{"centre_px": [1], "tile": "gem_world"}]},
        {"ann.jpg": [{"centre_px": [1, True], "tile": "gem_world"}]},
        {"ann.jpg": [{"centre_px": [1, 2], "tile": "gem_worlds"}]},
    ],
)
def test_labels_that_are_wrong_change_nothing(rows: object, capsys: Output, home: Path) -> None:
    """A clear refusal with its code; no box appears."""
    assert main(labels(rows)) == 1
    assert answers(capsys)[0]["error"]["code"] == "labels_invalid"
    assert not (home / "home" / "tile_boxes").exists()


@pytest.mark.parametrize("content", [None, b"", b"[", b'{"ann.jpg": NaN}', b"\xff\xfe"])
def test_a_labels_file_that_cannot_be_read_is_named_as_such(
    content: bytes | None, capsys: Output
) -> None:
    """Missing, empty, cut short or no JSON: the labels are at fault, no score file."""
    if content is not None:
        Path("labels.json").write_bytes(content)
    assert main(["enroll-tiles", "ann.jpg", "--labels", "labels.json", "--box", "b", "--json"]) == 1
    error = answers(capsys)[0]["error"]
    assert error["code"] == "labels_invalid"
    assert "labels.json" in error["message"]


@pytest.mark.parametrize("content", [b"", b"no picture", b"\xff\xd8\xff\xe0"])
def test_files_that_are_no_pictures_are_refused(content: bytes, capsys: Output) -> None:
    """By all three commands, with the picture's name; nothing is written."""
    Path("bad.jpg").write_bytes(content)
    Path("labels.json").write_text(
        '{"bad.jpg": [{"centre_px": [1, 2], "tile": "gem_world"}]}', encoding="utf-8"
    )
    for arguments in (
        ["scan", "--tiles", "bad.jpg", "--json"],
        ["enroll-tiles", "bad.jpg", "--labels", "labels.json", "--box", "b.json", "--json"],
        ["score", "--from-images", "bad.jpg", "--out", "final.json", "--json"],
    ):
        assert main(arguments) == 1
        error = answers(capsys)[0]["error"]
        assert error["code"].startswith("image_")
        assert "bad.jpg" in error["message"]
    assert not Path("b.json").exists()
    assert not Path("final.json").exists()


_DAMAGED = (
    b"{",
    b'{"schema": "profile/1"}',
    b'{"schema": "tile-box/1", "tiles": []}',
    b'{"schema": "tile-box/1", "tiles": {"gem_world": {"looks": ["AAAA"], "texts": []}}}',
    b'{"schema": "tile-box/1", "tiles": {"gem_world": {"looks": [], "texts": [7]}}}',
)


@pytest.mark.parametrize(
    ("box", "content", "code"),
    [
        ("mine", b"", "tile_box_missing"),
        ("", b"", "tile_box_unusable"),  # would become a hidden file
        *(("bad.json", content, "tile_box_unusable") for content in _DAMAGED),
    ],
)
def test_a_box_that_is_missing_or_damaged_is_refused(
    box: str, content: bytes, code: str, capsys: Output
) -> None:
    """Before any picture is read; never a traceback, never a silent guess."""
    Path("bad.json").write_bytes(content)
    assert main(["scan", "--tiles", "ann.jpg", "--box", box, "--json"]) == 1
    assert answers(capsys)[0]["error"]["code"] == code


def test_pictures_become_a_final_position_with_doubts(capsys: Output) -> None:
    """The file is one that ``companion score`` reads once the missing things are written in."""
    shutil.copy("ann.jpg", "bob.jpg")
    arguments = ["score", "--from-images", "ann.jpg", "bob.jpg", "--out", "final.json"]
    assert main(arguments) == 0
    final = json.loads(Path("final.json").read_text(encoding="utf-8"))
    assert final["schema"] == "roll-final/1"
    assert [player["name"] for player in final["players"]] == ["ann", "bob"]
    ann = final["players"][0]
    assert ann["home_world"] == "earths_lost_colony"
    assert ann["faction"] in (1, 9)
    assert {"universal_exports", "shipping_affinity"} <= set(ann["tiles"])
    whys = {doubt["why"] for doubt in final["doubts"]}
    assert {"not_seen", "two_owners", "second_faction"} <= whys
    del final["players"][1]
    Path("final.json").write_text(json.dumps(final), encoding="utf-8")
    capsys.readouterr()
    assert main(["score", "final.json", "--json"]) == 0
    (score,) = answers(capsys)
    assert score["players"][0]["tiles"] > 0
