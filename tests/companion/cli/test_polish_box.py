"""A box in Polish: names that the rulebook has are read, the others are known once shown."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.catalog import load_roll_catalog
from companion.cli.main import main
from tests.ui.drawn_tables import draw

CATALOG = load_roll_catalog()
IN_RULEBOOK = [side.key for side in CATALOG.sides.values()
               if side.name_pl and side.key in CATALOG.tile_by_side]  # fmt: skip
OTHERS = {
    "galactic_federation": "Federacja Galaktyczna", "spice_world": "Świat Przypraw",
    "galactic_exchange": "Giełda Galaktyczna", "gem_world": "Świat Klejnotów",
    "free_trade_association": "Związek Wolnego Handlu", "galactic_bankers": "Bankierzy Galaktyki",
}  # fmt: skip
"""Names as a translator might have chosen them; the companion does not know them."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place of its own for the box."""
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def _scan(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["scan", "--tiles", "--json", *arguments]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def _right(answer: dict[str, Any], labels: list[dict[str, Any]]) -> int:
    """How many labelled tiles are named right without a question."""
    found = 0
    for label in labels:
        for tile in answer["tiles"]:
            apart = [abs(a - b) for a, b in zip(_middle(tile), _middle(label), strict=True)]
            same = tile["tile"] == label["tile"] and tile["status"] == "ok"
            found += same and max(apart) < label["size_px"] / 3
    return found


def _middle(tile: dict[str, Any]) -> tuple[float, float]:
    xs, ys = zip(*tile["corners_px"], strict=True)
    return sum(xs) / 4, sum(ys) / 4


def test_names_of_the_polish_rulebook_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    """Without any enrolment."""
    shown = IN_RULEBOOK[:6]
    names = {key: str(CATALOG.sides[key].name_pl) for key in shown}
    labels = draw(Path("polish.jpg"), shown, number=2, names=names)
    assert _right(_scan(capsys, "polish.jpg"), labels) >= len(labels) - 1


def test_other_names_are_known_after_one_picture(capsys: pytest.CaptureFixture[str]) -> None:
    """Shown once in neutral light, read in warm light from elsewhere; one may be asked about."""
    labels = draw(Path("show.jpg"), list(OTHERS), number=1, names=OTHERS)
    later = draw(Path("later.jpg"), list(OTHERS)[::-1], number=4, lamp="warm", names=OTHERS)
    assert _right(_scan(capsys, "later.jpg"), later) <= 1
    rows = [{"centre_px": _middle(label), "tile": label["tile"]} for label in labels]
    Path("labels.json").write_text(json.dumps({"show.jpg": rows}), encoding="utf-8")
    assert (
        main(["enroll-tiles", "show.jpg", "--labels", "labels.json", "--box", "pl", "--json"]) == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert (answer["added"], answer["not_found"]) == (len(labels), [])
    assert _right(_scan(capsys, "later.jpg", "--box", "pl"), later) >= len(later) - 1
