"""Display brightness through the sysfs backlight class. Not tested on real hardware yet."""

import logging
from pathlib import Path
from typing import Final

from companion.session.service_ports import Brightness

log = logging.getLogger(__name__)

BACKLIGHTS: Final = Path("/sys/class/backlight")
LEAST_PERCENT: Final = 5
"""Below this brightness the display looks switched off."""


class Backlight(Brightness):
    """All backlights of the machine as one; a no-op where there is none.

    Args:
        folder: sysfs folder of the backlight class.
    """

    def __init__(self, folder: Path = BACKLIGHTS) -> None:
        self._folder = folder

    def set_percent(self, percent: int) -> bool:
        """Set the brightness, 5 to 100; returns whether a display accepted it."""
        share = min(100, max(LEAST_PERCENT, percent)) / 100
        taken = [self._set(light, share) for light in self._lights()]
        return any(taken)

    def _lights(self) -> list[Path]:
        try:
            return sorted(self._folder.iterdir())
        except OSError:
            return []

    def _set(self, light: Path, share: float) -> bool:
        most = _number(light / "max_brightness")
        if most is None or most == 0:
            return False
        try:
            (light / "brightness").write_text(str(max(1, round(most * share))), encoding="ascii")
        except OSError as err:
            log.warning("brightness not set", extra={"light": light.name, "reason": str(err)})
            return False
        return True


def _number(path: Path) -> int | None:
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
