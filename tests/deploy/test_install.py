"""deploy/install.sh: one folder for each version, one link, nothing switched that does not work."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from companion.storage.exchange import MEDIA
from tests.deploy.machine import NOTES, ROOT, SETUP, Machine, new_machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return new_machine(tmp_path)


def test_a_first_installation(machine: Machine) -> None:
    """Version, link, service, rules, user, settings; the tests stay behind."""
    done = machine.install("--rotate", "90", "--brightness", "60")
    assert done.returncode == 0, done.stderr
    assert machine.runs() == "1.0"
    for name in (
        "etc/systemd/system/companion.service",
        "etc/udev/rules.d/70-companion.rules",
        "etc/polkit-1/rules.d/50-companion.rules",
    ):
        assert (machine.root / name).is_file()
    assert not (machine.root / "opt/companion/current/tests").exists()
    settings = (machine.root / "var/lib/companion/config.toml").read_text()
    assert "rotation_deg = 90" in settings
    assert "brightness_percent = 60" in settings
    assert machine.calls("usermod") == ["usermod -aG video companion"]
    assert "systemctl enable companion.service" in machine.calls("systemctl")


def test_a_second_call_makes_nothing_anew(machine: Machine) -> None:
    """Neither environment nor settings; the version is known by its files."""
    machine.install()
    settings = machine.root / "var/lib/companion/config.toml"
    settings.write_text("# mine\n")
    assert machine.install("--rotate", "180").returncode == 0
    assert len(machine.calls("setup")) == 1
    assert settings.read_text() == "# mine\n"
    assert machine.versions() == ["1.0"]


def test_an_interrupted_call_is_completed(machine: Machine) -> None:
    """Nothing is switched before the version is whole."""
    failed = machine.install(FAKE_SETUP_FAILS="1")
    assert failed.returncode == 1
    assert "Try again" in failed.stderr
    assert machine.runs() == ""
    assert machine.install().returncode == 0
    assert machine.runs() == "1.0"


def test_an_update_backs_up_and_keeps_the_version_before(machine: Machine) -> None:
    """By the old program; a third version lets the first one go."""
    machine.install()
    machine.play()
    for number in ("2.0", "3.0"):
        machine.release(number)
        assert machine.install().returncode == 0
    assert (machine.runs(), machine.runs("previous")) == ("3.0", "2.0")
    assert machine.versions() == ["2.0", "3.0"]
    assert machine.calls("companion backup") == ["companion backup 1.0", "companion backup 2.0"]
    assert len(list((machine.root / "var/lib/companion/backups").iterdir())) == 2


def test_a_version_that_does_not_work_is_not_switched_to(machine: Machine) -> None:
    """The old one goes on running."""
    machine.install()
    machine.release("2.0")
    failed = machine.install(FAKE_SICK="2.0")
    assert failed.returncode == 1
    assert "does not work here" in failed.stderr
    assert machine.runs() == "1.0"


def _boots(machine: Machine) -> None:
    """The system under the root runs, and the table in it."""
    (machine.root / "run" / "systemd" / "system").mkdir(parents=True)


@pytest.mark.parametrize(
    "fakes",
    [
        {},
        {"FAKE_SETUP_FAILS": "1"},
        {"FAKE_SICK": "2.0"},
        {"FAKE_BACKUP_FAILS": "1"},
        {"FAKE_FREE_MB": "9"},
        {"FAKE_SYSTEMCTL_FAILS": "daemon-reload"},
    ],
)
def test_the_service_is_never_stopped(machine: Machine, fakes: dict[str, str]) -> None:
    """Whatever fails, it goes on with the old version or is started anew with the new one."""
    machine.install()
    machine.play()
    _boots(machine)
    machine.release("2.0")
    done = machine.install(**fakes)
    assert "systemctl stop companion.service" not in machine.calls("systemctl")
    switched = machine.runs() == "2.0"
    assert switched == (done.returncode == 0)
    assert switched == ("systemctl restart companion.service" in machine.calls("systemctl"))
    machine.install("rollback")
    assert "systemctl stop companion.service" not in machine.calls("systemctl")


def test_a_version_that_does_not_start_is_taken_back(machine: Machine) -> None:
    """Only where the one before ran: without a screen no version starts."""
    machine.install()
    _boots(machine)
    machine.release("2.0")
    failed = machine.install(FAKE_SYSTEMCTL_FAILS="restart")
    assert (failed.returncode, machine.runs()) == (1, "1.0")
    assert "1.0-" in failed.stderr.splitlines()[-1]
    assert len(machine.calls("systemctl restart")) == 2
    failed = machine.install(FAKE_SYSTEMCTL_FAILS="restart is-active")
    assert (failed.returncode, machine.runs()) == (1, "2.0")
    assert "journalctl" in failed.stderr
    again = machine.install(FAKE_SYSTEMCTL_FAILS="restart")
    assert (again.returncode, machine.runs()) == (1, "1.0")


def test_every_update_has_a_backup_of_its_own(machine: Machine) -> None:
    """After a way back and another evening the same update backs up what is there then."""
    machine.install()
    machine.play()
    machine.release("2.0")
    machine.install()
    machine.install("rollback")
    machine.install()
    backups = sorted((machine.root / "var/lib/companion/backups").iterdir())
    assert len(backups) == 2
    assert len(machine.calls("companion backup 1.0")) == 2


@pytest.mark.parametrize("target", ["missing", "there"])
def test_settings_that_are_a_link_are_left_alone(machine: Machine, target: str) -> None:
    """The user of the table must not make root write or give away files elsewhere."""
    secret = machine.root / "etc" / "there"
    secret.write_text("root's")
    data = machine.root / "var" / "lib" / "companion"
    data.mkdir(parents=True)
    (data / "config.toml").symlink_to(machine.root / "etc" / target)
    (machine.programs / "chown").write_text(NOTES)
    done = machine.install("--rotate", "90")
    assert done.returncode == 0, done.stderr
    assert not (machine.root / "etc" / "missing").exists()
    assert secret.read_text() == "root's"
    assert machine.calls("chown") == [f"chown -Rh companion:companion {data}"]


def test_sticks_are_looked_for_where_they_are_mounted() -> None:
    """The rule of udev mounts them there."""
    rule = (ROOT / "deploy" / "system" / "70-companion.rules").read_text()
    (mounted,) = set(re.findall(r"\$devnode (\S+)/%k", rule))
    assert any(Path(mounted).parent == folder for folder in MEDIA)


def test_the_way_back_and_forth(machine: Machine) -> None:
    """Not to a version that cannot read the games, and not without one."""
    assert machine.install("rollback").returncode == 1
    machine.install()
    machine.release("2.0")
    machine.install()
    refused = machine.install("rollback", FAKE_SICK="1.0")
    assert refused.returncode == 1
    assert "backups" in refused.stderr
    assert machine.runs() == "2.0"
    for number in ("1.0", "2.0"):
        assert machine.install("rollback").returncode == 0
        assert machine.runs() == number
    assert "2.0" in machine.install("status").stdout


def test_uninstalling_keeps_the_games(machine: Machine) -> None:
    """They go with --purge only."""
    machine.install()
    games = machine.play()
    assert machine.install("uninstall").returncode == 0
    assert not (machine.root / "opt/companion").exists()
    assert not (machine.root / "etc/systemd/system/companion.service").exists()
    assert games.exists()
    assert machine.install("uninstall", "--purge").returncode == 0
    assert not games.exists()


@pytest.mark.parametrize(
    ("fakes", "sentence"),
    [
        ({"FAKE_UID": "1000"}, "needs root"),
        ({"FAKE_BITS": "32"}, "Raspberry Pi OS 64 bit is needed"),
        ({"FAKE_FREE_MB": "900"}, "only 900 MB are free"),
    ],
)
def test_a_machine_that_does_not_fit_is_left_alone(
    machine: Machine, fakes: dict[str, str], sentence: str
) -> None:
    """One sentence with the reason."""
    refused = machine.install(**fakes)
    assert refused.returncode == 1
    assert sentence in refused.stderr
    assert machine.runs() == ""


def test_another_release_is_refused(machine: Machine) -> None:
    """Older and newer systems were never tried."""
    (machine.root / "etc" / "os-release").write_text("VERSION_CODENAME=bullseye\n")
    refused = machine.install()
    assert refused.returncode == 1
    assert "Bookworm and Trixie" in refused.stderr


@pytest.mark.parametrize("words", [("--rotate", "45"), ("--brightness", "5"), ("upgrade",)])
def test_wrong_words_show_the_usage(machine: Machine, words: tuple[str, ...]) -> None:
    """Nothing is done."""
    refused = machine.install(*words)
    assert refused.returncode == 2
    assert "deploy/install.sh rollback" in refused.stderr
    assert machine.runs() == ""


def test_read_only_needs_a_place_for_the_games(machine: Machine) -> None:
    """Without a partition of their own they would be lost with the power."""
    (machine.programs / "raspi-config").write_text(NOTES)
    (machine.programs / "raspi-config").chmod(0o755)
    refused = machine.install("--read-only")
    assert refused.returncode == 1
    assert "separate partition" in refused.stderr
    assert machine.calls("raspi-config") == []


def test_a_desktop_comes_back_with_uninstall(machine: Machine) -> None:
    """The kiosk needs the screen; what was there before is remembered."""
    (machine.programs / "systemctl").write_text(
        NOTES + "[[ $1 != get-default ]] || echo graphical.target\n"
    )
    manager = machine.root / "etc" / "systemd" / "system" / "display-manager.service"
    manager.parent.mkdir(parents=True)
    manager.touch()
    machine.install()
    assert "systemctl set-default multi-user.target" in machine.calls("systemctl")
    machine.install("uninstall")
    assert machine.calls("systemctl")[-1] == "systemctl set-default graphical.target"


def _on_a_pi_with_a_partition(machine: Machine, cmdline: str) -> Path:
    """raspi-config writes *cmdline*, and the games have a partition of their own."""
    line = machine.root / "boot" / "firmware" / "cmdline.txt"
    line.parent.mkdir(parents=True)
    line.write_text("console=tty1 root=PARTUUID=1\n")
    for name, text in {
        "raspi-config": NOTES + f'echo "{cmdline}" >"{line}"\n',
        "mountpoint": "#!/bin/bash\n",
    }.items():
        (machine.programs / name).write_text(text)
        (machine.programs / name).chmod(0o755)
    return line


@pytest.mark.parametrize(
    ("cmdline", "limited"),
    [
        ("overlayroot=tmpfs console=tty1", "overlayroot=tmpfs:recurse=0 console=tty1\n"),
        ("console=tty1 overlayroot=tmpfs", "console=tty1 overlayroot=tmpfs:recurse=0\n"),
        ("overlayroot=tmpfs:recurse=0 quiet", "overlayroot=tmpfs:recurse=0 quiet\n"),
    ],
)
def test_read_only_spares_the_partition_of_the_games(
    machine: Machine, cmdline: str, limited: str
) -> None:
    """raspi-config would make every partition read-only; only the system's is to be."""
    line = _on_a_pi_with_a_partition(machine, cmdline)
    done = machine.install("--read-only")
    assert done.returncode == 0, done.stderr
    assert machine.calls("raspi-config") == ["raspi-config nonint enable_overlayfs"]
    assert line.read_text() == limited
    assert machine.runs() == "1.0"


