"""Entry of the final score: all players with a mark for each part, and the part entered now."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.forms import Entry
from kivy_ui.pages.marks import BODY, BUTTON, LEAST, Box, Drawing
from kivy_ui.pages.scores import Scorer, Tally
from kivy_ui.pages.templates.cards import card_grid
from kivy_ui.pages.templates.entry import entry
from kivy_ui.pages.templates.parts import (
    GOOD,
    INK_ON_SEAT,
    MUTED,
    SEATS,
    TEXT,
    badge,
)
from kivy_ui.pages.templates.tabs import tabs

_PLAYERS: Final = 196
_PLAYER: Final = 68
_ROOMY: Final = 5
"""Players up to whom there is room between their rows."""
_MARK: Final = (13, 7)
_OPEN: Final = "3A475E"


def tally(draw: Drawing, stage: Box, body: Tally) -> None:
    """Draw the players at the left, in portrait above; beside them the part."""
    count = len(body.players)
    gap = draw.px(8) if count <= _ROOMY else 1
    if draw.portrait:
        gap = 8
        name = max(draw.width_of(each.seat.name, LEAST, bold=True) for each in body.players)
        across = count if (stage.w + gap) // count - gap - 14 >= name else 2 if count == 4 else 3
        wide = (stage.w - gap * (across - 1)) // across
        high = 92
        for index, player in enumerate(body.players):
            row, column = divmod(index, across)
            place = Box(stage.x + column * (wide + gap), stage.y + row * (high + gap), wide, high)
            _upright(draw, body, player, index, place)
        top = stage.y + -(-count // across) * (high + gap) + draw.px(6)
        right = Box(stage.x, top, stage.w, stage.bottom - top)
    else:
        high = min(draw.px(_PLAYER), (stage.h + gap) // count - gap)
        for index, player in enumerate(body.players):
            place = Box(stage.x, stage.y + index * (high + gap), draw.px(_PLAYERS), high)
            _player(draw, body, player, index, place)
        x = stage.x + draw.px(_PLAYERS) + draw.px(16)
        right = Box(x, stage.y, stage.right - x, stage.h)
    if isinstance(body.body, Entry):
        entry(draw, right, body.body)
    else:
        card_grid(draw, tabs(draw, body.body.tabs, right), body.body.cards)


def _surface(draw: Drawing, body: Tally, player: Scorer, index: int, box: Box) -> bool:
    """Draw the ground of a player; return whether it is this player's turn."""
    now = index == body.player
    key = None if now else player.key
    if now:
        draw.patch("head_alone", box, SEATS.get(player.seat.colour, MUTED))
    else:
        draw.patch("flat", box, of=key)
    if key is not None:
        draw.target(key, box)
    return now


def _badge(draw: Drawing, player: Scorer, box: Box, *, now: bool) -> None:
    """Draw the player's badge; dark on the seat's colour for the one whose turn it is."""
    if not now:
        badge(draw, player.seat, box, of=player.key)
        return
    draw.piece("symbol/disc", box, INK_ON_SEAT)
    draw.words(str(player.seat.number), box, BODY if box.h > draw.px(26) else LEAST, bold=True,
               colour=SEATS.get(player.seat.colour, MUTED), align=1)  # fmt: skip


def _player(draw: Drawing, body: Tally, player: Scorer, index: int, box: Box) -> None:
    """Draw a player as a row: badge, name, marks, total."""
    now = _surface(draw, body, player, index, box)
    key = None if now else player.key
    total = draw.width_of(player.total or "–", BUTTON, bold=True)
    name = draw.width_of(player.seat.name, LEAST, bold=True)
    roomy = draw.px(12 + 34 + 10 + 6 + 12) + total + name <= box.w
    pad = draw.px(12 if roomy else 6)
    side = min(draw.px(34 if roomy else 28), box.h - draw.px(10))
    place = Box(box.x + pad, box.y + (box.h - side) // 2, side, side)
    _badge(draw, player, place, now=now)
    x, right = place.right + (draw.px(10) if roomy else draw.px(6)), box.right - pad
    if player.complete and not now:
        mark = draw.px(18 if roomy else 14)
        corner = Box(place.right - mark * 2 // 3, place.y - mark // 3, mark, mark)
        draw.piece("tick/good", corner, of=key)
    draw.words(player.total or "–", Box(right - total, box.y, total, box.h), BUTTON, bold=True,
               colour=INK_ON_SEAT if now else TEXT, of=key)  # fmt: skip
    line = draw.line(BODY)
    y = box.y + (box.h - line - draw.px(_MARK[1] + 5)) // 2
    draw.words(player.seat.name, Box(x, y, right - total - draw.px(4) - x, line), BODY, bold=True,
               colour=INK_ON_SEAT if now else TEXT, of=key)  # fmt: skip
    _marks(draw, player, Box(x, y + line + draw.px(5), 0, draw.px(_MARK[1])), now=now, of=key)


def _upright(draw: Drawing, body: Tally, player: Scorer, index: int, box: Box) -> None:
    """Draw a player as a small card: badge and name, total, marks."""
    now = _surface(draw, body, player, index, box)
    key = None if now else player.key
    ink = INK_ON_SEAT if now else TEXT
    name = draw.width_of(player.seat.name, LEAST, bold=True)
    side = 28 if name + 28 + 24 <= box.w else 0
    x = box.x + 8
    if side:
        _badge(draw, player, Box(x, box.y + 8, side, side), now=now)
        x += side + 6
    else:
        _badge(draw, player, Box(x, box.y + 40, 24, 24), now=now)
    draw.words(player.seat.name, Box(x, box.y + 8, box.right - 6 - x, 28), BODY, bold=True,
               colour=ink, align=0 if side else 1, of=key)  # fmt: skip
    draw.words(player.total or "–", Box(box.x, box.y + 36, box.w, 32), BUTTON, bold=True, align=1,
               colour=ink, of=key)  # fmt: skip
    wide = len(player.entered) * 16 - 3
    _marks(draw, player, Box(box.x + (box.w - wide) // 2, box.y + 74, 0, 7), now=now, of=key)


def _marks(draw: Drawing, player: Scorer, box: Box, *, now: bool, of: object) -> None:
    """Draw a small bar for each part: filled once it is entered."""
    wide, x = draw.px(_MARK[0]), box.x
    for entered in player.entered:
        colour = INK_ON_SEAT if now else GOOD if entered else _OPEN
        draw.patch("segment", Box(x, box.y, wide, box.h), colour, of=of,
                   opacity=0.28 if now and not entered else 1.0)  # fmt: skip
        x += wide + draw.px(3)
