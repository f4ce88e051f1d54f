"""A virtual machine: its power, its screen, and commands run in it.

QEMU is asked through its monitor (QMP), the system inside through its guest agent; both are sockets
that take one JSON object a line.
"""

import base64
import json
import os
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from PIL import Image

SIZE_PX: Final = (800, 480)
_MEMORY_MB: Final = 2560
_PROCESSORS: Final = 2
_KERNEL_LINE: Final = "root=/dev/vda rw console=ttyS0 console=tty0 no_timer_check quiet"
_EMULATED_KERNEL_LINE: Final = " mitigations=off audit=0"
"""What guards one program from another's spying costs an emulated processor most of its caches."""

_EMULATED_SLOWNESS: Final = 20


def has_kvm() -> bool:
    """Whether this machine runs a virtual one at full speed.

    A device alone is not enough: without the processor's support it is one for changed kernels.
    """
    flags = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").split()
    return os.access("/dev/kvm", os.R_OK | os.W_OK) and not {"vmx", "svm"}.isdisjoint(flags)


def _processor(*, emulated: bool) -> tuple[str, ...]:
    """Return QEMU's options; an emulated processor has no AVX, which QEMU 7.2 emulates with errors.

    Mesa draws the screen with whatever the processor offers; numpy needs SSE 4.2.
    """
    return ("-accel", "tcg", "-cpu", "Nehalem") if emulated else ("-accel", "kvm", "-cpu", "max")


class MachineError(Exception):
    """The machine, or a command in it, did not do what was asked."""


class Machine:
    """A virtual machine with its disk in *folder* (see image.sh)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.is_emulated = not has_kvm()
        self.slowness = _EMULATED_SLOWNESS if self.is_emulated else 1
        self._process: subprocess.Popen[bytes] | None = None
        self._monitor: _Line
        self._agent: _Line

    # --- power ---------------------------------------------------------------------------------

    def switch_on(self, timeout_s: float = 1200) -> None:
        """Start it and wait until commands can be run in it."""
        monitor, agent = self._folder / "monitor", self._folder / "agent"
        for old in (monitor, agent):
            old.unlink(missing_ok=True)
        with (self._folder / "qemu.log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command(monitor, agent), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self._monitor = _Line(monitor)
        self._monitor.read()  # its greeting
        self._monitor.ask("qmp_capabilities")
        self._agent = _Line(agent, timeout_s)
        self._agent.ask("guest-ping")  # waits in the line until the system inside reads it

    def _command(self, monitor: Path, agent: Path) -> list[str]:
        width, height = SIZE_PX
        return [
            *("qemu-system-x86_64", "-nodefaults", "-no-user-config", "-display", "none"),
            *_processor(emulated=self.is_emulated),
            *("-m", str(_MEMORY_MB), "-smp", str(_PROCESSORS)),
            *("-kernel", str(self._folder / "vmlinuz"), "-no-reboot"),
            *("-initrd", str(self._folder / "initrd.img")),
            *("-append", _KERNEL_LINE + (_EMULATED_KERNEL_LINE if self.is_emulated else "")),
            *("-serial", f"file:{self._folder / 'console.log'}"),
            *("-drive", f"file={self._folder / 'disk.raw'},format=raw,if=virtio,cache=unsafe"),
            *("-device", f"virtio-vga,xres={width},yres={height},edid=on"),
            *("-device", "virtio-rng-pci", "-device", "virtio-serial-pci", "-device", "qemu-xhci"),
            *("-chardev", f"socket,id=agent,path={agent},server=on,wait=off"),
            *("-device", "virtserialport,chardev=agent,name=org.qemu.guest_agent.0"),
            *("-qmp", f"unix:{monitor},server=on,wait=off"),
        ]

    def cut_power(self) -> None:
        """Pull the plug: what the system inside has not written is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def wait_for_power_off(self, timeout_s: float) -> float:
        """Wait until the system inside has switched the machine off; returns the seconds.

        Raises:
            MachineError: it has not, or QEMU has ended with an error.
        """
        process = self._process
        assert process is not None
        took_s = wait_until(lambda: process.poll() is not None, timeout_s, "the machine stays on")
        if process.returncode:
            raise MachineError(f"QEMU ends with {process.returncode}")
        self._process = None
        return took_s

    def plug_in(self, stick: Path) -> None:
        """Plug in a USB memory stick with what is in a file."""
        self._monitor.ask(
            "blockdev-add",
            driver="raw",
            file={"driver": "file", "filename": str(stick)},
            **{"node-name": "stick"},
        )
        self._monitor.ask("device_add", driver="usb-storage", id="stick-0", drive="stick")

    def pull_out(self) -> None:
        """Pull the memory stick out, whatever is not written on it yet."""
        self._monitor.ask("device_del", id="stick-0")

    # --- screen --------------------------------------------------------------------------------

    def picture(self) -> Image.Image:
        """What the display shows, 800 x 480 pixels in RGB."""
        file = self._folder / "screen.ppm"
        self._monitor.ask("screendump", filename=str(file))
        with Image.open(file) as shot:
            return shot.convert("RGB")

    # --- commands ------------------------------------------------------------------------------

    def run(self, command: str, *, timeout_s: float = 60, check: bool = True) -> str:
        """Run *command* in a shell as root, in the checkout; returns what it prints.

        Raises:
            MachineError: it fails, with its last lines, or takes longer.
        """
        started = self._agent.ask(
            "guest-exec",
            path="/bin/bash",
            arg=["-c", f"cd /srv/companion; {{ {command}\n}} 2>&1"],
            **{"capture-output": True},
        )
        answer: dict[str, Any] = {}

        def ended() -> bool:
            answer.update(self._agent.ask("guest-exec-status", pid=started["pid"]))
            return bool(answer["exited"])

        wait_until(ended, timeout_s, f"{command} takes too long")
        output = base64.b64decode(answer.get("out-data", "")).decode(errors="replace").strip()
        if check and answer.get("exitcode") != 0:
            raise MachineError(f"{command} fails:\n{output[-1500:]}")
        return output


def wait_until(holds: Callable[[], bool], timeout_s: float, otherwise: str) -> float:
    """Wait until something holds; returns the seconds that took.

    Raises:
        MachineError: it does not in time; *otherwise* says what is wrong then.
    """
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > timeout_s:
            raise MachineError(f"{otherwise} (within {timeout_s:.0f} s)")
        time.sleep(0.5)
    return time.monotonic() - began


class _Line:
    """A socket with one JSON object a line."""

    def __init__(self, path: Path, timeout_s: float = 30) -> None:
        wait_until(path.exists, 20, f"QEMU makes no {path.name}")
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(timeout_s)
        self._socket.connect(str(path))
        self._lines = self._socket.makefile("rb")

    def ask(self, command: str, **arguments: object) -> Any:
        """Send a command; returns its result.

        Raises:
            MachineError: it is refused, or the machine is off.
        """
        request = {"execute": command, "arguments": arguments}
        try:
            self._socket.sendall(json.dumps(request).encode() + b"\n")
        except OSError as err:
            raise MachineError(f"the machine is off: {err}") from err
        while True:
            answer = self.read()
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise MachineError(f"{command}: {answer['error']['desc']}")

    def read(self) -> Mapping[str, Any]:
        """Return the next object; an event or an answer."""
        try:
            line = self._lines.readline()
        except OSError as err:  # reset, or no answer in time
            raise MachineError(f"the machine does not answer: {err}") from err
        if not line:
            raise MachineError("the machine is off")
        parsed: Mapping[str, Any] = json.loads(line.strip(b"\xff\n"))
        return parsed
