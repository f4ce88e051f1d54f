"""Writing the mats to a folder, each file atomically; ``mats.json`` has their geometry."""

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from calibration.mats.artwork import draw_sheet
from calibration.mats.errors import write_error
from calibration.mats.print_file import pdf_bytes
from calibration.mats.raster import PX_PER_MM, png_bytes, raster
from companion.storage.atomic_file import synced
from vision.mats.layout import MARKER_DICTIONARY, MAX_SEATS, MatLayout, Paper, mat_layouts

PDF_NAME = "mats.pdf"
LISTING_NAME = "mats.json"


def mats_for(paper: Paper, seats: int) -> tuple[MatLayout, ...]:
    """Return the layouts that a table of *seats* players needs: their strips, tray, calibration.

    Raises:
        ValueError: *seats* is not between 1 and 5.
    """
    if not 1 <= seats <= MAX_SEATS:
        raise ValueError(f"seats must be 1 to {MAX_SEATS}, not {seats}")
    return tuple(mat for mat in mat_layouts(paper) if mat.seat is None or mat.seat <= seats)


def write_mats(out: Path, *, paper: Paper = Paper.A4, seats: int = MAX_SEATS) -> tuple[Path, ...]:
    """Write PDF, images and ``mats.json`` into *out*, which is created if missing.

    All files are first written to a hidden folder inside *out* and then renamed, the listing
    last; a failure before that leaves *out* unchanged.

    Returns:
        The paths written.

    Raises:
        MatsError: *out* cannot be created or written to, or the disk is full.
        ValueError: *seats* is not between 1 and 5.
    """
    layouts = mats_for(paper, seats)
    made = [folder for folder in (out, *out.parents) if not os.path.lexists(folder)]
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".mats-", dir=out) as unfinished:
            names = []
            for name, content in _files(layouts):
                with synced(Path(unfinished, name)) as file:  # a full disk is noticed here
                    file.write(content)
                names.append(name)
            return tuple(Path(unfinished, name).replace(out / name) for name in names)
    except OSError as error:
        _remove_empty(made)
        raise write_error(error, out) from error


def _files(layouts: tuple[MatLayout, ...]) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of every file; only one image is held at a time."""
    sheets = [draw_sheet(layout) for layout in layouts]
    yield PDF_NAME, pdf_bytes(sheets)
    for sheet in sheets:
        yield png_name(sheet.layout), png_bytes(raster(sheet))
    listing = json.dumps(mats_listing(layouts), indent=1, ensure_ascii=False)
    yield LISTING_NAME, f"{listing}\n".encode()


def _remove_empty(folders: list[Path]) -> None:
    """Remove the folders that were created, the innermost first, where they are empty."""
    for folder in folders:
        try:
            folder.rmdir()
        except OSError:
            return


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
