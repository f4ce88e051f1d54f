"""What holds in every state of any game, whatever is entered: cards, tiles, turns, ends."""

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.refusals import NOT_YOUR_TURN, Reason, RefusedError
from companion.games.rule import GAME, errors
from companion.games.rule.advance import DiscardCards, PlaceWave, ShowMarker
from companion.games.rule.cards import HAND_CARDS, HEROES, Card
from companion.games.rule.corrections import MoveCards, Pile, Place, SetTiles
from companion.games.rule.options import (
    DEFAULT_OPTIONS,
    MARKER_VALUES,
    Options,
    unverified,
)
from companion.games.rule.planning import affordable
from companion.games.rule.set_up import NewPlayer, SetOptions, StartGame
from companion.games.rule.state import GameState, Outcome, Step, free_lanes
from companion.games.rule.turn import DrawCard, EndTurn, Shoot, StopDrawing
from companion.games.rule.units import ONE_COLOUR, TILES, Unit, UnitKind
from companion.storage.codec import EventCodec
from tests.games.any_commands import any_of
from tests.games.refused import refused_as
from tests.golden.notation import commands_of


class Box:
    """The tiles that have not come yet, in a chance order."""

    def __init__(self, players: int, chance: random.Random) -> None:
        left_out = {UnitKind.FLAMETROOPER} if players < 3 else set()
        self.tiles = [
            Unit(kind, HEROES[n % 4] if kind in ONE_COLOUR else None)
            for kind, count in TILES.items()
            if kind not in left_out
            for n in range(count)
        ]
        chance.shuffle(self.tiles)

    def take(self, count: int) -> tuple[Unit, ...]:
        taken, self.tiles = self.tiles[:count], self.tiles[count:]
        return tuple(taken)


def fold(state: GameState, command: Any) -> GameState:
    for event in GAME.decide(state, command):
        state = GAME.apply(state, event)
    return state


def sensible(state: GameState, box: Box, chance: random.Random) -> Any:
    """A legal command of a player with chance decisions."""
    seat = state.on_turn.seat
    match state.step:
        case Step.DRAW if not state.drew or chance.random() < 0.7:
            return DrawCard(seat, chance.choice(state.deck))
        case Step.DRAW:
            return StopDrawing(seat)
        case Step.SHOOT:
            shots = affordable(state, state.on_turn)
            if shots and chance.random() < 0.9:
                shot = chance.choice(shots)
                return Shoot(seat, shot.target.lane, shot.target.row, shot.cards, shot.infiltrators)
            return EndTurn(seat)
        case Step.MARKERS:
            left = Counter(MARKER_VALUES) - Counter(state.shown_markers)
            return ShowMarker(state.entered[0], chance.choice(list(left.elements())))
        case Step.DISCARD:
            player = next(p for p in state.players if p.owes)
            return DiscardCards(player.seat, tuple(chance.sample(player.hand, player.owes)))
        case _:
            return PlaceWave(box.take(min(len(free_lanes(state)), state.stack)))


def begin(players: int, box: Box, chance: random.Random) -> GameState:
    dealt = tuple(NewPlayer(i + 1, f"P{i}", chance.choice(HAND_CARDS)) for i in range(players))
    return fold(GAME.initial, StartGame(dealt, box.take(4)))


def check(state: GameState) -> None:
    assert GAME.invariants(state) == ()
    assert 0 <= state.bombardments < 9
    assert Card.BOMBARDMENT in state.deck
    for player in state.players:
        assert player.owes <= len(player.hand)
    assert state.step not in (Step.REGROUP, Step.ROUND_END)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_end_and_keep_55_cards_and_all_tiles(players: int) -> None:
    outcomes = set()
    for seed in range(25):
        chance = random.Random(seed * 10 + players)
        box = Box(players, chance)
        state = begin(players, box, chance)
        order: list[int] = []
        for _ in range(4000):
            check(state)
            if state.step is Step.OVER:
                break
            before = state
            state = fold(state, sensible(state, box, chance))
            if before.step is Step.SHOOT and state.on_turn.seat != before.on_turn.seat:
                order.append(before.on_turn.seat)
        assert state.step is Step.OVER
        outcomes.add(state.outcome)
        if players > 1:
            assert all(after == before % players + 1 for before, after in pairwise(order))
    assert outcomes <= {Outcome.LOST, Outcome.WON}


