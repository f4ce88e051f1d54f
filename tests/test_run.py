"""``companion run`` as people start it: in a process of its own."""

import json
import os
import pty
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import cv2
import pytest

from companion.cli.main import main
from companion.demo.script import load_script
from companion.games.registry import GAMES
from companion.storage.sqlite_log import SqliteEventLog
from tests.companion.demo.rehearsal import end_of
from tests.evening_log import facts, lines_of
from tests.waiting import until

CHECKOUT = Path(__file__).parents[1]
PATIENCE_S = 240.0
EVENING_S = 600.0

pytestmark = pytest.mark.timeout(900)  # fresh processes with a window, on a busy machine


def environ(home: Path, **more: str) -> dict[str, str]:
    """No screen, no files of the developer."""
    keep = {k: v for k, v in os.environ.items() if k not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    return {**keep, "COMPANION_HOME": str(home), "OMP_NUM_THREADS": "1", **more}


def companion(home: Path, *words: str, timeout_s: float = PATIENCE_S, **more: str) -> "Done":
    """Run the command line to its end."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        cwd=CHECKOUT,
        env=environ(home, **more),
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )


Done = subprocess.CompletedProcess[str]


class Evening:
    """A demonstration under way; its lines are read as they come."""

    def __init__(self, home: Path, log: Path, *words: str, **more: str) -> None:
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "companion", "run", "--simulate", "--headless"),
                *("--log", str(log), "--out", str(home / "out"), *words),
            ],
            cwd=CHECKOUT,
            env=environ(home, **more),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def wait_for_lines(self, count: int) -> None:
        until(
            lambda: len(self.lines) >= count or self.process.poll() is not None,
            timeout_s=PATIENCE_S,
        )

    def end(self, number: int, timeout_s: float = PATIENCE_S) -> int:
        self.process.send_signal(number)
        return self.wait(timeout_s)

    def wait(self, timeout_s: float) -> int:
        status = self.process.wait(timeout_s)
        self._thread.join(10)
        return status

    def facts(self) -> list[str]:
        """The lines that tell of the game."""
        return facts(self.lines)


def test_the_first_screen_comes_up_off_the_screen(tmp_path: Path) -> None:
    """Without camera, pins or screen: a window is drawn, the exit status is 0."""
    done = companion(tmp_path, "run", "--until-shown", "--size", "1280x800")
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout.splitlines()[-1])
    assert shown["memory_mb"] < 400
    assert "demonstration" in done.stderr
    assert (tmp_path / "demonstration.sqlite").exists()
    assert not (tmp_path / "games.sqlite").exists()


@pytest.mark.parametrize("kills", [2, pytest.param(25, marks=pytest.mark.slow)])
def test_killed_demonstrations_lose_nothing_they_told(tmp_path: Path, kills: int) -> None:
    """kill -9 at random moments; every fact that was told is in the log, also of older games."""
    log, chance = tmp_path / "killed.sqlite", random.Random(7)
    for _ in range(kills):
        before = lines_of(log)
        evening = Evening(tmp_path, log)
        evening.wait_for_lines(chance.randint(1, 12))
        time.sleep(chance.uniform(0.0, 0.5))
        evening.end(signal.SIGKILL)
        after = lines_of(log)
        told = evening.facts()
        assert after[: len(before)] == before
        assert after[len(before) : len(before) + len(told)] == told
    assert lines_of(log)


def test_without_any_way_to_draw_the_evening_plays_all_the_same(tmp_path: Path) -> None:
    """No libraries for a window: the demonstration goes on without, a table with a screen stops."""
    words = ("run", "--simulate", "--window", "--until-shown")
    done = companion(tmp_path, *words, KIVY_WINDOW="none")
    assert done.returncode == 1
    assert "[window]" in done.stderr
    evening = Evening(tmp_path, tmp_path / "games.sqlite", KIVY_WINDOW="none")
    evening.wait_for_lines(4)
    assert evening.end(signal.SIGTERM) == 0
    assert evening.lines[0].startswith("No window can be opened")


def test_a_display_that_shows_no_window_says_so_in_text(tmp_path: Path) -> None:
    """The service stays ready with a sentence on its console, and ends in order when asked."""
    display, console = pty.openpty()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE_S)
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", "--table", "--window", "--language", "hu"],
            cwd=CHECKOUT,
            env=environ(
                tmp_path,
                DISPLAY=":77",
                SDL_VIDEODRIVER="none",
                NOTIFY_SOCKET=str(tmp_path / "notify"),
            ),
            stdin=console,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert manager.recv(100) == b"READY=1"
        os.set_blocking(display, False)
        assert "kijelző" in os.read(display, 2000).decode()
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 1
        assert manager.recv(100) == b"STOPPING=1"
    os.close(display)
    os.close(console)


_PLUGGED_IN_LATER = """
import sys
from pathlib import Path
from companion.cli.main import main
from kivy_ui import environment
screen = Path(sys.argv[1])
surfaces = environment.Surface
environment.find_surface = lambda _: surfaces.CONSOLE if screen.exists() else surfaces.OFFSCREEN
sys.exit(main(["run", "--table"]))
"""


def test_a_table_without_a_display_ends_once_one_is_plugged_in(tmp_path: Path) -> None:
    """It is ready without; systemd starts it again, and then its window opens on the display."""
    screen = tmp_path / "screen"
    env = environ(tmp_path, NOTIFY_SOCKET=str(tmp_path / "notify"))
    env.pop("SDL_VIDEODRIVER", None)  # of the tests themselves
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE_S)
        process = subprocess.Popen(
            [sys.executable, "-c", _PLUGGED_IN_LATER, str(screen)],
            cwd=CHECKOUT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            assert manager.recv(100) == b"READY=1"
            assert process.poll() is None
            screen.touch()
            assert process.wait(PATIENCE_S) == 0
        finally:
            process.kill()


def test_a_folder_that_takes_no_pictures_is_said_once(tmp_path: Path) -> None:
    """The evening plays without them, without a traceback."""
    (tmp_path / "file").write_text("x")
    out = str(tmp_path / "file" / "out")
    done = companion(tmp_path, "run", "--simulate", "--headless", "--until-shown", "--out", out)
    assert done.returncode == 0
    assert "No images will be saved" in done.stderr
    assert "Traceback" not in done.stderr


def test_another_program_reads_the_steps_of_a_table(tmp_path: Path) -> None:
    """From the socket that the settings name; it goes with the table."""
    path = tmp_path / "events.sock"
    (tmp_path / "config.toml").write_text(f"[events]\nsocket = '{path}'\n")
    evening = Evening(tmp_path, tmp_path / "games.sqlite")
    until(path.is_socket, timeout_s=PATIENCE_S)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as reader:
        reader.settimeout(PATIENCE_S)
        reader.connect(str(path))
        with reader.makefile(encoding="utf-8") as lines:
            steps = [json.loads(lines.readline()) for _ in range(3)]
    assert [each["game"] for each in steps] == ["roll"] * 3
    assert all(each["events"] for each in steps)
    assert evening.end(signal.SIGTERM) == 0
    assert not path.exists()


def test_an_ended_service_stops_in_order(tmp_path: Path) -> None:
    """SIGTERM: exit status 0, the log is whole and free for the next start."""
    log = tmp_path / "games.sqlite"
    evening = Evening(tmp_path, log)
    evening.wait_for_lines(3)
    assert evening.end(signal.SIGTERM) == 0
    SqliteEventLog(log, GAMES).close()
    assert lines_of(log)[: len(evening.facts())] == evening.facts()


def test_a_second_instance_is_refused(tmp_path: Path) -> None:
    """One clear error; the first one goes on, its log is not touched."""
    log = tmp_path / "games.sqlite"
    evening = Evening(tmp_path, log)
    evening.wait_for_lines(2)
    second = companion(tmp_path, "run", "--simulate", "--headless", "--log", str(log))
    assert second.returncode == 1
    assert "[log_in_use]" in second.stderr
    assert len(second.stderr.strip().splitlines()) == 1
    assert evening.process.poll() is None
    evening.end(signal.SIGTERM)


def test_wrong_settings_are_said_and_the_table_starts(tmp_path: Path) -> None:
    """The line is named, the file stays as it is, everything has its default."""
    (tmp_path / "config.toml").write_text("[camera]\nsorce = 'usb'\n")
    done = companion(tmp_path, "run", "--table", "--headless", "--until-shown")
    assert done.returncode == 0
    assert "Line 2" in done.stderr
    assert "[settings_unknown_key]" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "config.toml").read_text() == "[camera]\nsorce = 'usb'\n"


def test_the_table_starts_whatever_lies_in_its_folder(tmp_path: Path) -> None:
    """Garbage is renamed; folders, pipes and links stay; all is said and nothing deleted."""
    garbage = b"x" * 5000
    for name in ("games.sqlite", "boxes.json", "profiles"):
        (tmp_path / name).write_bytes(garbage)
    for name in ("choices.json", "tallies"):
        (tmp_path / name).mkdir()
    os.mkfifo(tmp_path / "tallies" / "game.json")
    os.mkfifo(tmp_path / "config.toml")
    (tmp_path / "demo-profiles").symlink_to(tmp_path / "nowhere")
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "before-1.zip").touch()
    done = companion(tmp_path, "run", "--table", "--headless", "--until-shown")
    assert done.returncode == 0, done.stderr
    assert "before-1.zip" in done.stderr
    assert "Traceback" not in done.stderr
    for name in ("choices.json", "game.json", "config.toml", "demo-profiles"):
        assert f"{name} has the wrong file type" in done.stderr
    aside = {path.name for path in tmp_path.iterdir() if ".damaged-" in path.name}
    assert len(aside) == 3
    for name in aside:
        assert name in done.stderr
        assert (tmp_path / name).read_bytes() == garbage
    doctor = companion(tmp_path, "doctor", "--json")
    found = {each["name"]: each for each in json.loads(doctor.stdout)["checks"]}
    assert all(name in found["set aside"]["message"] for name in aside)
    assert found["settings"]["details"]["code"] == "settings_unreadable"
    assert found["log"]["state"] == "ok"


def test_a_log_that_is_a_pipe_or_device_stays(tmp_path: Path) -> None:
    """Named in the settings: the default log is used, and the line is said."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "config.toml").write_text(f"[log]\nfile = '{pipe}'\n")
    done = companion(tmp_path, "run", "--table", "--headless", "--until-shown")
    assert done.returncode == 0, done.stderr
    assert "Line 2" in done.stderr
    assert pipe.is_fifo()
    assert (tmp_path / "games.sqlite").is_file()


def test_a_log_that_is_none_stays_as_it_is(tmp_path: Path) -> None:
    """A picture given as log: refused, byte for byte the same."""
    log = tmp_path / "holiday.jpg"
    log.write_bytes(b"\xff\xd8\xff" + b"x" * 5000)
    done = companion(tmp_path, "run", "--simulate", "--headless", "--log", str(log))
    assert done.returncode == 1
    assert "[log_unreadable]" in done.stderr
    assert log.read_bytes() == b"\xff\xd8\xff" + b"x" * 5000


@pytest.mark.parametrize(
    "words",
    [
        ("--size", "big"),
        ("--size", "10x10"),
        ("--language", "de"),
        ("--headless", "--window"),
        ("--pace", "warp"),
        ("--log", ""),
        ("--log", "."),
        ("--log", "x" * 900),
        ("what",),
    ],
)
def test_wrong_usage_is_status_2(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Usage on standard error, nothing on standard output."""
    with pytest.raises(SystemExit) as ended:
        sys.exit(main(["run", *words]))
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "usage:" in told.err


def test_a_reader_that_goes_away_does_not_end_the_evening(tmp_path: Path) -> None:
    """``companion run | head -c 1``: the pipe closes, the table plays on until it is ended."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "run", "--simulate", "--headless"],
        cwd=CHECKOUT,
        env=environ(tmp_path),
        stdout=writing,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    assert os.read(reading, 1)
    os.close(reading)
    log = tmp_path / "demonstration.sqlite"
    moved_bytes = 30_000  # the start and some moves
    until(lambda: log.exists() and log.stat().st_size >= moved_bytes, timeout_s=PATIENCE_S)
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_S) == 0
    assert len(lines_of(log)) > 3


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_whole_demonstration(tmp_path: Path) -> None:
    """It ends by itself with status 0 and leaves every screen and every mat as pictures."""
    evening = Evening(tmp_path, tmp_path / "games.sqlite", "--language", "pl")
    assert evening.wait(EVENING_S) == 0
    expected = end_of(load_script().games[-1])
    for seat in expected.seats:
        assert any(f"{seat.name}: {seat.vp_chips} VP in chips" in line for line in evening.lines)
    read = {path.stem.removesuffix("-read") for path in (tmp_path / "out" / "read").glob("*.jpg")}
    assert read == {m.picture for g in load_script().games for r in g.rounds for m in r.mats}
    screens = sorted((tmp_path / "out" / "screens").glob("*.png"))
    names = {path.stem.split("-", 1)[1].split("-")[0] for path in screens}
    assert {"new", "table", "reveal", "phases", "end"} <= names
    for path in screens:
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture.shape == (480, 800, 3)
        assert len(set(map(tuple, picture[::40, ::40].reshape(-1, 3).tolist()))) > 3
