"""A new game: players, colours, factions, names; without a window."""

from __future__ import annotations

import pytest

from companion.games.roll.model.steps import Step
from companion.games.roll.phases.set_up import HOME_WORLDS, FirstTiles, SetUpGame, StartGame
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.frame import RollFramePresenter
from kivy_ui.games.roll.name_entry import NameTyping
from kivy_ui.games.roll.start import StartPresenter, StartTile
from tests.ui import fake_table as fake
from tests.ui.at_page import At
from tests.ui.contexts import a_context

# --- a new game ----------------------------------------------------------------------------------

OTHERS = ("galactic_emperor", "gathering_storm", "gathering_storm_draft")


@pytest.mark.parametrize("game", OTHERS)
def test_the_set_up_says_that_seats_run_clockwise(game: str) -> None:
    """The order of turns, directions and passed cards follow the seats."""
    page = At(game).page
    assert "Seats are numbered clockwise." in " ".join((*page.facts, *(r.label for r in page.rows)))


@pytest.mark.parametrize("visiting", [None, "start"])
def test_a_new_game_of_roll_says_that_seats_run_clockwise(visiting: str | None) -> None:
    """R-5.6, also while another game runs."""
    ui, _ = a_context(None if visiting is None else fake.assigning(3))
    ui.visit(visiting)
    assert "clockwise" in RollFramePresenter(ui).model().status


def test_a_count_can_be_started_without_choosing_anything() -> None:
    """The defaults are three players with names and different colours."""
    ui, table = a_context(None)
    presenter = StartPresenter(ui)
    presenter.choose_rules(all_rules=False)
    assert presenter.start() is None
    opened, started = table.posted
    assert opened == ("new_game", "roll")
    assert isinstance(started, StartGame)
    assert [player.name for player in started.players] == ["Player 1", "Player 2", "Player 3"]
    assert len({player.colour for player in started.players}) == 3
    assert {player.home_world for player in started.players} == {None}


def test_all_rules_ask_for_what_was_drawn() -> None:
    """Faction, then home world, player by player; then the tracking begins with unnamed tiles."""
    ui, table = a_context(None)
    presenter = StartPresenter(ui)
    presenter.choose_players(2)
    asked = []
    while (missing := presenter.start()) is not None:
        seat, what = missing
        asked.append((seat, what))
        free = [found for found in presenter.offers(seat, what) if found.free]
        presenter.pick(seat, what, free[0].key)
    assert asked == [(seat, what) for seat in (1, 2) for what in StartTile]
    assert isinstance(table.posted[1], SetUpGame)
    assert [player.faction for player in table.posted[1].players] == [1, 2]
    assert table.posted[1].first_tiles == (FirstTiles(), FirstTiles())
    assert presenter.missing() == (1, StartTile.FACTION), "the next game draws anew"


@pytest.mark.parametrize("letters", ["alpha", "GNARSSH", "last", "lasd"])
def test_start_tiles_are_found_by_a_few_letters(letters: str) -> None:
    """Any language's name, capitals and accents aside; nothing found is an empty list."""
    ui, _ = a_context(None, language="pl")
    presenter = StartPresenter(ui)
    found = [each.key for what in StartTile for each in presenter.offers(1, what, letters)]
    assert bool(found) is (letters != "lasd")


def test_the_last_group_sits_there_again() -> None:
    """Names and colours of the game that is shown are offered; default names are none."""
    view = fake.over(4)
    ui, _ = a_context(view, player_names=("Somebody",))
    rows = StartPresenter(ui).rows()
    by_seat = sorted(view.seats, key=lambda seat: seat.seat)
    assert [row.shown_name for row in rows] == [seat.name[:16] for seat in by_seat]
    assert [row.colour for row in rows] == [seat.colour for seat in by_seat]


def test_a_game_that_is_set_up_is_not_opened_twice() -> None:
    """In set-up the players go into the game that is open; a running one is closed first."""
    ui, table = a_context(fake.a_view(Step.SETUP, seats=(), round=0))
    presenter = StartPresenter(ui)
    presenter.choose_rules(all_rules=False)
    presenter.start()
    assert len(table.posted) == 1
    ui, table = a_context(fake.playing())
    presenter = StartPresenter(ui)
    presenter.choose_rules(all_rules=False)
    presenter.start()
    assert table.posted[0] == ("new_game", "roll")


