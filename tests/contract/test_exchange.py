"""What every exchange must do, in memory, in a folder, on a stick."""

import os
from pathlib import Path

import pytest

from companion.session.service_ports import Exchange, ExchangeError
from companion.storage.exchange import MOST_BYTES, FolderExchange


@pytest.fixture(params=["memory", "folder", "stick"])
def exchange(request: pytest.FixtureRequest, tmp_path: Path) -> Exchange:
    if request.param == "memory":
        return Exchange()
    stick = tmp_path / "STICK"
    if request.param == "stick":
        stick.mkdir()
    return FolderExchange(tmp_path / "exchange", lambda: [stick] if stick.exists() else [])


def test_nothing_is_offered_at_first(exchange: Exchange) -> None:
    """No folder is needed to ask."""
    assert exchange.offered(".json") == ()


def test_what_is_written_is_offered_and_read(exchange: Exchange) -> None:
    """By its ending; written again it is replaced."""
    exchange.write("a.json", b"1")
    exchange.write("b.csv", b"2")
    exchange.write("a.json", b"3")
    (name,) = exchange.offered(".json")
    assert name.endswith("a.json")
    assert exchange.read(name) == b"3"


def test_an_unknown_file_is_refused(exchange: Exchange) -> None:
    """With the name, so that people know which."""
    with pytest.raises(ExchangeError, match="nothing"):
        exchange.read("nothing.json")


def test_a_stick_comes_first(tmp_path: Path) -> None:
    """Where a stick is in, files go there; those in the folder are still offered."""
    stick = tmp_path / "STICK"
    plain = FolderExchange(tmp_path / "exchange")
    old = plain.write("old.json", b"1")
    both = FolderExchange(tmp_path / "exchange", lambda: [stick])
    new = both.write("new.json", b"2")
    assert new == str(stick / "companion" / "new.json")
    for newest, other in ((new, old), (old, new)):
        os.utime(other, (1, 1))
        os.utime(newest, (2, 2))
        assert both.offered(".json") == (newest, other)


def test_names_and_sizes_are_kept_in_bounds(tmp_path: Path) -> None:
    """No way out of the folder, nothing huge read."""
    exchange = FolderExchange(tmp_path / "exchange")
    written = Path(exchange.write("../../x y.json", b"1"))
    assert written.parent == tmp_path / "exchange"
    outside = tmp_path / "outside.json"
    outside.write_bytes(b"1")
    with pytest.raises(ExchangeError):
        exchange.read(str(outside))
    large = tmp_path / "exchange" / "large.json"
    large.write_bytes(b" " * MOST_BYTES)
    assert len(exchange.read(str(large))) == MOST_BYTES
    large.write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(ExchangeError, match="too large"):
        exchange.read(str(large))


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    """A folder that cannot be made: one sentence, no traceback."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ExchangeError) as caught:
        FolderExchange(tmp_path / "file" / "inside").write("a.json", b"1")
    assert caught.value.code == "exchange"
