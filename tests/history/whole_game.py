"""A whole counted game as the log holds it, played by chance."""

from typing import Final

from companion.catalog import load_roll_catalog
from companion.games.roll.model.event import Event
from companion.games.roll.model.state import GameState
from companion.games.roll.rules.lookup import Rules
from companion.session.ports import StoredEvent
from companion.simulation.playing import game_rng, play

RULES: Final = Rules(load_roll_catalog())


def a_whole_game(players: int) -> tuple[StoredEvent, ...]:
    """Return the events of a game from set-up to the scores."""
    stored: list[StoredEvent] = []

    def keep(_command: object, events: tuple[Event, ...], _state: GameState) -> None:
        step = len(stored) + 1
        for event in events:
            stored.append(StoredEvent(len(stored) + 1, step, event, "2026-01-01T20:00:00+00:00"))

    play(RULES, players, game_rng(5, players, 0), keep)
    return tuple(stored)
