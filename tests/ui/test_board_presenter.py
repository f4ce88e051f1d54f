"""The other games' pages, without a window: whole games by taps, in every language."""

from __future__ import annotations

import random

import pytest

from companion.app.wiring import games_at_table
from companion.i18n import LANGUAGES
from kivy_ui.common.board.pages import Page
from kivy_ui.common.board.question_page import answer_key, mark_key
from kivy_ui.games.roll.context import RollContext
from kivy_ui.registry import GAME_UIS
from kivy_ui.settings import UiSettings
from kivy_ui.window.board import BOARD
from kivy_ui.window.presenters import Presenters
from tests.ui.one_game import OneGame

OTHERS = tuple(choice.key for choice in GAME_UIS.choices if GAME_UIS[choice.key].pages is not None)


class Player:
    """Taps what a page offers."""

    def __init__(self, key: str, language: str, seed: int) -> None:
        self.port = OneGame(games_at_table()[key])
        settings = UiSettings(language=language, player_names=("Ann", "Bo", "Cy"))
        self.presenters = Presenters(RollContext(self.port, settings))
        self.board = self.presenters.side.board
        self._chance = random.Random(seed)

    def page(self) -> Page:
        self.presenters.ui.take(self.port.latest())
        return self.board.page()

    def step(self) -> None:
        page = self.page()
        options = [o.key for o in page.options if o.enabled and not o.chosen and o.key != "back"]
        numbers = [row.number for row in page.rows if row.number is not None]
        numbers += [number for row in page.rows for number in row.numbers]
        numbers += page.table.numbers if page.table is not None else ()
        roll = self._chance.random()
        if page.primary and page.primary_enabled and (roll < 0.35 or not options + numbers):
            self.board.primary()
        elif numbers and (roll < 0.4 or not options):
            number = self._chance.choice(numbers)
            delta = 1 if number.value < number.high else -1
            self.board.change(number.key, delta)
        elif options:
            self.board.tap(self._chance.choice(options))

    def read(self, page: Page) -> list[str]:
        words = [page.title, page.status, page.primary, *page.facts]
        words += [text for person in page.people for text in (person.name, person.text)]
        for row in page.rows:
            words += [row.label, *(option.text for option in row.options)]
        return words


@pytest.mark.parametrize("key", OTHERS)
def test_random_taps_play_and_never_meet_a_dead_end(key: str) -> None:
    """Every page says what to do and offers it; nothing that can be tapped breaks anything.

    The language changes with every tap: what can be tapped is the same in all of them.
    """
    player = Player(key, LANGUAGES[0].key, seed=1)
    for number in range(350):
        player.presenters.ui.choose_language(LANGUAGES[number % len(LANGUAGES)].key)
        page = player.page()
        assert page.title
        assert page.status
        assert not any("%(" in text for text in player.read(page))
        if player.port.over:
            break
        offers = page.primary or page.options
        assert offers
        player.step()
    assert player.port.latest().version > 1


def test_the_board_is_shown_only_for_its_games() -> None:
    player = Player("galactic_emperor", "en", 0)
    player.page()
    side = player.presenters.side
    assert side.visited is side.board
    assert side.over(player.presenters.frame.model()).screen == BOARD
    side.choose_game("roll")
    assert player.presenters.ui.visiting == "start"
    assert side.visited is None


def _begin_without_a_map(player: Player) -> None:
    """Galactic Emperor's set-up, a page after the other."""
    player.page()
    player.board.tap(mark_key(1, "no"))
    for _ in range(3):
        player.page()
        player.board.primary()


def test_a_war_of_galactic_emperor_is_entered_by_taps() -> None:
    """Section 4.5: odds before the attack, dice by taps, losses chosen, the sector annexed."""
    player = Player("galactic_emperor", "en", 0)
    board = player.board
    _begin_without_a_map(player)
    for key in (answer_key(1, "left"), answer_key(1, "explorer")):
        player.page()
        board.tap(key)
    for seat in (1, 2, 3):
        player.page()
        board.tap(answer_key(seat, f"{seat}-0-1-0" if seat < 3 else "empty"))
        if seat == 1:  # with the Empire that is proposed
            player.page()
            board.primary()
    player.page()
    board.tap(answer_key(1, "empty"))  # the selector places what is left
    player.page()
    board.tap(answer_key(2, "warlord"))
    assert not player.port.refused
    player.page()
    board.tap(answer_key(2, "attack-4"))
    assert player.page().shares
    board.primary()
    player.page()
    board.tap(answer_key(2, "fighter"))
    player.page()
    for value in (1, 1):
        board.tap(answer_key(0, "add-1", str(value)))
    for value in (5, 6):
        player.page()
        board.tap(answer_key(0, "add-0", str(value)))
    assert not player.port.refused
    assert player.port.latest().view.state.sector(4).owner == 2
    board.undo()
    assert "phase 3" in player.page().progress


def test_prices_are_copied_from_the_board_once_they_are_needed() -> None:
    player = Player("galactic_emperor", "en", 0)
    board = player.board
    _begin_without_a_map(player)
    player.page()
    board.tap(answer_key(1, "left"))
    player.page()
    board.tap(answer_key(1, "merchant"))
    for _ in range(4):
        player.page()
        board.tap(answer_key(1, "add-0", "3"))
    drop = answer_key(1, "3")
    assert not any(option.enabled for option in player.page().options if option.key == drop)
    assert "prices first" in player.page().facts[0]
    player.page()
    board.tap("open:menu")
    board.tap("open:copy")
    for index, times in ((8, 1), (14, 2)):  # of a three, for metal and energy
        board.tap(f"cell:{index}")
        for _ in range(times):
            board.change(f"mark:{index}", 1)
    board.primary()
    player.page()
    board.tap(drop)
    assert [each.price[0].text for each in player.page().numbers[:3]] == ["1", "1", "2"]


def test_an_undo_to_the_beginning_closes_what_was_open() -> None:
    """Corrections were open when the start itself was taken back: the set-up is shown."""
    player = Player("galactic_emperor", "en", 0)
    _begin_without_a_map(player)
    player.page()
    player.board.tap("open:menu")
    player.board.tap("open:right")
    assert player.page().title == "Correct a mistake"
    player.board.undo()
    assert player.page().title == "Galactic Emperor"
