"""A weak supply is told while the table runs, each kind once."""

from companion.app.doctor.errors import power_error
from companion.app.power_watch import PowerWatch
from companion.errors import CompanionError
from tests.waiting import until


def test_each_kind_is_told_once() -> None:
    """Nothing is told while nothing is wrong."""
    flags = iter([0, 0x1, 0x50005, 0x4, 0x4])
    looks: list[CompanionError | None] = []
    told: list[CompanionError] = []

    def look() -> CompanionError | None:
        looks.append(power_error(next(flags, 0)))
        return looks[-1]

    watch = PowerWatch(look, told.append, every_s=0.001)
    watch.start()
    until(lambda: len(looks) > 5)
    watch.stop()
    assert [error.code for error in told] == ["under_voltage", "throttled"]
