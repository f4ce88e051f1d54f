"""Looks at dice for the practice reveal, without a camera."""

from companion.session.ports import DieReading, DieStatus, Reading
from companion.session.service_ports import DiceScan, DiceScans
from tests.ui import fake_table as fake

_DICE = (
    ("military", "develop", "select_develop", DieStatus.OK),
    ("home", "settle", "settle", DieStatus.CHECK),
    ("genes", "wild", None, DieStatus.OK),
    ("novelty", "ship", None, DieStatus.OK),
    ("d6", "4", None, DieStatus.OK),
)
"""Selecting, doubtful, off every mat (a wild one, too), of no use in this game."""


class DrawnDice(DiceScans):
    """Gives the same look each time.

    Args:
        on_strip: some dice lie on a mat's places; else none does.
        scan: what is seen instead of these dice.
    """

    def __init__(self, *, on_strip: bool = True, scan: DiceScan | None = None) -> None:
        dice = tuple(
            DieReading(
                centre_px=(100.0 + 90 * index, 120.0), size_px=50.0, angle_deg=5.0, mat=None,
                position_mm=None, zone=zone if on_strip else None, type=die, colour="",
                face=face, confidence=0.9, status=status,
            )
            for index, (die, face, zone, status) in enumerate(_DICE)
        )  # fmt: skip
        self._scan = scan or DiceScan(fake.a_picture(), Reading(640, 360, (), dice, ()))

    def scan(self) -> DiceScan:
        """Return it."""
        return self._scan
