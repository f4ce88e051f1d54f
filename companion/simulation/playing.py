"""Plays simulated games and summarises the results."""

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from itertools import chain
from math import sqrt
from statistics import fmean, pstdev
from typing import Any, Final

from companion.errors import CompanionError
from companion.games.definition import GameDefinition
from companion.games.messages import apply
from companion.games.refusals import RefusedError
from companion.games.roll.model.event import Event
from companion.games.roll.model.options import DEFAULT_OPTIONS, TableOptions
from companion.games.roll.model.state import EndReason, GameState, Step
from companion.games.roll.rules.judge import Command, decide
from companion.games.roll.rules.lookup import Rules
from companion.players.levels import Maker
from companion.players.policy import Observation, Policy
from companion.players.seeded_random import SeededRandom
from companion.simulation.invariants import Invariants
from companion.simulation.random_answers import states
from companion.simulation.table import Table

MOST_ROUNDS: Final = 400
"""Maximum number of rounds; random games end much earlier, so exceeding it is a violation."""
MOST_ANSWERS: Final = 3000
"""The same for games that are played by answers."""

_CHUNK: Final = 4
"""Number of games per work item of a process."""

Told = Callable[[Command, tuple[Event, ...], GameState], None]


@dataclass(slots=True)
class Played:
    """Result of one game.

    Attributes:
        state: the last one, of the game's own type.
        violations: messages; an illegal command ends the game and is one of them.
    """

    state: Any
    events: int = 0
    violations: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of many games; ``seconds`` is the CPU time of the process that used the most.

    ``ended_by`` counts the ends of Roll for the Galaxy; 0 for other games.
    """

    events: int
    seconds: float
    violations: tuple[str, ...]
    rounds: tuple[int, ...]
    ended_by: tuple[tuple[EndReason, int], ...]
    digest: str
    contest: "Contest | None" = None


@dataclass(frozen=True, slots=True)
class Contest:
    """Results of policies against each other, in the given order.

    Attributes:
        wins: games won; a shared win counts as a fraction.
        shares: for each game the first policy's share of the win, 0 to 1.
        mean_scores: mean final points.
        decision_ms: CPU time of every decision of the first policy.
    """

    wins: tuple[float, ...]
    shares: tuple[float, ...]
    mean_scores: tuple[float, ...]
    decision_ms: tuple[float, ...]

    @property
    def standard_error(self) -> float:
        """Standard error of the first policy's share of wins."""
        spread: float = pstdev(self.shares)
        return spread / sqrt(max(1, len(self.shares) - 1))


def game_rng(seed: int, players: int, game: int) -> SeededRandom:
    """Return the random number generator of one game, seeded ``simulate/1 SEED PLAYERS GAME``."""
    return SeededRandom(f"simulate/1 {seed} {players} {game}")


def play_by_answers(
    game: GameDefinition, begin: tuple[Any, ...], rng: SeededRandom, *, checked: bool = True
) -> Played:
    """Play one game of any kind by random answers to its questions.

    Args:
        game: the game.
        begin: the first answers of its set-up, such as the number of players.
        rng: random number generator of all answers.
        checked: whether the invariants are checked after every event.
    """
    played = Played(game.initial)
    try:
        for answers, played.state in states(game, begin, rng):
            played.events += 1
            if checked:
                played.violations += game.invariants(played.state)
            if answers > MOST_ANSWERS:
                played.violations.append(f"not over after {MOST_ANSWERS} answers")
                break
    except CompanionError as error:
        played.violations.append(f"refused: {error.message}")
    played.events -= 1  # the initial state follows no event
    return played


def play(
    rules: Rules,
    players: int,
    rng: SeededRandom,
    tell: Told | None = None,
    *,
    policies: Mapping[int, Policy] | None = None,
    checked: bool = True,
    options: TableOptions = DEFAULT_OPTIONS,
) -> Played:
    """Play one game to its end.

    Args:
        rules: the tiles.
        players: 2 to 5.
        rng: random number generator of rolls, draws and set-up.
        tell: called after every command with its events and the new state.
        policies: the policy of each seat; without them all decisions are random.
        checked: whether the invariants are checked after every event.
        options: what the players have agreed on.
    """
    table = Table(rules, rng, policies)
    watch = Invariants(rules)
    played = Played(GameState())
    command: Command = replace(table.set_up(players), options=options)
    while True:
        try:
            events = decide(rules, played.state, command)
        except RefusedError as error:
            played.violations.append(f"{command}: {error.message}")
            return played
        state = played.state
        for event in events:
            state = apply(state, event)
            if checked:
                played.violations += watch.violations(state)
        played.events += len(events)
        played.state = state
        if tell is not None:
            tell(command, events, state)
        if state.step is Step.OVER:
            return played
        if state.round.number > MOST_ROUNDS:
            played.violations.append(f"not over after {MOST_ROUNDS} rounds")
            return played
        command = table.next_command(state)


@dataclass(frozen=True, slots=True)
class OneOfMany:
    """One game of many; shares and scores are in the order of the policies, not by seat."""

    played: Played
    seconds: float
    process: tuple[str, int]
    rounds: int
    ended_by: EndReason | None = None
    shares: tuple[float, ...] = ()
    scores: tuple[int, ...] = ()
    decision_ms: tuple[float, ...] = ()


