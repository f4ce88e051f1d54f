"""The mode of a sensor that sees all of it."""

from typing import Any

import pytest

from hardware.cameras.sensor_modes import full_view
from tests.hardware.board.sensors import ALL, HQ, MODULE_1, MODULE_2, MODULE_3, Sensor

STREAM_PX = (1536, 864)


def modes_of(sensor: Sensor) -> list[dict[str, Any]]:
    """What ``Picamera2.sensor_modes`` tells of a sensor."""
    return [
        {"size": mode.size, "bit_depth": mode.bit_depth, "crop_limits": mode.crop}
        for mode in sensor.modes
    ]


@pytest.mark.parametrize(
    ("sensor", "size", "bit_depth"),
    [
        (MODULE_3, (2304, 1296), 10),
        (MODULE_2, (1640, 1232), 10),
        (MODULE_1, (2592, 1944), 10),
        (HQ, (2028, 1520), 12),
    ],
    ids=lambda value: getattr(value, "model", None),
)
def test_a_stream_takes_the_smallest_mode_that_shows_everything(
    sensor: Sensor, size: tuple[int, int], bit_depth: int
) -> None:
    """Not the one of its own size, which leaves out the edges."""
    found = full_view(modes_of(sensor), STREAM_PX)
    assert found == {"output_size": size, "bit_depth": bit_depth}


@pytest.mark.parametrize("sensor", ALL, ids=lambda sensor: sensor.model)
def test_a_still_takes_the_largest(sensor: Sensor) -> None:
    """Also where more is asked for than there is."""
    for size_px in (sensor.size, (20_000, 20_000)):
        assert full_view(modes_of(sensor), size_px)["output_size"] == sensor.size


def test_modes_that_tell_nothing_leave_the_choice_to_picamera2() -> None:
    """A sensor that is not raw has no crop."""
    assert full_view([{"format": "YUYV"}], STREAM_PX) == {}
