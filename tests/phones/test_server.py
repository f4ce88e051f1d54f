"""The phones' server keeps its contract: views, answers, and what it refuses."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from companion.app.phone_service import phone_assets
from companion.errors import CompanionError
from companion.games.roll.model.dice import Face, Place, PlacedDie
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.phases.assign import RollDice
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import RoundStarted, SignalReady
from companion.history.archive import Archive
from companion.i18n import translator
from companion.session.ports import StoredEvent
from kivy_ui.settings import Services, UiSettings
from tests.phones.conftest import PhoneTable
from tests.phones.json_player import can_answer, random_answer
from tests.phones.phone import asked_below
from tests.waiting import until

RULE = "rule_the_galaxy"


def test_a_spectator_sees_the_table_and_answers_nothing(table: PhoneTable) -> None:
    table.begin(RULE, 3)
    view = table.phone().view()
    assert (view["game"], view["seat"], view["question"]) == (RULE, None, None)
    assert sorted(each["seat"]["number"] for each in view["page"]["people"]) == [1, 2, 3]
    assert table.phone().answer(view, ["draw"])[0] == 401


def test_a_seat_sees_its_question_in_the_language_of_the_phone(table: PhoneTable) -> None:
    table.begin("roll", 2, "tracked")
    english, polish = table.phone(1).view(), table.phone(1, "pl-PL,pl;q=0.9,en;q=0.8").view()
    said = english["question"]["text"], polish["question"]["text"]
    assert said[1] == translator("pl")(said[0]) != said[0]
    assert polish["page"]["language"] == "pl"
    assert english["question"]["answers"][0]["key"] == "ready"


def test_an_answer_is_executed_once_and_everybody_is_told(table: PhoneTable) -> None:
    table.begin("roll", 2, "tracked")
    phone = table.phone(1)
    with phone.stream() as own, table.phone().stream() as others:
        view = next(own)
        next(others)
        with ThreadPoolExecutor(8) as pool:
            sent = [pool.submit(phone.answer, view, ["ready"]) for _ in range(8)]
            replies = [each.result() for each in sent]
        assert sorted(status for status, _ in replies) == [200, *[409] * 7]
        accepted = next(reply for status, reply in replies if status == 200)
        assert next(own)["version"] == accepted["version"] > view["version"]
        assert next(others)["version"] == accepted["version"]


def test_the_last_step_is_undone_by_the_phone_that_made_it_while_nothing_else_happens(
    table: PhoneTable,
) -> None:
    table.begin("roll", 2, "tracked")
    phone, other = table.phone(1), table.phone(2)
    begun = phone.view()
    assert begun["page"]["undo"] == ""  # the set-up is the table's
    assert phone.answer(begun, ["ready"])[0] == 200
    ready = phone.view()
    assert "Player 1" in ready["page"]["undo"]
    assert other.view()["page"]["undo"] == ""
    assert phone.answer(begun, ["table", "undo"])[0] == 409  # seen before something happened
    with ThreadPoolExecutor(4) as pool:
        sent = [pool.submit(phone.answer, ready, ["table", "undo"]) for _ in range(4)]
        assert sorted(each.result()[0] for each in sent) == [200, 409, 409, 409]
    undone = phone.view()
    assert undone["question"] == begun["question"]
    assert undone["page"]["undo"] == ""
    assert phone.answer(undone, ["table", "redo"])[0] == 200
    assert phone.view()["question"] == ready["question"]


def test_one_phone_answers_and_undoes_for_the_table(table: PhoneTable) -> None:
    table.begin("roll", 2, "tracked")
    phone, other = table.phone(1), table.phone(2)
    assert other.answer(other.view(), ["ready"])[0] == 200
    view = phone.view()
    asked = phone.following(view, ["table"])
    assert asked is not None
    undo = next(each for each in asked["answers"] if each["key"] == "undo")
    assert "Player 2" in undo["text"]
    assert phone.following(view, ["table", "correct", "dice"]) is not None
    assert phone.answer(view, ["table", "undo"])[0] == 200
    assert other.view()["question"]["default"] == "ready"
    view = phone.view()
    assert phone.answer(view, ["table", "stop"])[0] == 200
    assert table.owner.latest().is_over
    spectator = table.phone()
    assert "table" not in spectator.view()["page"]
    assert spectator.answer(view, ["table", "undo"])[0] == 401


@pytest.mark.parametrize(
    "path", [["table"], ["table", 1], ["table", "none"], ["undo"], [["table"]]]
)
def test_what_is_no_answer_of_the_table_is_refused(table: PhoneTable, path: object) -> None:
    table.begin("roll", 2, "tracked")
    view = table.phone(1).view()
    status, reply = table.phone(1).post("/api/answer", {"version": view["version"], "path": path})
    assert (status, reply["error"]["code"]) == (422, "no_such_answer")


def test_spectators_read_what_has_happened_in_the_round_and_nothing_hidden(
    table: PhoneTable,
) -> None:
    archive = Archive()
    table.window = replace(UiSettings(), services=Services(archive=archive))
    table.begin("roll", 2, "tracked")
    seat = table.owner.latest().view.seats[0]
    rolled = RollDice(1, tuple(RolledDie(each, Face.WILD) for each in seat.tracking.cup))
    placed = (PlacedDie(each.type, each.face, Place(None)) for each in rolled.dice)
    mat = RecordMat(1, tuple(placed))
    events = enumerate((RoundStarted(1), SignalReady(1), rolled, mat), 1)
    stored = tuple(StoredEvent(number, number, event, "") for number, event in events)
    archive.stored[table.owner.latest().game_id or ""] = stored
    log = table.phone().view()["page"]["log"]
    assert log[-2].endswith(" is ready.")
    assert len(log) == 4
    assert all(line.endswith(": dice behind the screen.") for line in log[:-2])
    assert "log" not in table.phone(1).view()["page"]


def test_a_refused_answer_says_why_in_the_language_of_the_phone(table: PhoneTable) -> None:
    table.begin("roll", 2, "tracked")
    phone = table.phone(1, "hu")
    status, reply = phone.answer(phone.view(), ["mat"])
    assert status == 422
    assert reply["error"]["code"] == "still_assigning"
    assert reply["error"]["message"] != ""
    assert table.owner.latest().error is None  # the table's own screen shows nothing of it


@pytest.mark.parametrize(
    "path", [["nonsense"], [], [7], [None], "ready", {"ready": 1}, [["ready"]], ["ready", "ready"]]
)
def test_what_is_no_answer_is_refused_as_such(table: PhoneTable, path: object) -> None:
    table.begin("roll", 2, "tracked")
    version = table.owner.latest().version
    status, reply = table.phone(1).post("/api/answer", {"version": version, "path": path})
    assert (status, reply["error"]["code"]) == (422, "no_such_answer")
    assert table.owner.latest().version == version


def test_requests_that_no_phone_sends_are_refused(table: PhoneTable) -> None:
    table.begin("roll", 2, "tracked")
    phone, answer = table.phone(1), {"version": table.owner.latest().version, "path": ["ready"]}

    def status(message: object, **headers: str) -> int:
        return phone.post("/api/answer", message, **headers)[0]

    assert status(answer, Authorization="Bearer wrong") == 401
    assert (
        status(answer, Authorization=phone.headers["Authorization"].replace("Bearer", "Basic"))
        == 401
    )
    assert status(answer | {"seat": 2}) == 403
    assert status(answer, Origin="http://example.org") == 403
    assert status(answer, Origin="null") == 403
    assert status(answer, Host="example.org") == 421
    assert status(answer, Host=f"example.org:{phone.port}") == 421
    assert status(answer | {"more": "x" * 5000}) == 413
    assert status(answer, Content_Type="text/plain") == 415
    assert status(b"{") == 415
    assert status(b"[" * 3900) == 415
    assert status([answer]) == 415
    assert phone.request("GET", "/../pyproject.toml")[0] == 404
    assert phone.request("GET", "/api/answer")[0] == 405
    assert table.owner.latest().version == answer["version"]
    assert status(answer, Origin=f"http://127.0.0.1:{phone.port}") == 200


def test_a_phone_that_floods_is_slowed_down_and_others_are_not(table: PhoneTable) -> None:
    table.begin("roll", 2, "tracked")
    phone, other = table.phone(1), table.phone(2)
    with ThreadPoolExecutor(8) as pool:
        sent = [
            pool.submit(phone.post, "/api/answer", {"version": 0, "path": []}) for _ in range(90)
        ]
        statuses = [each.result()[0] for each in sent]
    assert set(statuses) == {409, 429}
    assert other.answer(other.view(), ["ready"])[0] == 200


def test_at_most_sixteen_streams_are_open(table: PhoneTable) -> None:
    opened = [table.phone().stream() for _ in range(16)]
    for each in opened:
        next(each.__enter__())
    assert table.phone().request("GET", "/api/stream")[0] == 429
    for each in opened:
        each.__exit__(None, None, None)


def test_a_new_code_ends_the_phones_with_the_old_one(table: PhoneTable) -> None:
    table.begin("roll", 2, "tracked")
    old, other = table.phone(1), table.phone(2)
    with old.stream() as views, other.stream() as others:
        view = next(views)
        next(others)
        until(lambda: table.server.connected() == {1, 2})
        table.server.renew(1)
        assert next(views)["code"] == "phone_unknown"
        assert next(others)["version"] == view["version"]
        until(lambda: table.server.connected() == {2})
    assert old.answer(view, ["ready"])[0] == 401
    assert table.phone(1).answer(view, ["ready"])[0] == 200


def test_links_are_written_for_each_game_and_end_with_it(table: PhoneTable) -> None:
    table.begin("roll", 2, "tracked")
    first = table.links[-1]
    assert first["schema"] == "phones/1"
    assert [each["seat"] for each in first["seats"]] == [1, 2]
    assert first["spectators"] == f"http://127.0.0.1:{table.phone().port}/"
    assert all(len(each["url"].partition("#")[2]) >= 22 for each in first["seats"])  # 128 bits
    old = table.phone(1)
    table.begin(RULE, 3)
    until(lambda: [each["seat"] for each in table.links[-1]["seats"]] == [1, 2, 3])
    assert old.request("GET", "/api/stream")[0] == 401


def test_points_that_are_hidden_reach_their_own_phone_only(table: PhoneTable) -> None:
    """Section 1 of Galactic Emperor: VP are collected hidden."""
    from companion.games.emperor.corrections import CorrectCounter
    from companion.games.emperor.invariants import Counter

    table.begin("galactic_emperor", 3)
    table.owner.post(CorrectCounter(2, Counter.VP, 77))
    until(lambda: "77" in str(table.phone(2).view()))
    assert all("77" not in str(table.phone(seat).view()) for seat in (1, 3, None))
    below = asked_below(table.phone(1), ["table"])
    assert len(below) > 5
    assert "77" not in str(below)


def test_a_game_is_played_to_its_end_by_phones_and_the_table(table: PhoneTable) -> None:
    table.begin(RULE, 3)
    phones, chance = {seat: table.phone(seat) for seat in (1, 2, 3)}, Random(3)
    for phone in phones.values():
        phone.patient = True
    for _ in range(400):
        acted = False
        for phone in phones.values():
            view = phone.view()
            if view["question"] is None or not can_answer(view["question"]):
                continue

            def ask(path: list[object], phone=phone, view=view):  # type: ignore[no-untyped-def]
                return phone.following(view, path)

            path = random_answer(view["question"], ask, chance)
            status, reply = phone.answer(view, path)
            assert status in (200, 422), reply
            acted |= status == 200
        if table.owner.latest().is_over:
            break
        if not acted:
            table.answer()
    assert table.owner.latest().is_over
    page = phones[1].view()["page"]
    assert page["asked"] != ""  # who has won
    assert page["result"] or "Everybody loses" in page["told"]


@pytest.mark.parametrize("game", ["galactic_emperor", "gathering_storm", RULE])
def test_a_phone_stays_when_the_set_up_is_undone(table: PhoneTable, game: str) -> None:
    table.begin(game, 3)
    phone = table.phone(2)
    with phone.stream() as views:
        undone = before = next(views)
        while table.owner.latest().can_undo:
            table.owner.undo()
            undone = next(views)
            assert (undone["seat"], undone["version"] > before["version"]) == (2, True)
        assert undone["question"] is None
    assert phone.request("GET", "/")[0] == 200


@pytest.mark.parametrize("game", ["galactic_emperor", "gathering_storm", RULE, "roll"])
def test_every_question_of_every_game_is_sent(table: PhoneTable, game: str) -> None:
    table.begin(game, 3, *(("tracked",) if game == "roll" else ()))
    chance = Random(5)
    for turn in range(30):
        phone = table.phone(1 + turn % 3)
        phone.patient = True
        view = phone.view()
        if view["question"] is not None and can_answer(view["question"]):
            ask = partial(phone.following, view)
            found = random_answer(view["question"], ask, chance)
            assert phone.answer(view, found)[0] in (200, 422)
        with suppress(CompanionError):
            table.answer()
    assert table.owner.latest().version > 5


def test_the_page_loads_nothing_from_elsewhere_and_runs_no_other_script(
    table: PhoneTable,
) -> None:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", table.phone().port, timeout=20)
    connection.request("GET", "/")
    reply = connection.getresponse()
    page = reply.read().decode()
    policy = reply.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert reply.headers["Set-Cookie"] is None
    assert "http" not in page
    connection.close()
    files = {"phone.js", "style.css", *phone_assets()}
    assert {"pages.png", "board.json", "roboto-regular.ttf", "roboto-bold.ttf"} < files
    assert {table.phone().request("GET", f"/{each}")[0] for each in files} == {200}
    assert "font-src 'self'" in policy
