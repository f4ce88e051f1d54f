"""The tile that was just placed: what the camera takes it for, while people are asked for it."""

from __future__ import annotations

from typing import Final

from companion.session.ports import DieStatus
from companion.session.tile_ports import NoTileCameraError, TileReading
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.games.roll.tiles.tile_finder import FoundTile, TileFinder

_MOST: Final = 3


class NewTile:
    """Looks with every question; what lay there at the question before is not new.

    Args:
        ui: the presenters' ui.
        camera: takes the pictures.
    """

    def __init__(self, ui: RollContext, camera: TileCamera) -> None:
        self._ui = ui
        self._camera = camera
        self._finder: TileFinder | None = None
        self._before: frozenset[str] = frozenset()
        self._now: tuple[TileReading, ...] | None = None

    def begin(self, finder: TileFinder) -> None:
        """Look for the tile that *finder* asks about."""
        if self._now is not None:
            self._before = frozenset(tile.tile for tile in self._now if tile.tile is not None)
        self._finder, self._now = finder, None
        self._camera.take_picture()

    def tick(self) -> bool:
        """Take over what has come; whether anything has."""
        changed = self._camera.tick()
        look = self._camera.new_look()
        if look is not None:
            self._now = look.reading.tiles
        return changed

    def close(self) -> None:
        """The picture is not wanted any more."""
        self._camera.give_up()

    def proposals(self) -> tuple[FoundTile, ...]:
        """Return what it may be, the likeliest first."""
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
        """Return what the camera has to say: it looks, it cannot, or the rules say otherwise."""
        translate, error = self._ui.translate, self._camera.error
        if self._camera.waiting:
            return translate("The camera looks for the new tile …")
        if error is not None:  # without a camera people name tiles by touch, as ever
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
            # What players have built lies there by right, unless nothing else has come.
            if not self._finder.is_known(key) or (self._before and len(fresh) == 1):
                objection = self._finder.objection(key)
                if objection:
                    return objection
        return translate("The camera sees no new tile.")

    # --- inside ---------------------------------------------------------------------------------

    def _fresh(self) -> list[TileReading]:
        fresh = [tile for tile in self._now or () if tile.tile not in self._before]
        return sorted(fresh, key=lambda tile: (tile.status is not DieStatus.OK, -tile.confidence))


def _keys(tile: TileReading) -> tuple[str, ...]:
    """Return what a tile may be; a sure one is nothing else."""
    first = () if tile.tile is None else (tile.tile,)
    if tile.status is DieStatus.OK:
        return first
    return (*first, *(other.tile for other in tile.alternatives))
