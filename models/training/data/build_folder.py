"""The folder of everything that is made for the training, and commands that fill it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import cv2

BUILD: Final = Path("build/training")
"""Where pictures and checkpoints are kept."""


def parse_numbers(parser: argparse.ArgumentParser) -> tuple[argparse.Namespace, range]:
    """Return the arguments of a command that makes numbered sets, and the numbers to make.

    Several processes share the work with ``--step``, so each calculates on one thread.
    """
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--build", type=Path, default=BUILD)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    return options, range(options.first, options.last, options.step)
