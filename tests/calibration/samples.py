"""Profiles for tests."""

from dataclasses import replace

from calibration.core.profile import (
    CameraSeen,
    DieColour,
    DrawnZone,
    PaperLight,
    Profile,
    SeenMat,
    ShownFace,
)
from companion.session.calibration_ports import ReadCount

LINEAR = {
    "home": (1.0, 0.88, 1.0),
    "military": (0.86, 0.04, 0.09),
    "consumption": (0.87, 0.48, 0.95),
    "novelty": (0.28, 0.65, 0.99),
    "rare_elements": (0.73, 0.45, 0.16),
    "genes": (0.39, 0.7, 0.03),
    "alien_technology": (1.0, 0.86, 0.01),
}

FACE_PNG = bytes.fromhex("89504e470d0a1a0a0000000d494844520000004000000040")
FLAT = ((0.0, 0.0, 0.0),) * 5


def profile(
    name: str = "Kitchen", *, white: tuple[float, float, float] = (0.8, 0.78, 0.7)
) -> Profile:
    """A plain profile; nothing optional is in it."""
    return Profile(
        name=name,
        made_at="2026-11-21T18:00:00Z",
        serial=1,
        camera=CameraSeen("pictures", 1536, 864),
        light=PaperLight(white, FLAT, (-0.9, -0.8, 0.9, 0.8)),
        colours=tuple(DieColour(die, linear) for die, linear in LINEAR.items()),
        die_edge_mm=14.0,
    )


def full_profile() -> Profile:
    """A profile with everything that one can hold."""
    square = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    return replace(
        profile("Küche, rechts"),
        mats=(SeenMat("calibration", square),),
        zones=(DrawnZone("strip-1", "explore", square),),
        reader_sha256="ab" * 32,
        faces=(ShownFace("robot_a", "laser", FACE_PNG, corrected=True),),
        evidence=(ReadCount("home", 20, 2, 1),),
        picture=b"\xff\xd8picture",
        held=(("exposure_us", 20000.0), ("gain", 1.5)),
    )
