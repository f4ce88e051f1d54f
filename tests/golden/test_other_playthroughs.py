"""Whole games of the other boxes: what happens must be what the files say."""

from pathlib import Path

import pytest

from companion.games.registry import GAMES
from kivy_ui.registry import GAME_UIS
from tests.golden.notation import Notation, NotationError
from tests.golden.other_games import files, played

WANTED = {
    "rule_the_galaxy.one_player",
    "rule_the_galaxy.two_players_won",
    "rule_the_galaxy.four_players_lost",
    "galactic_emperor.three_players",
    "galactic_emperor.six_players_duel",
    "gathering_storm.two_players_by_cards",
    "gathering_storm.five_players",
    "gathering_storm_draft.three_players",
    "gathering_storm_solo.hard",
}


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_game_goes_as_written(path: Path) -> None:
    """Where the difference is meant: ``make golden``, then read the diff."""
    text = path.read_text(encoding="utf-8")
    assert played(path, text).splitlines() == text.splitlines()


def test_there_is_a_whole_game_for_each_number_of_players_that_plays_differently() -> None:
    """Each comes to its end, has refusals and is undone somewhere."""
    assert {path.stem for path in files()} >= WANTED
    played_games = {path.stem.partition(".")[0] for path in files()}
    assert played_games == set(GAMES) - {"roll"}
    for path in files():
        text = path.read_text(encoding="utf-8")
        assert f"\n. {GAME_UIS[path.stem.partition('.')[0]].log.ends.__name__}" in text, path.name
        assert "\n! " in text, path.name
        assert "\n> undo" in text, path.name


def test_what_the_wanted_games_show() -> None:
    """A win and a loss, a duel, the Tycoon, the Black Hole, the robot's end."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in files()}
    assert "outcome=won" in texts["rule_the_galaxy.two_players_won"]
    assert "outcome=lost" in texts["rule_the_galaxy.four_players_lost"]
    assert "DuelCalled" in texts["galactic_emperor.six_players_duel"]
    assert "OmegaCollapsed" in texts["galactic_emperor.three_players"]
    assert "reason=full_storage" in texts["galactic_emperor.three_players"]
    assert "reason=most_marks" in texts["galactic_emperor.three_players"]
    assert "SoloEnded" in texts["gathering_storm_solo.hard"]


def test_a_line_that_says_nothing_is_refused() -> None:
    notation = Notation(())
    with pytest.raises(NotationError):
        notation.read("Juggle balls=3")
