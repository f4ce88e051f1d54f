"""The other games' help: every section by number, found by letters, opened from the step's page."""

import pytest

from companion.app.wiring import games_at_table
from companion.games.refusals import NoRule
from companion.i18n import LANGUAGES, translator
from kivy_ui.common.page_source import Visit
from kivy_ui.common.rule_book import RuleBook, rule_shelf, topic_of
from kivy_ui.games.roll.texts.book import RULES
from kivy_ui.pages.letters import Letter
from kivy_ui.pages.listing import Prose
from kivy_ui.pages.page import Cards
from kivy_ui.registry import GAME_UIS
from tests.games.test_refusals import TABLES, rows
from tests.some import some
from tests.ui.at_source import AtWindow
from tests.ui.one_game import OneGame

SECTIONS = {
    "galactic_emperor": "1 2 3 4.1 4.2 4.3 4.4 4.5 4.6 4.7 5 6",
    "rule_the_galaxy": "2 3.1 3.2 3.3 3.4 4 5",
    "gathering_storm": "2.1 2.2 2.3 2.4 2.5 2.6 5 6",
    "gathering_storm_draft": "4",
    "gathering_storm_solo": "3 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8",
}
FOLDERS = {
    "roll": ("roll",),
    "emperor": ("galactic_emperor",),
    "rule": ("rule_the_galaxy",),
    "storm": ("gathering_storm", "gathering_storm_draft", "gathering_storm_solo"),
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
    helped = {topic.number for game in games for topic in _rules(game).topics}
    left_out = {number for game, number in NOT_NEEDED if game == games[0]}
    assert helped | left_out == set(DIGESTS[games].split())
    assert not helped & left_out


def _rules(game: str) -> RuleBook:
    return GAME_UIS[game].rules


class AtHelp(AtWindow):
    """The help of a game that is played."""

    def __init__(self, game: str, language: str = "en") -> None:
        self.port = OneGame(games_at_table()[game])
        names = ("Ann", "Bo", "Cy")
        super().__init__("help", port=self.port, language=language, player_names=names)


@pytest.mark.parametrize("game", SECTIONS)
def test_each_section_that_players_need_is_in_the_help(game: str) -> None:
    """Its rules below its title and number; and no shelf of another game."""
    at, numbers = AtHelp(game), SECTIONS[game].split()
    alone = len(numbers) == 1
    if not alone:
        assert len(at.cards) == len(numbers)
        assert [chip.icon for chip in at.page.chips] == ["search"]
    for index, number in enumerate(some(numbers)):
        if not alone:
            at.touch(at.cards[index].key)
        body = at.body(Prose)
        assert body.pictures
        assert at.page.above == f"Rule {number}"
        assert all(text.startswith("\u2022") for text in body.paragraphs)
        at.touch(at.page.back)


@pytest.mark.parametrize("language", [each.key for each in LANGUAGES])
@pytest.mark.parametrize("game", SECTIONS)
def test_rules_are_said_in_each_language(game: str, language: str) -> None:
    def texts(key: str) -> set[tuple[str, ...]]:
        return {topic.text for topic in rule_shelf(translator(key), _rules(game)).topics}

    assert language == "en" or not texts(language) & texts("en")


def test_letters_and_a_number_find_a_rule() -> None:
    """On the screen, and digits of a real keyboard; nothing is found by nothing."""
    at = AtHelp("galactic_emperor")
    at.tap("symbol/search")
    assert not at.cards
    at.type("dreadn")
    assert any(card.title == "Warlord" for card in at.cards)
    at.touch(at.page.back)
    at.tap("symbol/search")
    for letter in "4.6":
        at.source.touch(Letter(letter))
    assert [card.title for card in at.cards] == ["Regent"]


@pytest.mark.parametrize("game", SECTIONS)
def test_the_page_of_a_step_leads_to_its_section(game: str) -> None:
    """Also that of the robot's game: not to the help of another box."""
    at = AtHelp(game)
    number = at.ui.settings.games[game].rules.of_step(at.port.latest().view)
    at.ui.visit(None)
    at.visit("help")
    at.presenters.help.open_rule(number)
    assert at.page.above == f"Rule {number}"
    at.touch(at.page.back)
    assert at.ui.visiting is None


def test_tiles_are_found_by_their_names_in_all_languages() -> None:
    """Roll's help has rules, both kinds of tiles, dice, questions, symbols, and the search."""
    at = AtHelp("roll", "pl")
    assert len(at.page.chips) == 7
    at.tap("symbol/search")
    at.type("galactic fed")
    assert len(at.cards) == 1


@pytest.mark.parametrize("language", [each.key for each in LANGUAGES])
def test_each_topic_of_roll_can_be_read(language: str) -> None:
    """With a picture, without the numbers of our rules; also without a game."""
    at = AtWindow("help", language=language)
    for index in range(6):
        at.touch(at.page.chips[index].key)
        body = at.body(Cards)
        for card in some([each for each in body.cards if each.key != Visit("guide")]):
            at.source.touch(card.key)
            read = at.body(Prose)
            assert read.pictures
            assert all(read.paragraphs)
            assert not any("R-" in text for text in read.paragraphs)
            at.source.touch(at.page.back)


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_rule_that_refuses_is_on_a_page_of_the_help(folder: str) -> None:
    """Of one of the folder's games; also those that name a section, or several rules."""
    ui = AtHelp("roll").ui
    helps = [ui.settings.games[game].shelves(ui) for game in FOLDERS[folder]]
    numbers = {reason.rule for reason in rows(TABLES[folder]).values()} - set(NoRule)
    for number in some(sorted(map(str, numbers))):
        assert any(topic_of(shelves, number) for shelves in helps), number


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
    assert EDGES[rule][language] in translator(language)(RULES[rule])
