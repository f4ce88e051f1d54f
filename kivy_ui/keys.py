"""Keyboard shortcuts: ready buttons, undo and the main button without touching the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kivy_ui.shell import Shell
from kivy_ui.window.presenters import Presenters

_BACKSPACE: Final = 8
_ENTER: Final = (13, 271)
_ESCAPE: Final = 27
_F1: Final = 282
_F2: Final = 283
_NAMED: Final = {9: "tab", _ESCAPE: "escape", 273: "up", 274: "down", 275: "right", 276: "left"}
"""Keys that are offered to the current screen first."""
_SEAT_KEYS: Final = {ord(str(seat)): seat for seat in range(1, 6)}


class Keys:
    """Translates key presses into the actions of the corresponding taps.

    1 to 5: ready state of that seat; Ctrl+Z and Ctrl+Y: undo and redo; Enter: the main button;
    Escape: close a panel; F1: menu; F2: next language. A panel with text input gets keys first.

    Args:
        window: Kivy's window.
        shell: the root widget.
        presenters: the presenters.
        stir: called for every key; returns whether the key woke the screen and has no other effect.
    """

    def __init__(
        self,
        window: object,
        shell: Shell,
        presenters: Presenters,
        stir: Callable[[], bool] = lambda: False,
    ) -> None:
        self._stir = stir
        self._window = window
        self._shell = shell
        self._presenters = presenters
        self._held: set[int] = set()
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
        panel = self._shell.panel
        return panel.typed(text) if panel is not None else self._shell.screen.typed(text)

    def _down(
        self, _window: object, key: int, _scancode: int, _text: str | None, modifiers: list[str]
    ) -> bool:
        repeated = key in self._held
        self._held.add(key)
        if self._stir():
            return True
        if "ctrl" in modifiers:
            return self._with_control(key)
        if self._shell.panel is not None:
            return self._in_panel(key)
        if key in _NAMED and self._shell.screen.pressed(_NAMED[key], shift="shift" in modifiers):
            return True
        if repeated and key != _BACKSPACE:  # ignore auto-repeat of a held key
            return True
        if self._shell.beside or self._shell.screen.is_typed:
            return self._beside(key)
        return self._in_game(key)

    def _in_game(self, key: int) -> bool:
        if key in _SEAT_KEYS:
            if self._shell.screen_name != "start":  # ready states are not visible there
                self._presenters.rounds.toggle_ready(_SEAT_KEYS[key])
        elif key in _ENTER:
            self._shell.primary()
        elif key == _F1:
            self._shell.menu()
        elif key == _F2:
            self._shell.next_language()
        elif key == _ESCAPE:
            self._shell.visit(None)
        else:
            return False
        return True

    def _beside(self, key: int) -> bool:
        """Handle a key on a side screen or where text is typed; digits belong to the page."""
        if key in _ENTER:
            self._shell.primary()
        elif key == _ESCAPE:
            self._shell.visit(None)
        elif key == _F2:
            self._shell.next_language()
        elif key == _BACKSPACE:
            return self._shell.screen.erased()
        else:
            return False
        return True

    def _with_control(self, key: int) -> bool:
        if key == ord("z"):
            self._shell.undo()
        elif key == ord("y"):
            self._shell.redo()
        else:
            return False
        return True

    def _in_panel(self, key: int) -> bool:
        panel = self._shell.panel
        if panel is None:
            return False
        if key == _ESCAPE:
            panel.close()
        elif key in _ENTER:
            panel.enter()
        elif key == _BACKSPACE:
            panel.erased()
        elif key in _SEAT_KEYS and panel.passes_ready:
            return self._in_game(key)
        else:
            return False
        return True
