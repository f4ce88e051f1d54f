"""Camera proposals for the newly placed tile while its name is being asked for."""

from typing import Final

from companion.session.ports import DieStatus
from companion.session.service_ports import NoTileCameraError, TileReading, TileScan
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.sought import Sought
from kivy_ui.games.roll.tiles.tile_camera import TileCamera

_MOST: Final = 3


class NewTile(TileCamera):
    """Takes a picture for each question; tiles seen at the previous one are not new."""

    def __init__(self, ui: RollContext) -> None:
        super().__init__(ui.settings.services.tiles)
        self._ui = ui
        self._sought = Sought("")
        self._before: frozenset[str] = frozenset()
        self._now: tuple[TileReading, ...] | None = None

    def begin(self, sought: Sought) -> None:
        """Take a picture for the tile that is asked for, if it is a new one."""
        self.give_up()
        self._sought = sought
        if not sought.new:
            return
        if self._now is not None:
            self._before = frozenset(tile.tile for tile in self._now if tile.tile is not None)
        self._now = None
        self.take_picture()

    def tick(self) -> TileScan | None:
        """Process new results; return a picture that has arrived."""
        scan = super().tick()
        self._now = scan.reading.tiles if scan is not None else self._now
        return scan

    def proposals(self) -> tuple[str, ...]:
        """Return the keys of the candidates, the most likely first."""
        if not self._sought.new:
            return ()
        seen = dict.fromkeys(key for tile in self._fresh() for key in _keys(tile))
        return tuple(key for key in seen if self._sought.allows(self._ui, key))[:_MOST]

    def text(self) -> str:
        """Return the status: searching, an error, or why a recognised tile is not possible."""
        translate, sought = self._ui.translate, self._sought
        if not sought.new or isinstance(self.error, NoTileCameraError):
            return ""  # without a camera, tiles are named by touch
        if self.waiting:
            return translate("Looking for the new tile …")
        if self.error is not None:
            return self._ui.error_text.message(self.error)
        if self._now is None:
            return ""
        proposals = self.proposals()
        if proposals:
            return sought.objection(self._ui, proposals[0])
        fresh = [tile.tile for tile in self._fresh() if tile.tile is not None]
        alone = bool(self._before) and len(fresh) == 1
        # Known tiles are expected in the picture, unless it is the only new one.
        said = (sought.objection(self._ui, key) for key in fresh if alone or sought.shows(key))
        return next(filter(None, said), translate("The camera sees no new tile."))

    def _fresh(self) -> list[TileReading]:
        fresh = [tile for tile in self._now or () if tile.tile not in self._before]
        return sorted(fresh, key=lambda tile: (tile.status is not DieStatus.OK, -tile.confidence))


def _keys(tile: TileReading) -> tuple[str, ...]:
    """Return the candidates for a tile; only one if it is recognised with certainty."""
    first = () if tile.tile is None else (tile.tile,)
    others = () if tile.status is DieStatus.OK else tile.alternatives
    return (*first, *(other.tile for other in others))
