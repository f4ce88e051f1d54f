"""Random fingers over the boards of the other games: the window goes on and the log is whole."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.app.wiring import games_at_table
from companion.games.emperor.war.rolls import ReadTray
from companion.games.emperor.war.tray import TrayDie
from companion.session.session import GameSession
from companion.session.table import TableOwner
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.registry import GAME_UIS
from kivy_ui.settings import UiSettings
from kivy_ui.window.board import PAGE
from tests.fakes import ManualClock
from tests.ui import trays
from tests.ui.fingers import ENTER, ESCAPE, F2, RandomFingers
from tests.ui.hand import Hand

_LONG = (pytest.mark.slow, pytest.mark.timeout(3600))
_GAMES = tuple(choice.key for choice in GAME_UIS.choices if choice.key != "roll")
_LOOK_EVERY = 50


class Fingers(RandomFingers):
    """Mostly taps on what can be tapped, and everything else that happens at a table."""

    def __init__(self, hand: Hand, owner: TableOwner, game: str, chance: random.Random) -> None:
        super().__init__(hand, owner, chance)
        self.game = game

    def act(self) -> None:
        """Do one thing."""
        deeds = (self.tap, self.two_fingers, self.drag, self.key, self.tray, self.undo)
        self.chance.choices(deeds, (0.72, 0.06, 0.05, 0.05, 0.07, 0.05))[0]()

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
        self.hand.app.root.tick()

    def undo(self) -> None:
        self.hand.app.root.undo()

    def aims(self) -> list[Any]:
        """Mostly what stands on the board."""
        board = [one for one in self.hand.app.root.ids.content.walk() if hasattr(one, "last_touch")]
        return board if board and self.chance.random() < 0.75 else super().aims()


@pytest.mark.parametrize(
    ("game", "seed", "steps"),
    [
        ("galactic_emperor", 1, 60),
        *(pytest.param(game, 2, 3000, marks=_LONG) for game in _GAMES),
    ],
)
def test_random_touches_break_nothing(
    owner: TableOwner, log: MemoryEventLog, game: str, seed: int, steps: int
) -> None:
    """No fault, no dead end; what the log gives back is what is shown."""
    owner.new_game(game)
    with Hand(owner, settings=UiSettings(player_names=trays.NAMES)) as hand:
        hand.app.stop = lambda *_args: None
        hand.wait_until(lambda: bool(hand.app.root.presenters.ui.update.game == game))
        fingers = Fingers(hand, owner, game, random.Random(seed))
        for number in range(1, steps + 1):
            fingers.act()
            if number % _LOOK_EVERY == 0:
                fingers.settle()
                _goes_on(hand, owner, game)
                _is_whole(owner, log)
        assert owner.latest().version


def _goes_on(hand: Hand, owner: TableOwner, game: str) -> None:
    """Panels can be left, and the board offers something; another game is left for this one."""
    while hand.app.root.panel is not None:
        before = hand.app.root.panel
        hand.key(ESCAPE)
        assert hand.app.root.panel is not before, f"{hand.panel_name} cannot be left"
    if owner.latest().game != game:
        owner.new_game(game)
        hand.wait_until(lambda: bool(hand.app.root.presenters.ui.update.game == game))
    hand.app.root.visit(None)
    hand.wait()
    root = hand.app.root
    assert root.screen_name == PAGE
    assert root.screen.view.scene.targets
    codes = {getattr(error, "code", "") for error in [owner.latest().error] if error}
    assert "internal" not in codes


def _is_whole(owner: TableOwner, log: MemoryEventLog) -> None:
    latest = owner.latest()
    header = next((one for one in log.games() if one.game_id == latest.game_id), None)
    if header is None:
        return
    assert latest.game is not None
    again = GameSession.resume(games_at_table()[latest.game], log, ManualClock(), header)
    assert again.version == latest.version
    assert again.view == latest.view
