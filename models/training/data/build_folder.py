"""The build folder of the training, and the arguments of the commands that fill it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import cv2

BUILD: Final = Path("build/training")
"""Folder of images and checkpoints."""


def parse_numbers(parser: argparse.ArgumentParser) -> tuple[argparse.Namespace, range]:
    """Return the arguments of a command that makes numbered sets, and the numbers to make.

    Several processes share the work by ``--step``, so each uses one thread.
    """
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--build", type=Path, default=BUILD)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    return options, range(options.first, options.last, options.step)
