"""A game's pages of questions without a window: what they say, and what a touch brings about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.app.wiring import games_at_table
from kivy_ui.art.files import SIZES_PX
from kivy_ui.asking.draft import Give, More
from kivy_ui.asking.game_pages import LaidOut
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.marks import Scene
from kivy_ui.pages.page import Page
from kivy_ui.pages.templates import compose
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.ui.one_game import OneGame


class AtScreen:
    """A table before one game's screen.

    Args:
        names: of the players at seats 1 and up.
    """

    def __init__(
        self,
        game: str,
        *,
        size_px: tuple[int, int] = SIZES_PX[0],
        language: str = "en",
        names: tuple[str, ...] = ("Ann", "Bo", "Cy"),
    ) -> None:
        self.port = OneGame(games_at_table()[game])
        self.size_px = size_px
        settings = UiSettings(language=language, player_names=names)
        self.presenters = Presenters(RollContext(self.port, settings))
        self.said: tuple[str, str] | None = None
        """Why the last touch was not possible, and a hint."""

    @property
    def page(self) -> Page:
        """The page that is shown now."""
        self.presenters.ui.take(self.port.latest())
        return self.presenters.board.asked.page()

    @property
    def scene(self) -> Scene:
        """The page as it is laid out."""
        return self._laid_out(0)

    def _laid_out(self, part: int) -> Scene:
        from kivy_ui.pages.textures import text_width

        return compose(replace(self.page, part=part), self.size_px, text_width)

    @property
    def state(self) -> Any:
        view = self.port.latest().view
        return getattr(view, "state", view)

    @property
    def keys(self) -> list[object]:
        """What can be touched."""
        return [target.key for target in self.scene.targets]

    def touch(self, key: object) -> None:
        """Touch a place of the page."""
        assert key in self.keys, (key, self.keys)
        self.touched(key, 1)

    def touched(self, key: object, taps: int) -> None:
        """Handle touches, of which the last one is on *key*."""
        del taps
        self.said = self.presenters.board.asked.touch(key)
        assert not self.port.refused, self.port.refused

    def key(self, element: object) -> tuple[Give, int] | None:
        """The answer whose path ends so and the part of the page where it is; None if nowhere."""
        for part in range(4):
            for key in (target.key for target in self._laid_out(part).targets):
                if isinstance(key, Give) and key.path[-1] == element:
                    return key, part
        return None

    def can(self, element: object) -> bool:
        """Whether there is such an answer."""
        return self.key(element) is not None

    def answer(self, *elements: object) -> None:
        """Touch the answers whose paths end so, one after the other."""
        for element in elements:
            found = self.key(element)
            assert found is not None, (element, self.keys)
            key, part = found
            self.touched(key, part + 1)

    def more(self) -> None:
        """Touch the button of the seldom wanted answers."""
        self.touch(More())

    def laid_out(self) -> None:
        """Touch the button that says that everything lies on the table."""
        self.touch(LaidOut())

    def main(self) -> None:
        """Touch the main button."""
        main = self.page.main
        assert main is not None
        self.touch(main.key)
