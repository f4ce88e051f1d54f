"""The screen of all pages: one view that fills the window."""

from __future__ import annotations

from companion.errors import CompanionError
from kivy_ui.asking.tray import TrayAction
from kivy_ui.common.page_source import Help, Leave, PageSource, Quit, Speak, Visit
from kivy_ui.pages.bodies import Body
from kivy_ui.pages.letters import erase_key, is_typed, typed_key
from kivy_ui.pages.page import Frame
from kivy_ui.pages.renderer import PageView
from kivy_ui.screens.base import Navigator, TableScreen
from kivy_ui.settings import TEXT_SCALES
from kivy_ui.window.presenters import Presenters


class PageScreen(TableScreen):
    """Shows the pages of one source at a time, with their own head and foot."""

    fills_window = True
    source: PageSource

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
        self.view.show(self.source.page())

    def tick(self) -> None:
        """Show what the camera sees now."""
        if self.source.live:
            self.refresh()

    def primary(self) -> None:
        """Touch the main button."""
        main = self.source.page().main
        if main is not None and main.key is not None:
            self._answered(self.view, main.key)

    def _complain(self) -> None:
        ui = self.presenters.ui
        error, ui.complaint = ui.complaint, None
        if error is not None:
            text = ui.error_text
            self.window.show_banner(text.message(error), text.hint(error), "error")
        self.window.refresh()

    def pressed(self, key: str, *, shift: bool) -> bool:
        """Handle a special key: the focus moves; Escape leads back."""
        return bool(self.view.on_key(key, shift=shift))

    @property
    def is_typed(self) -> bool:
        """Whether letters or digits are typed on the page."""
        return is_typed(self._body)

    def typed(self, text: str) -> bool:
        """Touch the keys of typed letters or digits, as far as the page has them."""
        found = False
        for letter in text:
            found = self._key(typed_key(self._body, letter)) or found
        return found

    def erased(self) -> bool:
        """Touch the key that erases."""
        return self._key(erase_key(self._body))

    @property
    def _body(self) -> Body | None:
        """The body of the page; None under a sheet, which has to be answered first."""
        page = self.source.page()
        return None if page.sheet else page.body

    def _key(self, key: object) -> bool:
        """Answer with a key of the page, if there is one."""
        if key is not None:
            self._answered(self.view, key)
        return key is not None

    def _answered(self, _view: PageView, key: object) -> None:
        if key is Frame.MENU:
            self.window.menu()
        elif key is Frame.UNDO:
            self.window.undo()
        elif isinstance(key, Visit):
            self.window.visit(key.screen)
        elif key is TrayAction.ENROL:
            self.presenters.side.board.enrol()
            self._complain()
        elif isinstance(key, Help):
            self.window.open_rule(key.number)
        elif isinstance(key, Leave):
            self.presenters.ui.leave()
            self.window.refresh()
        elif isinstance(key, Speak):
            self.window.choose_language(key.language)
        elif isinstance(key, Quit):
            self.window.quit()
        else:
            self._touch(key)

    def _touch(self, key: object) -> None:
        """Let the page handle a key; say why it had no effect, or what failed."""
        try:
            why = self.source.touch(key)
        except CompanionError as error:
            self.window.tell(error)
        else:
            if why is not None:
                self.window.show_banner(*why, "info")
        self.window.refresh()
