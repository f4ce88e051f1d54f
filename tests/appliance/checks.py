"""What a table in a virtual machine is put through, in the order of its life."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.storage.memory_log import MemoryEventLog
from tests.appliance.machine import Machine, MachineError, wait_until
from tests.appliance.twin import Place, Twin, alike

ROTATIONS_DEG: Final = (90, 180, 270)
_TAPS_EACH: Final = 4
_START_LIMIT_S: Final = 90
_RUN_AS_TABLE: Final = (
    "runuser -u companion -- env COMPANION_HOME=/var/lib/companion XDG_CACHE_HOME=/tmp/cache "
    "/opt/companion/current/.venv/bin/"
)
_COUNT: Final = (
    "python3 -c \"import sqlite3; print(sqlite3.connect('file:/var/lib/companion/games.sqlite"
    "?mode=ro', uri=True).execute('select count(*) from event').fetchone()[0])\""
)
# vivid's first input shows the colour bars: white, yellow, cyan, green, magenta, red, blue, black.
_CAMERA: Final = """
import sys; sys.path.insert(0, "/opt/companion/current")
from hardware.cameras.choice import open_camera
from hardware.cameras.opencv_camera import OpenCvCamera
camera = open_camera("usb:vivid")
assert isinstance(camera, OpenCvCamera), camera
for _ in range(3):
    pixels = camera.capture().pixels
