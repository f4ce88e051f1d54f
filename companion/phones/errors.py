"""Why the phones' server refuses a request, with the status of its reply."""

from types import MappingProxyType
from typing import Final

from companion.errors import CompanionError


class PhoneError(CompanionError, RuntimeError):
    """The server cannot be started."""

    code = "phones"
    template = "The phones cannot be served."


PHONES_MISSING: Final = PhoneError.row(
    "phones_missing",
    "The server for phones is not installed.",
    "Install it with deploy/setup.sh run.",
)
NETWORK_BLOCKED: Final = PhoneError.row(
    "phones_blocked",
    "The companion may not use the network.",
    "Allow it once: sudo deploy/install.sh --phones.",
)
PORT_IN_USE: Final = PhoneError.row(
    "phones_port",
    "Phones cannot be served on %(address)s, port %(port)s: %(reason)s.",
    "Choose another port with --phones, or in [phones] of config.toml.",
)


class DeniedError(CompanionError, PermissionError):
    """A request is refused before anything is done with it."""

    code = "phone_denied"
    template = "The table does not take this."

    @property
    def status(self) -> int:
        return STATUS[self.code]


UNKNOWN_TOKEN: Final = DeniedError.row(
    "phone_unknown",
    "This code is no longer valid.",
    "Scan the code of your seat at the table again.",
)
FOREIGN_ORIGIN: Final = DeniedError.row(
    "phone_origin", "Another page may not answer for this table."
)
OTHER_SEAT: Final = DeniedError.row("phone_seat", "This phone answers for its own seat only.")
NO_PAGE: Final = DeniedError.row("phone_no_page", "There is nothing at this address.")
TOO_LONG: Final = DeniedError.row("phone_too_long", "This is longer than the table takes.")
WRONG_TYPE: Final = DeniedError.row("phone_type", "This is not of the type that is expected here.")
FOREIGN_HOST: Final = DeniedError.row("phone_host", "This table has another address.")
TOO_OFTEN: Final = DeniedError.row(
    "phone_too_often", "Too many messages at once.", "Wait a moment, then try again."
)

STATUS: Final = MappingProxyType(
    {
        UNKNOWN_TOKEN.code: 401,
        FOREIGN_ORIGIN.code: 403,
        OTHER_SEAT.code: 403,
        NO_PAGE.code: 404,
        TOO_LONG.code: 413,
        WRONG_TYPE.code: 415,
        FOREIGN_HOST.code: 421,
        TOO_OFTEN.code: 429,
    }
)
"""Code -> status."""
