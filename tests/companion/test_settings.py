"""Settings from a file for people."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.places import HomeError, Places, places
from companion.settings import (
    BadSettingError,
    ButtonSettings,
    Settings,
    SettingsError,
    SettingsUnreadableError,
    UnknownSettingError,
    read_settings,
)

EVERYTHING = """\
language = "hu"

[camera]
source = "usb:Logitech"
width_px = 1920
height_px = 1080
exposure_us = 20000
gain = 2.5

[buttons]
gpio = "off"
pins = [5, 6]
lights = []
bounce_ms = 50
serial = "/dev/ttyACM0"

[screen]
width_px = 1280
height_px = 800
fullscreen = "on"
rotation_deg = 270
brightness_percent = 60

[table]
names = ["Ágnes", " Łukasz "]
die_edge_mm = 16

[log]
file = "/tmp/games.sqlite"
"""


def _write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    """Nothing must be written before the first game."""
    assert read_settings(tmp_path / "config.toml") == Settings()
    assert read_settings(_write(tmp_path, "")) == Settings()


def test_every_setting_can_be_given(tmp_path: Path) -> None:
    """All keys of all sections, in their final form."""
    settings = read_settings(_write(tmp_path, EVERYTHING))
    assert settings.language == "hu"
    assert (settings.camera.exposure_us, settings.camera.gain) == (20_000.0, 2.5)
    assert settings.camera.source == "usb:Logitech"
    assert settings.buttons == ButtonSettings("off", (5, 6), (), 50, "/dev/ttyACM0")
    assert (settings.screen.width_px, settings.screen.fullscreen) == (1280, "on")
    assert settings.table.names == ("Ágnes", "Łukasz")
    assert settings.table.die_edge_mm == 16.0
    assert settings.log.file == "/tmp/games.sqlite"


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ('languge = "en"', 1, "languge"),
        ('# a comment\n\n[camera]\nsorce = "usb"\n', 4, "camera.sorce"),
        ('[screen]\nwidth_px = 800\n[camera]\nsource = "usb"\n[kamera]\nx = 1\n', 5, "kamera"),
        ('camera = { name = "usb" }', 1, "camera.name"),
        ("[buttons]\npins = [1, 2]\n[buttons.extra]\na = 1\n", 3, "buttons.extra"),
    ],
)
def test_unknown_keys_are_named_with_their_line(
    tmp_path: Path, text: str, line: int, key: str
) -> None:
    """A slip of the pen must not pass as a default."""
    with pytest.raises(UnknownSettingError, match=f"Line {line} of .*{key}") as caught:
        read_settings(_write(tmp_path, text))
    assert (
        "language" in caught.value.hint_text
        or "source" in caught.value.hint_text
        or ("gpio" in caught.value.hint_text)
    )
    assert str(caught.value) == caught.value.message


def test_names_are_cleaned_like_names_from_the_screen(tmp_path: Path) -> None:
    """Escape sequences, marks that reverse the writing and NUL do not reach terminal or log."""
    names = r'names = ["\u001b[31mAnn", "\u202eBob\u200b ", "Cy\u0000\u000a\tdee"]'
    settings = read_settings(_write(tmp_path, f"[table]\n{names}"))
    assert settings.table.names == ("[31mAnn", "Bob", "Cy dee")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('language = "de"', 1),
        ("language = 3", 1),
        ("camera = 3", 1),
        ('[camera]\n\nwidth_px = "wide"', 3),
        ("[camera]\nwidth_px = true", 2),
        ("[camera]\nheight_px = 10", 2),
        ("[buttons]\npins = [5, 5]", 2),
        ("[buttons]\npins = [5, 99]", 2),
        ("[buttons]\npins = [1,2,3,4,7,8]", 2),
        ("[buttons]\nlights = 5", 2),
        ('[buttons]\ngpio = "yes"', 2),
        ("[buttons]\nbounce_ms = 0", 2),
        ("[screen]\n\nrotation_deg = 45", 3),
        ("[camera]\nfocus = -1", 2),
        ("[screen]\nbrightness_percent = 101", 2),
        ("[screen]\nheight_px = 48.5", 2),
        ('[table]\nnames = [""]', 2),
        ('[table]\nnames = ["\\u202e \\u0000"]', 2),
        ('[table]\nnames = "Ann"', 2),
        ("[table]\ndie_edge_mm = 3", 2),
        ("[table]\ndie_edge_mm = nan", 2),
        ("[log]\nfile = []", 2),
        ('[log]\nfile = "/"', 2),
        ('[log]\nfile = "/dev/null"', 2),
        ('[log]\nfile = "~nobody-here/games.sqlite"', 2),
        (f'[log]\nfile = "{"x" * 900}"', 2),
        ('[camera]\nsource = "webcam"', 2),
        ('[camera]\nsource = "folder:/\\u0000x"', 2),
        ('[camera]\nsource = "folder:~nobody-here/x"', 2),
        (f'[camera]\nsource = "video:/{"x" * 900}"', 2),
        (f'[camera]\nsource = "pi:{"1" * 5000}"', 2),
        ('[buttons]\nserial = "ttyACM0"', 2),
    ],
)
def test_values_that_do_not_fit_are_named_with_their_line(
    tmp_path: Path, text: str, line: int
) -> None:
    """The sentence says what the value must be."""
    with pytest.raises(BadSettingError, match=f"Line {line} of .* must be ") as caught:
        read_settings(_write(tmp_path, text))
    assert caught.value.code == "settings_bad_value"


def test_broken_toml_names_the_line(tmp_path: Path) -> None:
    """The decoder's own words, in our form."""
    with pytest.raises(SettingsUnreadableError, match="line 2"):
        read_settings(_write(tmp_path, 'language = "en"\n[camera\n'))


