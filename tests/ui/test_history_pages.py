"""The history: games of all boxes, their players, records, and what can be changed."""

import json
from functools import cache
from typing import Any

from companion.history.archive import Archive
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.session.service_ports import Exchange
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.common.page_source import Leave, Visit
from kivy_ui.settings import Services
from tests.history import other_evenings as play
from tests.history.evenings import an_evening
from tests.some import there
from tests.ui.at_source import AtWindow
from tests.ui.test_beside_presenters import an_archive


class AtHistory(AtWindow):
    """The history, once all games are read."""

    def __init__(self, archive: Archive, language: str = "en", **services: Any) -> None:
        super().__init__(
            "history", language=language, services=Services(archive=archive, **services)
        )
        self.history = self.presenters.history
        self.counted: list[tuple[str, tuple[ScoreEntryPlayer, ...], str]] = []
        self.history._count = lambda *score: self.counted.append(score)
        self.history._read.wait()


@cache
def all_boxes() -> Archive:
    """An evening of each box."""
    log = MemoryEventLog()
    an_evening(log)
    play.play_rule(log, "Ann", "Bo", seed=4)
    play.play_goals(log, "Ann", "Bo")
    play.play_solo(log, "Ann")
    headers = list(log.games())
    return Archive(headers, {header.game_id: log.load(header.game_id) for header in headers})


def test_an_empty_history_says_what_to_do() -> None:
    """No blank page, no statistics of nothing."""
    at = AtHistory(Archive())
    assert at.reads("No game yet.")
    assert at.keys == [Leave()]


def test_games_are_listed_with_who_won_and_when() -> None:
    """The newest first; a followed game without a score says so."""
    archive, _ = an_archive()
    at = AtHistory(archive)
    entered, tracked = at.rows
    assert (entered.title, entered.value) == ("Winner: Ann", "2 Nov 2026")
    assert entered.figures[0].text == "25"
    assert (tracked.title, tracked.value) == ("Not scored yet", "1 Jan 2026")


def test_a_game_leads_to_its_result_and_back() -> None:
    """And the result leads back to the game."""
    archive, _ = an_archive()
    at = AtHistory(archive)
    at.tap("Winner: Ann")
    assert [row.title for row in at.rows] == ["Ann", "Bo"]
    at.main()
    assert at.ui.visiting == "past_result"
    assert at.page.back == Visit("history")
    at.touch(at.page.back)
    at.history._read.wait()
    assert at.page.question == "Winner: Ann"
    at.touch(at.page.back)
    at.touch(Leave())
    assert at.ui.visiting is None


def test_a_game_is_handed_to_the_score_entry() -> None:
    """With what the table knows of it; an entered one with everything."""
    archive, header = an_archive()
    at = AtHistory(archive)
    at.tap("Not scored yet", "Count tiles")
    at.touch(at.page.back)
    at.tap("Winner: Ann", "Change")
    (game_id, players, _), (_, entered, _) = at.counted
    assert game_id == header.game_id
    assert [(player.name, player.vp_chips) for player in players] == [("Ann", 10), ("Béla", 14)]
    assert entered[0].home_world == "doomed_world"


def test_deleting_a_score_is_asked_first() -> None:
    """Only an entered one can go; the usual answer keeps it."""
    archive, _ = an_archive()
    at = AtHistory(archive)
    at.tap("Not scored yet")
    assert at.key("Delete") is None
    at.touch(at.page.back)
    at.tap("Winner: Ann", "Delete", "Keep it")
    assert len(archive.score_entries()) == 1
    at.tap("Delete", "Delete")
    at.history._read.wait()
    assert archive.score_entries() == ()
    assert len(at.rows) == 1


def test_records_of_players_and_rivals_are_written() -> None:
    """JSON and CSV; where they are is said."""
    archive, _ = an_archive()
    exchange = Exchange()
    at = AtHistory(archive, exchange=exchange)
    at.tap("Statistics")
    assert [row.title for row in at.rows] == ["Ann", "Bo", "Ann – Bo"]
    assert at.rows[0].text == "1 of 1 won · 25 points on average"
    at.main()
    assert json.loads(exchange.files["history.json"])["schema"] == "history/1"
    assert exchange.files["history.csv"].startswith(b"\xef\xbb\xbfgame,")
    assert "history.csv" in there(at.said)[0]


def test_each_box_can_be_shown_alone() -> None:
    """Then there are averages; the robot has its own name."""
    at = AtHistory(all_boxes())
    assert len(at.rows) == 4
    assert {row.text for row in at.rows} >= {"Rule the Galaxy", "Roll for the Galaxy"}
    at.tap("Statistics")
    assert "average" not in at.rows[0].text
    titles = []
    for _ in range(4):
        at.tap("symbol/swap")
        titles.append(at.page.above)
        at.touch(at.page.back)
        assert len(at.rows) == 1
        at.tap("Statistics")
    assert len(set(titles)) == 4
    at.tap("symbol/swap")
    assert at.page.above == "All games"
    assert any("Robot" in row.title for row in at.rows)


def test_a_game_of_another_box_counts_no_tiles() -> None:
    """Only Roll's score is entered tile by tile."""
    at = AtHistory(all_boxes())
    offered = {}
    for row in at.rows:
        at.touch(row.key)
        offered[row.text] = at.key("Count tiles") or at.key("Change")
        at.touch(at.page.back)
    assert [text for text, counts in offered.items() if counts] == ["Roll for the Galaxy"]