def test_names_from_the_settings_fill_the_seats() -> None:
    """Remembered names are offered, and one player more is no problem."""
    ui, _ = a_context(None, player_names=("Ann", "Béla"))
    presenter = StartPresenter(ui)
    presenter.choose_players(3)
    assert [row.shown_name for row in presenter.rows()] == ["Ann", "Béla", "Player 3"]


def test_default_names_follow_the_language() -> None:
    """A default name is no stored text."""
    ui, _ = a_context(None)
    presenter = StartPresenter(ui)
    ui.choose_language("hu")
    assert presenter.rows()[0].shown_name == "1. játékos"


def test_colours_and_start_tiles_are_never_shared() -> None:
    """However often they are tapped, no two seats have the same colour, faction or world."""
    ui, _ = a_context(None)
    presenter = StartPresenter(ui)
    presenter.choose_players(5)
    for tap in range(40):
        seat = tap % 5 + 1
        presenter.next_colour(seat)
        presenter.pick(seat, StartTile.FACTION, str(tap % 9 + 1))
        presenter.pick(seat, StartTile.HOME_WORLD, HOME_WORLDS[tap * 2 % 9])
        rows = presenter.rows()
        assert len({row.colour for row in rows}) == 5
        assert {row.colour for row in rows} <= set(COLOURS)
        for drawn in ([row.faction for row in rows], [row.home_world for row in rows]):
            known = [each for each in drawn if each is not None]
            assert len(known) == len(set(known))


def test_a_hidden_seat_keeps_a_colour_of_its_own() -> None:
    """Two players change colours, then three play: still all different."""
    ui, _ = a_context(None)
    presenter = StartPresenter(ui)
    presenter.choose_players(2)
    for _ in range(4):
        presenter.next_colour(1)
        presenter.choose_players(5)
        assert len({row.colour for row in presenter.rows()}) == 5
        presenter.choose_players(2)


def test_a_start_tile_can_be_taken_away() -> None:
    """An empty choice brings the question back."""
    ui, _ = a_context(None)
    presenter = StartPresenter(ui)
    presenter.pick(1, StartTile.FACTION, "9")
    assert presenter.rows()[0].faction == 9
    presenter.pick(1, StartTile.FACTION, "")
    assert presenter.rows()[0].faction is None


# --- typing --------------------------------------------------------------------------------------


def test_the_first_letter_replaces_the_offered_name() -> None:
    """A name is offered as if it were marked."""
    typing = NameTyping("Player 1", "en")
    typing.type("A")
    typing.type("nn")
    assert typing.name == "Ann"


def test_erasing_the_offered_name_clears_it() -> None:
    """Backspace on a marked name takes all of it, then letter by letter."""
    typing = NameTyping("Player 1", "en")
    typing.erase()
    assert typing.name == ""
    typing.type("Ab")
    typing.erase()
    assert typing.name == "A"


def test_names_are_short_and_printable() -> None:
    """Control characters are dropped, long names are cut."""
    typing = NameTyping("", "en")
    typing.type("a\n\tb")
    typing.type("x" * 40)
    assert typing.name == "ab" + "x" * 14


@pytest.mark.parametrize(("language", "letters"), [("pl", "ąćęłńóśźż"), ("hu", "áéíóöőúüű")])
def test_every_language_has_its_letters(language: str, letters: str) -> None:
    """The keys hold the whole alphabet, capitals first."""
    typing = NameTyping("", language)
    keys = "".join(typing.rows)
    assert set(letters.upper()) <= set(keys)
    typing.shift()
    assert set(letters) <= set("".join(typing.rows))


def test_letters_of_other_languages_and_digits_are_a_key_away() -> None:
    """Łucja and Ödön play in English, too; the key says what comes."""
    typing = NameTyping("", "en")
    shown = {typing.rows[0]}
    for _ in range(3):
        wanted = typing.next_row
        typing.turn()
        assert typing.rows[0].startswith(wanted)
        shown.add(typing.rows[0])
    assert shown == {"1234567890", "ĄĆĘŁŃÓŚŹŻ", "ÁÉÍÓÖŐÚÜŰ"}
