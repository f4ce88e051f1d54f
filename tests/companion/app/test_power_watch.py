"""A weak supply is told while the table runs, each kind once."""

import threading

from companion.app.doctor.errors import power_error
from companion.app.power_watch import watch_power
from companion.errors import CompanionError


def test_each_kind_is_told_once() -> None:
    """Nothing is told while nothing is wrong; it ends with the table."""
    flags = [0x4, 0x4, 0x50005, 0x1, 0]
    told: list[CompanionError] = []
    ended = threading.Event()

    def look() -> CompanionError | None:
        found = power_error(flags.pop())
        if not flags:
            ended.set()
        return found

    watch_power(look, told.append, ended, every_s=0.001)
    assert [error.code for error in told] == ["under_voltage", "throttled"]
