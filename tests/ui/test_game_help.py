"""The other games' help: every section by number, found by letters, opened from the step's page."""

from __future__ import annotations

import pytest

from companion.i18n import LANGUAGES, translator
from kivy_ui.common.pages import RULE
from kivy_ui.common.rule_book import RuleBook
from kivy_ui.games.roll.help import HelpSection
from tests.ui.at_page import At

SECTIONS = {
    "galactic_emperor": "2 3 4.1 4.2 4.3 4.4 4.5 4.6 4.7 5 6",
    "rule_the_galaxy": "2 3.1 3.2 3.3 3.4 4 5",
    "gathering_storm": "2.1 2.2 2.3 2.4 2.5",
    "gathering_storm_solo": "3.1 3.5 3.6 3.7",
}


def _rules(game: str) -> RuleBook:
    return At(game).presenters.ui.settings.games[game].rules


@pytest.mark.parametrize("game", SECTIONS)
def test_each_section_that_players_need_is_in_the_help(game: str) -> None:
    table = At(game)
    assert table.page.title
    helped = table.presenters.side.help
    assert [entry.key for entry in helped.entries()] == SECTIONS[game].split()
    assert helped.sections == (HelpSection.RULES,)
    assert all(helped.words_of(entry).startswith("\u2022") for entry in helped.entries())


@pytest.mark.parametrize("language", [each.key for each in LANGUAGES])
@pytest.mark.parametrize("game", SECTIONS)
def test_rules_are_said_in_each_language(game: str, language: str) -> None:
    words = {topic.words(translator(language)) for topic in _rules(game)}
    english = {topic.words(translator("en")) for topic in _rules(game)}
    assert language == "en" or not words & english


def test_a_number_and_letters_find_a_rule() -> None:
    table = At("galactic_emperor")
    assert table.page.title
    helped = table.presenters.side.help
    helped.type("dreadn")
    assert "4.5" in {entry.key for entry in helped.entries()}
    helped.enter()
    helped.type("4.6")
    assert [entry.key for entry in helped.entries()] == ["4.6"]


@pytest.mark.parametrize("game", SECTIONS)
def test_the_page_of_a_step_leads_to_its_section(game: str) -> None:
    table = At(game)
    keys = [o.key for row in table.page.rows for o in row.options if o.key.startswith(RULE)]
    assert len(keys) == 1
    number = keys[0].removeprefix(RULE)
    helped = table.presenters.side.help
    helped.open_rule(number)
    entry = helped.entry()
    assert entry is not None
    assert entry.key == number
