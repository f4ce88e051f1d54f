"""UI port for teaching die faces: shown to the camera, or corrected during a game.

Part of the calibration: faces belong to a profile. All returned values are immutable.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.errors import CompanionError
from companion.session.sightings import Corners
from companion.session.table_port import Picture


@dataclass(frozen=True, slots=True)
class FaceLine:
    """A face with reference images in a profile.

    Attributes:
        die: key of a type, ``d6``, ``robot_a`` or ``robot_b``.
        looks: number of stored reference images; ``corrected`` of them are corrections.
        picture: the newest one.
    """

    die: str
    face: str
    looks: int
    corrected: int
    picture: Picture


@dataclass(frozen=True, slots=True)
class ShowingView:
    """State of teaching the faces of one die.

    Attributes:
        profile: where they will be stored.
        die: key of the type.
        shown: (face, number of images) of the faces labelled so far.
        looks: number of all images so far.
        picture: the newest frame; None without a camera or while it is hidden.
        dice: corners of the dice's top faces in it, as fractions of its width and height.
        picked: index of the die that is labelled next; None where there is none.
        hidden: the camera image is hidden, since players choose in secret behind their screens.
        fault: why there is no image.
    """

    profile: str
    die: str
    shown: tuple[tuple[str, int], ...]
    looks: int
    picture: Picture | None
    dice: tuple[Corners, ...]
    picked: int | None
    hidden: bool = False
    fault: CompanionError | None = None


class Teaching(Protocol):
    """The taught faces of the profiles. UI thread only; calls do not block."""

    def listed(self, profile: str) -> tuple[FaceLine, ...]:
        """Return the taught faces of a profile, by die.

        Raises:
            CompanionError: there is no such profile, or it cannot be read.
        """
        return ()

    def forget(self, profile: str, die: str, face: str) -> None:
        """Remove a face with all its images.

        Raises:
            CompanionError: there is none, or writing fails.
        """
        return

    def remember(self, profile: str) -> bool:
        """Undo the last removal; False where there was none.

        Raises:
            CompanionError: writing fails.
        """
        return False

    # --- teaching a die's faces ------------------------------------------------------------------

    def begin(self, profile: str, die: str, faces: tuple[str, ...]) -> None:
        """Start detecting dice; the game's mats are not read until ``keep`` or ``cancel``.

        Args:
            profile: where the faces will be stored.
            die: key of the type.
            faces: allowed labels of its faces.
        """
        return

    def showing(self) -> ShowingView | None:
        """Return the current state; None while not teaching."""
        return None

    def pick(self, index: int) -> None:
        """Select the die with this index, where several are in view."""
        return

    def name(self, face: str) -> None:
        """Label the picked die with *face* and add its image.

        Raises:
            CompanionError: no die is in view.
        """
        return

    def back(self) -> None:
        """Remove the last image."""
        return

    def keep(self) -> None:
        """Store the labelled images.

        Raises:
            CompanionError: the profile is full, or writing fails; nothing is lost.
        """
        return

    def cancel(self) -> None:
        """End without storing anything. Safe to call at any time."""
        return

    # --- corrections during a game ---------------------------------------------------------------

    def can_learn(self, mark: str, die: str, face: str) -> bool:
        """Whether the image of a recorded die is available and its label differs from the reading.

        Args:
            mark: of the die, as the game's view has it.
            die: true type.
            face: true face.
        """
        return False

    def learn(self, mark: str, die: str, face: str) -> None:
        """Store a die's image as a reference image with its true label.

        Raises:
            CompanionError: the profile is full, or writing fails.
        """
        return


class NoTeaching(Teaching):
    """No taught faces, only the models' own."""
