"""Widgets that draw an icon, a phase symbol or a die into their box."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, RoundedRectangle, SmoothLine
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.drawing.glyphs import FACES, glyph
from kivy_ui import theme
from kivy_ui.art.atlas import draw_picture, owned, pictured
from kivy_ui.widgets.icons import icon
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.letters import letters_texture, write
from kivy_ui.widgets.paint import paint

_INKS = {"hex/reach": theme.ACCENT, "hex/attack": theme.BAD}
"""Icons with a fixed colour."""
_DIM = 0.35  # opacity of a disabled picture
_LETTERS, _ON_DIE = 0.62, 0.92
"""Font size of the abbreviation on a die, and its maximum width, as shares of the die's edge."""


class Redrawn(Widget):
    """Base of widgets that draw on their canvas, before the next frame after a change."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.redraw_on("pos", "size")

    def redraw_on(self, *names: str) -> None:
        """Redraw whenever one of the properties changes."""
        for name in names:
            self.fbind(name, self._redraw)

    def _draw(self, *_args: object) -> None:
        """Draw into ``_group``; the base class draws nothing."""


class Drawn(Redrawn):
    """Base of widgets that draw themselves into the largest centred square of their box."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._redraw()

    def draw(self, group: InstructionGroup, x: float, y: float, edge_px: float) -> None:
        """Draw into *group*, in the square with lower left (x, y); the base class draws nothing."""

    def _draw(self, *_args: object) -> None:
        self._group.clear()
        edge_px = min(self.width, self.height)
        if edge_px < 2:
            return
        self.draw(self._group, self.center_x - edge_px / 2, self.center_y - edge_px / 2, edge_px)


class IconView(Drawn):
    """An icon, a phase symbol or the picture of a game piece; empty if ``name`` is empty."""

    name = StringProperty("")
    colour = ColorProperty(theme.TEXT)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.redraw_on("name", "colour")

    def draw(self, group: InstructionGroup, x: float, y: float, edge_px: float) -> None:
        """Draw the icon."""
        draw_icon(group, self.name, (x, y), edge_px, tuple(self.colour))


class DieView(Drawn):
    """A die with its body colour and the symbol of its face.

    Attributes:
        die: key of the die type; empty draws nothing.
        face: key of the face; empty shows the abbreviation of the type instead.
        letters: abbreviation of the type in the current language.
        doubtful: marked with a dashed frame and an exclamation mark.
        light: 0..1, strength of a doubtful die's highlight.
        chosen: framed as the selected die.
    """

    die = StringProperty("")
    face = StringProperty("")
    letters = StringProperty("")
    doubtful = BooleanProperty(False)
    chosen = BooleanProperty(False)
    light = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        self._shine = Color(*theme.CLEAR)
        super().__init__(**kwargs)
        self.redraw_on("die", "face", "letters", "doubtful", "chosen", "disabled")

    def on_light(self, *_change: object) -> None:
        """Update the highlight without redrawing."""
        self._shine.a = theme.GLOW * self.light

    def draw(self, group: InstructionGroup, x: float, y: float, edge_px: float) -> None:
        """Draw the die."""
        if not self.die:
            return
        if self.doubtful:
            self._shine = Color(*theme.faded(theme.DOUBT, theme.GLOW * self.light))
            group.add(self._shine)
            box = {"pos": (x, y), "size": (edge_px, edge_px)}
            group.add(RoundedRectangle(**box, radius=[dp(theme.RADIUS_MARK)] * 4))
        frame = edge_px * 0.10
        body_px = edge_px - 2 * frame
        left, bottom = x + frame, y + frame
        alpha = _DIM if self.disabled else 1.0
        draw_die(
            group, self.die, self.face, (left, bottom), body_px, letters=self.letters, alpha=alpha
        )
        if self.doubtful:
            _mark_doubt(group, x, y, edge_px)
        elif self.chosen:
            in_px, corner = dp(theme.HAIR), edge_px * 0.2
            group.add(Color(*theme.ACCENT))
            group.add(
                SmoothLine(
                    rounded_rectangle=(x + in_px, y + in_px, *(2 * (edge_px - 2 * in_px,)), corner),
                    width=theme.STROKE,
                )
            )


def draw_icon(
    group: InstructionGroup,
    name: str,
    origin: tuple[float, float],
    edge_px: float,
    colour: theme.Rgba,
) -> None:
    """Add a game piece, an icon or a phase symbol to *group*; nothing for an empty name.

    Pictures keep their own colours and are dimmed if *colour* is ``theme.FAINT`` (disabled).
    Pieces owned by a player are tinted with *colour*.
    """
    picture = pictured(name)
    if picture:
        alpha = _DIM if colour == theme.FAINT else colour[3]
        tint = colour if owned(picture) else theme.UNTINTED
        draw_picture(group, picture, origin, edge_px, alpha=alpha, tint=tint)
    elif name:
        parts = glyph(name) if name in FACES else icon(name)
        paint(group, parts, origin, edge_px, _INKS.get(name, colour))


def draw_die(
    group: InstructionGroup,
    die: str,
    face: str,
    origin: tuple[float, float],
    edge_px: float,
    *,
    letters: str = "",
    alpha: float = 1.0,
) -> None:
    """Add a die to *group*, lower left corner at *origin*; without a face with its abbreviation."""
    draw_picture(group, f"die/{die}/{face}" if face else f"die/{die}", origin, edge_px, alpha=alpha)
    if letters and not face:
        ink = theme.faded(theme.DIE_INKS[die], alpha)
        middle = (origin[0] + edge_px / 2, origin[1] + edge_px * 0.52)
        # All dice below the usual size use the same smallest text instead of what fits each one.
        size_px = edge_px * _LETTERS if edge_px > dp(theme.DIE - theme.HAIR) else 0.0
        if letters_texture(letters, size_px).width > edge_px * _ON_DIE:
            size_px = 0.0
        shown = letters if letters_texture(letters, size_px).width <= edge_px else letters[:1]
        write(group, shown, middle, ink, share=0.5, size_px=size_px)


def _mark_doubt(group: InstructionGroup, x: float, y: float, edge_px: float) -> None:
    group.add(Color(*theme.DOUBT))
    for points in dashes(((x, y), (x + edge_px, y), (x + edge_px, y + edge_px), (x, y + edge_px))):
        group.add(SmoothLine(points=points, width=max(1.2, edge_px * 0.03), cap="none"))
    badge = edge_px * 0.42
    left, bottom = x + edge_px - badge * 0.9, y + edge_px - badge * 0.9
    group.add(RoundedRectangle(pos=(left, bottom), size=(badge, badge), radius=[badge / 2] * 4))
    mark = edge_px * 0.30
    inset = (badge - mark) / 2
    paint(group, _MARK, (left + inset, bottom + inset), mark, theme.INK_ON_ACCENT)


_MARK = tuple(icon("error")[1:])


def dashes(
    corners: tuple[tuple[float, float], ...], count: int = 4, share: float = 0.6
) -> list[list[float]]:
    """Return a closed outline as dashes, *count* per side, each *share* of its interval long."""
    found = []
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        for i in range(count):
            first, last = (i + (1 - share) / 2) / count, (i + (1 + share) / 2) / count
            found.append(
                [
                    start[0] + (end[0] - start[0]) * first,
                    start[1] + (end[1] - start[1]) * first,
                    start[0] + (end[0] - start[0]) * last,
                    start[1] + (end[1] - start[1]) * last,
                ]
            )
    return found


load_kv(__file__)
