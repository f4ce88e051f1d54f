"""A table port over real games, without threads and storage: what is posted happens at once."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.errors import CompanionError
from companion.games.definition import GameDefinition
from companion.session.steps import PlayedStep, Redone, Timeline, Undone
from companion.session.table_port import PrivateView, ScanUpdate, TablePort, TableUpdate

_NONE: Final[Mapping[str, GameDefinition]] = MappingProxyType({})


class OneGame(TablePort):
    """A ``TablePort`` that plays a game's rules.

    Args:
        game: that runs first.
        others: that can be begun.

    Attributes:
        scan: what the camera sees.
        begun: the games that were begun, by their keys.
        rescans: how often a reading was asked for.
    """

    def __init__(self, game: GameDefinition, others: Mapping[str, GameDefinition] = _NONE) -> None:
        self._game = game
        self._games = {**others, game.key: game}
        self._timeline = Timeline(game)
        self._version = 0
        self._step: PlayedStep | None = None
        self._update: TableUpdate | None = None
        self.refused: list[CompanionError] = []
        self.scan = ScanUpdate()
        self.begun: list[str] = []
        self.rescans = 0

    @property
    def game(self) -> GameDefinition:
        """The game that runs."""
        return self._game

    @property
    def state(self) -> Any:
        return self._timeline.present.state

    def post(self, command: object) -> None:
        try:
            events = self._game.decide(self.state, command)
        except CompanionError as error:
            self.refused.append(error)
            return
        self._timeline.step(self._version + 1, self._timeline.after(events), tuple(events))
        self._moved()

    def put(self, state: Any) -> None:
        """Go on from another state, as if the game had come there."""
        self._timeline.step(self._version + 1, state, ())
        self._moved()

    def _moved(self) -> None:
        self._version += 1
        self._step = self._timeline.newest(self._version)
        self._update = None

    def new_game(self, game: str) -> None:
        self.begun.append(game)
        if game in self._games:
            self._game = self._games[game]
            self._timeline = Timeline(self._game)
            self._moved()

    def undo(self) -> None:
        self._timeline.move(self._timeline.turn(Undone))
        self._moved()

    def redo(self) -> None:
        self._timeline.move(self._timeline.turn(Redone))
        self._moved()

    def rescan(self, seat: int | None = None) -> None:
        del seat
        self.rescans += 1

    @property
    def over(self) -> bool:
        return self._game.is_over(self.state)

    def latest(self) -> TableUpdate:
        if self._update is None:
            self._update = TableUpdate(
                version=self._version,
                game_id="1",
                game=self._game.key,
                view=self._game.view(self.state, None),
                can_undo=self._timeline.can_undo,
                can_redo=self._timeline.can_redo,
                is_over=self.over,
                step=self._step,
            )
        return self._update

    def latest_scan(self) -> ScanUpdate:
        return self.scan

    def private_view(self, seat: int | None) -> PrivateView:
        return PrivateView(self.latest(), None, self._game, self.state).of(seat)
