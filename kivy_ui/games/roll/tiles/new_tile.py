"""Camera proposals for the newly placed tile while its name is being asked for."""

from __future__ import annotations

from typing import Final

from companion.session.ports import DieStatus
from companion.session.service_ports import NoTileCameraError, TileReading
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.sought import Sought
from kivy_ui.games.roll.tiles.tile_camera import TileCamera

_MOST: Final = 3


class NewTile:
    """Takes a picture for each question; tiles seen at the previous one are not new.

    Args:
        ui: context of the presenters.
        camera: takes the pictures.
    """

    def __init__(self, ui: RollContext, camera: TileCamera) -> None:
        self._ui = ui
        self._camera = camera
        self._sought: Sought | None = None
        self._before: frozenset[str] = frozenset()
        self._now: tuple[TileReading, ...] | None = None

    def begin(self, sought: Sought) -> None:
        """Take a picture for the tile that is asked for."""
        if self._now is not None:
            self._before = frozenset(tile.tile for tile in self._now if tile.tile is not None)
        self._sought, self._now = sought, None
        self._camera.take_picture()

    def tick(self) -> bool:
        """Process new results; returns whether there were any."""
        changed = self._camera.tick()
        scan = self._camera.new_scan()
        if scan is not None:
            self._now = scan.reading.tiles
        return changed

    def close(self) -> None:
        """Cancel the pending picture."""
        self._camera.give_up()

    @property
    def waiting(self) -> bool:
        """Whether a picture is being taken."""
        return self._camera.waiting

    def proposals(self) -> tuple[str, ...]:
        """Return the keys of the candidates, the most likely first."""
        sought = self._sought
        if sought is None:
            return ()
        seen = (key for tile in self._fresh() for key in _keys(tile))
        return tuple(dict.fromkeys(key for key in seen if sought.allows(self._ui, key)))[:_MOST]

    def text(self) -> str:
        """Return the status: searching, an error, or why a recognised tile is not possible."""
        translate, error = self._ui.translate, self._camera.error
        if self._camera.waiting:
            return translate("Looking for the new tile …")
        if error is not None:  # without a camera, tiles are named by touch
            return (
                "" if isinstance(error, NoTileCameraError) else self._ui.error_text.message(error)
            )
        sought = self._sought
        if sought is None or self._now is None:
            return ""
        proposals = self.proposals()
        if proposals:
            return sought.objection(self._ui, proposals[0])
        fresh = [tile.tile for tile in self._fresh() if tile.tile is not None]
        for key in fresh:
            # Known tiles are expected in the picture, unless it is the only new one.
            if sought.shows(key) or (self._before and len(fresh) == 1):
                objection = sought.objection(self._ui, key)
                if objection:
                    return objection
        return translate("The camera sees no new tile.")

    # --- internals ------------------------------------------------------------------------------

    def _fresh(self) -> list[TileReading]:
        fresh = [tile for tile in self._now or () if tile.tile not in self._before]
        return sorted(fresh, key=lambda tile: (tile.status is not DieStatus.OK, -tile.confidence))


def _keys(tile: TileReading) -> tuple[str, ...]:
    """Return the candidates for a tile; only one if it is recognised with certainty."""
    first = () if tile.tile is None else (tile.tile,)
    if tile.status is DieStatus.OK:
        return first
    return (*first, *(other.tile for other in tile.alternatives))
