"""Typing on a page, with its keys or a real keyboard."""

import pytest

from kivy_ui.pages.forms import Entry
from kivy_ui.pages.letters import (
    FIRST_ROWS,
    MOST_LETTERS,
    Erase,
    Letter,
    Letters,
    Shift,
    Turn,
    Typing,
    erase_key,
    is_typed,
    typed_key,
)
from kivy_ui.pages.page import Cards
from kivy_ui.pages.scores import Tally

DIGITS = tuple(f"digit {digit}" for digit in range(10))
NUMBERS = Entry("", DIGITS, "erase", "sign")


def typed(typing: Typing, letters: str) -> Typing:
    """Type letters, as they stand on the keys."""
    for letter in letters:
        typing = typing.after(Letter(letter))
    return typing


def test_the_first_key_replaces_the_name_that_was_there() -> None:
    """Nobody erases "Player 1" letter by letter; the first erase empties it too."""
    assert typed(Typing("Player 1"), "Ann").text == "Ann"
    assert Typing("Player 1").after(Erase()).text == ""
    assert typed(Typing("Player 1"), "Ann").after(Erase()).text == "An"


def test_a_name_begins_with_a_capital_and_goes_on_small() -> None:
    """Also after a space or a hyphen; the shift key does the other."""
    assert [typed(Typing(), text).capital for text in ("", "A", "A ", "A-")] == [
        True, False, True, True
    ]  # fmt: skip
    assert typed(Typing(), "A").after(Shift()).body("Name").rows[1] == "QWERTYUIOP"


@pytest.mark.parametrize("language", FIRST_ROWS)
def test_accents_of_the_language_come_first_and_all_others_can_be_reached(language: str) -> None:
    """The key shows where it leads, and comes back to the first row."""
    typing, seen = Typing(capital=False), []
    for _ in FIRST_ROWS:
        body = typing.body("Name", language)
        seen.append(body.rows[0])
        typing = typing.after(Turn())
        assert typing.body("Name", language).rows[0][:2] == body.turn
    assert seen[0] == FIRST_ROWS[language]
    assert sorted(seen) == sorted(FIRST_ROWS.values())
    assert typing.body("Name", language).rows[0] == seen[0]


def test_what_does_not_fit_or_cannot_be_seen_is_refused() -> None:
    """A name that is full stays as it is."""
    full = typed(Typing(), "x" * MOST_LETTERS)
    assert full.after(Letter("y")) == full
    assert typed(Typing(), "A\t\n").text == "A"


def test_a_search_needs_no_capitals() -> None:
    """The keys are those of names, without accents."""
    body = typed(Typing(searches=True), "ab").body("Search", "pl")
    assert body.rows == Typing(capital=False).body("Name", "pl").rows[1:]
    assert not body.turn


def test_a_real_keyboard_types_letters_and_digits() -> None:
    """Where a page has a number, digits are its keys; elsewhere they are not."""
    letters = Letters("", "Name", ("ab",))
    assert (typed_key(letters, "ß"), erase_key(letters)) == (Letter("ß"), Erase())
    assert typed_key(NUMBERS, "7") == "digit 7"
    assert typed_key(NUMBERS, "-") == "sign"
    assert (typed_key(NUMBERS, "x"), erase_key(NUMBERS)) == (None, "erase")
    counting = Tally((), (), 0, 0, NUMBERS)
    assert (typed_key(counting, "4"), erase_key(counting)) == ("digit 4", "erase")


def test_a_page_without_text_types_nothing() -> None:
    """There, digits keep their other meaning: ready buttons."""
    picking = Tally((), (), 0, 0, Cards(()))
    assert [is_typed(body) for body in (Cards(()), picking, NUMBERS)] == [False, False, True]
