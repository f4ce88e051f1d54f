"""The score entry without a window: few taps, the right score, nothing lost."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.history.archive import Archive
from companion.history.bgstats import play_link
from companion.session.service_ports import Exchange
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.score_entry.pages import DiceCell, EntryPage
from kivy_ui.games.roll.score_entry.presenter import ScoreEntryPresenter
from kivy_ui.settings import Services
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context
from tests.ui.score_entry_taps import measured

NOW = "2026-11-21T20:00:00+00:00"


@pytest.fixture
def score_entry() -> ScoreEntryPresenter:
    """An empty score entry of three."""
    made = ScoreEntryPresenter(_ui(), utc_iso=lambda: NOW)
    made.enter()
    return made


def _ui(**settings: object) -> RollContext:
    ui, _ = a_context(None, **{"language": "en", **settings})
    return ui


def _complete(score_entry: ScoreEntryPresenter) -> None:
    """Everybody gets something; the first one wins."""
    homes = ("doomed_world", "old_earth", "new_sparta", "alpha_centauri", "ancient_race")
    for index in range(len(score_entry.players)):
        score_entry.choose(index)
        score_entry.choose_faction(index + 1)
        score_entry.choose_home(homes[index])
        score_entry.digit(9 - index)
        score_entry.choose_credits(index)
    score_entry.choose(0)
    score_entry.toggle_tile("galactic_federation")


def test_few_taps_and_the_right_score() -> None:
    """Four players of simulated games: all totals and winners right, at most 25 taps for each."""
    counted, right = measured(players=4, games=12, seed=3)
    assert right == 24
    assert max(counted) <= 25


def test_each_choice_opens_the_next_page(score_entry: ScoreEntryPresenter) -> None:
    """Faction, home world, chips and credits, then the tiles; nobody looks for a page."""
    assert score_entry.page is EntryPage.FACTION
    score_entry.choose_faction(4)
    score_entry.choose_home("doomed_world")
    score_entry.digit(1)
    score_entry.digit(2)
    score_entry.choose_credits(3)
    assert (score_entry.player.vp_chips, score_entry.player.credits) == (12, 3)
    assert score_entry.page.value == "tiles"
    score_entry.choose(1)
    assert score_entry.page.value == "faction"


def test_the_main_button_leads_to_what_is_missing(score_entry: ScoreEntryPresenter) -> None:
    """From gap to gap, then the result, then the history, then a new score entry."""
    assert score_entry.frame().primary_text == "What is missing"
    assert (
        score_entry.frame().status == "Player 1: which faction tile? Its number is printed on it."
    )
    score_entry.choose(2)
    score_entry.primary()
    assert (score_entry.chosen, score_entry.page) == (0, EntryPage.FACTION)
    _complete(score_entry)
    assert score_entry.frame().primary_text == "Result"
    score_entry.primary()
    assert score_entry.shows_result
    assert score_entry.frame().primary_text == "Save"
    score_entry.primary()
    assert score_entry.files.saved
    assert len(score_entry.files.services.archive.score_entries()) == 1
    score_entry.primary()
    assert score_entry.frame().primary_text == "What is missing"


def test_a_tile_is_in_the_box_once(score_entry: ScoreEntryPresenter) -> None:
    """The second owner is refused and told who has it; so is the other side."""
    assert score_entry.toggle_tile("new_galactic_order") is None
    score_entry.choose(1)
    assert score_entry.toggle_tile("new_galactic_order") == 0
    assert score_entry.toggle_tile("secluded_world") == 0
    assert score_entry.player.tiles == ()
    score_entry.choose(0)
    assert score_entry.toggle_tile("new_galactic_order") is None
    assert score_entry.player.tiles == ()


def test_thirty_white_dice_are_refused(score_entry: ScoreEntryPresenter) -> None:
    """R-1.1: 25 are in the box; the main button leads to the dice."""
    _complete(score_entry)
    score_entry.open(EntryPage.DICE)
    score_entry.choose_cell(DiceCell("cup", DieType.HOME))
    score_entry.digit(3)
    score_entry.digit(0)
    assert "30 dice of Home are entered; the box has 25." in score_entry.frame().status
    score_entry.open(EntryPage.TILES)
    score_entry.primary()
    assert score_entry.page is EntryPage.DICE


def test_every_change_can_be_taken_back(score_entry: ScoreEntryPresenter) -> None:
    """Undo to the beginning, redo to the end; a saved result is saved no more."""
    _complete(score_entry)
    whole = score_entry.players
    score_entry.shows_result = True
    score_entry.save()
    while score_entry.frame().can_undo:
        score_entry.undo()
    assert not score_entry.files.saved
    assert all(player.faction is None for player in score_entry.players)
    while score_entry.frame().can_redo:
        score_entry.redo()
    assert score_entry.players == whole


def test_a_finished_game_is_taken_over() -> None:
    """Names, chips, credits and factions of the table; the result completes that game."""
    archive = Archive()
    ui, _ = a_context(fake.over(3), services=Services(archive=archive))
    score_entry = ScoreEntryPresenter(ui, utc_iso=lambda: NOW)
    score_entry.enter()
    assert [(p.name, p.vp_chips, p.faction) for p in score_entry.players] == [
        ("Ann", 12, 1), ("Béla", 0, 2), ("Zażółcona Łucja", 7, None),
    ]  # fmt: skip
    assert score_entry.page is EntryPage.HOME
    score_entry.save()
    assert archive.score_entries()[0].entry_id == "g1"


def test_a_score_without_a_date_is_asked_for_one() -> None:
    """The clock is not set: the day is asked before saving, and nobody need know it."""
    for day, played_at in (("2026-11-26", "2026-11-26"), ("", "")):
        archive = Archive()
        ui, _ = a_context(None, services=Services(archive=archive))
        score_entry = ScoreEntryPresenter(ui, utc_iso=lambda: "")
        score_entry.enter()
        _complete(score_entry)
        assert not score_entry.asks_date
        score_entry.primary()
        assert score_entry.asks_date
        score_entry.save_dated(day)
        assert not score_entry.asks_date
        (kept,) = archive.score_entries()
        assert kept.played_at == played_at
        assert day.replace("-", "") in kept.entry_id


def test_the_next_game_that_ends_is_taken_over() -> None:
    """A saved score entry makes room for it, one that is being entered does not."""
    ui, _ = a_context(fake.over(3))
    score_entry = ScoreEntryPresenter(ui, utc_iso=lambda: NOW)
    score_entry.enter()
    score_entry.choose_faction(9)
    ui.update = replace(ui.update, game_id="g2")
    score_entry.enter()
    assert score_entry.player.faction == 9
    score_entry.save()
    score_entry.enter()
    score_entry.save()
    assert {kept.entry_id for kept in score_entry.files.services.archive.score_entries()} == {
        "g1",
        "g2",
    }


def test_a_score_file_goes_out_and_comes_in() -> None:
    """``roll-final/1`` both ways; a broken file changes nothing and is said."""
    exchange = Exchange()
    score_entry = ScoreEntryPresenter(
        _ui(services=Services(exchange=exchange)), utc_iso=lambda: NOW
    )
    score_entry.enter()
    _complete(score_entry)
    score_entry.export()
    (name,) = exchange.files
    assert json.loads(exchange.files[name])["schema"] == "roll-final/1"
    assert name in score_entry.frame().status
    whole = score_entry.players
    score_entry.begin()
    score_entry.import_file(name)
    assert score_entry.players == whole
    exchange.files["broken.json"] = b"{"
    score_entry.import_file("broken.json")
    assert score_entry.files.error is not None
    assert score_entry.files.error.code == "not_json"
    assert score_entry.players == whole


def test_names_are_chosen_from_those_that_played() -> None:
    """From the settings and from earlier score entries; nobody twice, nobody who sits there."""
    archive = Archive()
    services = Services(archive=archive)
    first = ScoreEntryPresenter(_ui(services=services), utc_iso=lambda: NOW)
    first.enter()
    _complete(first)
    first.rename(0, "  \u202eÉva \x1b  Kis\0 ")
    first.save()
    again = ScoreEntryPresenter(
        _ui(services=services, player_names=("Ann", "Bo")), utc_iso=lambda: NOW
    )
    again.enter()
    assert [player.name for player in again.players] == ["Ann", "Bo"]
    assert again.known_names()[0] == "Éva Kis"
    again.rename(0, "   ")
    assert again.players[0].name == "Ann"


def test_players_come_and_go(score_entry: ScoreEntryPresenter) -> None:
    """Up to five, down to one; the chosen one exists at any time."""
    for _ in range(5):
        score_entry.add_player()
    assert len(score_entry.players) == 5
    assert len({player.name for player in score_entry.players}) == 5
    for _ in range(9):
        score_entry.remove_player(score_entry.chosen)
    assert len(score_entry.players) == 1
    assert score_entry.chosen == 0


def test_goods_lie_on_worlds_with_room(score_entry: ScoreEntryPresenter) -> None:
    """A tap puts a good of the world's colour, one more takes it away (R-8.1)."""
    _complete(score_entry)
    score_entry.toggle_tile("spice_world")
    score_entry.tap_world("spice_world")
    assert score_entry.player.goods == (Good("spice_world", DieType.NOVELTY),)
    score_entry.tap_world("spice_world")
    assert len(score_entry.player.goods) == 0
    score_entry.choose_good_die(DieType.MILITARY)
    score_entry.tap_world("spice_world")
    assert score_entry.player.goods == (Good("spice_world", DieType.MILITARY),)
    score_entry.tap_world("doomed_world")
    assert len(score_entry.player.goods) == 1


