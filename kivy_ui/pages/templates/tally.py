"""Entry of the final score: all players with a mark for each part, and the part entered now."""

from typing import Final

from kivy_ui.pages.forms import Entry
from kivy_ui.pages.marks import BODY, BUTTON, GOOD, INK_ON_SEAT, LEAST, MUTED, SEATS, TEXT, Box
from kivy_ui.pages.scores import Scorer, Tally
from kivy_ui.pages.templates.cards import card_grid, tabs
from kivy_ui.pages.templates.form import entry
from kivy_ui.pages.templates.parts import Drawing

_PLAYERS: Final = 196
_PLAYER: Final = 68
_UPRIGHT: Final = 92
_ROOMY: Final = 5
"""Players up to whom there is room between their rows."""
_MARK, _MARK_GAP = (20, 7), 4
"""Size of the bar of a part at most, and the room between two."""
_OPEN: Final = "3A475E"


def tally(draw: Drawing, stage: Box, body: Tally) -> None:
    """Draw the players at the left, in portrait above; beside them the part."""
    count = len(body.players)
    if draw.portrait:
        gap, drawn = 8, _upright
        name = draw.widest([each.seat.name for each in body.players], LEAST, bold=True)
        across = count if (stage.w + gap) // count - gap - 14 >= name else 2 if count == 4 else 3
        down = -(-count // across)
        players = stage._replace(h=down * (_UPRIGHT + gap) - gap)
        cells = players.cells(across, down, gap)
        right = stage.cut(top=players.h + gap + draw.px(6))
    else:
        drawn = _player
        players = stage._replace(w=draw.px(_PLAYERS))
        gap = draw.px(8) if count <= _ROOMY else 1
        cells = players.cells(1, count, gap, draw.px(_PLAYER))
        right = stage.cut(left=players.w + draw.px(16))
    for index, (player, box) in enumerate(zip(body.players, cells, strict=False)):
        now = index == body.player
        key = None if now else player.key
        tint = SEATS.get(player.seat.colour, MUTED) if now else "FFFFFF"
        with draw.button(key, box, "head_alone" if now else "flat", tint):
            drawn(draw, player, box, now=now)
    if isinstance(body.body, Entry):
        entry(draw, right, body.body)
    else:
        card_grid(draw, tabs(draw, body.body.tabs, right), body.body.cards)


def _badge(draw: Drawing, player: Scorer, box: Box, *, now: bool) -> None:
    if now:
        draw.disc(player.seat, box, BODY if box.h > draw.px(26) else LEAST)
    else:
        draw.badge(player.seat, box)


def _player(draw: Drawing, player: Scorer, box: Box, *, now: bool) -> None:
    """Draw a player as a row: badge, name, marks, total."""
    shown, ink = player.total or "–", INK_ON_SEAT if now else TEXT
    total = draw.width_of(shown, BUTTON, bold=True)
    name = draw.width_of(player.seat.name, LEAST, bold=True)
    roomy = draw.px(12 + 34 + 10 + 6 + 12) + total + name <= box.w
    side = min(draw.px(34 if roomy else 28), box.h - draw.px(10))
    row = box.inset(draw.px(12 if roomy else 6), 0)
    place = row.start(side)
    _badge(draw, player, place, now=now)
    if player.complete and not now:
        mark = draw.px(18 if roomy else 14)
        corner = Box(place.right - mark * 2 // 3, place.y - mark // 3, mark, mark)
        draw.piece("tick/good", corner)
    draw.words(shown, row.end(total, row.h), BUTTON, bold=True, colour=ink)
    row = row.cut(left=side + draw.px(10 if roomy else 6), right=total + draw.px(4))
    line, gap, high = draw.line(BODY), draw.px(5), draw.px(_MARK[1])
    both = row.start(row.w, line + draw.px(_MARK[1] + 5))
    draw.words(player.seat.names, both._replace(h=line), BODY, bold=True, colour=ink)
    _marks(draw, player, both.cut(top=line + gap)._replace(h=high), now=now)


def _upright(draw: Drawing, player: Scorer, box: Box, *, now: bool) -> None:
    """Draw a player as a small card: badge and name, total, marks."""
    ink = INK_ON_SEAT if now else TEXT
    name = draw.width_of(player.seat.name, LEAST, bold=True)
    beside = name + 28 + 24 <= box.w
    badge = Box(box.x + 8, box.y + 8, 28, 28) if beside else Box(box.x + 8, box.y + 40, 24, 24)
    _badge(draw, player, badge, now=now)
    row = box.cut(left=42 if beside else 8, top=8, right=6)._replace(h=28)
    draw.words(player.seat.names, row, BODY, bold=True, colour=ink, align=0 if beside else 1)
    total = box.cut(top=36)._replace(h=32)
    draw.words(player.total or "–", total, BUTTON, bold=True, align=1, colour=ink)
    wide = min(len(player.entered) * (_MARK[0] + _MARK_GAP) - _MARK_GAP, box.w - 16)
    marks = box.cut(top=74)._replace(h=7).centred(wide, 7)
    _marks(draw, player, marks, now=now)


def _marks(draw: Drawing, player: Scorer, box: Box, *, now: bool) -> None:
    """Draw a small bar for each part: filled once it is entered."""
    count, gap = len(player.entered), draw.px(_MARK_GAP)
    cells = box._replace(w=min(box.w, count * draw.px(_MARK[0] + _MARK_GAP) - gap))
    for entered, place in zip(player.entered, cells.cells(count, 1, gap), strict=True):
        colour = INK_ON_SEAT if now else GOOD if entered else _OPEN
        draw.patch("segment", place, colour, opacity=0.28 if now and not entered else 1.0)
