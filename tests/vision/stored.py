"""Stored pictures and what is read from them: ``expected.txt`` (``make golden`` writes it anew).

All are rendered: two of a mat, the others by `models.training.generator.frames`. They were chosen
because a small change of a limit, in either direction, changes the reading of at least one.
"""

from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.session.ports import DiceKind, Frame, Reading, ReadRequest
from tests.some import there
from vision.core.arrays import ImageU8
from vision.opening import Precision, open_table_reader
from vision.pipeline import TableReader

PICTURES: Final = Path(__file__).parent / "pictures"
EXPECTED: Final = PICTURES / "expected.txt"


@cache
def reader() -> TableReader:
    """The real networks; those without quantisation give the same on all processors."""
    return open_table_reader(precision=Precision.FLOAT)


@cache
def picture(name: str) -> ImageU8:
    """A stored picture, BGR."""
    return np.asarray(there(cv2.imread(str(PICTURES / f"{name}.jpg"))), np.uint8)


def asked(pixels: ImageU8, dice: DiceKind = DiceKind.ROLL) -> ReadRequest:
    return ReadRequest(Frame(pixels, 0.0, "a test"), dice=dice)


def blocks(text: str) -> dict[str, list[str]]:
    """Return the lines below each heading: name, kind of dice."""
    found: dict[str, list[str]] = {}
    for block in text.strip().split("\n\n"):
        heading, *lines = block.splitlines()
        found[heading] = lines
    return found


def read_as_text(heading: str) -> list[str]:
    """Return the reading of a picture: its problems, then a line for each die."""
    name, kind = heading.split()
    return _lines(reader().read(asked(picture(name), DiceKind(kind))).reading)


def _lines(reading: Reading) -> list[str]:
    problems = " ".join(problem.code for problem in reading.problems) or "-"
    dice = (
        f"{die.centre_px[0]:.0f} {die.centre_px[1]:.0f} {die.status.value} {die.type} {die.face}"
        f" {die.colour} {die.mat or '-'} {die.zone or '-'}"
        for die in reading.dice
    )
    return [problems, *dice]


def all_as_text(text: str) -> str:
    """Return *text* with everything but the headings written anew."""
    return "\n\n".join("\n".join([each, *read_as_text(each)]) for each in blocks(text)) + "\n"
