"""UI port for reading dice outside a game, for a practice reveal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.errors import CompanionError
from companion.session.ports import Reading
from companion.session.table_port import Picture


class NoDiceCameraError(CompanionError, RuntimeError):
    """Neither a camera nor an example image is available."""

    code = "dice_camera_missing"
    template = "No image of dice could be captured."
    hint = "Check the camera under Devices, then try again."


@dataclass(frozen=True, slots=True, eq=False)
class DiceScan:
    """One captured and read image.

    Attributes:
        picture: the crop of the frame with the dice; ``width``, ``height`` and all coordinates of
            the reading refer to this crop. It has no mats.
    """

    picture: Picture
    reading: Reading


class DiceScans(Protocol):
    """Reads dice that belong to no game."""

    def scan(self) -> DiceScan:
        """Capture and read an image; blocks for seconds, so call it on a worker thread.

        Raises:
            CompanionError: there is no image, or the models cannot be used.
        """
        raise NoDiceCameraError


class NoDiceScans(DiceScans):
    """A table without a camera."""
