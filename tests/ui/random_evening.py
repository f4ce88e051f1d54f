"""An evening by chance without a window: touches anywhere; between them, answers that go on."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from companion.app.wiring import games_at_table
from companion.errors import CompanionError
from companion.games.answers import walk
from companion.players.seeded_random import SeededRandom
from companion.simulation.random_answers import asked, commands_of, random_path
from kivy_ui.asking.draft import Give
from kivy_ui.common.page_source import Help, Leave, PageSource, Quit, Speak, Visit
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.check import faults
from kivy_ui.pages.marks import Scene
from kivy_ui.pages.page import Frame, Page
from kivy_ui.pages.templates import compose
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.ui.one_game import OneGame

NAMES: Final = ("Maksymiliana", "Łukasz", "Zsófia", "Bo")
_GO_ON: Final = 0.15
"""How often the game goes on by an answer of the rules instead of a touch."""
_ANSWERS: Final = 0.6
"""How often a touch goes to an answer, if the page has one."""


class RandomEvening:
    """Fingers that touch by chance whatever the window shows; every page has to be sound.

    Attributes:
        found: the pages that are not sound, as (question, faults).
        seen: the questions of all pages.
    """

    def __init__(self, game: str, size_px: tuple[int, int], language: str, seed: int = 1) -> None:
        text = f"{game}{size_px}{language}{seed}"
        self._chance = random.Random(text)
        self._answers = SeededRandom(text)
        self._size_px = size_px
        games = games_at_table()
        self._port = OneGame(games[game], games)
        settings = UiSettings(language=language, player_names=NAMES)
        self._presenters = Presenters(RollContext(self._port, settings))
        self.found: list[tuple[str, list[str]]] = []
        self.seen: set[str] = set()

    def play(self, touches: int) -> None:
        """Touch so often; a game that is over begins anew."""
        for _ in range(touches):
            if self._port.over:
                self._port.new_game(self._port.game.key)
            page = self._page()
            if self._chance.random() < _GO_ON:
                self._go_on()
            else:
                self._touch(self._key(page))

    # --- looking -------------------------------------------------------------------------------

    @property
    def _source(self) -> PageSource:
        return self._presenters.source(self._presenters.screen)

    def _page(self) -> Page:
        self._presenters.ui.take(self._port.latest())
        return self._source.page()

    def _scene(self, page: Page) -> Scene:
        from kivy_ui.pages.textures import text_width

        scene = compose(page, self._size_px, text_width)
        wrong = list(faults(scene, self._size_px))
        if wrong:
            self.found.append((page.question, wrong))
        self.seen.add(page.question)
        return scene

    def _key(self, page: Page) -> Any:
        scene = self._scene(page)
        if scene.parts > 1:
            scene = self._scene(replace(page, part=self._chance.randrange(scene.parts)))
        keys = [target.key for target in scene.targets]
        answers = [key for key in keys if isinstance(key, Give)]
        chosen = answers if answers and self._chance.random() < _ANSWERS else keys
        return self._chance.choice(chosen or [None])

    # --- touching ------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Let the game go on by an answer that its rules take."""
        questions = asked(self._port.game, self._port.state)
        if not questions:
            return
        seat = self._answers.choice(sorted(questions))
        command = walk(questions[seat], random_path(questions[seat], self._answers))
        for each in commands_of(command):
            self._port.post(each)

    def _touch(self, key: Any) -> None:
        ui = self._presenters.ui
        match key:
            case Visit(screen):
                self._visit(screen)
            case Leave():
                ui.leave()
            case Speak() | Quit() | Help() | None:
                pass
            case Frame.MENU:
                self._visit("menu")
            case Frame.UNDO:
                self._source.undo()
            case Frame():
                pass
            case _:
                self._answer(key)

    def _visit(self, screen: str | None) -> None:
        self._presenters.ui.visit(screen)
        if screen is not None:
            self._source.enter()

    def _answer(self, key: Any) -> None:
        with suppress(CompanionError):  # the window says it in a banner
            self._source.touch(key)
