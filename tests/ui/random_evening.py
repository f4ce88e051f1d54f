"""An evening by chance without a window: touches anywhere; between them, answers that go on."""

import random
from typing import Any, Final

from companion.app.wiring import games_at_table
from companion.games.answers import walk
from companion.players.seeded_random import SeededRandom
from companion.session.table_port import ScanUpdate
from companion.simulation.random_answers import asked, commands_of, random_path
from kivy_ui.asking.draft import Give
from kivy_ui.common.page_source import Help, Quit, Speak
from kivy_ui.pages.page import Frame
from tests.ui.at_source import AtWindow
from tests.ui.one_game import OneGame
from tests.ui.trays import a_tray

NAMES: Final = ("Maksymiliana", "Łukasz", "Zsófia", "Bo")
_GO_ON: Final = 0.15
"""How often the game goes on by an answer of the rules instead of a touch."""
_READS: Final = 0.05
"""How often the camera sees other dice on the tray."""
_ANSWERS: Final = 0.6
"""How often a touch goes to an answer, if the page has one."""


class RandomEvening(AtWindow):
    """Fingers that touch by chance whatever the window shows; every page has to be sound.

    Attributes:
        seen: the questions of all pages.
    """

    def __init__(self, game: str, size_px: tuple[int, int], language: str, seed: int = 1) -> None:
        text = f"{game}{size_px}{language}{seed}"
        self._chance = random.Random(text)
        self._answers = SeededRandom(text)
        games = games_at_table()
        self._port = OneGame(games[game], games)
        super().__init__(None, port=self._port, size_px=size_px, language=language,
                         player_names=NAMES)  # fmt: skip
        self.seen: set[str] = set()

    def play(self, touches: int) -> None:
        """Touch so often; a game that is over begins anew."""
        for _ in range(touches):
            if self._port.over:
                self._port.new_game(self._port.game.key)
            self.seen.add(self.page.question)
            if self._chance.random() < _READS:
                self._port.scan = self._any_tray()
            if self._chance.random() < _GO_ON:
                self._go_on()
            else:
                self.touched(self._any_key())

    def put(self, state: Any) -> None:
        """Go on from another state."""
        self._port.put(state)
        self.visit(None)

    def _any_key(self) -> Any:
        scene = self.scene()
        if scene.parts > 1:
            scene = self.scene(self._chance.randrange(scene.parts))
        keys = [target.key for target in scene.targets]
        answers = [key for key in keys if isinstance(key, Give)]
        chosen = answers if answers and self._chance.random() < _ANSWERS else keys
        return self._chance.choice(chosen or [None])

    def _any_tray(self) -> ScanUpdate:
        """What the camera sees: any dice, in two colours, some of them in doubt."""
        colours, faces = ("red", "white"), ("1", "4", "6", "5?")
        return a_tray(*(
            ("d6", self._chance.choice(colours), self._chance.choice(faces))
            for _ in range(self._chance.randint(0, 9))
        ))  # fmt: skip

    def _go_on(self) -> None:
        """Let the game go on by an answer that its rules take."""
        questions = asked(self._port.game, self._port.state)
        if not questions:
            return
        seat = self._answers.choice(sorted(questions))
        command = walk(questions[seat], random_path(questions[seat], self._answers))
        for each in commands_of(command):
            self._port.post(each)

    def touched(self, key: Any) -> None:
        """Touch what stays in the window and in its language; the rules take what it sends."""
        match key:
            case Speak() | Quit() | Help() | None | Frame.EARLIER | Frame.LATER:
                pass
            case _:
                super().touched(key)
                assert not self._port.refused, (key, self._port.refused)
