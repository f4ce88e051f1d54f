"""A game from outside the tree needs its folder and a line a registry, nothing else."""

import json
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from urllib.parse import unquote

import pytest

from companion.benches.sync_table import SyncTable
from companion.catalog.roll_loader import load_roll_catalog
from companion.cli import score_command
from companion.cli.main import main
from companion.games.registry import GAMES
from companion.history.archive import past_games
from companion.history.export import ADDRESS, history_csv, history_document, play_link
from companion.storage.archive import FileArchive
from companion.storage.sqlite_log import SqliteEventLog
from kivy_ui.asking.draft import Give
from kivy_ui.common.game_choices import GameChoice, GameUis
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.listing import List
from kivy_ui.pages.page import Cards
from kivy_ui.registry import GAME_UIS
from kivy_ui.settings import Services, UiSettings
from kivy_ui.window.board import PAGE
from kivy_ui.window.presenters import Presenters
from tests.fakes import ManualClock
from tests.some import of, there

RULES = GAMES.loaded_by("tiny", partial(resolve_name, "tests.ui.tiny_game.rules:GAME"))
LINE = GameChoice("tiny", "Tiny Tokens", "2", ("coin",), "tests.ui.tiny_game.ui:GAME")
SCREENS = GameUis((*GAME_UIS.choices, LINE))


class Evening:
    """The table with a log on the disk, and the presenters of its screen."""

    def __init__(self, folder: Path) -> None:
        path = folder / "games.sqlite"
        self.table = SyncTable(RULES["tiny"], SqliteEventLog(path, RULES), ManualClock())
        self.archive = FileArchive(path, folder / "tallies", RULES)
        services = Services(archive=self.archive, rules=RULES)
        settings = UiSettings(player_names=("Ann", "Bo"), games=SCREENS, services=services)
        self.presenters = Presenters(RollContext(self.table, settings))
        self.table.subscribe(self.presenters.ui.take)
        self.board = self.presenters.board

    def answer(self, *elements: str) -> None:
        for element in elements:
            body = of(Cards, self.board.asked.page().body)
            keys = [card.key for card in body.cards if isinstance(card.key, Give)]
            self.board.asked.touch(next(key for key in keys if key.path[-1] == element))
            assert not self.table.refused


def test_a_game_from_outside_is_played_undone_told_and_exported(tmp_path: Path) -> None:
    """On the screen's board over a real log; nothing but the lines above names it."""
    evening = Evening(tmp_path)
    evening.presenters.choose_game("tiny")
    assert evening.presenters.screen == PAGE
    evening.board.asked.touch(there(evening.board.asked.page().main).key)
    assert evening.board.asked.page().question == "Ann takes"
    evening.answer("3", "2")
    evening.board.asked.undo()
    assert evening.presenters.undo_changes.take()
    moved = evening.presenters.undo_changes.moves()
    assert [row.said for row in moved.rows] == ["2 × token: Bo » heap"]
    assert moved.said == ("Bo takes 2.",)
    evening.answer("1", "3", "3")
    people = evening.board.asked.page().people
    assert [person.facts[0].text for person in people] == ["6", "4"]

    log = evening.presenters.event_log
    log.show(log.rounds()[0])
    told = [line.text for line in log.lines()]
    assert told == ["Bo takes 1.", "Ann takes 3.", "Ann and Bo begin."]

    history = evening.presenters.history
    history.enter()
    history._read.wait()
    games = of(List, history.page().body)
    assert games.rows[0].title == "Winner: Ann"
    history.touch(games.rows[0].key)
    assert [row.text for row in of(List, history.page().body).rows] == ["tokens 6", "tokens 4"]
    (game,) = past_games(evening.archive, load_roll_catalog(), RULES)
    assert game.winners == ("Ann",)
    assert history_document((game,))["games"]
    assert b"Ann" in history_csv((game,))
    play = json.loads(unquote(play_link(game).removeprefix(ADDRESS)))
    assert play["game"]["name"] == "Tiny Tokens"
    assert [player["score"] for player in play["players"]] == [6, 4]


def test_its_final_score_can_be_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``companion score`` offers every game that can score a file."""
    monkeypatch.setattr(score_command, "GAMES", RULES)
    file = tmp_path / "final.json"
    file.write_text('{"Ann": 6, "Bo": 4}')
    assert main(["score", "--game", "tiny", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == {"winners": ["Ann"]}
