"""A new question takes no touch for a moment: a second tap was meant for what was there."""

from __future__ import annotations

from companion.games.roll.model.dice import Phase
from tests.games.roll.tracked_table import a_game
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


def test_a_second_tap_never_answers_a_new_question() -> None:
    """A panel that opens, the screen below one that closes, a line with other buttons."""
    from kivy_ui.panels.choosing import ChoiceButton
    from kivy_ui.screens.tasks import TaskButtonView, TaskLineView
    from kivy_ui.widgets import settling
    from kivy_ui.widgets.controls import TextButton

    game = a_game().reveal(p1=Phase.EXPLORE, p2=Phase.EXPLORE, p3=Phase.SHIP)
    table = fake.FakeTable(fake.an_update(game.view))
    hand = Hand(table)
    hand.settle_s = 3600.0
    with hand:
        line = next(one for one in hand.widgets(TaskLineView) if one.number == 1)
        more = next(
            one for one in line.walk() if isinstance(one, TextButton) and one.icon == "more"
        )
        hand.tap(more)
        assert hand.app.current_panel == "ChoosingPanel"
        stock = next(iter(hand.widgets(ChoiceButton)))
        hand.tap(stock)
        assert table.posted == []
        settling.SETTLE_S = 0.0
        hand.tap(stock)
        assert len(table.posted) == 1

        settling.SETTLE_S = 3600.0
        hand.app.root.close_panel()
        buttons = list(hand.widgets(TaskButtonView))
        hand.tap(buttons[0])
        assert len(table.posted) == 1, "the screen below has come up under the finger"
        settling.SETTLE_S = 0.0

        table.show(a_game().reveal(p1=Phase.DEVELOP, p2=Phase.DEVELOP, p3=Phase.SHIP).view)
        hand.wait(4)
        settling.SETTLE_S = 3600.0
        hand.tap(next(iter(hand.widgets(TaskButtonView))))
        assert len(table.posted) == 1, "the line asks something else now"
