"""The icons of a tile in a row, rendered once to a cached texture so that lists scroll smoothly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kivy.graphics import Color, Fbo, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty

from kivy_ui import theme
from kivy_ui.games.roll.tiles.tile_icons import IconKind, TileSign
from kivy_ui.widgets.drawn import Redrawn, draw_die, draw_icon
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.letters import letters_texture, write


class IconRow(Redrawn):
    """Draws icons from the left; if there is no room, the last powers are left out.

    Attributes:
        letters: die type key -> abbreviation in the current language.
        icons: the icons.
        natural_px: width of all icons.
    """

    letters = ObjectProperty({})
    icons = ObjectProperty(())
    natural_px = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.redraw_on("letters", "icons")

    def on_icons(self, *_change: object) -> None:
        """Update the natural width."""
        self.natural_px = row_px(self.icons)

    def _draw(self, *_args: object) -> None:
        self._group.clear()
        shown = fitting(self.icons, self.width)
        if not shown or self.height <= 1:
            return
        pairs = tuple((icon.key, self.letters.get(icon.key, "")) for icon in shown)
        texture = _picture(shown, pairs, dp(theme.ICON))
        place = (round(self.x), round(self.center_y - texture.height / 2))
        self._group.add(Color(*theme.UNTINTED))
        self._group.add(Rectangle(texture=texture, pos=place, size=texture.size))


def fitting(icons: Sequence[TileSign], width_px: float) -> tuple[TileSign, ...]:
    """Return the icons of the powers that fit completely into *width_px*."""
    shown = tuple(icons)
    while shown and row_px(shown) > width_px:
        opening = [place for place, icon in enumerate(shown) if icon.opens]
        shown = shown[: opening[-1]] if opening else ()
    return shown


def row_px(icons: Sequence[TileSign]) -> float:
    """Return the width of all *icons* in a row."""
    return float(sum(_icon_px(icon, first=not place) for place, icon in enumerate(icons)))


def _icon_px(icon: TileSign, *, first: bool) -> float:
    before_px = dp(theme.WIDE_GAP) if icon.opens and not first else 0
    if icon.kind is IconKind.TEXT:
        return float(letters_texture(icon.key, _text_px()).width + dp(theme.HAIR) + before_px)
    return float(dp(theme.ICON + theme.HAIR) + before_px)


def _text_px() -> float:
    return float(dp(theme.TEXT_SMALL))


@lru_cache(maxsize=160)
def _picture(
    icons: tuple[TileSign, ...], letters: tuple[tuple[str, str], ...], edge_px: float
) -> Texture:
    words = dict(letters)
    fbo = Fbo(size=(int(row_px(icons)) + 1, int(edge_px)))
    x = 0.0
    for place, icon in enumerate(icons):
        width_px = _icon_px(icon, first=not place)
        at = (x + (dp(theme.WIDE_GAP) if icon.opens and place else 0), 0.0)
        x += width_px
        match icon.kind:
            case IconKind.TEXT:
                write(fbo, icon.key, (at[0], edge_px / 2), theme.TEXT, size_px=_text_px())
            case IconKind.DIE:
                draw_die(fbo, icon.key, "", at, edge_px, letters=words[icon.key])
            case IconKind.GLYPH | IconKind.ICON:
                ink = theme.ACCENT if icon.opens else theme.MUTED
                draw_icon(fbo, icon.key, at, edge_px, ink)
    fbo.draw()
    return fbo.texture


load_kv(__file__)
