"""What to move, as rows: dense, whole, and what does not fit is counted."""

from __future__ import annotations

from kivy.lang import Builder

from companion.games.instructions import PieceKind
from kivy_ui.common.move_rows import MoveRow, PieceMark, PlaceMark
from kivy_ui.widgets.move_list import FittedMoves, MoveRowView
from tests.ui import fake_table as fake
from tests.ui.hand import Hand

_BUILT = (
    MoveRow(
        1,
        "Ann",
        "blue",
        (PieceMark(PieceKind.TILE),),
        PlaceMark("settle", ""),
        PlaceMark("tile", "tableau"),
        "New Survivalists",
        "tile complete",
    ),
    *(
        MoveRow(
            1,
            "Ann",
            "blue",
            (PieceMark(PieceKind.DIE, "home"),),
            PlaceMark("settle", source),
            PlaceMark("people", "Citizenry"),
            note="tile complete",
        )
        for source in ("Settle", "world stack")
    ),
    MoveRow(0, "", "", note="Everybody rolls all dice of the cup"),
)


def _shown(hand: Hand, width_px: int, height_px: int) -> FittedMoves:
    rule = f"FittedMoves:\n    size_hint: None, None\n    size: {width_px}, {height_px}"
    moves = Builder.load_string(rule)
    assert isinstance(moves, FittedMoves)
    hand.app.root.add_widget(moves)
    moves.show(_BUILT)
    hand.wait(6)
    return moves


def _rows(moves: FittedMoves) -> list[MoveRowView]:
    return [each for each in moves.walk() if isinstance(each, MoveRowView)]


def test_a_narrow_column_holds_a_completed_tile_without_scrolling() -> None:
    """The pictures above the words; a reason that a player's moves share is told once."""
    with Hand(fake.FakeTable(fake.an_update(fake.assigning()))) as hand:
        moves = _shown(hand, 272, 224)
        rows = _rows(moves)
        assert [row.words.count("tile complete") for row in rows] == [1, 0, 0, 0]
        assert moves.more == 0
        assert sum(row.height for row in rows) <= 224
        assert not any("Ann" in row.words for row in rows), "the number stands for the name"


def test_a_wide_list_says_names_and_breaks_no_words() -> None:
    """In a panel the words stand beside the pictures, also where there is no picture."""
    with Hand(fake.FakeTable(fake.an_update(fake.assigning()))) as hand:
        rows = _rows(_shown(hand, 700, 300))
        assert [row.words.startswith("Ann: ") for row in rows] == [True, True, True, False]
        for row in rows:
            assert row.height <= 100, row.words


def test_what_does_not_fit_is_counted() -> None:
    """No row is cut at rest."""
    with Hand(fake.FakeTable(fake.an_update(fake.assigning()))) as hand:
        assert _shown(hand, 272, 120).more in (2, 3)
