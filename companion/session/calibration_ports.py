"""UI ports of the calibration: profiles and wizard, taught faces, drawn zones.

What the classes themselves do is what a table without camera and profiles does. All returned values
are immutable; pictures are downscaled for display.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.errors import CompanionError
from companion.session.ports import Corners
from companion.session.table_port import Picture


class NoProfileError(CompanionError, LookupError):
    """There is no profile of that name."""

    code = "no_profile"
    template = "There is no profile %(name)s."
    hint = "Choose one from the list, or make a new one."


class ProfileNameTakenError(CompanionError, ValueError):
    code = "profile_name_taken"
    template = "There is already a profile %(name)s."
    hint = "Choose another name, or delete that profile first."


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraView:
    """The camera image behind wizard, teaching and drawing.

    Attributes:
        picture: the newest frame; None without a camera or while it is hidden.
        hidden: the camera image is hidden, since players choose in secret behind their screens.
        fault: why capturing or reading fails, where no check of the wizard covers it.
    """

    picture: Picture | None
    hidden: bool = False
    fault: CompanionError | None = None


# --- taught faces --------------------------------------------------------------------------------


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
class ShowingView(CameraView):
    """State of teaching the faces of one die.

    Attributes:
        profile: where they will be stored.
        die: key of the type.
        shown: (face, number of images) of the faces labelled so far.
        looks: number of all images so far.
        dice: corners of the dice's top faces in the picture, as fractions of its width and height.
        picked: index of the die that is labelled next; None where there is none.
    """

    profile: str
    die: str
    shown: tuple[tuple[str, int], ...]
    looks: int
    dice: tuple[Corners, ...]
    picked: int | None


class Teaching:
    """The taught faces of the profiles. UI thread only; calls do not block.

    They raise a ``CompanionError`` where there is no such profile, face or die in view, the profile
    is full, or writing fails; then nothing is lost.
    """

    def listed(self, profile: str) -> tuple[FaceLine, ...]:
        """Return the taught faces of a profile, by die."""
        return ()

    def forget(self, profile: str, die: str, face: str) -> None:
        """Remove a face with all its images."""

    def remember(self, profile: str) -> bool:
        """Undo the last removal; False where there was none."""
        return False

    # --- teaching a die's faces ------------------------------------------------------------------

    def begin(self, profile: str, die: str, faces: tuple[str, ...]) -> None:
        """Start detecting dice; the game's mats are not read until ``keep`` or ``cancel``.

        Args:
            profile: where the faces will be stored.
            die: key of the type.
            faces: allowed labels of its faces.
        """

    def showing(self) -> ShowingView | None:
        """Return the current state; None while not teaching."""
        return None

    def pick(self, index: int) -> None:
        """Select the die with this index, where several are in view."""

    def name(self, face: str) -> None:
        """Label the picked die with *face* and add its image."""

    def back(self) -> None:
        """Remove the last image."""

    def keep(self) -> None:
        """Store the labelled images."""

    def cancel(self) -> None:
        """End without storing anything. Safe to call at any time."""

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
        """Store a die's image as a reference image with its true label."""


# --- drawn zones ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A drawn zone.

    Attributes:
        mat: mat id, ``strip-1`` or ``tray``.
        zone: as on printed mats: ``explore``, ``select_ship``, ``dictate``, ``tray``.
        corners: as fractions of the image's width and height, y down.
    """

    mat: str
    zone: str
    corners: Corners


class Drawing:
    """The drawn zones of the profiles, convex polygons in the image of a fixed camera.

    A zone has the name of a zone of the printed mats, so that games need not distinguish them. UI
    thread only. Calls raise a ``CompanionError`` where there is no such profile, a zone is invalid,
    or writing fails; then the editor stays open.
    """

    def drawn(self, profile: str) -> tuple[DrawnPlace, ...]:
        return ()

    def begin(self, profile: str) -> None:
        """Show the camera image; the game's mats are not read until ``keep`` or ``cancel``."""

    def view(self) -> CameraView | None:
        """Return the editor's image; None while it is closed."""
        return None

    def keep(self, places: tuple[DrawnPlace, ...]) -> None:
        """Replace the stored zones, activate them and close the editor."""

    def cancel(self) -> None:
        """Close without storing anything. Safe to call at any time."""


