"""Hints for one seat alone, the rule of a refused answer, the course of a game that is over."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.phases.round import StopGame
from companion.history.records import PastGame, PastPlayer, Source
from companion.players.hints import Hint, HintGiver
from companion.preferences import HINTS
from kivy_ui.settings import Services, UiSettings
from tests.phones.conftest import PhoneTable
from tests.phones.phone import Phone
from tests.phones.test_pictures import FIRST, phone, send, table
from tests.waiting import until

__all__ = ["phone", "table"]


class Giver(HintGiver):
    """Advises Explore for any roll."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def hints(self, game_id: str, seat: int, rolled: Sequence[RolledDie]) -> tuple[Hint, ...]:
        self.asked.append((seat, len(rolled)))
        return (Hint(0.5, 0.0, (("tiles", 1),), Phase.EXPLORE, ((Phase.EXPLORE, 2),), 0, ()),)


@pytest.fixture
def giver(table: PhoneTable) -> Giver:
    found = Giver()
    settings = UiSettings()
    preferences = replace(settings.preferences, hints=(HINTS[-1], HINTS[0]))
    table.window = replace(settings, services=Services(hints=found), preferences=preferences)
    return found


def test_a_seat_gets_hints_for_the_roll_that_it_has_photographed(
    table: PhoneTable, phone: Phone, giver: Giver
) -> None:
    assert not phone.view()["page"]["hints"]
    send(phone, FIRST)
    assert phone.view()["page"]["hints"]

    def hints() -> list[object]:
        status, reply = phone.post("/api/hints", {})
        assert status == 200
        found: list[object] = [] if reply["busy"] else reply["rows"]
        return found

    until(lambda: bool(hints()))
    assert "50%" in str(hints())
    assert giver.asked == [(1, 4)]
    other = table.phone(2)
    assert not other.view()["page"]["hints"]  # has not asked for any
    assert other.post("/api/hints", {})[1]["rows"] == []
    assert Phone(f"http://127.0.0.1:{phone.port}/").post("/api/hints", {})[0] == 401


def test_the_rule_of_a_refusal_can_be_read_in_the_language_of_the_phone(table: PhoneTable) -> None:
    answer = next(
        each for each in table.phone(1).view()["question"]["answers"] if "refused" in each
    )
    assert answer["refused"]["rule"] == "R-3.7"
    english = table.phone(1).request("GET", "/api/rule?number=R-3.7")[1]
    polish = table.phone(1, "pl").request("GET", "/api/rule?number=R-3.7")[1]
    assert english["title"] != ""
    assert english["lines"] != polish["lines"] != []
    assert table.phone(1).request("GET", "/api/rule?number=none")[1] == {"title": "", "lines": []}


def test_everybody_sees_the_course_once_the_game_is_over(
    table: PhoneTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = tuple(PastPlayer(f"Player {seat}", seat=seat) for seat in (1, 2, 3))
    points = (0, 0, 0), (3, 1, 2), (5, 4, 9)
    past = PastGame("x", "", "", Source.TRACKED, players, points_by_round=points)
    monkeypatch.setattr("kivy_ui.games.roll.ending.past_game", lambda *_of: past)

    def courses() -> list[list[list[int]]]:
        pages = [table.phone(seat).view()["page"] for seat in (1, 2, None)]
        return [[each["values"] for each in page["course"]] for page in pages]

    assert courses() == [[], [], []]
    with table.phone().stream() as views:
        next(views)
        table.owner.post(StopGame())
        until(lambda: table.owner.latest().is_over)
        until(lambda: courses()[0] != [])
        assert courses() == [[[0, 3, 5], [0, 1, 4], [0, 2, 9]]] * 3
        last = next(view for view in views if view["page"]["course"])  # without being asked again
        assert last["version"] == table.owner.latest().version
