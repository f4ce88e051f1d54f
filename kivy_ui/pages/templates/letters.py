"""A text with a keyboard: the text and what may be meant above, the keys below."""

from typing import Final, NamedTuple

from kivy_ui.pages.letters import Erase, Letter, Letters, Shift, Turn
from kivy_ui.pages.marks import BODY, BUTTON, LABEL, MUTED, TEXT, TOUCH_PX, Box
from kivy_ui.pages.templates.cards import card_grid
from kivy_ui.pages.templates.parts import Drawing

_COLUMNS: Final = 10
"""Letters of a row; in landscape what else there is stands at the end of the rows."""
_SMALL_KEY, _KEY, _LARGE_KEY = 48, 58, 76
_TEXT: Final = 52
_ERASE, _SPACE = "erase", " "
_EDGE: Final = 2
"""Between a key's surface and its place to touch: all of the keyboard answers."""


def letters(draw: Drawing, stage: Box, body: Letters) -> None:
    """Draw text, cards and keys; in portrait the keyboard is as wide as the window."""
    rows = len(body.rows) + (1 if draw.portrait else 0)
    gap, text = draw.px(8), draw.px(_TEXT)
    high = max(TOUCH_PX, min(_most(draw, body), (stage.h - gap - text) // rows))
    keys = stage.cut(top=stage.h - rows * high)
    above = stage._replace(h=keys.y - gap - stage.y)
    if draw.portrait:
        keys = keys._replace(x=0, w=draw.width)
        _text(draw, body, above._replace(h=text))
        beside = above.cut(top=text + gap)
    else:
        wide = above.w // 3 if body.cards else above.w
        _text(draw, body, above._replace(w=wide, h=min(above.h, draw.px(_TEXT + 18))))
        beside = above.cut(left=wide + gap)
    card_grid(draw, beside, body.cards)
    _keys(draw, body, keys, high)


def _most(draw: Drawing, body: Letters) -> int:
    """Return how high a key may be: small where cards need the room, large where nothing does."""
    if draw.portrait:
        return _KEY
    return draw.px(_LARGE_KEY if not body.cards else _KEY if body.turn else _SMALL_KEY)


def _text(draw: Drawing, body: Letters, box: Box) -> None:
    """Draw the text with the place of the next letter; before there is any, what is typed."""
    draw.patch("card", box)
    line, inner = draw.px(28), box.inset(draw.px(14), 0)
    place = draw.words(body.value, inner, BUTTON, bold=True)
    rest = inner.cut(left=place.w + draw.px(2) if place else 0)
    draw.patch("bar", rest.start(draw.px(3), line), TEXT)
    if not body.value:
        draw.words(body.label, rest.cut(left=draw.px(14)), BODY, colour=MUTED)


class _Other(NamedTuple):
    """A key that is no letter; *columns* is its width where all of them are in one row."""

    key: object
    face: str
    columns: int
    rows: int = 1


def _keys(draw: Drawing, body: Letters, box: Box, high: int) -> None:
    """Draw the letters; the other keys fill the ends of the rows, in portrait a row below."""
    others = _others(body)
    columns = _COLUMNS if draw.portrait else _COLUMNS + 1

    def cell(column: float, count: int, row: int, down: int = 1) -> Box:
        left, right = int(box.w * column / columns), int(box.w * (column + count) / columns)
        return Box(box.x + left, box.y + row * high, right - left, high * down)

    for row, (letters_of, other) in enumerate(zip(body.rows, others, strict=True)):
        count = len(letters_of)
        start = (columns - count) / 2 if draw.portrait else 0
        for column, letter in enumerate(letters_of):
            _key(draw, Letter(letter), letter, cell(start + column, 1, row))
        if other is not None and not draw.portrait:
            _key(draw, other.key, other.face, cell(count, columns - count, row, other.rows))
    if draw.portrait:
        column = 0
        for other in filter(None, others):
            _key(draw, other.key, other.face, cell(column, other.columns, len(body.rows)))
            column += other.columns


def _others(body: Letters) -> tuple[_Other | None, ...]:
    """Return the other keys, one for the end of each row."""
    erase, space = _Other(Erase(), _ERASE, 2), _Other(Letter(" "), _SPACE, 4)
    if not body.turn:
        return erase._replace(rows=2), None, space._replace(columns=8)
    return _Other(Turn(), body.turn, 2), erase, _Other(Shift(), "Aa", 2), space


def _key(draw: Drawing, key: object, face: str, box: Box) -> None:
    surface = box.inset(_EDGE)
    draw.target(key, box)
    with draw.on(key):
        draw.patch("raised" if isinstance(key, Letter) else "flat", surface)
        if face == _ERASE:
            draw.symbol("erase", box.centred(draw.px(28), draw.px(28)))
        elif face == _SPACE:
            draw.patch("bar", box.centred(box.w // 2, draw.px(4)), TEXT)
        else:
            size = BUTTON if len(face) == 1 else LABEL
            draw.words(face, surface, size, bold=True, align=1)
