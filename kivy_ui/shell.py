"""What the window shows and does: the page of one source at a time, and messages over it."""

from dataclasses import replace
from typing import Final, Protocol

from kivy.clock import Clock

from companion.errors import CompanionError
from companion.session.table_port import TableUpdate
from kivy_ui.asking.tray import TrayAction
from kivy_ui.calibration.faces import show_robot_dice
from kivy_ui.common.page_source import Dismiss, Help, Leave, PageSource, Quit, Speak, Visit
from kivy_ui.pages.letters import erase_key, is_typed, typed_key
from kivy_ui.pages.page import Frame, Notice, Page
from kivy_ui.pages.renderer import PageView
from kivy_ui.settings import TEXT_SCALES
from kivy_ui.window.presenters import Presenters

NOTICE_S: Final = 7.0
"""How long a message stays on the screen; a tap dismisses it earlier."""


class Program(Protocol):
    """What the application does for its window."""

    def choose_language(self, key: str) -> None: ...

    def stop(self) -> None: ...


class Shell:
    """Chooses the source of the page, and executes what a touch means.

    Attributes:
        view: the widget that shows the page; empty until the first update.
    """

    def __init__(self, presenters: Presenters, program: Program) -> None:
        self.presenters = presenters
        self._program = program
        self.view = PageView()
        self.view.bind(on_answer=lambda _view, key: self.answer(key))
        self._notice: Notice | None = None
        self._told: tuple[CompanionError, ...] = ()
        self._phones = frozenset[int]()
        self._hide_notice = Clock.create_trigger(self.hide_notice, NOTICE_S)

    # --- display -------------------------------------------------------------------------------

    @property
    def screen_name(self) -> str:
        """Name of the screen that is shown, such as ``start``."""
        return self.presenters.screen

    @property
    def source(self) -> PageSource:
        return self.presenters.source(self.screen_name)

    @property
    def page(self) -> Page:
        return replace(self.source.page(), notice=self._notice, phones=self._phones)

    def refresh(self) -> None:
        """Show the page of what is asked now."""
        self._phones = self._connected
        preferences = self.presenters.ui.preferences
        self.view.moves = preferences.motion
        self.view.text_scale = TEXT_SCALES[preferences.text_size]
        self.view.show(self.page)

    def take(self, updates: list[TableUpdate]) -> None:
        """Apply updates and show all their errors; hide a mere notice when the game changes."""
        ui, presenters = self.presenters.ui, self.presenters
        before = ui.update
        for update in updates:
            ui.take(update)
        presenters.rounds.follow()
        now = ui.update
        moved = (now.game_id, now.version) != (before.game_id, before.version)
        if moved and self._notice is not None and self._notice.icon == "info":
            self._notice = None
        if now.asks_date and not before.asks_date:
            self.visit("date")
        if presenters.undo_changes.take():
            self._say_what_moves()
        elif moved:
            presenters.undo.follow()
        self.tell(*(update.error for update in updates if update.error is not None))

    def tick(self) -> None:
        """Update everything that changes without a session update; about 10 times a second."""
        news = self.presenters.calibrate.take_news()
        if news is not None:
            self.show_notice(*news)
        elif self.presenters.ui.complaint is not None:
            self._complain()
        elif (
            self.source.live
            or self.presenters.ui.live_chances.arrived()
            or self._phones != self._connected
        ):
            self.refresh()

    def show_notice(self, text: str, hint: str = "", rule: str = "", *, icon: str = "info") -> None:
        """Show a message over the page for ``NOTICE_S`` seconds, with the way to a rule."""
        self._told = ()
        self._notice = Notice(text, Dismiss(), hint, icon, self.presenters.help.link(rule))
        self._hide_notice.cancel()
        self._hide_notice()
        self.refresh()

    def hide_notice(self, *_args: object) -> None:
        self._hide_notice.cancel()
        self._notice, self._told = None, ()
        self.refresh()

    def tell(self, *errors: CompanionError) -> None:
        """Show errors, if there are any, in a message that is translated with the language."""
        if not errors:
            self.refresh()
            return
        text = self.presenters.ui.error_text
        self.show_notice(
            " ".join(map(text.message, errors)),
            " ".join(map(text.hint, errors)),
            next((each.rule for each in errors if each.rule), ""),
            icon="error",
        )
        self._told = errors

    def retranslate(self) -> None:
        """Show everything in the chosen language; a notice of the old one ends."""
        if self._told:
            self.tell(*self._told)
        else:
            self.hide_notice()

    # --- actions -------------------------------------------------------------------------------

    def answer(self, key: object) -> None:
        """Do what a key of the page means."""
        ui = self.presenters.ui
        match key:
            case Frame.MENU:
                self.visit("menu")
            case Frame.UNDO:
                self.undo()
            case Visit(screen=screen):
                self.visit(screen)
            case Help(number=number):
                self.visit("help")
                self.presenters.help.open_rule(number)
                self.refresh()
            case Leave():
                ui.leave()
                self.refresh()
            case Dismiss():
                self.hide_notice()
            case Speak(language=language):
                self._program.choose_language(language)
            case Quit():
                self._program.stop()
            case _:
                self._touch(key)

    def visit(self, screen: str | None) -> None:
        """Show a screen by its name; None returns to the game."""
        self.presenters.ui.visit(screen)
        if screen is not None:
            self.presenters.source(screen).enter()
        self.refresh()

    def next_language(self) -> None:
        self._program.choose_language(self.presenters.ui.following_language)

    def rest(self) -> bool:
        """Show the large-text status of an idle game; return whether it is shown."""
        if self.presenters.large_status.can_rest:
            self.visit("status")
        return self.screen_name == "status"

    def undo(self) -> None:
        """Undo the last step of the game, or the last input on the open page."""
        self.source.undo()
        self.refresh()

    def redo(self) -> None:
        self.source.redo()
        self.refresh()

    @property
    def shows_round(self) -> bool:
        """Whether the keys of the seats say who is ready: they are not typed on the page."""
        round_shown = self.source is self.presenters.rounds and not is_typed(self.page.body)
        return round_shown or self.screen_name == "status"

    def typed(self, text: str) -> bool:
        """Touch the keys of typed letters or digits; return whether the page has them."""
        found = False
        for letter in text:
            found = self._type(typed_key(self.page.body, letter)) or found
        return found

    def erased(self) -> bool:
        """Touch the key that erases; return whether the page has one."""
        return self._type(erase_key(self.page.body))

    # --- private -------------------------------------------------------------------------------

    @property
    def _connected(self) -> frozenset[int]:
        """The seats that have a phone now."""
        links = self.presenters.ui.settings.services.phones.links()
        return frozenset(each.seat for each in links if each.connected and each.seat is not None)

    def _type(self, key: object) -> bool:
        """Answer with a key of the page, if there is one and no sheet lies over it."""
        if key is None or self.page.sheet:
            return False
        self.answer(key)
        return True

    def _touch(self, key: object) -> None:
        """Let the page handle a key; say why it had no effect, or what failed."""
        ui, why = self.presenters.ui, None
        try:
            if key is TrayAction.ENROL:
                show_robot_dice(ui)
            else:
                why = self.source.touch(key)
        except CompanionError as error:
            ui.complaint = error
        if ui.complaint is not None:
            self._complain()
        elif why is not None:
            self.show_notice(*why)
        else:
            self.refresh()

    def _complain(self) -> None:
        """Tell once what went wrong outside the game."""
        ui = self.presenters.ui
        error, ui.complaint = ui.complaint, None
        self.tell(*filter(None, (error,)))

    def _say_what_moves(self) -> None:
        """Show which pieces move back or forth; if there are none, say what was done."""
        ui, changes = self.presenters.ui, self.presenters.undo_changes
        moves = changes.moves()
        if ui.visiting == "undo":
            return
        if moves.rows:
            self.visit("undo")
            return
        changes.close()
        self.show_notice(ui.translate("Undone: %(what)s", what=" ".join(moves.said)))
