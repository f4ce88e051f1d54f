"""Galactic Emperor's pages without a window: what can be reached, what a battle tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.emperor import errors
from companion.games.emperor.galaxy.fields import Fleet, Ground
from companion.games.emperor.galaxy.moving import ground_of, reach
from companion.games.emperor.holdings import Cubes
from companion.games.emperor.options import TileKind
from companion.games.emperor.roles.regent import PlaceInfluence
from companion.games.emperor.rounds import SelectRole
from companion.games.emperor.state import (
    GameState,
    Influence,
    RegentState,
    Role,
    Sector,
    Step,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.battle import SayHits
from companion.games.emperor.war.forces import Force, Ship, Token
from kivy_ui.common.board.hex_map import HexState
from kivy_ui.common.board.icons import SEAT
from kivy_ui.common.board.question_page import BACK, amount_key, answer_key, mark_key
from tests.games.emperor.positions import (
    LAST,
    at_war,
    attacked,
    begun,
    fighters,
    fired,
    play,
    regent,
    standing,
    started,
    two_bases,
    with_fleets,
    with_sectors,
    with_tiles,
)
from tests.games.refused import refused_as
from tests.ui.at_page import At


def at(state: GameState) -> At:
    table = At("galactic_emperor")
    table.port.put(state)
    return table


def test_points_throne_and_technologies_are_put_right() -> None:
    """VP are changed without being shown."""
    table = at(play(started(), SelectRole(1, Role.ENGINEER)).with_player(2, vp=7))
    table.tap("open:menu", "open:right", "part:points", "seat:2")
    table.answer("-5", "+1")
    table.tap("part:table", answer_key(0, "correct", "throne", "3"), "part:cards")
    table.answer("robotics")
    state = table.state
    assert table.port.view_for(2).state.player(2).vp == 3
    assert state.throne == 3
    assert state.player(2).technologies == {Technology.ROBOTICS}
    table.answer("robotics")
    assert not table.state.player(2).technologies


def test_ending_the_turn_is_quiet_until_something_is_built() -> None:
    """What passes is not the strongest button while there is something to do."""
    table = at(play(started(), SelectRole(1, Role.ENGINEER)))
    assert table.page.primary_quiet
    table.change("mark:0", 1)
    assert not table.page.primary_quiet


def test_the_die_of_a_saboteurs_victim_is_a_step_of_its_own() -> None:
    table = at(_firing((1, Technology.PLASMA_WEAPONS), (3, Technology.SABOTEUR)))
    table.tap("open:more")
    table.answer("sabotage", "plasma_weapons")
    assert not table.key("plasma_weapons")
    table.primary()
    assert table.key("plasma_weapons")
    table.primary()
    assert table.key("sabotage")
    table.primary()
    assert not table.key("sabotage")


def _firing(*technologies: tuple[int, Technology]) -> GameState:
    state = attacked(*technologies)
    assert state.battle is not None
    return replace(state, step=Step.FIRE, battle=replace(state.battle, phase=2))


def test_technologies_are_reached_from_a_battle() -> None:
    """A Saboteur may block in the middle of it."""
    table = at(_firing((1, Technology.PLASMA_WEAPONS), (3, Technology.SABOTEUR)))
    table.tap("open:more")
    table.answer("sabotage", "plasma_weapons", "1")
    assert not table.state.battle.arms[0].plasma


def test_a_time_warp_is_two_taps_in_the_battle() -> None:
    dice = ((0, 1), (0, 1), (1, 5), (1, 5))
    table = at(fired(_firing((3, Technology.TIME_WARP)), *dice))
    assert table.page.primary
    table.answer("1-5", "1")
    assert table.state.step is Step.LOSSES


def test_fighting_on_is_weighed_against_withdrawing() -> None:
    state = attacked()
    assert state.battle is not None
    state = replace(state, step=Step.GO_ON, battle=replace(state.battle, phase=3))
    table = at(state)
    assert " wins " in table.facts
    left = next(line for line in table.page.lines if line.icons[0].text == "Left on average")
    assert [icon.name for icon in left.icons] == ["", SEAT, "", SEAT, ""]
    back = next(o for o in table.page.options if o.key == table.key("back"))
    assert ("ship/cruiser", "1") in [(icon.name, icon.text) for icon in back.icons]


def test_a_role_tells_what_to_take_and_nobodys_points() -> None:
    """Marks with their owner; VP by what is taken only."""
    table = at(started())
    table.answer("merchant")
    assert "3 × marks: supply » P1" in "\n".join(table.moves).replace(
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
    lines = table.moves
    assert f"Sector {tile}: {names[3]}, Empire." in lines
    assert f"The Throne goes to {names[1]}." in lines
    assert any(line.startswith(f"Ships of {names[1]} on sector {tile}") for line in lines)
    assert f"2 × VP: supply » {names[3]}" in lines


def test_hits_are_said_in_a_tap_for_each_side() -> None:
    """A phase without a camera: two taps instead of one for each die."""
    table = at(_firing())
    assert not table.key("5")
    table.tap(mark_key(0, 0), answer_key(0, "hits", [0, 2]))
    assert table.state.battle.hits == (2, 0)
    each = at(_firing())
    each.answer("add-0", "5")
    assert each.state.battle.thrown == ((5,), ())


def test_long_rows_of_hits_are_asked_one_after_the_other() -> None:
    """Thirteen buttons take two lines: the defender's follow when the attacker's are said."""
    state = _firing()
    assert state.battle is not None
    fleet = Force(cruisers=4, token=Token.STARBASE)
    table = at(replace(state, battle=replace(state.battle, forces=(Force(cruisers=4), fleet))))
    assert table.port.latest().view.due == (8, 11)
    assert mark_key(0, 3) in table.keys
    assert not any(key.startswith("mark:[1") for key in table.keys)
    table.tap(mark_key(0, 3))
    assert not any(key.startswith("mark:[0") for key in table.keys)
    table.tap(BACK, mark_key(0, 2), answer_key(0, "hits", [2, 1]))
    assert table.state.battle.forces[0] == Force(cruisers=3)
    assert table.state.battle.hits == (0, 2)


def test_more_hits_than_dice_are_refused() -> None:
    state = _firing()
    with refused_as(errors.DICE_COUNT):
        play(state, SayHits(9, 0))


def _piles(table: At) -> dict[str, str]:
    return {pile.text: pile.count for pile in table.page.piles}


def test_the_set_up_says_what_to_lay_out() -> None:
    """Section 2, by number of players."""
    table = At("galactic_emperor")
    laid = ("Empire tokens for each player", "VP in the pool", "Tiles face up")
    table.primary()
    assert [_piles(table)[text] for text in laid] == ["11", "115", "4"]
    table.tap("stage:players")
    table.change(amount_key(0), 1)
    table.primary()
    assert [_piles(table)[text] for text in laid] == ["10", "130", "5"]


# --- the map -------------------------------------------------------------------------------------


def _hexes(table: At, *states: HexState) -> set[int]:
    return {mark.number for mark in table.page.hexes if mark.state in states}


def _tap_hex(table: At, *numbers: int) -> None:
    for number in numbers:
        assert any(mark.number == number and mark.tappable for mark in table.page.hexes), number
        table.board.tap(f"hex:{number}")
        assert not table.port.refused, table.port.refused


def test_a_layout_is_entered_once_and_kept() -> None:
    table = At("galactic_emperor")
    table.primary()
    table.primary()
    first = min(mark.number for mark in table.page.hexes if mark.seat == 1)
    _tap_hex(table, first, 2)
    table.primary()
    table.primary()
    home = next(sector for sector in table.state.sectors if sector.owner == 1)
    assert home.number == 2
    again = At("galactic_emperor")
    again.presenters.ui.settings.services.boxes.keep("galactic_emperor", table.state.options)
    again.primary()
    again.primary()
    assert next(mark.number for mark in again.page.hexes if mark.seat == 1) == 2


def test_ships_move_by_two_taps_and_stay_within_range() -> None:
    table = at(at_war(with_fleets(begun(), fighters(1, 1, 2))))
    assert _hexes(table, HexState.OFFERED) == {1}
    _tap_hex(table, 1)
    reached = _hexes(table, HexState.OFFERED)
    assert reached == set(reach(table.state, 1, 1, Ship.FIGHTER))
    _tap_hex(table, 7)
    assert standing(table.state.fleets, 1, 7) == 2


def test_an_attack_shows_its_odds_before_and_needs_two_taps_more() -> None:
    """The marked hex, then the main button twice: in, and fight."""
    state = with_fleets(at_war(begun()), fighters(1, 8, 3), fighters(2, 9))
    table = at(state)
    _tap_hex(table, 8)
    assert _hexes(table, HexState.ATTACK) == {9}
    _tap_hex(table, 9)
    assert " wins " in table.facts
    assert table.state.step is Step.WAR
    table.primary()
    assert " wins " in table.facts
    table.primary()
    assert table.state.battle.hex == 9


def test_dreadnoughts_stay_behind_where_they_cannot_go() -> None:
    state = with_fleets(at_war(begun()), fighters(1, 1), Fleet(1, 1, Ship.DREADNOUGHT))
    table = at(state)
    _tap_hex(table, 1, 3)
    assert standing(table.state.fleets, 1, 3) == 1
    assert standing(table.state.fleets, 1, 1) == 1


def test_odds_can_be_turned_off() -> None:
    """Who wants to guess sees none."""
    table = at(with_fleets(at_war(begun()), fighters(1, 8, 3), fighters(2, 9)))
    table.tap("open:menu", "odds")
    table.primary()
    _tap_hex(table, 8, 9)
    assert not table.page.shares


def exploring(*kinds: TileKind) -> GameState:
    state = begun()
    return replace(
        state,
        step=Step.EXPLORE,
        selected=((Role.EXPLORER, 1),),
        turns=(1, 2, 3),
        options=state.options.with_tiles(kinds),
    )


def test_a_known_tile_is_placed_with_two_taps() -> None:
    """Which tile, and its hex, in any order; a Sun as well."""
    table = at(exploring(TileKind(1, metal=2)))
    assert not table.page.primary
    table.answer("1-0-2-0")
    _tap_hex(table, 7)
    sector = table.state.sector(7)
    assert (sector.metal, sector.owner) == (2, 1)
    _tap_hex(table, 8)
    table.tap(next(key for key in table.keys if '"sun"' in key))
    assert ground_of(table.state, 8) is Ground.SUN


def test_the_free_empire_is_proposed_and_can_be_refused() -> None:
    """Section 4.1: the selector may put it there; what the screen proposes it shows."""
    table = at(exploring())
    table.answer("1-1-0-0")
    empire = mark_key(1, "no")
    assert any(o.key == empire and o.chosen for o in table.page.options)
    table.tap(empire)
    _tap_hex(table, 7)
    assert table.state.sector(7).owner is None
    table.answer("1-1-0-0")  # the next player's tile
    assert not any(o.text == "Put an Empire on it" for o in table.page.options)


def test_a_role_stays_in_the_list_when_its_card_was_flipped_in_its_turn() -> None:
    """Section 4.1: the last tile turns the Explorer, whom somebody has chosen in this round."""
    state = replace(exploring(), explorer_flipped=True, step=Step.SELECT)
    taken = next(o for o in at(state).page.options if o.key == answer_key(2, "explorer"))
    assert not taken.enabled


def test_a_new_kind_of_tile_is_composed_and_kept_for_all_games() -> None:
    table = at(exploring(TileKind(1, 1)))
    table.answer("other")
    table.tap(mark_key(0, 2), mark_key(3, 3))
    _tap_hex(table, 7)
    assert table.state.sector(7).energy == 3
    assert table.key("2-0-0-3")
    boxes = table.presenters.ui.settings.services.boxes
    assert boxes.of("galactic_emperor") is None  # it may have been a mistake
    table.answer("empty")
    _tap_hex(table, 8)
    assert TileKind(2, 0, 0, 3) in boxes.of("galactic_emperor").tiles


def test_ships_attack_at_once_or_wait_for_others() -> None:
    """Section 4.5: moving and fighting are one tap; who brings more ships moves only."""
    table = at(with_fleets(at_war(begun()), fighters(1, 8, 3), fighters(2, 9)))
    _tap_hex(table, 8, 9)
    table.tap(next(o.key for o in table.page.options if o.text == "Move now, attack later"))
    assert table.state.battle is None
    assert standing(table.state.fleets, 1, 9) == 3
    table.port.undo()
    _tap_hex(table, 8, 9)
    table.primary()
    assert table.state.battle is not None


def test_influence_is_placed_on_the_map() -> None:
    """All tokens go to the place that is tapped, or one by one."""
    state = with_tiles(begun(), Sector(9, 1))
    state = replace(
        state,
        step=Step.PLACE_INFLUENCE,
        selected=((Role.REGENT, 1),),
        turns=(2, 1),
        regent=RegentState(((1, 2), (2, 2))),
    )
    table = at(state)
    _tap_hex(table, 9)
    assert table.state.regent.placed == (Influence(2, 9, 2),)
    table = at(state)
    table.answer("turn")
    _tap_hex(table, 9)
    table.answer([[0, "9"], [1, "0"]])
    assert table.state.regent.placed == (Influence(2, 0, 1), Influence(2, 9, 1))


def test_one_tap_says_which_of_two_near_starbases_ships_go_to() -> None:
    """By its button or on the map."""
    question = play(two_bases(), LAST)
    table = at(question)
    table.answer("26")
    assert standing(table.state.fleets, 2, 26) == 2
    table = at(question)
    assert _hexes(table, HexState.OFFERED) == {13, 26}
    _tap_hex(table, 13)
    assert standing(table.state.fleets, 2, 13) == 3


def test_the_map_is_put_right_by_hand() -> None:
    table = at(replace(begun(), step=Step.SELECT))
    table.tap("open:menu", "open:map")
    _tap_hex(table, 1)
    table.tap("mend:ships")
    table.answer("1-fighter")
    _tap_hex(table, 12)
    assert standing(table.state.fleets, 1, 12) == 1


# --- odds in the middle of a battle --------------------------------------------------------------


@pytest.mark.parametrize("phase", [1, 2, 3])
def test_odds_stand_at_every_step_of_a_battle(phase: int) -> None:
    state = attacked()
    assert state.battle is not None
    for step in (Step.FIRE, Step.LOSSES):
        hits = (2, 0) if step is Step.LOSSES else (0, 0)
        table = at(replace(state, step=step, battle=replace(state.battle, phase=phase, hits=hits)))
        assert " wins " in table.facts, step


def test_each_loss_tells_what_it_leads_to() -> None:
    """A Dreadnought laid on its side is better than a Fighter that is lost."""
    state = attacked()
    assert state.battle is not None
    forces = Force(1, 0, 1), Force(3, 1, token=Token.STARBASE)
    battle = replace(state.battle, phase=2, hits=(1, 0), forces=forces, began=forces)
    table = at(replace(state, step=Step.LOSSES, battle=battle))
    words = {option.key: option.note for option in table.page.options}
    chances = {unit: int(words[table.key(unit)].split()[-2]) for unit in ("dreadnought", "fighter")}
    assert chances["dreadnought"] > chances["fighter"]


def test_hits_that_can_only_go_to_one_place_are_one_tap() -> None:
    state = attacked()
    assert state.battle is not None
    forces = Force(3), Force(4)
    battle = replace(state.battle, phase=3, hits=(2, 0), forces=forces, began=forces)
    table = at(replace(state, step=Step.LOSSES, battle=battle))
    table.answer("fighter")
    assert table.state.battle.forces[0] == Force(1)


def test_nobody_buys_influence_in_one_tap() -> None:
    table = at(play(started(), SelectRole(1, Role.REGENT)))
    table.tap("nobody")
    assert table.state.step is Step.PLACE_INFLUENCE


def test_the_last_battle_is_told_with_its_odds() -> None:
    """Section 6: a Fighter against a Fighter wins two times of five, whoever attacks."""
    table = at(replace(started(), step=Step.DUEL, duel=(1, 2)))
    assert [round(share.part, 2) for share in table.page.shares] == [0.4, 0.2, 0.4]
    table.tap("open:menu", "odds")
    table.primary()
    assert not table.page.shares
