"""``companion doctor``: the truth about this installation, and what to do."""

import argparse
import json
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from companion.app.doctor import checks as doctor_checks
from companion.app.doctor.checks import CHECKS, examine
from companion.app.doctor.report import Finding, Installation, State, as_json, as_lines, can_run
from companion.cli import doctor_command
from companion.games.registry import GAMES
from companion.places import Places
from companion.session import clock
from companion.session.ports import CameraInfo
from companion.settings import ButtonSettings, CameraSettings, LogSettings, Settings
from companion.storage.sqlite_log import SqliteEventLog
from hardware import probe
from kivy_ui.environment import Surface
from models.errors import ModelDamagedError

KEYS = {"name", "state", "message", "advice", "details"}


def _visit(home: Path, **settings: object) -> Installation:
    return Installation(Settings(**settings), Places(home, home))  # type: ignore[arg-type]  # its fields


def _found(home: Path, name: str, **settings: object) -> Finding:
    """What the check *name* finds."""
    (finding,) = examine(_visit(home, **settings), {name: CHECKS[name]})
    return finding


def _run(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    as_json: bool = True,
    language: str | None = "en",
    board: bool = False,
) -> int:
    monkeypatch.setenv("COMPANION_HOME", str(home))
    return doctor_command.run(argparse.Namespace(json=as_json, language=language, board=board))


def _child(monkeypatch: pytest.MonkeyPatch, code: int, output: str) -> None:
    """Every child process ends at once with *code*, having said *output*."""
    done = subprocess.CompletedProcess([], code, output, "")
    monkeypatch.setattr(doctor_checks, "child", lambda _program: done)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No child processes: they take seconds."""
    _child(monkeypatch, 0, "1.0")


def test_the_report_has_the_documented_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One JSON object; the real checks, child processes and all; this machine can run the table."""
    assert _run(tmp_path, monkeypatch) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["schema"] == "doctor/1"
    assert report["ok"] is True
    assert [check["name"] for check in report["checks"]] == ["settings", *CHECKS]
    assert all(set(check) == KEYS for check in report["checks"])
    states = {check["name"]: check["state"] for check in report["checks"]}
    assert {states[name] for name in ("versions", "models", "inference", "words")} == {"ok"}
    assert list(tmp_path.iterdir()) == []  # it only looks


@pytest.mark.usefixtures("quick")
def test_lines_for_people_say_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line for each check, advice under it, a verdict at the end."""
    assert _run(tmp_path, monkeypatch, as_json=False) == 0
    out = capsys.readouterr().out
    assert out.endswith("The companion can run.\n")
    assert "->" in out


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("language", "system", "verdict"),
    [
        (None, "pl_PL.UTF-8", "Program może działać."),
        (None, "C.UTF-8", "The companion can run."),
        ("hu", "pl_PL.UTF-8", "A program működhet."),
    ],
)
def test_lines_are_in_the_language_of_the_system_or_the_one_asked_for(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    language: str | None,
    system: str,
    verdict: str,
) -> None:
    """Every sentence: none of the English ones is left. JSON stays English."""
    # The two reports name the free space, which other programs change between them.
    space = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: space)
    monkeypatch.setenv("LC_ALL", system)
    assert _run(tmp_path, monkeypatch, as_json=False, language=language) == 0
    out = capsys.readouterr().out
    assert out.endswith(f"{verdict}\n")
    _run(tmp_path, monkeypatch, language=language)
    checks = json.loads(capsys.readouterr().out)["checks"]
    english = [each["message"] for each in checks if each["message"] in out]
    assert len(english) == (len(checks) if "The companion" in verdict else 0)


@pytest.mark.usefixtures("quick")
def test_broken_settings_are_named_and_the_rest_is_still_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table would run with the defaults, as every other check did."""
    (tmp_path / "config.toml").write_text("[camera]\nsorce = 'usb'\n")
    assert _run(tmp_path, monkeypatch) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["checks"][0]["state"] == "warning"
    assert report["checks"][0]["details"]["code"] == "settings_unknown_key"
    assert len(report["checks"]) == 1 + len(CHECKS)


def test_a_clock_that_is_not_set_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table runs; each game asks for its date until the clock is set."""
    for is_set, state in ((True, "ok"), (False, "warning")):
        monkeypatch.setattr(clock, "is_set", lambda _now, known=is_set: known)
        finding = _found(tmp_path, "clock")
        assert finding.state.value == state
        assert bool(finding.advice) is (state == "warning")


def test_a_damaged_model_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the store's own sentence."""

    def damaged(*_args: object) -> bytes:
        raise ModelDamagedError(file="reader.onnx", reason="its hash is wrong")

    monkeypatch.setattr("models.store.model_bytes", damaged)
    finding = _found(tmp_path, "models")
    assert finding.state is State.FAILED
    assert "reader.onnx" in finding.message


