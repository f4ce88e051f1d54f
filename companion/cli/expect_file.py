"""Strict parser of the file with the expected dice of each mat."""

from pathlib import Path
from typing import Annotated, Final, Literal, cast

from companion.cli.arguments import json_object
from companion.decoding import DecodeError, UpTo, decode
from companion.games.roll.model.dice import DieType
from companion.session.ports import Expectation
from vision.core.errors import ExpectationError

Mat = Literal["tray", "calibration", "strip-1", "strip-2", "strip-3", "strip-4", "strip-5"]
DICE: Final = (*(die.value for die in DieType), "d6", "robot_a", "robot_b")

_MOST = 111  # dice in a box
_Counts = Annotated[dict[str, int], UpTo(dict.fromkeys(DICE, _MOST))]


def read_expectation(path: Path) -> Expectation:
    """Return mat -> die key -> number.

    Raises:
        ExpectationError: the file is missing, not JSON, or invalid.
    """
    content = json_object(path, ExpectationError)
    try:
        return cast(Expectation, decode(dict[Mat, _Counts], content, ""))
    except DecodeError as err:
        raise ExpectationError(path=path, reason=str(err)) from err
