"""The screen of all pages: the keys of a real keyboard are those of the page."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from kivy_ui.common.page_source import Said
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.forms import Entry
from kivy_ui.pages.letters import Typing
from kivy_ui.pages.page import Cards, Main, Page, Picture, Sheet
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.ui import fake_table as fake

NUMBER = Page("", "How many?", Entry("", tuple(range(10)), "erase"))
SHEET = Sheet(Picture("cup"), "Stop", (), Main("On", "on"))


class Typed:
    """A source of one page that takes letters."""

    live = False

    def __init__(self, page: Page | None = None) -> None:
        self.typing = Typing()
        self.shown = page
        self.heard: list[object] = []

    def page(self) -> Page:
        return self.shown or Page("", "Who?", self.typing.body("Name"))

    def touch(self, key: Any) -> Said:
        self.heard.append(key)
        if self.shown is None:
            self.typing = self.typing.after(key)
        return None

    def enter(self) -> None:
        """Begin."""

    def undo(self) -> None:
        """Undo nothing."""

    def redo(self) -> None:
        """Redo nothing."""


def screen_of(source: Typed) -> Any:
    """A screen with this source, in no window."""
    from kivy_ui.screens.page import PageScreen

    presenters = Presenters(RollContext(fake.FakeTable(fake.an_update(None)), UiSettings()))
    screen = PageScreen(presenters, SimpleNamespace(refresh=lambda: None))
    screen.source = source
    return screen


def test_letters_and_backspace_change_the_text() -> None:
    source = Typed()
    screen = screen_of(source)
    assert screen.is_typed
    assert screen.typed("Łu")
    assert screen.typed("x")
    assert screen.erased()
    assert source.typing.text == "Łu"


def test_digits_are_the_keys_of_a_number() -> None:
    source = Typed(NUMBER)
    screen = screen_of(source)
    assert (screen.typed("07"), screen.typed("x"), screen.erased()) == (True, False, True)
    assert source.heard == [0, 7, "erase"]


@pytest.mark.parametrize("page", [replace(NUMBER, sheet=SHEET), Page("", "Which?", Cards(()))])
def test_elsewhere_keys_have_their_other_meaning(page: Page) -> None:
    """Under a sheet nothing is typed, and without a text digits are ready buttons."""
    source = Typed(page)
    screen = screen_of(source)
    assert not screen.is_typed
    assert (screen.typed("1"), screen.erased(), source.heard) == (False, False, [])
