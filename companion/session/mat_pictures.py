"""In-memory cache of the images that recorded mats were read from, to outline and correct dice.

Images are not persisted: the log holds readings only. A die's mark is
``<delivery>.<number of the outline>``; delivery names are unique within a game, so that a mark
never resolves to the outline of another die, even after undo or a restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from companion.session.scan_plan import SettledMat
from companion.session.table_port import MatPicture

_CAPACITY: Final = 12
"""Two reveals of a full table; an image takes about half a megabyte."""


class MatPictures:
    """Images by delivery, with FIFO eviction. One writer thread, readable from every thread."""

    def __init__(self) -> None:
        self._cache: MappingProxyType[str, SettledMat] = MappingProxyType({})

    def keep(self, delivery: str, mat: SettledMat) -> None:
        """Cache a mat's image; the oldest ones are evicted."""
        newest = list(self._cache.items())[-(_CAPACITY - 1) :]
        self._cache = MappingProxyType(dict([*newest, (delivery, mat)]))

    def of(self, seat: int, marks: Sequence[str]) -> MatPicture | None:
        """Return the image that dice with these marks were read from.

        Its outlines are in the order of *marks*; None for a die added manually.
        """
        places = [mark.rpartition(".")[::2] for mark in marks]
        kept = self._cache
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
