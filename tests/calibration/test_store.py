"""The table's profiles by name, and the one that fits the light."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.core.errors import PROFILE_MISSING, PROFILE_NAME
from calibration.core.making import bare_profile
from calibration.core.profile import Profile
from calibration.core.profile_file import read_profile, write_profile
from calibration.core.reader_profile import light_field
from calibration.core.store import ProfileStore, nearest
from tests.calibration.samples import full_profile, profile
from tests.rows import raises
from vision.light.light_field import PatchSamples


def test_profiles_come_and_go_by_name(tmp_path: Path) -> None:
    """Any name that is one becomes a file of the folder, whatever signs it has."""
    store = ProfileStore(tmp_path / "profiles")
    assert store.names() == ()
    odd = replace(profile(), name="../Küche: 1/2 %41")
    store.save(odd)
    store.save(profile())
    assert store.names() == ("../Küche: 1/2 %41", "Kitchen")
    assert store.read("../Küche: 1/2 %41") == odd
    assert [path.parent for path in tmp_path.rglob("*.json")] == [tmp_path / "profiles"] * 2
    store.delete("Kitchen")
    assert store.names() == ("../Küche: 1/2 %41",)
    with raises(PROFILE_MISSING):
        store.delete("Kitchen")
    with raises(PROFILE_MISSING):
        store.read("Kitchen")
    with raises(PROFILE_NAME):
        store.read("two\nlines")


def test_a_file_is_read_once_for_as_long_as_it_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for at many readings; another hand's change is seen all the same."""
    looked: list[Path] = []

    def looking(path: Path) -> Profile:
        looked.append(path)
        return read_profile(path)

    monkeypatch.setattr("calibration.core.store.read_profile", looking)
    store = ProfileStore(tmp_path)
    store.save(profile())
    assert [store.all() for _ in range(3)] == [(profile(),)] * 3
    assert len(looked) == 1
    later = replace(profile(), made_at="2031-01-01T00:00:00Z")
    write_profile(store.path("Kitchen"), later)
    assert store.read("Kitchen") == later
    store.save(profile())
    assert store.read("Kitchen") == profile()
    store.delete("Kitchen")
    assert store.all() == ()


def test_the_newest_profile_is_the_last_one_measured(tmp_path: Path) -> None:
    """Numbered when it is stored, whatever the clock shows; a later change does not count."""
    store = ProfileStore(tmp_path)
    for name in ("First", "Second"):
        store.save(replace(profile(), name=name, made_at="", serial=0))
    assert [store.read(name).serial for name in ("First", "Second")] == [1, 2]
    store.save(replace(store.read("First"), die_edge_mm=16.0))
    assert store.read("First").serial == 1


def test_profiles_travel_as_files(tmp_path: Path) -> None:
    """Found by name, and at another table by file."""
    here, there = ProfileStore(tmp_path / "here"), ProfileStore(tmp_path / "there")
    here.save(full_profile())
    assert here.find(full_profile().name) == full_profile()
    assert there.find(str(here.path(full_profile().name))) == full_profile()
    with raises(PROFILE_MISSING):
        there.find("nothing of that name")


def test_a_damaged_profile_spoils_no_other(tmp_path: Path) -> None:
    """It keeps its name in the list, and the others are read."""
    store = ProfileStore(tmp_path)
    write_profile(store.path("Good"), replace(profile(), name="Good"))
    store.path("Bad").write_text("{")
    assert store.names() == ("Bad", "Good")
    assert [each.name for each in store.all()] == ["Good"]


def test_the_profile_that_fits_is_chosen() -> None:
    """Hue decides before brightness; under an unknown lamp none is chosen."""
    day = profile("Day", white=(0.7, 0.72, 0.75))
    lamp = profile("Lamp", white=(0.8, 0.6, 0.35))
    bare = bare_profile("Drawn", made_at=day.made_at, camera=day.camera)
    places = np.array([[100.0, 100.0], [900.0, 500.0]])
    samples = PatchSamples(places, np.array([255.0, 255.0]), np.full((2, 3), 200.0))

    def chosen(white: tuple[float, float, float]) -> str | None:
        light = profile(white=white).light
        assert light is not None
        best = nearest([bare, day, lamp], samples, light_field(light, (1536, 864)))
        return best.name if best else None

    assert chosen((0.5, 0.52, 0.54)) == "Day"
    assert chosen((0.75, 0.57, 0.34)) == "Lamp"
    assert chosen((0.3, 0.5, 0.9)) is None