def test_a_folder_that_cannot_be_written_to_fails(tmp_path: Path) -> None:
    """A file stands where the folder should be (also root may not write there)."""
    (tmp_path / "file").write_text("x")
    log = LogSettings(file=str(tmp_path / "file" / "games.sqlite"))
    finding = doctor_checks.check_storage(_visit(tmp_path, log=log))
    assert finding.state is State.FAILED
    assert "cannot be saved" in finding.message


@pytest.mark.parametrize("what", ["sound", "foreign", "newer"])
def test_the_log_is_looked_at_without_touching_it(tmp_path: Path, what: str) -> None:
    """Sound, something else, written by a later version; the bytes stay."""
    path = tmp_path / "games.sqlite"
    if what == "foreign":
        path.write_bytes(b"x" * 200)
    else:
        SqliteEventLog(path, GAMES).close()
    if what == "newer":
        content = bytearray(path.read_bytes())
        content[60:64] = (999).to_bytes(4, "big")  # SQLite's user version
        path.write_bytes(content)
    before = path.read_bytes()
    assert (_found(tmp_path, "log").state is State.OK) == (what == "sound")
    assert path.read_bytes() == before


def test_little_space_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game can begin, but not for long."""
    monkeypatch.setattr(doctor_checks, "_LITTLE_SPACE_MB", 10**9)
    assert doctor_checks.check_storage(_visit(tmp_path)).state is State.WARNING


def test_the_camera_is_tried_with_one_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name and real size are told; a folder camera does for the real thing."""
    info = CameraInfo("usb", "Webcam", 1280, 720)
    monkeypatch.setattr(probe, "look_through", lambda _choice, _size: info)
    finding = doctor_checks.check_camera(_visit(tmp_path))
    assert finding.state is State.OK
    assert "1280 x 720" in finding.message


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("source", "state"),
    [("none", State.ABSENT), ("usb:none such", State.WARNING), ("nonsense", State.WARNING)],
)
def test_cameras_that_are_missing_or_misnamed(tmp_path: Path, source: str, state: State) -> None:
    """The table runs without one."""
    assert _found(tmp_path, "camera", camera=CameraSettings(source=source)).state is state


def test_pins_are_looked_for_only_where_they_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Off, a machine without pins, mock pins; no library: tests/hardware/test_pin_factory."""

    def state(gpio: str) -> State:
        return doctor_checks.check_pins(_visit(tmp_path, buttons=ButtonSettings(gpio=gpio))).state

    assert state("off") is State.ABSENT
    assert state("auto") is State.ABSENT
    assert state("on") is State.OK  # the tests' mock pins


def test_serial_ports_that_this_user_may_not_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The advice is the line to run; a port that may be opened is fine."""
    ports: tuple[probe.SerialPort, ...] = ()
    monkeypatch.setattr(probe, "serial_ports", lambda: ports)
    assert doctor_checks.check_serial(_visit(tmp_path)).state is State.ABSENT
    ports = (probe.SerialPort("usb-box", permitted=True),)
    assert doctor_checks.check_serial(_visit(tmp_path)).state is State.OK
    ports = (probe.SerialPort("usb-box", permitted=False),)
    finding = doctor_checks.check_serial(_visit(tmp_path))
    assert finding.state is State.WARNING
    assert "dialout" in finding.advice


def test_no_window_at_all_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The libraries to install are named."""
    _child(monkeypatch, 3, "")
    finding = doctor_checks.check_screen(_visit(tmp_path))
    assert finding.state is State.FAILED
    assert "libgl1" in finding.advice


def test_what_the_bare_console_needs_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SDL would only say that there is no window."""
    _child(monkeypatch, 0, "")
    monkeypatch.setattr("kivy_ui.environment.find_surface", lambda _environ: Surface.CONSOLE)
    monkeypatch.setattr("kivy_ui.environment.find_card", lambda: 2)
    monkeypatch.setattr(doctor_checks, "_CONSOLE_LIBRARIES", ("libc.so.6",))
    assert doctor_checks.check_screen(_visit(tmp_path)).state is State.OK
    monkeypatch.setattr(doctor_checks, "_CONSOLE_LIBRARIES", ("libc.so.6", "libnone.so.1"))
    finding = doctor_checks.check_screen(_visit(tmp_path))
    assert finding.state is State.FAILED
    assert "libnone.so.1" in finding.message
    assert finding.details["card"] == 2


