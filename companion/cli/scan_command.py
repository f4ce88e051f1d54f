"""Read the dice in images: on the mats if there are any, else in the whole image.

With --tiles reads the game's tiles and the dice next to them. Prints a table for each image, with
--json one object, in the order of the arguments. An image that cannot be read gives an error (with
--json an object with "image" and "error"); the others are still read and the exit status is 1.
"""

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.readings_json import SCAN, TILES, reading_json, tiles_json
from companion.cli.errors import AnnotateError
from companion.cli.output import error_json, error_line, say, write_json, write_line
from companion.cli.scan_table import table_lines
from companion.cli.tiles import (
    decoded,
    named_box,
    open_tiles,
    read_tiles,
    tile_lines,
)
from companion.errors import CompanionError, os_errors_as

if TYPE_CHECKING:
    from companion.session.ports import DiceKind, Expectation, ImageU8
    from vision.pipeline import TableReader
    from vision.tiles.reader import TilesFromStills

_DICE = ("roll", "d6", "robot")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="JPEG, PNG, WebP, TIFF or BMP")
    parser.add_argument(
        "--dice", choices=_DICE, default=_DICE[0], help="what to look for (default: %(default)s)"
    )
    parser.add_argument("--profile", metavar="NAME|FILE", help="calibration profile to use")
    parser.add_argument(
        "--expect",
        metavar="FILE",
        type=Path,
        help='dice that must be there, e.g. {"strip-1": {"home": 4, "military": 1}}',
    )
    parser.add_argument(
        "--whole-image", action="store_true", help="also list the dice outside the mats"
    )
    parser.add_argument("--tiles", action="store_true", help="read the game's tiles")
    parser.add_argument(
        "--box", metavar="NAME|FILE", help="with --tiles: the box whose tiles you have labelled"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument(
        "--annotate", metavar="DIR", type=Path, help="write annotated images to this folder"
    )


def run(args: argparse.Namespace) -> int:
    """Read the pictures and return the exit status.

    Raises:
        CompanionError: an option or the models cannot be used; no picture was read.
    """
    if args.box is not None and not args.tiles:
        args.refuse("--box can only be used with --tiles")
    if args.tiles and (args.expect or args.dice != _DICE[0]):
        args.refuse("--expect and --dice cannot be used with --tiles")
    from calibration.core.reader_profile import apply_profile
    from companion.cli.calibrate_command import table_profiles
    from companion.cli.expect_file import read_expectation
    from companion.session.ports import DiceKind
    from vision.opening import open_table_reader

    box = named_box(args.box) if args.box is not None else None
    profile = table_profiles().find(args.profile) if args.profile is not None else None
    expect = read_expectation(args.expect) if args.expect else None
    folder = _Annotations(args.annotate) if args.annotate else None
    dice = open_table_reader()
    if profile is not None:
        apply_profile(dice, profile)
    read = partial(_read_dice, dice, DiceKind(args.dice), expect, args.whole_image)
    if args.tiles:
        read = partial(_read_tiles, open_tiles(box, dice))
    return _each(args, read, folder)


def _each(
    args: argparse.Namespace, read: "Callable[[str], _Found]", folder: "_Annotations | None"
) -> int:
    """Read and output each picture; return the exit status."""
    from vision.core.errors import NotEnrolledError

    status = 0
    for image in args.images:
        try:
            found = read(image)
            if folder:
                folder.write(image, found.annotated())
        except (AnnotateError, NotEnrolledError):
            raise  # all other pictures would fail, too
        except CompanionError as err:
            status = 1
            say(error_line(err))
            if args.json:
                schema = TILES if args.tiles else SCAN
                write_json({"schema": schema, "image": image, "error": error_json(err)})
            continue
        if args.json:
            write_json(found.as_json())
        else:
            for line in found.lines():
                write_line(line)
    return status


@dataclass(frozen=True, slots=True)
class _Found:
    """The outputs of one picture: BGR pixels with the reading drawn in, JSON object, text."""

    annotated: "Callable[[], ImageU8]"
    as_json: Callable[[], dict[str, object]]
    lines: Callable[[], Iterable[str]]


def _read_dice(
    reader: "TableReader",
    dice: "DiceKind",
    expect: "Expectation | None",
    whole_image: bool,  # noqa: FBT001 - bound by position
    image: str,
) -> "_Found":
    from companion.session.ports import ReadRequest
    from vision.annotate import annotated

    frame, decode_ms = decoded(image)
    result = reader.read(ReadRequest(frame, dice, expect, whole_image))
    return _Found(
        partial(annotated, frame.pixels, result.reading, result.mats),
        partial(reading_json, image, result.reading, decode_ms=decode_ms),
        partial(table_lines, image, result.reading),
    )


def _read_tiles(reader: "TilesFromStills", image: str) -> "_Found":
    from vision.annotate import annotated_tiles

    frame, reading = read_tiles(reader, image)
    return _Found(
        partial(annotated_tiles, frame.pixels, reading),
        partial(tiles_json, image, reading),
        partial(tile_lines, image, reading),
    )


class _Annotations:
    """The folder for annotated pictures; pictures with equal names get different file names.

    Raises:
        AnnotateError: the folder cannot be created.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._used: set[str] = set()
        with os_errors_as(AnnotateError, path=folder):
            folder.mkdir(parents=True, exist_ok=True)

    def write(self, image: str, picture: "ImageU8") -> None:
        """Write one picture, BGR, as ``<name>-read.jpg``.

        Raises:
            AnnotateError: writing failed.
        """
        import cv2

        encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
        path = self._folder / self._name(Path(image).stem)
        with os_errors_as(AnnotateError, path=path):
            path.write_bytes(encoded.tobytes())

    def _name(self, stem: str) -> str:
        name, number = f"{stem}-read.jpg", 1
        while name in self._used:
            number += 1
            name = f"{stem}-{number}-read.jpg"
        self._used.add(name)
        return name
