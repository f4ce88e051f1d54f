"""Write the mats to print: a strip mat for each seat, a tray mat and the calibration mat.

Writes mats.pdf (print it at 100 %, do not fit to page), a PNG of each mat at 12 px/mm and mats.json
with all places in millimetres. Files of the same names in the folder are replaced.
"""

import argparse
from pathlib import Path

from companion.cli.output import say

_PAPERS = ("a4", "letter")
_SEATS = range(2, 6)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        required=True,
        type=_folder,
        metavar="DIR",
        help="folder for the files; it is created if it is missing",
    )
    parser.add_argument(
        "--paper",
        type=str.lower,
        choices=_PAPERS,
        default=_PAPERS[0],
        help="paper in the printer, landscape (default: %(default)s)",
    )
    parser.add_argument(
        "--seats",
        type=int,
        choices=_SEATS,
        default=max(_SEATS),
        metavar="2..5",
        help="number of strip mats (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Write the mats and return the exit status.

    Raises:
        MatsError: the folder cannot be written to.
    """
    # Imported here, because OpenCV and ReportLab would slow down the other commands.
    from calibration.mats.write import write_mats
    from vision.mats.layout import Paper

    paths = write_mats(args.out, paper=Paper[args.paper.upper()], seats=args.seats)
    say(f"{len(paths)} files in {args.out}: print {paths[0].name} at 100 %.")
    return 0


def _folder(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("the folder's name is empty")
    return Path(text)
