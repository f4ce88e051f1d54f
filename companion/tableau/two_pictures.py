"""Merges the readings of two pictures of a tableau that does not fit into one."""

from dataclasses import replace

from companion.session.ports import DieReading
from companion.session.service_ports import TileReading, TilesReading
from companion.tableau.from_picture import inside


def side_by_side(first: TilesReading, second: TilesReading) -> TilesReading:
    """Merge two readings: the second is placed to the right of the first.

    Its tiles follow those of the first, in their order.
    """
    return replace(
        first,
        width=first.width + second.width,
        height=max(first.height, second.height),
        tiles=(*first.tiles, *(_moved(tile, first.width) for tile in second.tiles)),
        dice=(*first.dice, *(_moved_die(die, first.width) for die in second.dice)),
        problems=(*first.problems, *second.problems),
    )


def without_tiles_of(second: TilesReading, first: TilesReading) -> TilesReading:
    """Return the second reading without tiles that are in the first, and without dice on them."""
    known = {tile.tile for tile in first.tiles if tile.tile is not None}
    again = [tile for tile in second.tiles if tile.tile in known]
    return replace(
        second,
        tiles=tuple(tile for tile in second.tiles if tile.tile not in known),
        dice=tuple(
            die
            for die in second.dice
            if not any(inside(die.centre_px, tile.corners_px) for tile in again)
        ),
    )


def _moved(tile: TileReading, right_px: float) -> TileReading:
    return replace(tile, corners_px=tuple((x + right_px, y) for x, y in tile.corners_px))


def _moved_die(die: DieReading, right_px: float) -> DieReading:
    return replace(die, centre_px=(die.centre_px[0] + right_px, die.centre_px[1]))
