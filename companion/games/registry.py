"""The games that this companion knows, by key. A game is imported when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

from companion.games.definition import GameDefinition


class Games(Mapping[str, GameDefinition]):
    """Games by key; those that nobody plays cost nothing at the start.

    Args:
        loaders: key of the game -> what returns its definition, the first game first.
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

    def replaced(self, game: GameDefinition) -> Games:
        """Return the same games with another definition of one of them."""
        return self.loaded_by(game.key, lambda: game)

    def loaded_by(self, key: str, loader: Callable[[], GameDefinition]) -> Games:
        """Return the same games with one of them made by *loader* when it is first asked for."""
        return Games({**self._loaders, key: cache(loader)})


@cache
def _roll() -> GameDefinition:
    from companion.games.roll import GAME

    return GAME


@cache
def _gathering_storm() -> GameDefinition:
    from companion.games.storm import GOALS

    return GOALS


@cache
def _gathering_storm_solo() -> GameDefinition:
    from companion.games.storm import SOLO

    return SOLO


@cache
def _gathering_storm_draft() -> GameDefinition:
    from companion.games.storm import DRAFT

    return DRAFT


@cache
def _galactic_emperor() -> GameDefinition:
    from companion.games.emperor import GAME

    return GAME


@cache
def _rule_the_galaxy() -> GameDefinition:
    from companion.games.rule import GAME

    return GAME


GAMES: Final = Games(
    {
        "roll": _roll,
        "gathering_storm": _gathering_storm,
        "gathering_storm_solo": _gathering_storm_solo,
        "gathering_storm_draft": _gathering_storm_draft,
        "galactic_emperor": _galactic_emperor,
        "rule_the_galaxy": _rule_the_galaxy,
    }
)
"""Key of the game -> its definition. A new game is a function and a line here."""
