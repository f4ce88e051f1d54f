"""Questions of Rule the Galaxy: whatever the rules allow is an answer, and nothing else."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, product
from typing import Any

import pytest

from companion.games.answers import AnswerRefusedError, commands, leaves, proposed, walk
from companion.games.question import Choose, Question, opened
from companion.games.rule import GAME
from companion.games.rule.advance import DiscardCards, PlaceWave, ShowMarker
from companion.games.rule.cards import HAND_CARDS, Card, Cards, bundle
from companion.games.rule.corrections import MoveCards, Pile, Place, SetField, SetTiles
from companion.games.rule.options import LANES, ROWS, Options
from companion.games.rule.pieces import unit_key
from companion.games.rule.set_up import SetOptions, StartGame
from companion.games.rule.state import GameState, Step, free_lanes, tiles_fit
from companion.games.rule.turn import Shoot, Trade
from companion.games.rule.units import INFILTRATOR, UNITS, Unit, UnitKind
from companion.players.seeded_random import SeededRandom
from tests.games.any_commands import every
from tests.games.question_games import accepts, commands_of, decided, played, random_path
from tests.golden.notation import commands_of as kinds_of
from tests.some import some


@cache
def game(seed: int) -> tuple[GameState, ...]:
    return tuple(played(GAME, seed, (seed % 4 + 1,)))


def states(*steps: Step, seeds: int = 4) -> Iterator[GameState]:
    """States of random games in these steps."""
    for seed in range(seeds):
        yield from (state for state in game(seed) if state.step in steps)


def asked(state: GameState, seat: int) -> Question:
    question = GAME.question(state, seat)
    assert question is not None
    return question


def allowed(state: GameState, universe: Iterable[Any]) -> set[Any]:
    return {plain(command) for command in universe if accepts(GAME, state, command)}


def plain(command: Any) -> Any:
    """Payments, discards and captured tiles in one order."""
    if isinstance(command, SetTiles):
        return SetTiles(command.seat, tuple(sorted(command.tiles, key=unit_key)))
    if isinstance(command, Shoot):
        tiles = tuple(sorted(command.infiltrators, key=unit_key))
        return replace(command, cards=bundle(command.cards), infiltrators=tiles)
    if isinstance(command, DiscardCards):
        return replace(command, cards=bundle(command.cards))
    return command


def answers(question: Question) -> set[Any]:
    return {plain(each) for command in commands(question) for each in commands_of(command)[:1]}


def without_minor(question: Question) -> Choose:
    """Without corrections, which have their own test."""
    assert isinstance(question, Choose)
    return replace(question, answers=tuple(a for a in question.answers if a.key != "correct"))


_OWN_TESTS = {MoveCards, PlaceWave, SetField, SetOptions, SetTiles, StartGame, Trade}
_SINGLE = set(kinds_of(GAME)) - _OWN_TESTS


def test_a_turn_has_every_card_swap_and_shot_that_is_allowed() -> None:
    checked = set()
    for state in islice(states(Step.DRAW, Step.SHOOT), 0, None, 5):
        player = state.on_turn
        if len(player.hand) > 7:
            continue
        seat, others = player.seat, [each.seat for each in state.players]
        held = range(8)
        hands = {bundle(some) for n in held for some in combinations(player.hand, n)}
        own = [tile for tile in player.tiles if tile.kind is UnitKind.INFILTRATOR]
        tiles = {
            tuple(sorted(some, key=unit_key)) for n in range(4) for some in combinations(own, n)
        }
        single: dict[Any, Any] = {"seat": (seat,), "other": (*others, 5), "value": range(-1, 5)}
        single |= {"lane": range(1, LANES + 1), "row": range(1, ROWS + 1)}
        several = {**single, Cards: hands, tuple[Unit, ...]: tiles}
        kinds = _SINGLE - {Shoot} if state.step is Step.DRAW else _SINGLE
        single[Cards] = [(card,) for card in Card]
        universe = (*every((Trade,), single), *every(kinds, several))
        assert answers(asked(state, seat)) == allowed(state, universe)
        checked.add(state.step)
        for other in others:
            assert (GAME.question(state, other) is None) == (other != seat)
    assert checked == {Step.DRAW, Step.SHOOT}


def test_markers_and_discards_are_all_that_is_allowed() -> None:
    checked = set()
    for state in states(Step.MARKERS, Step.DISCARD):
        checked.add(state.step)
        if state.step is Step.MARKERS:
            universe = every((ShowMarker,), {"lane": range(6), "value": range(-1, 5)})
            found = answers(without_minor(asked(state, 0)))
            assert found == allowed(state, universe)
            continue
        for player in state.players:
            if not player.owes:
                assert GAME.question(state, player.seat) is None
            elif len(player.hand) <= 9:
                dropped = combinations(player.hand, player.owes)
                drops = {DiscardCards(player.seat, bundle(cards)) for cards in dropped}
                assert answers(asked(state, player.seat)) == allowed(state, drops)
    assert checked == {Step.MARKERS, Step.DISCARD}


@pytest.mark.parametrize("two_of_each", [True, False])
def test_a_wave_is_an_answer_exactly_if_the_tiles_are_there(two_of_each: bool) -> None:
    """Random units, with many of one kind; section 1 has no more of a kind than the box."""
    chance, found = SeededRandom("1"), set()
    for state in islice(states(Step.WAVE, seeds=8), 0, None, 7):
        loose = replace(state, options=Options(two_of_each_colour=two_of_each))
        if not tiles_fit(loose):
            continue
        wave = walk(asked(loose, 0), ("wave",))
        assert accepts(GAME, loose, walk(wave, random_path(wave, chance)))
        count, some = min(len(free_lanes(loose)), loose.stack), chance.sample(UNITS, 5)
        for _ in range(6):
            units = tuple(chance.choice(some) for _ in range(count))
            able = accepts(GAME, loose, PlaceWave(units))
            found.add(able)
            assert _walks(wave, [key for each in units for key in path_to(each)]) == able
    assert False in found


def path_to(unit: Unit) -> tuple[str, ...]:
    """The keys of a unit: its kind, then its colour; a painted one is a single answer."""
    key = unit_key(unit)
    return (key,) if unit.painted else tuple(key.split("/"))


def _walks(step: Any, path: list[str]) -> bool:
    for key in path:
        answer = next((each for each in opened(step).answers if each.key == key), None)
        if answer is None or answer.refused is not None:
            return False
        step = answer.then
    return True


def test_a_kind_has_no_more_tiles_than_the_box_in_whatever_colours() -> None:
    """Section 1: four tiles of strength 1, also where their colours are not known."""
    state = next(states(Step.WAVE))
    more = tuple(INFILTRATOR.values()) * 2
    assert not tiles_fit(replace(state, options=Options(two_of_each_colour=False)), more)


def test_corrections_are_all_that_is_allowed() -> None:
    for state in some(islice(states(Step.DRAW, Step.SHOOT, Step.DISCARD, Step.OVER), 0, None, 60)):
        piles = [Place(pile) for pile in (Pile.DECK, Pile.DISCARD, Pile.BESIDE)]
        places = [*piles, *(Place(Pile.HAND, player.seat) for player in state.players)]
        moves = {
            MoveCards((card,), source, target)
            for card, source, target in product(Card, places, places)
            if source != target
        }
        on_board = {"lane": range(1, LANES + 1), "row": range(1, ROWS + 1), Unit: _every_unit()}
        fields = every((SetField,), on_board)
        tiles = set()
        for player in state.players:
            more = ((*player.tiles, unit) for unit in _every_unit())
            fewer = (_without(player.tiles, at) for at in range(len(player.tiles)))
            tiles |= {SetTiles(player.seat, each) for each in (*more, *fewer)}
        for key, universe in (("cards", moves), ("fields", fields), ("tiles", tiles)):
            assert _corrected(state, key) == allowed(state, universe)


def _corrected(state: GameState, key: str) -> set[Any]:
    """Return the commands of a kind of correction; none where it is refused."""
    try:
        return answers(walk(asked(state, 0), ("correct", key)))
    except AnswerRefusedError:
        return set()


def _every_unit() -> list[Unit]:
    return [Unit(kind, hero) for kind in UnitKind for hero in (None, *HAND_CARDS)]


def _without(tiles: tuple[Unit, ...], at: int) -> tuple[Unit, ...]:
    return (*tiles[:at], *tiles[at + 1 :])


def test_facts_of_the_box_that_are_set_count_as_compared() -> None:
    state = next(states(Step.DRAW))
    command = walk(asked(state, 0), ("correct", "box", "phasma_points", "5"))
    *_, after = decided(GAME, state, command)
    assert after.options.phasma_points == 5
    assert "phasma_points" in after.options.confirmed
    marker = walk(asked(state, 0), ("correct", "box", "marker_2", "6"))
    *_, after = decided(GAME, state, marker)
    assert after.options.marker_rows == (4, 6, 4, 4)


def test_the_proposal_is_what_the_planner_proposes_and_allowed() -> None:
    """Also of a payment that has to be made up from the parts of a form."""
    shot = 0
    for state in states(Step.SHOOT, Step.DISCARD):
        for player in state.players:
            question = GAME.question(state, player.seat)
            if question is not None:
                path = proposed(question)
                assert path is not None
                assert accepts(GAME, state, walk(question, path))
                shot += path[0] in ("shoot", "plan")
    assert shot > 3


def test_who_begins_sits_first_and_a_bombardment_is_not_dealt() -> None:
    first = asked(GAME.initial, 0)
    deal = walk(first, (3, "2"))
    bombardment = next(each for each in deal.answers if each.key == "bombardment")
    assert bombardment.refused is not None
    assert bombardment.refused.code == "first_card"
    snow = "snowtrooper", "rey"
    path = (3, "2", "rey", "finn", "poe", "kylo_ren", *snow, *snow, "phasma")
    command = walk(first, path)
    assert [(each.seat, each.first_card.value) for each in command.players] == [
        (2, "rey"),
        (3, "finn"),
        (1, "poe"),
    ]
    assert accepts(GAME, GAME.initial, command)
    third = walk(first, (*path[:-1], "snowtrooper"))
    gone = next(each for each in third.answers if each.key == "rey")
    assert gone.refused is not None
    assert gone.refused.code == "unit_count"


def test_a_unit_that_cannot_be_paid_for_says_why() -> None:
    """Hidden behind another, or too few cards."""
    codes = set()
    for state in states(Step.SHOOT):
        question = asked(state, state.on_turn.seat)
        assert isinstance(question, Choose)
        units = next((each.then for each in question.answers if each.key == "shoot"), None)
        if isinstance(units, Choose):
            codes |= {each.refused.code for each in units.answers if each.refused is not None}
    assert {"hidden_unit", "too_little"} <= codes


def test_random_paths_of_a_set_up_are_accepted() -> None:
    chance = SeededRandom("2")
    for count in range(1, 5):
        rest = walk(asked(GAME.initial, 0), (count,))
        path = (count, *random_path(rest, chance))
        assert accepts(GAME, GAME.initial, walk(asked(GAME.initial, 0), path))
    assert next(iter(leaves(asked(GAME.initial, 0))))
