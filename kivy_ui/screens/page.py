"""The screen of a game whose pages are values: one view that fills the window."""

from __future__ import annotations

from kivy_ui.asking.game_pages import Help, Visit
from kivy_ui.pages.page import Frame
from kivy_ui.pages.renderer import PageView
from kivy_ui.screens.base import Navigator, TableScreen
from kivy_ui.settings import TEXT_SCALES
from kivy_ui.window.presenters import Presenters


class PageScreen(TableScreen):
    """Shows the page of the running game, with its own head and foot."""

    fills_window = True

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window)
        self.view = PageView()
        self.view.bind(on_answer=self._answered)
        self.add_widget(self.view)

    def refresh(self) -> None:
        """Show the page of what is asked now."""
        preferences = self.presenters.ui.preferences
        self.view.moves = preferences.motion
        self.view.text_scale = TEXT_SCALES[preferences.text_size]
        self.view.show(self.presenters.side.board.asked.page())

    def pressed(self, key: str, *, shift: bool) -> bool:
        """Handle a special key: the focus moves; Escape leads back."""
        return bool(self.view.on_key(key, shift=shift))

    def _answered(self, _view: PageView, key: object) -> None:
        if key is Frame.MENU:
            self.window.menu()
        elif key is Frame.UNDO:
            self.window.undo()
        elif isinstance(key, Visit):
            self.window.visit(key.screen)
        elif isinstance(key, Help):
            self.window.open_rule(key.number)
        else:
            why = self.presenters.side.board.asked.touch(key)
            if why is not None:
                self.window.show_banner(*why, "info")
            self.window.refresh()
