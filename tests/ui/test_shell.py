"""The window: the keys of a real keyboard are those of the page."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.roll.model.errors import TIMING
from companion.session.errors import LogWriteError
from kivy_ui.common.page_source import Dismiss, Said
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.forms import Entry
from kivy_ui.pages.letters import Letter, Typing
from kivy_ui.pages.page import Cards, Main, Page, Picture, Sheet
from kivy_ui.settings import Services, UiSettings
from kivy_ui.window.presenters import Presenters
from tests.ui import fake_table as fake
from tests.ui.test_phone_pages import FakePhones

NUMBER = Page("", "How many?", Entry("", tuple(range(10)), "erase"))
SHEET = Sheet(Picture("cup"), "Stop", (), Main("On", "on"))


class Typed:
    """A source of one page that takes letters."""

    live = False

    def __init__(self, page: Page | None = None) -> None:
        self.typing = Typing()
        self.shown = page
        self.heard: list[object] = []
        self.fails: Exception | None = None
        self.says: Said = None

    def page(self) -> Page:
        return self.shown or Page("", "Who?", self.typing.body("Name"))

    def touch(self, key: Any) -> Said:
        if self.fails is not None:
            raise self.fails
        self.heard.append(key)
        if self.says is not None:
            return self.says
        if self.shown is None:
            self.typing = self.typing.after(key)
        return None

    def enter(self) -> None:
        """Begin."""

    def undo(self) -> None:
        """Undo nothing."""

    def redo(self) -> None:
        """Redo nothing."""


def shell_of(source: Typed, services: Services | None = None) -> Any:
    """What a window with this source does, without a window."""
    from kivy_ui.shell import Shell

    settings = replace(UiSettings(), services=services or Services())
    presenters = Presenters(RollContext(fake.FakeTable(fake.an_update(None)), settings))
    presenters._pages = dict.fromkeys(presenters._pages, source)
    return Shell(presenters, SimpleNamespace())


def test_letters_and_backspace_change_the_text() -> None:
    source = Typed()
    shell = shell_of(source)
    assert shell.typed("Łu")
    assert shell.typed("x")
    assert shell.erased()
    assert source.typing.text == "Łu"


def test_digits_are_the_keys_of_a_number() -> None:
    source = Typed(NUMBER)
    shell = shell_of(source)
    assert (shell.typed("07"), shell.typed("x"), shell.erased()) == (True, False, True)
    assert source.heard == [0, 7, "erase"]


@pytest.mark.parametrize("page", [replace(NUMBER, sheet=SHEET), Page("", "Which?", Cards(()))])
def test_elsewhere_keys_have_their_other_meaning(page: Page) -> None:
    """Under a sheet nothing is typed, and without a text digits are ready buttons."""
    source = Typed(page)
    shell = shell_of(source)
    assert (shell.typed("1"), shell.erased(), source.heard) == (False, False, [])


@pytest.mark.parametrize("raised", [True, False])
def test_what_the_rules_refuse_leads_to_the_rule(raised: bool) -> None:
    """By a touch, or by the game; the button names the help's page in the players' words."""
    source = Typed()
    shell = shell_of(source)
    if raised:
        shell.tell(TIMING(name="Ann"))
    else:
        source.says = "Not now.", "", "R-7.2, R-7.4"
        shell.answer(Letter("a"))
    link = shell.page.notice.link
    assert link.text == ("Phases in general" if raised else "Develop")
    shell.presenters._pages["help"] = shell.presenters.help
    shell.answer(link.key)
    assert shell.page.question == link.text


def test_what_failed_is_said() -> None:
    """An error of the page, and one that it kept to say later; the touch that follows says none."""
    source = Typed()
    shell = shell_of(source)
    error = LogWriteError(reason="full")
    source.fails = error
    shell.answer(Letter("a"))
    assert shell.page.notice.text == "The game log could not be written: full."
    assert shell.page.notice.icon == "error"
    shell.answer(Dismiss())
    assert shell.page.notice is None
    source.fails, shell.presenters.ui.complaint = None, error
    shell.tick()
    assert shell.page.notice is not None
    shell.answer(Dismiss())
    shell.answer(Letter("a"))
    assert shell.page.notice is None


def test_who_is_connected_by_phone_is_shown_as_soon_as_that_changes() -> None:
    phones, source = FakePhones(), Typed()
    shell = shell_of(source, Services(phones=phones))
    shell.refresh()
    assert shell.page.phones == frozenset()
    phones.turn_on()
    shell.tick()
    assert shell.page.phones == {2}
    phones.turn_off()
    shell.tick()
    assert shell.page.phones == frozenset()
