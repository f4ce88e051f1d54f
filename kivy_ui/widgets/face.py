"""Draws game pieces without a picture: cards, tiles and dice with their printed content."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kivy.graphics import Color, Mesh, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp

from kivy_ui import theme
from kivy_ui.art.atlas import draw_picture
from kivy_ui.common.board.faces import Face, FaceShape
from kivy_ui.widgets.letters import letters_texture, write

_NARROW: Final = {FaceShape.CARD: 0.76}
"""Aspect ratio (width / height) of non-square pieces."""

_SMALL_DP: Final = theme.grid(5)
"""Pieces below this height have the icon beside the text."""

_PLANET: Final = 0.76
"""Diameter of a world's planet, as a share of the card's height."""
_RING: Final = 0.5
"""Radius of the ring around a military world, as a share of the planet's diameter."""

_Box = tuple[float, float, float, float]
_DrawSign = Callable[[InstructionGroup, str, tuple[float, float], float, theme.Rgba], None]


def draw_face(
    group: InstructionGroup,
    face: Face,
    origin: tuple[float, float],
    edge_px: float,
    alpha: float,
    draw_icon: _DrawSign,
) -> None:
    """Add a piece to *group*, in the square of *edge_px* with its lower left at *origin*."""
    width = edge_px * _NARROW.get(face.shape, 0.94)
    height = edge_px * (1.0 if face.shape is FaceShape.CARD else 0.94)
    left, low = origin[0] + (edge_px - width) / 2, origin[1] + (edge_px - height) / 2
    if face.shape is FaceShape.WORLD:
        _world(group, face, (left, low, width, height), alpha)
        return
    if face.shape is FaceShape.DIE:
        draw_picture(group, "die/home", (left, low), width, alpha=alpha)
        ink = theme.faded(theme.DIE_INKS["home"], alpha)
    else:
        _ground(group, face, (left, low, width, height), alpha)
        key = face.grounds[0] if face.grounds else ""
        ink = theme.faded(theme.PIECE_INKS.get(key, theme.INK_ON_ACCENT), alpha)
    _inside(group, face, (left, low, width, height), ink, draw_icon)


def draw_plate(
    group: InstructionGroup, face: Face, box: _Box, alpha: float, draw_icon: _DrawSign
) -> None:
    """Add a piece to *group* that fills *box* (left, low, width, height): a field of a board."""
    _ground(group, face, box, alpha)
    key = face.grounds[0] if face.grounds else ""
    ink = theme.faded(theme.PIECE_INKS.get(key, theme.INK_ON_ACCENT), alpha)
    _inside(group, face, box, ink, draw_icon)


def _world(group: InstructionGroup, face: Face, box: _Box, alpha: float) -> None:
    """Draw a planet, with a ring if it is military, and the card's number in the corner."""
    left, low, width, height = box
    group.add(Color(*theme.faded(theme.GROUND, alpha)))
    radius = [dp(theme.RADIUS_MARK)] * 4
    group.add(SmoothRoundedRectangle(pos=(left, low), size=(width, height), radius=radius))
    group.add(Color(*theme.faded(theme.LINE, alpha)))
    group.add(SmoothLine(rounded_rectangle=(*box, radius[0]), width=dp(theme.HALF_HAIR)))
    edge = height * _PLANET
    place = left + width - edge * 1.1, low + edge * 0.1
    draw_picture(group, face.icon, place, edge, alpha=alpha)
    for ground in face.grounds:
        ring = (place[0] + edge / 2, place[1] + edge / 2, edge * _RING)
        group.add(Color(*theme.faded(theme.PIECE_GROUNDS[ground], alpha)))
        group.add(SmoothLine(circle=ring, width=max(dp(theme.STROKE), edge * 0.04)))
    size_px = min(height * 0.4, dp(theme.TEXT_LARGE))
    high = max(size_px, float(letters_texture(face.text, size_px).height) * 0.8)
    group.add(Color(*theme.faded(theme.PIECE_GROUNDS[""], alpha)))
    place = left, low + height - high
    group.add(SmoothRoundedRectangle(pos=place, size=(high, high), radius=radius))
    middle = left + high / 2, low + height - high / 2
    write(
        group,
        face.text,
        middle,
        theme.faded(theme.INK_ON_ACCENT, alpha),
        share=0.5,
        size_px=size_px,
    )


