"""The games by key; a game's user interface is imported on first use."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from kivy_ui.pages.page import Picture

if TYPE_CHECKING:
    from kivy_ui.common.game_ui import GameUi


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game that can be chosen on the start screen; imported on first use.

    Attributes:
        key: the game's name in the log.
        name: a title, or a message to translate.
        players: number of players, such as ``2-5``.
        pieces: that stand for it; the further ones lie on the first.
        ui: location of its ``GameUi``, ``package.module:NAME``.
    """

    key: str
    name: str
    players: str
    pieces: tuple[str, ...]
    ui: str

    @property
    def picture(self) -> Picture:
        first, *over = map(Picture, self.pieces)
        return replace(first, over=tuple(over))

    def load(self) -> "GameUi":
        """Import the game's user interface."""
        found: GameUi = resolve_name(self.ui)
        return found


class GameUis(Mapping[str, "GameUi"]):
    """The games by key.

    Args:
        choices: every game, in the order of the start screen.
    """

    def __init__(self, choices: tuple[GameChoice, ...]) -> None:
        self.choices = choices
        self._by_key = {choice.key: choice for choice in choices}

    def name(self, key: str) -> str:
        """Return the name of a game, to be translated; its key if it is not there any more."""
        return self._by_key[key].name if key in self._by_key else key

    def picture(self, key: str) -> Picture:
        found = self._by_key.get(key)
        return Picture("symbol/box") if found is None else found.picture

    def __getitem__(self, key: str) -> "GameUi":
        return self._by_key[key].load()

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key)

    def __len__(self) -> int:
        return len(self._by_key)

    def __contains__(self, key: object) -> bool:
        return key in self._by_key
