"""Random fingers over the boards of the other games: the window goes on and the log is whole."""

from __future__ import annotations

import random

import pytest

from companion.games.emperor.set_up import NewPlayer, StartGame
from companion.games.emperor.war.rolls import ReadTray
from companion.games.emperor.war.tray import TrayDie
from companion.games.question import Command
from companion.preferences import Preferences
from companion.session.table import TableOwner
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.asking.draft import Give
from kivy_ui.asking.game_pages import LaidOut
from kivy_ui.registry import GAME_UIS
from kivy_ui.settings import UiSettings
from kivy_ui.window.board import PAGE
from tests.games.emperor.positions import HOMES, OPTIONS
from tests.ui import trays
from tests.ui.fingers import ENTER, ESCAPE, F2, RandomFingers, is_whole
from tests.ui.hand import Hand

_LONG = (pytest.mark.slow, pytest.mark.timeout(3600))
_GAMES = tuple(choice.key for choice in GAME_UIS.choices if choice.key != "roll")
_PLAYERS = tuple(NewPlayer(seat, name, food=1) for seat, name in enumerate(trays.NAMES[:3], 1))
_LOOK_EVERY = 50
_SETTINGS = UiSettings(player_names=trays.NAMES, preferences=Preferences(motion=False))
"""Nothing moves: a touch during a motion would only end it."""


class Fingers(RandomFingers):
    """Mostly taps on what can be tapped, and everything else that happens at a table."""

    def __init__(self, hand: Hand, owner: TableOwner, game: str, chance: random.Random) -> None:
        super().__init__(hand, owner, chance)
        self.game = game

    def act(self) -> None:
        """Do one thing."""
        deeds = (self.tap, self.two_fingers, self.drag, self.key, self.tray, self.undo, self.back)
        self.chance.choices(deeds, (0.62, 0.06, 0.05, 0.05, 0.07, 0.05, 0.1))[0]()

    def key(self) -> None:
        self.hand.key(self.chance.choice((ENTER, ESCAPE, F2)))

    def tray(self) -> None:
        """The camera reads the tray: any dice, in any number, in two colours."""
        dice = tuple(
            ("d6", self.chance.choice(("red", "white")), self.chance.choice(("1", "4", "6", "5?")))
            for _ in range(self.chance.randint(0, 9))
        )
        self.owner.show_scan(trays.a_tray(*dice))
        if self.game == "galactic_emperor":
            seen = tuple(
                TrayDie(int(face[0]), colour, face.endswith("?")) for _, colour, face in dice
            )
            self.owner.post(ReadTray(seen))
        self.hand.app.shell.tick()

    def undo(self) -> None:
        self.hand.app.shell.undo()

    def back(self) -> None:
        """From the menu and what it leads to, back to the board."""
        self.hand.app.shell.visit(None)
        self.hand.wait()

    def aims(self) -> list[tuple[float, float]]:
        """Mostly answers to what the board asks."""
        pages = self.hand.places_on_page()
        answers = [place for key, place in pages if isinstance(key, Give | LaidOut)]
        return answers if answers and self.chance.random() < 0.75 else super().aims()


@pytest.mark.parametrize(
    ("game", "seed", "steps", "begins"),
    [
        ("galactic_emperor", 3, 60, (StartGame(_PLAYERS, 1, OPTIONS, HOMES),)),
        *(pytest.param(game, 2, 3000, (), marks=_LONG) for game in _GAMES),
    ],
)
def test_random_touches_break_nothing(
    owner: TableOwner,
    log: MemoryEventLog,
    game: str,
    seed: int,
    steps: int,
    begins: tuple[Command, ...],
) -> None:
    """No fault, no dead end; what the log gives back is what is shown.

    A few touches seldom get through a whole set-up, so they come after it.
    """
    owner.new_game(game)
    for command in begins:
        owner.post(command)
    with Hand(owner, settings=_SETTINGS) as hand:
        hand.app.stop = lambda *_args: None
        hand.wait_until(lambda: bool(hand.app.shell.presenters.ui.update.game == game))
        fingers = Fingers(hand, owner, game, random.Random(seed))
        for number in range(1, steps + 1):
            fingers.act()
            if number % _LOOK_EVERY == 0:
                fingers.settle()
                _goes_on(hand, owner, game)
                is_whole(owner, log)
        assert owner.latest().version > len(begins)


def _goes_on(hand: Hand, owner: TableOwner, game: str) -> None:
    """The page offers something; another game is left for this one."""
    if owner.latest().game != game:
        owner.new_game(game)
        hand.wait_until(lambda: bool(hand.app.shell.presenters.ui.update.game == game))
    hand.app.shell.visit(None)
    hand.wait()
    assert hand.app.shell.screen_name == PAGE
    assert hand.places_on_page()
    codes = {getattr(error, "code", "") for error in [owner.latest().error] if error}
    assert "internal" not in codes