@pytest.mark.parametrize(
    ("is_pi", "renderer", "state"),
    [
        (True, "V3D 7.1.7", State.OK),
        (True, "llvmpipe (LLVM 15.0.6, 128 bits)", State.WARNING),
        (False, "llvmpipe (LLVM 15.0.6, 128 bits)", State.OK),
    ],
)
def test_what_draws_the_screen_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_pi: bool, renderer: str, state: State
) -> None:
    """A Pi that draws with its processor works slowly; the screen itself says why."""
    _child(monkeypatch, 0, f"{renderer}\n")
    monkeypatch.setattr(probe, "has_pi_pins", lambda: is_pi)
    monkeypatch.setattr("kivy_ui.environment.find_surface", lambda _environ: Surface.DESKTOP)
    finding = doctor_checks.check_screen(_visit(tmp_path))
    assert finding.state is state
    assert finding.details["renderer"] == renderer
    assert renderer in finding.message
    assert (finding.error is None) == (state is State.OK)


@pytest.mark.usefixtures("quick")
def test_a_check_that_breaks_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its fault is a finding of its own."""

    def broken(_visit: Installation) -> Finding:
        raise ZeroDivisionError("oops")

    monkeypatch.setitem(CHECKS, "versions", broken)
    findings = examine(_visit(tmp_path))
    assert len(findings) == len(CHECKS)
    assert findings[0].state is State.FAILED
    assert "oops" in findings[0].message


@pytest.mark.usefixtures("quick")
def test_a_check_that_takes_too_long_is_no_reason_not_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that is busy with its own installation is slow, not broken."""

    def slow(_visit: Installation) -> Finding:
        raise subprocess.TimeoutExpired("python", 60.0)

    monkeypatch.setitem(CHECKS, "screen", slow)
    findings = examine(_visit(tmp_path))
    assert can_run(findings)
    assert any("60 seconds" in each.message for each in findings)


def test_absent_devices_do_not_keep_the_table_from_running() -> None:
    """Only a failure does."""
    absent, warning = (Finding("a", state, "x") for state in (State.ABSENT, State.WARNING))
    assert can_run([absent, warning])
    failed = Finding("b", State.FAILED, "y", "do this")
    assert not can_run([absent, failed])
    assert as_json([failed])["ok"] is False
    assert as_lines([failed])[-2:] == ["           -> do this", "The companion cannot run yet."]


def test_probing_ports_opens_none(tmp_path: Path) -> None:
    """Names and permissions only; a missing folder is an empty one."""
    assert probe.serial_ports(tmp_path / "missing") == ()
    port = tmp_path / "usb-box"
    port.touch()
    port.chmod(stat.S_IRUSR | stat.S_IWUSR)
    assert probe.serial_ports(tmp_path) == (probe.SerialPort("usb-box", permitted=True),)


def test_the_board_is_told_by_its_firmware(tmp_path: Path) -> None:
    """A Pi says what it is, a PC says nothing."""
    model = tmp_path / "model"
    assert not probe.has_pi_pins(model)
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert probe.has_pi_pins(model)
    assert probe.board_name(model) == "Raspberry Pi 5 Model B Rev 1.0"


@pytest.mark.parametrize(
    ("flags", "code"),
    [("0x50005", "under_voltage"), ("10000", "under_voltage"), ("e0008", "throttled"), ("0", "")],
)
def test_low_voltage_and_heat_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: str, code: str
) -> None:
    """Now or since power-on, from the firmware's flags; boards name the folders differently."""
    folder = tmp_path / "soc@107c000000" / "soc@107c000000:firmware"
    folder.mkdir(parents=True)
    (folder / "get_throttled").write_text(f"{flags}\n")
    found = probe.throttled(tmp_path, tmp_path)
    monkeypatch.setattr(probe, "throttled", lambda: found)
    finding = _found(tmp_path, "power")
    assert (finding.error.code if finding.error else "") == code


@pytest.mark.parametrize(("alarm", "found"), [("1", probe.UNDER_VOLTAGE), ("0", 0)])
def test_other_kernels_have_an_alarm_of_the_supply(tmp_path: Path, alarm: str, found: int) -> None:
    """In hwmon; without either, nothing is known."""
    assert probe.throttled(tmp_path, tmp_path) is None
    (tmp_path / "hwmon1").mkdir()
    (tmp_path / "hwmon1" / "name").write_text("rpi_volt\n")
    (tmp_path / "hwmon1" / "in0_lcrit_alarm").write_text(f"{alarm}\n")
    assert probe.throttled(tmp_path, tmp_path) == found
