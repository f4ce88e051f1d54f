"""Galactic Emperor on the screen, without a window: what is asked, shown and sent."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games.emperor import GAME
from companion.games.emperor.galaxy.fields import Fleet, Ground
from companion.games.emperor.galaxy.moving import ground_of, reach
from companion.games.emperor.holdings import Cubes
from companion.games.emperor.options import DEFAULT_OPTIONS, TileKind
from companion.games.emperor.roles.regent import PlaceInfluence
from companion.games.emperor.rounds import SelectRole
from companion.games.emperor.set_up import NewPlayer, StartGame
from companion.games.emperor.state import (
    GameState,
    Influence,
    RegentState,
    Role,
    Sector,
    Step,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Force, Ship, Token
from kivy_ui.asking.draft import Back, Give, Mark, More, Why
from kivy_ui.asking.game_pages import Moved, Odds
from kivy_ui.asking.results import Explain
from kivy_ui.pages.forms import Entry, Form
from kivy_ui.pages.listing import TableTop
from kivy_ui.pages.maps import Map, Spot, SpotLook
from kivy_ui.pages.page import Cards, Frame, Main
from kivy_ui.pages.scores import Result
from kivy_ui.pages.scores import Why as Explained
from tests.games.emperor.positions import (
    COPY,
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
from tests.some import there
from tests.ui.at_source import LANGUAGES, AtScreen


def at(state: GameState) -> AtScreen:
    table = AtScreen("galactic_emperor")
    table.port.put(state)
    return table


def spots(table: AtScreen, *looks: SpotLook) -> dict[int, Spot]:
    """The hexes of the board by their numbers; those with certain looks."""
    return {n: s for n, s in enumerate(table.body(Map).places, 1) if not looks or s.look in looks}


def tap_hex(table: AtScreen, *numbers: int) -> None:
    for number in numbers:
        table.touch(spots(table)[number].key)


# --- set-up and corrections ----------------------------------------------------------------------


def test_the_set_up_says_what_to_lay_out() -> None:
    """Section 2, by number of players."""
    for players, tokens, vp, tiles in ((3, 11, 115, 4), (6, 8, 160, 7)):
        table = AtScreen("galactic_emperor")
        table.answer(players)
        counts = {row.title: row.pictures[0].count for row in table.body(TableTop).rows}
        laid = counts["For each player"], counts["VP in the pool"], counts["Tiles face up"]
        assert laid == (tokens, vp, tiles)
        assert len(table.page.people) == players


def _set_up(table: AtScreen) -> None:
    """Answer up to the home sectors."""
    table.answer(3)
    table.laid_out()
    table.answer("2", "yes")


def test_a_layout_is_entered_once_and_kept() -> None:
    """A home sector is tapped, then its hex; what they yield is asked one player at a time."""
    table = AtScreen("galactic_emperor")
    _set_up(table)
    home = next(n for n, spot in spots(table, SpotLook.CHOSEN).items() if spot.colour == "blue")
    tap_hex(table, home)
    assert table.page.question == "Tap the home hex of Ann"
    tap_hex(table, 2)
    table.main()
    for name in ("Ann", "Bo", "Cy"):
        assert name in table.page.question
        table.touch(Mark(1, 1))
        table.main()
    assert table.state.throne == 2
    assert {s.number: s.metal for s in table.state.own(1)} == {2: 1}
    assert table.page.question  # the newest state is shown
    kept = table.presenters.ui.settings.services.boxes.of("galactic_emperor")
    assert kept.homes(3)[0] == 2


def test_what_cannot_be_built_or_bought_is_not_shown_as_an_answer() -> None:
    """A cost that is unknown is asked for instead; a technology that is too dear has its price."""
    rich = started(options=COPY).with_player(1, marks=9, metal=6, energy=3)
    state = replace(rich, step=Step.BUILD, selected=((Role.ENGINEER, 2),), turns=(1, 2, 3))
    table = at(replace(state, options=replace(state.options, fighter=None)))
    assert [field.label for field in table.body(Form).fields] == ["Cruiser", "Dreadnought"]
    poor = state.with_player(1, marks=0, metal=0, energy=0)
    table = at(poor)
    assert table.main_button.text == "End turn"
    assert not isinstance(table.page.body, Cards)
    unknown = replace(poor.options, fighter=None, cruiser=None, dreadnought=None)
    table = at(replace(poor, options=unknown))
    assert table.titles == ["Enter what ships cost"]
    table = at(replace(poor, step=Step.RESEARCH, selected=((Role.SCIENTIST, 2),)))
    assert table.page.question == "Rob can buy no technology: end the turn"
    assert all(card.gains and not card.able for card in table.cards)


def test_a_correction_asks_in_a_sentence_and_shows_what_is_recorded() -> None:
    table = at(started())
    table.touch(More())
    table.answer("correct", "counters", "1")
    assert table.card("Metal: 1").pictures[0].piece == "cube/metal"
    table.answer("metal")
    assert table.page.question == "Metal: what is the right number?"


def test_throne_and_technologies_are_put_right() -> None:
    table = at(play(started(), SelectRole(1, Role.ENGINEER)))
    table.more("correct", "throne", "3")
    assert table.state.throne == 3
    table = at(play(started(), SelectRole(1, Role.ENGINEER)))
    table.more("correct", "cards", "2", "robotics")
    assert table.state.player(2).technologies == {Technology.ROBOTICS}
    table.answer("2", "robotics")
    assert not table.state.player(2).technologies


def test_hidden_points_are_seen_and_put_right_by_their_owner_only_after_a_warning() -> None:
    """Section 1: nothing tells the number until somebody asks for it."""
    table = at(play(started(), SelectRole(1, Role.ENGINEER)).with_player(2, vp=7))
    table.more()
    table.touch(Give(2, ("vp",)))
    assert "look away" in table.page.question
    assert "7" not in str(table.page)
    table.answer("look")
    entry = table.body(Entry)
    assert (entry.value, table.page.main) == ("7", Main("Type the number"))
    assert "Joe has 7 VP" in table.page.question
    table.touch(entry.digits[3])
    table.touch(table.body(Entry).more)
    table.main()
    assert table.port.private_view(2).update.view.state.player(2).vp == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_order_of_play_begins_with_a_dot_or_breaks_a_name(language: str) -> None:
    """Names that nobody entered have a number, which is first in Hungarian."""
    seats = tuple(NewPlayer(seat, f"Player {seat}") for seat in range(1, 7))
    table = AtScreen("galactic_emperor", language=language, size_px=(480, 800))
    table.port.put(play(GAME.initial, StartGame(seats, 1, COPY)))
    words = [each.text for each in table.scene().words]
    order = [each for each in words if "\u00b7" in each and "\u00a0" in each]
    assert len(order) == 4
    assert not any(each.startswith("\u00b7") for each in order), order
    assert all(each.count("\u00a0") == 3 for each in order), order


def test_what_else_says_what_each_tile_does() -> None:
    """A seat with one answer is that answer; one with more says what they are about."""
    state = play(started(), SelectRole(1, Role.ENGINEER))
    table = at(state.with_player(2, technologies=frozenset({Technology.TIME_WARP})))
    table.more()
    assert table.card("See or correct the VP of Tracy").key == Give(3, ("vp",))
    assert table.card("Joe").key == More(2)
    assert table.card("Joe").text == ("Tap a technology when it is used",)
    assert table.card("Correct a mistake").pictures
    assert table.card("Odds").text == ("Shown: tap to hide",)
    table.touch(Odds())
    assert table.card("Odds").text == ("Hidden: tap to show",)


def test_what_else_has_all_players_once_an_answer_has_begun() -> None:
    table = at(play(started(), SelectRole(1, Role.WARLORD)))
    table.touch(table.cards[0].key)
    assert table.page.back == Back()
    table.more()
    assert sum(each.startswith("See or correct the VP of ") for each in table.titles) == 3


def test_the_stewards_bonus_comes_first_and_the_turn_ends_when_nothing_is_left() -> None:
    """Section 4.3: the free metal or energy is taken before anything else is done."""
    mine = Sector(10, 1, metal=1, owner=1, token=Token.EMPIRE, cubes=1)
    table = at(play(with_sectors(started(), mine), SelectRole(1, Role.STEWARD)))
    assert table.page.question == "Rob first takes a metal or an energy"
    assert set(table.titles) == {"Bonus: one metal", "Bonus: one energy", "Produce"}
    main = table.main_button
    assert (main.text, main.quiet) == ("End turn", True)
    table.answer("bonus-metal")
    assert table.main_button.text == "Produce"
    table.main()
    for first in (True, False):  # what is moved on the table, then the end of the turn
        main = table.main_button
        assert (main.text, main.quiet, Moved() in table.keys) == ("End turn", first, first)
        while Moved() in table.keys:
            table.touch(Moved())


def test_what_technologies_cost_is_asked_while_none_can_be_bought() -> None:
    """Section 4.7: the free Star Pirate of the selector says that it costs nothing."""
    table = at(play(started(options=DEFAULT_OPTIONS), SelectRole(1, Role.SCIENTIST)))
    assert table.page.question == "Rob: tap a technology, or end the turn"
    assert [gain.text for gain in table.card("Star Pirate").gains] == ["0"]
    table.answer("star_pirate")
    assert table.page.question == "Joe: what do technologies cost? Or end the turn"
    assert table.main_button.quiet


def test_the_map_is_put_right_by_hand() -> None:
    table = at(replace(begun(), step=Step.SELECT))
    table.more("correct", "fleets")
    tap_hex(table, 1)
    table.answer("1-fighter")
    tap_hex(table, 12)
    assert standing(table.state.fleets, 1, 12) == 1


# --- roles ---------------------------------------------------------------------------------------


def test_a_role_says_its_bonus_and_who_has_taken_it() -> None:
    table = at(started())
    assert table.card("Merchant").text == ("3 marks",)
    table.answer("merchant")
    move = there(table.page.move_now)
    assert [(each.piece, each.count) for each in move.pictures] == [("coin", 3)]
    assert (move.to.piece, move.to.number) == ("seat", "1")


def test_a_role_stays_in_the_list_when_its_card_was_flipped_in_its_turn() -> None:
    """Section 4.1: the last tile turns the Explorer, whom somebody has chosen in this round."""
    state = replace(exploring(), explorer_flipped=True, step=Step.SELECT)
    taken = at(state).card("Explorer")
    assert isinstance(taken.key, Why)
    assert [each.number for each in taken.pictures] == ["", "1"]


def test_ships_are_bought_on_one_page_with_what_remains() -> None:
    """The free Fighter is proposed."""
    table = at(play(started(options=COPY), SelectRole(1, Role.ENGINEER)).with_player(1, marks=9))
    assert [each.text for each in table.body(Form).fields[0].price] == ["2", "1"]
    table.touch(Mark(0, 1))
    assert "7 (\N{MINUS SIGN}2)" in [fact.text for fact in table.page.people[0].facts]
    table.main()
    assert table.state.player(1).fighters == 3  # one is free


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
    tap_hex(table, 9)
    assert table.state.regent.placed == (Influence(2, 9, 2),)
    table = at(state)
    table.answer("split")
    tap_hex(table, 9)
    assert [each.piece for each in spots(table)[9].pictures] == ["token/empire"]
    table.touch(table.card("Throne").key)
    assert table.state.regent.placed == (Influence(2, 0, 1), Influence(2, 9, 1))


def test_the_regents_result_is_told_one_thing_after_the_other() -> None:
    """Section 4.6: who won which sector and the Throne, and whose ships have to leave."""
    tile = 10
    state = with_sectors(started(), Sector(tile, 1, owner=1, token=Token.EMPIRE))
    table = at(regent(state))
    for seat, places in ((2, ((tile, 1), (0, 1))), (3, ((tile, 2),)), (1, ((0, 2),))):
        table.port.post(PlaceInfluence(seat, tuple(Cubes(*each) for each in places)))
    moves, notes = [], []
    while Moved() in table.keys:
        move = table.page.move_now
        if move is None:
            notes.append(table.note)
        else:
            moves.append((move.pictures[0].piece, move.pictures[0].count, move.to.number))
        table.touch(Moved())
    assert ("token/empire", 1, "3") in moves
    assert ("throne", 1, "1") in moves
    assert ("chip", 2, "3") in moves
    name = table.state.player(1).name
    assert any(note.startswith(f"Ships of {name} on sector {tile}") for note in notes)


def test_one_tap_says_which_of_two_near_starbases_ships_go_to() -> None:
    table = at(play(two_bases(), LAST))
    assert set(spots(table, SpotLook.OFFERED)) == {13, 26}
    tap_hex(table, 13)
    assert standing(table.state.fleets, 2, 13) == 3


# --- the Explorer --------------------------------------------------------------------------------


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
    """What is on it, then its hex; a Sun as well."""
    table = at(exploring(TileKind(1, metal=2)))
    assert table.page.main is None
    table.answer("1-0-2-0")
    tap_hex(table, 7)
    sector = table.state.sector(7)
    assert (sector.metal, sector.owner) == (2, 1)
    table.answer("sun")
    tap_hex(table, 8)
    assert ground_of(table.state, 8) is Ground.SUN


def test_the_free_empire_is_proposed_and_can_be_refused() -> None:
    """Section 4.1: the selector may put it there; what the screen proposes it shows."""
    table = at(exploring())
    table.answer("1-1-0-0")
    empire = table.card("Put an Empire on it")
    assert empire.chosen
    table.touch(empire.key)
    assert not table.card("Put an Empire on it").chosen
    tap_hex(table, 7)
    assert table.state.sector(7).owner is None
    table.answer("1-1-0-0")  # the next player's tile
    assert not table.cards


def test_the_omega_sun_goes_into_the_box_when_the_black_hole_is_placed() -> None:
    """Section 2: the Black Hole replaces it."""
    table = at(exploring())
    table.answer("black_hole")
    move = there(table.page.move_now)
    assert (move.pictures[0].piece, move.label) == ("sun", ("First: box",))


def test_a_new_kind_of_tile_is_composed_and_kept_for_all_games() -> None:
    """A tile whose placing is undone is forgotten."""
    table = at(exploring(TileKind(1, 1)))
    table.more("other")
    table.touch(Mark(0, 2))
    for count in (1, 2, 3):
        table.touch(Mark(3, count))
    tap_hex(table, 7)
    assert table.state.sector(7).energy == 3
    assert table.can("2-0-0-3")
    boxes = table.presenters.ui.settings.services.boxes
    assert TileKind(2, 0, 0, 3) in boxes.of("galactic_emperor").tiles
    table.port.undo()
    assert not table.can("2-0-0-3")
    assert TileKind(2, 0, 0, 3) not in boxes.of("galactic_emperor").tiles


# --- war -----------------------------------------------------------------------------------------


def test_ships_move_by_two_taps_and_stay_within_range() -> None:
    table = at(at_war(with_fleets(begun(), fighters(1, 1, 2))))
    assert set(spots(table, SpotLook.OFFERED)) == {1}
    tap_hex(table, 1)
    assert set(spots(table, SpotLook.OFFERED)) == set(reach(table.state, 1, 1, Ship.FIGHTER))
    tap_hex(table, 7)
    assert standing(table.state.fleets, 1, 7) == 2


def test_some_ships_stay_behind() -> None:
    """As many as wanted; Dreadnoughts where they cannot go."""
    state = with_fleets(at_war(begun()), fighters(1, 1, 2), Fleet(1, 1, Ship.DREADNOUGHT))
    table = at(state)
    tap_hex(table, 1)
    body = table.body(Map)
    assert [field.pictures[0].piece for field in body.fields] == [
        "ship/fighter",
        "ship/dreadnought",
    ]
    table.touch(Mark(0, 1))
    tap_hex(table, 3)
    assert standing(table.state.fleets, 1, 3) == 1
    assert standing(table.state.fleets, 1, 1) == 2


def _at_enemy() -> AtScreen:
    table = at(with_fleets(at_war(begun()), fighters(1, 8, 3), fighters(2, 9)))
    tap_hex(table, 8)
    return table


def test_an_attack_shows_its_odds_before_it_begins() -> None:
    """The marked hex, then the main button: in, and fight."""
    table = _at_enemy()
    assert set(spots(table, SpotLook.BATTLE)) == {9}
    tap_hex(table, 9)
    assert " wins " in table.note
    assert table.state.step is Step.WAR
    table.main()
    assert table.state.battle.hex == 9


def test_ships_attack_at_once_or_wait_for_others() -> None:
    """Section 4.5: who brings more ships moves only; where they have met, a tap fights."""
    table = _at_enemy()
    tap_hex(table, 9)
    table.answer("later")
    assert table.state.battle is None
    assert standing(table.state.fleets, 1, 9) == 3
    tap_hex(table, 9)
    assert table.state.battle is not None


def test_odds_can_be_turned_off() -> None:
    """Who wants to guess sees none."""
    table = at(with_fleets(at_war(begun()), fighters(1, 8, 3), fighters(2, 9)))
    table.more()
    table.touch(Odds())
    table.touch(table.page.back)
    tap_hex(table, 8, 9)
    assert table.note == "Dashed: a battle"


def in_battle(
    step: Step, *technologies: tuple[int, Technology], phase: int = 2, **battle: Any
) -> GameState:
    state = attacked(*technologies)
    return replace(state, step=step, battle=replace(there(state.battle), phase=phase, **battle))


def test_hits_are_said_in_a_tap_for_each_side() -> None:
    """A phase without a camera; each die can be entered instead."""
    table = at(in_battle(Step.FIRE))
    table.answer(0, 2)
    assert table.state.battle.hits == (2, 0)
    each = at(in_battle(Step.FIRE))
    each.more("add-0", "5")
    assert each.state.battle.thrown == ((5,), ())
    each.answer("5")
    assert each.state.battle.thrown == ((5, 5), ())


def test_technologies_are_reached_from_a_battle() -> None:
    """A Saboteur may block in the middle of it; the die of the victim is a step of its own."""
    table = at(in_battle(Step.FIRE, (1, Technology.PLASMA_WEAPONS), (3, Technology.SABOTEUR)))
    table.more()
    table.touch(More(3))
    table.answer("sabotage", "plasma_weapons")
    assert not table.can("plasma_weapons")
    table.touch(table.page.back)
    assert table.can("plasma_weapons")
    table.answer("plasma_weapons", "1")
    assert not table.state.battle.arms[0].plasma


def test_a_time_warp_is_two_taps_in_the_battle() -> None:
    dice = ((0, 1), (0, 1), (1, 5), (1, 5))
    table = at(fired(in_battle(Step.FIRE, (3, Technology.TIME_WARP)), *dice))
    assert table.page.main is not None
    table.answer("1-5", "1")
    assert table.state.step is Step.LOSSES


def test_fighting_on_is_weighed_against_withdrawing() -> None:
    table = at(in_battle(Step.GO_ON, phase=3))
    assert " wins " in table.note
    assert "Ships left on average" in table.note
    ships = [fact.piece for fact in table.page.people[0].facts]
    assert ships == ["ship/fighter", "ship/cruiser"]


@pytest.mark.parametrize("phase", [1, 2, 3])
def test_odds_stand_at_every_step_of_a_battle(phase: int) -> None:
    for step, hits in ((Step.FIRE, (0, 0)), (Step.LOSSES, (2, 0))):
        assert " wins " in at(in_battle(step, phase=phase, hits=hits)).note, step


def test_each_loss_tells_what_it_leads_to() -> None:
    """A Dreadnought laid on its side is better than a Fighter that is lost."""
    forces = Force(1, 0, 1), Force(3, 1, token=Token.STARBASE)
    shown = at(in_battle(Step.LOSSES, hits=(1, 0), forces=forces, began=forces)).cards
    chances = {card.title: int(card.text[0].split()[-1].rstrip("%")) for card in shown}
    assert chances["Dreadnought (laid on its side)"] > chances["Fighter"]


def test_hits_that_can_only_go_to_one_place_are_one_tap() -> None:
    forces = Force(3), Force(4)
    table = at(in_battle(Step.LOSSES, phase=3, hits=(2, 0), forces=forces, began=forces))
    table.answer("fighter")
    assert table.state.battle.forces[0] == Force(1)


# --- the market, and what others may do ----------------------------------------------------------


def market() -> GameState:
    state = replace(started(), step=Step.MARKET_DROP, market=(1, 3, 3, 6))
    return replace(state, selected=((Role.MERCHANT, 1),), turns=(1, 2, 3))


def test_a_dropped_die_shows_the_prices_that_remain() -> None:
    table = at(market())
    prices = {card.title: [gain.text for gain in card.gains] for card in table.cards}
    assert prices["6"] == ["1", "2", "3"]
    assert prices["1"] == ["1", "2", "6"]


def test_a_time_warp_of_another_player_stands_beside_the_market() -> None:
    table = at(market().with_player(3, technologies=frozenset({Technology.TIME_WARP})))
    assert [each.number for each in table.card("Time Warp").pictures] == ["3", ""]
    table.answer("warp", "6", "2")
    assert sorted(table.state.market) == [1, 2, 3, 3]


def test_dice_that_were_named_are_counted_on_their_cards() -> None:
    table = at(play(started(), SelectRole(1, Role.MERCHANT)))
    for count in (1, 2):
        table.touch(Mark(0, (3,) * count))
    assert table.card("3").pictures[0].count == 2
    assert table.main_button.text == "Tap 2 more"


def test_prices_are_copied_from_the_board_once_they_are_needed() -> None:
    """No die can be dropped before: the page asks for the prices, and shows no die."""
    options = replace(started().options, metal_prices=(), energy_prices=())
    table = at(replace(market(), options=options))
    assert "3" not in table.titles
    for good, price in (("metal", 1), ("energy", 2)):
        table.answer("prices", good)
        for count in range(1, price + 1):
            table.touch(Mark(2, count))
        table.main()
    table.answer("1")
    assert [field.price[0].text for field in table.body(Form).fields[:3]] == ["1", "1", "0"]


def test_an_undo_to_the_beginning_closes_what_was_open() -> None:
    """Corrections were open when the start itself was taken back: the set-up is shown."""
    table = AtScreen("galactic_emperor")
    table.answer(3)
    table.laid_out()
    table.answer("1", "no")
    for _ in range(3):
        table.main()
    table.more("correct")
    table.port.undo()
    assert table.page.question == "How many play?"


@pytest.mark.parametrize("players", [3, 6])
def test_what_is_chosen_most_often_is_on_one_part(players: int) -> None:
    """Roles, and a tile among those that a copy usually has."""
    table = at(started(players))
    assert Frame.LATER not in table.keys
    table.port.put(exploring())
    assert len(table.cards) > 12
    assert Frame.LATER not in table.keys


# --- the end -------------------------------------------------------------------------------------


def test_the_last_battle_is_told_with_its_odds() -> None:
    """Section 6: a Fighter against a Fighter wins two times of five, whoever attacks."""
    table = at(replace(started(), step=Step.DUEL, duel=(1, 2)))
    assert [card.text for card in table.cards] == [("40%",), ("40%",), ("20%",)]


def test_the_result_says_where_points_come_from() -> None:
    """Section 6: planets count once more after a Warlord, then full Storage and most marks."""
    state = replace(started(), step=Step.OVER, winners=(2,), selected=((Role.WARLORD, 1),))
    state = state.with_player(2, vp=12, marks=9, metal=6, energy=3)
    table = at(state)
    body = table.body(Result)
    assert body.ranks[0].seat.number == 2
    assert [share.points for share in body.ranks[0].shares] == [8, 1, 1, 2]
    table.touch(Explain(2))
    names = [source.name for source in table.body(Explained).sources]
    assert names == ["In the game", "Planets", "Full Storage", "Most marks"]
    table.touch(Explain(2, "planets"))
    assert len(table.page.body.reasons[0].groups) == 1  # type: ignore[union-attr]
    table.touch(table.page.back)
    assert isinstance(table.page.body, Result)
