"""Calls into device drivers, each with a time limit.

A driver may block for ever: libcamera's ``stop`` after a loose cable, Video4Linux's ``read`` after
a failure of the USB host. Nothing can end such a call, so it is abandoned on a daemon thread.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import TypeVar

from hardware.errors import DriverStuckError

log = logging.getLogger(__name__)

Result = TypeVar("Result")


class Driver:
    """The driver of one kind of device.

    While a call is stuck, further calls are refused: the stuck one still uses the device, and the
    number of abandoned threads stays bounded. Once it returns, the driver can be used again.
    """

    def __init__(self) -> None:
        self._abandoned: list[threading.Thread] = []

    def call(
        self,
        action: Callable[[], Result],
        *,
        name: str,
        limit_s: float,
        late: Callable[[Result], None] = lambda _result: None,
    ) -> Result:
        """Return the result of *action*, which runs on a thread of its own.

        Args:
            action: calls the driver.
            name: of the device.
            limit_s: time limit.
            late: takes the result of a call that returned after its limit.

        Raises:
            DriverStuckError: no result within the limit, or an earlier call has not returned yet.
            Exception: what *action* raises.
        """
        self._abandoned = [thread for thread in self._abandoned if thread.is_alive()]
        if self._abandoned:
            raise DriverStuckError(name=self._abandoned[0].name)
        return self._run(action, name, limit_s, late)

    def release(self, action: Callable[[], None], *, name: str, limit_s: float) -> None:
        """Release a device, even while a call is stuck; the limit is the same as for a call."""
        try:
            self._run(action, name, limit_s, lambda _result: None)
        except DriverStuckError:
            log.warning("device not released", extra={"device": name})

    def _run(
        self,
        action: Callable[[], Result],
        name: str,
        limit_s: float,
        late: Callable[[Result], None],
    ) -> Result:
        answer: Future[Result] = Future()
        thread = threading.Thread(target=_work, args=(action, answer, late), name=name, daemon=True)
        thread.start()
        try:
            return answer.result(limit_s)
        except TimeoutError as err:
            if not answer.cancel():  # it is finished by now, or raised this error itself
                return answer.result(0)
            self._abandoned.append(thread)
            raise DriverStuckError(name=name) from err
        finally:
            del answer  # see below


def _work(
    action: Callable[[], Result], answer: Future[Result], late: Callable[[Result], None]
) -> None:
    try:
        result = action()
    except BaseException as err:  # raised again on the caller's thread
        with suppress(InvalidStateError):  # cancelled: too late
            answer.set_exception(err)
    else:
        try:
            answer.set_result(result)
        except InvalidStateError:
            late(result)
    finally:
        del answer  # the error's traceback refers to it: the cycle would keep a device open
