"""What the window is started with. Plain values, so that reading them imports no Kivy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.session.table_port import DeviceState


def _no_buttons() -> DeviceState:
    return DeviceState.ABSENT


@dataclass(frozen=True, slots=True)
class UiSettings:
    """Choices that the composition root hands to the window.

    Attributes:
        language: ``en``, ``pl`` or ``hu``.
        player_names: names offered for the seats of a new game, seat 1 first; where they are
            missing, "Player 1" and so on in the chosen language.
        buttons: how the ready buttons are doing; asked about once a second from the window's
            thread, so it must return at once.
    """

    language: str = "en"
    player_names: tuple[str, ...] = ()
    buttons: Callable[[], DeviceState] = _no_buttons
