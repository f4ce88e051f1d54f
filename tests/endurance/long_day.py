"""A day at the table, hurried: 24 games of an hour each, one after the other, in one process.

    python -m tests.endurance.long_day [GAMES]

Owner, log on the disk, scanner with the bundled pictures, keyboard and a button box that is pulled
out once a game; a person presses, corrects, takes back. Prints a line of JSON for each game
(memory, open files, threads, size of the log) and one at the end: by how much memory grew after
the third game, when everything had been loaded once.
"""

import gc
import json
import os
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import cast

from companion.app.preview import scaled_picture
from companion.demo.script import PICTURES
from companion.games.registry import GAMES
from companion.games.roll import GAME
from companion.games.roll.model.state import GameState, Step
from companion.session.clock import SystemClock
from companion.session.frame_tap import FrameTap
from companion.session.scanner import Scanner
from companion.session.table import TableOwner
from companion.session.table_port import DeviceState
from companion.storage.sqlite_log import SqliteEventLog
from hardware.buttons.button_group import ButtonGroup
from hardware.buttons.keyboard_buttons import KeyboardButtons
from hardware.buttons.serial_buttons import SerialButtons
from hardware.cameras.folder_camera import FolderCamera
from tests.companion.demo.stage import QUICK, KnowingReader
from tests.firmware.pico_box import PicoBox
from tests.games.roll.table import next_command

STEPS = 600
LOADED_AFTER = 3


def main(games: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        day = _Day(path)
        rows = []
        for number in range(1, games + 1):
            day.play(number)
            rows.append({"game": number, **_measured(), "log_bytes": path.stat().st_size})
            print(json.dumps(rows[-1]), flush=True)  # noqa: T201
        day.close()
        loaded, last = rows[min(LOADED_AFTER, games) - 1], rows[-1]
        print(  # noqa: T201
            json.dumps(
                {
                    "memory_grew_percent": round(
                        100 * (last["memory_kb"] / loaded["memory_kb"] - 1), 2
                    ),
                    "open_files_more": last["open_files"] - loaded["open_files"],
                    "threads_more": last["threads"] - loaded["threads"],
                    "log_kb": last["log_bytes"] // 1000,
                    "events": day.events,
                }
            )
        )


class _Day:
    def __init__(self, path: Path) -> None:
        self._log = SqliteEventLog(path, GAMES)
        clock = SystemClock()
        self._owner = TableOwner(GAMES, self._log, clock)
        self._ports: list[str] = []
        keyboard = KeyboardButtons()
        self._box_buttons = SerialButtons(lambda: tuple(self._ports), retry_s=0.01)
        self._buttons = ButtonGroup([keyboard, self._box_buttons])
        self._camera = FolderCamera(PICTURES, fps=0)
        self._scanner = Scanner(
            self._owner,
            KnowingReader(),
            lambda: FolderCamera(PICTURES, frames_each=5, fps=0),
            clock,
            tap=FrameTap(self._owner.scan_plan, scaled_picture),
            settings=QUICK,
        )
        self._owner.start()
        self._buttons.start(self._owner.press)
        self._scanner.start()
        self.events = 0

    def play(self, number: int) -> None:
        chance = random.Random(number)
        box = PicoBox()
        self._ports[:] = [box.port]
        self._owner.new_game(GAME.key)
        for step in range(STEPS):
            view = self._owner.latest().view
            luck = chance.random()
            if luck < 0.08:
                self._owner.undo()
            elif luck < 0.1:
                self._owner.redo()
            elif luck < 0.2 and getattr(view, "step", None) is Step.ASSIGN:
                self._owner.press(chance.randint(1, 5))
            else:
                wanted = next_command(chance, self._state(), players=chance.randint(2, 5))
                if wanted is None:
                    self._owner.undo()
                else:
                    self._owner.post(wanted)
            if step % 50 == 0:
                self._buttons.set_light(chance.randint(1, 5), on=chance.random() < 0.5)
                time.sleep(0.02)  # let the scanner have a look
            self._catch_up()
        self._ports.clear()
        box.unplug()
        until_s = time.monotonic() + 20
        while self._box_buttons.state is DeviceState.READY and time.monotonic() < until_s:
            time.sleep(0.01)
        self.events += self._owner.latest().version

    def close(self) -> None:
        self._scanner.stop()
        self._camera.close()
        self._buttons.close()
        self._owner.stop()
        self._log.close()

    def _state(self) -> GameState:
        session = self._owner._session
        return cast(GameState, session.state if session is not None else GAME.initial)

    def _catch_up(self) -> None:
        """Wait until the owner has dealt with everything, as people wait for the screen."""
        done = threading.Event()
        unsubscribe = self._owner.subscribe(lambda _update: done.set())
        self._owner.press(9)  # nobody's button: only an answer
        done.wait(0.02)
        unsubscribe()


def _measured() -> dict[str, int]:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return {
        "memory_kb": pages * os.sysconf("SC_PAGE_SIZE") // 1024,
        "open_files": len(list(Path("/proc/self/fd").iterdir())),
        "threads": threading.active_count(),
    }


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 24)
