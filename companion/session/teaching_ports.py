"""What a screen may ask of the faces that people showed to the camera, or corrected at the table.

Part of the calibration: faces belong to a profile. Everything handed out is immutable.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.errors import CompanionError
from companion.session.sightings import Corners
from companion.session.table_port import Picture


@dataclass(frozen=True, slots=True)
class FaceLine:
    """A face that a profile knows by pictures.

    Attributes:
        die: key of a type, ``d6``, ``robot_a`` or ``robot_b``.
        looks: how many pictures of it are kept; ``corrected`` of them are corrections.
        picture: the newest one.
    """

    die: str
    face: str
    looks: int
    corrected: int
    picture: Picture


@dataclass(frozen=True, slots=True)
class ShowingView:
    """The faces of one die being shown.

    Attributes:
        profile: where they will be kept.
        die: key of the type.
        shown: (face, looks) of what was named so far.
        looks: all looks so far.
        picture: the newest picture; None without a camera or while it is hidden.
        dice: the top faces of the dice in it, as fractions of its width and height.
        picked: index of the die whose face is named next; None where there is none.
        hidden: the camera may not be looked through, since players choose behind their screens.
        fault: why there is nothing to see.
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
    """The faces of the table's profiles. One thread, the window's, asks; answers come at once."""

    def listed(self, profile: str) -> tuple[FaceLine, ...]:
        """Return the faces that a profile knows, by die.

        Raises:
            CompanionError: there is no such profile, or it cannot be read.
        """
        ...

    def forget(self, profile: str, die: str, face: str) -> None:
        """Remove a face with all its pictures.

        Raises:
            CompanionError: there is none, or the disk does not take it.
        """
        ...

    def remember(self, profile: str) -> bool:
        """Bring back what was removed last; False where nothing was.

        Raises:
            CompanionError: the disk does not take it.
        """
        ...

    # --- showing a die's faces -------------------------------------------------------------------

    def begin(self, profile: str, die: str, faces: tuple[str, ...]) -> None:
        """Look for dice; the game's mats are not read until ``keep`` or ``cancel``.

        Args:
            profile: where the faces will be kept.
            die: key of the type.
            faces: what its faces can be called.
        """
        ...

    def showing(self) -> ShowingView | None:
        """Return what is shown now; None where nobody began."""
        ...

    def pick(self, index: int) -> None:
        """The die with this index is meant, where several are in view."""
        ...

    def name(self, face: str) -> None:
        """The picked die shows *face*: keep a look at it.

        Raises:
            CompanionError: no die is in view.
        """
        ...

    def back(self) -> None:
        """Take the last look away."""
        ...

    def keep(self) -> None:
        """Store what was shown.

        Raises:
            CompanionError: there is no room, or the disk does not take it; nothing is lost.
        """
        ...

    def cancel(self) -> None:
        """End without storing anything. Safe to call at any time."""
        ...

    # --- corrections at the table ----------------------------------------------------------------

    def can_learn(self, mark: str, die: str, face: str) -> bool:
        """Whether the picture of a recorded die is available and says something new.

        Args:
            mark: of the die, as the game's view has it.
            die: what the die is in truth.
            face: what it shows in truth.
        """
        ...

    def learn(self, mark: str, die: str, face: str) -> None:
        """Keep a die's picture as one more look at what it is in truth.

        Raises:
            CompanionError: there is no room, or the disk does not take it.
        """
        ...
