"""``companion score --game gathering_storm`` and ``galactic_emperor``."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main


class Scored:
    def __init__(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._path, self._capsys = tmp_path / "final.json", capsys

    def __call__(self, game: str, document: object, *options: str) -> tuple[int, str]:
        self._path.write_text(json.dumps(document), encoding="utf-8")
        status = main(["score", "--game", game, str(self._path), *options])
        return status, self._capsys.readouterr().out

    def result(self, game: str, document: object) -> Any:
        return json.loads(self(game, document, "--json")[1])


@pytest.fixture
def scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Scored:
    return Scored(tmp_path, capsys)


ANN = {
    "name": "Ann",
    "vp_chips": 4,
    "tableau": ["new_sparta", "space_marines", "drop_ships", "new_galactic_order"],
}
BOB = {
    "name": "Bob",
    "vp_chips": 17,
    "tableau": ["old_earth", "galactic_renaissance", "research_labs"],
}
GOALS = {
    "greatest_military": "Ann",
    "production_leader": None,
    "system_diversity": None,
    "budget_surplus": ["Ann", "Bob"],
    "galactic_status": "Bob",
    "innovation_leader": None,
}


def _storm(*players: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"schema": "storm-final/1", "players": list(players), "goals": GOALS, **more}


def test_chips_cards_bonuses_and_goals_add_up(scored: Scored) -> None:
    """Sections 2.6 and 6: New Galactic Order scores the military, Renaissance chips and labs."""
    result = scored.result("gathering_storm", _storm(ANN, BOB))
    ann, bob = result["players"]
    cards = {card["card"]: card["vp"] for card in ann["cards"]}
    assert cards["new_galactic_order"] == 9
    assert ann["goals"] == [
        {"goal": "greatest_military", "vp": 5},
        {"goal": "budget_surplus", "vp": 3},
    ]
    assert ann["total"] == 4 + sum(cards.values()) + 8
    renaissance = next(card for card in bob["cards"] if card["card"] == "galactic_renaissance")
    assert renaissance["vp"] == 5 + 3
    assert bob["total"] == 17 + sum(card["vp"] for card in bob["cards"]) + 6
    assert result["winners"] == ["Bob"]


def test_the_text_explains_every_line(scored: Scored) -> None:
    status, text = scored("gathering_storm", _storm(ANN, BOB))
    assert status == 0
    assert "New Galactic Order" in text
    assert "general military 9" in text
    assert "Winner: Bob." in text


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (_storm(), "player_count"),
        (_storm(ANN, ANN), "name_twice"),
        (_storm(ANN, BOB | {"tableau": ["new_sparta"]}), "card_copies"),
        (_storm(ANN, BOB | {"tableau": ["death_star"]}), "unknown_card"),
        (_storm(ANN, BOB, goals={"greatest_military": "Ann"}), "goals"),
        (_storm(ANN, BOB, goals=GOALS | {"greatest_military": "Eve"}), "goal_holder"),
        (_storm(ANN, BOB, goals=GOALS | {"greatest_military": ["Ann", "Bob"]}), "one_holder"),
        (_storm(ANN, BOB, edition=3), "out_of_range"),
        (_storm(ANN | {"vp_chips": -1}, BOB), "out_of_range"),
    ],
)
def test_bad_storm_files_are_refused(scored: Scored, document: object, code: str) -> None:
    status, out = scored("gathering_storm", document, "--json")
    assert status == 1
    assert json.loads(out)["error"]["code"] == code


WEAK = {"name": "Weak", "vp_chips": 4, "tableau": ["old_earth"]}


@pytest.mark.parametrize(
    ("goal", "tableau", "has", "needs"),
    [
        ("greatest_military", ["old_earth", "contact_specialist", "space_mercenaries"], 0, 6),
        ("production_leader", ["epsilon_eridani", "comet_zone"], 1, 4),
        ("galactic_status", ["old_earth", "research_labs"], 0, 1),
        ("system_diversity", ["comet_zone"], 1, 4),
        ("innovation_leader", ["epsilon_eridani"], 2, 6),
        ("galactic_standard_of_living", ["old_earth"], 4, 5),
        ("overlord_discoveries", ["damaged_alien_factory"], 1, 3),
    ],
)
def test_a_holder_who_never_met_the_goal_is_refused(
    scored: Scored, goal: str, tableau: list[str], has: int, needs: int
) -> None:
    """Sections 2.3, 2.4: a large tile is lost below its threshold, a small one was met once."""
    small = ["budget_surplus", "galactic_status", "system_diversity", "innovation_leader"]
    if goal in ("galactic_standard_of_living", "overlord_discoveries"):
        small[0] = goal
    goals = dict.fromkeys(["greatest_military", "production_leader", *small]) | {goal: "Weak"}
    document = _storm(ANN, WEAK | {"tableau": tableau}, goals=goals)
    status, out = scored("gathering_storm", document, "--json")
    error = json.loads(out)["error"]
    assert (status, error["code"]) == (1, "goal_not_met")
    assert f"Weak has {has}" in error["message"]
    assert f"needs {needs}" in error["message"]


def test_a_large_goal_is_not_held_against_somebody_who_has_more(scored: Scored) -> None:
    """Section 2.4: he would have lost it at the end of the phase; ties and discards keep it."""
    strong = ["new_sparta", "space_marines", "drop_ships"]
    more = {"name": "Cy", "vp_chips": 0, "tableau": ["separatist_colony", *strong[1:]]}
    document = _storm(ANN, more, goals=GOALS | {"galactic_status": None, "budget_surplus": None})
    assert scored.result("gathering_storm", document)["players"][0]["goals"]
    held_by_less = GOALS | {"greatest_military": "Cy", "galactic_status": None}
    status, out = scored(
        "gathering_storm",
        _storm(ANN, more, goals=held_by_less | {"budget_surplus": None}),
        "--json",
    )
    assert (status, json.loads(out)["error"]["code"]) == (1, "goal_not_met")


def _emperor(*vp: int, last_role: str = "warlord", **numbers: int) -> dict[str, Any]:
    plain = {"marks": 5, "metal": 0, "energy": 0, "planets": 1, "sectors": 1} | numbers
    players = [{"name": f"P{i}", "vp": each, **plain} for i, each in enumerate(vp)]
    return {"schema": "emperor-final/1", "last_role": last_role, "players": players}


def test_planets_and_the_tycoon_are_added(scored: Scored) -> None:
    """Section 6, example 19: full Storage and shared most marks."""
    document = _emperor(40, 41, 30)
    document["players"][0] |= {"metal": 6, "energy": 3, "marks": 12, "planets": 4}
    document["players"][1] |= {"marks": 12}
    result = scored.result("galactic_emperor", document)
    assert [player["total"] for player in result["players"]] == [40 + 4 + 2, 41 + 1 + 1, 30 + 1]
    assert result["winners"] == ["P0"]


def test_planets_do_not_count_again_after_the_regent(scored: Scored) -> None:
    document = _emperor(40, 30, 20, last_role="regent", planets=9)
    totals = [p["total"] for p in scored.result("galactic_emperor", document)["players"]]
    assert totals == [41, 31, 21]  # one mark point each: all have as many


def test_equal_leaders_fight(scored: Scored) -> None:
    document = _emperor(40, 40, 40)
    document["players"][2] |= {"sectors": 0, "planets": 1}
    result = scored.result("galactic_emperor", document)
    assert result["winners"] == []
    assert result["duel"] == ["P0", "P1"]
    assert "last battle" in scored("galactic_emperor", document)[1]


def test_the_odds_of_a_last_battle_are_told_where_ships_are(scored: Scored) -> None:
    """Section 6: two equal leaders; a Fighter against a Fighter wins two times of five."""
    document = _emperor(40, 40, 20)
    assert scored.result("galactic_emperor", document)["duel_odds"] == {}
    for player in document["players"][:2]:
        player["ships"] = {"fighter": 1}
    assert scored.result("galactic_emperor", document)["duel_odds"] == {"P0": 0.4, "P1": 0.4}
    assert "P0 40 %, P1 40 %" in scored("galactic_emperor", document)[1]


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (_emperor(1, 2), "player_count"),
        (_emperor(1, 2, 3, metal=7), "out_of_range"),
        (_emperor(1, 2, 3, last_role="king"), "wrong_type"),
        (_emperor(1, 2, 3) | {"schema": "x"}, "wrong_schema"),
        (_emperor(1, 2, 3) | {"more": 1}, "unknown_key"),
    ],
)
def test_bad_emperor_files_are_refused(scored: Scored, document: object, code: str) -> None:
    status, out = scored("galactic_emperor", document, "--json")
    assert status == 1
    assert json.loads(out)["error"]["code"] == code
