"""The computer players: they play by the rules, and the better ones better."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import pytest

from companion.app.computer_players import NAMES, makers
from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.state import Step
from companion.games.roll.phases.manage import Recall
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.rules.judge import Command
from companion.games.roll.rules.lookup import Rules
from companion.players.levels import LEVELS, STYLES, level
from companion.players.moves import moves
from companion.players.observation import observe
from companion.players.policy import Observation, Policy
from companion.players.seeded_random import SeededRandom
from companion.simulation.playing import game_rng, one_game, play, simulate
from tests.games.roll.tracked_table import a_game
from tests.players.mat_results import result_of

RULES = Rules(load_roll_catalog())

_SMALL = 4


class _Watched:
    """A policy whose decisions must be among the legal moves."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.compared = 0

    def decide(self, observation: Observation, legal_moves: Iterable[Command]) -> Command:
        command = self.policy.decide(observation, legal_moves)
        if isinstance(command, RecordMat) and len(command.dice) <= _SMALL:
            possible = moves(RULES, observation.state, observation.seat)
            results = {result_of(move.dice) for move in possible if isinstance(move, RecordMat)}
            assert result_of(command.dice) in results
            self.compared += 1
        return command


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("players", [2, 4])
def test_policies_play_by_the_rules(name: str, players: int) -> None:
    """No command is refused, and the mats are some of those that can be reached."""
    watched = [_Watched(level(name)(RULES, SeededRandom(f"{seat}"))) for seat in range(players)]
    policies: dict[int, Policy] = {seat + 1: each for seat, each in enumerate(watched)}
    played = play(RULES, players, game_rng(4, players, 0), policies=policies)
    assert played.violations == []
    assert sum(each.compared for each in watched) > 3


@pytest.mark.parametrize(
    ("names", "least"),
    [(("easy", "random"), 0.7), (("normal", "random"), 0.85), (("normal", "easy"), 0.55)],
)
def test_the_better_ones_win(names: tuple[str, ...], least: float) -> None:
    """Far below what they reach over many games, so that chance does not fail the test."""
    policies = makers(names, 2, print)
    summary = simulate(partial(one_game, RULES, policies, players=2, seed=1, checked=False), 20)
    assert summary.violations == ()
    assert summary.contest is not None
    assert summary.contest.wins[0] / 20 >= least
    assert sum(summary.contest.wins) == pytest.approx(20)


def test_the_same_seed_gives_the_same_games() -> None:
    """Also where players err by chance."""
    one = partial(one_game, RULES, [level("easy")] * 3, players=3, seed=5)
    once, again = (simulate(one, 2) for _ in range(2))
    assert once.digest == again.digest


def test_a_style_can_be_noticed() -> None:
    """The builder builds more and ships less than the producer; both play by the rules."""
    built, shipped = {}, {}
    for style in STYLES:
        chosen = makers([f"normal/{style}", "normal"], 2, print)
        states = []
        for game in range(12):
            policies = {seat + 1: make(RULES, SeededRandom("")) for seat, make in enumerate(chosen)}
            played = play(RULES, 2, game_rng(7, 2, game), policies=policies, checked=False)
            assert played.violations == []
            states.append(played.state)
        built[style] = sum(state.empire(1).tiles for state in states)
        shipped[style] = sum(state.empire(1).vp_chips for state in states)
    assert built["builder"] > built["producer"]
    assert shipped["producer"] > shipped["builder"]


def test_the_levels_have_an_order() -> None:
    """From the weakest to the strongest, as people read them."""
    assert NAMES == ("random", "easy", "normal", "hard")


def test_who_has_too_few_dice_takes_back_those_that_wait_on_a_tile() -> None:
    """All of the stack with fewer of them, not one die a round that is put there again."""
    table = a_game(1, 2, 3).reveal(p1=Phase.EXPLORE, p2=Phase.EXPLORE, p3=Phase.EXPLORE)
    home = DieType.HOME
    waiting = {"developers": (home, home, home), "settlers": (home, home)}
    table.hold(1, cup=(), citizenry=(), recruited=True, **waiting)
    state = replace(table.state, step=Step.MANAGE)
    player = level("normal")(RULES, SeededRandom(""))
    assert player.decide(observe(state, 1), ()) == Recall(1, settlers=(home, home))
    table.hold(1, cup=(home, home, home))
    state = replace(table.state, step=Step.MANAGE)
    assert player.decide(observe(state, 1), ()) == SignalReady(1)
