"""Plays games and sums them up."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from typing import Final

from companion.games.roll.decide.command import decide
from companion.games.roll.model.apply import apply
from companion.games.roll.model.commands import Command
from companion.games.roll.model.errors import RulesError
from companion.games.roll.model.events import Event
from companion.games.roll.model.state import GameState
from companion.games.roll.model.steps import EndReason, Step
from companion.games.roll.rules.lookup import Rules
from companion.simulation.chance import Chance
from companion.simulation.invariants import Invariants
from companion.simulation.player import Player

MOST_ROUNDS: Final = 400
"""Games of random players end long before; one that does not is a violation."""

Told = Callable[[Command, tuple[Event, ...], GameState], None]


@dataclass(slots=True)
class Played:
    """One game.

    Attributes:
        violations: what was wrong, in words; a refused command ends the game and is one of them.
    """

    state: GameState
    events: int = 0
    violations: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Summary:
    """Many games; ``seconds`` is processor time of this process."""

    games: int
    players: int
    seed: int
    events: int
    seconds: float
    violations: tuple[str, ...]
    rounds: tuple[int, ...]
    ended_by: tuple[tuple[EndReason, int], ...]
    digest: str


def chance_of(seed: int, players: int, game: int) -> Chance:
    """Return the chance of one game: its seed is the text ``simulate/1 SEED PLAYERS GAME``."""
    return Chance(f"simulate/1 {seed} {players} {game}")


def play(rules: Rules, players: int, chance: Chance, tell: Told | None = None) -> Played:
    """Play one game to its end.

    Args:
        rules: the tiles and the table's options.
        players: 2 to 5.
        chance: everything that is not decided by the rules.
        tell: called after every command with its events and the state that follows.
    """
    player = Player(rules, chance)
    watch = Invariants(rules)
    played = Played(GameState())
    command: Command = player.set_up(players)
    while True:
        try:
            events = decide(rules, played.state, command)
        except RulesError as error:
            played.violations.append(f"{command}: {error.message}")
            return played
        state = played.state
        for event in events:
            state = apply(state, event)
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
        command = player.next_command(state)


def simulate(rules: Rules, *, players: int, games: int, seed: int) -> Summary:
    """Play *games* games and return what they were like."""
    digest = hashlib.sha256()
    violations: list[str] = []
    rounds: list[int] = []
    ends = dict.fromkeys(EndReason, 0)
    events = 0
    begun = time.process_time()
    for game in range(games):
        played = play(rules, players, chance_of(seed, players, game))
        events += played.events
        rounds.append(played.state.round.number)
        violations += [f"game {game}: {violation}" for violation in played.violations]
        if played.state.ended_by:
            ends[played.state.ended_by[0]] += 1
        digest.update(as_text(played.state).encode())
    return Summary(
        games=games,
        players=players,
        seed=seed,
        events=events,
        seconds=time.process_time() - begun,
        violations=tuple(violations),
        rounds=tuple(rounds),
        ended_by=tuple(ends.items()),
        digest=digest.hexdigest(),
    )


def as_text(state: GameState) -> str:
    """Return a state as one line of JSON: what is equal has equal text, on every machine."""
    return json.dumps(_plain(state), separators=(",", ":")) + "\n"


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        return [_plain(getattr(value, each.name)) for each in fields(value)]
    return value