anything = any_of(
    commands_of(GAME),
    {
        "lane": st.integers(0, 5),
        "row": st.integers(0, 8),
    },
    but={StartGame},
)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(0, 999), st.lists(anything, max_size=40))
def test_no_command_whatever_makes_an_impossible_state(
    players: int, seed: int, commands: list[Any]
) -> None:
    chance = random.Random(seed)
    box = Box(players, chance)
    state = begin(players, box, chance)
    for command in commands:
        before = state
        try:
            state = fold(state, command)
        except RefusedError:
            state = before
        if state.step not in (Step.OVER, Step.WAVE):
            state = fold(state, sensible(state, box, chance))
        assert GAME.invariants(state) == ()
        if before.step in (Step.DRAW, Step.SHOOT) and state.step in (Step.DRAW, Step.SHOOT):
            follower = (before.active + 1) % players
            assert state.active in (before.active, follower)
            assert state.round - before.round in (0, 1)
            assert state.round == before.round or follower == 0
        GAME.view(state, None)


def test_impossible_starts_are_refused_with_the_reason() -> None:
    wave = (Unit(UnitKind.KYLO_REN), *(Unit(UnitKind.SNOWTROOPER, h) for h in HEROES[:3]))
    ann, bo = NewPlayer(1, "Ann", Card.REY), NewPlayer(2, "Bo", Card.FINN)

    def refused(reason: Reason, *players: NewPlayer, wave: tuple[Unit, ...] = wave) -> None:
        with refused_as(reason):
            GAME.decide(GAME.initial, StartGame(players, wave))

    refused(errors.PLAYERS)
    refused(errors.PLAYERS, ann, NewPlayer(2, "ANN ", Card.FINN))
    refused(errors.PLAYERS, ann, NewPlayer(1, "Bo", Card.FINN))
    refused(errors.FIRST_CARD, ann, NewPlayer(2, "Bo", Card.BOMBARDMENT))
    refused(errors.WAVE, ann, bo, wave=wave[:3])
    refused(errors.UNIT_COUNT, ann, bo, wave=(Unit(UnitKind.FLAMETROOPER, Card.REY), *wave[1:]))
    refused(errors.UNIT_COUNT, ann, bo, wave=(wave[0], wave[0], *wave[2:]))
    refused(errors.UNIT_COUNT, ann, bo, wave=(Unit(UnitKind.SNOWTROOPER), *wave[1:]))
    options = Options(stormtrooper_points=3)
    with refused_as(errors.OPTIONS):
        GAME.decide(GAME.initial, StartGame((ann, bo), wave, options))


def test_an_eleventh_bb8_a_sixth_marker_and_a_foreign_turn_are_refused() -> None:
    chance = random.Random(1)
    state = begin(3, Box(3, chance), chance)
    with refused_as(NOT_YOUR_TURN):
        GAME.decide(state, DrawCard(2, Card.REY))
    for _ in range(
        10
        - state.player(1).cards.count(Card.BB8)
        - sum(player.cards.count(Card.BB8) for player in state.players[1:])
    ):
        state = fold(state, DrawCard(1, Card.BB8))
    with refused_as(errors.NO_SUCH_CARD):
        GAME.decide(state, DrawCard(1, Card.BB8))
    at_marker = GameState(
        step=Step.MARKERS, players=state.players, entered=(1,), shown_markers=(1, 1, 2)
    )
    with refused_as(errors.MARKER):
        GAME.decide(at_marker, ShowMarker(1, 1))


