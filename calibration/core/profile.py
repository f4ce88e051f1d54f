"""Calibration data of a table's camera, lighting and dice, as validated plain values.

A profile holds the level of white paper over the image (illumination field), the body colour of
each type of dice relative to it, enrolled faces, and statistics of its readings. It holds no
arrays: `profile_file` writes and reads it, `reader_profile` converts it for the reader.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from companion.games.roll.model.dice import DieType
from companion.session.calibration_ports import ReadCount, ReadingOutcome

Triple: TypeAlias = tuple[float, float, float]
Corner: TypeAlias = tuple[float, float]

MAX_NAME: Final = 40
MAX_NAME_BYTES: Final = 60
MAX_FACES: Final = 240
MAX_ZONES: Final = 80
MAX_HELD: Final = 16
USUAL_EDGE_MM: Final = 14.0
MAX_PICTURE_BYTES: Final = 120_000
DIE_KEYS: Final = tuple(die.value for die in DieType)
MAP_TERMS: Final = 5
"""Terms of the light map: x, y, x*y, x*x, y*y, x and y from -1 to 1 over the image."""

FACE_PX: Final = 64
MAX_FACE_BYTES: Final = 20_000
PNG_START: Final = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"


@dataclass(frozen=True, slots=True)
class CameraSeen:
    """The camera that took the images: its name and image size."""

    name: str
    width_px: int
    height_px: int

    def __post_init__(self) -> None:
        _require(len(self.name) <= 200, "the camera's name is too long")
        for side in (self.width_px, self.height_px):
            _require(1 <= side <= 100_000, "the camera image has an impossible size")


@dataclass(frozen=True, slots=True)
class PaperLight:
    """The level of white paper over the image under one light source (illumination field).

    Attributes:
        white: linear RGB of paper in the image's middle, 1 = full scale; above 1 where paper is
            overexposed (measured on the grey patches then).
        map: ``MAP_TERMS`` RGB coefficients of the logarithm of that level over the image.
        seen: left, top, right, bottom of the part of the image where patches were seen, in -1..1;
            the map is not valid outside it.
    """

    white: Triple
    map: tuple[Triple, ...]
    seen: tuple[float, float, float, float]

    def __post_init__(self) -> None:
        _require(all(1e-4 <= level <= 20.0 for level in self.white), "its white is no white")
        _require(len(self.map) == MAP_TERMS, f"its light map has not {MAP_TERMS} terms")
        steep = any(abs(value) > 5.0 for term in self.map for value in term)
        _require(not steep, "its light map is impossibly steep")
        x0, y0, x1, y1 = self.seen
        inside = -1.5 <= x0 <= x1 <= 1.5 and -1.5 <= y0 <= y1 <= 1.5
        _require(inside, "its light map is outside the image")


@dataclass(frozen=True, slots=True)
class DieColour:
    """The body colour of one type of dice.

    Attributes:
        linear: linear RGB relative to white paper at that place.
    """

    die: str
    linear: Triple
    dice: int = 1

    def __post_init__(self) -> None:
        _require(self.die in DIE_KEYS, f"there is no die called {self.die!r}")
        _require(all(0.0 <= v <= 4.0 for v in self.linear), f"no die is coloured like {self.die}")
        _require(1 <= self.dice <= 1_000_000, f"the number of {self.die} dice is impossible")


@dataclass(frozen=True, slots=True)
class SeenMat:
    """Where a mat lay: corners clockwise from its top left, x and y in -1..1 over the image."""

    mat: str
    corners: tuple[Corner, Corner, Corner, Corner]

    def __post_init__(self) -> None:
        _require(len(self.mat) <= 40, "a mat's name is too long")
        _require(_on_picture(self.corners, 6.0), "a mat is far outside the image")


@dataclass(frozen=True, slots=True)
class DrawnZone:
    """A zone drawn on the image by a person, a convex polygon; x and y in -1..1.

    Attributes:
        mat: the name of the place, ``strip-1`` for the strip of seat 1.
        zone: as on printed mats: ``explore``, ``select_ship``, ``dictate`` ...
    """

    mat: str
    zone: str
    corners: tuple[Corner, ...]

    def __post_init__(self) -> None:
        _require(1 <= len(self.mat) <= 40 and 1 <= len(self.zone) <= 40, "a zone has no name")
        _require(3 <= len(self.corners) <= 12, f"the zone {self.zone} has too few or many corners")
        _require(_on_picture(self.corners, 1.5), f"the zone {self.zone} is outside the image")
        _require(_is_convex(self.corners), f"the zone {self.zone} is not convex")


@dataclass(frozen=True, slots=True)
class ShownFace:
    """One labelled example of an enrolled face.

    The image is stored, not a network's embedding of it, so it can be used with later networks.

    Attributes:
        die: key of a type, ``d6``, ``robot_a``, ``robot_b``.
        picture: the upright crop, a PNG of ``FACE_PX`` pixels a side.
        corrected: from a correction at the table, not from an enrolment.
    """

    die: str
    face: str
    picture: bytes
    corrected: bool = False

    def __post_init__(self) -> None:
        for word in (self.die, self.face):
            _require(1 <= len(word) <= 40 and word.isprintable(), "a shown face has no proper name")
        _require(len(self.picture) <= MAX_FACE_BYTES, "an image of a face is too large")
        head = PNG_START + FACE_PX.to_bytes(4, "big") * 2
        _require(self.picture[: len(head)] == head, f"the image of {self.face} is not an image")


@dataclass(frozen=True, slots=True)
class Profile:
    """One camera under one light source.

    A bare profile has no lighting and no colours: it was made without the printed mat, for drawn
    zones and enrolled faces.

    Attributes:
        made_at: UTC, ISO 8601; empty if the clock was not set.
        serial: number of the measurement in its folder, the newest has the largest; 0 until stored.
        light: None in a bare profile.
        colours: one for each type; none in a bare profile.
        die_edge_mm: edge of the dice as measured on the mat.
        faces: enrolled or corrected at the table.
        evidence: counts of readings and their outcomes, by type.
        reader_sha256: the reader's model whose readings ``evidence`` counts; empty with none.
        picture: the reference picture, a small JPEG; empty where none was kept.
        held: the camera's controls that were locked when the profile was made, by name.
    """

    name: str
    made_at: str
    camera: CameraSeen
    light: PaperLight | None = None
    colours: tuple[DieColour, ...] = ()
    die_edge_mm: float = USUAL_EDGE_MM
    mats: tuple[SeenMat, ...] = ()
    zones: tuple[DrawnZone, ...] = ()
    faces: tuple[ShownFace, ...] = ()
    evidence: tuple[ReadCount, ...] = ()
    reader_sha256: str = ""
    picture: bytes = b""
    serial: int = 0
    held: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        _require(is_name(self.name), "its name is no name")
        _require(not self.made_at or 10 <= len(self.made_at) <= 40, "its date is no date")
        named = sorted(colour.die for colour in self.colours)
        wanted = [] if self.light is None else sorted(DIE_KEYS)
        _require(named == wanted, "it has not one colour for each of the seven dice")
        _require(8.0 <= self.die_edge_mm <= 30.0, "its dice have an impossible size")
        _require(len(self.mats) <= 16, "it has too many mats")
        _require(len(self.zones) <= MAX_ZONES, "it has too many zones")
        _require(len(self.faces) <= MAX_FACES, "it has too many faces")
        _require(len(self.evidence) <= 40, "it has too many counts")
        _require(len({c.die for c in self.evidence}) == len(self.evidence), "it counts a die twice")
        hexadecimal = len(self.reader_sha256) in (0, 64) and not set(self.reader_sha256) - _HEX
        _require(hexadecimal, "its reader has no proper hash")
        _require(bool(self.reader_sha256) or not self.evidence, "its counts belong to no reader")
        _require(len(self.picture) <= MAX_PICTURE_BYTES, "its image is too large")
        _require(len(self.held) <= MAX_HELD, "it holds too many of the camera's controls")
        proper = all(1 <= len(control) <= 40 and math.isfinite(v) for control, v in self.held)
        _require(proper, "it holds an impossible control of the camera")


_HEX: Final = frozenset("0123456789abcdef")


def is_name(text: str) -> bool:
    """Whether *text* is a valid profile name: a short line without outer white space."""
    short = 1 <= len(text) <= MAX_NAME and len(text.encode(errors="replace")) <= MAX_NAME_BYTES
    return short and text.isprintable() and text == text.strip() and text not in (".", "..")


def _require(holds: bool, what: str) -> None:  # noqa: FBT001 - reads like an assertion
    if not holds:
        raise ValueError(what)


def _on_picture(corners: tuple[Corner, ...], limit: float) -> bool:
    return all(abs(x) <= limit and abs(y) <= limit for x, y in corners)


def _is_convex(corners: tuple[Corner, ...]) -> bool:
    """Whether the polygon turns the same way at each corner, once around."""
    count = len(corners)
    turned = 0.0
    ways = set()
    for i in range(count):
        (ax, ay), (bx, by), (cx, cy) = (corners[(i + k) % count] for k in range(3))
        cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        dot = (bx - ax) * (cx - bx) + (by - ay) * (cy - by)
        if abs(cross) > 1e-12:
            ways.add(cross > 0)
        turned += math.atan2(cross, dot)
    return len(ways) == 1 and abs(abs(turned) - 2 * math.pi) < 1e-3


def counted(profile: Profile, outcomes: Sequence[ReadingOutcome], *, reader_sha256: str) -> Profile:
    """Return *profile* with the outcomes added to its counts.

    Counts restart with another model, since its error rates differ.
    """
    if not outcomes:
        return profile
    same = profile.reader_sha256 == reader_sha256
    counts = {each.die: each for each in profile.evidence} if same else {}
    for outcome in outcomes:
        now = counts.get(outcome.die, ReadCount(outcome.die))
        counts[outcome.die] = ReadCount(
            outcome.die,
            now.read + 1,
            now.doubtful + outcome.doubtful,
            now.corrected + outcome.corrected,
        )
    evidence = tuple(counts[die] for die in sorted(counts))
    return replace(profile, evidence=evidence, reader_sha256=reader_sha256)
