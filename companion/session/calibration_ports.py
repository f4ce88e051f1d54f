"""UI port of the calibration: the wizard's state, the profiles, one profile's page.

All returned values are immutable; pictures are downscaled for display.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.errors import CompanionError
from companion.session.sightings import Corners
from companion.session.table_port import Picture
from companion.session.teaching_ports import NoTeaching, Teaching
from companion.session.zone_ports import Drawing, NoDrawing


class Signal(Enum):
    """``WAIT``: not checked. ``YELLOW``: usable, could be better. ``RED``: blocks the profile."""

    WAIT = "wait"
    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class Stage(Enum):
    """Stage of the wizard."""

    LOOK = "look"
    PROVE = "prove"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class StepLight:
    """One check of the wizard.

    Attributes:
        key: ``camera``, ``mats``, ``die_size``, ``sharpness``, ``exposure``, ``clipping``,
            ``banding``, ``lock``, ``print``, ``white``, ``dice``, ``colours``.
        advice: the problem and its remedy; None where the check passes.
        value: the measured value, in its own unit; None where there is none.
    """

    key: str
    signal: Signal
    advice: CompanionError | None = None
    value: float | None = None


@dataclass(frozen=True, slots=True)
class ProofDie:
    """A die of a validation throw.

    Attributes:
        die: the predicted type.
        face: the predicted face.
        doubtful: whether the reader flagged it as ``check``.
        corners: of its top face, as fractions of the image's width and height.
        correction: type and face as corrected by a person; None where uncorrected.
    """

    die: str
    face: str
    doubtful: bool
    corners: Corners
    correction: tuple[str, str] | None = None

    @property
    def shows(self) -> tuple[str, str]:
        """Type and face after correction."""
        return self.correction or (self.die, self.face)

    @property
    def is_right(self) -> bool:
        """Whether the prediction matches the corrected type and face."""
        return self.shows == (self.die, self.face)


@dataclass(frozen=True, slots=True)
class WizardView:
    """State of the wizard.

    Attributes:
        steps: the checks of the newest frame, in display order.
        steady: consecutive good frames, of ``steady_wanted``.
        throws: confirmed throws, of ``throws_wanted``.
        throw: the dice to be confirmed; empty while none are settled.
        accuracy: expected share of correctly read dice, 0..1.
        picture: the newest frame; None without a camera or while it is hidden.
        hidden: the camera image is hidden, since players choose in secret behind their screens.
        fault: why capturing or reading fails, where no check covers it.
    """

    stage: Stage
    steps: tuple[StepLight, ...]
    steady: int
    steady_wanted: int
    throws: int
    throws_wanted: int
    throw: tuple[ProofDie, ...]
    accuracy: float
    picture: Picture | None
    hidden: bool = False
    fault: CompanionError | None = None


@dataclass(frozen=True, slots=True)
class ProfileLine:
    """A profile in the list.

    Attributes:
        made_at: creation time, UTC, ISO 8601; empty if the clock was not set.
        used: whether it is the active profile.
        fits: whether its illuminant matches the current one; None where nothing in view allows a
            measurement.
    """

    name: str
    made_at: str
    camera: str
    used: bool
    fits: bool | None


@dataclass(frozen=True, slots=True)
class ColourPair:
    """Two types and their colour difference (CIEDE2000); ``close`` ones are easily confused."""

    first: str
    second: str
    difference: float
    close: bool


@dataclass(frozen=True, slots=True)
class ReadCount:
    """Reading counts of a type: read, of these flagged ``check``, of these corrected.

    Raises:
        ValueError: a number or the key is invalid.
    """

    die: str
    read: int = 0
    doubtful: int = 0
    corrected: int = 0

    def __post_init__(self) -> None:
        if not 1 <= len(self.die) <= 40:
            raise ValueError("a count has no name")
        if not all(0 <= n <= 10**9 for n in (self.read, self.doubtful, self.corrected)):
            raise ValueError("a count is impossible")


@dataclass(frozen=True, slots=True)
class ReadingOutcome:
    """Outcome of one reading: the die's true type, whether it was flagged, whether corrected."""

    die: str
    doubtful: bool
    corrected: bool


