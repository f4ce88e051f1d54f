"""Dice in rows; too many for the width are drawn smaller, or else grouped and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty

from kivy_ui import theme
from kivy_ui.widgets.drawn import Redrawn, draw_die
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.letters import letters_texture, write

_ALMOST = 0.01
"""Rounding tolerance when counting the dice that fill a row exactly."""


class DiceRowView(Redrawn):
    """Draws dice with the abbreviations of their types, from the left, in as many rows as fit.

    Attributes:
        letters: die type key -> abbreviation in the current language.
        natural_px: width of a single row with all dice.
        lines: number of rows needed at the current width, at least one.
    """

    letters = ObjectProperty({})
    natural_px = NumericProperty(0)
    lines = NumericProperty(1)

    def __init__(self, **kwargs: object) -> None:
        self._dice: tuple[str, ...] = ()
        super().__init__(**kwargs)
        self.redraw_on("letters")

    def show(self, dice: Sequence[str]) -> None:
        """Show dice, given by the keys of their types."""
        if tuple(dice) != self._dice:
            self._dice = tuple(dice)
            self.natural_px = len(dice) * float(dp(theme.DIE + theme.HAIR))
            self._count_lines()
            self._redraw()

    def on_width(self, *_args: object) -> None:
        """Update the number of rows."""
        self._count_lines()

    def _count_lines(self) -> None:
        in_row = max(1, int(self.width / self._step_px() + _ALMOST))
        self.lines = max(1, -(-len(self._dice) // in_row))

    def _step_px(self) -> float:
        """Return the width per die, reduced if that makes all dice fit in one row."""
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
        # Align the tops of adjacent dice rows that have room for several lines.
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
"""A die type and its count; an empty type stands for the dice left out."""


def arrange(
    dice: Sequence[str], width_px: float, rows: int, piece_px: Callable[[str, int], float]
) -> tuple[list[list[Piece]], int]:
    """Return the content of each row, and the number of dice left out.

    Dice are separate if all fit, otherwise grouped by type with a count, the most frequent first.

    Args:
        piece_px: width of a type with its count; for an empty type, width of the number left out.
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
    """Return the pieces split into rows, None if they do not fit."""
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


load_kv(__file__)
