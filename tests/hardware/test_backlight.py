"""Brightness of a display, on files that look like the kernel's."""

from pathlib import Path

import pytest

from hardware.backlight import Backlight


def light(folder: Path, name: str, *, now: str, most: str) -> Path:
    path = folder / name
    path.mkdir(parents=True)
    (path / "brightness").write_text(now)
    (path / "max_brightness").write_text(most)
    return path


def test_all_displays_take_the_same_share(tmp_path: Path) -> None:
    """Each has its own number of steps."""
    first = light(tmp_path, "10-0045", now="31\n", most="31\n")
    second = light(tmp_path, "11-0046", now="0", most="255")
    assert Backlight(tmp_path).set_percent(40)
    assert (first / "brightness").read_text() == "12"
    assert (second / "brightness").read_text() == "102"


@pytest.mark.parametrize(("asked", "steps"), [(0, "2"), (-5, "2"), (1000, "31")])
def test_it_is_never_quite_dark(tmp_path: Path, asked: int, steps: str) -> None:
    """A black display looks broken."""
    only = light(tmp_path, "a", now="10", most="31")
    assert Backlight(tmp_path).set_percent(asked)
    assert (only / "brightness").read_text() == steps


def test_without_a_backlight_nothing_happens(tmp_path: Path) -> None:
    """A monitor has none; files that make no sense are passed over."""
    assert not Backlight(tmp_path / "missing").set_percent(50)
    light(tmp_path, "odd", now="x", most="0")
    assert not Backlight(tmp_path).set_percent(50)


def test_a_display_that_refuses_is_no_error(tmp_path: Path) -> None:
    """No permission, or gone: the table goes on."""
    odd = light(tmp_path, "gone", now="1", most="10")
    (odd / "brightness").unlink()
    (odd / "brightness").mkdir()
    assert not Backlight(tmp_path).set_percent(50)
