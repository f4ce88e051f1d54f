"""The head of a page: menu or back, the question, phases or chips, undo."""

from dataclasses import replace
from typing import Final

from kivy_ui.pages.marks import BODY, BUTTON, LABEL, LEAST, MUTED, QUESTION, TOUCH_PX, Box
from kivy_ui.pages.opening import Table, Welcome
from kivy_ui.pages.page import Chip, Frame, Page
from kivy_ui.pages.scores import Code
from kivy_ui.pages.templates.parts import Drawing
from kivy_ui.pages.templates.photo import large_code

MARGIN: Final = 16
GAP: Final = 12
"""Margin of the window, and the gap between parts of its frame."""
_CHIP_GAP: Final = 10
_CHIPS: Final = 3
_TOP: Final = 8
"""Where a lifted small line begins."""
_LINES: Final = 2
"""Lines of a question at most."""
_SMALL_LINES: Final = 3
"""Lines of the smallest question at most, beside chips in portrait."""
_SPACED: Final = "\u200a"
"""Hair space: capitals of the small line are set wider, which Kivy cannot do by itself."""


def head(draw: Drawing, page: Page) -> None:
    """Draw menu or back, the question, phases or chips, and undo."""
    if isinstance(page.body, Welcome):
        x, middle = draw.px(28) if not draw.portrait else 20, draw.px(36)
        _chips(draw, page, x + _width_of_chips(draw, page), middle)
        return
    below = 80 if draw.portrait else draw.px(74)
    lifted = _lifted(draw, page)
    middle = (52 if lifted else 40) if draw.portrait else draw.px(36)
    touch, right = max(TOUCH_PX, draw.px(48)), draw.width - 12
    large = large_code(draw, page.body) if isinstance(page.body, Code) else None
    right = large.x - draw.px(GAP) if large else right
    first = (Frame.MENU, "menu") if page.back is None else (page.back, "back")
    _corner(draw, *first, Box(12, middle - touch // 2, touch, touch))
    if page.can_undo:
        right -= touch
        _corner(draw, Frame.UNDO, "undo", Box(right, middle - touch // 2, touch, touch))
        right -= draw.px(GAP)
    if chips_below(draw, page):
        _chips(draw, page, draw.width - MARGIN, below + TOUCH_PX // 2)
    else:
        right = _chips(draw, page, right, middle)
    if page.phases:
        right = _phases(draw, page, middle, right, below)
    x = 12 + touch + draw.px(GAP if draw.portrait or not draw.large else 8)
    box = Box(x, middle - draw.px(26), right - x, draw.px(52))
    _question(draw, page, box, Box(x, _TOP, draw.width - MARGIN - x, 0) if lifted else None)


def _corner(draw: Drawing, key: object, icon: str, box: Box) -> None:
    draw.target(key, box)
    with draw.on(key):
        draw.symbol(icon, box.centred(draw.px(24), draw.px(24)))


def chips_below(draw: Drawing, page: Page) -> bool:
    """Tell whether chips stand below the question: in portrait many would leave it no room."""
    if not draw.portrait or not page.chips or isinstance(page.body, Table):
        return False
    size, most = (BUTTON, _LINES) if page.phases else (LEAST, _SMALL_LINES)
    lines = draw.lines(page.question, _room(draw, page), size, bold=True)
    beside_phases = bool(page.phases) and _is_wide(draw, page)
    return len(page.chips) > _CHIPS or len(lines) > most or beside_phases


def _room(draw: Drawing, page: Page) -> int:
    """Return the width that chips leave for the question in portrait."""
    return draw.width - 2 * (TOUCH_PX + 2 * GAP) - _width_of_chips(draw, page) - GAP


def _is_wide(draw: Drawing, page: Page) -> bool:
    return draw.width_of(page.above.upper(), LEAST, bold=True) > _room(draw, page)


def _lifted(draw: Drawing, page: Page) -> bool:
    """Tell whether the small line stands over question and chips, which leave it no room."""
    beside = draw.portrait and bool(page.chips) and not chips_below(draw, page)
    return beside and not isinstance(page.body, Table) and _is_wide(draw, page)


def _chips(draw: Drawing, page: Page, right: int, middle: int) -> int:
    """Draw the chips, the last one ends at *right*; return where the first one begins.

    A symbol has its word where the chips have a line of their own.
    """
    worded = chips_below(draw, page) and not page.phases
    for each in reversed(page.chips):
        chip = each if worded else _wordless(each)
        right = _chip(draw, chip, right, middle) - draw.px(_CHIP_GAP)
    return right


def _wordless(chip: Chip) -> Chip:
    return replace(chip, text="") if chip.icon else chip


def _width_of_chips(draw: Drawing, page: Page) -> int:
    """Return how wide they are without the words of symbols."""
    wide = sum(_chip_size(draw, _wordless(each))[0] for each in page.chips)
    return wide + draw.px(_CHIP_GAP) * max(0, len(page.chips) - 1)


def _chip_size(draw: Drawing, chip: Chip) -> tuple[int, int, int, int]:
    """Return width and height of a chip, and the widths of its text and of what is before it."""
    high = max(TOUCH_PX, draw.px(48)) if chip.key is not None else draw.px(40)
    text = draw.width_of(chip.text, BUTTON, bold=True)
    lead = draw.px(34 if chip.picture else 24) if chip.picture or (chip.icon and chip.text) else 0
    front = lead + (draw.px(8) if chip.text and lead else 0)
    pad = draw.px(20) if chip.key is not None and chip.text else 0
    return max(high, text + front + pad), high, text, front


def _chip(draw: Drawing, chip: Chip, right: int, middle: int) -> int:
    """Draw a chip that ends at *right*; return where it begins."""
    wide, high, text, front = _chip_size(draw, chip)
    side, small = draw.px(34), draw.px(24)
    box = Box(right - wide, middle - high // 2, wide, high)
    if chip.key is not None:
        draw.button(chip.key, box, "chosen" if chip.chosen else "raised")
    with draw.on(chip.key):
        if chip.seat:
            draw.badge(chip.seat, box.centred(draw.px(40), draw.px(40)))
        row = box.cut(left=(wide - text - front) // 2)
        if chip.picture:
            draw.picture(chip.picture, row.start(side))
        if chip.icon:
            draw.symbol(chip.icon, row.start(small) if chip.text else box.centred(small, small))
        draw.words(chip.text, row.cut(left=front)._replace(w=text), BUTTON, bold=True)
        if chip.done:
            mark, out = draw.px(22), draw.px(9)
            corner = Box(box.right - mark + out, box.bottom - mark + out, mark, mark)
            draw.piece("tick/good", corner)
    return box.x


def _phases(draw: Drawing, page: Page, middle: int, right: int, below: int) -> int:
    side, pitch = (draw.px(43), draw.px(53)) if draw.large else (36, 46 if draw.portrait else 42)
    wide = (len(page.phases) - 1) * pitch + side
    x, y = (72, below) if draw.portrait else (right - wide, middle - side // 2)
    for index, (phase, state) in enumerate(page.phases):
        draw.piece(f"phase/{phase}/{state.value}", Box(x + index * pitch, y, side, side))
    return right if draw.portrait else x - draw.px(GAP)


def _question(draw: Drawing, page: Page, box: Box, top: Box | None) -> None:
    """Draw the question below its small line, which has a box of its own where it is lifted.

    Where the question is the word on the stage, there is only the line.
    """
    above = spaced(page.above)
    if isinstance(page.body, Table):
        draw.words(above, box, LEAST, bold=True, colour=MUTED)
        return
    size, lines, high = QUESTION, [page.question], 1 if top else draw.line(LEAST)
    if draw.width_of(page.question, QUESTION, bold=True) > box.w:
        for size in (BUTTON, BODY, LABEL, LEAST):
            lines = draw.lines(page.question, box.w, size, bold=True)
            most = _SMALL_LINES if draw.portrait and size == LEAST else _LINES
            if len(lines) == 1 or (len(lines) <= most and size < BUTTON):
                break
        else:
            draw.no_room_for(page.question)
    step = draw.px(36 if len(lines) == 1 else 22 if len(lines) == _LINES else 18)
    whole = box.centred(box.w, high - draw.px(1) + step * len(lines))
    line = (top or whole)._replace(h=draw.line(LEAST))
    draw.words(above, line, LEAST, bold=True, colour=MUTED)
    draw.block(lines, whole.cut(top=high - draw.px(1)), size, step, bold=True)


def spaced(text: str) -> tuple[str, str]:
    """Return a text in capitals, set wider and not."""
    return _SPACED.join(text.upper()), text.upper()
