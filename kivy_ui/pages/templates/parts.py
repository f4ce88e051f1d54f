"""What templates draw with: pieces with their marks, badges, money, and three kinds of answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kivy_ui.pages.drawing import Canvas
from kivy_ui.pages.marks import (
    ARROW,
    BODY,
    BUTTON,
    INK_ON_SEAT,
    LABEL,
    LEAST,
    MUTED,
    SEATS,
    TEXT,
    Box,
    Flight,
)  # fmt: skip
from kivy_ui.pages.page import Look, Picture, Seat
from kivy_ui.pages.photos import Photograph
from kivy_ui.pages.rounds import Answer, Cell

NAME_SIZES: Final = (22, BODY, LABEL, LEAST)
_DIM: Final = 0.4
_OVER: Final = 0.54  # size of a piece on another, as a share
_LABEL_LINES: Final = 2
_CLOSE: Final = 22
"""Edge of dice up to which they lie close together."""
_PLACES: Final = ((0.44, 0.44), (0.98, 0.26))
"""Where pieces on a picture lie, as shares of it."""


@dataclass
class Drawing(Canvas):
    """Draws the parts that several templates share.

    Attributes:
        name_size: of the names on the seats' colours: that of the longest one.
        phones: seats that have a phone now.
    """

    name_size: int = NAME_SIZES[0]
    phones: frozenset[int] = frozenset()

    def picture(
        self, shown: Picture, box: Box, *, number: int = LABEL, dim: bool = False,
        flight: Flight | None = None,
    ) -> None:  # fmt: skip
        """Draw a piece with its number and what lies on it; *number* is the size of the number."""
        if shown.piece == "seat":
            self.badge(Seat(int(shown.number or 0), "", shown.colour), box)
            return
        if shown.photo:
            self._snapshot(shown.photo, box)
            return
        dim = dim or shown.look in {Look.DONE, Look.LEAVES}
        doubtful = shown.look is Look.DOUBTFUL
        if doubtful:
            self.patch("doubt", box.inset(-max(4, box.w // 8)), pulses=True)
        tint = SEATS.get(shown.colour, "FFFFFF")
        self.piece(shown.piece, box, tint, _DIM if dim else 1.0, flight)
        if doubtful:
            mark = max(self.px(22), box.w // 3)
            self.piece("mark/doubt", Box(box.right - mark // 2, box.y - mark // 2, mark, mark))
        if shown.number:
            white = shown.piece.startswith(("world", "tile", "storm/back"))
            self.words(
                shown.number, box, number, bold=True, align=1, least=number,
                shaded=white and not dim,
                colour=MUTED if dim else "FFFFFF" if white else INK_ON_SEAT,
            )  # fmt: skip
        side = round(box.w * _OVER)
        for each, (x, y) in zip(shown.over, _PLACES, strict=False):
            place = Box(box.x + round(x * box.w), box.y + round(y * box.h), side, side)
            self.picture(each, place, dim=dim)

    def _snapshot(self, photo: Photograph, box: Box) -> None:
        """Draw the middle of a photo, above the surface of what it stands on."""
        edge = min(photo.width, photo.height)
        across, down = edge / photo.width / 2, edge / photo.height / 2
        with self.over():
            self.shot(photo, (0.5 - across, 0.5 - down, 0.5 + across, 0.5 + down), box.inset(2))
            self.patch("photo", box)

    def figure_width(self, shown: Picture, side: int, size: int) -> int:
        caption = self.width_of(shown.caption, size, bold=True)
        return reach(shown, side) + (caption + self.px(3) if caption else 0)

    def figure(
        self, shown: Picture, row: Box, side: int, size: int, *, dim: bool = False
    ) -> int:  # fmt: skip
        """Draw a picture at the left of a row, with its caption beside it; return the width."""
        number = LEAST if side < self.px(36) else LABEL
        self.picture(shown, row.start(side), number=number, dim=dim)
        wide = self.figure_width(shown, side, size)
        x = reach(shown, side) + self.px(3)
        self.words(shown.caption, row._replace(x=row.x + x, w=wide - x), size, bold=True,
                   colour=MUTED if dim else TEXT, least=size)  # fmt: skip
        return wide

    def figures_width(
        self, shown: tuple[Picture, ...], side: int, size: int, space: int = 10
    ) -> int:
        return sum(self.figure_width(each, side, size) + self.px(space) for each in shown)

    def figures(
        self, shown: tuple[Picture, ...], row: Box, side: int, size: int, *, dim: bool = False,
        space: int = 10,
    ) -> None:  # fmt: skip
        for each in shown:
            row = row.cut(left=self.figure(each, row, side, size, dim=dim) + self.px(space))

    def badge(self, seat: Seat, box: Box) -> None:
        """Draw a seat's number on its colour; the robot's has its picture."""
        self.patch("badge", box, SEATS.get(seat.colour, ARROW))
        if not seat.number:
            side = box.h * 3 // 4
            self.symbol("robot", box.centred(side, side), INK_ON_SEAT)
            return
        size = LEAST if box.h < self.px(26) else BODY if box.h < self.px(34) else 22
        if box.h > self.px(80):
            size = 56
        self.words(str(seat.number), box, size, bold=True, colour=INK_ON_SEAT, align=1)
        self._phone(seat, box)

    def _phone(self, seat: Seat, box: Box) -> None:
        """Draw a small phone into the lower right corner of a badge, if the seat has one."""
        if seat.number not in self.phones:
            return
        high = max(self.px(13), box.h // 3)
        sign = Box(box.right - high * 2 // 3, box.bottom - high, high * 2 // 3, high)
        self.patch("bar", sign, INK_ON_SEAT)
        self.patch("bar", sign.inset(self.px(2)), TEXT)

    def disc(self, seat: Seat, box: Box, size: int = LABEL) -> None:
        """Draw a seat's number in its colour on a dark disc."""
        self.symbol("disc", box, INK_ON_SEAT)
        self.words(str(seat.number), box, size, bold=True, align=1,
                   colour=SEATS.get(seat.colour, MUTED))  # fmt: skip
        self._phone(seat, box)

    def seat_disc(self, seat: Seat, box: Box) -> None:
        """Draw number and name on the seat's colour; a long name takes the place of the disc."""
        place = box.start(self.px(33 if box.h >= self.px(48) else 28), pad=self.px(12))
        x, texts = place.right + self.px(10 if box.w >= self.px(190) else 8), seat.names
        if self.width_of(seat.name, LEAST, bold=True) > box.right - x:
            x = box.x + self.px(6)
            texts = tuple(f"{seat.number} {name}" for name in seat.names)
            self._phone(seat, box.start(self.px(16)))
        else:
            self.disc(seat, place)
        room = box.cut(left=x - box.x)
        self.words(texts, room, self.name_size, bold=True, colour=INK_ON_SEAT)

    def money(
        self, amount: str, box: Box, *, align: int, colour: str = TEXT, coin: int = 28,
        size: int = 22, after: str = "",
    ) -> int:  # fmt: skip
        """Draw a coin and an amount, and the amount after an arrow; return the width."""
        side, gap, small = self.px(coin), self.px(6), self.px(18)
        first, then = (self.width_of(each, size, bold=True) for each in (amount, after))
        wide = side + gap + first + (2 * gap + small + then if after else 0)
        row = box.cut(left=(box.w - wide) * align // 2)
        self.piece("coin", row.start(side))
        row = row.cut(left=side + gap)
        self.words(amount, row._replace(w=first), size, bold=True, colour=colour)
        if after:
            row = row.cut(left=first + gap)
            self.symbol("right", row.start(small), colour)
            row = row.cut(left=small + gap)._replace(w=then)
            self.words(after, row, size, bold=True, colour=colour)
        return wide

    def arrow(self, box: Box, symbol: str = "right") -> None:
        side = min(self.px(24), box.h)
        self.symbol(symbol, box.centred(side, side), ARROW)

    def tick(self, corner: Box, side: int, out: tuple[int, int], kind: str = "act") -> None:
        """Draw a tick over the upper right corner of a box, so far *out* of it."""
        x, y = self.px(out[0]), self.px(out[1])
        self.piece(f"tick/{kind}", Box(corner.right - side + x, corner.y - y, side, side))

    def acting_die(self, shown: Picture, cell: Box, side: int) -> None:
        """Draw a die of a lane: framed if it acts now, dimmed with a tick if it is done."""
        acts, place = shown.look is Look.CHOSEN, cell.centred(side, side)
        if acts:
            self.patch("frame", cell)
        self.picture(shown, place, flight=Flight.LEAVES if acts else None)
        if shown.look is Look.DONE:
            self.tick(place, 26 if side > self.px(40) else self.px(20), (10, 6), "good")

    def dice_grid(
        self, cell: Cell, box: Box, colour: str, sizes: Sequence[int], *, align: int = 1,
        top: bool = False, dim: bool = False,
    ) -> None:  # fmt: skip
        """Draw dice in rows, at the first of *sizes* at which all fit; the selecting one framed.

        *colour* is the seat's; *top*: from the upper edge, else in the middle of the height; *dim*:
        they go back into the cup.
        """
        count, side, pitch, across, down = len(cell.pictures), 1, 1, 1, 1
        for size in sizes:
            side, pitch = self.px(size), self.px(size + (size // 3 if size > _CLOSE else 3))
            across = max(1, min(count, box.w // pitch))
            down = -(-count // across)
            if down * pitch <= box.h:
                break
        y = box.y if top else box.y + (box.h - down * pitch) // 2
        for index, shown in enumerate(cell.pictures):
            row, at = divmod(index, across)
            wide = min(across, count - row * across) * pitch
            x = box.x + (box.w - wide) * align // 2 + at * pitch
            place = Box(x, y + row * pitch, pitch, pitch)
            if index == cell.selecting:
                self.patch("select", place, colour)
            self.picture(shown, place.centred(side, side), dim=dim)
            self.returning(shown, place.centred(side, side))

    def returning(self, shown: Picture, die: Box) -> None:
        if shown.look is not Look.LEAVES:
            return
        side = max(self.px(15), die.w * 9 // 20)
        self.piece("cup", Box(die.right - side * 3 // 5, die.bottom - side * 3 // 5, side, side))

    # --- answers ---------------------------------------------------------------------------------

    def answer_surface(self, answer: Answer, box: Box) -> None:
        """Draw the surface of an answer and its target; the corners of a suggested one."""
        with self.button(answer.key, box, "raised"):
            if answer.suggested:
                self.patch("suggested", box)

    def tall_answer(self, answer: Answer, box: Box) -> None:
        """Draw an answer as a card: picture, number or place under a stack, one word."""
        self.answer_surface(answer, box)
        gap = self.px(4)
        large, most = box.h >= self.px(170), 110 if box.h >= self.px(220) else 72
        size, word = (32, BODY) if large else (26, LABEL)
        lines = self.label_lines(answer, box) or [answer.label]
        number = self.line(size)
        label = self.line(word) if len(lines) < _LABEL_LINES else _LABEL_LINES * self.line(LEAST)
        side = min(self.px(most if large else 56), box.w - self.px(16),
                   box.h - number - label - 3 * gap)  # fmt: skip
        y = box.y + (box.h - side - number - label - gap) * 2 // 5
        with self.on(answer.key):
            self.picture(answer.picture, Box(box.x + (box.w - side) // 2, y, side, side))
            y += side + gap
            if answer.under:
                self.arrow(Box(box.x, y - self.px(2), box.w, self.px(21)), "down")
                bar = Box(box.x, y + number - self.px(6), box.w, self.px(6))
                self.patch("bar", bar.centred(self.px(52), self.px(6)))
            else:
                figure = Box(box.x, y, box.w, number).inset(gap, 0)
                self.words(answer.number, figure, size, bold=True, align=1)
            below = Box(box.x, y + number + self.px(1), box.w, label).inset(gap, 0)
            size = word if len(lines) < _LABEL_LINES else LEAST
            self.block(lines, below, size, self.line(size), align=1)

    def label_lines(self, answer: Answer, box: Box) -> list[str]:
        """Return the label of a tall answer in one line or in two; empty if it has no room."""
        wide = box.w - self.px(8)
        if self.width_of(answer.label, LEAST) <= wide:
            return [answer.label]
        lines = self.lines(answer.label, wide, LEAST)
        fits = len(lines) <= _LABEL_LINES and self.widest(lines, LEAST) <= wide
        return lines if fits else []

    def flat_answer(self, answer: Answer, box: Box) -> None:
        """Draw an answer in a row: picture, beside it the word; below it if that is too narrow."""
        side = min(self.px(48), box.h - self.px(12))
        room = box.w - side - self.px(22)
        forms = [each for each in (answer.label, answer.short) if each]
        if forms and min(self.width_of(each, LEAST, bold=True) for each in forms) > room:
            self.gain_answer(answer, box)
            return
        self.answer_surface(answer, box)
        with self.on(answer.key):
            self.picture(answer.picture, box.start(side, pad=self.px(8)))
            place = box.cut(left=side + self.px(16), right=self.px(6))
            if answer.number:
                high, low = self.line(22), self.line(LABEL)
                top = place.start(place.w, high + low)._replace(h=high)
                self.words(answer.number, top, 22, bold=True)
                place = top._replace(y=top.bottom, h=low)
            self.words((answer.label, answer.short), place, LABEL, bold=True, spare=True)

    def gain_answer(self, answer: Answer, box: Box) -> None:
        """Draw an answer of an offer: picture and number in a row, the word below."""
        self.answer_surface(answer, box)
        gap = self.px(4) if answer.number else 0
        number = self.width_of(answer.number, BUTTON, bold=True)
        side = max(self.px(18), min(self.px(30), box.w - gap - number - self.px(8)))
        high, low = min(self.px(34), box.h - self.line(LABEL)), self.line(LABEL)
        row = box.centred(side + gap + number, high + low)._replace(h=high)
        with self.on(answer.key):
            self.picture(answer.picture, row.start(side))
            self.words(answer.number, row.cut(left=side + gap), BUTTON, bold=True)
            label = Box(box.x, row.bottom, box.w, low).inset(self.px(5), 0)
            self.words((answer.label, answer.short), label, LABEL, align=1, spare=True)


def reach(shown: Picture, side: int) -> int:
    """Return the width of a picture with what lies on it."""
    ends = [x + _OVER for x, _ in _PLACES[: len(shown.over)]]
    return round(side * max([1.0, *ends]))
