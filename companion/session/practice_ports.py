"""A look at dice outside of any game: what a screen may ask of the camera for a practice reveal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.errors import CompanionError
from companion.session.ports import Reading
from companion.session.table_port import Picture


class NoDiceCameraError(CompanionError, RuntimeError):
    """Neither a camera nor an example picture could be looked at."""

    code = "dice_camera_missing"
    template = "No picture of dice could be taken."
    hint = "Check the camera under Devices, then try again."


@dataclass(frozen=True, slots=True, eq=False)
class DiceLook:
    """One look at the table.

    Attributes:
        picture: the part of the frame with the dice; ``width`` and ``height`` of the reading and
            all places in it are those of this part. It holds no mats.
        example: it is a picture that comes with the program.
    """

    picture: Picture
    reading: Reading
    example: bool = False


class DiceScans(Protocol):
    """Reads dice that belong to no game."""

    def look(self) -> DiceLook:
        """Take a picture and read it; takes seconds, so call it on a thread of its own.

        Raises:
            CompanionError: there is no picture, or the models cannot be used.
        """
        ...


class NoDiceScans:
    """Stands where there is nothing to look with."""

    def look(self) -> DiceLook:
        """Refuse.

        Raises:
            NoDiceCameraError: always.
        """
        raise NoDiceCameraError
