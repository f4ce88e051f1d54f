"""Galactic Emperor's pages without a window: what can be reached, what a battle tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.emperor.commands import Cubes, PlaceInfluence, SayHits, SelectRole
from companion.games.emperor.errors import DiceCountError
from companion.games.emperor.state import GameState, Role, Sector, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Token
from tests.games.emperor.test_battle_technologies import attacked, fired
from tests.games.emperor.test_emperor_examples import (
    play,
    regent,
    started,
    with_player,
    with_sectors,
)
from tests.ui.at_page import At


def at(state: GameState) -> At:
    table = At("galactic_emperor")
    table.port.put(state)
    return table


def test_points_throne_and_technologies_are_put_right() -> None:
    """VP are changed without being shown."""
    table = at(with_player(play(started(), SelectRole(1, Role.ENGINEER)), 2, vp=7))
    table.tap("open:right", "seat:2", "vp:-5", "vp:1", "throne:3", "card:robotics")
    state = table.state
    assert table.port.view_for(2).state.player(2).vp == 3
    assert state.throne == 3
    assert state.player(2).technologies == {Technology.ROBOTICS}
    table.tap("card:robotics")
    assert not table.state.player(2).technologies


def _firing(*technologies: tuple[int, Technology]) -> GameState:
    state = attacked(*technologies)
    assert state.battle is not None
    return replace(state, step=Step.FIRE, battle=replace(state.battle, phase=2))


def test_technologies_are_reached_from_a_battle() -> None:
    """A Saboteur may block in the middle of it."""
    table = at(_firing((1, Technology.PLASMA_WEAPONS), (3, Technology.SABOTEUR)))
    table.tap("open:more", "block:1:plasma_weapons", "catch:3:1")
    assert not table.state.battle.arms[0].plasma


def test_a_time_warp_is_two_taps_in_the_battle() -> None:
    dice = ((0, 1), (0, 1), (1, 5), (1, 5))
    table = at(fired(_firing((3, Technology.TIME_WARP)), *dice))
    assert table.page.primary
    table.tap("again:1:1", "warp:3:1:1:1")
    assert table.state.step is Step.LOSSES


def test_fighting_on_is_weighed_against_withdrawing() -> None:
    state = attacked()
    assert state.battle is not None
    state = replace(state, step=Step.GO_ON, battle=replace(state.battle, phase=3))
    table = at(state)
    assert "To the end: attacker" in table.facts
    assert "Expected to be left: attacker" in table.facts
    assert any("Cruiser 1" in o.text for row in table.page.rows for o in row.options)


def test_a_role_tells_what_to_take_and_nobodys_points() -> None:
    """Marks with their owner; VP by what is taken only."""
    table = at(started())
    table.tap("role:merchant")
    assert "3 × marks: supply » P1" in "\n".join(table.page.moves).replace(
        table.state.player(1).name, "P1"
    )


def test_the_regents_result_is_shown() -> None:
    """Section 4.6: who won which sector and the Throne, and whose ships have to leave."""
    tile = 10
    state = with_sectors(started(), Sector(tile, 1, owner=1, token=Token.EMPIRE))
    table = at(regent(state))
    for seat, places in ((2, ((tile, 1), (0, 1))), (3, ((tile, 2),)), (1, ((0, 2),))):
        table.port.post(PlaceInfluence(seat, tuple(Cubes(*each) for each in places)))
    names = {player.seat: player.name for player in table.state.players}
    lines = table.page.moves
    assert f"Sector {tile}: {names[3]}, Empire." in lines
    assert f"The Throne goes to {names[1]}." in lines
    assert any(line.startswith(f"Ships of {names[1]} on sector {tile}") for line in lines)
    assert f"2 × VP: supply » {names[3]}" in lines


def test_hits_are_said_in_a_tap_for_each_side() -> None:
    """A phase without a camera: two taps instead of one for each die."""
    table = at(_firing())
    assert not any(key.startswith("die:") for key in table.keys)
    table.tap("hits:0:0", "hits:1:2")
    assert table.state.battle.hits == (2, 0)
    each = at(_firing())
    each.tap("each", "die:0:5")
    assert each.state.battle.thrown == ((5,), ())


def test_more_hits_than_dice_are_refused() -> None:
    state = _firing()
    with pytest.raises(DiceCountError):
        play(state, SayHits(9, 0))


def test_the_set_up_says_what_to_lay_out() -> None:
    """Section 2, by number of players."""
    table = At("galactic_emperor")
    assert "Empire tokens each: 11. VP in the pool: 115. Tiles face up: 4." in table.facts
    table.change("players", 1)
    assert "Empire tokens each: 10. VP in the pool: 130. Tiles face up: 5." in table.facts


def test_nobody_buys_influence_in_one_tap() -> None:
    table = at(play(started(), SelectRole(1, Role.REGENT)))
    table.tap("nobody")
    assert table.state.step is Step.PLACE_INFLUENCE


def test_the_last_battle_is_told_with_its_odds() -> None:
    """Section 6: a Fighter against a Fighter wins two times of five, whoever attacks."""
    table = at(replace(started(), step=Step.DUEL, duel=(1, 2)))
    first = table.state.player(1).name
    assert f"{first} attacks: wins 40 %, loses 40 %, both lost 20 %." in table.facts
