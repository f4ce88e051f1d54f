"""Camera proposals for the newly placed tile while its name is being asked for."""

from __future__ import annotations

from typing import Final

from companion.session.ports import DieStatus
from companion.session.service_ports import NoTileCameraError, TileReading
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.games.roll.tiles.tile_finder import FoundTile, TileFinder

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
        self._finder: TileFinder | None = None
        self._before: frozenset[str] = frozenset()
        self._now: tuple[TileReading, ...] | None = None

    def begin(self, finder: TileFinder) -> None:
        """Take a picture for the question of *finder*."""
        if self._now is not None:
            self._before = frozenset(tile.tile for tile in self._now if tile.tile is not None)
        self._finder, self._now = finder, None
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

    def proposals(self) -> tuple[FoundTile, ...]:
        """Return the candidates, the most likely first."""
        finder = self._finder
        if finder is None:
            return ()
        keys = (key for tile in self._fresh() for key in _keys(tile) if finder.allows(key))
        note = self._ui.translate("seen by the camera")
        return tuple(
            FoundTile(
                key, self._ui.tiles.name(key), note, proposed=True, side=self._ui.tiles.side(key)
            )
            for key in list(dict.fromkeys(keys))[:_MOST]
        )

    def text(self) -> str:
        """Return the status: searching, an error, or why a recognised tile is not possible."""
        translate, error = self._ui.translate, self._camera.error
        if self._camera.waiting:
            return translate("Looking for the new tile …")
        if error is not None:  # without a camera, tiles are named by touch
            return (
                "" if isinstance(error, NoTileCameraError) else self._ui.error_text.message(error)
            )
        if self._finder is None or self._now is None:
            return ""
        proposals = self.proposals()
        if proposals:
            return self._finder.objection(proposals[0].key)
        fresh = [tile.tile for tile in self._fresh() if tile.tile is not None]
        for key in fresh:
            # Known tiles are expected in the picture, unless it is the only new one.
            if not self._finder.is_known(key) or (self._before and len(fresh) == 1):
                objection = self._finder.objection(key)
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
