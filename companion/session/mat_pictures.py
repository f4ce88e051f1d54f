"""Remembers the pictures that recorded mats were read from, to outline and correct their dice.

Pictures live as long as the program: the log holds what was read, not what was seen. A die's mark
is ``<delivery>.<number of the outline>``; the delivery's name is unique within a game, so that a
mark never finds the outline of another die, not after undo and not after a restart either.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from companion.session.scan_plan import SettledMat
from companion.session.table_port import MatPicture

_KEPT: Final = 12
"""Two reveals of a full table; a picture has about half a megabyte."""


class MatPictures:
    """Pictures by delivery. Written by one thread, readable from every thread."""

    def __init__(self) -> None:
        self._kept: MappingProxyType[str, SettledMat] = MappingProxyType({})

    def keep(self, delivery: str, mat: SettledMat) -> None:
        """Remember a mat's picture; the oldest ones are forgotten."""
        newest = list(self._kept.items())[-(_KEPT - 1) :]
        self._kept = MappingProxyType(dict([*newest, (delivery, mat)]))

    def of(self, seat: int, marks: Sequence[str]) -> MatPicture | None:
        """Return the picture that dice with these marks were read from.

        Its outlines are in the order of *marks*; None stands for a die added by hand.
        """
        places = [mark.rpartition(".")[::2] for mark in marks]
        kept = self._kept
        delivery = next((name for name, _ in places if name in kept), None)
        if delivery is None:
            return None
        mat = kept[delivery]
        outlines = mat.outlines
        return MatPicture(
            seat,
            mat.picture,
            tuple(
                outlines[int(number)]
                if name == delivery and number.isdigit() and int(number) < len(outlines)
                else None
                for name, number in places
            ),
            mat.unread,
        )
