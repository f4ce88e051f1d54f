"""The tally without a window: few taps, the right score, nothing lost."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.history.archive import MemoryArchive
from companion.history.bgstats import play_link
from companion.session.machine_fakes import MemoryExchange
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tally.pages import DiceCell, EntryPage
from kivy_ui.games.roll.tally.presenter import TallyPresenter
from kivy_ui.settings import Services
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context
from tests.ui.tally_taps import measured

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def tally() -> TallyPresenter:
    """An empty tally of three."""
    made = TallyPresenter(_ui(), now=lambda: NOW)
    made.enter()
    return made


def _ui(**settings: object) -> RollContext:
    ui, _ = a_context(None, **{"language": "en", **settings})
    return ui


def _complete(tally: TallyPresenter) -> None:
    """Everybody gets something; the first one wins."""
    homes = ("doomed_world", "old_earth", "new_sparta", "alpha_centauri", "ancient_race")
    for index in range(len(tally.players)):
        tally.choose(index)
        tally.choose_faction(index + 1)
        tally.choose_home(homes[index])
        tally.digit(9 - index)
        tally.choose_credits(index)
    tally.choose(0)
    tally.toggle_tile("galactic_federation")


def test_few_taps_and_the_right_score() -> None:
    """Four players of simulated games: all totals and winners right, at most 25 taps for each."""
    counted, right = measured(players=4, games=12, seed=3)
    assert right == 24
    assert max(counted) <= 25


def test_each_choice_opens_the_next_page(tally: TallyPresenter) -> None:
    """Faction, home world, chips and credits, then the tiles; nobody looks for a page."""
    assert tally.page is EntryPage.FACTION
    tally.choose_faction(4)
    tally.choose_home("doomed_world")
    tally.digit(1)
    tally.digit(2)
    tally.choose_credits(3)
    assert (tally.player.vp_chips, tally.player.credits) == (12, 3)
    assert tally.page.value == "tiles"
    tally.choose(1)
    assert tally.page.value == "faction"


def test_the_main_button_leads_to_what_is_missing(tally: TallyPresenter) -> None:
    """From gap to gap, then the result, then the history, then a new tally."""
    assert tally.frame().primary_text == "What is missing"
    assert tally.frame().status == "Player 1: which faction tile? Its number is printed on it."
    tally.choose(2)
    tally.primary()
    assert (tally.chosen, tally.page) == (0, EntryPage.FACTION)
    _complete(tally)
    assert tally.frame().primary_text == "Result"
    tally.primary()
    assert tally.shows_result
    assert tally.frame().primary_text == "Save"
    tally.primary()
    assert tally.keeping.saved
    assert len(tally.keeping.services.archive.tallies()) == 1
    tally.primary()
    assert tally.frame().primary_text == "What is missing"


def test_a_tile_is_in_the_box_once(tally: TallyPresenter) -> None:
    """The second owner is refused and told who has it; so is the other side."""
    assert tally.toggle_tile("new_galactic_order") is None
    tally.choose(1)
    assert tally.toggle_tile("new_galactic_order") == 0
    assert tally.toggle_tile("secluded_world") == 0
    assert tally.player.tiles == ()
    tally.choose(0)
    assert tally.toggle_tile("new_galactic_order") is None
    assert tally.player.tiles == ()


def test_thirty_white_dice_are_refused(tally: TallyPresenter) -> None:
    """R-1.1: 25 are in the box; the main button leads to the dice."""
    _complete(tally)
    tally.open(EntryPage.DICE)
    tally.choose_cell(DiceCell("cup", DieType.HOME))
    tally.digit(3)
    tally.digit(0)
    assert "30 dice of Home are entered; the box has 25." in tally.frame().status
    tally.open(EntryPage.TILES)
    tally.primary()
    assert tally.page is EntryPage.DICE


def test_every_change_can_be_taken_back(tally: TallyPresenter) -> None:
    """Undo to the beginning, redo to the end; a saved result is saved no more."""
    _complete(tally)
    whole = tally.players
    tally.shows_result = True
    tally.save()
    while tally.frame().can_undo:
        tally.undo()
    assert not tally.keeping.saved
    assert all(player.faction is None for player in tally.players)
    while tally.frame().can_redo:
        tally.redo()
    assert tally.players == whole


def test_a_finished_game_is_taken_over() -> None:
    """Names, chips, credits and factions of the table; the result completes that game."""
    archive = MemoryArchive()
    ui, _ = a_context(fake.over(3), services=Services(archive=archive))
    tally = TallyPresenter(ui, now=lambda: NOW)
    tally.enter()
    assert [(p.name, p.vp_chips, p.faction) for p in tally.players] == [
        ("Ann", 12, 1), ("Béla", 0, 2), ("Zażółcona Łucja", 7, None),
    ]  # fmt: skip
    assert tally.page is EntryPage.HOME
    tally.save()
    assert archive.tallies()[0].tally_id == "g1"


def test_the_next_game_that_ends_is_taken_over() -> None:
    """A saved tally makes room for it, one that is being entered does not."""
    ui, _ = a_context(fake.over(3))
    tally = TallyPresenter(ui, now=lambda: NOW)
    tally.enter()
    tally.choose_faction(9)
    ui.update = replace(ui.update, game_id="g2")
    tally.enter()
    assert tally.player.faction == 9
    tally.save()
    tally.enter()
    tally.save()
    assert {kept.tally_id for kept in tally.keeping.services.archive.tallies()} == {"g1", "g2"}


def test_a_score_file_goes_out_and_comes_in() -> None:
    """``roll-final/1`` both ways; a broken file changes nothing and is said."""
    exchange = MemoryExchange()
    tally = TallyPresenter(_ui(services=Services(exchange=exchange)), now=lambda: NOW)
    tally.enter()
    _complete(tally)
    tally.export()
    (name,) = exchange.files
    assert json.loads(exchange.files[name])["schema"] == "roll-final/1"
    assert name in tally.frame().status
    whole = tally.players
    tally.begin()
    tally.bring(name)
    assert tally.players == whole
    exchange.files["broken.json"] = b"{"
    tally.bring("broken.json")
    assert tally.keeping.error is not None
    assert tally.keeping.error.code == "not_json"
    assert tally.players == whole


def test_names_are_chosen_from_those_that_played() -> None:
    """From the settings and from earlier tallies; nobody twice, nobody who sits there."""
    archive = MemoryArchive()
    services = Services(archive=archive)
    first = TallyPresenter(_ui(services=services), now=lambda: NOW)
    first.enter()
    _complete(first)
    first.rename(0, "  Éva   Kis ")
    first.save()
    again = TallyPresenter(_ui(services=services, player_names=("Ann", "Bo")), now=lambda: NOW)
    again.enter()
    assert [player.name for player in again.players] == ["Ann", "Bo"]
    assert again.known_names()[0] == "Éva Kis"
    again.rename(0, "   ")
    assert again.players[0].name == "Ann"


def test_players_come_and_go(tally: TallyPresenter) -> None:
    """Up to five, down to one; the chosen one exists at any time."""
    for _ in range(5):
        tally.add_player()
    assert len(tally.players) == 5
    assert len({player.name for player in tally.players}) == 5
    for _ in range(9):
        tally.remove_player(tally.chosen)
    assert len(tally.players) == 1
    assert tally.chosen == 0


def test_goods_lie_on_worlds_with_room(tally: TallyPresenter) -> None:
    """A tap puts a good of the world's colour, one more takes it away (R-8.1)."""
    _complete(tally)
    tally.toggle_tile("spice_world")
    tally.tap_world("spice_world")
    assert tally.player.goods == (Good("spice_world", DieType.NOVELTY),)
    tally.tap_world("spice_world")
    assert len(tally.player.goods) == 0
    tally.choose_good_die(DieType.MILITARY)
    tally.tap_world("spice_world")
    assert tally.player.goods == (Good("spice_world", DieType.MILITARY),)
    tally.tap_world("doomed_world")
    assert len(tally.player.goods) == 1


