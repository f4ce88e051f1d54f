"""What a screen may ask of the calibration: the wizard's state, the profiles, one profile's page.

Everything handed out is immutable; pictures are the screen's small ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.errors import CompanionError
from companion.session.sightings import Corners
from companion.session.table_port import Picture
from companion.session.teaching_ports import Teaching
from companion.session.zone_ports import Drawing


class Signal(Enum):
    """``WAIT``: not looked at. ``YELLOW`` works, could be better. ``RED``: no profile is made."""

    WAIT = "wait"
    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class Stage(Enum):
    """Where the wizard is."""

    LOOK = "look"
    PROVE = "prove"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class StepLight:
    """One thing that is looked at.

    Attributes:
        key: ``camera``, ``mats``, ``die_size``, ``sharpness``, ``exposure``, ``clipping``,
            ``banding``, ``lock``, ``print``, ``white``, ``dice``, ``colours``.
        advice: what is wrong and what to do; None where all is well.
        value: the number behind the signal, in its own unit; None where there is none.
    """

    key: str
    signal: Signal
    advice: CompanionError | None = None
    value: float | None = None


@dataclass(frozen=True, slots=True)
class ProofDie:
    """A die of a proof throw.

    Attributes:
        die: the type that was read.
        face: that was read.
        doubtful: whether the reader was in doubt.
        corners: of its top face, as fractions of the picture's width and height.
        correction: type and face as a person corrected them; None where nobody did.
    """

    die: str
    face: str
    doubtful: bool
    corners: Corners
    correction: tuple[str, str] | None = None

    @property
    def shows(self) -> tuple[str, str]:
        """Type and face as they stand now."""
        return self.correction or (self.die, self.face)

    @property
    def is_right(self) -> bool:
        """Whether it was read as it stands now."""
        return self.shows == (self.die, self.face)


@dataclass(frozen=True, slots=True)
class WizardView:
    """The wizard.

    Attributes:
        steps: the lights of the newest picture, in the order in which they are shown.
        steady: good pictures in a row, of ``steady_wanted``.
        throws: confirmed throws, of ``throws_wanted``.
        throw: the dice that wait to be confirmed; empty while none lie still.
        accuracy: share of dice that will be read right, 0..1.
        taps: how many people needed since the wizard began.
        picture: the newest picture; None without a camera or while it is hidden.
        hidden: the camera may not be looked through, since players choose behind their screens.
        fault: why looking fails, where that is no matter of a step.
    """

    stage: Stage
    steps: tuple[StepLight, ...]
    steady: int
    steady_wanted: int
    throws: int
    throws_wanted: int
    throw: tuple[ProofDie, ...]
    accuracy: float
    taps: int
    picture: Picture | None
    hidden: bool = False
    fault: CompanionError | None = None


@dataclass(frozen=True, slots=True)
class ProfileLine:
    """A profile in the list.

    Attributes:
        made_at: UTC, ISO 8601.
        used: the table reads by it.
        fits: whether its light is the present one; None while nothing in view tells.
    """

    name: str
    made_at: str
    camera: str
    used: bool
    fits: bool | None


@dataclass(frozen=True, slots=True)
class ColourPair:
    """Two types and their distance (CIEDE2000); ``close`` ones are easily taken for each other."""

    first: str
    second: str
    difference: float
    close: bool


@dataclass(frozen=True, slots=True)
class ReadCount:
    """How the readings of a type fared: read, of these doubtful, of these corrected.

    Raises:
        ValueError: a number or the key is impossible.
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
    """How one reading fared: the die's true type, whether it was doubted, whether corrected."""

    die: str
    doubtful: bool
    corrected: bool


@dataclass(frozen=True, slots=True)
class ProfilePage:
    """All that is known of a profile.

    Attributes:
        pairs: the closest first; none where the profile was made without a calibration mat.
        faces: how many different faces were shown or corrected.
        mats: on how many mats places were drawn.
        picture: what the camera saw then, small; None where none was kept.
    """

    line: ProfileLine
    die_edge_mm: float
    pairs: tuple[ColourPair, ...]
    counts: tuple[ReadCount, ...]
    faces: int = 0
    mats: int = 0
    picture: Picture | None = None


