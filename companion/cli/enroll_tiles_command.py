"""Store the appearance and the text of labelled tiles of your own box.

Copies in other languages and editions are recognised then. Nothing leaves this machine.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

from companion.cli.arguments import json_object
from companion.cli.output import write_json, write_line
from companion.cli.tiles import box_file, open_tiles
from companion.decoding import DecodeError, decode
from companion.errors import CompanionError

Labels = dict[str, list[tuple[tuple[float, float], str]]]


@dataclass(frozen=True, slots=True)
class _Label:
    """A tile in a picture, as in the file."""

    centre_px: tuple[float, float]
    tile: str


class LabelsError(CompanionError, ValueError):
    """The label file is invalid."""

    code = "labels_invalid"
    template = "The labels in %(path)s cannot be used: %(reason)s."
    hint = 'Write {"picture.jpg": [{"centre_px": [x, y], "tile": "galactic_federation"}]}.'


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="JPEG, PNG, WebP, TIFF or BMP")
    parser.add_argument(
        "--labels", required=True, metavar="FILE", type=Path, help="labels: which tile is where"
    )
    parser.add_argument("--box", required=True, metavar="NAME|FILE", help="the box to add to")
    parser.add_argument("--json", action="store_true", help="write the result as JSON")


def run(args: argparse.Namespace) -> int:
    """Add the tiles to the box and return the exit status.

    Raises:
        CompanionError: labels, pictures, box or models cannot be used; the box is unchanged.
    """
    from companion.app.tile_boxes import TileBoxMissingError, read_box, write_box
    from vision.core.decoding import decode_file
    from vision.tiles.appearance import TileBox

    path = box_file(args.box)
    try:
        box = read_box(path)
    except TileBoxMissingError:
        box = TileBox(path.stem)
    labels = read_labels(args.labels, args.images)
    frames = {image: decode_file(Path(image)) for image in args.images if image in labels}
    reader = open_tiles(box)
    _check_tiles(args.labels, labels, reader.tiles)
    added, not_found = 0, []
    for image, frame in frames.items():
        box, missing = reader.enrolled(frame, labels[image])
        added += len(labels[image]) - len(missing)
        for number in missing:
            centre, tile = labels[image][number]
            not_found.append({"image": image, "centre_px": list(centre), "tile": tile})
    write_box(path, box)
    known = len(reader.known)
    if args.json:
        write_json({"schema": "enroll/1", "added": added, "known": known, "not_found": not_found})
    else:
        write_line(f"{added} tiles added, {known} known: {path}")
        for lost in not_found:
            write_line(f"  no tile at {lost['centre_px']} in {lost['image']} ({lost['tile']})")
    return 0 if added or not not_found else 1


def read_labels(path: Path, images: list[str]) -> Labels:
    """Return the labels of the pictures.

    Raises:
        LabelsError: the file cannot be read, is invalid, or names a picture not in *images*.
    """
    try:
        found = decode(dict[str, tuple[_Label, ...]], json_object(path, LabelsError), "")
    except DecodeError as err:
        raise LabelsError(path=path, reason=str(err)) from err
    if strange := found.keys() - set(images):
        raise LabelsError(path=path, reason=f"{min(strange)} is not one of the given images")
    return {image: [(each.centre_px, each.tile) for each in rows] for image, rows in found.items()}


def _check_tiles(path: Path, labels: Labels, known: frozenset[str]) -> None:
    for rows in labels.values():
        for _, tile in rows:
            if tile not in known:
                raise LabelsError(path=path, reason=f"there is no tile {tile!r}")
