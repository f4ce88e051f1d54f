"""Icons of what each tile does."""

from __future__ import annotations

from collections.abc import Callable

from companion.catalog.roll_loader import load_roll_catalog
from companion.games.roll.model.effects import Category, PowerStep
from kivy_ui.games.roll.tiles.tile_icons import IconKind, TileSign, icons
from tests.some import some

SIDES = load_roll_catalog().sides


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
