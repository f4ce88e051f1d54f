"""Hints for a roll: the best options by the network's rating, each once, and what they bring."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

from companion.app.computer_players import value_network
from companion.app.game_hints import GameHints
from companion.games.roll.model.dice import FACES
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.seating import ComputerSeat
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.phases.build import CompleteTile, PlaceWorkers
from companion.games.roll.phases.drawing import PlaceTiles
from companion.games.roll.phases.explore import Scout, Stock
from companion.games.roll.phases.goods import Produce, Ship
from companion.games.roll.phases.manage import Recall, Recruit
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.rules.judge import decide
from companion.history.archive import Archive
from companion.players.greedy_policy import GreedyPolicy
from companion.players.hints import CREDITS, GAINS, TILES, mat_hints, move_hints
from companion.players.lookahead_policy import LookaheadPolicy
from companion.players.moves import moves
from companion.players.observation import observe
from companion.players.review import before_reveal
from companion.session.session import GameSession
from companion.simulation.playing import game_rng, play
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.games.roll.tracked_table import RULES
from tests.players.test_seated import GAME, WithComputers
from tests.some import some

_POLICY = LookaheadPolicy(RULES, value_network(2))


def _roll(state: GameState, seat: int, seed: int) -> tuple[RolledDie, ...]:
    chance = random.Random(seed)
    return tuple(RolledDie(die, chance.choice(FACES[die])) for die in holdings(state, seat).cup)


def _rounds(most: int) -> list[GameState]:
    """States in which a person assigns, one for each round."""
    evening = WithComputers(0, (ComputerSeat(2, "normal"),))
    found: list[GameState] = []
    while len(found) < most:
        state = evening.state
        if state.step is Step.ASSIGN and state.round.number > len(found):
            found.append(state)
        evening.do(evening.next_command())
    return found


def test_the_best_options_come_first_and_each_once() -> None:
    """The first one is what the hard player does; every die lies somewhere."""
    for state in some(_rounds(4)):
        roll = _roll(state, 1, state.round.number)
        known = before_reveal(state, 1, roll)
        found = mat_hints(RULES, _POLICY, known, 1)
        assert 1 <= len(found) <= 3
        rated = _POLICY.rated_mats(known, 1)
        assert found[0].chance == max(each.chance for each in rated)
        assert found[0].difference == 0
        assert len({(each.selected, each.workers) for each in found}) == len(found)
        for before, after in pairwise(found):
            assert before.chance >= after.chance
            assert after.difference == after.chance - found[0].chance
        for each in found:
            assert each.selected in each.active
            assert dict(each.workers)[each.selected] >= 1
            assert sum(count for _, count in each.workers) + each.dictated == len(roll)
            assert {key for key, _ in each.gains} <= set(GAINS)
            assert all(count > 0 for _, count in each.gains)


def _named() -> list[GameState]:
    """States of a game in which every tile has been named, with a roll of the first seat."""
    found: list[GameState] = []
    policies = {seat: GreedyPolicy(RULES) for seat in (1, 2)}
    rng = game_rng(6, 2, 0)
    play(RULES, 2, rng, lambda _, __, state: found.append(state), policies=policies)
    assigning = (each for each in found if each.step is Step.ASSIGN and holdings(each, 1).rolled)
    rounds = {each.round.number: each for each in assigning}
    return list(rounds.values())


def test_reasons_tell_the_options_apart() -> None:
    """Over a game tiles are completed by some options and not by others."""
    found = [
        each for state in _named() for each in mat_hints(RULES, _POLICY, observe(state, 1).state, 1)
    ]
    told = Counter(key for each in found for key, _ in each.gains)
    assert 0 < told[TILES] < len(found)
    assert set(told) >= {*GAINS} - {CREDITS}


_DECISIONS = (PlaceTiles, PlaceWorkers, CompleteTile, Produce, Recall, Recruit, Scout, Ship, Stock)


def _decided() -> list[GameState]:
    """Two states for each kind of decision of the first seat, all tiles named."""
    found: dict[type, list[GameState]] = {}
    policies = {seat: GreedyPolicy(RULES) for seat in (1, 2)}
    state = GameState()

    def tell(command: object, _: object, after: GameState) -> None:
        nonlocal state
        if isinstance(command, _DECISIONS) and command.seat == 1:
            found.setdefault(type(command), []).append(state)
        state = after

    play(RULES, 2, game_rng(6, 2, 0), tell, policies=policies)
    return [each for states in found.values() for each in states[-2:]]


def test_options_in_a_phase_are_legal_and_the_best_comes_first() -> None:
    """For every kind of decision, each result once; the hard player's own choice is no better."""
    kinds: set[type] = set()
    for state in _decided():
        seen = observe(state, 1)
        found = move_hints(RULES, _POLICY, seen)
        assert 1 <= len(found) <= 3
        assert found[0].difference == 0
        for before, after in pairwise(found):
            assert before.chance >= after.chance
            assert after.difference == after.chance - found[0].chance
        for each in found:
            if not isinstance(each.move, Scout | SignalReady):  # which the table completes
                decide(RULES, state, each.move)
            kinds.add(type(each.move))
        chosen = _POLICY.decide(seen, moves(RULES, seen.state, 1))
        (rated,) = _POLICY.rated_moves(seen.state, 1, [chosen])
        assert rated.chance <= found[0].chance + 1e-9
    assert kinds >= {PlaceTiles, PlaceWorkers, CompleteTile, Produce, Scout, Ship}