def test_an_empty_world_is_filled_at_once(tally: TallyPresenter) -> None:
    """Galactic Reserves: two goods with the first tap, then one less with each."""
    _complete(tally)
    tally.toggle_tile("galactic_reserves")
    tally.toggle_tile("spice_world")
    counts = []
    for _ in range(3):
        tally.tap_world("spice_world")
        counts.append(len(tally.player.goods))
    assert counts == [2, 1, 0]


def test_dice_that_a_bonus_counts_are_proposed(tally: TallyPresenter) -> None:
    """As the tiles gave them, with words to that effect; a good is one of them; undo takes all."""
    _complete(tally)
    tally.open(EntryPage.DICE)
    assert not tally.player.dice_entered, "Galactic Federation counts no dice"
    tally.toggle_tile("spice_world")
    tally.toggle_tile("new_galactic_order")
    tally.open(EntryPage.DICE)
    proposed = sum(tally.player.elsewhere)
    assert proposed > 5
    assert tally.frame().status.startswith("The dice are set from the tiles")
    tally.tap_world("spice_world")
    assert sum(tally.player.elsewhere) == proposed - 1
    tally.one_more(DieType.MILITARY)
    assert not tally.frame().status.startswith("The dice are")
    tally.tap_world("spice_world")
    assert sum(tally.player.elsewhere) == proposed, "what people counted stays"
    for _ in range(4):
        tally.undo()
    assert not tally.player.dice_entered


def test_the_likely_dice_are_those_that_were_given(tally: TallyPresenter) -> None:
    """Five white ones and what the worlds gave (R-1.6, R-7.4)."""
    _complete(tally)
    tally.toggle_tile("spice_world")
    tally.take_likely_dice()
    assert tally.player.count("elsewhere", DieType.HOME) == 5
    assert sum(tally.player.elsewhere) > 5


def test_the_result_can_be_pushed(tally: TallyPresenter) -> None:
    """As a past game with totals."""
    _complete(tally)
    game = tally.as_game()
    assert game is not None
    assert game.winners == ("Player 1",)
    assert play_link(game)
