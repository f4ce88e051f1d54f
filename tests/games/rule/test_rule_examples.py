"""The worked examples of the digest (section 7), by number, through the commands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.refusals import NOT_NOW
from companion.games.rule import GAME, errors
from companion.games.rule.advance import DiscardCards, PlaceWave, ShowMarker
from companion.games.rule.cards import Card, bundle, minus, whole_box
from companion.games.rule.corrections import SetField
from companion.games.rule.layout import Where, layout
from companion.games.rule.odds import Odds, next_card, next_kinds, worth_of_drawing
from companion.games.rule.options import DEFAULT_OPTIONS, Options
from companion.games.rule.planning import affordable, best_plan
from companion.games.rule.scoring import score, winners
from companion.games.rule.set_up import NewPlayer, StartGame
from companion.games.rule.shooting import Shoot
from companion.games.rule.state import GameState, Outcome, Posted, Step
from companion.games.rule.turn import DrawCard, EndTurn, StopDrawing, Trade
from companion.games.rule.units import Unit, UnitKind
from tests.games.refused import refused_as

REY, FINN, CHEWIE, POE, BB8, BOOM = Card
NAMES = ("Ann", "Bo", "Cy", "Di")
KYLO = Unit(UnitKind.KYLO_REN)


def snow(hero: Card) -> Unit:
    return Unit(UnitKind.SNOWTROOPER, hero)


def storm(hero: Card) -> Unit:
    return Unit(UnitKind.STORMTROOPER, hero)


def flame(hero: Card) -> Unit:
    return Unit(UnitKind.FLAMETROOPER, hero)


def infiltrator(hero: Card) -> Unit:
    return Unit(UnitKind.INFILTRATOR, hero)


FIRST_WAVE = (snow(FINN), snow(CHEWIE), KYLO, storm(FINN))


def play(state: GameState, *commands: Any) -> GameState:
    for command in commands:
        for event in GAME.decide(state, command):
            state = GAME.apply(state, event)
    return state


def started(
    *first: Card, wave: tuple[Unit, ...] = FIRST_WAVE, options: Options = DEFAULT_OPTIONS
) -> GameState:
    players = tuple(NewPlayer(i + 1, NAMES[i], card) for i, card in enumerate(first))
    return play(GAME.initial, StartGame(players, wave, options))


def holding(state: GameState, *hands: tuple[Card, ...]) -> GameState:
    """The same game with other hands; the deck has the rest."""
    players = tuple(
        replace(player, hand=bundle(hand))
        for player, hand in zip(state.players, hands, strict=True)
    )
    used = [card for hand in hands for card in hand]
    return replace(state, players=players, deck=minus(whole_box(), used))


def shooting(state: GameState) -> GameState:
    return replace(state, step=Step.SHOOT, drew=True)


def test_example_1_a_bust_takes_the_cards_of_this_turn_only() -> None:
    state = play(started(REY, FINN, POE), DrawCard(1, CHEWIE), DrawCard(1, BOOM))
    assert state.player(1).cards == (REY,)
    assert state.discard == (CHEWIE,)
    assert state.bombardments == 1
    assert state.step is Step.SHOOT


def test_example_2_cards_of_the_colour_and_a_joker_take_the_front_unit() -> None:
    state = started(FINN, REY, POE)
    state = play(state, DrawCard(1, FINN), DrawCard(1, BB8), StopDrawing(1))
    state = play(state, Shoot(1, 1, 1, (FINN, FINN, BB8)))
    assert state.player(1).tiles == (snow(FINN),)
    assert GAME.view(state, None).scores[0].points == 2


def test_example_3_one_colour_for_red_any_eight_cards_for_kylo_ren() -> None:
    eight = (REY, REY, FINN, POE, POE, BB8, CHEWIE, FINN)
    state = shooting(holding(started(REY, REY, REY), (CHEWIE,) * 3 + eight, (), ()))
    state = play(state, Shoot(1, 2, 1, (CHEWIE,) * 3), Shoot(1, 3, 1, eight))
    assert GAME.view(state, None).scores[0].points == 2 + 5


def test_example_4_a_joker_stands_for_any_colour() -> None:
    state = shooting(holding(started(REY, REY, REY), (FINN, BB8), (), ()))
    assert play(state, Shoot(1, 4, 1, (FINN, BB8))).player(1).tiles == (storm(FINN),)


@pytest.fixture
def hidden_flametrooper() -> GameState:
    """A purple flametrooper stands behind another unit; Ann has the purple infiltrator."""
    state = holding(started(REY, REY, REY), (REY,) * 5 + (BB8,), (), ())
    board = (Posted(1, 2, flame(REY)), Posted(1, 4, snow(FINN)))
    ann = replace(state.player(1), tiles=(infiltrator(REY),))
    return shooting(replace(state, board=board, players=(ann, *state.players[1:])))


def test_example_5_a_captured_infiltrator_scores_nothing_and_can_be_used_later() -> None:
    state = started(REY, FINN, POE, wave=(infiltrator(REY), *FIRST_WAVE[1:]))
    state = play(shooting(state), Shoot(1, 1, 1, (REY,)))
    assert state.player(1).tiles == (infiltrator(REY),)
    assert GAME.view(state, None).scores[0].points == 0


def test_example_6_an_infiltrator_reaches_a_hidden_unit_and_goes_to_the_box(
    hidden_flametrooper: GameState,
) -> None:
    paid = Shoot(1, 1, 2, (REY, REY, BB8), (infiltrator(REY),))
    state = play(hidden_flametrooper, paid)
    assert state.player(1).tiles == (flame(REY),)
    assert state.box == (infiltrator(REY),)


def test_example_7_no_number_of_cards_reaches_a_hidden_unit(
    hidden_flametrooper: GameState,
) -> None:
    with refused_as(errors.HIDDEN_UNIT):
        play(hidden_flametrooper, Shoot(1, 1, 2, (REY,) * 5))


def test_example_8_the_first_bombardment_is_harmless_the_one_after_a_card_is_not() -> None:
    state = play(started(REY, FINN, BB8), *(DrawCard(1, card) for card in (BOOM, POE, BOOM)))
    assert state.player(1).cards == (REY,)
    assert state.bombardments == 2


def test_example_9_two_bombardments_and_stop_cost_nothing() -> None:
    state = play(started(REY, FINN, BB8), DrawCard(1, BOOM), DrawCard(1, BOOM), StopDrawing(1))
    assert state.player(1).cards == (REY,)
    assert state.bombardments == 2


def test_example_10_everybody_discards_what_the_marker_says_or_all() -> None:
    state = holding(started(REY, REY, REY), (REY,) * 5, (POE,), ())
    state = replace(state, board=(Posted(2, 3, snow(CHEWIE)),), active=2)
    state = play(shooting(state), EndTurn(3), ShowMarker(2, 2))
    assert state.step is Step.DISCARD
    assert GAME.lit_seats(GAME.view(state, None)) == {1}
    with refused_as(NOT_NOW):
        play(state, DiscardCards(3, ()))
    state = play(state, DiscardCards(1, (REY, REY)))
    assert [len(player.hand) for player in state.players] == [3, 0, 0]
    assert 2 not in state.markers


def test_example_10_a_marker_of_zero_costs_nothing() -> None:
    state = replace(started(REY, POE, FINN), board=(Posted(2, 3, snow(CHEWIE)),), active=2)
    state = play(shooting(state), EndTurn(3), ShowMarker(2, 0))
    assert [len(player.hand) for player in state.players] == [1, 1, 1]
    assert state.step is Step.WAVE


def test_example_11_the_ninth_bombardment_renews_the_deck_with_the_lost_cards() -> None:
    state = started(FINN, POE, POE)
    eight = (BOOM,) * 8
    state = replace(state, deck=minus(state.deck, eight), bombardments=8)
    state = play(state, DrawCard(1, REY), DrawCard(1, BOOM))
    assert state.player(1).cards == (FINN,)
    assert state.bombardments == 0
    assert state.discard == ()
    assert state.deck == minus(whole_box(), (FINN, POE, POE))


def test_example_12_bust_odds_are_the_bombardments_left_among_the_cards_left() -> None:
    state = started(REY, FINN, POE)
    deck = (REY,) * 8 + (FINN,) * 8 + (CHEWIE,) * 9 + (BB8,) * 9 + (BOOM,) * 6
    odds = next_card(replace(state, deck=bundle(deck), bombardments=3))
    assert (odds.bombardments, odds.cards) == (6, 40)


def test_example_13_the_odds_at_the_start_with_three_players() -> None:
    state = play(started(REY, FINN, POE), DrawCard(1, REY))
    assert next_card(started(REY, FINN, POE)) == Odds(9, 52)
    assert next_card(state) == Odds(9, 51)


def test_example_14_a_unit_that_leaves_row_7_loses_the_game_for_all() -> None:
    state = replace(started(REY, FINN, POE), board=(Posted(1, 7, snow(REY)),), active=2)
    state = play(shooting(state), EndTurn(3))
    assert state.outcome is Outcome.LOST


def test_example_15_more_tiles_break_a_tie() -> None:
    mine = (flame(REY), flame(FINN), snow(REY), KYLO, infiltrator(REY))
    points = (storm(REY), storm(FINN), snow(REY), KYLO, infiltrator(REY))
    assert score((("Ann", points),), DEFAULT_OPTIONS)[0].points == 1 + 1 + 2 + 5
    four = (flame(REY), flame(FINN), snow(POE), KYLO)
    five = (*four, infiltrator(REY))
    result = score((("Ann", five), ("Bo", four)), DEFAULT_OPTIONS)
    assert [each.points for each in result] == [13, 13]
    assert winners(result) == ("Ann",)
    assert score((("Ann", mine), ("Bo", mine)), DEFAULT_OPTIONS)[1].rank == 1


def test_example_16_four_players_who_destroy_nothing_lose_at_the_seventh_advance() -> None:
    state = started(REY, FINN, POE, CHEWIE)
    waves = _waves(FIRST_WAVE, few=False)
    for advance in range(1, 8):
        state = _round(state)
        if advance < 7:
            assert state.outcome is None
            if state.step is Step.MARKERS:
                for lane, value in zip((1, 2, 3, 4), (0, 1, 1, 2), strict=True):
                    state = play(state, ShowMarker(lane, value))
            state = _discard_all(state)
            state = play(state, PlaceWave(waves.pop(0)))
    assert state.outcome is Outcome.LOST


def test_example_17_two_players_face_an_advance_after_every_second_round() -> None:
    state = started(REY, FINN)
    rows = []
    for _ in range(3):
        state = _round(state)
        rows.append(max(posted.row for posted in state.board))
        state = _round(state)
        rows.append(max(posted.row for posted in state.board))
        if state.step is Step.WAVE:
            state = replace(play(state, PlaceWave(_new_wave(state))), markers=frozenset())
    assert rows == [1, 2, 2, 3, 3, 4]


def test_new_units_wait_while_a_correction_has_filled_all_start_fields() -> None:
    state = replace(started(REY, REY, REY), board=(), step=Step.WAVE)
    for lane, unit in enumerate(FIRST_WAVE, 1):
        state = play(state, SetField(lane, 1, unit, "by hand"))
    assert state.step is Step.DRAW


def test_example_18_one_or_two_players_leave_the_flametroopers_in_the_box() -> None:
    assert started(REY, FINN).stack == 20
    assert started(REY).stack == 20
    assert started(REY, FINN, POE).stack == 24


def test_example_19_an_infiltrator_alone_destroys_strength_2_anywhere() -> None:
    state = started(REY, FINN, POE)
    board = (Posted(1, 1, storm(CHEWIE)), Posted(1, 3, KYLO))
    ann = replace(state.player(1), tiles=(infiltrator(CHEWIE),))
    state = shooting(replace(state, board=board, players=(ann, *state.players[1:])))
    state = play(state, Shoot(1, 1, 1, (), (infiltrator(CHEWIE),)))
    assert state.player(1).tiles == (storm(CHEWIE),)


def test_example_20_swaps_are_one_for_one() -> None:
    state = holding(started(REY, REY, REY), (POE, POE), (FINN, FINN), ())
    swapped = play(shooting(state), Trade(1, 2, (POE, POE), (FINN, FINN)))
    assert swapped.player(1).hand == (FINN, FINN)
    with refused_as(errors.TRADE):
        play(shooting(state), Trade(1, 2, (POE, POE), (FINN,)))


def test_a_wrong_colour_and_a_wrong_sum_are_refused() -> None:
    state = shooting(
        holding(started(REY, REY, REY), (REY, REY, REY, FINN, FINN, FINN, FINN), (), ())
    )
    for cards, reason in (
        ((REY, REY, REY), errors.WRONG_COLOUR),
        ((FINN, FINN), errors.TOO_LITTLE),
        ((FINN,) * 4, errors.TOO_MUCH),
    ):
        with refused_as(reason):
            play(state, Shoot(1, 1, 1, cards))


def test_an_infiltrator_may_overpay_only_where_every_part_is_needed() -> None:
    state = holding(started(REY, REY, REY), (FINN, FINN, FINN), (), ())
    ann = replace(state.player(1), tiles=(infiltrator(FINN), infiltrator(FINN)))
    state = shooting(replace(state, players=(ann, *state.players[1:])))
    both = (infiltrator(FINN), infiltrator(FINN))
    play(state, Shoot(1, 1, 1, (), both))  # 4 for 3: none can be left out
    with refused_as(errors.TOO_MUCH):
        play(state, Shoot(1, 1, 1, (FINN,), both))


def test_a_turn_begins_with_a_card() -> None:
    with refused_as(NOT_NOW):
        play(started(REY, FINN, POE), EndTurn(1))


def _round(state: GameState) -> GameState:
    for player in state.players:
        state = play(replace(state, step=Step.SHOOT), EndTurn(player.seat))
    return state


def _discard_all(state: GameState) -> GameState:
    for player in state.players:
        if state.step is Step.DISCARD and state.player(player.seat).owes:
            hand = state.player(player.seat).hand
            state = play(state, DiscardCards(player.seat, hand[: state.player(player.seat).owes]))
    return state


def _new_wave(state: GameState) -> tuple[Unit, ...]:
    seen = [posted.unit for posted in state.board]
    return _waves(tuple(seen), few=state.few_players)[0]


def _waves(seen: tuple[Unit, ...], *, few: bool) -> list[tuple[Unit, ...]]:
    heroes = (REY, FINN, CHEWIE, POE)
    one = [infiltrator(hero) for hero in heroes] + ([] if few else [flame(h) for h in heroes])
    two = [kind(hero) for hero in heroes for kind in (storm, snow) for _ in range(2)]
    rest = [Unit(UnitKind.SERGEANT)] * 2 + [Unit(UnitKind.PHASMA), KYLO]
    left = [*one, *two, *rest]
    for unit in seen:
        left.remove(unit)
    return [tuple(left[i : i + 4]) for i in range(0, len(left), 4)]


def _kylo_and_a_snowtrooper() -> GameState:
    state = holding(started(REY, REY, REY), (REY,) * 5 + (FINN,) * 3 + (POE,) * 2, (), ())
    board = (Posted(1, 3, KYLO), Posted(2, 2, snow(REY)))
    ann = replace(state.player(1), tiles=(infiltrator(REY),))
    return shooting(replace(state, board=board, players=(ann, *state.players[1:])))


def test_the_movement_marker_lies_white_side_up_first() -> None:
    """Section 5: it is turned over at the end of each round; three players have none."""

    def sides(state: GameState) -> list[str]:
        return [place.detail for _, place in layout(state).counts if place.name == Where.MOVEMENT]

    state = started(REY, POE)
    assert sides(state) == ["white"]
    assert sides(replace(state, white_up=False)) == ["red"]
    assert sides(started(REY, POE, FINN)) == []


def test_a_table_may_agree_to_swap_no_cards() -> None:
    """Section 3.3: a harder game."""
    state = shooting(started(POE, FINN, REY, options=Options(trading=False)))
    with refused_as(errors.NO_TRADE):
        play(state, Trade(1, 2, (POE,), (FINN,)))


def test_the_proposed_payment_leaves_what_another_unit_wants() -> None:
    """Section 3.2: eight cards of any colour for Kylo Ren, so that Rey's pay for the other."""
    state = _kylo_and_a_snowtrooper()
    for_kylo = affordable(state, state.player(1))[0]
    assert for_kylo.cards == bundle((REY,) * 3 + (FINN,) * 3 + (POE,) * 2)
    state = play(state, Shoot(1, 1, 3, for_kylo.cards))
    (for_snow,) = affordable(state, state.player(1))
    assert (for_snow.cards, for_snow.infiltrators) == ((REY,), (infiltrator(REY),))
    state = play(state, Shoot(1, 2, 2, for_snow.cards, for_snow.infiltrators))
    assert not state.board


