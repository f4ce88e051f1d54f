"""Keyboard shortcuts: ready buttons, undo and the main button without touching the screen."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from kivy_ui.shell import Shell

_BACKSPACE: Final = 8
_NAMED: Final = MappingProxyType(
    {9: "tab", 13: "enter", 271: "enter", 27: "escape", 273: "up", 274: "down", 275: "right",
     276: "left"}
)  # fmt: skip
"""Keys of the page."""
_SEATS: Final = MappingProxyType({ord(str(seat)): seat for seat in range(1, 6)})


class Keys:
    """Translates key presses into the actions of the corresponding taps.

    1 to 5: ready state of that seat while the round is shown; Ctrl+Z and Ctrl+Y: undo and redo;
    Enter: the main button; Escape: back; F1: menu; F2: next language. Other keys are the page's.

    Args:
        stir: called for every key; returns whether the key woke the screen and has no other effect.
    """

    def __init__(self, window: object, shell: Shell, stir: Callable[[], bool]) -> None:
        self._stir = stir
        self._window = window
        self._shell = shell
        self._held: set[int] = set()
        self._control = {ord("z"): shell.undo, ord("y"): shell.redo}
        self._plain: dict[int, Callable[[], object]] = {
            _BACKSPACE: shell.erased,
            282: lambda: shell.visit("menu"),
            283: shell.next_language,
        }
        window.bind(  # type: ignore[attr-defined]
            on_key_down=self._down, on_key_up=self._up, on_textinput=self._text
        )

    def close(self) -> None:
        """Stop listening."""
        self._window.unbind(  # type: ignore[attr-defined]
            on_key_down=self._down, on_key_up=self._up, on_textinput=self._text
        )

    def _up(self, _window: object, key: int, *_rest: object) -> bool:
        self._held.discard(key)
        return False

    def _text(self, _window: object, text: str) -> bool:
        return self._shell.typed(text)

    def _down(
        self, _window: object, key: int, _scancode: int, _text: str | None, modifiers: list[str]
    ) -> bool:
        repeated = key in self._held
        self._held.add(key)
        if self._stir():
            return True
        action = (self._control if "ctrl" in modifiers else self._plain).get(key)
        if key in _NAMED and not (repeated and _NAMED[key] == "enter"):
            self._shell.view.on_key(_NAMED[key], shift="shift" in modifiers)
        elif repeated and key != _BACKSPACE:  # ignore auto-repeat of a held key
            return True
        elif action is not None:
            action()
        elif key in _SEATS and self._shell.shows_round:
            self._shell.presenters.rounds.toggle_ready(_SEATS[key])
        else:
            return False
        return True
