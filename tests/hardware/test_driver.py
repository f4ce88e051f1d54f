"""Calls into drivers that do not return."""

import threading

import pytest

from hardware.driver import Driver
from hardware.errors import DriverStuckError
from tests.waiting import until

SOON_S = 0.02
LONG_S = 60.0


def test_results_and_errors_of_a_driver_reach_the_caller() -> None:
    """An error of the kind that limits raise is not taken for one."""

    def fail() -> None:
        raise TimeoutError("no frame")

    driver = Driver()
    assert driver.call(lambda: 7, name="camera", limit_s=LONG_S) == 7
    with pytest.raises(TimeoutError, match="no frame"):
        driver.call(fail, name="camera", limit_s=LONG_S)
    assert driver.call(lambda: 8, name="camera", limit_s=LONG_S) == 8


def test_a_stuck_driver_is_called_again_only_after_it_has_returned() -> None:
    """Each attempt says so at once; no thread is added by it."""
    driver, returns = Driver(), threading.Event()
    with pytest.raises(DriverStuckError, match="imx708") as caught:
        driver.call(returns.wait, name="imx708", limit_s=SOON_S)
    assert "cable" in caught.value.hint_text
    threads = threading.active_count()
    for _ in range(5):
        with pytest.raises(DriverStuckError, match="imx708"):
            driver.call(lambda: 7, name="auto", limit_s=LONG_S)
    assert threading.active_count() == threads
    returns.set()
    until(lambda: threading.active_count() < threads)
    assert driver.call(lambda: 7, name="auto", limit_s=LONG_S) == 7


def test_what_a_driver_returns_too_late_is_released() -> None:
    """A camera that opened after all would stay in use for ever."""
    driver, returns = Driver(), threading.Event()
    released: list[str] = []

    def open_late() -> str:
        returns.wait()
        return "camera"

    with pytest.raises(DriverStuckError):
        driver.call(open_late, name="pi", limit_s=SOON_S, late=released.append)
    assert released == []
    returns.set()
    until(lambda: released == ["camera"])


def test_a_device_is_released_while_another_call_is_stuck() -> None:
    """Some drivers return from the stuck call then; a release that is stuck as well is left."""
    driver, returns = Driver(), threading.Event()
    with pytest.raises(DriverStuckError):
        driver.call(returns.wait, name="webcam", limit_s=SOON_S)
    driver.release(threading.Event().wait, name="webcam", limit_s=SOON_S)  # type: ignore[arg-type]
    driver.release(returns.set, name="webcam", limit_s=LONG_S)
    assert returns.is_set()