@pytest.mark.parametrize("what", ["folder", "latin", "huge"])
def test_files_that_are_no_settings(tmp_path: Path, what: str) -> None:
    """A folder, another encoding, megabytes of something."""
    path = tmp_path / "config.toml"
    if what == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"name = \xe1\n" if what == "latin" else b"#" * 200_000)
    with pytest.raises(SettingsUnreadableError, match=r"config\.toml"):
        read_settings(path)


@given(st.text(max_size=200))
def test_any_text_is_settings_or_one_clear_error(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    """Nothing else comes out, whatever somebody typed."""
    path = tmp_path_factory.mktemp("settings") / "config.toml"
    path.write_bytes(text.encode("utf-8", "replace"))
    with contextlib.suppress(SettingsError):
        assert read_settings(path) == Settings()


def test_the_places_follow_the_environment(tmp_path: Path) -> None:
    """COMPANION_HOME holds everything; otherwise there are two folders of that name."""
    assert places({"COMPANION_HOME": str(tmp_path)}) == Places(tmp_path, tmp_path)
    assert places({"COMPANION_HOME": str(tmp_path)}).log_file == tmp_path / "games.sqlite"
    usual = places({})
    assert usual.config_file.parts[-2:] == ("companion", "config.toml")
    assert usual.log_file != usual.demo_log_file


def test_a_home_with_a_name_too_long_is_refused() -> None:
    """With a sentence, before anything is looked for there."""
    with pytest.raises(HomeError, match="COMPANION_HOME is not the name of a folder"):
        places({"COMPANION_HOME": "/tmp/" + "x" * 900})


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 50_000, "a = " + "9" * 4_500, '[log]\nfile = "a\\u0000b"', "[log]\nfile = 3"],
)
def test_hostile_values_are_refused_with_a_sentence(tmp_path: Path, text: str) -> None:
    """Nested too deeply, too long a number, a name that no file has."""
    path = tmp_path / "config.toml"
    path.write_text(text)
    with pytest.raises(SettingsError) as caught:
        read_settings(path)
    assert str(path) in caught.value.message
