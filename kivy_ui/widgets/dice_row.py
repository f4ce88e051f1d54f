"""Dice beside each other; too many for a row get a little smaller, more yet are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from kivy.clock import Clock
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from kivy_ui import theme
from kivy_ui.widgets.drawn import draw_die
from kivy_ui.widgets.letters import letters_texture, write
from kivy_ui.widgets.rules import load_rules

_ALMOST = 0.01
"""A row that dice fill to the pixel is one, however the width was divided."""


class DiceRowView(Widget):
    """Draws dice with the letters of their kinds, from the left, in as many rows as fit.

    Attributes:
        letters: of each kind of die, in the language shown.
        natural_px: width of one row with all dice.
        lines: rows that the dice take in this width, at least one.
    """

    letters = ObjectProperty({})
    natural_px = NumericProperty(0)
    lines = NumericProperty(1)

    def __init__(self, **kwargs: object) -> None:
        self._dice: tuple[str, ...] = ()
        super().__init__(**kwargs)
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "letters"):
            self.fbind(name, self._redraw)

    def show(self, dice: Sequence[str]) -> None:
        """Show dice, by the keys of their kinds."""
        if tuple(dice) != self._dice:
            self._dice = tuple(dice)
            self.natural_px = len(dice) * float(dp(theme.DIE + theme.HAIR))
            self._count_lines()
            self._redraw()

    def on_width(self, *_args: object) -> None:
        """Fewer dice in a row take more rows."""
        self._count_lines()

    def _count_lines(self) -> None:
        in_row = max(1, int(self.width / self._step_px() + _ALMOST))
        self.lines = max(1, -(-len(self._dice) // in_row))

    def _step_px(self) -> float:
        """Width of a die: smaller ones where all then fit into one row."""
        usual, least = float(dp(theme.DIE + theme.HAIR)), float(dp(theme.ICON))
        if least <= self.height + dp(theme.HAIR) < usual:
            usual = self.height + dp(theme.HAIR)
        each = self.width / len(self._dice) if self._dice else usual
        return each if least <= each < usual else usual

    def _draw(self, *_args: object) -> None:
        group, step_px = self._group, self._step_px()
        edge_px = step_px - dp(theme.HAIR)
        group.clear()
        rows = max(1, int((self.height + dp(theme.HAIR)) // step_px))
        shown, left_out = arrange(self._dice, self.width, rows, partial(_piece_px, step_px))
        # Rows beside each other begin level where they have room for several lines.
        top = self.center_y + (rows if rows > 1 else len(shown)) * step_px / 2
        for number, row in enumerate(shown):
            x, y = self.x, top - (number + 1) * step_px
            for die, count in row:
                letters = self.letters.get(die, "")
                draw_die(group, die, "", (x, y), edge_px, letters=letters)
                if count > 1:
                    write(group, f"×{count}", (x + step_px, y + edge_px / 2), theme.TEXT)
                x += _piece_px(step_px, die, count)
            if left_out and number == len(shown) - 1:
                write(group, f"+{left_out}", (x, y + edge_px / 2), theme.TEXT)


Piece = tuple[str, int]
"""A kind of die, and how many of it; an empty kind is what is left out."""


def arrange(
    dice: Sequence[str], width_px: float, rows: int, piece_px: Callable[[str, int], float]
) -> tuple[list[list[Piece]], int]:
    """Return what is drawn in each row, and how many dice are left out.

    Each die alone where all fit, otherwise each kind with its number, the most frequent first.

    Args:
        piece_px: width of a kind with its number; of an empty kind, that of the number left out.
    """
    kinds = Counter(dice).most_common()
    for pieces in ([(die, 1) for die in dice], kinds):
        packed = _pack(pieces, width_px, rows, piece_px)
        if packed is not None:
            return packed, 0
    for count in range(len(kinds) - 1, 0, -1):
        left_out = sum(number for _, number in kinds[count:])
        packed = _pack([*kinds[:count], ("", left_out)], width_px, rows, piece_px)
        if packed is not None:
            return [[piece for piece in row if piece[0]] for row in packed], left_out
    return [[]], len(dice)


def _pack(
    pieces: Sequence[Piece], width_px: float, rows: int, piece_px: Callable[[str, int], float]
) -> list[list[Piece]] | None:
    """Return the pieces in rows, None where they do not fit."""
    packed: list[list[Piece]] = [[]]
    used_px = 0.0
    for piece in pieces:
        wanted_px = piece_px(*piece)
        if packed[-1] and used_px + wanted_px > width_px:
            packed.append([])
            used_px = 0.0
        packed[-1].append(piece)
        used_px += wanted_px
        if used_px > width_px:
            return None
    return packed if len(packed) <= rows else None


def _piece_px(step_px: float, die: str, count: int) -> float:
    if not die:
        return float(letters_texture(f"+{count}").width)
    return step_px + (letters_texture(f"×{count} ").width if count > 1 else 0)


load_rules(__file__)
