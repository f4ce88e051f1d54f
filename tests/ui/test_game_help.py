"""The other games' help: every section by number, found by letters, opened from the step's page."""

from __future__ import annotations

import pytest

from companion.i18n import LANGUAGES, translator
from kivy_ui.common.page_source import Help
from kivy_ui.common.rule_book import RuleBook
from kivy_ui.games.roll.help import HelpSection
from kivy_ui.games.roll.texts.rule_texts import rule_lines
from tests.some import some
from tests.ui.at_screen import AtScreen

SECTIONS = {
    "galactic_emperor": "1 2 3 4.1 4.2 4.3 4.4 4.5 4.6 4.7 5 6",
    "rule_the_galaxy": "2 3.1 3.2 3.3 3.4 4 5",
    "gathering_storm": "2.1 2.2 2.3 2.4 2.5 2.6 5 6",
    "gathering_storm_draft": "4",
    "gathering_storm_solo": "3 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8",
}
_FOR_US = "about the companion, not about the game"
DIGESTS = {
    ("galactic_emperor",): "1 2 3 4.1 4.2 4.3 4.4 4.5 4.6 4.7 5 6 7 8 9",
    ("rule_the_galaxy",): "1 2 3.1 3.2 3.3 3.4 4 5 6 7 8",
    ("gathering_storm", "gathering_storm_draft", "gathering_storm_solo"): (
        "1 2.1 2.2 2.3 2.4 2.5 2.6 3 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 4 5 6 7 8 9"
    ),
}
"""All numbered sections of the rules digests, by the games that they are about."""
NOT_NEEDED = {
    ("galactic_emperor", "7"): _FOR_US,
    ("galactic_emperor", "8"): "worked examples: tests",
    ("galactic_emperor", "9"): "open points: the page for prices and costs asks for them",
    ("rule_the_galaxy", "1"): "strength, colour and points are printed on the tiles",
    ("rule_the_galaxy", "6"): _FOR_US,
    ("rule_the_galaxy", "7"): "worked examples: tests",
    ("rule_the_galaxy", "8"): "open points: the page of the box asks for them",
    ("gathering_storm", "1"): "what is in the box; the set-up says what is added to the deck",
    ("gathering_storm", "3.9"): "faults of a translation; the help follows the English rules",
    ("gathering_storm", "7"): _FOR_US,
    ("gathering_storm", "8"): "worked examples: tests",
    ("gathering_storm", "9"): "open points: the page of the box asks for them",
}


@pytest.mark.parametrize("games", DIGESTS)
def test_each_numbered_section_of_the_digests_is_in_a_help_or_needed_by_nobody(
    games: tuple[str, ...],
) -> None:
    helped = {topic.number for game in games for topic in _rules(game)}
    left_out = {number for game, number in NOT_NEEDED if game == games[0]}
    assert helped | left_out == set(DIGESTS[games].split())
    assert not helped & left_out


def _rules(game: str) -> RuleBook:
    return AtScreen(game).presenters.ui.settings.games[game].rules


@pytest.mark.parametrize("game", SECTIONS)
def test_each_section_that_players_need_is_in_the_help(game: str) -> None:
    table = AtScreen(game)
    assert table.page.above
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


def _help(table: AtScreen) -> str:
    """The section to which the page leads."""
    return next(key.number for key in table.keys if isinstance(key, Help))


def test_a_number_and_letters_find_a_rule() -> None:
    table = AtScreen("galactic_emperor")
    assert _help(table)
    helped = table.presenters.side.help
    helped.type("dreadn")
    assert "4.5" in {entry.key for entry in helped.entries()}
    helped.enter()
    helped.type("4.6")
    assert [entry.key for entry in helped.entries()] == ["4.6"]


@pytest.mark.parametrize("game", SECTIONS)
def test_the_page_of_a_step_leads_to_its_section(game: str) -> None:
    table = AtScreen(game)
    number = _help(table)
    helped = table.presenters.side.help
    helped.open_rule(number)
    entry = helped.entry()
    assert entry is not None
    assert entry.key == number


@pytest.mark.parametrize("game", SECTIONS)
def test_each_section_has_a_drawing(game: str) -> None:
    """Of pieces that are drawn, inside the field."""
    at = AtScreen(game)
    helper = at.presenters.side.help
    for entry in some(helper.entries()):
        pieces = helper.picture(entry)
        assert pieces, entry.title
        assert all(0 <= each.x - each.size / 2 <= each.x + each.size / 2 <= 16 for each in pieces)


EDGES = {
    "R-5.4": {"en": "unless its text says 'may'", "pl": "chyba że", "hu": "Kötelező"},
    "R-6.5": {
        "en": "Only if they do not suffice, each player with three or more tiles",
        "pl": "co najmniej trzy kafle",
        "hu": "háromnál több lapka",
    },
    "R-10.2": {"en": "at least one must", "pl": "musi przywołać", "hu": "legalább egyet vissza"},
}


@pytest.mark.parametrize("rule", EDGES)
@pytest.mark.parametrize("language", [each.key for each in LANGUAGES])
def test_the_help_of_roll_says_for_whom_and_when_a_rule_is_mandatory(
    rule: str, language: str
) -> None:
    assert EDGES[rule][language] in rule_lines(translator(language), [rule])
