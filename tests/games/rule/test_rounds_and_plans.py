"""Examples of the digest that last whole rounds; plans, odds and points without a command."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games.rule import GAME
from companion.games.rule.advance import DiscardCards, PlaceWave, ShowMarker
from companion.games.rule.cards import Card, bundle, minus, whole_box
from companion.games.rule.layout import Where, layout
from companion.games.rule.options import DEFAULT_OPTIONS, Options
from companion.games.rule.planning import affordable, best_plan, next_kinds, worth_of_drawing
from companion.games.rule.scoring import score, winners
from companion.games.rule.set_up import NewPlayer, StartGame
from companion.games.rule.state import GameState, Outcome, Posted, Step
from companion.games.rule.turn import EndTurn, Shoot
from companion.games.rule.units import Unit, UnitKind

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
