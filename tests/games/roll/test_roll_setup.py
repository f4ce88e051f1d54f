"""Set-up: who may sit down, and what they start with (section 1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.catalog.roll_loader import load_roll_catalog
from companion.games.refusals import RefusedError
from companion.games.roll import GAME
from companion.games.roll.model import errors
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.model.steps import Step
from companion.games.roll.phases.set_up import HOME_WORLDS, StartGame
from tests.games.refused import refused_as
from tests.games.roll.table import COLOURS, NAMES, THREE, play, see


def some_players(count: int) -> tuple[PlayerSetup, ...]:
    return tuple(PlayerSetup(i + 1, NAMES[i], COLOURS[i], i + 1) for i in range(count))


def refused(players: tuple[PlayerSetup, ...]) -> str:
    with pytest.raises(RefusedError) as caught:
        GAME.decide(GAME.initial, StartGame(players))
    assert caught.value.message, "the sentence can be made"
    return caught.value.code


@pytest.mark.parametrize(("count", "pool"), [(2, 24), (3, 36), (4, 48), (5, 60)])
def test_pool_has_twelve_vp_for_each_player(count: int, pool: int) -> None:
    """R-1.3."""
    started, _ = GAME.decide(GAME.initial, StartGame(some_players(count)))
    assert started.vp_pool == pool
    assert started.credits == (1,) * count


def test_game_begins_with_the_first_assignment() -> None:
    """Round 1, step Assign, three tiles each (R-10.4), chips still in the pool."""
    view = see(play(THREE))
    assert (view.step, view.round, view.vp_pool) == (Step.ASSIGN, 1, 36)
    assert {(seat.tiles, seat.vp_chips) for seat in view.seats} == {(3, 0)}


def test_doomed_world_starts_with_eight_credits() -> None:
    """R-1.7; everybody else with one (R-1.4)."""
    assert {seat.seat: seat.credits for seat in see(play(THREE)).seats} == {1: 1, 2: 1, 3: 8}


def test_seats_go_clockwise_from_the_lowest_faction() -> None:
    """R-5.6: seat 3 has faction 2."""
    assert [seat.seat for seat in see(play(THREE)).seats] == [3, 1, 2]


def test_seats_stay_in_order_while_a_faction_is_unknown() -> None:
    """The order by seat, where R-5.6 cannot be applied."""
    state = play("StartGame players=4/Ann/blue/-/-,2/Bob/red/1/-,5/Cid/green/3/-")
    assert [seat.seat for seat in see(state).seats] == [2, 4, 5]


@pytest.mark.parametrize("count", [0, 1, 6])
def test_two_to_five_players(count: int) -> None:
    """Section 1."""
    players = tuple(PlayerSetup(i % 5 + 1, f"P{i}", f"c{i}") for i in range(count))
    assert refused(players) == "player_count"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seat": 0}, "seat_number"),
        ({"seat": 6}, "seat_number"),
        ({"seat": 1}, "seat_taken"),
        ({"name": " \t "}, "name_missing"),
        ({"name": "x" * 25}, "name_missing"),
        ({"name": " ANN "}, "name_taken"),
        ({"colour": "blue"}, "colour_taken"),
        ({"colour": " "}, "colour_taken"),
        ({"faction": 0}, "faction_number"),
        ({"faction": 10}, "faction_number"),
        ({"faction": 1}, "faction_taken"),
        ({"home_world": "earth"}, "home_world"),
        ({"home_world": HOME_WORLDS[0]}, "home_world"),
    ],
)
def test_what_cannot_be(change: dict[str, object], code: str) -> None:
    """Each fault of a set-up has its own stable code."""
    first, second = some_players(2)
    first = replace(first, home_world=HOME_WORLDS[0])
    assert refused((first, replace(second, **change))) == code  # type: ignore[arg-type]


def test_names_are_tidied() -> None:
    """Blanks around and between words, and characters that nobody sees."""
    first, second = some_players(2)
    first = replace(first, name="  Ann \x1b \u202eLee\0 ")
    started, _ = GAME.decide(GAME.initial, StartGame((first, second)))
    assert started.players[0].name == "Ann Lee"


def test_a_game_begins_once() -> None:
    """A second set-up is refused with its own code, not as a wrong step."""
    state = play(THREE)
    with refused_as(errors.ALREADY_STARTED):
        GAME.decide(state, StartGame(some_players(2)))


def test_home_worlds_are_those_of_the_box() -> None:
    """The set-up's keys and start credits are the catalogue's (R-1.2, R-1.7)."""
    worlds = load_roll_catalog().home_worlds
    assert sorted(world.world.key for world in worlds) == sorted(HOME_WORLDS)
    for world in worlds:
        first, second = some_players(2)
        players = (replace(first, home_world=world.world.key), second)
        started, _ = GAME.decide(GAME.initial, StartGame(players))
        assert started.credits == (world.world.start_credits or 1, 1)
