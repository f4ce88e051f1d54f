"""The script played without devices: every mat entered by hand."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from companion.catalog.roll_loader import load_roll_catalog
from companion.demo.deeds import AwaitReading, OpenGame, Press, deeds
from companion.demo.script import PlayedGame, UndoAction, load_script
from companion.games.definition import GameDefinition
from companion.games.roll.at_table import at_table
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.view.table_view import TableView
from companion.session.clock import SystemClock
from companion.session.session import GameSession
from companion.storage.memory_log import MemoryEventLog


@cache
def table_game() -> GameDefinition:
    """The game as at a real table, with the bundled tiles."""
    return at_table(Rules(load_roll_catalog()))


def views(game: PlayedGame) -> Iterator[TableView]:
    """The table before the first deed of a game and after each."""
    session = GameSession.begin(table_game(), MemoryEventLog(), SystemClock())
    for deed in deeds(replace(load_script(), games=(game,)), lambda: session.view):
        yield session.view
        match deed:
            case OpenGame():
                pass
            case UndoAction.UNDO:
                session.undo()
            case Press(seat):
                session.execute(SignalReady(seat))
            case AwaitReading():
                session.execute(deed.by_hand)
            case command:
                session.execute(command)
    yield session.view


def end_of(game: PlayedGame) -> TableView:
    """The table after the last deed."""
    *_, last = views(game)
    return last
