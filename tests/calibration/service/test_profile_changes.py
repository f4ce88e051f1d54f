"""Profiles on the screen: other names, files, the end of one and its return."""

import threading
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from calibration.core.errors import PROFILE_MISSING, PROFILE_NAME, ProfileError
from calibration.core.profile import Profile
from calibration.core.store import ProfileStore
from companion.session.calibration_ports import ProfileNameTakenError
from companion.session.errors import CameraLostError
from tests.calibration.pictures import good_picture
from tests.calibration.samples import full_profile
from tests.calibration.service.rig import Rig
from tests.rows import raises


@pytest.fixture
def table(rig: Rig) -> Rig:
    """A table with two profiles, one of them chosen."""
    rig.store.save(replace(full_profile(), name="Kitchen"))
    rig.store.save(replace(full_profile(), name="Hall"))
    rig.service.choose("Kitchen")
    return rig


def test_a_profile_gets_another_name(table: Rig) -> None:
    """It stays the chosen one; a name that is taken or is none is refused and changes nothing."""
    table.service.rename("Kitchen", "Küche")
    assert table.store.names() == ("Hall", "Küche")
    assert table.chosen == "Küche"
    table.service.rename("Küche", "Küche")
    with pytest.raises(ProfileNameTakenError):
        table.service.rename("Küche", "Hall")
    with raises(PROFILE_NAME):
        table.service.rename("Küche", " ")
    with raises(PROFILE_MISSING):
        table.service.rename("nowhere", "x")
    assert table.store.names() == ("Hall", "Küche")


def test_a_deleted_profile_comes_back(table: Rig) -> None:
    """Once, and beside one that has got its name meanwhile."""
    table.service.delete("Hall")
    assert (table.store.names(), table.service.deleted()) == (("Kitchen",), "Hall")
    table.store.save(replace(full_profile(), name="Hall"))
    table.service.restore()
    table.service.restore()
    assert table.store.names() == ("Hall", "Hall 2", "Kitchen")
    assert table.service.deleted() == ""


def test_a_damaged_profile_can_be_deleted_for_good(table: Rig) -> None:
    """Its file cannot be read, so it cannot be offered again."""
    table.store.path("Hall").write_text("{")
    table.service.delete("Hall")
    assert (table.store.names(), table.service.deleted()) == (("Kitchen",), "")


def test_a_profile_travels_as_a_file(table: Rig) -> None:
    """An exported profile is imported under a free name; what is no profile is refused."""
    content = table.service.export_file("Kitchen")
    assert table.service.import_file(content, "a.profile.json") == "Kitchen 2"
    assert table.store.read("Kitchen 2").light == table.store.read("Kitchen").light
    for broken in (b"", b"{}", content[: len(content) // 2], b"\xff\xfe"):
        with pytest.raises(ProfileError):
            table.service.import_file(broken, "b.profile.json")
    assert len(table.store.names()) == 3


def test_a_plain_profile_needs_a_camera_and_a_name(rig: Rig) -> None:
    """It has no light, so nothing says whether that fits."""
    rig.see(None)
    with pytest.raises(CameraLostError):
        rig.service.create_without_light("Table")
    rig.see(good_picture())
    with raises(PROFILE_NAME):
        rig.service.create_without_light("")
    rig.service.create_without_light("Table")
    (line,) = rig.service.profiles()
    assert (line.name, line.used, line.fits) == ("Table", True, None)
    page = rig.service.page("Table")
    assert (page.pairs, page.counts) == ((), ())
    rig.service.compare()
    rig.see(good_picture())
    assert rig.service.profiles()[0].fits is None
    rig.service.refresh_light("Table")
    rig.see(good_picture())
    assert getattr(rig.service.refreshed(), "code", "") == "light_not_known"


def test_changes_of_several_threads_are_all_there(tmp_path: Path) -> None:
    """Counting, learning and a tap may come at once: none is lost, none is half written."""
    repository = ProfileStore(tmp_path, lambda: None)
    repository.save(replace(full_profile(), name="Hall", die_edge_mm=10.0))

    def wider(profile: Profile) -> Profile:
        return replace(profile, die_edge_mm=profile.die_edge_mm + 0.25)

    change = partial(repository.change, "Hall", wider)
    threads = [threading.Thread(target=change) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert repository.read("Hall").die_edge_mm == 12.0
