"""Small pieces: texts that fit, icons and dice that are drawn."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.drawing.glyphs import FACES, Fill, Stroke
from companion.games.roll.model.dice import FACE_PAIRS
from kivy_ui import theme
from kivy_ui.widgets.icons import ICONS
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


def _fit(hand: Hand, text: str, size: tuple[int, int], **changes: Any) -> Any:
    from kivy_ui.widgets.text import Text

    label = Text(text=text, size=size, size_hint=(None, None), base_size=20, **changes)
    hand.app.root.add_widget(label)
    hand.wait()
    return label


def test_a_text_that_fits_keeps_its_size(hand: Hand) -> None:
    """Nothing is made smaller without need."""
    label = _fit(hand, "Odkrywanie", (300, 40))
    assert (label.font_size, label.overflowing) == (20, False)


def test_a_text_too_long_is_set_smaller_then_cut(hand: Hand) -> None:
    """Smaller letters first; only what is hopeless is cut off, and says so."""
    smaller = _fit(hand, "Technologie Obcych", (150, 26))
    assert smaller.font_size < 20
    assert not smaller.overflowing
    hopeless = _fit(hand, "Technologie Obcych Cywilizacji", (60, 20))
    assert hopeless.overflowing
    assert hopeless.texture_size[0] <= 61


def test_a_text_grows_back_when_there_is_room(hand: Hand) -> None:
    """A wider box, or a shorter text, brings the size back."""
    label = _fit(hand, "Technologie Obcych Cywilizacji", (60, 20))
    label.size = (400, 40)
    hand.wait()
    assert (label.font_size, label.overflowing) == (20, False)


@given(
    st.lists(st.text("abc", min_size=1, max_size=6), min_size=1, max_size=12), st.integers(6, 20)
)
def test_lines_hold_every_word(words: list[str], width: int) -> None:
    """With letters of width 1, no line is longer than the box and none is wasted."""
    from kivy_ui.widgets.text import lines_needed

    lines = lines_needed(" ".join(words), width, len)
    assert lines is not None
    letters = sum(map(len, words))
    assert letters / width <= lines <= len(words)


def test_a_word_wider_than_the_box_does_not_fit() -> None:
    """A word is never torn apart."""
    from kivy_ui.widgets.text import lines_needed

    assert lines_needed("a abcdefgh", 5, len) is None


def test_icons_stay_inside_their_square() -> None:
    """Every icon is drawn within its box."""
    for name, parts in ICONS.items():
        assert parts, name
        for part in parts:
            assert isinstance(part, (Stroke, Fill))
            for x, y in part.points:
                assert -0.01 <= x <= 1.01, name
                assert -0.01 <= y <= 1.01, name


def test_every_die_can_be_drawn(hand: Hand) -> None:
    """All 30 pairs, plain, doubtful and chosen."""
    from kivy_ui.widgets.drawn import DieView

    for die, face in FACE_PAIRS:
        view = DieView(die=die.value, face=face.value, size=(48, 48), size_hint=(None, None))
        hand.app.root.add_widget(view)
        hand.wait(1)
        plain = len(view._group.children)
        view.doubtful = True
        hand.wait(1)
        assert len(view._group.children) > plain > 2
        hand.app.root.remove_widget(view)


def test_every_button_icon_exists(hand: Hand, table: fake.FakeTable) -> None:
    """No layout names an icon that is not drawn."""
    from kivy_ui.art.atlas import PICTURED
    from kivy_ui.widgets.drawn import IconView

    for view in (None, fake.assigning(), fake.revealing(2), fake.managing(), fake.over()):
        table.show(view)
        hand.wait()
        names = {icon.name for icon in hand.widgets(IconView) if icon.name}
        assert names <= {*ICONS, *PICTURED, *FACES}
        assert names


def _luminance(colour: theme.Rgba) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _contrast(one: theme.Rgba, other: theme.Rgba) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        (theme.TEXT, theme.RAISED),
        (theme.TEXT, theme.PRESSED),
        (theme.TEXT, theme.ACCENT_GROUND),
        (theme.TEXT, theme.BAD_GROUND),
        (theme.MUTED, theme.SURFACE),
        (theme.GOOD, theme.GOOD_GROUND),
        (theme.WAITING, theme.WAITING_GROUND),
        (theme.WAITING, theme.SURFACE),
        (theme.INK_ON_ACCENT, theme.ACCENT),
        *((theme.INK_ON_ACCENT, colour) for colour in theme.SEAT_COLOURS.values()),
    ],
)
def test_inks_stand_out(ink: theme.Rgba, ground: theme.Rgba) -> None:
    """WCAG AA for normal text, 4.5 : 1, everywhere."""
    assert _contrast(ink, ground) >= 4.5


def test_dice_inks_stand_out_on_their_bodies() -> None:
    """The glyphs are large: 3 : 1 is enough."""
    for die, body in theme.DIE_BODIES.items():
        assert _contrast(theme.DIE_INKS[die], body) >= 3
    assert set(FACES) == {face.value for _, face in FACE_PAIRS}


@pytest.mark.parametrize("height_px", range(110, 220, 10))
def test_lines_after_a_break_are_shown_where_they_fit(hand: Hand, height_px: int) -> None:
    """The last words of three paragraphs, of which two take several lines."""
    text = (
        "1. Upper row: tap the phase of the selection die.\n2. Lower row: tap the column of each"
        " other die. Each time say which kind.\nStill to enter: 3 × Home, 1 × Novelty"
    )
    label = _fit(hand, text, (276, height_px))
    last = label._label._cached_lines[-1].words[-1].text
    assert label.overflowing or last.endswith("Novelty")
