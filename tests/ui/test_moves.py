"""What to move on the table: said in rows, when it is said, and what was undone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.cli.benches.sync_table import SyncTable
from companion.games.instructions import PieceKind
from companion.games.roll.decide.combined import Accept
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.seating import ComputerSeat
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.phases.explore import Stock
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat
from companion.games.roll.phases.round import SignalReady
from companion.preferences import Preferences
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.common.move_rows import MoveRow, Moves
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.move_words import step_moves
from kivy_ui.games.roll.turn import move_pages
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.fakes import ManualClock
from tests.games.roll.tracked_table import GAME, a_set_up, laid

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

    def do(self, *commands: object) -> Evening:
        for command in commands:
            self.table.post(command)
            assert not self.table.refused
        return self

    @property
    def state(self) -> GameState:
        assert self.table.session is not None
        state: GameState = self.table.session.state
        return state

    def reveal(self, *phases: tuple[Phase, ...]) -> Evening:
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

    def moves(self) -> tuple[MoveRow, ...]:
        return move_pages.newest(self.ui)


def ways(rows: tuple[MoveRow, ...]) -> list[str]:
    """Rows as "who: from -> to"."""
    return [f"{row.name}: {row.source.text} {ARROW} {row.target.text}" for row in rows]


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
        f"P1:  {ARROW} marker on $1",
        f"P1: Citizenry {ARROW} Explore",
    ]
    assert [piece.text for piece in moves().rows[0].pieces] == ["\N{MINUS SIGN}2 $"]
    evening.ui.choose_language("pl")
    assert moves().rows[0].target.text != "marker on $1"
    assert not changes.take()
    changes.close()
    changes.redo()
    again = evening.said()
    assert again is not None
    assert ways(again.rows)[0] == f"P1: Odkrywanie {ARROW} Populacja"


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
    assert rows[0].seat == 0, "phase tiles are everybody's"
    assert {piece.key for piece in rows[0].pieces} == {"explore"}
    assert not [row for row in rows if row.target.icon == "cup"]


def test_only_the_newest_moves_are_asked_for_and_all_can_be_looked_up() -> None:
    """Those of the round, the newest first; after an undo nothing more."""
    evening = Evening().reveal(EXPLORE, EXPLORE, EXPLORE)
    for seat in (1, 2):
        evening.do(Stock(seat, holdings(evening.state, seat).workers(Phase.EXPLORE)[0]))
    assert {row.seat for row in evening.moves()} == {2}
    looked_up = move_pages.of_the_round(evening.ui)
    stocked = [row for row in looked_up if row.target.icon == "people"]
    assert [row.seat for row in stocked][:2] == [2, 1], "the newest first"
    assert all(row.pieces[0].kind is PieceKind.DIE for row in stocked[:2])
    assert evening.ui.gains(2) == (2, 0)
    assert evening.ui.gains(1) == (0, 0), "not of the last step"
    evening.presenters.undo_changes.undo()
    assert evening.moves() == (), "the page of the undo tells them"


def test_the_set_up_says_once_what_all_players_do() -> None:
    """What only some have follows; nothing is lost or told twice."""
    begun = Evening().said()
    assert begun is not None
    first = next(number for number, row in enumerate(begun.rows) if row.heading)
    shared = begun.rows[first + 1 :][:5]
    assert [row.target.icon for row in shared] == ["credits", "cup", "people", "develop", "settle"]
    assert all(row.seat == 0 for row in shared)
    own = [(row.seat, row.target.icon) for row in begun.rows if row.seat]
    assert own == [(1, "people"), (1, "tile"), (2, "people"), (3, "cup"), (3, "tile")]


def test_a_round_begins_with_what_to_move() -> None:
    """At once after Manage Empire, not after a restart, not where people know it."""
    evening = Evening()
    begun = evening.said()
    assert begun is not None
    assert any(row.source.text == "supply" for row in begun.rows), "the set-up, too"
    evening.reveal((Phase.SHIP,), (Phase.SHIP,), (Phase.SHIP,))
    evening.said()
    number = evening.state.round.number
    while evening.state.round.number == number:
        evening.do(Accept((1, 2, 3)))
    rounds = evening.said()
    assert rounds is not None
    assert rounds.rows[-1].note.startswith("Everybody rolls")
    assert evening.presenters.undo_changes.take() is False
    evening.presenters.undo_changes.undo()
    back = evening.said()
    assert back is not None
    assert back.rows[-1].note.startswith("All other dice behind the screens")
    assert not any(row.note for row in back.rows[:-1]), "reasons of a step that no longer counts"
    evening.presenters.undo_changes.redo()
    evening.said()

    resumed = Presenters(evening.ui)
    assert resumed.undo_changes.take() is False
    evening.ui.update = replace(evening.ui.update, restored=True)
    assert Presenters(evening.ui).undo_changes.take() is False


def test_what_a_computer_player_moves_says_what_for() -> None:
    """People have not chosen it; of what they chose only the rule is said."""
    evening = Evening().reveal(EXPLORE, EXPLORE, EXPLORE)
    for seat in (1, 2):
        evening.do(Stock(seat, holdings(evening.state, seat).workers(Phase.EXPLORE)[0]))
    ui = evening.ui
    assert ui.view is not None
    played = ComputerSeat(2, "normal")
    seats = tuple(replace(s, computer=played if s.seat == 2 else None) for s in ui.view.seats)
    rows = [
        row for step in ui.steps[-2:] for row in step_moves(ui.words, ui.tiles, seats, step).rows
    ]
    notes = {row.seat: row.note for row in rows if row.target.icon == "people"}
    assert notes == {1: "stocked", 2: "stocked, to recruit dice"}


def test_after_an_undo_nobody_has_gained_or_paid() -> None:
    """The counters stand for themselves; "paid 2 $" would ask for a payment."""
    evening = Evening().reveal(EXPLORE, EXPLORE, EXPLORE)
    evening.do(Stock(1, holdings(evening.state, 1).workers(Phase.EXPLORE)[0]))
    assert evening.ui.gains(1)[0] > 0
    evening.presenters.undo_changes.undo()
    assert evening.ui.gains(1) == (0, 0)