@dataclass(frozen=True, slots=True)
class ProfilePage:
    """Details of a profile.

    Attributes:
        pairs: the closest first; none where the profile was made without a calibration mat.
        faces: number of different faces taught or corrected.
        mats: number of mats with drawn zones.
        picture: thumbnail of the camera image at creation; None where none was stored.
    """

    line: ProfileLine
    pairs: tuple[ColourPair, ...]
    counts: tuple[ReadCount, ...]
    faces: int = 0
    mats: int = 0
    picture: Picture | None = None


class Calibration(Protocol):
    """The calibration of a table. UI thread only; calls do not block."""

    @property
    def teaching(self) -> Teaching:
        """Taught die faces."""
        return NoTeaching()

    @property
    def drawing(self) -> Drawing:
        """Drawn zones."""
        return NoDrawing()

    # --- profiles --------------------------------------------------------------------------------

    def profiles(self) -> tuple[ProfileLine, ...]:
        """Return the profiles by name."""
        return ()

    def page(self, name: str) -> ProfilePage:
        """Return the details of a profile.

        Raises:
            CompanionError: there is none of that name, or it cannot be read.
        """
        raise NoProfileError(name=name)

    def choose(self, name: str) -> None:
        """Activate this profile, until the lighting matches another one."""
        return

    def followed(self) -> str:
        """Return, once, the profile that was activated automatically; empty where none was."""
        return ""

    def rename(self, name: str, to: str) -> None:
        """Rename a profile.

        Raises:
            CompanionError: there is none, the name is taken or invalid, or writing fails.
        """
        return

    def delete(self, name: str) -> None:
        """Remove a profile.

        Raises:
            CompanionError: there is none, or it cannot be removed.
        """
        return

    def deleted(self) -> str:
        """Return the name of the last deleted profile; empty where none can be restored."""
        return ""

    def restore(self) -> None:
        """Restore the last deleted profile.

        Raises:
            CompanionError: writing fails.
        """
        return

    def export_file(self, name: str) -> bytes:
        """Return a profile as file content for export.

        Raises:
            CompanionError: there is none of that name, or it cannot be read.
        """
        raise NoProfileError(name=name)

    def import_file(self, content: bytes, called: str) -> str:
        """Import a profile from a file; returns its name, made unique.

        Args:
            content: of the file.
            called: the file's name, for messages.

        Raises:
            CompanionError: it is not a profile, or writing fails.
        """
        raise NoProfileError(name=called)

    def compare(self) -> None:
        """Compare the profiles with the lighting of the next frame."""
        return

    # --- new lighting -------------------------------------------------------------------------

    def refresh_light(self, name: str) -> None:
        """Update a profile's illuminant from the next frame, in which any mat must be visible."""
        return

    def refreshed(self) -> CompanionError | bool | None:
        """Return the result, once: True or the error; None while in progress."""
        return None

    # --- the wizard ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start the wizard; the game's mats are not read until it ends."""
        return

    def wizard(self) -> WizardView | None:
        """Return the wizard's state; None while it is not running."""
        return None

    def confirm(self) -> None:
        """Confirm the reading of the throw."""
        return

    def correct(self, index: int, die: str, face: str) -> None:
        """Correct a die of the throw."""
        return

    def skip(self) -> None:
        """Skip the remaining validation throws."""
        return

    def back(self) -> None:
        """Return to the previous stage."""
        return

    def keep(self, name: str) -> None:
        """Store and activate the profile and end the wizard.

        Raises:
            CompanionError: the name is invalid or writing fails; the wizard stays open.
        """
        return

    def create_without_light(self, name: str) -> None:
        """Store a profile without a measured illuminant, for a table without a calibration mat.

        It can hold taught faces and drawn zones.

        Raises:
            CompanionError: the name is invalid, the camera is unavailable or writing fails.
        """
        return

    def cancel(self) -> None:
        """End wizard, teaching and drawing without changes. Safe to call at any time."""
        return


class NoCalibration(Calibration):
    """A table without camera and profiles."""


class NoProfileError(CompanionError, LookupError):
    """There is no profile of that name."""

    code = "no_profile"
    template = "There is no profile %(name)s."
    hint = "Choose one from the list, or make a new one."


class ProfileNameTakenError(CompanionError, ValueError):
    """Another profile has that name."""

    code = "profile_name_taken"
    template = "There is already a profile %(name)s."
    hint = "Choose another name, or delete that profile first."
