"""Errors that only the doctor reports."""

from __future__ import annotations

from companion.errors import CompanionError


class SlowScreenError(CompanionError):
    """A Raspberry Pi uses software rendering, because its GPU is not accessible."""

    code = "slow_screen"
    template = "The screen is rendered by %(renderer)s, not by the GPU: it will be slow."
    hint = (
        "Check that /boot/firmware/config.txt has the line dtoverlay=vc4-kms-v3d and that this "
        "user is in the group render, then restart the Pi."
    )
