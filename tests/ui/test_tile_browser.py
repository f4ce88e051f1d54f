"""The list of tiles: icons of what each does, filters, letters, and a way out of an empty list."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.catalog.roll_loader import load_roll_catalog
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import Category, PowerStep
from kivy_ui.games.roll.tiles.tile_filters import narrowed
from kivy_ui.games.roll.tiles.tile_icons import IconKind, TileSign, icons
from kivy_ui.games.roll.tiles.tile_picker import TilePicker
from tests.some import some
from tests.ui import counted_scenes
from tests.ui import fake_table as fake
from tests.ui.hand import Hand

SIDES = load_roll_catalog().sides


def _open(hand: Hand, table: fake.FakeTable) -> None:
    table.show(counted_scenes._in_phase(Phase.SETTLE))
    hand.wait()
    hand.app.root.ask_tile(1)
    hand.app.root.panel.show_all()
    hand.wait(8)


def _names(hand: Hand) -> list[str]:
    return [each["name"] for each in hand.app.root.panel.ids.found.data]


def test_every_tile_has_icons() -> None:
    """What works, what it gives; only a gray world without a gain does nothing."""
    mute = [key for key, side in SIDES.items() if not icons(side)]
    assert all(SIDES[key].category is Category.WORLD for key in mute), mute


def test_icons_say_when_and_what() -> None:
    assert icons(SIDES["spice_world"])[:2] == (
        TileSign(IconKind.GLYPH, "produce", opens=True),
        TileSign(IconKind.DIE, "novelty"),
    )
    robots = icons(SIDES["replicant_robots"])
    assert [icon.key for icon in robots] == ["settle", "−1", "tile"]
    assert icons(SIDES["replicant_robots"], PowerStep.SETTLE) == robots
    assert icons(SIDES["replicant_robots"], PowerStep.SHIP) == ()


def test_every_icon_can_be_drawn() -> None:
    from companion.drawing.glyphs import glyph
    from kivy_ui import theme
    from kivy_ui.widgets.icons import icon

    known: dict[IconKind, Callable[[str], object]] = {
        IconKind.GLYPH: glyph,
        IconKind.ICON: icon,
        IconKind.DIE: theme.DIE_BODIES.__getitem__,
        IconKind.TEXT: str,
    }
    for each in some(each for side in SIDES.values() for each in icons(side)):
        assert known[each.kind](each.key)


def test_powers_that_do_not_fit_are_left_out_whole() -> None:
    from kivy_ui.widgets.icon_row import fitting, row_px

    longest = max((icons(side) for side in SIDES.values()), key=row_px)
    assert fitting(longest, row_px(longest)) == longest
    shorter = fitting(longest, row_px(longest) - 1)
    assert len(shorter) < len(longest)
    assert longest[len(shorter)].opens
    assert fitting(longest, 1) == ()


@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_four_rows_of_tiles_stay_above_the_keyboard(table: fake.FakeTable, language: str) -> None:
    from kivy_ui.panels.tiles.finder import FoundView

    with Hand(table, language=language) as hand:
        _open(hand, table)
        found = hand.app.root.panel.ids.found
        low = found.to_window(found.x, found.y + found.below_px)[1]
        rows = {
            round(view.to_window(view.x, view.y)[1])
            for view in hand.widgets(FoundView)
            if view.to_window(view.x, view.y)[1] >= low - 1
        }
        assert len(rows) >= 4


def test_an_empty_list_offers_to_clear_the_filters(hand: Hand, table: fake.FakeTable) -> None:
    _open(hand, table)
    everything = _names(hand)
    hand.app.root.panel.typed("xq")
    hand.wait()
    assert _names(hand) == []
    assert hand.reads("No tile matches.")
    hand.tap_text("Clear filters")
    assert _names(hand) == everything
    assert hand.app.root.panel.letters == ""
    assert table.posted == []


def test_the_first_letter_is_one_tap(hand: Hand, table: fake.FakeTable) -> None:
    """Only names that begin with it are left; the key with the letters takes it back."""
    _open(hand, table)
    everything = _names(hand)
    hand.tap_text("s")
    assert _names(hand) == [name for name in everything if name.startswith("S")] != []
    hand.tap_icon("erase")
    assert _names(hand) == everything


def test_a_kind_is_a_filter_where_both_are_listed(hand: Hand, table: fake.FakeTable) -> None:
    picker = TilePicker(hand.app.root.presenters.ui, "", lambda _key: True)
    every = len(picker.found())
    assert [each.key for each in picker.filters if each.icon] == ["development", "world", "gray"]
    picker.narrow("development")
    assert {SIDES[each.key].category for each in picker.found()} == {Category.DEVELOPMENT}
    picker.narrow("genes")
    assert picker.found() == ()
    picker.narrow("world")
    picker.narrow("genes")
    assert {each.die for each in picker.found()} == {"genes"}
    picker.widen()
    assert len(picker.found()) == every
    assert narrowed(narrowed(picker._wanted, "2"), "2") == picker._wanted