def test_read_only_is_taken_back_where_it_cannot_be_limited(machine: Machine) -> None:
    """Games on a system that forgets them would be worse than a system that wears out."""
    _on_a_pi_with_a_partition(machine, "console=tty1")
    refused = machine.install("--read-only")
    assert refused.returncode == 1
    assert "overlayroot" in refused.stderr
    assert machine.calls("raspi-config")[-1] == "raspi-config nonint disable_overlayfs"


@pytest.mark.parametrize("moment", ["copy", "setup", "link"])
def test_a_power_cut_at_any_moment_is_completed(machine: Machine, moment: str) -> None:
    """Killed in the copying, in the set-up, or just before the link: the next call goes on."""
    machine.install()
    machine.release("2.0")
    kill = "kill -KILL $PPID; exit"
    setup = machine.checkout / "deploy" / "setup.sh"
    program, text = {
        "copy": (machine.programs / "tar", f'if [[ $* = *-xf* ]]; then {kill}; fi; /bin/tar "$@"'),
        "setup": (setup, kill),
        "link": (
            machine.programs / "mv",
            f'if [[ $* = *current* ]]; then {kill}; fi; /bin/mv "$@"',
        ),
    }[moment]
    program.write_text(f"#!/bin/bash\n{text}\n")
    program.chmod(0o755)
    cut = machine.install()
    assert cut.returncode != 0
    assert machine.runs() == "1.0"
    program.unlink()
    setup.write_text(SETUP)
    setup.chmod(0o755)
    done = machine.install()
    assert done.returncode == 0, done.stderr
    assert (machine.runs(), machine.runs("previous")) == ("2.0", "1.0")
    folder = machine.root / "opt/companion/versions"
    assert not list(folder.glob("*.new"))


