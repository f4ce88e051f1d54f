"""``companion score --game rule_the_galaxy``: points, ties, guesses, refusals."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main

ANN: dict[str, Any] = {
    "name": "Ann",
    "tiles": {"flametrooper": 3, "sergeant": 1, "stormtrooper": 5, "infiltrator": 1},
}
BOB: dict[str, Any] = {
    "name": "Bob",
    "tiles": {"kylo_ren": 1, "phasma": 1, "sergeant": 1, "flametrooper": 1, "snowtrooper": 1},
}
CY = {"name": "Cy", "tiles": {"snowtrooper": 7, "stormtrooper": 3}}
"""All units of three players but three infiltrators, which were used."""


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
    """Sections 1 and 4: some points are not in the rulebook."""
    status, out = scored(_document(ANN, BOB, CY), "--json")
    result = json.loads(out)
    assert status == 0
    assert [(p["total"], p["tiles"], p["rank"]) for p in result["players"]] == [
        (18, 10, 1),
        (18, 5, 2),
        (17, 10, 3),
    ]
    assert result["winners"] == ["Ann"]
    assert result["unverified"] == ["stormtrooper", "flametrooper", "sergeant", "phasma"]


def test_stated_points_count_and_are_no_guess(scored: Scored) -> None:
    _, out = scored(_document(ANN, BOB, CY, points={"phasma": 5}), "--json")
    result = json.loads(out)
    assert result["winners"] == ["Bob"]
    assert result["unverified"] == ["stormtrooper", "flametrooper", "sergeant"]


def test_nobody_wins_a_lost_game(scored: Scored) -> None:
    _, out = scored(_document(ANN, BOB, CY, lost=True), "--json")
    assert json.loads(out)["winners"] == []
    _, text = scored(_document(ANN, BOB, CY | {"tiles": {}}, lost=True))
    assert "everybody loses" in text


def test_a_full_tie_is_left_to_the_breath(scored: Scored) -> None:
    ann = {"flametrooper": 3, "sergeant": 1, "stormtrooper": 1, "snowtrooper": 2}
    cy = {"stormtrooper": 7, "snowtrooper": 5}
    bob = BOB["tiles"] | {"infiltrator": 2}
    _, text = scored(_document(ANN | {"tiles": ann}, BOB | {"tiles": bob}, CY | {"tiles": cy}))
    assert "Ann, Bob. The better Vader's breath" in text


ALONE = {"stormtrooper": 8, "snowtrooper": 8, "sergeant": 2, "phasma": 1, "kylo_ren": 1}
"""All units of a game with one player, who has used the infiltrators."""


def test_flametroopers_are_in_the_box_with_one_or_two_players(scored: Scored) -> None:
    """Section 5."""
    _, out = scored(_document({"name": "Ann", "tiles": ALONE}), "--json")
    assert json.loads(out)["players"][0]["total"] == 41


def test_a_win_with_units_left_is_refused_with_what_is_missing(scored: Scored) -> None:
    """Section 4: a game is won when board and stack are empty."""
    ann = {"name": "Ann", "tiles": ALONE | {"snowtrooper": 6}}
    status, out = scored(_document(ann), "--json")
    error = json.loads(out)["error"]
    assert status == 1
    assert "2 more tiles of snowtrooper are in play" in error["message"]
    assert "set lost to true" in error["hint"]
    assert scored(_document(ann, lost=True))[0] == 0


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (_document(), "player_count"),
        (_document(*({"name": f"P{i}", "tiles": {}} for i in range(5))), "player_count"),
        (_document(BOB, BOB), "name_twice"),
        (_document(ANN, BOB, BOB | {"name": "Cy"}, lost=True), "too_many_units"),
        (_document(BOB, lost=True), "too_many_units"),
        (_document({"name": "Ann", "tiles": {}}), "units_left"),
        (_document(ANN, BOB, CY | {"tiles": {}}), "units_left"),
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