# --- profiles and wizard -------------------------------------------------------------------------


class Signal(Enum):
    """``WAIT``: not checked. ``YELLOW``: usable, could be better. ``RED``: blocks the profile."""

    WAIT = "wait"
    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class Stage(Enum):
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
class WizardView(CameraView):
    """State of the wizard.

    Attributes:
        steps: the checks of the newest frame, in display order.
        steady: consecutive good frames, of ``steady_wanted``.
        throws: confirmed throws, of ``throws_wanted``.
        throw: the dice to be confirmed; empty while none are settled.
        proof: how the dice of the confirmed throws were read.
    """

    stage: Stage
    steps: tuple[StepLight, ...]
    steady: int
    steady_wanted: int
    throws: int
    throws_wanted: int
    throw: tuple[ProofDie, ...]
    proof: "ReadCount"


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


ALL_DICE: Final = "all"
"""The key of a count over all types."""


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
        alike: names of other profiles whose light is the same.
    """

    line: ProfileLine
    pairs: tuple[ColourPair, ...]
    counts: "tuple[ReadCount, ...]"
    faces: int = 0
    mats: int = 0
    picture: Picture | None = None
    alike: tuple[str, ...] = ()


class Calibration:
    """The calibration of a table. UI thread only; calls do not block.

    They raise a ``CompanionError`` where there is no such profile, its name is taken or invalid, or
    writing fails; then nothing is lost and the wizard stays open.
    """

    teaching: Teaching = Teaching()
    drawing: Drawing = Drawing()

    # --- profiles --------------------------------------------------------------------------------

    def profiles(self) -> tuple[ProfileLine, ...]:
        return ()

    def page(self, name: str) -> ProfilePage:
        raise NoProfileError(name=name)

    def choose(self, name: str) -> None:
        """Activate this profile, until the lighting matches another one."""

    def rename(self, name: str, to: str) -> None:
        """Rename a profile."""

    def delete(self, name: str) -> None:
        """Remove a profile."""

    def deleted(self) -> str:
        """Return the name of the last deleted profile; empty where none can be restored."""
        return ""

    def restore(self) -> None:
        """Restore the last deleted profile."""

    def export_file(self, name: str) -> bytes:
        """Return a profile as file content for export."""
        raise NoProfileError(name=name)

    def import_file(self, content: bytes, called: str) -> str:
        """Import a profile from a file; returns its name, made unique.

        Args:
            content: of the file.
            called: the file's name, for messages.
        """
        raise NoProfileError(name=called)

    def compare(self) -> None:
        """Compare the profiles with the lighting of the next frame; read it without a profile."""

    def without_profile(self) -> "ReadCount | None":
        """Return how the dice of the compared frame are read without a profile; None before."""
        return None

    def doubts(self) -> int:
        """Return how many of the last dice were doubtful or misread."""
        return 0

    def doubts_file(self) -> bytes:
        """Return these dice, with the answers that people gave, as file content for export."""
        return b""

    # --- new lighting -------------------------------------------------------------------------

    def refresh_light(self, name: str) -> None:
        """Update a profile's illuminant from the next frame, in which any mat must be visible."""

    def refreshed(self) -> CompanionError | bool | None:
        """Return the result, once: True or the error; None while in progress."""
        return None

    # --- the wizard ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start the wizard; the game's mats are not read until it ends."""

    def wizard(self) -> WizardView | None:
        """Return the wizard's state; None while it is not running."""
        return None

    def confirm(self) -> None:
        """Confirm the reading of the throw."""

    def correct(self, index: int, die: str, face: str) -> None:
        """Correct a die of the throw."""

    def skip(self) -> None:
        """Skip the remaining validation throws."""

    def back(self) -> None:
        """Return to the previous stage."""

    def keep(self, name: str) -> None:
        """Store and activate the profile and end the wizard."""

    def create_without_light(self, name: str) -> None:
        """Store a profile without a measured illuminant, for a table without a calibration mat.

        It can hold taught faces and drawn zones.
        """

    def cancel(self) -> None:
        """End wizard, teaching and drawing without changes. Safe to call at any time."""