def test_an_empty_world_is_filled_at_once(score_entry: ScoreEntryPresenter) -> None:
    """Galactic Reserves: two goods with the first tap, then one less with each."""
    _complete(score_entry)
    score_entry.toggle_tile("galactic_reserves")
    score_entry.toggle_tile("spice_world")
    counts = []
    for _ in range(3):
        score_entry.tap_world("spice_world")
        counts.append(len(score_entry.player.goods))
    assert counts == [2, 1, 0]


def test_dice_that_a_bonus_counts_are_proposed(score_entry: ScoreEntryPresenter) -> None:
    """As the tiles gave them, with words to that effect; a good is one of them; undo takes all."""
    _complete(score_entry)
    score_entry.open(EntryPage.DICE)
    assert not score_entry.player.dice_entered, "Galactic Federation counts no dice"
    score_entry.toggle_tile("spice_world")
    score_entry.toggle_tile("new_galactic_order")
    score_entry.open(EntryPage.DICE)
    proposed = sum(score_entry.player.elsewhere)
    assert proposed > 5
    assert score_entry.frame().status.startswith("The dice are set from the tiles")
    score_entry.tap_world("spice_world")
    assert sum(score_entry.player.elsewhere) == proposed - 1
    score_entry.one_more(DieType.MILITARY)
    assert not score_entry.frame().status.startswith("The dice are")
    score_entry.tap_world("spice_world")
    assert sum(score_entry.player.elsewhere) == proposed, "what people counted stays"
    for _ in range(4):
        score_entry.undo()
    assert not score_entry.player.dice_entered


def test_the_likely_dice_are_those_that_were_given(score_entry: ScoreEntryPresenter) -> None:
    """Five white ones and what the worlds gave (R-1.6, R-7.4)."""
    _complete(score_entry)
    score_entry.toggle_tile("spice_world")
    score_entry.take_likely_dice()
    assert score_entry.player.count("elsewhere", DieType.HOME) == 5
    assert sum(score_entry.player.elsewhere) > 5


def test_the_result_can_be_pushed(score_entry: ScoreEntryPresenter) -> None:
    """As a past game with totals."""
    _complete(score_entry)
    game = score_entry.as_game()
    assert game is not None
    assert game.winners == ("Player 1",)
    assert play_link(game)
