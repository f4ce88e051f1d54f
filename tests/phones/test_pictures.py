"""A photograph of a phone is read for its own seat alone, and nothing of it is kept."""

from collections.abc import Iterator
from functools import partial

import pytest

from companion.app.phone_pictures import PhonePhotographs
from companion.demo.script import PICTURES
from companion.session.ports import Frame
from companion.session.service_ports import TilesReading, TileTimings
from tests.phones.conftest import PhoneTable
from tests.phones.phone import Json, Phone, asked_below
from tests.waiting import until
from vision.opening import open_table_reader

FIRST = (PICTURES / "game1-round1-ann.jpg").read_bytes()
TABLE = (PICTURES / "game1-round3-ann.jpg").read_bytes()
NEIGHBOUR = (PICTURES / "game1-round3-lukasz.jpg").read_bytes()


def no_tiles(frame: Frame) -> TilesReading:
    """Read no tile."""
    height, width = frame.pixels.shape[:2]
    return TilesReading(width, height, (), (), (), TileTimings(1.0, 1.0, 2.0))


START = ["4", "new_sparta", "9", "separatist_colony", "7", "doomed_world"]
"""Factions and home worlds of the game that the pictures are of."""


@pytest.fixture
def table() -> Iterator[PhoneTable]:
    made = PhoneTable(partial(PhonePhotographs, open_table_reader, no_tiles))
    made.open()
    pairs = zip(START[::2], START[1::2], strict=True)
    start = [each for pair in pairs for each in (*pair, "unknown", "unknown")]
    made.begin("roll", 3, "tracked", start)
    yield made
    made.close()


@pytest.fixture
def phone(table: PhoneTable) -> Phone:
    return table.phone(1)


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


# --- the own mat ---------------------------------------------------------------------------------


def asked(phone: Phone) -> tuple[Json, str, Json]:
    """Return the view, the key of the photograph, and what is asked about it."""
    view = phone.view()
    key = view["page"]["open"]
    answer = next(each for each in view["question"]["answers"] if each["key"] == key)
    return view, key, answer["then"]


def answer_of(question: Json, key: str) -> Json:
    found: Json = next(each for each in question["answers"] if each["key"] == key)
    return found


def others(table: PhoneTable) -> str:
    """Return all that anybody else is sent, or can ask for; without versions."""
    views = [table.phone(seat).view() | {"version": 0} for seat in (2, 3, None)]
    return str([*views, *asked_below(table.phone(2), ["table"])])


def test_a_quick_count_takes_photographs_of_mats(table: PhoneTable) -> None:
    table.begin("roll", 2, "by-hand")
    until(lambda: [each["seat"] for each in table.links[-1]["seats"]] == [1, 2])
    phone = table.phone(1)
    assert phone.view()["page"]["photograph"] == "mat"
    assert send(phone, FIRST)[0] == 200
    view, key, question = asked(phone)
    assert "accept" in [each["key"] for each in question["answers"]]
    assert phone.answer(view, [key, "accept"])[0] == 200
    table.phone(2).answer(table.phone(2).view(), ["ready"])
    seat = table.owner.latest().view.seats[0]
    assert (seat.recorded, len(seat.dice)) == (True, 4)


def test_a_photographed_mat_is_recorded_behind_the_screen_and_seen_at_reveal(
    table: PhoneTable, phone: Phone
) -> None:
    before = others(table)
    assert send(phone, FIRST)[0] == 200
    view, key, question = asked(phone)
    assert question["text"] == "The rules allow this mat"
    assert question["default"] == "accept"
    assert others(table) == before
    assert phone.answer(view, [key, "accept"]) == (200, {"version": view["version"] + 2})
    own = [each["pictures"][0]["piece"] for each in phone.view()["page"]["own"][:4]]
    explored = ["die/home/explore"] * 2
    assert sorted(own) == [*explored, "die/home/settle", "die/rare_elements/develop"]
    assert "die/home/settle" not in others(table)
    assert phone.view()["page"]["open"] == ""
    for other in map(table.phone, (2, 3)):
        other.patient = True  # it has asked for everything just now
        assert other.answer(other.view(), ["ready"])[0] == 200
    seat = table.owner.latest().view.seats[0]
    assert (seat.seat, seat.recorded, len(seat.dice)) == (1, True, 4)
    assert "strip-1" not in table.owner.scan_plan().mats  # the table's camera is not needed for it
    assert not any(die.doubtful for die in seat.dice)


def test_a_doubtful_die_is_asked_about_and_what_the_rules_forbid_is_said(phone: Phone) -> None:
    assert send(phone, TABLE)[0] == 200  # another round: other dice than this seat has
    view, key, question = asked(phone)
    assert question["text"] == "Is this die read correctly?"
    assert phone.answer(view, [key, "yes"])[0] == 200
    assert phone.answer(view, [key, "yes"])[0] == 409  # not twice
    while asked(phone)[2]["default"] == "yes":
        view, key, question = asked(phone)
        assert phone.answer(view, [key, "yes"])[0] == 200
    view, key, question = asked(phone)
    refused = answer_of(question, "accept")["refused"]
    assert refused["message"] == question["text"] != "The rules allow this mat"
    assert phone.answer(view, [key, "accept"])[0] == 422
    assert phone.answer(view, [key, "die-0"])[0] == 422
    assert phone.following(view, [key, "die-0"]) is not None
    assert phone.answer(view, [key, "die-0", "remove"])[0] == 200
    assert len(asked(phone)[2]["answers"]) == len(question["answers"]) - 1


def test_a_photograph_is_of_its_round_and_of_no_other_game(table: PhoneTable, phone: Phone) -> None:
    assert send(phone, FIRST)[0] == 200
    _, key, _ = asked(phone)
    assert table.phone(2).answer(table.phone(2).view(), [key, "accept"])[0] == 409
    for seat in (1, 2, 3):
        table.phone(seat).answer(table.phone(seat).view(), ["ready"])
    _, _, question = asked(phone)
    assert answer_of(question, "accept")["text"] == "This is my mat"
    table.begin("roll", 2, "tracked")
    assert table.phone(1).view()["page"]["open"] == ""
