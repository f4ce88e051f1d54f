"""``companion score --game rule_the_galaxy``: points, ties, guesses, refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main

ANN = {"name": "Ann", "tiles": {"flametrooper": 1, "snowtrooper": 1, "infiltrator": 1}}
BOB = {"name": "Bob", "tiles": {"kylo_ren": 1}}


def _document(*players: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"schema": "rule-final/1", "players": list(players), **more}


class Scored:
    def __init__(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._path, self._capsys = tmp_path / "final.json", capsys

    def __call__(self, document: object, *options: str) -> tuple[int, str]:
        self._path.write_text(json.dumps(document), encoding="utf-8")
        status = main(["score", "--game", "rule_the_galaxy", str(self._path), *options])
        return status, self._capsys.readouterr().out


@pytest.fixture
def scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Scored:
    return Scored(tmp_path, capsys)


def test_more_tiles_win_among_equal_points_and_guesses_are_named(scored: Scored) -> None:
    """Sections 1 and 4: flametroopers' points are not in the rulebook."""
    status, out = scored(_document(ANN, BOB), "--json")
    result = json.loads(out)
    assert status == 0
    assert [(p["total"], p["tiles"], p["rank"]) for p in result["players"]] == [
        (5, 3, 1),
        (5, 1, 2),
    ]
    assert result["winners"] == ["Ann"]
    assert result["unverified"] == ["flametrooper"]


def test_stated_points_count_and_are_no_guess(scored: Scored) -> None:
    _, out = scored(_document(ANN, BOB, points={"flametrooper": 2}), "--json")
    result = json.loads(out)
    assert result["winners"] == ["Bob"]
    assert result["unverified"] == []


def test_nobody_wins_a_lost_game(scored: Scored) -> None:
    _, out = scored(_document(ANN, BOB, lost=True), "--json")
    assert json.loads(out)["winners"] == []
    _, text = scored(_document(ANN, BOB, lost=True))
    assert "everybody loses" in text


def test_a_full_tie_is_left_to_the_breath(scored: Scored) -> None:
    _, text = scored(_document(BOB | {"tiles": {}}, ANN | {"tiles": {}}))
    assert "breath" in text


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (_document(), "player_count"),
        (_document(*({"name": f"P{i}", "tiles": {}} for i in range(5))), "player_count"),
        (_document(BOB, BOB), "name_twice"),
        (_document(BOB, BOB | {"name": "Cy"}), "too_many_units"),
        (_document(BOB | {"tiles": {"snowtrooper": 9}}), "out_of_range"),
        (_document(BOB | {"tiles": {"wookiee": 1}}), "unknown_key"),
        (_document(BOB, points={"sergeant": 1}), "impossible_points"),
        (_document(BOB, lost="no"), "wrong_type"),
        (_document(BOB) | {"schema": "roll-final/1"}, "wrong_schema"),
        ([], "wrong_type"),
    ],
)
def test_bad_files_are_refused_with_a_stable_code(
    scored: Scored, document: object, code: str
) -> None:
    status, out = scored(document, "--json")
    assert status == 1
    assert json.loads(out)["error"]["code"] == code
