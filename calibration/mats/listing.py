"""``mats.json``: the geometry of the printed mats, for other programs."""

from collections.abc import Iterable

from calibration.mats.raster import PX_PER_MM
from vision.mats.layout import MARKER_DICTIONARY, MatLayout

SCHEMA = "mats/1"


def mats_listing(layouts: Iterable[MatLayout]) -> dict[str, object]:
    """Return the content of ``mats.json`` (schema ``mats/1``); all lengths are millimetres."""
    return {"schema": SCHEMA, "mats": [_entry(layout) for layout in layouts]}


def png_name(layout: MatLayout) -> str:
    """Return the file name of the mat's image."""
    return f"{layout.mat_id}.png"


def _entry(layout: MatLayout) -> dict[str, object]:
    return {
        "id": layout.mat_id,
        "kind": layout.kind.value,
        "seat": layout.seat,
        "png": png_name(layout),
        "px_per_mm": PX_PER_MM,
        "size_mm": list(layout.paper.value),
        "markers": [
            {
                "dictionary": MARKER_DICTIONARY,
                "id": marker.marker_id,
                "corners_mm": [list(corner) for corner in marker.rect.corners],
            }
            for marker in layout.markers
        ],
        "zones": {name: [r.x0, r.y0, r.x1, r.y1] for name, r in layout.zones},
    }