def simulate(one: Callable[[int], OneOfMany], games: int, pool: Executor | None = None) -> Summary:
    """Play *games* games and return a summary.

    Args:
        one: plays a game by its number: ``one_game`` or ``one_by_answers``.
        games: number of games.
        pool: where they are played, with no effect on the results; *one* has to be picklable.
    """
    digest = hashlib.sha256()
    ends = dict.fromkeys((EndReason.VP_POOL, EndReason.TILES), 0)
    violations: list[str] = []
    seconds: dict[tuple[str, int], float] = {}
    done: list[OneOfMany] = []
    played = pool.map(one, range(games), chunksize=_CHUNK) if pool else map(one, range(games))
    for game, each in enumerate(played):
        violations += [f"game {game}: {violation}" for violation in each.played.violations]
        if each.ended_by is not None:
            ends[each.ended_by] += 1
        seconds[each.process] = seconds.get(each.process, 0.0) + each.seconds
        digest.update(as_text(each.played.state).encode())
        done.append(each)
    return Summary(
        events=sum(each.played.events for each in done),
        seconds=max(seconds.values()),
        violations=tuple(violations),
        rounds=tuple(each.rounds for each in done),
        ended_by=tuple(ends.items()),
        digest=digest.hexdigest(),
        contest=_contest(done) if done[0].shares else None,
    )


def one_by_answers(
    definition: GameDefinition,
    begin: tuple[Any, ...],
    game: int,
    *,
    players: int,
    seed: int,
    checked: bool = True,
) -> OneOfMany:
    """Play a game of any kind by random answers.

    Args:
        definition: the game.
        begin: the first answers of its set-up.
        game: its number.
        players: how many, for the seed.
        seed: equal seeds give equal games.
        checked: whether the invariants are checked after every event.
    """
    begun = time.process_time()
    rng = game_rng(seed, players, game)
    played = play_by_answers(definition, begin, rng, checked=checked)
    return OneOfMany(
        played=played,
        seconds=time.process_time() - begun,
        process=(os.uname().nodename, os.getpid()),
        rounds=definition.round_of(played.state),
        ended_by=next(iter(getattr(played.state, "ended_by", ())), None),
    )


def one_game(
    rules: Rules,
    makers: Sequence[Maker],
    game: int,
    *,
    players: int,
    seed: int,
    checked: bool = True,
    options: TableOptions = DEFAULT_OPTIONS,
) -> OneOfMany:
    """Play a game of Roll for the Galaxy.

    Args:
        rules: the tiles.
        makers: factories of the policies, whose seats rotate from game to game; one for each
            player, or none.
        game: its number.
        players: 2 to 5.
        seed: equal seeds give equal games.
        checked: whether the invariants are checked after every event.
        options: what the players have agreed on.
    """
    begun = time.process_time()
    times_ms: list[float] = []
    policies = {
        1 + (index + game) % players: _Timed(
            make(rules, SeededRandom(f"policy/1 {seed} {game} {index}")), [] if index else times_ms
        )
        for index, make in enumerate(makers)
    }
    rng = game_rng(seed, players, game)
    played = play(rules, players, rng, policies=policies or None, checked=checked, options=options)
    tracked = played.state.tracking
    scores = {score.seat: score for score in tracked.scores} if tracked else {}
    winners = [seat for seat, score in scores.items() if score.rank == 1]
    return OneOfMany(
        played=played,
        seconds=time.process_time() - begun,
        process=(os.uname().nodename, os.getpid()),
        rounds=played.state.round.number,
        ended_by=next(iter(played.state.ended_by), None),
        shares=tuple(1 / len(winners) if seat in winners else 0.0 for seat in policies),
        scores=tuple(scores[seat].total if seat in scores else 0 for seat in policies),
        decision_ms=tuple(times_ms),
    )


def _contest(games: Sequence[OneOfMany]) -> "Contest":
    return Contest(
        wins=tuple(map(sum, zip(*(game.shares for game in games), strict=True))),
        shares=tuple(game.shares[0] for game in games),
        mean_scores=tuple(map(fmean, zip(*(game.scores for game in games), strict=True))),
        decision_ms=tuple(chain.from_iterable(game.decision_ms for game in games)),
    )


class _Timed:
    """A policy wrapper that measures the CPU time of decisions."""

    def __init__(self, policy: Policy, times_ms: list[float]) -> None:
        self._policy = policy
        self._times_ms = times_ms

    def decide(self, observation: Observation, legal_moves: Iterable[Command]) -> Command:
        begun = time.process_time_ns()
        command = self._policy.decide(observation, legal_moves)
        self._times_ms.append((time.process_time_ns() - begun) / 1e6)
        return command


def as_text(state: object) -> str:
    """Serialise a state as one line of JSON; equal states have equal text on every machine."""
    return json.dumps(_plain(state), separators=(",", ":")) + "\n"


_SEATING: Final = "computers"
"""Field that is excluded: which players are computers does not belong to a position."""


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return sorted(([_plain(key), _plain(item)] for key, item in value.items()), key=json.dumps)
    if isinstance(value, frozenset):
        return sorted(map(_plain, value), key=json.dumps)
    if is_dataclass(value):
        return [
            _plain(getattr(value, each.name)) for each in fields(value) if each.name != _SEATING
        ]
    return value