def _ground(group: InstructionGroup, face: Face, box: _Box, alpha: float) -> None:
    """Draw the piece's background colours side by side."""
    left, low, width, height = box
    keys = face.grounds or ("",)
    radius = [dp(theme.RADIUS_MARK)] * 4
    group.add(Color(*theme.faded(theme.PIECE_GROUNDS[keys[0]], alpha)))
    group.add(SmoothRoundedRectangle(pos=(left, low), size=(width, height), radius=radius))
    if len(keys) > 1:
        inset = dp(theme.HAIR)
        share = (width - 2 * inset) / len(keys)
        for place, key in enumerate(keys):
            group.add(Color(*theme.faded(theme.PIECE_GROUNDS[key], alpha)))
            _fill(group, (left + inset + place * share, low + inset, share, height - 2 * inset))


def _fill(group: InstructionGroup, box: _Box) -> None:
    left, low, width, height = box
    corners = ((left, low), (left + width, low), (left + width, low + height), (left, low + height))
    vertices = [value for x, y in corners for value in (x, y, 0.0, 0.0)]
    group.add(Mesh(vertices=vertices, indices=list(range(4)), mode="triangle_fan"))


def _inside(
    group: InstructionGroup, face: Face, box: _Box, ink: theme.Rgba, draw_icon: _DrawSign
) -> None:
    """Draw icon and text: beside each other on a wide piece, else one above the other."""
    left, low, width, height = box
    middle = left + width / 2, low + height / 2
    small = height < dp(_SMALL_DP)
    wide = small or width > height * 1.2
    size_px = _letters_px(face, width, height, wide=wide)
    word_px = letters_texture(face.text, size_px).width if face.text else 0
    if not face.icon:
        write(group, face.text, middle, ink, share=0.5, size_px=size_px)
    elif not face.text:
        edge = min(width, height) * 0.66
        _icon(draw_icon, group, face, (middle[0] - edge / 2, middle[1] - edge / 2), edge, ink)
    elif wide:
        between = dp(theme.HAIR if small else theme.HALF_GAP)
        edge = min(height * 0.62, width - word_px - 3 * between)
        start = left + (width - edge - word_px - between) / 2
        _icon(draw_icon, group, face, (start, middle[1] - edge / 2), edge, ink)
        place = start + edge + between, middle[1]
        write(group, face.text, place, ink, size_px=size_px)
    else:
        room = height - dp(theme.TEXT_ROW)
        edge = min(width * 0.6, room, height * 0.45)
        if edge < dp(theme.GAP):  # too small for the icon: draw only the number
            write(group, face.text, middle, ink, share=0.5, size_px=size_px)
            return
        place = middle[0] - edge / 2, low + height * 0.95 - edge
        _icon(draw_icon, group, face, place, edge, ink)
        place = middle[0], low + (height * 0.95 - edge) / 2
        write(group, face.text, place, ink, share=0.5, size_px=size_px)


def _icon(
    draw_icon: _DrawSign,
    group: InstructionGroup,
    face: Face,
    place: tuple[float, float],
    edge: float,
    ink: theme.Rgba,
) -> None:
    """Draw the icon on a piece: a world's picture by its path, else as by ``draw_icon``."""
    if "/" in face.icon:
        draw_picture(group, face.icon, place, edge, alpha=ink[3])
    else:
        draw_icon(group, face.icon, place, edge, ink)


def _letters_px(face: Face, width: float, height: float, *, wide: bool) -> float:
    """Return the largest font size that fits on a piece."""
    if not face.text:
        return 0.0
    size_px = min(height * (0.5 if face.icon else 0.62), dp(theme.TEXT_LARGE))
    room = width * (0.5 if wide and face.icon else 0.9)
    word_px = max(1.0, float(letters_texture(face.text, size_px).width))
    return float(size_px * min(1.0, room / word_px))
