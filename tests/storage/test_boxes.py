"""The file of the boxes: damaged, edited by hand, from a newer companion, on a full disk."""

import json
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.games.rule.options import Options
from companion.games.storm.box import SoloBox
from companion.session.service_ports import BoxNotKeptError
from companion.storage.boxes import FileBoxes

RULE = "rule_the_galaxy"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boxes.json"


@pytest.mark.parametrize(
    "body",
    [
        {"phasma_points": "4"},
        {"phasma_points": True},
        {"phasma_points": 4, "more": 1},
        {"stormtrooper_points": 9},
        {"marker_rows": [1, 2]},
        [],
        None,
    ],
)
def test_facts_edited_into_nonsense_count_as_not_entered(path: Path, body: object) -> None:
    path.write_text(json.dumps({"schema": "boxes/1", "games": {RULE: body}}))
    assert FileBoxes(path, GAMES).of(RULE) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "boxes/2"}', '{"games": 1}', "\x00"])
def test_a_damaged_file_is_set_aside_and_never_overwritten(path: Path, text: str) -> None:
    path.write_text(text)
    boxes = FileBoxes(path, GAMES)
    assert boxes.of(RULE) is None
    boxes.keep(RULE, Options())
    assert boxes.of(RULE) == Options()
    assert path.with_name("boxes.damaged.json").read_text() == text


def test_facts_of_an_unknown_game_stay(path: Path) -> None:
    path.write_text(json.dumps({"schema": "boxes/1", "games": {"chess": {"board": 64}}}))
    FileBoxes(path, GAMES).keep(RULE, Options())
    assert json.loads(path.read_text())["games"]["chess"] == {"board": 64}


def test_a_disk_that_refuses_is_said_and_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    boxes = FileBoxes(tmp_path / "file" / "boxes.json", GAMES)
    with pytest.raises(BoxNotKeptError) as refused:
        boxes.keep("gathering_storm_solo", SoloBox())
    assert refused.value.code == "box_not_kept"
    assert boxes.of("gathering_storm_solo") is None


def test_facts_that_cannot_be_a_box_are_refused(path: Path) -> None:
    """Section 1 of the rules: a stronger unit is worth at least as much."""
    boxes = FileBoxes(path, GAMES)
    for game, facts in ((RULE, Options(stormtrooper_points=3)), (RULE, SoloBox())):
        with pytest.raises(BoxNotKeptError):
            boxes.keep(game, facts)
    assert not path.exists()