def test_guessed_facts_are_named_until_the_owner_has_looked_at_the_box() -> None:
    assert "phasma_points" in unverified(DEFAULT_OPTIONS)
    assert "phasma_points" not in unverified(Options(confirmed=("phasma_points",)))


def test_a_whole_game_comes_back_from_the_log_as_it_was() -> None:
    """Replay equals live: each event survives its way through the log's JSON."""
    chance = random.Random(3)
    box = Box(3, chance)
    codec = EventCodec(GAME)
    dealt = tuple(NewPlayer(i + 1, f"P{i}", chance.choice(HAND_CARDS)) for i in range(3))
    command: Any = StartGame(dealt, box.take(4))
    live = replayed = GAME.initial
    while live.step is not Step.OVER:
        for event in GAME.decide(live, command):
            live = GAME.apply(live, event)
            replayed = GAME.apply(replayed, codec.decode(codec.encode(event)))
        assert replayed == live
        if live.step is not Step.OVER:
            command = sensible(live, box, chance)
    moved = MoveCards((Card.BB8,), Place(Pile.DECK), Place(Pile.HAND, 1))
    before = fold(GAME.initial, StartGame(dealt, Box(3, random.Random(9)).take(4)))
    (event,) = GAME.decide(before, moved)
    assert codec.decode(codec.encode(event)) == event


def test_cards_are_moved_between_any_two_piles() -> None:
    """A correction: cards at risk leave a hand last; bombardments lie beside or in the deck."""
    chance = random.Random(4)
    state = begin(2, Box(2, chance), chance)
    (own,) = state.player(1).hand
    drawn = next(card for card in state.deck if card not in (own, Card.BOMBARDMENT))
    state = fold(state, DrawCard(1, drawn))
    deck, hand, discard = Place(Pile.DECK), Place(Pile.HAND, 1), Place(Pile.DISCARD)
    state = fold(state, MoveCards((own,), deck, hand))
    assert (state.player(1).hand, state.player(1).taken) == ((own, own), (drawn,))
    state = fold(state, MoveCards((own, own, drawn), hand, discard))
    assert state.player(1).cards == ()
    assert sorted(state.discard, key=str) == sorted((own, own, drawn), key=str)
    state = fold(state, MoveCards((drawn,), discard, Place(Pile.HAND, 2)))
    assert drawn in state.player(2).hand
    beside = Place(Pile.BESIDE)
    state = fold(state, MoveCards((Card.BOMBARDMENT,) * 2, deck, beside))
    assert (state.bombardments, state.deck.count(Card.BOMBARDMENT)) == (2, 7)
    state = fold(state, MoveCards((Card.BOMBARDMENT,), beside, deck))
    assert (state.bombardments, state.deck.count(Card.BOMBARDMENT)) == (1, 8)


def test_points_can_be_read_off_the_tiles_in_the_middle_of_a_game() -> None:
    """The scores follow; colours that contradict the tiles on the table are refused."""
    chance = random.Random(2)
    state = begin(3, Box(3, chance), chance)
    phasma = SetTiles(1, (Unit(UnitKind.PHASMA),))
    state = fold(state, phasma)
    assert GAME.view(state, None).scores[0].points == 4
    state = fold(state, SetOptions(Options(phasma_points=5, confirmed=("phasma_points",))))
    assert GAME.view(state, None).scores[0].points == 5
    with refused_as(errors.OPTIONS):
        GAME.decide(state, SetOptions(Options(marker_rows=(9, 4, 4, 4))))
    twice = SetTiles(2, (Unit(UnitKind.INFILTRATOR, Card.REY),) * 2)
    uneven = fold(state, SetOptions(Options(two_of_each_colour=False)))
    uneven = fold(uneven, twice)
    with refused_as(errors.UNIT_COUNT):
        GAME.decide(uneven, SetOptions(Options()))
