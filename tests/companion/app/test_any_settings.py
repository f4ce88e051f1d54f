"""Whatever is in config.toml or in the environment: ``run --table`` starts and says so."""

import logging
import os
import stat
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as limits
from hypothesis import strategies as st

from companion.app import running
from companion.app.wiring import RunningTable
from companion.cli.main import main
from companion.settings import Settings, SettingsError, read_settings

LONG = "x" * 900
NAMES = ("", "/", "pipe", ".", "..", "~", "~nobody-here/x", LONG, f"/{LONG}", "a\0b", "\u202e", "²")
PREFIXES = st.sampled_from(["", "pi:", "usb:", "video:", "folder:", "auto", "none", "off", "/dev/"])
TEXTS = st.builds(str.__add__, PREFIXES, st.sampled_from(NAMES) | st.text(max_size=20))
TEXTS |= st.just("pi:" + "1" * 5000)
PLAIN = TEXTS | st.integers() | st.just(10**4000) | st.floats() | st.booleans()
VALUES = st.one_of(
    PLAIN, st.lists(PLAIN, max_size=7), st.dictionaries(st.text(max_size=5), PLAIN, max_size=2)
)
# Drawn texts name no file outside the test's folder.
LOGS = st.sampled_from(NAMES) | st.text(st.characters(exclude_characters="/~."), max_size=20)
KEYS = ["language"] + [
    f"{section.name}.{each.name}"
    for section in fields(Settings)[1:]
    for each in fields(getattr(Settings(), section.name))
]
SETTINGS = st.sampled_from(KEYS).flatmap(
    lambda key: st.tuples(st.just(key), LOGS if key == "log.file" else VALUES)
)


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings of each table that was put together; none of them opens a window."""
    found: list[Settings] = []

    class Started:
        def __init__(
            self, options: running.RunOptions, table: RunningTable, *_: object, **__: object
        ) -> None:
            found.append(options.settings)
            self.table = table

        def go(self) -> int:
            self.table.stop()
            return 0

    rename = Path.rename

    def rename_file(self: Path, target: Path) -> Path:
        assert stat.S_ISREG(self.lstat().st_mode), "only regular files are moved"
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", rename_file)
    monkeypatch.setattr(running, "_Run", Started)
    root = logging.getLogger()  # the command adds a handler for this test's standard error
    monkeypatch.setattr(root, "handlers", [*root.handlers])
    return found


@limits(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(SETTINGS)
@example(("camera.source", "webcam"))
@example(("camera.source", "folder:/\0x"))
@example(("camera.source", "pi:" + "1" * 5000))
@example(("log.file", "/"))
@example(("log.file", LONG))
@example(("log.file", "pipe"))
def test_any_value_of_any_setting_starts_the_table(
    started: list[Settings],
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
    setting: tuple[str, object],
) -> None:
    """With this value, or with the defaults and a message that names the line."""
    key, value = setting
    home = tmp_path_factory.mktemp("home")
    os.mkfifo(home / "pipe")
    section, _, name = key.rpartition(".")
    header = f"[{section}]\n" if section else ""
    (home / "config.toml").write_text(f"{header}{name} = {_toml(value)}\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_HOME", str(home))
        patch.chdir(home)
        started.clear()
        assert main(["run", "--table", "--headless"]) == 0
        assert ("[settings_" in capsys.readouterr().err) == _is_refused(home / "config.toml")
    assert len(started) == 1
    assert (home / "pipe").is_fifo()


def _is_refused(path: Path) -> bool:
    try:
        read_settings(path)
    except SettingsError:
        return True
    return False


def _toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return '"' + "".join(f"\\U{ord(each):08X}" for each in value) + '"'
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return (
                f"{{{', '.join(f'{_toml(key)} = {_toml(each)}' for key, each in value.items())}}}"
            )
        case int() if value >= 10**3000:
            return f"1{'0' * 5000}"
    return str(value)


@pytest.mark.parametrize("home", ["~nobody-here/x", "/dev/null", "/proc/x", "\udcff", "file"])
def test_any_home_starts_the_table(
    started: list[Settings],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    home: str,
) -> None:
    """Where no folder can be made, games are kept in memory."""
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_HOME", os.fsdecode(home.encode(errors="surrogateescape")))
    assert main(["run", "--table", "--headless"]) == 0
    assert started == [Settings()]
    creatable = home in ("~nobody-here/x", "\udcff")
    said = capsys.readouterr().err
    assert ("Games cannot be saved" in said) != creatable
    assert "kept as" not in said
