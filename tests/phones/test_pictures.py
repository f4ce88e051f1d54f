"""A photograph of a phone is read for its own seat alone, and nothing of it is kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.app.phone_pictures import PhonePhotographs
from companion.demo.script import PICTURES
from companion.session.ports import Frame
from companion.session.service_ports import TilesReading, TileTimings
from tests.phones.conftest import PhoneTable
from tests.phones.phone import Phone
from vision.opening import open_table_reader

TABLE = (PICTURES / "game1-round3-ann.jpg").read_bytes()
NEIGHBOUR = (PICTURES / "game1-round3-lukasz.jpg").read_bytes()


def no_tiles(frame: Frame) -> TilesReading:
    """Read no tile."""
    height, width = frame.pixels.shape[:2]
    return TilesReading(width, height, (), (), (), TileTimings(1.0, 1.0, 2.0))


@pytest.fixture
def phone() -> Iterator[Phone]:
    table = PhoneTable(PhonePhotographs(open_table_reader, no_tiles))
    table.open()
    table.begin("roll", 2, "tracked")
    yield table.phone(1)
    table.close()


def send(
    phone: Phone, jpeg: bytes, what: str = "mat", media: str = "image/jpeg"
) -> tuple[int, dict[str, object]]:
    return phone.request("POST", f"/api/picture?for={what}", jpeg, Content_Type=media)


def test_the_own_mat_is_read_and_no_other(phone: Phone) -> None:
    status, reading = send(phone, TABLE)
    assert (status, reading["schema"]) == (200, "scan/1")
    assert [each["id"] for each in _list(reading, "mats")] == ["strip-1"]
    assert {each["mat"] for each in _list(reading, "dice")} == {"strip-1"}
    status, reading = send(phone, NEIGHBOUR)
    assert (status, reading["mats"], reading["dice"]) == (200, [], [])


def _list(reading: dict[str, object], name: str) -> list[dict[str, object]]:
    found = reading[name]
    assert isinstance(found, list)
    return found


def test_a_tableau_is_read_as_tiles(phone: Phone) -> None:
    status, reading = send(phone, TABLE, "tableau")
    assert (status, reading["schema"], reading["tiles"]) == (200, "tiles/1", [])


def test_what_is_no_photograph_is_refused(phone: Phone) -> None:
    status, reply = send(phone, b"no picture")
    error = reply["error"]
    assert isinstance(error, dict)
    assert (status, error["code"]) == (422, "image_unreadable")
    assert "/proc" not in error["message"]
    assert send(phone, TABLE, media="image/png")[0] == 415
    assert send(phone, TABLE, "hand")[0] == 404
    assert send(phone, b"x" * 12_000_001)[0] == 413
    spectator = Phone(f"http://127.0.0.1:{phone.port}/")
    assert send(spectator, TABLE)[0] == 401