def test_what_can_be_taken_together_is_told_with_its_points() -> None:
    state = _kylo_and_a_snowtrooper()
    plan = best_plan(state, state.player(1))
    assert ([shot.target.unit for shot in plan.shots], plan.points) == ([KYLO, snow(REY)], 7)
    for shot in plan.shots:
        lane, row = shot.target.lane, shot.target.row
        state = play(state, Shoot(1, lane, row, shot.cards, shot.infiltrators))
    assert not state.board


def test_a_plan_reaches_what_stands_behind() -> None:
    """When a front unit is gone the next one can be shot; a hidden one costs an infiltrator."""
    state = holding(started(REY, REY, REY), (FINN,) * 2 + (REY,) * 3, (), ())
    behind = (Posted(1, 2, snow(REY)), Posted(1, 4, storm(FINN)))
    state = shooting(replace(state, board=behind))
    plan = best_plan(state, state.player(1))
    assert [shot.target.row for shot in plan.shots] == [4, 2]
    assert [shot.target.row for shot in affordable(state, state.player(1))] == [4]


def test_one_more_card_is_weighed_against_stopping() -> None:
    """Two Rey for a snowtrooper of Rey: a third Rey or a BB-8 pays, a bombardment loses nothing.

    Deck of ten: two Rey, one BB-8, two bombardments, five others. The cards of the turn are at
    risk, so that a bombardment leaves no points where one has been taken.
    """
    state = holding(started(REY, REY, REY), (REY, REY), (), ())
    deck = (REY,) * 2 + (BB8,) + (BOOM,) * 2 + (FINN,) * 5
    state = replace(state, deck=deck, board=(Posted(1, 2, snow(REY)), Posted(2, 2, storm(REY))))
    assert sum(chance for _, chance in next_kinds(state)) == 1
    worth = worth_of_drawing(state)
    assert worth.stop == 1  # the stormtrooper
    assert worth.again == pytest.approx(0.3 * 2 + 0.7 * 1)
    ann = replace(state.player(1), hand=(), taken=(REY, REY))
    risky = worth_of_drawing(replace(state, players=(ann, *state.players[1:])))
    assert risky.again == pytest.approx(0.3 * 2 + 0.5 * 1)
