"""Why the phones' server refuses a request, with the status of its reply."""

from typing import Final

from companion.errors import CompanionError, Row


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
        return _STATUS[self.code]


_STATUS: Final[dict[str, int]] = {}
"""Code -> status of the reply."""


def _row(code: str, template: str, hint: str | None = None, *, status: int) -> Row[DeniedError]:
    _STATUS[code] = status
    return DeniedError.row(code, template, hint)


UNKNOWN_TOKEN: Final = _row(
    "phone_unknown",
    "This code is no longer valid.",
    "Scan the code of your seat at the table again.",
    status=401,
)
FOREIGN_ORIGIN: Final = _row(
    "phone_origin", "Another page may not answer for this table.", status=403
)
OTHER_SEAT: Final = _row("phone_seat", "This phone answers for its own seat only.", status=403)
NO_PAGE: Final = _row("phone_no_page", "There is nothing at this address.", status=404)
TOO_LONG: Final = _row("phone_too_long", "This is longer than the table takes.", status=413)
WRONG_TYPE: Final = _row("phone_type", "This is not of the type that is expected here.", status=415)
FOREIGN_HOST: Final = _row("phone_host", "This table has another address.", status=421)
TOO_OFTEN: Final = _row(
    "phone_too_often",
    "Too many messages at once.",
    "Wait a moment, then try again.",
    status=429,
)
