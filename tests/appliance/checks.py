"""What a table in a virtual machine is put through, in the order of its life."""

import os
import random
import subprocess
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.storage.memory_log import MemoryEventLog
from kivy_ui.common.stacked_pages import do
from tests.appliance.machine import Machine, MachineError, wait_until
from tests.appliance.twin import Place, Twin, alike

_TAPS_EACH: Final = 4
_START_LIMIT_S: Final = 90
_PYTHON: Final = "/opt/companion/current/.venv/bin/python"
_COUNT: Final = (
    "python3 -c \"import sqlite3; print(sqlite3.connect('file:/var/lib/companion/games.sqlite"
    "?mode=ro', uri=True).execute('select count(*) from event').fetchone()[0])\""
)
# vivid's first input shows the colour bars: white, yellow, cyan, green, magenta, red, blue, black.
_GROUPS: Final = {"companion", "video", "render", "input", "audio", "dialout"}
_NOBODYS: Final = (
    "/var/lib/companion ! -user companion",
    "/opt/companion /etc/systemd/system/companion.service ! -user root",
    "/opt/companion ! -type l -perm /o+w",
)
"""What find must not find: files of the wrong user, or that others may write."""

_FRAME_BUFFERS: Final = "/sys/kernel/debug/dri/0/framebuffer"
_PLUG: Final = "/sys/class/drm/card0-*/status"
_STARTING: Final = "/opt/companion/versions/9.9.9-*/companion/app/running.py"
_SPOIL: Final = "s/^def run_table(/raise SystemExit(1)\\n&/"
_CAMERA: Final = """
from hardware.cameras.choice import open_camera
camera = open_camera("usb:vivid-001")
assert camera is not None and camera.info.backend == "usb", camera
for _ in range(3):
    pixels = camera.capture().pixels
camera.close()
height, width = pixels.shape[:2]
bars = [pixels[height // 2, int((i + 0.5) * width / 8)].astype(int) for i in range(8)]
print(width, height, "".join("KBGCRMYW"[sum((int(v) > 90) << k for k, v in enumerate(bar))]
                             for bar in bars))
"""
_SWITCH_OFF: Final = """
import tempfile, pathlib
from hardware.power import SystemdPower
model = pathlib.Path(tempfile.mkdtemp()) / "model"
model.write_text("Raspberry Pi")
SystemdPower(model=model).power_off()
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
            self._check("frozen screen (SIGSTOP), the display unplugged", self._frozen)
            self._check("the display plugged in, turned by 90", self._plugged_in)
            self._check("power cut in a game, turned by 180", self._power_cut)
            self._check("an update that does not start, turned by 270", self._failed_update)
            self._check("update", lambda: self._switched("", "9.9.9"))
            self._check("rollback", lambda: self._switched("rollback", "0.1.0"))
            self._check("what it may do", self._rights)
            self._check("vivid as camera", self._camera)
            self._check("memory stick", self._stick)
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

    def _draws_on_the_display(self) -> bool:
        return "allocated by = companion" in self._machine.run(f"cat {_FRAME_BUFFERS}")

    def _kmsdrm(self) -> str:
        assert self._draws_on_the_display(), "the display's frame buffers are another program's"
        return "its frame buffers are the display's"

    def _frozen(self) -> str:
        self._turn(90)
        self._machine.run(f"echo off >{_PLUG}")
        restarts = self._unit("NRestarts")
        self._machine.run(f"kill -STOP {self._unit('MainPID')}")
        took_s = self._wait_restarted(restarts)
        assert not self._draws_on_the_display(), "it draws on a display that is not there"
        return f"started anew after {took_s:.0f} s, ready without a display"

    def _plugged_in(self) -> str:
        """The service that waits for a display ends by itself, to be started with it."""
        restarts = self._unit("NRestarts")
        self._machine.run(f"echo detect >{_PLUG}")
        took_s = self._wait_restarted(restarts)
        return f"started anew after {took_s:.0f} s; {self._kmsdrm()}; {self._goes_on()}"

    def _wait_restarted(self, restarts: str) -> float:
        took_s = wait_until(
            lambda: self._unit("NRestarts") != restarts,
            120 * self._machine.slowness,
            "it is not started anew",
        )
        self._wait_active()
        return took_s

    def _rights(self) -> str:
        pid = self._unit("MainPID")
        self._machine.run(f"test $(stat -c %U /proc/{pid}) = companion")
        self._machine.run(f"grep -q 'CapBnd:.0000000000000000' /proc/{pid}/status")
        groups = self._machine.run(f"sed -n 's/^Groups://p' /proc/{pid}/status")
        names = self._machine.run(f"getent group {' '.join(groups.split())} | cut -d: -f1")
        assert set(names.split()) == _GROUPS, names
        self._machine.run("test $(stat -c %U%a /var/lib/companion) = companion750")
        for whose in _NOBODYS:
            found = self._machine.run(f"find {whose} | head")
            assert not found, found
        said = self._machine.run("runuser -u nobody -- ls /var/lib/companion", check=False)
        assert "Permission denied" in said, said
        inside = f"nsenter -m -t {pid} touch"
        self._machine.run(f"{inside} /var/lib/companion/config.toml")
        for protected in ("/etc/hosts", "/opt/companion/current/pyproject.toml", "/boot"):
            said = self._machine.run(f"{inside} {protected}", check=False)
            assert "Read-only" in said, f"{protected}: {said}"
        sockets = self._machine.run("ss -Hltnup")
        assert "companion" not in sockets, sockets
        asked = "busctl --system call org.freedesktop.login1 /org/freedesktop/login1"
        asked += " org.freedesktop.login1.Manager CanPowerOff"
        answers = [
            self._machine.run(f"runuser -u {user} -- {asked}") for user in ("companion", "nobody")
        ]
        assert answers[0] == 's "yes"' != answers[1], answers
        return (
            f"not root, no capability, groups {' '.join(sorted(_GROUPS))}; no open port; its own "
            "files only, and nobody else's; may switch off, others may not"
        )

    def _switch_off(self) -> str:
        """By the code behind the screen's button: its user, its files, no new privileges.

        Only what the board calls itself is not read from the system.
        """
        program = f"{self._as_service()} {_PYTHON} -c '{_SWITCH_OFF}'"
        # Begun a moment later: nobody would answer any more.
        self._machine.run(f"(sleep 2; {program}) >/dev/console 2>&1 </dev/null &")
        took_s = self._machine.wait_for_power_off(60 * self._machine.slowness)
        return f"asked by the table's user, QEMU has ended after {took_s:.0f} s"

    def _as_service(self) -> str:
        """What a command is put behind to be run with the service's user, rights and files."""
        return (
            f"nsenter -m -t {self._unit('MainPID')} setpriv --reuid companion --regid companion "
            "--init-groups --no-new-privs --bounding-set=-all"
        )

    def _stick(self) -> str:
        """Seen with the running service's eyes: udev has it mounted, and a backup finds it."""
        file, place = self._keep / "stick", "/media/companion/sda"
        file.write_bytes(b"")
        os.truncate(file, 64 << 20)
        subprocess.run(["mkfs.vfat", file], check=True, capture_output=True)
        self._machine.plug_in(file)
        patience_s = 20 * self._machine.slowness
        mounted = f"findmnt -no OPTIONS {place} || true"
        wait_until(lambda: self._machine.run(mounted) != "", patience_s, "it is not mounted")
        options = self._machine.run(mounted).split(",")
        assert {"nosuid", "nodev", "noexec", "sync"} <= set(options), options
        backup = f"env COMPANION_HOME=/var/lib/companion {_PYTHON} -m companion backup"
        said = self._machine.run(f"{self._as_service()} {backup}", timeout_s=patience_s)
        assert place in said, said
        self._machine.pull_out()
        wait_until(lambda: self._machine.run(mounted) == "", patience_s, "it stays mounted")
        copy = self._keep / "backup.zip"
        subprocess.run(["mcopy", "-n", "-i", file, "::/*.zip", copy], check=True)
        with zipfile.ZipFile(copy) as backup_file:
            assert backup_file.testzip() is None
            assert "data/games.sqlite" in backup_file.namelist()
        return "mounted for the table, its backup is whole on the stick that was pulled out"

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
        presenters = twin.hand.app.shell.presenters
        start, game = presenters.opening, presenters.start
        for key in (do(start.open, start.seats), do(game.count_only)):
            self._touch(twin.touch(key, then="start"))
            self._shows(twin)
        self._touch(twin.touch(do(start.start), then="table"))
        return f"{self._shows(twin)}, {twin.events} events"

    def _taps(self, twin: Twin) -> str:
        before = twin.events
        for seat in [self._chance.randint(1, 2) for _ in range(_TAPS_EACH)]:
            self._touch(twin.tap_ready(seat))
            self._shows(twin)
        assert twin.events == before + _TAPS_EACH, "the twin counts one event for each tap"
        time.sleep(self._machine.slowness)  # for events too many
        return f"{_TAPS_EACH} taps, one event each; {self._shows(twin)}"

    def _turn(self, rotation_deg: int) -> None:
        """Set how the picture is turned from the next start on."""
        self._rotation_deg = rotation_deg
        setting = f"s/^rotation_deg = .*/rotation_deg = {rotation_deg}/"
        self._machine.run(f"sed -i '{setting}' /var/lib/companion/config.toml; sync")

    def _goes_on(self) -> str:
        """After a start: the game is there, and every tap has its event."""
        self._wait_active()
        with Twin(self._log, self._rotation_deg) as twin:
            self._shows(twin)
            return self._taps(twin)

    def _power_cut(self) -> str:
        with Twin(self._log, self._rotation_deg) as twin:
            self._turn(180)  # is written out; what is played from here on is safe by itself
            self._touch(twin.tap_ready(1))
            self._shows(twin)
        self._machine.cut_power()
        self._machine.switch_on()
        return f"nothing shown was lost; {self._goes_on()}"

    # --- camera and versions -------------------------------------------------------------------

    def _camera(self) -> str:
        """One vivid is found by the table that runs, the other one is looked at here."""
        missing = self._machine.run("modprobe vivid n_devs=2 node_types=1,1 2>&1", check=False)
        if missing:
            return f"NOT TESTED, this kernel has no vivid ({missing})"
        opened = f"ls -l /proc/{self._unit('MainPID')}/fd | grep -q /dev/video"
        took_s = wait_until(
            lambda: self._machine.run(f"{opened} && echo yes", check=False) == "yes",
            60 * self._machine.slowness,
            "the table does not open the camera",
        )
        script = f"cat >/tmp/camera.py <<'END'\n{_CAMERA}END\n"
        script += f"runuser -u companion {_PYTHON} /tmp/camera.py"
        found = self._machine.run(script, timeout_s=60 * self._machine.slowness).splitlines()[-1]
        assert found.endswith(" WYCGMRBK"), f"the colour bars are {found}"
        return (
            f"the table opens it {took_s:.0f} s after it is plugged in; {found}, the right colours"
        )

    def _failed_update(self) -> str:
        """The new version passes its own doctor, but its service ends at its start."""
        self._turn(270)
        self._machine.run(f"sed -i.good '{_SPOIL}' {_STARTING}")
        said = self._machine.run(
            "deploy/install.sh", timeout_s=180 * self._machine.slowness, check=False
        )
        self._machine.run(f"mv {_STARTING}.good {_STARTING}")
        assert "did not start; version 0.1.0" in said, said[-500:]
        runs = self._running_version()
        assert runs.startswith("0.1.0"), runs
        return f"{runs}; {self._goes_on()}"

    def _switched(self, how: str, number: str) -> str:
        self._machine.run(f"deploy/install.sh {how}", timeout_s=180 * self._machine.slowness)
        runs = self._running_version()
        assert runs.startswith(number), runs
        return f"{runs}; {self._shows_again()}"

    def _running_version(self) -> str:
        """The version that is installed, which is the one whose files the process has open."""
        self._wait_active()
        runs = self._machine.run("deploy/install.sh status | grep ' active'").split()[0]
        mapped = f"grep -o 'versions/[^/]*' /proc/{self._unit('MainPID')}/maps | sort -u"
        process = self._machine.run(mapped)
        assert process == f"versions/{runs}", f"{runs} is installed, {process} runs"
        return runs
