"""A new game: players, colours, factions, names; without a window."""

from __future__ import annotations

import pytest

from companion.games.roll import commands as c
from companion.games.roll.view import Step
from kivy_ui.presenters.start import COLOURS, StartPresenter
from kivy_ui.presenters.typing_name import NameTyping
from tests.ui import fake_table as fake
from tests.ui.desks import a_desk

# --- a new game ----------------------------------------------------------------------------------


def test_a_game_can_be_started_without_choosing_anything() -> None:
    """The defaults are three players with names and different colours."""
    desk, table = a_desk(None)
    StartPresenter(desk).start()
    opened, started = table.posted
    assert opened == ("new_game", "roll")
    assert isinstance(started, c.StartGame)
    assert [player.name for player in started.players] == ["Player 1", "Player 2", "Player 3"]
    assert len({player.colour for player in started.players}) == 3
    assert {player.home_world for player in started.players} == {None}


def test_a_game_that_is_set_up_is_not_opened_twice() -> None:
    """In set-up the players go into the game that is open; a running one is closed first."""
    desk, table = a_desk(fake.a_view(Step.SETUP, seats=(), round=0))
    StartPresenter(desk).start()
    assert len(table.posted) == 1
    desk, table = a_desk(fake.playing())
    StartPresenter(desk).start()
    assert table.posted[0] == ("new_game", "roll")


def test_names_from_the_settings_fill_the_seats() -> None:
    """Remembered names are offered, and one player more is no problem."""
    desk, _ = a_desk(None, player_names=("Ann", "Béla"))
    presenter = StartPresenter(desk)
    presenter.choose_players(3)
    assert [row.shown_name for row in presenter.rows()] == ["Ann", "Béla", "Player 3"]


def test_default_names_follow_the_language() -> None:
    """A default name is no stored text."""
    desk, _ = a_desk(None)
    presenter = StartPresenter(desk)
    desk.choose_language("hu")
    assert presenter.rows()[0].shown_name == "1. játékos"


def test_colours_and_factions_are_never_shared() -> None:
    """However often they are tapped, no two seats have the same colour or faction."""
    desk, _ = a_desk(None)
    presenter = StartPresenter(desk)
    presenter.choose_players(5)
    for tap in range(40):
        seat = tap % 5 + 1
        presenter.next_colour(seat)
        presenter.next_faction(seat)
        rows = presenter.rows()
        assert len({row.colour for row in rows}) == 5
        assert {row.colour for row in rows} <= set(COLOURS)
        factions = [row.faction for row in rows if row.faction is not None]
        assert len(factions) == len(set(factions))


def test_a_hidden_seat_keeps_a_colour_of_its_own() -> None:
    """Two players change colours, then three play: still all different."""
    desk, _ = a_desk(None)
    presenter = StartPresenter(desk)
    presenter.choose_players(2)
    for _ in range(4):
        presenter.next_colour(1)
        presenter.choose_players(5)
        assert len({row.colour for row in presenter.rows()}) == 5
        presenter.choose_players(2)


def test_after_the_last_faction_comes_none() -> None:
    """Nine taps lead to 9, the tenth back to unknown."""
    desk, _ = a_desk(None)
    presenter = StartPresenter(desk)
    for _ in range(9):
        presenter.next_faction(1)
    assert presenter.rows()[0].faction == 9
    presenter.next_faction(1)
    assert presenter.rows()[0].faction is None


def test_doomed_world_belongs_to_one_player() -> None:
    """R-1.7: there is one tile of it."""
    desk, _ = a_desk(None)
    presenter = StartPresenter(desk)
    presenter.toggle_doomed(1)
    presenter.toggle_doomed(2)
    assert [row.doomed for row in presenter.rows()] == [False, True, False]
    presenter.toggle_doomed(2)
    assert not any(row.doomed for row in presenter.rows())


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
