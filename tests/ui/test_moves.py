"""What to move on the table: said in rows, when it is said, and what was undone."""

from dataclasses import replace
from typing import Any

from companion.benches.sync_table import SyncTable
from companion.games.roll.decide.combined import Accept
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.phases.explore import Stock
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat
from companion.games.roll.phases.round import SignalReady
from companion.preferences import Preferences
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.common.move_texts import BoardMove, Moves
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.turn import move_pages
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.fakes import ManualClock
from tests.games.roll.tracked_table import GAME, a_set_up, laid
from tests.some import there

ARROW = "\N{RIGHTWARDS ARROW}"


class Evening:
    """Presenters over a real session."""

    def __init__(self, language: str = "en", **look: Any) -> None:
        self.table = SyncTable(GAME, MemoryEventLog(), ManualClock())
        settings = UiSettings(language=language, preferences=Preferences(**look))
        self.ui = RollContext(self.table, settings)
        self.presenters = Presenters(self.ui)
        self.table.subscribe(self.ui.take)
        self.table.new_game(GAME.key)
        self.do(a_set_up(1, 2, 3))

    def do(self, *commands: object) -> "Evening":
        for command in commands:
            self.table.post(command)
            assert not self.table.refused
        return self

    @property
    def state(self) -> GameState:
        assert self.table.session is not None
        state: GameState = self.table.session.state
        return state

    def reveal(self, *phases: tuple[Phase, ...]) -> "Evening":
        """Each player puts the dice of the cup under these phases, in turn; the first is chosen."""
        for seat in (1, 2, 3):
            self.do(SignalReady(seat))
        for seat, columns in enumerate(phases, 1):
            cup = holdings(self.state, seat).cup
            dice = (
                laid(die, columns[i % len(columns)], selecting=not i) for i, die in enumerate(cup)
            )
            self.do(RecordMat(seat, tuple(dice)))
        return self.do(ConfirmReveal())

    def said(self) -> Moves | None:
        changes = self.presenters.undo_changes
        return changes.moves() if changes.take() else None

    def moves(self) -> tuple[BoardMove, ...]:
        return move_pages.newest(self.ui)


def ways(rows: tuple[BoardMove, ...]) -> list[str]:
    """Rows as "who: from -> to"."""
    return [f"{row.seat and row.seat.name}: {row.source} {ARROW} {row.target}" for row in rows]


def seats(rows: tuple[BoardMove, ...]) -> list[int]:
    """Who moves, 0 for all."""
    return [row.seat.number if row.seat is not None else 0 for row in rows]


def spots(rows: tuple[BoardMove, ...]) -> list[str]:
    """Pictures of the targets."""
    return [row.spot.piece if row.spot is not None else "" for row in rows]


EXPLORE = (Phase.EXPLORE,)


def test_an_undo_says_who_did_what_and_what_to_move_back() -> None:
    """With the player's name, in the language of the moment; asked for once."""
    evening = Evening().reveal(EXPLORE, EXPLORE, EXPLORE)
    evening.said()
    evening.do(Stock(1, holdings(evening.state, 1).workers(Phase.EXPLORE)[0]))
    assert evening.said() is None, "nobody turned back"
    evening.presenters.undo_changes.undo()
    changes = evening.presenters.undo_changes
    assert changes.take()
    moves = changes.moves
    assert moves().said == ("P1 stocks with Home.",)
    assert ways(moves().rows) == [
        f"P1:  {ARROW} Set the marker to $1",
        f"P1: Citizenry {ARROW} Explore",
    ]
    assert [each.text for each in moves().rows[0].pictures] == ["\N{MINUS SIGN}2"]
    evening.ui.choose_language("pl")
    assert moves().rows[0].target != "Set the marker to $1"
    assert not changes.take()
    changes.close()
    changes.redo()
    assert ways(there(evening.said()).rows)[1] == f"P1: Odkrywanie {ARROW} Populacja"


def test_an_undone_signal_moves_nothing_but_is_named() -> None:
    """Nothing lies elsewhere, and still people see what was taken back."""
    evening = Evening().do(SignalReady(2))
    evening.said()
    evening.presenters.undo_changes.undo()
    moves = evening.said()
    assert moves == Moves(("P2 is ready.",), ())


def test_after_reveal_phase_tiles_are_turned_and_idle_dice_are_not_told_twice() -> None:
    """Which phases are turned over; the idle dice stood in the summary of Reveal."""
    evening = Evening().reveal(EXPLORE, (Phase.EXPLORE, Phase.SHIP), EXPLORE)
    rows = evening.moves()
    assert rows[0].seat is None, "phase tiles are everybody's"
    assert [each.piece for each in rows[0].pictures] == ["phase/explore/active"]
    assert "cup" not in spots(rows)


def test_only_the_newest_moves_are_asked_for_and_all_can_be_looked_up() -> None:
    """Those of the round, the newest first; after an undo nothing more."""
    evening = Evening().reveal(EXPLORE, EXPLORE, EXPLORE)
    for seat in (1, 2):
        evening.do(Stock(seat, holdings(evening.state, seat).workers(Phase.EXPLORE)[0]))
    assert set(seats(evening.moves())) == {2}
    looked_up = move_pages.of_the_round(evening.ui)
    stocked = tuple(row for row in looked_up if spots((row,)) == ["citizenry"])[:2]
    assert seats(stocked) == [2, 1], "the newest first"
    assert all(row.pictures[0].piece.endswith("/explore") for row in stocked)
    evening.presenters.undo_changes.undo()
    assert evening.moves() == (), "the page of the undo tells them"


def test_the_set_up_says_once_what_all_players_do() -> None:
    """What only some have follows; nothing is lost or told twice."""
    begun = Evening().moves()
    shared, own = begun[:6], begun[6:]
    assert set(seats(shared)) == {0}
    assert spots(shared) == [
        *("coin", "development", "world/novelty", "chip", "cup", "citizenry")
    ]  # fmt: skip
    assert seats(own) == [1, 1, 2, 3, 3]
    assert spots(own)[:2] == ["citizenry", "world/novelty"], "the good, too"


def test_a_round_begins_with_what_to_move() -> None:
    """At once after Manage Empire, not after a restart; all of it goes back with an undo."""
    evening = Evening()
    assert move_pages.says_at_once(evening.ui)
    assert any(row.source == "supply" for row in evening.moves()), "the set-up, too"
    evening.reveal((Phase.SHIP,), (Phase.SHIP,), (Phase.SHIP,))
    assert not move_pages.says_at_once(evening.ui)
    number = evening.state.round.number
    while evening.state.round.number == number:
        evening.do(Accept((1, 2, 3)))
    assert move_pages.says_at_once(evening.ui)
    assert "cup" in spots(evening.moves())
    evening.presenters.undo_changes.undo()
    assert any(row.source == "behind the screen" for row in there(evening.said()).rows)
    assert evening.presenters.undo_changes.take() is False
    evening.ui.update = replace(evening.ui.update, restored=True)
    assert evening.moves() == ()
