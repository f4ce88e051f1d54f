"""Score files that no box can make: refused with the reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from companion.games.storm.goals import FIRST, MOST

IN_PLAY = (*MOST[:2], *FIRST[:4])
STORM = {
    "schema": "storm-final/1",
    "players": [
        {"name": "Ann", "vp_chips": 1, "tableau": ["old_earth"]},
        {"name": "Bo", "vp_chips": 1, "tableau": ["new_sparta"]},
    ],
    "goals": {goal.value: None for goal in IN_PLAY},
}
EMPEROR = {
    "schema": "emperor-final/1",
    "last_role": "regent",
    "players": [
        {"name": f"P{n}", "vp": 1, "marks": 1, "metal": 0, "energy": 0, "planets": 1, "sectors": 1}
        for n in range(3)
    ],
}
RULE = {
    "schema": "rule-final/1",
    "lost": True,
    "players": [{"name": "Ann", "tiles": {"kylo_ren": 1}}],
}

FILES: dict[str, tuple[str, dict[str, Any], tuple[Any, ...], Any, str]] = {
    "a start world dealt twice": (
        "gathering_storm", STORM, ("players", 1, "tableau"), ["old_earth"], "card_copies",
    ),
    "two holders of a goal": (
        "gathering_storm", STORM, ("goals", IN_PLAY[0].value), ["Ann", "Bo"], "one_holder",
    ),
    "a holder who does not play": (
        "gathering_storm", STORM, ("goals", IN_PLAY[0].value), "Eve", "goal_holder",
    ),
    "nine Fighters": (
        "galactic_emperor", EMPEROR, ("players", 0, "ships"), {"fighter": 9}, "out_of_range",
    ),
    "a ship of another game": (
        "galactic_emperor", EMPEROR, ("players", 0, "ships"), {"death_star": 1}, "unknown_key",
    ),
    "seven metal": ("galactic_emperor", EMPEROR, ("players", 0, "metal"), 7, "out_of_range"),
    "two Kylo Rens": (
        "rule_the_galaxy", RULE, ("players", 0, "tiles", "kylo_ren"), 2, "out_of_range",
    ),
    "cards among the tiles": (
        "rule_the_galaxy", RULE, ("players", 0, "tiles"), {"bb8": 11}, "unknown_key",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FILES)
def test_files_that_no_box_can_make_are_refused(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole file scores, with one thing wrong it is refused, and the place is named."""
    game, good, place, bad, code = FILES[case]
    path = tmp_path / "final.json"
    document = json.loads(json.dumps(good))
    path.write_text(json.dumps(document))
    assert main(["score", "--game", game, str(path), "--json"]) == 0
    capsys.readouterr()
    inner = document
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = bad
    path.write_text(json.dumps(document))
    assert main(["score", "--game", game, str(path), "--json"]) == 1
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == code
    assert error["message"]