def test_what_is_hidden_changes_no_hint_in_a_phase() -> None:
    """Tiles in the bag, and those below the tops of another player's stacks."""
    state = _decided()[0]
    held, box = holdings(state, 2), tracking(state)
    # A tile below the top, which is another one then.
    below, other = (replace(held, worlds=(box.bag[0], *held.worlds, tile)) for tile in box.bag[1:3])
    state, hidden = (
        state.with_empire(replace(state.empire(2), holdings=each)) for each in (below, other)
    )
    hidden = replace(hidden, tracking=replace(box, bag=box.bag[::-1]))
    first, second = (move_hints(RULES, _POLICY, observe(each, 1)) for each in (state, hidden))
    assert first
    assert first == second


def test_where_somebody_else_acts_there_is_no_hint() -> None:
    """In Assign too: there it needs the roll."""
    assert move_hints(RULES, _POLICY, observe(_rounds(1)[0], 1)) == ()


def test_what_is_hidden_changes_no_hint() -> None:
    """The roll of the other player, and which tiles lie in the bag."""
    state = _named()[3]
    other, box = state.empire(2), tracking(state)
    held = holdings(state, 2)
    turned = tuple(RolledDie(die.type, FACES[die.type][0]) for die in held.rolled)
    assert turned != held.rolled
    hidden = state.with_empire(replace(other, holdings=replace(held, rolled=turned)))
    hidden = replace(hidden, tracking=replace(box, bag=box.bag[::-1]))
    roll = holdings(state, 1).rolled
    first, second = (
        mat_hints(RULES, _POLICY, before_reveal(each, 1, roll), 1) for each in (state, hidden)
    )
    assert first
    assert first == second


def test_hints_come_out_of_the_running_games_log() -> None:
    """Undo included; a roll that is not the cup's, an unknown game and a damaged log give none."""
    log = MemoryEventLog()
    session = GameSession.begin(GAME, log, ManualClock())
    evening = WithComputers(1, (ComputerSeat(2, "normal"),))
    while evening.state.round.number < 2 or evening.state.step is not Step.ASSIGN:
        evening.do(evening.next_command())
    for command in evening.commands:
        session.execute(command)
    state = session.state
    roll = _roll(state, 1, 3)

    def giver() -> GameHints:
        stored = {session.game_id: log.load(session.game_id)}
        return GameHints(Archive([log.games()[0]], stored), lambda: RULES)

    found = giver().hints(session.game_id, 1, roll)
    assert found == mat_hints(RULES, _POLICY, before_reveal(state, 1, roll), 1)
    session.undo()
    session.redo()
    assert giver().hints(session.game_id, 1, roll) == found
    assert giver().hints(session.game_id, 1, roll[1:]) == ()
    assert giver().hints("roll-unknown", 1, roll) == ()
    assert giver().move_hints(session.game_id, 1) == (), "mats are assigned now"
    while not (asked := move_hints(RULES, _POLICY, observe(evening.state, 1))):
        command = evening.next_command()
        session.execute(command)
        evening.do(command)
    assert giver().move_hints(session.game_id, 1) == asked
