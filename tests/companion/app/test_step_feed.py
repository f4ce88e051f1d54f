"""What the table tells step by step: on the console, and to other programs over a socket."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.narrator import Narrator
from companion.app.step_feed import FEED_UNAVAILABLE, FeedSocket, StepFeed
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import SignalReady
from companion.i18n import translator
from companion.session.clock import SystemClock
from companion.session.session import GameSession
from companion.session.table import update_of
from companion.storage.memory_log import MemoryEventLog
from tests.companion.demo.rehearsal import table_game
from tests.companion.demo.stage import EVENING
from tests.rows import raises
from tests.waiting import until

_MATS = [
    RecordMat(mat.seat or 0, mat.in_fact) for mat in EVENING.games[0].rounds[0].mats
]  # fmt: skip


class Told:
    """A game from its first step, with what is told of each step."""

    def __init__(self) -> None:
        self.objects: list[dict[str, Any]] = []
        self.sentences: list[str] = []
        self.lines: list[str] = []
        self._session = GameSession.begin(table_game(), MemoryEventLog(), SystemClock())
        self._feed = StepFeed(translator("en"), self._take)
        self._narrator = Narrator(self.lines.append)
        self.publish()

    def _take(self, line: str, sentences: tuple[str, ...]) -> None:
        self.objects.append(json.loads(line))
        self.sentences += sentences

    def publish(self) -> None:
        for each in (self._feed, self._narrator):
            each.take(update_of(self._session))

    def do(self, *steps: object) -> "Told":
        for step in steps:
            self._session.execute(step)
            self.publish()
        return self

    def undo(self) -> None:
        self._session.undo()
        self.publish()


@pytest.fixture
def told() -> Told:
    return Told().do(EVENING.games[0].start, *map(SignalReady, (1, 2, 3)))


def test_each_step_is_told_once_in_the_words_of_the_log(told: Told) -> None:
    """With game, version, kind of step and seats; players by their names."""
    told.publish()
    start, *ready = told.objects
    assert (start["game"], start["step"], start["over"]) == ("roll", "done", False)
    assert "Łukasz" in start["events"][0]["text"]
    assert [each["events"][0]["seat"] for each in ready] == [1, 2, 3]
    assert {each["events"][0]["kind"] for each in ready} == {"SignalReady"}
    versions = [each["version"] for each in told.objects]
    assert versions == sorted(set(versions))
    assert told.lines == told.sentences


def test_an_undone_step_is_told_as_undone(told: Told) -> None:
    """With the sentences of what was taken back."""
    before = told.sentences[-1]
    told.undo()
    assert told.objects[-1]["step"] == "undone"
    assert told.sentences[-1] == f"Undone: {before}"


def test_what_is_secret_is_told_only_after_everybody_is_ready(told: Told) -> None:
    """Dice that a player enters behind the screen, and those of a reveal that was taken back."""
    told.do(_MATS[0])
    assert told.sentences[-1] == "Ann has laid out: 3 × Home, 1 × Rare Elements."
    told.undo()
    told.undo()
    told.do(_MATS[1])
    assert told.sentences[-1] == "Łukasz: dice behind the screen."
    secret = json.dumps(told.objects[-1])
    assert "Home" not in secret
    assert "home" not in secret


def test_a_game_that_was_open_before_is_told_from_its_next_step(told: Told) -> None:
    """A restart repeats nothing."""
    lines: list[str] = []
    late = Narrator(lines.append)
    late.take(update_of(told._session, restored=True))
    assert lines == []
    told._session.execute(_MATS[0])
    late.take(update_of(told._session))
    assert len(lines) == 1


# --- the socket ----------------------------------------------------------------------------------


@pytest.fixture
def feed(tmp_path: Path) -> Iterator[FeedSocket]:
    opened = FeedSocket(tmp_path / "events.sock")
    yield opened
    opened.close()


def _reader(feed: FeedSocket) -> socket.socket:
    before = len(feed._readers)
    reader = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    reader.settimeout(10)
    reader.connect(str(feed._path))
    until(lambda: len(feed._readers) > before)
    return reader


def test_every_reader_gets_every_line(feed: FeedSocket) -> None:
    """From its connection on; one that goes away disturbs nobody."""
    first = _reader(feed)
    feed.send("one")
    with _reader(feed) as second:
        feed.send("two")
        assert second.recv(100) == b"two\n"
    feed.send("three")
    feed.send("four")
    with first, first.makefile() as lines:
        assert [lines.readline() for _ in range(4)] == ["one\n", "two\n", "three\n", "four\n"]


def test_a_slow_reader_is_disconnected_and_holds_up_nothing(feed: FeedSocket) -> None:
    """Its buffer fills up; the other one gets the next line."""
    with _reader(feed) as slow, _reader(feed) as quick:
        line = "x" * 60_000
        for _ in range(20):
            feed.send(line)
            with quick.makefile("rb", buffering=0) as file:
                received = b""
                while len(received) <= len(line):
                    received += file.read(70_000) or b""
        assert len(feed._readers) == 1
        assert slow.fileno() >= 0


def test_a_stale_socket_is_replaced_but_no_file(tmp_path: Path) -> None:
    """A path that is a file is refused with the reason, and stays."""
    left = tmp_path / "left.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as old:
        old.bind(str(left))
    FeedSocket(left).close()
    assert not left.exists()
    file = tmp_path / "file"
    file.write_text("mine")
    with raises(FEED_UNAVAILABLE, match="file"):
        FeedSocket(file)
    assert file.read_text() == "mine"