class Calibration(Protocol):
    """The calibration of a table. One thread, the window's, asks; all answers come at once."""

    @property
    def teaching(self) -> Teaching:
        """The faces that people show to the camera."""
        ...

    @property
    def drawing(self) -> Drawing:
        """The places that people draw on the picture."""
        ...

    # --- profiles --------------------------------------------------------------------------------

    def profiles(self) -> tuple[ProfileLine, ...]:
        """Return the profiles by name."""
        ...

    def page(self, name: str) -> ProfilePage:
        """Return all about a profile.

        Raises:
            CompanionError: there is none of that name, or it cannot be read.
        """
        ...

    def choose(self, name: str) -> None:
        """Read by this profile from now on, until the light is that of another."""
        ...

    def followed(self) -> str:
        """Return, once, the profile that was chosen by itself; empty where none was."""
        ...

    def rename(self, name: str, to: str) -> None:
        """Give a profile another name.

        Raises:
            CompanionError: there is none, the name is taken or none, or the disk refuses.
        """
        ...

    def delete(self, name: str) -> None:
        """Remove a profile.

        Raises:
            CompanionError: there is none, or it cannot be removed.
        """
        ...

    def deleted(self) -> str:
        """Return the name of the profile that was deleted last; empty where none can come back."""
        ...

    def restore(self) -> None:
        """Bring back what was deleted last.

        Raises:
            CompanionError: the disk does not take it.
        """
        ...

    def export_file(self, name: str) -> bytes:
        """Return a profile as a file to carry away.

        Raises:
            CompanionError: there is none of that name, or it cannot be read.
        """
        ...

    def import_file(self, content: bytes, called: str) -> str:
        """Add the profile of a file; returns the name that it got, a free one.

        Args:
            content: of the file.
            called: the file's name, for messages.

        Raises:
            CompanionError: it is no profile, or the disk does not take it.
        """
        ...

    def compare(self) -> None:
        """Compare the profiles with the light of the next picture."""
        ...

    # --- a new light --------------------------------------------------------------------------

    def refresh_light(self, name: str) -> None:
        """Take the light of the next picture, which shows any mat, into a profile."""
        ...

    def refreshed(self) -> CompanionError | bool | None:
        """Return how that went, once: True, or what was wrong; None while it goes on."""
        ...

    # --- the wizard ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start the wizard; the game's mats are not read until it ends."""
        ...

    def wizard(self) -> WizardView | None:
        """Return the wizard; None while none runs."""
        ...

    def confirm(self) -> None:
        """The throw is what the dice show."""
        ...

    def correct(self, index: int, die: str, face: str) -> None:
        """A die of the throw shows something else."""
        ...

    def skip(self) -> None:
        """Do without more proof throws."""
        ...

    def back(self) -> None:
        """Return to the stage before."""
        ...

    def keep(self, name: str) -> None:
        """Store the profile, read by it and end the wizard.

        Raises:
            CompanionError: the name or the disk does not serve; the wizard waits.
        """
        ...

    def create_without_light(self, name: str) -> None:
        """Store a profile without a measured light, for a table without a calibration mat.

        It serves for faces that are shown and for places that are drawn.

        Raises:
            CompanionError: the name, the camera or the disk does not serve.
        """
        ...

    def cancel(self) -> None:
        """End wizard, showing and drawing; leave all as it was. Safe to call at any time."""
        ...


class NoProfileError(CompanionError, LookupError):
    """Asked for a profile that is not there."""

    code = "no_profile"
    template = "There is no profile %(name)s."
    hint = "Choose one of the list, or make a new one."


class ProfileNameTakenError(CompanionError, ValueError):
    """A name that another profile has."""

    code = "profile_name_taken"
    template = "There is a profile %(name)s already."
    hint = "Choose another name, or delete that profile first."
