"""A panel as large as the window: what is behind it is not drawn, and comes back with its end."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from kivy_ui.panels.base import Panel
from tests.ui import counted_scenes
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


def _drawn_behind(hand: Hand) -> bool:
    shell = hand.app.root
    return shell.ids.behind.canvas in shell.canvas.children


def test_a_covered_screen_is_not_drawn(table: fake.FakeTable, tmp_path: Path) -> None:
    table.show(counted_scenes.assigning())
    with Hand(table) as hand:
        shell = hand.app.root
        before, after = tmp_path / "before.png", tmp_path / "after.png"
        hand.app.step(2)
        hand.app.screenshot(before)
        assert _drawn_behind(hand)
        large, small = Panel(shell.presenters, shell), Panel(shell.presenters, shell)
        large.wanted_width, large.wanted_height = 800, 480
        shell.open_panel(small)
        hand.wait()
        assert _drawn_behind(hand), "a small panel shows what is behind it"
        shell.open_panel(large)
        hand.wait()
        assert not _drawn_behind(hand)
        shell.close_panel(large)
        hand.wait()
        assert _drawn_behind(hand)
        shell.open_panel(large)
        hand.wait()
        shell._close_all()
        hand.wait()
        hand.app.step(2)
        hand.app.screenshot(after)
        with Image.open(before) as first, Image.open(after) as second:
            assert first.tobytes() == second.tobytes()
