"""The other games' pages, without a window: whole games by taps, in every language."""

from __future__ import annotations

import random

import pytest

from companion.app.wiring import games_at_table
from companion.games.storm.goals import Goal
from companion.i18n import LANGUAGES
from kivy_ui.common.board.pages import Page
from kivy_ui.common.board.question_page import amount_key, answer_key, mark_key
from kivy_ui.games.roll.context import RollContext
from kivy_ui.registry import GAME_UIS
from kivy_ui.settings import UiSettings
from kivy_ui.window.board import BOARD
from kivy_ui.window.presenters import Presenters
from tests.ui.at_page import goal_keys, key_of
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
    player = Player("gathering_storm", "en", 0)
    player.page()
    side = player.presenters.side
    assert side.visited is side.board
    assert side.over(player.presenters.frame.model()).screen == BOARD
    side.choose_game("roll")
    assert player.presenters.ui.visiting == "start"
    assert side.visited is None


def test_the_robots_round_takes_at_most_eight_taps_beside_the_dice() -> None:
    """Two actions and two faces are tapped first; then prompts only."""
    player = Player("gathering_storm_solo", "en", 0)
    board = player.board
    for key in ("level:hard", answer_key(0, "hard", "0"), answer_key(0, "hard", "0", "3")):
        board.tap(key)
    board.primary()
    for path in ((1, "develop"), (1, "develop", "settle"), (0, "roll", "develop")):
        player.page()
        board.tap(answer_key(*path))
    board.tap(answer_key(0, "roll", "develop", "settle"))
    assert not player.port.refused
    taps = 0
    while player.page().title == "Round 1":
        options = [o.key for row in player.page().rows for o in row.options]
        taps += 1
        answer = key_of(options, "1") or key_of(options, "0") or key_of(options, 0)
        if answer:
            board.tap(answer)
        else:
            board.primary()
    assert taps <= 8
    assert not player.port.refused


def test_goals_are_tested_when_a_phase_is_said_to_be_over() -> None:
    player = Player("gathering_storm", "en", 0)
    board = player.board
    player.page()
    board.primary()
    small = Goal.SYSTEM_DIVERSITY, Goal.BUDGET_SURPLUS, Goal.GALACTIC_STATUS, Goal.INNOVATION_LEADER
    for key in goal_keys(Goal.GREATEST_MILITARY, Goal.PRODUCTION_LEADER, *small):
        board.tap(key)
    fifth = next(each for each in player.page().options if each.text == "Overlord Discoveries")
    board.tap(fifth.key)  # does not fit
    board.primary()
    assert not player.port.refused
    for _ in range(6):
        player.page()
        board.change(amount_key(1, "general_military"), 1)
    player.page()
    board.tap("phase:III")
    player.page()
    board.primary()
    holders = {line.goal.value: line.holders for line in player.port.latest().view.goals}
    assert holders["greatest_military"] == (1,)
    board.tap("phase:round_end")
    board.tap("discarded:2")
    player.page()
    board.primary()
    holders = {line.goal.value: line.holders for line in player.port.latest().view.goals}
    assert holders["budget_surplus"] == (2,)
    board.tap(answer_key(0, "end"))
    player.page()
    board.change("mark:0", 1)
    board.primary()
    assert player.port.over
    assert player.page().status == "Winner: Ann"
    table = player.page().table
    assert table is not None
    assert table.lines[0].label == "1. Ann"
    assert table.lines[0].cells[-1].text == "6"


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


@pytest.mark.parametrize("key", ["gathering_storm_solo", "gathering_storm"])
def test_enter_does_nothing_while_the_main_button_is_disabled(key: str) -> None:
    player = Player(key, "en", 0)
    if player.page().primary == "Laid out":  # what follows is asked
        player.board.primary()
    page = player.page()
    assert not page.primary or not page.primary_enabled
    player.board.primary()
    assert player.port.latest().version == 0
    assert not player.port.refused