camera.close()
height, width = pixels.shape[:2]
bars = [pixels[height // 2, int((i + 0.5) * width / 8)].astype(int) for i in range(8)]
print(width, height, "".join("KBGCRMYW"[sum((int(v) > 90) << k for k, v in enumerate(bar))]
                             for bar in bars))
"""


class Checks:
    """Runs the checks on a machine that is off and tells each result.

    Args:
        machine: with the installed appliance.
        tell: takes a line for each result.
        keep: folder for the pictures of what was not as expected.
    """

    def __init__(self, machine: Machine, tell: Callable[[str], None], keep: Path) -> None:
        self._machine = machine
        self._tell = tell
        self._keep = keep
        self._log = MemoryEventLog()
        self._rotation_deg = 0
        self._chance = random.Random(16)
        self.failures = 0

    def run(self) -> None:
        """All of them; one that fails does not keep the next from being tried."""
        self._machine.switch_on()
        try:
            with Twin(self._log) as twin:
                self._check("ready on the bare console", self._ready)
                self._check("drawn through KMSDRM", self._kmsdrm)
                self._check("the first screen", lambda: self._shows(twin))
                self._check("a tap begins a game", lambda: self._begin(twin))
                self._check("turned by 0", lambda: self._taps(twin))
            for self._rotation_deg in ROTATIONS_DEG:
                self._check(f"turned by {self._rotation_deg}", self._turned)
            self._check("power cut in a game", self._power_cut)
            self._check("frozen screen (SIGSTOP)", self._frozen)
            self._check("update", lambda: self._switched("", "9.9.9"))
            self._check("rollback", lambda: self._switched("rollback", "0.1.0"))
            self._check("vivid as camera", self._camera)
            self._check("what it may do", self._rights)
            self._check("switching off", self._switch_off)
        finally:
            self._machine.cut_power()

    def _check(self, name: str, check: Callable[[], str]) -> None:
        began = time.monotonic()
        try:
            found = check()
        except (MachineError, AssertionError) as err:
            self.failures += 1
            self._tell(f"FAIL  {name}: {err}")
            try:
                self._machine.picture().save(self._keep / f"{name.replace(' ', '-')}.png")
                self._tell(self._machine.run("journalctl -b -u companion -o cat | tail -n 15"))
            except (MachineError, OSError) as second:
                self._tell(f"      and then: {second}")
        else:
            self._tell(f"ok    {name}: {found} [{time.monotonic() - began:.0f} s]")

    # --- the service ---------------------------------------------------------------------------

    def _unit(self, what: str) -> str:
        return self._machine.run(f"systemctl show -p {what} --value companion")

    def _wait_active(self) -> None:
        wait_until(
            lambda: self._unit("ActiveState") == "active",
            _START_LIMIT_S * self._machine.slowness,
            "the service does not become ready",
        )

    def _ready(self) -> str:
        self._wait_active()
        began_us, ready_us = (
            int(self._unit(what))
            for what in ("InactiveExitTimestampMonotonic", "ActiveEnterTimestampMonotonic")
        )
        took_s = (ready_us - began_us) / 1e6
        assert self._machine.is_emulated or took_s <= _START_LIMIT_S, f"{took_s:.0f} s"
        assert self._unit("NRestarts") == "0", "it was started more than once"
        return f"after {took_s:.0f} s{' (emulated processor)' if self._machine.is_emulated else ''}"

    def _kmsdrm(self) -> str:
        frame_buffers = self._machine.run("cat /sys/kernel/debug/dri/0/framebuffer")
        assert "allocated by = companion" in frame_buffers, frame_buffers
        return "its frame buffers are the display's"

    def _frozen(self) -> str:
        before = int(self._unit("NRestarts"))
        self._machine.run(f"kill -STOP {self._unit('MainPID')}")
        took_s = wait_until(
            lambda: int(self._unit("NRestarts")) > before,
            120 * self._machine.slowness,
            "it is not started anew",
        )
        return f"started anew after {took_s:.0f} s; {self._shows_again()}"

    def _rights(self) -> str:
        pid = self._unit("MainPID")
        self._machine.run(f"test $(stat -c %U /proc/{pid}) = companion")
        self._machine.run(f"grep -q 'CapBnd:.0000000000000000' /proc/{pid}/status")
        sockets = self._machine.run("ss -Hltnup")
        assert "companion" not in sockets, sockets
        asked = "busctl --system call org.freedesktop.login1 /org/freedesktop/login1"
        asked += " org.freedesktop.login1.Manager CanPowerOff"
        answers = [
            self._machine.run(f"runuser -u {user} -- {asked}") for user in ("companion", "nobody")
        ]
        assert answers[0] == 's "yes"' != answers[1], answers
        return "not root, no capability, no open port, may switch off and nobody else may"

    def _switch_off(self) -> str:
        self._machine.run("runuser -u companion -- systemctl --no-ask-password --no-block poweroff")
        self._machine.wait_for_power_off(60 * self._machine.slowness)
        return "asked by the table's user, the machine is off"

    # --- screen and fingers --------------------------------------------------------------------

    def _shows(self, twin: Twin) -> str:
        """Wait until the display shows what the twin shows, and its log has as many events."""
        expected, words, stored = twin.picture(), "", 0

        def same() -> bool:
            nonlocal words, stored
            fits, words = alike(self._machine.picture(), expected)
            stored = int(self._machine.run(_COUNT)) if fits else stored
            assert stored <= twin.events, f"{stored} events are stored, {twin.events} expected"
            return fits and stored == twin.events

        try:
            wait_until(same, 20 * self._machine.slowness, "the screen shows something else")
        except MachineError as err:
            expected.save(self._keep / "expected.png")
            raise MachineError(f"{err}: {words}, {stored} of {twin.events} events") from err
        return words

    def _shows_again(self) -> str:
        """The same after a start of the service."""
        self._wait_active()
        with Twin(self._log, self._rotation_deg) as twin:
            return self._shows(twin)

    def _touch(self, place: Place) -> None:
        self._machine.run(f"echo {place[0]} {place[1]} >/run/touch")

    def _begin(self, twin: Twin) -> str:
        self._touch(twin.tap("Quick count", then="start"))
        self._shows(twin)
        self._touch(twin.tap("Start the game", then="table"))
        return f"{self._shows(twin)}, {twin.events} events"

    def _taps(self, twin: Twin) -> str:
        before = twin.events
        for seat in [self._chance.randint(1, 2) for _ in range(_TAPS_EACH)]:
            self._touch(twin.tap_ready(seat))
            self._shows(twin)
        assert twin.events == before + _TAPS_EACH, "the twin counts one event for each tap"
        time.sleep(self._machine.slowness)  # for events too many
        return f"{_TAPS_EACH} taps, one event each; {self._shows(twin)}"

    def _turned(self) -> str:
        setting = f"s/^rotation_deg = .*/rotation_deg = {self._rotation_deg}/"
        self._machine.run(
            f"systemctl stop companion; sed -i '{setting}' /var/lib/companion/config.toml; "
            "systemctl start --no-block companion"
        )
        self._wait_active()
        with Twin(self._log, self._rotation_deg) as twin:
            self._shows(twin)
            return self._taps(twin)

    def _power_cut(self) -> str:
        self._machine.run("sync")  # the settings; what is played is safe by itself
        with Twin(self._log, self._rotation_deg) as twin:
            self._touch(twin.tap_ready(1))
            self._shows(twin)
        self._machine.cut_power()
        self._machine.switch_on()
        return f"nothing shown was lost; {self._shows_again()}"

    # --- camera and versions -------------------------------------------------------------------

    def _camera(self) -> str:
        missing = self._machine.run("modprobe vivid n_devs=1 2>&1", check=False)
        if missing:
            return f"NOT TESTED, this kernel has no vivid ({missing})"
        self._machine.run("systemctl stop companion; udevadm settle")
        script = f"cat >/tmp/camera.py <<'END'\n{_CAMERA}END\n{_RUN_AS_TABLE}python /tmp/camera.py"
        found = self._machine.run(script, timeout_s=60 * self._machine.slowness).splitlines()[-1]
        assert found.endswith(" WYCGMRBK"), f"the colour bars are {found}"
        self._machine.run("systemctl start --no-block companion")
        self._wait_active()
        opened = f"ls -l /proc/{self._unit('MainPID')}/fd | grep -q /dev/video"
        wait_until(
            lambda: self._machine.run(f"{opened} && echo yes", check=False) == "yes",
            30 * self._machine.slowness,
            "the table does not open the camera",
        )
        return f"{found}, in the right colours; the table opens it by itself"

    def _switched(self, how: str, number: str) -> str:
        self._machine.run(f"deploy/install.sh {how}", timeout_s=180 * self._machine.slowness)
        shown = self._shows_again()
        runs = self._machine.run("deploy/install.sh status | grep runs")
        assert runs.startswith(number), runs
        return f"{runs}; {shown}"