@pytest.mark.parametrize("words", [("rollback",), ("uninstall",), ("uninstall", "--purge")])
def test_called_twice_says_so_or_does_nothing(machine: Machine, words: tuple[str, ...]) -> None:
    """Nothing to go back to is said; nothing to remove is no fault."""
    done = machine.install(*words)
    assert done.returncode == (1 if words == ("rollback",) else 0)
    assert "Traceback" not in done.stderr
    again = machine.install(*words)
    assert (again.returncode, again.stderr) == (done.returncode, done.stderr)


@pytest.mark.parametrize(
    ("user", "words", "ran"),
    [
        ("companion", "doctor", "companion doctor /var/lib/companion"),
        ("root", "doctor", "runuser -u companion -- companion doctor /var/lib/companion"),
        ("root", "backup", "companion backup /var/lib/companion"),
        ("root", "restore", "companion restore /var/lib/companion"),
        ("pi", "backup", "sudo -- companion backup"),
        ("pi", "scan", "companion scan "),
        ("root", "", "companion  "),
    ],
)
def test_the_installed_command_uses_the_services_user_and_folder(
    machine: Machine, user: str, words: str, ran: str
) -> None:
    """Commands about the games; others run as the caller, on the caller's files."""
    machine.install()
    command = machine.root / "usr" / "local" / "bin" / "companion"
    assert command.stat().st_mode & 0o777 == 0o755
    text = command.read_text().replace("/opt", f"{machine.root}/opt")
    (script := machine.programs / "companion").write_text(text)
    script.chmod(0o755)
    told = '#!/bin/bash\necho "${0##*/} ${*##*/} ${COMPANION_HOME:-}" | tr -s " "\n'
    for name in ("runuser", "sudo"):
        (machine.programs / name).write_text(told)
        (machine.programs / name).chmod(0o755)
    program = machine.root / "opt" / "companion" / "current" / ".venv" / "bin" / "companion"
    program.write_text('#!/bin/bash\necho "companion ${1:-} ${COMPANION_HOME:-}"\n')
    (machine.programs / "id").write_text(f"#!/bin/bash\necho {user}\n")
    done = subprocess.run(
        [script, *words.split()],
        env={"PATH": f"{machine.programs}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == ran.strip()


def test_damaged_games_do_not_prevent_an_update(machine: Machine) -> None:
    """Their backup is written and is an error all the same."""
    machine.install()
    machine.release("2.0")
    machine.play()
    program = machine.root / "opt" / "companion" / "current" / ".venv" / "bin" / "companion"
    program.write_text(
        program.read_text().replace('echo games >"$2"', '{ echo games >"$2"; exit 1; }')
    )
    assert machine.install().returncode == 0
    assert machine.runs() == "2.0"
