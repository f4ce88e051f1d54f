"""The page of the phones: turning them on, the codes, who is connected."""

from dataclasses import replace

from companion.history.export import qr_rows
from companion.session.service_ports import PhoneLink, Phones
from companion.session.table_port import TablePort
from kivy_ui.common.player_group import PlayerGroup, usual_seat
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.listing import List
from kivy_ui.pages.scores import Code
from kivy_ui.settings import Services, UiSettings
from kivy_ui.window.phones import PhonePages
from tests.some import of, there


class FakePhones(Phones):
    """Phones that are on after ``turn_on``; seat 2 has joined."""

    available = True

    def __init__(self) -> None:
        self.on = False
        self.renewed: list[int] = []

    def turn_on(self) -> None:
        self.on = True

    def turn_off(self) -> None:
        self.on = False

    def links(self) -> tuple[PhoneLink, ...]:
        seats = (1, 2, None) if self.on else ()
        return tuple(PhoneLink(each, f"http://table/#{each}", each == 2) for each in seats)

    def renew(self, seat: int) -> None:
        self.renewed.append(seat)


def pages_of(phones: Phones) -> PhonePages:
    settings = replace(UiSettings(), services=Services(phones=phones))
    return PhonePages(RollContext(TablePort(), settings), PlayerGroup(usual_seat))


def opened(row: int) -> tuple[FakePhones, PhonePages]:
    """Turned on, with the code of a row of the list."""
    phones = FakePhones()
    phones.turn_on()
    pages = pages_of(phones)
    pages.touch(of(List, pages.page().body).rows[row].key)
    return phones, pages


def test_phones_are_off_until_somebody_turns_them_on() -> None:
    phones = FakePhones()
    pages = pages_of(phones)
    main = there(pages.page().main)
    assert not phones.on
    pages.touch(main.key)
    assert [row.value != "" for row in of(List, pages.page().body).rows] == [False, True, False]
    pages.touch(pages.page().side[0].key)
    assert not phones.on


def test_a_table_without_a_server_offers_nothing_to_turn_on() -> None:
    assert pages_of(Phones()).page().main is None


def test_a_seat_has_a_code_of_its_own_and_can_get_a_new_one() -> None:
    phones, pages = opened(1)
    code = of(Code, pages.page().body)
    assert code.modules == qr_rows("http://table/#2")
    assert "http://table/" in code.lines  # without the secret
    pages.touch(pages.page().side[0].key)
    assert phones.renewed == [2]


def test_the_code_closes_when_the_phones_are_turned_off_elsewhere() -> None:
    phones, pages = opened(0)
    phones.turn_off()
    assert isinstance(pages.page().body, List)


def test_what_to_do_if_a_page_does_not_open_is_said() -> None:
    phones = FakePhones()
    phones.turn_on()
    pages = pages_of(phones)
    pages.touch(pages.page().side[1].key)
    told = str(pages.page().body)
    assert "guest Wi-Fi" in told
    assert "companion-hotspot" in told
    assert "in no network" not in told
    phones.links = lambda: (PhoneLink(None, "http://127.0.0.1:8765/", False),)  # type: ignore[method-assign]
    assert "in no network" in str(pages.page().body)
