"""Registry of the games by key. A game is imported on first access."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pkgutil import resolve_name
from typing import Final

from companion.games.definition import GameDefinition


class Games(Mapping[str, GameDefinition]):
    """Games by key, loaded lazily.

    Args:
        loaders: key of the game -> function that returns its definition, the first game first.
    """

    def __init__(self, loaders: Mapping[str, Callable[[], GameDefinition]]) -> None:
        self._loaders = dict(loaders)

    def __getitem__(self, key: str) -> GameDefinition:
        return self._loaders[key]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)

    def __contains__(self, key: object) -> bool:
        return key in self._loaders

    def replaced(self, game: GameDefinition) -> "Games":
        """Return the same games with another definition of one of them."""
        return self.loaded_by(game.key, lambda: game)

    def loaded_by(self, key: str, loader: Callable[[], GameDefinition]) -> "Games":
        """Return the same games with one of them created by *loader* on first access."""
        return Games({**self._loaders, key: cache(loader)})


_DEFINITIONS: Final[Mapping[str, str]] = {
    "roll": "companion.games.roll:GAME",
    "gathering_storm": "companion.games.storm:GOALS",
    "gathering_storm_solo": "companion.games.storm:SOLO",
    "gathering_storm_draft": "companion.games.storm:DRAFT",
    "galactic_emperor": "companion.games.emperor:GAME",
    "rule_the_galaxy": "companion.games.rule:GAME",
}
"""Key of the game -> import path of its definition. A new game is a line here."""

GAMES: Final = Games({key: partial(resolve_name, name) for key, name in _DEFINITIONS.items()})
"""Key of the game -> its definition."""
