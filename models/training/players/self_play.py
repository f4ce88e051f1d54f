"""Self-play games as training data: positions at the beginning of rounds, and who won."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.games.roll.model.event import Event
from companion.games.roll.model.state import GameState
from companion.games.roll.phases.round import GameEnded, RoundStarted
from companion.games.roll.rules.judge import Command
from companion.games.roll.rules.lookup import Rules
from companion.players.features import Row, position
from companion.players.observation import observe
from companion.players.policy import Policy
from companion.players.seeded_random import SeededRandom
from companion.simulation.playing import game_rng, play
from models.training.arrays import F32
from models.training.data.columns import Columns

Seating = Callable[[Rules, SeededRandom, int], dict[int, Policy]]
"""Who plays a game: policies by seat, for so many players."""


@dataclass(frozen=True, slots=True)
class Positions(Columns):
    """Positions and results of games.

    Attributes:
        rows: shape ``(positions, seats, features)``; each position as one seat sees it.
        shares: shape ``(positions, seats)``: each seat's share of the win, 0 to 1.
    """

    rows: F32
    shares: F32
    games: npt.NDArray[np.int32]
    rounds: npt.NDArray[np.int32]


def positions_of(
    rules: Rules,
    players: int,
    games: range,
    seed: int,
    seating: Seating,
) -> Positions:
    """Play games and return every seat's view of the beginning of every round, and of the end."""
    found: list[tuple[list[Row], list[float], int, int]] = []
    for game in games:
        seen: list[tuple[list[Row], int]] = []

        def tell(
            _: Command,
            events: tuple[Event, ...],
            state: GameState,
            seen: list[tuple[list[Row], int]] = seen,
        ) -> None:
            if isinstance(events[-1], RoundStarted | GameEnded):
                for seat in state.seats:
                    view = observe(state, seat).state
                    seen.append((position(rules, view, seat), state.round.number))

        policies = seating(rules, SeededRandom(f"seating/1 {seed} {game}"), players)
        rng = game_rng(seed, players, game)
        played = play(rules, players, rng, tell, policies=policies, checked=False)
        shares = shares_of(played.state)
        found += [(rows, shares, game, number) for rows, number in seen]
    return Positions(
        np.asarray([rows for rows, *_ in found], dtype=np.float32),
        np.asarray([shares for _, shares, *_ in found], dtype=np.float32),
        np.asarray([game for *_, game, _ in found], dtype=np.int32),
        np.asarray([number for *_, number in found], dtype=np.int32),
    )


def shares_of(state: GameState) -> list[float]:
    """Return each seat's share of the win of a game that is over: 1, a part of it, or 0."""
    scores = state.tracking.scores if state.tracking is not None else ()
    winners = [score.seat for score in scores if score.rank == 1]
    return [1 / len(winners) if seat in winners else 0.0 for seat in state.seats]
