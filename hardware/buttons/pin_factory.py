"""Opens gpiozero's pin factory (GPIO backend), lgpio on a Raspberry Pi."""

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, Final

from gpiozero import Device

from hardware.errors import PinLibraryMissingError, PinLibraryUnusableError

_FOLDER_VARIABLE: Final = "LG_WD"


def open_pin_factory() -> Any:
    """Return gpiozero's pin factory, opened at the first call. Opens no pin.

    Raises:
        PinLibraryMissingError: no library for pins is installed.
        PinLibraryUnusableError: it is installed and does not start.
    """
    if Device.pin_factory is None:
        with warnings.catch_warnings(record=True) as fallbacks, _folder_of_lgpio():
            warnings.simplefilter("always")  # gpiozero warns about each factory that fails
            try:
                # Private API, but the only way to open a factory without a pin.
                Device.pin_factory = Device._default_pin_factory()  # noqa: SLF001
            except Exception as err:  # the libraries' errors have no common base class
                if find_spec("lgpio") is None:
                    raise PinLibraryMissingError from err
                reason = next((str(each.message) for each in fallbacks), str(err))
                reason = reason.removeprefix("Falling back from ").rstrip(".")
                raise PinLibraryUnusableError(reason=reason) from err
    return Device.pin_factory


@contextmanager
def _folder_of_lgpio() -> Iterator[None]:
    """Let lgpio be imported in any working directory.

    Its import changes to the folder in ``LG_WD``, by default the working directory, and creates
    a FIFO there, which it opens once: the folder is no longer needed afterwards.
    """
    before = os.open(".", os.O_PATH)
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ[_FOLDER_VARIABLE] = folder
            try:
                yield
            finally:
                os.fchdir(before)
                del os.environ[_FOLDER_VARIABLE]
    finally:
        os.close(before)
