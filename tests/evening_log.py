"""What a game log says, told by the narrator as if it happened now."""

from collections.abc import Iterable
from contextlib import closing
from itertools import groupby, takewhile
from pathlib import Path

from companion.app.narrator import Narrator
from companion.games.registry import GAMES
from companion.session.ports import EventLog, StoredEvent
from companion.session.steps import Timeline
from companion.session.table_port import TableUpdate
from companion.storage.sqlite_log import SqliteEventLog
from tests.companion.demo.rehearsal import table_game

NOT_IN_THE_LOG = (
    "A new game is open",  # told again where an empty game is resumed
    "The game continues where",
    "The camera could not",
    "Images and",
    "Refused",
    "No window",
)
"""Beginnings of lines that tell of the program, not of an event."""


def lines_of(path: Path) -> list[str]:
    """Return every line that the games in the log at *path* give."""
    if not path.exists():
        return []
    with closing(SqliteEventLog(path, GAMES)) as log:
        return story_of(log)


def story_of(log: EventLog) -> list[str]:
    """Return every line that the games in *log* give."""
    told: list[str] = []
    narrator = Narrator(told.append)
    for header in reversed(log.games()):
        for update in _updates(header.game_id, header.game, log.load(header.game_id)):
            narrator.take(update)
    return facts(told)


def facts(lines: Iterable[str]) -> list[str]:
    """Return the lines that tell of the game; the explained score at the end repeats them."""
    game = takewhile(lambda line: not line.startswith("The final score of"), lines)
    return [line for line in game if not line.startswith(NOT_IN_THE_LOG)]


def _updates(game_id: str, key: str, stored: Iterable[StoredEvent]) -> Iterable[TableUpdate]:
    game = GAMES.replaced(table_game())[key]  # with tiles, as the table shows it
    timeline = Timeline(game)

    def update(version: int) -> TableUpdate:
        view = game.view(timeline.present.state, None)
        turns = timeline.can_undo, timeline.can_redo
        return TableUpdate(version, game_id, key, view, *turns, step=timeline.newest(version))

    yield update(0)
    for _, events in groupby(stored, key=lambda event: event.step):
        step = tuple(events)
        timeline.replay(step)
        yield update(step[-1].version)
