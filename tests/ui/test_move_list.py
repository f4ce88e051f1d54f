"""Rows of moves on the screen: words have the room that they need."""

from __future__ import annotations

import pytest

from companion.games.instructions import PieceKind
from kivy_ui.common.move_rows import MoveRow, PieceMark, PlaceMark
from tests.ui.hand import Hand

CREDITS = MoveRow(
    1, "Ann", "blue", (PieceMark(PieceKind.CREDIT, text="+2 $"),),
    target=PlaceMark("credits", "marker on $3"),
)  # fmt: skip
WORDS = MoveRow(1, "Ann", "blue", note="A tile lends the explorer: all dice stay where they are")


@pytest.mark.parametrize("width_px", [300, 740])
@pytest.mark.parametrize("rows", [[CREDITS, WORDS], [WORDS, CREDITS], [WORDS]])
def test_words_without_pictures_take_the_width_of_the_row(
    hand: Hand, width_px: int, rows: list[MoveRow]
) -> None:
    """New rows, and rows that showed something else before."""
    from kivy_ui.widgets.move_list import FittedMoves

    view = FittedMoves(size=(width_px, 300), size_hint=(None, None))
    view.show(rows)
    hand.app.root.add_widget(view)
    for shown in (rows, rows[::-1], [CREDITS], rows):
        view.show(shown)
        hand.wait(4)
        for row in view.ids.moves.ids.rows.children:
            label = row.children[0].children[0]
            if "lends" in row.words:
                assert label.width > row.width * 0.75
