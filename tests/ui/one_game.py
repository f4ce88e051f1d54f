"""A table port over one real game, without threads and storage: what is posted happens at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.errors import CompanionError
from companion.games.definition import GameDefinition
from companion.session.steps import PlayedStep, StepKind
from companion.session.table_port import MatPicture, ScanUpdate, TableUpdate


class OneGame:
    """A ``TablePort`` that plays a game's rules."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game
        self._states: list[Any] = [game.initial]
        self._redo: list[Any] = []
        self._version = 0
        self._step: PlayedStep | None = None
        self.refused: list[CompanionError] = []

    def post(self, command: object) -> None:
        state = self._states[-1]
        try:
            events = self._game.decide(state, command)
        except CompanionError as error:
            self.refused.append(error)
            return
        for event in events:
            state = self._game.apply(state, event)
        moves = self._game.instructions(self._states[-1], events)
        self._states.append(state)
        self._redo.clear()
        self._version += 1
        self._step = PlayedStep(self._version, StepKind.DONE, events, moves)

    def put(self, state: Any) -> None:
        """Go on from another state, as if the game had come there."""
        self._states.append(state)
        self._version += 1

    def new_game(self, game: str) -> None:
        assert game == self._game.key
        self._states = [self._game.initial]

    def undo(self) -> None:
        self._redo.append(self._states.pop())
        self._version += 1

    def redo(self) -> None:
        self._states.append(self._redo.pop())
        self._version += 1

    def rescan(self, seat: int | None = None) -> None:
        del seat

    @property
    def over(self) -> bool:
        return self._game.is_over(self._states[-1])

    def latest(self) -> TableUpdate:
        return TableUpdate(
            version=self._version,
            game_id="1",
            game=self._game.key,
            view=self._game.view(self._states[-1], None),
            can_undo=len(self._states) > 1,
            can_redo=bool(self._redo),
            step=self._step,
        )

    def latest_scan(self) -> ScanUpdate:
        return ScanUpdate()

    def view_for(self, seat: int) -> Any:
        return self._game.view(self._states[-1], seat)

    def mat_picture(self, seat: int) -> MatPicture | None:
        del seat
        return None

    def subscribe(self, on_update: Callable[[TableUpdate], None]) -> Callable[[], None]:
        del on_update
        return lambda: None
