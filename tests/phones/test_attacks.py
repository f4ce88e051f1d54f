"""What somebody in the same network may try (``deploy/SECURITY.md``), beside ``test_server.py``."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import companion.phones
from companion.phones.ports import Json
from companion.session.ports import Reading
from tests.phones.conftest import PhoneTable
from tests.phones.phone import Phone
from tests.waiting import until

PAGE = Path(companion.phones.__file__).parent / "page"


def test_guesses_of_a_secret_are_slowed_down(table: PhoneTable) -> None:
    phone = Phone(f"http://127.0.0.1:{table.phone().port}/#AAAAAAAAAAAAAAAAAAAAAA")
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(phone.request, "GET", "/api/stream") for _ in range(400)]
        statuses = [each.result()[0] for each in sent]
    assert set(statuses) == {401, 429}


def test_the_page_sets_texts_as_text_only() -> None:
    script = (PAGE / "phone.js").read_text(encoding="utf-8")
    for made_of_text in (
        "innerHTML",
        "outerHTML",
        "insertAdjacent",
        "document.write",
        "eval(",
        "Function(",
    ):
        assert made_of_text not in script


def test_long_headers_are_refused(table: PhoneTable) -> None:
    status, _ = table.phone().request("GET", "/", X_Long="x" * 20_000)
    assert status == 413


def test_many_open_connections_do_not_stop_the_table(table: PhoneTable) -> None:
    table.begin("roll", 2, "tracked")
    phone, version = table.phone(1), table.owner.latest().version
    opened = [socket.create_connection((phone.host, phone.port)) for _ in range(80)]
    for each in opened:
        each.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")  # and no more
    status, _ = phone.request("GET", "/")
    assert status == 503
    table.owner.press(1)
    until(lambda: table.owner.latest().version > version)
    for each in opened:
        each.close()
    until(lambda: phone.request("GET", "/")[0] == 200)


class OneAtATime:
    """Reads slowly, and counts how many at once."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self._lock = threading.Lock()

    def read(self, what: str, seat: int, jpeg: bytes) -> tuple[Reading, Json]:
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.05)
        with self._lock:
            self.now -= 1
        return Reading(1, 1, (), (), ()), {"seat": seat}


@pytest.fixture
def reader() -> OneAtATime:
    return OneAtATime()


@pytest.fixture
def photographing(reader: OneAtATime) -> Iterator[PhoneTable]:
    made = PhoneTable(lambda _table: reader)
    made.open()
    made.begin("roll", 2, "tracked")
    yield made
    made.close()


def test_photographs_are_read_one_at_a_time(photographing: PhoneTable, reader: OneAtATime) -> None:
    phones = [photographing.phone(seat) for seat in (1, 2)]
    with ThreadPoolExecutor(8) as pool:
        sent = [
            pool.submit(
                phone.request, "POST", "/api/picture?for=mat", b"x", Content_Type="image/jpeg"
            )
            for phone in phones * 4
        ]
        replies = [each.result() for each in sent]
    assert [status for status, _ in replies] == [200] * 8
    assert [reply["seat"] for _, reply in replies] == [1, 2] * 4
    assert reader.most == 1
